//! A level as a solver sees it.

use marahel_level::View;

use super::Move;
use crate::paths::sokoban::{CRATE, CRATE_AT_TARGET, EMPTY, PLAYER, PLAYER_AT_TARGET, TARGET};

/// The number of a cell of a [`Yard`].
pub(super) type Cell = u32;

/// Walls, targets, and what stands where at the start.
///
/// Rows lie one cell apart, and one row is above and one below them; these
/// cells are walls, so that no step needs to be checked for the edge.
#[derive(Debug, Default)]
pub(super) struct Yard {
    /// Number of cells from one row to the next.
    pub(super) stride: u32,
    /// For each cell, the surrounding walls included, whether it is no wall.
    pub(super) floor: Vec<bool>,
    /// For each cell whether it is in `live`.
    is_live: Vec<bool>,
    pub(super) live: Vec<Cell>,
    /// Where crates should be, row by row.
    pub(super) targets: Vec<Cell>,
    /// Where crates are at the start, row by row.
    pub(super) crates: Vec<Cell>,
    pub(super) player: Cell,
}

impl Yard {
    /// Takes the level and returns whether it can be a puzzle at all: one
    /// player, at least one crate, as many targets as crates.
    pub(super) fn read(&mut self, level: View<'_>) -> bool {
        self.stride = level.width() as u32 + 1;
        self.floor.clear();
        let n_cells = (level.height() + 2) * (level.width() + 1) + 1;
        self.floor.resize(n_cells, false);
        self.targets.clear();
        self.crates.clear();
        let mut n_players = 0;
        for (row, first) in level.rows().zip((1..).map(|y| y * self.stride)) {
            for (&tile, cell) in row.iter().zip(first..) {
                match tile {
                    EMPTY | TARGET => {}
                    CRATE | CRATE_AT_TARGET => self.crates.push(cell),
                    PLAYER | PLAYER_AT_TARGET => {
                        n_players += 1;
                        self.player = cell;
                    }
                    _ => continue,
                }
                if matches!(tile, TARGET | CRATE_AT_TARGET | PLAYER_AT_TARGET) {
                    self.targets.push(cell);
                }
                self.floor[cell as usize] = true;
            }
        }
        n_players == 1 && !self.crates.is_empty() && self.crates.len() == self.targets.len()
    }

    /// Finds the live squares, from where a crate that were alone could be
    /// pushed to a target, by pulling crates away from all targets.
    ///
    /// A crate anywhere else never reaches a target, whatever else is moved,
    /// so leaving out such states loses no solution.
    pub(super) fn find_live_squares(&mut self) {
        self.is_live.clear();
        self.is_live.resize(self.floor.len(), false);
        self.live.clear();
        for index in 0..self.targets.len() {
            self.enliven(self.targets[index]);
        }
        let mut head = 0;
        while let Some(&cell) = self.live.get(head) {
            head += 1;
            for back in Move::ALL {
                let from = self.step(cell, back);
                if self.is_floor(from) && self.is_floor(self.step(from, back)) {
                    self.enliven(from);
                }
            }
        }
    }

    fn enliven(&mut self, cell: Cell) {
        if !self.is_live[cell as usize] {
            self.is_live[cell as usize] = true;
            self.live.push(cell);
        }
    }

    #[inline]
    pub(super) fn step(&self, cell: Cell, direction: Move) -> Cell {
        match direction {
            Move::Left => cell - 1,
            Move::Right => cell + 1,
            Move::Up => cell - self.stride,
            Move::Down => cell + self.stride,
        }
    }

    /// Number of steps between two cells if there were no walls.
    pub(super) fn steps_apart(&self, a: Cell, b: Cell) -> u32 {
        let [a, b] = [a, b].map(|cell| (cell % self.stride, cell / self.stride));
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
    }

    #[inline]
    pub(super) fn is_floor(&self, cell: Cell) -> bool {
        self.floor[cell as usize]
    }

    /// Whether a crate on this cell could be pushed to a target if it were alone.
    #[inline]
    pub(super) fn is_live(&self, cell: Cell) -> bool {
        self.is_live[cell as usize]
    }

    /// How many states there can be at most, with crates that can be told apart:
    /// the player and the crates are on different cells of the floor.
    pub(super) fn n_states(&self) -> usize {
        let n_floor = self.floor.iter().filter(|&&is_floor| is_floor).count();
        (0..=self.crates.len())
            .fold(1, |n: usize, n_placed| n.saturating_mul(n_floor.saturating_sub(n_placed)))
    }

    /// Number of cells without the walls above and below.
    pub(super) fn n_inner_cells(&self) -> usize {
        self.floor.len() - 2 * self.stride as usize - 1
    }
}
