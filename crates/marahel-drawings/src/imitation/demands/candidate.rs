//! [`Candidate`]: an expression about levels that may hold in all drawings, with its words.

use marahel_level::Tile;

/// How to derive a bound from the values of an expression in all drawings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    /// All values must be this.
    Just(f64),
    /// All values must be equal and at most this.
    Same(f64),
    /// A range somewhat wider than the values.
    Range,
    /// The same for a share in 0..=1.
    Share,
    /// All values must be at most this.
    AtMost(f64),
    /// A minimum; all values must be at least the first number. No level reaches the second.
    Long(f64, f64),
}

/// The change that should break a demand, unless it holds by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breaker {
    /// Shuffling the level.
    Shuffles,
    /// Moving all cells of a thing to other possible places.
    Moves(Tile),
    Any,
}

#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) key: String,
    pub(crate) expression: String,
    pub(crate) bound: Bound,
    /// Its description without a verb: `no junction of road`. A `#` stands for the value.
    pub(crate) description: String,
    /// Its importance to a person.
    pub(crate) weight: f64,
    /// The change that should break it.
    pub(crate) breaker: Breaker,
}

/// Minimum weight of core demands, which everybody who draws such levels would make.
pub(crate) const CORE_WEIGHT: f64 = 2.0;

/// Minimum weight of demands that are likelier than most others of their kind.
pub(crate) const LIKELY_WEIGHT: f64 = 1.8;

/// Minimum weight of demands that are kept even if others imply them.
pub(crate) const ALWAYS_WEIGHT: f64 = 5.0;

#[derive(Default)]
pub(crate) struct List {
    pub(super) candidates: Vec<Candidate>,
}

impl List {
    pub(super) fn push(&mut self, candidate: Candidate) {
        self.candidates.push(candidate);
    }

    /// Adds a property of the whole level, which shuffling breaks.
    pub(super) fn layout(
        &mut self,
        key: String,
        expression: String,
        bound: Bound,
        description: String,
        weight: f64,
    ) {
        let breaker = Breaker::Shuffles;
        self.push(Candidate { key, expression, bound, description, weight, breaker });
    }

    /// Adds the condition that no cell meets some conditions.
    pub(super) fn nowhere(
        &mut self,
        key: String,
        conditions: &str,
        description: String,
        weight: f64,
        breaker: Breaker,
    ) {
        let (expression, bound) = (cells(conditions), Bound::Just(0.0));
        self.push(Candidate { key, expression, bound, description, weight, breaker });
    }
}

/// The expression that counts the cells with some conditions.
pub(super) fn cells(conditions: &str) -> String {
    format!("cells(\"{conditions}\")")
}

/// A count in words.
pub(crate) fn number(n: usize) -> String {
    let words =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
