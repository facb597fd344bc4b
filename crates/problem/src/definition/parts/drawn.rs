//! The drawn levels that levels are to be like.

use std::sync::Arc;

use level::{Level, Palette, UNKNOWN};
use patterns::Drawings;
use toml::de::DeTable;

use crate::definition::Drawn;
use crate::definition::reader::{Reader, Text};

const EXAMPLE: &str = "[\"drawn/*.tmx\"], or levels as text of several lines";

/// The levels that the file holds, and the files that it names; nothing where it has no
/// drawings.
pub(super) fn drawn(
    reader: &mut Reader<'_>,
    document: &DeTable<'_>,
    palette: &Palette,
) -> (Option<Arc<Drawings>>, Vec<Drawn>) {
    let (mut levels, mut files) = (Vec::new(), Vec::new());
    let Some(value) = document.get("like") else { return (None, files) };
    let values = reader.array(value, "like", EXAMPLE).unwrap_or_default();
    if values.is_empty() && value.get_ref().is_array() {
        reader.error(value.span(), "like", "no drawing is named", format!("write {EXAMPLE}"));
    }
    let palette = Arc::new(palette.clone());
    for value in values {
        let Some(text) = reader.text(value, "like", EXAMPLE) else { continue };
        if text.value.contains('\n') {
            levels.extend(held(reader, &text, &palette));
        } else {
            files.push(Drawn { path: text.value, place: text.range });
        }
    }
    (Some(Arc::new(Drawings::new(levels))), files)
}

/// The levels of a text, between empty lines.
fn held(reader: &mut Reader<'_>, text: &Text, palette: &Arc<Palette>) -> Vec<Level> {
    let lines = text.value.replace("\r\n", "\n");
    let blocks = lines.split("\n\n").map(|block| block.trim_matches('\n'));
    let mut levels = Vec::new();
    for (index, block) in blocks.filter(|block| !block.is_empty()).enumerate() {
        let message = match Level::from_text(block, Arc::clone(palette)) {
            Ok(level) if !level.tiles().contains(&UNKNOWN) => {
                levels.push(level);
                continue;
            }
            Ok(_) => "`?` stands for no tile".to_owned(),
            Err(error) => error.to_string(),
        };
        let place = format!("like, level {} of the text", index + 1);
        let help = "draw it with the characters of [tiles], rows of one length";
        reader.error(text.range.clone(), &place, message, help);
    }
    if levels.is_empty() && lines.trim_matches('\n').is_empty() {
        reader.error(
            text.range.clone(),
            "like",
            "the text has no level",
            format!("write {EXAMPLE}"),
        );
    }
    levels
}
