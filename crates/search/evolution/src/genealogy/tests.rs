use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use marahel_config::Individual;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;

use super::{Ancestor, Genealogy, PERIOD};
use crate::tests::config;
use crate::{Event, Monitor, Recorder, Stop, run};
use marahel_config::{Config, EvolutionError, problem_of};

fn individual(id: u64, parents: &[u64]) -> Individual {
    Individual {
        id,
        parents: parents.to_vec(),
        operator: if parents.is_empty() { "random" } else { "crossover" }.into(),
        genome: marahel_config::Genome::Genes(vec![id as u32]),
        objectives: vec![0.5],
        ..Individual::default()
    }
}

fn ids(ancestors: &[Ancestor]) -> Vec<u64> {
    ancestors.iter().map(|one| one.id).collect()
}

#[test]
fn ancestors_are_found_through_those_who_died() {
    let mut genealogy = Genealogy::default();
    genealogy.note(0, &[individual(0, &[]), individual(1, &[]), individual(2, &[])]);
    genealogy.note(1, &[individual(2, &[]), individual(3, &[0, 1]), individual(4, &[2])]);
    genealogy.note(2, &[individual(5, &[3, 3]), individual(6, &[4])]);
    assert_eq!(ids(&genealogy.ancestors_of([5])), [0, 1, 3, 5]);
    assert_eq!(ids(&genealogy.ancestors_of([6, 5])), [0, 1, 2, 3, 4, 5, 6]);
    let three = &genealogy.ancestors_of([3])[2];
    assert_eq!((three.generation, three.operator.as_str()), (1, "crossover"));
    assert_eq!((&three.parents[..], three.genome.genes()), (&[0, 1][..], &[3][..]));
}

#[test]
fn somebody_stays_as_first_reported() {
    let mut genealogy = Genealogy::default();
    genealogy.note(0, &[individual(0, &[])]);
    genealogy.note(1, &[Individual { objectives: vec![0.9], island: 3, ..individual(0, &[]) }]);
    let found = genealogy.ancestors_of([0]);
    let [one] = &found[..] else { panic!("there is one") };
    assert_eq!((one.generation, one.island, &one.objectives[..]), (0, 0, &[0.5][..]));
}

/// Random births and deaths, against a memory that forgets nobody.
#[test]
fn forgetting_leaves_exactly_the_living_and_their_ancestors() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut genealogy = Genealogy::default();
    let mut all: Vec<Individual> = (0..8).map(|id| individual(id, &[])).collect();
    let mut living = all.clone();
    genealogy.note(0, &living);
    for generation in 1..2 * PERIOD {
        for _ in 0..8 {
            let mut parent = || living[rng.random_range(0..living.len())].id;
            let parents = [parent(), parent()];
            all.push(individual(all.len() as u64, &parents));
        }
        living.extend_from_slice(&all[all.len() - 8..]);
        while living.len() > 8 {
            living.remove(rng.random_range(0..living.len()));
        }
        genealogy.note(generation, &living);
    }
    let mut expected: BTreeSet<u64> = living.iter().map(|one| one.id).collect();
    for one in all.iter().rev() {
        if expected.contains(&one.id) {
            expected.extend(&one.parents);
        }
    }
    // Those who died in the generation of their birth have no children.
    let expected: Vec<u64> = expected.into_iter().collect();
    assert_eq!(genealogy.ancestors.keys().copied().collect::<Vec<_>>(), expected);
    assert_eq!(ids(&genealogy.ancestors_of(living.iter().map(|one| one.id))), expected);
    assert!(expected.len() < all.len() / 2, "{} of {}", expected.len(), all.len());
}

/// Keeps nothing of a run but stops it early, if told so.
struct Watch<'w> {
    n_generations_left: &'w AtomicU64,
}

/// Stops a search once no generations are left to it.
struct Left(AtomicU64);

impl Monitor for Left {
    fn stop(&self) -> Stop {
        if self.0.load(Ordering::Relaxed) == 0 { Stop::Search } else { Stop::No }
    }
}

impl Recorder for Watch<'_> {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError> {
        if let Event::Generation { .. } = event {
            self.n_generations_left.fetch_sub(1, Ordering::Relaxed);
        }
        Ok(Stop::No)
    }
}

fn ancestors(config: &Config, n_threads: usize, n_generations: u64) -> Vec<Ancestor> {
    let pool = ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
    let left = Left(AtomicU64::new(n_generations));
    let mut watch = Watch { n_generations_left: &left.0 };
    let outcome = pool.install(|| run(config, &problem_of(config), &mut watch, &left)).unwrap();
    let found = ids(&outcome.ancestors);
    assert!(found.is_sorted());
    for member in &outcome.front {
        let one = &outcome.ancestors[found.binary_search(&member.id).unwrap()];
        assert_eq!(one.genome, member.genome);
    }
    for one in &outcome.ancestors {
        assert!(one.generation < n_generations);
        let is_first = ["random", "draft"].contains(&one.operator.as_ref());
        assert_eq!(one.parents.is_empty(), is_first);
        for parent in &one.parents {
            let parent = &outcome.ancestors[found.binary_search(parent).unwrap()];
            assert!(parent.id < one.id && parent.generation < one.generation);
        }
    }
    outcome.ancestors
}

#[test]
fn runs_of_all_kinds_know_their_ancestors_whatever_the_number_of_threads() {
    let islands = [
        ("search.algorithm", "islands"),
        ("search.generations", "12"),
        ("search.islands", "2"),
        ("search.pool", "6"),
        ("search.beginners", "2"),
        ("maps", "2"),
        ("maps_max", "8"),
    ];
    let free = [("study.representation", "free"), ("search.start", "random"), ("problem", "zelda")];
    for changes in [
        &[("problem", "zelda")][..],
        &[("search.algorithm", "random")],
        &islands,
        &[&islands[..], &free].concat(),
    ] {
        let config = config(changes);
        let one = ancestors(&config, 1, 1000);
        assert_eq!(one, ancestors(&config, 2, 1000), "{changes:?}");
        assert!(!one.is_empty());
    }
}

#[test]
fn an_interrupted_run_knows_its_ancestors() {
    let config = config(&[("problem", "zelda"), ("search.generations", "1000")]);
    let found = ancestors(&config, 2, 9);
    assert!(found.iter().any(|one| one.generation > 0), "{:?}", ids(&found));
}
