//! Requirements of a problem in terms of rules: its conditions for counting cells, and its
//! symmetries.

use level::{OUT, Tile, TileSet};
use rand::{Rng, RngExt};
use script::{
    Condition, Dialect, EntityList, Estimator, Explorer, Neighborhood, Operator, Replace, Rule,
    Script,
};

use crate::explorers::N_EXPLORERS_MAX;
use crate::rules::{N_CONDITIONS_MAX, is_locked};
use crate::task::{Task, below, pick, weighted_tile};
use crate::{mirrors, random};

/// Conditions by which a problem counts cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// All of them hold for a counted cell.
    pub conditions: Vec<Condition>,
    /// Whether the problem wants such cells or wants to avoid them.
    pub is_wanted: bool,
    /// The index of the measure that counts them.
    pub measure: usize,
}

/// Probability that a rule makes wanted cells or removes unwanted ones; the rest allows for misread
/// requirements.
const AS_IT_LOOKS: f64 = 0.85;

/// Probability of writing the surroundings of unwanted cells instead of the cells themselves.
const SURROUNDED: f64 = 0.4;

/// A tile with a smaller share of the cells is a thing, which does not fill places.
const MUCH: f64 = 0.08;

impl Task {
    /// Whether the problem has any requirements.
    pub(crate) fn asks(&self) -> bool {
        !self.asked.is_empty() || !self.mirrors.is_empty()
    }

    /// The required surroundings of a tile, as alternatives of conditions that must and must not
    /// hold. Empty if nothing is required.
    pub(crate) fn asked_around(&self, tile: Tile, rng: &mut dyn Rng) -> Vec<Vec<Condition>> {
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        for Asked { conditions, is_wanted, .. } in &self.asked {
            let is_here = |condition: &Condition| here(condition).contains(tile);
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

    /// A tile of a role other than `tile`, or else any other tile; `None` if there is no other.
    fn other_than(&self, tile: Option<Tile>, role: &str, rng: &mut dyn Rng) -> Option<Tile> {
        let mut others = self.of_role(role);
        others.retain(|&other| Some(other) != tile);
        if others.is_empty() {
            others = (0..self.tiles.len() as Tile).filter(|&other| Some(other) != tile).collect();
        }
        pick(&others, rng).copied()
    }
}

/// The tiles that a condition allows at the cell itself; empty if it is about anything else.
fn here(condition: &Condition) -> TileSet {
    let Condition::Bare(estimator) = condition else { return TileSet::EMPTY };
    estimator.counted_here().unwrap_or(TileSet::EMPTY)
}

/// The negation of a condition. A distance to a tile that does not occur meets both.
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
    pick(&task.asked, rng).is_some_and(|asked| towards(script, asked, task, rng))
}

/// Changes a script towards a requirement that one of these measures counts; returns whether it did.
pub(crate) fn change_for(
    script: &mut Script,
    measures: &[usize],
    task: &Task,
    rng: &mut dyn Rng,
) -> bool {
    let asked: Vec<&Asked> =
        task.asked.iter().filter(|asked| measures.contains(&asked.measure)).collect();
    pick(&asked, rng).is_some_and(|asked| towards(script, asked, task, rng))
}

/// Changes a script towards a requirement: adds one of its conditions to a rule, or adds an
/// explorer that makes, removes or surrounds such cells. Returns whether it did.
fn towards(script: &mut Script, asked: &Asked, task: &Task, rng: &mut dyn Rng) -> bool {
    if rng.random_bool(0.4) {
        return narrow(script, &asked.conditions, rng);
    }
    let n = script.explorers.len();
    let around = surrounding(asked, task, rng).filter(|_| rng.random_bool(SURROUNDED));
    let replace = if around.is_some() { Replace::Buffer } else { Replace::Same };
    let rule = around.or_else(|| rule(asked, task, rng));
    let Some(rule) = rule.filter(|_| n < N_EXPLORERS_MAX) else { return false };
    // A repair belongs late in the script.
    let place = below(n + 1, rng).max(below(n + 1, rng));
    let explorer = Explorer { replace, ..random::explorer_of("horz", vec![rule]) };
    script.explorers.insert(place, explorer);
    true
}

/// For a requirement that a tile should not have too few or too many of some tiles around it: a
/// rule that writes these surroundings.
fn surrounding(asked: &Asked, task: &Task, rng: &mut dyn Rng) -> Option<Rule> {
    let tiles = asked.conditions.iter().map(here).find(|tiles| !tiles.is_empty())?;
    let around = asked.conditions.iter().find_map(|one| match one {
        Condition::Compare(Estimator::Neighborhood(cells, list), operator, _) => {
            is_mutual(cells).then_some((cells, list.tiles(), *operator))
        }
        _ => None,
    });
    let (cells, listed, operator) = around.filter(|_| !asked.is_wanted)?;
    let bulk = |tile: Tile| task.bulk(tile);
    let those = |tiles: TileSet| task.tiles().filter(move |&tile| tiles.contains(tile));
    let (from, to) = match operator {
        Operator::Less | Operator::LessEqual => {
            let to = weighted_tile(those(listed.difference(tiles)), bulk, rng)?;
            let others = task.tiles().filter(|&tile| !tiles.union(listed).contains(tile));
            (weighted_tile(others, bulk, rng)?, to)
        }
        Operator::Greater | Operator::GreaterEqual => {
            let from = weighted_tile(those(listed.difference(tiles)), bulk, rng)?;
            let others = task.tiles().filter(|&tile| !listed.contains(tile));
            (from, weighted_tile(others, bulk, rng)?)
        }
        Operator::Equal | Operator::NotEqual => return None,
    };
    let is_from = Estimator::Neighborhood(random::cells("self"), random::only(from));
    let list = EntityList { members: those(tiles).map(|tile| (tile, 1)).collect() };
    let is_near = Condition::Compare(
        Estimator::Neighborhood(cells.clone(), list),
        Operator::Greater,
        Estimator::Number(0.0),
    );
    let conditions = vec![Condition::Bare(is_from), is_near];
    Some(random::rule_of(conditions, random::cells("self"), random::only(to)))
}

/// Whether the neighborhood is symmetric: each cell is in the neighborhood of its neighbors.
fn is_mutual(cells: &Neighborhood) -> bool {
    let offsets = cells.offsets();
    offsets.len() > 1 && offsets.iter().all(|&(x, y)| offsets.contains(&(-x, -y)))
}

/// A rule that makes the required cells, or removes them.
fn rule(asked: &Asked, task: &Task, rng: &mut dyn Rng) -> Option<Rule> {
    let Asked { conditions, is_wanted, .. } = asked;
    let makes = *is_wanted == rng.random_bool(AS_IT_LOOKS);
    let role = if rng.random_bool(0.7) { "floor" } else { "wall" };
    let tiles = conditions.iter().map(here).find(|tiles| !tiles.is_empty()).unwrap_or_default();
    let own = tiles.iter().filter(|tile| usize::from(*tile) < task.tiles.len());
    let tile = weighted_tile(own, |tile| task.bulk(tile), rng);
    let other = task.other_than(tile, role, rng)?;
    match tile.filter(|_| makes) {
        Some(tile) => {
            let on = Condition::Bare(Estimator::Neighborhood(
                random::cells("self"),
                random::only(other),
            ));
            let rest = conditions.iter().filter(|one| here(one).is_empty()).cloned();
            // A tile at a place is there whatever was before.
            let is_there = is_about_place(asked) && rng.random_bool(0.5);
            let on = Some(on).filter(|_| !is_there);
            let conditions = on.into_iter().chain(rest).collect();
            Some(random::rule_of(conditions, random::cells("self"), random::only(tile)))
        }
        None => {
            Some(random::rule_of(conditions.clone(), random::cells("self"), random::only(other)))
        }
    }
}

/// Whether the requirement is about places only, whatever surrounds them.
fn is_about_place(asked: &Asked) -> bool {
    let is_outside = |list: &EntityList| list.tiles() == TileSet::only(OUT);
    let is_place = |one: &Estimator| match one {
        Estimator::Place(..) | Estimator::Number(_) => true,
        Estimator::Distance(list) => is_outside(list),
        Estimator::Dial(..)
        | Estimator::Random
        | Estimator::Noise { .. }
        | Estimator::Percent
        | Estimator::ChangePercent
        | Estimator::RepeatPercent
        | Estimator::Total(_)
        | Estimator::Neighborhood(..)
        | Estimator::Image(..)
        | Estimator::Foreign(_) => false,
    };
    let mut rest = asked.conditions.iter().filter(|one| here(one).is_empty()).peekable();
    rest.peek().is_some() && rest.all(|one| one.estimators().all(is_place))
}

/// Explorers for bulk tiles that are required at places.
pub(crate) fn at_places(task: &Task, rng: &mut dyn Rng) -> Vec<Explorer> {
    let asked = task.asked.iter().filter(|one| one.is_wanted && is_about_place(one));
    let mut explorers = Vec::new();
    for one in asked {
        let tiles = one.conditions.iter().map(here).find(|tiles| !tiles.is_empty());
        let own = task.tiles().filter(|tile| tiles.is_some_and(|tiles| tiles.contains(*tile)));
        let much = own.filter(|&tile| task.bulk(tile) >= MUCH);
        if let Some(tile) = weighted_tile(much, |tile| task.bulk(tile), rng)
            && rng.random_bool(AS_IT_LOOKS)
        {
            let rest = one.conditions.iter().filter(|one| here(one).is_empty()).cloned();
            let rule = random::rule_of(rest.collect(), random::cells("self"), random::only(tile));
            explorers.push(random::explorer_of("horz", vec![rule]));
        }
    }
    explorers
}

/// Adds one of the conditions to a rule; returns whether it did.
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
