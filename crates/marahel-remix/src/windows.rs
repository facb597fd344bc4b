//! Small windows of a map, by which another level is the same map by eye.

use marahel_level::{Level, OUT, Tile};
use rustc_hash::FxHashMap;

/// Sides of the windows.
const SIDES: [isize; 2] = [2, 3];

/// The windows of a map, each with its number.
#[derive(Debug)]
pub(crate) struct Windows {
    indices: FxHashMap<u64, usize>,
    counts: Vec<u32>,
}

/// A level whose windows are compared with those of a map as it changes.
#[derive(Debug)]
pub(crate) struct Fit<'w> {
    windows: &'w Windows,
    pub(crate) level: Level,
    /// The number of each window of the map.
    counts: Vec<u32>,
}

impl Windows {
    pub(crate) fn of(map: &Level) -> Self {
        let mut windows = Self { indices: FxHashMap::default(), counts: Vec::new() };
        for side in SIDES {
            for y in 1 - side..map.height() as isize {
                for x in 1 - side..map.width() as isize {
                    let next = windows.counts.len();
                    let index = *windows.indices.entry(key(map, side, (x, y))).or_insert(next);
                    if index == next {
                        windows.counts.push(0);
                    }
                    windows.counts[index] += 1;
                }
            }
        }
        windows
    }

    /// How much rarer the windows around a cell become if it changes; the level stays.
    pub(crate) fn rarer(&self, level: &mut Level, cell: usize, tile: Tile) -> f64 {
        let (x, y) = (cell % level.width(), cell / level.width());
        let before = level.get(x, y);
        let mut rarity = -self.rarity(level, (x, y));
        level.set(x, y, tile);
        rarity += self.rarity(level, (x, y));
        level.set(x, y, before);
        rarity
    }

    fn rarity(&self, level: &Level, (x, y): (usize, usize)) -> f64 {
        let rarities = keys(level, x, y).map(|key| {
            let n = self.indices.get(&key).map_or(0, |&index| self.counts[index]);
            1.0 / f64::from(1 + n)
        });
        rarities.sum()
    }
}

impl<'w> Fit<'w> {
    /// The map itself, with its own windows.
    pub(crate) fn new(windows: &'w Windows, map: &Level) -> Self {
        Self { windows, level: map.clone(), counts: windows.counts.clone() }
    }

    /// Changes a cell, and returns by how much the numbers of windows are further from those of the
    /// map.
    pub(crate) fn set(&mut self, cell: usize, tile: Tile) -> i64 {
        let (x, y) = (cell % self.level.width(), cell / self.level.width());
        let before = self.count(x, y, false);
        self.level.set(x, y, tile);
        before + self.count(x, y, true)
    }

    /// Adds the windows around a cell, or takes them away.
    fn count(&mut self, x: usize, y: usize, adds: bool) -> i64 {
        let mut cost = 0;
        for key in keys(&self.level, x, y) {
            cost += match self.windows.indices.get(&key) {
                None => {
                    if adds {
                        UNSEEN
                    } else {
                        -UNSEEN
                    }
                }
                Some(&index) => {
                    let wanted = i64::from(self.windows.counts[index]);
                    let before = i64::from(self.counts[index]);
                    let after = if adds { before + 1 } else { before - 1 };
                    self.counts[index] = after as u32;
                    (after - wanted).abs() - (before - wanted).abs()
                }
            };
        }
        cost
    }
}

/// The cost of a window that the map does not have.
const UNSEEN: i64 = 3;

/// The windows that a cell is in.
fn keys(level: &Level, x: usize, y: usize) -> impl Iterator<Item = u64> {
    SIDES.into_iter().flat_map(move |side| {
        let (x, y) = (x as isize, y as isize);
        (y + 1 - side..=y)
            .flat_map(move |top| (x + 1 - side..=x).map(move |left| (left, top)))
            .map(move |corner| key(level, side, corner))
    })
}

/// The tiles of a window as a number.
fn key(level: &Level, side: isize, (left, top): (isize, isize)) -> u64 {
    let mut key = side as u64;
    for y in top..top + side {
        for x in left..left + side {
            let is_in = (0..level.width() as isize).contains(&x)
                && (0..level.height() as isize).contains(&y);
            let tile = if is_in { level.get(x as usize, y as usize) } else { OUT };
            key = key << 6 | u64::from(tile);
        }
    }
    key
}
