//! Checks whether the levels of a script have the things of the drawings: a corner where a thing
//! stands in four drawings by chance may be missing in many levels.

use marahel_level::Tile;
use marahel_script::Size;

use crate::layers::locks::Locks;
use crate::layers::scene::Scene;
use crate::layers::stack::Stack;
use crate::layers::trial::Trial;

/// A thing missing in more of the levels has too many conditions. Before any search, 97 of 100
/// levels of the office can be played; without this check, 10.
const LACKED_MAX: f64 = 0.1;

/// Maximum number of a thing in a drawing to check it.
const N_THINGS_MAX: usize = 6;

/// Reduces the conditions of things that many levels lack, if that helps.
pub(crate) fn checked(
    scene: &Scene,
    stack: Stack,
    locks: Option<&Locks>,
    sizes: (Size, Size),
) -> Stack {
    let Some(trial) = Trial::of(scene, &stack, sizes) else { return stack };
    let lacked = lacked(scene, &stack, &trial);
    let things = lacked.iter().filter(|thing| thing.1 > LACKED_MAX).map(|thing| thing.0);
    let things: Vec<Tile> = things.collect();
    if things.is_empty() {
        return stack;
    }
    let freer = Stack::upon(scene, stack.plan.with_freer(things), locks);
    let Some(trial) = Trial::of(scene, &freer, sizes) else { return stack };
    let sum = |lacked: &[(Tile, f64)]| lacked.iter().map(|thing| thing.1).sum::<f64>();
    if sum(&self::lacked(scene, &freer, &trial)) < sum(&lacked) { freer } else { stack }
}

/// Things that all drawings have, with the share of levels without them.
fn lacked(scene: &Scene, stack: &Stack, trial: &Trial) -> Vec<(Tile, f64)> {
    let is_thing = |tile| scene.counts_of(tile).iter().all(|n| (1..=N_THINGS_MAX).contains(n));
    let things = stack.plan.used.iter().copied().filter(|&tile| is_thing(tile));
    things.map(|tile| (tile, trial.share(|level| !level.tiles().contains(&tile)))).collect()
}
