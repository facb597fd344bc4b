//! What can be wrong with a game that is asked for.

use level::Tile;

use crate::definition::{DEFINITIONS, SIDE_MAX};

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// No definition has this name.
    #[error("there is no definition {0:?}; there are {names}", names = names())]
    Name(String),
    /// A side is too short or too long for the game.
    #[error("levels of {name} are {allowed}, not {width}x{height}")]
    Size {
        /// Name of the definition.
        name: &'static str,
        /// Which sizes there are.
        allowed: String,
        /// Number of columns as given.
        width: usize,
        /// Number of rows as given.
        height: usize,
    },
    /// A solver may not look at anything, or at too much.
    #[error("a solver looks at 1 to {max} nodes, not {given}")]
    Solver {
        /// The limit as given.
        given: u32,
        /// The greatest limit.
        max: u32,
    },
    /// A tile of levels is to be one that the game does not have.
    #[error("tile {from} of levels is tile {to} of the game, which has only {n_tiles}")]
    Tile {
        /// The tile of levels.
        from: usize,
        /// What it is to be in the game.
        to: Tile,
        /// Number of tiles of the game.
        n_tiles: usize,
    },
}

impl GameError {
    pub(crate) fn sides(name: &'static str, (width, height): (usize, usize)) -> Self {
        let allowed = format!("1x1 to {SIDE_MAX}x{SIDE_MAX}");
        Self::Size { name, allowed, width, height }
    }
}

fn names() -> String {
    let names: Vec<&str> = DEFINITIONS.iter().map(|definition| definition.name).collect();
    names.join(", ")
}
