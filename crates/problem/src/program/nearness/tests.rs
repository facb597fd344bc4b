use proptest::prelude::*;

use crate::testing::{PIECES, file, level, measured, problem};

const ROOM: [&str; 2] = ["..#.", "@..."];

#[track_caller]
fn check_with(rest: &str, condition: &str, rows: &[&str], expected: f64) {
    let pieces = format!("{PIECES}{rest}");
    let found = measured(&pieces, &format!("nearly({condition})"), rows);
    assert!((found - expected).abs() < 1e-12, "{condition}: {found}");
    let holds = measured(&pieces, &format!("if({condition}, 1, 0)"), rows);
    assert_eq!(holds == 1.0, found == 1.0, "{condition}");
    // It is what a search is told of levels that cannot be played.
    let problem = problem(&file(&pieces, "0").replace("1 == 1", condition));
    let level = level(problem.palette(), rows);
    let mut meter = problem.meter();
    assert_eq!(meter.measure(level.view(), &mut [0.0]), holds == 1.0);
    assert_eq!(meter.nearly_playable(level.view()), found);
}

#[track_caller]
fn check(condition: &str, rows: &[&str], expected: f64) {
    check_with("", condition, rows, expected);
}

#[test]
fn a_comparison_that_fails_is_worth_up_to_a_half() {
    check("count(floor) == 6", &ROOM, 1.0);
    check("count(floor) == 9", &ROOM, 0.5 * 13.0 / 16.0);
    check("count(floor) >= 23", &ROOM, 0.5 * 13.0 / 30.0);
    check("count(floor) > 6", &ROOM, 0.5);
    check("count(key) == 1", &ROOM, 0.25);
    check("count(floor) < 0", &ROOM, 0.5 / 7.0);
    check("not count(floor) == 6", &ROOM, 0.5);
    check("not count(floor)", &ROOM, 0.5 / 7.0);
    check("none == 1", &ROOM, 0.0);
}

#[test]
fn what_is_joined_counts_part_by_part() {
    let nine = 0.5 * 13.0 / 16.0;
    check("count(floor) == 6 and count(floor) == 9", &ROOM, f64::midpoint(1.0, nine));
    check("count(floor) == 9 or count(floor) == 24", &ROOM, nine);
    check("count(floor) == 9 or count(player) == 1", &ROOM, 1.0);
    let three = "count(wall) == 1 and (count(key) == 1 and count(floor) == 9)";
    check(three, &ROOM, (1.0 + 0.25 + nine) / 3.0);
    // What is not one or the other is neither.
    check("not (count(wall) == 1 or count(key) == 1)", &ROOM, 0.75);
    check("not (count(wall) == 1 and count(floor) == 6)", &ROOM, 0.5);
    check("if(count(key) == 1, path(player, key)) > 0", &ROOM, 0.125);
    check("if(count(wall) == 1, count(floor)) == 9", &ROOM, nine);
}

#[test]
fn a_way_that_is_not_there_counts_by_what_is_in_its_way() {
    let rows = ["@.#.##k"];
    for way in ["path(player, key)", "path(player, key) > 0", "(path(player, key) else 0) > 0"] {
        check(way, &rows, 0.5 / 3.0);
    }
    check("reachable(player, key) > 0", &rows, 0.5 / 3.0);
    check("path(player, floor, key)", &rows, 0.5 * (1.0 + 1.0 / 3.0) / 2.0);
    check("path(player, key)", &["@.#.##."], 0.0);
    // A way that is too short is worth more than none.
    check("path(player, key) >= 9", &["@.#.##k"], 0.05 / 3.0);
    check("path(player, key) >= 9", &["@.....k"], 0.5 * (1.0 - 3.0 / 16.0));
}

#[test]
fn a_way_that_should_not_be_there_counts_by_what_closes_it() {
    let (open, narrow) = (["...#...", "@.....k", "......."], ["@.#.#.k", "..#.#..", "......."]);
    for closed in [
        "not path(player, key) > 0",
        "not path(player, key)",
        "not reachable(player, key) > 0",
        "reachable(player, key) == 0",
        "reachable(player, key) < 1",
        "(path(player, key) else 0) == 0",
    ] {
        check(closed, &open, 0.25);
        check(closed, &narrow, 0.5);
        check(closed, &["@.#.#.k"], 1.0);
    }
    // Where it may only be shorter, its length counts.
    check("path(player, key) <= 4", &open, 0.5 * (1.0 - 2.0 / 11.0));
}

#[test]
fn what_lies_behind_a_locked_door_has_a_slope() {
    let rest = "[movement.walk]\nover = \"floor|player|key|target\"\ndoors = { door = \"key\" }\n\
                [movement.keyless]\nover = \"floor|player|key|target\"\n";
    let condition = "path(player, target) > 0 and not path(player, target, by = keyless) > 0";
    // Walled off, in the open, in a room, and behind the door.
    check_with(rest, condition, &["@.k#.", "..##x"], 0.75);
    check_with(rest, condition, &["@.k..", "....x"], 0.625);
    check_with(rest, condition, &["@.k..", "...#x"], 0.75);
    check_with(rest, condition, &["@.kd.", "...#x"], 1.0);
}

/// Conditions that join nothing, at random.
fn parts() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "path(player, key)",
        "path(player, key, target) > 0",
        "path(player, target) >= 5",
        "not path(player, target) > 0",
        "reachable(player, key|target) == count(key|target)",
        "reachable(player, door) == 0",
        "count(enemy) == 2",
        "regions() == 1",
        "if(count(player) == 1, longest_path()) > 4",
        "(path(player, enemy) else 3) < 2",
    ]);
    parts.prop_map(str::to_owned)
}

/// Conditions at random.
fn conditions() -> impl Strategy<Value = String> {
    parts().prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            inner.prop_map(|a| format!("(not ({a}))")),
        ]
    })
}

fn rows() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[.#.#.#@kdex]{6}", 4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn it_is_one_if_and_only_if_the_condition_holds(one in conditions(), rows in rows()) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let found = measured(PIECES, &format!("nearly({one})"), &rows);
        prop_assert!((0.0..=1.0).contains(&found), "{one}: {found}");
        prop_assert_eq!(found == 1.0, measured(PIECES, &format!("if({one}, 1, 0)"), &rows) == 1.0);
    }

    #[test]
    fn the_more_parts_hold_the_better(
        parts in prop::collection::vec(parts(), 1..5),
        rows in rows(),
        which in any::<prop::sample::Index>(),
    ) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let nearly = |parts: &[String]| {
            let joined: Vec<String> = parts.iter().map(|part| format!("({part})")).collect();
            measured(PIECES, &format!("nearly({})", joined.join(" and ")), &rows)
        };
        let which = which.index(parts.len());
        let is_held = measured(PIECES, &format!("if({}, 1, 0)", parts[which]), &rows) == 1.0;
        // The same with a part that holds in its place, and as many of them.
        let mut better = parts.clone();
        better[which] = "1 == 1".to_owned();
        prop_assert_eq!(is_held, (nearly(&better) - nearly(&parts)).abs() < 1e-9);
        prop_assert!(nearly(&better) + 1e-9 >= nearly(&parts));
    }
}
