//! What tools that change scripts by themselves have in common: their budgets, seeds and locks.

use anyhow::ensure;

/// Seed of all random numbers, if a call has none.
pub(super) const fn first_seed() -> u64 {
    1
}

/// What `locks` are.
pub(super) const LOCKS: &str = "Parts that stay, as trace numbers them: \"2\" is the third explorer, \
    \"2.0\" its first rule, \"regions\" all regions.";

/// Numbers of levels that a tool may make.
pub(super) struct Budget {
    /// Number of levels if a call names none.
    default: u64,
    max: u64,
}

impl Budget {
    /// A search goes on in the background.
    pub(super) const OF_SEARCH: Self = Self { default: 300_000, max: 100_000_000 };
    /// More would take longer than an answer may.
    pub(super) const OF_EDITS: Self = Self { default: 20_000, max: 60_000 };

    pub(super) const fn of_search() -> u64 {
        Self::OF_SEARCH.default
    }

    pub(super) const fn of_edits() -> u64 {
        Self::OF_EDITS.default
    }

    /// Rejects a number of levels outside of the limits.
    pub(super) fn check(&self, n_levels: u64) -> anyhow::Result<()> {
        ensure!((1..=self.max).contains(&n_levels), "`budget` is 1 to {} levels here", self.max);
        Ok(())
    }
}
