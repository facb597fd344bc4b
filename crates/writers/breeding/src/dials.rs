//! Parts of a script that follow a dial, found by trial.

use marahel_level::Tile;
use marahel_script::{
    Condition, Dial, Dialled, Estimator, Operator, PartMut, Place, PlacedPart, Rule, Script,
    WholeMut,
};
use rand::{Rng, RngExt};

use crate::draw::{below, pick, step};
use crate::parts::{is_free, only};
use crate::task::Task;

/// Maximum number of parts that follow a dial in a first script.
const N_FOLLOWING_MAX: usize = 3;

/// Probabilities that a change makes one more part follow a dial, and else one fewer.
const ONE_MORE: f64 = 0.4;
const LET_GO: f64 = 0.2;

/// Probability that a dial becomes the limit of a rule, not a number of the script.
const LIMIT: f64 = 0.35;

/// Probability that a dial about the number of a tile limits that tile.
const COUNTED: f64 = 0.8;

/// Gives a script the dials of a task. Parts that follow dials keep doing so if the task has all of
/// these dials.
pub(crate) fn adopt(script: &mut Script, task: &Task) {
    let dials = script.dials.iter();
    let indices: Option<Vec<usize>> =
        dials.map(|dial| task.dials.iter().position(|own| own.name == dial.name)).collect();
    match indices {
        Some(indices) => script.for_each_dialled(|dialled| dialled.dial = indices[dialled.dial]),
        None => script.forget_dials(),
    }
    script.dials.clone_from(&task.dials);
    script.follow_dials();
}

/// Makes some parts follow each dial, if no part follows any.
pub(crate) fn following(mut script: Script, task: &Task, rng: &mut dyn Rng) -> Script {
    let mut n_following = 0;
    script.for_each_dialled(|_| n_following += 1);
    if n_following == 0 {
        for dial in 0..script.dials.len() {
            for _ in 0..=below(N_FOLLOWING_MAX, rng) {
                add(&mut script, dial, task, rng);
            }
        }
    }
    script.follow_dials();
    script
}

/// Makes one more part follow a dial, one fewer, or one in another way; returns whether there was
/// one.
pub(crate) fn change(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    let set = script.dials.clone();
    if rng.random_bool(ONE_MORE) {
        return add(script, below(set.len(), rng), task, rng);
    }
    let mut parts = parts(script, true);
    let chosen = below(parts.len().max(1), rng);
    let Some(part) = parts.get_mut(chosen) else { return false };
    let lets_go = rng.random_bool(LET_GO);
    match part {
        PartMut::Constant(estimator) => match estimator {
            Estimator::Dial(_, number) if lets_go => **estimator = Estimator::Number(*number),
            Estimator::Dial(dialled, _) => nudge(dialled, &set, rng),
            _ => (),
        },
        PartMut::Whole(WholeMut { follows: Some((dialled, _)), .. }) => match dialled {
            _ if lets_go => **dialled = None,
            Some(dialled) => nudge(dialled, &set, rng),
            None => (),
        },
        PartMut::List(_, _, Some(weights)) => {
            let index = below(weights.len(), rng);
            if lets_go {
                weights.remove(index);
            } else {
                nudge(&mut weights[index].1, &set, rng);
            }
        }
        _ => return false,
    }
    true
}

/// Makes one more part follow a dial: an existing number, or one in a new condition; returns
/// whether there was one.
fn add(script: &mut Script, dial: usize, task: &Task, rng: &mut dyn Rng) -> bool {
    if rng.random_bool(LIMIT) {
        return limit(script, dial, task, rng);
    }
    let set = script.dials.clone();
    let mut parts = parts(script, false);
    let chosen = below(parts.len().max(1), rng);
    let Some(part) = parts.get_mut(chosen) else { return false };
    follow(part, dial, &set, rng);
    true
}

/// Lets a rule fire only while there are fewer of a tile that it writes than the dial, or only at a
/// distance given by the dial. Returns whether there was such a rule. A dial about the number of a
/// tile most often becomes its exact limit.
fn limit(script: &mut Script, dial: usize, task: &Task, rng: &mut dyn Rng) -> bool {
    let counted = task.counted.get(dial).copied().flatten().filter(|_| rng.random_bool(COUNTED));
    let open = script.explorers.iter_mut().filter(|explorer| is_free(explorer));
    let rules = open.flat_map(|explorer| &mut explorer.rules);
    let mut rules: Vec<(&mut Rule, Tile)> = rules
        .filter_map(|rule| {
            let tiles = tiles_written(rule, task);
            let tile = pick(&tiles, rng).copied();
            tile.filter(|tile| counted.is_none_or(|counted| counted == *tile))
                .map(|tile| (rule, tile))
        })
        .collect();
    if rules.is_empty() {
        return false;
    }
    let chosen = below(rules.len(), rng);
    let (rule, tile) = &mut rules[chosen];
    let (measured, operator, factor) = if counted.is_some() {
        (Estimator::Total(only(*tile)), Operator::Less, 1.0)
    } else if rng.random_bool(0.5) {
        let factor = *pick(&[0.25, 0.5, 1.0, 1.5, 2.0, 3.0], rng).unwrap_or(&1.0);
        (Estimator::Total(only(*tile)), Operator::Less, factor)
    } else {
        let operators = [Operator::Equal, Operator::GreaterEqual, Operator::LessEqual];
        let operator = *pick(&operators, rng).unwrap_or(&Operator::Equal);
        (Estimator::Distance(only(task.any(rng))), operator, 1.0)
    };
    let limit = Estimator::Dial(Dialled { dial, factor, offset: 0.0 }, 0.0);
    rule.conditions.push(Condition::Compare(measured, operator, limit));
    true
}

fn tiles_written(rule: &Rule, task: &Task) -> Vec<Tile> {
    let members = rule.executers.iter().flat_map(|executer| &executer.entities.members);
    members.map(|&(tile, _)| tile).filter(|&tile| usize::from(tile) < task.tiles.len()).collect()
}

/// The unlocked parts that follow a dial, or those that could.
fn parts(script: &mut Script, is_following: bool) -> Vec<PartMut<'_>> {
    let mut sites = script.parts_mut();
    sites.retain(|site| !site.is_locked && is_candidate(&site.part, is_following));
    // The order affects the results of a seed: `tiles` must stay before `changes`.
    for index in 1..sites.len() {
        if is_of(&sites[index - 1], "changes") && is_of(&sites[index], "tiles") {
            sites.swap(index - 1, index);
        }
    }
    sites.into_iter().map(|site| site.part).collect()
}

/// Whether a part follows a dial, or else whether it could.
fn is_candidate(part: &PartMut<'_>, is_following: bool) -> bool {
    match part {
        PartMut::Constant(estimator) => matches!(estimator, Estimator::Dial(..)) == is_following,
        PartMut::Whole(WholeMut { number, follows: Some((dialled, _)), .. }) => {
            number.get().is_some() && dialled.is_some() == is_following
        }
        PartMut::List(_, _, Some(weights)) if is_following => !weights.is_empty(),
        PartMut::List(list, _, Some(weights)) => weights.len() + 1 < list.members.len(),
        _ => false,
    }
}

fn is_of(site: &PlacedPart<PartMut<'_>>, parameter: &str) -> bool {
    matches!(site.place, Place::Parameter(_, key, _) if key == parameter)
}

/// Makes a part follow a dial.
fn follow(part: &mut PartMut<'_>, dial: usize, set: &[Dial], rng: &mut dyn Rng) {
    match part {
        PartMut::Constant(estimator) => {
            if let Estimator::Number(number) = **estimator {
                **estimator = Estimator::Dial(through(number, dial, set, rng), number);
            }
        }
        PartMut::Whole(WholeMut { number, follows: Some((dialled, _)), .. }) => {
            let number = number.get().unwrap_or_default() as f64;
            **dialled = Some(through(number, dial, set, rng));
        }
        PartMut::List(list, _, Some(weights)) => {
            let mut free = list.members.clone();
            free.retain(|(tile, _)| weights.iter().all(|(following, _)| following != tile));
            if let Some(&(tile, weight)) = pick(&free, rng) {
                weights.push((tile, through(f64::from(weight), dial, set, rng)));
            }
        }
        _ => (),
    }
}

/// A number that equals the dial, is proportional to it, or changes with it from the current
/// number.
fn through(number: f64, dial: usize, set: &[Dial], rng: &mut dyn Rng) -> Dialled {
    let value = set[dial].value;
    let [factor, offset] = match below(3, rng) {
        0 => [1.0, 0.0],
        1 if value != 0.0 && number != 0.0 => [number / value, 0.0],
        _ => {
            let factor = *pick(&[0.1, 0.25, 0.5, 1.0, 2.0, 4.0], rng).unwrap_or(&1.0);
            let factor = if rng.random_bool(0.25) { -factor } else { factor };
            [factor, number - factor * value]
        }
    };
    rounded(Dialled { dial, factor, offset })
}

/// Changes how a number follows its dial: shifts it, or changes its slope, around the current value
/// or around its offset.
pub(crate) fn nudge(dialled: &mut Dialled, set: &[Dial], rng: &mut dyn Rng) {
    let number = dialled.number(set);
    match below(4, rng) {
        0 => dialled.offset += step(3, rng) as f64,
        1 => dialled.offset += 0.1 * step(9, rng) as f64,
        turn => {
            let factor = *pick(&[0.5, 0.8, 0.9, 1.1, 1.25, 2.0, -1.0], rng).unwrap_or(&1.0);
            dialled.factor *= factor;
            if turn == 2 {
                dialled.offset = number - dialled.factor * set[dialled.dial].value;
            }
        }
    }
    *dialled = rounded(*dialled);
}

/// Rounds slope and offset to a few digits.
fn rounded(dialled: Dialled) -> Dialled {
    let factor = (dialled.factor * 1000.0).round() / 1000.0;
    // Documents do not preserve the sign of a zero.
    let offset = (dialled.offset * 100.0).round() / 100.0 + 0.0;
    Dialled { factor: if factor == 0.0 { 1.0 } else { factor }, offset, ..dialled }
}

#[cfg(test)]
mod tests;
