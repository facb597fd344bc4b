use super::*;

/// Three rows of four tiles.
const TILES: [Tile; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

#[test]
fn a_view_skips_what_lies_between_its_rows() {
    let view = View::new(&TILES[1..], 2, 3, 4);
    assert_eq!((view.width(), view.height(), view.area()), (2, 3, 6));
    assert_eq!(view.rows().collect::<Vec<_>>(), [[1, 2], [5, 6], [9, 10]]);
    assert_eq!((view.get(0, 2), view.get(1, 1)), (9, 6));
}

#[test]
fn the_last_row_needs_no_stride_behind_it() {
    let view = View::new(&TILES[..10], 2, 3, 4);
    assert_eq!(view.row(2), [8, 9]);
}

#[test]
#[should_panic(expected = "too few tiles")]
fn a_view_fits_its_tiles() {
    View::new(&TILES, 4, 4, 4);
}

#[test]
#[should_panic(expected = "overlapping")]
fn rows_do_not_overlap() {
    View::new(&TILES, 4, 2, 3);
}
