use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::hypervolume;
use crate::population::crowded_comparison;
use crate::survival::tests::SURVIVALS;
use crate::tests::Digits;

/// Genomes that are a number. Children have that of one parent or of the other.
struct Gene;

impl Variation<u32> for Gene {
    fn first(&self, rng: &mut dyn Rng) -> Founder<u32> {
        rng.random_range(0..1000).into()
    }

    fn vary(&self, first: &u32, second: &u32, rng: &mut dyn Rng) -> Variant<u32> {
        let uses_second = rng.random_bool(0.5);
        let genome = if uses_second { *second } else { *first };
        Variant { genome, operator: "copy", uses_second }
    }

    fn fits(&self, genome: &u32) -> bool {
        *genome < 1000
    }
}

fn settings() -> EngineSettings {
    EngineSettings {
        n_islands: 3,
        population_size: 4,
        n_beginners: 1,
        isolation: 0.5,
        pool_size: 5,
        family_size: usize::MAX,
        survival: Survival::CROWDING,
        is_random: false,
    }
}

fn islands() -> Engine<u32> {
    islands_with(Survival::CROWDING)
}

fn islands_with(survival: Survival) -> Engine<u32> {
    Engine::new(EngineSettings { survival, ..settings() }, Box::new(Gene)).unwrap()
}

/// A generation in which a larger gene is better; the genes that were asked.
fn generation(engine: &mut Engine<u32>, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let genes = engine.ask(rng);
    let rows = genes.iter().map(|&gene| [f64::from(gene)]);
    engine.tell(&Objectives::from_rows(1, rows).unwrap());
    genes
}

fn genes_of(engine: &Engine<u32>, island: u32) -> Vec<u32> {
    let own = engine.population().iter().filter(|one| one.island == island);
    own.map(|one| one.genome).collect()
}

#[test]
fn islands_stay_apart_until_their_time_has_come() {
    let (mut engine, mut rng) = (islands(), ChaCha8Rng::seed_from_u64(1));
    let first = generation(&mut engine, &mut rng);
    for share in [0.1, 0.2, 0.49] {
        engine.advance(share);
        generation(&mut engine, &mut rng);
    }
    for (island, own) in (0..).zip(first.chunks(4)) {
        let found = genes_of(&engine, island);
        assert_eq!(found.len(), 4);
        assert!(found.iter().all(|gene| own.contains(gene)), "nobody comes from elsewhere");
        assert!(found.contains(own.iter().max().unwrap()), "the best survives");
    }
    engine.advance(0.5);
    let best = *first.iter().max().unwrap();
    assert_eq!(engine.population().len(), 5);
    assert_eq!(engine.population()[0].genome, best);
    assert_eq!(generation(&mut engine, &mut rng).len(), 5);
    assert!(engine.population().iter().all(|one| one.island == 0));
}

#[test]
fn the_best_of_many_random_genomes_begin() {
    let settings = EngineSettings { n_beginners: 10, ..settings() };
    let mut engine = Engine::new(settings, Box::new(Gene)).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let first = generation(&mut engine, &mut rng);
    assert_eq!(first.len(), 120);
    for (island, own) in (0..).zip(first.chunks(40)) {
        let mut best = own.to_vec();
        best.sort_unstable_by_key(|&gene| std::cmp::Reverse(gene));
        assert_eq!(genes_of(&engine, island), best[..4]);
    }
    assert_eq!(generation(&mut engine, &mut rng).len(), 12);
}

#[test]
fn ids_are_given_once_and_parents_live_on_the_same_island() {
    let (mut engine, mut rng) = (islands(), ChaCha8Rng::seed_from_u64(2));
    generation(&mut engine, &mut rng);
    assert_eq!(engine.n_born(), 12);
    let mut ids: Vec<u64> = engine.population().iter().map(|one| one.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..12).collect::<Vec<_>>());
    let before = engine.population().to_vec();
    generation(&mut engine, &mut rng);
    for one in engine.population().iter().filter(|one| one.id >= 12) {
        assert!((1..=2).contains(&one.parents.len()));
        for parent in &one.parents {
            let parent = before.iter().find(|other| other.id == *parent).unwrap();
            assert_eq!(parent.island, one.island);
        }
    }
}

#[test]
fn another_child_takes_the_place_of_one_that_is_not_wanted() {
    let (mut engine, mut rng) = (islands(), ChaCha8Rng::seed_from_u64(3));
    engine.ask(&mut rng);
    let other = engine.ask_again(6, &mut rng);
    let rows = (0..12).map(|index| [f64::from(u8::from(index == 6))]);
    engine.tell(&Objectives::from_rows(1, rows).unwrap());
    let best =
        engine.population().iter().max_by(|a, b| a.objectives[0].total_cmp(&b.objectives[0]));
    assert_eq!((best.unwrap().id, &best.unwrap().genome), (6, &other));
}

/// A generation with two objectives, in which no gene is better than another.
fn trade_off(engine: &mut Engine<u32>, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let genes = engine.ask(rng);
    let rows = genes.iter().map(|&gene| [f64::from(gene), f64::from(1000 - gene)]);
    engine.tell(&Objectives::from_rows(2, rows).unwrap());
    genes
}

#[test]
fn a_restored_search_goes_on_as_the_saved_one() {
    for survival in SURVIVALS {
        let (mut engine, mut rng) = (islands_with(survival), ChaCha8Rng::seed_from_u64(4));
        trade_off(&mut engine, &mut rng);
        trade_off(&mut engine, &mut rng);
        let apart = |engine: &mut Engine<u32>| engine.advance(0.4);
        let narrow = |engine: &mut Engine<u32>| engine.narrow(2);
        let unite = |engine: &mut Engine<u32>| engine.advance(0.6);
        for step in [apart, narrow, unite] {
            step(&mut engine);
            let mut restored = islands_with(survival);
            restored.restore(engine.save()).unwrap();
            assert_eq!(restored.population(), engine.population());
            let mut same = ChaCha8Rng::seed_from_u64(5);
            let mut rng = ChaCha8Rng::seed_from_u64(5);
            assert_eq!(trade_off(&mut restored, &mut same), trade_off(&mut engine, &mut rng));
            assert_eq!(restored.population(), engine.population());
        }
    }
}

#[test]
fn populations_of_another_search_are_not_restored() {
    let one = Engine::new(EngineSettings { population_size: 50, ..settings() }, Box::new(Gene));
    let two = Engine::new(EngineSettings { n_islands: 2, ..settings() }, Box::new(Gene));
    for other in [one, two] {
        let error = islands().restore(other.unwrap().save()).unwrap_err().to_string();
        assert!(error.contains("cannot be those of this search"), "{error}");
    }
}

#[test]
fn settings_out_of_range_are_refused() {
    let message = |settings| Engine::new(settings, Box::new(Gene)).err().unwrap().to_string();
    assert!(message(EngineSettings { isolation: 2.0, ..settings() }).contains("isolation"));
    assert!(message(EngineSettings { n_islands: 0, ..settings() }).contains("population"));
    assert!(message(EngineSettings { pool_size: 0, ..settings() }).contains("population"));
    assert!(message(EngineSettings { family_size: 0, ..settings() }).contains("population"));
    assert!(message(EngineSettings { n_beginners: 0, ..settings() }).contains("population"));
    let many = EngineSettings { n_beginners: usize::MAX, ..settings() };
    assert!(message(many).contains("population"));
}

/// Sizes of the families of a population, by their founders.
fn families(engine: &Engine<u32>) -> BTreeMap<u64, usize> {
    let mut sizes = BTreeMap::new();
    engine.population().iter().for_each(|one| *sizes.entry(one.family).or_default() += 1);
    sizes
}

#[test]
fn families_are_limited_until_the_search_is_narrowed() {
    let one = EngineSettings { n_islands: 1, population_size: 8, ..settings() };
    let limited = EngineSettings { family_size: 3, ..one };
    let after_20 = |settings, is_narrowed: bool| {
        let mut engine = Engine::new(settings, Box::new(Gene)).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        generation(&mut engine, &mut rng);
        if is_narrowed {
            engine.narrow(8);
        }
        (0..20).for_each(|_| drop(generation(&mut engine, &mut rng)));
        engine
    };
    let largest = |engine: &Engine<u32>| families(engine).into_values().max().unwrap();
    assert!(largest(&after_20(one, false)) > 3, "the best family takes over");
    assert!(largest(&after_20(limited, true)) > 3, "so it does in the end");
    let engine = after_20(limited, false);
    assert_eq!(largest(&engine), 3);
    let mut restored = Engine::new(limited, Box::new(Gene)).unwrap();
    restored.restore(engine.save()).unwrap();
    generation(&mut restored, &mut ChaCha8Rng::seed_from_u64(7));
    assert_eq!(largest(&restored), 3);
}

/// Genomes that take long to make.
struct SlowGene;

impl Variation<u32> for SlowGene {
    fn first(&self, rng: &mut dyn Rng) -> Founder<u32> {
        Gene.first(rng)
    }

    fn vary(&self, first: &u32, second: &u32, rng: &mut dyn Rng) -> Variant<u32> {
        Gene.vary(first, second, rng)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn fits(&self, genome: &u32) -> bool {
        Gene.fits(genome)
    }
}

#[test]
fn genomes_do_not_depend_on_the_number_of_threads_that_make_them() {
    let of_threads = |n_threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
        pool.install(|| {
            let mut engine = Engine::new(settings(), Box::new(SlowGene)).unwrap();
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            (0..5).flat_map(|_| generation(&mut engine, &mut rng)).collect::<Vec<u32>>()
        })
    };
    let genes = of_threads(1);
    assert_eq!(genes, of_threads(4));
    assert!(genes.iter().collect::<BTreeSet<_>>().len() > 1);
}

/// Genes of three sources, by the remainder of a division by three.
struct OfSources;

impl Variation<u32> for OfSources {
    fn first(&self, rng: &mut dyn Rng) -> Founder<u32> {
        let Founder { genome, .. } = Gene.first(rng);
        Founder { source: Some(genome % 3), genome }
    }

    fn vary(&self, first: &u32, second: &u32, rng: &mut dyn Rng) -> Variant<u32> {
        let child = Gene.vary(first, second, rng);
        Variant { genome: *first, uses_second: false, ..child }
    }

    fn fits(&self, genome: &u32) -> bool {
        Gene.fits(genome)
    }
}

#[test]
fn all_genomes_of_one_source_are_one_family() {
    let settings =
        EngineSettings { n_islands: 1, population_size: 9, n_beginners: 5, ..settings() };
    let settings = EngineSettings { family_size: 3, ..settings };
    let mut engine = Engine::new(settings, Box::new(OfSources)).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..10 {
        generation(&mut engine, &mut rng);
        assert_eq!(families(&engine).into_values().collect::<Vec<_>>(), [3, 3, 3]);
        for one in engine.population() {
            assert_eq!(one.family, u64::MAX - u64::from(one.genome % 3));
        }
    }
}

fn nsga2(population_size: usize, n_values: u32, survival: Survival) -> Engine<Vec<u32>> {
    let settings = EngineSettings::of_one(population_size, survival);
    Engine::new(settings, Box::new(Digits { n_values })).unwrap()
}

/// The baseline that only draws genomes.
fn random_search<G: Clone + Send + Sync>(
    population_size: usize,
    variation: impl Variation<G> + 'static,
) -> Engine<G> {
    let one = EngineSettings::of_one(population_size, Survival::CROWDING);
    Engine::new(EngineSettings { is_random: true, ..one }, Box::new(variation)).unwrap()
}

/// Leading ones and trailing zeros, as shares of the length. A genome of
/// length n is best if it is ones, then zeros: the Pareto front has n + 1 points.
fn leading_ones_trailing_zeros(genome: &[u32]) -> [f64; 2] {
    let leading = genome.iter().take_while(|&&gene| gene == 1).count();
    let trailing = genome.iter().rev().take_while(|&&gene| gene == 0).count();
    [leading, trailing].map(|count| count as f64 / genome.len() as f64)
}

fn measure(genomes: &[Vec<u32>]) -> Objectives {
    let rows = genomes.iter().map(|genome| leading_ones_trailing_zeros(genome));
    Objectives::from_rows(2, rows).unwrap()
}

fn advance(engine: &mut Engine<Vec<u32>>, n_generations: usize, rng: &mut dyn Rng) {
    for _ in 0..n_generations {
        let genomes = engine.ask(rng);
        engine.tell(&measure(&genomes));
    }
}

/// The distinct points of the first front in counts of genes, ascending.
fn front(engine: &Engine<Vec<u32>>) -> Vec<(u32, u32)> {
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
    for survival in SURVIVALS {
        let mut engine = nsga2(40, 2, survival);
        advance(&mut engine, 300, &mut ChaCha8Rng::seed_from_u64(1));
        let pareto: Vec<_> = (0..=10).map(|ones| (ones, 10 - ones)).collect();
        assert_eq!(front(&engine), pareto);
    }
}

#[test]
fn selection_finds_more_than_random_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut engine = nsga2(20, 5, Survival::CROWDING);
    let mut baseline = random_search(20, Digits { n_values: 5 });
    advance(&mut engine, 50, &mut rng);
    advance(&mut baseline, 50, &mut rng);
    let volume = |engine: &Engine<Vec<u32>>| {
        let rows = engine.population().iter().map(|one| &one.objectives);
        hypervolume(&Objectives::from_rows(2, rows).unwrap())
    };
    assert!(volume(&engine) > 1.5 * volume(&baseline));
}

#[test]
fn nsga2_has_stable_values() {
    let mut engine = nsga2(6, 2, Survival::CROWDING);
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
        let mut engine = nsga2(size, 2, Survival::CROWDING);
        advance(&mut engine, 5, &mut ChaCha8Rng::seed_from_u64(1));
        assert_eq!(engine.population().len(), size);
        assert_eq!(engine.n_born(), 5 * size as u64);
    }
}

#[test]
fn asking_again_discards_what_was_asked() {
    let mut engine = nsga2(5, 4, Survival::CROWDING);
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
        let survival = SURVIVALS[usize::from(released)];
        let [mut engine, mut twin] = [(); 2].map(|()| nsga2(size, n_values, survival));
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut twin_rng = ChaCha8Rng::seed_from_u64(seed);
        let mut best = [0.0; 2];
        for _ in 0..8 {
            advance(&mut engine, 1, &mut rng);
            advance(&mut twin, 1, &mut twin_rng);
            let population = engine.population();

            prop_assert_eq!(population, twin.population(), "one seed, one answer");
            prop_assert_eq!(population.len(), size);
            let digits = Digits { n_values };
            prop_assert!(population.iter().all(|one| digits.fits(&one.genome)));
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
    let mut engine = random_search(7, Gene);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut drawn: Vec<u32> = Vec::new();
    for _ in 0..5 {
        let genomes = engine.ask(&mut rng);
        assert_eq!(genomes.len(), 7);
        drawn.extend(&genomes);
        let objectives = genomes.iter().map(|&genome| [f64::from(genome)]);
        engine.tell(&Objectives::from_rows(1, objectives).unwrap());
    }
    drawn.sort_unstable_by(|a, b| b.cmp(a));
    let kept: Vec<u32> = engine.population().iter().map(|one| one.genome).collect();
    assert_eq!(kept, drawn[..7]);
    assert_eq!(engine.n_born(), 35);
    assert!(engine.population().iter().all(|one| one.parents.is_empty()));
}

#[test]
#[should_panic(expected = "one row of objectives for each genome that was asked")]
fn telling_what_was_not_asked_is_a_mistake() {
    islands().tell(&Objectives::from_rows(1, [[0.5]]).unwrap());
}
