//! Levels per second on one thread: decoded, compiled, generated and scored.

use std::fmt::Write;
use std::time::{Duration, Instant};

use experiment::{
    Algorithm, Config, Evaluator, Noise, ProblemKind, Problems, Purpose, Streams, evaluate_script,
    problem_of,
};
use marahel::Script;
use rayon::ThreadPoolBuilder;
use search::{Genome, GenomeShape};
use study::fdg20::RELEASED;

use super::Effort;

/// How fast some generators of a problem are.
#[derive(Debug)]
pub(super) struct Row {
    problem: &'static str,
    settings: Settings,
    generators: Generators,
    /// Levels per second of each generator, slowest first.
    speeds: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
enum Settings {
    Default,
    Released,
}

#[derive(Clone, Copy, Debug)]
enum Generators {
    /// The one that was published.
    Published,
    /// Random genomes.
    Random,
    /// Those of them with a `wide` explorer, which compares all cells again and again.
    Wide,
}

/// Measures all problems under both settings.
pub(super) fn measure(problems: Problems, effort: Effort) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for problem in problems.0 {
        for settings in [Settings::Released, Settings::Default] {
            let Some(config) = settings.config(problem, effort)? else { continue };
            let row = |generators, mut speeds: Vec<f64>| {
                speeds.sort_by(f64::total_cmp);
                Row { problem: problem.name, settings, generators, speeds }
            };
            if let Some(script) = problem.published {
                let speed = measure_published(script, &config, effort)?;
                rows.push(row(Generators::Published, vec![speed]));
            }
            let random = measure_random(&config, effort)?;
            let speeds = |random: &[(f64, bool)]| random.iter().map(|&(speed, _)| speed).collect();
            rows.push(row(Generators::Random, speeds(&random)));
            let wide: Vec<_> = random.into_iter().filter(|&(_, is_wide)| is_wide).collect();
            rows.push(row(Generators::Wide, speeds(&wide)));
        }
    }
    Ok(rows)
}

/// Levels per second of the published generator.
fn measure_published(script: &str, config: &Config, effort: Effort) -> anyhow::Result<f64> {
    let problem = problem_of(config)?;
    let script = Script::parse(script)?;
    let mut fastest = Duration::MAX;
    let end = Instant::now() + Duration::from_secs_f64(effort.seconds);
    loop {
        let begin = Instant::now();
        evaluate_script(&script, &problem, config)?;
        fastest = fastest.min(begin.elapsed());
        if Instant::now() > end {
            return Ok(f64::from(effort.n_maps) / fastest.as_secs_f64());
        }
    }
}

/// Levels per second of random genomes, each with whether it has a `wide`
/// explorer. Genomes without levels are left out.
///
/// Each round measures all of them, so that a moment in which the machine is
/// busy does not fall on one genome alone.
fn measure_random(config: &Config, effort: Effort) -> anyhow::Result<Vec<(f64, bool)>> {
    let problem = problem_of(config)?;
    let mut evaluator = Evaluator::new(config, &problem)?;
    let genomes = random_genomes(config, effort.n_genomes)?;
    let mut fastest = vec![Duration::MAX; genomes.len()];
    let mut has_levels = vec![false; genomes.len()];
    let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| -> anyhow::Result<()> {
        let end = Instant::now() + Duration::from_secs_f64(effort.seconds);
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
    let mut speeds = Vec::with_capacity(genomes.len());
    for (index, genome) in genomes.iter().enumerate().filter(|&(index, _)| has_levels[index]) {
        let explorers = evaluator.phenotype().explorers(genome)?;
        let is_wide = explorers.iter().any(|explorer| explorer.kind == "wide");
        speeds.push((f64::from(effort.n_maps) / fastest[index].as_secs_f64(), is_wide));
    }
    Ok(speeds)
}

/// The genomes of a first generation of `n`.
fn random_genomes(config: &Config, n: usize) -> anyhow::Result<Vec<Genome>> {
    let grammar::GenomeShape { n_explorers, block_len, n_values } = config.genome;
    let shape = GenomeShape::new(2, n_explorers, block_len, n_values)?;
    let mut rng = Streams::new(config.seed).rng(Purpose::Vary, 0, 0);
    Ok((0..n).map(|_| shape.random(&mut rng)).collect())
}

impl Settings {
    fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Released => "released",
        }
    }

    /// The config of a problem, if it has these settings. Noise is fresh, so that
    /// nothing is remembered from one measurement to the next.
    fn config(self, problem: &ProblemKind, effort: Effort) -> anyhow::Result<Option<Config>> {
        let config = match self {
            Self::Default => Config::of(Algorithm::Nsga2, problem.with_defaults()),
            Self::Released => match RELEASED.config(problem.name) {
                Some(text) => Config::parse(problems::ALL, text, &[])?,
                None => return Ok(None),
            },
        };
        Ok(Some(Config { maps: effort.n_maps, noise: Noise::Fresh, ..config }))
    }
}

impl Generators {
    fn name(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Random => "random",
            Self::Wide => "random with wide",
        }
    }
}

impl Row {
    /// The speed that a share of the generators is slower than; 0 without generators.
    fn quantile(&self, share: f64) -> f64 {
        let last = self.speeds.len().saturating_sub(1);
        self.speeds.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
    }

    #[expect(clippy::disallowed_methods, reason = "a speed differs between machines anyway")]
    fn geometric_mean(&self) -> f64 {
        let logarithms: f64 = self.speeds.iter().map(|speed| speed.ln()).sum();
        (logarithms / self.speeds.len().max(1) as f64).exp()
    }
}

/// The rows as a Markdown table.
pub(super) fn table(rows: &[Row], effort: Effort) -> String {
    let Effort { n_maps, seconds, .. } = effort;
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
            row.settings.name(),
            row.generators.name(),
            row.speeds.len(),
            row.geometric_mean(),
            row.quantile(0.5),
            row.quantile(0.1),
            row.quantile(0.9),
        )
        .expect("a string can be written to");
    }
    text
}
