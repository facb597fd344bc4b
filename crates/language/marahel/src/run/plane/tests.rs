use super::Plane;

const SHEET: Plane = Plane { width: 4, height: 3, wraps: false };
const TORUS: Plane = Plane { wraps: true, ..SHEET };

#[test]
fn steps_leave_a_sheet_but_not_a_torus() {
    assert_eq!(SHEET.step((3, 0), (1, 0)), None);
    assert_eq!(SHEET.step((0, 2), (0, 1)), None);
    assert_eq!(SHEET.step((1, 1), (-1, 1)), Some((0, 2)));
    assert_eq!(TORUS.step((3, 0), (1, 0)), Some((0, 0)));
    assert_eq!(TORUS.step((0, 2), (-1, 1)), Some((3, 0)));
    assert_eq!(TORUS.step((0, 0), (-9, -7)), Some((3, 2)));
}

#[test]
fn neighbors_come_in_the_order_of_the_steps() {
    let plus = [(0, -1), (-1, 0), (1, 0), (0, 1)];
    assert_eq!(SHEET.neighbors(0, &plus).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(TORUS.neighbors(0, &plus).collect::<Vec<_>>(), [8, 3, 1, 4]);
}

#[test]
fn a_torus_is_no_wider_than_half() {
    assert_eq!(SHEET.apart(0, 11), (3, 2));
    assert_eq!(TORUS.apart(0, 11), (1, 1));
}
