//! The number and places of tiles.

use marahel_level::{Palette, Tile, TileSet, View};
use serde_json::{Map, Value};

#[cfg(test)]
mod tests;

/// Number of cells of each tile of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts([u32; 64]);

impl Counts {
    /// Counts the tiles of a level.
    #[inline]
    pub fn of(level: View<'_>) -> Self {
        let mut counts = [0; 64];
        for row in level.rows() {
            for &tile in row {
                counts[usize::from(tile)] += 1;
            }
        }
        Self(counts)
    }

    /// Number of cells with this tile.
    pub fn get(&self, tile: Tile) -> u32 {
        self.0[usize::from(tile)]
    }

    /// The counts of all entities of a palette with their names, in its order.
    pub fn by_name(&self, palette: &Palette) -> Map<String, Value> {
        let names = palette.entities().iter().map(|entity| entity.name.clone());
        let counts = self.0.iter().map(|&count| count.into());
        names.zip(counts).collect()
    }
}

/// Indices of the cells with one of the tiles, in row-major order.
pub(crate) fn cells(level: View<'_>, tiles: TileSet) -> impl Iterator<Item = usize> {
    let cells = level.rows().flatten().enumerate();
    cells.filter(move |&(_, &tile)| tiles.contains(tile)).map(|(cell, _)| cell)
}
