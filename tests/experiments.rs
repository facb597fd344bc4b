//! `evolve experiment`: settings of a search, compared.

use roxmltree::Document;

use crate::folder::{Table, check_equal, files};
use crate::program::{Scratch, workspace};

/// The example, in a scratch folder.
fn first() -> Scratch {
    let path = workspace().join("configs/experiments/first.toml");
    let text = std::fs::read(&path).expect("the example is there");
    Scratch::new().with("first.toml", text)
}

/// The same with fewer figures, which take longer than its runs.
fn with_few_figures() -> Scratch {
    let scratch = first();
    let text = scratch.read("first.toml");
    let measures: Vec<&str> = text.lines().filter(|line| line.starts_with("measure = ")).collect();
    assert_eq!(measures.len(), 1);
    let few = "curves = [\"hypervolume\"]\nmeasure = [\"hypervolume\"]";
    scratch.with("first.toml", text.replacen(measures[0], few, 1))
}

/// The runs of the example.
fn runs() -> impl Iterator<Item = String> {
    let seeds = (1..=3).flat_map(|seed| ["random", "nsga2"].map(|setting| (setting, seed)));
    seeds.map(|(setting, seed)| format!("runs/{setting}/binary/seed-{seed}"))
}

#[test]
fn an_experiment_leaves_runs_tables_figures_and_a_report() {
    let scratch = first();
    let ended = scratch.evolve("experiment first.toml --threads 1").ok();
    assert!(ended.stderr.contains("run 6 of 6: nsga2, binary, seed 3"), "{}", ended.stderr);
    let report = "report: results/experiments/first/report.md\n";
    assert!(ended.stdout.ends_with(report), "{}", ended.stdout);
    assert!(ended.stdout.contains("A12 "), "{}", ended.stdout);

    let quiet = scratch.evolve("experiment first.toml --threads 2 --quiet --out two").ok();
    assert_eq!(quiet.stderr, "");
    let without_times = |folder: &str| {
        let mut files = files(&scratch.path(folder));
        files.retain(|name, _| !name.ends_with("timings.csv"));
        files
    };
    let made = without_times("two");
    assert!(without_times("results/experiments/first") == made, "threads change nothing");

    let table = |name: &str| Table::read(&scratch.path(&format!("two/{name}")));
    let runs_table = table("runs.csv");
    assert_eq!(runs_table.texts("seed"), ["1", "2", "3", "1", "2", "3"]);
    for column in ["hypervolume", "validated_hypervolume", "front_path_validated", "front_playable"]
    {
        runs_table.check_scores(column);
    }
    let tests = table("tests.csv");
    assert_eq!(tests.rows.len(), 4);
    for column in ["p", "p_holm", "a12"] {
        tests.check_scores(column);
    }
    let curves = table("curves.csv");
    curves.check_scores("median");
    let maps = runs_table.numbers("maps").into_iter().fold(0.0, f64::max);
    assert_eq!(curves.numbers("maps").into_iter().fold(0.0, f64::max), maps);

    let report = scratch.read("two/report.md");
    assert!(report.contains("    evolve experiment first.toml\n"), "{report}");
    let figures: Vec<&str> = made.keys().filter_map(|name| name.strip_suffix(".png")).collect();
    let figures: Vec<&str> = figures.into_iter().filter(|name| !name.contains('/')).collect();
    assert_eq!(figures.len(), 6, "{figures:?}");
    for stem in figures {
        assert!(report.contains(&format!("({stem}.svg)")), "{stem} is not in the report");
        let svg = scratch.read(&format!("two/{stem}.svg"));
        Document::parse(&svg).expect("a figure is well-formed XML");
        image::open(scratch.path(&format!("two/{stem}.png"))).expect("it is a picture");
    }
}

#[test]
fn the_runs_are_ordinary_ones_and_another_experiment_leaves_them() {
    let scratch = with_few_figures();
    scratch.evolve("experiment first.toml --out study --quiet").ok();
    let run = "study/runs/nsga2/binary/seed-2";
    scratch.evolve(&format!("--config {run}/config.toml --out again --quiet")).ok();
    std::fs::remove_dir_all(scratch.path("again/figures")).expect("a run draws figures");
    let checkpoint = scratch.path("again/checkpoint.bin");
    std::fs::remove_file(checkpoint).expect("a run of its own can be gone on with");
    check_equal(&scratch.path(run), &scratch.path("again"));

    let before = files(&scratch.path("study"));
    let changed = scratch.read("first.toml").replace("population = 12", "population = 14");
    scratch.write("first.toml", changed);
    scratch.evolve("experiment first.toml --out study --quiet").fails(
        1,
        &["study/runs/random/binary/seed-1", "search.population is 12 there and 14 here", "--out"],
    );
    assert!(files(&scratch.path("study")) == before);
}

#[test]
fn an_interrupted_experiment_goes_on_where_it_was() {
    let scratch = with_few_figures();
    scratch.evolve("experiment first.toml --out whole --quiet").ok();
    // Long enough that a signal comes before the end.
    let long = scratch.read("first.toml").replace("generations = 6", "generations = 100000");
    let scratch = scratch.with("long.toml", long);
    let mut running = scratch.start("evolve", "experiment long.toml --out long --threads 1", "");
    running.wait_for("run 1 of 6");
    running.signal("INT");
    let ended = running.end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(130), ""), "{}", ended.stderr);
    assert!(ended.stderr.contains("the same command continues"), "{}", ended.stderr);
    let refused = scratch.evolve("experiment long.toml --out long --report-only");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    for part in ["left out: long/runs/random/binary/seed-1", "no run of this experiment is done"] {
        assert!(refused.stderr.contains(part), "{}", refused.stderr);
    }

    // Of a whole one some runs are lost, and it goes on with them.
    let before = files(&scratch.path("whole"));
    let lost: Vec<String> = runs().take(2).collect();
    for run in &lost {
        std::fs::remove_file(scratch.path(&format!("whole/{run}/front.csv"))).expect("it is there");
    }
    let told = scratch.evolve("experiment first.toml --out whole --report-only --quiet").ok();
    assert_eq!(told.stderr.matches("left out: ").count(), 2, "{}", told.stderr);
    assert_eq!(Table::read(&scratch.path("whole/runs.csv")).rows.len(), 4);
    let ended = scratch.evolve("experiment first.toml --out whole").ok();
    assert_eq!(ended.stderr.matches(" is made; ").count(), 2, "{}", ended.stderr);
    assert_eq!(ended.stderr.matches(" is done\n").count(), 4, "{}", ended.stderr);
    let mut after = files(&scratch.path("whole"));
    for name in before.keys().filter(|name| name.ends_with("timings.csv")) {
        after.insert(name.clone(), before[name].clone());
    }
    assert!(after == before);
}

#[test]
fn mistakes_of_an_experiment_are_told() {
    let scratch = with_few_figures();
    let check = |from: &str, to: &str, parts: &[&str]| {
        let text = scratch.read("first.toml");
        assert!(text.contains(from), "{from}");
        scratch.write("wrong.toml", text.replacen(from, to, 1));
        scratch.evolve("experiment wrong.toml").fails(2, parts);
    };
    check("maps = 4", "mops = 4", &["wrong.toml", "setting `random`", "mops"]);
    check("\"1-3\"", "\"one\"", &["wrong.toml", "\"1-20\""]);
    check("baseline = \"random\"", "baseline = \"best\"", &["best", "nsga2"]);
    scratch.evolve("experiment none.toml").fails(1, &["none.toml"]);
    assert_eq!(scratch.evolve("experiment").code, Some(2));
}

#[test]
fn problems_may_be_files_beside_the_experiment() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.path("work/deep")).expect("new folders");
    scratch.evolve("problem new work/cellar.toml").ok();
    scratch.evolve("problem new work/deep/well.toml").ok();
    let experiment = r#"
        seeds = [1]
        problems = ["cellar.toml", "deep/well.toml", "binary"]
        curves = ["hypervolume"]
        measure = ["hypervolume"]
        base = { search.budget = 400, search.population = 4, validation_maps = 4 }
        only.well.search.budget = 500
        [[setting]]
        name = "islands"
    "#;
    scratch.write("work/own.toml", experiment);
    scratch.evolve("experiment work/own.toml --out own --quiet").ok();
    let runs = Table::read(&scratch.path("own/runs.csv"));
    assert_eq!(runs.texts("problem"), ["cellar", "well", "binary"]);
    assert!(scratch.read("own/runs/islands/well/seed-1/config.toml").contains("budget = 500"));
    // The same command finds the runs that it made.
    let again = scratch.evolve("experiment work/own.toml --out own").ok();
    assert_eq!(again.stderr.matches(" is made; ").count(), 0, "{}", again.stderr);
    assert_eq!(again.stderr.matches(" is done\n").count(), 3, "{}", again.stderr);
    // With another file of the same name they are other runs.
    scratch.write("work/cellar.toml", scratch.read("work/cellar.toml") + "# deeper\n");
    scratch
        .evolve("experiment work/own.toml --out own")
        .fails(1, &["own/runs/islands/cellar/seed-1", "its problem file differs"]);
    scratch.write("work/own.toml", experiment.replace("deep/well.toml", "deep/cellar.toml"));
    scratch.evolve("experiment work/own.toml --out own").fails(2, &["`cellar` is listed twice"]);
}
