//! Crowding distance: how far a member of a front is from its neighbors.

use crate::Objectives;

#[cfg(test)]
mod tests;

/// Crowding distance of each row of one front, in the same order.
///
/// In each objective it is the distance between the two neighbors, as a share of the front's range;
/// these are summed. The lowest and the highest row of each objective get `f64::INFINITY`, and so
/// do all rows of a front of one or two. Rows with equal values are neighbors in the order of the
/// table. An objective with one value for the whole front adds nothing.
///
/// Source: Deb 2002 (doi 10.1109/4235.996017), section III-B.
pub fn crowding_distance(front: &Objectives) -> Vec<f64> {
    if front.len() <= 2 {
        return vec![f64::INFINITY; front.len()];
    }
    let mut distances = vec![0.0; front.len()];
    for objective in 0..front.n_objectives() {
        let members = ascending(front, objective);
        let range = range(&members);
        if range > 0.0 {
            add_gaps(&mut distances, &members, range);
            distances[members[0].row] = f64::INFINITY;
            distances[members[members.len() - 1].row] = f64::INFINITY;
        }
    }
    distances
}

struct Member {
    value: f64,
    row: usize,
}

/// The members in ascending order of an objective, ties by row.
fn ascending(front: &Objectives, objective: usize) -> Vec<Member> {
    let mut members: Vec<Member> = front
        .rows()
        .enumerate()
        .map(|(row, objectives)| Member { value: objectives[objective], row })
        .collect();
    members.sort_by(|a, b| a.value.total_cmp(&b.value));
    members
}

fn range(members: &[Member]) -> f64 {
    members[members.len() - 1].value - members[0].value
}

/// Adds to each inner member the distance between its neighbors, in units of `range`.
fn add_gaps(distances: &mut [f64], members: &[Member], range: f64) {
    for window in members.windows(3) {
        distances[window[1].row] += (window[2].value - window[0].value) / range;
    }
}
