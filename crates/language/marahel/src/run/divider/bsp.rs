//! The bsp divider: binary space partitioning.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Rect, sides};
use marahel_script::Size;

/// Splits random regions in two until there are `number` and none exceeds `max`. An axis is split
/// only if both parts get at least `min` on it. So there may be fewer regions, or larger ones.
pub(super) fn divide(
    map: Rect,
    number: usize,
    min: Size,
    max: Size,
    rng: &mut ChaCha8Rng,
    rects: &mut Vec<Rect>,
) {
    let (min, max) = (sides(min, map), sides(max, map));
    let is_large = |rect: &Rect| rect.width > max.0 || rect.height > max.1;
    // The first `n_final` cannot be split any more.
    let mut n_final = 0;
    let mut add = |rects: &mut Vec<Rect>, rect: Rect| {
        rects.push(rect);
        if rect.width < 2 * min.0 && rect.height < 2 * min.1 {
            let last = rects.len() - 1;
            rects.swap(n_final, last);
            n_final += 1;
        }
        n_final
    };
    let mut n_large = usize::from(is_large(&map));
    let mut first_splittable = add(rects, map);
    while first_splittable < rects.len() && (rects.len() < number || n_large > 0) {
        let index = rng.random_range(first_splittable as u32..rects.len() as u32);
        let rect = rects.swap_remove(index as usize);
        n_large -= usize::from(is_large(&rect));
        for part in split(rect, min, rng) {
            n_large += usize::from(is_large(&part));
            first_splittable = add(rects, part);
        }
    }
}

/// Splits along an axis that is long enough: a random one if both have room to spare, the longer
/// one if neither has. The first part gets its minimum and a random share of the room.
fn split(rect: Rect, min: (usize, usize), rng: &mut ChaCha8Rng) -> [Rect; 2] {
    let spare_width = rect.width.checked_sub(2 * min.0);
    let spare_height = rect.height.checked_sub(2 * min.1);
    let prefers_width = rng.random_ratio(1, 2);
    let splits_width = match (spare_width, spare_height) {
        (Some(0), Some(0)) => rect.width > rect.height,
        (Some(1..), Some(1..)) => prefers_width,
        (width, height) => width > height,
    };
    let mut first_part = |min: usize, spare: Option<usize>| {
        min + rng.random_range(0..=spare.unwrap_or(0) as u32) as usize
    };
    if splits_width {
        let width = first_part(min.0, spare_width);
        let second = Rect { x: rect.x + width, width: rect.width - width, ..rect };
        [Rect { width, ..rect }, second]
    } else {
        let height = first_part(min.1, spare_height);
        let second = Rect { y: rect.y + height, height: rect.height - height, ..rect };
        [Rect { height, ..rect }, second]
    }
}
