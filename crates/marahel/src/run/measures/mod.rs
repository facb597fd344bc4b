//! What conditions and estimators of 2017 measure about a region, remembered
//! until the region changes.

mod spread;

use level::{Tile, TileSet};

use super::flood::Flood;
use super::grid::Grid;
use super::plane::Plane;
use spread::Spread;

/// Memory reused from level to level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measures {
    slots: Vec<Slot>,
    flood: Flood,
}

/// What one condition or estimator remembers.
#[derive(Clone, Debug)]
struct Slot {
    /// Version of the region that the rest is about.
    version: Option<u64>,
    /// Whether tiles are connected, for each tile that was asked about.
    is_connected: [Option<bool>; 64],
    spread: Option<Spread>,
}

impl Slot {
    const EMPTY: Self = Self { version: None, is_connected: [None; 64], spread: None };

    /// Forgets what another version was asked about. Whether that is so.
    fn renew(&mut self, version: u64) -> bool {
        let is_other = self.version != Some(version);
        if is_other {
            (self.version, self.is_connected) = (Some(version), [None; 64]);
        }
        is_other
    }
}

impl Measures {
    /// Forgets everything: another pass begins.
    #[inline]
    pub(super) fn begin_pass(&mut self, n_slots: usize) {
        if self.slots.len() < n_slots {
            self.slots.resize(n_slots, Slot::EMPTY);
        }
        self.slots.iter_mut().for_each(|slot| slot.version = None);
    }

    pub(super) fn flood(&mut self) -> &mut Flood {
        &mut self.flood
    }

    /// Whether the tiles of a set form at most one component, and how many
    /// cells were looked at. `key` tells questions about different sets apart.
    pub(super) fn is_connected(
        &mut self,
        slot: usize,
        version: u64,
        key: Tile,
        grid: &Grid,
        (plane, links): (Plane, &[(i32, i32)]),
        set: TileSet,
    ) -> (bool, u64) {
        let slot = &mut self.slots[slot];
        slot.renew(version);
        if let Some(known) = slot.is_connected[usize::from(key)] {
            return (known, 0);
        }
        let is_member = |cell| set.contains(grid.at(plane.xy(cell)));
        let total = grid.total(set);
        let first = || (0..plane.area() as u32).find(|&cell| is_member(cell));
        let (n_reached, n_cells) = match if total > 1 { first() } else { None } {
            Some(first) => {
                let reached = self.flood.spread(plane, links, &[first], |_, cell| is_member(cell));
                let n_reached = reached.len() as u64;
                (n_reached, u64::from(first) + 1 + n_reached * links.len() as u64)
            }
            None => (u64::from(total), 1), // none, or only one
        };
        let is_connected = n_reached == u64::from(total);
        slot.is_connected[usize::from(key)] = Some(is_connected);
        (is_connected, n_cells)
    }

    /// How the tiles of a set are spread, and how many cells were looked at.
    pub(super) fn spread(
        &mut self,
        slot: usize,
        version: u64,
        grid: &Grid,
        set: TileSet,
    ) -> (&Spread, u64) {
        let slot = &mut self.slots[slot];
        let is_new = slot.renew(version);
        let spread = slot.spread.get_or_insert_with(Spread::default);
        let n_cells = if is_new { spread.measure(grid, set) } else { 0 };
        (spread, n_cells)
    }
}

#[cfg(test)]
mod tests;
