//! The problem file of drawn levels: a search with it finds generators of similar levels.
//!
//! [`Drawn`] holds levels of one palette and the [`Legend`](formats::Legend) of their tiles.
//! [`Inferred`] derives from them a size, a movement, the conditions of playable levels, numbers of
//! tiles, and other common properties. Callers handle files.

mod cast;
mod deeds;
mod demands;
mod drawn;
mod flood;
mod inferred;
mod movement;
mod palettes;
mod playable;
mod words;

use level::{LevelError, PaletteError};
use problem::DefinitionError;

pub use drawn::Drawn;
pub use inferred::Inferred;
pub use movement::Moving;
pub use palettes::palette_of_texts;

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
    /// A level has unset cells.
    #[error("it has cells without a tile; a drawing needs all of them, so say what these are")]
    Unset,
    /// The legend has words without a meaning.
    #[error(
        "the legend says {unknown}, which means nothing here; beside its name a tile has words that \
         say how it is ({known}), or what it is for ({roles})"
    )]
    Legend {
        /// The words, each with its tile.
        unknown: String,
        /// Known words that describe a tile.
        known: String,
        /// Known words for the role of a tile.
        roles: String,
    },
    /// No character is left for a tile.
    #[error("the drawings have a `?`, and no letter is free for it")]
    NoLetter,
}
