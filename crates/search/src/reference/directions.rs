//! Directions that are spread evenly over all ways to weigh the objectives.

/// As many evenly spread directions as possible, at most `n_max`, but never
/// fewer than one along each objective.
///
/// Each has `n_objectives` shares that sum to 1. With enough divisions, at
/// least as many as objectives, they are those of [`das_dennis_directions`].
/// With fewer none of these would lie inside, off all borders: a second layer
/// of fewer divisions, halfway to the center, is added if there is room.
///
/// Source: Deb 2014 (doi 10.1109/TEVC.2013.2281535), sections IV-B and V with
/// table I: this gives 91 directions of 3 objectives for a population of 92,
/// 210 of 5 for 212, 156 of 8 for 156, 275 of 10 for 276, 135 of 15 for 136.
///
/// # Panics
///
/// Without objectives.
pub fn reference_directions(n_objectives: usize, n_max: usize) -> Vec<Vec<f64>> {
    let n_outer = most_divisions(n_objectives, n_max).max(1);
    let mut directions = das_dennis_directions(n_objectives, n_outer);
    if n_outer < n_objectives {
        let n_left = n_max.saturating_sub(directions.len());
        let n_inner = most_divisions(n_objectives, n_left).min(n_outer - 1);
        if n_inner > 0 {
            let center = 1.0 / n_objectives as f64;
            let inner = das_dennis_directions(n_objectives, n_inner);
            directions.extend(
                inner.into_iter().map(|direction| {
                    direction.iter().map(|share| (share + center) / 2.0).collect()
                }),
            );
        }
    }
    directions
}

/// All directions whose `n_objectives` shares are multiples of
/// 1 / `n_divisions` and sum to 1, in ascending lexicographic order.
///
/// Source: Das 1998, Normal-boundary intersection
/// (doi 10.1137/S1052623496307510).
///
/// # Panics
///
/// Without objectives or divisions.
pub fn das_dennis_directions(n_objectives: usize, n_divisions: usize) -> Vec<Vec<f64>> {
    assert!(n_objectives > 0 && n_divisions > 0, "there are no directions of nothing");
    let mut directions = Vec::new();
    extend(&mut directions, &mut Vec::new(), n_objectives, n_divisions);
    for share in directions.iter_mut().flatten() {
        *share /= n_divisions as f64;
    }
    directions
}

/// Adds all directions that begin with `parts`: `n_open` parts are to come,
/// which sum to `n_left`.
fn extend(directions: &mut Vec<Vec<f64>>, parts: &mut Vec<f64>, n_open: usize, n_left: usize) {
    let least = if n_open == 1 { n_left } else { 0 };
    for part in least..=n_left {
        parts.push(part as f64);
        if n_open == 1 {
            directions.push(parts.clone());
        } else {
            extend(directions, parts, n_open - 1, n_left - part);
        }
        parts.pop();
    }
}

/// The most divisions that give at most `n_max` directions: 0 if one is too many.
fn most_divisions(n_objectives: usize, n_max: usize) -> usize {
    if n_objectives == 1 {
        return n_max.min(1);
    }
    // n divisions of m objectives give the binomial (n + m - 1) over n.
    let mut n_divisions = 0;
    let mut n_directions = 1_u128;
    loop {
        let next = n_divisions + 1;
        n_directions = n_directions * (next + n_objectives - 1) as u128 / next as u128;
        if n_directions > n_max as u128 {
            return n_divisions;
        }
        n_divisions = next;
    }
}
