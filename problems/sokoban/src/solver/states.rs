//! Arrangements of player and crates, each remembered once.

use super::Move;
use super::yard::{Cell, Yard};

/// A search keeps at most so many states, so that indices fit in a word of 32
/// bits with room for a layer of states beyond the limit.
pub(super) const N_STATES_MAX: usize = 1 << 28;

/// The states that a search has found, in the order of finding.
///
/// One of them is open at a time: its crates can be asked for, and new states
/// are described by what changes in it.
pub(super) trait States {
    /// Forgets everything, and remembers the start of `yard` as state 0.
    fn start(&mut self, yard: &Yard);

    /// Number of states.
    fn len(&self) -> usize;

    /// Opens a state and returns the cell of its player.
    fn open(&mut self, index: usize) -> Cell;

    /// Whether a crate of the open state stands on `cell`.
    fn has_crate(&self, yard: &Yard, cell: Cell) -> bool;

    /// Remembers the state that a step leads to from the open one, and returns
    /// whether it is new.
    fn add(&mut self, yard: &Yard, step: Step) -> bool;

    /// Whether all crates of the newest state stand on targets.
    fn is_newest_solved(&self) -> bool;

    /// The cell of the player in a state.
    fn player(&self, index: usize) -> Cell;

    /// The step of `player` in a direction, unless a wall or a crate is in the
    /// way; `crate_may_stand` says which cells a push may lead to.
    #[inline]
    fn step(
        &self,
        yard: &Yard,
        player: Cell,
        direction: Move,
        crate_may_stand: impl Fn(Cell) -> bool,
    ) -> Option<Step> {
        let to = yard.step(player, direction);
        if !yard.is_floor(to) {
            return None;
        }
        if !self.has_crate(yard, to) {
            return Some(Step { to, crate_to: None });
        }
        let beyond = yard.step(to, direction);
        let pushes = crate_may_stand(beyond) && !self.has_crate(yard, beyond);
        pushes.then_some(Step { to, crate_to: Some(beyond) })
    }
}

/// What one move changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Where the player goes.
    pub(super) to: Cell,
    /// Where the crate goes that stood there, if there was one.
    pub(super) crate_to: Option<Cell>,
}

/// An open-addressing hash table of the indices of states, whose contents lie
/// elsewhere.
///
/// It starts small for every level, so that forgetting a level costs no more
/// than solving it did; its memory is kept.
#[derive(Debug, Default)]
pub(super) struct Visited {
    /// Index plus one, or 0 where free; only the first `n_slots` are in use.
    slots: Vec<u32>,
    n_slots: usize,
}

impl Visited {
    const N_SLOTS_MIN: usize = 256;

    /// Forgets all indices.
    pub(super) fn clear(&mut self) {
        self.resize(Self::N_SLOTS_MIN);
    }

    /// The index of the state that is the `same`, if there is one; otherwise
    /// `next`, which is remembered and must be the number of states before it.
    ///
    /// `hash` is the hash of the state that is looked for, `hash_of` gives that
    /// of any state before `next`.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        next: usize,
        hash: u64,
        hash_of: impl Fn(usize) -> u64,
        same: impl Fn(usize) -> bool,
    ) -> usize {
        if next * 2 >= self.n_slots {
            self.resize(self.n_slots * 2);
            for before in 0..next {
                self.place(before, hash_of(before), |_| false);
            }
        }
        self.place(next, hash, same)
    }

    #[inline]
    fn place(&mut self, next: usize, hash: u64, same: impl Fn(usize) -> bool) -> usize {
        let mask = self.n_slots - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let index = self.slots[slot] as usize - 1;
            if same(index) {
                return index;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = next as u32 + 1;
        next
    }

    fn resize(&mut self, n_slots: usize) {
        self.n_slots = n_slots;
        if self.slots.len() < n_slots {
            self.slots.resize(n_slots, 0);
        }
        self.slots[..n_slots].fill(0);
    }
}

/// One more word mixed into a hash.
#[inline]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    // Multiplying by an odd number with many ones carries every bit upward;
    // the fold brings the upper half back down to where slots are chosen.
    let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}
