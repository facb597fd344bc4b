//! Levels, and tiles, that are their own mirror images; and owners that face each other.

use level::{Mirror, TileSet};

use super::{By, Candidate, List, Wants, cells};
use crate::demands::scene::Scene;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    for (name, mirror) in Mirror::NAMES {
        let is_square = scene.size().is_some_and(|(width, height)| width == height);
        if mirror == Mirror::QuarterTurns && !is_square {
            continue;
        }
        let kind = if mirror == Mirror::Both { 4.2 } else { 4.0 };
        list.push(Candidate {
            key: "symmetry".into(),
            value: format!("symmetry({name})"),
            wants: Wants::Just(1.0),
            says: format!("equal {}", words(mirror)),
            weight: kind,
            by: By::Shuffles,
        });
        for group in scene.groups() {
            if scene.counts(group.set).0 < 4 {
                continue;
            }
            let is_thing = group.set.iter().all(|tile| scene.is_thing(tile));
            list.push(Candidate {
                key: format!("{}_symmetry", group.key),
                value: format!("symmetry({name}, {})", group.text),
                wants: Wants::Just(1.0),
                says: format!("{} equal {}", group.says, words(mirror)),
                weight: if is_thing { 1.2 } else { 1.9 },
                by: By::Shuffles,
            });
        }
        owners(scene, list, (name, mirror));
    }
}

/// Pairs of tiles of which each is where the other one's mirror image is.
fn owners(scene: &Scene<'_>, list: &mut List, (name, mirror): (&str, Mirror)) {
    if matches!(mirror, Mirror::Both | Mirror::QuarterTurns) {
        return;
    }
    for (index, &one) in scene.tiles.iter().enumerate() {
        for &other in &scene.tiles[index + 1..] {
            let counts = [one, other].map(|tile| scene.counts(TileSet::only(tile)));
            let is_way = [one, other].map(Some) == [scene.cast.start, scene.cast.exit]
                || [other, one].map(Some) == [scene.cast.start, scene.cast.exit];
            if is_way || counts[0] != counts[1] || counts[0].0 == 0 {
                continue;
            }
            let (a, b) = (scene.name(one), scene.name(other));
            list.push(Candidate {
                key: format!("{a}_and_{b}"),
                value: format!(
                    "{} + {}",
                    cells(&format!("self({a}), {name}({b}) == 0")),
                    cells(&format!("self({b}), {name}({a}) == 0"))
                ),
                wants: Wants::Just(0.0),
                says: format!("{a} and {b} in equal places, {}", words(mirror)),
                weight: 3.0,
                by: By::Moves(one),
            });
        }
    }
}

fn words(mirror: Mirror) -> &'static str {
    match mirror {
        Mirror::LeftRight => "on the left and on the right",
        Mirror::TopBottom => "above and below",
        Mirror::Both => "in all four quarters",
        Mirror::HalfTurn => "after half a turn",
        Mirror::QuarterTurns => "after quarter turns",
    }
}
