//! Every script that differs from one by a step of a single number, or by one more condition.

use marahel_level::{OUT, Tile, TileSet};
use marahel_script::{Condition, Estimator, Operator, PartMut, Script, WholeMut};

use crate::breeder::Breeder;
use crate::parts::{compare, is_locked, number_of, only};
use crate::reading::EDGES;
use crate::sites::{can_change, put_in_order};

/// Numbers change by these factors.
const FACTORS: [f64; 4] = [0.7, 0.88, 1.15, 1.4];

/// Whole numbers below this one change by 1 only.
const LARGE: f64 = 5.0;

impl Breeder {
    /// The scripts in which one unlocked number of `script` is a step lower or higher: a constant of
    /// a condition, a share, or a parameter that is set. They come in the order of the parts.
    pub fn stepped(&self, script: &Script) -> Vec<Script> {
        let n_parts = script.clone().parts_mut().len();
        let mut all = Vec::new();
        for index in 0..n_parts {
            for step in 0..FACTORS.len() {
                let mut changed = script.clone();
                let mut parts = changed.parts_mut();
                if !can_change(&parts[index]) || !take_step(&mut parts[index].part, step) {
                    break;
                }
                put_in_order(&mut changed);
                if changed != *script && !all.contains(&changed) {
                    all.extend(self.sound(changed));
                }
            }
        }
        all
    }
}

/// How near things may come to a cell that a rule changes.
const NEARNESS: [f64; 4] = [1.0, 2.0, 3.0, 5.0];

/// One more condition for one rule of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// The number of the explorer, and of its rule.
    rule: (usize, usize),
    condition: Condition,
}

impl Breeder {
    /// The conditions that unlocked rules may get, of explorers that write one of these tiles: that
    /// the cell is at a side, and that a tile is away from it, is near, or stands around it in small
    /// number. The strictest come first.
    pub fn guards(&self, script: &Script, written: TileSet) -> Vec<Guard> {
        let at_sides =
            EDGES.map(|edge| compare(Estimator::Place(edge, None), Operator::Equal, 0.0));
        let tiles: Vec<Tile> = (0..self.task.tiles.len() as Tile).chain([OUT]).collect();
        let near = NEARNESS.iter().flat_map(|&distance| {
            tiles.iter().flat_map(move |&tile| {
                let around = |cells| number_of(cells, only(tile));
                [
                    compare(Estimator::Distance(only(tile)), Operator::Greater, distance),
                    compare(Estimator::Distance(only(tile)), Operator::Less, distance + 1.0),
                    compare(around("all"), Operator::Less, distance),
                    compare(around("plus"), Operator::Less, distance),
                ]
            })
        });
        let conditions: Vec<Condition> = at_sides.into_iter().chain(near).collect();
        let explorers = script.explorers.iter().enumerate();
        let writers = explorers.filter(|(_, explorer)| !explorer.written().is_disjoint(written));
        let free: Vec<(usize, usize)> = writers
            .flat_map(|(place, explorer)| (0..explorer.rules.len()).map(move |rule| (place, rule)))
            .filter(|&(place, rule)| !is_locked(&script.explorers[place], rule))
            .collect();
        let rules = conditions.iter().flat_map(|condition| {
            free.iter().map(|&rule| Guard { rule, condition: condition.clone() })
        });
        rules.collect()
    }

    /// The script with one more condition of one rule; `None` if it cannot be written.
    pub fn guarded(&self, script: &Script, guard: &Guard) -> Option<Script> {
        let mut changed = script.clone();
        let (explorer, rule) = guard.rule;
        let conditions = &mut changed.explorers[explorer].rules[rule].conditions;
        if conditions.contains(&guard.condition) {
            return None;
        }
        conditions.push(guard.condition.clone());
        self.sound(changed)
    }
}

/// Changes a number by one of the steps; returns whether it is a number.
fn take_step(part: &mut PartMut<'_>, step: usize) -> bool {
    match part {
        PartMut::Constant(Estimator::Number(number)) => *number = stepped(*number, step),
        PartMut::Share(share) => **share = stepped(**share, step).clamp(0.0, 1.0),
        PartMut::Whole(WholeMut { number, least, .. }) => {
            let Some(old) = number.get() else { return false };
            number.set((stepped(old as f64, step) as u64).max(*least));
        }
        PartMut::Constant(_) | PartMut::List(..) | PartMut::Cells(..) | PartMut::Comparison(_) => {
            return false;
        }
    }
    true
}

/// A number after a step; whole numbers stay whole, others have two digits.
fn stepped(number: f64, step: usize) -> f64 {
    let factor = FACTORS[step];
    let direction = if factor > 1.0 { 1.0 } else { -1.0 };
    if number.fract() != 0.0 {
        let moved = (number * factor * 100.0).round() / 100.0;
        return if moved == number { number + direction * 0.01 } else { moved };
    }
    let moved = if number.abs() < LARGE { number + direction } else { (number * factor).round() };
    let moved = if moved == number { number + direction } else { moved };
    if number >= 0.0 { moved.max(0.0) } else { moved }
}
