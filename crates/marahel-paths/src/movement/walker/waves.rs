//! How long a shortest trip is, in waves of bits: all cells that are as many steps away at once.
//!
//! Serves movement to the four neighbors, with keys and doors, in levels of up to some thousand
//! cells: there a wave costs less than the states on its front.

use std::iter;

use marahel_level::{TileSet, View};

use super::Trip;
use crate::movement::{Movement, PLUS, Steps};

/// Words of a board up to which waves are quicker.
const N_WORDS_MAX: usize = 64;

/// Most kinds of doors: each set of keys has boards of its own.
const N_DOORS_MAX: usize = 3;

/// The boards of a search, in memory that is kept.
///
/// A board has a bit for each cell, row by row with an empty column after each, between words
/// without cells. Those of a stage, which is a leg of the trip and a set of keys, stand one after
/// the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Waves {
    /// Bits from a cell to the one below it, words of a board, and empty words on each side of it.
    stride: usize,
    n_words: usize,
    n_padding: usize,
    stages: Vec<Stage>,
    /// For each tile that is a key: its cells, and the bits of what it opens.
    keys: Vec<(Vec<u64>, usize)>,
    stops: Vec<Vec<u64>>,
    hits: Vec<u64>,
}

/// The boards of one leg with one set of keys.
#[derive(Clone, Debug, Default)]
struct Stage {
    /// What can be entered.
    free: Vec<u64>,
    /// What was not reached in this stage.
    open: Vec<u64>,
    /// What the last wave reached, and what the next one does.
    front: Vec<u64>,
    next: Vec<u64>,
    is_empty: bool,
}

impl Waves {
    /// Whether they can tell how long trips by a movement are, and are quicker.
    pub(super) fn suit(level: View<'_>, movement: &Movement) -> bool {
        let n_bits = (level.width() + 1) * level.height();
        n_bits <= N_WORDS_MAX * 64
            && matches!(&movement.steps, Steps::Offsets(offsets) if *offsets == PLUS)
            && movement.one_way.is_empty()
            && movement.doors.len() <= N_DOORS_MAX
    }

    /// Steps of a shortest trip; `None` if there is none. `free` says what can be entered in each
    /// stage, and `are_legs_alike` whether this is the same on all legs.
    pub(super) fn n_steps(
        &mut self,
        level: View<'_>,
        movement: &Movement,
        trip: &Trip,
        (free, are_legs_alike): (&[TileSet], bool),
    ) -> Option<u32> {
        let n_keys = 1 << movement.doors.len();
        // Nobody goes on from the last stop.
        self.begin(level, movement, trip, &free[..(trip.stops.len() - 1) * n_keys]);
        for n_steps in 0.. {
            if self.arrive(n_keys, are_legs_alike) {
                return Some(n_steps);
            }
            if !self.spread() {
                break;
            }
        }
        None
    }

    fn begin(&mut self, level: View<'_>, movement: &Movement, trip: &Trip, free: &[TileSet]) {
        self.stride = level.width() + 1;
        self.n_words = (self.stride * level.height()).div_ceil(64);
        self.n_padding = self.stride / 64 + 1;
        let (stride, n_words, n_padding) = (self.stride, self.n_words, self.n_padding);
        let fill = |board: &mut Vec<u64>, tiles: TileSet| {
            board.clear();
            board.resize(n_words, 0);
            for (y, row) in level.rows().enumerate() {
                for (index, part) in row.chunks(64).enumerate() {
                    let bits = part.iter().rev();
                    let bits =
                        bits.fold(0, |bits, tile| bits << 1 | u64::from(tiles.contains(*tile)));
                    let first = y * stride + 64 * index;
                    board[first / 64] |= bits << (first % 64);
                    if let Some(next) = board.get_mut(first / 64 + 1) {
                        *next |= bits >> 1 >> (63 - first % 64);
                    }
                }
            }
        };
        self.stages.resize_with(free.len(), Stage::default);
        for (stage, &tiles) in self.stages.iter_mut().zip(free) {
            fill(&mut stage.free, tiles);
            for (board, word) in [(&mut stage.open, u64::MAX), (&mut stage.next, 0)] {
                board.clear();
                board.resize(n_words, word);
            }
            stage.front.clear();
            stage.front.resize(n_words + 2 * n_padding, 0);
        }
        let Self { keys, stops, stages, hits, .. } = self;
        stops.resize_with(trip.stops.len(), Vec::new);
        stops.iter_mut().zip(&trip.stops).for_each(|(board, &stop)| fill(board, stop));
        keys.resize_with(movement.doors.len(), Default::default);
        for ((board, bits), door) in keys.iter_mut().zip(&movement.doors) {
            fill(board, TileSet::only(door.key));
            let opened = movement.doors.iter().enumerate();
            let opened = opened.filter(|(_, other)| other.key == door.key);
            *bits = opened.fold(0, |bits, (bit, _)| bits | 1 << bit);
        }
        stages[0].next.copy_from_slice(&stops[0]);
        hits.clear();
        hits.resize(n_words, 0);
    }

    /// Comes to the cells of the next wave, and to those of other stages that follow without a
    /// step; returns whether the last stop is one of them.
    fn arrive(&mut self, n_keys: usize, are_legs_alike: bool) -> bool {
        for index in 0..self.stages.len() {
            let (leg, opened) = (index / n_keys, index % n_keys);
            // Whoever comes to a key has it, ...
            for (cells, bits) in &self.keys {
                if opened | bits != opened {
                    let [from, to] =
                        pair(&mut self.stages, [index, leg * n_keys + (opened | bits)]);
                    for ((from, to), cells) in from.next.iter_mut().zip(&mut to.next).zip(cells) {
                        *to |= *from & cells;
                        *from &= !cells;
                    }
                }
            }
            // ... and whoever comes to a stop is on the next leg.
            let next = &self.stages[index].next;
            let mut is_stop = 0;
            for ((hit, next), stop) in self.hits.iter_mut().zip(next).zip(&self.stops[leg + 1]) {
                *hit = next & stop;
                is_stop |= *hit;
            }
            if is_stop != 0 {
                if leg + 2 == self.stops.len() {
                    return true;
                }
                let [from, to] = pair(&mut self.stages, [index, index + n_keys]);
                for ((from, to), hit) in from.next.iter_mut().zip(&mut to.next).zip(&self.hits) {
                    *to |= hit;
                    *from &= if are_legs_alike { !hit } else { u64::MAX };
                }
            }
            let Stage { open, front, next, is_empty, .. } = &mut self.stages[index];
            let front = &mut front[self.n_padding..];
            let mut all = 0;
            for ((open, front), next) in open.iter_mut().zip(front).zip(next) {
                *front = *next & *open;
                *open &= !*front;
                all |= *front;
            }
            *is_empty = all == 0;
        }
        false
    }

    /// Takes a step from all cells of the last wave; returns whether there are any.
    fn spread(&mut self) -> bool {
        let n_padding = self.n_padding;
        let (n_up, bits_up) = (self.stride / 64, self.stride % 64);
        let mut goes_on = false;
        for Stage { free, open, front, next, is_empty } in &mut self.stages {
            if *is_empty {
                next.fill(0);
                continue;
            }
            goes_on = true;
            let boards = free.iter().zip(&*open).zip(next);
            for (at, ((free, open), next)) in iter::zip(n_padding.., boards) {
                let [before, here, after] = [front[at - 1], front[at], front[at + 1]];
                let beside = here << 1 | before >> 63 | here >> 1 | after << 63;
                let (above, below) = (at - n_up, at + n_up);
                // Shifts by 64 would fail: so by one bit first.
                let from_above = front[above] << bits_up | front[above - 1] >> 1 >> (63 - bits_up);
                let from_below = front[below] >> bits_up | front[below + 1] << 1 << (63 - bits_up);
                *next = (beside | from_above | from_below) & free & open;
            }
        }
        goes_on
    }
}

/// Two stages, the first of them before the second.
fn pair(stages: &mut [Stage], indices: [usize; 2]) -> [&mut Stage; 2] {
    stages.get_disjoint_mut(indices).expect("what follows is another stage")
}

#[cfg(test)]
mod tests;
