//! Changes towards the demands of a problem: rules for the cells that it counts.

use marahel_level::{Role, Tile, TileSet};
use marahel_script::{
    Condition, Estimator, Explorer, Neighborhood, Operator, Replace, Rule, Script,
};
use rand::{Rng, RngExt};

use crate::demand::CellDemand;
use crate::draw::{below, pick, weighted_tile};
use crate::parts::{
    N_CONDITIONS_MAX, N_EXPLORERS_MAX, compare, explorer_of, here, is_locked, list, rule,
};
use crate::task::Task;

/// Probability of adding a condition to a rule instead of adding an explorer.
const NARROW: f64 = 0.4;

/// Probability that a rule makes wanted cells or removes unwanted ones; the rest allows for misread
/// demands.
const AS_IT_LOOKS: f64 = 0.85;

/// Probability of writing the surroundings of unwanted cells instead of the cells themselves.
const SURROUNDED: f64 = 0.4;

/// Probability that cells are made of floor, or removed by it, instead of wall.
const FLOOR: f64 = 0.7;

/// Probability that a tile at a place replaces whatever was there before.
const WHATEVER: f64 = 0.5;

/// Changes a script towards a demand that one of these measures counts; returns whether it did.
pub(crate) fn change_for(
    script: &mut Script,
    measures: &[usize],
    task: &Task,
    rng: &mut dyn Rng,
) -> bool {
    let demands = task.demands.iter();
    let demands: Vec<&CellDemand> =
        demands.filter(|demand| measures.contains(&demand.measure)).collect();
    pick(&demands, rng).is_some_and(|demand| towards(script, demand, task, rng))
}

/// Changes a script towards a demand: adds one of its conditions to a rule, or adds an explorer
/// that makes, removes or surrounds such cells. Returns whether it did.
fn towards(script: &mut Script, demand: &CellDemand, task: &Task, rng: &mut dyn Rng) -> bool {
    if rng.random_bool(NARROW) {
        return narrow(script, &demand.conditions, rng);
    }
    let n = script.explorers.len();
    let around = rule_around(demand, task, rng).filter(|_| rng.random_bool(SURROUNDED));
    let replace = if around.is_some() { Replace::Buffer } else { Replace::Same };
    let rule = around.or_else(|| rule_at(demand, task, rng));
    let Some(rule) = rule.filter(|_| n < N_EXPLORERS_MAX) else { return false };
    // A repair belongs late in the script.
    let place = below(n + 1, rng).max(below(n + 1, rng));
    let explorer = Explorer { replace, ..explorer_of("horz", vec![rule]) };
    script.explorers.insert(place, explorer);
    true
}

/// For a demand that a tile should not have too few or too many of some tiles around it: a rule
/// that writes these surroundings.
fn rule_around(demand: &CellDemand, task: &Task, rng: &mut dyn Rng) -> Option<Rule> {
    let tiles = demand.tiles()?;
    let around = demand.conditions.iter().find_map(|condition| match condition {
        Condition::Compare(Estimator::Neighborhood(cells, list), operator, _) => {
            is_mutual(cells).then_some((cells, list.tiles(), *operator))
        }
        _ => None,
    });
    let (cells, listed, operator) = around.filter(|_| !demand.is_wanted)?;
    let own = TileSet::entities(task.tiles.len());
    let (from, to) = match operator {
        Operator::Less | Operator::LessEqual => {
            let to = any_by_bulk(listed.difference(tiles), task, rng)?;
            (any_by_bulk(own.difference(tiles.union(listed)), task, rng)?, to)
        }
        Operator::Greater | Operator::GreaterEqual => {
            let from = any_by_bulk(listed.difference(tiles), task, rng)?;
            (from, any_by_bulk(own.difference(listed), task, rng)?)
        }
        Operator::Equal | Operator::NotEqual => return None,
    };
    let center = task.tiles().filter(|&tile| tiles.contains(tile));
    let neighbors = Estimator::Neighborhood(cells.clone(), list(center));
    Some(rule(vec![here(from), compare(neighbors, Operator::Greater, 0.0)], to))
}

/// One of these tiles, if the task has them, by their bulk.
fn any_by_bulk(tiles: TileSet, task: &Task, rng: &mut dyn Rng) -> Option<Tile> {
    let own = task.tiles().filter(|&tile| tiles.contains(tile));
    weighted_tile(own, |tile| task.bulk(tile), rng)
}

/// Whether the neighborhood is symmetric: each cell is in the neighborhood of its neighbors.
fn is_mutual(cells: &Neighborhood) -> bool {
    let offsets = cells.offsets();
    offsets.len() > 1 && offsets.iter().all(|&(x, y)| offsets.contains(&(-x, -y)))
}

/// A rule that makes the required cells, or removes them.
fn rule_at(demand: &CellDemand, task: &Task, rng: &mut dyn Rng) -> Option<Rule> {
    let makes = demand.is_wanted == rng.random_bool(AS_IT_LOOKS);
    let role = if rng.random_bool(FLOOR) { Role::Floor } else { Role::Wall };
    let tiles = demand.tiles().unwrap_or_default();
    let tile = any_by_bulk(tiles, task, rng);
    let ground = task.one_but(tile, role, rng)?;
    let Some(tile) = tile.filter(|_| makes) else {
        return Some(rule(demand.conditions.clone(), ground));
    };
    let is_there = demand.is_about_place() && rng.random_bool(WHATEVER);
    let on = Some(here(ground)).filter(|_| !is_there);
    Some(rule(on.into_iter().chain(demand.around().cloned()).collect(), tile))
}

/// Adds one of the conditions to a rule; returns whether it did.
fn narrow(script: &mut Script, conditions: &[Condition], rng: &mut dyn Rng) -> bool {
    let mut rules = Vec::new();
    for (number, explorer) in script.explorers.iter().enumerate() {
        for (index, rule) in explorer.rules.iter().enumerate() {
            if rule.conditions.len() < N_CONDITIONS_MAX && !is_locked(explorer, index) {
                rules.push((number, index));
            }
        }
    }
    let chosen = (pick(conditions, rng), pick(&rules, rng));
    let (Some(condition), Some(&(explorer, rule))) = chosen else { return false };
    let rule = &mut script.explorers[explorer].rules[rule];
    if rule.conditions.contains(condition) {
        return false;
    }
    rule.conditions.push(condition.clone());
    true
}
