//! Whole folders: which files come of which tables, and which errors.

pub(crate) mod testing;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::tests::testing::{FRONT, GENERATIONS, POPULATION, header, many_objectives, run_folder};
use crate::{remove_figures, write_figures};

#[track_caller]
fn write(generations: &str, front: &str, population: &str) -> Vec<(String, String)> {
    let folder = run_folder(generations, front, population);
    let paths = write_figures(folder.path()).expect("the tables are in order");
    assert_eq!(files_of(&folder.path().join("figures")).len(), paths.len(), "other files are left");
    let file = |path: &PathBuf| (name_of(path), fs::read_to_string(path).expect("it was written"));
    paths.iter().map(file).collect()
}

fn files_of(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| name_of(&entry.expect("it is readable").path())).collect()
}

fn name_of(path: &Path) -> String {
    path.file_name().expect("a file has a name").to_string_lossy().into_owned()
}

#[track_caller]
fn check_error(generations: &str, front: &str, population: &str, expected: &str) {
    let folder = run_folder(generations, front, population);
    let error = write_figures(folder.path()).expect_err("the tables are not in order").to_string();
    let error = error.replace(&folder.path().display().to_string(), "RUN");
    assert!(error.starts_with(expected), "{error}");
    assert!(!folder.path().join("figures").exists(), "figures of broken tables");
}

#[test]
fn a_run_has_its_figures() {
    let names: Vec<String> =
        write(GENERATIONS, FRONT, POPULATION).into_iter().map(|(name, _)| name).collect();
    let expected = [
        "fronts.svg",
        "hypervolume.svg",
        "objectives.svg",
        "distributions.svg",
        "front-regions-path.svg",
    ];
    assert_eq!(names, expected);
}

#[test]
fn many_objectives_have_neither_pairs_nor_a_hypervolume() {
    let [generations, front, population] = many_objectives(17);
    let figures = write(&generations, &front, &population);
    let names: Vec<&str> = figures.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["fronts.svg", "objectives.svg", "distributions.svg"]);
    let [generations, front, population] = many_objectives(16);
    assert_eq!(write(&generations, &front, &population).len(), 4 + 16 * 15 / 2);
}

#[test]
fn equal_tables_give_equal_bytes() {
    let first = write(GENERATIONS, FRONT, POPULATION);
    assert_eq!(first, write(GENERATIONS, FRONT, POPULATION));
}

#[test]
fn figures_can_be_written_again() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    let first = write_figures(folder.path()).expect("the tables are in order");
    assert_eq!(write_figures(folder.path()).expect("the tables are in order"), first);
}

#[test]
fn an_empty_front_has_its_figures() {
    assert_eq!(write(GENERATIONS, header(FRONT), header(POPULATION)).len(), 5);
}

#[test]
fn names_of_files_hold_no_other_characters() {
    let rename = |table: &str| table.replace("path", "path/to the-end");
    let figures = write(&rename(GENERATIONS), &rename(FRONT), &rename(POPULATION));
    assert_eq!(figures[4].0, "front-regions-path_to_the_end.svg");
}

#[test]
fn a_large_run_has_small_figures() {
    let (generations, front, population) = large_run();
    let figures = write(&generations, &front, &population);
    assert_eq!(figures.len(), 4 + 10);
    for (name, svg) in figures {
        assert!(svg.len() < 300_000, "{name} has {} bytes", svg.len());
    }
}

/// A run of five objectives, 2000 generations and a front of 500, noisy
/// enough that no line is a simple one.
fn large_run() -> (String, String, String) {
    let names = ["player", "key", "door", "enemies", "solution"];
    let noise = |seed: usize| (seed * 7919 % 997) as f64 / 1000.0;
    let columns = |ending: &str| names.map(|name| format!(",{name}{ending}")).concat();
    let values = |row: usize| {
        (0..5).fold(String::new(), |text, index| text + &format!(",{}", noise(row + 311 * index)))
    };

    let mut generations = format!(
        "generation,fronts,front_size,hypervolume{}{}\n",
        columns("_best"),
        columns("_mean")
    );
    for row in 0..2000 {
        let hypervolume = noise(row);
        writeln!(
            generations,
            "{row},{},{},{hypervolume}{}{}",
            row % 17,
            row % 491,
            values(row),
            values(row + 1)
        )
        .expect("text can be added to");
    }
    let mut front = format!(
        "id,still_non_dominated{}{}{}\n",
        columns(""),
        columns("_validated"),
        columns("_se")
    );
    let mut population = format!("id,rank{}\n", columns(""));
    for row in 0..500 {
        let (searched, validated) = (values(row), values(row + 3));
        let errors = ",0.015".repeat(5);
        writeln!(front, "{row},true{searched}{validated}{errors}").expect("text can be added to");
        writeln!(population, "{row},0{searched}").expect("text can be added to");
    }
    (generations, front, population)
}

#[test]
fn a_missing_table_is_named() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    let path = folder.path().join("population.csv");
    fs::remove_file(&path).expect("it was there");
    let error = write_figures(folder.path()).expect_err("a table is missing").to_string();
    assert_eq!(error, format!("reading {}", path.display()));
}

#[test]
fn a_missing_column_is_named() {
    check_error(
        &GENERATIONS.replace("hypervolume", "volume"),
        FRONT,
        POPULATION,
        "RUN/generations.csv: there is no column `hypervolume`; there are `generation`",
    );
    check_error(
        GENERATIONS,
        FRONT,
        &POPULATION.replace("rank", "front"),
        "RUN/population.csv: there is no column `rank`; there are `id`",
    );
}

#[test]
fn a_value_that_is_no_score_is_shown_with_its_place() {
    check_error(
        GENERATIONS,
        &FRONT.replace("\n7,0.8,", "\n7,NaN,"),
        POPULATION,
        "RUN/front.csv: line 3, column `regions`: expected a number in 0..=1, found `NaN`",
    );
    check_error(
        &GENERATIONS.replace("0.25,0.75", "1.5,0.75"),
        FRONT,
        POPULATION,
        "RUN/generations.csv: line 3, column `hypervolume`: expected a number in 0..=1, or nothing, found `1.5`",
    );
}

#[test]
fn a_run_without_generations_has_no_figures() {
    check_error(
        header(GENERATIONS),
        FRONT,
        POPULATION,
        "RUN/generations.csv: there are no generations yet; a figure needs at least one",
    );
}

#[test]
fn a_front_without_objectives_has_no_figures() {
    check_error(
        GENERATIONS,
        "id,regions\n1,0.5\n",
        POPULATION,
        "RUN/front.csv: no objectives; an objective X is a column `X` beside which there is a column `X_validated`",
    );
    check_error(GENERATIONS, "", POPULATION, "RUN/front.csv: the file is empty");
}

#[test]
fn a_table_with_a_torn_row_is_refused() {
    let folder = run_folder(GENERATIONS, &FRONT[..FRONT.len() - 40], POPULATION);
    let error = write_figures(folder.path()).expect_err("a row is torn").to_string();
    assert!(
        error.contains("front.csv: this is not a CSV table in UTF-8 with equally long rows"),
        "{error}"
    );
}

#[test]
fn figures_of_a_run_are_removed_and_no_others() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    let figures = folder.path().join("figures");
    let old = ["front-key-door.svg", "front-key-door.png", "generator-knee.svg", "fronts.png"];
    let strangers = ["mine.png", "fronts.txt"];
    remove_figures(folder.path()).expect("there are none");
    write_figures(folder.path()).expect("it is a run");
    for name in old.iter().chain(&strangers) {
        std::fs::write(figures.join(name), "text").expect("a new file");
    }
    remove_figures(folder.path()).expect("they are there");
    let mut left: Vec<_> = std::fs::read_dir(&figures)
        .expect("the folder stays")
        .map(|entry| entry.expect("it is there").file_name().into_string().expect("it is text"))
        .collect();
    left.sort();
    assert_eq!(left, ["fronts.txt", "mine.png"]);
}
