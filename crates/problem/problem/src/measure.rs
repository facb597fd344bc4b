//! Measures levels: the memory of all measures, and what several of them compute.

mod benchmark;
pub(crate) mod conditions;
mod field;
mod locks;
mod regions;
pub(crate) mod shapes;
mod sokoban;

#[cfg(test)]
mod tests;

pub(crate) use benchmark::{Benchmark, GameOfFile};

use std::mem;
use std::ops::RangeBounds;

use crate::likeness::Sample;
use crate::paths::sokoban::{Outcome, SolverSettings};
use crate::paths::{Floor, Movement, Survey, Trip, Walker};
use marahel::CellCounter;
use marahel_level::{Mirror, TileSet, View};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::Counts;
use crate::counts::cells;
use crate::formulas::Formulas;
use crate::outside::{JudgeHandle, JudgeState};
use field::Field;
use locks::Locks;
use regions::Regions;
use sokoban::Puzzles;

/// Computes a measure of a level from its arguments; NaN for none. Between two calls of
/// [`forget`](Instruments::forget) all calls must have the same level.
pub(crate) type Computation = for<'p> fn(&mut Instruments<'p>, &'p Arguments, View<'_>) -> f64;

/// The cells that a missed requirement for a measure is about, and what they have in common, with
/// the least good value.
pub(crate) type Marking =
    for<'p> fn(&mut Instruments<'p>, &'p Arguments, View<'_>, f64) -> (&'static str, Vec<usize>);

/// The arguments of a measure; those that it does not have keep their default.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    pub(crate) tiles: Vec<TileSet>,
    pub(crate) trip: Trip,
    pub(crate) number: u32,
    pub(crate) most: Option<u32>,
    pub(crate) mirror: Option<Mirror>,
    /// Indices of a game of the formulas, and of one of its values.
    pub(crate) benchmark: (usize, usize),
    /// Index of a condition list of the formulas.
    pub(crate) conditions: usize,
    /// Index of a value of the external judge.
    pub(crate) outside: usize,
    /// Index of a movement.
    pub(crate) by: usize,
}

/// How to measure longest shortest paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathMeasure {
    /// The exact diameter.
    #[default]
    Exact,
    /// Two sweeps from a random cell of each region; not always the longest.
    TwoSweep,
}

/// Settings of measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeasureSettings {
    /// For longest paths.
    pub path: PathMeasure,
    /// For Sokoban puzzles.
    pub solver: SolverSettings,
}

/// The memory of all measures of formulas, for one thread.
#[derive(Debug)]
pub(crate) struct Instruments<'p> {
    pub(crate) formulas: &'p Formulas,
    pub(crate) measure_settings: MeasureSettings,
    rng: ChaCha8Rng,
    floor: Floor,
    walker: Walker,
    regions: Regions,
    pub(crate) field: Field,
    pub(crate) heights: Vec<usize>,
    puzzles: Puzzles,
    pub(crate) benchmarks: Vec<Benchmark>,
    pub(crate) judge_state: JudgeState,
    patterns: Sample,
    /// Whether the patterns are those of the current level.
    is_compared: bool,
    /// Created at the first use.
    counter: Option<Box<CellCounter>>,
    is_counted: bool,
    /// Cached for the current level.
    counts: Option<Counts>,
    loaded: Option<TileSet>,
    survey: Option<(TileSet, Survey)>,
    /// The last trip, the index of its movement, and its steps.
    travelled: Option<((&'p Trip, usize), Option<u32>)>,
    /// Whether a level that is one of the drawings is compared with the other ones.
    pub(crate) is_drawn: bool,
}

impl<'p> Instruments<'p> {
    pub(crate) fn new(
        measure_settings: MeasureSettings,
        formulas: &'p Formulas,
        judges: Option<JudgeHandle>,
    ) -> Self {
        Self {
            formulas,
            measure_settings,
            rng: ChaCha8Rng::seed_from_u64(0),
            floor: Floor::default(),
            walker: Walker::default(),
            regions: Regions::default(),
            field: Field::default(),
            heights: Vec::new(),
            puzzles: Puzzles::new(measure_settings.solver),
            benchmarks: formulas.games.iter().map(Benchmark::new).collect(),
            judge_state: JudgeState::new(judges, formulas.n_outside),
            patterns: Sample::default(),
            is_compared: false,
            counter: None,
            is_counted: false,
            counts: None,
            loaded: None,
            survey: None,
            travelled: None,
            is_drawn: false,
        }
    }

    pub(crate) fn seed(&mut self, seed: u64) {
        if self.measure_settings.path == PathMeasure::TwoSweep {
            self.rng = ChaCha8Rng::seed_from_u64(seed);
        }
    }

    /// Starts another level.
    pub(crate) fn forget(&mut self) {
        (self.counts, self.loaded, self.survey) = (None, None, None);
        self.travelled = None;
        self.puzzles.forget();
        (self.is_counted, self.is_compared) = (false, false);
        self.benchmarks.iter_mut().for_each(|game| game.is_measured = false);
        self.judge_state.forget();
    }

    /// The patterns of the current level, for comparison with the drawings.
    pub(crate) fn patterns(&mut self, level: View<'_>) -> &Sample {
        if !mem::replace(&mut self.is_compared, true) {
            self.patterns.clear();
            self.patterns.add(level, &self.formulas.drawings);
        }
        &self.patterns
    }

    pub(crate) fn count_cells(&mut self, arguments: &Arguments, level: View<'_>) -> u32 {
        let lists = self.formulas.cells.iter().map(Vec::as_slice);
        let counter = self.counter.get_or_insert_with(|| Box::new(CellCounter::new(lists)));
        if !mem::replace(&mut self.is_counted, true) {
            counter.load(level);
        }
        counter.count(arguments.conditions)
    }

    pub(crate) fn count(&mut self, tiles: TileSet, level: View<'_>) -> u32 {
        let counts = self.counts(level);
        tiles.iter().map(|tile| counts.get(tile)).sum()
    }

    pub(crate) fn counts(&mut self, level: View<'_>) -> &Counts {
        self.counts.get_or_insert_with(|| Counts::of(level))
    }

    fn load(&mut self, tiles: TileSet, level: View<'_>) {
        if self.loaded.replace(tiles) != Some(tiles) {
            self.floor.load(level, tiles);
        }
    }

    fn movement(&self, arguments: &Arguments) -> &'p Movement {
        &self.formulas.movements[arguments.by]
    }

    pub(crate) fn n_regions(&mut self, arguments: &Arguments, level: View<'_>) -> u32 {
        let (tiles, movement) = (arguments.tiles[0], self.movement(arguments));
        if !movement.is_plain() {
            return self.regions.count(level, tiles, movement.offsets());
        }
        if let Some((_, survey)) = self.survey.filter(|&(of, _)| of == tiles) {
            return survey.regions;
        }
        self.load(tiles, level);
        self.floor.regions()
    }

    /// Number of regions that hold some number of cells with the second tiles.
    pub(crate) fn n_regions_with(&mut self, arguments: &Arguments, level: View<'_>) -> u32 {
        let Arguments { tiles, number, most, .. } = arguments;
        let counts = *number..=most.unwrap_or(u32::MAX);
        let offsets = self.movement(arguments).offsets();
        self.regions.count_with(level, (tiles[0], tiles[1]), offsets, counts)
    }

    /// Number of cells of the smallest and of the largest region; `None` and 0 without regions.
    pub(crate) fn sizes(&mut self, arguments: &Arguments, level: View<'_>) -> (Option<u32>, u32) {
        let offsets = self.movement(arguments).offsets();
        self.regions.sizes(level, arguments.tiles[0], offsets)
    }

    /// The cells of all regions but the largest, in order.
    pub(crate) fn smaller_pieces(&mut self, arguments: &Arguments, level: View<'_>) -> Vec<usize> {
        let offsets = self.movement(arguments).offsets();
        let (mut largest, mut smaller) = (Vec::new(), Vec::new());
        self.regions.each(level, arguments.tiles[0], offsets, |cells| {
            if cells.len() > largest.len() {
                smaller.append(&mut largest);
                largest.extend(cells);
            } else {
                smaller.extend(cells);
            }
        });
        smaller.sort_unstable();
        smaller
    }

    /// The cells of all regions of fewer cells than `least`, in order.
    pub(crate) fn pieces_below(
        &mut self,
        arguments: &Arguments,
        level: View<'_>,
        least: f64,
    ) -> Vec<usize> {
        let offsets = self.movement(arguments).offsets();
        let mut small = Vec::new();
        self.regions.each(level, arguments.tiles[0], offsets, |cells| {
            if (cells.len() as f64) < least {
                small.extend(cells);
            }
        });
        small.sort_unstable();
        small
    }

    /// The longest shortest path; counts the regions on the way.
    pub(crate) fn longest_path(&mut self, arguments: &Arguments, level: View<'_>) -> u32 {
        let (tiles, movement) = (arguments.tiles[0], self.movement(arguments));
        if !movement.is_plain() {
            return self.regions.longest_path(level, tiles, movement.offsets());
        }
        if let Some((_, survey)) = self.survey.filter(|&(of, _)| of == tiles) {
            return survey.diameter;
        }
        self.load(tiles, level);
        let survey = match self.measure_settings.path {
            PathMeasure::Exact => self.floor.survey(),
            PathMeasure::TwoSweep => Survey {
                regions: self.floor.regions(),
                diameter: self.floor.two_sweep(&mut self.rng),
            },
        };
        self.survey = Some((tiles, survey));
        survey.diameter
    }

    /// Steps over the stops of a trip.
    pub(crate) fn steps(&mut self, arguments: &'p Arguments, level: View<'_>) -> Option<u32> {
        let (stops, movement) = (arguments.trip.stops(), self.movement(arguments));
        let n_unique = stops.iter().take_while(|&&stop| self.count(stop, level) == 1).count();
        let is_simple = n_unique == stops.len() || (n_unique == 1 && stops.len() == 2);
        if !movement.is_plain() || !is_simple {
            return self.travel((&arguments.trip, arguments.by), level);
        }
        // Measured: on the levels of the study, bits are five times as fast as a queue.
        let mut n_steps = 0;
        for leg in 0..stops.len() - 1 {
            self.load(movement.over.union(arguments.trip.ends_of(leg)), level);
            let [mut from, targets] = [leg, leg + 1].map(|stop| {
                cells(level, stops[stop]).map(|cell| (cell % level.width(), cell / level.width()))
            });
            n_steps += self.floor.nearest(from.next()?, targets)?;
        }
        Some(n_steps)
    }

    /// Steps from the first column to the last, or from the last row to the first.
    pub(crate) fn across(
        &mut self,
        arguments: &Arguments,
        level: View<'_>,
        is_upward: bool,
    ) -> Option<u32> {
        self.walker.across(level, self.movement(arguments), is_upward)
    }

    /// Number of cells with the second tiles that can be reached from one of the first.
    pub(crate) fn n_reachable(&mut self, arguments: &Arguments, level: View<'_>) -> u32 {
        let ends = (arguments.tiles[0], arguments.tiles[1]);
        let mut n = 0;
        self.walker.flood(level, self.movement(arguments), ends, |cell, _| {
            n += ends.1.count(level.get(cell % level.width(), cell / level.width()));
        });
        n
    }

    /// Number of cells of the border that can be reached from one of the tiles.
    pub(crate) fn n_on_border(&mut self, arguments: &Arguments, level: View<'_>) -> u32 {
        let (width, height) = (level.width(), level.height());
        let (from, movement) = (arguments.tiles[0], self.movement(arguments));
        let mut n = 0;
        self.walker.flood(level, movement, (from, from), |cell, _| {
            let (x, y) = (cell % width, cell / width);
            n += u32::from(x == 0 || y == 0 || x + 1 == width || y + 1 == height);
        });
        n
    }

    /// Number of cells from which no way leads from one of the first tiles on to the second; `None` if
    /// there are too many states.
    pub(crate) fn n_stuck(&mut self, arguments: &Arguments, level: View<'_>) -> Option<u32> {
        let ends = (arguments.tiles[0], arguments.tiles[1]);
        let mut n = 0;
        self.walker.stuck(level, self.movement(arguments), ends, |_| n += 1).map(|()| n)
    }

    /// The share of the ways to spend keys that end before the goal; `None` if nobody starts or there
    /// are too many doors.
    pub(crate) fn share_locked_out(
        &mut self,
        arguments: &Arguments,
        level: View<'_>,
    ) -> Option<f64> {
        let &[from, goal, key, door] = arguments.tiles.first_chunk()?;
        let locks = Locks { from, goal, key, door };
        locks.share_locked_out(level, self.movement(arguments), &mut self.walker)
    }

    /// Number of loops of ways over the tiles.
    pub(crate) fn n_loops(&mut self, arguments: &Arguments, level: View<'_>) -> u32 {
        self.regions.loops(level, arguments.tiles[0])
    }

    pub(crate) fn n_rings(&mut self, arguments: &Arguments, level: View<'_>) -> u32 {
        let kinds = (arguments.tiles[0], arguments.tiles[1]);
        self.regions.rings(level, kinds, self.movement(arguments).offsets())
    }

    /// Number of cells with the tiles near any shortest way over the stops; `None` without one.
    pub(crate) fn n_guarding(&mut self, arguments: &Arguments, level: View<'_>) -> Option<u32> {
        let movement = self.movement(arguments);
        let ways = self.walker.on_shortest_ways(level, movement, &arguments.trip);
        self.field.spread(level, ways.iter().copied());
        (!ways.is_empty()).then(|| self.field.count(level, arguments.tiles[0], arguments.number))
    }

    /// The distances of all cells from those with the tiles.
    pub(crate) fn distances(&mut self, tiles: TileSet, level: View<'_>) -> &Field {
        self.field.spread(level, cells(level, tiles));
        &self.field
    }

    /// Number of cells with the tiles and this number of such neighbors.
    pub(crate) fn n_with_exits(
        &self,
        arguments: &Arguments,
        level: View<'_>,
        counts: impl RangeBounds<u32>,
    ) -> f64 {
        let offsets = self.movement(arguments).offsets();
        shapes::n_with_exits(level, arguments.tiles[0], offsets, counts).into()
    }

    /// Number of states after which the solver of Sokoban gave the current level up, if it did.
    pub(crate) fn given_up(&self) -> Option<u32> {
        self.puzzles.given_up()
    }

    /// The result for the level as a puzzle of the player, the crates and the targets.
    pub(crate) fn puzzle(&mut self, arguments: &Arguments, level: View<'_>) -> Outcome {
        let over = self.movement(arguments).over;
        self.puzzles.outcome(level, &arguments.tiles, over)
    }

    /// The cells of a shortest path in the current level, from its end.
    pub(crate) fn way(&mut self, trip: (&'p Trip, usize), level: View<'_>) -> &[usize] {
        self.travel(trip, level);
        self.walker.way()
    }

    /// Steps of a trip. The last one is cached, because a measured path often also decides how
    /// levels differ.
    fn travel(&mut self, (trip, by): (&'p Trip, usize), level: View<'_>) -> Option<u32> {
        match self.travelled {
            Some((last, steps)) if last == (trip, by) => steps,
            _ => {
                let steps = self.walker.steps(level, &self.formulas.movements[by], trip);
                self.travelled = Some(((trip, by), steps));
                steps
            }
        }
    }
}
