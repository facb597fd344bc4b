//! A search from its command line to its run folder.

use std::path::Path;

use crate::folder::{Table, files};
use crate::program::Scratch;

/// Options of a search that takes no time.
pub(crate) const TINY: &str = "--pop 6 --gens 3 --maps 4 --validation-maps 5";

const BINARY: &[&str] = &["regions", "path"];
const ZELDA: &[&str] = &["player", "key", "door", "enemies", "solution"];
const SOKOBAN: &[&str] = &["player", "crate", "difference", "solution"];

#[test]
fn a_run_says_what_it_found_and_leaves_a_complete_folder() {
    // Four islands of six become a pool of twelve; one island stays as it is.
    for (problem, objectives, islands, population_size) in
        [("binary", BINARY, 0, 6), ("zelda", ZELDA, 4, 12), ("sokoban", SOKOBAN, 0, 6)]
    {
        let scratch = Scratch::new();
        let islands = format!("--set search.islands={islands}");
        let ended = scratch.evolve(&format!("--problem {problem} {TINY} {islands} --out run")).ok();
        for part in ["front: ", "5 fresh levels", "run folder: run\n", "run/front.csv\n"] {
            assert!(ended.stdout.contains(part), "no `{part}` in:\n{}", ended.stdout);
        }
        for objective in objectives {
            let is_named = |line: &str| line.split_whitespace().next() == Some(objective);
            assert!(ended.stdout.lines().any(is_named), "{}", ended.stdout);
        }
        // A number is told once, and not beside later generations.
        assert_eq!(ended.stderr.matches(" validated after 1 generation\n").count(), 1);
        let begin = "1 of 3 generations: the best script ";
        assert!(ended.stderr.contains(begin), "{}", ended.stderr);
        assert!(ended.stderr.contains("; hypervolume 0."), "{}", ended.stderr);
        assert!(ended.stderr.contains(" validated after 1 generation\n"), "{}", ended.stderr);
        assert!(ended.stdout.contains("validated  searched  playable  generator\n"));
        assert!(ended.stdout.contains("best.json, from scripts/"), "{}", ended.stdout);
        check_folder(&scratch, "run", objectives, population_size, 3);
    }
}

/// Demands a complete run folder, as the design has it.
#[track_caller]
pub(crate) fn check_folder(
    scratch: &Scratch,
    name: &str,
    objectives: &[&str],
    population_size: usize,
    n_generations: usize,
) {
    let folder = scratch.path(name);
    check_generations(&folder, objectives, n_generations);
    check_population(&folder, objectives, population_size);
    check_config(&scratch.read(&format!("{name}/config.toml")));
    let front = check_front(&folder, objectives);
    let scripts: Vec<String> =
        front.texts("script").iter().map(|script| format!("{name}/{script}")).collect();
    let checked = scratch.marahel(&format!("check {}", scripts.join(" "))).ok();
    // Evolved scripts may have idle parts, which are told as well.
    let n_sound = checked.stdout.lines().filter(|line| line.contains(": no mistakes")).count();
    assert_eq!(n_sound, scripts.len());
    let files = files(&folder);
    for script in front.texts("script") {
        let picture = script.replace("scripts/", "levels/").replace(".json", ".png");
        let picture = image::load_from_memory(&files[&picture]).expect("it is a picture");
        assert!(picture.width() > 40 && picture.height() > 40);
    }
    assert!(files.keys().all(|name| !name.contains(".part")), "{:?}", files.keys());
}

fn check_generations(folder: &Path, objectives: &[&str], n_generations: usize) {
    let table = Table::read(&folder.join("generations.csv"));
    let mut columns = vec!["generation", "evaluations", "maps", "fronts", "front_size"];
    columns.push("hypervolume");
    let [best, mean] = ["best", "mean"]
        .map(|what| objectives.iter().map(|name| format!("{name}_{what}")).collect::<Vec<_>>());
    columns.extend(best.iter().chain(&mean).map(String::as_str));
    columns.push("validated_hypervolume");
    columns.extend(["distinct_scripts", "cache_hits", "unbounded", "over_budget"]);
    assert_eq!(table.columns, columns);
    let expected: Vec<String> = (0..n_generations).map(|index| index.to_string()).collect();
    assert_eq!(table.texts("generation"), expected);
    for column in best.iter().chain(&mean) {
        table.check_scores(column);
    }
    table.check_scores("hypervolume");
    assert!(table.numbers("maps").is_sorted());
    assert!(table.numbers("front_size").iter().all(|&size| size >= 1.0));

    let timings = Table::read(&folder.join("timings.csv"));
    assert_eq!(timings.columns, ["generation", "seconds", "maps_per_second"]);
    assert_eq!(timings.texts("generation"), expected);
    assert!(timings.numbers("seconds").iter().all(|&seconds| seconds > 0.0));
}

fn check_population(folder: &Path, objectives: &[&str], population_size: usize) {
    let table = Table::read(&folder.join("population.csv"));
    assert_eq!(table.columns[..3], ["id", "rank", "crowding_distance"]);
    assert_eq!(table.rows.len(), population_size);
    for objective in objectives {
        table.check_scores(objective);
    }
    assert!(table.numbers("rank").is_sorted());
    assert!(table.numbers("crowding_distance").iter().all(|&distance| distance >= 0.0));
    for genes in table.texts("genes") {
        let genes: Vec<u32> = genes.split(' ').map(|gene| gene.parse().expect("a gene")).collect();
        assert!(genes.len() == 102 && genes.iter().all(|&gene| gene < 50), "{genes:?}");
    }
}

fn check_config(text: &str) {
    let config: toml::Table = text.parse().expect("it is TOML");
    for key in ["problem", "seed", "maps", "validation_maps", "validation_period", "search"] {
        assert!(config.contains_key(key), "no {key} in:\n{text}");
    }
    let study = config["study"].as_table().expect("its genomes are the study's");
    for key in ["representation", "semantics", "noise", "layout", "cleanup", "flavor"] {
        assert!(study.contains_key(key), "no {key} in:\n{text}");
    }
    let problem = config["problem"].as_str().expect("it is a name");
    let settings = config[problem].as_table().expect("the settings of the problem are there");
    assert!(settings.contains_key("weights") && settings.contains_key("objectives"));
}

fn check_front(folder: &Path, objectives: &[&str]) -> Table {
    let table = Table::read(&folder.join("front.csv"));
    let mut columns = vec!["id".to_owned()];
    columns.extend(objectives.iter().map(|&name| name.to_owned()));
    for name in objectives {
        columns.extend([format!("{name}_validated"), format!("{name}_se")]);
    }
    columns.extend(
        ["playable", "playable_se", "good", "good_se", "length", "length_se"].map(str::to_owned),
    );
    let n_shares = columns.len();
    columns.extend(
        ["unlike", "unlike_se", "floor", "floor_se", "different", "different_se"]
            .map(str::to_owned),
    );
    let is_known = |column: &&String| !column.ends_with("_se");
    for column in columns[1..n_shares].iter().filter(is_known) {
        table.check_scores(column);
    }
    if table.columns.iter().any(|column| column == "playable_other") {
        let measures = ["playable", "good", "length", "unlike", "floor", "different"];
        columns.extend(measures.map(|name| format!("{name}_other")));
    }
    columns.extend(["still_non_dominated", "explorers", "genes", "script"].map(str::to_owned));
    assert_eq!(table.columns, columns);
    assert!(!table.rows.is_empty());
    assert!(table.texts("still_non_dominated").contains(&"true"));
    assert!(table.numbers("explorers").iter().all(|n| (3.0..=6.0).contains(n)));
    table
}

#[test]
fn without_a_folder_each_run_gets_one_of_its_own() {
    let scratch = Scratch::new();
    let command = format!("--problem binary --seed 4 {TINY}");
    let first = scratch.evolve(&command).ok();
    assert!(first.stdout.contains("run folder: results/runs/binary-seed4\n"), "{first:?}");
    let second = scratch.evolve(&command).ok();
    assert!(second.stdout.contains("run folder: results/runs/binary-seed4-2\n"), "{second:?}");
    assert!(scratch.path("results/runs/binary-seed4/front.csv").exists());
    assert!(scratch.path("results/runs/binary-seed4-2/front.csv").exists());
}

#[test]
fn quiet_shows_no_progress() {
    let scratch = Scratch::new();
    let ended = scratch.evolve(&format!("--problem binary {TINY} --out run --quiet")).ok();
    assert_eq!(ended.stderr, "");
    // The verdict comes first.
    let words = ["ready: ", "nearly: ", "not usable: "];
    assert!(words.iter().any(|word| ended.stdout.starts_with(word)), "{}", ended.stdout);
    assert!(ended.stdout.contains("\nfront: "), "{}", ended.stdout);
}

#[test]
fn a_folder_in_use_is_left_alone_without_force() {
    let scratch = Scratch::new().with("run/notes.txt", "mine");
    let before = files(&scratch.path("run"));
    let ended = scratch.evolve(&format!("--problem binary {TINY} --out run"));
    ended.fails(2, &["run is not empty", "--out", "--force"]);
    assert_eq!(files(&scratch.path("run")), before);
}

#[test]
fn force_replaces_the_files_of_a_run_and_no_others() {
    let scratch = Scratch::new();
    scratch
        .evolve(&format!("--problem zelda {TINY} --pop 20 --out run").replace("--pop 6 ", ""))
        .ok();
    let strangers = ["notes.txt", "scripts/mine.json", "levels/castle.png", "figures/logo.svg"];
    for name in strangers {
        scratch.write(&format!("run/{name}"), name);
    }
    scratch.evolve(&format!("--problem binary {TINY} --out run --force")).ok();
    scratch.evolve(&format!("--problem binary {TINY} --out fresh")).ok();

    let mut left = files(&scratch.path("run"));
    for name in strangers {
        assert_eq!(left.remove(name).as_deref(), Some(name.as_bytes()), "{name}");
    }
    let fresh = files(&scratch.path("fresh"));
    assert_eq!(left.keys().collect::<Vec<_>>(), fresh.keys().collect::<Vec<_>>());
}

#[test]
fn a_run_can_go_without_validation() {
    let scratch = Scratch::new();
    let arguments = "--problem zelda --pop 2 --gens 1 --maps 1 --validation-maps 0 --out run";
    let ended = scratch.evolve(arguments).ok();
    assert!(!ended.stdout.contains("fresh level"), "{}", ended.stdout);
    assert!(ended.stdout.contains("best as searched"), "{}", ended.stdout);
    assert!(ended.stdout.contains("there is no best.json"), "{}", ended.stdout);
    let generations = Table::read(&scratch.path("run/generations.csv"));
    assert_eq!(generations.texts("validated_hypervolume"), [""]);
    let front = Table::read(&scratch.path("run/front.csv"));
    for column in ["player_validated", "player_se", "playable"] {
        assert!(front.texts(column).iter().all(|text| text.is_empty()), "{column}");
    }
}

/// What is asked for is never met, not even in part.
#[test]
fn a_search_in_which_nothing_is_any_good_still_ends_well() {
    let scratch = Scratch::new();
    let never = ZELDA.iter().map(|objective| {
        format!(" --set zelda.objectives.{objective}={{range=[9999,inf],zero_below=9998}}")
    });
    let arguments = format!("--problem zelda {TINY} --out run{}", never.collect::<String>());
    scratch.evolve(&arguments).ok();
    let front = Table::read(&scratch.path("run/front.csv"));
    for objective in ZELDA {
        assert!(front.numbers(objective).iter().all(|&value| value == 0.0), "{objective}");
    }
    let generations = Table::read(&scratch.path("run/generations.csv"));
    assert!(generations.numbers("hypervolume").iter().all(|&volume| volume == 0.0));
}

#[test]
fn a_search_of_large_levels_ends_with_small_pictures() {
    let problem = "name = 'wide'\nsize = '150x150'\nplayable = 'count(a) > 0'\n[tiles]\na = {}\nb = {}\n\
        [objectives]\nb = { value = 'count(b)', range = [1, inf] }\n";
    let script = r#"{"metadata": {"min": "150x150", "max": "150x150"}, "entities": ["a", "b"],
        "explorers": [{"type": "horz", "rules": ["-> self(entity)"]}]}"#;
    let scratch = Scratch::new().with("wide.toml", problem).with("wide.json", script);
    let options = "--from wide.json --pop 2 --gens 1 --maps 1 --validation-maps 2 --out run";
    scratch.evolve(&format!("--problem wide.toml {options}")).ok();
    assert!(scratch.path("run/best.json").is_file());
}

#[test]
fn a_front_may_have_one_member() {
    // Of the two objectives one is always met, so that who is best at the other is best.
    let scratch = Scratch::new();
    let arguments = "--problem binary --pop 2 --gens 2 --maps 2 --validation-maps 2 --out run \
                     --set binary.objectives.regions={range=[0,inf]}";
    let ended = scratch.evolve(arguments).ok();
    let front = Table::read(&scratch.path("run/front.csv"));
    assert!(front.texts("still_non_dominated").iter().all(|&text| text == "true"));
    assert!(ended.stdout.contains("1 different generator\n"), "{}", ended.stdout);
}

/// The commands that a run prints: lines that are set in, after the verdict and what it advises.
fn commands(stdout: &str) -> Vec<&str> {
    let (_, after) = stdout.split_once("\n\n").expect("an empty line after the verdict");
    let set_in = after.lines().filter_map(|line| line.strip_prefix("  "));
    set_in.filter(|line| !line.starts_with(' ')).collect()
}

#[test]
fn printed_commands_work_as_they_are() {
    let scratch = Scratch::new();
    let folder = "my run, it's 1";
    let line = format!("evolve --problem binary {TINY} --out \"{folder}\"");
    // By their names where a shell finds the programs, else by their paths.
    for (ended, calls_by_name) in
        [(scratch.shell(&line).ok(), true), (scratch.evolve_into(folder, TINY).ok(), false)]
    {
        let commands = commands(&ended.stdout);
        assert_eq!(commands.len(), 3, "{}", ended.stdout);
        for command in &commands {
            let is_name = ["evolve ", "marahel "].iter().any(|name| command.starts_with(name));
            assert_eq!(is_name, calls_by_name, "{command}");
            scratch.shell(command).ok();
        }
        for name in ["best.png", "report.html", "../level.tmj"] {
            let file = scratch.path(folder).join(name);
            std::fs::remove_file(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn a_run_that_was_not_validated_says_how_to_make_up_for_it() {
    let scratch = Scratch::new();
    let arguments = "--problem binary --pop 4 --gens 2 --maps 2 --validation-maps 0 --out run";
    let ended = scratch.evolve(arguments).ok();
    let [command] = commands(&ended.stdout)[..] else { panic!("{}", ended.stdout) };
    assert!(command.ends_with("validate run"), "{command}");
    scratch.shell(&format!("{command} --maps 3")).ok();
    assert!(scratch.path("run/best.json").exists());
}

#[test]
fn printed_commands_draw_tiles_as_the_problem_says() {
    let scratch = Scratch::new();
    let short = "--pop 4 --gens 1 --validation-maps 5 --quiet";
    let told = scratch.evolve(&format!("--problem zelda --out run {short}")).ok().stdout;
    let lines: Vec<&str> = told.lines().filter(|line| line.contains(" generate ")).collect();
    assert_eq!(lines.len(), 2, "{told}");
    for line in lines {
        assert!(line.contains("best.json --problem zelda --"), "{line}");
        scratch.shell(line).ok();
    }
}
