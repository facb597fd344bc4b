use super::*;

#[test]
fn the_way_to_a_file_goes_up_and_down() {
    let check = |folder: &str, file: &str, expected: &str| {
        assert_eq!(relative(Path::new(folder), Path::new(file)), Path::new(expected));
    };
    check("/game/maps", "/game/maps/tiles.png", "tiles.png");
    check("/game/maps", "/game/art/tiles.png", "../art/tiles.png");
    check("/game/maps/cave", "/art.png", "../../../art.png");
    check("/", "/game/art.png", "game/art.png");
}
