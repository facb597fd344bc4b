//! The Jensen-Shannon divergence.

/// The divergence of two distributions, in bits: 0 if they are equal, 1 if they have nothing in
/// common. Call `add` for each kind that both have.
pub(crate) struct Divergence {
    n_ours: u64,
    n_theirs: u64,
    sum: f64,
    /// Counts of kinds that only one side has; each adds its share.
    ours_alone: u64,
    theirs_alone: u64,
}

impl Divergence {
    /// Starts with the total counts of both sides, above 0.
    pub(crate) fn of(n_ours: u64, n_theirs: u64) -> Self {
        Self { n_ours, n_theirs, sum: 0.0, ours_alone: n_ours, theirs_alone: n_theirs }
    }

    /// Adds the counts of a kind; nothing changes if one side has none.
    #[inline]
    pub(crate) fn add(&mut self, ours: u32, theirs: u32) {
        if ours == 0 || theirs == 0 {
            return;
        }
        let p = f64::from(theirs) / self.n_theirs as f64;
        let q = f64::from(ours) / self.n_ours as f64;
        let mean = f64::midpoint(p, q);
        self.sum += p * libm::log2(p / mean) + q * libm::log2(q / mean);
        self.ours_alone -= u64::from(ours);
        self.theirs_alone -= u64::from(theirs);
    }

    pub(crate) fn value(self) -> f64 {
        let ours_alone = self.ours_alone as f64 / self.n_ours as f64;
        let theirs_alone = self.theirs_alone as f64 / self.n_theirs as f64;
        ((self.sum + ours_alone + theirs_alone) / 2.0).clamp(0.0, 1.0)
    }
}
