use roxmltree::{Document, Node};

use super::*;

fn group(name: &str, values: &[f64], quartiles: [f64; 3], is_baseline: bool) -> DotGroup {
    DotGroup { name: name.to_owned(), values: values.to_vec(), quartiles, is_baseline }
}

#[test]
fn each_run_is_a_dot_of_its_own() {
    // Equals stand below each other.
    let groups = [
        group("calm", &[0.5, 0.5, 0.5], [0.5; 3], true),
        group("wild", &[0.1, 0.9, 0.3, 0.7, 0.5], [0.3, 0.5, 0.7], false),
    ];
    let svg = dots(&groups, "luck").svg();
    let document = Document::parse(&svg).expect("a figure is well-formed XML");
    let has_color = |node: &Node, color: &str| node.attribute("fill") == Some(color);
    let circles = document.descendants().filter(|node| node.has_tag_name("circle"));
    let places: Vec<_> = circles
        .filter(|node| has_color(node, BLUE))
        .map(|node| (node.attribute("cx"), node.attribute("cy")))
        .collect();
    assert_eq!(places.len(), 5 + 1, "five runs and the legend: {places:?}");
    let heights: std::collections::BTreeSet<_> = places.iter().map(|(_, y)| *y).collect();
    assert_eq!(heights.len(), 6);
    let n_diamonds = document
        .descendants()
        .filter(|node| !node.has_tag_name("circle") && has_color(node, ORANGE))
        .count();
    assert_eq!(n_diamonds, 3 + 1, "three runs and the legend");
    for text in ["calm", "wild", "luck", "run", "run of the baseline", "median", "middle half"] {
        let has_text = document.descendants().any(|node| node.text() == Some(text));
        assert!(has_text, "{text}");
    }
}

#[test]
fn nothing_is_drawn_of_nothing() {
    Document::parse(&dots(&[], "luck").svg()).expect("a figure is well-formed XML");
}
