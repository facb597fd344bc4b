//! Compiles scripts to programs.

use marahel_level::{OUT, Tile, TileSet, UNKNOWN};

use marahel_script::{
    Dialect, EntityList, Neighborhood, Operator, RegionSelector, Replace, Script,
};

use super::fold::{Folded, fold};
use super::walk::WalkFacts;
use super::{
    AreaOf, Condition, Estimator, Executer, Explorer, Layout, Limit, Log, N_CELLS_PER_STEP,
    Offsets, Program, Reach, Rule, Ties, UpperBound, conditions,
};

impl Program {
    /// Compiles a script.
    pub fn new(script: &Script) -> Self {
        Self::compiled(script, false)
    }

    /// Compiles a script as documented, or as the original engine reads it.
    pub(crate) fn compiled(script: &Script, is_original: bool) -> Self {
        let mut compiler = Compiler::new(script, is_original);
        let mut explorers = Vec::with_capacity(script.explorers.len());
        for explorer in &script.explorers {
            explorers.push(compiler.explorer(explorer));
            compiler.after(script, &explorers);
        }
        Self {
            min: script.min,
            max: script.max,
            upper_bound: if is_original { UpperBound::Exclusive } else { UpperBound::Inclusive },
            regions: script.regions,
            ties: ties(is_original),
            first_skippable: first_skippable(script, &explorers),
            explorers,
            layout: compiler.layout,
            fields: compiler.fields,
            limits: script.limits.clone(),
        }
    }
}

/// The result of compiling each condition of each rule of each explorer: whether it always holds,
/// never holds, or depends on the level or a dial (`None`), in the default reading.
pub fn decisions(script: &Script) -> Vec<Vec<Vec<Option<bool>>>> {
    let mut compiler = Compiler::new(script, false);
    let mut explorers = Vec::with_capacity(script.explorers.len());
    let mut decisions = Vec::with_capacity(script.explorers.len());
    for explorer in &script.explorers {
        explorers.push(compiler.explorer(explorer));
        let of_rules = explorer.rules.iter().map(|rule| {
            rule.conditions.iter().map(|condition| compiler.decision(condition)).collect()
        });
        decisions.push(of_rules.collect());
        compiler.after(script, &explorers);
    }
    decisions
}

fn ties(is_original: bool) -> Ties {
    if is_original { Ties::Uneven } else { Ties::Fair }
}

/// The index from which on explorers can be skipped once none of their rules can fire. None can if
/// a level may be made again, because that needs all their random numbers.
fn first_skippable(script: &Script, explorers: &[Explorer]) -> usize {
    if script.regions.is_some() || !script.limits.is_empty() {
        return explorers.len();
    }
    explorers.iter().rposition(|explorer| !can_be_skipped(explorer)).map_or(0, |last| last + 1)
}

/// Whether an explorer works only on the map, if there are no regions, and each of its rules has a
/// certain condition.
fn can_be_skipped(explorer: &Explorer) -> bool {
    !explorer.walk.is_plugged_in() // its random numbers are not known
        && explorer.border.max == 0
        && explorer.rules.iter().all(|rule| rule.conditions.iter().any(Condition::is_certain))
        && (explorer.selectors.iter())
            .all(|selector| !matches!(selector, RegionSelector::Specific(_)))
}

pub(super) struct Compiler {
    pub(super) is_original: bool,
    dialect: Dialect,
    layout: Layout,
    /// The tiles that cells can have when the current explorer runs.
    pub(super) present: TileSet,
    pub(super) fields: Vec<TileSet>,
    pub(super) out: Option<Tile>,
    pub(super) wraps: bool,
    /// Entities with a largest number of cells.
    capped: TileSet,
    pub(super) n_extensions: usize,
}

impl Compiler {
    fn new(script: &Script, is_original: bool) -> Self {
        let border = script.reach();
        Self {
            is_original,
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
            n_extensions: 0,
        }
    }

    /// Updates `present` after an explorer.
    fn after(&mut self, script: &Script, explorers: &[Explorer]) {
        if let [first] = explorers
            && leaves_nothing_unknown(script, first)
        {
            self.present = TileSet::entities(script.entities.len());
        }
    }

    fn explorer(&mut self, explorer: &marahel_script::Explorer) -> Explorer {
        (self.out, self.wraps) = (explorer.out, explorer.wraps);
        let mut rules: Vec<Rule> =
            (0..).zip(&explorer.rules).filter_map(|(index, rule)| self.rule(index, rule)).collect();
        // Rules after one that always holds are never reached.
        let last = rules.iter().position(|rule| rule.conditions.is_empty());
        rules.truncate(last.map_or(rules.len(), |last| last + 1));
        let walk = self.walk(&explorer.walk);
        let facts = walk.facts();
        let n_images = explorer.mirror.map_or(0, |mirror| mirror.n_images_max() as u64);
        let n_cells = rules.iter().map(|rule| rule.cost(n_images)).sum::<u64>() + facts.cost;
        let (n_visits_max, n_changes_max) = self.limits(explorer, facts);
        let is_original = self.is_original;
        Explorer {
            visit_cost: 1 + n_cells / N_CELLS_PER_STEP,
            uses_up_cells: is_original && facts.is_wide,
            log: match explorer.replace {
                Replace::Same => log(facts.log, &rules),
                Replace::Buffer => Log::Nothing,
            },
            reach: rules.iter().all(Rule::can_sift).then(|| match explorer.replace {
                Replace::Same if explorer.mirror.is_none() => reach(&rules),
                Replace::Same => Reach::Everywhere,
                Replace::Buffer => Reach::Nowhere,
            }),
            walk,
            selectors: explorer.region.clone(),
            border: explorer.border,
            wraps: explorer.wraps,
            mirror: explorer.mirror,
            capped: self.capped,
            replace: explorer.replace,
            repeats: explorer.repeats,
            n_visits_max,
            n_changes_max,
            area: if is_original { AreaOf::LargestRegion } else { AreaOf::ItsRegion },
            ties: ties(is_original),
            counts_firings: is_original || explorer.changes.is_none(),
            rules,
            n_rules: explorer.rules.len(),
            remedy: remedy(self.dialect, &explorer.walk),
        }
    }

    fn limits(&self, explorer: &marahel_script::Explorer, facts: WalkFacts) -> (Limit, Limit) {
        if explorer.walk.is_plugged_in() {
            return (facts.visits, Limit::Unlimited); // the walk can set another limit
        }
        // The original connecting turtle ignored `tiles`; it ends by itself.
        let is_ignored = self.is_original && facts.visits == Limit::Unlimited;
        let tiles = explorer.tiles.filter(|_| !is_ignored);
        let changes = explorer.changes.map_or(Limit::Area, Limit::Number);
        (tiles.map_or(facts.visits, Limit::Number), changes)
    }

    /// Whether a condition always or never holds, whatever the dials are.
    fn decision(&mut self, condition: &marahel_script::Condition) -> Option<bool> {
        let mut estimators = condition.estimators();
        let follows =
            estimators.any(|estimator| matches!(estimator, marahel_script::Estimator::Dial(..)));
        self.condition(condition).decided().filter(|_| !follows)
    }

    /// `None` if the rule can never hold.
    fn rule(&mut self, index: usize, rule: &marahel_script::Rule) -> Option<Rule> {
        let conditions = self.conditions(&rule.conditions)?;
        let executers = rule.executers.iter().map(|executer| self.executer(executer)).collect();
        Some(Rule::new(index, conditions, executers))
    }

    /// Those that decide something; `None` if one never holds.
    pub(super) fn conditions(
        &mut self,
        conditions: &[marahel_script::Condition],
    ) -> Option<Vec<Condition>> {
        let mut undecided = Vec::with_capacity(conditions.len());
        for condition in conditions {
            match self.condition(condition) {
                Folded::Always => {}
                Folded::Never => return None,
                Folded::Depends(condition) => undecided.push(condition),
            }
        }
        Some(undecided)
    }

    fn condition(&mut self, condition: &marahel_script::Condition) -> Folded {
        match condition {
            marahel_script::Condition::Bare(estimator) => {
                let left = self.estimator(estimator);
                if let Estimator::Count { offsets, set } = left {
                    return Folded::Depends(Condition::Matches { offsets, set });
                }
                // A neighborhood holds if all its cells match, anything else if it is above zero.
                let n_cells = left.facts().counted.map_or(1, |(offsets, _)| offsets.len());
                fold(left, Operator::Greater, Estimator::Number(n_cells as f64 - 1.0))
            }
            marahel_script::Condition::Compare(left, operator, right) => {
                fold(self.estimator(left), *operator, self.estimator(right))
            }
        }
    }

    fn executer(&self, executer: &marahel_script::Executer) -> Executer {
        let choices = executer.entities.members.iter();
        Executer {
            offsets: self.offsets(&executer.neighborhood),
            choices: choices.flat_map(|&(tile, n)| std::iter::repeat_n(tile, n as usize)).collect(),
        }
    }

    pub(super) fn offsets(&self, neighborhood: &Neighborhood) -> Offsets {
        neighborhood.offsets().iter().map(|&(dx, dy)| self.offset(dx, dy)).collect()
    }

    pub(super) fn offset(&self, dx: i32, dy: i32) -> isize {
        dy as isize * self.layout.stride as isize + dx as isize
    }
}

/// Whether no cell is unknown after the first explorer: it writes an entity to every cell, and no
/// rule of the script writes unknown.
fn leaves_nothing_unknown(script: &Script, first: &Explorer) -> bool {
    let covers_map = first.walk.facts().covers_region
        && first.n_visits_max == Limit::Area
        && first.n_changes_max == Limit::Area
        && first.repeats > 0
        && first.border.max == 0
        && first.capped.is_empty()
        && (first.selectors.contains(&RegionSelector::Map) || script.regions.is_none());
    let fills_cells = first.rules.first().is_some_and(|rule| {
        rule.conditions.is_empty()
            && rule.executers.iter().any(|executer| executer.offsets.contains(&0))
    });
    let mut executers = script
        .explorers
        .iter()
        .flat_map(|explorer| explorer.rules.iter().flat_map(|rule| &rule.executers));
    covers_map
        && fills_cells
        && !executers
            .any(|executer| executer.entities.members.iter().any(|&(tile, _)| tile == UNKNOWN))
}

/// The changes to record in an unbuffered pass: those that the walk needs, or that conditions need.
fn log(of_walk: Log, rules: &[Rule]) -> Log {
    let mut conditions = rules.iter().flat_map(|rule| &rule.conditions);
    match of_walk {
        Log::All | Log::Unseen => of_walk,
        Log::Nothing if conditions.any(Condition::reads_field) => Log::Unseen,
        Log::Nothing => Log::Nothing,
    }
}

/// More cells than these are all.
const N_REACHED_MAX: usize = 64;

/// Where rules may hold after a visit changed cells, and did not before.
fn reach(rules: &[Rule]) -> Reach {
    if conditions(rules).any(Condition::reads_level) {
        return Reach::Everywhere;
    }
    let read = conditions(rules).flat_map(Condition::offsets);
    let executers = || rules.iter().flat_map(|rule| &rule.executers);
    let written = || executers().flat_map(|executer| &executer.offsets);
    let mut offsets: Vec<isize> =
        read.flat_map(|read| written().map(move |written| written - read)).collect();
    offsets.sort_unstable();
    offsets.dedup();
    if offsets.len() > N_REACHED_MAX { Reach::Everywhere } else { Reach::Cells(offsets.into()) }
}

/// The help for an explorer that exceeds the budget, in the words of its dialect.
fn remedy(dialect: Dialect, walk: &marahel_script::Walk) -> &'static str {
    match (dialect, walk) {
        (Dialect::Current, marahel_script::Walk::TurtleConnect { costs, .. })
            if !costs.is_empty() =>
        {
            "let there be fewer groups of its `entities`, or connect region by region; or leave out its `costs`"
        }
        (Dialect::Current, _) => {
            "lower its `repeats` or `tiles`, or let its rules and heuristics look at fewer tiles"
        }
        (Dialect::Other(dialect), walk) => dialect.remedy(walk),
    }
}

/// The tiles of a list that cells of the region can have.
pub(super) fn inside(list: &EntityList) -> TileSet {
    list.tiles().difference(TileSet::only(OUT))
}
