//! Variations of a map.

use std::ops::RangeInclusive;

use marahel_level::{Level, Tile, TileSet};
use marahel_problem::{Counts, level_stream};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::moves::{Change, below, stamp, swapped};
use crate::repair::key;
use crate::search::{Search, changed};
use crate::windows::{Fit, Windows};
use crate::{Aim, Freedom, RemixError};

/// How far the share of changed cells may be from what was asked.
const TOLERANCE: f64 = 0.05;

/// The usual share of changed cells, and of the greatest one that is reached with ease.
const USUAL_CHANGE: f64 = 0.3;
const EASE: f64 = 0.6;

/// Attempts at one variation.
const N_ATTEMPTS: u64 = 6;

/// Steps for each cell of the map, and all, at most.
const N_STEPS_PER_CELL: usize = 80;
const N_STEPS_MAX: usize = 1 << 18;

/// Kinds with at most so many cells are things, which are moved one by one.
const FEW: u32 = 4;

/// The temperature at the beginning and at the end, in windows.
const TEMPERATURES: [f64; 2] = [3.0, 0.25];

/// The cost of a cell by which the number of changed ones is off, more than that of all windows that it
/// is in, and of one of a kind by which its number is. A share this near to the wanted one costs
/// nothing, so that a change can take the place of another.
const CHANGE_COST: f64 = 60.0;
const CHANGE_SLACK: f64 = 0.025;
const COUNT_COST: f64 = 4.0;

/// Maximum side of a part that is copied, and how far it is moved if it is not moved anywhere.
const SIDE_MAX: usize = 6;
const SHIFT_MAX: usize = 3;

/// A variation of a map.
#[derive(Clone, Debug)]
pub struct Remix {
    /// The variation.
    pub level: Level,
    /// The share of changed cells.
    pub change: f64,
    /// The demands that bend and are not met.
    pub lacks: Vec<String>,
}

/// The greatest share of the cells of a map that can change, if the number of each kind stays.
fn greatest_change(map: &Level, freedom: &Freedom) -> f64 {
    let cells = freedom.cells(map);
    let mut counts = [0; 64];
    cells.iter().for_each(|&cell| counts[usize::from(map.tiles()[cell])] += 1);
    let most = counts.into_iter().max().unwrap_or(0);
    let n_others = cells.len() - most;
    (2 * n_others).min(cells.len()) as f64 / map.tiles().len() as f64
}

/// The share of cells to change if nobody says it: three tenths, or what changes with ease where one
/// kind fills most of the map.
pub fn usual_change(map: &Level, freedom: &Freedom) -> f64 {
    f64::min(USUAL_CHANGE, EASE * greatest_change(map, freedom))
}

/// Variation `index` of a map with a share of its cells changed, unlike those `before`; `None` if
/// none was found. `aim` has the [map](Aim::with_map).
///
/// # Errors
///
/// If the change is no share of cells, or so much cannot change.
pub fn remix(
    aim: &Aim,
    map: &Level,
    freedom: &Freedom,
    change: f64,
    (seed, index): (u64, u64),
    before: &[Level],
) -> Result<Option<Remix>, RemixError> {
    let greatest = greatest_change(map, freedom);
    if greatest == 0.0 {
        return Err(RemixError::Fixed);
    }
    if !(change > 0.0 && change <= 1.0) {
        return Err(RemixError::Share(change));
    }
    if change > greatest {
        return Err(RemixError::Change(change, greatest));
    }
    let windows = Windows::of(map);
    for attempt in 0..N_ATTEMPTS {
        let mut rng = level_stream(key(seed), 1 << 32 | index * N_ATTEMPTS + attempt);
        let level = varied(aim, map, freedom, &windows, change, &mut rng);
        let mut search = Search::new(aim, freedom, &windows);
        let start = search.state(level);
        let mut after = start.clone();
        if !start.verdict.is_all {
            after = search.fewest(&start, &mut rng);
        }
        let share = changed(map, &after.level).len() as f64 / map.tiles().len() as f64;
        let is_new = before.iter().chain([map]).all(|other| *other != after.level);
        if after.verdict.is_enough && is_new && (share - change).abs() <= TOLERANCE {
            let lacks = aim.lacks(&after.level);
            return Ok(Some(Remix { level: after.level, change: share, lacks }));
        }
    }
    Ok(None)
}

/// The map with changed cells, and with nearly the same small windows.
fn varied(
    aim: &Aim,
    map: &Level,
    freedom: &Freedom,
    windows: &Windows,
    change: f64,
    rng: &mut ChaCha8Rng,
) -> Level {
    let n_cells = map.tiles().len();
    let counts = Counts::of(map.view());
    let tiles_with = |n: RangeInclusive<u32>| {
        let tiles = (0..map.palette().len() as Tile).filter(|&tile| n.contains(&counts.get(tile)));
        tiles.fold(TileSet::EMPTY, |all, tile| all.union(TileSet::only(tile)))
    };
    let (copies, few) = (freedom.clone().without(tiles_with(1..=1)), tiles_with(1..=FEW));
    let cells = freedom.cells(map);
    let mut melt = Melt {
        fit: Fit::new(windows, map),
        map,
        aim,
        target: change * n_cells as f64,
        n_changed: 0,
        counts: (0..map.palette().len() as Tile).map(|tile| counts.get(tile)).collect(),
    };
    let n_steps = (N_STEPS_PER_CELL * n_cells).min(N_STEPS_MAX);
    for step in 0..n_steps {
        let heat = 1.0 - step as f64 / n_steps as f64;
        let temperature = TEMPERATURES[1] + (TEMPERATURES[0] - TEMPERATURES[1]) * heat * heat;
        let to = cells[below(cells.len(), rng)];
        let (change, freedom) = match below(8, rng) {
            0 => (thing_moved(&melt.fit.level, few, to, rng), freedom),
            1 => (vec![(to, map.tiles()[cells[below(cells.len(), rng)]])], &copies),
            2 => (swapped(&melt.fit.level, to, cells[below(cells.len(), rng)]), &copies),
            _ => (part_copied(map, to, rng), &copies),
        };
        melt.try_change(change, freedom, temperature, rng);
    }
    melt.fit.level
}

/// A thing that changes places with what is in a cell.
fn thing_moved(level: &Level, kinds: TileSet, to: usize, rng: &mut ChaCha8Rng) -> Change {
    let tiles = level.tiles();
    let things = (0..tiles.len()).filter(|&cell| kinds.contains(tiles[cell]));
    let things: Vec<usize> = things.collect();
    if things.is_empty() {
        return Vec::new();
    }
    swapped(level, things[below(things.len(), rng)], to)
}

/// A part of the map, from anywhere or from near, copied to a cell.
fn part_copied(map: &Level, to: usize, rng: &mut ChaCha8Rng) -> Change {
    let (width, height) = (1 + below(SIDE_MAX, rng), 1 + below(SIDE_MAX, rng));
    let from = if below(2, rng) == 0 {
        below(map.tiles().len(), rng)
    } else {
        let mut shifted = |at: usize, side: usize| {
            (at + below(2 * SHIFT_MAX + 1, rng)).saturating_sub(SHIFT_MAX).min(side - 1)
        };
        let x = shifted(to % map.width(), map.width());
        let y = shifted(to / map.width(), map.height());
        y * map.width() + x
    };
    stamp(map, from, to, (width, height), below(4, rng) == 0)
}

/// A level that is changed at a falling temperature.
struct Melt<'a> {
    fit: Fit<'a>,
    map: &'a Level,
    aim: &'a Aim,
    /// The wanted number of changed cells.
    target: f64,
    n_changed: usize,
    /// The number of cells of each kind.
    counts: Vec<u32>,
}

impl Melt<'_> {
    /// Makes a change, and takes it back if it costs too much.
    fn try_change(
        &mut self,
        change: Change,
        freedom: &Freedom,
        temperature: f64,
        rng: &mut ChaCha8Rng,
    ) {
        let before = self.bounds_cost();
        let mut cost = 0;
        let mut made = Vec::new();
        for (cell, tile) in change {
            let own = self.fit.level.tiles()[cell];
            if own != tile && freedom.allows(cell, own, tile) {
                cost += self.set(cell, tile);
                made.push((cell, own));
            }
        }
        let cost = cost as f64 + self.bounds_cost() - before;
        let is_taken = cost <= 0.0 || rng.random::<f64>() < libm::exp(-cost / temperature);
        if !is_taken {
            for (cell, own) in made.into_iter().rev() {
                self.set(cell, own);
            }
        }
    }

    fn set(&mut self, cell: usize, tile: Tile) -> i64 {
        let own = self.fit.level.tiles()[cell];
        let map = self.map.tiles()[cell];
        self.n_changed += usize::from(own == map && tile != map);
        self.n_changed -= usize::from(own != map && tile == map);
        for (tile, step) in [(own, u32::MAX), (tile, 1)] {
            if let Some(count) = self.counts.get_mut(usize::from(tile)) {
                *count = count.wrapping_add(step);
            }
        }
        self.fit.set(cell, tile)
    }

    /// What it costs to be off the share of changed cells and the numbers of kinds.
    fn bounds_cost(&self) -> f64 {
        let bounds = self.counts.iter().zip(&self.aim.counts);
        let off = bounds.map(|(&n, &(least, most))| f64::from(n.abs_diff(n.clamp(least, most))));
        let slack = CHANGE_SLACK * self.map.tiles().len() as f64;
        let n_off = ((self.n_changed as f64 - self.target).abs() - slack).max(0.0);
        CHANGE_COST * n_off + COUNT_COST * off.sum::<f64>()
    }
}
