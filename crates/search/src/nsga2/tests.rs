use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::hypervolume;
use crate::population::crowded_comparison;

/// Two leading genes and two blocks of four, with the rates of the paper.
fn settings(population_size: usize, n_values: u32, flavor: Flavor) -> Nsga2Settings {
    Nsga2Settings {
        shape: GenomeShape::new(2, 2, 4, n_values).unwrap(),
        population_size,
        crossover_rate: 0.7,
        mutation_rate: 0.3,
        flavor,
    }
}

/// Leading ones and trailing zeros, as shares of the length. A genome of
/// length n is best if it is ones, then zeros: the Pareto front has n + 1 points.
fn leading_ones_trailing_zeros(genome: &[u32]) -> [f64; 2] {
    let leading = genome.iter().take_while(|&&gene| gene == 1).count();
    let trailing = genome.iter().rev().take_while(|&&gene| gene == 0).count();
    [leading, trailing].map(|count| count as f64 / genome.len() as f64)
}

fn measure(genomes: &[Genome]) -> Objectives {
    let rows = genomes.iter().map(|genome| leading_ones_trailing_zeros(genome));
    Objectives::from_rows(2, rows).unwrap()
}

fn advance(engine: &mut dyn Engine, n_generations: usize, rng: &mut dyn Rng) {
    for _ in 0..n_generations {
        let genomes = engine.ask(rng);
        engine.tell(&measure(&genomes));
    }
}

/// The distinct points of the first front in counts of genes, ascending.
fn front(engine: &dyn Engine) -> Vec<(u32, u32)> {
    let first = engine.population().iter().filter(|one| one.rank == 0);
    let mut points: Vec<_> = first
        .map(|one| [0, 1].map(|objective| (one.objectives[objective] * 10.0).round() as u32))
        .map(|[ones, zeros]| (ones, zeros))
        .collect();
    points.sort_unstable();
    points.dedup();
    points
}

#[test]
fn the_whole_pareto_front_is_found() {
    for flavor in Flavor::ALL {
        let mut engine = Nsga2::new(settings(40, 2, flavor)).unwrap();
        advance(&mut engine, 300, &mut ChaCha8Rng::seed_from_u64(1));
        let pareto: Vec<_> = (0..=10).map(|ones| (ones, 10 - ones)).collect();
        assert_eq!(front(&engine), pareto, "{flavor:?}");
    }
}

#[test]
fn selection_finds_more_than_random_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let settings = settings(20, 5, Flavor::Paper);
    let mut engine = Nsga2::new(settings).unwrap();
    let mut baseline = Nsga2::random_search(settings.shape, 20).unwrap();
    advance(&mut engine, 50, &mut rng);
    advance(&mut baseline, 50, &mut rng);
    let volume = |engine: &dyn Engine| {
        let rows = engine.population().iter().map(|one| &one.objectives);
        hypervolume(&Objectives::from_rows(2, rows).unwrap())
    };
    assert!(volume(&engine) > 1.5 * volume(&baseline));
}

#[test]
fn value_stability() {
    let mut engine = Nsga2::new(settings(6, 2, Flavor::Paper)).unwrap();
    advance(&mut engine, 20, &mut ChaCha8Rng::seed_from_u64(42));
    let first = engine.population().iter().filter(|one| one.rank == 0);
    let lines: Vec<String> = first
        .map(|one| {
            let genes: String = one.genome.iter().map(u32::to_string).collect();
            format!("{} of {:?}: {genes} {:?}", one.id, one.parents, one.objectives)
        })
        .collect();
    assert_eq!(
        lines,
        [
            "36 of [24]: 1000000000 [0.1, 0.9]",
            "45 of [13]: 1110000000 [0.3, 0.7]",
            "118 of [113, 113]: 1110000000 [0.3, 0.7]",
            "119 of [107, 113]: 1000000000 [0.1, 0.9]",
            "13 of [10, 10]: 1100000000 [0.2, 0.8]",
            "104 of [36, 45]: 1100000000 [0.2, 0.8]",
        ]
    );
}

#[test]
fn any_population_size_works() {
    for size in [1, 2, 3, 7] {
        let mut engine = Nsga2::new(settings(size, 2, Flavor::Paper)).unwrap();
        advance(&mut engine, 5, &mut ChaCha8Rng::seed_from_u64(1));
        assert_eq!(engine.population().len(), size);
        assert_eq!(engine.n_born(), 5 * size as u64);
    }
}

#[test]
fn rates_that_are_no_probabilities_are_refused() {
    let valid = settings(10, 2, Flavor::Paper);
    let message = |settings| Nsga2::new(settings).err().unwrap().to_string();
    assert_eq!(
        message(Nsga2Settings { crossover_rate: 70.0, ..valid }),
        "the crossover rate is 70; use a probability from 0 to 1"
    );
    assert_eq!(
        message(Nsga2Settings { mutation_rate: f64::NAN, ..valid }),
        "the mutation rate is NaN; use a probability from 0 to 1"
    );
}

/// Shares of offspring with two parents, and of offspring that differ from
/// their first parent, of a population of one.
fn shares(crossover_rate: f64, mutation_rate: f64) -> (f64, f64) {
    let mut engine = Nsga2::new(Nsga2Settings {
        shape: GenomeShape::new(2, 2, 4, u32::MAX).unwrap(),
        population_size: 10_000,
        crossover_rate,
        mutation_rate,
        flavor: Flavor::Paper,
    })
    .unwrap();
    // All have one parent to choose, so that crossover changes nothing.
    let parent = Individual {
        id: 0,
        parents: Vec::new(),
        operator: "random".into(),
        family: 0,
        island: 0,
        genome: vec![7; 10],
        objectives: vec![0.5],
        rank: 0,
        crowding: 0.0,
    };
    let mut saved = engine.save();
    saved.populations[0].individuals.push(parent);
    (saved.n_born, saved.populations[0].n_born) = (1, 1);
    engine.restore(saved).unwrap();
    let genomes = engine.ask(&mut ChaCha8Rng::seed_from_u64(1));
    engine.tell(&Objectives::new(1, vec![1.0; 10_000]).unwrap());
    let crossed = engine.population().iter().filter(|one| one.parents == [0, 0]).count();
    let mutated = genomes.iter().filter(|&genome| *genome != [7; 10]).count();
    (crossed as f64 / 10_000.0, mutated as f64 / 10_000.0)
}

#[test]
fn offspring_are_crossed_and_mutated_at_the_given_rates() {
    assert_eq!(shares(1.0, 0.0), (1.0, 0.0));
    assert_eq!(shares(0.0, 0.0), (0.0, 1.0));
    let (crossed, mutated) = shares(0.7, 0.3);
    assert!((crossed - 0.7).abs() < 0.02, "{crossed}");
    // All that come from one parent, and 0.3 of those that come from two.
    assert!((mutated - 0.51).abs() < 0.02, "{mutated}");
}

#[test]
fn tournaments_prefer_the_better_and_toss_a_coin_between_equals() {
    let mut engine = Nsga2::new(settings(4, 10, Flavor::Paper)).unwrap();
    engine.ask(&mut ChaCha8Rng::seed_from_u64(1));
    // Ranks 0, 0, 1, 2; the two of the first front are equally far.
    engine.tell(&Objectives::new(2, vec![0.9, 1.0, 1.0, 0.9, 0.5, 0.5, 0.1, 0.1]).unwrap());
    let mut wins = [0_u32; 4];
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..16_000 {
        wins[engine.select(&mut rng).id as usize] += 1;
    }
    // Of the 16 pairs, 12 hold a member of the first front, 3 of the others the third.
    for (wins, expected) in wins.into_iter().zip([6000, 6000, 3000, 1000]) {
        assert!(wins.abs_diff(expected) < 300, "{wins} instead of {expected}");
    }
}

#[test]
fn a_restored_search_goes_on_as_the_saved_one() {
    for flavor in Flavor::ALL {
        let mut saved = Nsga2::new(settings(9, 4, flavor)).unwrap();
        advance(&mut saved, 10, &mut ChaCha8Rng::seed_from_u64(1));

        let mut restored = Nsga2::new(settings(9, 4, flavor)).unwrap();
        restored.restore(saved.save()).unwrap();
        assert_eq!(restored.population(), saved.population());

        advance(&mut saved, 10, &mut ChaCha8Rng::seed_from_u64(2));
        advance(&mut restored, 10, &mut ChaCha8Rng::seed_from_u64(2));
        assert_eq!(restored.population(), saved.population());
    }
}

#[test]
fn asking_again_discards_what_was_asked() {
    let mut engine = Nsga2::new(settings(5, 4, Flavor::Paper)).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    engine.ask(&mut rng);
    let genomes = engine.ask(&mut rng);
    engine.tell(&measure(&genomes));
    assert_eq!(engine.n_born(), 5);
    assert!(engine.population().iter().all(|one| genomes.contains(&one.genome)));
}

proptest! {
    #[test]
    fn a_run_keeps_its_promises(
        seed: u64,
        size in 1..30_usize,
        n_values in 1..6_u32,
        released: bool,
    ) {
        let flavor = if released { Flavor::Released } else { Flavor::Paper };
        let settings = settings(size, n_values, flavor);
        let mut engine = Nsga2::new(settings).unwrap();
        let mut twin = Nsga2::new(settings).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut twin_rng = ChaCha8Rng::seed_from_u64(seed);
        let mut best = [0.0; 2];
        for _ in 0..8 {
            advance(&mut engine, 1, &mut rng);
            advance(&mut twin, 1, &mut twin_rng);
            let population = engine.population();

            prop_assert_eq!(population, twin.population(), "one seed, one answer");
            prop_assert_eq!(population.len(), size);
            prop_assert!(population.iter().all(|one| settings.shape.fits(&one.genome)));
            prop_assert!(population.iter().all(|one| one.id < engine.n_born()));
            prop_assert!(population.iter().flat_map(|one| &one.parents).all(|&id| id < engine.n_born()));
            let sorted = population.is_sorted_by(|a, b| crowded_comparison(a, b).is_le());
            prop_assert!(sorted, "best first");
            if size >= 4 {
                for (objective, best) in best.iter_mut().enumerate() {
                    let values = population.iter().map(|one| one.objectives[objective]);
                    let now = values.fold(0.0, f64::max);
                    prop_assert!(now >= *best, "the best value of an objective fell");
                    *best = now;
                }
            }
        }
    }
}

#[test]
fn the_best_of_all_random_draws_survives() {
    let shape = GenomeShape::new(1, 0, 0, 1000).unwrap();
    let mut engine = Nsga2::random_search(shape, 7).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut drawn = Vec::new();
    for _ in 0..5 {
        let genomes = engine.ask(&mut rng);
        assert_eq!(genomes.len(), 7);
        drawn.extend(genomes.iter().map(|genome| genome[0]));
        let objectives = genomes.iter().map(|genome| [f64::from(genome[0])]);
        engine.tell(&Objectives::from_rows(1, objectives).unwrap());
    }
    drawn.sort_unstable_by(|a, b| b.cmp(a));
    let kept: Vec<u32> = engine.population().iter().map(|one| one.genome[0]).collect();
    assert_eq!(kept, drawn[..7]);
    assert_eq!(engine.n_born(), 35);
    assert!(engine.population().iter().all(|one| one.parents.is_empty()));
}
