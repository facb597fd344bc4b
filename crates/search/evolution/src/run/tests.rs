use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use marahel_config::{Decode, Genome, GenomeError, Genomes};
use marahel_papers::fdg20::BUILT_IN;
use marahel_problem::Problem;
use marahel_script::Document;
use marahel_search::Variation;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeValue, Error};

use super::{Heat, Outcome, run};
use crate::ending::front::FrontMember;
use crate::tests::{Memory, config};
use crate::{GenerationSummary, Monitor, Stop, Unwatched};
use marahel_config::{Config, EvolutionError, problem_of};

/// Stops a search after some levels.
struct Levels {
    n: AtomicU64,
    n_max: u64,
}

impl Levels {
    fn new(n_max: u64) -> Self {
        Self { n: AtomicU64::new(0), n_max }
    }
}

impl Monitor for Levels {
    fn measured(&self) {
        self.n.fetch_add(1, Ordering::Relaxed);
    }

    fn stop(&self) -> Stop {
        if self.n.load(Ordering::Relaxed) >= self.n_max { Stop::Search } else { Stop::No }
    }
}

fn remember(config: &Config) -> (Memory, Outcome) {
    let mut memory = Memory::default();
    let outcome = run(config, &problem_of(config), &mut memory, &Unwatched).unwrap();
    (memory, outcome)
}

/// If this test fails, equal commands no longer give the results they gave.
/// Where that is meant, say so in the change log and set `UPDATE_GOLDEN=1` to pin
/// the new values: checkpoints of before are refused then.
#[test]
fn value_stability() {
    let study = config(&[("problem", "zelda")]);
    // As problems of users are searched that count many things.
    let free = config(&[
        ("problem", "zelda"),
        ("search.algorithm", "islands"),
        ("search.islands", "2"),
        ("search.population", "20"),
        ("search.generations", "12"),
        ("study.representation", "free"),
        ("study.both_readings", "false"),
        ("search.goals", r#"["counts-together", "playable", "good", "length"]"#),
        ("search.factors", r#"["rough", "different", "brevity", "speed"]"#),
    ]);
    let found = results_of(&study) + &results_of(&free);
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/src/run/golden.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(golden).unwrap());
}

/// A line for each generation and one for each member of the front.
fn results_of(config: &Config) -> String {
    let (memory, outcome) = remember(config);
    let rows = memory.summaries.iter().map(|summary| summary.to_row().join(","));
    let front = outcome.front.iter().map(|member| {
        let scores = &member.validation.as_ref().unwrap().scores;
        let means: Vec<f64> = scores.iter().map(marahel_problem::Tally::mean).collect();
        format!("{} {:?} {:?}", member.id, member.objectives, means)
    });
    rows.chain(front).collect::<Vec<_>>().join("\n") + "\n"
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
    // The final front is measured on the same levels, whatever the period.
    assert_eq!(last, after.last.unwrap().validated_hypervolume);
    assert_eq!(last, before.last.unwrap().validated_hypervolume);
    let (some, _) = with("2");
    let is_validated = some.summaries.iter().map(|summary| summary.validated_hypervolume.is_some());
    assert_eq!(is_validated.collect::<Vec<_>>(), [true, false, true, false, true]);
}

#[test]
fn the_front_of_an_interrupted_search_is_measured_on_few_levels() {
    let small = config(&[("problem", "zelda"), ("search.generations", "1")]);
    let (_, whole) = remember(&small);
    let large = Config { validation_maps: 1000, ..small.clone() };
    let of_members = |n: usize, config: &Config| {
        let front = whole.front.iter().cycle().take(n).cloned().collect();
        Outcome { front, is_interrupted: true, ..whole.clone() }.n_validation_maps(config)
    };
    assert_eq!(whole.n_validation_maps(&large), 1000);
    assert_eq!([1, 100, 1000].map(|n| of_members(n, &large)), [100, 50, 20]);
    assert_eq!(of_members(1, &small), small.validation_maps);
}

/// Stops a search of five generations after this share of its levels, and
/// demands the beginning of the whole one, as far as generations were finished.
#[track_caller]
fn stop(changes: &[(&str, &str)], share: f64) -> (Outcome, usize) {
    let config = config(&[changes, &[("search.generations", "5")]].concat());
    let (mut whole, levels) = (Memory::default(), Levels::new(u64::MAX));
    run(&config, &problem_of(&config), &mut whole, &levels).unwrap();
    let n_max = (share * levels.n.into_inner() as f64) as u64;
    let mut memory = Memory::default();
    let outcome = run(&config, &problem_of(&config), &mut memory, &Levels::new(n_max)).unwrap();
    assert!(outcome.is_interrupted);
    let n = memory.summaries.len();
    assert!(n < 5, "{n}");
    assert_eq!(memory.summaries[..], whole.summaries[..n]);
    assert_eq!(outcome.last.as_ref().map_or(0, |last| last.generation + 1), n as u64);
    (outcome, n)
}

/// Demands of the same that it found what a shorter search finds.
#[track_caller]
fn check_stop(changes: &[(&str, &str)], share: f64) -> Outcome {
    let (outcome, n) = stop(changes, share);
    if n > 0 {
        let n = n.to_string();
        let (_, short) = remember(&config(&[changes, &[("search.generations", &n)]].concat()));
        assert_eq!((&outcome.population, &outcome.front), (&short.population, &short.front));
        let volume = |outcome: &Outcome| outcome.last.as_ref().unwrap().validated_hypervolume;
        assert_eq!(volume(&outcome), volume(&short));
        assert!(volume(&outcome).is_some());
    }
    outcome
}

#[test]
fn a_stopped_run_is_the_beginning_of_the_whole_one() {
    let judged_equally = [("validation_period", "0")];
    let growing = [
        ("validation_period", "0"),
        ("search.algorithm", "islands"),
        ("search.islands", "2"),
        ("grow_period", "2"),
        ("search.polish", "0.5"),
    ];
    for share in [0.3, 0.5, 0.6] {
        check_stop(&judged_equally, share);
    }
    let outcome = check_stop(&judged_equally, 0.5);
    assert!(!outcome.front.is_empty());
    // A search by shares of its length has another beginning if it is shorter.
    let outcome = stop(&growing, 0.5).0;
    assert!(!outcome.front.is_empty());
}

#[test]
fn a_stop_within_the_first_generation_leaves_nothing() {
    let config = config(&[]);
    let mut memory = Memory::default();
    let outcome = run(&config, &problem_of(&config), &mut memory, &Levels::new(3)).unwrap();
    assert!(outcome.is_interrupted && outcome.last.is_none());
    assert!(outcome.population.is_empty() && outcome.front.is_empty());
    assert!(memory.summaries.is_empty() && memory.validated.is_empty());
    assert_eq!(memory.searched.len(), 1);
}

/// Asks a search to end after so many levels, but not to drop what it is at.
struct Ending(Levels);

impl Monitor for Ending {
    fn measured(&self) {
        self.0.measured();
    }

    fn stop(&self) -> Stop {
        self.0.stop().min(Stop::AfterGeneration)
    }
}

#[test]
fn a_search_that_is_asked_to_end_finishes_its_generation() {
    let config = config(&[]);
    let whole = remember(&config).0;
    // The second generation begins with the levels that validate the first one.
    for n_max in [6 * 4 + 1, 6 * 4 + 40] {
        let mut memory = Memory::default();
        let outcome =
            run(&config, &problem_of(&config), &mut memory, &Ending(Levels::new(n_max))).unwrap();
        assert!(outcome.is_interrupted);
        let n = memory.summaries.len();
        assert!((1..3).contains(&n));
        assert_eq!(memory.summaries[..], whole.summaries[..n]);
        assert!(memory.is_saved);
    }
    let mut memory = Memory::default();
    let outcome = run(&config, &problem_of(&config), &mut memory, &Ending(Levels::new(3))).unwrap();
    assert!(outcome.is_interrupted && outcome.last.is_none() && memory.summaries.is_empty());
}

#[test]
fn a_stop_within_a_script_takes_effect_at_the_next_level() {
    let config = config(&[("maps", "1000000000")]);
    let monitor = Levels::new(50);
    run(&config, &problem_of(&config), &mut Memory::default(), &monitor).unwrap();
    // Each thread may have been at a level.
    assert!((50..50 + 1000).contains(&monitor.n.into_inner()));
}

#[test]
fn a_stop_while_the_front_is_validated_keeps_the_generation() {
    let config = config(&[("validation_maps", "500"), ("study.noise", "fresh")]);
    let n_searched = 6 * 4;
    let mut memory = Memory::default();
    let outcome =
        run(&config, &problem_of(&config), &mut memory, &Levels::new(n_searched + 10)).unwrap();
    let [first] = &memory.summaries[..] else { panic!("one generation was finished") };
    assert_eq!(first.validated_hypervolume, None);
    // In the end the front is measured all the same, on few levels: too few for the curve.
    assert_eq!(outcome.n_validated, 100);
    assert!(outcome.front.iter().any(|one| one.validation.as_ref().unwrap().n_maps == 100));
    assert_eq!(outcome.last.unwrap().validated_hypervolume, None);
}

#[test]
fn a_large_front_of_many_objectives_is_measured_in_heats() {
    let config = config(&[("validation_maps", "500")]);
    let (_, mut outcome) = remember(&config);
    let member = outcome.front[0].clone();
    assert_eq!(outcome.heats(&config).len(), 1, "few objectives");
    outcome.front = vec![FrontMember { objectives: vec![0.5; 12], ..member }; 200];
    outcome.last.as_mut().unwrap().n_maps = 40_000;
    let heats = outcome.heats(&config);
    assert_eq!(
        heats,
        [Heat { n_members: 200, n_maps: 30 }, Heat { n_members: 8, n_maps: 500 }],
        "a fifth of all levels"
    );
    outcome.last.as_mut().unwrap().n_maps = 400_000;
    assert_eq!(outcome.heats(&config), [Heat { n_members: 200, n_maps: 500 }]);
}

#[test]
fn a_search_whose_genomes_never_end_ends() {
    let (memory, outcome) = remember(&Config { genomes: Some(&Endless), ..config(&[]) });
    assert!(
        memory.summaries.iter().all(|one| one.n_unbounded == 6 && one.hypervolume == Some(0.0))
    );
    assert_eq!(outcome.front.len(), 6);
    assert!(outcome.front.iter().all(|one| one.script.is_none() && one.validation.is_none()));
}

#[test]
fn totals_count_on_from_generation_to_generation() {
    let (memory, _) = remember(&config(&[("study.noise", "fresh")]));
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
            ("study.representation", "free"),
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
    let lens = outcome.population.iter().map(|individual| individual.genome.to_string().len());
    assert!(lens.clone().min() < lens.max(), "genomes differ in length");
    assert!(outcome.front.iter().all(|member| member.script.is_some()));
}

/// Genomes of the study that all turn out to have no end.
#[derive(Debug)]
struct Endless;

impl Genomes for Endless {
    fn check(&self, _: Spanned<DeValue<'_>>) -> Result<(), Error> {
        Ok(())
    }

    fn preset(&self, _: &mut Config) -> bool {
        true
    }

    fn set_up(
        &self,
        _: &mut Config,
        _: &mut Problem,
        _: bool,
    ) -> Result<bool, (&'static str, String)> {
        Ok(true)
    }

    fn variation(
        &self,
        config: &Config,
        problem: &Problem,
    ) -> Result<Box<dyn Variation<Genome>>, EvolutionError> {
        BUILT_IN.genomes.expect("it has them").variation(config, problem)
    }

    fn decode(&self, _: &Config, _: &Problem) -> Result<Arc<dyn Decode>, EvolutionError> {
        Ok(Arc::new(Self))
    }
}

impl Decode for Endless {
    fn document(&self, _: &Genome) -> Result<Value, GenomeError> {
        Err(GenomeError::Unbounded("it has no end".to_owned()))
    }

    fn decode(&self, _: &Genome) -> Result<Option<Arc<Document>>, EvolutionError> {
        Ok(None)
    }

    fn script(&self, written: &Value) -> Value {
        written.clone()
    }
}
