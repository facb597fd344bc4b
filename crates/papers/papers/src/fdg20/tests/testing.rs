//! Artificial studies for tests.

use marahel_report::{Generations, Member, Records};
use marahel_statistics::Estimate;

use crate::fdg20::problems::{names, objectives};
use crate::fdg20::{FAMILIES, Family, Published, Run, Size, Study, StudyFamily};

/// The objectives of a generator as searched, and as validated.
pub(crate) type Row<'r> = (&'r [f64], &'r [f64]);

pub(crate) fn records(
    problem: &str,
    front: &[Row<'_>],
    random: &[Row<'_>],
    n_fronts: u32,
) -> Records {
    let names: Vec<String> = objectives(problem).iter().map(|&name| name.to_owned()).collect();
    let n = names.len();
    let members = front.iter().map(|row| Member {
        searched: row.0.to_vec(),
        validated: Some(estimates(row)),
        is_still_non_dominated: true,
        playable: Some(0.25),
        script: Some("scripts/000001.json".to_owned()),
    });
    Records {
        objectives: names,
        generations: Generations {
            indices: vec![0, 1],
            n_fronts: vec![9, n_fronts],
            front_sizes: vec![1, front.len() as u32],
            hypervolumes: vec![Some(0.125), Some(0.5)],
            validated_hypervolumes: vec![Some(0.0625), None],
            bests: vec![vec![0.5; 2]; n],
            means: vec![vec![0.25; 2]; n],
        },
        front: members.collect(),
        dominated: Vec::new(),
        baseline: random.iter().map(|row| row.0.to_vec()).collect(),
        baseline_validated: random.iter().map(estimates).collect(),
        status: None,
    }
}

fn estimates((_, validated): &Row<'_>) -> Vec<Estimate> {
    validated.iter().map(|&value| Estimate { value, error: 0.01 }).collect()
}

/// A family with these runs of one problem; the other problems have runs with a single worthless
/// generator.
pub(crate) fn family(problem: &str, runs: Vec<Records>) -> StudyFamily {
    let family: &'static Family = &FAMILIES[0];
    let n = runs.len() as u64;
    let mut runs = Some(runs);
    let all = names().map(|name| {
        let records = if name == problem {
            runs.take().expect("problems have different names")
        } else {
            let nothing = vec![0.0; objectives(name).len()];
            let row: Row<'_> = (&nothing, &nothing);
            (0..n).map(|_| records(name, &[row], &[row], 1)).collect()
        };
        (1..)
            .zip(records)
            .map(|(seed, records)| (Run { family, problem: name, seed }, records))
            .collect()
    });
    let published = names().map(|name| {
        Published::measure(family, name, 20).expect("the published generators have levels")
    });
    StudyFamily { family, runs: all, published }
}

pub(crate) fn study(family: StudyFamily) -> Study {
    Study { size: Size::QUICK, families: vec![family] }
}
