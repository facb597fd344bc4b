//! Measures levels: the computation of each measure, and its memory.

mod benchmark;
mod field;
mod regions;
mod shapes;
mod sokoban;

#[cfg(test)]
mod tests;

pub(crate) use benchmark::{Benchmark, GameOfFile};
pub(crate) use sokoban::SokobanAnswer;

use std::mem;

use crate::likeness::Sample;
use level::{Mirror, TileSet, View};
use marahel::CellCounter;
use paths::sokoban::SolverSettings;
use paths::{Floor, Movement, Survey, Trip, Walker};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::Counts;
use crate::counts::cells;
use crate::formulas::Formulas;
use crate::outside::{JudgeHandle, JudgeState};
use field::Field;
use regions::Regions;
use sokoban::Puzzles;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Measure {
    Count,
    Share,
    Along {
        bottom_only: bool,
    },
    Cells,
    Entropy,
    Regions,
    /// Its tiles are those of the regions, and those counted in each.
    RegionsWith,
    SmallestRegion,
    LargestRegion,
    LongestPath,
    Path,
    /// From the first tiles to the second.
    Reachable,
    Across {
        up: bool,
    },
    Guarded,
    Nearest,
    Near,
    Apart,
    /// Cells with this many neighbors.
    Exits {
        least: u32,
        most: u32,
    },
    OpenRooms,
    Symmetry,
    SameNeighbors,
    Like,
    Copied,
    Benchmark,
    Outside,
    /// Its tiles are the player, crates and targets.
    Sokoban(SokobanAnswer),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) measure: Measure,
    pub(crate) arguments: Arguments,
}

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

impl Call {
    /// The movement of its path search, and the trip if there are stops; `None` if it does not
    /// search.
    pub(crate) fn search(&self) -> Option<(usize, Option<&Trip>)> {
        let Arguments { trip, by, .. } = &self.arguments;
        match self.measure {
            Measure::Path | Measure::Guarded => Some((*by, Some(trip))),
            Measure::Reachable | Measure::Across { .. } => Some((*by, None)),
            Measure::Count
            | Measure::Share
            | Measure::Along { .. }
            | Measure::Cells
            | Measure::Entropy
            | Measure::Regions
            | Measure::RegionsWith
            | Measure::SmallestRegion
            | Measure::LargestRegion
            | Measure::LongestPath
            | Measure::Nearest
            | Measure::Near
            | Measure::Apart
            | Measure::Exits { .. }
            | Measure::OpenRooms
            | Measure::Symmetry
            | Measure::SameNeighbors
            | Measure::Like
            | Measure::Copied
            | Measure::Benchmark
            | Measure::Outside
            | Measure::Sokoban(_) => None,
        }
    }

    /// The words for its values, by index.
    pub(crate) fn words(&self) -> &'static [&'static str] {
        match self.measure {
            Measure::Sokoban(SokobanAnswer::Status) => {
                &["gated", "solved", "unsolvable", "undecided"]
            }
            _ => &[],
        }
    }
}

/// How to measure longest shortest paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathMeasure {
    /// The exact diameter.
    #[default]
    Exact,
    /// Two sweeps from a random cell of each region, as in the released code of Khalifa and
    /// Togelius 2020; not always the longest.
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
    formulas: &'p Formulas,
    pub(crate) measure_settings: MeasureSettings,
    rng: ChaCha8Rng,
    floor: Floor,
    walker: Walker,
    regions: Regions,
    field: Field,
    heights: Vec<usize>,
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
        (self.is_counted, self.is_compared) = (false, false);
        self.benchmarks.iter_mut().for_each(|game| game.is_measured = false);
        self.judge_state.forget();
    }

    /// The value of a measure; NaN for none. Between two calls of [`forget`](Self::forget) all
    /// calls must have the same level.
    pub(crate) fn measure(&mut self, call: &'p Call, level: View<'_>) -> f64 {
        let Arguments { tiles, trip, number, most, mirror, conditions, benchmark, outside, by } =
            &call.arguments;
        let movement = &self.formulas.movements[*by];
        match call.measure {
            Measure::Count => f64::from(self.count(tiles[0], level)),
            Measure::Share => f64::from(self.count(tiles[0], level)) / level.area() as f64,
            Measure::Along { bottom_only } => shapes::share_along(level, tiles[0], bottom_only),
            Measure::Cells => self.count_cells(*conditions, level).into(),
            Measure::Entropy => shapes::entropy(self.counts(level), level.area()),
            Measure::Regions => self.n_regions(tiles[0], movement, level),
            Measure::RegionsWith => {
                let wanted = *number..=most.unwrap_or(u32::MAX);
                let tiles = (tiles[0], tiles[1]);
                self.regions.count_with(level, tiles, movement.offsets(), wanted).into()
            }
            Measure::SmallestRegion => {
                let sizes = self.regions.sizes(level, tiles[0], movement.offsets());
                or_none(sizes.map(|(smallest, _)| smallest))
            }
            Measure::LargestRegion => {
                let sizes = self.regions.sizes(level, tiles[0], movement.offsets());
                sizes.map_or(0.0, |(_, largest)| largest.into())
            }
            Measure::LongestPath => self.longest_path(tiles[0], movement, level).into(),
            Measure::Path => or_none(self.steps((trip, *by), level)),
            Measure::Reachable => {
                let mut n = 0;
                self.walker.flood(level, movement, (tiles[0], tiles[1]), |cell, _| {
                    let tile = level.get(cell % level.width(), cell / level.width());
                    n += tiles[1].count(tile);
                });
                n.into()
            }
            Measure::Across { up } => or_none(self.walker.across(level, movement, up)),
            Measure::Guarded => {
                if self.travel((trip, *by), level).is_none() {
                    return f64::NAN;
                }
                self.field.spread(level, self.walker.way().iter().copied());
                self.field.count(level, tiles[0], *number).into()
            }
            Measure::Nearest => {
                self.field.spread(level, cells(level, tiles[1]));
                or_none(self.field.least(level, tiles[0]))
            }
            Measure::Near => {
                self.field.spread(level, cells(level, tiles[1]));
                self.field.count(level, tiles[0], *number).into()
            }
            Measure::Apart => or_none(self.field.apart(level, tiles[0])),
            Measure::Exits { least, most } => {
                let offsets = movement.offsets();
                shapes::n_with_exits(level, tiles[0], offsets, least..=most).into()
            }
            Measure::OpenRooms => {
                shapes::largest_rectangle(level, tiles[0], &mut self.heights) as f64
            }
            Measure::Symmetry => match *mirror {
                Some(mirror) => shapes::share_mirrored(level, mirror, tiles.first().copied()),
                None => shapes::symmetry(level),
            },
            Measure::SameNeighbors => shapes::same_neighbors(level),
            Measure::Like => {
                let drawings = &self.formulas.drawings;
                self.patterns(level).similarity(drawings).unwrap_or(f64::NAN)
            }
            Measure::Copied => self.formulas.drawings.nearest(level),
            Measure::Benchmark => self.benchmarks[benchmark.0].value(benchmark.1, level),
            Measure::Outside => self.judge_state.value(*outside, level),
            Measure::Sokoban(answer) => self.puzzles.answer(level, tiles, movement.over, answer),
        }
    }

    /// The patterns of the current level, for comparison with the drawings.
    pub(crate) fn patterns(&mut self, level: View<'_>) -> &Sample {
        if !mem::replace(&mut self.is_compared, true) {
            self.patterns.clear();
            self.patterns.add(level, &self.formulas.drawings);
        }
        &self.patterns
    }

    /// Number of cells where the conditions of a list hold.
    fn count_cells(&mut self, list: usize, level: View<'_>) -> u32 {
        let lists = self.formulas.cells.iter().map(Vec::as_slice);
        let counter = self.counter.get_or_insert_with(|| Box::new(CellCounter::new(lists)));
        if !mem::replace(&mut self.is_counted, true) {
            counter.load(level);
        }
        counter.count(list)
    }

    fn count(&mut self, tiles: TileSet, level: View<'_>) -> u32 {
        let counts = self.counts(level);
        tiles.iter().map(|tile| counts.get(tile)).sum()
    }

    fn counts(&mut self, level: View<'_>) -> &Counts {
        self.counts.get_or_insert_with(|| Counts::of(level))
    }

    fn load(&mut self, tiles: TileSet, level: View<'_>) {
        if self.loaded.replace(tiles) != Some(tiles) {
            self.floor.load(level, tiles);
        }
    }

    fn n_regions(&mut self, tiles: TileSet, movement: &Movement, level: View<'_>) -> f64 {
        if !movement.is_plain() {
            return self.regions.count(level, tiles, movement.offsets()).into();
        }
        if let Some((_, survey)) = self.survey.filter(|&(of, _)| of == tiles) {
            return survey.regions.into();
        }
        self.load(tiles, level);
        self.floor.regions().into()
    }

    /// The longest shortest path; counts the regions on the way.
    fn longest_path(&mut self, tiles: TileSet, movement: &Movement, level: View<'_>) -> u32 {
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

    fn steps(&mut self, (trip, by): (&'p Trip, usize), level: View<'_>) -> Option<u32> {
        let (stops, movement) = (trip.stops(), &self.formulas.movements[by]);
        let n_unique = stops.iter().take_while(|&&stop| self.count(stop, level) == 1).count();
        let is_simple = n_unique == stops.len() || (n_unique == 1 && stops.len() == 2);
        if !movement.is_plain() || !is_simple {
            return self.travel((trip, by), level);
        }
        // Measured: on the levels of the study, bits are five times as fast as a queue.
        let mut n_steps = 0;
        for leg in 0..stops.len() - 1 {
            self.load(movement.over.union(trip.ends_of(leg)), level);
            let [mut from, targets] = [leg, leg + 1].map(|stop| {
                cells(level, stops[stop]).map(|cell| (cell % level.width(), cell / level.width()))
            });
            n_steps += self.floor.nearest(from.next()?, targets)?;
        }
        Some(n_steps)
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

fn or_none(value: Option<u32>) -> f64 {
    value.map_or(f64::NAN, f64::from)
}
