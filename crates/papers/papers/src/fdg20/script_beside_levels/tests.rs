use proptest::prelude::*;
use roxmltree::{Document, Node};
use serde_json::json;

use super::*;

fn palette() -> Arc<Palette> {
    let names = ["empty", "solid", "player", "key"];
    Arc::new(Palette::of_names(&names).expect("the names differ"))
}

/// Levels in which all tiles occur.
fn levels(n: usize, width: usize, height: usize) -> Vec<Level> {
    let tile = |index: usize| if index % 7 < 4 { (index % 7) as Tile } else { 0 };
    (0..n)
        .map(|seed| {
            let tiles = (0..width * height).map(|index| tile(index * 31 + seed)).collect();
            Level::from_tiles(width, tiles, palette())
        })
        .collect()
}

/// `n` explorers with `n_rules` rules of `len` characters each.
fn script(n: usize, n_rules: usize, len: usize) -> Value {
    let rule = "self(solid),all(empty)>5 -> up(key:3|empty),".repeat(len / 44 + 1);
    let rules = vec![rule[..len].to_owned(); n_rules];
    let explorer = json!({
        "type": "connect",
        "region": "map",
        "parameters": {"repeats": "1", "replace": "same", "directions": "all", "out": "player"},
        "rules": rules,
    });
    json!({"metadata": {}, "explorers": vec![explorer; n]})
}

/// Where something is: left, top, right, bottom.
type Area = [f64; 4];

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|value| value.parse().ok()).expect("it has the number")
}

fn page_of(document: &Document<'_>) -> Area {
    let root = document.root_element();
    [0.0, 0.0, number(root, "width"), number(root, "height")]
}

/// Where the lines of text are, as wide as fonts may draw them.
fn texts(document: &Document<'_>) -> Vec<(String, Area)> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    // Characters stand on tiles, all other texts do not.
    texts
        .filter(|node| node.attribute("text-anchor") == Some("start"))
        .map(|node| {
            let span = node.children().find(|child| child.has_tag_name("tspan"));
            let text = span.unwrap_or(node).text().unwrap_or_default().to_owned();
            let advance = if span.is_some() { CHARACTER } else { 0.58 * f64::from(TEXT) };
            let (x, baseline) = (number(node, "x"), number(node, "y"));
            let width = text.chars().count() as f64 * advance;
            (text, [x, baseline - 9.0, x + width, baseline + 3.0])
        })
        .collect()
}

/// Where the frames of levels and of the legend are.
fn frames(document: &Document<'_>) -> Vec<Area> {
    let frames = document
        .descendants()
        .filter(|node| node.has_tag_name("rect") && node.attribute("stroke") == Some(DARK_GREY));
    frames
        .map(|node| {
            let [x, y, width, height] =
                ["x", "y", "width", "height"].map(|name| number(node, name));
            [x, y, x + width, y + height]
        })
        .collect()
}

fn is_within(inner: Area, outer: Area) -> bool {
    inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

fn overlap(one: Area, other: Area) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

#[track_caller]
fn check_layout(figure: &Figure) {
    let svg = figure.svg();
    let document = Document::parse(&svg).expect("a figure is well-formed XML");
    let page = page_of(&document);
    let mut areas = texts(&document);
    for frame in frames(&document) {
        // Each level has a ground and a frame at the same place.
        if areas.iter().all(|(_, area)| *area != frame) {
            areas.push((String::new(), frame));
        }
    }
    for (index, (text, area)) in areas.iter().enumerate() {
        assert!(is_within(*area, page), "`{text}` is cut off: {area:?} of {page:?}");
        for (other_text, other) in &areas[index + 1..] {
            assert!(!overlap(*area, *other), "`{text}` and `{other_text}` overlap");
        }
    }
}

#[test]
fn script_levels_legend_and_caption_are_shown() {
    let figure = script_beside_levels(&script(1, 1, 30), &levels(10, 11, 7), "path 0.8 ± 0.1");
    let svg = figure.svg();
    let document = Document::parse(&svg).expect("a figure is well-formed XML");
    let texts: Vec<String> = texts(&document).into_iter().map(|(text, _)| text).collect();
    let expected = [
        "{",
        "\"type\": \"connect\",",
        "\"repeats\": \"1\",",
        "\"self(solid),all(empty)>5 -> up\"",
        "solid",
        "key",
        "path 0.8 ± 0.1",
    ];
    for text in expected {
        assert!(texts.iter().any(|one| one == text), "no `{text}` in {texts:?}");
    }
    assert!(!texts.iter().any(|text| text.contains("region")), "`map` goes without saying");
    // Ground and frame of each level, and a swatch for each entity.
    assert_eq!(frames(&document).len(), 10 * 2 + 4);
    let paths = document.descendants().filter(|node| node.has_tag_name("path"));
    assert_eq!(paths.count(), 10 * 3, "the ground has no path");
    check_layout(&figure);
}

#[test]
fn a_tile_is_where_it_is_in_the_level() {
    let level = Level::from_text("...\n.##\n...\n", palette()).expect("it is a level");
    let path = path_of(&level, 1, 10.0, 20.0, 4.0);
    assert_eq!(path, "M14 24h8v4h-8Z");
    assert_eq!(kinds(&level), [0, 1]);
}

#[test]
fn tiles_with_a_color_carry_their_character_if_there_is_room() {
    let characters = |side: usize| {
        let level = levels(1, side, side).remove(0);
        let n_colorful = level.tiles().iter().filter(|&&tile| tile > 1).count();
        let svg = script_beside_levels(&Value::Null, &[level], "").svg();
        (svg.matches("text-anchor=\"middle\"").count(), n_colorful)
    };
    let (n, n_colorful) = characters(10);
    assert_eq!(n, n_colorful + 2, "player and key, in the level and in the legend");
    assert_eq!(characters(40).0, 2, "in the legend alone");
}

#[test]
fn unknown_tiles_are_in_the_legend_if_there_are_any() {
    let unknown = Level::new(3, 3, palette());
    let svg = script_beside_levels(&Value::Null, &[unknown], "").svg();
    assert!(svg.contains(">unknown<"));
    let svg = script_beside_levels(&Value::Null, &levels(1, 5, 5), "").svg();
    assert!(!svg.contains(">unknown<"));
}

#[test]
fn levels_of_different_sizes_do_not_overlap() {
    let mut all = levels(4, 5, 12);
    all.extend(levels(3, 30, 2));
    check_layout(&script_beside_levels(&script(2, 2, 60), &all, "a\nb"));
}

#[test]
fn a_script_or_levels_alone_can_be_shown() {
    check_layout(&script_beside_levels(&script(1, 1, 20), &[], "no levels"));
    check_layout(&script_beside_levels(&Value::Null, &levels(10, 8, 8), ""));
    check_layout(&script_beside_levels(&json!([]), &[], &"a long caption ".repeat(20)));
}

#[test]
fn equal_generators_give_equal_pictures() {
    let draw = || script_beside_levels(&script(2, 3, 90), &levels(10, 14, 14), "caption");
    assert_eq!(draw().svg(), draw().svg());
}

#[test]
fn columns_are_about_equally_high() {
    let explorer = |n_rules: usize| json!({"type": "horz", "rules": vec!["-> self(a)"; n_rules]});
    let heights = |all: Vec<Value>| -> Vec<usize> {
        columns(&Value::Array(all)).iter().map(Vec::len).collect()
    };
    assert_eq!(heights(vec![explorer(5); 4]), [40]);
    assert_eq!(heights(vec![explorer(5); 6]), [30, 30]);
    assert_eq!(heights(vec![explorer(40), explorer(5), explorer(5)]), [45, 20]);
    assert_eq!(heights(vec![explorer(95)]), [100], "an explorer is not divided");
    assert_eq!(heights(Vec::new()), [0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_is_cut_off_or_overlaps(
        n_explorers in 1_usize..=6,
        n_rules in 0_usize..=5,
        len in 1_usize..=200,
        (width, height) in (5_usize..=40, 5_usize..=40),
    ) {
        let script = script(n_explorers, n_rules, len);
        let caption = "regions 1.00 ± 0.00, path 0.88 ± 0.01; 99.9 % playable; levels of seeds 0 to 9";
        check_layout(&script_beside_levels(&script, &levels(10, width, height), caption));
    }
}
