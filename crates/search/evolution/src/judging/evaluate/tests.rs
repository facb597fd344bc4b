use marahel::Script;
use marahel_config::Genome;
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

use super::{Evaluation, Evaluator, Failure, evaluate_script};
use crate::Streams;
use crate::tests::{config, genome};
use marahel_config::{Config, problem_of};

/// Evaluates genomes as one generation after another.
fn evaluate(config: &Config, generations: &[&[Genome]]) -> Vec<super::Batch> {
    let problem = problem_of(config);
    let mut evaluator = Evaluator::new(config, &problem).unwrap();
    (0..)
        .zip(generations)
        .map(|(generation, genomes)| evaluator.evaluate(genomes, generation).unwrap())
        .collect()
}

fn zelda(changes: &[(&str, &str)]) -> Config {
    config(&[&[("problem", "zelda")], changes].concat())
}

fn zeros(failure: Failure) -> Evaluation {
    Evaluation { objectives: vec![0.0; 5], playable: 0.0, failure: Some(failure) }
}

#[test]
fn equal_scripts_are_measured_once() {
    let (a, b) = (genome(1), genome(2));
    let batches = evaluate(&zelda(&[]), &[&[a.clone(), b.clone(), a.clone()], &[b, a]]);
    let [first, second] = &batches[..] else { panic!("two generations") };
    assert_eq!((first.n_scripts, first.n_cache_hits, first.n_maps), (2, 1, 2 * 4));
    assert_eq!(first.evaluations[0], first.evaluations[2]);
    assert_ne!(first.evaluations[0], first.evaluations[1]);
    assert_eq!((second.n_scripts, second.n_cache_hits, second.n_maps), (2, 2, 0));
    assert_eq!(
        second.evaluations[..],
        [&first.evaluations[1], &first.evaluations[0]].map(Clone::clone)
    );
}

#[test]
fn fresh_noise_differs_from_individual_to_individual_and_in_time() {
    let genomes = [genome(1), genome(1)];
    let batches = evaluate(&zelda(&[("study.noise", "fresh")]), &[&genomes, &genomes]);
    let all: Vec<_> = batches.iter().flat_map(|batch| &batch.evaluations).collect();
    for (index, one) in all.iter().enumerate() {
        assert!(all[..index].iter().all(|other| other != one));
    }
    assert_eq!((batches[1].n_scripts, batches[1].n_cache_hits, batches[1].n_maps), (1, 0, 2 * 4));
}

#[test]
fn a_genome_without_end_scores_nothing() {
    for noise in ["common", "fresh"] {
        let batch =
            evaluate(&zelda(&[("study.noise", noise)]), &[&[genome(0), genome(1)]]).remove(0);
        assert_eq!(batch.evaluations[0], zeros(Failure::Unbounded));
        assert_eq!(batch.evaluations[1].failure, None);
        assert_eq!((batch.n_scripts, batch.n_maps), (1, 4));
    }
}

#[test]
fn a_script_that_wants_too_much_scores_nothing() {
    let config = zelda(&[("search.algorithm", "islands"), ("study.representation", "free")]);
    let problem = problem_of(&config);
    let names = problem.palette().entities().iter().map(|entity| entity.name.as_str());
    let endless = serde_json::json!({
        "metadata": {"min": "11x7", "max": "11x7"},
        "entities": names.collect::<Vec<_>>(),
        "explorers": [{"parameters": {"repeats": 99_999_999}, "rules": ["self(any) -> self(solid)"]}],
    });
    let genome: Genome = endless.to_string().parse().unwrap();
    let evaluator = Evaluator::new(&config, &problem).unwrap();
    let document = evaluator.decode(&genome).unwrap().unwrap();
    let evaluation = evaluator.measure(&document, Streams::new(1).validation_maps(0, 4));
    assert_eq!(evaluation, zeros(Failure::Budget));
}

/// Decodes a genome and measures it on validation levels.
fn validated(config: &Config, genome: &Genome, n_maps: u32) -> crate::Sample {
    let problem = problem_of(config);
    let evaluator = Evaluator::new(config, &problem).unwrap();
    let document = evaluator.decode(genome).unwrap().unwrap();
    evaluator.validate(&document, n_maps, &crate::Unwatched).0.unwrap()
}

#[test]
fn validation_does_not_depend_on_how_the_search_measured() {
    let expected = validated(&zelda(&[]), &genome(1), 20);
    for change in [("maps", "9"), ("study.noise", "fresh"), ("study.flavor", "released")] {
        assert_eq!(validated(&zelda(&[change]), &genome(1), 20), expected);
    }
    assert_ne!(validated(&zelda(&[("seed", "8")]), &genome(1), 20), expected);
}

#[test]
fn validation_levels_are_not_those_of_the_search() {
    let config = zelda(&[("maps", "20")]);
    let searched = evaluate(&config, &[&[genome(1)]]).remove(0).evaluations.remove(0);
    let validated = validated(&config, &genome(1), 20);
    let means: Vec<f64> = validated.scores.iter().map(marahel_problem::Tally::mean).collect();
    assert_ne!(searched.objectives, means);
}

#[test]
fn a_script_alone_is_measured_as_the_front_is() {
    let config = zelda(&[("maps", "20")]);
    let problem = problem_of(&config);
    let evaluator = Evaluator::new(&config, &problem).unwrap();
    let document = evaluator.decode(&genome(1)).unwrap().unwrap();
    let script = Script::parse(&evaluator.script_of(&document).to_string()).unwrap();
    let alone = evaluate_script(&script, &problem, &config).unwrap();
    assert_eq!(alone, validated(&config, &genome(1), 20));
}

#[test]
fn a_script_may_know_fewer_entities_than_its_problem() {
    let config = zelda(&[("maps", "20")]);
    let problem = problem_of(&config);
    let [few, all] = [r#"["empty", "player"]"#, r#"["door", "empty", "enemy", "key", "player", "solid"]"#]
        .map(|entities| {
            let script = format!(
                r#"{{"metadata": {{"min": "5x4", "max": "5x4"}}, "entities": {entities},
                "explorers": [{{"type": "horz", "rules": ["self(any) -> self(empty:9|player)"]}}]}}"#
            );
            evaluate_script(&Script::parse(&script).unwrap(), &problem, &config).unwrap()
        });
    assert!(few.scores[0].mean() > 0.0);
    assert_eq!(few, all);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The fitness of a genome depends on itself alone: not on the company
    /// that it is measured in, on the cache, or on the number of threads.
    #[test]
    fn fitness_is_a_function_of_the_genome(
        genomes in prop::collection::vec(prop::collection::vec(0_u32..50, 102), 1..8),
    ) {
        let config = zelda(&[]);
        let genomes: Vec<Genome> = genomes.into_iter().map(Genome::Genes).collect();
        let together = evaluate(&config, &[&genomes[..1], &genomes]).remove(1).evaluations;
        let alone: Vec<Evaluation> = genomes
            .iter()
            .map(|genome| evaluate(&config, &[std::slice::from_ref(genome)]).remove(0).evaluations.remove(0))
            .collect();
        prop_assert_eq!(&together, &alone);
        let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let threaded = pool.install(|| evaluate(&config, &[&genomes]).remove(0).evaluations);
        prop_assert_eq!(together, threaded);
    }
}
