//! Equal numbers of two things.

use level::TileSet;

use super::{By, Candidate, List, Wants};
use crate::imitation::demands::scene::Scene;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let things: Vec<_> = scene.things().collect();
    for (index, &one) in things.iter().enumerate() {
        for &other in &things[index + 1..] {
            let counts = [one, other].map(|tile| scene.counts(TileSet::only(tile)));
            // A number that is the same in each drawing is counted anyway.
            if counts[0] != counts[1] || counts[0].0 == counts[0].1 {
                continue;
            }
            let (a, b) = (scene.name(one), scene.name(other));
            list.push(Candidate {
                key: format!("{a}_for_{b}"),
                value: format!("abs(count({a}) - count({b}))"),
                wants: Wants::Just(0.0),
                says: format!("as many {a} as {b}"),
                weight: 2.5,
                by: By::Any,
            });
        }
    }
}
