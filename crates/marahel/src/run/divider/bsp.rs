//! The bsp divider: binary space partitioning.

use rand::{Rng, RngExt};

use super::{Rect, sides};
use crate::script::Size;

/// Splits random regions in two until there are `number` and none exceeds
/// `max`, as far as `min` allows: an axis is split only where both parts get
/// at least `min` on it. There may be fewer regions, or larger ones, where
/// nothing can be split any more.
pub(super) fn divide<R: Rng + ?Sized>(
    map: Rect,
    number: usize,
    min: Size,
    max: Size,
    rng: &mut R,
    rects: &mut Vec<Rect>,
) {
    let (min, max) = (sides(min, map), sides(max, map));
    let can_split = |rect: &Rect| rect.width >= 2 * min.0 || rect.height >= 2 * min.1;
    let is_large = |rect: &Rect| rect.width > max.0 || rect.height > max.1;
    let (mut splittable, mut n_large) = (Vec::new(), 0);
    let mut add = |rect: Rect, splittable: &mut Vec<Rect>| {
        let list = if can_split(&rect) { splittable } else { &mut *rects };
        list.push(rect);
        usize::from(is_large(&rect))
    };
    n_large += add(map, &mut splittable);
    let mut n_rects = 1;
    while !splittable.is_empty() && (n_rects < number || n_large > 0) {
        let index = rng.random_range(0..splittable.len() as u32);
        let rect = splittable.swap_remove(index as usize);
        n_large -= usize::from(is_large(&rect));
        for part in split(rect, min, rng) {
            n_large += add(part, &mut splittable);
        }
        n_rects += 1;
    }
    rects.append(&mut splittable);
}

/// Splits along one of the axes that are long enough: by lot, but rather where
/// there is something to spare. The first part gets its minimum and a random
/// share of what both can spare.
fn split<R: Rng + ?Sized>(rect: Rect, min: (usize, usize), rng: &mut R) -> [Rect; 2] {
    let spare_width = rect.width.checked_sub(2 * min.0);
    let spare_height = rect.height.checked_sub(2 * min.1);
    let prefers_width = rng.random_ratio(1, 2);
    let splits_width = match (spare_width, spare_height) {
        (Some(width), Some(height)) if (width > 0) == (height > 0) => prefers_width,
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
