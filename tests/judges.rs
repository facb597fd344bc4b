//! Programs that judge levels from outside: answering, crashing, hanging, talking nonsense.
#![cfg(unix)]

use std::process::Command;

use serde_json::json;

use crate::folder::Table;
use crate::mcp::Server;
use crate::program::{Scratch, workspace};

/// Caves whose value `size` a program says.
pub(crate) const CAVE: &str = r##"name = "cave"
size = "6x4"
playable = "regions() == 1"
[tiles]
empty = { character = ".", weight = 9 }
rock = { character = "#", weight = 1 }
[movement.walk]
over = "empty"
[objectives]
size = { value = "outside(size) - 24", range = [0, 20], zero_above = 30 }
walk = { value = "longest_path()", range = [8, inf] }
[outside]
command = ["sh", "judge.sh"]
values = ["size"]
"##;

/// A program of shell that does this about each level, whose number is `$n`.
fn judging(action: &str) -> String {
    format!("n=0\nwhile read -r line; do\nn=$((n + 1))\n{action}\ndone\n")
}

pub(crate) const ANSWER: &str = r#"echo "{\"id\":$n,\"size\":30}""#;

/// A scratch folder with the cave and its judge in a folder of their own.
pub(crate) fn with_judge(more: &str, action: &str) -> Scratch {
    Scratch::new()
        .with("game/cave.toml", format!("{CAVE}{more}"))
        .with("game/judge.sh", judging(action))
}

const SEARCH: &str = "--pop 6 --budget 1k --validation-maps 10 --quiet";

#[test]
fn a_run_keeps_its_problem_and_finds_its_judge() {
    let scratch = with_judge("", ANSWER);
    let checked = scratch.evolve("problem check game/cave.toml").ok();
    let told = "of a random level its judge from outside says: size = 30";
    assert!(checked.stdout.contains(told), "{}", checked.stdout);
    scratch.evolve(&format!("--problem game/cave.toml --out runs/one {SEARCH}")).ok();
    let file = scratch.read("runs/one/problem.toml");
    assert!(file.contains("folder = \"../../game\"\ncommand"), "{file}");
    let front = Table::read(&scratch.path("runs/one/front.csv"));
    assert!(front.columns.iter().any(|column| column == "size_validated"));
    // The same from the folder, on any number of threads, and of a run of the run.
    scratch.evolve("--config runs/one/config.toml --threads 1 --out other --quiet").ok();
    assert!(scratch.read("other/problem.toml").contains("folder = \"../game\"\n"));
    assert_eq!(scratch.read("runs/one/front.csv"), scratch.read("other/front.csv"));
    scratch.evolve("resume runs/one --budget 2k --quiet").ok();
    scratch.evolve("validate runs/one --maps 12").ok();
    let problem = "--problem runs/one/problem.toml";
    scratch.evolve(&format!("evaluate {problem} runs/one/best.json --maps 10")).ok();
    scratch.evolve(&format!("judge {problem} runs/one/best.json --levels 5 --sets 2")).ok();
    scratch.write("level.txt", "......\n.#....\n......\n......\n");
    let told = scratch.evolve("score --problem game/cave.toml --explain --all level.txt").ok();
    assert!(told.stdout.contains("size      6        score 1.00"), "{}", told.stdout);
}

#[test]
fn a_judge_sifts_levels() {
    // It passes levels with a free corner alone.
    let action = format!(
        "case $line in *'\"map\":[\"#'*) echo \"{{\\\"id\\\":$n,\\\"size\\\":0}}\";; *) {ANSWER};; esac"
    );
    let script = r#"{"metadata": {"min": "6x4", "max": "6x4"}, "entities": ["empty", "rock"],
        "explorers": [{"type": "horz", "rules": ["random < 0.5 -> self(rock)", "-> self(empty)"]}]}"#;
    let command = "generate caves.json --problem game/cave.toml --count 20";
    let n_rocky = |more: &str| {
        let scratch = with_judge(more, &action).with("caves.json", script);
        let levels = scratch.marahel(command).ok();
        assert_eq!(levels.stderr.contains("fail outside(size) > 0"), !more.is_empty());
        let texts = levels.stdout.split("\n\n").filter(|level| level.starts_with('#'));
        (scratch, texts.count())
    };
    let (_, n) = n_rocky("");
    assert!(n > 0);
    let (scratch, n) = n_rocky("sift = true\n");
    assert_eq!(n, 0);
    scratch.marahel("certify caves.json --problem game/cave.toml --bits 6").ok();
    let certified = "generate caves.json --certificate caves.cert --count 20";
    let levels = scratch.marahel(&format!("{certified} --problem game/cave.toml")).ok().stdout;
    assert!(levels.split("\n\n").all(|level| !level.starts_with('#')), "{levels}");
    // The server for assistants gives the same levels.
    let mut server = Server::with_arguments(scratch, "game", &["--allow-judges"]);
    server.begin();
    let asked = json!({ "script": script, "problem": "cave.toml", "count": 12, "picture": false });
    let told = server.told("generate", &asked);
    let levels: Vec<&str> = told.split(":\n").skip(1).collect();
    assert!(levels.len() >= 12 && levels.iter().all(|level| !level.starts_with('#')), "{told}");
    let scratch = &server.scratch;
    scratch.write("game/cave.toml", format!("{CAVE}sift = 3\n"));
    let checked = scratch.evolve("problem check game/cave.toml");
    assert_eq!(checked.code, Some(1), "{checked:?}");
    assert!(checked.stdout.contains("true or false is expected here"), "{checked:?}");
}

#[test]
fn a_slow_judge_is_asked_about_the_best_scripts_alone() {
    // It passes levels without a rock in the first corner, and notes each question.
    let action = format!(
        "echo >> asked; case $line in *'\"map\":[\"#'*) echo \"{{\\\"id\\\":$n,\\\"size\\\":0}}\";; *) {ANSWER};; esac"
    );
    let file = CAVE.replace("outside(size) - 24", "count(rock)");
    let file = |more: &str| format!("{file}when = \"finalists\"\ncalls = 50\n{more}");
    let scratch =
        Scratch::new().with("game/cave.toml", file("")).with("game/judge.sh", judging(&action));
    let search = "--problem game/cave.toml --pop 6 --budget 1k --validation-maps 10";
    let told = scratch.evolve(&format!("{search} --out one")).ok().stdout;
    let verdict = told.lines().find(|line| line.contains("the judge from outside passes"));
    assert!(verdict.is_some_and(|line| line.contains(" of its first ")), "{told}");
    let n_asked = scratch.read("game/asked").lines().count();
    assert!((10..=50).contains(&n_asked), "{n_asked}");
    scratch.evolve(&format!("{search} --out other --threads 1 --quiet")).ok();
    assert_eq!(scratch.read("one/best.json"), scratch.read("other/best.json"));
    for (file, part) in [
        (
            file("").replace("count(rock)", "outside(size)"),
            "`outside(size)` is known of finalists alone",
        ),
        (file("").replace("finalists", "friday"), "`friday` is not a time to ask"),
        (file("").replace("when = \"finalists\"", ""), "`calls` are counted for finalists alone"),
    ] {
        scratch.write("game/cave.toml", file);
        let checked = scratch.evolve("problem check game/cave.toml");
        assert_eq!(checked.code, Some(1), "{checked:?}");
        assert!(checked.stdout.contains(part), "{checked:?}");
    }
}

#[test]
fn a_failure_ends_the_run_which_can_go_on_once_it_is_mended() {
    // NamedFiles a stone in the corner it falls silent for ever, crashes, or talks nonsense.
    let fall =
        |action: &str| format!("case $line in *'\"map\":[\"#'*) {action};; *) {ANSWER};; esac");
    for (action, part) in [
        ("echo ouch >&2; exit 7", "ended instead of answering (exit status: 7)"),
        ("sleep 1000000", "did not answer in 0.2 s"),
        ("echo hello", "answered `hello`, which is not an object of JSON"),
        ("echo '{}'", "does not repeat the id"),
    ] {
        let limits = "timeout = \"200ms\"\nstart_timeout = \"200ms\"\n";
        // Nothing but hanging is about time.
        let limits = if part.contains("0.2 s") { limits } else { "" };
        let scratch = with_judge(limits, &fall(action));
        let ended = scratch.evolve(&format!("--problem game/cave.toml --out run {SEARCH}"));
        let parts = ["error: ", "the judge from outside, `sh judge.sh`, ", part];
        let level = "at this level of 6x4:\n#";
        let ended = ended.fails_saying(1, &parts);
        // On a machine that is very busy some other level may have been too slow.
        assert!(ended.stderr.contains(level) || part.contains("0.2 s"), "{}", ended.stderr);
        assert!(ended.stderr.contains("resume run` goes on with it"), "{}", ended.stderr);
        if part.contains("status: 7") {
            assert!(ended.stderr.contains("its last words were:\nouch"), "{}", ended.stderr);
            scratch.write("game/judge.sh", judging(ANSWER));
            scratch.evolve("resume run --quiet").ok();
            scratch.evolve(&format!("--problem game/cave.toml --out whole {SEARCH}")).ok();
            assert_eq!(scratch.read("run/front.csv"), scratch.read("whole/front.csv"));
        }
    }
}

#[test]
fn a_level_without_an_answer_scores_nothing_where_the_file_says_so() {
    let action = format!("case $line in *'\"map\":[\"#'*) exit 7;; *) {ANSWER};; esac");
    let scratch = with_judge("on_failure = \"zero\"\n", &action);
    let run = |out: &str, threads: u32| {
        let threads = format!("--threads {threads} --out {out}");
        scratch.evolve(&format!("--problem game/cave.toml {threads} {SEARCH}")).ok()
    };
    let told = run("one", 1).stderr;
    assert!(told.contains("without an answer scored 0; one of them: the judge"), "{told}");
    run("two", 2);
    assert_eq!(scratch.read("one/front.csv"), scratch.read("two/front.csv"));
    scratch.write("level.txt", "#.....\n......\n......\n......\n");
    let told = scratch.evolve("score --problem game/cave.toml level.txt").ok();
    assert!(told.stdout.contains("\"playable\":false"), "{}", told.stdout);
    assert!(told.stderr.starts_with("warning: 1 level without an answer"), "{}", told.stderr);
}

#[test]
fn a_program_that_is_not_there_ends_everything() {
    let scratch = with_judge("on_failure = \"zero\"\n", ANSWER);
    let text = scratch.read("game/cave.toml").replace("\"sh\"", "\"no-such-judge\"");
    scratch.write("game/cave.toml", text);
    let parts =
        ["the judge from outside, `no-such-judge judge.sh`, cannot be started", "folder game"];
    let checked = scratch.evolve("problem check game/cave.toml");
    assert_eq!(checked.code, Some(1));
    assert!(parts.iter().all(|part| checked.stderr.contains(part)), "{}", checked.stderr);
    scratch.evolve(&format!("--problem game/cave.toml --out run {SEARCH}")).fails_saying(1, &parts);
}

#[test]
fn the_example_in_python_judges() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no python3");
        return;
    }
    let scratch = Scratch::new();
    for file in ["ambush.toml", "judge.py"] {
        let path = workspace().join("configs/problems/ambush").join(file);
        scratch.write(file, std::fs::read(path).expect("it is in the repository"));
    }
    let checked = scratch.evolve("problem check --deny-warnings ambush.toml").ok();
    assert!(checked.stdout.contains("ambush.toml: ambush, 5 tiles, 4 objectives"), "{checked:?}");
    scratch.write("level.txt", "@...........\n#########.##\n..........e.\n..........>.\n");
    let told = scratch.evolve("score --problem ambush.toml --explain level.txt").ok();
    assert!(told.stdout.contains("danger    2        score 0.67"), "{}", told.stdout);
    scratch.evolve(&format!("--problem ambush.toml --out run {SEARCH}")).ok();
}
