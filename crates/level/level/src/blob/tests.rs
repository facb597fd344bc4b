use proptest::prelude::*;

use super::*;

/// The neighbors of a cell of a drawing; what lies outside is part of the mass.
fn neighbors(drawing: &[bool], width: usize, (x, y): (usize, usize)) -> Neighbors {
    Neighbors::of(|column, row| {
        let place = x.checked_add_signed(column).zip(y.checked_add_signed(row));
        let inside = place.filter(|&(x, y)| x < width && y < drawing.len() / width);
        inside.is_none_or(|(x, y)| drawing[y * width + x])
    })
}

#[test]
fn there_are_47_forms() {
    let forms = (0..=u8::MAX).map(|bits| {
        let bit = |column, row| AROUND.iter().position(|&place| place == (column, row));
        Neighbors::of(|column, row| bits >> bit(column, row).expect("a neighbor") & 1 == 1).0
    });
    let forms: std::collections::BTreeSet<u8> = forms.collect();
    assert_eq!(forms.len(), 47);
}

#[test]
fn depth_is_the_distance_to_the_edge() {
    let form = Form { side: 8.0, radius: 2.0, front: 3.0 };
    let check = |drawing: [u8; 9], at, expected: f32| {
        let mass = drawing.map(|cell| cell == b'#');
        let depth = form.depth(at, neighbors(&mass, 3, (1, 1)));
        assert!((depth - expected).abs() < 1e-4, "{depth} at {at:?}, not {expected}");
    };
    check(*b"#########", (4.0, 4.0), 8.0);
    check(*b"...######", (4.0, 1.5), 1.5);
    // The front is below the mass.
    check(*b"######...", (4.0, 4.0), 1.0);
    check(*b"######...", (4.0, 6.0), 0.0);
    // An outer corner is round, an inner corner is a point.
    check(*b"....##.##", (0.5, 0.5), 2.0 - 4.5_f32.sqrt());
    check(*b".########", (3.0, 4.0), 5.0);
    check(*b"########.", (5.0, 1.0), 5.0);
}

proptest! {
    #[test]
    fn two_cells_of_a_mass_agree_where_they_meet(
        mut drawing in proptest::collection::vec(any::<bool>(), 12),
        (radius, front) in (0.0_f32..=8.0, 0.0_f32..=8.0),
        along in 0.0_f32..=16.0,
    ) {
        let side = 16.0;
        let form = Form { side, radius, front };
        let meet = |first: f32, second: f32| (first.min(8.0) - second.min(8.0)).abs() < 1e-3;
        (drawing[5], drawing[6]) = (true, true);
        let left = form.depth((side, along), neighbors(&drawing, 4, (1, 1)));
        let right = form.depth((0.0, along), neighbors(&drawing, 4, (2, 1)));
        prop_assert!(meet(left, right), "{left} {right}");
        // The same drawing as four rows of three.
        (drawing[4], drawing[7]) = (true, true);
        let upper = form.depth((along, side), neighbors(&drawing, 3, (1, 1)));
        let lower = form.depth((along, 0.0), neighbors(&drawing, 3, (1, 2)));
        prop_assert!(meet(upper, lower), "{upper} {lower}");
    }
}
