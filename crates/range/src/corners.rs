//! Example levels for the corners of a range.

use crate::ExpressiveRange;

#[cfg(test)]
mod tests;

/// The level nearest to one corner of the range of two metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// Whether the corner is where the first metric is high.
    pub is_x_high: bool,
    /// Whether the corner is where the second metric is high.
    pub is_y_high: bool,
    /// Seed of the level.
    pub seed: u64,
}

/// The levels nearest to the four corners of the metrics `x` and `y`, in the
/// order of a picture whose axes are `x` to the right and `y` upwards: high `y`
/// first, low `x` first.
///
/// Both metrics are scaled to what the levels reach; of equally near levels
/// the one of the smallest seed is taken. `None` if no level has both metrics.
pub fn corners(range: &ExpressiveRange, x: &str, y: &str) -> Option<[Corner; 4]> {
    let pairs = range.values(x).into_iter().zip(range.values(y)).enumerate();
    let points: Vec<(usize, [f64; 2])> =
        pairs.filter_map(|(index, (x, y))| Some((index, [x?, y?]))).collect();
    let scales = [0, 1].map(|axis| {
        let values = points.iter().map(|(_, point)| point[axis]);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    });
    let nearest = |is_high: [bool; 2]| {
        let distance = |point: &[f64; 2]| -> f64 {
            let part = |axis: usize| {
                let (low, high) = scales[axis];
                let from_low = if high > low { (point[axis] - low) / (high - low) } else { 0.0 };
                if is_high[axis] { 1.0 - from_low } else { from_low }
            };
            part(0) * part(0) + part(1) * part(1)
        };
        let nearest =
            points.iter().min_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)));
        nearest.map(|&(index, _)| range.seed(index))
    };
    let corner = |is_x_high, is_y_high| {
        Some(Corner { is_x_high, is_y_high, seed: nearest([is_x_high, is_y_high])? })
    };
    Some([corner(false, true)?, corner(true, true)?, corner(false, false)?, corner(true, false)?])
}
