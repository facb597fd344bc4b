//! A dungeon as a puzzle.

use super::{EXIT, GOBLIN, OGRE, PLAYER, POTION, TREASURE};
use crate::pcg_benchmark::grid::{Grid, SOLID, apart};
use crate::pcg_benchmark::search::{Puzzle, ones};

/// What the player begins with, and never has more of.
const HEALTH_MAX: u32 = 5;

/// Words of a state before the bits of what is left in the dungeon.
const N_HEAD: usize = 2;
/// Words behind them: what was met, which follows from what is left.
const N_TAIL: usize = 3;

/// A level: a state is the cell of the player, his health, a bit for each thing
/// that is left, and how many potions, treasures and enemies are not.
#[derive(Debug, Default)]
pub(super) struct Dungeon {
    width: usize,
    height: usize,
    /// Number of cells from one row to the next.
    stride: usize,
    cells: Vec<u8>,
    /// The number of what is in each cell, if anything is.
    things: Vec<Option<usize>>,
    n_things: usize,
    player: u32,
    exit: u32,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Player {
    pub(super) health: u32,
    pub(super) potions: u32,
    pub(super) treasures: u32,
    pub(super) enemies: u32,
}

impl Dungeon {
    /// Takes a level that has a player and an exit.
    pub(super) fn load(&mut self, grid: &Grid) {
        // The library counts the border as part of the dungeon.
        (self.width, self.height) = (grid.width + 2, grid.height + 2);
        self.stride = grid.stride;
        self.cells.clone_from(&grid.cells);
        self.player = grid.find(PLAYER).next().expect("the level has a player") as u32;
        self.exit = grid.find(EXIT).next().expect("the level has an exit") as u32;
        self.things.clear();
        self.n_things = 0;
        for tile in &grid.cells {
            let is_thing = [POTION, TREASURE, GOBLIN, OGRE].contains(tile);
            self.things.push(is_thing.then_some(self.n_things));
            self.n_things += usize::from(is_thing);
        }
    }

    pub(super) fn cell(state: &[u32]) -> usize {
        state[0] as usize
    }

    pub(super) fn player(&self, state: &[u32]) -> Player {
        let met = &state[self.key_len()..];
        Player { health: state[1], potions: met[0], treasures: met[1], enemies: met[2] }
    }

    pub(super) fn n_left(&self, state: &[u32]) -> u32 {
        state[N_HEAD..self.key_len()].iter().map(|word| word.count_ones()).sum()
    }
}

impl Puzzle for Dungeon {
    fn state_len(&self) -> usize {
        self.key_len() + N_TAIL
    }

    fn key_len(&self) -> usize {
        N_HEAD + self.n_things.div_ceil(32)
    }

    fn start(&self, state: &mut Vec<u32>) {
        state.extend([self.player, HEALTH_MAX]);
        state.extend(ones(self.n_things));
        state.extend([0; N_TAIL]);
    }

    fn act(&self, action: u8, state: &mut [u32]) -> bool {
        let cell = match action {
            0 => Self::cell(state) - 1,
            1 => Self::cell(state) + 1,
            2 => Self::cell(state) - self.stride,
            _ => Self::cell(state) + self.stride,
        };
        // To walk into a wall is a node of its own.
        if self.cells[cell] == SOLID {
            return true;
        }
        state[0] = cell as u32;
        let Some(thing) = self.things[cell] else { return true };
        let (key, met) = state.split_at_mut(self.key_len());
        let (word, bit) = (&mut key[N_HEAD + thing / 32], 1 << (thing % 32));
        if *word & bit == 0 {
            return true;
        }
        *word &= !bit;
        match self.cells[cell] {
            POTION => {
                key[1] = (key[1] + 2).min(HEALTH_MAX);
                met[0] += 1;
            }
            TREASURE => met[1] += 1,
            enemy => {
                key[1] = key[1].saturating_sub(if enemy == GOBLIN { 1 } else { 2 });
                met[2] += 1;
            }
        }
        true
    }

    /// Far from the exit and hurt is bad, treasures are good; the size of the
    /// dungeon keeps it from being less than nothing, but for many treasures.
    fn heuristic(&mut self, state: &[u32]) -> i32 {
        let distance = apart(Self::cell(state), self.exit as usize, self.stride);
        let player = self.player(state);
        let hurt = HEALTH_MAX - player.health;
        let bad = distance + 4 * hurt as usize + self.width * self.height;
        bad as i32 - 2 * player.treasures as i32
    }

    fn is_won(&self, state: &[u32]) -> bool {
        state[0] == self.exit
    }

    fn is_lost(&self, state: &[u32]) -> bool {
        state[1] == 0
    }
}
