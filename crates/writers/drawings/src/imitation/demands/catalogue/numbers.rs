//! Numbers of things that are tied: equal, or with one sum or one difference in all drawings.

use marahel_level::{Role, TileSet};

use crate::imitation::demands::candidate::{Bound, Breaker, List};
use crate::imitation::demands::scene::Scene;
use crate::imitation::ranges::{CHANCE_MAX, all_agree, two_agree};

/// How important numbers are that are tied for sure, and those that may be.
const LAW_WEIGHT: f64 = 2.5;
const WISH_WEIGHT: f64 = 1.0;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let amounts = amounts(scene);
    let n_pairs = amounts.len() * amounts.len().saturating_sub(1) / 2;
    // What each is tied to for sure, the first of them.
    let mut firsts: Vec<usize> = (0..amounts.len()).collect();
    for (index, left) in amounts.iter().enumerate() {
        for (number, right) in amounts.iter().enumerate().skip(index + 1) {
            // What is tied to the same is tied to each other.
            let is_implied = firsts[index] < index && firsts[index] == firsts[number];
            let is_part = left.covers(right) || right.covers(left);
            if !is_implied && !is_part && tied(list, left, right, n_pairs) {
                firsts[number] = firsts[index];
            }
        }
    }
    let groups = amounts.iter().filter(|amount| amount.is_group);
    let n_groups = groups.clone().count();
    for group in groups {
        summed(scene, list, group, n_groups);
    }
}

/// How many there are of something in each drawing.
struct Amount {
    name: String,
    text: String,
    set: TileSet,
    numbers: Vec<u32>,
    /// Whether it is several things.
    is_group: bool,
}

impl Amount {
    fn is_constant(&self) -> bool {
        self.numbers.iter().all(|n| *n == self.numbers[0])
    }

    fn covers(&self, part: &Self) -> bool {
        part.set.difference(self.set).is_empty()
    }
}

/// Things that are few, the groups of the file, and all things of a role.
fn amounts(scene: &Scene<'_>) -> Vec<Amount> {
    let drawn = scene.drawn;
    let of_role = |role: Role| {
        let tiles = scene.things().filter(|&tile| drawn.role(tile) == Some(role));
        (role.name().to_owned(), tiles.collect::<TileSet>())
    };
    let roles = Role::all().map(of_role).filter(|(_, set)| set.len() > 1);
    let things = drawn.things.iter().cloned().map(|thing| (thing, false));
    let groups = drawn.groups.iter().cloned().chain(roles).map(|group| (group, true));
    let mut amounts: Vec<Amount> = Vec::new();
    for ((name, set), is_group) in things.chain(groups) {
        let is_few = set.iter().all(|tile| scene.things().any(|thing| thing == tile));
        if is_few && amounts.iter().all(|amount| amount.set != set) {
            let (text, numbers) = (drawn.text(set), drawn.numbers(set));
            amounts.push(Amount { name, text, set, numbers, is_group });
        }
    }
    amounts
}

/// As many of one as of another, or always so many more. Whether this is sure.
fn tied(list: &mut List, left: &Amount, right: &Amount, n_pairs: usize) -> bool {
    // A number that is the same in each drawing is counted anyway.
    if left.is_constant() || right.is_constant() {
        return false;
    }
    let pairs = left.numbers.iter().zip(&right.numbers);
    let mut differences = pairs.map(|(left, right)| i64::from(*left) - i64::from(*right));
    let Some(more) = differences.next().filter(|more| differences.all(|other| other == *more))
    else {
        return false;
    };
    let (many, few) = if more < 0 { (right, left) } else { (left, right) };
    let more = more.unsigned_abs() as u32;
    // A difference other than 0 may be any, so one drawing says nothing.
    let telling = few.numbers.iter().skip(usize::from(more > 0));
    let chance = telling.map(|&n| two_agree(n)).product::<f64>() * n_pairs as f64;
    let (first, second) = if more > 0 { (many, few) } else { (left, right) };
    let difference = format!("count({}) - count({})", first.text, second.text);
    let is_law = chance <= CHANCE_MAX;
    if !is_law && more > 0 {
        return false;
    }
    let amounts = match (is_law, more) {
        (true, 0) => format!("as many {} as {}", first.name, second.name),
        (true, more) => format!("{more} more {} than {}", first.name, second.name),
        (false, _) => format!("nearly as many {} as {}", first.name, second.name),
    };
    let most = f64::from(few.numbers.iter().copied().max().unwrap_or(0));
    let key = format!("{}_for_{}", first.name, second.name);
    let texts = [
        key,
        if more > 0 { difference } else { format!("abs({difference})") },
        format!("{amounts}, {}", surety(chance)),
    ];
    let (bound, weight) = if is_law {
        (Bound::Just(more.into()), LAW_WEIGHT)
    } else {
        (Bound::AtMost(most.sqrt().ceil()), WISH_WEIGHT)
    };
    list.push(Breaker::Any, weight, bound, texts);
    is_law
}

/// Always so many of a group, whichever they are.
fn summed(scene: &Scene<'_>, list: &mut List, group: &Amount, n_groups: usize) {
    let n = group.numbers[0];
    let parts = scene.drawn.things.iter().filter(|(_, set)| set.difference(group.set).is_empty());
    let varies = parts.map(|(_, set)| scene.counts(*set)).any(|(least, most)| least != most);
    if n == 0 || !group.is_constant() || !varies {
        return;
    }
    let chance = all_agree(n, group.numbers.len()) * n_groups as f64;
    let (bound, weight) = if chance <= CHANCE_MAX {
        (Bound::Just(n.into()), LAW_WEIGHT)
    } else {
        (Bound::Range, WISH_WEIGHT)
    };
    let Amount { name, text, .. } = group;
    let words = format!("# of {name}, {}", surety(chance));
    let texts = [format!("{name}_number"), format!("count({text})"), words];
    list.push(Breaker::Any, weight, bound, texts);
}

/// How surely the drawings say what all of them share: how often files would by chance.
fn surety(chance: f64) -> String {
    match chance {
        0.5.. => "which may be chance".to_owned(),
        0.001.. => format!("by chance in one file of {:.0}", 1.0 / chance),
        _ => "hardly by chance".to_owned(),
    }
}
