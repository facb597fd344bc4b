//! Walking through a level: by which steps, over what, and how far it is.
//!
//! [`Movement`] defines the possible steps; [`Walker`] finds shortest paths. Cells outside of the
//! level or never set are walls.

mod platformer;
mod walker;

#[cfg(test)]
mod tests;

pub use platformer::Platformer;
pub use walker::{Trip, Walker};

use marahel_level::{Tile, TileSet};

/// The rules of movement of a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Name as in problem files.
    pub name: String,
    /// Tiles that can be entered. For a platformer: everything that is neither solid nor deadly.
    pub over: TileSet,
    /// What one step is.
    pub steps: Steps,
    /// Tiles that can be entered, and left, in one direction only.
    pub one_way: Vec<(Tile, Direction)>,
    /// Tiles that can be entered after visiting the key. A key opens all its doors for good.
    pub doors: Vec<Door>,
}

/// What one step is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// From a cell to those at these offsets, (columns, rows).
    Offsets(Vec<(isize, isize)>),
    /// With gravity.
    Platformer(Platformer),
}

/// A direction of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards smaller columns.
    Left,
    /// Towards larger columns.
    Right,
    /// Towards smaller rows.
    Up,
    /// Towards larger rows.
    Down,
}

/// A kind of door and what opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// The tile of the door.
    pub door: Tile,
    /// The tile of the key.
    pub key: Tile,
}

/// Steps to the left, to the right, up and down, in this order.
pub const PLUS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl Movement {
    /// Four-connected steps over `over`, and nothing else.
    pub fn plain(over: TileSet) -> Self {
        Self {
            name: "walk".to_owned(),
            over,
            steps: Steps::Offsets(PLUS.to_vec()),
            one_way: Vec::new(),
            doors: Vec::new(),
        }
    }

    /// Number of states of a search with `n_stops` stops in a level of `n_cells`.
    pub fn n_states(&self, n_stops: usize, n_cells: usize) -> usize {
        n_stops.saturating_mul(self.n_airs() << self.doors.len()).saturating_mul(n_cells)
    }

    /// Number of states per cell.
    fn n_airs(&self) -> usize {
        match &self.steps {
            Steps::Offsets(_) => 1,
            Steps::Platformer(platformer) => platformer.n_states(),
        }
    }

    /// Whether it is plain four-connected movement, for which [`Floor`](crate::paths::Floor) is faster.
    pub fn is_plain(&self) -> bool {
        let is_plus = matches!(&self.steps, Steps::Offsets(offsets) if *offsets == PLUS);
        is_plus && self.one_way.is_empty() && self.doors.is_empty()
    }

    /// The offsets of its steps; those of a platformer are four-connected.
    pub fn offsets(&self) -> &[(isize, isize)] {
        match &self.steps {
            Steps::Offsets(offsets) => offsets,
            Steps::Platformer(_) => &PLUS,
        }
    }

    /// Whether a step of the offset may enter, or leave, the tile.
    #[inline]
    pub fn allows(&self, tile: Tile, (columns, rows): (isize, isize)) -> bool {
        self.one_way.iter().all(|&(one_way, allowed)| {
            one_way != tile
                || match allowed {
                    Direction::Left => columns < 0,
                    Direction::Right => columns > 0,
                    Direction::Up => rows < 0,
                    Direction::Down => rows > 0,
                }
        })
    }
}
