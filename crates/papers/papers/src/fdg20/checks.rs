//! Ways to test a sentence against runs.

use crate::{Finding, Verdict};
use marahel_statistics::{Estimate, N_ERRORS, spearman};

use super::evidence::{Evidence, RunEvidence};
use super::problems::objective_index;

/// Whether something is true in each run of a problem: it holds if true in all, and fails if true
/// in none; runs without a value are ignored.
pub(crate) fn in_each_run(
    evidence: &Evidence<'_>,
    problem: &str,
    tell: impl Fn(&RunEvidence<'_>) -> Option<(String, bool)>,
) -> Finding {
    let answer_texts: Vec<_> = evidence.runs(problem).iter().map(tell).collect();
    let texts = answer_texts.iter().map(|answer| answer.as_ref().map_or("none", |(text, _)| text));
    let measured = texts.collect::<Vec<_>>().join("; ");
    let answers: Vec<bool> = answer_texts.iter().flatten().map(|&(_, is_so)| is_so).collect();
    let n = answers.iter().filter(|&&is_so| is_so).count();
    if answers.is_empty() {
        return Finding::undecided(measured, "no run has such a generator");
    }
    if n == 0 || n == answers.len() {
        return Finding::certain(measured, n > 0);
    }
    Finding::undecided(measured, format!("runs differ: it is so in {n} of {}", answers.len()))
}

/// Whether a number from the paper's single run could come from one of our runs. It holds within
/// the range of our runs, unless the range is as wide as half of the number. It fails if it is
/// farther outside of the range than the range is wide.
pub(crate) fn like_a_run(
    evidence: &Evidence<'_>,
    problem: &str,
    value: impl Fn(&RunEvidence<'_>) -> Estimate,
    published: Rounded,
) -> Finding {
    let estimates: Vec<Estimate> = evidence.runs(problem).iter().map(value).collect();
    let each: Vec<String> = estimates.iter().map(|&estimate| published.like(estimate)).collect();
    let measured = each.join("; ");
    let values = values(&estimates);
    if values.len() < 2 {
        return Finding::undecided(measured, "one run does not tell how much runs differ");
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let width = most - least;
    let outside = (least - published.value).max(published.value - most) - published.half_unit;
    if outside > width {
        Finding::certain(measured, false)
    } else if outside > 0.0 {
        Finding::undecided(measured, "runs are too few, or differ too much, to tell")
    } else if width > published.value / 2.0 {
        Finding::undecided(measured, "runs differ by more than half of the number")
    } else {
        Finding::certain(measured, true)
    }
}

/// Whether the highest value in each run, rounded like in the paper, is at most the published one;
/// runs without a value are ignored.
pub(crate) fn at_most(
    evidence: &Evidence<'_>,
    problem: &str,
    values: impl Fn(&RunEvidence<'_>) -> Vec<Estimate>,
    published: Rounded,
) -> Finding {
    in_each_run(evidence, problem, |run| {
        let highest = highest(&values(run))?;
        let bound = published.value + published.half_unit;
        Some((published.like(highest), highest.value <= bound))
    })
}

/// Whether two objectives of the fronts correlate in a direction.
pub(crate) fn correlated(
    evidence: &Evidence<'_>,
    problem: &str,
    [a, b]: [&str; 2],
    direction: Direction,
) -> Finding {
    let runs = evidence.runs(problem);
    let correlations: Vec<Option<f64>> =
        runs.iter().map(|run| spearman(&values(&run.front(a)), &values(&run.front(b)))).collect();
    let texts = correlations.iter().map(|correlation| {
        correlation.map_or("none".to_owned(), |correlation| format!("{correlation:.3}"))
    });
    let each = texts.collect::<Vec<_>>().join("; ");
    let values: Vec<f64> = correlations.into_iter().flatten().collect();
    if values.len() < runs.len() {
        let doubt = format!("in a run {a} or {b} is the same in the whole front");
        return Finding::undecided(each, doubt);
    }
    if values.len() < 2 {
        return Finding::undecided(each, "one run does not tell how much runs differ");
    }
    let mean = Estimate::mean(&values);
    let zero = Estimate::exactly(0.0);
    let is_so = match direction {
        Direction::Together => zero.is_below(mean),
        Direction::Against => mean.is_below(zero),
    };
    let measured = format!("{mean} ({each})");
    match is_so {
        Some(is_so) => Finding::certain(measured, is_so),
        None => Finding::undecided(
            measured,
            "runs are too few, or differ too much, to tell a direction",
        ),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Together,
    /// Higher values go with lower ones.
    Against,
}

/// Whether the share of random generators with an objective of 1 equals that of the paper, `n` of
/// `of`.
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

/// Whether an objective of the generator printed in the paper has the published value.
///
/// It holds if the published value is within three standard errors of ours. The paper measured it
/// on 50 levels, which has an error of its own: if only that error explains the difference, the
/// claim is just consistent.
pub(crate) fn of_published(
    evidence: &Evidence<'_>,
    problem: &str,
    objective: &str,
    published: Rounded,
) -> Finding {
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
        return Finding::certain(text, holds);
    }
    let doubt = format!("only the noise of {N_MAPS_OF_PAPER} levels reconciles the two");
    Finding { measured: text, verdict: Verdict::Consistent, doubt }
}

/// Number of levels per generator in the paper (section 4).
const N_MAPS_OF_PAPER: u32 = 50;

/// Whether two numbers differ by less than three standard errors plus the rounding of one of them.
pub(crate) fn is_equal(left: Estimate, right: Estimate, half_unit: f64) -> bool {
    (left.value - right.value).abs() <= N_ERRORS * left.error.hypot(right.error) + half_unit
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded {
    pub(crate) value: f64,
    /// Half a unit of its last digit; 0 for a count.
    pub(crate) half_unit: f64,
}

impl Rounded {
    /// A number with this many decimals.
    pub(crate) fn new(value: f64, n_decimals: i32) -> Self {
        Self { value, half_unit: 0.5 * 0.1_f64.powi(n_decimals) }
    }

    pub(crate) fn count(value: u32) -> Self {
        Self { value: f64::from(value), half_unit: 0.0 }
    }

    /// A value of the same kind as text.
    fn like(self, estimate: Estimate) -> String {
        if self.half_unit == 0.0 { estimate.value.to_string() } else { score(estimate) }
    }
}

/// The estimate with the highest value, if any.
pub(crate) fn highest(estimates: &[Estimate]) -> Option<Estimate> {
    estimates.iter().copied().max_by(|estimate, right| estimate.value.total_cmp(&right.value))
}

/// The values without their errors.
fn values(estimates: &[Estimate]) -> Vec<f64> {
    estimates.iter().map(|estimate| estimate.value).collect()
}

pub(crate) fn score(estimate: Estimate) -> String {
    if estimate.error.is_infinite() {
        format!("{:.3}", estimate.value)
    } else {
        estimate.to_string()
    }
}
