//! The study of the FDG'20 paper: its runs, and which claims of its section 4 hold.
//!
//! A study has runs of three problems in three [families](FAMILIES): as the text describes them, as
//! the released code computes them, and by the default search. [`runs`] lists them and
//! [`Run::config`] configures them; the caller makes them and leaves a run folder for each.
//! [`Study::read`] reads the folders and measures the published generators again. [`check`] tests
//! each sentence of the paper. [`report()`] and [`figures`] present the results.
//!
//! Source: Khalifa and Togelius 2020, section 4, Figures 1 to 7.

mod checks;
pub mod decoding;
mod error;
mod evidence;
mod family;
mod figures;
mod genomes;
mod problems;
mod published;
mod report;
mod runs;
mod script_beside_levels;
mod sentences;
mod tables;

#[cfg(test)]
mod tests;

pub use error::StudyError;
pub use evidence::{Study, StudyFamily};
pub use family::{FAMILIES, Family, RELEASED};
pub use figures::{StudyFigure, figures};
pub use genomes::BUILT_IN;
pub use problems::{PROBLEMS, StudyProblem};
pub use report::report;
pub use runs::{Progress, Run, Size, runs};
pub use tables::{claims_csv, front_csv, random_csv, runs_csv};

use evidence::{Evidence, Reading};
use published::Published;

use crate::claims::{self, Checked, Finding, Verdict};

/// Tests every claim against the runs of a family, in the order of the text.
pub fn check(family_runs: &StudyFamily) -> Vec<Checked> {
    let claims = sentences::CLAIMS.iter().map(|claim| {
        let findings = [Reading::Searched, Reading::Validated].map(|reading| {
            let evidence = Evidence { family_runs, reading };
            claim.rule.is_told_by(reading).then(|| (claim.check)(&evidence))
        });
        let judged = judge(claim, findings.each_ref().map(Option::as_ref));
        claim.checked(findings, judged)
    });
    claims.collect()
}

type Claim = claims::Claim<for<'s> fn(&Evidence<'s>) -> Finding, By>;

/// The values that decide a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Validated,
    /// Searched ones: the claim is about the searched values of the paper's generators, or about
    /// random generators, which no selection biases.
    Searched,
    /// Validated ones only: the search never saw what the paper prints.
    ValidatedAlone,
    /// Searched ones only: validation does not measure it.
    SearchedAlone,
}

impl By {
    fn is_told_by(self, reading: Reading) -> bool {
        match self {
            Self::Validated | Self::Searched => true,
            Self::ValidatedAlone => reading == Reading::Validated,
            Self::SearchedAlone => reading == Reading::Searched,
        }
    }
}

fn judge(claim: &Claim, [searched, validated]: [Option<&Finding>; 2]) -> (Verdict, String) {
    let deciding = match claim.rule {
        By::Validated | By::ValidatedAlone => validated,
        By::Searched | By::SearchedAlone => searched,
    };
    let Finding { verdict, doubt, .. } = deciding.expect("a reading tells what it decides");
    let luck = match [searched, validated].map(|finding| finding.map(|finding| finding.verdict)) {
        _ if claim.rule == By::Searched => "",
        [Some(Verdict::Holds), Some(Verdict::Fails)] => {
            "it is so by what the search saw, and not on other levels"
        }
        [Some(Verdict::Fails), Some(Verdict::Holds)] => {
            "it is so on other levels than the search saw"
        }
        _ => "",
    };
    let reasons = [doubt, luck, claim.note].into_iter().filter(|reason| !reason.is_empty());
    let mut why = reasons.collect::<Vec<_>>().join("; ");
    if why.is_empty() && *verdict != Verdict::Holds {
        let doubters = if searched.is_some() { "the runs" } else { "many levels" };
        why = format!("{doubters} say otherwise");
    }
    (*verdict, why)
}
