//! The problem file that drawn levels make: a search for it finds generators of levels like them.
//!
//! [`Drawn`] are levels of one palette with what a [`Legend`](formats::Legend) says of their tiles. From them
//! [`Inferred`] takes a size, how somebody moves, what makes a level playable, how many of each tile
//! there should be, and what else all drawings share. Files belong to whoever calls.

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

/// Why drawings make no problem file.
#[derive(Debug, thiserror::Error)]
pub enum ImitationError {
    /// What they say cannot be a problem file.
    #[error("the drawings make no problem file; leave some of them out")]
    Definition(#[from] DefinitionError),
    /// A level cannot be told in the tiles of the others.
    #[error("the tiles of all drawings")]
    Level(#[from] LevelError),
    /// The tiles make no palette.
    #[error("the tiles of all drawings")]
    Palette(#[from] PaletteError),
    /// A level has cells without a tile.
    #[error("it has cells without a tile; a drawing needs all of them, so say what these are")]
    Unset,
    /// The legend has words that say nothing.
    #[error(
        "the legend says {unknown}, which means nothing here; beside its name a tile has words that \
         say how it is ({known}), or what it is for ({roles})"
    )]
    Legend {
        /// The words, each with its tile.
        unknown: String,
        /// Words that say how a tile is.
        known: String,
        /// Words that say what it is for.
        roles: String,
    },
    /// There is no character left for a tile.
    #[error("the drawings have a `?`, and no letter is free for it")]
    NoLetter,
}
