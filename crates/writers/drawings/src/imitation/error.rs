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
    Palette(PaletteError),
    /// There are too many levels, or they have too many cells for a problem file.
    #[error("{0}; leave some of them out")]
    TooMany(String),
    /// A level has unset cells.
    #[error("it has cells without a tile; a drawing needs all of them, so say what these are")]
    Unset,
    /// No character is left for a tile.
    #[error("the drawings have a `?`, and no letter is free for it")]
    NoLetter,
}

impl From<PaletteError> for ImitationError {
    fn from(error: PaletteError) -> Self {
        match error {
            PaletteError::Size(n) => Self::Level(LevelError::TooManyKinds(n)),
            error => Self::Palette(error),
        }
    }
}
