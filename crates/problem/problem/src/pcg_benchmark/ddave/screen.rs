//! A screen of the platformer as a puzzle.

use super::{DIAMOND, EXIT, KEY, PLAYER, SPIKE};
use crate::pcg_benchmark::grid::{Grid, SOLID, apart};
use crate::pcg_benchmark::search::{Puzzle, ones};

/// A jump lifts Dave for all but the last of these steps, in which he hangs.
const AIR_TIME: u32 = 3;
const HANG_TIME: u32 = 1;

/// Words of a state before the bits of diamonds that are left.
const N_HEAD: usize = 2;

/// Words of a state behind those bits. The library ignores the air time when comparing states,
/// although it limits what Dave can do: of two states that differ in nothing else, only the first
/// is expanded.
const ALIVE: usize = 0;
const AIR: usize = 1;
const JUMPS: usize = 2;
const N_TAIL: usize = 3;

/// A level: a state is the cell of Dave, whether the key is left, a bit for
/// each diamond that is left, and what of the way there still matters.
#[derive(Debug, Default)]
pub(super) struct Screen {
    width: usize,
    height: usize,
    /// Number of cells from one row to the next.
    stride: usize,
    cells: Vec<u8>,
    player: u32,
    key: u32,
    exit: u32,
    /// Cells of the diamonds, row by row.
    pub(super) diamonds: Vec<u32>,
    /// The cell that is to be reached, if it is not about the exit.
    pub(super) target: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dave {
    pub(super) jumps: u32,
    pub(super) diamonds: u32,
    pub(super) keys: u32,
}

impl Screen {
    /// Takes a level that has a player, a key and an exit; to win is to leave
    /// by the exit with the key.
    pub(super) fn load(&mut self, grid: &Grid) {
        // The library counts the border as part of the screen.
        (self.width, self.height) = (grid.width + 2, grid.height + 2);
        self.stride = grid.stride;
        self.cells.clone_from(&grid.cells);
        [self.player, self.key, self.exit] = [PLAYER, KEY, EXIT]
            .map(|tile| grid.find(tile).next().expect("the level has one") as u32);
        self.diamonds.clear();
        self.diamonds.extend(grid.find(DIAMOND).map(|cell| cell as u32));
        self.target = None;
    }

    pub(super) fn cell(state: &[u32]) -> usize {
        state[0] as usize
    }

    pub(super) fn dave(&self, state: &[u32]) -> Dave {
        let (key, tail) = state.split_at(self.key_len());
        let n_left: u32 = key[N_HEAD..].iter().map(|word| word.count_ones()).sum();
        Dave {
            jumps: tail[JUMPS],
            diamonds: self.diamonds.len() as u32 - n_left,
            keys: 1 - state[1],
        }
    }

    fn is_free(&self, cell: usize) -> bool {
        self.cells[cell] != SOLID
    }

    /// Takes what is in the cell that Dave came to, or stays in.
    fn meet(&self, state: &mut [u32]) {
        let (key, tail) = state.split_at_mut(self.key_len());
        match self.cells[Self::cell(key)] {
            SPIKE => tail[ALIVE] = 0,
            KEY => key[1] = 0,
            DIAMOND => {
                let index = self.diamonds.binary_search(&key[0]);
                let index = index.expect("all diamonds are known, in the order of cells");
                key[N_HEAD + index / 32] &= !(1 << (index % 32));
            }
            _ => {}
        }
    }
}

impl Puzzle for Screen {
    fn state_len(&self) -> usize {
        self.key_len() + N_TAIL
    }

    fn key_len(&self) -> usize {
        N_HEAD + self.diamonds.len().div_ceil(32)
    }

    fn start(&self, state: &mut Vec<u32>) {
        state.extend([self.player, 1]);
        state.extend(ones(self.diamonds.len()));
        state.extend([1, 0, 0]);
    }

    /// The actions are to wait, to go left or right, and to jump. Whoever goes
    /// does not jump in the same step; whoever is in the air can go.
    fn act(&self, action: u8, state: &mut [u32]) -> bool {
        let mut cell = Self::cell(state);
        let (_, tail) = state.split_at_mut(self.key_len());
        let (above, below) = (cell - self.stride, cell + self.stride);
        match action {
            1 if self.is_free(cell - 1) => cell -= 1,
            2 if self.is_free(cell + 1) => cell += 1,
            3 if !self.is_free(below) && self.is_free(above) => {
                tail[AIR] = AIR_TIME;
                tail[JUMPS] += 1;
            }
            _ => {}
        }
        if tail[AIR] > HANG_TIME {
            tail[AIR] -= 1;
            if self.is_free(cell - self.stride) {
                cell -= self.stride;
            } else {
                tail[AIR] = HANG_TIME;
            }
        } else if tail[AIR] > 0 {
            tail[AIR] -= 1;
        } else if self.is_free(cell + self.stride) {
            cell += self.stride;
        }
        state[0] = cell as u32;
        self.meet(state);
        true
    }

    /// Steps to what comes next: the key, then the exit.
    fn heuristic(&mut self, state: &[u32]) -> i32 {
        let (goal, detour) = match self.target {
            Some(target) => (target, 0),
            None if state[1] == 1 => (self.key, self.width + self.height),
            None => (self.exit, 0),
        };
        (apart(Self::cell(state), goal as usize, self.stride) + detour) as i32
    }

    fn is_won(&self, state: &[u32]) -> bool {
        match self.target {
            Some(target) => state[0] == target,
            None => state[1] == 0 && state[0] == self.exit,
        }
    }

    fn is_lost(&self, state: &[u32]) -> bool {
        state[self.key_len() + ALIVE] == 0
    }
}
