//! Who survives: the rank of each member, and what decides within a rank.

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::reference::{niche_shares, niche_survivors, reference_directions};
use crate::{
    Objectives, crowding_distance, crowding_distance_released, fronts, non_dominated_sort,
    truthful_crowding_distance, truthful_survivors,
};

#[cfg(test)]
mod tests;

/// A member that survives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Its row in the table of objectives.
    pub row: usize,
    /// Its rank: 0 for the first front.
    pub rank: u32,
    /// How much room it has among the survivors of its rank; larger is better.
    /// A distance, which may be infinite, or for [`Survival::Reference`] one
    /// over the number of survivors that share its direction.
    pub room: f64,
}

/// What decides who survives among members of equal rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Survival {
    /// The crowding distance of Deb 2002: [`crowding_distance`].
    #[default]
    Crowding,
    /// The crowding distance of the code released with Khalifa 2020:
    /// [`crowding_distance_released`].
    CrowdingReleased,
    /// The truthful crowding distance of Zheng 2024, computed anew after each
    /// removal: [`truthful_survivors`].
    Truthful,
    /// The reference directions of Deb 2014 (NSGA-III), as many as fit into the
    /// population: [`reference_directions`].
    Reference,
}

impl Survival {
    /// All kinds.
    pub const ALL: [Self; 4] =
        [Self::Crowding, Self::CrowdingReleased, Self::Truthful, Self::Reference];

    /// The `n` rows of `objectives` that survive, best first: by rank, then by
    /// falling room, then by row; all rows if there are no more than `n`.
    ///
    /// Whole fronts survive, best first, as long as they fit; from the next one
    /// as many as there is room for. Ranks and rooms are those among the
    /// survivors: to rank the survivors alone gives the same again.
    ///
    /// Only [`Survival::Reference`] draws from `rng`, and only if a front has to
    /// be split.
    pub fn survivors(self, objectives: &Objectives, n: usize, rng: &mut dyn Rng) -> Vec<Ranked> {
        let mut fronts = fronts(&non_dominated_sort(objectives));
        if let Some((last, n_open)) = split(&mut fronts, n) {
            fronts.push(self.choose(objectives, &fronts, &last, n_open, rng));
        }
        let mut survivors = Vec::new();
        let rooms = self.rooms(objectives, &fronts);
        for ((rank, front), rooms) in (0..).zip(&fronts).zip(rooms) {
            let members = front.iter().zip(rooms).map(|(&row, room)| Ranked { row, rank, room });
            let mut members: Vec<Ranked> = members.collect();
            // The sort is stable: those with equal room stay in the order of their rows.
            members.sort_by(|a, b| b.room.total_cmp(&a.room));
            survivors.extend(members);
        }
        survivors
    }

    /// The `n_open` rows of the front `last` that survive beside the `better`
    /// fronts, ascending.
    fn choose(
        self,
        objectives: &Objectives,
        better: &[Vec<usize>],
        last: &[usize],
        n_open: usize,
        rng: &mut dyn Rng,
    ) -> Vec<usize> {
        let front = objectives.select(last);
        let places = match self {
            Self::Crowding => largest(&crowding_distance(&front), n_open),
            Self::CrowdingReleased => largest(&crowding_distance_released(&front), n_open),
            Self::Truthful => truthful_survivors(&front, n_open),
            Self::Reference => {
                let n = better.iter().map(Vec::len).sum::<usize>() + n_open;
                let directions = reference_directions(objectives.n_objectives(), n);
                return niche_survivors(objectives, better, last, n_open, &directions, rng);
            }
        };
        places.into_iter().map(|place| last[place]).collect()
    }

    /// The room of each member of each front.
    fn rooms(self, objectives: &Objectives, fronts: &[Vec<usize>]) -> Vec<Vec<f64>> {
        let each = |distance: fn(&Objectives) -> Vec<f64>| {
            fronts.iter().map(|front| distance(&objectives.select(front))).collect()
        };
        match self {
            Self::Crowding => each(crowding_distance),
            Self::CrowdingReleased => each(crowding_distance_released),
            Self::Truthful => each(truthful_crowding_distance),
            Self::Reference => {
                let rows = fronts.concat();
                let directions = reference_directions(objectives.n_objectives(), rows.len());
                let first = fronts.first().map_or(&[][..], Vec::as_slice);
                let mut shares = niche_shares(objectives, first, &rows, &directions).into_iter();
                fronts.iter().map(|front| shares.by_ref().take(front.len()).collect()).collect()
            }
        }
    }
}

/// Leaves the fronts that fit whole into `n` places. If places stay open, gives
/// the next front, which has to be split, and their number.
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

/// Places of the `n` largest values, ascending; of equal values the first.
fn largest(values: &[f64], n: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    places.truncate(n);
    places.sort_unstable();
    places
}
