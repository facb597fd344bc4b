//! The kinds of tiles of a file as a legend, for a person who names them.

use serde::Serialize;

use crate::{Format, Hints, NamedFiles, reading_of};
use marahel_level::LevelError;

#[cfg(test)]
mod tests;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct ListedKind {
    #[serde(skip)]
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) cells: usize,
    #[serde(flatten)]
    pub(crate) place: Option<TilePlace>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct TilePlace {
    pub(crate) tileset: String,
    /// Its number in the tileset, from 0.
    pub(crate) id: u32,
    #[serde(flatten)]
    pub(crate) picture: Option<Picture>,
}

/// Where a picture shows a tile, in pixels from the top left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Picture {
    /// The path of the picture from the folder of the map.
    #[serde(rename = "picture")]
    pub(crate) file: String,
    pub(crate) x: u64,
    pub(crate) y: u64,
}

/// A legend of all kinds of tiles in a file, with their names so far, the commonest first, and their
/// number. It has a line for each, with the number of its cells, and in maps of Tiled with its
/// tileset, its number there, and its place in the picture. A level may have fewer kinds than
/// this.
pub fn legend_of(
    bytes: &[u8],
    format: &Format,
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<(String, usize), LevelError> {
    let hints = Hints { lists_kinds: true, makes_up_names: true, ..hints.clone() };
    let mut kinds = reading_of(bytes, format, &hints, named_files)?.about.kinds;
    ensure!(
        !kinds.is_empty(),
        "it has no kinds of tiles to list; legends are written of maps, projects and pictures"
    );
    kinds.sort_by(|left, right| right.cells.cmp(&left.cells).then(left.key.cmp(&right.key)));
    let mut lines = Vec::new();
    for kind in &kinds {
        lines.push(format!(
            "{}: {}",
            serde_json::to_string(&kind.key)?,
            serde_json::to_string(kind)?
        ));
    }
    Ok((format!("{{\"tiles\": {{\n{}\n}}}}\n", lines.join(",\n")), kinds.len()))
}
