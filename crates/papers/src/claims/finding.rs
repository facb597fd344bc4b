//! Numbers and what follows from them.

use super::Verdict;

/// What was measured, and what it says about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The numbers.
    pub measured: String,
    /// What follows.
    pub verdict: Verdict,
    /// Why it cannot be decided; empty if it can.
    pub doubt: String,
}

impl Finding {
    /// What follows from several comparisons: of each the verdict, and why it
    /// cannot be decided in case that it cannot.
    pub fn of(measured: String, comparisons: impl IntoIterator<Item = (Verdict, String)>) -> Self {
        let (verdicts, doubts): (Vec<Verdict>, Vec<String>) = comparisons.into_iter().unzip();
        let verdict = Verdict::all(verdicts.iter().copied());
        let open = verdicts.iter().zip(doubts).filter(|&(&one, _)| one == Verdict::Undecided);
        let open: Vec<String> = open.map(|(_, doubt)| doubt).collect();
        let doubt = if verdict == Verdict::Undecided { open.join("; ") } else { String::new() };
        Self { measured, verdict, doubt }
    }

    /// What follows from something that is certain.
    pub fn certain(measured: String, holds: bool) -> Self {
        Self { measured, verdict: Some(holds).into(), doubt: String::new() }
    }

    /// What does not follow, and why.
    pub fn undecided(measured: String, doubt: impl Into<String>) -> Self {
        Self { measured, verdict: Verdict::Undecided, doubt: doubt.into() }
    }
}
