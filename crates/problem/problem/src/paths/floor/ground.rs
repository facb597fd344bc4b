//! The interface of passable cells that the measures use.

use marahel_level::{TileSet, View};

/// The number of a cell; each form numbers cells in its own way.
pub(super) type Cell = u32;

/// The passable cells of a level, and the last sweep through them.
///
/// A sweep visits the region of its source in order of distance. Its results are valid until the
/// next sweep.
pub(super) trait Ground {
    /// Takes a new level; its regions are all ahead.
    fn load(&mut self, level: View<'_>, passable: TileSet);

    /// The cell in column `x` of row `y`, if it is inside and passable.
    fn cell(&self, x: usize, y: usize) -> Option<Cell>;

    /// The number of regions; puts all of them ahead and sweeps through them
    /// where there is no quicker way.
    fn n_regions(&mut self) -> u32 {
        self.rewind();
        std::iter::from_fn(|| self.next_region()).count() as u32
    }

    fn rewind(&mut self);

    /// Sweeps the next of the regions ahead from its first cell and returns
    /// the greatest distance from there; `None` after the last region.
    fn next_region(&mut self) -> Option<u32>;

    /// Sweeps from `source` and returns the greatest distance.
    fn sweep(&mut self, source: Cell) -> u32;

    /// Number of cells that the sweep reached, its source included.
    fn n_reached(&self) -> u32;

    /// One of the cells that the sweep reached; `n` is below their number.
    fn nth_reached(&self, n: u32) -> Cell;

    fn n_farthest(&self) -> u32;

    /// One of the cells at the greatest distance; `n` is below their number.
    fn nth_farthest(&self, n: u32) -> Cell;

    /// A cell halfway on a shortest path from the source to a farthest cell: of all these, the one
    /// in the middle of the level's rows. The sweep may be forgotten.
    fn halfway(&mut self) -> Cell;

    /// The distance of `cell` from the source, if the sweep reached it.
    fn distance_to(&self, cell: Cell) -> Option<u32>;

    /// Steps from a cell, column and row, to the nearest of some others that can be reached.
    fn nearest(
        &mut self,
        (x, y): (usize, usize),
        targets: impl IntoIterator<Item = (usize, usize)>,
    ) -> Option<u32> {
        self.sweep(self.cell(x, y)?);
        targets.into_iter().filter_map(|(x, y)| self.distance_to(self.cell(x, y)?)).min()
    }

    /// Makes exactly the reached cells candidates.
    fn nominate_reached(&mut self);

    /// Candidates must lie farther than `distance` from the source from now on.
    fn dismiss_within(&mut self, distance: u32);

    /// The candidate farthest from the source, with its distance; `None` when
    /// there is no candidate. All candidates must be within reach.
    fn farthest_candidate(&self) -> Option<(Cell, u32)>;
}
