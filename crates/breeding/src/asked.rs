//! What the problem asks for, in the words of rules: conditions by which it counts cells, and
//! mirrors by which levels are to be symmetric.
//!
//! Whether such cells are wanted or not, nobody says here: a rule may make them, one may unmake
//! them, and the search selects.

use level::Tile;
use rand::{Rng, RngExt};
use script::{Condition, Dialect, Estimator, Explorer, Locked, Rule, Script};

use crate::explorers::N_EXPLORERS_MAX;
use crate::idea;
use crate::kit::{Kit, below, pick};
use crate::rules::{N_CONDITIONS_MAX, is_locked};

impl Kit {
    /// Whether the problem asks for anything in the words of rules.
    pub(crate) fn asks(&self) -> bool {
        !self.asked.is_empty() || !self.mirrors.is_empty()
    }

    /// What is asked of the cells around a tile, list by list.
    pub(crate) fn asked_around(&self, tile: Tile) -> Vec<Vec<Condition>> {
        let around = |list: &Vec<Condition>| {
            let is_it = |condition: &Condition| here(condition).is_some_and(|here| here == tile);
            let rest = list.iter().filter(|condition| !is_it(condition)).cloned();
            list.iter().any(is_it).then(|| rest.collect())
        };
        self.asked.iter().filter_map(around).collect()
    }
}

/// The tile that a condition asks for at the cell itself, if that is all it does.
fn here(condition: &Condition) -> Option<Tile> {
    let Condition::Bare(estimator) = condition else { return None };
    let tiles = estimator.counted_here()?;
    tiles.iter().next().filter(|_| tiles.len() == 1)
}

/// Changes a script by what is asked; whether it did.
pub(crate) fn change(script: &mut Script, kit: &Kit, rng: &mut dyn Rng) -> bool {
    if script.dialect != Dialect::Current {
        return false;
    }
    let is_free = |one: &Explorer| one.locked == Locked::No;
    let n = script.explorers.len();
    let free: Vec<usize> = (0..n).filter(|&one| is_free(&script.explorers[one])).collect();
    if !kit.mirrors.is_empty() && (kit.asked.is_empty() || rng.random_bool(0.3)) {
        let Some(&one) = pick(&free, rng) else { return false };
        let mirror = &mut script.explorers[one].mirror;
        *mirror = if rng.random_bool(0.25) { None } else { pick(&kit.mirrors, rng).copied() };
        return true;
    }
    let Some(list) = pick(&kit.asked, rng) else { return false };
    if rng.random_bool(0.4) {
        return narrow(script, list, rng);
    }
    let explorer = idea::explorer_of("horz", vec![rule(list, kit, rng)]);
    if n >= N_EXPLORERS_MAX {
        return false;
    }
    // What mends a level comes late.
    let place = below(n + 1, rng).max(below(n + 1, rng));
    script.explorers.insert(place, explorer);
    true
}

/// A rule for the cells that a list is about: it writes another tile there, or the one that the
/// list asks for where the rest of it holds.
fn rule(list: &[Condition], kit: &Kit, rng: &mut dyn Rng) -> Rule {
    let asked = list.iter().find_map(here);
    if let Some(tile) = asked
        && rng.random_bool(0.5)
    {
        let ground = kit.one_of(if rng.random_bool(0.7) { "floor" } else { "wall" }, rng);
        let on = Condition::Bare(Estimator::Neighborhood(idea::cells("self"), idea::only(ground)));
        let rest = list.iter().filter(|one| here(one) != Some(tile)).cloned();
        let conditions = std::iter::once(on).chain(rest).collect();
        return idea::rule_of(conditions, idea::cells("self"), idea::only(tile));
    }
    let role = ["floor", "wall"][below(2, rng)];
    let tile = if rng.random_bool(0.7) { kit.one_of(role, rng) } else { kit.any(rng) };
    idea::rule_of(list.to_vec(), idea::cells("self"), idea::only(tile))
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
