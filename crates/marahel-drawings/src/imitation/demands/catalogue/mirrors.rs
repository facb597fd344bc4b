//! Mirror symmetry of levels and of tiles, and tiles that face each other.

use marahel_level::{Mirror, TileSet};

use crate::imitation::cells::places;
use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, List, cells};
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
        let (expression, description) =
            (format!("symmetry({name})"), format!("equal {}", words(mirror)));
        list.layout("symmetry".into(), expression, Bound::Just(1.0), description, weight);
        let equal = mirrored(scene, mirror);
        let has_ground = equal.iter().any(|tile| !scene.is_thing(tile));
        if has_ground && scene.counts(equal).0 >= 4 {
            let names: Vec<&str> = equal.iter().map(|tile| scene.name(tile)).collect();
            let expression = format!("symmetry({name}, {})", names.join("|"));
            let description = format!("{} equal {}", names.join(", "), words(mirror));
            list.layout("symmetry".into(), expression, Bound::Just(1.0), description, weight - 2.3);
        }
        owners(scene, list, (name, mirror));
    }
}

/// The tiles that are symmetric in all drawings.
fn mirrored(scene: &Scene<'_>, mirror: Mirror) -> TileSet {
    let equal = scene.tiles.iter().copied().filter(|tile| {
        scene.levels().iter().all(|level| {
            let size = (level.width(), level.height());
            places(level, TileSet::only(*tile))
                .all(|place| mirror.images(place, size).all(|(x, y)| level.get(x, y) == *tile))
        })
    });
    equal.collect()
}

/// Pairs of tiles that are mirror images of each other.
fn owners(scene: &Scene<'_>, list: &mut List, (name, mirror): (&str, Mirror)) {
    if matches!(mirror, Mirror::Both | Mirror::QuarterTurns) {
        return;
    }
    for (index, &left) in scene.tiles.iter().enumerate() {
        for &right in &scene.tiles[index + 1..] {
            let counts = [left, right].map(|tile| scene.counts(TileSet::only(tile)));
            let is_way = [left, right].map(Some) == [scene.cast.start, scene.cast.exit]
                || [right, left].map(Some) == [scene.cast.start, scene.cast.exit];
            if is_way || counts[0] != counts[1] || counts[0].0 == 0 {
                continue;
            }
            let (left_name, right_name) = (scene.name(left), scene.name(right));
            list.push(Candidate {
                key: format!("{left_name}_and_{right_name}"),
                expression: format!(
                    "{} + {}",
                    cells(&format!("self({left_name}), {name}({right_name}) == 0")),
                    cells(&format!("self({right_name}), {name}({left_name}) == 0"))
                ),
                bound: Bound::Just(0.0),
                description: format!(
                    "{left_name} and {right_name} in equal places, {}",
                    words(mirror)
                ),
                weight: if mirror == Mirror::LeftRight { 3.1 } else { 3.0 },
                breaker: Breaker::Moves(left),
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
