//! The equal divider: a grid of regions of one size.

use rand_chacha::ChaCha8Rng;

use super::{Rect, between, sides};
use crate::program::UpperBound;
use marahel_script::Size;

/// Divides the map into `min` to `max` columns and rows, and adds the regions column by column. The
/// last column and row get the remainder.
pub(super) fn divide(
    map: Rect,
    min: Size,
    max: Size,
    upper_bound: UpperBound,
    rng: &mut ChaCha8Rng,
    rects: &mut Vec<Rect>,
) {
    let (min, max) = (sides(min, map), sides(max, map));
    let n_columns = between(min.0, max.0, upper_bound, rng);
    let n_rows = between(min.1, max.1, upper_bound, rng);
    for column in 0..n_columns {
        let (x, width) = part(map.width, n_columns, column);
        for row in 0..n_rows {
            let (y, height) = part(map.height, n_rows, row);
            rects.push(Rect { x, y, width, height });
        }
    }
}

fn part(side: usize, n: usize, index: usize) -> (usize, usize) {
    let length = side / n;
    let start = index * length;
    (start, if index + 1 == n { side - start } else { length })
}
