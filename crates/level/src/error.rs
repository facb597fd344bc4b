//! What can be wrong with a level that is read or drawn.

use crate::{N_ENTITIES_MAX, N_TILES_MAX, PaletteError};

/// Why a level could not be read or drawn.
///
/// Rows and columns are counted from 1 at the top left; in text and CSV a row
/// is a line of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// There is no tile at all.
    #[error("there are no tiles; a level has at least one row of at least one tile")]
    Empty,
    /// There are more tiles than any level has.
    #[error("there are more than {N_TILES_MAX} tiles; split the level into smaller ones")]
    TooLarge,
    /// What is wrong with the content of a file, and what would be right.
    #[error("{0}")]
    Content(String),
    /// The same, of one of the levels of a file.
    #[error("level {level}")]
    Of {
        /// Number of the level, or its name in quotes.
        level: String,
        /// What is wrong.
        source: Box<LevelError>,
    },
    /// Nothing says which entities the tiles are.
    #[error("nothing says which entities the tiles are")]
    NoPalette,
    /// A text is not JSON, or not JSON of the right shape.
    #[error("not a level in JSON")]
    Json(#[from] serde_json::Error),
    /// The entities that a level names make no palette.
    #[error("the entities make no palette")]
    Palette(#[from] PaletteError),
    /// A file of many levels without any.
    #[error("there are no levels; at least one is needed")]
    NoLevels,
    /// Tiles are of a file that was not read, and nothing else says what they are.
    #[error("a file that it needs is {path}, {reason}")]
    Unread {
        /// The file, as the one that was read names it.
        path: String,
        /// Why it was not read, as in "which is not there".
        reason: String,
        /// The made-up name of a tile that it may name.
        tile: String,
    },
    /// Tiles without a name, where all tiles are known by theirs.
    #[error("nothing says what these tiles are: {}", .0.join(", "))]
    Nameless(Vec<String>),
    /// A tile that a file, into which levels are written, does not have.
    #[error("the file has no tile called `{0}`")]
    Unknown(String),
    /// More kinds of tiles than a palette has room for.
    #[error("there are {0} kinds of tiles, but a level has at most {N_ENTITIES_MAX}")]
    TooManyKinds(usize),
    /// A character of a text that may be one of two entities.
    #[error(
        "`{character}` may be {one} or {other}, which depends on what other entities there are"
    )]
    Doubtful {
        /// The character.
        character: char,
        /// Name of one of them.
        one: String,
        /// Name of the other.
        other: String,
    },
    /// A picture is no PNG.
    #[cfg(feature = "png")]
    #[error("the file is not a PNG picture")]
    NotPng(#[source] image::ImageError),
    /// Tiles of a picture would be too small or too large.
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
    /// The encoder refused a picture.
    #[cfg(feature = "png")]
    #[error("the picture could not be encoded as PNG")]
    Png(#[from] image::ImageError),
    /// The encoder refused an animation.
    #[cfg(feature = "gif")]
    #[error("the pictures could not be encoded as GIF")]
    Gif(#[from] gif::EncodingError),
}
