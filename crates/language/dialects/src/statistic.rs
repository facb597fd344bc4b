//! [`Statistic`] of distances.

/// How to combine many distances into one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The smallest.
    Min,
    /// The mean for each entity, averaged over the entities that occur.
    Mean,
    /// The largest.
    Max,
}

impl Statistic {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Min => "minDist",
            Self::Mean => "avgDist",
            Self::Max => "maxDist",
        }
    }
}
