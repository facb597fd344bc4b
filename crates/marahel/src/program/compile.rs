//! Compiling: from a script to a program.

mod aiide17;

use level::{OUT, Tile, TileSet, UNKNOWN};

use super::fold::{Folded, fold};
use super::{
    ABSENT, Condition, Directions, Distance, Estimator, Executer, Explorer, HeuristicPart,
    Heuristics, Layout, Log, Move, Offsets, Program, Rule, Walk,
};
use crate::semantics::Semantics;
use script::Neighborhood;
use script::{self, EntityList, Operator, RegionSelector, Replace, Script};

impl Program {
    /// Compiles a script.
    pub fn new(script: &Script, semantics: Semantics) -> Self {
        let mut compiler = Compiler::new(script, semantics);
        let mut explorers = Vec::with_capacity(script.explorers.len());
        for explorer in &script.explorers {
            explorers.push(compiler.explorer(explorer));
            compiler.after(script, &explorers);
        }
        Self {
            dialect: script.dialect,
            semantics,
            min: script.min,
            max: script.max,
            regions: script.regions,
            tail: tail(script, &explorers),
            explorers,
            layout: compiler.layout,
            fields: compiler.fields,
            measures_outside: compiler.measures_outside,
            limits: script.limits.clone(),
            n_slots: compiler.n_slots,
        }
    }
}

/// What compiling decides: for each explorer, rule and condition of a script,
/// whether the condition always holds, never does, or depends on the level.
pub fn decisions(script: &Script, semantics: Semantics) -> Vec<Vec<Vec<Option<bool>>>> {
    let mut compiler = Compiler::new(script, semantics);
    let mut explorers = Vec::with_capacity(script.explorers.len());
    let mut decisions = Vec::with_capacity(script.explorers.len());
    for explorer in &script.explorers {
        explorers.push(compiler.explorer(explorer));
        let mut decide = |rule: &script::Rule| {
            rule.conditions
                .iter()
                .map(|condition| compiler.condition(condition).decided())
                .collect()
        };
        decisions.push(explorer.rules.iter().map(&mut decide).collect());
        compiler.after(script, &explorers);
    }
    decisions
}

/// From where on explorers may all come to a map where none of their rules can
/// fire. A level that may have to be made once more needs all that they draw.
fn tail(script: &Script, explorers: &[Explorer]) -> usize {
    if script.regions.is_some() || !script.limits.is_empty() {
        return explorers.len();
    }
    explorers.iter().rposition(|explorer| !can_be_idle(explorer)).map_or(0, |last| last + 1)
}

/// Whether an explorer works on the map alone, where there are no regions, and
/// each of its rules has a condition that is certain.
fn can_be_idle(explorer: &Explorer) -> bool {
    let is_specific = |selector: &RegionSelector| matches!(selector, RegionSelector::Specific(_));
    let is_certain = |rule: &Rule| rule.conditions.iter().any(Condition::is_certain);
    !matches!(explorer.walk, Walk::Sequential(_) | Walk::Agent(_) | Walk::Connector(_))
        && explorer.border.max == 0
        && !explorer.selectors.iter().any(is_specific)
        && explorer.rules.iter().all(is_certain)
}

struct Compiler {
    semantics: Semantics,
    layout: Layout,
    /// What cells of the map may hold when the current explorer runs.
    present: TileSet,
    fields: Vec<TileSet>,
    measures_outside: bool,
    /// The `out` parameter of the current explorer.
    out: Option<Tile>,
    /// Whether the region of the current explorer is a torus.
    wraps: bool,
    /// Entities of which there may not be any number.
    capped: TileSet,
    /// Places for what is remembered about a level.
    n_slots: usize,
}

impl Compiler {
    fn new(script: &Script, semantics: Semantics) -> Self {
        let border = script.reach();
        Self {
            semantics,
            layout: Layout { border, stride: script.max.width as usize + 2 * border },
            present: TileSet::entities(script.entities.len()).union(TileSet::only(UNKNOWN)),
            fields: Vec::new(),
            measures_outside: false,
            out: None,
            wraps: false,
            capped: script
                .limits
                .iter()
                .filter_map(|limit| limit.max.map(|_| limit.tile))
                .collect(),
            n_slots: 0,
        }
    }

    /// Takes into account what the explorers so far leave behind.
    fn after(&mut self, script: &Script, explorers: &[Explorer]) {
        if let [first] = explorers
            && leaves_nothing_unknown(script, first)
        {
            self.present = TileSet::entities(script.entities.len());
        }
    }

    fn explorer(&mut self, explorer: &script::Explorer) -> Explorer {
        (self.out, self.wraps) = (explorer.out, explorer.wraps);
        let mut rules: Vec<Rule> =
            (0..).zip(&explorer.rules).filter_map(|(index, rule)| self.rule(index, rule)).collect();
        // What stands after a rule that always holds is never reached.
        let last = rules.iter().position(|rule| rule.conditions.is_empty());
        rules.truncate(last.map_or(rules.len(), |last| last + 1));
        let walk = self.walk(&explorer.walk);
        let log = match explorer.replace {
            Replace::Same => log(&walk, &rules),
            Replace::Buffer => Log::Nothing,
        };
        Explorer {
            visit_cost: Explorer::visit_cost(&rules, &walk),
            uses_up_cells: self.semantics == Semantics::Fdg20
                && matches!(walk, Walk::WideHeur(_) | Walk::WideRand),
            walk,
            selectors: explorer.region.clone(),
            border: explorer.border,
            wraps: explorer.wraps,
            capped: self.capped,
            replace: explorer.replace,
            repeats: explorer.repeats,
            tiles: explorer.tiles,
            changes: explorer.changes,
            counts_firings: self.semantics == Semantics::Fdg20 || explorer.changes.is_none(),
            rules,
            n_rules: explorer.rules.len(),
            log,
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
                let entities = entities.tiles();
                let moves = self.moves(directions);
                Walk::TurtleConnect { directions: Directions::new(&moves), moves, entities }
            }
            script::Walk::WideHeur { heuristics } => Walk::WideHeur(self.heuristics(heuristics)),
            script::Walk::WideRand => Walk::WideRand,
            script::Walk::Sequential { start, exploration, share } => {
                Self::sweep(*start, exploration, *share)
            }
            script::Walk::Agent(agents) => Self::agents(agents),
            script::Walk::Connector { connection, directions, entities } => {
                Self::connector(*connection, directions, entities)
            }
        }
    }

    /// The heuristics that tell one cell from another. A fresh random number
    /// breaks ties uniformly, as all ties are broken, so nothing after it matters.
    fn telling_heuristics(&mut self, heuristics: &[script::Estimator]) -> Vec<Estimator> {
        let compiled: Vec<Estimator> =
            heuristics.iter().map(|heuristic| self.estimator(heuristic)).collect();
        compiled
            .into_iter()
            .take_while(|estimator| !matches!(estimator, Estimator::Random))
            .filter(Estimator::differs_between_cells)
            .collect()
    }

    fn heuristics(&mut self, heuristics: &[script::Estimator]) -> Heuristics {
        let mut packed = Heuristics::default();
        let mut bits_left = 0;
        let mut dependents = Vec::new();
        for estimator in self.telling_heuristics(heuristics) {
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
            packed.cost += 4 + estimator.cost();
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
    fn rule(&mut self, index: usize, rule: &script::Rule) -> Option<Rule> {
        let mut conditions = Vec::with_capacity(rule.conditions.len());
        for condition in &rule.conditions {
            match self.condition(condition) {
                Folded::Always => {}
                Folded::Never => return None,
                Folded::Depends(condition) => conditions.push(condition),
            }
        }
        let executers = rule.executers.iter().map(|executer| self.executer(executer)).collect();
        Some(Rule { index, conditions, executers })
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
            script::Condition::Parity { estimator, is_even } => self.parity(estimator, *is_even),
            script::Condition::Connected { entities, neighborhood } => {
                self.connected(entities.as_ref(), neighborhood)
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
            script::Estimator::Total(list) => Estimator::Total(list.tiles()),
            script::Estimator::Neighborhood(neighborhood, list) if self.wraps => {
                Self::wrapped_count(neighborhood, list)
            }
            script::Estimator::Neighborhood(neighborhood, list) => {
                self.count(neighborhood, list, is_fdg20)
            }
            script::Estimator::Distance(_) if is_fdg20 => self.distance(TileSet::only(UNKNOWN)),
            script::Estimator::Distance(list) => self.distance(list.tiles()),
            script::Estimator::UnitNoise(scope) => Self::unit_noise(*scope),
            script::Estimator::MapTotal(list) => Self::map_total(list),
            script::Estimator::Distances(statistic, list) => self.distances(*statistic, list),
            script::Estimator::Paths(statistic, paths) => Self::paths(*statistic, paths),
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
            let substitute: u32 = weights[usize::from(out)];
            weights[usize::from(OUT)] = substitute.saturating_add(weights[usize::from(OUT)]);
        }
        let set: TileSet = (0..64).filter(|&tile| weights[usize::from(tile)] > 0).collect();
        let is_plain = weights.iter().all(|&weight| weight <= 1);
        if *offsets == [0] && set.is_disjoint(self.present) {
            return Estimator::Number(0.0);
        }
        if with_multiplicity && !is_plain {
            return Estimator::WeightedCount { offsets, weights: Box::new(weights) };
        }
        if *offsets == [0] && set.is_superset(self.present) {
            return Estimator::Number(1.0);
        }
        Estimator::Count { offsets, set }
    }

    fn distance(&mut self, set: TileSet) -> Estimator {
        let to_outside = set.contains(OUT);
        if !to_outside && set.is_disjoint(self.present) {
            return Estimator::Number(ABSENT);
        }
        self.measures_outside |= to_outside;
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

/// Whether no cell is unknown once the first explorer has run: it writes an
/// entity to every cell, and nothing in the script writes unknown.
fn leaves_nothing_unknown(script: &Script, first: &Explorer) -> bool {
    let covers_map = matches!(first.walk, Walk::NarrowHorz | Walk::NarrowVert)
        && first.tiles.is_none()
        && first.changes.is_none()
        && first.repeats > 0
        && first.border.max == 0
        && first.capped.is_empty()
        && (first.selectors.contains(&RegionSelector::Map) || script.regions.is_none());
    let fills_cells = first.rules.first().is_some_and(|rule| {
        rule.conditions.is_empty() && rule.executers.iter().any(|one| one.offsets.contains(&0))
    });
    let mut executers = script
        .explorers
        .iter()
        .flat_map(|explorer| explorer.rules.iter().flat_map(|rule| &rule.executers));
    covers_map
        && fills_cells
        && !executers.any(|one| one.entities.members.iter().any(|&(tile, _)| tile == UNKNOWN))
}

/// Which changes matter to an explorer that writes what it reads.
fn log(walk: &Walk, rules: &[Rule]) -> Log {
    let reads_field = match walk {
        Walk::WideHeur(heuristics) if heuristics.n_words > 0 => return Log::All,
        Walk::TurtleHeur { heuristics, .. } => !heuristics.fields.is_empty(),
        _ => false,
    };
    let mut conditions = rules.iter().flat_map(|rule| &rule.conditions);
    if reads_field || conditions.any(Condition::reads_field) { Log::Unseen } else { Log::Nothing }
}
