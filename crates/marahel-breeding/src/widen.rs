//! Widening: rules that write a tile hold at more cells.
//!
//! The narrowest rule that meets a demand is found first: a thing in the last row, three cells from
//! the edge. A wider one often meets it, too, and gives more levels.

use marahel_level::{Level, Tile, TileSet};
use marahel_script::{Condition, Estimator, Explorer, Operator, Rule, Script, Spelling, Walk};
use rand::{Rng, RngExt};

use crate::draw::pick;
use crate::parts::is_free;
use crate::reading::writers;

/// Factors for bounds on distances and places.
const FACTORS: [f64; 3] = [0.5, 0.67, 0.8];

/// One way to widen a rule.
#[derive(Clone, Copy)]
enum Widening {
    /// Drops a condition.
    Drop(usize),
    /// Turns *exactly* into *at least* or *at most*.
    Open(usize),
    /// Moves a bound.
    Move(usize),
    /// Visits the cells in random order: the first cells of a fixed one get most of few things.
    Shuffle,
}

/// Widens one free rule that writes the tile; returns whether it did. A rule that wrote the tile
/// wherever it could, as often as in this level, keeps that number.
pub(crate) fn widen(script: &mut Script, tile: Tile, level: &Level, rng: &mut dyn Rng) -> bool {
    let mut possible = Vec::new();
    for (index, explorer) in script.explorers.iter().enumerate().filter(|(_, one)| is_free(one)) {
        for rule in writers(&explorer.rules, tile) {
            let widenings = widenings(explorer, &explorer.rules[rule]);
            possible.extend(widenings.into_iter().map(|widening| (index, rule, widening)));
        }
    }
    let Some(&(index, rule, widening)) = pick(&possible, rng) else { return false };
    let explorer = &mut script.explorers[index];
    let places_things = explorer.written() == TileSet::only(tile);
    let conditions = &mut explorer.rules[rule].conditions;
    match widening {
        Widening::Drop(condition) => drop(conditions.remove(condition)),
        Widening::Open(condition) => open(&mut conditions[condition], rng),
        Widening::Move(condition) => move_bound(&mut conditions[condition], rng),
        Widening::Shuffle => {
            (explorer.walk, explorer.name) = (Walk::WideRand, Spelling::of("rorder"));
            return true;
        }
    }
    let n = level.view().rows().flatten().filter(|&&other| other == tile).count();
    if places_things && explorer.changes.is_none() && is_one_pass(explorer) && n > 0 {
        explorer.changes = Some(n as u64);
        (explorer.walk, explorer.name) = (Walk::WideRand, Spelling::of("rorder"));
    }
    true
}

/// Whether it visits cells in an order that does not matter to it.
fn is_one_pass(explorer: &Explorer) -> bool {
    let is_plain = matches!(explorer.walk, Walk::NarrowHorz | Walk::NarrowVert | Walk::WideRand);
    is_plain && explorer.repeats == 1
}

fn widenings(explorer: &Explorer, rule: &Rule) -> Vec<Widening> {
    let mut widenings = Vec::new();
    for (index, condition) in rule.conditions.iter().enumerate() {
        match condition {
            // The ground on which a thing stands.
            Condition::Bare(estimator) if estimator.counted_here().is_some() => continue,
            Condition::Compare(_, Operator::Equal, Estimator::Number(_)) => {
                widenings.push(Widening::Open(index));
            }
            Condition::Compare(
                Estimator::Distance(_) | Estimator::Place(_, None),
                Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual,
                Estimator::Number(number),
            ) if *number > 1.0 => widenings.push(Widening::Move(index)),
            Condition::Bare(_) | Condition::Compare(..) => (),
        }
        widenings.push(Widening::Drop(index));
    }
    let is_in_order = matches!(explorer.walk, Walk::NarrowHorz | Walk::NarrowVert);
    if is_in_order && explorer.changes.is_some() {
        widenings.push(Widening::Shuffle);
    }
    widenings
}

fn open(condition: &mut Condition, rng: &mut dyn Rng) {
    if let Condition::Compare(_, operator, _) = condition {
        *operator = if rng.random_bool(0.5) { Operator::LessEqual } else { Operator::GreaterEqual };
    }
}

fn move_bound(condition: &mut Condition, rng: &mut dyn Rng) {
    let Condition::Compare(_, operator, Estimator::Number(number)) = condition else { return };
    let factor = pick(&FACTORS, rng).copied().unwrap_or(1.0);
    *number = match operator {
        Operator::Less | Operator::LessEqual => (*number / factor).ceil(),
        _ => (*number * factor).floor(),
    };
}

#[cfg(test)]
mod tests;
