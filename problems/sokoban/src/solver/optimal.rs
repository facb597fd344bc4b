//! Shortest solutions.

use level::View;

use super::lists::Lists;
use super::masks::Masks;
use super::states::{N_STATES_MAX, States};
use super::trail::Trail;
use super::yard::Yard;
use super::{Move, Outcome};

/// Lists of crates together hold at most so many cells (512 MiB).
const N_LISTED_CELLS_MAX: usize = 1 << 27;

/// Finds the least number of moves by breadth-first search over moves.
///
/// Every move counts one and states are looked at in the order of their
/// number of moves, so the first solved state has the fewest. States with a
/// crate off the live squares are left out; no solution leads through them.
/// Crates cannot be told apart. When all states have been seen and none is
/// solved, there is no solution.
#[derive(Debug)]
pub(super) struct OptimalSolver {
    n_states_max: usize,
    yard: Yard,
    masks: Masks,
    lists: Lists,
    trail: Trail,
}

impl OptimalSolver {
    pub(super) fn new(n_states_max: u32) -> Self {
        Self {
            n_states_max: (n_states_max as usize).min(N_STATES_MAX),
            yard: Yard::default(),
            masks: Masks::default(),
            lists: Lists::new(false),
            trail: Trail::default(),
        }
    }

    pub(super) fn solve(&mut self, level: View<'_>) -> Outcome {
        if !self.yard.read(level) {
            return Outcome::Gated;
        }
        self.yard.find_live_squares();
        let yard = &self.yard;
        if !yard.crates().iter().all(|&cell| yard.is_live(cell)) {
            return Outcome::Unsolvable;
        }
        if self.fits_masks() {
            search(yard, &mut self.masks, &mut self.trail, self.n_states_max)
        } else {
            let n_listed_max = N_LISTED_CELLS_MAX / (yard.crates().len() + 1);
            let n_states_max = self.n_states_max.min(n_listed_max);
            search(yard, &mut self.lists, &mut self.trail, n_states_max)
        }
    }

    /// The moves of the solution that [`solve`](Self::solve) found last.
    pub(super) fn path(&self) -> Vec<Move> {
        if self.fits_masks() {
            let newest = self.masks.len() - 1;
            self.trail.moves(&self.yard, &self.masks, newest)
        } else {
            let newest = self.lists.len() - 1;
            self.trail.moves(&self.yard, &self.lists, newest)
        }
    }

    fn fits_masks(&self) -> bool {
        self.yard.n_live() <= Masks::N_LIVE_MAX
    }
}

pub(super) fn search(
    yard: &Yard,
    states: &mut impl States,
    trail: &mut Trail,
    n_states_max: usize,
) -> Outcome {
    states.start(yard);
    trail.start();
    let mut index = 0;
    for moves in 1.. {
        let n_nearer = states.len();
        if index == n_nearer {
            break;
        }
        while index < n_nearer {
            let player = states.open(index);
            for direction in Move::ALL {
                let is_live = |cell| yard.is_live(cell);
                let Some(step) = states.step(yard, player, direction, is_live) else {
                    continue;
                };
                if states.add(yard, step) {
                    trail.add(index);
                    if step.crate_to.is_some() && states.is_newest_solved() {
                        return Outcome::Solved { moves };
                    }
                    if states.len() > n_states_max {
                        return Outcome::Undecided;
                    }
                }
            }
            index += 1;
        }
    }
    Outcome::Unsolvable
}
