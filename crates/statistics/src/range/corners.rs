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
    let seeds: Option<Vec<u64>> = CORNERS.into_iter().map(nearest).collect();
    seeds?.try_into().ok()
}
