use super::*;

#[test]
fn tiles_say_how_they_are_drawn() {
    let names = ["floor", "wall", "road", "tree", "grass", "gizmo"];
    let palette = Palette::of_names(&names).expect("they differ");
    let tiles = SceneTile::all(&palette, 8).expect("the size is usual");
    let [floor, wall, road, tree, _, gizmo] = &tiles[..] else { panic!("one for each name") };
    assert!(wall.is_high && road.is_way && gizmo.areas == TileSet::only(5));
    assert_eq!(floor.grounds, TileSet::from_iter([0, 2, 4]));
    assert_eq!(tree.grounds, TileSet::from_iter([0, 4]));
    assert_eq!(wall.joined, TileSet::only(1));
    assert_eq!((tree.usual, tree.prefers), (Some(4), TileSet::only(4)));
    assert!(tree.thing.is_some() && tree.looks.is_none() && wall.thing.is_none());
    let strip = wall.looks.as_ref().expect("a wall is a terrain");
    let strip = image::load_from_memory(strip).expect("it is a PNG").into_rgba8();
    assert_eq!(strip.dimensions(), (8 * (47 + N_TEXTURES - 1), 8));
    // The first is alone, the 47th within its mass: only the first has a front.
    assert_ne!(strip.get_pixel(3, 7), strip.get_pixel(46 * 8 + 3, 7));
    assert!(SceneTile::all(&palette, 0).is_err());
}
