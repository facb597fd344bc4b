//! Errors of reading and drawing levels.

use crate::{N_ENTITIES_MAX, N_LEVELS_MAX, N_TILES_MAX, PaletteError};

/// Why a level could not be read or drawn.
///
/// Rows and columns count from 1 at the top left; in text and CSV, a row is a line of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The level has no tiles.
    #[error("there are no tiles; a level has at least one row of at least one tile")]
    Empty,
    /// The level has more than [`N_TILES_MAX`](crate::N_TILES_MAX) tiles.
    #[error("there are more than {N_TILES_MAX} tiles; split the level into smaller ones")]
    TooLarge,
    /// A file has more than [`N_LEVELS_MAX`](crate::N_LEVELS_MAX) levels.
    #[error("there are more than {N_LEVELS_MAX} levels; put fewer into a file")]
    TooMany,
    /// Wrong content of a file, with what was expected.
    #[error("{0}")]
    Content(String),
    /// An error in one level of a file.
    #[error("level {level}")]
    Of {
        /// Number of the level, or its name in quotes.
        level: String,
        /// The error.
        source: Box<LevelError>,
    },
    /// Nothing defines the entities of the tiles.
    #[error("nothing says which entities the tiles are")]
    NoPalette,
    /// Not JSON, or JSON of another shape.
    #[error("not a level in JSON")]
    Json(#[from] serde_json::Error),
    /// The entities of a level do not form a valid palette.
    #[error("the entities make no palette")]
    Palette(#[from] PaletteError),
    /// A file without levels.
    #[error("there are no levels; at least one is needed")]
    NoLevels,
    /// Files that define tiles were not read, and nothing else names these.
    #[error("{}", needed(files))]
    Unread {
        /// Each file, by its path as written in the file that was read, and why it was not read.
        files: Vec<(String, Unread)>,
        /// The generated names of their tiles; none if they are pictures.
        tiles: Vec<String>,
    },
    /// Tiles without a name, where every tile needs one.
    #[error("nothing says what these tiles are: {}", first_of(.0, ", "))]
    Nameless(Vec<String>),
    /// A tile that the file to write into does not have.
    #[error("the file has no tile called `{0}`")]
    Unknown(String),
    /// More kinds of tiles than a palette can hold.
    #[error("there are {0} kinds of tiles, but a level has at most {N_ENTITIES_MAX}")]
    TooManyKinds(usize),
    /// A character that could mean either of two entities.
    #[error(
        "`{character}` may be {entity} or {rival}, which depends on what other entities there are"
    )]
    Doubtful {
        /// The character.
        character: char,
        /// The entity that it is by itself.
        entity: String,
        /// The entity that it may be as well.
        rival: String,
    },
    /// A picture is not a PNG.
    #[cfg(feature = "png")]
    #[error("the file is not a PNG picture")]
    NotPng(#[source] image::ImageError),
    /// The tile size is out of range.
    #[cfg(feature = "png")]
    #[error("a tile cannot be {0} pixels wide; choose 1 to {max}", max = crate::SCALE_MAX)]
    Scale(u32),
    /// A picture would be too large.
    #[cfg(feature = "png")]
    #[error(
        "a picture of {width} x {height} pixels has more than {max}; \
         draw fewer or smaller tiles",
        max = crate::N_PIXELS_MAX
    )]
    Picture {
        /// Width in pixels.
        width: u64,
        /// Height in pixels.
        height: u64,
    },
    /// The PNG encoder failed.
    #[cfg(feature = "png")]
    #[error("the picture could not be encoded as PNG")]
    Png(#[from] image::ImageError),
    /// The GIF encoder failed.
    #[cfg(feature = "gif")]
    #[error("the pictures could not be encoded as GIF")]
    Gif(#[from] gif::EncodingError),
}

/// What is said of files that were not read.
fn needed(files: &[(String, Unread)]) -> String {
    let reasons: Vec<String> =
        files.iter().map(|(path, reason)| format!("{path}, {reason}")).collect();
    let start =
        if files.len() == 1 { "a file that it needs is" } else { "files that it needs are" };
    format!("{start} {}", first_of(&reasons, "; "))
}

/// Maximum number of items in a list of an error.
const N_LISTED_MAX: usize = 20;

/// The first items of a list, and the number of the others.
pub fn first_of(items: &[String], comma: &str) -> String {
    let shown = &items[..items.len().min(N_LISTED_MAX)];
    let n_more = items.len() - shown.len();
    let more = if n_more > 0 { format!("{comma}and {n_more} more") } else { String::new() };
    shown.join(comma) + &more
}

/// Why a file that a level file refers to was not read; displayed as the end of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It does not exist.
    #[error("which is not there")]
    Missing,
    /// It lies outside of the permitted folders, whether it exists or not. The folder that would
    /// have to be permitted.
    #[error("which is outside of the folder from which files are read")]
    Outside(String),
    /// No files can be read here, as in a web page.
    #[error("which is not at hand here")]
    Away,
    /// It cannot be read or has wrong content; the text ends a sentence.
    #[error("{0}")]
    Broken(String),
}

impl Unread {
    /// Whether the referring file is wrong, rather than the environment.
    pub fn is_mistake(&self) -> bool {
        matches!(self, Self::Missing | Self::Broken(_))
    }
}
