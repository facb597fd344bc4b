//! Rings, grounds along the lower edge, and constant rows.

use level::{Level, TileSet};

use super::{By, Candidate, List, Wants, cells};
use crate::imitation::demands::chosen::ALWAYS_WEIGHT;
use crate::imitation::demands::scene::{Group, Scene};
use crate::imitation::movement::Moving;

/// Minimum shares of the border for a ring, and of the last row for a ground.
const RING_MIN: f64 = 0.75;
const GROUND_MIN: f64 = 0.6;

/// Maximum share of all cells of the tiles of bands.
const BAND_SHARE_MAX: f64 = 0.6;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    for group in scene.groups() {
        let Group { set, text, says, .. } = &group;
        let least = |is_edge: fn(&Level, usize, usize) -> bool| {
            let shares = scene.levels().iter().map(|level| share(level, *set, is_edge));
            shares.fold(1.0, f64::min)
        };
        let border = least(|level, x, y| {
            x == 0 || y == 0 || x + 1 == level.width() || y + 1 == level.height()
        });
        let all = scene.levels().iter().map(|level| share(level, *set, |_, _, _| true));
        let all = all.fold(0.0, f64::max);
        if border >= RING_MIN.max(all + 0.2) {
            list.push(Candidate {
                key: "along_border".into(),
                value: if border == 1.0 {
                    format!("along_border({text})")
                } else {
                    cells(&format!("dist(out) == 1, self({text}) == 0"))
                },
                wants: if border == 1.0 { Wants::Just(1.0) } else { Wants::Range },
                says: if border == 1.0 {
                    format!("a ring of {says} around the level")
                } else {
                    format!("a ring of {says} around the level, but for # gaps")
                },
                weight: 4.0,
                by: By::Shuffles,
            });
        }
        let bottom = least(|level, _, y| y + 1 == level.height());
        let is_ground = set.len() == 1 || set.is_disjoint(scene.open());
        if is_ground && bottom >= GROUND_MIN.max(all + 0.2) && border < GROUND_MIN {
            bottom_row(scene, list, &group, bottom);
        }
    }
    bands(scene, list);
}

/// Ground along the lower edge, and its gaps.
fn bottom_row(scene: &Scene<'_>, list: &mut List, group: &Group, least: f64) {
    let Group { text, says, .. } = group;
    list.push(Candidate {
        key: "along_bottom".into(),
        value: format!("along_bottom({text})"),
        wants: if least == 1.0 { Wants::Just(1.0) } else { Wants::Share },
        says: format!("{says} along the lower edge"),
        weight: 3.0,
        by: By::Shuffles,
    });
    if least < 1.0 && scene.moving == Some(Moving::Platformer) {
        list.push(Candidate {
            key: "gaps".into(),
            value: cells(&format!("from_bottom == 0, self({text}) == 0, left({text})")),
            wants: Wants::Range,
            says: format!("# gaps in the {says} along the lower edge"),
            weight: ALWAYS_WEIGHT,
            by: By::Any,
        });
    }
}

/// Rows or columns that consist of the same one or two tiles in all drawings.
fn bands(scene: &Scene<'_>, list: &mut List) {
    let Some((width, height)) = scene.size() else { return };
    for (line, n) in [("row", height), ("column", width)] {
        let kinds: Vec<TileSet> = (0..n).map(|index| kind(scene, line, index)).collect();
        let mut start = 0;
        while start < n {
            let set = kinds[start];
            let end = (start..n).find(|&index| kinds[index] != set).unwrap_or(n) - 1;
            let shares = set.iter().map(|tile| scene.drawn.share(tile));
            let is_ring = set.iter().any(|tile| scene.drawn.encloses(tile));
            if set.len() <= 2 && shares.sum::<f64>() <= BAND_SHARE_MAX && !is_ring {
                list.push(band(scene, line, (start, end), set));
            }
            start = end + 1;
        }
    }
}

/// The tiles of a line in all drawings.
fn kind(scene: &Scene<'_>, line: &str, index: usize) -> TileSet {
    let mut set = TileSet::EMPTY;
    for level in scene.levels() {
        for (cell, &tile) in level.tiles().iter().enumerate() {
            let (x, y) = (cell % level.width(), cell / level.width());
            if (if line == "row" { y } else { x }) == index {
                set = set.union(TileSet::only(tile));
            }
        }
    }
    set
}

fn band(scene: &Scene<'_>, line: &str, (start, end): (usize, usize), set: TileSet) -> Candidate {
    let names: Vec<&str> = set.iter().map(|tile| scene.name(tile)).collect();
    let (place, lines) = if start == end {
        (format!("{line} == {start}"), format!("{line} {start}"))
    } else {
        (format!("{line} >= {start}, {line} <= {end}"), format!("{line}s {start} to {end}"))
    };
    Candidate {
        key: format!("{line}_{start}"),
        value: cells(&format!("{place}, self({}) == 0", names.join("|"))),
        wants: Wants::Just(0.0),
        says: format!("nothing but {} in {lines}", names.join(" and ")),
        weight: 2.0,
        by: By::Shuffles,
    }
}

/// The share of the cells at an edge with one of the tiles.
fn share(level: &Level, set: TileSet, is_edge: fn(&Level, usize, usize) -> bool) -> f64 {
    let (mut n, mut n_all) = (0_u32, 0_u32);
    for (cell, &tile) in level.tiles().iter().enumerate() {
        if is_edge(level, cell % level.width(), cell / level.width()) {
            n += u32::from(set.contains(tile));
            n_all += 1;
        }
    }
    f64::from(n) / f64::from(n_all)
}
