//! Verdicts on claims.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The measurements agree by more than chance.
    Holds,
    /// They differ by no more than the noise of the claim's own numbers.
    Consistent,
    /// They cannot decide, or there are none.
    Undecided,
    /// They disagree by more than chance.
    Fails,
}

impl Verdict {
    /// The worst verdict of several claims made together; undecided if there are none.
    pub fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().max().unwrap_or(Self::Undecided)
    }
}

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
