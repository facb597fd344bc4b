//! A few drawn levels read as layers: a ring, then rooms, then doors between walls, then things in
//! certain places. [`explain`] writes them as a Marahel script, which makes such levels and can be
//! read.
//!
//! The aim is the shortest description of the drawings in bits: the layer that saves the most comes
//! first, as in the two-part codes of ARC-MDL (Ferré, First Steps of an Approach to the ARC
//! Challenge based on Descriptive Grid Models and the Minimum Description Length Principle, arXiv
//! 2112.00848).
//!
//! A layer places one tile on another: everywhere, where some conditions hold, in pieces of certain
//! shapes, as a path, as walls of rooms, as a maze, in lanes or in patches. Layers that save less
//! than they cost are dropped.

mod apart;
mod ask;
mod bits;
mod blobs;
mod checked;
mod conjunction;
mod draft;
mod feature;
mod fills;
mod fixed;
mod groups;
mod joins;
mod layer;
mod lengths;
mod locks;
mod maze;
mod patches;
mod plan;
mod rectangles;
mod rooms;
mod rows;
mod rules;
mod runs;
mod scene;
mod shapes;
mod stack;
mod stamps;
mod trial;
mod ways;

use marahel_level::{Level, Tile};
use marahel_script::{Script, Size};

pub use locks::Locks;
use plan::Plan;
use scene::Scene;
use stack::Stack;

/// Number of the most common tiles to try as the ground of all others, and their minimum share of
/// the cells.
const N_GROUNDS: usize = 3;
const GROUND_MIN: f64 = 0.12;

/// Factor by which another ground than the most common tile must be better.
const OTHER_GROUND: f64 = 1.1;

/// Minimum bits that another ground of a tile must save: a thing in a corner need not stand on a
/// wall. With a bit or two, no level of a crypt with its exit in corners could be played.
const N_BITS_BETTER: f64 = 10.0;

/// Number of other grounds of tiles to try, for drawings of up to this many cells; fewer for larger
/// ones.
const N_TRIES: usize = 8;
const N_CELLS_TRIED: usize = 2000;

/// An explanation of some drawings.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The layers as explorers, each with a description.
    pub script: Script,
    /// The bits that encode the drawings given the script, and the script.
    pub bits: f64,
}

/// Scripts that explain drawings, shortest description first; they differ in the base tile. Empty
/// without drawings. All drawings must have one palette; the script uses its names and makes levels
/// of these sizes. `locks` supplies the key of each door, which drawings do not show.
pub fn explain(drawings: &[Level], sizes: (Size, Size), locks: Option<&Locks>) -> Vec<Explanation> {
    let scene = Scene::new(drawings);
    let Some(used) = scene.used() else { return Vec::new() };
    let grounds = used.iter().take(N_GROUNDS).copied();
    let grounds = grounds.filter(|&tile| tile == used[0] || scene.share(tile) >= GROUND_MIN);
    let mut stacks: Vec<Stack> =
        grounds.map(|base| Stack::upon(&scene, Plan::new(&scene, base, &used), locks)).collect();
    // The most common tile is the ground, unless another one is much better.
    stacks.sort_by(|left, right| cost(left).total_cmp(&cost(right)));
    if !stacks.is_empty() {
        let best = shorter(&scene, stacks.remove(0), locks);
        stacks.insert(0, checked::checked(&scene, best, locks, sizes));
    }
    let explained = stacks.into_iter().filter_map(|stack| {
        let stack = apart::kept(&scene, stack, sizes);
        Some(Explanation { script: stack.script(&scene, sizes)?, bits: stack.bits })
    });
    explained.collect()
}

/// The bits of a stack; more if its ground is not the most common tile.
fn cost(stack: &Stack) -> f64 {
    let Plan { base, used, .. } = &stack.plan;
    if *base == used[0] { stack.bits } else { stack.bits * OTHER_GROUND }
}

/// Moves tiles with a doubtful ground onto another ground if that takes fewer bits.
fn shorter(scene: &Scene, mut best: Stack, locks: Option<&Locks>) -> Stack {
    let n_tries = N_TRIES * N_CELLS_TRIED / scene.len().max(N_CELLS_TRIED);
    let alternatives: Vec<(Tile, Tile)> = best.plan.doubts().collect();
    for (tile, on) in alternatives.into_iter().take(n_tries) {
        let stack = Stack::upon(scene, best.plan.with(tile, on), locks);
        if stack.bits < best.bits - N_BITS_BETTER {
            best = stack;
        }
    }
    best
}

#[cfg(test)]
mod tests;
