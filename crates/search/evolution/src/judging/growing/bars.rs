//! The thresholds for children.

use serde::{Deserialize, Serialize};

/// A child whose first [`N_MAPS_COST`] levels cost more than this many times the median of the
/// living is dropped: a search would waste its time on it.
const N_TIMES_MEDIAN: f64 = 4.0;
pub(super) const N_MAPS_COST: u32 = 2;

/// Usual steps per tile: half of the gallery costs at most 37. Winding ways and mazes, as in layers
/// that explain drawings, cost some hundred.
const N_STEPS_USUAL: f64 = 37.0;
const N_STEPS_DRAWN: f64 = 150.0;

/// A child may cost this many times as much as a script that a user gave.
const N_TIMES_GIVEN: f64 = 2.0;

/// Levels that first judge a child while a search breeds by cases.
pub(super) const N_MAPS_CASES: u32 = 4;

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Thresholds {
    /// A child whose first levels reach this worth is measured on more at once.
    pub(super) worth: Option<f64>,
    /// Whether this worth first asks for good levels.
    pub(super) good_first: bool,
    /// A child whose first levels cost more steps per tile is dropped.
    pub(super) steps: Option<f64>,
    /// While a search breeds by cases: a child with a lower mean over all cases in its first levels
    /// is measured no further.
    pub(super) cases: Option<f64>,
}

/// The origins of a search's scripts, which decide their allowed cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sources {
    /// Scripts may resemble those that explain drawings.
    pub(super) are_drawn: bool,
    /// The steps per tile of the costliest script that a user gave.
    pub(super) given: f64,
}

/// The steps per tile that a child may cost, given those of the living and the origins of scripts.
pub(super) fn steps_allowed(of_the_living: impl Iterator<Item = f64>, sources: Sources) -> f64 {
    let usual = if sources.are_drawn { N_STEPS_DRAWN } else { N_STEPS_USUAL };
    let mut steps: Vec<f64> = of_the_living.collect();
    steps.sort_by(f64::total_cmp);
    let median = steps.get(steps.len() / 2).copied().unwrap_or(usual);
    (N_TIMES_MEDIAN * median.max(usual)).max(N_TIMES_GIVEN * sources.given)
}

#[cfg(test)]
mod tests {
    use super::{Sources, steps_allowed};

    #[test]
    fn a_child_may_cost_four_times_the_median_of_the_living() {
        let bred = Sources::default();
        let drawn = Sources { are_drawn: true, ..bred };
        let given = Sources { given: 90.0, ..bred };
        assert_eq!(steps_allowed([10.0, 100.0, 50.0].into_iter(), bred), 200.0);
        // Where all are quick, children need not be.
        assert_eq!(steps_allowed([1.0].into_iter(), bred), 148.0);
        assert_eq!(steps_allowed(std::iter::empty(), bred), 148.0);
        assert_eq!(steps_allowed(std::iter::empty(), drawn), 600.0);
        assert_eq!(steps_allowed(std::iter::empty(), given), 180.0);
        assert_eq!(steps_allowed([100.0].into_iter(), given), 400.0);
        assert_eq!(steps_allowed([1.0, 2.0, 3000.0].into_iter(), bred), 148.0);
    }
}
