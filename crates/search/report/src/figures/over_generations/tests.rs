mod decimate;

use roxmltree::Document;

use super::*;
use crate::tests::testing::{FRONT, GENERATIONS, POPULATION, run_folder};

/// Colors, dashes and widths of the lines of a figure, without axes and legend.
fn lines(svg: &str) -> Vec<(String, Option<String>, String)> {
    let document = Document::parse(svg).expect("a figure is well-formed XML");
    let lines = document.descendants().filter(|node| node.attribute("fill") == Some("none"));
    let text = |node: &roxmltree::Node, name: &str| node.attribute(name).map(str::to_owned);
    lines
        .filter(|node| node.has_tag_name("path"))
        .map(|node| {
            let [color, width] = ["stroke", "stroke-width"].map(|name| text(&node, name));
            let dashes = text(&node, "stroke-dasharray");
            (color.unwrap_or_default(), dashes, width.unwrap_or_default())
        })
        .collect()
}

fn series(name: &str, values: &[f64]) -> Series {
    Series { name: name.to_owned(), points: (0..).zip(values.iter().copied()).collect() }
}

#[test]
fn each_name_has_a_look_and_one_entry() {
    let all = [
        series("binary", &[30.0, 4.0, 2.0]),
        series("zelda", &[3.0, 1.0]),
        series("binary", &[28.0, 5.0]),
    ];
    let svg = fronts_over_generations(&all).svg();
    let lines = lines(&svg);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], lines[2]);
    assert_ne!(lines[0].0, lines[1].0);
    assert_ne!(lines[0].1, lines[1].1, "they differ in grey, too");
    assert!(lines.iter().all(|line| line.2 == "1"), "there are two of a name");
    for label in [">binary<", ">zelda<", ">number of Pareto fronts<"] {
        assert_eq!(svg.matches(label).count(), 1, "{label}");
    }
}

#[test]
fn more_names_than_looks_can_be_drawn() {
    let all: Vec<Series> = (0..9).map(|n| series(&n.to_string(), &[1.0, 2.0])).collect();
    assert_eq!(lines(&fronts_over_generations(&all).svg()).len(), 9);
    assert_eq!(lines(&fronts_over_generations(&[]).svg()).len(), 0);
}

#[test]
fn a_long_line_is_thinned_out() {
    let values: Vec<f64> = (0..20_000).map(|index| f64::from(index * 7919 % 997)).collect();
    let svg = fronts_over_generations(&[series("", &values)]).svg();
    assert!(svg.len() < 40_000, "{} bytes", svg.len());
}

#[test]
fn where_an_older_run_lacks_the_last_point_it_is_that_of_the_front() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    let mut records = Records::read(folder.path()).expect("the tables are in order");
    records.generations.validated_hypervolumes = vec![Some(0.08), None, None];
    let found = Hypervolumes::of(&records);
    assert_eq!(found.searched, [(0, 0.1), (1, 0.25), (2, 0.5)]);
    // Steps of the front from the right: 0.9 wide up to 0.15, 0.7 wide up to 0.4.
    let expected = 0.9 * 0.15 + 0.7 * (0.4 - 0.15);
    let [first, last] = found.validated.as_slice() else { panic!("{:?}", found.validated) };
    assert_eq!((*first, last.0), ((0, 0.08), 2));
    assert!((last.1 - expected).abs() < 1e-12, "{} is not {expected}", last.1);
}

#[test]
fn several_runs_share_a_look() {
    let run = |top: f64| Hypervolumes {
        n_levels: None,
        searched: vec![(0, 0.1), (1, top)],
        // Two points would be no line.
        validated: vec![(0, 0.1), (1, 0.2), (2, top - 0.05)],
    };
    let svg = hypervolume(&[run(0.5), run(0.6), run(0.4)]).svg();
    let lines = lines(&svg);
    assert_eq!(lines.len(), 6);
    assert!(lines[..3].iter().all(|line| line.0 == DASHED.0 && line.1.is_some()));
    assert!(lines[3..].iter().all(|line| line.0 == BLUE && line.1.is_none()));
    assert!(lines.iter().all(|line| line.2 == "1"));
    assert_eq!(svg.matches(">as searched<").count(), 1);
}

#[test]
fn a_run_that_was_not_validated_has_one_line() {
    let run =
        Hypervolumes { searched: vec![(0, 0.1), (1, 0.2)], validated: Vec::new(), n_levels: None };
    let svg = hypervolume(&[run]).svg();
    assert_eq!(lines(&svg).len(), 1);
    assert!(!svg.contains("levels that the search never saw"));
}

#[test]
fn a_curve_says_on_how_many_levels_it_was_measured() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    std::fs::write(folder.path().join("run.toml"), crate::tests::testing::status(false, 1000))
        .unwrap();
    let records = Records::read(folder.path()).expect("the tables are in order");
    let volumes = Hypervolumes::of(&records);
    let label = |runs: &[Hypervolumes]| validated_label(runs);
    let known = label(std::slice::from_ref(&volumes));
    assert_eq!(known, "validated, on 100 levels each that the search never saw");
    let older = Hypervolumes { n_levels: None, ..volumes.clone() };
    assert_eq!(label(&[volumes, older]), "measured on levels that the search never saw");
}

#[test]
fn a_last_point_that_the_run_measured_stays() {
    // The front was validated on more levels since, which would be another curve.
    let generations = GENERATIONS
        .replace("hypervolume,", "hypervolume,validated_hypervolume,")
        .replace(",0.1,0.5,", ",0.1,0.08,0.5,")
        .replace(",0.25,0.75,", ",0.25,,0.75,")
        .replace(",0.5,1,", ",0.5,0.3125,1,");
    let folder = run_folder(&generations, FRONT, POPULATION);
    let records = Records::read(folder.path()).expect("the tables are in order");
    assert_eq!(Hypervolumes::of(&records).validated, [(0, 0.08), (2, 0.3125)]);
}
