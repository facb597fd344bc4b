//! Candidate conditions: expressions about levels, with descriptions.

mod edges;
mod lattice;
mod mirrors;
mod numbers;
mod places;
mod shapes;
mod sides;
mod ways;

use crate::imitation::demands::candidate::{Candidate, List};
use crate::imitation::demands::scene::Scene;

/// The kinds of candidates; those that a person would think of come first.
const KINDS: [fn(&Scene<'_>, &mut List); 9] = [
    edges::list,
    mirrors::list,
    lattice::list,
    ways::list,
    shapes::list,
    numbers::list,
    sides::list,
    places::list,
    places::distances,
];

/// All candidates; those that a person would think of come first.
pub(super) fn catalogue(scene: &Scene<'_>) -> Vec<Candidate> {
    let mut list = List::default();
    for add in KINDS {
        add(scene, &mut list);
    }
    list.candidates
}
