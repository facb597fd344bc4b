use crate::testing::{PIECES, level, problem};

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
        ("smallest_region(door) == 2", "smaller pieces", &[(3, 2)]),
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
