//! The tiles that a pass reads and writes: the map, its back buffer, recorded changes, and the
//! distance fields that follow them.

use marahel_level::{Tile, TileSet};

use super::distance::DistanceField;
use super::grid::Grid;
use crate::program::{Log, Near};

/// Changes to record before the distance fields must process them.
const N_CHANGES_MAX: usize = 1 << 16;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) at: u32,
    /// The tile before and after.
    pub(crate) was: Tile,
    pub(crate) is: Tile,
}

/// The map, or a copy of a region, during one pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileBuffers {
    /// Read by rules.
    pub(crate) front: Grid,
    /// Written by rules if the pass is buffered.
    back: Grid,
    is_buffered: bool,
    log: Log,
    /// Changed cells of the front, as far as `log` records them.
    changes: Vec<Change>,
    fields: Vec<DistanceField>,
}

impl TileBuffers {
    /// Begins a pass, which is buffered or not, and records changes according to `log`.
    pub(crate) fn begin(&mut self, is_buffered: bool, log: Log, fields: &[TileSet]) {
        self.is_buffered = is_buffered;
        self.log = log;
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

    pub(crate) fn end(&mut self) {
        if self.is_buffered {
            self.front.take_cells(&mut self.back);
        }
    }

    /// Writes a tile to all cells of a neighborhood; returns how many changed.
    #[expect(clippy::inline_always, reason = "the greater part of a visit")]
    #[inline(always)]
    pub(crate) fn write_each(&mut self, at: usize, offsets: &[isize], tile: Tile) -> u32 {
        if self.is_buffered {
            return self.back.write_each(at, offsets, tile);
        }
        if self.log == Log::Nothing {
            return self.front.write_each(at, offsets, tile);
        }
        self.write_and_remember_each(at, offsets, tile)
    }

    #[inline(never)] // most passes record nothing
    fn write_and_remember_each(&mut self, at: usize, offsets: &[isize], tile: Tile) -> u32 {
        let mut n_changed = 0;
        for &offset in offsets {
            let at = at.wrapping_add_signed(offset);
            let was = self.front.get(at);
            if self.front.write(at, tile) {
                n_changed += 1;
                self.changes.push(Change { at: at as u32, was, is: tile });
                if self.log == Log::Unseen {
                    self.bound_changes();
                }
            }
        }
        n_changed
    }

    /// The grid to write to, if no changes are recorded.
    #[inline]
    pub(crate) fn unwatched_target(&mut self) -> Option<&mut Grid> {
        match (self.is_buffered, self.log) {
            (true, _) => Some(&mut self.back),
            (false, Log::Nothing) => Some(&mut self.front),
            (false, _) => None,
        }
    }

    pub(crate) fn target(&self) -> &Grid {
        if self.is_buffered { &self.back } else { &self.front }
    }

    pub(crate) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Lets the fields process the changes and clears them if there are many, so that memory is
    /// bounded.
    pub(crate) fn bound_changes(&mut self) {
        if self.changes.len() >= N_CHANGES_MAX {
            for field in &mut self.fields {
                field.settle(&self.front, &self.changes);
            }
            self.changes.clear();
        }
    }

    /// Keeps the cells whose distance is as a condition demands; returns whether it can tell.
    pub(super) fn keep_near(&mut self, near: &Near, kept: &mut [u64]) -> bool {
        self.fields[near.field].keep(&self.front, self.changes.len(), near, kept)
    }

    /// Whether a distance is as a condition demands, as of the last
    /// [`update_field`](Self::update_field).
    #[inline]
    pub(super) fn is_near(&mut self, near: &Near, at: usize) -> bool {
        self.fields[near.field].meets(&self.front, near, at)
    }

    #[inline]
    pub(crate) fn has_target(&self, field: usize) -> bool {
        self.front.total(self.fields[field].set()) > 0
    }

    /// Distance from a cell to the nearest target of a field, if there is one, as of the last
    /// [`update_field`](Self::update_field).
    #[inline]
    pub(crate) fn distance(&mut self, field: usize, at: usize) -> Option<u32> {
        self.fields[field].get(&self.front, at)
    }

    /// Brings a field up to date. Calls `nearer` with each cell that is now nearer to a target;
    /// returns the number of cells that were read.
    #[inline]
    pub(crate) fn update_field(&mut self, field: usize, nearer: impl FnMut(u32)) -> u64 {
        self.fields[field].update(&self.front, &self.changes, nearer)
    }
}

#[cfg(test)]
mod tests;
