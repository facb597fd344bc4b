//! Checks whether the levels of a script have the things of the drawings: a corner where a thing
//! stands in four drawings by chance may be missing in many levels.

use marahel_level::Tile;
use marahel_script::{Explorer, Size};

use crate::layers::locks::Locks;
use crate::layers::rules::{Compared, HERE, distance, has, rule, some, to_outside};
use crate::layers::scene::Scene;
use crate::layers::stack::{N_EXPLORERS_MAX, Stack};
use crate::layers::trial::Trial;

/// A thing missing in more of the levels has too many conditions. Before any search, 97 of 100
/// levels of the office can be played; without this check, 10.
const LACKED_MAX: f64 = 0.1;

/// Maximum number of a thing in a drawing to check it.
const N_THINGS_MAX: usize = 6;

/// More steps than any level has: no cell is nearer to a thing that the level has.
const NOWHERE: usize = 100_000;

/// Reduces the conditions of things that many levels lack, if that helps, and places those that some
/// levels still lack anywhere on their ground.
pub(crate) fn checked(
    scene: &Scene,
    stack: Stack,
    locks: Option<&Locks>,
    sizes: (Size, Size),
) -> Stack {
    let Some(trial) = Trial::of(scene, &stack, sizes) else { return stack };
    let lacked = lacked(scene, &stack, &trial);
    let (mut stack, lacked) =
        with_freer(scene, &stack, &lacked, locks, sizes).unwrap_or((stack, lacked));
    for (thing, _) in lacked.into_iter().filter(|thing| thing.1 > 0.0) {
        if stack.drafts.explorers.len() < N_EXPLORERS_MAX {
            stack.drafts.explorers.push(spare(scene, &stack, thing));
        }
    }
    stack
}

/// The stack with fewer conditions for things that many levels lack, and what its levels still lack, if
/// that is less.
fn with_freer(
    scene: &Scene,
    stack: &Stack,
    lacked: &[(Tile, f64)],
    locks: Option<&Locks>,
    sizes: (Size, Size),
) -> Option<(Stack, Vec<(Tile, f64)>)> {
    let things = lacked.iter().filter(|thing| thing.1 > LACKED_MAX).map(|thing| thing.0);
    let things: Vec<Tile> = things.collect();
    if things.is_empty() {
        return None;
    }
    let freer = Stack::upon(scene, stack.plan.with_freer(things), locks);
    let of_freer = self::lacked(scene, &freer, &Trial::of(scene, &freer, sizes)?);
    let sum = |lacked: &[(Tile, f64)]| lacked.iter().map(|thing| thing.1).sum::<f64>();
    (sum(&of_freer) < sum(lacked)).then_some((freer, of_freer))
}

/// Places a thing that a level lacks.
fn spare(scene: &Scene, stack: &Stack, thing: Tile) -> Explorer {
    let on = stack.plan.beneath[usize::from(thing)];
    let words = format!("one {} where there is none", scene.name(thing));
    let mut conditions = vec![has(HERE, [on]), distance(thing).above(NOWHERE)];
    if scene.cells_of(thing).ones().all(|cell| !scene.is_at_edge(cell)) {
        // Its ground may be the wall around the level.
        conditions.push(to_outside().above(1));
    }
    some(words, 1, vec![rule(conditions, thing)])
}

/// Things that all drawings have, with the share of levels without them.
fn lacked(scene: &Scene, stack: &Stack, trial: &Trial) -> Vec<(Tile, f64)> {
    let is_thing = |tile| scene.counts_of(tile).iter().all(|n| (1..=N_THINGS_MAX).contains(n));
    let things = stack.plan.used.iter().copied().filter(|&tile| is_thing(tile));
    things.map(|tile| (tile, trial.share(|level| !level.tiles().contains(&tile)))).collect()
}
