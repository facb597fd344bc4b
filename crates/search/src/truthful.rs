//! Truthful crowding distance: how far a member of a front stands from others
//! in all objectives at once.
//!
//! The crowding distance of Deb 2002 looks at each objective alone: with three
//! objectives or more, a member may have neighbors close by in each of them and
//! yet stand alone. Such members it gives up, and with them parts of the front.

use crate::Objectives;

#[cfg(test)]
mod tests;

/// Truthful crowding distance of each member of one front.
///
/// `front` has one row per member. Returns one distance per member, in the
/// same order. For each objective the members are listed from its largest value
/// to its smallest; a member adds its distance to the nearest of those listed
/// before it, and whoever is listed first adds `f64::INFINITY`. Distances
/// are sums over all objectives, in each as a share of the front's range.
///
/// Members that are equal in an objective are listed by row, so that of members
/// that are equal in all of them only the first has a distance above 0.
///
/// Costs O(n^2 m^2) for n members of m objectives.
///
/// Source: Zheng 2024 (arXiv 2407.17687).
pub fn truthful_crowding_distance(front: &Objectives) -> Vec<f64> {
    let crowd = Crowd::new(front);
    (0..front.len()).map(|row| crowd.distance(row)).collect()
}

/// The rows of the `n` members of one front that stay if the one with the
/// smallest truthful crowding distance leaves, again and again, in ascending
/// order; all rows if there are no more than `n`.
///
/// Distances and ranges are those among the members that are left: whoever was
/// close to a member that left is less crowded now. Of equally crowded members
/// the one of the last row leaves.
///
/// Costs O(n^2 m^2) for n members of m objectives, and O(n m^2) more for a
/// typical member that leaves.
///
/// Source: Zheng 2024 (arXiv 2407.17687), survival with distances that are
/// updated after each removal.
pub fn truthful_survivors(front: &Objectives, n: usize) -> Vec<usize> {
    let mut crowd = Crowd::new(front);
    while crowd.members.len() > n {
        crowd.remove_most_crowded();
    }
    crowd.members
}

/// The members of a front that are left, with the neighbors that their
/// distances come from.
struct Crowd<'a> {
    front: &'a Objectives,
    /// Rows that are left, ascending.
    members: Vec<usize>,
    /// Range of each objective among the members.
    ranges: Vec<f64>,
    /// For each objective the members from its largest value to its smallest.
    lists: Vec<Vec<usize>>,
    /// For each objective and row the nearest of those listed before it.
    nearest: Vec<Vec<Neighbor>>,
}

/// The nearest of those listed before a member: nobody for the first.
#[derive(Clone, Copy)]
struct Neighbor {
    row: Option<usize>,
    distance: f64,
}

const NOBODY: Neighbor = Neighbor { row: None, distance: f64::INFINITY };

impl<'a> Crowd<'a> {
    fn new(front: &'a Objectives) -> Self {
        let members: Vec<usize> = (0..front.len()).collect();
        let lists = (0..front.n_objectives()).map(|objective| descending(front, objective));
        let mut crowd = Self {
            front,
            ranges: ranges(front, &members),
            members,
            lists: lists.collect(),
            nearest: vec![vec![NOBODY; front.len()]; front.n_objectives()],
        };
        crowd.find_neighbors(|_| true);
        crowd
    }

    /// Truthful crowding distance of `row` among the members.
    fn distance(&self, row: usize) -> f64 {
        self.nearest.iter().map(|nearest| nearest[row].distance).sum()
    }

    fn remove_most_crowded(&mut self) {
        let nearest_first =
            |&a: &usize, &b: &usize| self.distance(a).total_cmp(&self.distance(b)).then(b.cmp(&a));
        let Some(gone) = self.members.iter().copied().min_by(nearest_first) else {
            return;
        };
        for rows in self.lists.iter_mut().chain([&mut self.members]) {
            rows.retain(|&row| row != gone);
        }
        let ranges = ranges(self.front, &self.members);
        if ranges == self.ranges {
            self.find_neighbors(|neighbor| neighbor == Some(gone));
        } else {
            self.ranges = ranges;
            self.find_neighbors(|_| true);
        }
    }

    /// Finds the neighbors anew of those whose neighbor `is_stale`.
    fn find_neighbors(&mut self, is_stale: impl Fn(Option<usize>) -> bool) {
        for (list, nearest) in self.lists.iter().zip(&mut self.nearest) {
            for (place, &row) in list.iter().enumerate() {
                if is_stale(nearest[row].row) {
                    nearest[row] = self::nearest(self.front, &self.ranges, row, &list[..place]);
                }
            }
        }
    }
}

/// The first of the nearest to `row` among `others`.
fn nearest(front: &Objectives, ranges: &[f64], row: usize, others: &[usize]) -> Neighbor {
    others.iter().fold(NOBODY, |nearest, &other| {
        let distance = taxicab(front.row(row), front.row(other), ranges);
        if distance < nearest.distance { Neighbor { row: Some(other), distance } } else { nearest }
    })
}

/// Sum over all objectives of the difference as a share of the range.
fn taxicab(a: &[f64], b: &[f64], ranges: &[f64]) -> f64 {
    let shares = a.iter().zip(b).zip(ranges).map(|((a, b), range)| (a - b).abs() / range);
    shares.sum()
}

/// Range of each objective over `rows`; 1 where all are equal.
fn ranges(front: &Objectives, rows: &[usize]) -> Vec<f64> {
    let range = |objective: usize| {
        let values = rows.iter().map(|&row| front.row(row)[objective]);
        let highest = values.clone().fold(f64::NEG_INFINITY, f64::max);
        let lowest = values.fold(f64::INFINITY, f64::min);
        if highest > lowest { highest - lowest } else { 1.0 }
    };
    (0..front.n_objectives()).map(range).collect()
}

/// All rows from the largest value of `objective` to the smallest, ties by row.
fn descending(front: &Objectives, objective: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..front.len()).collect();
    rows.sort_by(|&a, &b| front.row(b)[objective].total_cmp(&front.row(a)[objective]));
    rows
}
