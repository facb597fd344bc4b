//! Programs that a search asks for scripts: good ones, broken and hostile ones, and what a run keeps
//! of their answers.
#![cfg(unix)]

use std::process::Command;

use crate::folder::{Table, check_equal};
use crate::program::{Scratch, workspace};

/// Caves that should be one long way.
const CAVE: &str = r##"name = "cave"
about = "A cave with a long way"
size = "8x6"
playable = "regions() == 1"
[tiles]
empty = { character = ".", role = "floor" }
rock = { character = "#", role = "wall" }
[movement.walk]
over = "empty"
[objectives]
rocks = { value = "count(rock)", range = [12, 12], zero_above = 40 }
walk = { value = "longest_path()", range = [8, inf] }
"##;

/// A wall along the left and the right side: nothing else has just twelve rocks so soon. Its tiles
/// are roles.
const WALLS: &str = r#"{"metadata": {"min": "9x9", "max": "9x9"}, "entities": ["floor", "wall"], "explorers": [{"type": "horz", "rules": ["left(out) -> self(wall)", "right(out) -> self(wall)", "-> self(floor)"]}]}"#;

/// A script with a mistake.
const BROKEN: &str = r#"{"metadata": {"min": "9x9", "max": "9x9"}, "entities": ["floor", "wall"], "explorers": [{"type": "horz", "rules": ["left(mud) -> self(wall)"]}]}"#;

/// A script that walks for longer than a level may take.
const ENDLESS: &str = r#"{"metadata": {"min": "9x9", "max": "9x9"}, "entities": ["floor", "wall"], "explorers": [{"type": "horz", "parameters": {"repeats": 10000000}, "rules": ["self(floor) -> self(wall)", "-> self(floor)"]}]}"#;

const SEARCH: &str = "--problem game/cave.toml --pop 6 --gens 6 --maps 4 --validation-maps 6";

const PROPOSER: &str = "--set search.proposer=[\"sh\",\"propose.sh\"]";

/// A program of shell that does this about each question, whose number is `$n`. It notes when it
/// starts, and what it is asked.
fn proposing(action: &str) -> String {
    format!(
        "echo start >> starts\nn=0\nwhile read -r line; do\nn=$((n + 1))\n\
         printf '%s\\n' \"$line\" >> questions\n{action}\ndone\n"
    )
}

fn answer(script: &str) -> String {
    format!("echo '{{\"scripts\": [{script}]}}'")
}

/// A scratch folder with the cave and a proposer.
fn with_proposer(action: &str) -> Scratch {
    Scratch::new().with("game/cave.toml", CAVE).with("propose.sh", proposing(action))
}

fn n_lines(scratch: &Scratch, file: &str) -> usize {
    if scratch.path(file).exists() { scratch.read(file).lines().count() } else { 0 }
}

#[test]
fn what_is_proposed_is_bred() {
    let scratch = with_proposer(&answer(WALLS));
    let told = scratch.evolve(&format!("{SEARCH} {PROPOSER} --seed 2 --out run")).ok();
    assert!(told.stdout.contains("proposed: 6 scripts, 0 of them broken, to 6 questions, 0 with"));
    let ancestry = Table::read(&scratch.path("run/ancestry.csv"));
    assert!(ancestry.texts("operator").contains(&"proposed"), "{:?}", ancestry.rows);
    let status: toml::Table = scratch.read("run/run.toml").parse().expect("it is TOML");
    assert_eq!(status["proposals"]["scripts"], 6.into());
    assert_eq!(n_lines(&scratch, "run/proposals.jsonl"), 6);
    assert_eq!(n_lines(&scratch, "starts"), 1);
    // The first generation has no parents to show, the others do; all have the problem in words.
    let questions = scratch.read("questions");
    let mut questions = questions.lines();
    let first = questions.next().expect("it was asked");
    for part in [
        "\"call\":1,",
        "\"parents\":[]",
        "A cave with a long way",
        "\"asks\":\"count(rock) is 12\"",
        "\"asks\":\"longest_path() is 8 and more\"",
        "\"role\":\"wall\"",
        "zero_above = 40",
    ] {
        assert!(first.contains(part), "there is no `{part}` in {first}");
    }
    let second = questions.next().expect("it was asked again");
    for part in ["\"call\":2,", "\"parents\":[{", "\"scores\":{\"rocks\":", "\"lacks\":[{\"text\":"]
    {
        assert!(second.contains(part), "there is no `{part}` in {second}");
    }
}

#[test]
fn mistakes_are_counted_and_told_back() {
    let scratch = with_proposer(&answer(&format!("{BROKEN}, 3, {ENDLESS}")));
    let told = scratch.evolve(&format!("{SEARCH} {PROPOSER} --out run")).ok();
    let status: toml::Table = scratch.read("run/run.toml").parse().expect("it is TOML");
    let [scripts, broken] = ["scripts", "broken"].map(|count| &status["proposals"][count]);
    assert!(scripts == broken && scripts.as_integer() > Some(6), "{status}");
    let part =
        format!("proposed: {scripts} scripts, {broken} of them broken, to 6 questions, 0 with");
    assert!(told.stdout.contains(&part), "{}", told.stdout);
    let questions = scratch.read("questions");
    let second = questions.lines().nth(1).expect("it was asked again");
    for part in [
        "\"mistakes\":[{\"script\":0,\"place\":\"explorer 1, rule 1, line 5, column ",
        "\"message\":\"unknown entity `mud`; ",
        "{\"script\":1,\"place\":\"\",",
        "a script is a text, or an object of JSON",
        "{\"script\":2,\"place\":\"\",",
        "explorer 1 used up the budget of 50000000 steps for one level; lower its `repeats`",
    ] {
        assert!(second.contains(part), "there is no `{part}` in {second}");
    }
}

#[test]
fn who_wants_to_read_is_told_the_language_at_once() {
    let action = format!(
        "case $line in *'\"language\":'*) {};; *) echo '{{\"wants\": [\"language\"]}}';; esac",
        answer(WALLS)
    );
    let scratch = with_proposer(&action);
    scratch.evolve(&format!("{SEARCH} {PROPOSER} --quiet --out run")).ok();
    let questions = scratch.read("questions");
    let [first, second] = [0, 1].map(|index| questions.lines().nth(index).expect("it was asked"));
    assert!(!first.contains("\"language\":") && second.contains("# The language"));
    assert!(second.contains("\"parents\":[]"), "it is asked for the same generation");
}

#[test]
fn no_proposer_ends_a_search() {
    scratch_without_proposer();
    for (action, part) in [
        ("exit 7", "ended instead of answering (exit status: 7)"),
        ("echo hello", "answered `hello`, which is not an object of JSON"),
        ("echo '{}'", "in which there are no `scripts`"),
        ("sleep 1000000", "did not answer in 0.2 s"),
        ("yes | tr -d '\\n'", "longer than a line may be, 1 MiB"),
        ("head -c 3000000 /dev/zero; echo", "longer than a line may be, 1 MiB"),
    ] {
        let scratch = with_proposer(action);
        // Nothing but hanging is about time.
        let limit = if part.contains("0.2 s") { "--set search.proposing.seconds=0.2" } else { "" };
        let ended = scratch.evolve(&format!("{SEARCH} {PROPOSER} {limit} --out run")).ok();
        assert_eq!(ended.stderr.matches("warning: the proposer, `sh propose.sh`").count(), 1);
        for part in [part, "will not be asked again"] {
            assert!(ended.stderr.contains(part), "there is no `{part}` in {}", ended.stderr);
        }
        assert!(ended.stdout.contains("to 3 questions, 3 without an answer"), "{}", ended.stdout);
        assert_eq!(n_lines(&scratch, "starts"), 3, "it is started again after each");
        assert_eq!(n_lines(&scratch, "run/proposals.jsonl"), 3);
    }
}

/// Demands that a run without a proposer keeps nothing of one.
fn scratch_without_proposer() {
    let scratch = with_proposer("exit 1");
    scratch.evolve(&format!("{SEARCH} --quiet --out run")).ok();
    assert!(!scratch.path("run/proposals.jsonl").exists());
    assert!(!scratch.read("run/config.toml").contains("propos"));
    assert!(!scratch.read("run/run.toml").contains("propos"));
    assert_eq!(n_lines(&scratch, "starts"), 0);
}

#[test]
fn a_budget_of_questions_holds() {
    let scratch = with_proposer(&answer(WALLS));
    let limit = "--set search.proposing.calls=2";
    scratch.evolve(&format!("{SEARCH} {PROPOSER} {limit} --quiet --out run")).ok();
    assert_eq!(n_lines(&scratch, "questions"), 2);
    // Two slow answers take all the time that there is.
    let scratch = with_proposer(&format!("sleep 0.3; {}", answer(WALLS)));
    let limit = "--set search.proposing.seconds_in_all=0.5";
    scratch.evolve(&format!("{SEARCH} {PROPOSER} {limit} --quiet --out run")).ok();
    assert!(n_lines(&scratch, "run/proposals.jsonl") <= 4);
}

/// Changing scripts, so that each generation has some that nobody knows.
fn changing() -> String {
    let script = WALLS.replace("left(out)", "left(out), random < 0.'$n'");
    format!("m=$((n % 4)); {}", answer(&format!("{script}, {BROKEN}")))
}

#[test]
fn a_repeated_run_asks_for_nothing() {
    let scratch = with_proposer(&changing());
    scratch.evolve(&format!("{SEARCH} {PROPOSER} --quiet --threads 1 --out runs/whole")).ok();
    let n_starts = n_lines(&scratch, "starts");
    let whole = scratch.path("runs/whole");
    let repeat = format!("{PROPOSER} --proposals runs/whole/proposals.jsonl --quiet");
    scratch.evolve(&format!("{SEARCH} {repeat} --threads 3 --out runs/again")).ok();
    check_equal(&whole, &scratch.path("runs/again"));
    // Its config names the answers beside it.
    scratch.evolve("--config runs/whole/config.toml --quiet --out runs/third").ok();
    check_equal(&whole, &scratch.path("runs/third"));
    scratch.evolve("validate runs/whole --maps 7").ok();
    scratch.evolve("report runs/whole").ok();
    scratch.evolve("analyze runs/whole").ok();
    assert_eq!(n_lines(&scratch, "starts"), n_starts, "nobody started the program");
    // Another search asks other questions.
    let other = format!("{SEARCH} {repeat} --seed 2 --out runs/other");
    scratch.evolve(&other).ok();
    assert_eq!(n_lines(&scratch, "starts"), n_starts + 1);
    assert_eq!(n_lines(&scratch, "runs/other/proposals.jsonl"), 6);
}

#[test]
fn a_killed_run_goes_on_without_asking_again() {
    let scratch = with_proposer(&format!("sleep 0.1; {}", changing()));
    let search = format!("{SEARCH} {PROPOSER} --quiet --checkpoint 0");
    for n_answers in [1, 2, 4] {
        let (folder, again) = (format!("runs/killed{n_answers}"), format!("runs/again{n_answers}"));
        let running = scratch.start("evolve", &format!("{search} --out {folder}"), "");
        let file = format!("{folder}/proposals.jsonl");
        while n_lines(&scratch, &file) < n_answers {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        running.signal("KILL");
        running.end();
        let kept = scratch.read(&file);
        // It was killed while it wrote a line, perhaps.
        scratch.write(&file, format!("{kept}{{\"call\":9"));
        scratch.evolve(&format!("resume {folder} --quiet --threads 2")).ok();
        let all = scratch.read(&file);
        assert!(all.starts_with(&kept) && all.lines().count() == 6, "{all}");
        let n_starts = n_lines(&scratch, "starts");
        scratch.evolve(&format!("{search} --proposals {file} --out {again}")).ok();
        assert_eq!(n_lines(&scratch, "starts"), n_starts);
        check_equal(&scratch.path(&folder), &scratch.path(&again));
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let scratch = with_proposer("exit 1").with("damaged.jsonl", "hello\nworld\n");
    let search = "--problem game/cave.toml";
    let text = "evolve --problem game/cave.toml --proposer \"sh 'propose.sh\"";
    scratch.shell(text).fails(2, &["there is no second '"]);
    for (arguments, part) in [
        ("--problem zelda --proposer sh", "only a search for whole scripts"),
        ("--problem game/cave.toml --set search.proposing.calls=3", "nobody is asked"),
        ("--problem game/cave.toml --proposals damaged.jsonl", "line 1 is no answer"),
        ("--problem game/cave.toml --proposals none.jsonl", "none.jsonl"),
    ] {
        let ended = scratch.evolve(arguments);
        assert!(ended.code != Some(0) && ended.stderr.contains(part), "{}", ended.stderr);
    }
    for setting in ["share=0", "share=2", "scripts=0", "calls=0", "seconds=0", "seconds=nan"] {
        let ended =
            scratch.evolve(&format!("{search} {PROPOSER} --set search.proposing.{setting}"));
        assert!(ended.stderr.contains("search.proposing."), "{}", ended.stderr);
        assert_ne!(ended.code, Some(0));
    }
    let experiment = "seeds = \"1\"\nproblems = [\"game/cave.toml\"]\n[[setting]]\nname = \"asked\"\n\
                      set = { search.proposer = [\"sh\"] }\n";
    scratch.write("x.toml", experiment);
    scratch.evolve("experiment x.toml").fails(2, &["an experiment cannot use a proposer"]);
    assert_eq!(n_lines(&scratch, "starts"), 0);
}

#[test]
fn a_config_says_where_its_proposer_is() {
    let scratch = Scratch::new()
        .with("game/cave.toml", CAVE)
        .with("game/propose.sh", proposing(&answer(WALLS)))
        .with(
            "game/search.toml",
            "problem = \"cave.toml\"\nmaps = 4\nvalidation_maps = 6\n[search]\npopulation = 6\n\
             generations = 3\nbudget = 0\nproposer = [\"sh\", \"propose.sh\"]\n",
        );
    scratch.evolve("--config game/search.toml --quiet --out runs/one").ok();
    assert!(scratch.read("runs/one/config.toml").contains("folder = \"../../game\""));
    assert_eq!(n_lines(&scratch, "game/starts"), 1);
    scratch.evolve("resume runs/one --gens 5 --quiet").ok();
    assert_eq!(n_lines(&scratch, "game/starts"), 2);
    assert_eq!(n_lines(&scratch, "runs/one/proposals.jsonl"), 5);
}

#[test]
fn the_example_in_python_proposes() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no python3");
        return;
    }
    let scratch = Scratch::new()
        .with("game/cave.toml", CAVE)
        .with("skeletons/walls.json", WALLS)
        .with("skeletons/other.json", WALLS.replace("wall", "lava"));
    let example = workspace().join("configs/proposers/skeletons.py");
    scratch.write("skeletons.py", std::fs::read(example).expect("it is in the repository"));
    let line = format!("evolve {SEARCH} --proposer 'python3 skeletons.py skeletons' --out run");
    let told = scratch.shell(&line).ok();
    assert!(told.stdout.contains("proposed: 1 script, 0 of them broken"), "{}", told.stdout);
}
