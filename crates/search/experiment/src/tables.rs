//! The tables of an experiment, as CSV.

use marahel_statistics::{CsvText, Quartiles};

use crate::curves::Curve;
use crate::{Comparison, Results};

/// `runs.csv`: a row for each finished run, by problem, setting and seed.
///
/// After setting, problem and seed come all columns of the runs:
///
/// | column | meaning |
/// | --- | --- |
/// | `X` | the column X of `generations.csv` in the last generation; `validated_hypervolume` is that of the final front |
/// | `front_X` | the highest value of the column X in `front.csv`, such as `front_path_validated` or `front_playable` |
/// | `best_X` | the column X of `best.csv`, the run's best generator measured again |
///
/// A field is empty if a run lacks the column.
pub(crate) fn runs_csv(results: &Results) -> String {
    let columns = results.columns();
    let fixed = ["setting", "problem", "seed"];
    let mut table = CsvText::new(fixed.into_iter().chain(columns.iter().copied()));
    for (trial, record) in &results.runs {
        let mut row =
            vec![trial.setting_name.clone(), trial.problem.clone(), trial.seed.to_string()];
        let values = columns.iter().map(|column| record.ends.get(*column));
        row.extend(values.map(|value| value.map_or_else(String::new, f64::to_string)));
        table.add(row);
    }
    table.finish()
}

/// `curves.csv`: a row for each point of each curve.
pub(crate) fn curves_csv(curves: &[Curve]) -> String {
    let columns = ["setting", "problem", "measure", "maps", "n", "q1", "median", "q3"];
    let mut table = CsvText::new(columns);
    for curve in curves {
        for &(maps, quartiles) in &curve.points {
            let Curve { setting, problem, measure, n_runs, .. } = curve;
            let fixed = [setting.clone(), problem.clone(), measure.clone()];
            let numbers = [maps.to_string(), n_runs.to_string()];
            table.add(fixed.into_iter().chain(numbers).chain(fields(&quartiles)));
        }
    }
    table.finish()
}

/// `tests.csv`: a row for each problem, measure and setting except the baseline.
///
/// `p` is two-sided; `method` tells whether it is exact or from a normal distribution. `p_holm` is
/// adjusted for all tests of the measure, over settings and problems. `a12` is the probability that
/// a run of the setting ends higher than one of the baseline.
pub(crate) fn tests_csv(comparisons: &[Comparison]) -> String {
    let columns = "measure,problem,setting,n,q1,median,q3,\
        n_baseline,baseline_q1,baseline_median,baseline_q3,u,p,method,p_holm,a12";
    let mut table = CsvText::new(columns.split(','));
    for one in comparisons {
        let Some(against) = &one.against else { continue };
        let mut row = vec![one.measure.clone(), one.problem.clone(), one.setting.clone()];
        row.push(one.values.len().to_string());
        row.extend(fields(&one.quartiles));
        row.push(against.n_baseline.to_string());
        row.extend(fields(&against.baseline));
        row.extend([against.test.u, against.test.p].map(|value| value.to_string()));
        row.push(if against.test.is_exact { "exact" } else { "normal" }.to_owned());
        row.extend([against.p_holm, against.a12].map(|value| value.to_string()));
        table.add(row);
    }
    table.finish()
}

fn fields(quartiles: &Quartiles) -> [String; 3] {
    [quartiles.q1, quartiles.median, quartiles.q3].map(|value| value.to_string())
}
