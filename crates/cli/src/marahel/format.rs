//! The formats of files of levels.

use std::path::Path;

use clap::ValueEnum;

use crate::terminal::Usage;

/// How levels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A character for each tile; several levels with empty lines between them.
    Txt,
    /// An object with the entities and the tile indices; several levels as an array.
    Json,
    /// A line per level: the same object, with its seed if known.
    Jsonl,
    /// Tile indices, in the order of the script's entities; several levels with empty lines between
    /// them.
    Csv,
    /// A picture; several levels as a contact sheet.
    Png,
    /// An animation; a picture for each level.
    Gif,
    /// A map for Tiled beside a picture of the tiles; several levels go to a folder.
    Tmj,
    /// A project for LDtk with a level for each.
    Ldtk,
    /// Tile indices as an array for numpy: height x width, several levels as levels x height x width.
    Npy,
}

impl Format {
    /// The extension of its files, which is its name.
    pub(super) fn ending(self) -> String {
        self.to_possible_value().expect("no format is hidden").get_name().to_owned()
    }

    /// Whether its files are for programs only.
    pub(super) fn is_binary(self) -> bool {
        match self {
            Self::Png | Self::Gif | Self::Npy => true,
            Self::Txt | Self::Json | Self::Jsonl | Self::Csv | Self::Tmj | Self::Ldtk => false,
        }
    }

    pub(super) fn shows_tiles(self) -> bool {
        match self {
            Self::Png | Self::Gif | Self::Tmj => true,
            Self::Txt | Self::Json | Self::Jsonl | Self::Csv | Self::Ldtk | Self::Npy => false,
        }
    }

    /// The format by name or file extension; one of `known`, by default the first.
    pub(super) fn choose(
        named: Option<Self>,
        file: Option<&Path>,
        known: &[Self],
    ) -> Result<Self, Usage> {
        if let Some(format) = named {
            return Ok(format);
        }
        let Some(path) = file.filter(|path| path.extension().is_some()) else {
            return Ok(known[0]);
        };
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let found = known.iter().find(|format| format.ending().eq_ignore_ascii_case(ending));
        found.copied().ok_or_else(|| {
            let endings: Vec<_> = known.iter().map(|format| format.ending()).collect();
            let tiled = if ending == "tmx" { " (Tiled opens tmj)" } else { "" };
            Usage(format!(
                "the extension of {} is not one of {}{tiled}; name a --format",
                path.display(),
                endings.join(", ")
            ))
        })
    }
}
