//! The figures that end a run, and those of `evolve report`; what they show is
//! tested in `report`.

use std::fs;

use roxmltree::Document;

use crate::folder::files;
use crate::program::Scratch;
use crate::runs::TINY;

/// Figures of a run of binary.
const OF_BINARY: [&str; 5] =
    ["distributions", "front-regions-path", "fronts", "hypervolume", "objectives"];

#[test]
fn a_run_draws_figures() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem binary {TINY} --out run")).ok();
    let figures = files(&scratch.path("run/figures"));
    let expected = OF_BINARY.map(|name| format!("{name}.svg"));
    assert_eq!(figures.keys().cloned().collect::<Vec<_>>(), expected);
    let curve = scratch.read("run/figures/hypervolume.svg");
    assert!(curve.contains("validated, on 5 levels each that the search never saw"));
}

#[test]
fn a_report_draws_the_same_figures_again() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem sokoban {TINY} --out run")).ok();
    let drawn = files(&scratch.path("run/figures"));
    for (name, svg) in &drawn {
        let text = String::from_utf8(svg.clone()).expect("it is text");
        Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    fs::remove_dir_all(scratch.path("run/figures")).expect("it is there");
    scratch.evolve("report run").ok();
    assert!(files(&scratch.path("run/figures")) == drawn);
}

#[test]
fn fronts_of_any_size_are_drawn() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem binary {TINY} --out run")).ok();
    let front = scratch.read("run/front.csv");
    let lines: Vec<&str> = front.lines().collect();
    let (header, first) = (lines[0], lines[1]);
    let of = |n: usize| format!("{header}\n{}", format!("{first}\n").repeat(n));
    for n in [0, 1, 500] {
        scratch.write("run/front.csv", of(n));
        fs::remove_dir_all(scratch.path("run/figures")).expect("it is there");
        scratch.evolve("report run").ok();
        let figures = files(&scratch.path("run/figures"));
        assert_eq!(figures.len(), OF_BINARY.len(), "{n}: {:?}", figures.keys());
        let pair = scratch.read("run/figures/front-regions-path.svg");
        let is_counted = pair.contains(&format!("first front, as searched ({n})"));
        assert_eq!(is_counted, n > 0);
    }
}

#[test]
fn what_has_no_figures_is_told() {
    let scratch = Scratch::new().with("notes.txt", "no run");
    scratch.evolve(&format!("--problem binary {TINY} --out run")).ok();
    scratch.evolve("report none").fails(1, &["none: there is no front.csv; this is no run folder"]);
    scratch.evolve("report notes.txt").fails(1, &["notes.txt: there is no front.csv"]);
    fs::remove_file(scratch.path("run/random.csv")).expect("it is there");
    scratch.evolve("report run").ok();
    fs::remove_file(scratch.path("run/front.csv")).expect("it is there");
    scratch.evolve("report run").fails(1, &["run: there is no front.csv", "still going on"]);
}
