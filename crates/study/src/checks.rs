//! The ways in which a sentence is held against runs.

use claims::{Estimate, Finding, N_ERRORS, Verdict, spearman};

use crate::evidence::{Evidence, Reading, RunEvidence};

/// Whether something is so in each run of a problem: in all of them it holds,
/// in none of them it does not.
pub(crate) fn in_each_run(
    evidence: &Evidence<'_>,
    problem: &str,
    describe: impl Fn(&RunEvidence<'_>) -> String,
    is_so: impl Fn(&RunEvidence<'_>) -> bool,
) -> Finding {
    let runs = evidence.runs(problem);
    let measured = runs.iter().map(describe).collect::<Vec<_>>().join("; ");
    let n = runs.iter().filter(|run| is_so(run)).count();
    if n == 0 || n == runs.len() {
        return Finding::certain(measured, n > 0);
    }
    let doubt = format!("runs differ: it is so in {n} of {}", runs.len());
    Finding { measured, verdict: Verdict::Undecided, doubt }
}

/// Whether a number that the paper read off its one run could be that of
/// another run of ours: it holds if it lies within three standard deviations
/// of one run, or differs from the mean by what it was rounded to.
pub(crate) fn like_a_run(
    evidence: &Evidence<'_>,
    problem: &str,
    value: impl Fn(&RunEvidence<'_>) -> f64,
    published: Rounded,
) -> Finding {
    let values: Vec<f64> = evidence.runs(problem).iter().map(value).collect();
    let mean = Estimate::mean(&values);
    let each: Vec<String> = values.iter().map(|value| number(*value)).collect();
    let n = values.len() as f64;
    if values.len() < 2 {
        return Finding {
            measured: each.join("; "),
            verdict: Verdict::Undecided,
            doubt: "one run does not tell how much runs differ".to_owned(),
        };
    }
    // The mean has its own error; a single run has that times the root of n.
    let margin = N_ERRORS * mean.error * (n + 1.0).sqrt() + published.half_unit;
    let measured = format!("{mean} ({})", each.join("; "));
    Finding::certain(measured, (mean.value - published.value).abs() <= margin)
}

/// Whether the highest value in each run is at most what the paper says.
pub(crate) fn at_most(
    evidence: &Evidence<'_>,
    problem: &str,
    value: impl Fn(&RunEvidence<'_>) -> f64,
    published: Rounded,
) -> Finding {
    in_each_run(
        evidence,
        problem,
        |run| number(value(run)),
        |run| value(run) <= published.value + published.half_unit,
    )
}

/// Whether two objectives of the fronts go together, or against each other.
pub(crate) fn correlated(
    evidence: &Evidence<'_>,
    problem: &str,
    [a, b]: [&str; 2],
    direction: Direction,
) -> Finding {
    let runs = evidence.runs(problem);
    let correlations: Vec<Option<f64>> =
        runs.iter().map(|run| spearman(&run.front(a), &run.front(b))).collect();
    let text = |correlation: &Option<f64>| correlation.map_or("none".to_owned(), number);
    let each = correlations.iter().map(text).collect::<Vec<_>>().join("; ");
    let known: Vec<f64> = correlations.into_iter().flatten().collect();
    if known.len() < runs.len() {
        return Finding {
            measured: each,
            verdict: Verdict::Undecided,
            doubt: format!("in a run {a} or {b} is the same in the whole front"),
        };
    }
    let mean = Estimate::mean(&known);
    let zero = Estimate::exactly(0.0);
    let verdict = match direction {
        Direction::Together => zero.is_below(mean),
        Direction::Against => mean.is_below(zero),
    };
    let doubt = match verdict {
        Verdict::Undecided if known.len() < 2 => {
            "one run does not tell how much runs differ".to_owned()
        }
        Verdict::Undecided => {
            "runs are too few, or differ too much, to tell a direction".to_owned()
        }
        _ => String::new(),
    };
    let measured = if known.len() < 2 { each } else { format!("{mean} ({each})") };
    Finding { measured, verdict, doubt }
}

/// How two objectives go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Where one is higher, so is the other.
    Together,
    /// Where one is higher, the other is lower.
    Against,
}

/// Whether the share of random generators with an objective of 1 is that of
/// the paper, of whose genomes there were `of`.
pub(crate) fn share_of_ones(
    evidence: &Evidence<'_>,
    problem: &str,
    objective: &str,
    (n, of): (u32, u32),
) -> Finding {
    let ours = evidence.random_share_of_ones(problem, objective).estimate();
    let value = f64::from(n) / f64::from(of);
    let theirs = Estimate { value, error: (value * (1.0 - value) / f64::from(of)).sqrt() };
    Finding::certain(ours.to_string(), is_equal(ours, theirs, 0.0))
}

/// Whether an objective of the generator that the paper prints is what it says.
///
/// The paper measured it on 50 levels, which has an error of its own.
pub(crate) fn of_published(
    evidence: &Evidence<'_>,
    problem: &str,
    objective: &str,
    published: Rounded,
) -> Option<Finding> {
    if evidence.reading == Reading::Searched {
        return None;
    }
    let index = crate::evidence::objectives(problem).iter().position(|name| *name == objective);
    let index = index.expect("the problem has this objective");
    let measured = evidence.published(problem).objectives[index];
    let theirs =
        Estimate { value: published.value, error: measured.sd / f64::from(N_MAPS_OF_PAPER).sqrt() };
    let text = format!(
        "{}; a mean of {N_MAPS_OF_PAPER} levels has a standard error of {:.3}",
        measured.mean, theirs.error
    );
    let is_so = is_equal(measured.mean, theirs, published.half_unit);
    Some(Finding::certain(text, is_so))
}

/// Levels that the paper judges generators by (section 4).
const N_MAPS_OF_PAPER: u32 = 50;

/// Whether two numbers differ by less than three standard errors and what one
/// of them was rounded to.
pub(crate) fn is_equal(one: Estimate, other: Estimate, half_unit: f64) -> bool {
    (one.value - other.value).abs() <= N_ERRORS * one.error.hypot(other.error) + half_unit
}

/// A number as the paper prints it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded {
    pub(crate) value: f64,
    /// Half of its last digit.
    pub(crate) half_unit: f64,
}

impl Rounded {
    /// A number with so many decimals.
    pub(crate) fn new(value: f64, n_decimals: i32) -> Self {
        Self { value, half_unit: 0.5 * 0.1_f64.powi(n_decimals) }
    }
}

/// The largest of some values, 0 of none.
pub(crate) fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, f64::max)
}

/// A value in a cell of a table: counts without decimals.
pub(crate) fn number(value: f64) -> String {
    if value >= 2.0 && value == value.floor() { format!("{value}") } else { format!("{value:.3}") }
}
