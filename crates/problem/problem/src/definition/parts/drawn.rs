//! Drawn levels: to compare with, and to pin cells from.

use std::sync::Arc;

use crate::likeness::Drawings;
use marahel_level::{Level, Palette, UNKNOWN};

use crate::definition::keys::{DRAWINGS, FileKeys};
use crate::definition::reader::{Faults, Text, Texts};
use crate::definition::{Drawn, DrawnHints};

pub(super) struct DrawnLevels {
    /// To compare with, if any.
    pub(super) like: Option<Arc<Drawings>>,
    /// To pin cells from.
    pub(super) pinned: Vec<Level>,
    /// Files with further levels of both kinds, in the order of the text.
    pub(super) files: Vec<Drawn>,
    pub(super) hints: DrawnHints,
}

/// Reads the drawn levels of a file; pinned ones must have one of the sizes.
pub(super) fn drawn(
    file: &FileKeys,
    palette: &Palette,
    sizes: &[(usize, usize)],
    faults: &mut Faults,
) -> DrawnLevels {
    let shared = Arc::new(palette.clone());
    let mut files = Vec::new();
    let like =
        file.like.as_ref().map(|texts| levels(texts.as_ref(), "like", &shared, &mut files, faults));
    let like = like.map(|levels| Arc::new(Drawings::new(levels)));
    let pinned =
        file.pins.as_ref().map(|texts| levels(texts.as_ref(), "pins", &shared, &mut files, faults));
    let pinned = pinned.unwrap_or_default();
    let misfit = pinned.iter().find(|pin| !sizes.contains(&(pin.width(), pin.height())));
    if let Some(pin) = misfit {
        let (width, height) = (pin.width(), pin.height());
        let message =
            format!("a level has {width}x{height} tiles, which is not a size of levels here");
        let help = "name levels of a size of the problem";
        mistake!(faults, file.part.spans["pins"].clone(), "pins", message, help);
    }
    files.sort_by_key(|drawn: &Drawn| drawn.place.start);
    let empty = file.empty.iter().flatten().find(|empty| palette.tile(&empty.value).is_none());
    if let Some(Text { value, range, .. }) = empty {
        let message = format!("there is no tile `{value}`");
        let help = "name the tile of [tiles] that cells without a tile are";
        mistake!(faults, range.clone(), "empty", message, help);
    }
    DrawnLevels { like, pinned, files, hints: hints(file) }
}

fn hints(file: &FileKeys) -> DrawnHints {
    let [empty, legend, folder] = [&file.empty, &file.legend, &file.folder]
        .map(|text| text.iter().flatten().map(|text| text.value.clone()).next());
    let [layers, names_from] = [&file.layers, &file.names_from].map(|names| {
        let texts = names.iter().flatten().flat_map(|names| &names.all);
        texts.map(|text| text.value.clone()).collect()
    });
    let leaves_out_objects = file.objects == Some(Some(false));
    DrawnHints { empty, layers, leaves_out_objects, names_from, legend, folder }
}

/// The levels under a key; adds the files that it names.
fn levels(
    texts: Option<&Texts>,
    key: &str,
    palette: &Arc<Palette>,
    files: &mut Vec<Drawn>,
    faults: &mut Faults,
) -> Vec<Level> {
    let mut levels = Vec::new();
    let Some(Texts { all, n, range }) = texts else { return levels };
    if *n == 0 {
        mistake!(faults, range.clone(), key, "no drawing is named", format!("write {DRAWINGS}"));
    }
    for text in all {
        if text.value.contains('\n') {
            levels.extend(held(text, key, palette, faults));
        } else {
            files.push(Drawn { path: text.value.clone(), place: text.range.clone() });
        }
    }
    if !few!(faults, levels.len(), Drawings::N_MAX, "drawings", range.clone(), key) {
        levels.truncate(1);
    }
    let side = levels.iter().map(|level| level.width().max(level.height())).max().unwrap_or(0);
    let what = "columns or rows in a drawing";
    if !few!(faults, side, Drawings::SIDE_MAX, what, range.clone(), key) {
        levels.clear();
    }
    levels
}

/// The levels of a text, separated by empty lines.
fn held(text: &Text, key: &str, palette: &Arc<Palette>, faults: &mut Faults) -> Vec<Level> {
    let lines = text.value.replace("\r\n", "\n");
    let blocks = lines.split("\n\n").map(|block| block.trim_matches('\n'));
    let mut levels = Vec::new();
    for (index, block) in blocks.filter(|block| !block.is_empty()).enumerate() {
        let message = match Level::from_text(block, Arc::clone(palette)) {
            Ok(level) if !level.tiles().contains(&UNKNOWN) => {
                levels.push(level);
                continue;
            }
            Ok(_) => "`?` is not a tile".to_owned(),
            Err(error) => error.to_string(),
        };
        let place = format!("{key}, level {} of the text", index + 1);
        let help = "draw it with the characters of [tiles], rows of one length";
        mistake!(faults, text.range.clone(), place, message, help);
    }
    if levels.is_empty() && lines.trim_matches('\n').is_empty() {
        let help = format!("write {DRAWINGS}");
        mistake!(faults, text.range.clone(), key, "the text has no level", help);
    }
    levels
}
