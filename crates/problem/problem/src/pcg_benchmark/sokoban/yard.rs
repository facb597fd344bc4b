//! A sokoban level as a puzzle.

use super::{CRATE, PLAYER, TARGET};
use crate::pcg_benchmark::grid::{Grid, SOLID, apart};
use crate::pcg_benchmark::search::Puzzle;

/// A level: a state is the cell of the player and those of the crates, each
/// crate in its place, so that two that change places give another state.
#[derive(Debug, Default)]
pub(super) struct Yard {
    /// Number of cells from one row to the next.
    stride: usize,
    is_solid: Vec<bool>,
    /// Cells from which no crate comes to a target, as far as is known.
    is_dead: Vec<bool>,
    player: u32,
    crates: Vec<u32>,
    targets: Vec<u32>,
    /// Columns and rows between each target and each cell, target by target.
    distances: Vec<u16>,
    corners: Vec<usize>,
    /// Targets that no crate has taken.
    left: Vec<u16>,
}

impl Yard {
    /// Takes a level that has a player.
    pub(super) fn load(&mut self, grid: &Grid) {
        self.stride = grid.stride;
        self.is_solid.clear();
        self.is_solid.extend(grid.cells.iter().map(|&tile| tile == SOLID));
        self.player = grid.find(PLAYER).next().expect("the level has a player") as u32;
        self.crates.clear();
        self.crates.extend(grid.find(CRATE).map(|cell| cell as u32));
        self.targets.clear();
        self.targets.extend(grid.find(TARGET).map(|cell| cell as u32));
        self.measure_distances();
        self.find_dead_cells();
    }

    fn measure_distances(&mut self) {
        self.distances.clear();
        for &target in &self.targets {
            let cells = 0..self.is_solid.len();
            self.distances
                .extend(cells.map(|cell| apart(target as usize, cell, self.stride) as u16));
        }
    }

    /// Corners without a target are dead, and so is what lies between two of
    /// them in a row or column along walls, on either side.
    fn find_dead_cells(&mut self) {
        self.is_dead.clear();
        self.is_dead.resize(self.is_solid.len(), false);
        self.corners.clear();
        let rows = [self.stride, 1];
        for cell in self.stride + 1..self.is_solid.len() - self.stride - 1 {
            let is_corner = rows.iter().all(|&along| self.is_beside_wall(cell, along));
            if !self.is_solid[cell] && is_corner && !self.targets.contains(&(cell as u32)) {
                self.corners.push(cell);
                self.is_dead[cell] = true;
            }
        }
        for first in 0..self.corners.len() {
            for second in first + 1..self.corners.len() {
                let (from, to) = (self.corners[first], self.corners[second]);
                if from / self.stride == to / self.stride {
                    self.bury(from, to, 1, self.stride);
                } else if from % self.stride == to % self.stride {
                    self.bury(from, to, self.stride, 1);
                }
            }
        }
    }

    /// Whether a wall is on one of two sides of a cell.
    fn is_beside_wall(&self, cell: usize, across: usize) -> bool {
        self.is_solid[cell - across] || self.is_solid[cell + across]
    }

    /// Marks what lies between two corners, `along` apart, if a wall is beside
    /// each of its cells and none of them is solid or a target.
    fn bury(&mut self, from: usize, to: usize, along: usize, across: usize) {
        let between = (from + along..to).step_by(along);
        let is_dead = between.clone().all(|cell| {
            !self.is_solid[cell]
                && !self.targets.contains(&(cell as u32))
                && self.is_beside_wall(cell, across)
        });
        if is_dead {
            between.for_each(|cell| self.is_dead[cell] = true);
        }
    }

    fn is_free(&self, cell: usize, crates: &[u32]) -> bool {
        !self.is_solid[cell] && !crates.contains(&(cell as u32))
    }
}

impl Puzzle for Yard {
    fn state_len(&self) -> usize {
        1 + self.crates.len()
    }

    fn key_len(&self) -> usize {
        self.state_len()
    }

    fn start(&self, state: &mut Vec<u32>) {
        state.push(self.player);
        state.extend_from_slice(&self.crates);
    }

    fn act(&self, action: u8, state: &mut [u32]) -> bool {
        let step = |cell: u32| match action {
            0 => cell - 1,
            1 => cell + 1,
            2 => cell - self.stride as u32,
            _ => cell + self.stride as u32,
        };
        let (player, crates) = state.split_first_mut().expect("a state begins with the player");
        let next = step(*player);
        if self.is_free(next as usize, crates) {
            *player = next;
            return true;
        }
        let Some(pushed) = crates.iter().position(|&cell| cell == next) else { return false };
        if !self.is_free(step(next) as usize, crates) {
            return false;
        }
        *player = next;
        crates[pushed] = step(next);
        // A crate that began on a dead cell forbids all pushes of others.
        !crates.iter().any(|&cell| self.is_dead[cell as usize])
    }

    /// Each crate in turn takes the nearest target that is left.
    fn heuristic(&mut self, state: &[u32]) -> i32 {
        let n_cells = self.is_solid.len();
        let left = &mut self.left;
        left.clear();
        left.extend(0..self.targets.len() as u16);
        let mut total = 0;
        for &cell in &state[1..] {
            let distance =
                |target: u16| self.distances[usize::from(target) * n_cells + cell as usize];
            let nearest = (0..left.len()).min_by_key(|&index| distance(left[index]));
            let nearest = nearest.expect("there are as many targets as crates");
            total += i32::from(distance(left.remove(nearest)));
        }
        total
    }

    /// Most steps push nothing, and the heuristic is about crates alone.
    fn heuristic_after(&mut self, before: &[u32], heuristic: i32, state: &[u32]) -> i32 {
        if before[1..] == state[1..] { heuristic } else { self.heuristic(state) }
    }

    fn is_won(&self, state: &[u32]) -> bool {
        self.targets.iter().all(|target| state[1..].contains(target))
    }

    fn is_lost(&self, _state: &[u32]) -> bool {
        false
    }
}
