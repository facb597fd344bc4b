//! How much the levels of a generator vary, cell by cell.

use marahel_level::{Level, Tile};

/// How much levels of one size and palette vary.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The share of cells in which two levels differ, as a mean over pairs.
    pub differ: f64,
    /// For each tile exp(entropy of the places where it stands), as a share of the cells; 0 if it
    /// does not occur. A thing that always stands in the same cell has 1 / cells.
    pub places: Vec<f64>,
}

impl Variation {
    /// Of those levels that are as large as the first one; `None` if there are fewer than two.
    pub fn of(levels: &[Level]) -> Option<Self> {
        let first = levels.first()?;
        let size = (first.width(), first.height());
        let levels: Vec<&[Tile]> = levels
            .iter()
            .filter(|level| (level.width(), level.height()) == size)
            .map(Level::tiles)
            .collect();
        Self::of_tiles(&levels, first.palette().len())
    }

    /// Of the tiles of levels of one size, with a number of kinds; `None` if there are fewer than two
    /// levels.
    pub fn of_tiles(levels: &[&[Tile]], n_tiles: usize) -> Option<Self> {
        let [first, _, ..] = levels else { return None };
        let n_cells = first.len();
        let mut counts = vec![vec![0_u32; n_cells]; n_tiles];
        for level in levels {
            for (cell, &tile) in level.iter().enumerate() {
                if let Some(cells) = counts.get_mut(usize::from(tile)) {
                    cells[cell] += 1;
                }
            }
        }
        let n = levels.len() as f64;
        let same: f64 =
            counts.iter().flatten().map(|&count| f64::from(count)).map(|k| k * (k - 1.0)).sum();
        let differ = 1.0 - same / (n * (n - 1.0)) / n_cells as f64;
        Some(Self { differ, places: counts.iter().map(|cells| share_of_places(cells)).collect() })
    }

    /// How widely tiles are spread, relative to other levels: the geometric mean of the ratios over
    /// the tiles that both have, or `None` if there are none.
    pub fn spread_relative_to(&self, baseline: &Self) -> Option<f64> {
        let logarithms: Vec<f64> = self
            .places
            .iter()
            .zip(&baseline.places)
            .filter(|(here, there)| **here > 0.0 && **there > 0.0)
            .map(|(here, there)| libm::log(here / there))
            .collect();
        let n = logarithms.len();
        (n > 0).then(|| libm::exp(logarithms.iter().sum::<f64>() / n as f64))
    }
}

fn share_of_places(cells: &[u32]) -> f64 {
    let total: u32 = cells.iter().sum();
    if total == 0 {
        return 0.0;
    }
    let shares = cells.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) / f64::from(total));
    let entropy: f64 = shares.map(|share| -share * libm::log(share)).sum();
    libm::exp(entropy) / cells.len() as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use marahel_level::{Level, Palette};

    use super::Variation;

    fn levels(texts: &[&str]) -> Vec<Level> {
        let palette = Arc::new(Palette::of_names(&["floor", "wall"]).unwrap());
        let tile = |letter: char| u8::from(letter == '#');
        let level =
            |text: &&str| Level::from_tiles(2, text.chars().map(tile).collect(), palette.clone());
        texts.iter().map(level).collect()
    }

    #[test]
    fn what_always_stands_in_one_cell_varies_least() {
        let fixed = Variation::of(&levels(&["#...", "#...", "#..."])).unwrap();
        assert_eq!(fixed.differ, 0.0);
        assert_eq!(fixed.places[1], 0.25);
        let free = Variation::of(&levels(&["#...", ".#..", "..#.", "...#"])).unwrap();
        assert!((free.differ - 0.5).abs() < 1e-12 && (free.places[1] - 1.0).abs() < 1e-12);
        // The walls are spread four times as widely, the floor 4 / 3 times.
        let ratio = free.spread_relative_to(&fixed).unwrap();
        assert!((ratio * ratio - 4.0 * 4.0 / 3.0).abs() < 1e-9, "{ratio}");
        assert_eq!(Variation::of(&levels(&["#..."])), None);
    }
}
