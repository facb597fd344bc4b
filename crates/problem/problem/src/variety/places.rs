//! [`Places`]: how widely each kind of tile stands over the levels of one generator.

use marahel_level::{Tile, TileSet, View};
use serde::{Deserialize, Serialize};

/// Where each kind of tile stands in a growing number of levels of one size.
///
/// A generator can meet every demand and yet draw one picture a thousand times: the hero always
/// stands in the same cell. The *effective number of places* of a kind tells: as many equally likely
/// cells would give the same chance that a thing in one level and a thing in another stand in the
/// same cell.
///
/// Source: the diversity of order 2 of Simpson 1949 (doi 10.1038/163688a0), of cells instead of
/// species.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Places {
    n_cells: usize,
    /// By tile.
    kinds: Vec<Kind>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Kind {
    /// Whether any level has the tile, counted or not.
    occurs: bool,
    /// Number of counted levels that have the tile in each cell.
    counts: Vec<u16>,
    /// Number of cells with the tile, over all levels.
    n: u64,
    /// Number of pairs of such cells in two different levels, and of those in the same place.
    n_pairs: u64,
    n_same: u64,
    n_levels: u32,
}

impl Places {
    /// Adds a level, but only the kinds of `counted`. Levels of another number of cells than the first
    /// one are left out.
    pub fn add(&mut self, level: View<'_>, counted: TileSet) {
        if self.kinds.is_empty() {
            self.n_cells = level.area();
        }
        if level.area() != self.n_cells {
            return;
        }
        let n_before: Vec<u64> = self.kinds.iter().map(|kind| kind.n).collect();
        for (cell, &tile) in level.rows().flatten().enumerate() {
            let index = usize::from(tile);
            if index >= self.kinds.len() {
                self.kinds.resize_with(index + 1, Kind::default);
            }
            let kind = &mut self.kinds[index];
            kind.occurs = true;
            if !counted.contains(tile) {
                continue;
            }
            if kind.counts.is_empty() {
                kind.counts = vec![0; self.n_cells];
            }
            kind.n_same += u64::from(kind.counts[cell]);
            kind.counts[cell] += 1;
            kind.n += 1;
        }
        for (index, kind) in self.kinds.iter_mut().enumerate() {
            let before = n_before.get(index).copied().unwrap_or(0);
            let n_here = kind.n - before;
            kind.n_pairs += n_here * before;
            kind.n_levels += u32::from(n_here > 0);
        }
    }

    /// The effective number of places of a tile, at least 1; `None` if it does not occur. Few levels
    /// allow only a low number: it is as if half a pair of equal levels had been compared as well.
    pub fn n_places(&self, tile: Tile) -> Option<f64> {
        let (kind, n_mean) = self.kind(tile)?;
        let n_pairs = kind.n_pairs as f64 + 0.5 * n_mean * n_mean;
        Some((n_pairs / (kind.n_same as f64 + 0.5 * n_mean)).max(1.0))
    }

    /// [`n_places`](Self::n_places) on a logarithmic scale: 0 if the tiles of a level always stand
    /// in the same cells, 1 if they may stand in all.
    pub fn width(&self, tile: Tile) -> Option<f64> {
        let (_, n_mean) = self.kind(tile)?;
        let room = libm::log(self.n_cells as f64 / n_mean);
        let width = libm::log(self.n_places(tile)? / n_mean);
        // Nothing else has room beside a tile that fills levels.
        Some(if room > 0.01 { (width / room).clamp(0.0, 1.0) } else { 1.0 })
    }

    /// The share of cells in which two levels differ, as a mean over all pairs of levels of which all
    /// kinds were counted; `None` for fewer than two.
    pub fn differ(&self) -> Option<f64> {
        let n_cells = self.n_cells.max(1) as f64;
        let n = self.kinds.iter().map(|kind| kind.n).sum::<u64>() as f64 / n_cells;
        let n_same = self.kinds.iter().map(|kind| kind.n_same).sum::<u64>() as f64;
        (n >= 2.0).then(|| 1.0 - 2.0 * n_same / (n * (n - 1.0)) / n_cells)
    }

    /// How widely tiles are spread, relative to earlier levels of that size: the geometric mean of the
    /// ratios over the tiles that both have; `None` if there are none. Of each tile it is the
    /// exponential of the entropy of its cells: [`n_places`](Self::n_places) guesses at cells where
    /// it has not stood yet, and so would hold it against an edit that a thing stands where it belongs.
    pub fn spread_relative_to(&self, earlier: &Self) -> Option<f64> {
        let both =
            self.kinds.iter().zip(&earlier.kinds).filter(|(now, then)| now.n > 0 && then.n > 0);
        let differences: Vec<f64> =
            both.map(|(now, then)| now.entropy() - then.entropy()).collect();
        let n = differences.len();
        (n > 0).then(|| libm::exp(differences.iter().sum::<f64>() / n as f64))
    }

    /// A kind that occurs, and its mean number in levels that have it.
    fn kind(&self, tile: Tile) -> Option<(&Kind, f64)> {
        let kind = self.kinds.get(usize::from(tile)).filter(|kind| kind.n > 0)?;
        Some((kind, kind.n as f64 / f64::from(kind.n_levels)))
    }

    /// The mean [width](Self::width) of the tiles that occur, 0 for those that were never counted; 0
    /// without levels.
    pub fn mean_width(&self) -> f64 {
        let occurring = (0..).zip(&self.kinds).filter(|(_, kind)| kind.occurs);
        let (n, sum) = occurring
            .map(|(tile, _)| self.width(tile).unwrap_or(0.0))
            .fold((0_u32, 0.0), |(n, sum), width| (n + 1, sum + width));
        if n == 0 { 0.0 } else { sum / f64::from(n) }
    }
}

impl Kind {
    /// The entropy of the cells where it stands, in nats.
    fn entropy(&self) -> f64 {
        let shares = self.counts.iter().filter(|&&n| n > 0);
        let shares = shares.map(|&n| f64::from(n) / self.n as f64);
        shares.map(|share| -share * libm::log(share)).sum()
    }
}

#[cfg(test)]
mod tests {
    use marahel_level::{TileSet, View};

    use super::Places;

    /// The places of levels of eight cells, each with floor and one hero at a cell.
    fn places(heroes: &[usize]) -> Places {
        let mut places = Places::default();
        for &hero in heroes {
            let mut tiles = [0; 8];
            tiles[hero] = 1;
            places.add(View::new(&tiles, 8, 1, 8), TileSet::entities(2));
        }
        places
    }

    #[test]
    fn a_thing_that_always_stands_in_one_cell_has_one_place() {
        let fixed = places(&[3; 20]);
        assert_eq!(fixed.n_places(1), Some(1.0));
        assert_eq!(fixed.width(1), Some(0.0));
        assert!((fixed.n_places(0).unwrap() - 7.0).abs() < 1e-9);
        assert!(fixed.width(0).unwrap() < 1e-9);
        assert_eq!(fixed.n_places(2), None);
        let free: Vec<usize> = (0..800).map(|n| (5 * n + n / 8) % 8).collect();
        assert!((places(&free).n_places(1).unwrap() - 8.0).abs() < 0.1);
        assert!(places(&free).mean_width() > 0.99);
    }

    #[test]
    fn what_always_stands_in_one_cell_differs_least() {
        let (fixed, free) = (places(&[3; 8]), places(&[0, 1, 2, 3, 4, 5, 6, 7]));
        assert_eq!((fixed.differ(), places(&[3]).differ()), (Some(0.0), None));
        assert_eq!(free.differ(), Some(0.25));
        // The hero is spread eight times as widely, the floor 8 / 7 times.
        let ratio = free.spread_relative_to(&fixed).expect("they have the same tiles");
        assert!((ratio * ratio - 8.0 * 8.0 / 7.0).abs() < 1e-9, "{ratio}");
        assert_eq!(Places::default().spread_relative_to(&free), None);
    }

    #[test]
    fn few_levels_cannot_show_many_places() {
        assert_eq!(places(&[0]).n_places(1), Some(1.0));
        assert_eq!(places(&[0, 1]).n_places(1), Some(3.0));
        assert_eq!(Places::default().mean_width(), 0.0);
    }

    #[test]
    fn what_is_not_counted_has_no_width() {
        let mut some = places(&[0, 3, 6]);
        let with_two = [0, 2, 1, 0, 0, 0, 0, 0];
        some.add(View::new(&with_two, 8, 1, 8), TileSet::only(0));
        let before = places(&[0, 3, 6]);
        assert_eq!(some.n_places(1), before.n_places(1));
        assert_eq!(some.width(2), None);
        assert!(some.mean_width() < before.mean_width());
    }

    #[test]
    fn levels_of_another_size_are_left_out() {
        let mut some = places(&[3; 5]);
        some.add(View::new(&[1; 9], 9, 1, 9), TileSet::entities(2));
        assert_eq!(some, places(&[3; 5]));
    }
}
