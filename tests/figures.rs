//! The figures that end a run, and those of `evolve plot`; what they show is
//! tested in `report`.

use std::collections::BTreeMap;
use std::fs;

use roxmltree::Document;

use crate::folder::files;
use crate::program::{Scratch, closed_after_a_line};
use crate::runs::TINY;

/// Figures of a run of binary without those of generators.
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

/// Pixels of a picture that are not white.
fn n_inked(png: &[u8]) -> (u32, u32, usize) {
    let picture = image::load_from_memory(png).expect("it is a picture").into_rgb8();
    let n = picture.pixels().filter(|pixel| pixel.0 != [255; 3]).count();
    (picture.width(), picture.height(), n)
}

#[test]
fn a_run_is_plotted_in_both_formats() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem zelda {TINY} --out run")).ok();
    let printed = scratch.evolve("plot run --out plots").ok().stdout;
    let plots = files(&scratch.path("plots"));
    let named: Vec<&str> = printed.lines().collect();
    assert_eq!(named.len(), plots.len(), "every file is named, and no other is there");
    for name in plots.keys() {
        assert!(named.contains(&format!("plots/{name}").as_str()), "{name} in {named:?}");
    }
    for name in ["fronts", "front-player-solution", "distributions", "generator-solution"] {
        let text = String::from_utf8(plots[&format!("{name}.svg")].clone()).expect("it is text");
        let document = Document::parse(&text).expect("it is well-formed XML");
        let side = |side: &str| -> u32 {
            let value = document.root_element().attribute(side).expect("it has a size");
            value.parse().expect("sizes are whole numbers here")
        };
        let (width, height, n_inked) = n_inked(&plots[&format!("{name}.png")]);
        assert_eq!((width, height), (2 * side("width"), 2 * side("height")), "{name}");
        assert!(n_inked > 1000, "{name} is blank");
    }
    assert_eq!(
        scratch.read("run/figures/fronts.svg"),
        scratch.read("plots/fronts.svg"),
        "the run drew the same"
    );
}

#[test]
fn plots_can_be_made_again_and_in_one_format() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem sokoban {TINY} --out run")).ok();
    let plot = |options: &str| -> BTreeMap<String, Vec<u8>> {
        scratch.evolve(&format!("plot run {options}")).ok();
        files(&scratch.path("run/figures"))
    };
    let both = plot("");
    for format in ["svg", "png"] {
        fs::remove_dir_all(scratch.path("run/figures")).expect("it is there");
        let of_format = plot(&format!("--format {format}"));
        assert!(of_format.keys().all(|name| name.ends_with(format)), "{:?}", of_format.keys());
        assert_eq!(of_format.len(), both.len() / 2);
        assert!(of_format.iter().all(|(name, bytes)| both[name] == *bytes), "equal bytes");
    }
}

#[test]
fn fronts_of_any_size_are_plotted() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem binary {TINY} --out run")).ok();
    let front = scratch.read("run/front.csv");
    let lines: Vec<&str> = front.lines().collect();
    let (header, first) = (lines[0], lines[1]);
    let of = |n: usize| format!("{header}\n{}", format!("{first}\n").repeat(n));
    for n in [0, 1, 500] {
        scratch.write("run/front.csv", of(n));
        fs::remove_dir_all(scratch.path("run/figures")).expect("it is there");
        scratch.evolve("plot run --format svg").ok();
        let figures = files(&scratch.path("run/figures"));
        let n_generators = usize::from(n > 0);
        assert_eq!(figures.len(), OF_BINARY.len() + n_generators, "{n}: {:?}", figures.keys());
        let pair = scratch.read("run/figures/front-regions-path.svg");
        let is_counted = pair.contains(&format!("first front, as searched ({n})"));
        assert_eq!(is_counted, n > 0);
    }
}

#[test]
fn whoever_reads_the_names_a_folder_has_the_figures_of_this_front() {
    let scratch = Scratch::new().with("cut/generator-knee.svg", "of an older front");
    scratch.evolve(&format!("--problem zelda {TINY} --out run")).ok();
    scratch.evolve("plot run --format svg --out whole").ok();
    let ended = closed_after_a_line(&scratch, "evolve", "plot run --format svg --out cut --force");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(files(&scratch.path("cut")) == files(&scratch.path("whole")), "all, and no other");
}

#[test]
fn what_cannot_be_plotted_is_told() {
    let scratch = Scratch::new().with("notes.txt", "no run");
    scratch.evolve(&format!("--problem binary {TINY} --out run")).ok();
    scratch.evolve("plot none").fails(1, &["none: there is no front.csv; this is no run folder"]);
    scratch.evolve("plot notes.txt").fails(1, &["notes.txt: there is no front.csv"]);
    scratch.evolve("plot run --out notes.txt").fails(1, &["making the folder notes.txt"]);
    scratch.evolve("plot run --format gif").fails(2, &["gif"]);
    fs::remove_file(scratch.path("run/random.csv")).expect("it is there");
    scratch.evolve("plot run --format svg").ok();
    fs::remove_file(scratch.path("run/front.csv")).expect("it is there");
    scratch.evolve("plot run").fails(1, &["run: there is no front.csv", "still going on"]);
}
