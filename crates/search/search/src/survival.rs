//! Survival: by rank, and within a rank by a measure of room.

use crate::{Objectives, crowding_distance, fronts, non_dominated_sort};

#[cfg(test)]
pub(crate) mod tests;

/// A survivor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Its row in the table of objectives.
    pub row: usize,
    /// Its rank; 0 for the first front.
    pub rank: u32,
    /// Its room among the survivors of its rank: a distance, possibly infinite; larger is better.
    pub room: f64,
}

/// Decides survival among members of equal rank: computes the room of each member of a front.
#[derive(Clone, Copy, Debug)]
pub struct Survival(pub fn(&Objectives) -> Vec<f64>);

impl Survival {
    /// The crowding distance of Deb 2002: [`crowding_distance`].
    pub const CROWDING: Self = Self(crowding_distance);

    /// The `n` rows of `objectives` that survive, best first: by rank, then by falling room, then
    /// by row. All rows if there are no more than `n`.
    ///
    /// Whole fronts survive, best first, while they fit; the next one fills the remaining places.
    /// Ranks and rooms are those among the survivors: ranking the survivors alone has the same
    /// result.
    pub fn survivors(self, objectives: &Objectives, n: usize) -> Vec<Ranked> {
        let rooms = |front: &[usize]| (self.0)(&objectives.select(front));
        let mut fronts = fronts(&non_dominated_sort(objectives));
        if let Some((last, n_open)) = split(&mut fronts, n) {
            let chosen = largest(&rooms(&last), n_open);
            fronts.push(chosen.into_iter().map(|place| last[place]).collect());
        }
        let mut survivors = Vec::new();
        for (rank, front) in (0..).zip(&fronts) {
            let members = front.iter().zip(rooms(front));
            let mut members: Vec<Ranked> =
                members.map(|(&row, room)| Ranked { row, rank, room }).collect();
            // The sort is stable, so equal room keeps the order of rows.
            members.sort_by(|a, b| b.room.total_cmp(&a.room));
            survivors.extend(members);
        }
        survivors
    }
}

/// Keeps the fronts that fit into `n` places as a whole. If places stay open, returns the next
/// front and their number.
fn split(fronts: &mut Vec<Vec<usize>>, n: usize) -> Option<(Vec<usize>, usize)> {
    let mut n_whole = 0;
    let mut n_open = n;
    while n_whole < fronts.len() && fronts[n_whole].len() <= n_open {
        n_open -= fronts[n_whole].len();
        n_whole += 1;
    }
    let next = fronts.drain(n_whole..).next();
    next.filter(|_| n_open > 0).map(|next| (next, n_open))
}

/// Ascending indices of the `n` largest values; ties go to the first.
fn largest(values: &[f64], n: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    places.truncate(n);
    places.sort_unstable();
    places
}
