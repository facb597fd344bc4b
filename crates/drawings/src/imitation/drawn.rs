//! Drawn levels of all formats and the meaning of their tiles.

use std::cmp::Reverse;
use std::sync::Arc;

use formats::{Legend, code, says_solid};
use level::{Entity, Level, Palette, Tile, TileSet, UNKNOWN};
use problem::Counts;

use crate::imitation::ImitationError;
use crate::imitation::demands::{count_range, of_things};
use crate::imitation::palettes::{in_words, without_unused};
use crate::imitation::words;

/// Words in the names of impassable tiles.
const SOLID: [&str; 16] = [
    "wall", "solid", "ground", "rock", "stone", "brick", "block", "diggable", "pipe", "cannon",
    "water", "lava", "tree", "void", "hedge", "element",
];

/// Whether the name of a tile describes something impassable.
pub(crate) fn is_solid_name(name: &str) -> bool {
    let name = name.to_lowercase();
    SOLID.iter().any(|word| name.contains(word))
}

/// Drawn levels with a common palette.
#[derive(Debug)]
pub struct Drawn {
    pub(crate) palette: Arc<Palette>,
    pub(crate) levels: Vec<Level>,
    pub(crate) counts: Vec<Counts>,
    pub(crate) legend: Legend,
    /// Tiles without a tag or name that marks them as solid, but which surround the drawings or lie
    /// off the ways in them.
    shunned: TileSet,
}

impl Drawn {
    /// Drawn levels (at least one) and the meaning of their characters. They share one palette: the
    /// given one, or that of all their tiles, without unused tiles.
    ///
    /// # Errors
    ///
    /// If a cell has no tile, if no palette can hold all tiles, or if the legend has words without
    /// a meaning.
    pub fn new(
        levels: Vec<Level>,
        palette: Option<Arc<Palette>>,
        legend: Legend,
    ) -> Result<Self, ImitationError> {
        if levels.iter().any(|level| level.tiles().contains(&UNKNOWN)) {
            return Err(ImitationError::Unset);
        }
        let palette = match palette {
            Some(palette) => palette,
            None => Arc::new(Palette::of_all(levels.iter().map(|level| &**level.palette()))?),
        };
        let in_palette = |level: Level| level.in_palette(Some(Arc::clone(&palette)));
        let levels: Vec<Level> = levels.into_iter().map(in_palette).collect::<Result<_, _>>()?;
        let (palette, levels) = in_words(without_unused(&palette, &levels)?)?;
        words::check(&legend)?;
        let counts = levels.iter().map(|level| Counts::of(level.view())).collect();
        let shunned = TileSet::EMPTY;
        let mut drawn = Self { palette, levels, counts, legend, shunned };
        drawn.shunned = drawn.found_shunned();
        Ok(drawn)
    }

    /// Whether a tile has no tags and its name does not mark it as solid.
    pub(crate) fn is_unsaid(&self, tile: Tile) -> bool {
        let tags = self.legend.tags(&self.palette.entities()[usize::from(tile)]);
        tags.is_empty() && !self.has_solid_name(tile)
    }

    fn has_solid_name(&self, tile: Tile) -> bool {
        is_solid_name(self.palette.name(tile))
    }

    /// Names of the tiles that seem impassable only by the drawings: nothing is seen to enter them.
    pub fn shunned(&self) -> Vec<&str> {
        self.shunned.iter().map(|tile| self.palette.name(tile)).collect()
    }

    pub(crate) fn open(&self) -> TileSet {
        let open = self.tiles().into_iter().filter(|&tile| !self.is_solid(tile));
        open.map(TileSet::only).fold(TileSet::EMPTY, TileSet::union)
    }

    /// The tiles that occur in some drawing, the most common first.
    pub(crate) fn tiles(&self) -> Vec<Tile> {
        let n = |tile: Tile| self.counts.iter().map(|counts| counts.get(tile)).sum::<u32>();
        let mut tiles: Vec<Tile> =
            (0..self.palette.len() as Tile).filter(|&one| n(one) > 0).collect();
        tiles.sort_by_key(|&tile| Reverse(n(tile)));
        tiles
    }

    /// Tiles known only by a character, in the order of the palette.
    pub fn nameless(&self) -> Vec<&Entity> {
        let entities = self.palette.entities().iter();
        entities
            .filter(|one| one.name == code(one.character) && self.legend.tags(one).is_empty())
            .collect()
    }

    /// Names of the selected tiles, as a set in expressions.
    pub(crate) fn named(&self, is_so: impl Fn(Tile) -> bool) -> String {
        let tiles = self.tiles().into_iter().filter(|&tile| is_so(tile));
        tiles.map(|tile| self.palette.name(tile)).collect::<Vec<_>>().join("|")
    }

    /// Whether a tile is impassable, by its tags, its name, or the drawings.
    pub(crate) fn is_solid(&self, tile: Tile) -> bool {
        let tags = self.legend.tags(&self.palette.entities()[usize::from(tile)]);
        let says = |is_solid: bool| tags.iter().any(|tag| says_solid(tag) == Some(is_solid));
        let seems = || self.has_solid_name(tile) || self.shunned.contains(tile);
        says(true) || !says(false) && seems()
    }

    /// The share of the cells of a tile in each drawing.
    fn shares(&self, tile: Tile) -> impl Iterator<Item = f64> {
        let pairs = self.levels.iter().zip(&self.counts);
        pairs.map(move |(level, counts)| f64::from(counts.get(tile)) / level.view().area() as f64)
    }

    pub(crate) fn share(&self, tile: Tile) -> f64 {
        self.shares(tile).sum::<f64>() / self.levels.len() as f64
    }

    /// The required number of cells of a tile in levels of `n_cells` cells: the range in the
    /// drawings without its least and greatest tenth, if they agree; otherwise somewhat wider, by
    /// share. Tiles that occur in all drawings are required at least once.
    pub(crate) fn range(&self, tile: Tile, n_cells: usize) -> (u32, u32) {
        let counts: Vec<u32> = self.counts.iter().map(|counts| counts.get(tile)).collect();
        let mut order: Vec<usize> = (0..counts.len()).collect();
        let shares: Vec<f64> = self.shares(tile).collect();
        order.sort_by(|&one, &other| shares[one].total_cmp(&shares[other]));
        let n_left_out = order.len() / 10;
        let kept = &order[n_left_out..order.len() - n_left_out];
        let Some(&least) = kept.first() else { return (0, 0) };
        if kept.iter().all(|&one| counts[one] == counts[least]) {
            let n = counts[least];
            let is_anywhere = order.len() >= 3 && !self.is_in_place(tile);
            return if is_anywhere { of_things(n) } else { (n, n) };
        }
        let of_size: Vec<f64> = kept.iter().map(|&one| shares[one] * n_cells as f64).collect();
        let range = count_range(&of_size);
        ((range.low as u32).max(counts[least].min(1)), (range.high as u32).max(1))
    }
}
