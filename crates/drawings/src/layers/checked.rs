//! Checks whether the levels of a script have the things of the drawings: a corner where a thing
//! stands in four drawings by chance may be missing in many levels.

use level::Tile;
use marahel::{Generator, Semantics};
use script::Size;

use crate::layers::locks::Locks;
use crate::layers::scene::Scene;
use crate::layers::stack::Stack;

/// Maximum number of levels to make, and of their cells; the check needs a minimum number of
/// levels.
const N_LEVELS: usize = 40;
const N_CELLS_MAX: usize = 40_000;
const N_LEVELS_MIN: usize = 10;

/// A thing missing in more of the levels has too many conditions.
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
    let things = lacked.iter().filter(|one| one.1 > LACKED_MAX).map(|one| one.0);
    let things: Vec<Tile> = things.collect();
    if things.is_empty() {
        return stack;
    }
    let freer = Stack::upon(scene, stack.plan.with_freer(things), locks);
    let sum = |lacked: &[(Tile, f64)]| lacked.iter().map(|one| one.1).sum::<f64>();
    let is_better = sum(&self::lacked(scene, &freer, sizes)) < sum(&lacked);
    if is_better { freer } else { stack }
}

/// Things that all drawings have, with the share of levels without them.
fn lacked(scene: &Scene, stack: &Stack, sizes: (Size, Size)) -> Vec<(Tile, f64)> {
    let n_levels = N_LEVELS.min(N_CELLS_MAX * scene.frames.len() / scene.len());
    let script = stack.script(scene, sizes).filter(|_| n_levels >= N_LEVELS_MIN);
    let Some(script) = script else { return Vec::new() };
    let generator = Generator::new(&script, Semantics::default());
    let levels = (0..n_levels as u64).filter_map(|seed| generator.generate(seed).ok());
    let levels: Vec<_> = levels.collect();
    let things = stack.plan.used.iter().copied().filter(|&tile| {
        let counts = scene.counts(&scene.cells_that(|cell| scene.tiles[cell] == tile));
        counts.iter().all(|n| (1..=N_THINGS_MAX).contains(n))
    });
    let share = |tile: Tile| {
        let name = scene.names[usize::from(tile)].as_str();
        let has = |level: &level::Level| {
            let tile = level.palette().tile(name);
            tile.is_some_and(|tile| level.tiles().contains(&tile))
        };
        let n_lack = levels.iter().filter(|level| !has(level)).count();
        n_lack as f64 / levels.len().max(1) as f64
    };
    things.map(|tile| (tile, share(tile))).collect()
}
