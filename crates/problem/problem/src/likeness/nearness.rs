//! How much of a level is a copy.

use marahel_level::{Tile, View};

/// The share of equal cells of two levels, in 0..=1. If their sizes differ, it is the largest share
/// over all offsets at which, on each axis, the shorter level is inside the longer one; only the
/// overlap counts.
pub fn nearness(left: View<'_>, right: View<'_>) -> f64 {
    let width = left.width().min(right.width());
    let height = left.height().min(right.height());
    let mut most = 0;
    for down in 0..=left.height().abs_diff(right.height()) {
        for across in 0..=left.width().abs_diff(right.width()) {
            let mut n = 0;
            for y in 0..height {
                let [left, right] = [left, right].map(|level| {
                    let top = if level.height() > height { down } else { 0 };
                    let start = if level.width() > width { across } else { 0 };
                    &level.row(y + top)[start..start + width]
                });
                n += n_equal(left, right);
            }
            most = most.max(n);
        }
    }
    most as f64 / (width * height) as f64
}

fn n_equal(left: &[Tile], right: &[Tile]) -> usize {
    left.iter().zip(right).filter(|(left, right)| left == right).count()
}
