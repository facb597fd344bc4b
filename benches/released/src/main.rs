//! Evaluates the same generators with this project and with the code released
//! with the FDG'20 paper, in turns in one run, and prints how many times as
//! fast ours is, and what both find random genomes worth.

#![expect(clippy::print_stdout, reason = "the tables are the result")]

mod ours;
mod released;
mod tables;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use marahel_papers::fdg20::PROBLEMS;
use serde_json::{Value, json};

use ours::{Ours, Settings};
use released::Released;
use tables::{Compared, Kind};

const USAGE: &str = "usage: released FOLDER [SECONDS [GENOMES]]

FOLDER holds the released code, see benches/released/README.md; `node` must be in the PATH.
Each problem's generators, the published one and random GENOMES (200), are evaluated again and
again for SECONDS (60), at least once each.";

/// Levels of an evaluation.
const N_MAPS: u32 = 50;

/// How often a round evaluates the published generator.
const N_REPEATS_OF_PUBLISHED: usize = 20;

/// Evaluations before the first that counts, in which node compiles what it runs often.
const N_EVALUATIONS_BEFORE: usize = 30;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, options) = match &arguments[..] {
        [folder, options @ ..] if options.len() <= 2 => (folder, options),
        _ => panic!("{USAGE}"),
    };
    let seconds = options.first().map_or(60.0, |n| n.parse().expect("SECONDS is a number"));
    let n_genomes = options.get(1).map_or(200, |n| n.parse().expect("GENOMES is a number"));
    let folder = PathBuf::from(folder).canonicalize().expect("FOLDER exists");
    println!("{}, node {}\n", processor(), released::version());
    let mut rows = Vec::new();
    // The study's: of others the released code knows nothing.
    for problem in &PROBLEMS {
        let time = Duration::from_secs_f64(seconds);
        rows.extend(compare(problem.name, &folder, n_genomes, time));
    }
    print!("{}", tables::speeds(&rows));
    print!("{}", tables::agreement(&rows));
}

/// Evaluates all generators of a problem by both, one after the other, until
/// the time is over.
fn compare(
    problem: &'static str,
    folder: &Path,
    n_genomes: usize,
    time: Duration,
) -> Vec<Compared> {
    let mut released = Released::start(folder, problem, N_MAPS);
    let mut by_settings = Settings::ALL.map(|settings| Ours::new(problem, settings, N_MAPS));

    let mut compared = vec![Compared::new(problem, Kind::Published, published(folder, problem))];
    for genome in marahel_workloads::random_genomes(n_genomes, 1) {
        let kind = if by_settings[0].is_wide(&genome) { Kind::Wide } else { Kind::Narrow };
        compared.push(Compared::new(problem, kind, json!(genome)));
    }

    // The slow ones would take minutes.
    let first = compared.iter().filter(|row| row.kind != Kind::Wide).take(N_EVALUATIONS_BEFORE);
    for row in first {
        released.evaluate(&row.generator);
    }
    let begin = Instant::now();
    for round in 1.. {
        eprintln!("{problem}: round {round}");
        for row in &mut compared {
            let n_repeats = if row.kind == Kind::Published { N_REPEATS_OF_PUBLISHED } else { 1 };
            for _ in 0..n_repeats {
                row.released.push(released.evaluate(&row.generator));
                for (ours, evaluated) in by_settings.iter_mut().zip(&mut row.ours) {
                    evaluated.push(ours.evaluate(&row.generator));
                }
            }
        }
        if begin.elapsed() > time {
            break;
        }
    }
    compared
}

/// The published generator of a problem, as it was released.
#[expect(clippy::disallowed_methods, reason = "these files are ours")]
fn published(folder: &Path, problem: &str) -> Value {
    let file = folder.join("bestScripts").join(problem).with_extension("json");
    let text = std::fs::read_to_string(file).expect("FOLDER has the published generators");
    serde_json::from_str(&text).expect("they are JSON")
}

/// What Linux calls the processor.
#[expect(clippy::disallowed_methods, reason = "these files are ours")]
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == "model name");
    name.map_or_else(|| "unknown processor".to_owned(), |(_, name)| name.trim().to_owned())
}
