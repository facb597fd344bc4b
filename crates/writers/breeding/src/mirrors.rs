//! Symmetric scripts: one mirror for all explorers, and things on its axis.

use marahel_level::Mirror;
use marahel_script::{Condition, Edge, Estimator, Explorer, Operator, Script};
use rand::{Rng, RngExt};

use crate::draw::{below, pick};
use crate::parts::is_free;
use crate::task::{Symmetry, Task};

/// Probabilities that a change of mirrors is about all explorers, and else that it removes one.
const ALL: f64 = 0.4;
const NONE: f64 = 0.4;

/// Probability that a single thing goes to its ground anywhere on the axis.
const ANYWHERE: f64 = 0.5;

/// The required symmetry of more than half of the explorers that it concerns, if any.
pub(crate) fn common(script: &Script, task: &Task) -> Option<Symmetry> {
    task.mirrors.iter().copied().find(|&symmetry| is_common(symmetry, script))
}

fn is_common(symmetry: Symmetry, script: &Script) -> bool {
    let (mut n, mut n_symmetric) = (0, 0);
    for explorer in script.explorers.iter().filter(|explorer| concerns(symmetry, explorer)) {
        n += 1;
        n_symmetric += usize::from(explorer.mirror == Some(symmetry.mirror));
    }
    2 * n_symmetric > n
}

/// Whether an explorer writes tiles that must equal their images.
fn concerns(symmetry: Symmetry, explorer: &Explorer) -> bool {
    !explorer.written().is_disjoint(symmetry.tiles)
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
    let across = across.then(|| is_middle(Edge::Left, Edge::Right));
    across.into_iter().chain(along.then(|| is_middle(Edge::Top, Edge::Bottom)))
}

fn is_middle(edge: Edge, opposite: Edge) -> Condition {
    let [left, right] = [edge, opposite].map(|edge| Estimator::Place(edge, None));
    Condition::Compare(left, Operator::Equal, right)
}

/// Gives all unlocked explorers that a required symmetry concerns its mirror, so that levels are
/// symmetric; returns whether that changed anything.
pub(crate) fn mirror_all(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    let Some(&symmetry) = pick(&task.mirrors, rng) else { return false };
    let mut has_changed = false;
    for explorer in &mut script.explorers {
        if is_free(explorer) && concerns(symmetry, explorer) {
            let mirror = Some(symmetry.mirror);
            has_changed |= std::mem::replace(&mut explorer.mirror, mirror) != mirror;
        }
    }
    has_changed
}

/// Gives all unlocked explorers that the most common symmetry concerns, or any, its mirror. Too few
/// things to have images go on the axis, or sometimes anywhere. Returns whether that changed
/// anything.
fn symmetrize(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    let symmetry = common(script, task).or_else(|| pick(&task.mirrors, rng).copied());
    let Some(symmetry) = symmetry else { return false };
    let mut has_changed = false;
    for explorer in &mut script.explorers {
        let is_missing = explorer.mirror != Some(symmetry.mirror);
        if !is_free(explorer) || !concerns(symmetry, explorer) || !is_missing {
            continue;
        }
        if explorer.changes == Some(1) && rng.random_bool(ANYWHERE) {
            // Keep the conditions on the ground of the thing.
            for rule in &mut explorer.rules {
                rule.conditions.retain(|condition| {
                    matches!(condition, Condition::Bare(Estimator::Neighborhood(..)))
                });
            }
        }
        *explorer = mirrored(explorer.clone(), symmetry.mirror);
        has_changed = true;
    }
    has_changed
}

/// Gives an explorer one of the mirrors or removes its own, or symmetrizes all. Returns whether
/// that changed anything.
pub(crate) fn change(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    if rng.random_bool(ALL) {
        return symmetrize(script, task, rng);
    }
    let mut free: Vec<_> =
        script.explorers.iter_mut().filter(|explorer| is_free(explorer)).collect();
    if free.is_empty() {
        return false;
    }
    let index = below(free.len(), rng);
    let symmetry = pick(&task.mirrors, rng).filter(|_| !rng.random_bool(NONE));
    let new = symmetry.map(|symmetry| symmetry.mirror);
    std::mem::replace(&mut free[index].mirror, new) != new
}
