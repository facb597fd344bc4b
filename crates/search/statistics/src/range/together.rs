//! Measures of the levels of one script as a set.

use marahel_level::{TileSet, View};
use marahel_problem::{Signature, Variety, VarietyGoals, level_hash};
use serde::Serialize;

/// From this difference of their floor plans on, two levels count as entirely different.
const UNLIKE: f64 = 0.4;

/// How much the levels of a script differ from each other.
///
/// A metric says what each level is like; levels that are alike in every metric
/// may still be a thousand different ones, or one. See [`Variety`] for what is
/// compared with what.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Together {
    /// Number of levels that are equal to no earlier one.
    pub n_different: usize,
    /// Mean difference of two floor plans, as a share of their cells; `None` if the
    /// levels are not of one size.
    pub floor: Option<f64>,
    /// Its standard error, where it is known.
    pub floor_se: Option<f64>,
    /// Effective number of levels whose floor plans are unlike: two are not alike at
    /// all from a difference of two fifths of the cells on.
    pub unlike: Option<f64>,
    /// Its standard error, where it is known.
    pub unlike_se: Option<f64>,
}

/// What of a level is compared with other levels.
pub(crate) struct Trait {
    hash: u64,
    size: (usize, usize),
    /// Only the first levels are compared by their floor plans.
    signature: Option<Signature>,
}

impl Trait {
    /// Of the level with this index among all.
    pub(crate) fn of(index: u64, level: View<'_>, walkable: TileSet) -> Self {
        let signature = (index < u64::from(Variety::N_SIGNED_MAX)).then(|| {
            let mut signature = Signature::default();
            signature.begin(level, walkable);
            signature
        });
        Self { hash: level_hash(level), size: (level.width(), level.height()), signature }
    }
}

impl Together {
    /// Of all levels, in the order of their seeds.
    pub(crate) fn of(levels: &[Trait]) -> Self {
        // What else is wanted of a variety decides nothing here.
        let mut variety = Variety::new(VarietyGoals { way: UNLIKE, ..VarietyGoals::default() });
        let nothing = Signature::default();
        for level in levels {
            let signature = level.signature.as_ref().unwrap_or(&nothing);
            variety.add(level.hash, signature, 0, Signature::differences);
        }
        let is_one_size = levels.windows(2).all(|pair| pair[0].size == pair[1].size);
        let of_plans = |value: Option<f64>| value.filter(|_| is_one_size && levels.len() > 1);
        Self {
            n_different: variety.n_different(),
            floor: of_plans(Some(variety.floor_difference())),
            floor_se: of_plans(variety.floor_difference_error()),
            unlike: of_plans(Some(variety.n_unlike())),
            unlike_se: of_plans(variety.n_unlike_error()),
        }
    }
}
