//! [`Aim`]: what a level must meet, and [`Judge`]: how far it is from that.

use std::collections::BTreeSet;

use marahel_level::{Level, Role, Tile, TileSet, UNKNOWN};
use marahel_problem::{Condition, Counts, Demanded, Lack, Meter, Problem};
use rustc_hash::FxHashMap;

use crate::RemixError;

/// Maximum number of cells of a level, because it is judged thousands of times.
pub const N_CELLS_MAX: usize = 1 << 16;

/// The cost of a node of a solver, in judged cells.
const NODE_COST: u64 = 3;

/// What a level must meet.
#[derive(Clone, Debug)]
pub struct Aim {
    problem: Problem,
    /// Those that it must meet come first; then those that it meets if it can.
    conditions: Vec<Condition>,
    n_required: usize,
}

impl Aim {
    /// The conditions of a problem, such as [`Problem::with_good_conditions`], on levels of a size.
    pub fn new(
        (problem, conditions): (Problem, Vec<Condition>),
        (width, height): (usize, usize),
    ) -> Result<Self, RemixError> {
        if width.saturating_mul(height) > N_CELLS_MAX {
            return Err(RemixError::Large(width, height));
        }
        let problem = problem.with_sizes(vec![(width, height)])?;
        Ok(Self { problem, n_required: conditions.len(), conditions })
    }

    /// Besides, the number of each kind stays within a tenth of a map's, and what there is once stays
    /// reachable. If the demands `bend`, they are met only if they can be.
    pub fn with_map(mut self, map: &Level, bend: bool) -> Result<Self, RemixError> {
        let mut own = Vec::new();
        for text in demands_of(map, &self.problem) {
            let (problem, condition) = self.problem.clone().with_condition(&text)?;
            if problem.meter().unfulfilled(map.view(), std::slice::from_ref(&condition)).is_none() {
                own.push(condition);
                self.problem = problem;
            }
        }
        self.n_required = own.len() + if bend { 0 } else { self.conditions.len() };
        own.append(&mut self.conditions);
        Ok(Self { conditions: own, ..self })
    }

    /// Besides, what a level has one start, one exit or one player of stays one, unless the problem
    /// itself counts them: a second start beside the goal makes no shaft passable. Also returns which
    /// tiles these are.
    pub(crate) fn with_ones_of(mut self, level: &Level) -> (Self, TileSet) {
        let mut ones = TileSet::EMPTY;
        let counts = Counts::of(level.view());
        let demands = self.problem.clone().with_named_parts().demands();
        for tile in 0..level.palette().len() as Tile {
            let is_end =
                matches!(self.problem.roles()[usize::from(tile)], Role::Entrance | Role::Exit);
            let is_counted = demands
                .iter()
                .any(|demand| demand.of == Demanded::Count && demand.tiles.contains(tile));
            if counts.get(tile) != 1 || !is_end || is_counted {
                continue;
            }
            let text = format!("count({}) == 1", self.problem.palette().name(tile));
            if let Ok((problem, condition)) = self.problem.clone().with_condition(&text) {
                self.problem = problem;
                self.conditions.insert(self.n_required, condition);
                self.n_required += 1;
                ones = ones.union(TileSet::only(tile));
            }
        }
        (self, ones)
    }

    /// The texts of the demands that a level does not meet.
    pub fn lacks(&self, level: &Level) -> Vec<String> {
        let mut judge = Judge::new(self);
        judge.state(level.clone());
        judge.lacks()
    }

    /// Those of the demands that do not bend.
    pub(crate) fn misses(&self, level: &Level) -> Vec<String> {
        let must = self.conditions[..self.n_required].iter().map(Condition::text);
        let must: Vec<&str> = must.collect();
        self.lacks(level).into_iter().filter(|lack| must.contains(&&**lack)).collect()
    }
}

/// The number of each kind, and ways from one thing that there is once to each other one.
fn demands_of(map: &Level, problem: &Problem) -> Vec<String> {
    let (palette, counts) = (problem.palette(), Counts::of(map.view()));
    let tiles = 0..palette.len() as u8;
    let numbers = tiles.clone().map(|tile| {
        let (name, n) = (palette.name(tile), counts.get(tile));
        format!("count({name}) >= {} and count({name}) <= {}", n - n / 10, n + n / 10)
    });
    let mut once: Vec<u8> = tiles.filter(|&tile| counts.get(tile) == 1).collect();
    once.sort_by_key(|&tile| problem.roles()[usize::from(tile)] != Role::Entrance);
    let others = once.iter().skip(1).filter(|_| !problem.definition().movements().is_empty());
    let ways =
        others.map(|&tile| format!("path({}, {}) > 0", palette.name(once[0]), palette.name(tile)));
    numbers.chain(ways).collect()
}

/// Judges levels one after the other.
pub(crate) struct Judge<'a> {
    aim: &'a Aim,
    meter: Meter<'a>,
    nearness: Vec<f64>,
    /// What each condition counts.
    weights: Vec<f64>,
    /// That of each level at which a solver looked, by its tiles.
    known: FxHashMap<Vec<Tile>, Vec<f64>>,
    /// What was spent, in cells.
    pub(crate) cost: u64,
    /// What can be passed by each movement, or else by the roles of the tiles.
    pub(crate) passable: Vec<TileSet>,
}

/// A judged level, and how near it is.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) level: Level,
    pub(crate) merit: f64,
    /// It meets all that it must.
    pub(crate) is_enough: bool,
    /// It meets all.
    pub(crate) is_all: bool,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(aim: &'a Aim) -> Self {
        let problem = &aim.problem;
        let movements = problem.definition().movements().iter();
        let mut passable: Vec<TileSet> = movements.map(|movement| movement.over).collect();
        if passable.is_empty() {
            let open = (0..).zip(problem.roles()).filter(|(_, role)| **role != Role::Wall);
            passable.push(open.map(|(tile, _)| tile).collect());
        }
        let (nearness, known) = (Vec::new(), FxHashMap::default());
        let (meter, weights) = (problem.meter().of_drawn(), vec![1.0; aim.conditions.len()]);
        Self { aim, meter, nearness, weights, known, cost: 0, passable }
    }

    pub(crate) fn state(&mut self, level: Level) -> State {
        self.cost += level.tiles().len() as u64;
        if let Some(nearness) = self.known.get(level.tiles()) {
            self.nearness.clone_from(nearness);
        } else {
            self.meter.nearness(level.view(), &self.aim.conditions, &mut self.nearness);
            self.cost += NODE_COST * self.meter.n_nodes();
            if self.meter.n_nodes() > 0 {
                self.known.insert(level.tiles().to_vec(), self.nearness.clone());
            }
        }
        let is_met = |nearness: &[f64]| nearness.iter().all(|&nearness| nearness == 1.0);
        let is_enough = is_met(&self.nearness[..self.aim.n_required]);
        let weighted = self.nearness.iter().zip(&self.weights);
        let merit = weighted.map(|(nearness, weight)| nearness * weight).sum();
        let is_all = is_met(&self.nearness);
        State { level, merit, is_enough, is_all }
    }

    /// A level judged anew, with what it misses counted twice from now on: by and by that is worth a loss
    /// elsewhere.
    pub(crate) fn weighed(&mut self, here: State) -> State {
        self.state(here.level.clone());
        let missed = self.weights.iter_mut().zip(&self.nearness).filter(|(_, near)| **near < 1.0);
        missed.for_each(|(weight, _)| *weight *= 2.0);
        self.state(here.level)
    }

    /// A level judged anew, with each condition counted once.
    pub(crate) fn unweighed(&mut self, here: State) -> State {
        self.weights.fill(1.0);
        self.state(here.level)
    }

    /// The demands that the last judged level does not meet.
    pub(crate) fn lacks(&self) -> Vec<String> {
        let lacks = self.aim.conditions.iter().zip(&self.nearness).filter(|(_, near)| **near < 1.0);
        let texts = lacks.map(|(condition, _)| match self.meter.given_up(condition) {
            Some(states) => Lack::Unknown(condition.text().to_owned(), states).to_string(),
            None => condition.text().to_owned(),
        });
        texts.collect()
    }

    /// The demands that a level does not meet, those of objectives with their values.
    pub(crate) fn misses(&mut self, level: &Level) -> Vec<String> {
        self.state(level.clone());
        let lacks = self.lacks();
        let objectives = self.meter.explain(level.view()).objectives;
        let value = |lack: &str| {
            let is_of =
                |name: &str| lack.strip_prefix(name).is_some_and(|is| is.starts_with(" is "));
            let objective = objectives.iter().find(|objective| is_of(&objective.name))?;
            objective.value.map(|value| (value * 1e4).round() / 1e4)
        };
        let with_value = |lack: String| match value(&lack) {
            Some(value) => format!("{lack} (it is {value})"),
            None => lack,
        };
        lacks.into_iter().map(with_value).collect()
    }

    /// The cells that the demands missed by a level are about.
    pub(crate) fn evidence(&mut self, level: &Level) -> BTreeSet<usize> {
        self.meter.judge(level.view());
        self.cost += level.tiles().len() as u64;
        let marks = self.meter.marks(level.view()).into_iter().flat_map(|mark| mark.cells);
        let unset = (0..level.tiles().len()).filter(|&cell| level.tiles()[cell] == UNKNOWN);
        marks.chain(unset).collect()
    }
}
