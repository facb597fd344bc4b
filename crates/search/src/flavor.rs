//! Where NSGA-II as published and as released differ.

use std::fmt;
use std::str::FromStr;

use crate::{SearchError, Survival};

#[cfg(test)]
mod tests;

/// Which description of the search is followed where the two differ.
///
/// | | [`Paper`](Flavor::Paper) | [`Released`](Flavor::Released) |
/// |---|---|---|
/// | mutated location | uniform over the genome | uniform over leading genes and blocks, then within the block |
/// | crowding | [`crowding_distance`](crate::crowding_distance) | [`crowding_distance_released`](crate::crowding_distance_released) |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flavor {
    /// The text of Khalifa 2020, section 3.2, with the crowding of Deb 2002.
    #[default]
    Paper,
    /// The code released with Khalifa 2020.
    Released,
}

impl Flavor {
    /// All flavors.
    pub const ALL: [Self; 2] = [Self::Paper, Self::Released];

    /// The name in configurations: `paper` or `released`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Released => "released",
        }
    }

    /// Who survives among equal ranks.
    pub(crate) const fn survival(self) -> Survival {
        match self {
            Self::Paper => Survival::Crowding,
            Self::Released => Survival::CrowdingReleased,
        }
    }
}

impl fmt::Display for Flavor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Flavor {
    type Err = SearchError;

    fn from_str(name: &str) -> Result<Self, SearchError> {
        Self::ALL.into_iter().find(|flavor| flavor.name() == name).ok_or_else(|| {
            let message = format!("there is no flavor `{name}`; use `paper` or `released`");
            SearchError::Content(message)
        })
    }
}
