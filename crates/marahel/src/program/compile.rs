//! Compiling: from a script to a program.

use level::{OUT, Tile, TileSet, UNKNOWN};

use script::{Dialect, EntityList, Neighborhood, Operator, RegionSelector, Replace, Script};

use super::fold::{Folded, fold, fold_counts};
use super::{
    ABSENT, Agents, AreaOf, Condition, Connector, Directions, Distance, Estimator, Executer,
    Explorer, HeuristicPart, Heuristics, Layout, Limit, Log, Move, N_CELLS_PER_STEP, Offsets,
    Paths, Program, Rule, Steps, Ties, UpperBound, Walk, Weights,
};
use crate::semantics::Semantics;

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
            min: script.min,
            max: script.max,
            upper_bound: match semantics {
                Semantics::Documented => UpperBound::Inclusive,
                Semantics::Fdg20 => UpperBound::Exclusive,
            },
            regions: script.regions,
            ties: ties(semantics),
            first_skippable: first_skippable(script, &explorers),
            explorers,
            layout: compiler.layout,
            fields: compiler.fields,
            limits: script.limits.clone(),
            n_slots: compiler.n_slots,
        }
    }
}

/// What compiling decides: for each explorer, rule and condition of a script,
/// whether the condition always holds, never does, or depends on the level or on a dial.
pub fn decisions(script: &Script, semantics: Semantics) -> Vec<Vec<Vec<Option<bool>>>> {
    let mut compiler = Compiler::new(script, semantics);
    let mut explorers = Vec::with_capacity(script.explorers.len());
    let mut decisions = Vec::with_capacity(script.explorers.len());
    for explorer in &script.explorers {
        explorers.push(compiler.explorer(explorer));
        let mut decide = |rule: &script::Rule| {
            let follows = |one: &script::Estimator| matches!(one, script::Estimator::Dial(..));
            let decide = |condition: &script::Condition| {
                let is_fixed = !condition.estimators().any(follows);
                compiler.condition(condition).decided().filter(|_| is_fixed)
            };
            rule.conditions.iter().map(decide).collect()
        };
        decisions.push(explorer.rules.iter().map(&mut decide).collect());
        compiler.after(script, &explorers);
    }
    decisions
}

fn ties(semantics: Semantics) -> Ties {
    match semantics {
        Semantics::Documented => Ties::Fair,
        Semantics::Fdg20 => Ties::Released,
    }
}

/// From where on explorers may all come to a map where none of their rules can
/// fire. A level that may have to be made once more needs all that they draw.
fn first_skippable(script: &Script, explorers: &[Explorer]) -> usize {
    if script.regions.is_some() || !script.limits.is_empty() {
        return explorers.len();
    }
    explorers.iter().rposition(|explorer| !can_be_skipped(explorer)).map_or(0, |last| last + 1)
}

/// Whether an explorer works on the map alone, where there are no regions, and
/// each of its rules has a condition that is certain.
fn can_be_skipped(explorer: &Explorer) -> bool {
    let is_specific = |selector: &RegionSelector| matches!(selector, RegionSelector::Specific(_));
    let is_certain = |rule: &Rule| rule.conditions.iter().any(Condition::is_certain);
    explorer.walk.facts().can_be_skipped
        && explorer.border.max == 0
        && !explorer.selectors.iter().any(is_specific)
        && explorer.rules.iter().all(is_certain)
}

struct Compiler {
    semantics: Semantics,
    dialect: Dialect,
    layout: Layout,
    /// What cells of the map may hold when the current explorer runs.
    present: TileSet,
    fields: Vec<TileSet>,
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
            dialect: script.dialect,
            layout: Layout { border, stride: script.max.width as usize + 2 * border },
            present: TileSet::entities(script.entities.len()).union(TileSet::only(UNKNOWN)),
            fields: Vec::new(),
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
        let facts = walk.facts();
        let n_cells = rules.iter().map(Rule::cost).sum::<u64>() + facts.cost;
        let (n_visits_max, n_changes_max) = self.limits(explorer);
        let is_released = self.semantics == Semantics::Fdg20;
        Explorer {
            visit_cost: 1 + n_cells / N_CELLS_PER_STEP,
            uses_up_cells: is_released && facts.is_wide,
            log: match explorer.replace {
                Replace::Same => log(facts.log, &rules),
                Replace::Buffer => Log::Nothing,
            },
            walk,
            selectors: explorer.region.clone(),
            border: explorer.border,
            wraps: explorer.wraps,
            capped: self.capped,
            replace: explorer.replace,
            repeats: explorer.repeats,
            n_visits_max,
            n_changes_max,
            area: if is_released { AreaOf::LargestRegion } else { AreaOf::ItsRegion },
            ties: ties(self.semantics),
            counts_firings: is_released || explorer.changes.is_none(),
            rules,
            n_rules: explorer.rules.len(),
            remedy: remedy(self.dialect, &explorer.walk),
        }
    }

    /// How many visits and changes a pass may make.
    fn limits(&self, explorer: &script::Explorer) -> (Limit, Limit) {
        let or = |limit: Option<u64>, default| limit.map_or(default, Limit::Number);
        let n_changes_max = or(explorer.changes, Limit::Area);
        match &explorer.walk {
            script::Walk::Sequential { share, .. } => (Limit::Share(*share), Limit::Unlimited),
            // They end where they arrive.
            script::Walk::Agent(_) | script::Walk::Connector { .. } => {
                (Limit::Unlimited, Limit::Unlimited)
            }
            // It ends at its last waypoint; the released one ignored `tiles` altogether.
            script::Walk::TurtleConnect { .. } => match self.semantics {
                Semantics::Documented => (or(explorer.tiles, Limit::Unlimited), n_changes_max),
                Semantics::Fdg20 => (Limit::Unlimited, n_changes_max),
            },
            script::Walk::NarrowHorz
            | script::Walk::NarrowVert
            | script::Walk::NarrowRand
            | script::Walk::TurtleDrunk { .. }
            | script::Walk::TurtleHeur { .. }
            | script::Walk::WideHeur { .. }
            | script::Walk::WideRand => (or(explorer.tiles, Limit::Area), n_changes_max),
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
            script::Walk::Sequential { start, exploration, share: _ } => {
                Walk::Sequential { start: *start, steps: steps(exploration) }
            }
            script::Walk::Agent(agents) => Walk::Agent(Agents {
                number: agents.number,
                lifespan: agents.lifespan,
                change: agents.change,
                speed: agents.speed,
                steps: steps(&agents.directions),
                allowed: inside(&agents.allowed),
            }),
            script::Walk::Connector { connection, directions, entities } => {
                Walk::Connector(Connector {
                    connection: *connection,
                    entities: inside(entities),
                    steps: steps(directions),
                    links: links(directions),
                })
            }
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
            script::Condition::Bare(estimator) => {
                let left = self.estimator(estimator);
                if let Estimator::Count { offsets, set } = left {
                    return Folded::Depends(Condition::Matches { offsets, set });
                }
                // A neighborhood means all of its cells, anything else more than zero.
                let n_cells = left.facts().counted.map_or(1, |(offsets, _)| offsets.len());
                fold(left, Operator::Greater, Estimator::Number(n_cells as f64 - 1.0))
            }
            script::Condition::Compare(left, operator, right) => {
                fold(self.estimator(left), *operator, self.estimator(right))
            }
            script::Condition::Parity { estimator, is_even } => {
                let (estimator, is_even) = (self.estimator(estimator), *is_even);
                match estimator.facts().counted {
                    Some((offsets, Weights::OneEach(set))) if offsets.len() < 64 => {
                        fold_counts(offsets.into(), set, |n| n.is_multiple_of(2) == is_even)
                    }
                    _ => Folded::Depends(Condition::Parity { estimator, is_even }),
                }
            }
            script::Condition::Connected { entities, neighborhood } => {
                Folded::Depends(Condition::Connected {
                    set: entities.as_ref().map(inside),
                    links: links(neighborhood),
                    slot: self.slot(),
                })
            }
        }
    }

    fn estimator(&mut self, estimator: &script::Estimator) -> Estimator {
        let is_fdg20 = self.semantics == Semantics::Fdg20;
        match estimator {
            script::Estimator::Number(number) | script::Estimator::Dial(_, number) => {
                Estimator::Number(*number)
            }
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
                Estimator::WrappedCount { steps: steps(neighborhood), set: inside(list) }
            }
            script::Estimator::Neighborhood(neighborhood, list) => {
                self.count(neighborhood, list, is_fdg20)
            }
            script::Estimator::Distance(_) if is_fdg20 => self.distance(TileSet::only(UNKNOWN)),
            script::Estimator::Distance(list) => self.distance(list.tiles()),
            script::Estimator::UnitNoise(scope) => Estimator::UnitNoise(*scope),
            script::Estimator::MapTotal(list) => Estimator::MapTotal(inside(list)),
            script::Estimator::Distances(statistic, list) => {
                Estimator::Distances { statistic: *statistic, set: inside(list), slot: self.slot() }
            }
            script::Estimator::Paths(statistic, paths) => Estimator::Paths(Box::new(Paths {
                statistic: *statistic,
                steps: steps(&paths.directions),
                set: inside(&paths.entities),
                allowed: inside(&paths.allowed),
            })),
        }
    }

    /// A place for what is remembered about the level.
    fn slot(&mut self) -> usize {
        self.n_slots += 1;
        self.n_slots - 1
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
        && first.n_visits_max == Limit::Area
        && first.n_changes_max == Limit::Area
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

/// Which changes of a pass must be remembered where rules write what they read: those
/// that matter to the walk, and those that matter to conditions.
fn log(of_walk: Log, rules: &[Rule]) -> Log {
    let mut conditions = rules.iter().flat_map(|rule| &rule.conditions);
    match of_walk {
        Log::All | Log::Unseen => of_walk,
        Log::Nothing if conditions.any(Condition::reads_field) => Log::Unseen,
        Log::Nothing => Log::Nothing,
    }
}

/// How an explorer comes to cost less, in the words of a dialect.
fn remedy(dialect: Dialect, walk: &script::Walk) -> &'static str {
    match (dialect, walk) {
        (Dialect::Current, _) => {
            "lower its `repeats` or `tiles`, or let its rules and heuristics look at fewer tiles"
        }
        (Dialect::Aiide17, script::Walk::Agent(_)) => {
            "lower its `iterations`, `number` or `lifespan`, or let its rules look at fewer tiles"
        }
        (Dialect::Aiide17, script::Walk::Connector { .. }) => {
            "lower its `iterations`, choose the type \"short\", or let its rules look at fewer tiles"
        }
        (Dialect::Aiide17, script::Walk::NarrowRand) => {
            "lower its `iterations` or `numberOfTiles`, or let its rules look at fewer tiles"
        }
        (Dialect::Aiide17, _) => {
            "lower its `iterations` or `percentage`, or let its rules look at fewer tiles"
        }
    }
}

fn steps(neighborhood: &Neighborhood) -> Steps {
    neighborhood.offsets().into()
}

/// All steps there and back; none stays in place.
fn links(neighborhood: &Neighborhood) -> Steps {
    let there = neighborhood.offsets().iter().copied();
    let mut links: Vec<(i32, i32)> = there.flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]).collect();
    links.retain(|&link| link != (0, 0));
    links.sort_unstable_by_key(|&(dx, dy)| (dy, dx));
    links.dedup();
    links.into()
}

/// The tiles of a list that cells inside can hold.
fn inside(list: &EntityList) -> TileSet {
    list.tiles().difference(TileSet::only(OUT))
}
