use super::{Field, Seams};
use crate::terrains::{Matching, Sides};

/// Water (1) with a meadow (2) in its upper right.
const LAKE: [u8; 9] = [
    1, 2, 2, //
    1, 1, 2, //
    1, 1, 1,
];

fn sides(matching: Matching, is_open: bool, cells: &[u8], cell: usize) -> [u8; 8] {
    let seams = Seams::new(Field::new(3, cells), matching, is_open);
    let Sides(sides) = seams.sides(cell % 3, cell / 3);
    sides
}

#[test]
fn a_later_terrain_lies_over_an_earlier_one() {
    assert_eq!(sides(Matching::Corners, false, &LAKE, 4), [0, 2, 0, 2, 0, 1, 0, 2]);
    assert_eq!(sides(Matching::Edges, false, &LAKE, 4), [2, 0, 2, 0, 1, 0, 1, 0]);
    assert_eq!(sides(Matching::Both, false, &LAKE, 4), [2, 2, 2, 2, 1, 1, 1, 2]);
    assert_eq!(sides(Matching::Both, false, &LAKE, 2), [2; 8], "the upper one is whole");
}

#[test]
fn beside_other_things_a_side_is_open_if_looks_can_be() {
    let road = [0, 1, 0, 0, 1, 1, 0, 0, 0];
    assert_eq!(sides(Matching::Edges, true, &road, 4), [1, 0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(sides(Matching::Edges, false, &road, 4), [1, 0, 1, 0, 1, 0, 1, 0]);
    assert_eq!(sides(Matching::Both, true, &[1; 9], 4), [1; 8]);
    let notch = [1, 1, 0, 1, 1, 1, 1, 1, 1];
    assert_eq!(sides(Matching::Both, true, &notch, 4), [1, 0, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn terrains_go_on_outside_of_the_map_but_ways_do_not() {
    assert_eq!(sides(Matching::Both, true, &LAKE, 6), [1; 8]);
    let way = [1, 1, 1, 0, 0, 0, 0, 0, 0];
    assert_eq!(sides(Matching::Edges, true, &way, 0), [0, 0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(sides(Matching::Edges, false, &LAKE, 6), [1, 0, 1, 0, 1, 0, 1, 0]);
}

#[test]
fn a_look_of_the_dual_grid_has_four_cells_at_its_corners() {
    let looks: Vec<Sides> = Field::new(2, &[1, 2, 3, 4]).dual().collect();
    assert_eq!(looks.len(), 9);
    assert_eq!(looks[4], Sides([0, 2, 0, 4, 0, 3, 0, 1]), "the middle");
    assert_eq!(looks[0], Sides([0, 1, 0, 1, 0, 1, 0, 1]));
    assert_eq!(looks[5], Sides([0, 2, 0, 4, 0, 4, 0, 2]));
}

#[test]
fn a_narrow_cell_goes_before_those_that_would_cover_it() {
    // A strait of water (1) in a meadow (2).
    let strait = [2, 1, 2, 2, 1, 2, 2, 1, 2];
    for matching in [Matching::Corners, Matching::Both] {
        let [_, _, _, _, _, lower_left, _, upper_left] = sides(matching, false, &strait, 5);
        assert_eq!(
            (lower_left, upper_left),
            if matching == Matching::Corners { (1, 1) } else { (2, 2) }
        );
    }
    assert_eq!(sides(Matching::Corners, false, &strait, 4), [0, 1, 0, 1, 0, 1, 0, 1]);
    // Edges show the strait as it is: it goes on up and down.
    assert_eq!(sides(Matching::Edges, false, &strait, 4), [1, 0, 2, 0, 1, 0, 2, 0]);
    let pond = [2, 2, 2, 2, 1, 2, 2, 2, 2];
    assert_eq!(sides(Matching::Both, false, &pond, 4), [1; 8]);
    assert_eq!(sides(Matching::Both, false, &pond, 5), [2, 2, 2, 2, 2, 1, 1, 1]);
}
