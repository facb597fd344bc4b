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
    pub(crate) check: fn(&Evidence<'_>) -> Option<Finding>,
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
    /// By validated values where there are some.
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
        let [searched, validated] = [Reading::Searched, Reading::Validated]
            .map(|reading| (self.check)(&Evidence::of(found, reading)));
        let verdict_of = |finding: &Option<Finding>| finding.as_ref().map(|one| one.verdict);
        let verdicts = [&searched, &validated].map(verdict_of);
        let verdict = verdicts[1].or(verdicts[0]).unwrap_or(Verdict::Undecided);
        let deciding = validated.as_ref().or(searched.as_ref());
        let doubt = deciding.map_or("", |finding| finding.doubt.as_str());
        let luck = match verdicts {
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
