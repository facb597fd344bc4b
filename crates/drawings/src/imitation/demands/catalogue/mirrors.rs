//! Mirror symmetry of levels and of tiles, and tiles that face each other.

use level::{Mirror, Tile, TileSet};

use super::{By, Candidate, List, Wants, cells};
use crate::imitation::demands::cells::places;
use crate::imitation::demands::scene::Scene;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    for (name, mirror) in Mirror::NAMES {
        let is_square = scene.size().is_some_and(|(width, height)| width == height);
        if mirror == Mirror::QuarterTurns && !is_square {
            continue;
        }
        // Symmetry of all quarters implies more, and left-right symmetry comes before the others.
        let weight = match mirror {
            Mirror::Both => 4.2,
            Mirror::LeftRight => 4.1,
            _ => 4.0,
        };
        list.push(Candidate {
            key: "symmetry".into(),
            value: format!("symmetry({name})"),
            wants: Wants::Just(1.0),
            says: format!("equal {}", words(mirror)),
            weight,
            by: By::Shuffles,
        });
        let equal = mirrored(scene, mirror);
        let has_ground = equal.iter().any(|tile| !scene.is_thing(tile));
        if has_ground && scene.counts(equal).0 >= 4 {
            let names: Vec<&str> = equal.iter().map(|tile| scene.name(tile)).collect();
            list.push(Candidate {
                key: "symmetry".into(),
                value: format!("symmetry({name}, {})", names.join("|")),
                wants: Wants::Just(1.0),
                says: format!("{} equal {}", names.join(", "), words(mirror)),
                weight: weight - 2.3,
                by: By::Shuffles,
            });
        }
        owners(scene, list, (name, mirror));
    }
}

/// The tiles that are symmetric in all drawings.
fn mirrored(scene: &Scene<'_>, mirror: Mirror) -> TileSet {
    let is_equal = |tile: &Tile| {
        scene.levels().iter().all(|level| {
            let size = (level.width(), level.height());
            let image = |(x, y)| level.get(x, y) == *tile;
            places(level, TileSet::only(*tile)).all(|place| mirror.images(place, size).all(image))
        })
    };
    let equal = scene.tiles.iter().copied().filter(is_equal);
    equal.map(TileSet::only).fold(TileSet::EMPTY, TileSet::union)
}

/// Pairs of tiles that are mirror images of each other.
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
                weight: if mirror == Mirror::LeftRight { 3.1 } else { 3.0 },
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
