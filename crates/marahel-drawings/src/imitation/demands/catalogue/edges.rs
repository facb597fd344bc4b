//! Rings, grounds along the lower edge, and constant rows.

use marahel_level::{Level, TileSet};

use crate::imitation::demands::candidate::ALWAYS_WEIGHT;
use crate::imitation::demands::candidate::{Bound, Breaker, Candidate, List, cells};
use crate::imitation::demands::scene::{Group, Scene};
use crate::imitation::movement::Moving;

/// Minimum shares of the border for a ring, and of the last row for a ground.
const RING_MIN: f64 = 0.75;
const GROUND_MIN: f64 = 0.6;

/// Maximum share of all cells of the tiles of bands.
const BAND_SHARE_MAX: f64 = 0.6;

pub(super) fn list(scene: &Scene<'_>, list: &mut List) {
    for group in scene.groups() {
        let Group { set, text, description, .. } = &group;
        let border = least_share(scene, *set, |level, x, y| {
            x == 0 || y == 0 || x + 1 == level.width() || y + 1 == level.height()
        });
        let all = scene.levels().iter().map(|level| share(level, *set, |_, _, _| true));
        let all = all.fold(0.0, f64::max);
        if border >= RING_MIN.max(all + 0.2) {
            let ring = format!("a ring of {description} around the level");
            let (expression, bound, words) = if border == 1.0 {
                (format!("along_border({text})"), Bound::Just(1.0), ring)
            } else {
                let gaps = cells(&format!("dist(out) == 1, self({text}) == 0"));
                (gaps, Bound::Range, ring + ", but for # gaps")
            };
            list.layout("along_border".into(), expression, bound, words, 4.0);
        }
        let bottom = least_share(scene, *set, |level, _, y| y + 1 == level.height());
        let is_ground = set.len() == 1 || set.is_disjoint(scene.open());
        if is_ground && bottom >= GROUND_MIN.max(all + 0.2) && border < GROUND_MIN {
            bottom_row(scene, list, &group, bottom);
        }
    }
    bands(scene, list);
}

/// Ground along the lower edge, and its gaps.
fn bottom_row(scene: &Scene<'_>, list: &mut List, group: &Group, least: f64) {
    let Group { text, description, .. } = group;
    list.layout(
        "along_bottom".into(),
        format!("along_bottom({text})"),
        if least == 1.0 { Bound::Just(1.0) } else { Bound::Share },
        format!("{description} along the lower edge"),
        3.0,
    );
    if least < 1.0 && scene.moving == Some(Moving::Platformer) {
        list.push(Candidate {
            key: "gaps".into(),
            expression: cells(&format!("from_bottom == 0, self({text}) == 0, left({text})")),
            bound: Bound::Range,
            description: format!("# gaps in the {description} along the lower edge"),
            weight: ALWAYS_WEIGHT,
            breaker: Breaker::Any,
        });
    }
}

/// Rows or columns that consist of the same one or two tiles in all drawings.
fn bands(scene: &Scene<'_>, list: &mut List) {
    let Some((width, height)) = scene.size() else { return };
    for (line, n) in [("row", height), ("column", width)] {
        let kinds = kinds(scene, line, n);
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

/// The tiles of each of `n` lines in all drawings.
fn kinds(scene: &Scene<'_>, line: &str, n: usize) -> Vec<TileSet> {
    let mut kinds = vec![TileSet::EMPTY; n];
    for level in scene.levels() {
        for (cell, &tile) in level.tiles().iter().enumerate() {
            let (x, y) = (cell % level.width(), cell / level.width());
            let set = &mut kinds[if line == "row" { y } else { x }];
            *set = set.union(TileSet::only(tile));
        }
    }
    kinds
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
        expression: cells(&format!("{place}, self({}) == 0", names.join("|"))),
        bound: Bound::Just(0.0),
        description: format!("nothing but {} in {lines}", names.join(" and ")),
        weight: 2.0,
        breaker: Breaker::Shuffles,
    }
}

/// The least share of the cells at an edge with one of the tiles in a drawing.
fn least_share(scene: &Scene<'_>, set: TileSet, is_edge: fn(&Level, usize, usize) -> bool) -> f64 {
    let shares = scene.levels().iter().map(|level| share(level, set, is_edge));
    shares.fold(1.0, f64::min)
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
