//! A problem that no crate knows, and every command that is about any problem.
//!
//! The table of problems is an argument of [`marahel_evolve::evolve::main`], so this file adds a
//! line to it. The program is this test itself, which starts itself again.

use std::env;
use std::process::{Command, ExitCode};

use marahel_config::{ProblemKind, Problems};

use crate::folder::Table;
use crate::program::{Ended, Running, Scratch};

/// The table of this program.
static PROBLEMS: Problems =
    Problems { kinds: &KINDS, variants: &[], ..marahel_papers::fdg20::BUILT_IN };

static KINDS: [ProblemKind; 4] = [
    ProblemKind::new("binary", include_str!("../problems/binary.toml"), None),
    ProblemKind::new("zelda", include_str!("../problems/zelda.toml"), None),
    ProblemKind::new("sokoban", include_str!("../problems/sokoban.toml"), None),
    ProblemKind::new("garden", GARDEN, None),
];

/// Meadows with flowers, in which one can walk far.
const GARDEN: &str = r##"
name = "garden"
size = "6x4"
playable = "regions(empty) == 1"
[tiles]
empty = { character = ".", color = "#28a03c", weight = 9 }
flower = { character = "*", color = "#dc2828", weight = 1 }
[movement.walk]
over = "empty"
[measures]
flowers = "count(flower)"
[objectives]
flowers = { range = [0, 12], zero_above = 24 }
walk = { value = "longest_path()", range = [8, inf] }
[variety]
n_unlike = 20
n_different = 1000
[controls]
flowers = { range = [1, 4], tolerance = 1 }
"##;

/// The environment variable that makes this test the program.
const COMMAND_LINE: &str = "FOURTH_PROBLEM_COMMAND_LINE";

/// Runs as `evolve` with a garden in its table, where the environment says so.
#[test]
fn program() {
    let Ok(arguments) = env::var(COMMAND_LINE) else { return };
    let arguments = ["evolve"].into_iter().chain(arguments.split_whitespace()).map(str::to_owned);
    let code = marahel_evolve::evolve::main(PROBLEMS, arguments.collect::<Vec<_>>());
    if code != ExitCode::SUCCESS {
        std::process::exit(1);
    }
}

/// Runs `evolve` with arguments that are separated by spaces.
fn evolve(scratch: &Scratch, arguments: &str) -> Ended {
    let mut command = Command::new(env::current_exe().expect("a test is a program"));
    command.env(COMMAND_LINE, arguments).current_dir(scratch.path(""));
    Running::new(command.args(["fourth_problem::program", "--exact", "--nocapture"]), "").end()
}

/// A scratch folder with the run of a search.
#[track_caller]
fn searched(options: &str) -> Scratch {
    let scratch = Scratch::new();
    evolve(&scratch, &format!("--problem garden --out run --validation-maps 20 {options}")).ok();
    scratch
}

/// A script by hand.
const SCRIPT: &str = r#"{
    "metadata": {"min": "6x4", "max": "6x4"},
    "entities": ["empty", "flower"],
    "explorers": [{"type": "horz", "rules": ["self(any) -> self(empty:5|flower:1)"]}]
}"#;

#[test]
fn searches_find_gardens() {
    for options in [
        "--budget 4k --pop 8",
        "--budget 4k --pop 8 --set study.representation=paper",
        "--algorithm nsga2 --pop 8 --gens 3 --maps 5 --set garden.weights.flower=2",
        "--algorithm random --pop 8 --gens 2 --maps 5",
    ] {
        let scratch = searched(options);
        let config = scratch.read("run/config.toml");
        assert!(config.starts_with("problem = \"garden\"\n"), "{config}");
        assert!(config.contains("\n[garden.weights]\nempty = "), "{config}");
        let front = Table::read(&scratch.path("run/front.csv"));
        assert!(
            front.columns.iter().any(|column| column == "walk_validated"),
            "{:?}",
            front.columns
        );
        assert!(!front.rows.is_empty());
        evolve(&scratch, "--config run/config.toml --out again").ok();
        assert_eq!(scratch.read("run/front.csv"), scratch.read("again/front.csv"));
    }
}

#[test]
fn what_looks_at_runs_knows_gardens() {
    let scratch = searched("--budget 15k --pop 20");
    evolve(&scratch, "validate run --maps 30").ok();
    evolve(&scratch, "validate run --random --maps 5").ok();
    evolve(&scratch, "analyze run --format csv").ok();
    evolve(&scratch, "report run").ok();
    assert!(scratch.path("run/report.html").exists());
}

#[test]
fn what_looks_at_scripts_and_levels_knows_gardens() {
    let scratch = Scratch::new().with("script.json", SCRIPT);
    let told = evolve(&scratch, "evaluate --problem garden script.json --maps 50").ok();
    assert!(told.stdout.contains("\"walk\""), "{}", told.stdout);
    evolve(&scratch, "minimise --problem garden script.json --seeds 20 --out less.json").ok();
    scratch.write("levels.txt", ".*\n..\n");
    let told = evolve(&scratch, "score --problem garden --from txt levels.txt").ok();
    assert!(told.stdout.contains("\"flowers\":1,"), "{}", told.stdout);
    let genome = format!("{{\"genes\":{:?}}}", [7; 102]);
    let scratch = scratch.with("genome.jsonl", genome);
    evolve(
        &scratch,
        "decode --problem garden --set study.representation=paper --script genome.jsonl",
    )
    .ok();
}

#[test]
fn ranges_have_the_measures_of_gardens() {
    let generator = marahel::Generator::parse(SCRIPT).expect("it is a script");
    let settings = marahel_statistics::range::Settings {
        n_levels: 10,
        ..marahel_statistics::range::Settings::default()
    };
    let problems = PROBLEMS.with_defaults();
    let range = marahel_statistics::range::measure("garden", &generator, &problems, &settings)
        .expect("it has levels");
    assert!(range.metrics().any(|metric| metric == "flowers"));
}

#[test]
fn mistakes_name_gardens() {
    let scratch = Scratch::new().with("bad.toml", "problem = \"garden\"\n[garden]\nflwer = 2\n");
    for (arguments, part) in [
        ("--problem gardn", "there are binary, zelda, sokoban, garden"),
        ("--problem garden --set garden.flwer=2", "unknown field `flwer`"),
        (
            "--problem garden --set garden.weights.flower=0 --set garden.weights.empty=0",
            "settings of garden",
        ),
        ("--config bad.toml", "3 | flwer = 2"),
        ("--problem garden --set gardn=1", "`sokoban`, `garden`"),
    ] {
        let told = evolve(&scratch, arguments);
        assert!(told.code != Some(0) && told.stderr.contains(part), "{}", told.stderr);
    }
}
