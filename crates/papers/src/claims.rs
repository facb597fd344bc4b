//! Claims of a paper, and how they are held against a study of it.

mod finding;
mod verdict;

#[cfg(test)]
mod tests;

pub use finding::Finding;
pub use verdict::Verdict;

/// A sentence of a paper and how it is tested.
///
/// What a study found can be read in two ways, such as by what a search saw and by
/// levels that it never saw. A claim is tested in both.
pub(crate) struct Claim<Check, Rule> {
    /// Section or figure that makes it.
    pub(crate) place: &'static str,
    /// What it says, in other words.
    pub(crate) text: &'static str,
    /// The number that the paper gives, if it does.
    pub(crate) published: &'static str,
    /// What it is taken to mean for the study.
    pub(crate) test: &'static str,
    /// What to know about the sentence, such as that the paper contradicts it.
    pub(crate) note: &'static str,
    /// The test in a reading.
    pub(crate) check: Check,
    /// What else there is to know to judge it.
    pub(crate) rule: Rule,
}

/// A claim of a paper, held against a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Section or figure that makes it.
    pub place: &'static str,
    /// What it says, in other words.
    pub claim: &'static str,
    /// The number that the paper gives; empty if it gives none.
    pub published: &'static str,
    /// What it is taken to mean for the study.
    pub test: &'static str,
    /// What was found in each reading; none where it says nothing about the claim.
    pub findings: [Option<Finding>; 2],
    /// What follows.
    pub verdict: Verdict,
    /// Why it does not hold or cannot be decided, and what else is to be known.
    pub why: String,
}

impl<Check, Rule> Claim<Check, Rule> {
    /// The claim with its findings and what follows from them.
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
    /// What was measured in each reading, and the verdict of it.
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

/// How many claims have a verdict.
pub fn count(claims: &[Checked], verdict: Verdict) -> usize {
    claims.iter().filter(|claim| claim.verdict == verdict).count()
}

/// A row of a table in Markdown.
pub(crate) fn markdown_row<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |\n", cells.join(" | "))
}
