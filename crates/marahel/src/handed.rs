//! The door for what another crate brings: a walk that is run, and an estimator that is measured,
//! on a [`Pass`].
//!
//! A [`script::Handed`] says by [`walk`] or [`measure`] what is run for it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use level::{Tile, TileSet};
use rand_chacha::ChaCha8Rng;
use script::Replace;

pub use crate::program::{Compiler, N_CELLS_PER_STEP};
pub use crate::run::divider::shuffle;
pub use crate::run::pass::Pass;
pub use crate::run::plane::Plane;

use crate::program::{Condition, Estimator, Facts};

/// A walk of another crate.
pub trait HandedWalk: fmt::Debug + Send + Sync {
    /// Makes one pass: visits cells until it has enough, or the pass [is done](Pass::is_done).
    fn walk(&self, pass: &mut Pass<'_>);
}

/// An estimator of another crate.
pub trait HandedMeasure: fmt::Debug + Send + Sync {
    /// What is known of it before a level is made.
    fn about(&self) -> About;

    /// The estimator within it, if it asks one for its value.
    fn within(&self) -> Option<&Compiled> {
        None
    }

    /// Its value at a cell, given by column and row; not a number if there is none, and then a
    /// condition on it holds.
    fn measure(&self, pass: &mut Pass<'_>, cell: (usize, usize)) -> f64;
}

/// What is known of an estimator before a level is made.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// What measuring it costs beside what it [charges](Pass::charge), in cells looked at.
    pub cost: u64,
    /// Whether the map and the cell alone decide its value, and soon.
    pub is_certain: bool,
    /// Whether it gives the same answer whenever it is asked during a pass that changes nothing it
    /// sees, and costs about as much at each cell.
    pub is_repeatable: bool,
}

/// An estimator within another, compiled.
#[derive(Clone, Debug)]
pub struct Compiled(pub(crate) Estimator);

impl Compiled {
    /// What is known of it.
    pub fn about(&self) -> About {
        let Facts { cost, counted, is_repeatable, .. } = self.0.facts();
        About { cost, is_certain: counted.is_some(), is_repeatable }
    }
}

impl Compiler {
    /// Compiles an estimator for the explorer whose turn it is.
    pub fn compile(&mut self, estimator: &script::Estimator) -> Compiled {
        Compiled(self.estimator(estimator))
    }
}

/// What makes an estimator once a program is compiled.
type Make = Box<dyn FnOnce(&mut Compiler) -> Arc<dyn HandedMeasure>>;

/// The [program](script::Handed::program) of a walk.
pub fn walk(walk: impl HandedWalk + 'static) -> Box<dyn Any> {
    let walk: Arc<dyn HandedWalk> = Arc::new(walk);
    Box::new(walk)
}

/// The [program](script::Handed::program) of an estimator, which `make` makes for one script.
pub fn measure<M: HandedMeasure + 'static>(
    make: impl FnOnce(&mut Compiler) -> M + 'static,
) -> Box<dyn Any> {
    let make: Make = Box::new(|compiler| Arc::new(make(compiler)));
    Box::new(make)
}

/// The walk that is handed over.
///
/// # Panics
///
/// If its program is not what [`walk`] returns.
pub(crate) fn taken_walk(handed: &dyn script::Handed) -> Arc<dyn HandedWalk> {
    *handed.program().downcast().expect("the program of a walk is made by `walk`")
}

/// The estimator that is handed over.
///
/// # Panics
///
/// If its program is not what [`measure`] returns.
pub(crate) fn taken_measure(
    handed: &dyn script::Handed,
    compiler: &mut Compiler,
) -> Arc<dyn HandedMeasure> {
    let make: Box<Make> =
        handed.program().downcast().expect("the program of an estimator is made by `measure`");
    make(compiler)
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
    /// Takes out what was [kept](Self::keep) of a type.
    pub fn remember<T: Any + Default>(&mut self) -> Box<T> {
        let kept = &mut self.memory.kept;
        let place = kept.iter().position(|one| one.is::<T>());
        place.map_or_else(Box::default, |place| {
            kept.swap_remove(place).downcast().expect("it is of that type")
        })
    }

    /// Keeps something for later passes.
    pub fn keep(&mut self, memory: Box<impl Any + Send + Sync>) {
        self.memory.kept.push(memory);
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

    /// Where the region lies on the map, by column and row.
    pub fn corner(&self) -> (usize, usize) {
        (self.surroundings.x, self.surroundings.y)
    }

    /// Width and height of the map.
    pub fn map_size(&self) -> (usize, usize) {
        (self.surroundings.map_width, self.surroundings.map_height)
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

    /// Number of cells of the map beside the region that hold a tile of the set.
    pub fn total_around(&self, set: TileSet) -> u32 {
        self.surroundings.total(set)
    }

    /// Whether a cell will never hold a tile of the set, because it is pinned.
    pub fn never_holds(&self, cell: (usize, usize), set: TileSet) -> bool {
        let front = &self.buffers.front;
        front.never_holds(front.index(cell.0, cell.1), set)
    }

    /// The random numbers of the level.
    pub fn rng(&mut self) -> &mut ChaCha8Rng {
        self.rng
    }

    /// Noise in -1..=1 at a place of the level's field.
    pub fn noise_at(&mut self, place: [f64; 2]) -> f64 {
        self.noise.at(place, self.rng)
    }

    /// The value of an estimator at a column and a row.
    pub fn value(&mut self, Compiled(estimator): &Compiled, (x, y): (usize, usize)) -> f64 {
        let at = self.buffers.front.index(x, y);
        self.estimate(estimator, at)
    }

    /// Passes of the explorer, and the share of them that is done.
    pub fn repeats(&self) -> (u64, f64) {
        (self.explorer.repeats, self.repeat_share())
    }

    /// Visits after which the pass ends: at first as many as the region has cells.
    pub fn n_visits_max(&self) -> u64 {
        self.n_visits_max
    }

    /// Ends the pass after so many visits, or once the level has cost all that it may.
    pub fn end_after(&mut self, n_visits: u64) {
        self.n_visits_max = n_visits;
        self.charge(0);
    }

    /// Says what `percent` is from now on, where visits do not say it.
    pub fn tell_share(&mut self, share: f64) {
        self.waypoint_share = Some(share);
    }

    /// Applies the first rule that holds at a column and a row.
    pub fn visit_cell(&mut self, (x, y): (usize, usize)) {
        self.visit(self.buffers.front.index(x, y));
    }

    /// Counts a visit that is not made by [`visit_cell`](Self::visit_cell).
    pub fn count_visit(&mut self) {
        self.n_visits += 1;
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

    /// Steps that the level could still cost when the pass began, and those that the pass has cost
    /// beside its visits.
    pub fn budget(&self) -> (u64, u64) {
        (self.budget.n_steps, self.budget.n_steps - self.budget.n_steps_left())
    }

    /// Steps that a visit costs, and those that all visits so far have cost.
    pub fn visit_cost(&self) -> (u64, u64) {
        let cost = self.explorer.visit_cost;
        (cost, self.n_visits.saturating_mul(cost))
    }
}
