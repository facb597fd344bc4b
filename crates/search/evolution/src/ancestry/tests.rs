use std::fs;

use marahel_papers::fdg20::BUILT_IN;

use super::Ancestry;
use crate::tests::{config, finished};

#[test]
fn an_ancestry_is_read_as_it_was_written() {
    for algorithm in ["nsga2", "islands", "random"] {
        let config = config(&[("problem", "zelda"), ("search.algorithm", algorithm)]);
        let (folder, outcome) = finished(&config);
        let ancestry = Ancestry::read(BUILT_IN, folder.path()).unwrap();
        assert_eq!(ancestry.ancestors(), outcome.ancestors);
        assert!(outcome.front.iter().any(|member| Some(member.id) == ancestry.best()));
    }
}

#[test]
fn equal_scripts_are_measured_equal_on_equal_levels() {
    let config = config(&[("problem", "zelda")]);
    let (folder, outcome) = finished(&config);
    let ancestry = Ancestry::read(BUILT_IN, folder.path()).unwrap();
    let twice: Vec<_> = ancestry.ancestors().iter().chain(ancestry.ancestors()).collect();
    let measured = ancestry.measure(&twice, 5).unwrap();
    let (one, other) = measured.split_at(outcome.ancestors.len());
    for (one, other) in one.iter().zip(other) {
        assert_eq!((&one.script, one.levels), (&other.script, other.levels));
        assert_eq!(one.values, other.values);
        assert_eq!(one.values.len(), Ancestry::N_SAMPLES as usize);
        assert!(one.values.iter().all(|row| row.len() == ancestry.measures().len()));
    }
    // The samples are different levels.
    assert!(measured.iter().any(|one| one.values.iter().any(|row| *row != one.values[0])));
    let worth =
        |one: &super::MeasuredAncestor| one.values.iter().all(|row| row[row.len() - 1] <= 2.0);
    assert!(measured.iter().all(worth));
}

#[test]
fn what_is_wrong_with_a_folder_is_said() {
    let config = config(&[("problem", "zelda")]);
    let (folder, _) = finished(&config);
    let path = folder.path().join("ancestry.csv");
    let table = fs::read_to_string(&path).unwrap();
    let check = |text: Option<&str>, expected: &str| {
        match text {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let error = Ancestry::read(BUILT_IN, folder.path()).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(Some(&table.replace("island", "place")), "the columns should be id, parents, operator");
    let header = table.lines().next().unwrap();
    let rest = |row: &str| format!("{header}\n{row},0.5,0.5,0.5,0.5,0.5,1 2 3\n");
    check(Some(&rest("7,6 5,crossover,0,1")), "row 1: there is no parent 6 above it");
    check(Some(&rest("x,,random,0,1")), "line 2, column `id`: expected a number, found `x`");
    check(None, "there is no ancestry.csv");
}
