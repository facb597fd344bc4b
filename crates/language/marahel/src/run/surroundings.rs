//! The map around the region of a pass, and the limits on cells of a tile.

use marahel_level::{Tile, TileSet};

use super::divider::Rect;
use super::grid::Grid;
use super::pass::Pass;
use marahel_script::EntityLimit;

/// The map around the region of a pass.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The column of the map where the region begins.
    pub x: usize,
    /// The row of the map where the region begins.
    pub y: usize,
    /// Number of columns of the map.
    pub map_width: usize,
    /// Number of rows of the map.
    pub map_height: usize,
    /// For each tile, its number of cells outside of the region.
    counts: [u32; 64],
    pub(super) limits: Vec<EntityLimit>,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { x: 0, y: 0, map_width: 0, map_height: 0, counts: [0; 64], limits: Vec::new() }
    }
}

impl Surroundings {
    /// Sets the region: the map, or a part of it with its copy.
    pub(super) fn surround(&mut self, map: &Grid, part: Option<(Rect, &Grid)>) {
        (self.map_width, self.map_height) = (map.width(), map.height());
        match part {
            None => {
                (self.x, self.y) = (0, 0);
                self.counts = [0; 64];
            }
            Some((rect, region)) => {
                (self.x, self.y) = (rect.x, rect.y);
                let counts = map.counts().iter().zip(region.counts());
                for (left, (all, here)) in self.counts.iter_mut().zip(counts) {
                    *left = all - here;
                }
            }
        }
    }

    /// For each tile, its number of cells outside of the region.
    pub(super) fn counts(&self) -> &[u32; 64] {
        &self.counts
    }

    /// Number of cells outside of the region with a tile of the set.
    pub fn total(&self, set: TileSet) -> u32 {
        set.iter().map(|tile| self.counts[usize::from(tile)]).sum()
    }
}

impl Pass<'_> {
    /// Writes a tile with a limit while the limit allows it; returns how many cells changed.
    #[inline(never)]
    pub(super) fn write_up_to_limit(&mut self, offsets: &[isize], at: usize, tile: Tile) -> u32 {
        let limit = self.surroundings.limits.iter().find(|limit| limit.tile == tile);
        let n_max = limit.and_then(|limit| limit.max).unwrap_or(u32::MAX);
        let n_around = self.surroundings.counts[usize::from(tile)];
        let mut n_changed = 0;
        for &offset in offsets {
            let n = n_around + self.buffers.target().counts()[usize::from(tile)];
            if n < n_max {
                n_changed += self.buffers.write_each(at, &[offset], tile);
            }
        }
        n_changed
    }
}
