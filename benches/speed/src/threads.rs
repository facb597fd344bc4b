//! What more threads bring to a generation of the study's size.

use std::fmt::Write;
use std::thread;
use std::time::{Duration, Instant};

use marahel_config::{Config, Noise, ProblemKind, Problems, problem_of};
use marahel_evolution::{Unrecorded, Unwatched, run};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::speed::nsga2;
use crate::{Args, machine};

/// Rounds of all numbers of threads, at least.
const N_ROUNDS_MIN: u32 = 3;

/// The time of one generation on some number of threads.
#[derive(Debug)]
pub(crate) struct Row {
    problem: &'static str,
    n_threads: usize,
    times: Times,
    /// The fastest run on one thread, in seconds.
    seconds_of_one: f64,
    n_maps: f64,
}

/// What several equal runs took, in seconds.
#[derive(Clone, Copy, Debug)]
struct Times {
    fastest: f64,
    /// All runs together.
    total: f64,
    /// Processor time of all runs together, where the system tells it.
    processor: Option<f64>,
}

/// Measures the first generation of each problem, 500 random genomes on fresh
/// levels, with one thread, two, four, and so on up to the number of cores.
pub(crate) fn measure(problems: Problems, args: &Args) -> anyhow::Result<Vec<Row>> {
    let n_cores = thread::available_parallelism().map_or(1, usize::from);
    let n_threads = (0..).map(|power| 1 << power).take_while(|&n| n <= n_cores);
    let pools = n_threads
        .map(|n_threads| ThreadPoolBuilder::new().num_threads(n_threads).build())
        .collect::<Result<Vec<ThreadPool>, _>>()?;
    let mut rows = Vec::new();
    for problem in problems.kinds {
        let config = config(problems, problem, args)?;
        let times = take_turns(&config, &pools, args)?;
        rows.extend(pools.iter().zip(&times).map(|(pool, &of_pool)| Row {
            problem: problem.name,
            n_threads: pool.current_num_threads(),
            times: of_pool,
            seconds_of_one: times[0].fastest,
            n_maps: f64::from(config.maps) * config.search.population as f64,
        }));
    }
    Ok(rows)
}

/// The times of each pool; a busy moment of the machine falls on all of them.
fn take_turns(config: &Config, pools: &[ThreadPool], args: &Args) -> anyhow::Result<Vec<Times>> {
    let problem = problem_of(config);
    let none = Times { fastest: f64::INFINITY, total: 0.0, processor: Some(0.0) };
    let mut times = vec![none; pools.len()];
    let end = Instant::now() + Duration::from_secs_f64(args.seconds);
    for n_rounds in 0.. {
        if n_rounds >= N_ROUNDS_MIN && Instant::now() > end {
            break;
        }
        for (pool, times) in pools.iter().zip(&mut times) {
            let processor_before = machine::processor_seconds();
            let begin = Instant::now();
            pool.install(|| run(config, &problem, &mut Unrecorded, &Unwatched))?;
            let seconds = begin.elapsed().as_secs_f64();
            let processor_after = machine::processor_seconds();
            times.fastest = times.fastest.min(seconds);
            times.total += seconds;
            let processor =
                processor_after.zip(processor_before).map(|(after, before)| after - before);
            times.processor = times.processor.zip(processor).map(|(sum, more)| sum + more);
        }
    }
    Ok(times)
}

/// One generation of the study: 500 random genomes.
fn config(problems: Problems, problem: &ProblemKind, args: &Args) -> anyhow::Result<Config> {
    let mut config = Config {
        maps: args.maps,
        validation_maps: 0,
        noise: Noise::Fresh,
        ..Config::load(problems, None, &nsga2(problem))?
    };
    config.search.generations = 1;
    Ok(config)
}

pub(crate) fn table(rows: &[Row], args: &Args) -> String {
    let mut text = format!(
        "One generation of 500 random genomes on {} fresh levels each, ranked; default settings, the fastest of \
         at least {N_ROUNDS_MIN} runs that take turns. Where all runs were given fewer cores on average than they \
         have threads, the machine did other work too, and the speedup is no measure.\n\n\
         | problem | threads | seconds | levels per second | speedup | efficiency | cores given |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
        args.maps
    );
    for row in rows {
        let Row { problem, n_threads, times, .. } = row;
        let speedup = row.seconds_of_one / times.fastest;
        let cores = times.processor.map(|processor| processor / times.total);
        writeln!(
            text,
            "| {problem} | {n_threads} | {:.3} | {:.0} | {speedup:.2} | {:.2} | {} |",
            times.fastest,
            row.n_maps / times.fastest,
            speedup / *n_threads as f64,
            cores.map_or("unknown".to_owned(), |cores| format!("{cores:.2}")),
        )
        .expect("a string can be written to");
    }
    text
}
