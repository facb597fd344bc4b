//! What can be wrong with a level that is read or drawn.

use crate::{N_TILES_MAX, PaletteError};

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
    #[error("level `{level}`")]
    Of {
        /// Name of the level.
        level: String,
        /// What is wrong.
        source: Box<LevelError>,
    },
    /// Nothing says which entities the tiles are.
    #[error("nothing names the entities of the tiles; add `entities`, or read with a palette")]
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
    /// A text is not a map of Tiled in XML.
    #[cfg(feature = "tiled")]
    #[error("not a map of Tiled in XML")]
    Xml(#[source] roxmltree::Error),
    /// The tileset of a map of Tiled is elsewhere, and nothing else says what its tiles are.
    #[error(
        "the tileset is in {0}; embed it in the map, or say which entities its tiles are, in order"
    )]
    External(String),
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
