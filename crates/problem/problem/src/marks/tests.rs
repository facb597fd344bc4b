use crate::tests::{PIECES, level, problem};

/// A mark: its text, what its cells are, and their columns and rows.
type Marked<'m> = (&'m str, &'m str, &'m [(usize, usize)]);

/// Checks the marks of a level.
#[track_caller]
fn check(requirement: &str, rows: &[&str], expected: &[Marked<'_>]) {
    let text = format!(
        "name = 'test'\nsize = '5x3'\nplayable = '''{requirement}'''\n[objectives]\n\
         keys = {{ value = 'count(key)', range = [0, 9], zero_above = 10 }}\n{PIECES}"
    );
    let problem = problem(&text).with_named_parts();
    let level = level(problem.palette(), rows);
    let mut meter = problem.meter();
    meter.judge(level.view());
    let marks = meter.marks(level.view());
    let found: Vec<_> = marks
        .iter()
        .map(|mark| {
            let cells = mark.cells.iter().map(|cell| (cell % 5, cell / 5)).collect::<Vec<_>>();
            (mark.text.as_str(), mark.what, cells)
        })
        .collect();
    let expected: Vec<_> =
        expected.iter().map(|&(text, what, cells)| (text, what, cells.to_vec())).collect();
    assert_eq!(found, expected, "{requirement}");
}

#[test]
fn a_mark_shows_the_cells_that_a_missed_requirement_is_about() {
    let rows = ["dd#..", "####.", "k.#d."];
    for (requirement, what, cells) in [
        ("cells(\"self(door), plus(door) > 1\") == 0", "counted", &[(0, 0), (1, 0)][..]),
        ("cells(\"self(door), plus(door) > 1\") < 2", "counted", &[(0, 0), (1, 0)]),
        ("cells(\"self(door), plus(door) > 1\") == count(door)", "not counted", &[(3, 2)]),
        ("cells(\"self(door), plus(door) == 5\") == 2", "not counted", &[(0, 0), (1, 0), (3, 2)]),
        ("cells(\"column == 4\") == 0", "counted", &[(4, 0), (4, 1), (4, 2)]),
        ("near(door, floor, 1) == 0", "counted", &[(3, 2)]),
        ("regions(floor) == 1", "smaller pieces", &[(1, 2)]),
        ("smallest_region(door) == 2", "smallest pieces", &[(3, 2)]),
        ("apart(door) > 1", "nearest ones", &[(0, 0), (1, 0)]),
    ] {
        check(requirement, &rows, &[(requirement, what, cells)]);
    }
    let frame = ["#####", "#...#", "#k###", "#####"];
    check("along_border(wall) == 1", &frame, &[]);
    let open = ["#####", "#...#", "#k..#", "#.###"];
    check("along_border(wall) == 1", &open, &[("along_border(wall) == 1", "missing", &[(1, 3)])]);
    check("regions(floor) == 2 and cells(\"self(door)\") == 3", &rows, &[]);
    check("count(key) == 2", &rows, &[]);
}

#[test]
fn marks_of_one_requirement_are_shown_as_one() {
    let two = "cells(\"self(key)\") + cells(\"self(door)\") == 0";
    let problem = problem(&format!(
        "name = 'test'\nsize = '5x3'\nplayable = '1 == 1'\n[objectives]\n\
         none = {{ value = '{two}', range = [1, 1], zero_above = 2 }}\n{PIECES}"
    ));
    let level = level(problem.palette(), &["dd#..", "####.", "k.#d."]);
    let mut meter = problem.meter();
    meter.judge(level.view());
    let shown = meter.marks_to_show(level.view());
    assert_eq!(shown.iter().map(|mark| &mark.cells[..]).collect::<Vec<_>>(), [[0, 1, 10, 13]]);
    // More than a third of the cells would hide the level.
    assert_eq!([10, 9].map(|n_cells| shown[0].is_drawn(n_cells)), [true, false]);
}

#[test]
fn what_is_large_and_far_enough_is_not_marked() {
    let rows = ["dd#.d", "##.#.", "kk#.#", "k.#kk", "#####", "k.k.#"];
    let marked = |objective: &str| {
        let file = format!(
            "name = 'test'\nsize = '5x6'\nplayable = '1 == 1'\n[objectives]\n\
             far = {{ value = {objective}, zero_above = 40 }}\n{PIECES}"
        );
        let problem = problem(&file);
        let level = level(problem.palette(), &rows);
        let mut meter = problem.meter();
        meter.judge(level.view());
        let cells = meter.marks(level.view()).into_iter().flat_map(|mark| mark.cells);
        cells.map(|cell| (cell % 5, cell / 5)).collect::<Vec<_>>()
    };
    // Pieces of three, two, one and one.
    let pieces = "'smallest_region(key) else 9', range = ";
    assert_eq!(marked(&format!("{pieces}[2, 30]")), [(0, 5), (2, 5)]);
    assert_eq!(marked(&format!("{pieces}[3, 30]")), [(3, 3), (4, 3), (0, 5), (2, 5)]);
    let doors = "'apart(door)', range = ";
    assert_eq!(marked(&format!("{doors}[3, 30]")), [(0, 0), (1, 0)]);
    assert_eq!(marked(&format!("{doors}[4, 30]")), [(0, 0), (1, 0), (4, 0)]);
}
