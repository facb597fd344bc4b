//! The formats that levels are read from.

use std::path::Path;

/// The format of a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// One character per tile, empty lines between levels; also Sokoban collections (XSB).
    Txt,
    /// An object or array of objects with `tiles` or `map`; or a Tiled map.
    Json,
    /// One object with `tiles` or `map` per line.
    Jsonl,
    /// Tile indices; empty lines between levels.
    Csv,
    /// A map of Tiled in JSON.
    Tmj,
    /// A Tiled map in XML.
    Tmx,
    /// An LDtk project.
    Ldtk,
    /// A numpy array: height x width, or levels x height x width.
    Npy,
    /// A picture with one pixel or single-colored square per tile.
    Png,
}

impl Notation {
    /// All notations with file ending and description.
    pub const ALL: [(Self, &'static str, &'static str); 9] = [
        (Self::Txt, "txt", "A character for each tile; empty lines between levels"),
        (
            Self::Json,
            "json",
            "An object, or an array of objects, with `tiles` or `map`; or a map of Tiled",
        ),
        (Self::Jsonl, "jsonl", "A line for each level, an object with `tiles` or `map`"),
        (Self::Csv, "csv", "Tile indices; empty lines between levels"),
        (Self::Tmj, "tmj", "A map of Tiled in JSON"),
        (Self::Tmx, "tmx", "A map of Tiled in XML"),
        (Self::Ldtk, "ldtk", "A project of LDtk with a level or several"),
        (Self::Npy, "npy", "An array of numpy: height x width, or levels x height x width"),
        (Self::Png, "png", "A picture with a pixel, or a square of one color, for each tile"),
    ];

    /// The notation of this name, ignoring case.
    pub fn called(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        // The usual endings of Sokoban collections.
        let name = if ["xsb", "sok"].contains(&&*name) { "txt" } else { &*name };
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(notation, ..)| *notation)
    }

    /// The notation for the ending of a file.
    ///
    /// # Errors
    ///
    /// If there is none; the message says what to do.
    pub fn of(path: &Path) -> Result<Self, String> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
        let ending = ending.unwrap_or_default();
        Self::called(&ending).ok_or_else(|| {
            let hint = match ending.to_ascii_lowercase().as_str() {
                "gif" | "jpg" | "jpeg" | "bmp" | "webp" => {
                    "save the picture as PNG, with a pixel or a square of one color for each tile"
                }
                "tsx" | "tsj" => "give the map that the tileset is for, a .tmx or .tmj",
                "world" => "give its maps, each a .tmx or .tmj",
                "ldtkl" => "give the project that the level belongs to, its .ldtk",
                "npz" => "save one of its arrays by numpy.save, as .npy",
                _ => &*format!("name files that end in {}", Self::names()),
            };
            format!("levels are not read from such files; {hint}")
        })
    }

    /// Whether open cells are marked explicitly, as `?` or -1.
    pub(crate) fn says_open(self) -> bool {
        match self {
            Self::Txt | Self::Json | Self::Jsonl | Self::Csv | Self::Npy => true,
            Self::Tmj | Self::Tmx | Self::Ldtk | Self::Png => false,
        }
    }

    /// All names, for messages.
    pub fn names() -> String {
        Self::ALL.map(|(_, name, _)| name).join(", ")
    }
}
