//! Compiled walks, and static facts about them.

use std::ops::Range;
use std::sync::Arc;

use marahel_level::{Mirror, TileSet};
use marahel_script::Neighborhood;

use super::compile::Compiler;
use super::condition::Condition;
use super::estimator::{Estimator, Offsets};
use super::{Limit, Log};
use crate::extension::{ExtensionProgram, compiled};

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
        /// The costs of a path; `None` if it is straight.
        costs: Option<Costs>,
    },
    WideHeur(Heuristics),
    WideRand,
    Extension(Arc<dyn ExtensionProgram>),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct WalkFacts {
    /// Cost of choosing the next cell, in cells that are read; costs that depend on the map are
    /// extra.
    pub(super) cost: u64,
    pub(super) log: Log,
    /// Whether it visits each cell of a list once.
    pub(super) is_wide: bool,
    /// Whether a number of visits equal to the region's area covers the region.
    pub(super) covers_region: bool,
    /// Default number of visits of a pass.
    pub(super) visits: Limit,
}

impl Walk {
    /// Whether it visits the same cells whatever rules do, and draws nothing for them.
    pub(crate) fn ignores_map(&self) -> bool {
        matches!(self, Self::NarrowHorz | Self::NarrowVert)
    }

    /// Whether it is of another crate.
    pub(super) fn is_plugged_in(&self) -> bool {
        matches!(self, Self::Extension(_))
    }

    /// All static facts in one place: a new walk needs only its line here.
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
            Self::NarrowRand | Self::TurtleDrunk { .. } | Self::Extension(_) => plain,
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
    pub(super) fn walk(&mut self, walk: &marahel_script::Walk) -> Walk {
        match walk {
            marahel_script::Walk::NarrowHorz => Walk::NarrowHorz,
            marahel_script::Walk::NarrowVert => Walk::NarrowVert,
            marahel_script::Walk::NarrowRand => Walk::NarrowRand,
            marahel_script::Walk::TurtleDrunk { directions, change } => {
                Walk::TurtleDrunk { moves: self.moves(directions), change: *change }
            }
            marahel_script::Walk::TurtleHeur { directions, heuristics } => Walk::TurtleHeur {
                moves: self.moves(directions),
                heuristics: self.heuristics(heuristics),
            },
            marahel_script::Walk::TurtleConnect { directions, entities, costs } => {
                let entities = entities.tiles();
                let moves = self.moves(directions);
                let directions = Directions::new(&moves);
                let costs = (!costs.is_empty()).then(|| self.costs(costs));
                Walk::TurtleConnect { directions, moves, entities, costs }
            }
            marahel_script::Walk::WideHeur { heuristics } => {
                Walk::WideHeur(self.heuristics(heuristics))
            }
            marahel_script::Walk::WideRand => Walk::WideRand,
            marahel_script::Walk::Extension(extension) => {
                Walk::Extension(compiled(&**extension, 0))
            }
        }
    }

    fn costs(&mut self, costs: &[marahel_script::Cost]) -> Costs {
        let costs: Vec<_> = costs.iter().filter_map(|cost| self.cost(cost)).collect();
        let conditions = || costs.iter().flat_map(|cost| &cost.conditions);
        let facts = || costs.iter().map(|cost| cost.estimator.facts());
        Costs {
            read_fields: facts().any(|facts| facts.field.is_some())
                || conditions().any(Condition::reads_field),
            n_cells: facts().map(|facts| 4 + facts.cost).sum::<u64>()
                + conditions().map(Condition::cost).sum::<u64>(),
            terms: costs,
        }
    }

    /// `None` if its conditions never hold.
    fn cost(&mut self, cost: &marahel_script::Cost) -> Option<Cost> {
        let conditions = self.conditions(&cost.conditions)?;
        Some(Cost { conditions, estimator: self.estimator(&cost.estimator) })
    }

    fn heuristics(&mut self, heuristics: &[marahel_script::Estimator]) -> Heuristics {
        let mut packed = Heuristics::default();
        let mut bits_left = 0;
        let mut dependents = Vec::new();
        let compiled: Vec<_> =
            heuristics.iter().map(|heuristic| self.estimator(heuristic)).collect();
        for estimator in compiled {
            if matches!(estimator, Estimator::Random) {
                break; // ties are uniform anyway, so it and all after it change nothing
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
    /// The step as an offset in memory.
    pub(crate) offset: isize,
}

impl Move {
    pub(crate) const NONE: Self = Self { dx: 0, dy: 0, offset: 0 };
}

/// The best moves towards a target in any direction.
#[derive(Clone, Debug)]
pub(crate) struct Directions {
    pub(crate) elsewhere: Vec<Move>,
    /// The longest move; a target further away has the same best moves as one at this distance.
    reach: i32,
    /// Row by row for `-reach..=reach` on both axes; empty if that is too many.
    rows: Vec<Direction>,
    /// The best moves of all directions, one after the other.
    best: Vec<Move>,
}

#[derive(Clone, Debug)]
struct Direction {
    /// The moves that lead nearest to the target by Manhattan distance, as a range of
    /// `Directions::best`.
    best: Range<usize>,
    /// Whether they all end between here and the target, and so inside.
    is_straight: bool,
}

impl Directions {
    /// Longer moves are too rare to prepare a table for.
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

    /// The moves that lead nearest to a target `x` columns and `y` rows away, and whether they all
    /// end between here and the target, and so inside.
    #[inline]
    pub(crate) fn towards(&self, x: i32, y: i32) -> Option<(&[Move], bool)> {
        let place = |offset: i32| (offset.clamp(-self.reach, self.reach) + self.reach) as usize;
        let row = self.rows.get(place(y) * (2 * self.reach as usize + 1) + place(x));
        row.map(|direction| (&self.best[direction.best.clone()], direction.is_straight))
    }
}

/// Heuristics, packed into keys; better cells have smaller keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heuristics {
    pub(crate) parts: Vec<HeuristicPart>,
    /// Words of 64 bits in a key.
    pub(crate) n_words: usize,
    /// Offsets from a changed cell to the cells whose counts include it.
    pub(crate) dependents: Offsets,
    /// The mirrors that keys use: a changed cell affects the keys of its images.
    pub(crate) mirrors: Vec<Mirror>,
    /// The distance fields that keys use.
    pub(crate) fields: Vec<usize>,
    /// Cost of measuring one cell, in cells that are read.
    pub(crate) cost: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct HeuristicPart {
    pub(crate) estimator: Estimator,
    pub(crate) word: usize,
    pub(crate) shift: u32,
}

/// The cost of entering a cell: the sum of those whose conditions hold, where negative ones count
/// as 0.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    pub(crate) terms: Vec<Cost>,
    /// Whether distances are among them, so that changes must be recorded.
    pub(crate) read_fields: bool,
    /// Cost of measuring one cell, in cells that are read.
    pub(crate) n_cells: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Cost {
    pub(crate) conditions: Vec<Condition>,
    pub(crate) estimator: Estimator,
}
