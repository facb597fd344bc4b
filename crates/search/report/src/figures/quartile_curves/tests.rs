use roxmltree::{Document, Node};

use super::*;

#[test]
fn lines_are_steps() {
    let at = |median: f64| [median - 0.1, median, median + 0.1];
    let corners = steps(&[(0.0, at(0.2)), (1.0, at(0.2)), (2.0, at(0.5))]);
    assert_eq!(corners, [(0.0, at(0.2)), (1.0, at(0.2)), (2.0, at(0.2)), (2.0, at(0.5))]);
    assert_eq!(steps(&[]), []);
}

#[test]
fn each_curve_has_a_line_and_a_band() {
    let curve = |name: &str, shift: f64| QuartileCurve {
        name: name.to_owned(),
        points: (0..9)
            .map(|x| (f64::from(x), [0.1, 0.2, 0.3].map(|y| y + shift * f64::from(x))))
            .collect(),
    };
    let svg = quartile_curves(&[curve("slow", 0.01), curve("fast", 0.05)], "maps", "luck").svg();
    let document = Document::parse(&svg).expect("a figure is well-formed XML");
    for (color, _) in &LOOKS[..2] {
        let with = |ink: &str| {
            let is_path =
                |node: &Node| node.has_attribute("d") && node.attribute(ink) == Some(*color);
            document.descendants().filter(is_path).count()
        };
        assert!(with("fill") >= 1, "there is no band of {color}");
        assert!(with("stroke") >= 1, "there is no line of {color}");
    }
    for text in ["slow", "fast", "maps", "luck"] {
        assert!(document.descendants().any(|node| node.text() == Some(text)), "{text}");
    }
}

#[test]
fn a_single_point_can_be_seen() {
    let curve = QuartileCurve { name: "one".to_owned(), points: vec![(0.0, [0.5; 3])] };
    let svg = quartile_curves(&[curve], "maps", "luck").svg();
    assert!(svg.contains("<circle"), "{svg}");
}
