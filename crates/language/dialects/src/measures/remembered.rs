//! Results about a region, remembered until the region changes.

use marahel::extension::Pass;
use marahel_level::{Tile, TileSet};

use super::spread::Spread;
use crate::flood::Flood;

#[derive(Clone, Debug, Default)]
pub(super) struct Remembered {
    slots: Vec<Slot>,
    pub(super) flood: Flood,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    /// The version of the region that the results belong to.
    version: Option<(u64, u64)>,
    /// Whether the cells of a set are connected, by the key of the set.
    is_connected: Vec<(Tile, bool)>,
    spread: Spread,
}

/// The slot of an estimator, cleared if it belongs to another version; returns whether it did.
fn renewed(slots: &mut Vec<Slot>, index: usize, version: (u64, u64)) -> (&mut Slot, bool) {
    if slots.len() <= index {
        slots.resize_with(index + 1, Slot::default);
    }
    let slot = &mut slots[index];
    let is_other = slot.version != Some(version);
    if is_other {
        slot.version = Some(version);
        slot.is_connected.clear();
    }
    (slot, is_other)
}

impl Remembered {
    /// Whether the cells of a set form at most one component, and the number of cells that were
    /// read. `key` identifies the set.
    pub(super) fn is_connected(
        &mut self,
        slot: usize,
        key: Tile,
        pass: &Pass<'_>,
        links: &[(i32, i32)],
        set: TileSet,
    ) -> (bool, u64) {
        let (slot, _) = renewed(&mut self.slots, slot, pass.version());
        if let Some((_, entry)) = slot.is_connected.iter().find(|(entry, _)| *entry == key) {
            return (*entry, 0);
        }
        let plane = pass.plane();
        let is_member = |cell| set.contains(pass.tile(plane.xy(cell)));
        let total = pass.total(set);
        let mut cells = 0..plane.area() as u32;
        let first = if total > 1 { cells.find(|&cell| is_member(cell)) } else { None };
        let (n_reached, n_cells) = match first {
            Some(first) => {
                let reached = self.flood.spread(plane, links, &[first], |_, cell| is_member(cell));
                let n_reached = reached.len() as u64;
                (n_reached, u64::from(first) + 1 + n_reached * links.len() as u64)
            }
            None => (u64::from(total), 1), // none, or only one
        };
        let is_connected = n_reached == u64::from(total);
        slot.is_connected.push((key, is_connected));
        (is_connected, n_cells)
    }

    /// The spread of the tiles of a set, and the number of cells that were read.
    pub(super) fn spread(&mut self, slot: usize, pass: &Pass<'_>, set: TileSet) -> (&Spread, u64) {
        let (slot, is_new) = renewed(&mut self.slots, slot, pass.version());
        let n_cells = if is_new { slot.spread.measure(pass, set) } else { 0 };
        (&slot.spread, n_cells)
    }
}
