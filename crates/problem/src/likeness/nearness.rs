//! How much of a level is a copy.

use level::{Tile, View};

/// The share of equal cells of two levels, in 0..=1. If their sizes differ, it is the largest share
/// over all offsets at which, on each axis, the shorter level is inside the longer one; only the
/// overlap counts.
pub fn nearness(one: View<'_>, other: View<'_>) -> f64 {
    let width = one.width().min(other.width());
    let height = one.height().min(other.height());
    let mut most = 0;
    for down in 0..=one.height().abs_diff(other.height()) {
        for right in 0..=one.width().abs_diff(other.width()) {
            let mut n = 0;
            for y in 0..height {
                let [one, other] = [one, other].map(|level| {
                    let top = if level.height() > height { down } else { 0 };
                    let left = if level.width() > width { right } else { 0 };
                    &level.row(y + top)[left..left + width]
                });
                n += n_equal(one, other);
            }
            most = most.max(n);
        }
    }
    most as f64 / (width * height) as f64
}

fn n_equal(one: &[Tile], other: &[Tile]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one == other).count()
}
