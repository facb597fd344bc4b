//! [`Aim`]: what a level must meet, and [`Judge`]: how far it is from that.

use marahel_level::{Level, Role, TileSet, UNKNOWN};
use marahel_problem::{Condition, Counts, Meter, Problem};

use crate::RemixError;
use crate::moves::Passing;

/// Maximum number of cells of a level, because it is judged thousands of times.
pub const N_CELLS_MAX: usize = 1 << 16;

/// Which levels a problem accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    /// Those that meet `playable`.
    Playable,
    /// The good ones.
    Good,
}

/// What a level must meet.
#[derive(Clone, Debug)]
pub struct Aim {
    pub(crate) problem: Problem,
    /// Those that it must meet come first; then those that it meets if it can.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) n_required: usize,
    /// The fewest and most cells of each tile; empty if any number will do.
    pub(crate) counts: Vec<(u32, u32)>,
}

impl Aim {
    /// What a problem demands of levels of a size.
    ///
    /// # Errors
    ///
    /// If levels of this size are too large.
    pub fn new(
        problem: Problem,
        (width, height): (usize, usize),
        standard: Standard,
    ) -> Result<Self, RemixError> {
        if width.saturating_mul(height) > N_CELLS_MAX {
            return Err(RemixError::Large(width, height));
        }
        let problem = problem.with_sizes(vec![(width, height)])?;
        let (problem, conditions) = match standard {
            Standard::Playable => problem.with_playable_conditions(),
            Standard::Good => problem.with_good_conditions(),
        };
        Ok(Self { problem, n_required: conditions.len(), conditions, counts: Vec::new() })
    }

    /// Variations of a map keep the number of each kind within a tenth, and what there is once stays
    /// reachable as it was. If the demands `bend`, they are met only if they can be.
    ///
    /// # Errors
    ///
    /// If the problem cannot measure ways in levels of this size.
    pub fn with_map(mut self, map: &Level, bend: bool) -> Result<Self, RemixError> {
        let counts = Counts::of(map.view());
        let near = |n: u32| (n - n / 10, n + n / 10);
        self.counts =
            (0..self.problem.palette().len() as u8).map(|tile| near(counts.get(tile))).collect();
        let mut own = Vec::new();
        for text in ways_of(&self.problem, &counts) {
            let (problem, condition) = self.problem.clone().with_condition(&text)?;
            let mut meter = problem.meter();
            if meter.unfulfilled(map.view(), std::slice::from_ref(&condition)).is_none() {
                own.push(condition);
                drop(meter);
                self.problem = problem;
            }
        }
        let (n_own, n_asked) = (own.len(), self.conditions.len());
        own.append(&mut self.conditions);
        self.conditions = own;
        self.n_required = if bend { n_own } else { n_own + n_asked };
        Ok(self)
    }

    /// The texts of the demands that a level does not meet.
    pub fn lacks(&self, level: &Level) -> Vec<String> {
        let mut judge = Judge::new(self);
        judge.judge(level);
        judge.lacks()
    }
}

/// Conditions that ways lead from one thing that there is once to each other one.
fn ways_of(problem: &Problem, counts: &Counts) -> Vec<String> {
    let (palette, definition) = (problem.palette(), problem.definition());
    if definition.movements().is_empty() {
        return Vec::new();
    }
    let mut once: Vec<u8> =
        (0..palette.len() as u8).filter(|&tile| counts.get(tile) == 1).collect();
    once.sort_by_key(|&tile| problem.roles()[usize::from(tile)] != Role::Entrance);
    let [first, others @ ..] = &once[..] else { return Vec::new() };
    let first = palette.name(*first);
    let ways = others.iter().map(|&tile| format!("path({first}, {}) > 0", palette.name(tile)));
    ways.collect()
}

/// Judges levels one after the other.
pub(crate) struct Judge<'a> {
    pub(crate) aim: &'a Aim,
    pub(crate) meter: Meter<'a>,
    nearness: Vec<f64>,
    /// What was spent, in cells.
    pub(crate) cost: u64,
}

/// How far a level is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verdict {
    /// More is nearer.
    pub(crate) merit: f64,
    /// It meets all that it must.
    pub(crate) is_enough: bool,
    /// It meets all.
    pub(crate) is_all: bool,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(aim: &'a Aim) -> Self {
        Self { aim, meter: aim.problem.meter().of_drawn(), nearness: Vec::new(), cost: 0 }
    }

    pub(crate) fn judge(&mut self, level: &Level) -> Verdict {
        let Aim { conditions, n_required, counts, .. } = self.aim;
        self.meter.nearness(level.view(), conditions, &mut self.nearness);
        self.cost += level.tiles().len() as u64 + NODE_COST * self.meter.n_nodes();
        let all = Counts::of(level.view());
        let (mut merit, mut are_right) = (0.0, true);
        for (tile, &(least, most)) in (0..).zip(counts) {
            let n = all.get(tile);
            let gap = n.abs_diff(n.clamp(least, most));
            are_right &= gap == 0;
            merit += if gap == 0 { 1.0 } else { 0.5 / (1.0 + f64::from(gap)) };
        }
        merit += self.nearness.iter().sum::<f64>();
        let is_met = |nearness: &[f64]| nearness.iter().all(|&nearness| nearness == 1.0);
        let is_enough = are_right && is_met(&self.nearness[..*n_required]);
        Verdict { merit, is_enough, is_all: is_enough && is_met(&self.nearness) }
    }

    /// The demands that the last judged level does not meet.
    pub(crate) fn lacks(&self) -> Vec<String> {
        let lacks = self.aim.conditions.iter().zip(&self.nearness);
        let lacks = lacks.filter(|(_, nearness)| **nearness < 1.0);
        lacks.map(|(condition, _)| condition.text().to_owned()).collect()
    }

    /// What can be passed, by each movement, or else by the roles of the tiles.
    pub(crate) fn passing(&self) -> Vec<Passing> {
        let problem = &self.aim.problem;
        let all = problem.definition().movements().iter().map(|movement| &movement.doors);
        let doors: Vec<u8> = all.flatten().map(|door| door.door).collect();
        let movements = problem.definition().movements().iter();
        let by = movements.map(|movement| Passing { over: movement.over, doors: doors.clone() });
        let mut passing: Vec<Passing> = by.collect();
        if passing.is_empty() {
            let roles = (0..).zip(problem.roles());
            let open = roles.filter(|(_, role)| **role != Role::Wall);
            let over = open.fold(TileSet::EMPTY, |all, (tile, _)| all.union(TileSet::only(tile)));
            passing.push(Passing { over, doors });
        }
        passing
    }

    /// Cells that the demands missed by the last judged level are about, and their neighbors.
    pub(crate) fn evidence(&mut self, level: &Level) -> Vec<usize> {
        self.meter.judge(level.view());
        let marks = self.meter.marks(level.view());
        let unset = level.tiles().iter().enumerate().filter(|(_, tile)| **tile == UNKNOWN);
        let mut cells: Vec<usize> = unset.map(|(cell, _)| cell).collect();
        for cell in marks.into_iter().flat_map(|mark| mark.cells) {
            cells.push(cell);
            cells.extend(crate::moves::beside(cell, level));
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// The cost of a node of a solver, in cells.
const NODE_COST: u64 = 2;
