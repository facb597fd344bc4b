use marahel::Generator;
use marahel_statistics::range::{Settings, measure};
use roxmltree::Document;

use super::*;
use crate::tests::testing::noise;

#[track_caller]
fn svg_of(ranges: &[ExpressiveRange], x: &str, y: &str) -> String {
    heat_map(ranges, x, y).expect("levels have both").svg()
}

/// Rectangles in the colors of classes, without those of the legend.
fn n_cells(svg: &str) -> usize {
    let document = Document::parse(svg).expect("a figure is well-formed XML");
    let colored = document.descendants().filter(|node| {
        node.has_tag_name("rect")
            && node.attribute("fill").is_some_and(|fill| COLORS.contains(&fill))
    });
    let is_entry = |node: &roxmltree::Node| {
        let text = node.text().filter(|_| node.has_tag_name("text")).unwrap_or_default();
        text.ends_with(" level") || text.ends_with(" levels")
    };
    let n_entries = document.descendants().filter(is_entry).count();
    assert!(n_entries > 0, "there is no legend");
    colored.count() - n_entries
}

#[test]
fn every_cell_with_levels_is_drawn() {
    // Two cells per level: 0, 1 or 2 are empty, in 1 or 2 components.
    let ranges = [noise("a", "2x1", 1, 50), noise("b & c", "2x1", 9, 50)];
    let svg = svg_of(&ranges, "count_empty", "isolated");
    assert_eq!(svg, svg_of(&ranges, "count_empty", "isolated"), "equal ranges give equal bytes");
    let mut expected = 0;
    for range in &ranges {
        let mut cells = points(range, "count_empty", "isolated");
        cells.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        cells.dedup();
        expected += cells.len();
    }
    assert!(expected >= 5, "all three kinds occur");
    assert_eq!(n_cells(&svg), expected);
    for label in ["b &amp; c", "empty (cells)", "isolated components"] {
        assert!(svg.contains(label), "{label}");
    }
}

#[test]
fn levels_that_are_all_alike_are_one_cell() {
    let svg = svg_of(&[noise("a", "1x1", 1, 1)], "entropy", "diameter");
    assert_eq!(n_cells(&svg), 1);
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn a_range_without_the_metric_has_no_panel() {
    let other = r#"{"metadata": {"min": "2x2", "max": "2x2"}, "entities": ["grass"],
        "explorers": [{"type": "horz", "rules": ["self(any) -> self(grass)"]}]}"#;
    let other = Generator::parse(other).expect("it is a script");
    let settings = Settings { n_levels: 3, ..Settings::default() };
    let other = measure("meadow", &other, &[], &settings).expect("it has levels");
    let ranges = [noise("a", "2x2", 1, 9), other];
    let svg = svg_of(&ranges, "empty", "count_solid");
    assert!(!svg.contains("meadow"));
    assert_eq!(svg, svg_of(&ranges[..1], "empty", "count_solid"));
}

#[test]
fn what_no_level_has_is_no_figure() {
    let ranges = [noise("a", "2x2", 1, 3)];
    assert!(heat_map(&ranges, "empty", "solution").is_none());
    assert!(heat_map(&[], "empty", "isolated").is_none());
}

#[test]
fn whole_numbers_are_not_divided() {
    let bins = Bins::of(&[12.0, 19.0, 14.0]).expect("there are values");
    assert_eq!((bins.n, bins.width, bins.axis.start, bins.axis.end), (8, 1.0, 11.5, 19.5));
    assert_eq!([12.0, 13.0, 19.0].map(|value| bins.index(value)), [0, 1, 7]);
    let bins = Bins::of(&[0.0, 120.0]).expect("there are values");
    assert_eq!((bins.n, bins.width, bins.axis.start, bins.axis.end), (41, 3.0, -0.5, 122.5));
    assert_eq!([0.0, 2.0, 3.0, 120.0].map(|value| bins.index(value)), [0, 0, 1, 40]);
}

#[test]
fn axes_of_whole_numbers_begin_at_zero_if_it_is_near() {
    let start = |values: &[f64]| Bins::of(values).expect("there are values").axis.start;
    assert_eq!(start(&[2.0, 9.0]), -0.5);
    assert_eq!(start(&[5.0, 10.0]), -0.5);
    assert_eq!(start(&[6.0, 10.0]), 5.5);
    assert_eq!(start(&[-1.0, 10.0]), -1.5);
    assert_eq!(start(&[7.0, 7.0]), 6.5);
}

#[test]
fn other_numbers_have_fifty_bins() {
    let bins = Bins::of(&[0.12, 0.48]).expect("there are values");
    assert_eq!((bins.n, bins.axis.start, bins.axis.end), (50, 0.1, 0.5));
    assert_eq!([0.1, 0.3001, 0.5].map(|value| bins.index(value)), [0, 25, 49]);
    assert_eq!(Bins::of(&[]), None);
}

#[track_caller]
fn check_classes(most: u32, base: u32, labels: &[&str]) {
    let classes = Classes::up_to(most);
    assert_eq!(classes.base, base);
    let legend: Vec<String> = classes.legend().map(|(label, _)| label).collect();
    assert_eq!(legend, labels);
    assert!(classes.class(most) as usize <= COLORS.len());
}

#[test]
fn classes_reach_the_fullest_cell() {
    check_classes(1, 2, &["1 level"]);
    check_classes(5, 2, &["1 level", "2 to 3 levels", "4 to 5 levels"]);
    check_classes(4, 2, &["1 level", "2 to 3 levels", "4 levels"]);
    let labels =
        ["1 to 2 levels", "3 to 8 levels", "9 to 26 levels", "27 to 80 levels", "81 to 100 levels"];
    check_classes(100, 3, &labels);
    assert_eq!(Classes::up_to(u32::MAX).class(u32::MAX), 6);
    assert_eq!([0, 1, 2, 3, 9].map(|count| Classes::up_to(100).class(count)), [0, 1, 1, 2, 3]);
}

#[test]
fn of_a_long_name_the_end_is_shown() {
    let long = format!("{}/the_end", "a/long/path".repeat(9));
    let ranges = [noise(&long, "3x3", 1, 5), noise("b", "3x3", 1, 5)];
    let svg = svg_of(&ranges, "empty", "isolated");
    assert!(svg.contains("/the_end<") && svg.contains("…") && !svg.contains(&long));
}
