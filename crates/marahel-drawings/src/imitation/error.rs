//! [`ImitationError`]: why drawings make no problem file.

use marahel_level::{LevelError, PaletteError};
use marahel_problem::DefinitionError;

/// Why no problem file can be derived from drawings.
#[derive(Debug, thiserror::Error)]
pub enum ImitationError {
    /// Their data does not form a valid problem file.
    #[error("the drawings do not form a valid problem file; leave some of them out")]
    Definition(#[from] DefinitionError),
    /// A level cannot be converted to the common palette.
    #[error("the tiles of all drawings")]
    Level(#[from] LevelError),
    /// The tiles do not form a palette.
    #[error("the tiles of all drawings")]
    Palette(#[from] PaletteError),
    /// There are too many levels, or they have too many cells for a problem file.
    #[error("{0}; leave some of them out")]
    TooMany(String),
    /// A level has unset cells.
    #[error("it has cells without a tile; a drawing needs all of them, so say what these are")]
    Unset,
    /// The legend has words without a meaning.
    #[error(
        "the legend says {unknown}, which means nothing here; beside its name a tile has words that \
         say how it is ({general}), or what it is for ({roles})"
    )]
    Legend {
        /// The words, each with its tile.
        unknown: String,
        /// Known words that describe a tile.
        general: String,
        /// Known words for the role of a tile.
        roles: String,
    },
    /// No character is left for a tile.
    #[error("the drawings have a `?`, and no letter is free for it")]
    NoLetter,
}
