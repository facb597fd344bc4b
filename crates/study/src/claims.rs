//! Claims of a paper, and how they are held against a study of it.

mod finding;
mod verdict;

#[cfg(test)]
mod tests;

pub use finding::Finding;
pub use verdict::Verdict;

/// A paper whose claims are checked.
///
/// What a study found can be read in two ways, such as by what a search saw and by
/// levels that it never saw. A claim is tested in both.
pub(crate) trait Paper: Sized + 'static {
    /// What was found, or a part of it that all claims are held against.
    type Study;
    /// What claims look at: a study in one reading.
    type Evidence<'s>;
    /// A way to read a study.
    type Reading: Copy;
    /// What else there is to know of a claim to judge it.
    type Rule: 'static;

    /// The two readings, in the order of the findings of [`Checked`].
    const READINGS: [Self::Reading; 2];

    /// A study in one reading.
    fn evidence(study: &Self::Study, reading: Self::Reading) -> Self::Evidence<'_>;

    /// What follows from the findings on a claim in both readings, and why it does
    /// not hold or cannot be decided, or what else is to be known.
    fn judge(
        study: &Self::Study,
        claim: &Claim<Self>,
        findings: [Option<&Finding>; 2],
    ) -> (Verdict, String);
}

/// A sentence of a paper and how it is tested.
pub(crate) struct Claim<P: Paper> {
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
    /// The test; nothing where the reading says nothing about it.
    pub(crate) check: for<'s> fn(&P::Evidence<'s>) -> Option<Finding>,
    pub(crate) rule: P::Rule,
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

/// Holds claims against a study, in their order.
pub(crate) fn check<P: Paper>(claims: &[Claim<P>], study: &P::Study) -> Vec<Checked> {
    let check = |claim: &Claim<P>| {
        let findings = P::READINGS.map(|reading| (claim.check)(&P::evidence(study, reading)));
        let (verdict, why) = P::judge(study, claim, findings.each_ref().map(Option::as_ref));
        let &Claim { place, text, published, test, .. } = claim;
        Checked { place, claim: text, published, test, findings, verdict, why }
    };
    claims.iter().map(check).collect()
}

impl Checked {
    /// A column of a table of claims. Those of a reading have its name, which has the
    /// numbers, and its name with `_verdict`.
    pub(crate) fn field(&self, column: &str, readings: [&str; 2]) -> String {
        match column {
            "place" => self.place.to_owned(),
            "claim" => self.claim.to_owned(),
            "published" => self.published.to_owned(),
            "test" => self.test.to_owned(),
            "verdict" => self.verdict.to_string(),
            "why" => self.why.clone(),
            _ => {
                let name = column.trim_end_matches("_verdict");
                let reading = readings.iter().position(|reading| *reading == name);
                let finding = &self.findings[reading.expect("it is the name of a reading")];
                let Some(Finding { measured, verdict, .. }) = finding else { return String::new() };
                if name == column { measured.clone() } else { verdict.to_string() }
            }
        }
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
