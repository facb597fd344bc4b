//! Truthful crowding distance: how far a member of a front stands from others
//! in all objectives at once.
//!
//! The crowding distance of Deb 2002 looks at each objective alone: with three
//! objectives or more, a member may have neighbors close by in each of them and
//! yet stand alone. Such members it gives up, and with them parts of the front.

use crate::{Objectives, ideal, nadir};

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
/// Costs O(n^2 m) for n members of m objectives.
///
/// Source: Zheng 2024 (arXiv 2407.17687).
pub fn truthful_crowding_distance(front: &Objectives) -> Vec<f64> {
    let crowd = Crowd::new(front, (0..front.len()).collect());
    (0..front.len()).map(|row| crowd.distance(row)).collect()
}

/// The rows of the `n` members of one front that stay if the one with the
/// smallest truthful crowding distance leaves, again and again, in ascending
/// order; all rows if there are no more than `n`.
///
/// Distances are those among the members that are left: whoever was close to a
/// member that left is less crowded now. They stay shares of the ranges of the
/// whole front. Of equally crowded members the one of the last row leaves.
///
/// Costs O(n^2 m) for n members of m objectives, and O(n m^2) more for a typical
/// member that leaves.
///
/// Source: Zheng 2024 (arXiv 2407.17687), survival with distances that are
/// updated after each removal.
pub fn truthful_survivors(front: &Objectives, n: usize) -> Vec<usize> {
    let mut crowd = Crowd::new(front, (0..front.len()).collect());
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
    /// One over the range of each objective in the whole front.
    units: Vec<f64>,
    /// For each row and objective the nearest of those listed before it.
    nearest: Vec<Neighbor>,
}

/// The nearest of those listed before a member: nobody for the first.
#[derive(Clone, Copy)]
struct Neighbor {
    row: Option<usize>,
    distance: f64,
}

const NOBODY: Neighbor = Neighbor { row: None, distance: f64::INFINITY };

impl<'a> Crowd<'a> {
    /// The crowd of `members`, ascending rows of `front`.
    fn new(front: &'a Objectives, members: Vec<usize>) -> Self {
        let units = units(front);
        let nearest = vec![NOBODY; front.len() * front.n_objectives()];
        let mut crowd = Self { front, members, units, nearest };
        crowd.find_all_neighbors();
        crowd
    }

    /// Truthful crowding distance of `row` among the members.
    fn distance(&self, row: usize) -> f64 {
        let n_objectives = self.front.n_objectives();
        let nearest = &self.nearest[row * n_objectives..][..n_objectives];
        nearest.iter().map(|neighbor| neighbor.distance).sum()
    }

    fn remove_most_crowded(&mut self) {
        let distances: Vec<f64> = self.members.iter().map(|&row| self.distance(row)).collect();
        let most_crowded =
            (0..distances.len()).rev().min_by(|&a, &b| distances[a].total_cmp(&distances[b]));
        let Some(place) = most_crowded else { return };
        let gone = self.members.remove(place);
        self.replace_neighbor(gone);
    }

    /// Finds the nearest of everybody: each pair is looked at once.
    fn find_all_neighbors(&mut self) {
        let n_objectives = self.front.n_objectives();
        for (place, &a) in self.members.iter().enumerate() {
            for &b in &self.members[place + 1..] {
                let distance = self.taxicab(a, b);
                for objective in 0..n_objectives {
                    let is_in_order = self.is_listed_before(a, b, objective);
                    let (first, second) = if is_in_order { (a, b) } else { (b, a) };
                    let nearest = &mut self.nearest[second * n_objectives + objective];
                    if distance < nearest.distance {
                        *nearest = Neighbor { row: Some(first), distance };
                    }
                }
            }
        }
    }

    /// Finds the nearest of those whose nearest was `gone`.
    fn replace_neighbor(&mut self, gone: usize) {
        let n_objectives = self.front.n_objectives();
        for &row in &self.members {
            for objective in 0..n_objectives {
                if self.nearest[row * n_objectives + objective].row == Some(gone) {
                    self.nearest[row * n_objectives + objective] =
                        self.find_neighbor(row, objective);
                }
            }
        }
    }

    /// The nearest of those that are listed before `row` by `objective`.
    fn find_neighbor(&self, row: usize, objective: usize) -> Neighbor {
        let others = self.members.iter().copied();
        others.filter(|&other| self.is_listed_before(other, row, objective)).fold(
            NOBODY,
            |nearest, other| {
                let distance = self.taxicab(other, row);
                let is_nearer = distance < nearest.distance;
                if is_nearer { Neighbor { row: Some(other), distance } } else { nearest }
            },
        )
    }

    /// Whether `a` comes before `b` from the largest value of `objective` to
    /// the smallest, ties by row.
    fn is_listed_before(&self, a: usize, b: usize, objective: usize) -> bool {
        let values = (self.front.row(a)[objective], self.front.row(b)[objective]);
        values.0 > values.1 || values.0 == values.1 && a < b
    }

    /// Sum over all objectives of the difference as a share of the range.
    fn taxicab(&self, a: usize, b: usize) -> f64 {
        let pairs = self.front.row(a).iter().zip(self.front.row(b));
        pairs.zip(&self.units).map(|((a, b), unit)| (a - b).abs() * unit).sum()
    }
}

/// One over the range of each objective; 1 where all are equal.
fn units(front: &Objectives) -> Vec<f64> {
    let (Some(ideal), Some(nadir)) = (ideal(front), nadir(front)) else {
        return vec![1.0; front.n_objectives()];
    };
    let ranges = ideal.into_iter().zip(nadir).map(|(highest, lowest)| highest - lowest);
    ranges.map(|range| if range > 0.0 { 1.0 / range } else { 1.0 }).collect()
}
