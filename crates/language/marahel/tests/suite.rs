//! Small scripts, each showing one construct, and the level of each for seed 1.
//!
//! A change of a level means that the same seed now gives another one, in every
//! game that uses this crate. `UPDATE_GOLDEN=1 cargo test -p marahel --test suite`
//! writes the levels anew.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

use std::fs;
use std::path::{Path, PathBuf};

use marahel::Generator;
use marahel_script::{estimator_words, explorer_types, parameter_names};

/// The pages about the language, which link to each script of the suite.
const PAGES: &str = concat!(
    include_str!("../../../../docs/language.md"),
    include_str!("../../../../docs/dialect-2017.md")
);

/// The files of the suite with the given extension, in order.
fn files(extension: &str) -> Vec<PathBuf> {
    files_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite"), extension)
}

fn files_of(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    paths
}

#[test]
fn levels_are_those_of_seed_1() {
    let mut stale = Vec::new();
    for path in files("json") {
        let name = path.display();
        let script = fs::read_to_string(&path).expect("it is text");
        let script =
            marahel_dialects::parse(&script).unwrap_or_else(|error| panic!("{name}: {error}"));
        let generator = Generator::new(&script);
        let level = generator.generate(1).expect("it is small").to_text();
        let golden = path.with_extension("txt");
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        if level != expected {
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                fs::write(golden, level).expect("it can be written");
            } else {
                stale.push(format!("{name} yields\n{level}instead of\n{expected}"));
            }
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

#[test]
fn every_level_has_its_script() {
    let stems = |extension| -> Vec<PathBuf> {
        files(extension).into_iter().map(|path| path.with_extension("")).collect()
    };
    assert_eq!(stems("json"), stems("txt"));
    assert!(stems("json").len() >= 20);
}

#[test]
fn every_script_begins_with_what_it_shows() {
    for path in files("json") {
        let script = fs::read_to_string(&path).expect("it is text");
        assert!(script.starts_with("// "), "{}", path.display());
    }
}

#[test]
fn pages_show_what_the_suite_has() {
    let all = |extension: &str, folder: &str| -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        files_of(&folder, extension)
            .iter()
            .map(|path| fs::read_to_string(path).expect("it is text"))
            .collect()
    };
    let scripts = all("json", "tests/suite");
    let levels = all("txt", "tests/suite") + &all("txt", "../dialects/tests/broken");
    for (fence, known) in [("```json\n", &scripts), ("```text\n", &levels)] {
        let blocks =
            PAGES.split(fence).skip(1).map(|rest| rest.split("```").next().unwrap_or(rest));
        let mut n_blocks = 0;
        for block in blocks {
            assert!(known.contains(block), "a page has, and the suite has not:\n{block}");
            n_blocks += 1;
        }
        assert!(n_blocks >= 4);
    }
    for path in files("json") {
        let name = path.file_name().expect("it is a file").to_string_lossy();
        let link = format!("(../crates/language/marahel/tests/suite/{name})");
        assert!(PAGES.contains(&link), "{name} is not in docs/language.md or docs/dialect-2017.md");
    }
}

#[test]
fn every_explorer_has_its_row_and_its_script() {
    let scripts = files("json");
    for names in explorer_types() {
        let (head, file) = (format!("| `{}` |", names[0]), format!("{}.json", names[0]));
        let row = PAGES.lines().find(|line| line.starts_with(&head)).unwrap_or_default();
        assert!(row.contains(&file) && scripts.iter().any(|path| path.ends_with(&file)), "{file}");
        assert!(names.iter().all(|name| row.contains(&format!("`{name}`"))), "{names:?}: {row}");
    }
}

#[test]
fn every_estimator_has_its_row_and_its_script() {
    for word in estimator_words() {
        let is_row = |line: &&str| {
            let first = line.strip_prefix("| `").and_then(|line| line.split(" | ").next());
            first.is_some_and(|first| {
                first.split(", `").any(|one| {
                    one.strip_prefix(word).is_some_and(|rest| rest.starts_with(['`', '(']))
                })
            })
        };
        let mut rows = PAGES.lines().filter(is_row);
        let has_script = rows.any(|row| row.contains("(../crates/language/marahel/tests/suite/"));
        assert!(has_script, "`{word}` has no row with a script");
    }
}

#[test]
fn every_parameter_has_its_row() {
    let rows: Vec<&str> = PAGES.lines().filter(|line| line.starts_with("| `")).collect();
    for name in parameter_names() {
        let is_its = |row: &&&str| {
            let first = row.split(" | ").next().unwrap_or_default();
            first.split('`').any(|word| word == name)
        };
        assert!(rows.iter().any(|row| is_its(&row)), "`{name}` has no row");
    }
}
