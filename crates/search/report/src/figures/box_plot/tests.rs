use roxmltree::{Document, Node};

use super::*;
use crate::style::{BLACK, BLUE, DARK_GREY};
use crate::tests::testing::noise;

#[track_caller]
fn svg_of(ranges: &[ExpressiveRange], metric: &str) -> String {
    box_plot(ranges, metric).expect("all levels have it").svg()
}

/// The x coordinates of the lines of a width.
fn lines(svg: &str, (color, width): (&str, f64)) -> Vec<Vec<f64>> {
    let document = Document::parse(svg).expect("a figure is well-formed XML");
    let is_line = |node: &Node| {
        node.attribute("stroke") == Some(color)
            && node.attribute("stroke-width") == Some(&width.to_string())
            && node.has_attribute("d")
    };
    let numbers = |path: &str| -> Vec<f64> {
        let numbers = path.split([' ', 'M', 'L']).filter_map(|number| number.parse().ok());
        numbers.step_by(2).collect()
    };
    document
        .descendants()
        .filter(is_line)
        .map(|node| numbers(node.attribute("d").expect("it has a path")))
        .collect()
}

#[test]
fn a_box_is_where_its_summary_says() {
    let ranges = [noise("a", "8x8", 1, 40), noise("b", "3x3", 1, 40)];
    let svg = svg_of(&ranges, "empty");
    let boxes = lines(&svg, (BLUE, 1.75));
    let medians = lines(&svg, (BLACK, 2.5));
    let whiskers = lines(&svg, (DARK_GREY, 1.25));
    assert_eq!((boxes.len(), medians.len(), whiskers.len()), (2, 2, 8));
    let summaries = ranges.each_ref().map(|range| range.summary("empty").expect("it has it"));
    // Two known places give the scale, by which all others are checked.
    let (low, high) = (whiskers[4][0], whiskers[5][1]);
    let [first, second] = summaries;
    let place = |value: f64| low + (value - second.min) / (second.max - second.min) * (high - low);
    let near = |one: f64, other: f64| assert!((one - other).abs() < 0.1, "{one} is not {other}");
    near(boxes[0][0], place(first.q1));
    near(boxes[0][1], place(first.q3));
    near(medians[1][0], place(second.median));
    near(whiskers[0][0], place(first.min));
    near(whiskers[1][1], place(first.max));
}

#[test]
fn all_parts_are_in_the_legend_once() {
    let ranges = [noise("a", "8x8", 1, 10), noise("b", "3x3", 1, 10)];
    let svg = svg_of(&ranges, "entropy");
    for label in ["least to greatest", "middle half of the levels", ">median<", ">mean<"] {
        assert_eq!(svg.matches(label).count(), 1, "{label}");
    }
    assert_eq!(svg, svg_of(&ranges, "entropy"));
}

#[test]
fn levels_that_are_all_alike_have_a_box_without_width() {
    let svg = svg_of(&[noise("a", "1x1", 1, 2)], "entropy");
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    assert_eq!(lines(&svg, (BLUE, 1.75)).len(), 1);
}

#[test]
fn what_no_level_has_is_no_figure() {
    assert!(box_plot(&[noise("a", "2x2", 1, 2)], "solution").is_none());
    assert!(box_plot(&[], "empty").is_none());
}

#[test]
fn of_a_long_name_the_end_is_shown() {
    let long = format!("{}/the_end", "a/long/path".repeat(9));
    let ranges = [noise(&long, "3x3", 1, 5), noise("b", "3x3", 1, 5)];
    let svg = svg_of(&ranges, "empty");
    assert!(svg.contains("/the_end<") && svg.contains("…") && !svg.contains(&long));
}
