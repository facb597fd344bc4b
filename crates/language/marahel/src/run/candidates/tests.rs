use marahel_level::Tile;
use marahel_script::Script;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::program::Program;
use crate::properties::choices::{Choices, check};
use crate::properties::scripts;
use crate::run::Workspace;
use crate::run::tests::testing::Setup;
use crate::semantics::Semantics;

/// What a level is, what it cost, and how far the random numbers are, if cells are sifted after so
/// many visits in vain.
fn made(program: &Program, seed: u64, patience: u64) -> (Vec<Tile>, u64, u128) {
    let mut workspace = Workspace::new();
    workspace.candidates.patience = Some(patience);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    program.run(&mut rng, &mut workspace, &mut |_, _, _| {}).expect("it is small");
    let tiles = workspace.level().rows().flatten().copied().collect();
    (tiles, workspace.n_steps(), rng.get_word_pos())
}

#[track_caller]
fn check_script(text: &str, seed: u64) {
    let script = Script::parse(text).expect("the script is sound");
    for semantics in [Semantics::Documented, Semantics::Original] {
        let program = Program::with_semantics(&script, semantics);
        let plain = made(&program, seed, u64::MAX);
        for patience in [1, 3] {
            assert_eq!(made(&program, seed, patience), plain, "{patience}, {text}");
        }
    }
}

#[test]
fn sifted_cells_make_the_same_levels_for_the_same_cost() {
    check(n_cases(300), |choices: &mut Choices| {
        let seed = choices.seed();
        check_script(&scripts::scripts(choices), seed);
    });
}

#[test]
fn a_cell_may_hold_again_after_a_change_near_it_or_anywhere() {
    // Rules that need what others have written just before.
    for rules in [
        "'self(empty), left(key) -> self(key)', 'self(solid) -> self(key)'",
        "'self(empty), key > 0 -> self(key)', 'self(solid), all(empty) > 6 -> self(key)'",
        "'self(empty), dist(key) == 1 -> self(key)', 'self(solid) -> self(key)'",
        "'random < 0.5, self(key) -> self(solid)', 'self(solid) -> self(key)'",
        "'dist(key) > 1, all(key) == 0 -> self(key)', 'self(key), random < 0.2 -> self(empty)'",
        "'self(key), dist(key) < 2, random < 0.5 -> self(solid)', 'self(solid) -> all(key)'",
        "'self(empty), rpercent > 0.4 -> self(key)', 'self(solid), rpercent == 0 -> self(empty)'",
    ] {
        for kind in ["rorder", "horz", "rand", "drunk"] {
            for replace in ["same", "buffer"] {
                let first = "{rules: ['-> self(empty:9|solid)']}";
                let parameters = format!("{{repeats: '4', replace: '{replace}'}}");
                let second =
                    format!("{{type: '{kind}', parameters: {parameters}, rules: [{rules}]}}");
                let text = scripts::sections(
                    "min: '23x17', max: '23x17'",
                    "{}",
                    &format!("{first}, {second}"),
                );
                (0..10).for_each(|seed| check_script(&text, seed));
            }
        }
    }
}

#[test]
fn a_row_longer_than_a_word_is_sifted() {
    let level = format!("{}#{}", ".".repeat(150), ".".repeat(150));
    let found = Setup::new(&level).run("{type: 'horz', rules: ['right(solid) -> self(key)']}");
    assert_eq!(found.trim(), format!("{}k#{}", ".".repeat(149), ".".repeat(150)));
}

/// The number of cases of a test, or that of the variable `SCRIPTS`, for a long run by hand.
fn n_cases(usual: u32) -> u32 {
    let asked = std::env::var("SCRIPTS").ok();
    asked.map_or(usual, |n| n.parse().expect("SCRIPTS is a number"))
}
