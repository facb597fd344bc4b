use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::program::Program;
use crate::run::tests::testing::Setup;
use marahel_script::Script;

/// What no budget covers.
const FOREVER: &str = "parameters: {repeats: 9007199254740992}";

/// Whether a level is finished without the explorers walking.
#[track_caller]
fn is_skipped(level: &str, explorers: &str) -> bool {
    Setup::new(level).try_run(explorers).is_ok()
}

#[track_caller]
fn check_rules(level: &str, rules: &str, is_idle: bool) {
    let explorer = format!("{{type: 'rorder', {FOREVER}, rules: [{rules}]}}");
    assert_eq!(is_skipped(level, &explorer), is_idle, "{rules}");
}

#[test]
fn an_explorer_without_a_rule_that_can_fire_need_not_walk() {
    check_rules(".#. ...", "'self(player) -> self(solid)'", true);
    check_rules(".#. ...", "'all(solid) -> self(empty)'", true);
    check_rules(".#. ...", "'all(solid) > 2 -> self(player)', 'player > 0 -> self(key)'", true);
    check_rules(".#. ...", "'random < 0.5, up(solid), down(solid) -> self(player)'", true);
    check_rules("..#", "'solid > 1 -> self(empty)', 'horz(solid) == 2 -> self(empty)'", true);
}

#[test]
fn an_explorer_that_may_do_something_walks() {
    check_rules(".#. ...", "'self(solid) -> self(solid)'", false);
    check_rules(".#. ...", "'random < 0.0001 -> self(solid)'", false);
    check_rules(".#. ...", "'noise > 0.9999 -> self(solid)'", false);
    check_rules(
        "...#",
        "'self(empty), dist(solid) == 9 -> self(empty)', 'self(solid) -> self(empty)'",
        false,
    );
    check_rules("...", "'all(out) > 6 -> self(empty)'", false);
}

#[test]
fn all_that_come_after_it_must_be_idle_too() {
    let idle = format!("{{type: 'rorder', {FOREVER}, rules: ['self(key) -> self(key)']}}");
    assert!(is_skipped("..", &format!("{idle}, {idle}")));
    assert!(!is_skipped("..", &format!("{idle}, {{rules: ['-> self(solid)']}}, {idle}")));
    assert!(is_skipped("..", &format!("{{rules: ['-> self(solid)']}}, {idle}")));
    let digger = "{rules: ['self(empty) -> self(solid)']}";
    assert!(is_skipped("..", &format!("{digger}, {idle}")), "the first is not idle, and ends");
}

#[test]
fn looking_ahead_ends() {
    // A cell looks at thousands of others, and not all explorers look at all of them.
    let row = "1".repeat(65);
    let all: Vec<&str> = (0..65).map(|_| row.as_str()).collect();
    let neighborhoods = format!("{{huge: '{}'}}", all.join(","));
    let idle = "{parameters: {tiles: 1}, rules: ['huge(key) > 0 -> self(key)']},";
    let level = format!("{}\n", ".".repeat(60)).repeat(60);
    let setup = Setup::new(&level).neighborhoods(&neighborhoods);
    assert_eq!(setup.run(&idle.repeat(40)), level);
}

#[test]
fn who_looks_on_is_told_of_every_explorer() {
    let text = "{metadata: {min: '4x3', max: '4x3'}, entities: ['empty', 'solid'], explorers: [
        {rules: ['-> self(empty)']}, {rules: ['self(solid) -> self(empty)']}, {rules: ['left(solid) -> self(solid)']}]}";
    let script = Script::parse(text).expect("the script is sound");
    let mut told = Vec::new();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let program = Program::new(&script);
    let result = program.run(&mut rng, &mut Workspace::new(), &mut |index, _, _| told.push(index));
    assert_eq!((result, told), (Ok(()), vec![0, 1, 2]));
}
