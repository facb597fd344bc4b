use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Cases, Parents, lexicase};
use crate::population::{Offspring, Population};
use crate::{Objectives, Survival};

/// One that is fair in all, and two specialists.
const CASES: [[f64; 3]; 3] = [[0.9, 0.9, 0.9], [1.0, 0.0, 0.0], [0.0, 1.0, 0.2]];

fn population() -> Population<u32> {
    let mut population = Population::new(3, Survival::CROWDING, usize::MAX).unwrap();
    let child =
        |genome| Offspring { genome, parents: Vec::new(), source: None, operator: "random" };
    population.offspring = (0..3).map(child).collect();
    // The first one is best in all that the engine is told.
    population.tell(
        0,
        &Objectives::from_rows(1, [[3.0], [2.0], [1.0]]).unwrap(),
        &Cases::default(),
    );
    population
}

#[test]
fn specialists_have_children_too() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let known: Vec<(usize, &[f64])> = CASES.iter().map(|one| &one[..]).enumerate().collect();
    let mut n = [0; 3];
    for _ in 0..300 {
        n[lexicase(known.clone(), &mut rng)] += 1;
    }
    assert!(n.iter().all(|&n| n > 60), "{n:?}");
}

#[test]
fn the_second_parent_does_what_the_first_one_lacks() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let population = population();
    let ids = population.individuals.iter().map(|one| one.id);
    let results = ids.map(|id| (id, CASES[id as usize].to_vec())).collect();
    let cases = Cases { results, are_chosen_by: true };
    let own = |place: usize| CASES[population.individuals[place].id as usize];
    for _ in 0..300 {
        let Parents { first, second } = cases.parents(&population, &mut rng);
        // In a case that the first one does not meet, the second is better, or the first is best.
        let is_better = |case: usize| {
            let best = (0..3).map(|one| own(one)[case]).fold(0.0, f64::max);
            let lacks = own(first)[case] < 0.985;
            lacks && (own(second)[case] > own(first)[case] || own(first)[case] == best)
        };
        assert!((0..own(first).len()).any(is_better), "{first} {second}");
    }
}

#[test]
fn without_cases_two_tournaments_choose() {
    let population = population();
    let found = Cases::default().parents(&population, &mut ChaCha8Rng::seed_from_u64(3));
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (first, second) = (population.tournament(&mut rng), population.tournament(&mut rng));
    assert_eq!(found, Parents { first, second });
}

#[test]
fn where_cases_do_not_choose_tournaments_do() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let population = population();
    let ids = population.individuals.iter().map(|one| one.id);
    let results = ids.map(|id| (id, CASES[id as usize].to_vec())).collect();
    let cases = Cases { results, are_chosen_by: false };
    assert_eq!(cases.n_specialists(10), 0);
    let mut n_first = [0; 3];
    for _ in 0..600 {
        let Parents { first, .. } = cases.parents(&population, &mut rng);
        n_first[population.individuals[first].id as usize] += 1;
    }
    assert!(n_first[0] > n_first[1] && n_first[1] > n_first[2], "{n_first:?}");
}
