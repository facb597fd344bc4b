//! Instructions per level of a search, by part, counted by valgrind.

use std::collections::BTreeMap;
use std::fs;
use std::hash::Hasher;
use std::process::Command;

use marahel_config::{BUILT_IN, Config, Options, problem_of};
use marahel_evolution::{Unrecorded, Unwatched, run};
use xxhash_rust::xxh3::Xxh3;

/// The argument by which a process is told to be counted.
pub(crate) const CHILD: &str = "searched";

/// Levels of a search: enough for its last phase, in a few minutes. Costs are divided by this
/// number, though the last generation goes a little beyond it.
const N_LEVELS: u64 = 13_000;

/// The parts of a search: a name, and what the names of the functions that do it end with.
const PARTS: [(&str, &[&str]); 5] = [
    ("bred", &["Engine<G>::breed"]),
    ("compiled", &["programs::programs_of"]),
    ("made", &["Maker::make"]),
    // Levels are made in these, so that *made* is taken off.
    ("judged", &["Desk>::extend", "evaluate::levels_hash"]),
    ("ranked", &["Engine<G>::tell", "Judge::reported"]),
];

/// Prints the instructions of the parts of a search for each problem.
pub(crate) fn table(problems: &[&str]) -> Result<(), String> {
    let names = PARTS.map(|(name, _)| name).join(" | ");
    println!("| search | {names} | rest | together | population |");
    println!("|---|{}---:|---:|---|", "---:|".repeat(PARTS.len()));
    for problem in problems {
        let (population, cost) = count(problem)?;
        let [bred, compiled, made, judged, ranked] = PARTS.map(|(_, ends)| cost.of(ends));
        let parts = [bred, compiled, made, judged - made, ranked];
        let rest = cost.all.saturating_sub(parts.iter().sum());
        let thousands = |n: u64| (n / (1000 * N_LEVELS)).to_string();
        let row = parts.into_iter().chain([rest, cost.all]).map(thousands);
        println!("| {problem} | {} | {population} |", row.collect::<Vec<_>>().join(" | "));
    }
    Ok(())
}

/// Searches under valgrind; returns the hash of the last population, and what it cost.
fn count(problem: &str) -> Result<(String, Costs), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let file = std::env::temp_dir().join(format!("search-{}.callgrind", std::process::id()));
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .args([CHILD, problem, &N_LEVELS.to_string()])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .map_err(|error| format!("running valgrind: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let report = fs::read_to_string(&file).map_err(|error| format!("reading costs: {error}"))?;
    let _ = fs::remove_file(file);
    let population = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok((population, Costs::read(&report)))
}

/// Searches, and prints a hash of the last population.
pub(crate) fn child(problem: &str, n_levels: &str) -> Result<(), String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let settings = [("problem", problem), ("search.budget", n_levels)];
    let config = Config::load(BUILT_IN, None, &Options::of_settings(settings));
    let config = config.map_err(|error| told(&error))?;
    let outcome = run(&config, &problem_of(&config), &mut Unrecorded, &Unwatched);
    let outcome = outcome.map_err(|error| told(&error))?;
    let mut hash = Xxh3::new();
    for individual in &outcome.population {
        hash.write_u64(individual.id);
        individual.objectives.iter().for_each(|value| hash.write_u64(value.to_bits()));
    }
    println!("{:016x}", hash.finish());
    Ok(())
}

/// What functions cost together with all that they call.
struct Costs {
    all: u64,
    functions: BTreeMap<String, u64>,
}

impl Costs {
    /// Reads what callgrind wrote. Under `cfn=` and `calls=` stands what the calls cost.
    fn read(report: &str) -> Self {
        let mut functions = BTreeMap::new();
        let mut all = 0;
        let (mut called, mut is_call) = ("", false);
        for line in report.lines() {
            if let Some(name) = line.strip_prefix("cfn=") {
                called = name;
            } else if line.starts_with("calls=") {
                is_call = true;
            } else if let Some(total) = line.strip_prefix("totals: ") {
                all = total.trim().parse().unwrap_or(0);
            } else if std::mem::take(&mut is_call) {
                let cost = line.split_whitespace().nth(1).and_then(|cost| cost.parse().ok());
                *functions.entry(called.to_owned()).or_insert(0) += cost.unwrap_or(0);
            }
        }
        Self { all, functions }
    }

    /// What the functions cost whose names end so, without hashes and marks of recursion.
    fn of(&self, ends: &[&str]) -> u64 {
        let is_part = |name: &str| {
            let name = name.split("::h").next().unwrap_or(name).trim_end_matches("'2");
            ends.iter().any(|end| name.ends_with(end))
        };
        self.functions.iter().filter(|(name, _)| is_part(name)).map(|(_, cost)| cost).sum()
    }
}
