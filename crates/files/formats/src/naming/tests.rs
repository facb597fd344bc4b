use crate::tests::{listed, names, only, palette, told, wanting, zelda};
use crate::{Empty, Legend};

use super::*;

fn named(name: &str) -> TileKind {
    TileKind { name: Some(name.to_owned()), ..TileKind::default() }
}

/// A kind that only has a number.
fn counted(number: u32) -> TileKind {
    TileKind { made_up: format!("tile_{number}"), number: Some(number), ..TileKind::default() }
}

/// Kinds in a row, and which of them stand in the cells.
fn stock(kinds: Vec<TileKind>, cells: &[Option<u32>]) -> Stock {
    let grid = Grid { id: None, width: cells.len(), cells: cells.to_vec(), below: Vec::new() };
    Stock { kinds, grids: vec![grid] }
}

fn reading(stock: Stock, known: &Hints) -> Result<Reading, LevelError> {
    let reading = stock.named(known, ReadingNotes::default())?;
    known.finish(reading, false)
}

fn open() -> Hints {
    Hints { empty: Empty::Open, ..Hints::default() }
}

#[track_caller]
fn check_error(stock: Stock, known: &Hints, expected: &str) {
    assert_eq!(told(&reading(stock, known).unwrap_err()), expected);
}

#[test]
fn names_of_a_file_are_those_of_its_levels() {
    let kinds = || vec![named("wall"), named("door"), named("wall"), counted(5)];
    let read = reading(stock(kinds(), &[Some(2), Some(0), Some(3), None]), &open())
        .expect("it is a level");
    assert_eq!(read.about.made_up, ["tile_5"]);
    let level = only(read);
    assert_eq!(level.to_csv(), "0,0,2,-1\n");
    // An unused kind is listed if the file names it.
    let all: Vec<&str> =
        level.palette().entities().iter().map(|entity| entity.name.as_str()).collect();
    assert_eq!(all, ["wall", "door", "tile_5"]);
}

#[test]
fn tiles_that_are_only_counted_are_those_of_a_list() {
    let kinds = || vec![counted(1), counted(0), named("door")];
    let known = Hints { empty: Empty::Open, ..listed(&["wall", "floor", "door"]) };
    let level = only(
        reading(stock(kinds(), &[Some(0), Some(1), Some(2), None]), &known).expect("it is a level"),
    );
    assert_eq!(level.to_csv(), "1,0,2,-1\n");
    let short = listed(&["wall"]);
    let cells = [Some(1), Some(0)];
    check_error(stock(kinds(), &cells), &short, "row 1, column 2: `1` is no tile; expected 0 to 0");
    let cells = [Some(1), Some(2)];
    check_error(
        stock(kinds(), &cells),
        &short,
        "the level has an entity `door`, which is not in the palette; expected only `#` wall, `?` unknown",
    );
}

#[test]
fn a_list_is_no_names_where_a_tile_has_its_own() {
    let mut wall = counted(1);
    wall.name = Some("wall".to_owned());
    let known = Hints { empty: Empty::Open, ..listed(&["floor", "key", "wall"]) };
    let kinds = || vec![wall.clone(), counted(0)];
    check_error(
        stock(kinds(), &[Some(0), Some(1)]),
        &known,
        "nothing says what these tiles are: tile_0",
    );
    // Only used tiles count.
    let level = only(reading(stock(kinds(), &[Some(1), Some(1)]), &known).expect("it is a level"));
    assert_eq!(level.to_csv(), "0,0\n");
}

#[test]
fn a_legend_goes_before_names() {
    let mut key = counted(3);
    key.name = Some("key".to_owned());
    let legend = Legend::parse(r#"{"tile_3": "coin", "door": "gate"}"#).expect("it is a legend");
    let known = Hints { legend, ..open() };
    let level = only(
        reading(stock(vec![key, named("door")], &[Some(0), Some(1)]), &known)
            .expect("it is a level"),
    );
    assert_eq!(names(&level), ["coin", "gate"]);
}

#[test]
fn at_most_62_kinds_have_room_and_those_that_no_cell_has_make_some() {
    let kinds = |n: u32| (0..n).map(|number| named(&format!("kind {number}"))).collect::<Vec<_>>();
    let all = |n: u32| (0..n).map(Some).collect::<Vec<_>>();
    let level = only(reading(stock(kinds(62), &all(62)), &open()).expect("there is room"));
    assert_eq!(level.palette().len(), 62);
    let level =
        only(reading(stock(kinds(500), &[Some(7), Some(499)]), &open()).expect("there is room"));
    assert_eq!(names(&level), ["kind 7", "kind 499"]);
    assert_eq!(level.palette().len(), 2);
    check_error(
        stock(kinds(63), &all(63)),
        &open(),
        "there are 63 kinds of tiles, but a level has at most 62",
    );
    let counted = (0..100).map(counted).collect();
    check_error(
        stock(counted, &all(100)),
        &open(),
        "there are 100 kinds of tiles, but a level has at most 62",
    );
}

#[test]
fn names_with_control_characters_are_refused() {
    check_error(
        stock(vec![named("a\u{1b}[31m")], &[Some(0)]),
        &open(),
        "the entities make no palette: the name \"a\\u{1b}[31m\" has a control character; leave it out of names",
    );
}

#[test]
fn tiles_look_as_a_file_says_if_it_says_all() {
    let painted = |name: &str, character: char| {
        let color = [9, 8, 7];
        TileKind { entity: Some(Entity { name: name.to_owned(), character, color }), ..named(name) }
    };
    let read = |kinds: Vec<TileKind>| {
        only(reading(stock(kinds, &[Some(0), Some(1)]), &open()).expect("it is a level"))
    };
    assert_eq!(read(vec![painted("wall", 'x'), painted("key", 'y')]).to_text(), "xy\n");
    let level = read(vec![painted("wall", 'x'), named("key")]);
    assert_eq!((level.to_text().as_str(), level.palette().color(0)), ("#k\n", [9, 8, 7]));
    // Duplicate characters are replaced by the usual ones.
    assert_eq!(read(vec![painted("wall", 'x'), painted("key", 'x')]).to_text(), "#k\n");
    let colored = TileKind { color: Some([1, 2, 3]), ..named("wall") };
    assert_eq!(read(vec![colored, named("key")]).palette().color(0), [1, 2, 3]);
}

#[test]
fn tiles_of_a_file_that_was_not_read_are_refused_or_told() {
    let kind =
        |unread: Unread| TileKind { unread: Some(("a.tsx".to_owned(), unread)), ..counted(3) };
    for (unread, expected) in [
        (Unread::Missing, "which is not there"),
        (Unread::Broken("which is no tileset".to_owned()), "which is no tileset"),
    ] {
        let expected = format!("a file that it needs is a.tsx, {expected}");
        check_error(stock(vec![kind(unread)], &[Some(0)]), &open(), &expected);
    }
    for unread in [Unread::Outside("..".to_owned()), Unread::Away] {
        let left_out = format!("tileset a.tsx, {unread}");
        let read =
            reading(stock(vec![kind(unread.clone())], &[Some(0)]), &open()).expect("it is a level");
        assert_eq!(
            (read.about.left_out, read.about.made_up),
            (vec![left_out], vec!["tile_3".to_owned()])
        );
        let expected = format!("a file that it needs is a.tsx, {unread}");
        check_error(stock(vec![kind(unread)], &[Some(0)]), &wanting(&["wall"]), &expected);
    }
    // Unused and named kinds need no names.
    let missing = kind(Unread::Missing);
    reading(stock(vec![missing.clone()], &[None]), &open()).expect("it is a level");
    reading(stock(vec![missing], &[Some(0)]), &Hints { named: Some(zelda()), ..open() })
        .expect("it is a level");
}

#[test]
fn a_level_without_any_tile_has_some_palette() {
    let level =
        only(reading(stock(vec![counted(1)], &[None, None]), &open()).expect("it is a level"));
    assert_eq!((level.to_csv().as_str(), level.palette().len()), ("-1,-1\n", 1));
    let filled =
        only(reading(stock(Vec::new(), &[None]), &Hints::default()).expect("it is a level"));
    assert_eq!((filled.to_csv().as_str(), filled.palette()), ("0\n", &palette(&["empty"])));
}
