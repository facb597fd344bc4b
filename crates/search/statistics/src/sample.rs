//! What samples are like: quantiles, and how two numbers go together.

/// Spearman's correlation of equally many values: that of their ranks, in
/// -1..=1; `None` if one of them is the same everywhere.
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    pearson(&ranks(x), &ranks(y))
}

/// Pearson's correlation of equally many values, in -1..=1; `None` if one of
/// them is the same everywhere.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.is_empty() || [x, y].iter().any(|values| values.iter().all(|value| value == &values[0])) {
        return None;
    }
    let [x_mean, y_mean] = [x, y].map(|values| values.iter().sum::<f64>() / values.len() as f64);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in x.iter().zip(y) {
        let (x, y) = (x - x_mean, y - y_mean);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    Some((xy / (xx * yy).sqrt()).clamp(-1.0, 1.0))
}

/// The rank of each value, from 1; equals share the mean of theirs.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    for equals in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let mean = start as f64 + (equals.len() + 1) as f64 / 2.0;
        for &index in equals {
            ranks[index] = mean;
        }
        start += equals.len();
    }
    ranks
}

/// The value below which `share`, in 0..=1, of ascending values lie, interpolated between two values
/// as numpy, pandas and R do unless they are told otherwise; `None` of no values.
///
/// Source: Hyndman and Fan 1996 (doi 10.1080/00031305.1996.10473566), their definition 7.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}
