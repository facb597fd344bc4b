//! The number of regions.

use super::ground::Ground;

/// The number of regions: sweeps through each of them once.
pub(super) fn count(ground: &mut impl Ground) -> u32 {
    ground.rewind();
    let mut n_regions = 0;
    while ground.next_region().is_some() {
        n_regions += 1;
    }
    n_regions
}
