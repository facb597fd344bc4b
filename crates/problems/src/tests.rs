use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use experiment::{Config, problem_of};

use super::ALL;

fn folders(parent: &str) -> BTreeSet<String> {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(parent);
    let entries = fs::read_dir(parent).expect("the folder is there");
    entries.map(|entry| entry.unwrap().file_name().into_string().expect("it is text")).collect()
}

#[test]
fn each_problem_has_a_folder_and_each_folder_a_line() {
    assert_eq!(folders("problems"), ALL.names().map(str::to_owned).collect());
}

#[test]
fn each_problem_can_be_searched_as_it_is() {
    for kind in ALL.0 {
        let text = format!("problem = \"{}\"", kind.name);
        let config = Config::parse(ALL, &text, &[]).expect("the defaults make a search");
        let problem = problem_of(&config).expect("the defaults make a problem");
        assert_eq!(problem.name(), kind.name);
        assert!(!problem.objectives().is_empty());
    }
}

#[test]
fn each_crate_tells_what_it_is_for() {
    for parent in ["crates", "problems"] {
        for name in folders(parent) {
            assert!(folders(&format!("{parent}/{name}")).contains("README.md"), "{parent}/{name}");
        }
    }
}
