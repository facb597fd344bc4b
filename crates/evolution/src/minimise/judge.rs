//! Who says whether a smaller script will do.

mod exact;
mod tolerant;

pub(crate) use exact::Exact;
pub(crate) use tolerant::{Tolerant, compare};

use script::Script;

use crate::minimise::Phase;

/// Compares candidates with the script that there was in the beginning.
pub(crate) trait Judge {
    /// The phase that it judges for.
    const PHASE: Phase;

    /// Whether a candidate will do.
    fn accepts(&mut self, candidate: &Script, tries: &mut Tries) -> bool;

    /// Whether that holds on levels that nobody has seen before.
    fn confirms(&mut self, candidate: &Script, tries: &mut Tries) -> bool;
}

/// Counts what was tried, and hands out levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tries {
    /// Candidates that were tried.
    pub(crate) n: u32,
    n_max: u32,
    /// Whether some were not, for there were too many.
    pub(crate) is_spent: bool,
    n_rounds: u64,
}

impl Tries {
    pub(crate) fn new(n_max: u32) -> Self {
        Self { n: 0, n_max, is_spent: false, n_rounds: 0 }
    }

    /// Counts a candidate, or says that there are no more tries.
    fn take(&mut self) -> bool {
        if self.n >= self.n_max {
            self.is_spent = true;
            return false;
        }
        self.n += 1;
        true
    }

    /// The number of a round of levels that were never used.
    pub(crate) fn fresh_round(&mut self) -> u64 {
        self.n_rounds += 1;
        self.n_rounds
    }
}
