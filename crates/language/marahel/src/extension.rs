//! The interface for walks and estimators of other crates: they work on a [`Pass`].
//!
//! [`marahel_script::Extension::program`] returns a [`program`].

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use marahel_level::{Tile, TileSet};
use marahel_script::Replace;

pub use crate::program::N_CELLS_PER_STEP;
pub use crate::run::divider::shuffle;
pub use crate::run::pass::Pass;
pub use crate::run::plane::Plane;

use crate::program::{ABSENT, Condition};

/// A compiled walk or estimator of another crate.
pub trait ExtensionProgram: fmt::Debug + Send + Sync {
    /// Makes one pass of a walk: visits cells until the walk ends or the pass [is
    /// done](Pass::is_done).
    fn walk(&self, _pass: &mut Pass<'_>) {}

    /// The cost of measuring an estimator, in cells that are read, besides what it
    /// [charges](Pass::charge).
    fn cost(&self) -> u64 {
        0
    }

    /// Whether measuring costs about the same at each cell.
    fn costs_alike(&self) -> bool {
        true
    }

    /// The value of an estimator at a cell (column, row); `within` is the value of the [inner
    /// estimator](marahel_script::Extension::within). NaN means that there is nothing to measure; a condition
    /// on it holds.
    fn measure(&self, _pass: &mut Pass<'_>, _cell: (usize, usize), _within: f64) -> f64 {
        ABSENT
    }
}

/// Wraps a compiled part for [`marahel_script::Extension::program`].
pub fn program(program: impl ExtensionProgram + 'static) -> Box<dyn Any> {
    let program: Arc<dyn ExtensionProgram> = Arc::new(program);
    Box::new(program)
}

/// Unwraps a compiled part.
pub(crate) fn compiled(
    extension: &dyn marahel_script::Extension,
    number: usize,
) -> Arc<dyn ExtensionProgram> {
    *extension.program(number).downcast().expect("it is made by `extension::program`")
}

/// Memory of walks and estimators, reused from level to level.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    kept: Vec<Box<dyn Any + Send + Sync>>,
    pub(crate) n_passes: u64,
}

impl Clone for Memory {
    /// Empty, because the memory only saves time.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The parts of a level that other crates can use. Cells are those of the [`plane`](Pass::plane).
impl Pass<'_> {
    /// Calls `work` with the memory of type `T`, which keeps its content from pass to pass.
    pub fn remember<T, R>(&mut self, work: impl FnOnce(&mut Self, &mut T) -> R) -> R
    where
        T: Any + Send + Sync + Default,
    {
        let kept = &mut self.memory.kept;
        let place = kept.iter().position(|memory| memory.is::<T>());
        let reused = place.and_then(|place| kept.swap_remove(place).downcast().ok());
        let mut memory: Box<T> = reused.unwrap_or_default();
        let result = work(self, &mut memory);
        self.memory.kept.push(memory);
        result
    }

    /// A number that stays the same while rules read the same tiles: during all of a buffered pass.
    pub fn version(&self) -> (u64, u64) {
        (self.memory.n_passes, if self.is_buffered() { 0 } else { self.n_changes })
    }

    /// The region in the form that steps need.
    pub fn plane(&self) -> Plane {
        let (width, height) = self.buffers.front.size();
        Plane { width, height, wraps: self.explorer.wraps }
    }

    /// The tile at a column and row.
    #[inline]
    pub fn tile(&self, cell: (usize, usize)) -> Tile {
        self.buffers.front.at(cell)
    }

    /// Number of cells of the region with a tile of the set.
    pub fn total(&self, set: TileSet) -> u32 {
        self.buffers.front.total(set)
    }

    /// Whether a cell is pinned to a tile outside of the set.
    pub fn never_holds(&self, cell: (usize, usize), set: TileSet) -> bool {
        let front = &self.buffers.front;
        front.never_holds(front.index(cell.0, cell.1), set)
    }

    /// Noise in -1..=1 at a point of the level's noise field.
    pub fn noise_at(&mut self, place: [f64; 2]) -> f64 {
        self.noise.at(place, self.rng)
    }

    /// Number of passes left for the explorer, including this one.
    pub fn n_passes_left(&self) -> f64 {
        self.explorer.repeats as f64 * (1.0 - self.repeat_share())
    }

    /// Visits a cell: applies the first rule that holds there.
    pub fn visit_cell(&mut self, (x, y): (usize, usize)) {
        self.visit(self.buffers.front.index(x, y));
    }

    /// Index of the first rule that holds at a cell.
    pub fn rule_at(&mut self, (x, y): (usize, usize)) -> Option<usize> {
        let at = self.buffers.front.index(x, y);
        self.explorer.rules.iter().position(|rule| self.holds(rule, at))
    }

    /// Applies a rule at a cell, and counts it as a change if a cell changes.
    pub fn apply_at(&mut self, rule: usize, (x, y): (usize, usize)) {
        let at = self.buffers.front.index(x, y);
        let has_changed = self.apply(&self.explorer.rules[rule], at);
        self.n_changes += u64::from(has_changed);
    }

    /// Whether rules write to a copy, so that they read the same tiles during the whole pass.
    pub fn is_buffered(&self) -> bool {
        self.explorer.replace == Replace::Buffer
    }

    /// Whether testing a rule at a cell again has the same result, and costs about the same at each
    /// cell.
    pub fn has_repeatable_rules(&self) -> bool {
        let mut conditions = self.explorer.rules.iter().flat_map(|rule| &rule.conditions);
        conditions.all(Condition::is_repeatable)
    }

    /// Steps of the budget for one visit.
    pub fn visit_cost(&self) -> u64 {
        self.explorer.visit_cost
    }
}
