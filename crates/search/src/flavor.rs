//! Where NSGA-II as published and as released differ.

use serde::{Deserialize, Serialize};

use crate::Survival;

/// Which description of the search is followed where the two differ.
///
/// | | [`Paper`](Flavor::Paper) | [`Released`](Flavor::Released) |
/// |---|---|---|
/// | mutated location | uniform over the genome | uniform over leading genes and blocks, then within the block |
/// | crowding | [`crowding_distance`](crate::crowding_distance) | [`crowding_distance_released`](crate::crowding_distance_released) |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

    /// Who survives among equal ranks.
    pub const fn survival(self) -> Survival {
        match self {
            Self::Paper => Survival::Crowding,
            Self::Released => Survival::CrowdingReleased,
        }
    }
}
