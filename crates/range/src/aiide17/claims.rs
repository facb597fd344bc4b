//! Claims of the paper, and how each is held against a study.

use claims::{Finding, Verdict};

use super::Study;
use super::evidence::Evidence;
use super::sentences::CLAIMS;
use super::variants::VARIANTS;

/// How a metric is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As the text defines it.
    Correct,
    /// As the code of 2017 did.
    Legacy,
}

/// A claim of the paper, held against the levels in both readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The part of the section that makes it.
    pub place: &'static str,
    /// What it says, in other words.
    pub claim: &'static str,
    /// What it is taken to mean for the levels.
    pub test: &'static str,
    /// With metrics as the text defines them.
    pub correct: Finding,
    /// With metrics as the code of 2017 computed them.
    pub legacy: Finding,
    /// Why it does not hold, or cannot be decided, in one of the readings: too
    /// few levels, or a number that the text does not give, and what another
    /// one leads to. Empty if it holds in both.
    pub why: String,
}

/// Holds every claim against a study, in the order of the text.
///
/// The paper gives no numbers but in its figures, so claims compare generators;
/// one is greater than another if the difference exceeds three standard errors.
pub fn check(study: &Study) -> Vec<Checked> {
    CLAIMS.iter().map(|claim| claim.hold_against(study)).collect()
}

/// A sentence of the text and how it is tested.
pub(super) struct Claim {
    pub(super) place: &'static str,
    pub(super) text: &'static str,
    pub(super) test: &'static str,
    pub(super) check: fn(&Evidence) -> Finding,
    /// The one of [`VARIANTS`] of which it may hold if it does not otherwise.
    pub(super) variant: Option<usize>,
}

impl Claim {
    fn hold_against(&self, study: &Study) -> Checked {
        let readings = [Reading::Correct, Reading::Legacy];
        let findings = readings.map(|reading| (self.check)(&Evidence::of(study, reading)));
        let [why, why_legacy] =
            [0, 1].map(|index| self.why_not(study, readings[index], &findings[index]));
        let why = match (why.as_str(), why_legacy.as_str()) {
            (_, "") => why,
            ("", _) => format!("as coded in 2017: {why_legacy}"),
            (why, legacy) if why == legacy => why_legacy,
            (why, legacy) => format!("{why}; as coded in 2017: {legacy}"),
        };
        let [correct, legacy] = findings;
        Checked { place: self.place, claim: self.text, test: self.test, correct, legacy, why }
    }

    /// Why a finding is not that the claim holds; empty if it is.
    fn why_not(&self, study: &Study, reading: Reading, finding: &Finding) -> String {
        if finding.verdict == Verdict::Holds {
            return String::new();
        }
        let mut reasons = Vec::new();
        if !finding.doubt.is_empty() {
            reasons.push(finding.doubt.clone());
        }
        if let Some(index) = self.variant {
            let variant = &VARIANTS[index];
            let found = (self.check)(&Evidence::of(study, reading).with(index));
            reasons.push(format!(
                "{}; measured with {}, it {}: {}",
                variant.assumption, variant.parameter, found.verdict, found.measured
            ));
        }
        if reasons.is_empty() {
            return "no reason is known".to_owned();
        }
        reasons.join("; ")
    }
}
