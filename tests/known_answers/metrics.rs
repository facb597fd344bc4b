//! The measures of each problem against those of independent programs.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use marahel_level::{Level, TileSet};
use marahel_problem::Problem;
use marahel_problem::paths::Floor;
use marahel_problem::paths::sokoban::{ReleasedSolver, Solver};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

use crate::oracle;

/// How many runs of the random measure are compared for each level.
const N_TWO_SWEEPS: u64 = 20;

/// Failures of one file that are shown in full.
const N_SHOWN: usize = 5;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("binary", || check_all(&problem("binary"), &[], &["solid"], |_, _, _| {})),
        trial("zelda", || {
            let fields = ["player_key", "key_door", "solution", "nearest_enemy", "playable"];
            let walls = ["solid", "door"];
            check_all(&problem("zelda"), &fields, &walls, |_, _, _| {})
        }),
        trial("sokoban", || {
            let problem = problem("sokoban");
            let fields = ["optimal", "status"];
            check_all(&problem, &fields, &["solid"], check_sokoban)
        }),
    ]
}

fn problem(name: &str) -> Problem {
    let kind = marahel_config::BUILT_IN.find(name).expect("it is in the table");
    Problem::with_defaults(Arc::clone(kind.definition()))
}

fn trial(problem: &str, check: fn() -> Result<(), Failed>) -> Trial {
    oracle::trial(format!("metrics::{problem}"), check)
}

/// The differences found on one line.
struct Differences(Vec<String>);

impl Differences {
    fn expect(&mut self, what: &str, found: impl Into<Value>, expected: &Value) {
        let found = found.into();
        if found != *expected {
            self.0.push(format!("{what} is {found} instead of {expected}"));
        }
    }
}

/// Compares all lines of a problem's file: counts, floor, and `fields` of the
/// description that are called the same there.
fn check_all(
    problem: &Problem,
    fields: &[&str],
    walls: &[&str],
    check_more: impl Fn(&Value, &Level, &mut Differences),
) -> Result<(), Failed> {
    let palette = problem.palette();
    let walls = walls.iter().filter_map(|name| palette.tile(name)).collect();
    let passable = TileSet::entities(palette.len()).difference(walls);
    let mut floor = Floor::new();
    let mut failures = Vec::new();
    let lines = oracle::lines(&format!("metrics-{}.jsonl", problem.name()));
    for line in &lines {
        let level = read(problem, &line["map"]);
        let described = problem.describe(level.view());
        let mut differences = Differences(Vec::new());
        differences.expect("regions", described["regions"].clone(), &line["regions"]);
        let diameter = described["diameter"].clone();
        differences.expect("diameter", diameter, &line["path"]["diameter"]);
        for (name, count) in line["counts"].as_object().expect("counts by name") {
            differences.expect(name, described["counts"][name].clone(), count);
        }
        for &field in fields {
            differences.expect(field, described[field].clone(), &line[field]);
        }
        floor.load(level.view(), passable);
        check_two_sweep(&mut floor, &line["path"], &mut differences);
        check_more(line, &level, &mut differences);
        if !differences.0.is_empty() {
            failures.push(format!("{}: {}", line["id"], differences.0.join(", ")));
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    let n_failures = failures.len();
    failures.truncate(N_SHOWN);
    let shown = failures.join("\n");
    Err(format!("{n_failures} of {} levels:\n{shown}", lines.len()).into())
}

/// The released measure stays within its bounds, whatever it draws.
fn check_two_sweep(floor: &mut Floor, bounds: &Value, differences: &mut Differences) {
    let bound = |name: &str| bounds[name].as_u64().expect("a bound of two sweeps");
    let bounds = bound("twosweep_min")..=bound("twosweep_max");
    for seed in 0..N_TWO_SWEEPS {
        let found = u64::from(floor.two_sweep(&mut ChaCha8Rng::seed_from_u64(seed)));
        if !bounds.contains(&found) {
            let difference = format!("two sweeps find {found}, not {bounds:?}, with seed {seed}");
            return differences.0.push(difference);
        }
    }
}

/// The measures that only sokoban has: both released searches, and a solution
/// that is as long as it should be.
fn check_sokoban(line: &Value, level: &Level, differences: &mut Differences) {
    let view = level.view();
    let difference = line["counts"]["crate"].as_i64().expect("a count")
        - line["counts"]["target"].as_i64().expect("a count");
    differences.expect("difference", difference.abs(), &line["diff"]);
    let moves = |outcome: marahel_problem::paths::sokoban::Outcome| outcome.moves().unwrap_or(0);
    differences.expect(
        "the length of the path",
        moves(Solver::optimal(1_000_000).solve(view)),
        &json!(line["optimal"].as_u64().unwrap_or(0)),
    );
    let released = &line["released"];
    let mut solver = ReleasedSolver::new(10_000);
    differences.expect("the released solution", moves(solver.solve(view)), &released["solution"]);
    for (name, answer) in
        [("bfs", moves(solver.breadth_first(view))), ("astar", moves(solver.best_first(view)))]
    {
        if !released[name].is_null() {
            differences.expect(name, answer, &released[name]);
        }
    }
}

/// The level whose rows are the strings of `map`.
fn read(problem: &Problem, map: &Value) -> Level {
    let palette = problem.palette();
    let rows = map.as_array().expect("a list of rows").iter();
    let rows: Vec<&str> = rows.map(|row| row.as_str().expect("a row")).collect();
    let tiles = rows.concat();
    let tiles = tiles.chars().map(|c| palette.tile_of(c).expect("a known tile"));
    Level::from_tiles(rows[0].chars().count(), tiles.collect(), palette.clone())
}
