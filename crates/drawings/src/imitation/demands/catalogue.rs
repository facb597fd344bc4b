//! What could be asked for: expressions about levels, each with words.

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

/// What holds for the values of an expression in all drawings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Wants {
    /// Each is this.
    Just(f64),
    /// All are equal, and no more than this.
    Same(f64),
    /// They lie in a range, which is wider than they are.
    Range,
    /// The same, of a share in 0..=1.
    Share,
    /// They are no more than this.
    AtMost(f64),
    /// They are long, no less than this.
    Long(f64),
}

/// What breaks a demand, unless it holds by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// To shuffle the level.
    Shuffles,
    /// To move all of a thing to where it might be.
    Moves(Tile),
    /// Some change or other.
    Any,
}

/// What could be asked for.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The name of an objective.
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) wants: Wants,
    /// What it says, without a verb: `no junction of road`. A `#` stands for the value.
    pub(crate) says: String,
    /// How much a person would care.
    pub(crate) weight: f64,
    /// What breaks it, unless it is an accident.
    pub(crate) by: By,
}

/// All candidates, those that a person would think of first in front.
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

/// Candidates that are gathered.
#[derive(Default)]
pub(crate) struct List {
    candidates: Vec<Candidate>,
}

impl List {
    fn push(&mut self, candidate: Candidate) {
        self.candidates.push(candidate);
    }

    /// That cells where conditions hold are nowhere.
    fn nowhere(&mut self, key: String, conditions: &str, says: String, weight: f64, by: By) {
        let value = cells(conditions);
        self.push(Candidate { key, value, wants: Wants::Just(0.0), says, weight, by });
    }
}

/// The count of cells where conditions hold.
fn cells(conditions: &str) -> String {
    format!("cells(\"{conditions}\")")
}

/// A count in words.
pub(crate) fn number(n: usize) -> String {
    let words =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
