//! Rings, grounds along the lower edge, and constant rows.

use marahel_level::{Level, TileSet};

use crate::imitation::cells::{is_inside, places};
use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, List, Rows, cells};
use crate::imitation::demands::scene::Scene;
use crate::imitation::movement::Moving;

/// Minimum shares of the border for a ring, and of the last row for a ground.
const RING_MIN: f64 = 0.75;
const GROUND_MIN: f64 = 0.6;

/// Maximum share of all cells of the tiles of bands.
const BAND_SHARE_MAX: f64 = 0.6;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    for group in scene.groups() {
        let mut rows = list.rows(Breaker::Shuffles, "", Some(&group));
        let set = group.set;
        let least = |is_edge: IsEdge| shares(scene, set, is_edge).fold(1.0, f64::min);
        let border = least(|level, place| !is_inside(level, place));
        let bottom = least(|level, (_, y)| y + 1 == level.height());
        let all = shares(scene, set, |_, _| true).fold(0.0, f64::max);
        if border >= RING_MIN.max(all + 0.2) {
            let ring = "a ring of $d around the level";
            if border == 1.0 {
                rows.add(4.0, Bound::Just(1.0), ["along_border", "along_border($g)", ring]);
            } else {
                let gaps = cells("dist(out) == 1, self($g) == 0");
                let ring = format!("{ring}, but for # gaps");
                rows.add(4.0, Bound::Range, ["along_border", &gaps, &ring]);
            }
        }
        let is_ground = set.len() == 1 || set.is_disjoint(scene.open());
        if is_ground && bottom >= GROUND_MIN.max(all + 0.2) && border < GROUND_MIN {
            bottom_row(scene, &mut rows, bottom);
        }
    }
    bands(scene, list);
}

/// Ground along the lower edge, and its gaps.
fn bottom_row(scene: &Scene<'_>, rows: &mut Rows<'_>, least: f64) {
    let bound = if least == 1.0 { Bound::Just(1.0) } else { Bound::Share };
    rows.add(3.0, bound, ["along_bottom", "along_bottom($g)", "$d along the lower edge"]);
    if least < 1.0 && scene.moving == Some(Moving::Platformer) {
        let gaps = cells("from_bottom == 0, self($g) == 0, left($g)");
        rows.breaker = Breaker::Any;
        let words = "# gaps in the $d along the lower edge";
        rows.add(ALWAYS_WEIGHT, Bound::Range, ["gaps", &gaps, words]);
    }
}

/// Rows or columns that consist of the same one or two tiles in all drawings.
fn bands(scene: &Scene<'_>, list: &mut List) {
    let Some((width, height)) = scene.size() else { return };
    for (line, n) in [("row", height), ("column", width)] {
        let mut kinds = vec![TileSet::EMPTY; n];
        for (level, (x, y)) in scene.places(scene.all()) {
            let set = &mut kinds[if line == "row" { y } else { x }];
            *set = set.union(TileSet::only(level.get(x, y)));
        }
        let mut start = 0;
        while start < n {
            let set = kinds[start];
            let end = (start..n).find(|&index| kinds[index] != set).unwrap_or(n) - 1;
            let shares = set.iter().map(|tile| scene.drawn.share(tile));
            let is_ring = set.iter().any(|tile| scene.drawn.encloses(tile));
            if set.len() <= 2 && shares.sum::<f64>() <= BAND_SHARE_MAX && !is_ring {
                let names: Vec<&str> = set.iter().map(|tile| scene.name(tile)).collect();
                let (place, lines) = if start == end {
                    (format!("{line} == {start}"), format!("{line} {start}"))
                } else {
                    let place = format!("{line} >= {start}, {line} <= {end}");
                    (place, format!("{line}s {start} to {end}"))
                };
                let key = format!("{line}_{start}");
                let conditions = format!("{place}, self({}) == 0", names.join("|"));
                let words = format!("nothing but {} in {lines}", names.join(" and "));
                let texts = [key, cells(&conditions), words];
                list.push(Breaker::Shuffles, 2.0, Bound::Just(0.0), texts);
            }
            start = end + 1;
        }
    }
}

/// Whether a place of a level is at some edge.
type IsEdge = fn(&Level, (usize, usize)) -> bool;

/// The share of the cells at an edge with one of the tiles, in each drawing.
fn shares(scene: &Scene<'_>, set: TileSet, is_edge: IsEdge) -> impl Iterator<Item = f64> {
    let all = scene.all();
    scene.levels().iter().map(move |level| {
        let [n, n_all] =
            [set, all].map(|set| places(level, set).filter(|&place| is_edge(level, place)).count());
        n as f64 / n_all as f64
    })
}
