//! Drawn levels that a problem file names: read in any format, and put into its text.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use marahel_formats::{Empty, Format, Hints, Reading, ReadingNotes};
use marahel_level::{LevelError, UNKNOWN, Unread};
use marahel_problem::{Definition, Drawn};
use marahel_system::files::FileKind;
use marahel_system::{Folder, legend_of, paths, reasons};

use super::parse;
use crate::EvolutionError;

/// The error for drawings that do not fit into a problem file.
const TOO_MUCH_DRAWN: &str =
    "the drawings make the problem larger than 1 MiB; name fewer in `like` and `pins`";

/// The definition of a problem file with the drawn levels that it names in its text, so that it
/// needs no other files.
pub fn with_drawings(definition: Definition, path: &Path) -> Result<Definition, EvolutionError> {
    if definition.drawn().is_empty() {
        return Ok(definition);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let texts =
        definition.drawn().iter().map(|drawn| Ok(read_drawn(&definition, folder, drawn)?.0));
    let texts = texts.collect::<Result<Vec<_>, EvolutionError>>()?;
    let text = definition.text_with_drawings(&texts);
    if text.len() > Definition::N_BYTES_MAX {
        return Err(EvolutionError::content(path, TOO_MUCH_DRAWN));
    }
    parse(&text, path)
}

/// The drawn levels of one entry of `like` as text, separated by empty lines, and how each file was
/// read.
pub fn read_drawn(
    definition: &Definition,
    folder: &Path,
    drawn: &Drawn,
) -> Result<(String, Vec<(PathBuf, ReadingNotes)>), EvolutionError> {
    let palette = Some(Arc::clone(definition.palette()));
    let reading = definition.drawn_hints();
    let legend = reading.legend.as_ref().map(|path| {
        let path = folder.join(path);
        legend_of(&FileKind::LEGEND.text(&path)?, &path)
    });
    let legend = legend.transpose()?;
    let knowledge = Hints {
        named: palette.clone(),
        keeps_names: true,
        target: palette,
        legend: legend.unwrap_or_default(),
        empty: reading.empty.clone().map_or(Empty::Usual, Empty::Named),
        layers: reading.layers.clone(),
        leaves_out_objects: reading.leaves_out_objects,
        names_from: reading.names_from.clone(),
        ..Hints::default()
    };
    let maps = folder.join(reading.folder.as_deref().unwrap_or_default());
    let maps = if maps.as_os_str().is_empty() { Path::new(".") } else { &maps };
    let (mut texts, mut abouts, mut n_bytes) = (Vec::new(), Vec::new(), 0);
    for path in paths(&folder.join(&drawn.path))? {
        let bytes = FileKind::NAMED.bytes(&path)?;
        let format = Format::of(&path).map_err(|what| EvolutionError::content(&path, what))?;
        let read =
            marahel_formats::read(&bytes, format, &knowledge, &Folder::of(&path, Some(maps)));
        let Reading { levels, about } =
            read.map_err(|error| EvolutionError::content(&path, advised(&error)))?;
        for drawing in levels {
            if drawing.level.tiles().contains(&UNKNOWN) {
                let message =
                    "it has cells without a tile; say what they are, as in `empty = \"floor\"`";
                return Err(EvolutionError::content(path, message));
            }
            // The line break at the end tells a level of one row from a path.
            texts.push(drawing.level.to_text());
            n_bytes += texts.last().map_or(0, String::len);
        }
        if n_bytes > Definition::N_BYTES_MAX {
            return Err(EvolutionError::content(path, TOO_MUCH_DRAWN));
        }
        abouts.push((path, about));
    }
    Ok((texts.join("\n"), abouts))
}

/// An error of a file, and the keys of a problem file that help.
fn advised(error: &LevelError) -> String {
    let (first, tile) = match error {
        LevelError::Nameless(names) => ("", &names[0]),
        LevelError::Unread { files, tiles } => {
            let is_outside = files.iter().any(|(_, reason)| matches!(reason, Unread::Outside(_)));
            let folder = "; say by `folder = \"..\"` from where such files may be read";
            (if is_outside { folder } else { "" }, &tiles[0])
        }
        LevelError::TooManyKinds(_) => {
            let advice = "; choose layers by `layers = [\"ground\"]`, or give several tiles one \
                          name by `legend = \"legend.json\"`";
            return reasons(error) + advice;
        }
        _ => return reasons(error),
    };
    let example = format!("{{\"{tile}\": \"coin\"}}");
    let legend = format!("name its tiles by `legend = \"legend.json\"`, as in {example}");
    format!("{}{first}; or {legend}", reasons(error))
}

#[cfg(test)]
mod tests;
