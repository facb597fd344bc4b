//! The variants of the PCG Benchmark, against what its library says.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use marahel::Generator;
use marahel_config::ProblemKind;
use marahel_level::{Tile, View};
use marahel_problem::{Problem, Signature, Trace};
use serde_json::{Value, json};

use super::BUILT_IN;

fn crates(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A problem that says of levels whether they are good, and keeps what diversity asks for.
struct Judge {
    problem: Problem,
    /// Its tile for each tile of the library.
    tiles: Vec<Tile>,
    traces: Vec<Trace>,
}

impl Judge {
    /// Of a problem for the levels of a definition of the library.
    fn new(kind: &ProblemKind, definition: &str) -> Self {
        let definition = marahel_problem::pcg_benchmark::definition(definition)
            .expect("it is one of the library's");
        let problem = Problem::with_defaults(kind.definition().clone());
        assert_eq!(problem.sizes(), [(definition.width, definition.height)]);
        let of_name = |name: &&str| problem.palette().tile(name).expect("the file has it");
        let tiles = definition.tiles().iter().map(of_name).collect();
        Self { problem, tiles, traces: Vec::new() }
    }

    /// Whether a level of the library's digits is good by all that the file says.
    fn is_good(&mut self, rows: &[String]) -> bool {
        self.look_at(rows).0
    }

    /// What sets a level of the library's digits apart from others.
    fn signature(&mut self, rows: &[String]) -> Signature {
        self.look_at(rows).1
    }

    fn look_at(&mut self, rows: &[String]) -> (bool, Signature) {
        let digits = rows.iter().flat_map(|row| row.bytes());
        let tiles: Vec<Tile> = digits.map(|digit| self.tiles[usize::from(digit - b'0')]).collect();
        let (width, height) = self.problem.sizes()[0];
        let level = View::new(&tiles, width, height, width);
        let mut meter = self.problem.meter();
        let has_quality = meter.judge(level).has_quality;
        let mut signature = Signature::default();
        meter.sign(level, &mut signature);
        self.traces.push(meter.trace(level).expect("it has the size of the library's"));
        (has_quality, signature)
    }

    fn diversity(&self) -> f64 {
        self.problem.benchmark_diversity(&self.traces).expect("the file says so").share
    }
}

fn first_number(value: &Value) -> f64 {
    let text = value.as_str().expect("numbers are texts");
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("it is a number")
}

/// What the library says of known levels of a definition, and last of all of them together.
fn answers(definition: &str) -> Vec<Value> {
    let path = crates(&format!("problem/problem/tests/pcg_benchmark/answers/{definition}.jsonl"));
    let text = std::fs::read_to_string(path).expect("there are answers");
    text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

fn rows(level: &Value) -> Vec<String> {
    serde_json::from_value(level["rows"].clone()).expect("it has rows")
}

#[test]
fn good_levels_are_those_of_full_quality_and_they_differ_as_in_the_library() {
    for kind in BUILT_IN.variants {
        let lines = answers(kind.name);
        let (set, levels) = lines.split_last().expect("there are levels");
        let mut judge = Judge::new(kind, kind.name);
        let mut n_good = 0;
        for level in levels {
            let rows = rows(level);
            let is_good = judge.is_good(&rows);
            let quality = first_number(&level["values"]);
            assert_eq!(is_good, quality >= 1.0, "{}: {quality} of\n{}", kind.name, rows.join("\n"));
            n_good += u32::from(is_good);
        }
        assert!(n_good > 0, "{}: no known level is good", kind.name);
        assert_eq!(judge.diversity(), first_number(&set["share"]), "{}", kind.name);
    }
}

#[test]
fn levels_of_games_differ_as_in_the_library() {
    let games =
        [("ddave", "ddave-v0"), ("mdungeons", "mdungeons-v0"), ("loderunner", "loderunnertile-v0")];
    for (name, definition) in games {
        let kind = BUILT_IN.find(name).expect("it is known by name");
        let lines = answers(definition);
        let (set, levels) = lines.split_last().expect("there are levels");
        let mut judge = Judge::new(kind, definition);
        for level in levels {
            let rows = rows(level);
            let is_good = judge.is_good(&rows);
            let is_full = first_number(&level["values"]) >= 1.0;
            // A file may ask for more than the library, not for less.
            let agrees = if name == "ddave" { is_full || !is_good } else { is_good == is_full };
            assert!(agrees, "{name}: {is_good} of\n{}", rows.join("\n"));
        }
        assert_eq!(judge.diversity(), first_number(&set["share"]), "{name}");
    }
}

#[test]
fn two_levels_are_unlike_for_a_search_where_they_are_for_the_library() {
    for name in ["binary-v0", "binary-wide-v0", "binary-large-v0"] {
        let kind = BUILT_IN.find(name).expect("it is known by name");
        let problem = Problem::with_defaults(kind.definition().clone());
        let mut judge = Judge::new(kind, kind.name);
        let mut signatures = Vec::new();
        let lines = answers(kind.name);
        let (_, levels) = lines.split_last().expect("there are levels");
        for level in levels {
            signatures.push(judge.signature(&rows(level)));
        }
        let mut meter = problem.meter();
        let mut n_alike = 0;
        for pair in signatures.windows(2) {
            let difference = meter.differences(&pair[0], &pair[1]).way;
            let traces: Vec<Trace> = pair.iter().map(|one| one.trace.clone()).collect();
            let diversity = problem.benchmark_diversity(&traces).expect("the file says so");
            assert_eq!(difference >= problem.variety_goals().way, diversity.left.len() == 2);
            n_alike += usize::from(difference < 1.0);
        }
        let n_pairs = signatures.len() - 1;
        assert!((1..n_pairs).contains(&n_alike), "{name}: {n_alike} of {n_pairs} are alike");
    }
}

/// Scripts by hand, and how many of their first hundred levels the library finds good and
/// diverse.
const KNOWN: [(&str, &str, u32, f64); 3] = [
    ("binary-v0", "evolved/binary", 95, 0.26),
    ("zelda-v0", "gallery/zelda", 98, 0.37),
    ("sokoban-large-v0", "gallery/sokoban", 1, 0.08),
];

/// Levels of a script as the library writes them.
fn levels(script: &str, kind: &ProblemKind) -> Vec<Vec<String>> {
    let definition =
        marahel_problem::pcg_benchmark::definition(kind.name).expect("it is one of the library's");
    let path = crates(&format!("../configs/generators/{script}.json"));
    let mut text: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("it is there")).expect("JSON");
    let size = format!("{}x{}", definition.width, definition.height);
    text["metadata"] = json!({ "min": size, "max": size });
    let generator = Generator::parse(&text.to_string()).expect("it is a script");
    let of_seed = |seed| {
        let level = generator.generate(seed).expect("it has levels");
        let digit = |&tile: &Tile| {
            let name = level.palette().name(tile);
            let of_library = definition.tiles().iter().position(|known| *known == name);
            of_library.expect("the library has it").to_string()
        };
        level.view().rows().map(|row| row.iter().map(digit).collect()).collect()
    };
    (0..100).map(of_seed).collect()
}

#[test]
fn hundred_levels_of_scripts_are_as_good_and_as_diverse_as_in_the_library() {
    let found = KNOWN.map(|(name, script, ..)| {
        let kind = BUILT_IN.find(name).expect("it is known by name");
        let mut judge = Judge::new(kind, kind.name);
        let levels = levels(script, kind);
        let n_good = levels.iter().filter(|rows| judge.is_good(rows)).count() as u32;
        let found = (n_good, judge.diversity());
        if let Some(checkout) = std::env::var_os("PCG_BENCHMARK") {
            assert_eq!(asked(&checkout, name, &levels), found, "{name} in the library");
        }
        (name, script, found.0, found.1)
    });
    assert_eq!(found, KNOWN);
}

/// How many of the levels the library itself finds good, and how diverse they are.
fn asked(checkout: &std::ffi::OsStr, name: &str, levels: &[Vec<String>]) -> (u32, f64) {
    let mut library = Command::new("python3")
        .arg(crates("problem/problem/tests/pcg_benchmark/ask.py"))
        .env("PYTHONPATH", checkout)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let mut questions = library.stdin.take().expect("it is piped");
    let mut answers = BufReader::new(library.stdout.take().expect("it is piped")).lines();
    let mut ask = |question: Value| -> BTreeMap<String, Value> {
        writeln!(questions, "{question}").expect("the library listens");
        let line = answers.next().expect("there is an answer").expect("it is text");
        serde_json::from_str(&line).expect("it is JSON")
    };
    let mut n_good = 0;
    for rows in levels {
        let answer = ask(json!({ "name": name, "rows": rows, "wanted": [] }));
        n_good += u32::from(first_number(&answer["values"]) >= 1.0);
    }
    let share = first_number(&ask(json!({ "name": name, "set": levels.len() }))["share"]);
    drop(questions);
    library.wait().expect("it ends with its input");
    (n_good, share)
}
