use marahel_config::{Genome, Individual};
use proptest::prelude::*;
use tempfile::TempDir;

use super::{read_individuals, write_members};
use crate::Evaluator;
use crate::ending::front::first_front;
use crate::tests::config;
use marahel_config::problem_of;

/// Reads the front of a run folder in which `front.csv` has this text.
fn read(text: &str) -> Result<Vec<Individual>, String> {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("front.csv"), text).unwrap();
    let problem = problem_of(&config(&[]));
    read_individuals(&folder.path().join("front.csv"), problem.objectives())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    assert_eq!(read(text).unwrap_err(), expected);
}

#[test]
fn columns_are_found_by_name() {
    let front = read("genes,path,id,regions\n1 2,0.5,7,1\n").unwrap();
    assert_eq!((front[0].id, front[0].genome.genes()), (7, &[1, 2][..]));
    assert_eq!(front[0].objectives, [1.0, 0.5]);
}

#[test]
fn what_is_no_front_is_an_error() {
    check_error("", "front.csv: the file is empty");
    check_error(
        "id,genes,regions\n",
        "front.csv: there is no column `path`; there are `id`, `genes`, `regions`",
    );
    let wrong = |rows: &str, expected: &str| {
        check_error(&format!("id,genes,regions,path\n{rows}"), &format!("front.csv: {expected}"));
    };
    wrong("x,1,1,1\n", "line 2, column `id`: expected a number, found `x`");
    wrong("1,1,1,1\n2,,1,1\n", "line 3, column `genes`: expected genes, found ``");
    wrong("1,1,x,1\n", "line 2, column `regions`: expected a number, found `x`");
    let ragged = read("id,genes,regions,path\n1,1\n").unwrap_err();
    assert!(ragged.starts_with("front.csv: ") && ragged.contains("line: 2"), "{ragged}");
}

proptest! {
    #[test]
    fn a_written_front_reads_back_the_same(
        members in prop::collection::vec(
            (prop::collection::vec(0_u32..50, 102), 0.0_f64..=1.0, 0.0_f64..=1.0),
            0..5,
        ),
    ) {
        let config = config(&[]);
        let problem = problem_of(&config);
        let evaluator = Evaluator::new(&config, &problem).unwrap();
        let population: Vec<Individual> = (0..)
            .zip(members)
            .map(|(id, (genome, regions, path))| Individual {
                id,
                genome: Genome::Genes(genome),
                objectives: vec![regions, path],
                ..Individual::default()
            })
            .collect();
        let front = first_front(&population, &evaluator).unwrap();
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("front.csv");
        write_members(&path, &front, problem.objectives()).unwrap();
        let mut back = read_individuals(&path, problem.objectives()).unwrap();
        back.sort_by_key(|individual| individual.id);
        prop_assert_eq!(back, population);
    }
}
