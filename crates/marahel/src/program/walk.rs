//! Walks of a program: in which order cells are visited, how each is compiled, and what is known
//! of it before a level is made.

use std::ops::Range;
use std::sync::Arc;

use level::{Mirror, TileSet};
use script::Neighborhood;

use super::compile::Compiler;
use super::estimator::{Estimator, Offsets};
use super::{Limit, Log};
use crate::handed::{HandedProgram, taken};

#[derive(Clone, Debug)]
pub(crate) enum Walk {
    NarrowHorz,
    NarrowVert,
    NarrowRand,
    TurtleDrunk {
        moves: Vec<Move>,
        change: f64,
    },
    TurtleHeur {
        moves: Vec<Move>,
        heuristics: Heuristics,
    },
    TurtleConnect {
        moves: Vec<Move>,
        directions: Directions,
        entities: TileSet,
        /// What its ways cost, if it takes the cheapest.
        costs: Option<Costs>,
    },
    WideHeur(Heuristics),
    WideRand,
    /// One of another crate.
    Handed(Arc<dyn HandedProgram>),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct WalkFacts {
    /// Cost of choosing the next cell, in cells looked at, beside what depends on the map.
    pub(super) cost: u64,
    pub(super) log: Log,
    /// Whether it visits each cell of a list once.
    pub(super) is_wide: bool,
    /// Whether as many visits as a region has cells visit each of them.
    pub(super) covers_region: bool,
    /// Visits of a pass where a script does not say how many.
    pub(super) visits: Limit,
}

impl Walk {
    /// All that is known, in one place: a new walk says here what it is like.
    pub(super) fn facts(&self) -> WalkFacts {
        let plain = WalkFacts {
            cost: 0,
            log: Log::Nothing,
            is_wide: false,
            covers_region: false,
            visits: Limit::Area,
        };
        match self {
            Self::NarrowHorz | Self::NarrowVert => WalkFacts { covers_region: true, ..plain },
            Self::NarrowRand | Self::TurtleDrunk { .. } | Self::Handed(_) => plain,
            Self::TurtleHeur { moves, heuristics } => WalkFacts {
                cost: moves.len() as u64 * (1 + heuristics.cost),
                log: if heuristics.fields.is_empty() { Log::Nothing } else { Log::Unseen },
                ..plain
            },
            // It ends at its last waypoint.
            Self::TurtleConnect { moves, costs, .. } => WalkFacts {
                cost: moves.len() as u64,
                log: if costs.as_ref().is_some_and(|costs| costs.read_fields) {
                    Log::Unseen
                } else {
                    Log::Nothing
                },
                visits: Limit::Unlimited,
                ..plain
            },
            Self::WideHeur(heuristics) => WalkFacts {
                log: if heuristics.n_words > 0 { Log::All } else { Log::Nothing },
                is_wide: true,
                ..plain
            },
            Self::WideRand => WalkFacts { is_wide: true, ..plain },
        }
    }
}

impl Compiler {
    pub(super) fn walk(&mut self, walk: &script::Walk) -> Walk {
        match walk {
            script::Walk::NarrowHorz => Walk::NarrowHorz,
            script::Walk::NarrowVert => Walk::NarrowVert,
            script::Walk::NarrowRand => Walk::NarrowRand,
            script::Walk::TurtleDrunk { directions, change } => {
                Walk::TurtleDrunk { moves: self.moves(directions), change: *change }
            }
            script::Walk::TurtleHeur { directions, heuristics } => Walk::TurtleHeur {
                moves: self.moves(directions),
                heuristics: self.heuristics(heuristics),
            },
            script::Walk::TurtleConnect { directions, entities, costs } => {
                let entities = entities.tiles();
                let moves = self.moves(directions);
                let directions = Directions::new(&moves);
                let costs = (!costs.is_empty()).then(|| self.costs(costs));
                Walk::TurtleConnect { directions, moves, entities, costs }
            }
            script::Walk::WideHeur { heuristics } => Walk::WideHeur(self.heuristics(heuristics)),
            script::Walk::WideRand => Walk::WideRand,
            script::Walk::Handed(handed) => Walk::Handed(taken(&**handed, 0)),
        }
    }

    fn costs(&mut self, costs: &[script::Estimator]) -> Costs {
        let estimators: Vec<_> = costs.iter().map(|one| self.estimator(one)).collect();
        let facts = || estimators.iter().map(Estimator::facts);
        Costs {
            read_fields: facts().any(|facts| facts.field.is_some()),
            n_cells: facts().map(|facts| 4 + facts.cost).sum(),
            estimators,
        }
    }

    fn heuristics(&mut self, heuristics: &[script::Estimator]) -> Heuristics {
        let mut packed = Heuristics::default();
        let mut bits_left = 0;
        let mut dependents = Vec::new();
        let compiled: Vec<_> = heuristics.iter().map(|one| self.estimator(one)).collect();
        for estimator in compiled {
            if matches!(estimator, Estimator::Random) {
                break; // it breaks ties uniformly, as all ties are broken, so nothing after it matters
            }
            let facts = estimator.facts();
            let Some(bits) = facts.key_bits else { continue };
            if bits > bits_left {
                packed.n_words += 1;
                bits_left = 64;
            }
            bits_left -= bits;
            if let Some((offsets, _)) = facts.counted {
                dependents.extend(offsets.iter().map(|offset| -offset));
            }
            packed.fields.extend(facts.field);
            packed.mirrors.extend(facts.mirror);
            packed.cost += 4 + facts.cost;
            let word = packed.n_words - 1;
            packed.parts.push(HeuristicPart { estimator, word, shift: bits_left });
        }
        dependents.sort_unstable();
        dependents.dedup();
        packed.fields.sort_unstable();
        packed.fields.dedup();
        Heuristics { dependents: dependents.into(), ..packed }
    }

    fn moves(&self, directions: &Neighborhood) -> Vec<Move> {
        let offsets = directions.offsets().iter();
        offsets.map(|&(dx, dy)| Move { dx, dy, offset: self.offset(dx, dy) }).collect()
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    /// The same step in a grid of the program's layout.
    pub(crate) offset: isize,
}

impl Move {
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
struct Direction {
    /// Which moves lead nearest to the target, by Manhattan distance.
    best: Range<usize>,
    /// Whether those end between here and the target, so that they do not lead outside.
    is_straight: bool,
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
        let targets = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
        let directions = targets.map(|(x, y)| {
            let distance =
                |step: &Move| (x - step.dx).unsigned_abs() + (y - step.dy).unsigned_abs();
            let nearest = moves.iter().map(distance).min().unwrap_or(0);
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
            }
        });
        Self { elsewhere, reach, rows: directions.collect(), best: all_best }
    }

    /// Which moves lead nearest to a target `x` columns and `y` rows away, and whether all of
    /// them end between here and the target, so that they do not lead outside.
    #[inline]
    pub(crate) fn towards(&self, x: i32, y: i32) -> Option<(&[Move], bool)> {
        let place = |offset: i32| (offset.clamp(-self.reach, self.reach) + self.reach) as usize;
        let row = self.rows.get(place(y) * (2 * self.reach as usize + 1) + place(x));
        row.map(|direction| (&self.best[direction.best.clone()], direction.is_straight))
    }
}

/// Heuristics, packed so that the key of a better cell is smaller.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heuristics {
    pub(crate) parts: Vec<HeuristicPart>,
    /// Words of 64 bits in a key.
    pub(crate) n_words: usize,
    /// From a changed cell to the cells whose counts it takes part in.
    pub(crate) dependents: Offsets,
    /// Where keys look for images: a changed cell takes part in those of its own.
    pub(crate) mirrors: Vec<Mirror>,
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

/// What it costs to enter a cell: the sum of these, none of them less than 0.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    pub(crate) estimators: Vec<Estimator>,
    /// Whether some of them are distances, so that changes must be remembered.
    pub(crate) read_fields: bool,
    /// What measuring one cell costs, in cells looked at.
    pub(crate) n_cells: u64,
}
