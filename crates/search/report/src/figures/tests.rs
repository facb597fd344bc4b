//! What can be seen in the figures.

use marahel_statistics::Estimate;
use std::fs;

use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::{FrontPair, RUN_FIGURES, front_pair};
use crate::figure::Figure;
use crate::records::{Generations, Member, Records};
use crate::style::{BLUE, DARK_GREY, LIGHT_GREY, ORANGE, PALE_BLUE, PALE_GREY};
use crate::tests::testing::{FRONT, GENERATIONS, POPULATION, header, run_folder};

/// The SVG of one figure of the run with these tables.
fn figure(name: &str, generations: &str, front: &str, population: &str) -> String {
    let folder = run_folder(generations, front, population);
    let records = Records::read(folder.path()).expect("the tables are in order");
    let figures = draw(&records).into_iter();
    figures
        .filter(|(stem, _)| stem == name)
        .map(|(_, figure)| figure.svg())
        .next()
        .expect("there is such a figure")
}

/// All figures of a run.
fn draw(records: &Records) -> Vec<(String, Figure)> {
    RUN_FIGURES.iter().flat_map(|figure| figure.draw(records)).collect()
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

/// Numbers of markers of random generators, the other fronts, the first front, its validated
/// members that fell and those that stayed; without those of the legend.
#[derive(Debug, PartialEq)]
struct Markers {
    baseline: usize,
    dominated: usize,
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
        baseline: count("circle", ("r", "1.75"), "fill", PALE_GREY),
        dominated: count("line", ("stroke-width", "1.5"), "stroke", LIGHT_GREY) / 2
            - in_legend("other fronts"),
        searched: count("circle", ("r", "3"), "fill", ORANGE),
        fell: count("line", ("stroke-width", "1.5"), "stroke", DARK_GREY) / 2
            - in_legend("validated, dominated"),
        stayed: count("path", ("stroke-width", "0.5"), "fill", BLUE) - in_legend("validated ±"),
        error_bars: count("path", ("stroke-width", "0.75"), "stroke", PALE_BLUE),
    }
}

#[test]
fn a_front_shows_every_member() {
    let svg = figure("front-regions-path", GENERATIONS, FRONT, POPULATION);
    let expected =
        Markers { baseline: 0, dominated: 2, searched: 3, fell: 1, stayed: 2, error_bars: 4 };
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
    let svg = figure("front-regions-path", GENERATIONS, &front, POPULATION);
    let expected =
        Markers { baseline: 0, dominated: 2, searched: 3, fell: 0, stayed: 0, error_bars: 0 };
    assert_eq!(markers(&svg), expected);
    assert!(!texts(&svg).iter().any(|text| text.starts_with("validated")));
}

#[test]
fn an_empty_front_still_has_axes() {
    let svg = figure("front-regions-path", GENERATIONS, header(FRONT), header(POPULATION));
    let expected =
        Markers { baseline: 0, dominated: 0, searched: 0, fell: 0, stayed: 0, error_bars: 0 };
    assert_eq!(markers(&svg), expected);
    assert!(texts(&svg).iter().any(|text| text == "path (objective, 1 is best)"));
}

#[test]
fn random_generators_stand_behind_a_front() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    let random = "id,rank,regions,path\n0,0,0.1,0.2\n1,0,0.1,0.2\n2,1,0.05,0\n";
    fs::write(folder.path().join("random.csv"), random).expect("the folder can be written to");
    let records = Records::read(folder.path()).expect("the tables are in order");
    let svg = front_pair(&FrontPair::of(&records, 0, 1)).svg();
    assert_eq!(markers(&svg).baseline, 2, "two of them are at the same place");
    assert!(texts(&svg).contains(&"random generators (3)".to_owned()));
}

#[test]
fn an_axis_ends_where_half_of_it_would_be_empty() {
    let ticks = |value: f64| {
        let pair = FrontPair {
            names: ["a", "b"].map(str::to_owned),
            searched: vec![[0.9, value]],
            ..FrontPair::default()
        };
        texts(&front_pair(&pair).svg())
    };
    assert!(ticks(0.04).contains(&"0.04".to_owned()));
    let whole = ticks(0.51).iter().filter(|text| *text == "1.0").count();
    assert_eq!(whole, 2, "both axes reach 1");
}

#[test]
fn a_front_of_many_has_small_markers_and_one_for_each_place() {
    let places = |n: usize| (0..n).map(|index| [index as f64 / 1000.0, 0.5]).collect();
    let svg =
        |n: usize| front_pair(&FrontPair { searched: places(n), ..FrontPair::default() }).svg();
    assert_eq!(svg(100).matches("r=\"3\"").count(), 100);
    assert_eq!(svg(101).matches("r=\"2.25\"").count(), 101);
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
        "fronts",
        &["generation", "number of Pareto fronts", "members of the first front"],
        2,
    );
    check_lines(
        "hypervolume",
        &[
            "generation",
            "hypervolume of the first front",
            "as searched",
            "measured on levels that the search never saw",
        ],
        1,
    );
    check_lines(
        "objectives",
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
    let svg = figure("hypervolume", GENERATIONS, FRONT, POPULATION);
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
    let svg = figure("fronts", &generations, FRONT, POPULATION);
    let document = parse(&svg);
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("circle")).count(), 2);
}

#[test]
fn a_figure_scales_with_its_page() {
    let svg = figure("hypervolume", GENERATIONS, FRONT, POPULATION);
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
    let estimate = (score(), score()).prop_map(|(value, error)| Estimate { value, error });
    let validated = prop::option::of(prop::collection::vec(estimate, n_objectives));
    (scores(n_objectives), validated, any::<bool>()).prop_map(
        |(searched, validated, is_still_non_dominated)| Member {
            searched,
            validated,
            is_still_non_dominated,
            playable: None,
            script: None,
        },
    )
}

fn generations(n_objectives: usize) -> impl Strategy<Value = Generations> {
    (1_usize..5, 0..=u32::MAX - 5).prop_flat_map(move |(n, first)| {
        let counts = || prop::collection::vec(any::<u32>(), n);
        let columns = || prop::collection::vec(scores(n), n_objectives);
        let validated = prop::collection::vec(prop::option::of(score()), n);
        let volumes = scores(n).prop_map(|volumes| volumes.into_iter().map(Some).collect());
        (counts(), counts(), volumes, validated, columns(), columns()).prop_map(
            move |(n_fronts, front_sizes, hypervolumes, validated, bests, means)| Generations {
                indices: (first..).take(n).collect(),
                n_fronts,
                front_sizes,
                hypervolumes,
                validated_hypervolumes: validated,
                bests,
                means,
            },
        )
    })
}

fn records() -> impl Strategy<Value = Records> {
    (1_usize..6).prop_flat_map(|n_objectives| {
        let front = prop::collection::vec(member(n_objectives), 0..6);
        let rows = || prop::collection::vec(scores(n_objectives), 0..6);
        (generations(n_objectives), front, rows(), rows()).prop_map(
            move |(generations, front, dominated, baseline)| Records {
                objectives: (0..n_objectives).map(|index| format!("<&{index}>")).collect(),
                generations,
                front,
                dominated,
                baseline,
                baseline_validated: Vec::new(),
                status: None,
            },
        )
    })
}

/// Number of different points.
fn n_places(points: impl IntoIterator<Item = [f64; 2]>) -> usize {
    let mut places: Vec<[f64; 2]> = points.into_iter().collect();
    places.sort_by(|one, other| one.partial_cmp(other).expect("scores are numbers"));
    places.dedup();
    places.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_records_can_be_drawn(records in records()) {
        let figures = draw(&records);
        let n = records.objectives.len();
        prop_assert_eq!(figures.len(), 4 + n * (n - 1) / 2);
        for (name, figure) in figures {
            let svg = figure.svg();
            prop_assert!(Document::parse(&svg).is_ok(), "{} is no XML", name);
            prop_assert!(!svg.contains("NaN") && !svg.contains("inf"), "{} has no numbers", name);
        }
    }

    #[test]
    fn every_place_of_a_front_has_its_marker(records in records()) {
        let n = records.objectives.len();
        for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
            let pair = FrontPair::of(&records, a, b);
            let svg = front_pair(&pair).svg();
            let markers = markers(&svg);
            let means = |group: &[[Estimate; 2]]| {
                n_places(group.iter().map(|pair| pair.map(|estimate| estimate.value)))
            };
            prop_assert_eq!(markers.baseline, n_places(pair.baseline));
            prop_assert_eq!(markers.dominated, n_places(pair.dominated));
            prop_assert_eq!(markers.searched, n_places(pair.searched));
            prop_assert_eq!(markers.fell, means(&pair.fell));
            prop_assert_eq!(markers.stayed, means(&pair.stayed));
        }
    }
}
