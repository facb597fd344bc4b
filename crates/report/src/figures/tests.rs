//! What can be seen in the figures.

use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::draw;
use crate::records::{Estimate, Generations, Member, Records};
use crate::style::{BLUE, DARK_GREY, LIGHT_GREY, ORANGE};
use crate::testing::{FRONT, GENERATIONS, POPULATION, header, run_folder};

/// The SVG of one figure of the run with these tables.
fn figure(name: &str, generations: &str, front: &str, population: &str) -> String {
    let folder = run_folder(generations, front, population);
    let records = Records::read(folder.path()).expect("the tables are in order");
    let figures = draw(&records).into_iter();
    figures
        .filter(|(file, _)| file == name)
        .map(|(_, svg)| svg)
        .next()
        .expect("there is such a figure")
}

#[track_caller]
fn parse(svg: &str) -> Document<'_> {
    Document::parse(svg).expect("a figure is well-formed XML")
}

fn texts(svg: &str) -> Vec<String> {
    let document = parse(svg);
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

/// Numbers of markers of the other fronts, the first front, its validated
/// members that fell and those that stayed; without those of the legend.
#[derive(Debug, PartialEq)]
struct Markers {
    others: usize,
    searched: usize,
    fell: usize,
    stayed: usize,
    error_bars: usize,
}

fn markers(svg: &str) -> Markers {
    let document = parse(svg);
    let count = |tag: &str, size: (&str, &str), ink: &str, color: &str| {
        let is_marker = |node: &Node| {
            node.has_tag_name(tag)
                && node.attribute(size.0) == Some(size.1)
                && node.attribute(ink) == Some(color)
        };
        document.descendants().filter(is_marker).count()
    };
    let in_legend =
        |label: &str| usize::from(texts(svg).iter().any(|text| text.starts_with(label)));
    Markers {
        others: count("circle", ("r", "1.5"), "fill", LIGHT_GREY),
        searched: count("circle", ("r", "3"), "fill", ORANGE),
        fell: count("line", ("stroke-width", "1.5"), "stroke", DARK_GREY) / 2
            - in_legend("validated, dominated"),
        stayed: count("path", ("stroke-width", "0.5"), "fill", BLUE) - in_legend("validated ±"),
        error_bars: count("path", ("stroke-width", "0.75"), "stroke", BLUE),
    }
}

#[test]
fn a_front_shows_every_member() {
    let svg = figure("front-regions-path.svg", GENERATIONS, FRONT, POPULATION);
    let expected = Markers { others: 2, searched: 3, fell: 1, stayed: 2, error_bars: 4 };
    assert_eq!(markers(&svg), expected);
    let texts = texts(&svg);
    for label in [
        "regions (objective, 1 is best)",
        "path (objective, 1 is best)",
        "other fronts (2)",
        "first front, as searched (3)",
        "validated, dominated (1)",
        "validated ± standard error, non-dominated (2)",
    ] {
        assert!(texts.iter().any(|text| text == label), "no `{label}` in {texts:?}");
    }
}

#[test]
fn a_front_that_was_not_validated_shows_the_search_alone() {
    let front = FRONT
        .replace("0.9,0.01,0.15,0.02,0.5", ",,,,")
        .replace("0.7,0.02,0.4,0.02,0.5", ",,,,")
        .replace("0.4,0.02,0.3,0.02,0.5", ",,,,");
    let svg = figure("front-regions-path.svg", GENERATIONS, &front, POPULATION);
    let expected = Markers { others: 2, searched: 3, fell: 0, stayed: 0, error_bars: 0 };
    assert_eq!(markers(&svg), expected);
    assert!(!texts(&svg).iter().any(|text| text.starts_with("validated")));
}

#[test]
fn an_empty_front_still_has_axes() {
    let svg = figure("front-regions-path.svg", GENERATIONS, header(FRONT), header(POPULATION));
    let expected = Markers { others: 0, searched: 0, fell: 0, stayed: 0, error_bars: 0 };
    assert_eq!(markers(&svg), expected);
    assert!(texts(&svg).iter().any(|text| text == "path (objective, 1 is best)"));
}

#[track_caller]
fn check_lines(name: &str, labels: &[&str], n_lines: usize) {
    let svg = figure(name, GENERATIONS, FRONT, POPULATION);
    let texts = texts(&svg);
    for label in labels {
        assert!(texts.iter().any(|text| text == label), "no `{label}` in {texts:?}");
    }
    let is_line = |node: &Node| node.attribute("stroke-width") == Some("1.25");
    assert_eq!(parse(&svg).descendants().filter(is_line).count(), n_lines);
}

#[test]
fn lines_are_labeled() {
    check_lines(
        "fronts.svg",
        &["generation", "number of Pareto fronts", "members of the first front"],
        2,
    );
    check_lines("hypervolume.svg", &["generation", "hypervolume of the first front"], 1);
    check_lines(
        "objectives.svg",
        &[
            "generation",
            "regions (objective, 1 is best)",
            "path (objective, 1 is best)",
            "best of the population",
            "mean of the population",
        ],
        4,
    );
}

#[test]
fn a_line_ends_where_its_values_say() {
    let svg = figure("hypervolume.svg", GENERATIONS, FRONT, POPULATION);
    let document = parse(&svg);
    let line = document.descendants().find(|node| node.attribute("stroke-width") == Some("1.25"));
    let points = line.and_then(|line| line.attribute("d")).expect("there is a line");
    let numbers: Vec<f64> = points.split([' ', 'M', 'L']).filter_map(|n| n.parse().ok()).collect();
    let (first, middle, last) = (&numbers[0..2], &numbers[2..4], &numbers[4..6]);
    assert!((middle[0] - first[0] - (last[0] - middle[0])).abs() < 0.05, "evenly spaced: {points}");
    // From 0.1 to 0.25 and on to 0.5, upwards.
    let ratio = (first[1] - middle[1]) / (middle[1] - last[1]);
    assert!((ratio - 0.15 / 0.25).abs() < 0.01, "in proportion: {points}");
}

#[test]
fn one_generation_is_a_dot() {
    let generations: String = GENERATIONS.split_inclusive('\n').take(2).collect();
    let svg = figure("fronts.svg", &generations, FRONT, POPULATION);
    let document = parse(&svg);
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("circle")).count(), 2);
}

#[test]
fn a_figure_scales_with_its_page() {
    let svg = figure("hypervolume.svg", GENERATIONS, FRONT, POPULATION);
    let document = parse(&svg);
    let root = document.root_element();
    let size = [root.attribute("width"), root.attribute("height")].map(Option::unwrap_or_default);
    assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {} {}", size[0], size[1]).as_str()));
}

fn score() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0]
}

fn scores(n: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(score(), n)
}

fn member(n_objectives: usize) -> impl Strategy<Value = Member> {
    let estimate =
        (score(), score()).prop_map(|(mean, standard_error)| Estimate { mean, standard_error });
    let validated = prop::option::of(prop::collection::vec(estimate, n_objectives));
    (scores(n_objectives), validated, any::<bool>()).prop_map(
        |(searched, validated, is_still_non_dominated)| Member {
            searched,
            validated,
            is_still_non_dominated,
        },
    )
}

fn generations(n_objectives: usize) -> impl Strategy<Value = Generations> {
    (1_usize..5, 0..=u32::MAX - 5).prop_flat_map(move |(n, first)| {
        let counts = || prop::collection::vec(any::<u32>(), n);
        let columns = || prop::collection::vec(scores(n), n_objectives);
        (counts(), counts(), scores(n), columns(), columns()).prop_map(
            move |(n_fronts, front_sizes, hypervolumes, bests, means)| Generations {
                indices: (first..).take(n).collect(),
                n_fronts,
                front_sizes,
                hypervolumes,
                bests,
                means,
            },
        )
    })
}

fn records() -> impl Strategy<Value = Records> {
    (1_usize..6).prop_flat_map(|n_objectives| {
        let front = prop::collection::vec(member(n_objectives), 0..6);
        let others = prop::collection::vec(scores(n_objectives), 0..6);
        (generations(n_objectives), front, others).prop_map(move |(generations, front, others)| {
            Records {
                objectives: (0..n_objectives).map(|index| format!("<&{index}>")).collect(),
                generations,
                front,
                others,
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_records_can_be_drawn(records in records()) {
        let figures = draw(&records);
        let n = records.objectives.len();
        prop_assert_eq!(figures.len(), 3 + n * (n - 1) / 2);
        for (name, svg) in figures {
            prop_assert!(Document::parse(&svg).is_ok(), "{} is no XML", name);
            prop_assert!(!svg.contains("NaN") && !svg.contains("inf"), "{} has no numbers", name);
            if name.starts_with("front-") {
                let markers = markers(&svg);
                let validated = records.front.iter().filter(|one| one.validated.is_some()).count();
                prop_assert_eq!(markers.searched, records.front.len());
                prop_assert_eq!(markers.others, records.others.len());
                prop_assert_eq!(markers.fell + markers.stayed, validated);
            }
        }
    }
}
