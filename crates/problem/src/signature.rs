//! What sets one level apart from another when both are played.

use level::{TileSet, View};

/// What of a level differs in play: its floor plan, and the way through it.
///
/// Two levels that differ only in where monsters stand have the same floor
/// plan; two empty rooms in which the key lies elsewhere have different ways.
/// Both are sets of cells, or of whatever a problem numbers from 0, and are
/// compared as such.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Cells that can be walked on.
    pub floor: Members,
    /// What a solution uses; empty for a problem without solutions.
    pub way: Members,
    /// Number of cells of the level.
    pub n_cells: usize,
}

/// A set of small numbers, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members(Vec<u64>);

impl Signature {
    /// Forgets everything, to take a level of `n_cells` cells.
    pub fn clear(&mut self, n_cells: usize) {
        self.floor.0.clear();
        self.way.0.clear();
        self.n_cells = n_cells;
    }

    /// Forgets everything and takes the floor plan of a level.
    pub fn take_floor(&mut self, level: View<'_>, passable: TileSet) {
        self.clear(level.width() * level.height());
        for (cell, &tile) in level.rows().flatten().enumerate() {
            if passable.contains(tile) {
                self.floor.insert(cell);
            }
        }
    }

    /// How much two levels of one size differ: shares in 0..=1 of the floor
    /// plan and of the way.
    ///
    /// The floor plans differ by the share of cells that can be walked on in
    /// one level only (Hamming), the ways by the share of what both use, added
    /// up, that the other does not use (Dice); two ways without anything are
    /// equal.
    pub fn differences(&self, other: &Self) -> Differences {
        let (floor, _) = self.floor.compare(&other.floor);
        let (way, both) = self.way.compare(&other.way);
        Differences {
            floor: f64::from(floor) / self.n_cells.max(1) as f64,
            way: f64::from(way) / f64::from(both.max(1)),
        }
    }
}

/// How much two levels differ, each a share in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differences {
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
    use super::Signature;

    fn signature(floor: &[usize], way: &[usize]) -> Signature {
        let mut signature = Signature::default();
        signature.clear(200);
        floor.iter().for_each(|&cell| signature.floor.insert(cell));
        way.iter().for_each(|&cell| signature.way.insert(cell));
        signature
    }

    #[test]
    fn floor_plans_differ_by_cells_and_ways_by_what_they_share() {
        let one = signature(&[0, 1, 199], &[0, 1]);
        let other = signature(&[0, 2], &[1, 2, 130]);
        for (a, b) in [(&one, &other), (&other, &one)] {
            let found = a.differences(b);
            assert_eq!((found.floor, found.way), (3.0 / 200.0, 3.0 / 5.0));
        }
        let same = one.differences(&one);
        assert_eq!((same.floor, same.way), (0.0, 0.0));
        let none = signature(&[], &[]).differences(&signature(&[], &[]));
        assert_eq!((none.floor, none.way), (0.0, 0.0));
    }

    #[test]
    fn what_was_cleared_is_gone() {
        let mut one = signature(&[7], &[150]);
        one.clear(200);
        assert_eq!(one.differences(&signature(&[], &[])).way, 0.0);
        assert_eq!(one.differences(&signature(&[3], &[])).floor, 1.0 / 200.0);
    }
}
