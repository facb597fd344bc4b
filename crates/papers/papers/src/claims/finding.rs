//! Measurements and their verdicts.

use super::Verdict;

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
