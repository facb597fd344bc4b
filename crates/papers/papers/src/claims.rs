//! Claims of a paper, and how to test them against a study.

mod finding;
mod verdict;

#[cfg(test)]
mod tests;

pub use finding::Finding;
pub use verdict::Verdict;

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
