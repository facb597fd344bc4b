//! What is read of the tables.

use std::fs;

use marahel_statistics::Estimate;

use super::Records;
use crate::tests::testing::{FRONT, GENERATIONS, POPULATION, run_folder};

fn read(front: &str) -> Records {
    let folder = run_folder(GENERATIONS, front, POPULATION);
    Records::read(folder.path()).expect("the tables are in order")
}

#[test]
fn tables_are_read_by_the_names_of_their_columns() {
    let records = read(FRONT);
    assert_eq!(records.objectives, ["regions", "path"]);
    assert_eq!(records.generations.indices, [0, 1, 2]);
    assert_eq!(records.generations.n_fronts, [3, 2, 2]);
    assert_eq!(records.generations.front_sizes, [1, 2, 3]);
    assert_eq!(records.generations.hypervolumes, [0.1, 0.25, 0.5].map(Some));
    assert_eq!(records.generations.bests, [[0.5, 0.75, 1.0], [0.2, 0.4, 0.6]]);
    assert_eq!(records.generations.means, [[0.25, 0.5, 0.625], [0.1, 0.2, 0.3]]);
    assert_eq!(records.dominated, [[0.4, 0.5], [0.7, 0.1]]);
    let flags: Vec<bool> = records.front.iter().map(|one| one.is_still_non_dominated).collect();
    assert_eq!(flags, [true, true, false]);
    assert_eq!(records.front[1].searched, [0.8, 0.4]);
    let estimates =
        [(0.7, 0.02), (0.4, 0.02)].map(|(value, error)| Estimate { value, error }).to_vec();
    assert_eq!(records.front[1].validated, Some(estimates));
    assert_eq!(records.front[1].playable, Some(0.5));
    assert_eq!(records.front[1].script.as_deref(), Some("scripts/000007.json"));
}

#[test]
fn members_without_validated_values_were_not_validated() {
    let records = read(&FRONT.replace("0.7,0.02,0.4,0.02,0.5", ",,,,"));
    let validated: Vec<bool> = records.front.iter().map(|one| one.validated.is_some()).collect();
    assert_eq!(validated, [true, false, true]);
}

#[test]
fn rounding_errors_at_the_ends_are_forgiven() {
    let front = FRONT.replace("\n11,1,", "\n11,1.0000000000000002,");
    assert_eq!(read(&front).front[0].searched[0], 1.0);
}

#[test]
fn what_older_runs_do_not_have_may_be_missing() {
    let records = read(FRONT);
    assert_eq!(records.generations.validated_hypervolumes, [None; 3]);
    assert!(records.baseline.is_empty());
}

#[test]
fn what_newer_runs_have_is_read() {
    let generations = GENERATIONS
        .replace("hypervolume,", "hypervolume,validated_hypervolume,")
        .replace(",0.1,0.5,", ",0.1,0.08,0.5,")
        .replace(",0.25,0.75,", ",0.25,,0.75,")
        .replace(",0.5,1,", ",0.5,,1,");
    let folder = run_folder(&generations, FRONT, POPULATION);
    fs::write(folder.path().join("random.csv"), POPULATION).expect("the folder can be written to");
    let records = Records::read(folder.path()).expect("the tables are in order");
    assert_eq!(records.generations.validated_hypervolumes, [Some(0.08), None, None]);
    assert_eq!(records.baseline.len(), 5, "all of them, whatever their rank");
    assert_eq!(records.baseline[4], [0.7, 0.1]);
    assert!(records.baseline_validated.is_empty());
}

#[test]
fn random_generators_may_be_measured_again() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    let random =
        FRONT.replace(",scripts/000007.json", ",").replace("0.7,0.02,0.4,0.02,0.5", ",,,,");
    fs::write(folder.path().join("random.csv"), random).expect("the folder can be written to");
    let records = Records::read(folder.path()).expect("the tables are in order");
    assert_eq!(records.baseline[2], [0.5, 0.6]);
    let means: Vec<f64> = records.baseline_validated.iter().map(|row| row[1].value).collect();
    assert_eq!(means, [0.15, 0.0, 0.3], "one without levels is worth nothing");
}

#[test]
fn scripts_are_files_of_the_folder() {
    for outside in ["../000007.json", "/etc/passwd", "scripts/../config.toml"] {
        let front = FRONT.replace("scripts/000007.json", outside);
        let folder = run_folder(GENERATIONS, &front, POPULATION);
        let error = Records::read(folder.path()).expect_err("it is elsewhere").to_string();
        assert!(error.contains(outside) && error.contains("column `script`"), "{error}");
    }
}

#[test]
fn a_broken_table_of_random_generators_is_an_error() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    fs::write(folder.path().join("random.csv"), "id,regions\n1,0.5\n").expect("it can be written");
    let error = Records::read(folder.path()).expect_err("an objective is missing").to_string();
    assert!(error.contains("random.csv: there is no column `path`"), "{error}");
}
