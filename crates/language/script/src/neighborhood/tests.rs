use super::{Neighborhood, NeighborhoodError, PREDEFINED, REACH_MAX};

#[track_caller]
fn check(matrix: &str, expected: &[(i32, i32)]) {
    let neighborhood = Neighborhood::parse(matrix).expect("the matrix is sound");
    assert_eq!(neighborhood.offsets(), expected, "{matrix}");
}

#[track_caller]
fn check_error(matrix: &str, expected: NeighborhoodError) {
    assert_eq!(Neighborhood::parse(matrix), Err(expected), "{matrix}");
}

#[test]
fn offsets_are_relative_to_the_center_in_row_major_order() {
    check("3", &[(0, 0)]);
    check("010,131,010", &[(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)]);
    check("010,121,010", &[(0, -1), (-1, 0), (1, 0), (0, 1)]);
    check("2001", &[(3, 0)]);
    check("1,0,2", &[(0, -2)]);
}

#[test]
fn rows_may_differ_in_length_and_be_empty() {
    check("1,2,111", &[(0, -1), (0, 1), (1, 1), (2, 1)]);
    check(",2,1", &[(0, 1)]);
}

#[test]
fn last_center_counts_and_without_one_the_first_cell() {
    check("201,2", &[(2, -1)]);
    check("001,1", &[(2, 0), (0, 1)]);
}

#[test]
fn white_space_is_ignored_everywhere() {
    check(" 0 1 0 ,\n\t1 3 1, 010 ", &[(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)]);
}

#[test]
fn no_cell_is_a_neighborhood_too() {
    check("020", &[]);
    assert_eq!(Neighborhood::parse("020").map(|found| found.reach()), Ok(0));
}

#[test]
fn reach_is_the_largest_distance_on_one_axis() {
    for (matrix, expected) in [("3", 0), ("111,131,111", 1), ("2001", 3), ("1,0,0,2,1", 3)] {
        assert_eq!(Neighborhood::parse(matrix).map(|found| found.reach()), Ok(expected));
    }
}

#[test]
fn errors_say_what_is_wrong() {
    check_error("", NeighborhoodError::Empty);
    check_error(" , ,", NeighborhoodError::Empty);
    check_error("014", NeighborhoodError::Character('4'));
    check_error("0-1", NeighborhoodError::Character('-'));
    let far = format!("2{}1", "0".repeat(REACH_MAX as usize));
    check_error(&far, NeighborhoodError::Reach);
    assert!(Neighborhood::parse(&far.replacen('0', "", 1)).is_ok());
}

#[test]
fn predefined_neighborhoods_are_those_of_the_readme() {
    let n_cells = |name: &str| {
        let known = PREDEFINED.iter().find(|(known, _)| *known == name);
        known.expect("predefined").1.offsets().len()
    };
    assert_eq!(["self", "all", "plus", "horz", "vert"].map(n_cells), [1, 9, 5, 2, 2]);
    for (name, offset) in [("left", (-1, 0)), ("right", (1, 0)), ("up", (0, -1)), ("down", (0, 1))]
    {
        let known = PREDEFINED.iter().find(|(known, _)| *known == name);
        assert_eq!(known.expect("predefined").1.offsets(), [offset]);
    }
}
