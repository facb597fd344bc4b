use super::{Counts, cells};
use marahel_level::{Entity, Palette, TileSet, UNKNOWN, View};

const TILES: [u8; 8] = [
    1, 0, 1, 9, //
    1, 1, UNKNOWN, 9,
];

fn view() -> View<'static> {
    View::new(&TILES, 3, 2, 4)
}

#[test]
fn counts_what_lies_inside_the_view() {
    let counts = Counts::of(view());
    assert_eq!([0, 1, 9].map(|tile| counts.get(tile)), [1, 4, 0]);
    assert_eq!(counts.get(UNKNOWN), 1);
}

#[test]
fn counts_go_by_name_in_the_order_of_the_palette() {
    let entity = |name: &str, character| Entity { name: name.into(), character, color: [0; 3] };
    let palette = Palette::new(vec![entity("wall", '#'), entity("air", '.')]).expect("a palette");
    let named = serde_json::to_string(&Counts::of(view()).by_name(&palette)).expect("JSON");
    assert_eq!(named, r#"{"wall":1,"air":4}"#);
}

#[test]
fn cells_go_row_by_row() {
    let found: Vec<_> = cells(view(), TileSet::only(1)).collect();
    assert_eq!(found, [0, 2, 3, 4]);
}
