use super::{Turn, Turns};
use crate::terrains::Sides;

/// The turn with these letters.
fn turn(letters: &str) -> Turn {
    Turn {
        is_diagonal: letters.contains('d'),
        is_mirrored: letters.contains('m'),
        is_upside_down: letters.contains('u'),
    }
}

const SIDES: Sides = Sides([0, 1, 2, 3, 4, 5, 6, 7]);

#[test]
fn sides_turn_as_pictures_do() {
    for (letters, expected) in [
        ("", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("m", [0, 7, 6, 5, 4, 3, 2, 1]),
        ("u", [4, 3, 2, 1, 0, 7, 6, 5]),
        ("mu", [4, 5, 6, 7, 0, 1, 2, 3]),
        ("d", [6, 5, 4, 3, 2, 1, 0, 7]),
        // A quarter to the right: what was left is on top.
        ("dm", [6, 7, 0, 1, 2, 3, 4, 5]),
        ("du", [2, 3, 4, 5, 6, 7, 0, 1]),
    ] {
        assert_eq!(turn(letters).apply(SIDES), Sides(expected), "{letters}");
    }
}

#[test]
fn pixels_of_corners_go_where_their_sides_go() {
    const CORNERS: [(usize, (u32, u32)); 4] = [(1, (2, 0)), (3, (2, 2)), (5, (0, 2)), (7, (0, 0))];
    for turn in Turn::ALL {
        let Sides(turned) = turn.apply(SIDES);
        for (place, pixel) in CORNERS {
            let source = turn.source(pixel, (3, 3));
            let (from, _) = CORNERS.into_iter().find(|(_, corner)| *corner == source).unwrap();
            assert_eq!(usize::from(turned[place]), from, "{turn:?}");
        }
    }
}

#[test]
fn a_tileset_allows_what_it_says() {
    let n_turns = |mirrors, flips, rotates| {
        Turns { mirrors, flips, rotates, prefers_plain: false }.all().count()
    };
    assert_eq!(n_turns(false, false, false), 1);
    assert_eq!(n_turns(true, false, false), 2);
    assert_eq!(n_turns(false, true, false), 2);
    assert_eq!(n_turns(true, true, false), 4);
    assert_eq!(n_turns(false, false, true), 4);
    assert_eq!(n_turns(true, false, true), 8);
    assert_eq!(Turns::default().all().next(), Some(turn("")));
}
