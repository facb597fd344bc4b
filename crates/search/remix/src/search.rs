//! [`Search`]: changes are made where the judge gains by them, and what is not needed is taken back.

use marahel_level::{Level, Tile};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::aim::{Aim, Judge, State};
use crate::freedom::{Change, Freedom};
use crate::moves::proposed;
use crate::windows::Windows;

/// What may be spent on a level, in judged cells: so many for each pair of cells, as all changes of a cell
/// cost a pass over all cells each; but at least and at most.
const COST_PER_PAIR: u64 = 65;
const COST_LEAST: u64 = 9 << 20;
pub(crate) const COST_MOST: u64 = 128 << 20;

/// A smaller gain is rounding.
const GAIN_MIN: f64 = 1e-9;

/// Moves of a round, and rounds of them before single cells are tried anew.
const N_MOVES: usize = 80;
const N_ROUNDS: usize = 20;

/// Rounds with no gain before an attempt ends, and attempts in vain before the search does.
const N_STUCK_MAX: usize = 60;
const N_IN_VAIN_MAX: usize = 24;

/// Of how many changes the steepest way takes the best.
const N_STEEP_MAX: usize = 200;

/// Changes that may be needless together: how far apart neighbors are, and how many there are.
const N_APART_MAX: usize = 2;
const N_GROUP_MAX: usize = 8;

pub(crate) struct Search<'a> {
    pub(crate) judge: Judge<'a>,
    pub(crate) freedom: Freedom,
    windows: &'a Windows,
    /// The cost at which it ends.
    limit: u64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(aim: &'a Aim, freedom: &Freedom, windows: &'a Windows) -> Self {
        Self { judge: Judge::new(aim), freedom: freedom.clone(), windows, limit: 0 }
    }

    /// A level that meets all, or else the nearest that one attempt comes to.
    pub(crate) fn any(&mut self, start: &State, rng: &mut ChaCha8Rng) -> State {
        self.set_limit(start);
        let singles = self.singles(&start.level, rng);
        let reached = self.climb(start.clone(), singles, rng);
        self.without_needless(&start.level, reached, rng)
    }

    /// The level with the fewest changes that meets all, or else the nearest, of several attempts.
    pub(crate) fn fewest(&mut self, start: &State, rng: &mut ChaCha8Rng) -> State {
        self.set_limit(start);
        if start.is_all {
            return start.clone();
        }
        let (mut gains, singles) = (Vec::new(), self.singles(&start.level, rng));
        let exchanges = self.exchanges(&start.level, rng);
        let changes = singles.iter().cloned().chain(exchanges);
        let after = self.tried(start, changes, &mut gains);
        if let Some(after) = after.or_else(|| self.two_more(start, &singles)) {
            return after;
        }
        gains.sort_by(|left, right| right.0.total_cmp(&left.0));
        let mut gains: Vec<Change> = gains.into_iter().map(|(_, change)| change).collect();
        let (mut from, mut first) = (self.steepest(start, &gains), Vec::new());
        // What meets all comes before what does not; then few changes.
        let rank = |state: &State| {
            let n_changed = changed(&start.level, &state.level).len() as f64;
            (state.is_all, if state.is_all { -n_changed } else { state.merit })
        };
        let (mut best, mut n_in_vain) = (start.clone(), 0);
        while !(self.is_spent() || best.is_all && n_in_vain >= N_IN_VAIN_MAX) {
            let reached = self.climb(from, first, rng);
            let reached = self.without_needless(&start.level, reached, rng);
            n_in_vain += 1;
            if rank(&reached) > rank(&best) {
                (best, n_in_vain) = (reached, 0);
            }
            gains.shuffle(rng);
            (from, first) = (start.clone(), gains.clone());
        }
        if best.is_all { best } else { self.nearer(&start.level, best) }
    }

    /// A level that misses something, without the changes by which it gains nothing: many at once at
    /// first, then fewer.
    fn nearer(&mut self, start: &Level, mut here: State) -> State {
        self.limit = self.judge.cost + COST_LEAST;
        let mut n_at_once = changed(start, &here.level).len();
        while n_at_once > 0 {
            for cells in changed(start, &here.level).chunks(n_at_once) {
                if self.is_spent() {
                    return here;
                }
                let back: Change = cells.iter().map(|&cell| (cell, start.tiles()[cell])).collect();
                let after = self.after(&here, &back);
                here = if after.merit >= here.merit - GAIN_MIN { after } else { here };
            }
            n_at_once /= 2;
        }
        here
    }

    pub(crate) fn set_limit(&mut self, start: &State) {
        let cost = COST_PER_PAIR * (start.level.tiles().len() as u64).pow(2);
        self.limit = self.judge.cost + cost.clamp(COST_LEAST, COST_MOST);
    }

    fn is_spent(&self) -> bool {
        self.judge.cost >= self.limit
    }

    /// Makes of the first changes the one that gains most, again and again. Where single things are wrong, no
    /// others move.
    fn steepest(&mut self, start: &State, changes: &[Change]) -> State {
        let mut here = start.clone();
        let until = self.judge.cost.midpoint(self.limit);
        while !here.is_all && self.judge.cost < until {
            let first = changes.iter().take(N_STEEP_MAX);
            let after = first.map(|change| self.after(&here, change));
            let best = after.max_by(|left, right| left.merit.total_cmp(&right.merit));
            match best {
                Some(best) if best.merit > here.merit + GAIN_MIN => here = best,
                _ => break,
            }
        }
        here
    }

    /// Exchanges of two cells, one of them at the judge's evidence.
    fn exchanges(&mut self, level: &Level, rng: &mut ChaCha8Rng) -> Vec<Change> {
        let (tiles, n_cells) = (level.tiles(), level.tiles().len());
        let mut cells: Vec<usize> = self.judge.evidence(level).into_iter().collect();
        let share = self.limit.saturating_sub(self.judge.cost) as usize / 8;
        cells.shuffle(rng);
        cells.truncate(1 + share / n_cells / n_cells);
        let pairs = cells.iter().flat_map(|&cell| (0..n_cells).map(move |other| (cell, other)));
        let exchange =
            |(one, other): (usize, usize)| vec![(one, tiles[other]), (other, tiles[one])];
        self.allowed(level, pairs.map(exchange))
    }

    /// Makes changes that gain; then moves that lose nothing, so that others become possible.
    fn climb(&mut self, mut here: State, first: Vec<Change>, rng: &mut ChaCha8Rng) -> State {
        let (mut changes, mut n_stuck, mut unweighed) = (first, 0, None);
        while !(here.is_all || self.is_spent()) && n_stuck < N_STUCK_MAX {
            let least = if n_stuck % N_ROUNDS <= 1 { GAIN_MIN } else { 0.0 };
            n_stuck += 1;
            for change in changes {
                if here.is_all || self.is_spent() {
                    break;
                }
                let after = self.after(&here, &change);
                let gain = after.merit - here.merit;
                here = if gain >= least { after } else { here };
                n_stuck = if gain > GAIN_MIN { 1 } else { n_stuck };
            }
            let is_single = n_stuck % N_ROUNDS == 0;
            if is_single {
                unweighed.get_or_insert_with(|| here.clone());
                here = self.judge.weighed(here);
            }
            let level = &here.level;
            changes = if is_single { self.singles(level, rng) } else { self.moves(level, rng) };
        }
        let here = self.judge.unweighed(here);
        let rank = |state: &State| (state.is_all, state.is_enough, state.merit);
        unweighed.filter(|before| rank(before) > rank(&here)).unwrap_or(here)
    }

    /// Each other tile in each cell, in another order each time: first where the judge's evidence is,
    /// then where windows become common; in cells with rare windows, where all are too many.
    fn singles(&mut self, level: &Level, rng: &mut ChaCha8Rng) -> Vec<Change> {
        let evidence = self.judge.evidence(level);
        let (n_cells, n_tiles) = (level.tiles().len(), level.palette().len());
        let budget = self.limit.saturating_sub(self.judge.cost) as usize;
        let mut rarity = |level: &Level, cell: usize| {
            self.windows.rarity(level, cell) * rng.random_range(0.7..1.3)
        };
        let mut cells: Vec<(bool, f64, usize)> = (0..n_cells)
            .map(|cell| (!evidence.contains(&cell), -rarity(level, cell), cell))
            .collect();
        sort(&mut cells);
        cells.truncate(1 + budget / 4 / n_cells / n_tiles);
        let (mut changed, mut singles) = (level.clone(), Vec::new());
        for (is_other, _, cell) in cells {
            for tile in 0..n_tiles as Tile {
                put(&mut changed, cell, tile);
                singles.push((is_other, rarity(&changed, cell), (cell, tile)));
            }
            put(&mut changed, cell, level.tiles()[cell]);
        }
        sort(&mut singles);
        self.allowed(level, singles.into_iter().map(|(.., single)| vec![single]))
    }

    /// Random changes of several cells.
    fn moves(&mut self, level: &Level, rng: &mut ChaCha8Rng) -> Vec<Change> {
        self.judge.cost += (N_MOVES * level.tiles().len()) as u64;
        self.allowed(level, (0..N_MOVES).map(|_| proposed(level, &self.judge.passable, rng)))
    }

    fn allowed(&self, level: &Level, changes: impl Iterator<Item = Change>) -> Vec<Change> {
        let allowed = changes.map(|change| self.freedom.allowed(level, change));
        allowed.filter(|change| !change.is_empty()).collect()
    }

    /// Takes back each change that is not needed to meet all, as far as the budget goes; then those near
    /// each other that are not needed together.
    pub(crate) fn without_needless(
        &mut self,
        start: &Level,
        mut here: State,
        rng: &mut ChaCha8Rng,
    ) -> State {
        let mut cells = changed(start, &here.level);
        cells.shuffle(rng);
        let singles: Vec<Vec<usize>> = cells.iter().map(|&cell| vec![cell]).collect();
        for taken in singles.into_iter().chain(groups(&cells, start.width())) {
            if self.is_spent() || !here.is_all {
                return here;
            }
            let back: Change = taken.iter().map(|&cell| (cell, start.tiles()[cell])).collect();
            if back.iter().all(|&(cell, own)| here.level.tiles()[cell] != own) {
                let after = self.after(&here, &back);
                here = if after.is_all { after } else { here };
            }
        }
        let is_fewer = changed(start, &here.level).len() < cells.len();
        if is_fewer { self.without_needless(start, here, rng) } else { here }
    }

    /// A level that meets all by two changes, of which all are tried if half of the work is enough.
    fn two_more(&mut self, here: &State, singles: &[Change]) -> Option<State> {
        let half = self.judge.cost.midpoint(self.limit);
        let n_pairs = singles.len().pow(2) / 2;
        if self.judge.cost + (n_pairs * here.level.tiles().len()) as u64 > half {
            return None;
        }
        let limit = std::mem::replace(&mut self.limit, half);
        let seconds = |index| &singles[index + 1..];
        let pairs = singles.iter().enumerate().flat_map(|(index, first)| {
            seconds(index).iter().map(|second| [&first[..], second].concat())
        });
        let after = self.tried(here, pairs, &mut Vec::new());
        self.limit = limit;
        after
    }

    /// A level that meets all by one of several changes; or else the merit of those that gain.
    fn tried(
        &mut self,
        here: &State,
        changes: impl IntoIterator<Item = Change>,
        gains: &mut Vec<(f64, Change)>,
    ) -> Option<State> {
        for change in changes {
            if self.is_spent() {
                break;
            }
            let after = self.after(here, &change);
            if after.is_all {
                return Some(after);
            }
            if after.merit > here.merit + GAIN_MIN {
                gains.push((after.merit, change));
            }
        }
        None
    }

    fn after(&mut self, here: &State, change: &[(usize, Tile)]) -> State {
        let mut level = here.level.clone();
        for &(cell, tile) in change {
            put(&mut level, cell, tile);
        }
        self.judge.state(level)
    }
}

/// Changed cells that may be needless together: all pairs near each other, and of each cell those that it
/// is connected with, the nearest first.
fn groups(cells: &[usize], width: usize) -> Vec<Vec<usize>> {
    let is_near = |one: usize, other: usize| {
        let apart =
            (one % width).abs_diff(other % width).max((one / width).abs_diff(other / width));
        (1..=N_APART_MAX).contains(&apart)
    };
    let mut groups = Vec::new();
    for &cell in cells {
        let mut group = vec![cell];
        let mut next = 0;
        while let Some(&here) = group.get(next) {
            next += 1;
            for &other in cells.iter().filter(|&&other| is_near(here, other)) {
                if next == 1 && cell < other {
                    groups.push(vec![cell, other]);
                }
                if group.len() < N_GROUP_MAX && !group.contains(&other) {
                    group.push(other);
                    groups.push(group.clone());
                }
            }
        }
    }
    groups
}

fn sort<T>(ranked: &mut [(bool, f64, T)]) {
    ranked.sort_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)));
}

pub(crate) fn put(level: &mut Level, cell: usize, tile: Tile) {
    level.set(cell % level.width(), cell / level.width(), tile);
}

/// The cells in which two levels of a size differ.
pub fn changed(before: &Level, after: &Level) -> Vec<usize> {
    let tiles = before.tiles().iter().zip(after.tiles()).enumerate();
    tiles.filter(|(_, (before, after))| before != after).map(|(cell, _)| cell).collect()
}
