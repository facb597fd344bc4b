//! Example levels for the corners of a range.

use crate::range::ExpressiveRange;

#[cfg(test)]
mod tests;

/// Whether the first and the second metric are high at each corner, in the order of a picture
/// whose axes are the first to the right and the second upwards.
pub(crate) const CORNERS: [[bool; 2]; 4] =
    [[false, true], [true, true], [false, false], [true, false]];

/// The seeds of the levels nearest to the four corners of the metrics `x` and `y`, in the
/// order of a picture whose axes are `x` to the right and `y` upwards: high `y`
/// first, low `x` first.
///
/// Both metrics are scaled to what the levels reach; of equally near levels
/// the one of the smallest seed is taken. `None` if no level has both metrics.
pub fn corners(range: &ExpressiveRange, x: &str, y: &str) -> Option<[u64; 4]> {
    let pairs = range.values(x).into_iter().zip(range.values(y)).enumerate();
    let points: Vec<(usize, [f64; 2])> =
        pairs.filter_map(|(index, (x, y))| Some((index, [x?, y?]))).collect();
    let scales = [0, 1].map(|axis| {
        let values = points.iter().map(|(_, point)| point[axis]);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    });
    let seeds = CORNERS.into_iter().map(|is_high| {
        let distances = points.iter().map(|&(index, point)| {
            let parts = [0, 1].map(|axis| {
                let (low, high): (f64, f64) = scales[axis];
                let from_low = if high > low { (point[axis] - low) / (high - low) } else { 0.0 };
                if is_high[axis] { 1.0 - from_low } else { from_low }
            });
            (index, parts[0] * parts[0] + parts[1] * parts[1])
        });
        let nearest = distances.min_by(|(_, left), (_, right)| left.total_cmp(right));
        nearest.map(|(index, _)| range.seed(index))
    });
    seeds.collect::<Option<Vec<u64>>>()?.try_into().ok()
}
