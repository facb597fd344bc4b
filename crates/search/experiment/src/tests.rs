use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;

use super::comparisons::comparisons;
use super::*;
use marahel_evolution::{Monitor, Stop, Table};

/// Two settings, three seeds, hardly any work.
const TINY: &str = r#"
curves = ["hypervolume"]
measure = ["hypervolume"]
seeds = "1-3"
problems = ["binary"]
baseline = "random"

[base]
maps = 2
validation_maps = 4
search.population = 4
search.generations = 3

[[setting]]
name = "random"
set.search.algorithm = "random"

[[setting]]
name = "nsga2"
why = "the search | as it is"
"#;

fn scratch() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

fn design(folder: &Path, text: &str) -> Result<Design, ExperimentError> {
    let path = folder.join("tiny.toml");
    fs::write(&path, text).expect("a new file");
    Design::read(marahel_papers::fdg20::BUILT_IN, &path)
}

/// The same, but what is drawn and compared is what usually is.
fn tiny_as_usual() -> String {
    let is_usual = |line: &&str| !line.starts_with("curves") && !line.starts_with("measure");
    TINY.lines().filter(is_usual).collect::<Vec<_>>().join("\n") + "\n"
}

/// Remembers what it is told, and stops after some runs.
struct Memory {
    made: Mutex<Vec<usize>>,
    known: AtomicUsize,
    n_runs_max: usize,
}

impl Memory {
    fn new(n_runs_max: usize) -> Self {
        Self { made: Mutex::default(), known: AtomicUsize::new(0), n_runs_max }
    }

    fn made(&self) -> Vec<usize> {
        let mut made = self.made.lock().expect("nobody panics with it").clone();
        made.sort_unstable();
        made
    }
}

impl Watch for Memory {
    fn begins(&self, _trial: &Trial, _index: usize, is_done: bool) {
        self.known.fetch_add(usize::from(is_done), Ordering::Relaxed);
    }

    fn ends(&self, _trial: &Trial, index: usize, _n_done: usize) {
        self.made.lock().expect("nobody panics with it").push(index);
    }
}

impl Monitor for Memory {
    fn stop(&self) -> Stop {
        let n_runs = self.made.lock().expect("nobody panics with it").len();
        if n_runs >= self.n_runs_max { Stop::Search } else { Stop::No }
    }
}

/// Makes all runs and tables in `folder`; indices of the runs that were made.
fn make_all(design: &Design, folder: &Path, n_threads: usize) -> Vec<usize> {
    let memory = Memory::new(usize::MAX);
    let trials = design.trials().expect("it was read");
    assert!(make(&trials, folder, n_threads, &memory).expect("runs do not fail"));
    let results = Results::read(design, folder).expect("all is done");
    write(design, &results, folder, "again").expect("it can be written");
    memory.made()
}

/// All files of a folder but timings.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = files(&path).into_iter();
            found.extend(inner.map(|(rest, bytes)| (format!("{name}/{rest}"), bytes)));
        } else if name != "timings.csv" {
            found.insert(name, fs::read(&path).expect("it can be read"));
        }
    }
    found
}

#[test]
fn equal_experiments_give_equal_bytes() {
    let scratch = scratch();
    let design = design(scratch.path(), &tiny_as_usual()).expect("it makes sense");
    let [one, other] = ["one", "other"].map(|name| scratch.path().join(name));
    assert_eq!(make_all(&design, &one, 1), [0, 1, 2, 3, 4, 5]);
    assert_eq!(make_all(&design, &other, 2), [0, 1, 2, 3, 4, 5]);
    let made = files(&one);
    assert!(files(&other) == made);
    for name in [
        "experiment.toml",
        "runs.csv",
        "curves.csv",
        "tests.csv",
        "report.md",
        "curve-binary-hypervolume.svg",
        "runs-binary-best_playable.png",
        "runs/nsga2/binary/seed-3/front.csv",
    ] {
        assert!(made.contains_key(name), "{name} is not in {:?}", made.keys());
    }
    assert!(made.keys().all(|name| !name.contains(".part")));
    assert_eq!(make_all(&design, &one, 2), [0_usize; 0], "what is done is kept");
    assert!(files(&one) == made);
}

#[test]
fn what_was_interrupted_goes_on() {
    let scratch = scratch();
    let design = design(scratch.path(), TINY).expect("it makes sense");
    let [whole, stopped] = ["whole", "stopped"].map(|name| scratch.path().join(name));
    make_all(&design, &whole, 2);

    let trials = design.trials().expect("it was read");
    let memory = Memory::new(2);
    assert!(!make(&trials, &stopped, 1, &memory).expect("runs do not fail"));
    assert_eq!(memory.made(), [0, 1]);
    assert_eq!(make_all(&design, &stopped, 1), [2, 3, 4, 5]);
    assert!(files(&stopped) == files(&whole));

    // A run that lost a table, one that was cut off in the middle of a row, and one that
    // is gone are made again, and so is one of which there is a beginning.
    let folder = |index: usize| trials[index].folder(&stopped);
    fs::remove_file(folder(1).join("front.csv")).expect("it was there");
    let table = folder(2).join("generations.csv");
    let text = fs::read_to_string(&table).expect("it was there");
    fs::write(&table, &text[..text.len() - 8]).expect("it can be written");
    fs::remove_dir_all(folder(4)).expect("it was there");
    fs::create_dir_all(trials[4].part(&stopped)).expect("a new folder");
    fs::write(trials[4].part(&stopped).join("front.csv"), "half a").expect("a new file");
    assert_eq!(make_all(&design, &stopped, 2), [1, 2, 4]);
    assert!(files(&stopped) == files(&whole));
}

#[test]
fn runs_of_another_config_are_not_overwritten() {
    let scratch = scratch();
    let folder = scratch.path().join("study");
    let first = design(scratch.path(), TINY).expect("it makes sense");
    make_all(&first, &folder, 2);
    let before = files(&folder);

    let changed = TINY.replace("maps = 2", "maps = 3");
    let changed = design(scratch.path(), &changed).expect("it makes sense");
    let trials = changed.trials().expect("it was read");
    let error = make(&trials, &folder, 1, &Memory::new(9)).expect_err("there are other runs");
    let text = error.to_string();
    for part in ["random", "seed-1", "maps is 2 there and 3 here", "remove the folder"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(Results::read(&changed, &folder).is_err());
    assert!(files(&folder) == before);

    fs::write(first.trials().expect("it was read")[0].folder(&folder).join("config.toml"), "x = 1")
        .expect("it can be written");
    let trials = first.trials().expect("it was read");
    assert!(make(&trials, &folder, 1, &Memory::new(9)).is_err());
}

#[test]
fn more_seeds_are_added_to_those_that_are_there() {
    let scratch = scratch();
    let folder = scratch.path().join("study");
    let few = TINY.replace("\"1-3\"", "[2, 1]");
    make_all(&design(scratch.path(), &few).expect("it makes sense"), &folder, 2);
    let all = design(scratch.path(), TINY).expect("it makes sense");
    assert_eq!(make_all(&all, &folder, 2), [4, 5]);
}

#[test]
fn all_columns_of_run_folders_come_into_one_table() {
    let scratch = scratch();
    let folder = scratch.path().join("study");
    let design = design(scratch.path(), TINY).expect("it makes sense");
    make_all(&design, &folder, 2);
    // What other versions of the program may leave.
    for trial in design.trials().expect("it was read") {
        let value = if trial.setting == 0 { 0.25 } else { 0.75 };
        let text = format!("script,good,path\nscripts/1.json,{value},0.5\n");
        fs::write(trial.folder(&folder).join("best.csv"), text).expect("a new file");
    }
    let text =
        TINY.replace("measure = [\"hypervolume\"]", "measure = [\"best_good\", \"front_path\"]");
    let design = self::design(scratch.path(), &text).expect("it makes sense");
    make_all(&design, &folder, 2);

    let runs = Table::read(folder.join("runs.csv")).expect("it was written");
    assert_eq!(runs.n_rows(), 6);
    assert_eq!(runs.whole("seed").expect("a column"), [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
    assert_eq!(runs.whole("generation").expect("a column"), [2.0; 6]);
    assert_eq!(runs.whole("best_good").expect("a column"), [0.25, 0.25, 0.25, 0.75, 0.75, 0.75]);
    for column in ["maps", "hypervolume", "validated_hypervolume", "front_path_validated"] {
        assert!(runs.whole(column).is_ok(), "{column}");
    }
    assert!(runs.whole("front_id").is_err() && runs.whole("best_script").is_err());

    let tests = Table::read(folder.join("tests.csv")).expect("it was written");
    assert_eq!(tests.n_rows(), 2);
    // Three above three: 2 of the 20 ways to deal them are so far out.
    assert_eq!(tests.whole("p").expect("a column")[0], 0.1);
    assert_eq!(tests.whole("a12").expect("a column")[0], 1.0);
    assert_eq!(tests.whole("n_baseline").expect("a column"), [3.0, 3.0]);
    let report = fs::read_to_string(folder.join("report.md")).expect("it was written");
    for part in [
        "    again\n",
        "| random (baseline) |",
        "0.750 [0.750, 0.750] | 1.00 | 0.10 |",
        "search \\|",
    ] {
        assert!(report.contains(part), "{part} is not in {report}");
    }
}

#[test]
fn p_values_of_a_measure_are_adjusted_together() {
    let scratch = scratch();
    let text = tiny_as_usual().replace("[\"binary\"]", "[\"binary\", \"zelda\"]")
        + "[[setting]]\nname = \"other\"\nset.maps = 3\n";
    let design = design(scratch.path(), &text).expect("it makes sense");
    let trials = design.trials().expect("it was read");
    assert!(make(&trials, scratch.path(), 2, &Memory::new(usize::MAX)).expect("runs do not fail"));
    let results = Results::read(&design, scratch.path()).expect("all is done");
    let all = comparisons(&design, &results);
    for family in all.chunk_by(|a, b| a.measure == b.measure) {
        let tested: Vec<_> = family.iter().filter_map(|one| one.against).collect();
        assert_eq!(tested.len(), 4, "two settings and two problems");
        let least = tested.iter().map(|against| against.test.p).fold(1.0, f64::min);
        let least_holm = tested.iter().map(|against| against.p_holm).fold(1.0, f64::min);
        assert_eq!(least_holm, (4.0 * least).min(1.0));
    }
}

#[test]
fn settings_lie_over_those_of_a_problem_and_these_over_the_base() {
    let scratch = scratch();
    let text = r#"
        seeds = "7"
        problems = ["zelda", "binary"]
        base.maps = 3
        base.search.population = 8
        only.zelda.maps = 5
        only.zelda.zelda.weights.door = 2
        [[setting]]
        name = "one"
        [[setting]]
        name = "two"
        set = { search = { generations = 9 }, maps = 6 }
    "#;
    let trials = design(scratch.path(), text).expect("it makes sense").trials().expect("so too");
    let told: Vec<_> = trials
        .iter()
        .map(|trial| {
            let config = &trial.config;
            let name = format!("{} {}", config.problem, trial.setting_name);
            (name, config.maps, config.search.population, config.search.generations, config.seed)
        })
        .collect();
    let expected = |name: &str, maps, generations| (name.to_owned(), maps, 8, generations, 7);
    assert_eq!(
        told,
        [
            expected("zelda one", 5, 0),
            expected("zelda two", 6, 9),
            expected("binary one", 3, 0),
            expected("binary two", 6, 9),
        ]
    );
}

#[track_caller]
fn check_refused(text: &str, parts: &[&str]) {
    let scratch = scratch();
    let error = design(scratch.path(), text).expect_err("it makes no sense");
    let mut told = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(error) = source {
        told = format!("{told}: {error}");
        source = error.source();
    }
    for part in parts.iter().chain(&["tiny.toml"]) {
        assert!(told.contains(part), "`{part}` is not in {told}");
    }
}

#[test]
fn experiments_that_make_no_sense_are_refused() {
    let change = |from: &str, to: &str| {
        assert!(TINY.contains(from));
        TINY.replacen(from, to, 1)
    };
    check_refused("", &["seeds"]);
    check_refused(&change("\"1-3\"", "\"3-1\""), &["\"1-20\""]);
    check_refused(&change("\"1-3\"", "[]"), &["`seeds` is empty"]);
    check_refused(&change("\"1-3\"", "\"0-18446744073709551615\""), &["more than 10000"]);
    check_refused(&change("\"1-3\"", "\"18446744073709551615\""), &["18446744073709551615"]);
    check_refused(&change("[\"binary\"]", "[\"mazes\"]"), &["mazes", "zelda"]);
    check_refused(&change("[\"binary\"]", "[\"binary\", \"binary\"]"), &["twice"]);
    check_refused(&change("baseline = \"random\"", "baseline = \"none\""), &["none", "nsga2"]);
    check_refused(&change("name = \"nsga2\"", "name = \"Random\""), &["two settings"]);
    check_refused(&change("name = \"nsga2\"", "name = \"../x\""), &["../x", "folder"]);
    check_refused(&change("maps = 2", "mops = 2"), &["random", "binary", "mops"]);
    check_refused(&change("maps = 2", "seed = 2"), &["`seed`", "`seeds`"]);
    check_refused(&change("maps = 2", "maps = 0"), &["at least 1 map"]);
    check_refused(&change("[base]", "only.zelda.maps = 3\n[base]"), &["only.zelda"]);
    check_refused(&change("baseline =", "base_line ="), &["base_line"]);
}

#[test]
fn unknown_columns_are_named() {
    let scratch = scratch();
    let text =
        TINY.replace("measure = [\"hypervolume\"]", "measure = [\"luck\"]").replace("1-3", "1");
    let design = design(scratch.path(), &text).expect("it makes sense");
    let trials = design.trials().expect("it was read");
    assert!(matches!(Results::read(&design, scratch.path()), Err(ExperimentError::Run(_))));
    make(&trials, scratch.path(), 2, &Memory::new(9)).expect("runs do not fail");
    let error = Results::read(&design, scratch.path()).expect_err("there is no such column");
    assert!(error.to_string().contains("`luck`") && error.to_string().contains("hypervolume"));
}
