//! What lies below things, for maps whose tiles show the ground around them.

use crate::ground::{Standing, ground_around, standings};
use crate::sprite::stands;
use crate::terrain::Terrains;
use crate::{Level, Palette, Tile, TileSet};

#[cfg(test)]
mod tests;

/// A tile size in pixels at which things are drawn as such.
const SCALE: u32 = 16;

impl Palette {
    /// Whether a tile is a thing that stands on a ground, such as a key or a tree: pictures show
    /// the ground around it.
    pub fn stands(&self, tile: Tile) -> bool {
        stands(tile, self, SCALE)
    }
}

impl Level {
    /// The ground below the thing in each cell, row by row: the one that most of its eight
    /// neighbors are, or else its usual one. `None` for cells that are ground themselves, and
    /// where no ground is known.
    pub fn grounds_below(&self) -> Vec<Option<Tile>> {
        let palette = self.palette();
        let standings = standings(&Terrains::of(palette), palette);
        let standing: TileSet =
            (0..palette.len() as Tile).filter(|&tile| palette.stands(tile)).collect();
        let cells = self.tiles().iter().enumerate().map(|(cell, &tile)| {
            if !standing.contains(tile) {
                return None;
            }
            let place = (cell % self.width(), cell / self.width());
            let Standing { grounds, all, prefers, usual, .. } = standings[usize::from(tile)];
            let around = |grounds| ground_around(self.view(), place, prefers, grounds);
            // A single cell of another ground would be a hole where tiles have edges.
            around(grounds).or_else(|| around(all)).or(usual)
        });
        cells.collect()
    }
}
