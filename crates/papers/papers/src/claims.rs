//! Claims of a paper, and how to test them against a study.

use std::fmt;

#[cfg(test)]
mod tests;

/// A sentence of a paper and its test.
///
/// The results of a study have two readings, for example as the search saw them and on new levels.
/// A claim is tested in both.
pub(crate) struct Claim<Check, Rule> {
    /// Section or figure of the claim.
    pub(crate) place: &'static str,
    /// The claim in other words.
    pub(crate) text: &'static str,
    /// The number in the paper; empty if it gives none.
    pub(crate) published: &'static str,
    /// The meaning of the claim for the study.
    pub(crate) test: &'static str,
    /// A remark on the sentence, for example that the paper contradicts it.
    pub(crate) note: &'static str,
    /// The test in one reading.
    pub(crate) check: Check,
    /// Further data for the verdict.
    pub(crate) rule: Rule,
}

/// Claims, a row each: place, sentence and test; of the published number, a note and a rule those that differ from
/// the first claim; then the check.
macro_rules! claims {
    ($base:ident; $($place:literal, $text:literal, $test:expr $(, $key:ident = $value:expr)* => $check:expr;)*) => {
        &[$({
            let mut claim = Claim { place: $place, text: $text, test: $test, ..$base };
            claim.check = $check;
            $(claim.$key = $value;)*
            claim
        }),*]
    };
}
pub(crate) use claims;

/// A claim of a paper, tested against a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Section or figure of the claim.
    pub place: &'static str,
    /// The claim in other words.
    pub claim: &'static str,
    /// The number in the paper; empty if it gives none.
    pub published: &'static str,
    /// The meaning of the claim for the study.
    pub test: &'static str,
    /// The finding in each reading; `None` where the reading does not apply.
    pub findings: [Option<Finding>; 2],
    pub verdict: Verdict,
    /// Why it does not hold or cannot be decided, and remarks.
    pub why: String,
}

impl<Check, Rule> Claim<Check, Rule> {
    pub(crate) fn checked(
        &self,
        findings: [Option<Finding>; 2],
        (verdict, why): (Verdict, String),
    ) -> Checked {
        let &Self { place, text, published, test, .. } = self;
        Checked { place, claim: text, published, test, findings, verdict, why }
    }
}

impl Checked {
    /// The measurement and the verdict of each reading.
    pub(crate) fn cells(&self) -> [String; 4] {
        let cells = self.findings.each_ref().map(|finding| {
            let Some(Finding { measured, verdict, .. }) = finding else {
                return Default::default();
            };
            [measured.clone(), verdict.to_string()]
        });
        cells.concat().try_into().expect("there are two readings")
    }
}

pub fn count(claims: &[Checked], verdict: Verdict) -> usize {
    claims.iter().filter(|claim| claim.verdict == verdict).count()
}

pub(crate) fn markdown_row<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A measurement and its verdict on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The numbers.
    pub measured: String,
    pub verdict: Verdict,
    /// Why it is undecided; empty otherwise.
    pub doubt: String,
}

impl Finding {
    /// The finding of several comparisons, each given as its verdict and the reason in case it is
    /// undecided.
    pub fn of(measured: String, comparisons: impl IntoIterator<Item = (Verdict, String)>) -> Self {
        let (verdicts, doubts): (Vec<Verdict>, Vec<String>) = comparisons.into_iter().unzip();
        let verdict = Verdict::all(verdicts.iter().copied());
        let open =
            verdicts.iter().zip(doubts).filter(|&(&verdict, _)| verdict == Verdict::Undecided);
        let open: Vec<String> = open.map(|(_, doubt)| doubt).collect();
        let doubt = if verdict == Verdict::Undecided { open.join("; ") } else { String::new() };
        Self { measured, verdict, doubt }
    }

    /// A finding without uncertainty.
    pub fn certain(measured: String, holds: bool) -> Self {
        Self { measured, verdict: Some(holds).into(), doubt: String::new() }
    }

    /// An undecided finding with its reason.
    pub fn undecided(measured: String, doubt: impl Into<String>) -> Self {
        Self { measured, verdict: Verdict::Undecided, doubt: doubt.into() }
    }
}

/// The verdict of measurements on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The measurements agree by more than chance.
    Holds,
    /// They differ by no more than the noise of the claim's own numbers.
    Consistent,
    /// They cannot decide, or there are none.
    Undecided,
    /// They disagree by more than chance.
    Fails,
}

impl Verdict {
    /// The worst verdict of several claims made together; undecided if there are none.
    pub fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().max().unwrap_or(Self::Undecided)
    }
}

impl From<Option<bool>> for Verdict {
    fn from(is_so: Option<bool>) -> Self {
        match is_so {
            Some(true) => Self::Holds,
            Some(false) => Self::Fails,
            None => Self::Undecided,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Holds => "holds",
            Self::Consistent => "consistent with",
            Self::Undecided => "cannot be decided",
            Self::Fails => "does not hold",
        })
    }
}
