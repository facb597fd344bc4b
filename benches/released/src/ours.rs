//! Evaluating with this project.

use std::time::Instant;

use marahel::Script;
use marahel_config::{Config, Genome, Noise, Options, problem_of};
use marahel_evolution::{Evaluator, evaluate_script};
use marahel_papers::fdg20::RELEASED;
use marahel_problem::Problem;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::Value;

use crate::tables::Evaluated;

/// Evaluations of which the mean is taken: one takes too little time to be measured well.
const N_EVALUATIONS: usize = 5;

/// What to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settings {
    /// What the released code computes.
    Released,
    /// What this project computes if nobody asks for anything else.
    Default,
}

impl Settings {
    pub(crate) const ALL: [Self; 2] = [Self::Released, Self::Default];

    /// The config of a problem. Noise is fresh, so that nothing is remembered
    /// from one evaluation to the next.
    fn config(self, problem: &str, n_maps: u32) -> Config {
        let config = match self {
            Self::Released => {
                let text = RELEASED.config(problem).expect("it is a problem of the study");
                Config::parse(marahel_papers::fdg20::BUILT_IN, text, &Options::default())
            }
            Self::Default => Config::parse(
                marahel_papers::fdg20::BUILT_IN,
                &format!("problem = {problem:?}"),
                &Options::default(),
            ),
        };
        let config = config.expect("kept configs are right");
        Config { maps: n_maps, noise: Noise::Fresh, ..config }
    }
}

/// The names of the objectives of a problem, in order.
pub(crate) fn objectives(problem: &str) -> Vec<String> {
    let problem = problem_of(&Settings::Released.config(problem, 1));
    problem.objectives().iter().map(|objective| objective.name.clone()).collect()
}

/// Evaluates generators of one problem on one thread.
pub(crate) struct Ours {
    config: Config,
    problem: &'static Problem,
    evaluator: Evaluator<'static>,
    thread: ThreadPool,
    /// Evaluations so far. Each has levels of its own.
    n_evaluations: u64,
}

impl Ours {
    pub(crate) fn new(problem: &str, settings: Settings, n_maps: u32) -> Self {
        let config = settings.config(problem, n_maps);
        // There are six of them, and they are needed to the end.
        let problem: &'static Problem = Box::leak(Box::new(problem_of(&config)));
        let evaluator = Evaluator::new(&config, problem).expect("the built-in grammar is right");
        let thread = ThreadPoolBuilder::new().num_threads(1).build().expect("threads can be made");
        Self { config, problem, evaluator, thread, n_evaluations: 0 }
    }

    /// Whether the script of a genome has a `wide` explorer.
    pub(crate) fn is_wide(&self, genome: &[u32]) -> bool {
        let decoder = self.config.decoder(self.problem).expect("the built-in grammar is right");
        let document = decoder.document(&Genome::Genes(genome.to_vec()));
        document.is_ok_and(|found| {
            found["explorers"].as_array().into_iter().flatten().any(|one| one["type"] == "wide")
        })
    }

    /// Evaluates a genome or a script on new levels; the mean of some evaluations
    /// after a first one, for node has emptied the caches.
    pub(crate) fn evaluate(&mut self, generator: &Value) -> Evaluated {
        let evaluate: Box<dyn Fn(&mut Self) -> Evaluated> = match generator {
            Value::Array(_) => {
                let genes = serde_json::from_value(generator.clone()).expect("genes are numbers");
                let genome = Genome::Genes(genes);
                Box::new(move |ours| ours.evaluate_genome(&genome))
            }
            text => {
                let script = Script::parse(&text.to_string());
                let script = script.expect("the published generators are scripts");
                Box::new(move |ours| ours.evaluate_script(&script))
            }
        };
        evaluate(self);
        let evaluations: Vec<Evaluated> = (0..N_EVALUATIONS).map(|_| evaluate(self)).collect();
        Evaluated::mean(&evaluations)
    }

    fn evaluate_genome(&mut self, genome: &Genome) -> Evaluated {
        self.n_evaluations += 1;
        self.thread.install(|| {
            let begin = Instant::now();
            let batch = self.evaluator.evaluate(std::slice::from_ref(genome), self.n_evaluations);
            let seconds = begin.elapsed().as_secs_f64();
            let evaluation = &batch.expect("the grammar writes scripts").evaluations[0];
            Evaluated { seconds, fitness: evaluation.objectives.clone() }
        })
    }

    fn evaluate_script(&mut self, script: &Script) -> Evaluated {
        self.n_evaluations += 1;
        let config = Config { seed: self.n_evaluations, ..self.config.clone() };
        let begin = Instant::now();
        let sample = evaluate_script(script, self.problem, &config);
        let seconds = begin.elapsed().as_secs_f64();
        let sample = sample.expect("the published generators fit their problems");
        let fitness = sample.fitness();
        Evaluated { seconds, fitness }
    }
}
