//! Equal numbers of two things.

use marahel_level::TileSet;

use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, List};
use crate::imitation::demands::scene::Scene;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    let things: Vec<_> = scene.things().collect();
    for (index, &left) in things.iter().enumerate() {
        for &right in &things[index + 1..] {
            let counts = [left, right].map(|tile| scene.counts(TileSet::only(tile)));
            // A number that is the same in each drawing is counted anyway.
            if counts[0] != counts[1] || counts[0].0 == counts[0].1 {
                continue;
            }
            let (left_name, right_name) = (scene.name(left), scene.name(right));
            list.push(Candidate {
                key: format!("{left_name}_for_{right_name}"),
                expression: format!("abs(count({left_name}) - count({right_name}))"),
                bound: Bound::Just(0.0),
                description: format!("as many {left_name} as {right_name}"),
                weight: 2.5,
                breaker: Breaker::Any,
            });
        }
    }
}
