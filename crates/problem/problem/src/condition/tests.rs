use crate::tests::{PIECES, level, problem};

const FILE: &str = r#"
name = "test"
size = "4x2"
playable = "_ends and (count(key) > 0 or count(enemy) > 0), ((length + 1) > 2)"
[measures]
_ends = "count(player) == 1 and count(door) == 1"
length = "path(player, door)"
[objectives]
length = { range = [1, inf] }
"#;

#[test]
fn what_is_playable_is_split_at_each_and() {
    let problem = problem(&format!("{FILE}{PIECES}"));
    let (problem, conditions) = problem.with_playable_conditions();
    let texts: Vec<&str> = conditions.iter().map(super::Condition::text).collect();
    let parts = [
        "count(player) == 1",
        "count(door) == 1",
        "(count(key) > 0 or count(enemy) > 0)",
        "((length + 1) > 2)",
    ];
    assert_eq!(texts, parts);
    let mut meter = problem.meter();
    for (rows, expected) in [
        (["...d", "k..."], Some(0)),
        (["@...", "k..."], Some(1)),
        (["@..d", "...."], Some(2)),
        (["@#.d", "k#.."], Some(3)),
        (["@..d", "k..."], None),
    ] {
        let level = level(problem.palette(), &rows);
        assert_eq!(meter.unfulfilled(level.view(), &conditions), expected, "{rows:?}");
        let is_playable = meter.judge(level.view()).is_playable;
        assert_eq!(is_playable, expected.is_none(), "{rows:?}");
    }
}

#[test]
fn a_condition_can_use_what_the_file_names() {
    let problem = problem(&format!("{FILE}{PIECES}"));
    let (problem, far) = problem.with_condition("length >= 3").expect("sound");
    let (problem, near) = problem.with_condition("path(player, key) < 2").expect("sound");
    let mut meter = problem.meter();
    let mut first = |rows: [&str; 2], conditions: &[_]| {
        meter.unfulfilled(level(problem.palette(), &rows).view(), conditions)
    };
    let both = [far, near];
    assert_eq!(first(["@..d", "k..."], &both), None);
    assert_eq!(first(["@.d.", "k..."], &both), Some(0));
    assert_eq!(first(["@..d", "...k"], &both), Some(1));
    assert_eq!(first(["@.d.", "...k"], &both[..0]), None);
}

#[test]
fn mistakes_have_their_place() {
    for (text, message) in [
        ("lenght > 3", "line 1, column 1: nothing is called `lenght`; did you mean `length`?"),
        ("1 < count(ogre)", "line 1, column 11: "),
        ("length >", "line 1, column 9: the expression ends too early"),
        ("like() > 0.5", "line 1, column 1: no levels are drawn"),
    ] {
        let problem = problem(&format!("{FILE}{PIECES}"));
        let error = problem.with_condition(text).expect_err(text).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// A name that stands for two of the next, and so on: each is split once.
#[test]
fn names_that_stand_for_others_are_split_once() {
    let names = (0..14).map(|n| format!("n{n} = \"n{0} and n{0}\"\n", n + 1));
    let names = names.collect::<String>() + "n14 = \"count(key) == 1\"\n";
    let file = FILE
        .replace("_ends and", "n0 and")
        .replace("[measures]\n", &format!("[measures]\n{names}"));
    let (_, conditions) = problem(&format!("{file}{PIECES}")).with_playable_conditions();
    assert_eq!(conditions.len(), 3);
}
