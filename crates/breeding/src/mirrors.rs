//! Symmetric scripts: one mirror for all explorers, and things on its axis.

use level::{Mirror, View};
use rand::{Rng, RngExt};
use script::{Condition, Edge, Estimator, Explorer, Locked, Operator, Script};

use crate::task::{Task, below, pick};

/// Probability that an addition to a symmetric script is symmetric, too.
const KEPT: f64 = 0.9;

/// Probability that two or four things stand symmetrically.
const OF_THINGS: f64 = 0.25;

/// The mirror of more than half of the explorers, if the problem asks for it.
pub(crate) fn common(script: &Script, task: &Task) -> Option<Mirror> {
    let all = || script.explorers.iter().filter_map(|one| one.mirror);
    let mut asked = all().filter(|mirror| task.mirrors.contains(mirror));
    asked.find(|mirror| 2 * all().filter(|other| other == mirror).count() > script.explorers.len())
}

/// The [`common`] mirror, mostly.
pub(crate) fn kept(script: &Script, task: &Task, rng: &mut dyn Rng) -> Option<Mirror> {
    common(script, task).filter(|_| rng.random_bool(KEPT))
}

/// Sometimes a mirror for two or four things: in many games these stand in corners or on both
/// sides.
pub(crate) fn of_things(n: u32, rng: &mut dyn Rng) -> Option<Mirror> {
    let known: &[Mirror] = match n {
        2 => &[Mirror::LeftRight, Mirror::TopBottom, Mirror::HalfTurn],
        4 => &[Mirror::Both],
        _ => &[],
    };
    let is_symmetric = !known.is_empty() && rng.random_bool(OF_THINGS);
    if is_symmetric { pick(known, rng).copied() } else { None }
}

/// Gives an explorer a mirror, unless it has the same one or `mirror` is `None`.
pub(crate) fn with(explorer: Explorer, mirror: Option<Mirror>) -> Explorer {
    match mirror {
        Some(new) if explorer.mirror != mirror => mirrored(explorer, new),
        _ => explorer,
    }
}

/// Gives an explorer a mirror so that it makes about as many things as without. Too few things to
/// have images go on the axis.
fn mirrored(explorer: Explorer, mirror: Mirror) -> Explorer {
    let n_cells = 1 + mirror.n_images_max() as u64;
    let mut mirrored = Explorer { mirror: Some(mirror), ..explorer };
    match &mut mirrored.changes {
        Some(n) if *n < n_cells => {
            for rule in &mut mirrored.rules {
                rule.conditions.extend(on_axis(mirror));
            }
        }
        Some(n) => *n = n.div_ceil(n_cells),
        None => (),
    }
    mirrored
}

/// The conditions under which a cell is its own image.
pub(crate) fn on_axis(mirror: Mirror) -> impl Iterator<Item = Condition> {
    let (across, along) = (mirror != Mirror::TopBottom, mirror != Mirror::LeftRight);
    let is_middle = |edge, other| {
        let place = |edge| Estimator::Place(edge, None);
        Condition::Compare(place(edge), Operator::Equal, place(other))
    };
    let across = across.then(|| is_middle(Edge::Left, Edge::Right));
    across.into_iter().chain(along.then(|| is_middle(Edge::Top, Edge::Bottom)))
}

/// Whether a cell of a level is its own image.
pub(crate) fn is_on_axis(mirror: Mirror, cell: (usize, usize), level: View<'_>) -> bool {
    mirror.images(cell, (level.width(), level.height())).all(|image| image == cell)
}

/// Gives all unlocked explorers the same mirror, so that levels are symmetric; returns whether that
/// changed anything.
pub(crate) fn mirror_all(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    let new = pick(&task.mirrors, rng).copied();
    let mut has_changed = false;
    for one in script.explorers.iter_mut().filter(|one| one.locked == Locked::No) {
        has_changed |= std::mem::replace(&mut one.mirror, new) != new;
    }
    has_changed
}

/// Gives all unlocked explorers the most common mirror, or any. Too few things to have images go on
/// the axis, or sometimes anywhere. Returns whether that changed anything.
fn symmetrize(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    let new = common(script, task).or_else(|| pick(&task.mirrors, rng).copied());
    let Some(mirror) = new else { return false };
    let mut has_changed = false;
    for one in script.explorers.iter_mut().filter(|one| one.locked == Locked::No) {
        if one.mirror == new {
            continue;
        }
        if one.changes == Some(1) && rng.random_bool(0.5) {
            // Keep the conditions on the ground of the thing.
            let is_on =
                |one: &Condition| matches!(one, Condition::Bare(Estimator::Neighborhood(..)));
            one.rules.iter_mut().for_each(|rule| rule.conditions.retain(is_on));
        }
        *one = mirrored(one.clone(), mirror);
        has_changed = true;
    }
    has_changed
}

/// Gives an explorer one of the mirrors or removes its own, or symmetrizes all. Returns whether
/// that changed anything.
pub(crate) fn change(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    if rng.random_bool(0.4) {
        return symmetrize(script, task, rng);
    }
    let is_free = |one: &&mut Explorer| one.locked == Locked::No;
    let mut free: Vec<_> = script.explorers.iter_mut().filter(is_free).collect();
    if free.is_empty() {
        return false;
    }
    let index = below(free.len(), rng);
    let new = if rng.random_bool(0.4) { None } else { pick(&task.mirrors, rng).copied() };
    std::mem::replace(&mut free[index].mirror, new) != new
}
