//! The door for what another crate brings: a walk that is run, and an estimator that is measured,
//! on a [`Pass`].
//!
//! A [`script::Handed`] says by [`program`] what is run for it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use level::{Tile, TileSet};
use script::Replace;

pub use crate::program::N_CELLS_PER_STEP;
pub use crate::run::divider::shuffle;
pub use crate::run::pass::Pass;
pub use crate::run::plane::Plane;

use crate::program::{ABSENT, Condition};

/// What is run for a walk, or measured for an estimator, of another crate.
pub trait HandedProgram: fmt::Debug + Send + Sync {
    /// A walk makes one pass: it visits cells until it has enough, or the pass [is
    /// done](Pass::is_done).
    fn walk(&self, _pass: &mut Pass<'_>) {}

    /// What measuring an estimator costs beside what it [charges](Pass::charge), in cells looked
    /// at.
    fn cost(&self) -> u64 {
        0
    }

    /// Whether measuring costs about as much at each cell.
    fn costs_alike(&self) -> bool {
        true
    }

    /// The value of an estimator at a cell, given by column and row, where the estimator [within
    /// it](script::Handed::within) has a value, too. One that is not a number is that of nothing,
    /// and a condition on it holds.
    fn measure(&self, _pass: &mut Pass<'_>, _cell: (usize, usize), _within: f64) -> f64 {
        ABSENT
    }
}

/// What [`script::Handed::program`] has to return.
pub fn program(program: impl HandedProgram + 'static) -> Box<dyn Any> {
    let program: Arc<dyn HandedProgram> = Arc::new(program);
    Box::new(program)
}

/// What is run for a part of a script, as [`program`] has made it.
pub(crate) fn taken(handed: &dyn script::Handed, number: usize) -> Arc<dyn HandedProgram> {
    *handed.program(number).downcast().expect("it is made by `handed::program`")
}

/// What walks and estimators remember from level to level, so that nothing is allocated for one.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    kept: Vec<Box<dyn Any + Send + Sync>>,
    pub(crate) n_passes: u64,
}

impl Clone for Memory {
    /// What is remembered only saves time.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What is handed over sees and does this much of a level. Cells are those of the
/// [`plane`](Pass::plane).
impl Pass<'_> {
    /// Does something with what the passes so far have left in memory of a type.
    pub fn remember<T, R>(&mut self, work: impl FnOnce(&mut Self, &mut T) -> R) -> R
    where
        T: Any + Send + Sync + Default,
    {
        let kept = &mut self.memory.kept;
        let place = kept.iter().position(|one| one.is::<T>());
        let found = place.and_then(|place| kept.swap_remove(place).downcast().ok());
        let mut memory: Box<T> = found.unwrap_or_default();
        let result = work(self, &mut memory);
        self.memory.kept.push(memory);
        result
    }

    /// What is the same as long as rules read the same tiles: those of a buffered pass always do.
    pub fn version(&self) -> (u64, u64) {
        (self.memory.n_passes, if self.is_buffered() { 0 } else { self.n_changes })
    }

    /// The region as steps see it.
    pub fn plane(&self) -> Plane {
        let (width, height) = self.buffers.front.size();
        Plane { width, height, wraps: self.explorer.wraps }
    }

    /// The tile of a column and a row.
    #[inline]
    pub fn tile(&self, cell: (usize, usize)) -> Tile {
        self.buffers.front.at(cell)
    }

    /// Number of cells of the region that hold a tile of the set.
    pub fn total(&self, set: TileSet) -> u32 {
        self.buffers.front.total(set)
    }

    /// Whether a cell will never hold a tile of the set, because it is pinned.
    pub fn never_holds(&self, cell: (usize, usize), set: TileSet) -> bool {
        let front = &self.buffers.front;
        front.never_holds(front.index(cell.0, cell.1), set)
    }

    /// Noise in -1..=1 at a place of the level's field.
    pub fn noise_at(&mut self, place: [f64; 2]) -> f64 {
        self.noise.at(place, self.rng)
    }

    /// Passes of the explorer that are left, this one among them.
    pub fn n_passes_left(&self) -> f64 {
        self.explorer.repeats as f64 * (1.0 - self.repeat_share())
    }

    /// Applies the first rule that holds at a column and a row.
    pub fn visit_cell(&mut self, (x, y): (usize, usize)) {
        self.visit(self.buffers.front.index(x, y));
    }

    /// The first rule that holds at a column and a row.
    pub fn rule_at(&mut self, (x, y): (usize, usize)) -> Option<usize> {
        let at = self.buffers.front.index(x, y);
        self.explorer.rules.iter().position(|rule| self.holds(rule, at))
    }

    /// Applies a rule at a column and a row, and counts it if a cell changes.
    pub fn apply_at(&mut self, rule: usize, (x, y): (usize, usize)) {
        let at = self.buffers.front.index(x, y);
        let has_changed = self.apply(&self.explorer.rules[rule], at);
        self.n_changes += u64::from(has_changed);
    }

    /// Whether rules write to a copy, so that all read the same tiles until the pass ends.
    pub fn is_buffered(&self) -> bool {
        self.explorer.replace == Replace::Buffer
    }

    /// Whether a rule that is asked about a cell answers the same once more, and costs about as
    /// much at each cell.
    pub fn has_repeatable_rules(&self) -> bool {
        let mut conditions = self.explorer.rules.iter().flat_map(|rule| &rule.conditions);
        conditions.all(Condition::is_repeatable)
    }

    /// Steps that a visit costs.
    pub fn visit_cost(&self) -> u64 {
        self.explorer.visit_cost
    }
}
