//! Reducing the points of a line without changing its look.

#[cfg(test)]
mod tests;

/// The points of a line that matter when it is drawn.
///
/// `points` are evenly spaced along x; the drawing is `n_columns` wide. Of the points in one column
/// only the first, the lowest, the highest and the last remain, in order, so no peak is lost. A
/// line with few points keeps all. The result has at most `4 * n_columns` points.
///
/// Source: Jugel 2014 (doi 10.14778/2732951.2732953), the aggregation M4.
pub(crate) fn decimate(points: &[(f64, f64)], n_columns: usize) -> Vec<(f64, f64)> {
    if points.len() <= 4 * n_columns {
        return points.to_vec();
    }
    let starts: Vec<usize> =
        (0..=n_columns).map(|column| column * points.len() / n_columns).collect();
    starts.windows(2).flat_map(|ends| extremes(&points[ends[0]..ends[1]])).collect()
}

/// The first, lowest, highest and last of `points`, each once, in order.
fn extremes(points: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> {
    let by_y = |&left: &usize, &right: &usize| points[left].1.total_cmp(&points[right].1);
    let lowest = (0..points.len()).min_by(by_y).unwrap_or(0);
    let highest = (0..points.len()).max_by(by_y).unwrap_or(0);
    let mut indices = vec![0, lowest, highest, points.len() - 1];
    indices.sort_unstable();
    indices.dedup();
    indices.into_iter().map(|index| points[index])
}
