//! Mirror symmetry of levels and of tiles, and tiles that face each other.

use marahel_level::{Mirror, TileSet};

use crate::imitation::demands::candidate::{Bound, Breaker, List, cells};
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
        let words = words(mirror);
        let mut symmetric = |weight, expression: String, words: String| {
            let texts = ["symmetry".to_owned(), expression, words];
            list.push(Breaker::Shuffles, weight, Bound::Just(1.0), texts);
        };
        symmetric(weight, format!("symmetry({name})"), format!("equal {words}"));
        let equal = mirrored(scene, mirror);
        let has_ground = equal.iter().any(|tile| !scene.is_thing(tile));
        if has_ground && scene.counts(equal).0 >= 4 {
            let names: Vec<&str> = equal.iter().map(|tile| scene.name(tile)).collect();
            let expression = format!("symmetry({name}, {})", names.join("|"));
            symmetric(weight - 2.3, expression, format!("{} equal {words}", names.join(", ")));
        }
        owners(scene, list, (name, mirror));
    }
}

/// The tiles that are symmetric in all drawings.
fn mirrored(scene: &Scene<'_>, mirror: Mirror) -> TileSet {
    let equal = scene.tiles.iter().copied().filter(|tile| {
        scene.places(TileSet::only(*tile)).all(|(level, place)| {
            let mut images = mirror.images(place, (level.width(), level.height()));
            images.all(|(x, y)| level.get(x, y) == *tile)
        })
    });
    equal.collect()
}

/// Pairs of tiles that are mirror images of each other.
fn owners(scene: &Scene<'_>, list: &mut List, (name, mirror): (&str, Mirror)) {
    if matches!(mirror, Mirror::Both | Mirror::QuarterTurns) {
        return;
    }
    let weight = if mirror == Mirror::LeftRight { 3.1 } else { 3.0 };
    for (index, &left) in scene.tiles.iter().enumerate() {
        for &right in &scene.tiles[index + 1..] {
            let counts = [left, right].map(|tile| scene.counts(TileSet::only(tile)));
            let is_way = scene.cast.is_end(left) && scene.cast.is_end(right);
            if is_way || counts[0] != counts[1] || counts[0].0 == 0 {
                continue;
            }
            let partner = scene.only(right);
            let mut rows = list.rows(Breaker::Moves(left), scene.name(left), Some(&partner));
            let lonely = [("$t", "$g"), ("$g", "$t")]
                .map(|(own, image)| cells(&format!("self({own}), {name}({image}) == 0")));
            let words = format!("$t and $g in equal places, {}", words(mirror));
            rows.none(weight, ["$t_and_$g", &lonely.join(" + "), &words]);
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
