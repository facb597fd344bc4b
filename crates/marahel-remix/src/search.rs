//! The search: cells change where the judge gains by it, and what is not needed is taken back.

use std::collections::BTreeSet;

use marahel_level::{Level, Tile};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::Freedom;
use crate::aim::{Aim, Judge, Verdict};
use crate::moves::{Change, Passing, proposed};
use crate::windows::Windows;

/// What may be spent on a level, in judged cells: so many for each cell, but at least and at most.
const COST_PER_CELL: u64 = 26_000;
const COST_LEAST: u64 = 10 << 20;
const COST_MOST: u64 = 64 << 20;

/// What may be spent on pairs of changes, and the most changes of which that is doubted.
const COST_OF_PAIRS: u64 = 4 << 20;
const N_DOUBTED_MAX: usize = 12;

/// A smaller gain is rounding.
const GAIN_MIN: f64 = 1e-9;

/// Single changes that are tried one after the other, with no gain left, before all are judged anew.
const N_STALE_MAX: usize = 24;

/// Moves among which the best is taken where no single change gains.
const N_MOVES: usize = 60;

/// Moves that are made at random if none gains.
const N_KICKS: usize = 20;

/// Times that they are made before single changes are judged anew, and before an attempt ends.
const N_KICKED: usize = 6;
const N_STUCK_MAX: usize = 60;

/// Attempts with no fewer changes before the search ends.
const N_IN_VAIN_MAX: usize = 3;

/// A cell, its new tile, the gain by it, and how much rarer its windows become.
#[derive(Clone, Copy, Debug)]
struct Single {
    cell: usize,
    tile: Tile,
    gain: f64,
    rarer: f64,
}

pub(crate) struct Search<'a> {
    pub(crate) judge: Judge<'a>,
    freedom: &'a Freedom,
    windows: &'a Windows,
    passing: Vec<Passing>,
    /// Changes that are not made.
    pub(crate) taboo: Vec<(usize, Tile)>,
    /// The cost at which the search ends.
    limit: u64,
}

/// A level with its verdict.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) level: Level,
    pub(crate) verdict: Verdict,
}

impl<'a> Search<'a> {
    pub(crate) fn new(aim: &'a Aim, freedom: &'a Freedom, windows: &'a Windows) -> Self {
        let judge = Judge::new(aim);
        let passing = judge.passing();
        Self { judge, freedom, windows, passing, taboo: Vec::new(), limit: 0 }
    }

    /// What may be spent on a level of this size.
    fn budget(level: &Level) -> u64 {
        (COST_PER_CELL * level.tiles().len() as u64).clamp(COST_LEAST, COST_MOST)
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.judge.cost >= self.limit
    }

    pub(crate) fn state(&mut self, level: Level) -> State {
        let verdict = self.judge.judge(&level);
        State { level, verdict }
    }

    /// The level with the fewest changes that meets all, of several attempts; if there is none, the
    /// nearest.
    pub(crate) fn fewest(&mut self, start: &State, rng: &mut ChaCha8Rng) -> State {
        self.limit = self.judge.cost + Self::budget(&start.level);
        let mut best: Option<(usize, State)> = None;
        let mut nearest = start.clone();
        let singles = self.singles(start, rng);
        let is_exhaustive = !self.is_spent();
        let mut n_in_vain = 0;
        for attempt in 0.. {
            let mut singles = singles.clone();
            if attempt > 0 {
                singles.iter_mut().for_each(|single| single.gain *= jitter(rng));
                sort(&mut singles);
            }
            let reached = self.climb(start.clone(), singles, rng);
            if reached.verdict.is_all {
                let few = self.without_needless(start, reached, rng);
                let n = changed(&start.level, &few.level).len();
                n_in_vain += 1;
                if best.as_ref().is_none_or(|(fewest, _)| n < *fewest) {
                    best = Some((n, few));
                    n_in_vain = 0;
                }
            } else if reached.verdict.merit > nearest.verdict.merit {
                nearest = reached;
            }
            // One change that was found is the least, and two are where no single one will do.
            let is_least =
                best.as_ref().is_some_and(|(n, _)| *n <= if is_exhaustive { 2 } else { 1 });
            if is_least || n_in_vain >= N_IN_VAIN_MAX || self.is_spent() {
                break;
            }
        }
        if let Some((n, _)) = best
            && is_exhaustive
            && (3..=N_DOUBTED_MAX).contains(&n)
            && let Some(two) = self.pair(start, &singles)
        {
            return two;
        }
        best.map_or(nearest, |(_, state)| state)
    }

    /// A level with two changes that meets all, if one is found soon: changes that gain come first.
    fn pair(&mut self, start: &State, singles: &[Single]) -> Option<State> {
        let gaining: BTreeSet<(usize, Tile)> =
            singles.iter().map(|single| (single.cell, single.tile)).collect();
        let mut changes: Vec<(usize, Tile)> =
            singles.iter().map(|single| (single.cell, single.tile)).collect();
        for (cell, &own) in start.level.tiles().iter().enumerate() {
            let tiles = (0..start.level.palette().len() as Tile).filter(|&tile| tile != own);
            let others = tiles.map(|tile| (cell, tile)).filter(|change| !gaining.contains(change));
            changes.extend(others.filter(|&(cell, tile)| self.allows(cell, own, tile)));
        }
        let end = self.judge.cost + COST_OF_PAIRS;
        for (index, first) in changes.iter().enumerate() {
            for second in changes[index + 1..].iter().filter(|second| second.0 != first.0) {
                if self.judge.cost >= end {
                    return None;
                }
                let after = self.after(start, &[*first, *second]);
                if after.verdict.is_all {
                    return Some(after);
                }
            }
        }
        None
    }

    /// Changes cells as long as the level gains, from these single changes on.
    fn climb(&mut self, mut here: State, mut singles: Vec<Single>, rng: &mut ChaCha8Rng) -> State {
        let mut n_stuck = 0;
        while !here.verdict.is_all && n_stuck < N_STUCK_MAX && !self.is_spent() {
            let mut has_gained = self.take(&mut here, &singles);
            while !here.verdict.is_all && self.moved(&mut here, rng) {
                has_gained = true;
            }
            if has_gained {
                n_stuck = 0;
            } else {
                n_stuck += 1;
                self.kicked(&mut here, rng);
            }
            // Single changes cost much, and so few kicks make none of them gain.
            let is_due = has_gained || n_stuck % N_KICKED == 0;
            singles = if is_due { self.singles(&here, rng) } else { Vec::new() };
        }
        here
    }

    /// Judges single changes, the evidence first; the best first.
    fn singles(&mut self, here: &State, rng: &mut ChaCha8Rng) -> Vec<Single> {
        let n_cells = here.level.tiles().len();
        let first = self.judge.evidence(&here.level);
        let mut others: Vec<usize> =
            (0..n_cells).filter(|cell| first.binary_search(cell).is_err()).collect();
        others.shuffle(rng);
        let end = self.judge.cost + Self::budget(&here.level) / 4;
        let (mut level, mut singles) = (here.level.clone(), Vec::new());
        for cell in first.into_iter().chain(others) {
            if self.judge.cost >= end || self.is_spent() {
                break;
            }
            for tile in 0..level.palette().len() as Tile {
                let before = level.tiles()[cell];
                if tile == before || !self.allows(cell, before, tile) {
                    continue;
                }
                let rarer = self.windows.rarer(&mut level, cell, tile);
                put(&mut level, cell, tile);
                let verdict = self.judge.judge(&level);
                put(&mut level, cell, before);
                let gain = verdict.merit - here.verdict.merit;
                if gain > GAIN_MIN {
                    let gain = if verdict.is_all { f64::MAX } else { gain };
                    singles.push(Single { cell, tile, gain, rarer });
                }
            }
        }
        sort(&mut singles);
        singles
    }

    /// Makes each of these changes that still gains at least half of what it did.
    fn take(&mut self, here: &mut State, singles: &[Single]) -> bool {
        let (mut has_gained, mut n_stale) = (false, 0);
        for single in singles {
            let after = self.after(here, &[(single.cell, single.tile)]);
            let gain = after.verdict.merit - here.verdict.merit;
            if after.verdict.is_all || gain > GAIN_MIN.max(single.gain.min(1.0) / 2.0) {
                *here = after;
                (has_gained, n_stale) = (true, 0);
            } else {
                n_stale += 1;
            }
            if here.verdict.is_all || n_stale >= N_STALE_MAX || self.is_spent() {
                break;
            }
        }
        has_gained
    }

    /// Makes the move with the greatest gain for each changed cell, of some.
    fn moved(&mut self, here: &mut State, rng: &mut ChaCha8Rng) -> bool {
        let mut best: Option<(f64, State)> = None;
        for _ in 0..N_MOVES {
            let change = self.allowed(here, proposed(&here.level, &self.passing, rng));
            if change.is_empty() || self.is_spent() {
                continue;
            }
            let after = self.after(here, &change);
            let gain = (after.verdict.merit - here.verdict.merit) / change.len() as f64;
            if gain > GAIN_MIN && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, after));
            }
        }
        let Some((_, after)) = best else { return false };
        *here = after;
        true
    }

    /// Makes moves at random that lose nothing, so that others become possible.
    fn kicked(&mut self, here: &mut State, rng: &mut ChaCha8Rng) {
        for _ in 0..N_KICKS {
            let change = self.allowed(here, proposed(&here.level, &self.passing, rng));
            let after = self.after(here, &change);
            if after.verdict.merit >= here.verdict.merit {
                *here = after;
            }
        }
    }

    /// Takes back each change without which nothing is lost.
    pub(crate) fn without_needless(
        &mut self,
        start: &State,
        mut here: State,
        rng: &mut ChaCha8Rng,
    ) -> State {
        loop {
            let mut cells = changed(&start.level, &here.level);
            cells.shuffle(rng);
            let n = cells.len();
            for cell in cells {
                let after = self.after(&here, &[(cell, start.level.tiles()[cell])]);
                if after.verdict.is_all {
                    here = after;
                }
            }
            if changed(&start.level, &here.level).len() == n || self.is_spent() {
                return here;
            }
        }
    }

    fn after(&mut self, here: &State, change: &[(usize, Tile)]) -> State {
        let mut level = here.level.clone();
        change.iter().for_each(|&(cell, tile)| put(&mut level, cell, tile));
        self.state(level)
    }

    /// The part of a change that may be made and changes something.
    fn allowed(&self, here: &State, change: Change) -> Change {
        let tiles = here.level.tiles();
        let change = change
            .into_iter()
            .filter(|&(cell, tile)| tiles[cell] != tile && self.allows(cell, tiles[cell], tile));
        change.collect()
    }

    fn allows(&self, cell: usize, before: Tile, after: Tile) -> bool {
        self.freedom.allows(cell, before, after) && !self.taboo.contains(&(cell, after))
    }
}

/// The best first; of equal ones those with the commonest windows.
fn sort(singles: &mut [Single]) {
    singles.sort_by(|left, right| {
        let by_gain = right.gain.total_cmp(&left.gain);
        by_gain.then(left.rarer.total_cmp(&right.rarer))
    });
}

/// A factor for another order of the same changes.
fn jitter(rng: &mut ChaCha8Rng) -> f64 {
    0.7 + 0.6 * f64::from(crate::moves::below(1 << 16, rng) as u32) / f64::from(1 << 16)
}

pub(crate) fn put(level: &mut Level, cell: usize, tile: Tile) {
    level.set(cell % level.width(), cell / level.width(), tile);
}

/// The cells in which two levels differ.
pub(crate) fn changed(before: &Level, after: &Level) -> Vec<usize> {
    let tiles = before.tiles().iter().zip(after.tiles()).enumerate();
    tiles.filter(|(_, (before, after))| before != after).map(|(cell, _)| cell).collect()
}
