use std::collections::{BTreeMap, BTreeSet};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::{First, Variant};

/// Genomes of one gene. Children have the gene of one parent or of the other.
struct Gene;

impl Variation for Gene {
    fn first(&self, rng: &mut dyn Rng) -> First {
        vec![rng.random_range(0..1000)].into()
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let uses_second = rng.random_bool(0.5);
        let genome = if uses_second { second.to_vec() } else { first.to_vec() };
        Variant { genome, operator: "copy", uses_second }
    }

    fn fits(&self, genome: &[u32]) -> bool {
        genome.len() == 1 && genome[0] < 1000
    }
}

fn settings() -> IslandsSettings {
    IslandsSettings {
        n_islands: 3,
        population_size: 4,
        n_beginners: 1,
        isolation: 0.5,
        pool_size: 5,
        family_size: usize::MAX,
        survival: Survival::Crowding,
    }
}

fn islands() -> Islands {
    islands_with(Survival::Crowding)
}

fn islands_with(survival: Survival) -> Islands {
    Islands::new(IslandsSettings { survival, ..settings() }, Box::new(Gene)).unwrap()
}

/// A generation in which a larger gene is better; the genes that were asked.
fn generation(engine: &mut Islands, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let genes: Vec<u32> = engine.ask(rng).iter().map(|genome| genome[0]).collect();
    let rows = genes.iter().map(|&gene| [f64::from(gene)]);
    engine.tell(&Objectives::from_rows(1, rows).unwrap());
    genes
}

fn genes_of(engine: &Islands, island: u32) -> Vec<u32> {
    let own = engine.population().iter().filter(|one| one.island == island);
    own.map(|one| one.genome[0]).collect()
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
    assert_eq!(engine.population()[0].genome[0], best);
    assert_eq!(generation(&mut engine, &mut rng).len(), 5);
    assert!(engine.population().iter().all(|one| one.island == 0));
}

#[test]
fn the_best_of_many_random_genomes_begin() {
    let settings = IslandsSettings { n_beginners: 10, ..settings() };
    let mut engine = Islands::new(settings, Box::new(Gene)).unwrap();
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
    let other = engine.ask_again(6, &mut rng).unwrap();
    let rows = (0..12).map(|index| [f64::from(u8::from(index == 6))]);
    engine.tell(&Objectives::from_rows(1, rows).unwrap());
    let best =
        engine.population().iter().max_by(|a, b| a.objectives[0].total_cmp(&b.objectives[0]));
    assert_eq!((best.unwrap().id, &best.unwrap().genome), (6, &other));
}

/// A generation with two objectives, in which no gene is better than another.
fn trade_off(engine: &mut Islands, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let genes: Vec<u32> = engine.ask(rng).iter().map(|genome| genome[0]).collect();
    let rows = genes.iter().map(|&gene| [f64::from(gene), f64::from(1000 - gene)]);
    engine.tell(&Objectives::from_rows(2, rows).unwrap());
    genes
}

#[test]
fn a_restored_search_goes_on_as_the_saved_one() {
    for survival in Survival::ALL {
        let (mut engine, mut rng) = (islands_with(survival), ChaCha8Rng::seed_from_u64(4));
        trade_off(&mut engine, &mut rng);
        trade_off(&mut engine, &mut rng);
        let apart = |engine: &mut Islands| engine.advance(0.4);
        let narrow = |engine: &mut Islands| engine.narrow(2);
        let unite = |engine: &mut Islands| engine.advance(0.6);
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
    let one = Islands::new(IslandsSettings { population_size: 50, ..settings() }, Box::new(Gene));
    let error = islands().restore(one.unwrap().save()).unwrap_err().to_string();
    assert!(error.contains("cannot be those of this search"), "{error}");
}

#[test]
fn settings_out_of_range_are_refused() {
    let message = |settings| Islands::new(settings, Box::new(Gene)).err().unwrap().to_string();
    assert!(message(IslandsSettings { isolation: 2.0, ..settings() }).contains("isolation"));
    assert!(message(IslandsSettings { n_islands: 0, ..settings() }).contains("population"));
    assert!(message(IslandsSettings { pool_size: 0, ..settings() }).contains("population"));
    assert!(message(IslandsSettings { family_size: 0, ..settings() }).contains("population"));
    assert!(message(IslandsSettings { n_beginners: 0, ..settings() }).contains("population"));
    let many = IslandsSettings { n_beginners: usize::MAX, ..settings() };
    assert!(message(many).contains("population"));
}

/// Sizes of the families of a population, by their founders.
fn families(engine: &Islands) -> BTreeMap<u64, usize> {
    let mut sizes = BTreeMap::new();
    engine.population().iter().for_each(|one| *sizes.entry(one.family).or_default() += 1);
    sizes
}

#[test]
fn families_are_limited_until_the_search_is_narrowed() {
    let one = IslandsSettings { n_islands: 1, population_size: 8, ..settings() };
    let limited = IslandsSettings { family_size: 3, ..one };
    let after_20 = |settings, is_narrowed: bool| {
        let mut engine = Islands::new(settings, Box::new(Gene)).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        generation(&mut engine, &mut rng);
        if is_narrowed {
            engine.narrow(8);
        }
        (0..20).for_each(|_| drop(generation(&mut engine, &mut rng)));
        engine
    };
    let largest = |engine: &Islands| families(engine).into_values().max().unwrap();
    assert!(largest(&after_20(one, false)) > 3, "the best family takes over");
    assert!(largest(&after_20(limited, true)) > 3, "so it does in the end");
    let engine = after_20(limited, false);
    assert_eq!(largest(&engine), 3);
    let mut restored = Islands::new(limited, Box::new(Gene)).unwrap();
    restored.restore(engine.save()).unwrap();
    generation(&mut restored, &mut ChaCha8Rng::seed_from_u64(7));
    assert_eq!(largest(&restored), 3);
}

/// Genomes that take long to make.
struct SlowGene;

impl Variation for SlowGene {
    fn first(&self, rng: &mut dyn Rng) -> First {
        Gene.first(rng)
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        Gene.vary(first, second, rng)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn fits(&self, genome: &[u32]) -> bool {
        Gene.fits(genome)
    }
}

#[test]
fn genomes_do_not_depend_on_the_number_of_threads_that_make_them() {
    let of_threads = |n_threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
        pool.install(|| {
            let mut engine = Islands::new(settings(), Box::new(SlowGene)).unwrap();
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

impl Variation for OfSources {
    fn first(&self, rng: &mut dyn Rng) -> First {
        let First { genome, .. } = Gene.first(rng);
        First { source: Some(genome[0] % 3), genome }
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let child = Gene.vary(first, second, rng);
        Variant { genome: first.to_vec(), uses_second: false, ..child }
    }

    fn fits(&self, genome: &[u32]) -> bool {
        Gene.fits(genome)
    }
}

#[test]
fn all_genomes_of_one_source_are_one_family() {
    let settings =
        IslandsSettings { n_islands: 1, population_size: 9, n_beginners: 5, ..settings() };
    let settings = IslandsSettings { family_size: 3, ..settings };
    let mut engine = Islands::new(settings, Box::new(OfSources)).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..10 {
        generation(&mut engine, &mut rng);
        assert_eq!(families(&engine).into_values().collect::<Vec<_>>(), [3, 3, 3]);
        for one in engine.population() {
            assert_eq!(one.family, u64::MAX - u64::from(one.genome[0] % 3));
        }
    }
}
