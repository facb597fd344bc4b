use super::Sides;

#[test]
fn a_look_shows_the_terrain_of_most_sides() {
    assert_eq!(Sides([0, 2, 0, 2, 0, 2, 0, 1]).terrain(), Some(1));
    assert_eq!(Sides([0, 0, 0, 3, 0, 0, 0, 0]).terrain(), Some(2), "no terrain does not count");
    assert_eq!(Sides([0; 8]).terrain(), None);
    assert_eq!(Sides([255; 8]).terrain(), Some(254));
}

#[test]
fn a_look_half_covered_is_of_the_lower_terrain() {
    assert_eq!(Sides([0, 2, 0, 2, 0, 1, 0, 1]).terrain(), Some(0));
}
