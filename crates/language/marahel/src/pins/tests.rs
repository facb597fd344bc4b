use std::sync::Arc;

use marahel_level::{Level, Palette};

use super::Pins;
use crate::run::tests::testing::generator;

const SCRIPT: &str = "{metadata: {min: '4x3', max: '6x3'}, entities: ['empty', 'solid'],
    explorers: [{type: 'horz', rules: ['-> self(solid)']}]}";

/// A start map of `names` in their order, as `.#@k` and so on.
fn start(names: &[&str], map: &str) -> Level {
    let palette = Palette::of_names(names).expect("the names are distinct");
    Level::from_text(&map.replace(' ', "\n"), Arc::new(palette)).expect("the map is drawn well")
}

#[track_caller]
fn check_refused(names: &[&str], map: &str, message: &str) {
    let error = generator(SCRIPT).pins(&start(names, map)).expect_err("it does not suit");
    assert_eq!(error.to_string(), message);
}

#[test]
fn entities_are_matched_by_name_and_unused_ones_do_not_matter() {
    let generator = generator(SCRIPT);
    let pins =
        generator.pins(&start(&["key", "solid", "empty"], "?.?? ???? ??#.")).expect("it suits");
    assert_eq!(pins.iter().collect::<Vec<_>>(), [(1, 0, 0), (2, 2, 1), (3, 2, 0)]);
    let level = generator.generate_from(&pins, 1).expect("it is small");
    assert_eq!(level.to_text(), "#.##\n####\n###.\n");
}

#[test]
fn a_map_of_another_size_is_refused() {
    check_refused(
        &["empty"],
        "??????? ???.??? ???????",
        "the script makes levels of 4x3 to 6x3, but this one would have 7x3 tiles; choose another \
         size, or change `min` and `max` of the script",
    );
}

#[test]
fn an_entity_that_the_script_lacks_is_named() {
    check_refused(
        &["empty", "key"],
        "???? ?.k? ????",
        "row 2, column 3 of the start map: the script has no entity `key`; add it to the `entities` \
         of the script, or leave the cell open",
    );
}

#[test]
#[should_panic(expected = "this one would have 3x3 tiles")]
fn pins_of_another_script_do_not_run() {
    drop(generator(SCRIPT).generate_from(&Pins::open(3, 3), 1));
}

/// Joins the ends of a wall, and of a row where nothing is in the way.
#[track_caller]
fn check_ways(script: &str) {
    let generator = generator(script);
    for (map, n_empty) in [(".?????. ??????? ???????", 7..=7), (".?###?. ???##?? ???????", 10..=20)]
    {
        let pins = generator.pins(&start(&["empty", "solid"], map)).expect("it suits");
        for seed in 0..20 {
            let level = generator.generate_from(&pins, seed).expect("it is small");
            let text = level.to_text();
            assert!(n_empty.contains(&text.matches('.').count()), "{text}");
            assert!(is_joined(&level), "{text}");
        }
    }
}

/// Whether a way over empty cells leads from the upper left to the upper right.
fn is_joined(level: &Level) -> bool {
    let mut reached = vec![(0, 0)];
    let mut next = 0;
    while let Some(&(x, y)) = reached.get(next) {
        next += 1;
        for (x, y) in [(x + 1, y), (x, y + 1), (x.max(1) - 1, y), (x, y.max(1) - 1)] {
            let is_inside = x < level.width() && y < level.height();
            if is_inside && level.get(x, y) == 0 && !reached.contains(&(x, y)) {
                reached.push((x, y));
            }
        }
    }
    reached.contains(&(level.width() - 1, 0))
}

#[test]
fn turtles_make_a_detour_around_what_they_cannot_dig() {
    check_ways(
        "{metadata: {min: '7x3', max: '7x3'}, entities: ['empty', 'solid'],
          explorers: [{type: 'horz', rules: ['self(unknown) -> self(solid)']},
            {type: 'connect', parameters: {entities: 'empty'}, rules: ['self(solid) -> self(empty)']}]}",
    );
}
