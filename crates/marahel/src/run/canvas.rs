//! What a pass reads and writes: the map, its back buffer, what changed, and
//! the distance fields that follow the changes.

use level::{Tile, TileSet};

use super::distance::DistanceField;
use super::grid::Grid;

/// A cell that was written to with another tile than it had.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) at: u32,
}

/// The map, or a region of it, as one pass sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    /// What rules read.
    pub(crate) front: Grid,
    /// What rules write if the pass is buffered.
    back: Grid,
    is_buffered: bool,
    is_logged: bool,
    /// Cells of the front that changed during the pass, if it is logged.
    changes: Vec<Change>,
    fields: Vec<DistanceField>,
}

impl Canvas {
    /// Begins a pass whose rules write to a back buffer or not, and need to
    /// know what changed or not.
    pub(crate) fn begin(&mut self, is_buffered: bool, is_logged: bool, fields: &[TileSet]) {
        self.is_buffered = is_buffered;
        self.is_logged = is_logged;
        if is_buffered {
            self.back.copy_whole(&self.front);
        }
        self.changes.clear();
        if self.fields.len() < fields.len() {
            self.fields.resize_with(fields.len(), DistanceField::default);
        }
        for (field, &set) in self.fields.iter_mut().zip(fields) {
            field.begin(set);
        }
    }

    /// Ends the pass: the back buffer becomes the map.
    pub(crate) fn end(&mut self) {
        if self.is_buffered {
            std::mem::swap(&mut self.front, &mut self.back);
        }
    }

    /// Writes a tile; whether the cell changed.
    #[inline]
    pub(crate) fn write(&mut self, at: usize, tile: Tile) -> bool {
        if self.is_buffered {
            return self.back.write(at, tile);
        }
        let has_changed = self.front.write(at, tile);
        if has_changed && self.is_logged {
            self.changes.push(Change { at: at as u32 });
        }
        has_changed
    }

    /// Cells that changed during the pass so far, if it is logged.
    pub(crate) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Distance from a cell to the nearest tile of a field, if there is any.
    pub(crate) fn distance(&mut self, field: usize, at: usize) -> Option<u32> {
        self.update_field(field, |_| {});
        self.fields[field].get(at)
    }

    /// Brings a field up to date and tells which cells that may concern.
    pub(crate) fn update_field(&mut self, field: usize, concerned: impl FnMut(u32)) {
        self.fields[field].update(&self.front, &self.changes, concerned);
    }
}
