use std::sync::Arc;

use marahel::Script;
use marahel_problem::{Definition, Problem};

use super::{Picture, picture_of_script};
use crate::testing::config;

/// A hero and a gem somewhere in a hall.
const HALL: &str = r##"
name = "hall"
size = "9x7"
playable = "count(hero) == 1 and count(gem) == 3"

[tiles]
wall = { character = "#" }
floor = { character = "." }
hero = { character = "@" }
gem = { character = "*" }

[objectives]
border = { value = "along_border(wall)", range = [1, 1], zero_above = 9 }
"##;

fn problem() -> Problem {
    let definition = Definition::parse(HALL).unwrap_or_else(|error| panic!("{error}"));
    Problem::with_defaults(Arc::new(definition))
}

fn picture(placed: [&str; 2]) -> Picture {
    let [hero, gem] = placed;
    let text = format!(
        r#"{{"metadata": {{"min": "9x7", "max": "9x7"}},
        "entities": ["wall", "floor", "hero", "gem"],
        "explorers": [
            {{"type": "horz", "rules": ["dist(out) == 1 -> self(wall)", "-> self(floor)"]}},
            {{"type": "rorder", "parameters": {{"changes": 1}}, "rules": ["{hero} -> self(hero)"]}},
            {{"type": "rorder", "parameters": {{"changes": 3}}, "rules": ["{gem} -> self(gem)"]}}
        ]}}"#
    );
    let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let config = config(&[("seed", "3")]);
    let picture = picture_of_script(&script, &problem(), &config, 200).expect("it has levels");
    picture.expect("its levels are good")
}

#[test]
fn a_thing_that_never_moves_is_narrow() {
    let picture = picture(["self(floor), column == 4, row == 3", "self(floor), row == 5"]);
    assert_eq!(picture.n_levels, 200);
    let hero = picture.spreads[0];
    assert_eq!((hero.tile, hero.n_places), (2, 1.0));
    // 35 cells are inside; it might replace a gem in none of them.
    assert!((30.0..=35.0).contains(&hero.n_free), "{hero:?}");
    assert!(hero.is_narrow());
}

#[test]
fn a_wide_script_is_no_picture() {
    let wide = picture(["self(floor)", "self(floor)"]);
    assert!(!wide.is_one(), "{wide:?}");
    assert!(wide.spreads.iter().all(|spread| !spread.is_narrow()), "{wide:?}");
    let narrow =
        picture(["self(floor), column == 4, row == 3", "self(floor), row == 1, column < 4"]);
    assert!(narrow.is_one(), "{narrow:?}");
    let told = narrow.told(&problem());
    assert!(told[0].starts_with("nearly one picture: two of 200 good levels"), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("hero stands in 1 of about 3")), "{told:?}");
    assert_eq!(wide.told(&problem()), [""; 0]);
}
