//! A program: a script compiled for one reading of the language, ready to run.
//!
//! Everything that does not depend on the level is decided here: entity lists
//! become bit masks, neighborhoods become distances in a bordered grid whose
//! row length is fixed for the program, comparisons of a count with a constant
//! become a table of accepted counts, conditions that always hold vanish.

mod aiide17;
mod compile;
mod cost;
mod fold;

pub(crate) use aiide17::{Agents, Connector, NamedCondition, NamedEstimator, Steps, Sweep};
pub use compile::decisions;
pub(crate) use cost::N_CELLS_PER_STEP;

use std::ops::Range;

use level::{Tile, TileSet};

use crate::semantics::Semantics;
use crate::uneven::FewKeys;
use script::{Border, Dialect, EntityLimit, Operator, RegionSelector, Regions, Replace, Size};

/// A script compiled for one [`Semantics`].
#[derive(Clone, Debug)]
pub struct Program {
    /// Of the script, for messages.
    pub(crate) dialect: Dialect,
    pub(crate) semantics: Semantics,
    pub(crate) min: Size,
    pub(crate) max: Size,
    pub(crate) regions: Option<Regions>,
    pub(crate) explorers: Vec<Explorer>,
    /// The first of the explorers at the end that may all be idle at once.
    pub(crate) tail: usize,
    pub(crate) layout: Layout,
    /// What each distance field measures the distance to.
    pub(crate) fields: Vec<TileSet>,
    /// Whether anything depends on how far away the outside is.
    pub(crate) measures_outside: bool,
    /// How many cells of some entities there should be.
    pub(crate) limits: Vec<EntityLimit>,
    /// Things that estimators remember about a level.
    pub(crate) n_slots: usize,
}

/// How a grid of the program lies in memory: rows of `stride` cells, of which
/// the outermost `border` cells on each side are outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) border: usize,
    pub(crate) stride: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Explorer {
    pub(crate) walk: Walk,
    pub(crate) selectors: Vec<RegionSelector>,
    pub(crate) border: Border,
    pub(crate) wraps: bool,
    /// Entities whose number of cells is limited.
    pub(crate) capped: TileSet,
    pub(crate) replace: Replace,
    pub(crate) repeats: u64,
    pub(crate) tiles: Option<u64>,
    pub(crate) changes: Option<u64>,
    /// Whether a visit counts as a change if a rule fired, rather than if a
    /// cell changed. Without a limit of its own an explorer keeps the released
    /// bound: its rules fire at most as often as the region has cells.
    pub(crate) counts_firings: bool,
    /// Whether the cells that it visits are lost to later explorers.
    pub(crate) uses_up_cells: bool,
    /// Those of the script's rules that can ever be applied.
    pub(crate) rules: Vec<Rule>,
    /// Number of rules in the script.
    pub(crate) n_rules: usize,
    /// Steps of the budget that one visit costs.
    pub(crate) visit_cost: u64,
    pub(crate) log: Log,
}

/// Which of the changes of a pass must be remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Log {
    #[default]
    /// None: nothing depends on which cells changed.
    Nothing,
    /// Those that the distance fields have not seen yet.
    Unseen,
    /// All, until whoever walks has taken them into account.
    All,
}

#[derive(Clone, Debug)]
pub(crate) enum Walk {
    NarrowHorz,
    NarrowVert,
    NarrowRand,
    TurtleDrunk { moves: Vec<Move>, change: f64 },
    TurtleHeur { moves: Vec<Move>, heuristics: Heuristics },
    TurtleConnect { moves: Vec<Move>, directions: Directions, entities: TileSet },
    WideHeur(Heuristics),
    WideRand,
    Sequential(Sweep),
    Agent(Agents),
    Connector(Connector),
}

/// One step of a turtle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    /// The same step in a grid of the program's layout.
    pub(crate) offset: isize,
}

impl Move {
    /// Staying where one is.
    pub(crate) const NONE: Self = Self { dx: 0, dy: 0, offset: 0 };
}

/// Where moves lead, for a target in every direction.
#[derive(Clone, Debug)]
pub(crate) struct Directions {
    /// The moves that lead to another cell.
    pub(crate) elsewhere: Vec<Move>,
    /// Targets further away than the longest move are alike.
    reach: i32,
    /// Row by row for `-reach..=reach` on both axes; none where that is too many.
    rows: Vec<Direction>,
    /// The best moves of all directions.
    best: Vec<Move>,
}

/// Where moves lead if the target lies in some direction.
#[derive(Clone, Debug)]
pub(crate) struct Direction {
    /// Which moves lead nearest to the target, by Manhattan distance.
    best: Range<usize>,
    /// Whether those end between here and the target, so that they do not lead outside.
    pub(crate) is_straight: bool,
    /// How much farther away than those each of the moves ends, as the released sort takes
    /// it, if there are few moves and small detours.
    pub(crate) keys: Option<FewKeys>,
}

impl Directions {
    /// Moves longer than this are too rare to prepare for.
    const REACH_MAX: i32 = 2;

    pub(crate) fn new(moves: &[Move]) -> Self {
        let elsewhere: Vec<Move> = moves.iter().copied().filter(|step| step.offset != 0).collect();
        let reach = moves.iter().map(|step| step.dx.abs().max(step.dy.abs())).max().unwrap_or(0);
        if reach > Self::REACH_MAX {
            return Self { elsewhere, reach, rows: Vec::new(), best: Vec::new() };
        }
        let mut all_best = Vec::new();
        let mut detours = Vec::with_capacity(moves.len());
        let targets = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
        let directions = targets.map(|(x, y)| {
            let distance =
                |step: &Move| (x - step.dx).unsigned_abs() + (y - step.dy).unsigned_abs();
            let nearest = moves.iter().map(distance).min().unwrap_or(0);
            detours.clear();
            detours.extend(moves.iter().map(|step| distance(step) - nearest));
            let n_before = all_best.len();
            all_best.extend(moves.iter().copied().filter(|step| distance(step) == nearest));
            let best = &all_best[n_before..];
            let is_between =
                |step: i32, target: i32| (target.min(0)..=target.max(0)).contains(&step);
            Direction {
                is_straight: best
                    .iter()
                    .all(|step| is_between(step.dx, x) && is_between(step.dy, y)),
                best: n_before..all_best.len(),
                keys: FewKeys::new(&detours),
            }
        });
        Self { elsewhere, reach, rows: directions.collect(), best: all_best }
    }

    /// Where moves lead if the target is `x` columns and `y` rows away.
    #[inline]
    pub(crate) fn towards(&self, x: i32, y: i32) -> Option<&Direction> {
        let place = |offset: i32| (offset.clamp(-self.reach, self.reach) + self.reach) as usize;
        self.rows.get(place(y) * (2 * self.reach as usize + 1) + place(x))
    }

    /// The moves that lead nearest to a target in a direction.
    #[inline]
    pub(crate) fn best(&self, direction: &Direction) -> &[Move] {
        &self.best[direction.best.clone()]
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// Its place among the rules of the script.
    pub(crate) index: usize,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) executers: Vec<Executer>,
}

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// Every cell of the neighborhood is in the set.
    Matches {
        offsets: Offsets,
        set: TileSet,
    },
    /// The number of cells of the neighborhood in the set is one of the accepted.
    Counts {
        offsets: Offsets,
        set: TileSet,
        accepted: u64,
    },
    /// A random 32-bit number is below `n`.
    Chance {
        n: u32,
    },
    Compares {
        left: Estimator,
        operator: Operator,
        right: Estimator,
    },
    /// One that only scripts of 2017 have.
    Named(Box<NamedCondition>),
}

/// Value of a distance that has no target; a condition on it holds.
pub(crate) const ABSENT: f64 = f64::NAN;

/// Cells of a neighborhood as distances from the current one in memory.
pub(crate) type Offsets = Box<[isize]>;

#[derive(Clone, Debug)]
pub(crate) enum Estimator {
    Number(f64),
    Random,
    /// Lattice cells across the region.
    Noise {
        n_cells: f64,
    },
    FixedNoise,
    Percent,
    ChangePercent,
    RepeatPercent,
    Total(TileSet),
    Count {
        offsets: Offsets,
        set: TileSet,
    },
    /// As `Count`, each tile with a weight of its own.
    WeightedCount {
        offsets: Offsets,
        weights: Box<[u32; 64]>,
    },
    Distance(Distance),
    /// One that only scripts of 2017 have.
    Named(Box<NamedEstimator>),
}

/// Distance to a set of tiles, to the outside, or to whichever is nearer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance {
    /// Index of the program's distance field; `None` if only the outside counts.
    pub(crate) field: Option<usize>,
    pub(crate) to_outside: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Executer {
    pub(crate) offsets: Offsets,
    /// Each tile as often as its weight says.
    pub(crate) choices: Box<[Tile]>,
}

/// Heuristics, packed so that the key of a better cell is smaller.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heuristics {
    pub(crate) parts: Vec<HeuristicPart>,
    /// Words of 64 bits in a key.
    pub(crate) n_words: usize,
    /// From a changed cell to the cells whose counts it takes part in.
    pub(crate) dependents: Offsets,
    /// Distance fields that keys depend on.
    pub(crate) fields: Vec<usize>,
    /// What measuring one cell costs, in cells looked at.
    pub(crate) cost: u64,
}

/// One heuristic and where it stands in the key.
#[derive(Clone, Debug)]
pub(crate) struct HeuristicPart {
    pub(crate) estimator: Estimator,
    pub(crate) word: usize,
    pub(crate) shift: u32,
}
impl Explorer {
    /// What it draws from for each cell that it visits, if that is all it does.
    pub(crate) fn filling(&self) -> Option<&[Tile]> {
        let [Rule { conditions, executers, .. }, ..] = &self.rules[..] else { return None };
        match &executers[..] {
            [Executer { offsets, choices }]
                if conditions.is_empty() && **offsets == [0] && self.capped.is_empty() =>
            {
                Some(choices)
            }
            _ => None,
        }
    }
}

impl Condition {
    /// Whether it is soon known, and by nothing but the map and the cell, whether it holds.
    pub(crate) fn is_certain(&self) -> bool {
        match self {
            Self::Matches { .. } | Self::Counts { .. } => true,
            Self::Compares { left, right, .. } => left.is_certain() && right.is_certain(),
            Self::Chance { .. } | Self::Named(_) => false,
        }
    }

    fn reads_field(&self) -> bool {
        match self {
            Self::Compares { left, right, .. } => left.reads_field() || right.reads_field(),
            Self::Named(condition) => match &**condition {
                NamedCondition::Parity { estimator, .. } => estimator.reads_field(),
                NamedCondition::Connected { .. } => false,
            },
            _ => false,
        }
    }
}

impl Estimator {
    fn reads_field(&self) -> bool {
        matches!(self, Self::Distance(Distance { field: Some(_), .. }))
    }

    /// Whether its value is soon known, and by nothing but the map and the cell:
    /// distances take a flood of the map.
    fn is_certain(&self) -> bool {
        matches!(
            self,
            Self::Number(_)
                | Self::Total(_)
                | Self::Count { .. }
                | Self::WeightedCount { .. }
                | Self::FixedNoise
        )
    }

    /// Whether two cells of one level can have different values at one time.
    fn differs_between_cells(&self) -> bool {
        match self {
            Self::Count { offsets, .. } | Self::WeightedCount { offsets, .. } => {
                !offsets.is_empty()
            }
            Self::Noise { .. } | Self::FixedNoise | Self::Distance(_) => true,
            _ => false,
        }
    }

    /// Bits that hold every value in a key of a wide explorer.
    fn key_bits(&self) -> u32 {
        match self {
            Self::Count { offsets, .. } => usize::BITS - offsets.len().leading_zeros(),
            Self::Distance(_) => u32::BITS,
            _ => u64::BITS,
        }
    }
}
