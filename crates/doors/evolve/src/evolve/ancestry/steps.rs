//! The line of first parents, step by step.

use marahel_evolution::{Ancestor, MeasuredAncestor};
use marahel_script::{Script, diff};
use marahel_statistics::Estimate;
use serde_json::Value;

/// A birth on the line; the first is that of the random ancestor.
pub(super) struct Step<'a> {
    pub(super) child: &'a Ancestor,
    pub(super) measured: MeasuredAncestor,
    /// The changed lines of the script; empty for the first.
    pub(super) changes: Vec<String>,
    /// Differences from the parent, one row per sample and one column per measure; empty for the
    /// first step.
    differences: Vec<Vec<f64>>,
    /// Whether any level changed, as far as measured.
    pub(super) has_effect: bool,
}

impl<'a> Step<'a> {
    /// The steps of a line with the measurements of its members, oldest first.
    pub(super) fn all(line: &[&'a Ancestor], measured: &[MeasuredAncestor]) -> Vec<Self> {
        let parents = std::iter::once(None).chain(measured.iter().map(Some));
        let steps = line.iter().copied().zip(measured).zip(parents);
        steps.map(|((child, measured), parent)| Self::new(child, measured, parent)).collect()
    }

    fn new(
        child: &'a Ancestor,
        measured: &MeasuredAncestor,
        parent: Option<&MeasuredAncestor>,
    ) -> Self {
        Self {
            child,
            changes: parent.map_or_else(Vec::new, |parent| {
                changes(parent.script.as_ref(), measured.script.as_ref())
            }),
            differences: parent.map_or_else(Vec::new, |parent| differences(measured, parent)),
            has_effect: parent.is_none_or(|parent| parent.levels != measured.levels),
            measured: measured.clone(),
        }
    }

    pub(super) fn value(&self, measure: usize) -> Estimate {
        estimate(self.measured.values.iter().map(|row| row[measure]))
    }

    /// Its gain over its parent in a measure; `None` for the first.
    pub(super) fn gain(&self, measure: usize) -> Option<Estimate> {
        (!self.differences.is_empty()).then(|| sum_of([self], measure))
    }

    /// The gain to show: that in worth (the last measure) if it is significant, else the largest
    /// significant gain, else that in worth.
    pub(super) fn main_gain(&self) -> Option<(usize, Estimate)> {
        let n = self.differences.first()?.len();
        let gains: Vec<(usize, Estimate)> =
            (0..n).filter_map(|measure| Some((measure, self.gain(measure)?))).collect();
        let worth = *gains.last()?;
        if is_sure(worth.1) {
            return Some(worth);
        }
        let sure = gains.into_iter().filter(|(_, gain)| is_sure(*gain));
        let largest =
            sure.max_by(|(_, left), (_, right)| left.value.abs().total_cmp(&right.value.abs()));
        Some(largest.unwrap_or(worth))
    }
}

/// The values of a child less those of its parent.
fn differences(child: &MeasuredAncestor, parent: &MeasuredAncestor) -> Vec<Vec<f64>> {
    let rows = child.values.iter().zip(&parent.values);
    rows.map(|(own, old)| own.iter().zip(old).map(|(own, old)| own - old).collect()).collect()
}

/// The changes in a script, or whether its expansion ends.
fn changes(old: Option<&Value>, new: Option<&Value>) -> Vec<String> {
    match (old.map(read), new.map(read)) {
        (Some(old), Some(new)) => {
            diff(&old.to_string(), &new.to_string()).lines().map(str::to_owned).collect()
        }
        (None, Some(_)) => vec!["its expansion ends now".to_owned()],
        (Some(_), None) => vec!["its expansion never ends".to_owned()],
        (None, None) => Vec::new(),
    }
}

fn read(script: &Value) -> Script {
    marahel_dialects::parse(&script.to_string()).expect("it was compiled")
}

/// Whether a gain is significant: more than two standard errors.
fn is_sure(gain: Estimate) -> bool {
    gain.value.abs() > 2.0 * gain.error
}

/// The total gain of some steps (none of them the first) in a measure.
pub(super) fn sum_of<'s, 'a: 's>(
    steps: impl IntoIterator<Item = &'s Step<'a>>,
    measure: usize,
) -> Estimate {
    let mut sums: Vec<f64> = Vec::new();
    for step in steps {
        sums.resize(step.differences.len(), 0.0);
        for (sum, row) in sums.iter_mut().zip(&step.differences) {
            *sum += row[measure];
        }
    }
    estimate(sums)
}

/// The mean of independent samples and its standard error.
fn estimate(values: impl IntoIterator<Item = f64>) -> Estimate {
    let values: Vec<f64> = values.into_iter().collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Estimate { value: mean, error: (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt() }
}

#[cfg(test)]
mod tests {
    use marahel_config::Genome;
    use marahel_evolution::{Ancestor, MeasuredAncestor};

    use super::{Estimate, Step, estimate, sum_of};

    fn ancestor(id: u64) -> Ancestor {
        Ancestor {
            id,
            parents: Vec::new(),
            operator: "any".to_owned(),
            island: 0,
            generation: id,
            objectives: Vec::new(),
            genome: Genome::default(),
        }
    }

    fn measured(levels: usize, values: [[f64; 2]; 2]) -> MeasuredAncestor {
        MeasuredAncestor { script: None, values: values.map(Vec::from).to_vec(), levels }
    }

    #[test]
    fn estimates_have_standard_errors() {
        assert_eq!(estimate([1.0, 3.0]), Estimate { value: 2.0, error: 1.0 });
        assert_eq!(estimate([0.5; 4]), Estimate { value: 0.5, error: 0.0 });
    }

    #[test]
    fn gains_are_differences_on_equal_samples() {
        let people = [ancestor(0), ancestor(1), ancestor(2)];
        let line: Vec<&Ancestor> = people.iter().collect();
        let steps = Step::all(
            &line,
            &[
                measured(0, [[0.0, 1.0], [0.5, 1.5]]),
                measured(1, [[0.0, 2.0], [0.5, 2.5]]),
                measured(1, [[0.0, 2.0], [0.5, 2.5]]),
            ],
        );
        assert!(steps[0].gain(1).is_none() && steps[0].main_gain().is_none());
        let one = Estimate { value: 1.0, error: 0.0 };
        assert_eq!(steps[1].main_gain(), Some((1, one)));
        assert_eq!(sum_of(&steps[1..], 1), one);
        assert_eq!(steps[0].value(0), Estimate { value: 0.25, error: 0.25 });
        let effects: Vec<bool> = steps.iter().map(|step| step.has_effect).collect();
        assert_eq!(effects, [true, true, false]);
    }

    #[test]
    fn what_changed_most_stands_for_a_worth_that_did_not() {
        let people = [ancestor(0), ancestor(1)];
        let steps = Step::all(
            &people.iter().collect::<Vec<_>>(),
            &[measured(0, [[0.5, 1.0], [0.5, 1.0]]), measured(1, [[0.75, 0.0], [0.75, 2.0]])],
        );
        assert_eq!(steps[1].main_gain(), Some((0, Estimate { value: 0.25, error: 0.0 })));
    }
}
