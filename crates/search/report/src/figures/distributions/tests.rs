use roxmltree::Document;

use super::*;

fn rows(values: &[f64]) -> Vec<Vec<f64>> {
    values.iter().map(|&value| vec![value, 1.0 - value]).collect()
}

/// The figure of these groups.
fn drawn([baseline, searched, validated]: [&[f64]; 3]) -> String {
    let objectives = ["regions", "path"].map(str::to_owned);
    distributions(&objectives, [&rows(baseline), &rows(searched), &rows(validated)]).svg()
}

const THREE_GROUPS: [&[f64]; 3] = [&[0.0, 0.2, 0.4, 0.6, 0.8], &[0.9, 1.0], &[0.85]];

/// The outlines of boxes of a color: left, right and upper end, in pixels.
fn boxes(svg: &str, color: &str) -> Vec<[f64; 3]> {
    let document = Document::parse(svg).expect("a figure is well-formed XML");
    let paths = document
        .descendants()
        .filter(|node| node.attribute("stroke") == Some(color))
        .filter_map(|node| node.attribute("d"));
    let numbers = paths.map(|path| -> Vec<f64> {
        path.split([' ', 'M', 'L']).filter_map(|number| number.parse().ok()).collect()
    });
    let outlines = numbers.filter(|numbers| numbers.len() == 10);
    outlines.map(|numbers| [numbers[0], numbers[2], numbers[5]]).collect()
}

#[test]
fn boxes_stand_in_the_order_of_the_groups_on_one_axis() {
    let svg = drawn(THREE_GROUPS);
    let [baseline, searched, validated] =
        [DARK_GREY, DASHED.0, SOLID.0].map(|color| boxes(&svg, color));
    assert_eq!([baseline.len(), searched.len(), validated.len()], [2; 3]);
    for objective in 0..2 {
        assert!(baseline[objective][2] < searched[objective][2], "random ones stand above");
        assert!(searched[objective][2] < validated[objective][2]);
    }
    assert!(validated[0][2] < baseline[1][2], "the first objective stands above the second");
    // From the middle halves 0.2 to 0.6 and 0.925 to 0.975.
    let per_unit = (baseline[0][1] - baseline[0][0]) / 0.4;
    let expected = baseline[0][0] + (0.925 - 0.2) * per_unit;
    assert!((searched[0][0] - expected).abs() < 0.1);
}

#[test]
fn only_groups_that_have_generators_are_shown() {
    let all = drawn(THREE_GROUPS);
    for label in
        ["random generators (5)", "first front, as searched (2)", "first front, validated (1)"]
    {
        assert_eq!(all.matches(label).count(), 1, "{label}");
    }
    let some = drawn([&[], THREE_GROUPS[1], &[]]);
    assert!(some.contains("first front, as searched (2)"));
    assert!(!some.contains("random generators") && !some.contains("validated"));
    assert!(drawn([&[]; 3]).contains(">path<"), "axes without boxes");
}
