//! What people change of a config most often, in a word each.

use std::fmt::Display;

/// Settings with short names, as programs take them on the command line.
#[derive(Clone, Debug, Default)]
pub struct Shorthand {
    /// Individuals that survive a generation, and offspring of one, on each island.
    pub population: Option<u64>,
    /// Generations after which the search ends. Whoever gives this one alone has no
    /// limit of levels, and the other way round.
    pub generations: Option<u64>,
    /// Levels to measure before the search ends.
    pub budget: Option<u64>,
    /// The search.
    pub algorithm: Option<String>,
    /// Levels that each new script is judged by.
    pub maps: Option<u64>,
    /// Levels that the front is measured on again.
    pub validation_maps: Option<u64>,
}

impl Shorthand {
    /// The same as keys of a config, with values that [`Config::load`](super::Config::load)
    /// reads; nothing for what was not given.
    pub fn settings(&self) -> Vec<(String, String)> {
        let limits = match (self.generations, self.budget) {
            (Some(generations), None) => (Some(generations), Some(0)),
            (None, Some(budget)) => (Some(0), Some(budget)),
            both => both,
        };
        // The later populations of the islands keep their proportions.
        let pool = self.population.map(|n| n.saturating_mul(2));
        let polish = self.population.map(|n| n.div_ceil(5).saturating_mul(2));
        let settings = [
            ("search.population", text(self.population)),
            ("search.pool", text(pool)),
            ("search.polish_population", text(polish)),
            ("search.generations", text(limits.0)),
            ("search.budget", text(limits.1)),
            ("search.algorithm", self.algorithm.as_ref().map(|name| format!("{name:?}"))),
            ("maps", text(self.maps)),
            ("validation_maps", text(self.validation_maps)),
        ];
        let given = settings.into_iter();
        given.filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }
}

fn text(value: Option<impl Display>) -> Option<String> {
    value.map(|value| value.to_string())
}
