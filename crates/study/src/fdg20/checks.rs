//! The ways in which a sentence is held against runs.

use crate::{Finding, Verdict};
use statistics::{Estimate, N_ERRORS, spearman};

use super::evidence::{Evidence, Reading, RunEvidence};
use super::problems::objective_index;

/// Whether something is so in each run of a problem: in all of them it holds,
/// in none of them it does not; runs that have nothing of the kind cannot tell.
pub(crate) fn in_each_run(
    evidence: &Evidence<'_>,
    problem: &str,
    describe: impl Fn(&RunEvidence<'_>) -> String,
    is_so: impl Fn(&RunEvidence<'_>) -> Option<bool>,
) -> Finding {
    let runs = evidence.runs(problem);
    let measured = runs.iter().map(describe).collect::<Vec<_>>().join("; ");
    let answers: Vec<bool> = runs.iter().filter_map(is_so).collect();
    let n = answers.iter().filter(|&&is_so| is_so).count();
    if answers.is_empty() {
        let doubt = "no run has such a generator".to_owned();
        return Finding { measured, verdict: Verdict::Undecided, doubt };
    }
    if n == 0 || n == answers.len() {
        return Finding::certain(measured, n > 0);
    }
    let doubt = format!("runs differ: it is so in {n} of {}", answers.len());
    Finding { measured, verdict: Verdict::Undecided, doubt }
}

/// Whether a number that the paper read off its one run could be that of
/// another run of ours: it holds within the range of our runs, unless that is
/// as wide as half of the number, and does not further away from the range than
/// this is wide.
pub(crate) fn like_a_run(
    evidence: &Evidence<'_>,
    problem: &str,
    value: impl Fn(&RunEvidence<'_>) -> Estimate,
    published: Rounded,
) -> Finding {
    let estimates: Vec<Estimate> = evidence.runs(problem).iter().map(value).collect();
    let each: Vec<String> = estimates.iter().map(|&one| published.like(one)).collect();
    let values = values(&estimates);
    let undecided = |doubt: &str| Finding {
        measured: each.join("; "),
        verdict: Verdict::Undecided,
        doubt: doubt.to_owned(),
    };
    if values.len() < 2 {
        return undecided("one run does not tell how much runs differ");
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let width = most - least;
    let outside = (least - published.value).max(published.value - most) - published.half_unit;
    if outside > width {
        return Finding::certain(each.join("; "), false);
    }
    if outside > 0.0 {
        return undecided("runs are too few, or differ too much, to tell");
    }
    if width > published.value / 2.0 {
        return undecided("runs differ by more than half of the number");
    }
    Finding::certain(each.join("; "), true)
}

/// Whether the highest value in each run, rounded as the paper does, is at most
/// what it says; runs without a value cannot tell.
pub(crate) fn at_most(
    evidence: &Evidence<'_>,
    problem: &str,
    values: impl Fn(&RunEvidence<'_>) -> Vec<Estimate>,
    published: Rounded,
) -> Finding {
    in_each_run(
        evidence,
        problem,
        |run| highest(&values(run)).map_or("none".to_owned(), |highest| published.like(highest)),
        |run| {
            let bound = published.value + published.half_unit;
            highest(&values(run)).map(|highest| highest.value <= bound)
        },
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
        runs.iter().map(|run| spearman(&values(&run.front(a)), &values(&run.front(b)))).collect();
    let text = |correlation: &Option<f64>| {
        correlation.map_or("none".to_owned(), |correlation| format!("{correlation:.3}"))
    };
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
        Direction::Together => zero.is_below(mean).into(),
        Direction::Against => mean.is_below(zero).into(),
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
/// It holds if the printed value is within three standard errors of ours. The
/// paper measured it on 50 levels, which has an error of its own: what only that
/// error reconciles is consistent with ours, and no more.
pub(crate) fn of_published(
    evidence: &Evidence<'_>,
    problem: &str,
    objective: &str,
    published: Rounded,
) -> Option<Finding> {
    if evidence.reading == Reading::Searched {
        return None;
    }
    let index = objective_index(problem, objective);
    let measured = evidence.published(problem).objectives[index];
    let theirs =
        Estimate { value: published.value, error: measured.sd / f64::from(N_MAPS_OF_PAPER).sqrt() };
    let text = format!(
        "{}; a mean of {N_MAPS_OF_PAPER} levels has a standard error of {:.3}",
        measured.mean, theirs.error
    );
    let holds = is_equal(measured.mean, Estimate::exactly(published.value), published.half_unit);
    if holds || !is_equal(measured.mean, theirs, published.half_unit) {
        return Some(Finding::certain(text, holds));
    }
    let doubt = format!("only the noise of {N_MAPS_OF_PAPER} levels reconciles the two");
    Some(Finding { measured: text, verdict: Verdict::Consistent, doubt })
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
    /// Half of its last digit; 0 of a count.
    pub(crate) half_unit: f64,
}

impl Rounded {
    /// A number with so many decimals.
    pub(crate) fn new(value: f64, n_decimals: i32) -> Self {
        Self { value, half_unit: 0.5 * 0.1_f64.powi(n_decimals) }
    }

    /// A count.
    pub(crate) fn count(value: u32) -> Self {
        Self { value: f64::from(value), half_unit: 0.0 }
    }

    /// A value of the same kind, as text.
    fn like(self, one: Estimate) -> String {
        if self.half_unit == 0.0 { one.value.to_string() } else { score(one) }
    }
}

/// The estimate with the highest value, if there is any.
pub(crate) fn highest(estimates: &[Estimate]) -> Option<Estimate> {
    estimates.iter().copied().max_by(|one, other| one.value.total_cmp(&other.value))
}

/// Estimates without their errors.
fn values(estimates: &[Estimate]) -> Vec<f64> {
    estimates.iter().map(|one| one.value).collect()
}

/// A score in a cell of a table, with its error if that is known.
pub(crate) fn score(one: Estimate) -> String {
    if one.error.is_infinite() { format!("{:.3}", one.value) } else { one.to_string() }
}
