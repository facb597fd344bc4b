//! Measures against naive ones, on random levels.

use crate::properties::choices::{Choices, check};
use crate::tests::testing::Setup;

type Cell = (i32, i32);

/// A random level, one word for each row.
fn level(choices: &mut Choices) -> String {
    let (width, height) = (choices.number(1..7), choices.number(1..6));
    let mut row = |_| (0..width).map(|_| choices.of(&['.', '#', 'k', '@'])).collect::<String>();
    (0..height).map(&mut row).collect::<Vec<_>>().join(" ")
}

/// A level as its tiles by cell.
fn cells(level: &str) -> Vec<(Cell, char)> {
    let rows = level.split_whitespace().zip(0..);
    rows.flat_map(|(row, y)| row.chars().zip(0..).map(move |(tile, x)| ((x, y), tile))).collect()
}

/// Cells where a condition holds.
fn holding(level: &str, condition: &str) -> Vec<bool> {
    let setup = Setup::new(level).neighborhoods("{knight: [[1, 2], [2, 1], [-1, 0]], none: ['2']}");
    let explorer = format!(
        "{{type: 'sequential', rules: ['{condition} -> self(unknown)', 'self(any) -> self(empty)']}}"
    );
    setup.run(&explorer).chars().filter(|&tile| tile != '\n').map(|tile| tile == '?').collect()
}

/// Whether a comparison of distances holds, as the language says: also where
/// there is no distance.
fn compare(distances: &[(char, f64)], kind: &str, limit: f64) -> bool {
    if distances.is_empty() {
        return true;
    }
    let all = || distances.iter().map(|&(_, distance)| distance);
    let value = match kind {
        "min" => all().fold(f64::INFINITY, f64::min),
        "max" => all().fold(0.0, f64::max),
        _ => {
            // In the order of the entities, so that sums round alike.
            let means: Vec<f64> = ".#@k"
                .chars()
                .filter_map(|tile| {
                    let own: Vec<f64> =
                        distances.iter().filter(|one| one.0 == tile).map(|one| one.1).collect();
                    (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
                })
                .collect();
            means.iter().sum::<f64>() / means.len() as f64
        }
    };
    value > limit
}

/// Lengths of the shortest paths from a cell, by relaxing until nothing changes.
fn lengths(level: &str, from: Cell, steps: &[Cell], allowed: &str) -> Vec<((Cell, char), f64)> {
    let cells = cells(level);
    let mut lengths: Vec<Option<u32>> =
        cells.iter().map(|(cell, _)| (*cell == from).then_some(0)).collect();
    loop {
        let before = lengths.clone();
        for (index, &((x, y), tile)) in cells.iter().enumerate() {
            let Some(length) = before[index] else { continue };
            if (x, y) != from && !allowed.contains(tile) {
                continue;
            }
            for (dx, dy) in steps {
                let to = cells.iter().position(|(cell, _)| *cell == (x + dx, y + dy));
                if let Some(to) = to {
                    lengths[to] =
                        Some(lengths[to].map_or(length + 1, |known| known.min(length + 1)));
                }
            }
        }
        if lengths == before {
            let all = cells.iter().copied().zip(lengths);
            return all.filter_map(|(cell, length)| Some((cell, f64::from(length?)))).collect();
        }
    }
}

#[test]
fn distances_are_those_to_all_targets() {
    check(300, |choices| {
        let level = level(choices);
        let kind = choices.of(&["min", "avg", "max"]);
        let limit = choices.of(&[0.0, 1.0, 2.5, 4.0]);
        let found = holding(&level, &format!("{kind}Dist(solid|key)>{limit}"));
        let cells = cells(&level);
        for (&((x, y), _), found) in cells.iter().zip(found) {
            let distances: Vec<(char, f64)> = cells
                .iter()
                .filter(|(_, tile)| "#k".contains(*tile))
                .map(|((to_x, to_y), tile)| (*tile, f64::from((x - to_x).abs() + (y - to_y).abs())))
                .collect();
            assert_eq!(found, compare(&distances, kind, limit), "{x}, {y} in {level}");
        }
    });
}

#[test]
fn paths_are_the_shortest() {
    check(300, |choices| {
        let level = level(choices);
        let kind = choices.of(&["min", "avg", "max"]);
        let limit = choices.of(&[0.0, 1.0, 2.5, 4.0]);
        let is_plain = choices.of(&[true, false]);
        let (name, steps): (_, &[Cell]) = if is_plain {
            ("plus", &[(0, -1), (-1, 0), (1, 0), (0, 1)])
        } else {
            ("knight", &[(1, 2), (2, 1), (-1, 0)])
        };
        let found = holding(&level, &format!("{kind}Dist({name}, solid|key, empty|key)>{limit}"));
        for (&(cell, _), found) in cells(&level).iter().zip(found) {
            let all = lengths(&level, cell, steps, ".k").into_iter();
            let distances: Vec<(char, f64)> = all
                .filter(|((_, tile), _)| "#k".contains(*tile))
                .map(|((_, tile), length)| (tile, length))
                .collect();
            assert_eq!(found, compare(&distances, kind, limit), "{cell:?} in {level}");
        }
    });
}

#[test]
fn connected_is_reached_from_anywhere() {
    check(300, |choices| {
        let level = level(choices);
        let found = holding(&level, "isConnected(solid|key)");
        let is_member = |&&(_, tile): &&(Cell, char)| "#k".contains(tile);
        let cells = cells(&level);
        let members: Vec<&(Cell, char)> = cells.iter().filter(is_member).collect();
        let plus = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        let is_connected = members.first().is_none_or(|(first, _)| {
            let reached = lengths(&level, *first, &plus, "#k");
            reached.iter().filter(|((_, tile), _)| "#k".contains(*tile)).count() == members.len()
        });
        assert!(found.iter().all(|&found| found == is_connected), "{}", level);
    });
}
