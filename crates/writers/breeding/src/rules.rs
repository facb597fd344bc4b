//! Changes of the rules of an explorer and of their conditions.

use marahel_script::{Explorer, Locked, Rule, Script};
use rand::{Rng, RngExt};

use crate::draw::{below, pick};
use crate::parts::{N_CONDITIONS_MAX, is_locked};
use crate::random;
use crate::task::Task;

/// Maximum number of rules of an explorer; explorers of the user may have more.
const N_RULES_MAX: usize = 12;

/// Changes the rules of one explorer; returns whether it did.
pub(crate) fn change(script: &mut Script, second: &Script, task: &Task, rng: &mut dyn Rng) -> bool {
    let free = script.explorers.iter_mut().filter(|explorer| explorer.locked != Locked::Whole);
    let mut free: Vec<&mut Explorer> = free.collect();
    if free.is_empty() {
        return false;
    }
    let index = below(free.len(), rng);
    let explorer = &mut *free[index];
    let open: Vec<usize> =
        (0..explorer.rules.len()).filter(|&rule| !is_locked(explorer, rule)).collect();
    let place = below(explorer.rules.len() + 1, rng);
    let has_room = explorer.rules.len() < N_RULES_MAX;
    let Some(&rule) = pick(&open, rng) else { return false };
    match below(10, rng) {
        0..=1 if explorer.rules.len() > 1 => remove(explorer, rule),
        2 if open.len() > 1 => {
            let partner = open[below(open.len(), rng)];
            explorer.rules.swap(rule, partner);
            return rule != partner;
        }
        3 if has_room => insert(explorer, place, random::any_rule(task, rng)),
        4 if has_room => {
            let donor = pick(&second.explorers, rng);
            let Some(rule) = donor.and_then(|donor| pick(&donor.rules, rng)) else { return false };
            insert(explorer, place, rule.clone());
        }
        _ => return change_conditions(&mut explorer.rules[rule], task, rng),
    }
    true
}

/// Changes the conditions or the executers of a rule; returns whether it did.
fn change_conditions(rule: &mut Rule, task: &Task, rng: &mut dyn Rng) -> bool {
    let n_conditions = rule.conditions.len();
    match below(4, rng) {
        0 if n_conditions > 0 => drop(rule.conditions.remove(below(n_conditions, rng))),
        1 if n_conditions < N_CONDITIONS_MAX => {
            let place = below(n_conditions + 1, rng);
            rule.conditions.insert(place, random::condition(task, rng));
        }
        2 if n_conditions > 0 => {
            rule.conditions[below(n_conditions, rng)] = random::condition(task, rng);
        }
        3 if rule.executers.len() > 1 => {
            rule.executers.remove(below(rule.executers.len(), rng));
        }
        3 if rng.random_bool(0.3) => rule.executers.extend(random::any_rule(task, rng).executers),
        _ => return false,
    }
    true
}

/// Removes a rule; locks stay with their rules.
fn remove(explorer: &mut Explorer, index: usize) {
    explorer.rules.remove(index);
    if let Locked::Rules(rules) = &mut explorer.locked {
        rules.iter_mut().filter(|rule| **rule > index).for_each(|rule| *rule -= 1);
    }
}

/// Inserts a rule; locks stay with their rules.
fn insert(explorer: &mut Explorer, index: usize, rule: Rule) {
    explorer.rules.insert(index, rule);
    if let Locked::Rules(rules) = &mut explorer.locked {
        rules.iter_mut().filter(|rule| **rule >= index).for_each(|rule| *rule += 1);
    }
}
