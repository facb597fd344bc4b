//! Comparing settings with the baseline.

use marahel_statistics::{Quartiles, RankTest, a12, holm, rank_test};

use crate::round::{p_text, quartiles_text};
use crate::{Design, Results};

/// The final results of a setting on a problem, compared with those of the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The problem.
    pub problem: String,
    /// The column of the table of runs.
    pub measure: String,
    /// Name of the setting.
    pub setting: String,
    /// The final value of each run.
    pub values: Vec<f64>,
    /// Their median and quartiles.
    pub quartiles: Quartiles,
    /// The result of the test; `None` for the baseline itself, and without runs.
    pub against: Option<Against>,
}

/// A test of a setting against the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Against {
    /// Number of runs of the baseline.
    pub n_baseline: usize,
    /// Median and quartiles of the baseline.
    pub baseline: Quartiles,
    /// The two-sided rank test.
    pub test: RankTest,
    /// Its p-value, adjusted for all tests of the measure: of all settings and problems.
    pub p_holm: f64,
    /// The probability that a run of the setting ends higher than one of the baseline.
    pub a12: f64,
}

impl Comparison {
    /// Median and quartiles, rounded to the first digit of the error of the median.
    pub fn text(&self) -> String {
        quartiles_text(&self.quartiles, self.values.len())
    }
}

impl Against {
    /// Effect and adjusted p-value, rounded.
    pub fn text(&self) -> String {
        let p = p_text(self.p_holm);
        format!("A12 {:.2}, p (Holm) {p}", self.a12)
    }
}

/// Each setting against the baseline, by measure, problem and setting, without settings that have
/// no value.
pub(crate) fn comparisons(design: &Design, results: &Results) -> Vec<Comparison> {
    results.measures.iter().flat_map(|measure| of_measure(design, results, measure)).collect()
}

fn of_measure(design: &Design, results: &Results, measure: &str) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for problem in &design.problems {
        let baseline = results.ends(design.baseline, problem, measure);
        for (index, setting) in design.file.settings.iter().enumerate() {
            let values = results.ends(index, problem, measure);
            let Some(quartiles) = Quartiles::of(&values) else { continue };
            let against = if index == design.baseline { None } else { against(&values, &baseline) };
            comparisons.push(Comparison {
                problem: problem.clone(),
                measure: measure.to_owned(),
                setting: setting.name.clone(),
                values,
                quartiles,
                against,
            });
        }
    }
    let mut tests: Vec<&mut Against> =
        comparisons.iter_mut().filter_map(|comparison| comparison.against.as_mut()).collect();
    let p_values: Vec<f64> = tests.iter().map(|against| against.test.p).collect();
    for (against, p) in tests.iter_mut().zip(holm(&p_values)) {
        against.p_holm = p;
    }
    comparisons
}

fn against(values: &[f64], baseline: &[f64]) -> Option<Against> {
    let test = rank_test(values, baseline)?;
    Some(Against {
        n_baseline: baseline.len(),
        baseline: Quartiles::of(baseline)?,
        test,
        p_holm: test.p,
        a12: a12(values, baseline)?,
    })
}
