//! What the measurements say about a claim.

use std::fmt;

/// What the measurements say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// They agree, by more than chance.
    Holds,
    /// They differ, by no more than what the claim rests on may owe to chance.
    Consistent,
    /// They cannot tell, or nothing of the kind was measured.
    Undecided,
    /// They disagree, by more than chance.
    Fails,
}

impl Verdict {
    /// Of several claims that are made together: the worst of their verdicts.
    pub fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().max().unwrap_or(Self::Undecided)
    }
}

/// What follows from a comparison, which chance may leave open.
impl From<Option<bool>> for Verdict {
    fn from(is_so: Option<bool>) -> Self {
        match is_so {
            Some(true) => Self::Holds,
            Some(false) => Self::Fails,
            None => Self::Undecided,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Holds => "holds",
            Self::Consistent => "consistent with",
            Self::Undecided => "cannot be decided",
            Self::Fails => "does not hold",
        })
    }
}
