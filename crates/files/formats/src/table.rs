//! The table of all formats.

use std::path::Path;

use crate::format::Format;
use crate::{json, ldtk, pictures, slc, texts, tiled};

impl Format {
    /// All formats.
    pub const ALL: &[&Self] = &[
        &texts::TXT,
        &json::JSON,
        &json::JSONL,
        &slc::SLC,
        &texts::CSV,
        &tiled::TMJ,
        &tiled::TMX,
        &ldtk::LDTK,
        &pictures::PNG,
        &pictures::GIF,
    ];

    /// The formats that levels are read from.
    pub fn all_read() -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().copied().filter(|format| format.reader.is_some())
    }

    /// The formats that levels are written in.
    pub fn all_written() -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().copied().filter(|format| format.writer.is_ok())
    }

    /// The format of this name or ending, ignoring case.
    pub fn called(name: &str) -> Option<&'static Self> {
        let name = name.to_ascii_lowercase();
        let mut formats = Self::ALL.iter().copied();
        formats.find(|format| format.ending == name || format.aliases.contains(&&*name))
    }

    /// The format of this file, which levels are read from.
    pub fn of(path: &Path) -> Result<&'static Self, String> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let ending = ending.unwrap_or_default();
        Self::called(&ending).filter(|format| format.reader.is_some()).ok_or_else(|| {
            let hint = match &*ending {
                "gif" | "jpg" | "jpeg" | "bmp" | "webp" => {
                    "save the picture as PNG, with a pixel or a square of one color for each tile"
                }
                "tsx" | "tsj" => "give the map that the tileset is for, a .tmx or .tmj",
                "world" => "give its maps, each a .tmx or .tmj",
                "ldtkl" => "give the project that the level belongs to, its .ldtk",
                "lua" => {
                    "save a map of Tiled as .tmj or .tmx, and put rows of characters into a .txt"
                }
                "des" => "put the rows between MAP and ENDMAP into a .txt",
                "npy" | "npz" => {
                    "save the array by numpy.savetxt(\"level.csv\", array, \"%d\", \",\")"
                }
                _ => &*format!("name files that end in {}", Self::endings(Self::all_read())),
            };
            format!("levels are not read from such files; {hint}")
        })
    }

    /// The endings of formats, for messages.
    pub fn endings(formats: impl Iterator<Item = &'static Self>) -> String {
        formats.map(|format| format.ending).collect::<Vec<_>>().join(", ")
    }

    /// The files that levels are written into, such as "a project of LDtk (ldtk)".
    pub fn hosts() -> String {
        let hosts: Vec<&Self> =
            Self::ALL.iter().copied().filter(|format| format.is_host()).collect();
        let kinds = hosts
            .chunk_by(|left, right| left.title == right.title)
            .map(|kind| format!("{} ({})", kind[0].title, Self::endings(kind.iter().copied())));
        kinds.collect::<Vec<_>>().join(" or ")
    }
}
