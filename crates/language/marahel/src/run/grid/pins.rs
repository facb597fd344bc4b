//! Pins: cells that no write changes.

use std::mem;

use marahel_level::TileSet;

use super::{Grid, PIN, TILE};
use crate::pins::Pins;

impl Grid {
    /// Writes the tiles of pins, and protects them.
    pub(crate) fn pin(&mut self, pins: &Pins) {
        for (x, y, tile) in pins.iter() {
            let at = self.index(x, y);
            self.write(at, tile);
            self.cells[at] = tile | PIN;
            self.has_pins = true;
        }
    }

    /// Removes the protection of all pins.
    pub(crate) fn unpin(&mut self) {
        if mem::take(&mut self.has_pins) {
            self.cells.iter_mut().for_each(|cell| *cell &= TILE);
        }
    }

    pub(crate) fn has_pins(&self) -> bool {
        self.has_pins
    }

    /// Whether a cell is pinned to a tile outside of the set.
    #[inline]
    pub(crate) fn never_holds(&self, at: usize, set: TileSet) -> bool {
        self.cells[at] & PIN != 0 && !set.contains(self.get(at))
    }
}
