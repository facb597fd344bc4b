//! What a script meets of a problem, by name: what one asks of a search while it goes on.

use std::fmt;

use marahel_problem::{Case, Objective, Problem};

/// A script meets a case from this value on.
pub(crate) const MET: f64 = 0.95;

/// What a script meets of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Number of demands: objectives with a best range, and conditions if the search measures them;
    /// without the last case, which is no demand on a level.
    pub n_demands: usize,
    /// Number of these that it meets.
    pub n_met: usize,
    /// The names of the others, worst first.
    pub lacks: Vec<String>,
    /// The names of the objectives without an end, with the mean scores.
    pub open: Vec<(String, f64)>,
    /// The share of good levels, if it is known.
    pub good: Option<f64>,
}

impl Standing {
    /// The standing of a script by its results in the first [cases](Problem::cases) of a problem:
    /// in all, or in the objectives.
    pub(crate) fn new(problem: &Problem, results: &[f64], good: Option<f64>) -> Self {
        let objectives = problem.objectives();
        let is_open = |index: usize| objectives.get(index).is_some_and(Objective::is_open);
        let named = |cases: &[Case], index: usize| (cases[index].text.clone(), results[index]);
        let cases = problem.cases();
        let (open, closed): (Vec<usize>, Vec<usize>) =
            (0..results.len()).partition(|&index| is_open(index));
        let demands = closed.iter().filter(|&&index| cases[index].text != Case::DIFFERENT);
        let n_met = demands.clone().filter(|&&index| results[index] >= MET).count();
        let lacks = closed.iter().filter(|&&index| results[index] < MET);
        let mut lacks: Vec<_> = lacks.map(|&index| named(&cases, index)).collect();
        lacks.sort_by(|(_, left), (_, right)| left.total_cmp(right));
        Self {
            n_demands: demands.count(),
            n_met,
            lacks: lacks.into_iter().map(|(name, _)| name).collect(),
            open: open.into_iter().map(|index| named(&cases, index)).collect(),
            good,
        }
    }
}

/// `meets 19 of 27 demands; lacks gates, moat_closed`. Objectives without an end have no range to
/// meet, so their scores follow.
impl fmt::Display for Standing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_demands, n_met, lacks, open, good } = self;
        let mut parts = Vec::new();
        if *n_demands > 0 || open.is_empty() {
            let plural = if *n_demands == 1 { "" } else { "s" };
            parts.push(format!("meets {n_met} of {n_demands} demand{plural}"));
        }
        if !lacks.is_empty() {
            parts.push(format!("lacks {}", listed(lacks)));
        }
        if !open.is_empty() {
            let scores = open.iter().map(|(name, score)| format!("{name} {score:.3}"));
            parts.push(format!("reaches {}", listed(&scores.collect::<Vec<_>>())));
        }
        if let Some(good) = good.filter(|&good| good > 0.0) {
            parts.push(format!("{:.0} % of its levels are good", (100.0 * good).ceil()));
        }
        formatter.write_str(&parts.join("; "))
    }
}

/// Maximum number of names in a list.
const N_LISTED: usize = 4;

/// The first names, and how many more there are.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    let first: Vec<&str> = names.iter().take(N_LISTED).map(AsRef::as_ref).collect();
    let first = first.join(", ");
    match names.len().saturating_sub(N_LISTED) {
        0 => first,
        n => format!("{first}, and {n} more"),
    }
}

/// The number of results that are met.
pub(crate) fn n_met(results: &[f64]) -> usize {
    results.iter().filter(|&&result| result >= MET).count()
}

/// The mean of results; 0 for none.
pub(crate) fn mean(results: &[f64]) -> f64 {
    results.iter().sum::<f64>() / results.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::Standing;

    #[test]
    fn what_a_script_meets_is_told_by_name() {
        let lacks = ["gates", "moat_closed"].map(str::to_owned).to_vec();
        let mut standing =
            Standing { n_demands: 27, n_met: 25, lacks, open: Vec::new(), good: Some(0.0) };
        assert_eq!(standing.to_string(), "meets 25 of 27 demands; lacks gates, moat_closed");
        standing.lacks = (1..=6).map(|n| format!("part{n}")).collect();
        let six = "lacks part1, part2, part3, part4, and 2 more";
        assert_eq!(standing.to_string(), format!("meets 25 of 27 demands; {six}"));
        let open = vec![("way".to_owned(), 0.25)];
        standing = Standing { n_demands: 0, n_met: 0, lacks: Vec::new(), open, good: Some(0.5) };
        assert_eq!(standing.to_string(), "reaches way 0.250; 50 % of its levels are good");
    }
}
