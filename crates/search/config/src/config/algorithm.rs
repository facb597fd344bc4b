//! The search algorithms, one row for each.

use std::sync::LazyLock;

use marahel_search::Survival;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A search algorithm; configs write its name.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    pub name: &'static str,
    /// Its name, and what it is good for.
    pub words: &'static str,
    /// Decides which of the non-dominated survive.
    pub survival: Survival,
    /// Whether islands merge into one pool, with few levels for new scripts and more for survivors;
    /// otherwise one population is measured on equally many levels, and has the defaults of Khalifa
    /// 2020. Only islands breed scripts.
    pub has_islands: bool,
    /// Whether all genomes of each generation are new ones.
    pub is_random: bool,
}

/// What an algorithm is unless its row differs.
const PLAIN: Algorithm = Algorithm {
    name: "",
    words: "",
    survival: Survival::CROWDING,
    has_islands: false,
    is_random: false,
};

impl Algorithm {
    /// All of them; the first is the default.
    pub const ALL: &[Self] = &[
        Self { name: "islands", words: "islands", has_islands: true, ..PLAIN },
        Self { name: "nsga2", words: "nsga2 as in the paper", ..PLAIN },
        Self { name: "random", words: "random as a baseline", is_random: true, ..PLAIN },
    ];

    /// The help of an option that names one.
    pub fn help() -> String {
        let mut words: Vec<&str> = Self::ALL.iter().map(|algorithm| algorithm.words).collect();
        let last = words.pop().unwrap_or_default();
        let default = Self::default().name;
        format!("The search: {}, or {last} [default: {default}]", words.join(", "))
    }
}

impl Default for Algorithm {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, algorithm: &Self) -> bool {
        self.name == algorithm.name
    }
}

impl Serialize for Algorithm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for Algorithm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let algorithm = Self::ALL.iter().find(|algorithm| algorithm.name == name);
        algorithm.copied().ok_or_else(|| D::Error::unknown_variant(&name, &NAMES))
    }
}

static NAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| Algorithm::ALL.iter().map(|algorithm| algorithm.name).collect());
