//! Warns of explorers that change nothing, rules that never fire, and conditions that always or
//! never hold.

use std::cell::LazyCell;
use std::ops::Range;

use marahel_level::{OUT, TileSet, UNKNOWN};

use crate::lint::regions;
use crate::lint::values::{self, Scene};
use marahel_script::parse::{ExplorerOutline, Report, RuleOutline};
use marahel_script::{
    Condition, Diagnostic, Dialect, Estimator, Explorer, Fix, Mirror, Operator, Parameter, Part,
    RegionSelector, Rule, Script, Severity, Walk, part_with_comma,
};

/// A rule is compared with at most this many rules before it, and only if neither has more
/// conditions than this. That is enough for scripts that people write; otherwise a long explorer
/// could take minutes.
const N_RULES_COMPARED: usize = 64;
const N_CONDITIONS_COMPARED: usize = 16;

/// Why conditions exclude each other, most often.
pub const EXCLUDED: &str = "a cell has one tile; a neighborhood alone means that all its cells match, and `plus` and \
                            `all` have the cell itself among them; count the others, as in `plus(wall) == 1`";

pub(super) struct Site<'a> {
    pub(super) script: &'a Script,
    pub(super) explorer: &'a Explorer,
    /// From 1.
    pub(super) number: usize,
    pub(super) outline: &'a ExplorerOutline,
    /// The result of compiling each condition of each rule.
    pub(super) decided: &'a [Vec<Option<bool>>],
    /// The tiles that cells can have before the explorer runs, and while it does.
    pub(super) before: TileSet,
    pub(super) during: TileSet,
}

/// Whether a rule can fire, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Alive,
    /// It fires whenever it is tried.
    Always,
    /// The condition with this index never holds.
    NeverHolds(usize),
    /// The condition with this index excludes an earlier one.
    Excludes(usize),
    /// The rule with this index comes before and always fires.
    AfterAlways(usize),
    /// Whenever this rule's conditions hold, the rule with this index, which comes before, fires.
    AfterEqual(usize),
}

impl Fate {
    fn fires(&self) -> bool {
        matches!(self, Self::Alive | Self::Always)
    }
}

impl Site<'_> {
    pub(super) fn warn(&self, report: &mut Report) {
        let fates = self.fates();
        let n_first = fates.iter().take_while(|fate| !fate.fires()).count();
        if let Some((range, reason)) = self.idleness(&fates) {
            let message = format!("this explorer can change nothing: {reason}");
            self.add(report, range, None, message).help("remove it, or look for what is missing");
        }
        if self.explorer.mirror == Some(Mirror::QuarterTurns) && self.is_never_square() {
            let range = self.outline.place("type").clone();
            let message = "the level is never a square, so quarter turns are half turns";
            self.add(report, range, None, message.to_owned()).help("write `half_turn`");
        }
        for (index, &fate) in fates.iter().enumerate() {
            self.warn_of_conditions(report, &fates, n_first, index);
            let (before, what) = match fate {
                Fate::AfterAlways(before) => (before, "always fires"),
                Fate::AfterEqual(before) => (before, "fires whenever this one could"),
                Fate::Alive | Fate::Always | Fate::NeverHolds(_) | Fate::Excludes(_) => continue,
            };
            let range = self.outline.rules[index].text.clone();
            let message = format!("this rule can never fire: rule {} {what}", before + 1);
            let fix = self.without_rule(&fates, n_first, index);
            self.add(report, range, Some(index), message)
                .help("put it before that rule, or remove it")
                .fix(fix);
        }
    }

    fn add<'r>(
        &self,
        report: &'r mut Report,
        range: Range<usize>,
        rule: Option<usize>,
        message: String,
    ) -> &'r mut Diagnostic {
        let place = match rule {
            Some(rule) => format!("explorer {}, rule {}", self.number, rule + 1),
            None => format!("explorer {}", self.number),
        };
        report.add(Severity::Warning, range, place, message)
    }

    fn fates(&self) -> Vec<Fate> {
        let rules = &self.explorer.rules;
        let mut fates: Vec<Fate> = Vec::with_capacity(rules.len());
        let mut always = None;
        for (index, rule) in rules.iter().enumerate() {
            let verdicts = || {
                let conditions = rule.conditions.iter().enumerate();
                conditions.map(|(condition, _)| self.verdict(index, condition))
            };
            let fate = if let Some(before) = always {
                Fate::AfterAlways(before)
            } else if let Some(never) = verdicts().position(|verdict| verdict == Some(false)) {
                Fate::NeverHolds(never)
            } else if let Some(excluding) = self.excluding(&rules[index]) {
                Fate::Excludes(excluding)
            } else if verdicts().all(|verdict| verdict == Some(true)) {
                always = Some(index);
                Fate::Always
            } else {
                let first = index.saturating_sub(N_RULES_COMPARED);
                let mut earlier = (first..index).filter(|_| !self.is_older());
                let before = earlier.find(|&before| {
                    fates[before] == Fate::Alive && is_implied(&rules[before], rule)
                });
                before.map_or(Fate::Alive, Fate::AfterEqual)
            };
            fates.push(fate);
        }
        fates
    }

    /// Whether a condition always holds when it is tested, or never; `None` if it depends.
    fn verdict(&self, rule: usize, condition: usize) -> Option<bool> {
        let tested = &self.explorer.rules[rule].conditions[condition];
        self.decided[rule][condition].or_else(|| self.verdict_within(self.during, tested))
    }

    /// The first condition that cannot hold with those before it.
    fn excluding(&self, rule: &Rule) -> Option<usize> {
        if self.is_older() { None } else { self.scene(self.during).excluding(&rule.conditions) }
    }

    /// As `verdict`, from the possible tiles alone.
    fn verdict_within(&self, cells: TileSet, condition: &Condition) -> Option<bool> {
        if self.is_older() && !means_the_same_in_both(condition) {
            return None;
        }
        self.scene(cells).verdict(condition)
    }

    fn scene(&self, cells: TileSet) -> Scene {
        let substitute = self.explorer.out.map_or(TileSet::only(OUT), TileSet::only);
        Scene {
            cells,
            outside: TileSet::only(OUT).union(substitute),
            repeats: self.explorer.repeats.max(1),
            max: regions::largest(self.script, self.explorer),
        }
    }

    /// Whether the explorer works only on the whole level, and no size of the level can be a
    /// square.
    fn is_never_square(&self) -> bool {
        let Script { min, max, regions, .. } = self.script;
        let is_map = regions.is_none() || self.explorer.region == [RegionSelector::Map];
        is_map && (max.width < min.height || max.height < min.width)
    }

    fn is_older(&self) -> bool {
        self.script.dialect != Dialect::Current
    }

    /// Why the explorer can change nothing, if so, and the place to report.
    fn idleness(&self, fates: &[Fate]) -> Option<(Range<usize>, String)> {
        let head = if self.is_older() { &self.outline.brace } else { self.outline.place("type") };
        let head = head.clone();
        let explorer = self.explorer;
        let limits = if self.is_older() {
            let parameters = explorer.walk.parameters();
            let greatest = |key| {
                let (_, parameter) = parameters.iter().find(|(name, _)| *name == key)?;
                let Parameter::Parts(parts) = parameter else { return None };
                if let Part::Whole(whole) = parts.last()? { whole.number.get() } else { None }
            };
            vec![
                ("iterations", Some(explorer.repeats)),
                ("numberOfTiles", explorer.tiles),
                ("number", greatest("number")),
                ("lifespan", greatest("lifespan")),
            ]
        } else {
            vec![
                ("repeats", Some(explorer.repeats)),
                ("tiles", explorer.tiles),
                ("changes", explorer.changes),
            ]
        };
        if let Some((key, _)) = limits.into_iter().find(|(_, limit)| *limit == Some(0)) {
            let place = self.outline.limits.iter().find(|(name, _)| *name == key);
            return Some((place.map_or(head, |(_, range)| range.clone()), format!("`{key}` is 0")));
        }
        if explorer.rules.is_empty() {
            return Some((head, "it has no rules".to_owned()));
        }
        let number = self.script.regions.map(|regions| regions.number);
        let mut regions = explorer.region.iter();
        if regions.all(|region| matches!((region, number), (RegionSelector::Index(index), Some(n)) if *index >= n)) {
            return Some((head, "none of its regions is there".to_owned()));
        }
        if let Walk::TurtleConnect { entities, .. } = &explorer.walk
            && entities.tiles().is_disjoint(self.before)
        {
            return Some((head, "nothing that it connects was written before it".to_owned()));
        }
        let mut firing = fates.iter().zip(&explorer.rules).filter(|(fate, _)| fate.fires());
        if !fates.iter().any(Fate::fires) {
            return Some((head, "none of its rules can fire".to_owned()));
        }
        // A tile that is there already may still change the images.
        let is_plain = !self.is_older() && explorer.mirror.is_none();
        let is_idle = is_plain && firing.all(|(_, rule)| writes_what_is_there(rule));
        is_idle.then(|| (head, "its rules write only what is there already".to_owned()))
    }

    fn warn_of_conditions(
        &self,
        report: &mut Report,
        fates: &[Fate],
        n_first: usize,
        index: usize,
    ) {
        if matches!(fates[index], Fate::AfterAlways(_) | Fate::AfterEqual(_)) {
            return; // not tested
        }
        let (rule, places) = (&self.explorer.rules[index], &self.outline.rules[index]);
        if let Some((condition, what, help)) = self.never(&fates[index], rule) {
            let range = places.conditions[condition].clone();
            let message = format!("this condition {what}, so the rule never fires");
            let fix = self.without_rule(fates, n_first, index);
            self.add(report, range, Some(index), message).help(help).fix(fix);
            return;
        }
        let all = TileSet::entities(self.script.entities.len()).union(TileSet::only(UNKNOWN));
        let following = if self.is_older() {
            let always = |tested| self.verdict_within(all, tested) == Some(true);
            rule.conditions.iter().map(always).collect()
        } else {
            self.scene(all).following(&rule.conditions)
        };
        let holds = |condition: usize| {
            following[condition] && !self.is_idiom(&rule.conditions[condition], all)
        };
        let n_first_holding = LazyCell::new(|| {
            (0..rule.conditions.len()).take_while(|&condition| holds(condition)).count()
        });
        let undecided = rule.conditions.iter().enumerate().filter(|(index, _)| !holds(*index));
        for (condition, tested) in undecided {
            if let Some(message) = values::idle_remainder(tested, self.script.max) {
                let range = places.conditions[condition].clone();
                self.add(report, range, Some(index), message).help("leave the number out");
            }
        }
        for condition in (0..rule.conditions.len()).filter(|&condition| holds(condition)) {
            let range = places.conditions[condition].clone();
            let is_quiet = self.number > 1 && !draws(&rule.conditions[condition]);
            let is_dropped = self.decided[index][condition] == Some(true);
            let fix = (places.is_exact && (is_quiet || is_dropped)).then(|| Fix {
                range: part_with_comma(&places.conditions, condition, *n_first_holding),
                replacement: String::new(),
            });
            self.add(report, range, Some(index), "this condition always holds".to_owned())
                .help("change or remove it")
                .fix(fix);
        }
    }

    /// The condition for which a rule never fires, why, and what to do.
    fn never(&self, fate: &Fate, rule: &Rule) -> Option<(usize, &'static str, String)> {
        match *fate {
            Fate::Excludes(condition) => {
                Some((condition, "excludes one before it", EXCLUDED.to_owned()))
            }
            Fate::NeverHolds(condition) => {
                let help = match self.missing(&rule.conditions[condition]) {
                    Some(name) => format!("no explorer up to this one writes `{name}`"),
                    None => "change it, or remove the rule".to_owned(),
                };
                Some((condition, "never holds", help))
            }
            Fate::Alive | Fate::Always | Fate::AfterAlways(_) | Fate::AfterEqual(_) => None,
        }
    }

    /// Whether a condition is `self(any)`, the idiom for no condition.
    fn is_idiom(&self, condition: &Condition, all: TileSet) -> bool {
        let estimator = match condition {
            Condition::Bare(estimator) => estimator,
            // A bare estimator of the older dialect is read as this comparison.
            Condition::Compare(estimator, Operator::Greater, Estimator::Number(number))
                if self.is_older() && *number == 0.0 =>
            {
                estimator
            }
            Condition::Compare(..) => return false,
        };
        estimator.counted_here().is_some_and(|set| set.is_superset(all))
    }

    /// An entity that a condition needs and no explorer has written so far.
    fn missing(&self, condition: &Condition) -> Option<&str> {
        let counted = condition.estimators().filter_map(Estimator::counted);
        let sets = counted.map(|(list, _)| list.tiles());
        let names = &self.script.entities;
        let mut missing = sets.filter(|set| set.is_disjoint(self.during));
        let tile = missing.find_map(|set| set.iter().next())?;
        names.get(usize::from(tile)).map(String::as_str)
    }

    /// The fix that deletes a rule that never fires; the first `n_first` rules never fire, and the
    /// next one can. `None` if a seed could make another level without the rule: its conditions may
    /// draw random numbers before they fail, and the compiler's knowledge of unknown cells depends
    /// on what is written and how the first explorer begins.
    fn without_rule(&self, fates: &[Fate], n_first: usize, index: usize) -> Option<Fix> {
        let rule = &self.explorer.rules[index];
        let is_never_tested = matches!(fates[index], Fate::AfterAlways(_));
        let is_dropped = self.decided[index].contains(&Some(false));
        let writes_unknown =
            rule.executers.iter().any(|executer| executer.entities.tiles().contains(UNKNOWN));
        // Without rules an explorer does not walk, and draws nothing.
        let has_others = n_first < fates.len();
        let is_quiet = self.number > 1 && has_others && !rule.conditions.iter().any(draws);
        if !(is_never_tested || is_dropped || is_quiet) || writes_unknown {
            return None;
        }
        if !is_dropped && !has_others {
            return None;
        }
        let rules = &self.outline.rules;
        let from = index.saturating_sub(1);
        let near = rules[from..rules.len().min(index + 2)].iter().map(RuleOutline::deleted);
        let near: Vec<Range<usize>> = near.collect();
        let range = part_with_comma(&near, index - from, n_first.saturating_sub(from));
        Some(Fix { range, replacement: String::new() })
    }
}

/// Whether the conditions of `before` hold whenever those of `rule` do; false if there are too
/// many.
fn is_implied(before: &Rule, rule: &Rule) -> bool {
    if before.conditions.len().max(rule.conditions.len()) > N_CONDITIONS_COMPARED {
        return false;
    }
    before.conditions.iter().all(|condition| {
        condition.estimators().all(|estimator| *estimator != Estimator::Random)
            && rule.conditions.contains(condition)
    })
}

/// Whether a condition uses only numbers and the current cell, which mean the same in scripts of
/// the older dialect and today.
fn means_the_same_in_both(condition: &Condition) -> bool {
    matches!(condition, Condition::Compare(..))
        && condition.estimators().all(|estimator| {
            matches!(estimator, Estimator::Number(_) | Estimator::Random)
                || estimator.counted_here().is_some_and(|set| !set.contains(OUT))
        })
}

/// Whether a rule writes only what its conditions require to be there.
fn writes_what_is_there(rule: &Rule) -> bool {
    rule.executers.iter().all(|executer| match executer.neighborhood.offsets() {
        [] => true,
        [(0, 0)] => match executer.entities.members[..] {
            [(tile, _)] => rule.conditions.iter().any(|condition| demands(condition, tile)),
            _ => false,
        },
        _ => false,
    })
}

/// Whether a condition holds only if the current cell has this tile.
fn demands(condition: &Condition, tile: u8) -> bool {
    let is_cell = |estimator: &Estimator| estimator.counted_here() == Some(TileSet::only(tile));
    match condition {
        Condition::Bare(estimator) => is_cell(estimator),
        Condition::Compare(left, operator, Estimator::Number(number)) => {
            is_cell(left) && needs_one(*operator, *number)
        }
        Condition::Compare(Estimator::Number(number), operator, right) => {
            is_cell(right) && needs_one(operator.mirrored(), *number)
        }
        Condition::Compare(..) => false,
    }
}

/// Whether the comparison holds for a count of 1 and not for 0.
fn needs_one(operator: Operator, number: f64) -> bool {
    operator.holds(1.0, number) && !operator.holds(0.0, number)
}

/// Whether testing a condition may draw random numbers from the level's stream.
fn draws(condition: &Condition) -> bool {
    condition.estimators().any(Estimator::draws)
}
