//! What is read of the tables.

use super::{Estimate, Records};
use crate::testing::{FRONT, GENERATIONS, POPULATION, run_folder};

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
    assert_eq!(records.generations.hypervolumes, [0.1, 0.25, 0.5]);
    assert_eq!(records.generations.bests, [[0.5, 0.75, 1.0], [0.2, 0.4, 0.6]]);
    assert_eq!(records.generations.means, [[0.25, 0.5, 0.625], [0.1, 0.2, 0.3]]);
    assert_eq!(records.others, [[0.4, 0.5], [0.7, 0.1]]);
    let flags: Vec<bool> = records.front.iter().map(|one| one.is_still_non_dominated).collect();
    assert_eq!(flags, [true, true, false]);
    assert_eq!(records.front[1].searched, [0.8, 0.4]);
    let estimates = [(0.7, 0.02), (0.4, 0.02)]
        .map(|(mean, standard_error)| Estimate { mean, standard_error })
        .to_vec();
    assert_eq!(records.front[1].validated, Some(estimates));
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
