//! Levels per second on one thread: decoded, compiled, generated and scored.

use std::fmt::Write;
use std::time::{Duration, Instant};

use marahel::Script;
use marahel_config::{Config, Noise, Options, ProblemKind, Problems, named, problem_of};
use marahel_evolution::{Evaluator, Purpose, Streams, evaluate_script};
use marahel_papers::fdg20::RELEASED;
use marahel_statistics::quantile;
use rayon::ThreadPoolBuilder;

use crate::Args;

/// How fast some generators of a problem are.
#[derive(Debug)]
pub(crate) struct Row {
    problem: &'static str,
    settings: &'static str,
    generators: &'static str,
    /// Levels per second of each generator, slowest first.
    speeds: Vec<f64>,
}

/// Measures all problems under both settings.
pub(crate) fn measure(problems: Problems, args: &Args) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for problem in problems.kinds {
        for (settings, config) in configs(problems, problem, args)? {
            let mut add = |generators, mut speeds: Vec<f64>| {
                speeds.sort_by(f64::total_cmp);
                rows.push(Row { problem: problem.name, settings, generators, speeds });
            };
            if let Some(script) = problem.published {
                add("published", vec![measure_published(script, &config, args)?]);
            }
            let random = measure_random(&config, args)?;
            add("random", random.iter().map(|&(speed, _)| speed).collect());
            // A `wide` explorer compares all cells again and again.
            let wide = random.iter().filter(|&&(_, is_wide)| is_wide);
            add("random with wide", wide.map(|&(speed, _)| speed).collect());
        }
    }
    Ok(rows)
}

/// Levels per second of the published generator.
fn measure_published(script: &str, config: &Config, args: &Args) -> anyhow::Result<f64> {
    let problem = problem_of(config);
    let script = Script::parse(script)?;
    let mut fastest = Duration::MAX;
    let end = Instant::now() + Duration::from_secs_f64(args.seconds);
    loop {
        let begin = Instant::now();
        evaluate_script(&script, &problem, config)?;
        fastest = fastest.min(begin.elapsed());
        if Instant::now() > end {
            return Ok(f64::from(args.maps) / fastest.as_secs_f64());
        }
    }
}

/// Levels per second of random genomes, each with whether it has a `wide`
/// explorer. Genomes without levels are left out.
///
/// Each round measures all of them, so that a moment in which the machine is
/// busy does not fall on one genome alone.
fn measure_random(config: &Config, args: &Args) -> anyhow::Result<Vec<(f64, bool)>> {
    let problem = problem_of(config);
    let mut evaluator = Evaluator::new(config, &problem)?;
    // Those of a first generation.
    let mut rng = Streams::new(config.seed).rng(Purpose::Vary, 0, 0);
    let genomes = config.genomes.expect("the algorithm is not for scripts");
    let variation = genomes.variation(config, &problem)?;
    let random = |_| variation.first(&mut rng).genome;
    let genomes: Vec<_> = (0..args.genomes).map(random).collect();
    let mut fastest = vec![Duration::MAX; genomes.len()];
    let mut has_levels = vec![false; genomes.len()];
    let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| -> anyhow::Result<()> {
        let end = Instant::now() + Duration::from_secs_f64(args.seconds);
        loop {
            for (index, genome) in genomes.iter().enumerate() {
                let begin = Instant::now();
                let batch = evaluator.evaluate(std::slice::from_ref(genome), 0)?;
                fastest[index] = fastest[index].min(begin.elapsed());
                has_levels[index] = batch.evaluations[0].failure.is_none();
            }
            if Instant::now() > end {
                return Ok(());
            }
        }
    })?;
    let decoder = config.decoder(&problem)?;
    let mut speeds = Vec::with_capacity(genomes.len());
    for (index, genome) in genomes.iter().enumerate().filter(|&(index, _)| has_levels[index]) {
        let document = decoder.document(genome)?;
        let explorers = document["explorers"].as_array();
        let is_wide = explorers.into_iter().flatten().any(|explorer| explorer["type"] == "wide");
        speeds.push((f64::from(args.maps) / fastest[index].as_secs_f64(), is_wide));
    }
    Ok(speeds)
}

/// The settings of the released code, for problems of the study, and the default ones.
/// Noise is fresh, so that nothing is remembered from one measurement to the next.
fn configs(
    problems: Problems,
    problem: &ProblemKind,
    args: &Args,
) -> anyhow::Result<Vec<(&'static str, Config)>> {
    let mut configs = Vec::new();
    if let Some(text) = RELEASED.config(problem.name) {
        configs.push(("released", Config::parse(problems, text, &Options::default())?));
    }
    configs.push(("default", Config::load(problems, None, &nsga2(problem))?));
    for (_, config) in &mut configs {
        (config.maps, config.noise) = (args.maps, Noise::Fresh);
    }
    Ok(configs)
}

/// The default settings of the study's search.
pub(super) fn nsga2(problem: &ProblemKind) -> Options {
    Options {
        problem: Some(problem.name.to_owned()),
        algorithm: named("nsga2").ok(),
        ..Options::default()
    }
}

impl Row {
    #[expect(clippy::disallowed_methods, reason = "a speed differs between machines anyway")]
    fn geometric_mean(&self) -> f64 {
        let logarithms: f64 = self.speeds.iter().map(|speed| speed.ln()).sum();
        (logarithms / self.speeds.len().max(1) as f64).exp()
    }
}

pub(crate) fn table(rows: &[Row], args: &Args) -> String {
    let Args { maps: n_maps, seconds, .. } = args;
    let mut text = format!(
        "Levels per second on one thread: genomes decoded, compiled, run and scored on {n_maps} levels, \
         the fastest time of {seconds} s of repetitions for each.\n\n\
         | problem | settings | generators | n | geometric mean | median | p10 | p90 |\n\
         |---|---|---|---:|---:|---:|---:|---:|\n"
    );
    for row in rows {
        writeln!(
            text,
            "| {} | {} | {} | {} | {:.0} | {:.0} | {:.0} | {:.0} |",
            row.problem,
            row.settings,
            row.generators,
            row.speeds.len(),
            row.geometric_mean(),
            quantile(&row.speeds, 0.5).unwrap_or(0.0),
            quantile(&row.speeds, 0.1).unwrap_or(0.0),
            quantile(&row.speeds, 0.9).unwrap_or(0.0),
        )
        .expect("a string can be written to");
    }
    text
}
