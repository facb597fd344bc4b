use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::survival::tests::rooms_with_bonuses;

/// A population of numbers, told the given objectives in one go.
fn population(size: usize, objectives: &[[f64; 2]]) -> Population<u32> {
    let mut population = Population::new(size, Survival::CROWDING, usize::MAX).unwrap();
    generation(&mut population, objectives);
    population
}

fn generation(population: &mut Population<u32>, objectives: &[[f64; 2]]) {
    let newborn = Offspring { genome: 0, parents: Vec::new(), source: None, operator: "random" };
    population.offspring = vec![newborn; objectives.len()];
    population.tell(
        population.n_born,
        &Objectives::from_rows(2, objectives).unwrap(),
        &Cases::default(),
    );
}

/// Compares `(id, rank, crowding)` of the population, best first.
#[track_caller]
fn check(population: &Population<u32>, expected: &[(u64, u32, f64)]) {
    let found: Vec<_> = population
        .individuals
        .iter()
        .map(|individual| (individual.id, individual.rank, individual.crowding))
        .collect();
    assert_eq!(found, expected);
}

const FAR: f64 = f64::INFINITY;

#[test]
fn individuals_are_sorted_by_rank_and_crowding() {
    let population = population(5, &[[0.0, 0.0], [0.0, 1.0], [0.5, 0.5], [1.0, 0.0], [0.5, 0.25]]);
    check(&population, &[(1, 0, FAR), (3, 0, FAR), (2, 0, 2.0), (4, 1, FAR), (0, 2, FAR)]);
}

#[test]
fn the_crowded_leave_first_and_those_who_stay_are_measured_anew() {
    let mut population = population(1, &[[0.0, 1.0]]);
    population.size = 4;
    generation(&mut population, &[[0.25, 0.75], [0.5, 0.5], [0.625, 0.375], [1.0, 0.0]]);
    // Among five, individual 2 has the smallest distance, 0.75, and leaves.
    check(&population, &[(0, 0, FAR), (4, 0, FAR), (3, 0, 1.5), (1, 0, 1.25)]);
}

#[test]
fn the_rooms_that_are_given_decide() {
    let mut population = population(3, &[[0.0, 0.0]]);
    population.survival = Survival(rooms_with_bonuses);
    generation(&mut population, &[[0.5, 1.0], [0.75, 0.75], [1.0, 0.5]]);
    let order: Vec<u64> = population.individuals.iter().map(|one| one.id).collect();
    // Both ends are worst in one objective and best in the other: the older comes first.
    assert_eq!(order, [1, 3, 2]);
    assert_eq!(population.individuals[0].crowding, 3_000_000.0);
}

#[test]
fn the_old_survive_ties() {
    let mut population = population(2, &[[0.5, 0.5]; 2]);
    generation(&mut population, &[[0.5, 0.5]; 2]);
    check(&population, &[(0, 0, FAR), (1, 0, FAR)]);
}

#[test]
fn reevaluation_ranks_anew() {
    let mut population = population(2, &[[0.0, 0.0], [1.0, 1.0]]);
    check(&population, &[(1, 0, FAR), (0, 1, FAR)]);
    population.reevaluate(&mut [&[0.25, 0.5][..], &[0.5, 0.5]].into_iter());
    check(&population, &[(0, 0, FAR), (1, 1, FAR)]);
}

#[test]
#[should_panic(expected = "as many objectives as in the generations before")]
fn telling_other_objectives_is_a_mistake() {
    let mut population = population(2, &[[0.0, 0.0]]);
    population.tell(1, &Objectives::new(3, Vec::new()).unwrap(), &Cases::default());
}

#[track_caller]
fn check_refused(change: impl Fn(&mut [Individual<u32>]), message: &str) {
    let mut population = population(3, &[[0.0, 1.0], [1.0, 0.0]]);
    let mut saved = population.save();
    change(&mut saved.individuals);
    let error = population.restore(saved, |&genome| genome < 10).unwrap_err();
    assert_eq!(error.to_string(), message);
    check(&population, &[(0, 0, FAR), (1, 0, FAR)]);
}

#[test]
fn what_cannot_have_been_saved_is_not_restored() {
    check_refused(
        |saved| saved[0].id = 2,
        "individual 2 cannot be restored: its id is not below the number of births",
    );
    check_refused(|saved| saved[0].id = 1, "individual 1 cannot be restored: its id occurs twice");
    check_refused(
        |saved| saved[0].genome = 10,
        "individual 0 cannot be restored: its genome does not have the shape of this search",
    );
    check_refused(
        |saved| saved[1].objectives = vec![0.5],
        "row 1 has 1 objectives instead of 2; give each row all of them",
    );
}

#[test]
fn sizes_out_of_range_are_refused() {
    for size in [0, SIZE_MAX + 1] {
        let error = Population::<u32>::new(size, Survival::CROWDING, 1).err().unwrap();
        assert_eq!(
            error.to_string(),
            format!("a population of {size} is not possible; use 1 to 1048576")
        );
    }
}

#[test]
fn tournaments_prefer_the_better_and_toss_a_coin_between_equals() {
    // Ranks 0, 0, 1, 2; the two of the first front are equally far.
    let population = population(4, &[[0.9, 1.0], [1.0, 0.9], [0.5, 0.5], [0.1, 0.1]]);
    let mut wins = [0_u32; 4];
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..16_000 {
        wins[population.individuals[population.tournament(&mut rng)].id as usize] += 1;
    }
    // Of the 16 pairs, 12 hold a member of the first front, 3 of the others the third.
    for (wins, expected) in wins.into_iter().zip([6000, 6000, 3000, 1000]) {
        assert!(wins.abs_diff(expected) < 300, "{wins} instead of {expected}");
    }
}

#[test]
fn half_survive_by_cases_and_no_two_of_them_are_alike() {
    let newborn = Offspring { genome: 0, parents: Vec::new(), source: None, operator: "random" };
    let mut population: Population<u32> =
        Population::new(4, Survival::CROWDING, usize::MAX).unwrap();
    population.offspring = vec![newborn; 7];
    // The first ones are best in all that the engine is told; the last ones alone do case 1.
    let objectives: Vec<[f64; 1]> = (0..7).map(|n| [f64::from(7 - n)]).collect();
    let own = |id: u64| if id < 4 { vec![0.9, 0.0] } else { vec![0.0, 0.8] };
    let results = (0..7).map(|id| (id, own(id))).collect();
    let cases = Cases { results, are_chosen_by: true };
    population.tell(0, &Objectives::from_rows(1, objectives).unwrap(), &cases);
    let ids: Vec<u64> = population.individuals.iter().map(|one| one.id).collect();
    assert_eq!(ids[..2], [0, 1]);
    assert!(ids[2..].iter().any(|id| *id < 4) && ids[2..].iter().any(|id| *id >= 4), "{ids:?}");
}
