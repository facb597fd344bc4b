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
        assert!(VERDICTS.contains(&verdict), "{verdict}");
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

/// Files of the report of the FDG'20 study, without its runs.
const STUDY_TABLES: [&str; 9] = [
    "claims.csv",
    "front-binary.csv",
    "front-sokoban.csv",
    "front-zelda.csv",
    "random-binary.csv",
    "random-sokoban.csv",
    "random-zelda.csv",
    "report.html",
    "runs.csv",
];

/// What can be said of a claim.
const VERDICTS: [&str; 4] = ["holds", "consistent with", "does not hold", "cannot be decided"];

#[test]
fn fdg20_goes_on_where_it_was_interrupted_and_reports_the_whole_study() {
    let scratch = Scratch::new();
    let arguments = "reproduce fdg20 --quick --seeds 1 --out study";
    let mut running = scratch.start("evolve", arguments, "");
    running.wait_for("run 3 of 9");
    running.signal("INT");
    let ended = running.end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(130), ""), "{}", ended.stderr);
    let first = scratch.path("study/runs/fdg20/binary/seed-1");
    let before = files(&first);
    let refused = scratch.evolve(&format!("{arguments} --report --quiet"));
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    for part in ["left out: study/runs/default/sokoban/seed-1", "no run of this size is done"] {
        assert!(refused.stderr.contains(part), "{}", refused.stderr);
    }

    let ended = scratch.evolve(arguments).ok();
    for line in
        ["run 1 of 9: fdg20, binary, seed 1 is done", "run 9 of 9: default, sokoban, seed 1"]
    {
        assert!(ended.stderr.contains(line), "{}", ended.stderr);
    }
    assert!(ended.stdout.ends_with("report: study/report.html\n"), "{}", ended.stdout);
    assert!(files(&first) == before, "a run that is done is left alone");
    check_study(&scratch, &ended.stdout);

    // What is done can be told without the rest, and equal runs give equal bytes: only the report
    // says how many runs were asked for.
    scratch.shell("cp -r study again").ok();
    let more = "evolve reproduce fdg20 --quick --seeds 2 --out again --report -q";
    let told = scratch.shell(&format!("RAYON_NUM_THREADS=1 {more}")).ok();
    assert_eq!(told.stderr.matches("left out: ").count(), 9);
    assert_eq!(Table::read(&scratch.path("again/runs.csv")).rows.len(), 9);
    let made = |folder: &str| {
        let mut files = files(&scratch.path(folder));
        files.retain(|name, _| !name.ends_with("timings.csv") && !name.starts_with("report."));
        files
    };
    assert!(made("study") == made("again"), "equal runs give equal bytes");

    // Runs of another size are not overwritten.
    let refused = scratch.evolve("reproduce fdg20 --out study --quiet");
    refused.fails(1, &["study/runs/fdg20/binary/seed-1", "such as one of another size", "--out"]);
    assert!(files(&first) == before);
}

/// Fails unless the folder `study` holds the whole report of nine runs, and `printed` its claims.
#[track_caller]
fn check_study(scratch: &Scratch, printed: &str) {
    for name in STUDY_TABLES {
        assert!(scratch.path(&format!("study/{name}")).exists(), "{name}");
    }

    let claims = Table::read(&scratch.path("study/claims.csv"));
    let report = scratch.read("study/report.md");
    let families = ["fdg20", "fdg20-released", "default"];
    for (family, (claim, verdict)) in
        claims.texts("family").iter().zip(claims.texts("claim").iter().zip(claims.texts("verdict")))
    {
        assert!(families.contains(family), "{family}");
        assert!(VERDICTS.contains(&verdict), "{verdict}");
        assert!(report.contains(claim) && printed.contains(claim), "{claim}");
    }
    let runs = Table::read(&scratch.path("study/runs.csv"));
    assert_eq!(runs.rows.len(), 9);
    for name in ["hypervolume", "validated_hypervolume", "chosen_searched", "chosen_validated"] {
        runs.check_scores(name);
    }
    let random = Table::read(&scratch.path("study/random-zelda.csv"));
    assert_eq!(random.rows.len(), 60 * 3, "all random generators of each run");
    random.check_scores("solution_validated");

    let page = scratch.read("study/report.html");
    assert!(!page.contains("http:") && !page.contains("https:"), "something would be fetched");
    for number in ["1", "2", "3", "4a", "4b", "4c", "5", "6a", "6b", "7"] {
        for family in families {
            let stem = format!("figure-{number}-{family}");
            assert!(report.contains(&format!("({stem}.svg)")), "{stem} is not in the report");
            let svg = scratch.read(&format!("study/{stem}.svg"));
            Document::parse(&svg).expect("a figure is well-formed XML");
        }
    }
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
    check("reproduce fdg20 --seeds 0", &["at least 1"]);
    check("reproduce fdg20 --seeds 1001", &["1000"]);
    let scratch = scratch.with("file", "");
    scratch.evolve("reproduce aiide17 --count 1 -q --out file").fails(1, &["file"]);
}
