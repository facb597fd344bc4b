use search::Individual;

use super::{Outcome, Recorder, run};
use crate::evaluate::Evaluator;
use crate::front::validated_hypervolume;
use crate::testing::config;
use crate::{Config, ExperimentError, GenerationSummary, problem_of};

/// Remembers what it was told; stops after some generations.
#[derive(Default)]
struct Memory {
    summaries: Vec<GenerationSummary>,
    searched: Vec<Outcome>,
    n_generations_max: Option<usize>,
}

impl Recorder for Memory {
    fn generation(
        &mut self,
        summary: &GenerationSummary,
        _population: &[Individual],
        _share: f64,
    ) -> Result<(), ExperimentError> {
        assert!(self.searched.is_empty());
        self.summaries.push(summary.clone());
        Ok(())
    }

    fn searched(&mut self, found: &Outcome) -> Result<(), ExperimentError> {
        self.searched.push(found.clone());
        Ok(())
    }

    fn should_stop(&self) -> bool {
        self.n_generations_max.is_some_and(|max| self.summaries.len() >= max)
    }
}

fn remember(config: &Config) -> (Memory, Outcome) {
    let mut memory = Memory::default();
    let outcome = run(config, &mut memory).unwrap();
    (memory, outcome)
}

/// If this test fails, equal commands no longer give the results they gave.
/// Where that is meant, say so in the change log and set `UPDATE_GOLDEN=1` to pin
/// the new values.
#[test]
fn value_stability() {
    let (memory, outcome) = remember(&config(&[("problem", "zelda")]));
    let rows: Vec<String> =
        memory.summaries.iter().map(|summary| summary.to_row().join(",")).collect();
    let front: Vec<String> = outcome
        .front
        .iter()
        .map(|member| {
            let scores = &member.validation.as_ref().unwrap().scores;
            let means: Vec<f64> = scores.iter().map(problem::Tally::mean).collect();
            format!("{} {:?} {:?}", member.id, member.objectives, means)
        })
        .collect();
    let found = [rows, front].concat().join("\n") + "\n";
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/src/run/golden.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(golden).unwrap());
}

#[test]
fn the_front_is_told_before_it_is_measured_again() {
    let (memory, outcome) = remember(&config(&[]));
    let [searched] = &memory.searched[..] else { panic!("told once") };
    assert_eq!(searched.population, outcome.population);
    assert!(searched.front.iter().all(|member| member.validation.is_none()));
    assert!(outcome.front.iter().any(|member| member.validation.is_some()));
    assert!(!outcome.is_interrupted);
    assert_eq!(memory.summaries.len(), 3);
}

#[test]
fn a_search_does_not_learn_of_validation() {
    let changes = [("problem", "zelda"), ("search.generations", "5")];
    let with =
        |period| remember(&config(&[&changes[..], &[("validation_period", period)]].concat()));
    let ((never, before), (always, after)) = (with("0"), with("1"));
    assert_eq!(before.population, after.population);
    assert!(never.summaries.iter().all(|summary| summary.validated_hypervolume.is_none()));
    let mut last = None;
    for (summary, other) in always.summaries.iter().zip(&never.summaries) {
        last = summary.validated_hypervolume;
        assert!(last.is_some_and(|volume| (0.0..=1.0).contains(&volume)));
        let without = GenerationSummary { validated_hypervolume: None, ..summary.clone() };
        assert_eq!(&without, other);
    }
    // The final front is measured on the same levels.
    assert_eq!(last, validated_hypervolume(&after.front).unwrap());
    let (some, _) = with("2");
    let is_validated = some.summaries.iter().map(|summary| summary.validated_hypervolume.is_some());
    assert_eq!(is_validated.collect::<Vec<_>>(), [true, false, true, false, true]);
}

#[test]
fn a_stopped_run_is_the_beginning_of_the_whole_one() {
    let (whole, _) = remember(&config(&[("search.generations", "5")]));
    let mut memory = Memory { n_generations_max: Some(2), ..Memory::default() };
    let outcome = run(&config(&[("search.generations", "5")]), &mut memory).unwrap();
    assert!(outcome.is_interrupted);
    assert_eq!(memory.summaries[..], whole.summaries[..2]);
    let (_, short) = remember(&config(&[("search.generations", "2")]));
    assert_eq!((outcome.population, outcome.front), (short.population, short.front));
}

#[test]
fn a_rotation_measures_the_survivors_again() {
    let config = config(&[("problem", "zelda"), ("rotate", "2")]);
    let (_, outcome) = remember(&config);
    let problem = problem_of(&config).unwrap();
    let mut evaluator = Evaluator::new(&config, &*problem).unwrap();
    assert!(evaluator.rotate(2), "the last of three generations begins a rotation");
    let genomes: Vec<_> = outcome.population.iter().map(|one| one.genome.clone()).collect();
    let evaluations = evaluator.evaluate(&genomes, 2).unwrap().evaluations;
    for (individual, evaluation) in outcome.population.iter().zip(evaluations) {
        assert_eq!(individual.objectives, evaluation.objectives);
    }
}

#[test]
fn a_search_whose_genomes_never_end_ends() {
    let (memory, outcome) = remember(&config(&[("genome.n_values", "1")]));
    assert!(memory.summaries.iter().all(|one| one.n_unbounded == 6 && one.hypervolume == 0.0));
    assert_eq!(outcome.front.len(), 6);
    assert!(outcome.front.iter().all(|one| one.script.is_none() && one.validation.is_none()));
}

#[test]
fn totals_count_on_from_generation_to_generation() {
    let (memory, _) = remember(&config(&[("noise", "fresh"), ("genome.n_values", "50")]));
    for (index, summary) in (1..).zip(&memory.summaries) {
        assert_eq!(summary.n_evaluations, index * 6);
        assert!(summary.n_maps <= index * 6 * 4);
    }
}

#[test]
fn free_genomes_are_searched_alike_by_any_number_of_threads() {
    let search = |n_threads| {
        let config = config(&[
            ("search.algorithm", "islands"),
            ("noise", "own"),
            ("representation", "free"),
            ("maps_max", "8"),
            ("search.islands", "2"),
            ("search.pool", "8"),
            ("search.generations", "8"),
        ]);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
        threads.install(|| remember(&config).1)
    };
    let outcome = search(1);
    assert_eq!(outcome.population, search(2).population);
    let lens = outcome.population.iter().map(|individual| individual.genome.len());
    assert!(lens.clone().min() < lens.max(), "genomes differ in length");
    assert!(outcome.front.iter().all(|member| member.script.is_some()));
}
