//! What children are measured against.

use serde::{Deserialize, Serialize};

/// A child that costs more than so many times the median of the living, by so many levels, is
/// measured no further: a search would spend its time on what nobody waits for.
const N_TIMES_MEDIAN: f64 = 4.0;
pub(super) const N_MAPS_COST: u32 = 2;

/// Steps per tile that are usual: half of the gallery costs at most 37. A way that winds or a maze,
/// as layers explain drawings, costs some hundred.
const N_STEPS_USUAL: f64 = 37.0;
const N_STEPS_DRAWN: f64 = 150.0;

/// Levels by which a child is judged at first where a search breeds by cases.
pub(super) const N_MAPS_CASES: u32 = 4;

/// What a child is measured against.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Bars {
    /// A child that is worth as much by its first levels is measured on more at once.
    pub(super) worth: Option<f64>,
    /// A child whose first levels cost more steps per tile is measured no further.
    pub(super) steps: Option<f64>,
    /// Where levels that do well in each case are counted: a child that does worse on the whole, by
    /// its first levels, is measured no further.
    pub(super) cases: Option<f64>,
}

/// The scripts of a search, as far as it says what they may cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sources {
    /// Some may be made as drawings are.
    pub(super) are_drawn: bool,
    /// Somebody is asked for some, who knows what they cost.
    pub(super) are_proposed: bool,
}

/// The steps per tile that a child may cost, by those of the living, and by where scripts come
/// from.
pub(super) fn steps_allowed(of_the_living: impl Iterator<Item = f64>, sources: Sources) -> f64 {
    let usual = if sources.are_drawn { N_STEPS_DRAWN } else { N_STEPS_USUAL };
    let mut steps: Vec<f64> = of_the_living.collect();
    steps.sort_by(f64::total_cmp);
    let median = steps.get(steps.len() / 2).copied().unwrap_or(usual);
    let allowed = N_TIMES_MEDIAN * median.max(usual);
    // Children of what was proposed may cost what that does, but no more.
    let costliest = steps.last().copied().filter(|_| sources.are_proposed);
    allowed.max(costliest.unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::{Sources, steps_allowed};

    #[test]
    fn a_child_may_cost_four_times_the_median_of_the_living() {
        let bred = Sources::default();
        let drawn = Sources { are_drawn: true, ..bred };
        let proposed = Sources { are_proposed: true, ..bred };
        assert_eq!(steps_allowed([10.0, 100.0, 50.0].into_iter(), bred), 200.0);
        // Where all are quick, children need not be.
        assert_eq!(steps_allowed([1.0].into_iter(), bred), 148.0);
        assert_eq!(steps_allowed(std::iter::empty(), bred), 148.0);
        assert_eq!(steps_allowed(std::iter::empty(), drawn), 600.0);
        // Whoever was proposed may have children, whatever it costs.
        let living = [1.0, 2.0, 3000.0];
        assert_eq!(steps_allowed(living.into_iter(), bred), 148.0);
        assert_eq!(steps_allowed(living.into_iter(), proposed), 3000.0);
    }
}
