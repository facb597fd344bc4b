//! The built-in problems, and how they are searched.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use marahel_config::{BUILT_IN, Config, EvolutionError, Goal, Options, problem_of};
use marahel_level::{Level, UNKNOWN};
use marahel_papers::fdg20;
use marahel_problem::{Definition, MadeLevel, Problem};

mod binary;
mod sokoban;
mod variants;
mod zelda;

/// A problem with settings of its own, and first those of the study.
fn problem(name: &str, settings: &str) -> Result<Problem, EvolutionError> {
    let is_of_study = |line: &&str| line.starts_with("study.");
    let study: Vec<&str> = settings.lines().take_while(is_of_study).collect();
    let own: Vec<&str> = settings.lines().skip(study.len()).collect();
    let (study, own) = (study.join("\n"), own.join("\n"));
    let text = format!("problem = \"{name}\"\n{study}\n[{name}]\n{own}");
    Ok(problem_of(&Config::parse(fdg20::BUILT_IN, &text, &Options::default())?))
}

/// A level of words, a row each.
#[track_caller]
fn level(problem: &Problem, text: &str) -> Level {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let tiles = rows.concat();
    let tiles = tiles.chars().map(|c| problem.palette().tile_of(c).expect("a tile"));
    let width = rows[0].chars().count();
    Level::from_tiles(width, tiles.collect(), Arc::clone(problem.palette()))
}

/// What a level is measured as that was generated from another one, and whether it is playable.
#[track_caller]
fn measured<const N: usize>(problem: &Problem, initial: &str, finished: &str) -> ([f64; N], bool) {
    let mut meter = problem.meter();
    let (initial, finished) = (level(problem, initial), level(problem, finished));
    let (level, start) = (finished.view(), initial.view());
    meter.begin(&MadeLevel { level, start, n_steps: 0, map: None, draw_seed: 5 });
    let is_playable = meter.judge(level).is_playable;
    (meter.values().try_into().expect("a value for each objective"), is_playable)
}

fn folders(parent: &str) -> BTreeSet<String> {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(parent);
    let entries = fs::read_dir(parent).expect("the folder is there");
    entries.map(|entry| entry.unwrap().file_name().into_string().expect("it is text")).collect()
}

#[test]
fn each_problem_has_a_file_and_each_file_a_line() {
    let mut files = folders("problems");
    assert!(files.remove("README.md") && files.remove("pcg"));
    assert_eq!(files, BUILT_IN.names().map(|name| format!("{name}.toml")).collect());
    let variants = BUILT_IN.variants.iter().map(|kind| format!("{}.toml", kind.name)).collect();
    assert_eq!(folders("problems/pcg"), variants);
}

#[test]
fn each_problem_can_be_searched_as_it_is() {
    for kind in BUILT_IN.all() {
        let text = format!("problem = \"{}\"", kind.name);
        let config = Config::parse(BUILT_IN, &text, &Options::default())
            .expect("the defaults make a search");
        let problem = problem_of(&config);
        assert_eq!(problem.name(), kind.name);
        assert!(
            !problem.definition().about().is_empty() && problem.definition().warnings().is_empty()
        );
        assert!(!problem.objectives().is_empty());
    }
}

#[test]
fn each_room_tells_what_it_is_for() {
    for name in folders("crates") {
        assert!(folders(&format!("crates/{name}")).contains("README.md"), "{name}");
    }
}

#[test]
fn many_counts_are_one_goal_and_problems_of_the_study_have_its_genome() {
    let config = |text: &str| {
        Config::parse(fdg20::BUILT_IN, text, &Options::default())
            .expect("the defaults make a search")
    };
    let few = config("problem = \"zelda\"");
    assert_eq!(few.search.goals, [Goal::Counts, Goal::Good, Goal::Length]);
    assert_eq!((few.breeds_scripts(), problem_of(&few).readings().len()), (false, 2));
    let many = config("problem = \"roguelike\"");
    let together = [Goal::CountsTogether, Goal::Playable, Goal::Good, Goal::Length];
    assert_eq!(many.search.goals, together);
    assert_eq!((many.breeds_scripts(), problem_of(&many).readings().len()), (true, 1));
    let paper = config("problem = \"roguelike\"\nsearch.algorithm = \"nsga2\"");
    assert!(!paper.breeds_scripts());
}

#[test]
fn a_screen_of_ddave_is_playable_only_if_all_its_tiles_are_set() {
    let problem = problem("ddave", "").unwrap();
    let solid = "###########\n".repeat(6);
    let whole = level(&problem, &format!("{solid}##kE@######"));
    let playable = |level: &Level| {
        let mut meter = problem.meter();
        let is_playable = meter.judge(level.view()).is_playable;
        let solved = problem.objectives().iter().position(|goal| goal.name == "solved").unwrap();
        assert!(
            (meter.values()[solved] - 1.0).abs() < f64::EPSILON,
            "the benchmark's solver takes both"
        );
        is_playable
    };
    assert!(playable(&whole));
    let mut torn = whole.clone();
    torn.set(10, 0, UNKNOWN);
    assert!(!playable(&torn));
}

#[test]
fn parts_of_what_is_playable_take_nothing_away() {
    // What each file asked for in one piece, and the weights of levels some of which have it.
    let cases = [
        ("mdungeons", "pcg_benchmark(mdungeons_v0, q_heuristic) == 1", "empty:90|player:1|exit:1"),
        ("sokoban-v0", "pcg_benchmark(sokoban_v0, q_heuristic) == 1", ONE_CRATE),
        ("sokoban-complex-v0", "pcg_benchmark(sokoban_complex_v0, q_heuristic) == 1", ONE_CRATE),
        (
            "ddave",
            "share(any) == 1 and count(player) == 1 and pcg_benchmark(ddave_v0, q_heuristic) == 1",
            "solid:20|empty:54|player:1|exit:1|key:1",
        ),
        (
            "roguelike",
            "path(up, treasure) > 0 and not path(up, treasure, by = keyless) > 0",
            "wall:100|empty:180|up:5|treasure:1|iron_door:9|key:9",
        ),
    ];
    for (name, playable, weights) in cases {
        let kind = BUILT_IN.all().find(|kind| kind.name == name).unwrap();
        let now = Problem::with_defaults(kind.definition().clone());
        let text = now.definition().text();
        let line = text.lines().find(|line| line.starts_with("playable")).unwrap();
        let text = text.replace(line, &format!("playable = \"{playable}\""));
        let before = Problem::with_defaults(Arc::new(Definition::parse(&text).unwrap()));
        let names: Vec<&str> = before.definition().tiles().collect();
        let (width, height) = now.sizes()[0];
        let size = format!("{width}x{height}");
        let script = serde_json::json!({
            "entities": names, "metadata": {"min": size, "max": size},
            "explorers": [{"type": "horz", "rules": [format!("-> self({weights})")]}],
        });
        let generator = marahel::Generator::parse(&script.to_string()).unwrap();
        let mut meters = (now.meter(), before.meter());
        let mut n_playable = 0;
        for seed in 0..400 {
            let level = generator.generate(seed).unwrap();
            let is_playable = meters.1.judge(level.view()).is_playable;
            n_playable += u32::from(is_playable);
            let found = meters.0.judge(level.view()).is_playable;
            let locked = now.objectives().iter().position(|goal| goal.name == "locked");
            let found = locked.map_or(found, |locked| meters.0.values()[locked] == 1.0);
            assert_eq!(found, is_playable, "{name}, seed {seed}");
        }
        assert!((5..395).contains(&n_playable), "{name}: {n_playable}");
    }
}

const ONE_CRATE: &str = "solid:1|empty:20|player:1|crate:1|target:1";
