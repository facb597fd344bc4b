//! `evolve reproduce`: the experiments of papers, made again.

use roxmltree::Document;

use crate::folder::{Table, files};
use crate::program::Scratch;

#[test]
fn aiide17_leaves_a_report_that_can_be_made_again() {
    let scratch = Scratch::new();
    let ended = scratch.evolve("reproduce aiide17 --count 30 --out one").ok();
    assert!(ended.stderr.contains("mine: measuring 30 levels"), "{}", ended.stderr);
    let expected = [
        "claims.csv",
        "figure-1-legacy.svg",
        "figure-1.svg",
        "figure-2-legacy.svg",
        "figure-2.svg",
        "figure-3.png",
        "report.md",
        "summary.csv",
    ];
    let made = files(&scratch.path("one"));
    assert_eq!(made.keys().map(String::as_str).collect::<Vec<_>>(), expected);

    scratch.shell("RAYON_NUM_THREADS=3 evolve reproduce aiide17 --count 30 --out two -q").ok();
    assert!(files(&scratch.path("two")) == made, "equal arguments give equal bytes");

    let claims = Table::read(&scratch.path("one/claims.csv"));
    let report = scratch.read("one/report.md");
    for (claim, verdict) in claims.texts("claim").into_iter().zip(claims.texts("correct_verdict")) {
        assert!(ended.stdout.contains(claim) && report.contains(claim), "{claim}");
        assert!(["holds", "does not hold", "cannot be decided"].contains(&verdict), "{verdict}");
    }
    for name in expected.iter().filter(|name| name.starts_with("figure-")) {
        assert!(report.contains(&format!("({name})")), "{name} is not in the report");
    }
    for name in ["figure-1.svg", "figure-1-legacy.svg", "figure-2.svg", "figure-2-legacy.svg"] {
        let svg = scratch.read(&format!("one/{name}"));
        let document = Document::parse(&svg).expect("a figure is well-formed XML");
        let texts: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
        for generator in ["uniform", "nonuniform", "digger", "cave", "mine"] {
            assert!(texts.contains(&generator), "{generator} is not in {name}");
        }
    }
    let picture = image::open(scratch.path("one/figure-3.png")).expect("it is a picture");
    // Two levels of 50 x 50 tiles of 12 pixels in each row, and captions under them.
    let (level, gap) = (50 * 12, 8);
    assert_eq!(picture.width(), 2 * (level + 2 * gap));
    assert!(picture.height() > 2 * (level + 2 * gap), "there is no room for captions");
}

#[test]
fn aiide17_works_anywhere_and_says_where_its_report_is() {
    let scratch = Scratch::new();
    let ended = scratch.evolve("reproduce aiide17 --count 2 --quiet").ok();
    assert_eq!(ended.stderr, "");
    assert!(ended.stdout.ends_with("report: results/runs/aiide17/report.md\n"), "{}", ended.stdout);
    assert!(scratch.path("results/runs/aiide17/report.md").exists());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let scratch = Scratch::new();
    let check = |arguments: &str, parts: &[&str]| {
        scratch.evolve(arguments).fails(2, parts);
    };
    assert_eq!(scratch.evolve("reproduce").code, Some(2));
    check("reproduce aiide18", &["aiide18"]);
    check("reproduce aiide17 --count 0", &["at least 1"]);
    check("reproduce aiide17 --quick --count 5", &["--quick", "--count"]);
    check("reproduce aiide17 --count 100001", &["100000"]);
    check("reproduce aiide17 --quick --seed 18446744073709551615", &["seed"]);
    let scratch = scratch.with("file", "");
    scratch.evolve("reproduce aiide17 --count 1 -q --out file").fails(1, &["file"]);
}
