//! The map around the region of a pass, and how many cells of a tile it may have.

use level::{Tile, TileSet};

use super::divider::Rect;
use super::grid::Grid;
use super::pass::Pass;
use script::EntityLimit;

#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// Where the region lies on the map.
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) map_width: usize,
    pub(super) map_height: usize,
    /// Number of cells of each tile that lie outside the region.
    counts: [u32; 64],
    limits: Vec<EntityLimit>,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { x: 0, y: 0, map_width: 0, map_height: 0, counts: [0; 64], limits: Vec::new() }
    }
}

impl Surroundings {
    pub(super) fn set_limits(&mut self, limits: &[EntityLimit]) {
        self.limits.clear();
        self.limits.extend_from_slice(limits);
    }

    /// The region is the map, or a part of it, which `region` has a copy of.
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

    /// Number of cells outside the region that hold a tile of the set.
    pub(super) fn total(&self, set: TileSet) -> u32 {
        set.iter().map(|tile| self.counts[usize::from(tile)]).sum()
    }

    fn limit(&self, tile: Tile) -> u32 {
        let limit = self.limits.iter().find(|limit| limit.tile == tile);
        limit.and_then(|limit| limit.max).unwrap_or(u32::MAX)
    }
}

impl Pass<'_> {
    /// Cells of the region as a share of those of the map.
    pub(super) fn share_of_map(&self) -> f64 {
        let map = self.surroundings.map_width * self.surroundings.map_height;
        self.buffers.front.area() as f64 / map as f64
    }

    /// Writes a tile of which the map may not have any number: as often as
    /// that allows. Whether a cell changed.
    #[inline(never)]
    pub(super) fn write_up_to_limit(&mut self, offsets: &[isize], at: usize, tile: Tile) -> u32 {
        let n_max = self.surroundings.limit(tile);
        let n_around = self.surroundings.counts[usize::from(tile)];
        let mut n_changed = 0;
        for &offset in offsets {
            let n = n_around + self.buffers.target().counts()[usize::from(tile)];
            let is_change = n < n_max && self.buffers.write(at.wrapping_add_signed(offset), tile);
            n_changed += u32::from(is_change);
        }
        n_changed
    }
}

#[cfg(test)]
mod tests;
