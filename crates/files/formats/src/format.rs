//! What a format of level files is. The formats are the rows of [`Format::ALL`].

use marahel_level::{Art, Level, LevelError, TiledPicture};

use crate::{Hints, NamedFiles, Reading, TiledTileset, Written};

/// A way to store levels in files.
#[derive(Debug)]
pub struct Format {
    /// The name of the format, which is the ending of its files.
    pub ending: &'static str,
    /// Other endings of such files.
    pub(crate) aliases: &'static [&'static str],
    /// What a file is, such as "a map of Tiled".
    pub title: &'static str,
    /// The media type of a file.
    pub mime: &'static str,
    /// Whether its files are for programs only.
    pub is_binary: bool,
    /// How levels are read, if they can be.
    pub reader: Option<Reader>,
    /// How levels are written; or the format to write instead, which the same program opens.
    pub writer: Result<Writer, &'static Format>,
    /// How levels are written into a file that is there, if they can be.
    pub(crate) host: Option<Host>,
}

/// How levels are read.
#[derive(Debug)]
pub struct Reader {
    /// What is read, for help.
    pub about: &'static str,
    /// Whether open cells are marked explicitly, as `?` or -1.
    pub(crate) marks_open: bool,
    pub(crate) read: ReadLevels,
}

#[derive(Debug)]
pub(crate) enum ReadLevels {
    Bytes(fn(&[u8], &Hints) -> Result<Reading, LevelError>),
    Text(fn(&str, &Hints, &dyn NamedFiles) -> Result<Reading, LevelError>),
}

/// How levels are written.
#[derive(Debug)]
pub struct Writer {
    /// What is written, for help.
    pub about: &'static str,
    /// Whether its files show the pictures of tiles.
    pub shows_tiles: bool,
    /// The code.
    pub write: WriteLevels,
}

/// The code that writes levels. A file of one object has no newline at the end.
#[derive(Debug)]
pub enum WriteLevels {
    /// Level by level, as they come.
    Parts {
        /// The texts before, between and after this number of levels.
        around: fn(u64) -> [&'static str; 3],
        /// The bytes of a level.
        part: fn(&NamedLevel) -> Vec<u8>,
    },
    /// All levels at once.
    Whole {
        /// The largest number of levels in this art.
        n_levels_max: fn(Art<'_>) -> u64,
        /// Writes the levels.
        write: fn(&[NamedLevel], &Sheet<'_>) -> Result<Vec<u8>, LevelError>,
    },
    /// One level, which takes its tiles from another file.
    Map(WriteMap),
}

impl WriteLevels {
    /// Whether levels are maps, which take their tiles from another file.
    pub fn is_map(&self) -> bool {
        matches!(self, Self::Map(_))
    }
}

/// The code that writes a level as a map.
#[derive(Clone, Copy, Debug)]
pub struct WriteMap {
    /// With the tiles of a picture, one for each entity; no newline at the end.
    pub of_picture: fn(&Level, &TiledPicture<'_>) -> String,
    /// With the tiles and terrains of a tileset of Tiled at this path from the map.
    pub of_tileset: fn(&TiledTileset, &Level, &str) -> Result<Written, LevelError>,
}

/// A level to write.
#[derive(Clone, Debug)]
pub struct NamedLevel {
    /// Its name, also that of its file in a folder.
    pub name: String,
    /// The seed that made it.
    pub seed: Option<u64>,
    /// The level.
    pub level: Level,
}

/// How levels look in a file.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// Levels per row of a picture; by default it is nearly square.
    pub columns: Option<usize>,
    /// The pictures of tiles, or their size.
    pub art: Art<'a>,
}

/// Writes a level into the text of a file that is there, and returns the new text.
type WriteOne = fn(
    &str,
    &Hints,
    &dyn NamedFiles,
    &Level,
    &dyn Fn(&str) -> String,
) -> Result<Written, LevelError>;

/// The same with several levels by name.
type WriteSeveral = fn(
    &str,
    &Hints,
    &dyn NamedFiles,
    &[(&str, &Level)],
    &dyn Fn(&str) -> String,
) -> Result<Written, LevelError>;

/// The code that writes levels into a file that is there.
#[derive(Debug)]
pub(crate) enum Host {
    OneLevel(WriteOne),
    Levels(WriteSeveral),
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.ending == other.ending
    }
}

impl Format {
    /// Whether levels can be written into a file that is there.
    pub fn is_host(&self) -> bool {
        self.host.is_some()
    }

    /// Whether levels are written into a file that is there one at a time.
    pub fn hosts_one(&self) -> bool {
        matches!(self.host, Some(Host::OneLevel(_)))
    }

    /// Whether its files show the pictures of tiles.
    pub fn shows_tiles(&self) -> bool {
        self.writer.as_ref().is_ok_and(|writer| writer.shows_tiles)
    }
}
