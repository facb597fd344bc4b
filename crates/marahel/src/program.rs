//! A program: a script compiled for one reading of the language, ready to run.
//!
//! Everything that does not depend on the level is decided here: entity lists
//! become bit masks, neighborhoods become distances in a bordered grid whose
//! row length is fixed for the program, comparisons of a count with a constant
//! become a table of accepted counts, conditions that always hold vanish.

use level::{OUT, Tile, TileSet, UNKNOWN};

use crate::neighborhood::Neighborhood;
use crate::script::{self, EntityList, Operator, RegionSelector, Regions, Replace, Script, Size};
use crate::semantics::Semantics;

/// A script compiled for one [`Semantics`].
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) semantics: Semantics,
    pub(crate) min: Size,
    pub(crate) max: Size,
    pub(crate) regions: Option<Regions>,
    pub(crate) explorers: Vec<Explorer>,
    pub(crate) layout: Layout,
    /// What each distance field measures the distance to.
    pub(crate) fields: Vec<TileSet>,
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
    pub(crate) replace: Replace,
    pub(crate) repeats: u64,
    pub(crate) tiles: Option<u64>,
    pub(crate) changes: Option<u64>,
    /// Whether a visit counts as a change if a rule fired, rather than if a
    /// cell changed. Without a limit of its own an explorer keeps the released
    /// bound: its rules fire at most as often as the region has cells.
    pub(crate) counts_firings: bool,
    pub(crate) rules: Vec<Rule>,
    /// Steps of the budget that one visit costs.
    pub(crate) visit_cost: u64,
    /// Whether something depends on which cells changed during a pass.
    pub(crate) needs_log: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Walk {
    NarrowHorz,
    NarrowVert,
    NarrowRand,
    TurtleDrunk { moves: Vec<Move>, change: f64 },
    TurtleHeur { moves: Vec<Move>, heuristics: Vec<Estimator> },
    TurtleConnect { moves: Vec<Move>, entities: TileSet },
    WideHeur(Heuristics),
    WideRand,
}

/// One step of a turtle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    /// The same step in a grid of the program's layout.
    pub(crate) offset: isize,
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
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
    Compares {
        left: Estimator,
        operator: Operator,
        right: Estimator,
    },
}

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

/// Heuristics of a wide explorer, packed so that smaller keys come first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heuristics {
    pub(crate) parts: Vec<HeuristicPart>,
    /// Words of 64 bits in a key.
    pub(crate) n_words: usize,
    /// From a changed cell to the cells whose counts it takes part in.
    pub(crate) dependents: Offsets,
    /// Distance fields that keys depend on.
    pub(crate) fields: Vec<usize>,
}

/// One heuristic and where it stands in the key.
#[derive(Clone, Debug)]
pub(crate) struct HeuristicPart {
    pub(crate) estimator: Estimator,
    pub(crate) word: usize,
    pub(crate) shift: u32,
}

impl Program {
    /// Compiles a script.
    pub fn new(script: &Script, semantics: Semantics) -> Self {
        let border = reach(script).max(1);
        let layout = Layout { border, stride: script.max.width as usize + 2 * border };
        let mut compiler = Compiler {
            semantics,
            layout,
            anything: TileSet::entities(script.entities.len()).union(TileSet::only(UNKNOWN)),
            fields: Vec::new(),
            out: None,
        };
        let explorers =
            script.explorers.iter().map(|explorer| compiler.explorer(explorer)).collect();
        Self {
            semantics,
            min: script.min,
            max: script.max,
            regions: script.regions,
            explorers,
            layout,
            fields: compiler.fields,
        }
    }
}

/// Largest reach of all neighborhoods of the script: no rule looks further
/// beyond the edge of a region.
fn reach(script: &Script) -> usize {
    let estimator = |estimator: &script::Estimator| match estimator {
        script::Estimator::Neighborhood(neighborhood, _) => neighborhood.reach(),
        _ => 0,
    };
    let condition = |condition: &script::Condition| match condition {
        script::Condition::Bare(bare) => estimator(bare),
        script::Condition::Compare(left, _, right) => estimator(left).max(estimator(right)),
    };
    let rule = |rule: &script::Rule| {
        let read = rule.conditions.iter().map(condition).max();
        let written = rule.executers.iter().map(|executer| executer.neighborhood.reach()).max();
        read.max(written).unwrap_or(0)
    };
    let walk = |walk: &script::Walk| match walk {
        script::Walk::TurtleHeur { directions, heuristics } => {
            heuristics.iter().map(estimator).max().unwrap_or(0) + directions.reach()
        }
        script::Walk::TurtleDrunk { directions, .. }
        | script::Walk::TurtleConnect { directions, .. } => directions.reach(),
        script::Walk::WideHeur { heuristics } => {
            heuristics.iter().map(estimator).max().unwrap_or(0)
        }
        _ => 0,
    };
    let explorer = |explorer: &script::Explorer| {
        explorer.rules.iter().map(rule).max().unwrap_or(0).max(walk(&explorer.walk))
    };
    script.explorers.iter().map(explorer).max().unwrap_or(0)
}

struct Compiler {
    semantics: Semantics,
    layout: Layout,
    /// All entities and unknown.
    anything: TileSet,
    fields: Vec<TileSet>,
    /// The `out` parameter of the current explorer.
    out: Option<Tile>,
}

impl Compiler {
    fn explorer(&mut self, explorer: &script::Explorer) -> Explorer {
        self.out = explorer.out;
        let rules: Vec<Rule> = explorer.rules.iter().filter_map(|rule| self.rule(rule)).collect();
        let walk = self.walk(&explorer.walk);
        let reads_distance = |rule: &Rule| rule.conditions.iter().any(Condition::reads_distance);
        let needs_log = explorer.replace == Replace::Same
            && (rules.iter().any(reads_distance)
                || match &walk {
                    Walk::WideHeur(heuristics) => heuristics.n_words > 0,
                    Walk::TurtleHeur { heuristics, .. } => {
                        heuristics.iter().any(Estimator::reads_field)
                    }
                    _ => false,
                });
        Explorer {
            visit_cost: 1 + rules.iter().map(Rule::n_cells).sum::<u64>() / 32,
            walk,
            selectors: explorer.region.clone(),
            replace: explorer.replace,
            repeats: explorer.repeats,
            tiles: explorer.tiles,
            changes: explorer.changes,
            counts_firings: self.semantics == Semantics::Fdg20 || explorer.changes.is_none(),
            rules,
            needs_log,
        }
    }

    fn walk(&mut self, walk: &script::Walk) -> Walk {
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
            script::Walk::TurtleConnect { directions, entities } => {
                let entities = entities.members.iter().map(|&(tile, _)| tile).collect();
                Walk::TurtleConnect { moves: self.moves(directions), entities }
            }
            script::Walk::WideHeur { heuristics } => {
                Walk::WideHeur(self.wide_heuristics(heuristics))
            }
            script::Walk::WideRand => Walk::WideRand,
        }
    }

    /// The heuristics that tell one cell from another. A fresh random number
    /// breaks ties uniformly, as all ties are broken, so nothing after it matters.
    fn heuristics(&mut self, heuristics: &[script::Estimator]) -> Vec<Estimator> {
        let compiled: Vec<Estimator> =
            heuristics.iter().map(|heuristic| self.estimator(heuristic)).collect();
        compiled
            .into_iter()
            .take_while(|estimator| !matches!(estimator, Estimator::Random))
            .filter(Estimator::differs_between_cells)
            .collect()
    }

    fn wide_heuristics(&mut self, heuristics: &[script::Estimator]) -> Heuristics {
        let mut packed = Heuristics::default();
        let mut bits_left = 0;
        let mut dependents = Vec::new();
        for estimator in self.heuristics(heuristics) {
            let bits = estimator.key_bits();
            if bits > bits_left {
                packed.n_words += 1;
                bits_left = 64;
            }
            bits_left -= bits;
            match &estimator {
                Estimator::Count { offsets, .. } | Estimator::WeightedCount { offsets, .. } => {
                    dependents.extend(offsets.iter().map(|offset| -offset));
                }
                Estimator::Distance(distance) => packed.fields.extend(distance.field),
                _ => {}
            }
            let word = packed.n_words - 1;
            packed.parts.push(HeuristicPart { estimator, word, shift: bits_left });
        }
        dependents.sort_unstable();
        dependents.dedup();
        packed.fields.sort_unstable();
        packed.fields.dedup();
        Heuristics { dependents: dependents.into(), ..packed }
    }

    /// `None` if the rule can never hold.
    fn rule(&mut self, rule: &script::Rule) -> Option<Rule> {
        let mut conditions = Vec::with_capacity(rule.conditions.len());
        for condition in &rule.conditions {
            match self.condition(condition) {
                Folded::Always => {}
                Folded::Never => return None,
                Folded::Depends(condition) => conditions.push(condition),
            }
        }
        let executers = rule.executers.iter().map(|executer| self.executer(executer)).collect();
        Some(Rule { conditions, executers })
    }

    fn condition(&mut self, condition: &script::Condition) -> Folded {
        match condition {
            script::Condition::Bare(estimator) => match self.estimator(estimator) {
                Estimator::Count { offsets, set } => {
                    Folded::Depends(Condition::Matches { offsets, set })
                }
                Estimator::WeightedCount { offsets, weights } => {
                    let right = Estimator::Number(offsets.len() as f64 - 1.0);
                    let left = Estimator::WeightedCount { offsets, weights };
                    fold(left, Operator::Greater, right)
                }
                left => fold(left, Operator::Greater, Estimator::Number(0.0)),
            },
            script::Condition::Compare(left, operator, right) => {
                fold(self.estimator(left), *operator, self.estimator(right))
            }
        }
    }

    fn estimator(&mut self, estimator: &script::Estimator) -> Estimator {
        let is_fdg20 = self.semantics == Semantics::Fdg20;
        match estimator {
            script::Estimator::Number(number) => Estimator::Number(*number),
            script::Estimator::Random => Estimator::Random,
            script::Estimator::Noise { .. } if is_fdg20 => Estimator::FixedNoise,
            script::Estimator::Noise { scale } => {
                Estimator::Noise { n_cells: 10.0 / f64::from(*scale) }
            }
            script::Estimator::Percent => Estimator::Percent,
            script::Estimator::ChangePercent => Estimator::ChangePercent,
            script::Estimator::RepeatPercent => Estimator::RepeatPercent,
            script::Estimator::Total(list) => Estimator::Total(tile_set(list)),
            script::Estimator::Neighborhood(neighborhood, list) => {
                self.count(neighborhood, list, is_fdg20)
            }
            script::Estimator::Distance(_) if is_fdg20 => self.distance(TileSet::only(UNKNOWN)),
            script::Estimator::Distance(list) => self.distance(tile_set(list)),
        }
    }

    fn count(
        &mut self,
        neighborhood: &Neighborhood,
        list: &EntityList,
        with_multiplicity: bool,
    ) -> Estimator {
        let offsets = self.offsets(neighborhood);
        let mut weights = [0; 64];
        for &(tile, count) in &list.members {
            weights[usize::from(tile)] = count;
        }
        // Outside, the substitute is seen beside the outside itself.
        if let Some(out) = self.out {
            weights[usize::from(OUT)] += weights[usize::from(out)];
        }
        let is_plain = weights.iter().all(|&weight| weight <= 1);
        if with_multiplicity && !is_plain {
            return Estimator::WeightedCount { offsets, weights: Box::new(weights) };
        }
        if *offsets == [0] && tile_set(list).is_superset(self.anything) {
            return Estimator::Number(1.0);
        }
        let set = (0..64).filter(|&tile: &Tile| weights[usize::from(tile)] > 0).collect();
        Estimator::Count { offsets, set }
    }

    fn distance(&mut self, set: TileSet) -> Estimator {
        let to_outside = set.contains(OUT);
        let set = set.difference(TileSet::only(OUT));
        let field = (!set.is_empty()).then(|| {
            self.fields.iter().position(|&known| known == set).unwrap_or_else(|| {
                self.fields.push(set);
                self.fields.len() - 1
            })
        });
        Estimator::Distance(Distance { field, to_outside })
    }

    fn executer(&self, executer: &script::Executer) -> Executer {
        let choices = executer.entities.members.iter();
        Executer {
            offsets: self.offsets(&executer.neighborhood),
            choices: choices.flat_map(|&(tile, n)| std::iter::repeat_n(tile, n as usize)).collect(),
        }
    }

    fn offsets(&self, neighborhood: &Neighborhood) -> Offsets {
        neighborhood.offsets().iter().map(|&(dx, dy)| self.offset(dx, dy)).collect()
    }

    fn moves(&self, directions: &Neighborhood) -> Vec<Move> {
        let offsets = directions.offsets().iter();
        offsets.map(|&(dx, dy)| Move { dx, dy, offset: self.offset(dx, dy) }).collect()
    }

    fn offset(&self, dx: i32, dy: i32) -> isize {
        dy as isize * self.layout.stride as isize + dx as isize
    }
}

/// What a condition amounts to.
enum Folded {
    Always,
    Never,
    Depends(Condition),
}

/// Compiles a comparison: decided now if both sides are known, a table if a
/// count is compared with a constant.
fn fold(left: Estimator, operator: Operator, right: Estimator) -> Folded {
    match (left, right) {
        (Estimator::Number(left), Estimator::Number(right)) => {
            if operator.holds(left, right) {
                Folded::Always
            } else {
                Folded::Never
            }
        }
        (Estimator::Count { offsets, set }, Estimator::Number(right)) if offsets.len() < 64 => {
            let holds = |count: usize| operator.holds(count as f64, right);
            fold_counts(offsets, set, holds)
        }
        (Estimator::Number(left), Estimator::Count { offsets, set }) if offsets.len() < 64 => {
            let holds = |count: usize| operator.holds(left, count as f64);
            fold_counts(offsets, set, holds)
        }
        (left, right) => Folded::Depends(Condition::Compares { left, operator, right }),
    }
}

fn fold_counts(offsets: Offsets, set: TileSet, holds: impl Fn(usize) -> bool) -> Folded {
    let n_cells = offsets.len();
    let accepted = (0..=n_cells).filter(|&count| holds(count)).fold(0, |set, n| set | 1_u64 << n);
    match accepted.count_ones() as usize {
        0 => Folded::Never,
        n if n == n_cells + 1 => Folded::Always,
        1 if holds(n_cells) => Folded::Depends(Condition::Matches { offsets, set }),
        _ => Folded::Depends(Condition::Counts { offsets, set, accepted }),
    }
}

fn tile_set(list: &EntityList) -> TileSet {
    list.members.iter().map(|&(tile, _)| tile).collect()
}

impl Rule {
    /// Cells that the rule may look at or write.
    fn n_cells(&self) -> u64 {
        let read = self.conditions.iter().map(|condition| match condition {
            Condition::Matches { offsets, .. } | Condition::Counts { offsets, .. } => offsets.len(),
            Condition::Compares { left, right, .. } => left.n_cells() + right.n_cells(),
        });
        let written = self.executers.iter().map(|executer| executer.offsets.len());
        read.chain(written).sum::<usize>() as u64
    }
}

impl Condition {
    fn reads_distance(&self) -> bool {
        match self {
            Self::Compares { left, right, .. } => left.reads_field() || right.reads_field(),
            _ => false,
        }
    }
}

impl Estimator {
    fn reads_field(&self) -> bool {
        matches!(self, Self::Distance(Distance { field: Some(_), .. }))
    }

    /// Whether two cells of one level can have different values at one time.
    fn differs_between_cells(&self) -> bool {
        matches!(
            self,
            Self::Noise { .. }
                | Self::FixedNoise
                | Self::Count { .. }
                | Self::WeightedCount { .. }
                | Self::Distance(_)
        )
    }

    fn n_cells(&self) -> usize {
        match self {
            Self::Count { offsets, .. } | Self::WeightedCount { offsets, .. } => offsets.len(),
            _ => 0,
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
