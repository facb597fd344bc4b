use std::sync::Arc;

use marahel::{Generator, Script};
use marahel_problem::{Definition, Problem};

use super::{explain_drawings, n_met, with_sides};

/// Hills of rock that stand on a bed of rock, beneath the water.
const REEF: &str = r##"
name = "reef"
size = "16x10"
playable = "like() >= 0.1"
like = ["""
................
................
..##............
..##........##..
.####.......##..
.####......####.
#####......#####
#####..#...#####
######.##..#####
################

................
................
..........##....
....##....###...
....##...####...
...####..####...
...####.######..
#..####.######..
##.####.#######.
################

................
..##............
..##............
..###...........
.####......##...
.####.....####..
######....####..
######...######.
#######..#######
################
"""]

[tiles]
water = { character = "." }
rock = { character = "#" }

[objectives]
rocks = { value = "count(rock)", range = [30, 90], zero_above = 160 }
"##;

#[test]
fn a_side_that_a_tile_fills_in_all_drawings_is_filled() {
    let definition = Definition::parse(REEF).unwrap_or_else(|error| panic!("{error}"));
    let problem = Problem::with_defaults(Arc::new(definition));
    let script = Script::parse(
        r#"{"metadata": {"min": "16x10", "max": "16x10"}, "entities": ["water", "rock"], "explorers": [
            {"description": "water", "type": "horz", "rules": ["-> self(water)"]},
            {"description": "patches", "type": "horz", "rules": ["random < 0.3 -> self(rock)"]},
            {"description": "a gap", "type": "horz", "rules": ["row < 2 -> self(water)"]}
        ]}"#,
    );
    let sides = with_sides(&script.expect("it is a script"), &problem).expect("a side is full");
    let told: Vec<&str> =
        sides.explorers.iter().map(|explorer| explorer.description.as_str()).collect();
    // The upper side is water in all drawings, as the gap is.
    assert_eq!(
        told,
        ["water", "patches", "rock along the lower side", "a gap", "water along the upper side"]
    );
    let generator = Generator::new(&sides);
    for seed in 0..20 {
        let level = generator.generate(seed).expect("it makes levels");
        assert!((0..16).all(|x| level.get(x, 9) == 1), "{}", level.to_text());
    }
}

/// Rock that hangs over water is in no drawing, and rock is one piece.
#[test]
fn what_all_drawings_share_is_built() {
    let shared = r#"
pieces = { value = "regions(rock)", range = [1, 1], zero_above = 9 }
hanging = { value = 'cells("self(water), up(rock)")', range = [0, 0], zero_above = 20 }
"#;
    let [plain, problem] = ["", shared].map(|shared| {
        let definition = Definition::parse(&format!("{REEF}{shared}"));
        Problem::with_defaults(Arc::new(definition.unwrap_or_else(|error| panic!("{error}"))))
    });
    let [asked_nothing, asked] =
        [&plain, &problem].map(|problem| explain_drawings(problem).expect("it is read").script);
    let [before, after] =
        [&asked_nothing, &asked].map(|script| n_met(script, &problem).expect("it makes levels"));
    assert!(after > before + 1.0, "{before} {after}: {asked}");
}
