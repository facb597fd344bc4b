//! Rings, grounds along the lower edge, and rows that are always the same.

use level::{Level, TileSet};

use super::{By, Candidate, List, Wants, cells};
use crate::demands::chosen::ALWAYS_WEIGHT;
use crate::demands::scene::{Group, Scene};

/// An edge is one of tiles that have this share of it.
const EDGE_MIN: f64 = 0.6;

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
        if border >= EDGE_MIN.max(all + 0.2) {
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
        if bottom >= EDGE_MIN.max(all + 0.2) && border < EDGE_MIN {
            bottom_row(list, &group, bottom);
        }
    }
    same_rows(scene, list);
}

/// Ground along the lower edge, and its gaps.
fn bottom_row(list: &mut List, group: &Group, least: f64) {
    let Group { text, says, .. } = group;
    list.push(Candidate {
        key: "along_bottom".into(),
        value: format!("along_bottom({text})"),
        wants: if least == 1.0 { Wants::Just(1.0) } else { Wants::Share },
        says: format!("{says} along the lower edge"),
        weight: 3.0,
        by: By::Shuffles,
    });
    if least < 1.0 {
        list.push(Candidate {
            key: "gaps".into(),
            value: cells(&format!("from_bottom == 0, self({text}) == 0, left({text})")),
            wants: Wants::Range,
            says: format!("# gaps in the {says} along the lower edge"),
            weight: ALWAYS_WEIGHT,
            by: By::Shuffles,
        });
    }
}

/// Rows, and columns, that are of the same tiles in all drawings, but for things on them.
fn same_rows(scene: &Scene<'_>, list: &mut List) {
    let Some((width, height)) = scene.size() else { return };
    for (line, n, from) in [("row", height, "from_bottom"), ("column", width, "from_right")] {
        for index in 0..n {
            let is_line = |x: usize, y: usize| if line == "row" { y == index } else { x == index };
            for tile in scene.tiles.iter().copied() {
                let set = TileSet::only(tile);
                let all = scene.levels().iter().all(|level| {
                    let cells = level.tiles().iter().enumerate();
                    let mut on =
                        cells.filter(|(cell, _)| is_line(cell % width, cell / width));
                    on.all(|(_, &tile)| set.contains(tile))
                });
                if all {
                    let place = if index < n / 2 {
                        format!("{line} == {index}")
                    } else {
                        format!("{from} == {}", n - 1 - index)
                    };
                    let name = scene.name(tile);
                    let says = format!("{name} all along {line} {index}");
                    list.nowhere(
                        format!("{line}_{index}"),
                        &format!("{place}, self({name}) == 0"),
                        says,
                        1.5,
                        By::Shuffles,
                    );
                }
            }
        }
    }
}

/// The share of the cells at an edge that have one of the tiles.
fn share(level: &Level, set: TileSet, is_edge: fn(&Level, usize, usize) -> bool) -> f64 {
    let (mut n, mut n_all) = (0, 0);
    for (cell, &tile) in level.tiles().iter().enumerate() {
        if is_edge(level, cell % level.width(), cell / level.width()) {
            n += usize::from(set.contains(tile));
            n_all += 1;
        }
    }
    n as f64 / n_all as f64
}
