//! Claims of the paper, and how each is held against a study.

use claims::{Finding, Verdict};

use crate::StudyFamily;
use crate::evidence::{Evidence, Reading};
use crate::sentences::claims;

/// A sentence of the paper and how it is tested.
pub(crate) struct Claim {
    pub(crate) place: &'static str,
    pub(crate) text: &'static str,
    /// The number that the paper gives.
    pub(crate) published: &'static str,
    pub(crate) test: &'static str,
    /// What to know about the sentence, such as that the paper contradicts it.
    pub(crate) note: &'static str,
    pub(crate) check: Check,
}

/// How a sentence is tested, and which values decide.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// The validated values, where they say something about it, else those of
    /// the search.
    Validated(fn(&Evidence<'_>) -> Option<Finding>),
    /// The values of the search: the paper says it of the searched values of its
    /// generators, or of random generators, which nothing selects.
    AsSearched(fn(&Evidence<'_>) -> Finding),
}

/// A claim of the paper, held against the runs of a family.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Section or figure that makes it.
    pub place: &'static str,
    /// What it says, in other words.
    pub claim: &'static str,
    /// The number that the paper gives, if it does.
    pub published: &'static str,
    /// What it is taken to mean for the runs.
    pub test: &'static str,
    /// By the values that the search kept generators for; none where nothing
    /// was searched.
    pub searched: Option<Finding>,
    /// By the values on levels that the search never saw; none where they say
    /// nothing about it.
    pub validated: Option<Finding>,
    /// By validated values where there are some, unless the paper says it of searched
    /// values or of random generators.
    pub verdict: Verdict,
    /// Why it does not hold or cannot be decided, and what else is to be known.
    pub why: String,
}

/// Holds every claim against the runs of a family, in the order of the text.
pub fn check(found: &StudyFamily) -> Vec<Checked> {
    claims().iter().map(|claim| claim.hold_against(found)).collect()
}

impl Claim {
    fn hold_against(&self, found: &StudyFamily) -> Checked {
        let found = |reading| {
            let evidence = Evidence::of(found, reading);
            match self.check {
                Check::Validated(check) => check(&evidence),
                Check::AsSearched(check) => Some(check(&evidence)),
            }
        };
        let [searched, validated] = [Reading::Searched, Reading::Validated].map(found);
        let deciding = match self.check {
            Check::Validated(_) => validated.as_ref().or(searched.as_ref()),
            Check::AsSearched(_) => searched.as_ref(),
        };
        let verdict = deciding.map_or(Verdict::Undecided, |finding| finding.verdict);
        let doubt = deciding.map_or("", |finding| finding.doubt.as_str());
        let verdicts = [&searched, &validated].map(|one| one.as_ref().map(|one| one.verdict));
        let luck = match verdicts {
            _ if matches!(self.check, Check::AsSearched(_)) => "",
            [Some(Verdict::Holds), Some(Verdict::Fails)] => {
                "it is so by what the search saw, and not on other levels"
            }
            [Some(Verdict::Fails), Some(Verdict::Holds)] => {
                "it is so on other levels than the search saw"
            }
            _ => "",
        };
        let reasons = [doubt, luck, self.note].into_iter().filter(|reason| !reason.is_empty());
        let mut why = reasons.collect::<Vec<_>>().join("; ");
        if why.is_empty() && verdict != Verdict::Holds {
            let other = match searched {
                Some(_) => "the runs say otherwise",
                None => "many levels say otherwise",
            };
            other.clone_into(&mut why);
        }
        Checked {
            place: self.place,
            claim: self.text,
            published: self.published,
            test: self.test,
            searched,
            validated,
            verdict,
            why,
        }
    }
}
