//! The released code's estimate of the longest shortest path.

use rand::{Rng, RngExt};

use super::ground::Ground;

/// The longest path found by a sweep from a random cell of each region and
/// another from a random one of the cells farthest from it.
///
/// Source: the released code of Khalifa and Togelius 2020, which shuffles the
/// cells of a region and starts at the first.
pub(super) fn longest(ground: &mut impl Ground, rng: &mut impl Rng) -> u32 {
    ground.rewind();
    let mut longest = 0;
    while ground.next_region().is_some() {
        let start = ground.nth_reached(rng.random_range(0..ground.n_reached()));
        ground.sweep(start);
        let end = ground.nth_farthest(rng.random_range(0..ground.n_farthest()));
        longest = longest.max(ground.sweep(end));
    }
    longest
}
