use super::*;

/// Checks the ground of the first entity.
#[track_caller]
fn check(names: &str, expected: &str) {
    let names: Vec<&str> = names.split_whitespace().collect();
    let palette = Palette::of_names(&names).expect("the names are distinct");
    let ground = palette.tile(expected).expect("it is one of the names");
    assert_eq!(ground_color(0, &palette), palette.color(ground), "{names:?}");
}

#[test]
fn things_stand_on_the_floor() {
    check("player solid empty", "empty");
    check("chest grass floor", "floor");
    check("enemy sand grass", "grass");
}

#[test]
fn some_have_a_ground_of_their_own() {
    check("tree floor grass", "grass");
    check("tree floor", "floor");
    check("tower floor wall", "wall");
    check("statue grass path", "path");
}

#[test]
fn seen_from_the_side_everything_stands_before_the_sky() {
    check("tree grass sky", "sky");
}

#[test]
fn without_any_ground_there_is_paper() {
    let palette = Palette::of_names(&["player"]).expect("it is one name");
    assert_eq!(ground_color(0, &palette), PAPER);
}

#[test]
fn things_stand_on_what_looks_like_a_floor() {
    let palette = Palette::of_names(&["player", "hull", "deck"]).expect("the names are distinct");
    let palette = palette.with_look(2, Look::Symbol("floor"));
    assert_eq!(ground_color(0, &palette), palette.color(2));
}
