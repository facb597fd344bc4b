//! Measuring levels: what each measure of the catalogue computes, and the memory
//! that it computes in.

mod benchmark;
mod field;
mod regions;
mod shapes;
mod sokoban;

#[cfg(test)]
mod tests;

pub(crate) use benchmark::GameOfFile;
pub(crate) use sokoban::SokobanAnswer;

use std::sync::Arc;

use ::sokoban::SolverSettings;
use level::{TileSet, View};
use patterns::{Drawings, Sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use walking::{Floor, Movement, Survey, Trip, Walker};

use crate::outside::{Hearing, Lent};
use crate::program::Program;
use crate::{Counts, positions};
use benchmark::Benchmarks;
use field::Field;
use regions::Regions;
use sokoban::Puzzles;

/// A measure with its arguments. `by` is the number of a movement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measure {
    Count(TileSet),
    Share(TileSet),
    Along {
        tiles: TileSet,
        bottom_only: bool,
    },
    Entropy,
    Regions {
        tiles: TileSet,
        by: usize,
    },
    LargestRegion {
        tiles: TileSet,
        by: usize,
    },
    LongestPath {
        tiles: TileSet,
        by: usize,
    },
    Path {
        trip: Trip,
        by: usize,
    },
    Reachable {
        from: TileSet,
        tiles: TileSet,
        by: usize,
    },
    Across {
        up: bool,
        by: usize,
    },
    Guarded {
        tiles: TileSet,
        distance: u32,
        trip: Trip,
        by: usize,
    },
    Nearest {
        tiles: TileSet,
        others: TileSet,
    },
    Near {
        tiles: TileSet,
        others: TileSet,
        distance: u32,
    },
    Exits {
        tiles: TileSet,
        exits: Exits,
        by: usize,
    },
    OpenRooms(TileSet),
    Symmetry,
    SameNeighbors,
    Like,
    Copied,
    /// A value of a game of the program, both by number.
    Benchmark {
        game: usize,
        value: usize,
    },
    /// A value of the judge from outside, by number.
    Outside(usize),
    Sokoban {
        player: TileSet,
        crates: TileSet,
        targets: TileSet,
        by: usize,
        answer: SokobanAnswer,
    },
}

impl Measure {
    /// The movement that it searches ways by, and the trip if there are stops.
    pub(crate) fn search(&self) -> Option<(usize, Option<&Trip>)> {
        match self {
            Self::Path { trip, by } | Self::Guarded { trip, by, .. } => Some((*by, Some(trip))),
            Self::Reachable { by, .. } | Self::Across { by, .. } => Some((*by, None)),
            Self::Count(_)
            | Self::Share(_)
            | Self::Along { .. }
            | Self::Entropy
            | Self::Regions { .. }
            | Self::LargestRegion { .. }
            | Self::LongestPath { .. }
            | Self::Nearest { .. }
            | Self::Near { .. }
            | Self::Exits { .. }
            | Self::OpenRooms(_)
            | Self::Symmetry
            | Self::SameNeighbors
            | Self::Like
            | Self::Copied
            | Self::Benchmark { .. }
            | Self::Outside(_)
            | Self::Sokoban { .. } => None,
        }
    }

    /// What its values stand for, where they are words: value i is word i.
    pub(crate) fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Sokoban { answer: SokobanAnswer::Status, .. } => {
                &["gated", "solved", "unsolvable", "undecided"]
            }
            _ => &[],
        }
    }
}

/// How many neighbors count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exits {
    least: u32,
    most: u32,
}

impl Exits {
    pub(crate) const ONE: Self = Self { least: 1, most: 1 };
    pub(crate) const THREE_OR_MORE: Self = Self { least: 3, most: u32::MAX };
    pub(crate) const FOUR_OR_MORE: Self = Self { least: 4, most: u32::MAX };
}

/// How longest shortest paths are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathMeasure {
    /// The exact diameter.
    #[default]
    Exact,
    /// Two sweeps from a random cell of each region, as the released code of
    /// Khalifa and Togelius 2020 does; not always the longest.
    TwoSweep,
}

/// How the measures of a problem measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Means {
    pub(crate) path: PathMeasure,
    pub(crate) solver: SolverSettings,
}

/// The memory of all measures for one thread.
#[derive(Debug)]
pub(crate) struct Instruments {
    means: Means,
    rng: ChaCha8Rng,
    floor: Floor,
    walker: Walker,
    regions: Regions,
    field: Field,
    heights: Vec<usize>,
    puzzles: Puzzles,
    benchmarks: Benchmarks,
    hearing: Hearing,
    drawings: Arc<Drawings>,
    /// The patterns of a level.
    patterns: Sample,
    /// What is known of the level at hand.
    counts: Option<Counts>,
    /// Tiles of the floor that is loaded.
    loaded: Option<TileSet>,
    survey: Option<(TileSet, Survey)>,
    travelled: Travelled,
}

/// The trip that was searched last.
#[derive(Debug, Default)]
struct Travelled {
    /// None where nobody asked about the level at hand.
    movement: Option<usize>,
    trip: Trip,
    steps: Option<u32>,
}

impl Instruments {
    /// The memory for the measures of a program.
    pub(crate) fn new(means: Means, program: &Program, lent: Option<Lent>) -> Self {
        Self {
            means,
            rng: ChaCha8Rng::seed_from_u64(0),
            floor: Floor::new(),
            walker: Walker::default(),
            regions: Regions::default(),
            field: Field::default(),
            heights: Vec::new(),
            puzzles: Puzzles::new(means.solver),
            benchmarks: Benchmarks::new(&program.games),
            hearing: Hearing::new(lent, program.n_outside),
            drawings: Arc::clone(&program.drawings),
            patterns: Sample::default(),
            counts: None,
            loaded: None,
            survey: None,
            travelled: Travelled::default(),
        }
    }

    /// Seeds the measures that draw random cells.
    pub(crate) fn seed(&mut self, seed: u64) {
        if self.means.path == PathMeasure::TwoSweep {
            self.rng = ChaCha8Rng::seed_from_u64(seed);
        }
    }

    /// Measures longest paths in another way from now on; the way until now.
    pub(crate) fn measure_paths(&mut self, path: PathMeasure) -> PathMeasure {
        std::mem::replace(&mut self.means.path, path)
    }

    /// Forgets the level before.
    pub(crate) fn forget(&mut self) {
        (self.counts, self.loaded, self.survey) = (None, None, None);
        self.travelled.movement = None;
        self.benchmarks.forget();
        self.hearing.forget();
    }

    /// The value of a measure; NaN for none. All calls between two of
    /// [`forget`](Self::forget) are about one level.
    pub(crate) fn measure(
        &mut self,
        measure: &Measure,
        movements: &[Movement],
        level: View<'_>,
    ) -> f64 {
        match measure {
            Measure::Count(tiles) => f64::from(self.count(*tiles, level)),
            Measure::Share(tiles) => f64::from(self.count(*tiles, level)) / level.area() as f64,
            Measure::Along { tiles, bottom_only } => {
                shapes::share_along(level, *tiles, *bottom_only)
            }
            Measure::Entropy => shapes::entropy(self.counts(level), level.area()),
            Measure::Regions { tiles, by } => self.n_regions(*tiles, &movements[*by], level),
            Measure::LargestRegion { tiles, by } => {
                self.regions.sizes(level, *tiles, movements[*by].offsets()).1.into()
            }
            Measure::LongestPath { tiles, by } => {
                self.longest_path(*tiles, &movements[*by], level).into()
            }
            Measure::Path { trip, by } => or_none(self.steps((trip, *by), movements, level)),
            Measure::Reachable { from, tiles, by } => {
                let mut n = 0;
                self.walker.flood(level, &movements[*by], (*from, *tiles), |cell, _| {
                    let tile = level.get(cell % level.width(), cell / level.width());
                    n += tiles.count(tile);
                });
                n.into()
            }
            Measure::Across { up, by } => or_none(self.walker.across(level, &movements[*by], *up)),
            Measure::Guarded { tiles, distance, trip, by } => {
                if self.travel((trip, *by), movements, level).is_none() {
                    return f64::NAN;
                }
                self.field.spread(level, self.walker.way().iter().copied());
                self.field.count(level, *tiles, *distance).into()
            }
            Measure::Nearest { tiles, others } => {
                self.field.spread(level, field::cells(level, *others));
                or_none(self.field.least(level, *tiles))
            }
            Measure::Near { tiles, others, distance } => {
                self.field.spread(level, field::cells(level, *others));
                self.field.count(level, *tiles, *distance).into()
            }
            Measure::Exits { tiles, exits, by } => {
                let offsets = movements[*by].offsets();
                shapes::n_with_exits(level, *tiles, offsets, exits.least..=exits.most).into()
            }
            Measure::OpenRooms(tiles) => {
                shapes::largest_rectangle(level, *tiles, &mut self.heights) as f64
            }
            Measure::Symmetry => shapes::symmetry(level),
            Measure::SameNeighbors => shapes::same_neighbors(level),
            Measure::Like => {
                self.patterns.clear();
                self.patterns.add(level, &self.drawings);
                self.patterns.similarity(&self.drawings).unwrap_or(f64::NAN)
            }
            Measure::Copied => self.drawings.nearest(level),
            Measure::Benchmark { game, value } => self.benchmarks.value(*game, *value, level),
            Measure::Outside(index) => self.hearing.value(*index, level),
            Measure::Sokoban { player, crates, targets, by, answer } => {
                let pieces = [*player, *crates, *targets];
                self.puzzles.answer(level, pieces, movements[*by].over, *answer)
            }
        }
    }

    /// Number of cells with one of the tiles.
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
            return self.regions.sizes(level, tiles, movement.offsets()).0.into();
        }
        if let Some((_, survey)) = self.survey.filter(|&(of, _)| of == tiles) {
            return survey.regions.into();
        }
        self.load(tiles, level);
        self.floor.regions().into()
    }

    /// The longest shortest path; counts the regions at the same cost.
    fn longest_path(&mut self, tiles: TileSet, movement: &Movement, level: View<'_>) -> u32 {
        if !movement.is_plain() {
            return self.regions.longest_path(level, tiles, movement.offsets());
        }
        if let Some((_, survey)) = self.survey.filter(|&(of, _)| of == tiles) {
            return survey.diameter;
        }
        self.load(tiles, level);
        let survey = match self.means.path {
            PathMeasure::Exact => self.floor.survey(),
            PathMeasure::TwoSweep => Survey {
                regions: self.floor.regions(),
                diameter: self.floor.two_sweep(&mut self.rng),
            },
        };
        self.survey = Some((tiles, survey));
        survey.diameter
    }

    /// Steps of a trip.
    fn steps(
        &mut self,
        (trip, by): (&Trip, usize),
        movements: &[Movement],
        level: View<'_>,
    ) -> Option<u32> {
        let (stops, movement) = (trip.stops(), &movements[by]);
        let n_unique = stops.iter().take_while(|&&stop| self.count(stop, level) == 1).count();
        let is_simple = n_unique == stops.len() || (n_unique == 1 && stops.len() == 2);
        if !movement.is_plain() || !is_simple {
            return self.travel((trip, by), movements, level);
        }
        // Measured: bits are five times as fast as a queue on the levels of the study.
        let mut n_steps = 0;
        for leg in 0..stops.len() - 1 {
            self.load(movement.over.union(trip.ends_of(leg)), level);
            let from = stops[leg].iter().find_map(|tile| positions(level, tile).next())?;
            let targets = stops[leg + 1].iter().flat_map(|tile| positions(level, tile));
            n_steps += self.floor.nearest(from, targets)?;
        }
        Some(n_steps)
    }

    /// Nodes that the solvers of the PCG Benchmark looked at in the level at hand.
    pub(crate) fn n_nodes(&self) -> u64 {
        self.benchmarks.n_nodes()
    }

    /// Writes what a game of the PCG Benchmark keeps of the level at hand to `trace`; false for
    /// levels of another size than the game's, of which nothing is written.
    pub(crate) fn trace_to(
        &mut self,
        game: usize,
        level: View<'_>,
        trace: &mut games::Trace,
    ) -> bool {
        self.benchmarks.trace_to(game, level, trace)
    }

    /// How much two levels of a game of the PCG Benchmark differ, in 0..=1, by what it kept.
    pub(crate) fn distance(
        &mut self,
        game: usize,
        one: &games::Trace,
        other: &games::Trace,
    ) -> f64 {
        self.benchmarks.distance(game, one, other)
    }

    /// Whether the judge from outside has no answer for the level at hand.
    pub(crate) fn has_failed(&self) -> bool {
        self.hearing.has_failed()
    }

    /// The cells of a shortest way of the level at hand, the last one first.
    pub(crate) fn way(
        &mut self,
        trip: (&Trip, usize),
        movements: &[Movement],
        level: View<'_>,
    ) -> &[usize] {
        self.travel(trip, movements, level);
        self.walker.way()
    }

    /// Steps of a trip, searched for unless it was the last one: what is measured is often
    /// what sets levels apart, too.
    fn travel(
        &mut self,
        (trip, by): (&Trip, usize),
        movements: &[Movement],
        level: View<'_>,
    ) -> Option<u32> {
        let Travelled { movement, trip: last, steps } = &mut self.travelled;
        if *movement != Some(by) || last != trip {
            *movement = Some(by);
            last.take(trip);
            *steps = self.walker.steps(level, &movements[by], trip);
        }
        *steps
    }
}

fn or_none(value: Option<u32>) -> f64 {
    value.map_or(f64::NAN, f64::from)
}
