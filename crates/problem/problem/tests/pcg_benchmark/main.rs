//! The judgements of this crate against those of the PCG Benchmark library.
//!
//! Its answers for some levels are in `answers/`. Where `PCG_BENCHMARK` names a
//! checkout of the library, and `python3` has numpy and Pillow, it is asked
//! about 1000 random levels of each definition and `PCG_BENCHMARK_LEVELS` better
//! ones, by default as many. `PCG_BENCHMARK_WRITE=1` writes the answers again.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

mod levels;
mod library;

use std::fmt::Write as _;
use std::path::PathBuf;

use marahel_level::{Tile, View};
use marahel_problem::pcg_benchmark::{Definition, Game, Rules, Trace, definition, diversity};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use levels::{Tiles, better, identity, random};
use library::{Library, numbers};

/// How many levels are in a set whose diversity is asked for.
const N_SET: usize = 100;

/// How many random levels of each definition the library is asked about.
const N_RANDOM: usize = 1000;

/// How many levels of each definition have answers in the repository, and how
/// many of them are random.
const N_KNOWN: usize = 24;
const N_KNOWN_RANDOM: usize = 4;

/// The seed of the others, among which some pass.
const SEED_KNOWN: u64 = 5;

/// What is known of a level: a line of a file of answers.
#[derive(Deserialize, Serialize)]
struct Known {
    /// Rows of digits.
    rows: Vec<String>,
    /// Quality and other values.
    values: String,
}

/// What is known of a definition, and of all levels of a file together: its
/// last line.
#[derive(Deserialize, Serialize)]
struct KnownSet {
    share: String,
    values: String,
    /// From each level to each, row by row.
    distances: String,
}

/// A game beside its definition, and what it said of levels.
struct Judge {
    definition: Definition,
    game: Box<dyn Game>,
    traces: Vec<Trace>,
    n_passed: usize,
    n_levels: usize,
}

impl Judge {
    fn new(name: &str) -> Self {
        let definition = definition(name).expect("it is one of the library's");
        let game = definition.game(&identity(&definition)).expect("its tiles are its own");
        Self { definition, game, traces: Vec::new(), n_passed: 0, n_levels: 0 }
    }

    /// Measures a level and compares it with what the library says.
    fn compare(&mut self, rows: &[String], values: &[f64]) {
        let tiles: Tiles =
            rows.iter().flat_map(|row| row.bytes()).map(|digit| digit - b'0').collect();
        let ours = self.measure(&tiles);
        assert_eq!(ours.len(), values.len(), "values of {}", self.definition.name);
        for ((name, ours), &theirs) in ours.into_iter().zip(values) {
            self.assert_same(name, ours, theirs, rows);
        }
        self.traces.push(self.game.trace());
        self.n_levels += 1;
        self.n_passed += usize::from(values[0] >= 1.0);
    }

    /// The values that the library also has, by name: all but parts of quality.
    fn measure(&mut self, tiles: &[Tile]) -> Vec<(&'static str, f64)> {
        let mut values = Vec::new();
        let Definition { width, height, .. } = self.definition;
        self.game.measure(View::new(tiles, width, height, width), &mut values);
        assert!(values.iter().all(|(_, value)| value.is_finite()), "every name has a value");
        values.retain(|(name, _)| !name.starts_with("q_"));
        values
    }

    /// Equal to the last bit, but for logarithms, which differ between C
    /// libraries by one in the last place.
    fn assert_same(&self, what: &str, ours: f64, theirs: f64, rows: &[String]) {
        let is_rounded = matches!(self.definition.rules, Rules::LodeRunner { .. })
            && ["quality", "walking", "hanging", "climbing", "falling"].contains(&what);
        let is_same = if is_rounded { (ours - theirs).abs() < 1e-12 } else { ours == theirs };
        let name = self.definition.name;
        assert!(is_same, "{name}: {what} is {ours}, not {theirs}, of\n{}", rows.join("\n"));
    }

    fn compare_set(&mut self, share: f64, values: &[f64], n_levels: usize) {
        let begin = self.traces.len() - n_levels;
        let ours = diversity(self.game.as_mut(), &self.traces[begin..]);
        assert_eq!(ours.share, share, "diversity of {}", self.definition.name);
        assert_eq!(ours.values, values, "diversities of {}", self.definition.name);
    }

    /// From each of the last levels to each of them, row by row.
    fn compare_distances(&mut self, distances: &[f64], n_levels: usize) {
        assert_eq!(distances.len(), n_levels * n_levels);
        let begin = self.traces.len() - n_levels;
        for (index, &theirs) in distances.iter().enumerate() {
            let (one, other) = (begin + index / n_levels, begin + index % n_levels);
            let ours = self.game.distance(&self.traces[one], &self.traces[other]);
            let name = self.definition.name;
            assert_eq!(ours, theirs, "{name}: distance of levels {one} and {other}");
        }
    }

    fn rows(&self, tiles: &[Tile]) -> Vec<String> {
        let digits = |row: &[Tile]| row.iter().map(|tile| char::from(b'0' + tile)).collect();
        tiles.chunks(self.definition.width).map(digits).collect()
    }
}

/// Compares with what is kept, and with the library where it is.
fn check(name: &str) {
    if let Some(mut library) = Library::start() {
        if std::env::var_os("PCG_BENCHMARK_WRITE").is_some() {
            write_answers(name, &mut library);
        } else {
            compare_live(name, &mut library);
        }
    }
    compare_known(name);
}

fn path(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pcg_benchmark/answers");
    PathBuf::from(folder).join(format!("{name}.jsonl"))
}

fn compare_known(name: &str) {
    let text = std::fs::read_to_string(path(name)).expect("there are answers");
    let lines: Vec<&str> = text.lines().collect();
    let (of_set, of_levels) = lines.split_last().expect("there are levels");
    assert_eq!(of_levels.len(), N_KNOWN);
    let mut judge = Judge::new(name);
    for line in of_levels {
        let known: Known = serde_json::from_str(line).expect("it is a known level");
        judge.compare(&known.rows, &numbers(&known.values));
    }
    assert!(judge.n_passed > 0, "{name}: no known level passes");
    let known: KnownSet = serde_json::from_str(of_set).expect("the last line is about all");
    judge.compare_set(numbers(&known.share)[0], &numbers(&known.values), N_KNOWN);
    judge.compare_distances(&numbers(&known.distances), N_KNOWN);
}

fn compare_live(name: &str, library: &mut Library) {
    let n_better = std::env::var("PCG_BENCHMARK_LEVELS")
        .map_or(N_RANDOM, |n| n.parse().expect("PCG_BENCHMARK_LEVELS is a number"));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut judge = Judge::new(name);
    let mut levels: Vec<Tiles> = Vec::new();
    levels.extend((0..N_RANDOM).map(|_| random(&judge.definition, &mut rng)));
    levels.extend(better(&judge.definition, n_better, 2));
    levels.truncate(N_RANDOM + n_better);
    for tiles in &levels {
        let rows = judge.rows(tiles);
        let values = library.level(name, &rows);
        judge.compare(&rows, &values);
    }
    let n_set = N_SET.min(levels.len());
    let (share, values, distances) = library.set(name, n_set);
    judge.compare_set(share, &values, n_set);
    judge.compare_distances(&distances, n_set);
    let n_passed = judge.n_passed;
    eprintln!("{name}: {} levels, {n_passed} pass, {share} of {n_set} are diverse", judge.n_levels);
}

fn write_answers(name: &str, library: &mut Library) {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let judge = Judge::new(name);
    let mut levels: Vec<Tiles> = Vec::new();
    levels.extend((0..N_KNOWN_RANDOM).map(|_| random(&judge.definition, &mut rng)));
    levels.extend(better(&judge.definition, N_KNOWN - N_KNOWN_RANDOM, SEED_KNOWN));
    levels.truncate(N_KNOWN);
    let mut text = String::new();
    for tiles in &levels {
        let rows = judge.rows(tiles);
        let known = Known { values: join(&library.level(name, &rows)), rows };
        writeln!(text, "{}", serde_json::to_string(&known).expect("it is JSON")).expect("memory");
    }
    let (share, values, distances) = library.set(name, N_KNOWN);
    let known =
        KnownSet { share: join(&[share]), values: join(&values), distances: join(&distances) };
    writeln!(text, "{}", serde_json::to_string(&known).expect("it is JSON")).expect("memory");
    std::fs::write(path(name), text).expect("answers can be written");
}

fn join(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(f64::to_string).collect();
    words.join(" ")
}

macro_rules! definitions {
    ($($test:ident: $name:literal,)*) => {
        $(
            #[test]
            fn $test() {
                check($name);
            }
        )*

        #[test]
        fn every_definition_is_compared() {
            let names: Vec<&str> = marahel_problem::pcg_benchmark::DEFINITIONS.iter().map(|one| one.name).collect();
            assert_eq!(names, [$($name),*]);
        }
    };
}

definitions! {
    binary: "binary-v0",
    binary_wide: "binary-wide-v0",
    binary_large: "binary-large-v0",
    zelda: "zelda-v0",
    zelda_enemies: "zelda-enemies-v0",
    zelda_large: "zelda-large-v0",
    sokoban: "sokoban-v0",
    sokoban_complex: "sokoban-complex-v0",
    sokoban_large: "sokoban-large-v0",
    ddave: "ddave-v0",
    ddave_complex: "ddave-complex-v0",
    ddave_large: "ddave-large-v0",
    mdungeons: "mdungeons-v0",
    mdungeons_enemies: "mdungeons-enemies-v0",
    mdungeons_large: "mdungeons-large-v0",
    loderunnertile: "loderunnertile-v0",
    loderunnertile_gold: "loderunnertile-gold-v0",
    loderunnertile_enemies: "loderunnertile-enemies-v0",
}
