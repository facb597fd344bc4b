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
    /// A row is longer or shorter than the first.
    #[error("row {row} has {actual} tiles, but row 1 has {expected}; make all rows equally long")]
    Ragged {
        /// Number of the row.
        row: usize,
        /// Number of its tiles.
        actual: usize,
        /// Number of tiles of the first row.
        expected: usize,
    },
    /// A character of a text level stands for no tile.
    #[error("row {row}, column {column}: {found:?} stands for no tile; expected one of {expected}")]
    Character {
        /// Number of the row.
        row: usize,
        /// Number of the column.
        column: usize,
        /// The character.
        found: char,
        /// The characters of the palette with their names.
        expected: String,
    },
    /// A character of Sokoban files that stands for two entities in one cell.
    #[error(
        "row {row}, column {column}: `{found}` is a {entity} on a target, but a cell here holds \
         one thing; put the {entity} and the target in cells of their own"
    )]
    OnTarget {
        /// Number of the row.
        row: usize,
        /// Number of the column.
        column: usize,
        /// The character.
        found: char,
        /// What is on the target.
        entity: &'static str,
    },
    /// A number stands for no tile, or something is not a number.
    #[error(
        "row {row}, column {column}: `{found}` is no tile; expected 0 to {last}, or -1 for unknown"
    )]
    Index {
        /// Number of the row.
        row: usize,
        /// Number of the column.
        column: usize,
        /// What stands there.
        found: String,
        /// The largest index of the palette.
        last: usize,
    },
    /// The size that a JSON level states is not the size it has.
    #[error(
        "`width` and `height` say {width} x {height} tiles, but the rows hold \
         {actual_width} x {actual_height}; correct one of them"
    )]
    Size {
        /// The stated number of columns.
        width: usize,
        /// The stated number of rows.
        height: usize,
        /// The number of columns.
        actual_width: usize,
        /// The number of rows.
        actual_height: usize,
    },
    /// A JSON level has no tiles in any form.
    #[error("neither `tiles` nor `map` is there; give one of them as a list of rows")]
    NoTiles,
    /// Nothing says which entities the tiles are.
    #[error("nothing names the entities of the tiles; add `entities`, or read with a palette")]
    NoPalette,
    /// A level names an entity that the palette lacks.
    #[error(
        "the level has an entity `{found}`, which is not in the palette; expected only {expected}"
    )]
    Entity {
        /// The name.
        found: String,
        /// The characters of the palette with their names.
        expected: String,
    },
    /// A text is not JSON, or not JSON of the right shape.
    #[error("not a level in JSON")]
    Json(#[from] serde_json::Error),
    /// The entities that a level names make no palette.
    #[error("the entities make no palette")]
    Palette(#[from] PaletteError),
    /// A file of many levels without any.
    #[error("there are no levels; at least one is needed")]
    NoLevels,
    /// Levels that should make one array differ in size.
    #[error(
        "level {number} is {width} x {height} tiles large, but level 1 is \
         {first_width} x {first_height}; write each to a file of its own"
    )]
    Sizes {
        /// The number of the level, from 1.
        number: usize,
        /// The number of its columns.
        width: usize,
        /// The number of its rows.
        height: usize,
        /// The number of columns of the first level.
        first_width: usize,
        /// The number of rows of the first level.
        first_height: usize,
    },
    /// A project of LDtk holds no levels.
    #[error(transparent)]
    Ldtk(#[from] crate::LdtkError),
    /// An array of numpy holds no levels.
    #[error(transparent)]
    Npy(#[from] crate::NpyError),
    /// A map of Tiled is no level.
    #[cfg(feature = "tiled")]
    #[error(transparent)]
    Tiled(#[from] crate::TiledError),
    /// A picture is no PNG.
    #[cfg(feature = "png")]
    #[error("the file is not a PNG picture")]
    NotPng(#[source] image::ImageError),
    /// A picture has a color that no entity has.
    #[cfg(feature = "png")]
    #[error("{found} is the color of no tile; a cell is a pixel, or a square of one color")]
    Color {
        /// The color, as in `color_2d2f36`.
        found: String,
    },
    /// A picture has fewer tiles than there are entities.
    #[cfg(feature = "png")]
    #[error(
        "the tileset has {columns} x {rows} tiles of {tile_size} pixels, but {n_entities} are \
         needed, one for each entity in order; choose another picture or another size of tiles"
    )]
    Tileset {
        /// The number of tiles in a row.
        columns: u32,
        /// The number of rows.
        rows: u32,
        /// The side of a tile in pixels.
        tile_size: u32,
        /// The number of entities.
        n_entities: usize,
    },
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
