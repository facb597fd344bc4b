//! Values of a problem's controls in the levels of one generator.

use marahel_problem::{Control, Tally};
use serde::{Deserialize, Serialize};

/// The values of all controls of a problem, level by level; NaN where a control does not apply to a
/// level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ControlValues {
    n_controls: usize,
    /// The values of the first level, then those of the second and so on.
    values: Vec<f64>,
}

impl ControlValues {
    pub(crate) fn new(n_controls: usize) -> Self {
        Self { n_controls, values: Vec::new() }
    }

    pub(crate) fn add(&mut self, values: &[f64]) {
        assert_eq!(values.len(), self.n_controls, "a level has a value for each control");
        self.values.extend(values);
    }

    /// Mean of each control over the levels that have a value; NaN if no level has one.
    pub fn means(&self) -> Vec<f64> {
        self.tallies().map(|tally| if tally.n() == 0 { f64::NAN } else { tally.mean() }).collect()
    }

    /// Standard deviation of each control between levels; NaN for fewer than two values.
    pub fn deviations(&self) -> Vec<f64> {
        self.tallies().map(|tally| tally.variance().map_or(f64::NAN, f64::sqrt)).collect()
    }

    /// Share of the levels that match all wanted values within the tolerances. `None` in `wanted`
    /// accepts any value.
    pub fn share_of_hits(&self, controls: &[Control], request: &[Option<f64>]) -> f64 {
        let hits = self.levels().filter(|values| {
            controls.iter().zip(request).zip(*values).all(|((control, request), &value)| {
                request.is_none_or(|request| control.is_hit(value, request))
            })
        });
        hits.count() as f64 / self.levels().len().max(1) as f64
    }

    fn levels(&self) -> std::slice::ChunksExact<'_, f64> {
        self.values.chunks_exact(self.n_controls.max(1))
    }

    fn tallies(&self) -> impl Iterator<Item = Tally> {
        (0..self.n_controls).map(|control| {
            let mut tally = Tally::default();
            let values = self.levels().map(|values| values[control]);
            values.filter(|value| !value.is_nan()).for_each(|value| tally.add(value));
            tally
        })
    }
}

#[cfg(test)]
mod tests {
    use marahel_problem::Control;

    use super::ControlValues;

    fn controls() -> [Control; 2] {
        [("there", 1), ("back", 2)].map(|(name, tolerance)| Control {
            name: name.to_owned(),
            low: 1,
            high: 9,
            tolerance,
            is_dial: false,
        })
    }

    #[test]
    fn levels_without_a_value_count_only_as_no_hits() {
        let mut values = ControlValues::new(2);
        for level in [[3.0, 5.0], [5.0, f64::NAN], [4.0, 7.0], [8.0, 6.0]] {
            values.add(&level);
        }
        assert_eq!(values.means(), [5.0, 6.0]);
        assert_eq!(values.deviations()[1], 1.0);
        let share = |wanted| values.share_of_hits(&controls(), wanted);
        assert_eq!(share(&[Some(4.0), Some(5.0)]), 0.5);
        assert_eq!(share(&[Some(4.0), None]), 0.75);
        assert_eq!(share(&[None, Some(9.0)]), 0.25);
    }

    #[test]
    fn no_levels_have_no_mean() {
        let values = ControlValues::new(1);
        assert!(values.means()[0].is_nan() && values.deviations()[0].is_nan());
        assert_eq!(values.share_of_hits(&controls()[..1], &[None]), 0.0);
    }
}
