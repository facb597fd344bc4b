//! What more threads bring to a generation of the study's size.

use std::fmt::Write;
use std::thread;
use std::time::{Duration, Instant};

use experiment::{
    Config, ExperimentError, GenerationSummary, NAMES, Noise, Outcome, Recorder, run,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value, json};

use super::Effort;

/// Rounds of all numbers of threads, at least.
const N_ROUNDS_MIN: u32 = 3;

/// The time of one generation on some number of threads.
#[derive(Debug)]
pub(super) struct Row {
    problem: &'static str,
    n_threads: usize,
    /// The fastest of several runs.
    seconds: f64,
    /// The same on one thread.
    seconds_of_one: f64,
    n_maps: f64,
}

/// Measures the first generation of each problem, 500 random genomes on fresh
/// levels, with one thread, two, four, and so on up to the number of cores.
pub(super) fn measure(effort: Effort) -> anyhow::Result<Vec<Row>> {
    let n_cores = thread::available_parallelism().map_or(1, usize::from);
    let n_threads = (0..).map(|power| 1 << power).take_while(|&n| n <= n_cores);
    let pools = n_threads
        .map(|n_threads| ThreadPoolBuilder::new().num_threads(n_threads).build())
        .collect::<Result<Vec<ThreadPool>, _>>()?;
    let mut rows = Vec::new();
    for problem in NAMES {
        let config = config(problem, effort);
        let fastest = fastest(&config, &pools, effort)?;
        for (pool, seconds) in pools.iter().zip(&fastest) {
            rows.push(Row {
                problem,
                n_threads: pool.current_num_threads(),
                seconds: *seconds,
                seconds_of_one: fastest[0],
                n_maps: f64::from(config.maps) * config.search.population as f64,
            });
        }
    }
    Ok(rows)
}

/// The fastest seconds of each pool, which take turns.
fn fastest(config: &Config, pools: &[ThreadPool], effort: Effort) -> anyhow::Result<Vec<f64>> {
    let mut fastest = vec![f64::INFINITY; pools.len()];
    let end = Instant::now() + Duration::from_secs_f64(effort.seconds);
    for n_rounds in 0.. {
        if n_rounds >= N_ROUNDS_MIN && Instant::now() > end {
            break;
        }
        for (pool, fastest) in pools.iter().zip(&mut fastest) {
            let begin = Instant::now();
            pool.install(|| run(config, &mut Silence))?;
            *fastest = fastest.min(begin.elapsed().as_secs_f64());
        }
    }
    Ok(fastest)
}

/// One generation of the study: 500 random genomes.
fn config(problem: &str, effort: Effort) -> Config {
    let mut config = Config {
        problem: problem.to_owned(),
        maps: effort.n_maps,
        validation_maps: 0,
        noise: Noise::Fresh,
        ..Config::default()
    };
    config.search.generations = 1;
    config
}

/// Follows a run without a word.
struct Silence;

impl Recorder for Silence {
    fn generation(&mut self, _summary: &GenerationSummary) -> Result<(), ExperimentError> {
        Ok(())
    }

    fn searched(&mut self, _found: &Outcome) -> Result<(), ExperimentError> {
        Ok(())
    }

    fn should_stop(&self) -> bool {
        false
    }
}

impl Row {
    fn speedup(&self) -> f64 {
        self.seconds_of_one / self.seconds
    }

    /// The share of each thread's time that is not lost.
    fn efficiency(&self) -> f64 {
        self.speedup() / self.n_threads as f64
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "problem": self.problem,
            "threads": self.n_threads,
            "seconds": self.seconds,
            "levels_per_second": self.n_maps / self.seconds,
            "speedup": self.speedup(),
            "efficiency": self.efficiency(),
        })
    }
}

/// The rows as a Markdown table.
pub(super) fn table(rows: &[Row], effort: Effort) -> String {
    let mut text = format!(
        "One generation of 500 random genomes on {} fresh levels each, ranked; default settings, the fastest of \
         at least {N_ROUNDS_MIN} runs that take turns.\n\n\
         | problem | threads | seconds | levels per second | speedup | efficiency |\n\
         |---|---:|---:|---:|---:|---:|\n",
        effort.n_maps
    );
    for row in rows {
        writeln!(
            text,
            "| {} | {} | {:.3} | {:.0} | {:.2} | {:.2} |",
            row.problem,
            row.n_threads,
            row.seconds,
            row.n_maps / row.seconds,
            row.speedup(),
            row.efficiency(),
        )
        .expect("a string can be written to");
    }
    text
}
