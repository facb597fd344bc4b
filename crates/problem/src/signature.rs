//! What sets one level apart from another when both are played.

use level::{Tile, TileSet, View};
use pcg_benchmark::Trace;
use serde::{Deserialize, Serialize};

/// What of a level differs in play: its floor plan, and the way through it.
///
/// Two levels that differ only in where monsters stand have the same floor plan; two empty rooms in
/// which the key lies elsewhere have different ways. Both are sets of cells, or of whatever a
/// problem numbers from 0, and are compared as such.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Cells that can be walked on.
    pub floor: Members,
    /// What a solution uses; empty for a problem without solutions.
    pub way: Members,
    /// The tile of each cell, row by row.
    pub tiles: Vec<Tile>,
    /// What the PCG Benchmark compares; empty where levels do not differ by it, or have
    /// another size than the benchmark's.
    pub trace: Trace,
}

/// A set of small numbers, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Members(Vec<u64>);

impl Signature {
    /// Forgets everything and takes the tiles and the floor plan of a level.
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

    /// How much two levels of one size differ: shares in 0..=1.
    ///
    /// The tiles differ by the share of cells with another tile, the floor plans by the share of
    /// cells that can be walked on in one level only (Hamming), the ways by the share of what both
    /// use, added up, that the other does not use (Dice); two ways without anything are equal.
    pub fn differences(&self, other: &Self) -> Differences {
        let (floor, _) = self.floor.compare(&other.floor);
        let (way, both) = self.way.compare(&other.way);
        let n_cells = self.n_cells().max(1) as f64;
        let tiles = self.tiles.iter().zip(&other.tiles).filter(|(a, b)| a != b).count();
        Differences {
            tiles: tiles as f64 / n_cells,
            floor: f64::from(floor) / n_cells,
            way: f64::from(way) / f64::from(both.max(1)),
        }
    }
}

/// How much two levels differ, each a share in 0..=1.
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

    /// Numbers that only one of the two sets has, and of both sets added up.
    fn compare(&self, other: &Self) -> (u32, u32) {
        let (long, short) =
            if self.0.len() >= other.0.len() { (&self.0, &other.0) } else { (&other.0, &self.0) };
        let rest = long[short.len()..].iter().map(|word| word.count_ones()).sum();
        let pairs = long.iter().zip(short);
        pairs.fold((rest, rest), |(one, both), (a, b)| {
            (one + (a ^ b).count_ones(), both + a.count_ones() + b.count_ones())
        })
    }
}

#[cfg(test)]
mod tests {
    use level::{TileSet, View};

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
