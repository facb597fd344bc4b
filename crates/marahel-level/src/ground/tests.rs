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

#[test]
fn things_stand_on_what_surrounds_them() {
    let names = ["player", "tree", "wall", "floor", "sand", "grass", "moat"];
    let palette = Palette::of_names(&names).expect("they differ");
    let tile = |name: &str| palette.tile(name).expect("it is one of the names");
    let [player, tree, wall, floor, sand, grass, moat] = names.map(tile);
    let grounds = grounds(&palette);
    assert_eq!(grounds, TileSet::from_iter([floor, sand, grass, moat]));
    for (around, thing, expected) in [
        ([sand, sand, sand, sand, floor, wall, wall, wall], player, Some(sand)),
        ([wall, wall, wall, wall, wall, wall, floor, wall], player, Some(floor)),
        ([moat, moat, moat, moat, sand, sand, wall, wall], player, Some(moat)),
        // What it prefers comes first, where it is.
        ([sand, sand, sand, sand, grass, sand, sand, sand], tree, Some(grass)),
        ([wall; 8], player, None),
    ] {
        let mut tiles = around.to_vec();
        tiles.insert(4, thing);
        let view = View::new(&tiles, 3, 3, 3);
        assert_eq!(ground_around(view, (1, 1), &palette, grounds), expected, "{around:?}");
    }
    // In a corner there are three neighbors.
    let tiles = [player, grass, grass, sand];
    let view = View::new(&tiles, 2, 2, 2);
    assert_eq!(ground_around(view, (0, 0), &palette, grounds), Some(grass));
}
