//! Drawn levels: to compare with, and to pin cells from.

use std::sync::Arc;

use crate::likeness::Drawings;
use marahel_level::{Level, Palette, UNKNOWN};

use crate::definition::table_reader::{TableReader, Text};
use crate::definition::{Drawn, DrawnHints};

const EXAMPLE: &str = "[\"drawn/*.tmx\"], or levels as text of several lines";

/// Maximum number of names of layers or properties, because each layer or tile of a map is compared
/// with all.
const N_NAMES_MAX: usize = 256;

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
    reader: &mut TableReader<'_>,
    palette: &Palette,
    sizes: &[(usize, usize)],
) -> DrawnLevels {
    let mut files = Vec::new();
    let like = levels(reader, "like", palette, &mut files);
    let like = like.map(|levels| Arc::new(Drawings::new(levels)));
    let pinned = levels(reader, "pins", palette, &mut files).unwrap_or_default();
    let misfit = pinned.iter().find(|pin| !sizes.contains(&(pin.width(), pin.height())));
    if let (Some(value), Some(pin)) = (reader.get("pins"), misfit) {
        let (width, height) = (pin.width(), pin.height());
        let message =
            format!("a level has {width}x{height} tiles, which is not a size of levels here");
        reader.error(value.span(), "pins", message, "name levels of a size of the problem");
    }
    files.sort_by_key(|drawn: &Drawn| drawn.place.start);
    DrawnLevels { like, pinned, files, hints: hints(reader, palette) }
}

fn hints(reader: &mut TableReader<'_>, palette: &Palette) -> DrawnHints {
    let empty = reader.get("empty");
    let empty = empty.and_then(|value| reader.text(value, "empty", "the name of a tile in quotes"));
    let example = "a file in quotes, as in \"legend.json\"";
    let legend = reader.get("legend").and_then(|value| reader.text(value, "legend", example));
    if let Some(empty) = empty.as_ref().filter(|empty| palette.tile(&empty.value).is_none()) {
        let message = format!("there is no tile `{}`", empty.value);
        let help = "name the tile of [tiles] that cells without a tile are";
        reader.error(empty.range.clone(), "empty", message, help);
    }
    let example = "names of layers, as in [\"ground\", \"things\"]";
    let layers = names(reader, "layers", "layers", example);
    let example = "names of properties, as in [\"material\"]";
    let names_from = names(reader, "names_from", "properties", example);
    let objects = reader.get("objects");
    let objects = objects.and_then(|value| reader.truth(value, "objects", "`true` or `false`"));
    let example = "a folder in quotes, as in \"..\"";
    let folder = reader.get("folder").and_then(|value| reader.text(value, "folder", example));
    let [empty, legend, folder] = [empty, legend, folder].map(|text| Some(text?.value));
    let leaves_out_objects = objects == Some(false);
    DrawnHints { empty, layers, leaves_out_objects, names_from, legend, folder }
}

/// The names in the list under a key.
fn names(reader: &mut TableReader<'_>, key: &str, what: &str, example: &str) -> Vec<String> {
    let list = reader.get(key).and_then(|value| reader.array(value, key, example));
    if let (Some(list), Some(value)) = (list, reader.get(key)) {
        reader.are_few(list.len(), N_NAMES_MAX, what, value.span(), key);
    }
    let names = list.into_iter().flatten().take(N_NAMES_MAX);
    let names = names.filter_map(|value| reader.text(value, key, example));
    names.map(|text| text.value).collect()
}

/// The levels under a key; adds the files that it names. `None` without the key.
fn levels(
    reader: &mut TableReader<'_>,
    key: &str,
    palette: &Palette,
    files: &mut Vec<Drawn>,
) -> Option<Vec<Level>> {
    let value = reader.get(key)?;
    let mut levels = Vec::new();
    let values = reader.array(value, key, EXAMPLE).unwrap_or_default();
    if values.is_empty() && value.get_ref().is_array() {
        reader.error(value.span(), key, "no drawing is named", format!("write {EXAMPLE}"));
    }
    let palette = Arc::new(palette.clone());
    for value in values {
        let Some(text) = reader.text(value, key, EXAMPLE) else { continue };
        if text.value.contains('\n') {
            levels.extend(held(reader, &text, key, &palette));
        } else {
            files.push(Drawn { path: text.value, place: text.range });
        }
    }
    if !reader.are_few(levels.len(), Drawings::N_MAX, "drawings", value.span(), key) {
        levels.truncate(1);
    }
    let sides = levels.iter().map(|level| level.width().max(level.height()));
    let side = sides.max().unwrap_or(0);
    let what = "columns or rows in a drawing";
    if !reader.are_few(side, Drawings::SIDE_MAX, what, value.span(), key) {
        levels.clear();
    }
    Some(levels)
}

/// The levels of a text, separated by empty lines.
fn held(
    reader: &mut TableReader<'_>,
    text: &Text,
    key: &str,
    palette: &Arc<Palette>,
) -> Vec<Level> {
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
        reader.error(text.range.clone(), &place, message, help);
    }
    if levels.is_empty() && lines.trim_matches('\n').is_empty() {
        reader.error(text.range.clone(), key, "the text has no level", format!("write {EXAMPLE}"));
    }
    levels
}
