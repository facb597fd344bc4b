use super::*;
use crate::Look;

/// The color behind a thing that has no neighbors.
fn ground_color(tile: Tile, palette: &Palette) -> [u8; 3] {
    let usual = standings(&Terrains::default(), palette)[usize::from(tile)].usual;
    usual.map_or(PAPER, |ground| palette.color(ground))
}

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
    let names = ["player", "tree", "wall", "floor", "sand", "grass", "moat", "bridge"];
    let palette = Palette::of_names(&names).expect("they differ");
    let tile = |name: &str| palette.tile(name).expect("it is one of the names");
    let [player, tree, wall, floor, sand, grass, moat, bridge] = names.map(tile);
    let standings = standings(&Terrains::of(&palette), &palette);
    let around = |view: View<'_>, tile: Tile| {
        let Standing { prefers, grounds, .. } = standings[usize::from(tile)];
        ground_around(view, if view.width() == 3 { (1, 1) } else { (0, 0) }, prefers, grounds)
    };
    assert_eq!(
        standings[usize::from(player)].grounds,
        TileSet::from_iter([floor, sand, grass, moat, bridge])
    );
    for (neighbors, thing, expected) in [
        ([sand, sand, sand, sand, floor, wall, wall, wall], player, Some(sand)),
        ([wall, wall, wall, wall, wall, wall, floor, wall], player, Some(floor)),
        ([moat, moat, moat, moat, sand, sand, wall, wall], player, Some(moat)),
        // What it prefers comes first, where it is.
        ([sand, sand, sand, sand, grass, sand, sand, sand], tree, Some(grass)),
        // A tree does not grow in water, nor on a road or a bridge.
        ([bridge, bridge, bridge, sand, wall, wall, wall, wall], tree, Some(sand)),
        ([moat, moat, moat, moat, sand, wall, wall, wall], tree, Some(sand)),
        ([moat; 8], tree, None),
        ([wall; 8], player, None),
    ] {
        let mut tiles = neighbors.to_vec();
        tiles.insert(4, thing);
        let view = View::new(&tiles, 3, 3, 3);
        assert_eq!(around(view, thing), expected, "{neighbors:?}");
    }
    // In a corner there are three neighbors.
    let tiles = [player, grass, grass, sand];
    let view = View::new(&tiles, 2, 2, 2);
    assert_eq!(around(view, player), Some(grass));
}

#[test]
fn nothing_stands_within_the_ground_that_is_seen_from_the_side() {
    for names in [
        ["sky", "dirt", "spikes", "tree"],
        ["air", "grass", "spikes", "tree"],
        ["sky", "ground", "spikes", "tree"],
    ] {
        let palette = Palette::of_names(&names).expect("they differ");
        for standing in &standings(&Terrains::of(&palette), &palette)[2..] {
            assert_eq!((standing.grounds, standing.prefers), (TileSet::only(0), TileSet::EMPTY));
            assert_eq!(standing.usual, Some(0), "{names:?}");
        }
    }
}

#[test]
fn a_thing_stands_on_the_ground_that_is_said() {
    let names = ["usher", "seat", "carpet", "road"];
    let palette = Palette::of_names(&names).expect("they differ").with_ground(0, 2);
    let standing = standings(&Terrains::of(&palette), &palette)[0];
    assert_eq!((standing.grounds, standing.all), (TileSet::only(2), TileSet::only(2)));
    assert_eq!((standing.usual, standing.areas), (Some(2), TileSet::EMPTY));
    assert_eq!(ground_color(0, &palette), palette.color(2));
    // A palette of other tiles, in another order, knows it by name.
    let other = Palette::of_names(&["carpet", "wall", "usher"]).expect("they differ");
    let all = Palette::of_all([&other, &palette]).expect("there are five");
    assert_eq!(all.ground(2), Some(0));
    assert_eq!(all.with_entity("bar").expect("there is room").ground(2), Some(0));
    assert_eq!(palette.only(TileSet::from_iter([0, 1])).ground(0), None);
}

#[test]
fn where_there_is_nothing_but_water_all_stand_in_it() {
    let palette = Palette::of_names(&["water", "house"]).expect("they differ");
    assert_eq!(standings(&Terrains::of(&palette), &palette)[1].grounds, TileSet::only(0));
}

#[test]
fn where_ways_are_the_only_ground_things_stand_on_them() {
    let palette = Palette::of_names(&["flower", "glass", "path"]).expect("the names are distinct");
    assert_eq!(standings(&Terrains::of(&palette), &palette)[0].usual, palette.tile("path"));
}
