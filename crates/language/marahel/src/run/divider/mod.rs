//! Region dividers, one file each: they divide the map into rectangles for explorers.

mod bsp;
mod equal;
mod sampling;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::program::{Ties, UpperBound};
use crate::uneven_sort;
use marahel_script::{Divider, Regions, Size};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Rect {
    pub(crate) fn area(&self) -> usize {
        self.width * self.height
    }
}

/// The regions of a level, and memory to find them.
#[derive(Clone, Debug, Default)]
pub(super) struct Division {
    pub(super) rects: Vec<Rect>,
    sampled: Vec<sampling::Edges>,
}

/// Divides the map into at most `regions.number` regions. Returns the number of places that were
/// tried for overlapping ones; ends once it is more than `n_tried_max`.
pub(super) fn divide(
    regions: &Regions,
    map: Rect,
    upper_bound: UpperBound,
    ties: Ties,
    n_tried_max: u64,
    rng: &mut ChaCha8Rng,
    Division { rects, sampled }: &mut Division,
) -> u64 {
    rects.clear();
    let number = regions.number as usize;
    match regions.divider {
        Divider::Equal { min, max } => equal::divide(map, min, max, upper_bound, rng, rects),
        Divider::Bsp { min, max } => bsp::divide(map, number, min, max, rng, rects),
        Divider::Sampling { min, max, trials } => {
            let sampling = sampling::Sampling::new(map, min, max, upper_bound);
            // Sampled regions keep their order.
            let n_tried = sampling.divide(number, (trials, n_tried_max), rng, sampled);
            rects.extend(sampled.iter().map(|edges| edges.rect()));
            return n_tried;
        }
    }
    match ties {
        Ties::Fair => shuffle(rects, rng),
        Ties::Uneven => uneven_sort::shuffle(rects, rng),
    }
    rects.truncate(number);
    0
}

/// A number between two limits; the lower one is always possible.
pub(super) fn between(
    min: usize,
    max: usize,
    upper_bound: UpperBound,
    rng: &mut ChaCha8Rng,
) -> usize {
    if max <= min {
        return min;
    }
    let last = match upper_bound {
        UpperBound::Inclusive => max,
        UpperBound::Exclusive => max - 1,
    };
    rng.random_range(min as u32..=last as u32) as usize
}

/// A uniform shuffle.
pub fn shuffle<T>(list: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, rng.random_range(0..=last as u32) as usize);
    }
}

fn sides(size: Size, map: Rect) -> (usize, usize) {
    ((size.width as usize).min(map.width), (size.height as usize).min(map.height))
}

#[cfg(test)]
mod tests;
