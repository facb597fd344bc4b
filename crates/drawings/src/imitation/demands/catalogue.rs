//! Candidate conditions: expressions about levels, with descriptions.

mod distances;
mod edges;
mod lattice;
mod mirrors;
mod numbers;
mod places;
mod shapes;
mod sides;
mod ways;

use level::Tile;
pub(super) use ways::{BARE, WITH, WITHOUT};

use super::scene::Scene;

/// How to derive a bound from the values of an expression in all drawings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Wants {
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
    /// A minimum; all values must be at least this.
    Long(f64),
}

/// The change that should break a demand, unless it holds by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Shuffling the level.
    Shuffles,
    /// Moving all cells of a thing to other possible places.
    Moves(Tile),
    Any,
}

#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) wants: Wants,
    /// Its description without a verb: `no junction of road`. A `#` stands for the value.
    pub(crate) says: String,
    /// Its importance to a person.
    pub(crate) weight: f64,
    /// The change that should break it.
    pub(crate) by: By,
}

/// All candidates; those that a person would think of come first.
pub(crate) fn catalogue(scene: &Scene<'_>) -> Vec<Candidate> {
    let mut list = List::default();
    edges::list(scene, &mut list);
    mirrors::list(scene, &mut list);
    lattice::list(scene, &mut list);
    ways::list(scene, &mut list);
    shapes::list(scene, &mut list);
    numbers::list(scene, &mut list);
    sides::list(scene, &mut list);
    places::list(scene, &mut list);
    distances::list(scene, &mut list);
    list.candidates
}

#[derive(Default)]
pub(crate) struct List {
    candidates: Vec<Candidate>,
}

impl List {
    fn push(&mut self, candidate: Candidate) {
        self.candidates.push(candidate);
    }

    /// Adds the condition that no cell meets some conditions.
    fn nowhere(&mut self, key: String, conditions: &str, says: String, weight: f64, by: By) {
        let value = cells(conditions);
        self.push(Candidate { key, value, wants: Wants::Just(0.0), says, weight, by });
    }
}

/// The expression that counts the cells with some conditions.
fn cells(conditions: &str) -> String {
    format!("cells(\"{conditions}\")")
}

/// A count in words.
pub(crate) fn number(n: usize) -> String {
    let words =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
