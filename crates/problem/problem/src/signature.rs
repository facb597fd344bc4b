//! [`Signature`]: the data by which two levels are compared in play.

use crate::pcg_benchmark::Trace;
use marahel_level::{Tile, TileSet, View};
use serde::{Deserialize, Serialize};

/// The part of a level that matters in play: its floor plan, and the path through it.
///
/// Two levels that differ only in the places of monsters have the same floor plan. Two empty rooms
/// with different places of the key have different paths. Both are sets of cells, or of other
/// things that a problem numbers from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Cells that can be walked on.
    pub floor: Members,
    /// The cells of the path, or other things that a solution uses; can be empty.
    pub way: Members,
    /// The tile of each cell, in row-major order.
    pub tiles: Vec<Tile>,
    /// The data that the PCG Benchmark compares; empty if it does not compare the levels, or the
    /// size is not the benchmark's.
    pub trace: Trace,
}

/// A set of small numbers, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Members(Vec<u64>);

impl Signature {
    /// Clears the signature, and sets the tiles and the floor plan of a level.
    pub fn begin(&mut self, level: View<'_>, passable: TileSet) {
        self.floor.0.clear();
        self.way.0.clear();
        self.tiles.clear();
        self.trace.clear();
        self.tiles.extend(level.rows().flatten());
        for (cell, &tile) in self.tiles.iter().enumerate() {
            if passable.contains(tile) {
                self.floor.insert(cell);
            }
        }
    }

    /// Number of cells of the level.
    pub fn n_cells(&self) -> usize {
        self.tiles.len()
    }

    /// The differences of two levels of one size: shares in 0..=1.
    ///
    /// Tiles differ by the share of cells with different tiles, floor plans by the share of cells
    /// that can be walked on in only one of the levels (Hamming). Paths differ by the sum of what
    /// only one uses, as a share of the sum of what each uses (Dice); two empty paths are equal.
    pub fn differences(&self, right: &Self) -> Differences {
        let (floor, _) = self.floor.compare(&right.floor);
        let (way, both) = self.way.compare(&right.way);
        let n_cells = self.n_cells().max(1) as f64;
        let tiles = self.tiles.iter().zip(&right.tiles).filter(|(a, b)| a != b).count();
        Differences {
            tiles: tiles as f64 / n_cells,
            floor: f64::from(floor) / n_cells,
            way: f64::from(way) / f64::from(both.max(1)),
        }
    }
}

/// The differences of two levels, each a share in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differences {
    /// By tiles.
    pub tiles: f64,
    /// By floor plan.
    pub floor: f64,
    /// By way.
    pub way: f64,
}

impl Members {
    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        let word = number / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// The number of elements in exactly one set, and the sum of both sizes.
    fn compare(&self, right: &Self) -> (u32, u32) {
        let (long, short) =
            if self.0.len() >= right.0.len() { (&self.0, &right.0) } else { (&right.0, &self.0) };
        let n_beyond = long[short.len()..].iter().map(|word| word.count_ones()).sum();
        let pairs = long.iter().zip(short);
        pairs.fold((n_beyond, n_beyond), |(different, both), (a, b)| {
            (different + (a ^ b).count_ones(), both + a.count_ones() + b.count_ones())
        })
    }
}

#[cfg(test)]
mod tests {
    use marahel_level::{TileSet, View};

    use super::Signature;

    /// The signature of a row of cells, those of tile 1 and 2 floor, with this way.
    fn signature(tiles: &[u8], way: &[usize]) -> Signature {
        let mut signature = Signature::default();
        let floor = TileSet::only(1).union(TileSet::only(2));
        signature.begin(View::new(tiles, tiles.len(), 1, tiles.len()), floor);
        for &cell in way {
            signature.way.insert(cell);
        }
        signature
    }

    #[test]
    fn tiles_and_floor_plans_differ_by_cells_and_ways_by_what_they_share() {
        let one = signature(&[1, 1, 0, 0], &[0, 1]);
        let other = signature(&[2, 0, 0, 2], &[1, 2, 130]);
        for (a, b) in [(&one, &other), (&other, &one)] {
            let found = a.differences(b);
            assert_eq!((found.tiles, found.floor, found.way), (0.75, 0.5, 0.6));
        }
        let same = one.differences(&one);
        assert_eq!((same.tiles, same.floor, same.way), (0.0, 0.0, 0.0));
        assert_eq!(signature(&[0], &[]).differences(&signature(&[0], &[])).way, 0.0);
    }

    #[test]
    fn what_was_there_before_is_gone() {
        let mut one = signature(&[1; 200], &[150]);
        one.begin(View::new(&[0, 1], 2, 1, 2), TileSet::only(1));
        assert_eq!(one, signature(&[0, 1], &[]));
    }
}
