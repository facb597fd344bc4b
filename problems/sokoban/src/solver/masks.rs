//! States whose crates are bits of one word: for up to 64 live squares.

use super::states::{States, Step, Visited, mix};
use super::yard::{Cell, Yard};

/// States of a yard with at most [`N_LIVE_MAX`](Self::N_LIVE_MAX) live squares.
#[derive(Debug, Default)]
pub(super) struct Masks {
    states: Vec<State>,
    visited: Visited,
    open: State,
    targets: u64,
}

/// The crates as a set of live squares, and the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    crates: u64,
    player: Cell,
}

impl State {
    #[inline]
    fn hash(self) -> u64 {
        mix(mix(0, self.crates), u64::from(self.player))
    }
}

impl Masks {
    /// More live squares do not fit.
    pub(super) const N_LIVE_MAX: usize = 64;

    #[inline]
    fn insert(&mut self, state: State) -> bool {
        self.states.push(state);
        let states = &self.states;
        let is_new = self.visited.add(
            states.len() - 1,
            |index| states[index].hash(),
            |index| states[index] == state,
        );
        if !is_new {
            self.states.pop();
        }
        is_new
    }
}

impl States for Masks {
    fn start(&mut self, yard: &Yard) {
        let mask = |cells: &[Cell]| {
            let bits = cells.iter().map(|&cell| 1 << yard.live_index(cell));
            bits.fold(0, |mask, bit: u64| mask | bit)
        };
        self.states.clear();
        self.visited.clear();
        self.targets = mask(yard.targets());
        self.insert(State { crates: mask(yard.crates()), player: yard.player() });
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn open(&mut self, index: usize) -> Cell {
        self.open = self.states[index];
        self.open.player
    }

    fn has_crate(&self, yard: &Yard, cell: Cell) -> bool {
        let index = yard.live_index(cell);
        index < 64 && self.open.crates >> index & 1 != 0
    }

    fn add(&mut self, yard: &Yard, step: Step) -> bool {
        let mut crates = self.open.crates;
        if let Some(crate_to) = step.crate_to {
            crates ^= 1 << yard.live_index(step.to) | 1 << yard.live_index(crate_to);
        }
        self.insert(State { crates, player: step.to })
    }

    fn is_newest_solved(&self) -> bool {
        let newest = self.states.last();
        newest.is_some_and(|state| state.crates == self.targets)
    }

    fn player(&self, index: usize) -> Cell {
        self.states[index].player
    }
}
