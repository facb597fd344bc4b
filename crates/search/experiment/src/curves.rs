//! Anytime curves: values by number of maps measured.

use marahel_statistics::Quartiles;

use crate::record::Record;
use crate::{Design, Results};

/// Number of grid points of the curves of a problem.
const N_STEPS: u32 = 100;

/// A column of `generations.csv` over the maps measured so far, for one setting and problem.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Curve {
    pub(crate) setting: String,
    pub(crate) problem: String,
    pub(crate) measure: String,
    pub(crate) n_runs: usize,
    /// Maps measured, ascending, and the quartiles of the values of the runs.
    pub(crate) points: Vec<(f64, Quartiles)>,
}

/// The curves of an experiment, by problem, measure and setting.
///
/// A curve is a step function: it is evaluated at a hundred steps up to the most maps of any run of
/// the problem, and each value is that of the last generation so far. A curve begins where all of
/// its runs have a value. A finished run keeps its last value.
pub(crate) fn curves(design: &Design, results: &Results) -> Vec<Curve> {
    let mut curves = Vec::new();
    for problem in &design.problems {
        let runs = results.runs.iter().filter(|(trial, _)| trial.problem == *problem);
        let most = runs.map(|(_, record)| record.n_maps).fold(0.0, f64::max);
        for measure in &design.file.curves {
            for (index, setting) in design.file.settings.iter().enumerate() {
                let runs: Vec<&Record> = results
                    .of(index, problem)
                    .filter(|record| record.curves.contains_key(measure))
                    .collect();
                let points = points(&runs, measure, most);
                if !points.is_empty() {
                    curves.push(Curve {
                        setting: setting.name.clone(),
                        problem: problem.clone(),
                        measure: measure.clone(),
                        n_runs: runs.len(),
                        points,
                    });
                }
            }
        }
    }
    curves
}

fn points(runs: &[&Record], measure: &str, most: f64) -> Vec<(f64, Quartiles)> {
    let own_most = runs.iter().map(|record| record.n_maps).fold(0.0, f64::max);
    let mut points = Vec::new();
    for step in 0..=N_STEPS {
        let maps = (most * f64::from(step) / f64::from(N_STEPS)).ceil();
        let values: Option<Vec<f64>> =
            runs.iter().map(|record| value_at(&record.curves[measure], maps)).collect();
        let quartiles = values.and_then(|values| Quartiles::of(&values));
        points.extend(quartiles.map(|quartiles| (maps, quartiles)));
        if maps >= own_most {
            break;
        }
    }
    points
}

fn value_at(points: &[(f64, f64)], maps: f64) -> Option<f64> {
    let n_before = points.partition_point(|&(at, _)| at <= maps);
    n_before.checked_sub(1).map(|last| points[last].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(points: &[(f64, f64)]) -> Record {
        let n_maps = points.last().map_or(0.0, |&(maps, _)| maps);
        let curves = [("best".to_owned(), points.to_vec())].into_iter().collect();
        Record { ends: indexmap::IndexMap::new(), curves, n_maps }
    }

    #[test]
    fn curves_are_step_functions_on_a_common_grid() {
        let runs = [
            record(&[(10.0, 0.0), (40.0, 0.5)]),
            record(&[(25.0, 0.2), (60.0, 0.9)]),
            record(&[(20.0, 0.1), (80.0, 1.0)]),
        ];
        let runs: Vec<&Record> = runs.iter().collect();
        let points = points(&runs, "best", 100.0);
        let median = |maps: f64| {
            points.iter().find(|(at, _)| *at == maps).map(|(_, quartiles)| quartiles.median)
        };
        assert_eq!(median(24.0), None, "not all runs have begun");
        assert_eq!(median(25.0), Some(0.1));
        assert_eq!(median(40.0), Some(0.2));
        assert_eq!(median(60.0), Some(0.5));
        assert_eq!(median(79.0), Some(0.5), "runs that have ended keep their values");
        assert_eq!(median(80.0), Some(0.9));
        assert_eq!(points.len(), 56, "nothing is said beyond the longest run");
    }

    #[test]
    fn runs_without_maps_make_no_endless_curve() {
        let run = record(&[(0.0, 0.5)]);
        assert_eq!(points(&[&run], "best", 0.0).len(), 1);
    }
}
