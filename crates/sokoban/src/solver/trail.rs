//! How a search came to its states.

use super::Move;
use super::states::States;
use super::yard::Yard;

/// For each state the one from which it was found; state 0 is the start.
#[derive(Debug, Default)]
pub(super) struct Trail {
    parents: Vec<u32>,
}

impl Trail {
    /// Forgets everything but the start.
    pub(super) fn start(&mut self) {
        self.parents.clear();
        self.parents.push(0);
    }

    /// Remembers that the next state was found from state `parent`.
    pub(super) fn add(&mut self, parent: usize) {
        self.parents.push(parent as u32);
    }

    /// The moves that lead from the start to state `index`.
    pub(super) fn moves(&self, yard: &Yard, states: &States, mut index: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while index != 0 {
            let parent = self.parents[index] as usize;
            moves.push(yard.direction(states.player(parent), states.player(index)));
            index = parent;
        }
        moves.reverse();
        moves
    }
}
