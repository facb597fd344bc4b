use std::sync::Arc;

use marahel_level::{Entity, Level, Palette, TiledPicture, UNKNOWN};

use super::to_tmx;
use crate::tests::one;
use crate::tiled::{TMJ, TMX};
use crate::{Empty, Hints};

#[test]
fn a_map_in_xml_is_read_as_the_same_in_json() {
    let entity = |name: &str, character, color| Entity { name: name.to_owned(), character, color };
    let entities = vec![
        entity("a \"<wall>\" & 'more'", '<', [1, 2, 3]),
        entity("floor", '"', [250, 0, 10]),
        entity("é", '&', [0, 0, 0]),
    ];
    let palette = Arc::new(Palette::new(entities).expect("they differ"));
    let level = Level::from_tiles(3, vec![0, 1, 2, UNKNOWN, 1, 0], palette);
    let picture = TiledPicture { path: "a&b/tiles.png", width: 64, height: 16, tile_size: 16 };
    let hints = Hints { empty: Empty::Open, ..Hints::default() };
    let read = one(&to_tmx(&level, &picture), &TMX, &hints).expect("it is a map");
    assert_eq!(read, level);
    assert_eq!(read.palette(), level.palette());
    let json = one(&level.to_tiled(&picture), &TMJ, &hints).expect("it is a map");
    assert_eq!(read, json);
}
