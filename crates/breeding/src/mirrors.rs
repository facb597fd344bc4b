//! Symmetric scripts: one mirror for all explorers, and things on its axis.

use level::{Mirror, TileSet, View};
use rand::{Rng, RngExt};
use script::{Condition, Edge, Estimator, Explorer, Locked, Operator, Script};

use crate::task::{Task, below, pick};

/// A required symmetry of levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Symmetry {
    /// The mirror.
    pub mirror: Mirror,
    /// The tiles that must equal their images.
    pub tiles: TileSet,
}

impl Symmetry {
    fn concerns(&self, explorer: &Explorer) -> bool {
        !explorer.written().is_disjoint(self.tiles)
    }
}

/// Probability that an addition to a symmetric script is symmetric, too.
const KEPT: f64 = 0.9;

/// Probability that two or four things stand symmetrically.
const OF_THINGS: f64 = 0.25;

/// The required symmetry of more than half of the explorers that it concerns, if any.
pub(crate) fn common(script: &Script, task: &Task) -> Option<Symmetry> {
    let has_it = |symmetry: &&Symmetry| {
        let concerned = || script.explorers.iter().filter(|one| symmetry.concerns(one));
        let n = concerned().filter(|one| one.mirror == Some(symmetry.mirror)).count();
        2 * n > concerned().count()
    };
    task.mirrors.iter().find(has_it).copied()
}

/// The [`common`] symmetry, mostly.
pub(crate) fn kept(script: &Script, task: &Task, rng: &mut dyn Rng) -> Option<Symmetry> {
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

/// Gives an explorer the mirror of a symmetry that concerns it.
pub(crate) fn with(explorer: Explorer, symmetry: Option<Symmetry>) -> Explorer {
    let concerning = symmetry.filter(|symmetry| symmetry.concerns(&explorer));
    with_mirror(explorer, concerning.map(|symmetry| symmetry.mirror))
}

/// Gives an explorer a mirror, unless it has the same one or `mirror` is `None`.
pub(crate) fn with_mirror(explorer: Explorer, mirror: Option<Mirror>) -> Explorer {
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

/// Gives all unlocked explorers that a required symmetry concerns its mirror, so that levels are
/// symmetric; returns whether that changed anything.
pub(crate) fn mirror_all(script: &mut Script, task: &Task, rng: &mut dyn Rng) -> bool {
    let Some(symmetry) = pick(&task.mirrors, rng) else { return false };
    let mut has_changed = false;
    let is_meant = |one: &&mut Explorer| one.locked == Locked::No && symmetry.concerns(one);
    for one in script.explorers.iter_mut().filter(is_meant) {
        let new = Some(symmetry.mirror);
        has_changed |= std::mem::replace(&mut one.mirror, new) != new;
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
    let is_meant = |one: &&mut Explorer| {
        one.locked == Locked::No && symmetry.concerns(one) && one.mirror != Some(symmetry.mirror)
    };
    for one in script.explorers.iter_mut().filter(is_meant) {
        if one.changes == Some(1) && rng.random_bool(0.5) {
            // Keep the conditions on the ground of the thing.
            let is_on =
                |one: &Condition| matches!(one, Condition::Bare(Estimator::Neighborhood(..)));
            one.rules.iter_mut().for_each(|rule| rule.conditions.retain(is_on));
        }
        *one = mirrored(one.clone(), symmetry.mirror);
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
    let symmetry = pick(&task.mirrors, rng).filter(|_| !rng.random_bool(0.4));
    let new = symmetry.map(|symmetry| symmetry.mirror);
    std::mem::replace(&mut free[index].mirror, new) != new
}
