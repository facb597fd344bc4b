//! Requirements of the problem in the terms of rules: the conditions by which it counts cells, and
//! required symmetries.

use level::Tile;
use rand::{Rng, RngExt};
use script::{Condition, Dialect, Estimator, Operator, Rule, Script};

use crate::explorers::N_EXPLORERS_MAX;
use crate::rules::{N_CONDITIONS_MAX, is_locked};
use crate::task::{Task, below, pick};
use crate::{mirrors, random};

/// Conditions by which a problem counts cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// All of them hold for a cell that counts.
    pub conditions: Vec<Condition>,
    /// Whether such cells are wanted; otherwise there had better be none.
    pub is_wanted: bool,
}

/// Probability that a rule makes wanted cells or removes unwanted ones; the rest allows for misread
/// requirements.
const AS_IT_LOOKS: f64 = 0.85;

impl Task {
    /// Whether the problem asks for anything in the words of rules.
    pub(crate) fn asks(&self) -> bool {
        !self.asked.is_empty() || !self.mirrors.is_empty()
    }

    /// The required surroundings of a tile, as alternatives of conditions that must and must not
    /// hold. Empty if nothing is required.
    pub(crate) fn asked_around(&self, tile: Tile, rng: &mut dyn Rng) -> Vec<Vec<Condition>> {
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        for Asked { conditions, is_wanted } in &self.asked {
            let is_here = |condition: &&Condition| here(condition) == Some(tile);
            let rest: Vec<_> = conditions.iter().filter(|one| !is_here(one)).cloned().collect();
            if rest.len() == conditions.len() || rest.is_empty() {
                continue;
            }
            if *is_wanted {
                wanted.push(rest);
            } else {
                unwanted.extend(pick(&rest, rng).map(opposite));
            }
        }
        if wanted.is_empty() && !unwanted.is_empty() {
            wanted.push(Vec::new());
        }
        for place in &mut wanted {
            place.extend(unwanted.iter().cloned());
        }
        wanted
    }

    /// A tile of a role but for one, or else any but for this one; none where there is no other.
    fn other_than(&self, tile: Option<Tile>, role: &str, rng: &mut dyn Rng) -> Option<Tile> {
        let mut others = self.of_role(role);
        others.retain(|&other| Some(other) != tile);
        if others.is_empty() {
            others = (0..self.tiles.len() as Tile).filter(|&other| Some(other) != tile).collect();
        }
        pick(&others, rng).copied()
    }
}

/// The tile that a condition asks for at the cell itself, if that is all it does.
fn here(condition: &Condition) -> Option<Tile> {
    let Condition::Bare(estimator) = condition else { return None };
    let tiles = estimator.counted_here()?;
    tiles.iter().next().filter(|_| tiles.len() == 1)
}

/// What holds where a condition does not, but for distances to nothing, where both hold.
fn opposite(condition: &Condition) -> Condition {
    match condition {
        Condition::Bare(estimator @ Estimator::Neighborhood(cells, _)) => {
            let all = Estimator::Number(cells.offsets().len() as f64);
            Condition::Compare(estimator.clone(), Operator::Less, all)
        }
        Condition::Bare(estimator) => {
            Condition::Compare(estimator.clone(), Operator::LessEqual, Estimator::Number(0.0))
        }
        Condition::Compare(left, operator, right) => {
            Condition::Compare(left.clone(), operator.opposite(), right.clone())
        }
    }
}

/// Changes a script towards a requirement; returns whether it did.
pub(crate) fn change(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    if script.dialect != Dialect::Current {
        return false;
    }
    if !task.mirrors.is_empty() && (task.asked.is_empty() || rng.random_bool(0.3)) {
        return mirrors::change(script, task, rng);
    }
    let Some(asked) = pick(&task.asked, rng) else { return false };
    if rng.random_bool(0.4) {
        return narrow(script, &asked.conditions, rng);
    }
    let n = script.explorers.len();
    let Some(rule) = rule(asked, task, rng).filter(|_| n < N_EXPLORERS_MAX) else { return false };
    // What mends a level comes late.
    let place = below(n + 1, rng).max(below(n + 1, rng));
    script.explorers.insert(place, random::explorer_of("horz", vec![rule]));
    true
}

/// A rule that makes the cells that are asked for, or unmakes them.
fn rule(asked: &Asked, task: &Task, rng: &mut dyn Rng) -> Option<Rule> {
    let Asked { conditions, is_wanted } = asked;
    let makes = *is_wanted == rng.random_bool(AS_IT_LOOKS);
    let role = if rng.random_bool(0.7) { "floor" } else { "wall" };
    let tile = conditions.iter().find_map(here);
    let other = task.other_than(tile, role, rng)?;
    match tile.filter(|_| makes) {
        Some(tile) => {
            let cells = random::cells("self");
            let on = Condition::Bare(Estimator::Neighborhood(cells, random::only(other)));
            let rest = conditions.iter().filter(|one| here(one) != Some(tile)).cloned();
            let conditions = std::iter::once(on).chain(rest).collect();
            Some(random::rule_of(conditions, random::cells("self"), random::only(tile)))
        }
        None => {
            Some(random::rule_of(conditions.clone(), random::cells("self"), random::only(other)))
        }
    }
}

/// Lets a rule ask for one of the conditions, too.
fn narrow(script: &mut Script, list: &[Condition], rng: &mut dyn Rng) -> bool {
    let mut rules = Vec::new();
    for (number, explorer) in script.explorers.iter().enumerate() {
        let has_room = |rule: &usize| explorer.rules[*rule].conditions.len() < N_CONDITIONS_MAX;
        let open = (0..explorer.rules.len()).filter(|&rule| !is_locked(explorer, rule));
        rules.extend(open.filter(has_room).map(|rule| (number, rule)));
    }
    let (Some(condition), Some(&(explorer, rule))) = (pick(list, rng), pick(&rules, rng)) else {
        return false;
    };
    let rule = &mut script.explorers[explorer].rules[rule];
    if rule.conditions.contains(condition) {
        return false;
    }
    rule.conditions.push(condition.clone());
    true
}
