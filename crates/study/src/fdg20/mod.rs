//! The study of the FDG'20 paper: its runs, and what holds of what its
//! section 4 says of them.
//!
//! A study has runs of three problems in three [families](FAMILIES): as the
//! text describes them, as the released code computes them, and by the default
//! search. [`runs`] lists them, [`Run::config`] says what each one is told;
//! whoever makes them leaves a run folder for each. [`Study::read`] gathers
//! what the folders say and measures the published generators again,
//! [`check`] holds each sentence of the paper against that.
//! [`report()`] and [`figures`] tell it to people.
//!
//! Source: Khalifa and Togelius 2020, section 4, Figures 1 to 7.

mod checks;
mod error;
mod evidence;
mod family;
mod figures;
mod problems;
mod published;
mod report;
mod runs;
mod sentences;
mod tables;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use error::StudyError;
pub use evidence::{Study, StudyFamily};
pub use family::{FAMILIES, Family, RELEASED};
pub use figures::{StudyFigure, figures};
pub use problems::{PROBLEMS, StudyProblem};
pub use published::Published;
pub use report::report;
pub use runs::{Progress, Run, Size, runs};
pub use tables::{claims_csv, front_csv, random_csv, runs_csv};

use evidence::{Evidence, Reading};

use crate::claims::{self, Checked, Claim, Finding, Paper, Verdict};

/// Holds every claim against the runs of a family, in the order of the text.
pub fn check(found: &StudyFamily) -> Vec<Checked> {
    claims::check(&sentences::CLAIMS, found)
}

/// The paper. A claim is judged by the values of a reading: by validated values,
/// where they say something about it, or by those of the search where the paper says
/// it of the searched values of its generators, or of random generators, which
/// nothing selects.
pub(crate) struct Fdg20;

impl Paper for Fdg20 {
    type Study = StudyFamily;
    type Evidence<'s> = Evidence<'s>;
    type Reading = Reading;
    type Rule = Reading;

    const READINGS: [Reading; 2] = [Reading::Searched, Reading::Validated];

    fn evidence(found: &StudyFamily, reading: Reading) -> Evidence<'_> {
        Evidence::of(found, reading)
    }

    fn judge(
        _: &StudyFamily,
        claim: &Claim<Self>,
        [searched, validated]: [Option<&Finding>; 2],
    ) -> (Verdict, String) {
        let deciding = match claim.rule {
            Reading::Validated => validated.or(searched),
            Reading::Searched => searched,
        };
        let verdict = deciding.map_or(Verdict::Undecided, |finding| finding.verdict);
        let doubt = deciding.map_or("", |finding| finding.doubt.as_str());
        let verdicts = [searched, validated].map(|one| one.map(|one| one.verdict));
        let luck = match verdicts {
            _ if claim.rule == Reading::Searched => "",
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
        if why.is_empty() && verdict != Verdict::Holds {
            let other = match searched {
                Some(_) => "the runs say otherwise",
                None => "many levels say otherwise",
            };
            other.clone_into(&mut why);
        }
        (verdict, why)
    }
}
