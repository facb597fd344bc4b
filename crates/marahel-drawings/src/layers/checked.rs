//! Checks whether the levels of a script have the things of the drawings: a corner where a thing
//! stands in four drawings by chance may be missing in many levels.

use marahel::{Generator, Semantics};
use marahel_level::Tile;
use marahel_script::Size;

use crate::layers::locks::Locks;
use crate::layers::scene::Scene;
use crate::layers::stack::Stack;

/// Maximum number of levels to make, and of their cells; the check needs a minimum number of
/// levels.
const N_LEVELS: usize = 40;
const N_CELLS_MAX: usize = 40_000;
const N_LEVELS_MIN: usize = 10;

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
    let lacked = lacked(scene, &stack, sizes);
    let things = lacked.iter().filter(|thing| thing.1 > LACKED_MAX).map(|thing| thing.0);
    let things: Vec<Tile> = things.collect();
    if things.is_empty() {
        return stack;
    }
    let freer = Stack::upon(scene, stack.plan.with_freer(things), locks);
    let [sum_of_freer, sum] = [&self::lacked(scene, &freer, sizes), &lacked]
        .map(|lacked| lacked.iter().map(|thing| thing.1).sum::<f64>());
    if sum_of_freer < sum { freer } else { stack }
}

/// Things that all drawings have, with the share of levels without them.
fn lacked(scene: &Scene, stack: &Stack, sizes: (Size, Size)) -> Vec<(Tile, f64)> {
    let n_levels = N_LEVELS.min(N_CELLS_MAX * scene.frames.len() / scene.len());
    let script = stack.script(scene, sizes).filter(|_| n_levels >= N_LEVELS_MIN);
    let Some(script) = script else { return Vec::new() };
    let generator = Generator::new(&script, Semantics::default());
    let levels = (0..n_levels as u64).filter_map(|seed| generator.generate(seed).ok());
    let levels: Vec<_> = levels.collect();
    let things = stack
        .plan
        .used
        .iter()
        .copied()
        .filter(|&tile| scene.counts_of(tile).iter().all(|n| (1..=N_THINGS_MAX).contains(n)));
    let shares = things.map(|tile| {
        let lacking = levels.iter().filter(|level| {
            let own_tile = level.palette().tile(scene.name(tile));
            own_tile.is_none_or(|tile| !level.tiles().contains(&tile))
        });
        (tile, lacking.count() as f64 / levels.len().max(1) as f64)
    });
    shares.collect()
}
