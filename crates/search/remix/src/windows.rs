//! [`Windows`]: small windows of a map, by which another level is the same map by eye.

use marahel_level::{Level, OUT, Tile};
use rustc_hash::FxHashMap;

/// Sides of the windows. Those of one cell count twice, so that the numbers of kinds stay.
const SIDES: [isize; 4] = [1, 1, 2, 3];

/// The cost of a window that the map does not have.
const UNSEEN: i64 = 3;

/// The windows of a map: the number of each in the map, and in a level that began as the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Windows(FxHashMap<u64, [i64; 2]>);

impl Windows {
    pub(crate) fn of(map: &Level) -> Self {
        let mut windows = Self::default();
        for side in SIDES {
            for top in 1 - side..map.height() as isize {
                for left in 1 - side..map.width() as isize {
                    let window = key(side, (left, top), |x, y| tile(map, x, y));
                    let numbers = windows.0.entry(window).or_default();
                    *numbers = numbers.map(|n| n + 1);
                }
            }
        }
        windows
    }

    /// How rare the windows around a cell of a level are in the map.
    pub(crate) fn rarity(&self, level: &Level, cell: usize) -> f64 {
        let numbers = keys(level, cell).map(|key| self.0.get(&key).map_or(0, |numbers| numbers[0]));
        numbers.map(|n| 1.0 / (1 + n) as f64).sum()
    }

    /// Changes a cell, and returns by how much more the numbers of windows differ from the map's.
    pub(crate) fn set(&mut self, level: &mut Level, cell: usize, tile: Tile) -> i64 {
        let before = self.count(level, cell, -1);
        level.set(cell % level.width(), cell / level.width(), tile);
        before + self.count(level, cell, 1)
    }

    /// Adds the windows around a cell, or takes them away.
    fn count(&mut self, level: &Level, cell: usize, step: i64) -> i64 {
        let costs = keys(level, cell).map(|key| match self.0.get_mut(&key) {
            None => step * UNSEEN,
            Some([wanted, n]) => {
                let before = (*n - *wanted).abs();
                *n += step;
                (*n - *wanted).abs() - before
            }
        });
        costs.sum()
    }
}

/// The windows that a cell is in.
fn keys(level: &Level, cell: usize) -> impl Iterator<Item = u64> {
    let (x, y) = ((cell % level.width()) as isize, (cell / level.width()) as isize);
    let around: [[u64; 5]; 5] = std::array::from_fn(|row| {
        std::array::from_fn(|column| tile(level, x + column as isize - 2, y + row as isize - 2))
    });
    SIDES.into_iter().flat_map(move |side| {
        let corners =
            (3 - side..=2).flat_map(move |top| (3 - side..=2).map(move |left| (left, top)));
        corners.map(move |corner| key(side, corner, |x, y| around[y as usize][x as usize]))
    })
}

/// The tiles of a window as a number.
fn key(side: isize, (left, top): (isize, isize), tile: impl Fn(isize, isize) -> u64) -> u64 {
    let cells = (top..top + side).flat_map(|y| (left..left + side).map(move |x| (x, y)));
    cells.fold(side as u64, |key, (x, y)| key << 6 | tile(x, y))
}

fn tile(level: &Level, x: isize, y: isize) -> u64 {
    let is_in = x >= 0 && y >= 0 && x < level.width() as isize && y < level.height() as isize;
    u64::from(if is_in { level.get(x as usize, y as usize) } else { OUT })
}
