use std::sync::Arc;

use marahel::Script;
use marahel_problem::{Definition, Problem};

use super::{Picture, picture_of_script};
use crate::tests::config;

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

fn problem(text: &str) -> Problem {
    let definition = Definition::parse(text).unwrap_or_else(|error| panic!("{error}"));
    Problem::with_defaults(Arc::new(definition))
}

fn picture([hero, gem]: [&str; 2]) -> Picture {
    picture_of(HALL, [(1, &format!("{hero} -> self(hero)")), (3, &format!("{gem} -> self(gem)"))])
}

/// Two explorers in a hall: their changes, and their rules.
fn picture_of(problem: &str, explorers: [(u32, &str); 2]) -> Picture {
    let explorers = explorers.map(|(changes, rule)| {
        let parameters = format!(r#""parameters": {{"changes": {changes}}}"#);
        format!(r#"{{"type": "rorder", {parameters}, "rules": ["{rule}"]}}"#)
    });
    let size = problem.lines().find_map(|line| line.strip_prefix("size = ")).expect("it has one");
    let text = format!(
        r#"{{"metadata": {{"min": {size}, "max": {size}}},
        "entities": ["wall", "floor", "hero", "gem"],
        "explorers": [
            {{"type": "horz", "rules": ["dist(out) == 1 -> self(wall)", "-> self(floor)"]}},
            {}
        ]}}"#,
        explorers.join(", ")
    );
    let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let (problem, config) = (self::problem(problem), config(&[("seed", "3")]));
    let picture = picture_of_script(&script, &problem, &config, 200).expect("it has levels");
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
    let told = narrow.lines(&problem(HALL), false);
    assert!(told[0].starts_with("nearly one picture in 200 good levels: 2 of 3 kinds"), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("hero stands in 1 of about 3")), "{told:?}");
    assert_eq!(wide.lines(&problem(HALL), false), [""; 0]);
}

#[test]
fn boulders_in_the_two_last_rows_are_told_although_they_differ() {
    let hall = HALL.replace("9x7", "26x13").replace("count(gem) == 3", "count(gem) == 36");
    let gems = |rule| (36, rule);
    let hero = (1, "self(floor) -> self(hero)");
    let low = picture_of(&hall, [hero, gems("self(floor), from_bottom < 3 -> self(gem)")]);
    let gem = low.spreads.iter().find(|spread| spread.tile == 1).expect("there are gems");
    assert!((45.0..50.0).contains(&gem.n_places) && gem.is_narrow(), "{gem:?}");
    let told = low.lines(&problem(&hall), false);
    assert!(told.iter().any(|line| line.starts_with("gem stands in 4")), "{told:?}");
    assert!(!low.is_one(), "the hero moves: {low:?}");
    // A row of a few that moves along it is told, but is no picture.
    let row = picture_of(
        &HALL.replace("9x7", "60x14"),
        [hero, (3, "row == 7, self(floor) -> self(gem)")],
    );
    let gem = row.spreads.iter().find(|spread| spread.tile == 1).expect("there are gems");
    assert!(!gem.is_narrow() && gem.n_places > 50.0, "{gem:?}");
    assert!(row.lines(&problem(HALL), false)[0].starts_with("gem stands in"), "{row:?}");
    let anywhere = picture_of(&hall, [hero, gems("self(floor) -> self(gem)")]);
    assert_eq!(anywhere.lines(&problem(&hall), false), [""; 0]);
}

#[test]
fn lanes_that_never_move_are_named_although_each_cell_has_to_be_there() {
    // Five gems make a lane that goes from wall to wall.
    let lane = HALL.replace("count(gem) == 3", "regions(gem) == 1 and count(gem) == 5");
    let one = picture_of(
        &lane,
        [(5, "column == 4, self(floor) -> self(gem)"), (1, "self(floor) -> self(hero)")],
    );
    let gem = one.spreads.iter().find(|spread| spread.tile == 1).expect("there are gems");
    assert!(gem.is_still && gem.is_fixed && gem.n_each == 5.0, "{gem:?}");
    let told = one.lines(&problem(&lane), false);
    let message = "gem stands in the same 5 cells of all levels, and might stand in others";
    assert!(told.iter().any(|told| told == message), "{told:?}");
    // The walls have to stand there; that is said only of levels that are alike.
    let wall = one.spreads.iter().find(|spread| spread.tile == 3).expect("there are walls");
    assert!(wall.is_still && !wall.is_fixed && !one.is_one(), "{wall:?}");
    assert!(
        one.lines(&problem(&lane), true)
            .contains(&"wall stands in the same 28 cells of all levels".to_owned())
    );
    // Most of what is drawn makes one picture.
    let bare = Picture {
        spreads: one.spreads.into_iter().filter(|spread| spread.tile < 3).collect(),
        ..one
    };
    let told = &bare.lines(&problem(&lane), false)[0];
    assert!(told.ends_with("5 of 6 cells with things never change, but may"), "{told}");
}

#[test]
fn a_wall_that_has_to_be_there_is_not_fixed_because_a_door_in_it_moves() {
    let ring = HALL.replace("(wall)", "(wall|hero)").replace("9x7", "30x20");
    let door = "from_bottom == 0, column > 0, from_right > 0 -> self(hero)";
    let varied = picture_of(&ring, [(1, door), (3, "self(floor) -> self(gem)")]);
    let wall = varied.spreads.iter().find(|spread| spread.tile == 3).expect("there are walls");
    assert!(wall.is_still && !wall.is_fixed, "{wall:?}");
    let told = varied.lines(&problem(&ring), false);
    assert!(!varied.is_one() && told.iter().all(|line| !line.contains("wall")), "{told:?}");
}

#[test]
fn images_of_a_mirrored_level_move_together() {
    let counts = "count(hero) == 1 and count(gem) == 3";
    let fair = HALL.replace(counts, "count(hero) == 2 and symmetry(left_right) == 1");
    let places = ["column == 1", "from_right == 1"];
    let rules = places.map(|place| format!("self(floor), row == 3, {place} -> self(hero)"));
    let picture = picture_of(&fair, [(1, &rules[0]), (1, &rules[1])]);
    let hero = picture.spreads.iter().find(|spread| spread.tile == 2).expect("there are heroes");
    // All 35 cells inside but the middle one have an image by some mirror.
    assert_eq!((hero.n_places, hero.n_free), (2.0, 34.0));
    assert!(hero.is_narrow());
}
