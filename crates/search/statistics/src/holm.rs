//! Many tests at once.

/// The p-values of a family of tests, in the same order, adjusted so that the
/// chance of calling even one difference real that is none stays below the level
/// that they are compared with.
///
/// The least is multiplied by the number of tests, the next by one less, and so on;
/// none gets below the ones before it, or above 1.
///
/// Source: Holm 1979, A Simple Sequentially Rejective Multiple Test Procedure,
/// Scandinavian Journal of Statistics 6(2), 65-70.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest = 0.0_f64;
    for (n_before, index) in order.into_iter().enumerate() {
        let n_left = (p_values.len() - n_before) as f64;
        largest = largest.max((n_left * p_values[index]).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}
