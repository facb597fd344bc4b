use kuva::render::color::Color;

use super::*;

/// Length of a line.
fn length(points: &[Point]) -> f64 {
    let steps = points.windows(2).map(|ends| (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1));
    steps.map(|(dx, dy)| (dx * dx + dy * dy).sqrt()).sum()
}

#[test]
fn a_pattern_goes_on_over_the_points_of_a_line() {
    // Nine units in steps of a tenth, with dashes of 3 - 1 and gaps of 2 + 1.
    let points: Vec<Point> = (0..=90).map(|index| (f64::from(index) / 10.0, 7.0)).collect();
    let dashes = dashes(&points, &[3.0, 2.0], 1.0);
    let ends: Vec<[f64; 2]> =
        dashes.iter().map(|dash| [dash[0].0, dash[dash.len() - 1].0]).collect();
    assert_eq!(ends.len(), 2, "{ends:?}");
    for (found, expected) in ends.iter().flatten().zip([0.0, 2.0, 5.0, 7.0]) {
        assert!((found - expected).abs() < 1e-9, "{ends:?}");
    }
}

#[test]
fn dashes_go_around_corners() {
    let corner = [(0.0, 0.0), (2.0, 0.0), (2.0, 4.0)];
    let dashes = dashes(&corner, &[3.5, 1.5], 0.5);
    assert_eq!(dashes[0], [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)]);
    assert!((length(&dashes[0]) - 3.0).abs() < 1e-9);
    assert_eq!(dashes.len(), 2, "the second begins where the gap ends: {dashes:?}");
}

#[test]
fn thick_lines_still_end() {
    let line = [(0.0, 0.0), (9.0, 0.0)];
    assert!(!dashes(&line, &[1.0, 1.0], 50.0).is_empty());
    assert_eq!(dashes(&line, &[], 1.0), [line.to_vec()], "no pattern, no gaps");
    assert!(dashes(&line[..1], &[1.0, 1.0], 1.0).is_empty());
}

#[test]
fn only_dashed_lines_are_split() {
    let mut scene = Scene::new(10.0, 10.0).with_background(Some("white"));
    let line = |dashes: Option<&str>| Primitive::Line {
        x1: 0.0,
        y1: 0.0,
        x2: 10.0,
        y2: 0.0,
        stroke: Color::Rgb(0, 0, 0),
        stroke_width: 1.0,
        stroke_dasharray: dashes.map(str::to_owned),
    };
    scene.add(line(None));
    scene.add(line(Some("4 2")));
    let split = split(&scene);
    assert_eq!((split.width, split.background_color.as_deref()), (10.0, Some("white")));
    assert!(matches!(split.elements[0], Primitive::Line { .. }));
    assert_eq!(split.elements.len(), 1 + 2, "{:?}", split.elements);
}
