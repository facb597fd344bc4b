use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use marahel_level::{Level, Palette};
use marahel_problem::{OnFailure, Outside, OutsideFailure, OutsideJudge};

use super::{JudgeProgram, Process};

/// Answers with the number of characters of each question but for its id.
const ANSWERS: &str = r#"n=0; while read -r line; do n=$((n + 1)); echo "{\"id\":$n,\"length\":$((${#line} - ${#n}))}"; done"#;

fn level() -> Level {
    let palette = Palette::of_names(&["empty", "solid", "player"]).expect("names differ");
    Level::from_text("@.\n.#\n", Arc::new(palette)).expect("it is a level")
}

/// A program that the shell runs, with all the time that it wants.
fn program(script: &str) -> JudgeProgram {
    let outside = Outside {
        command: ["sh", "-c", script].map(str::to_owned).to_vec(),
        folder: None,
        values: vec!["length".to_owned()],
        timeout: Duration::from_mins(2),
        start_timeout: Duration::from_mins(2),
        on_failure: OnFailure::End,
        sift: false,
        finalists: None,
    };
    let (folder, palette) = (std::env::temp_dir(), Arc::clone(level().palette()));
    JudgeProgram { outside, folder, palette }
}

/// What a program answers to several questions.
fn asked<const N: usize>(program: JudgeProgram) -> [Result<f64, OutsideFailure>; N] {
    let mut process = Process::new(program);
    [(); N].map(|()| {
        let mut values = [0.0];
        process.judge(level().view(), &mut values).map(|()| values[0])
    })
}

#[track_caller]
fn fails(script: &str, parts: &[&str]) {
    let [found] = asked(program(script));
    let error = found.expect_err("it has no answer");
    assert!(error.is_of_level);
    let text = error.to_string();
    for part in parts.iter().chain(&["at this level of 2x2:\n@.\n.#"]) {
        assert!(text.contains(part), "there is no `{part}` in {text}");
    }
}

#[test]
fn a_program_is_asked_again_and_again() {
    let [one, two, three] = asked(program(ANSWERS)).map(|found| found.expect("it answers"));
    let line = r#"{"id":,"map":["@.",".#"],"width":2,"height":2,"entities":["empty","solid","player"],"tiles":[[2,0],[0,1]]}"#;
    assert_eq!([one, two, three], [line.len() as f64; 3]);
}

#[test]
fn a_slow_program_is_waited_for() {
    let [found] = asked(program(&format!("sleep 0.3; {ANSWERS}")));
    assert!(found.is_ok(), "{found:?}");
}

#[test]
fn who_ends_is_told_with_the_last_words_and_started_again() {
    let script = "read -r line; echo 'no memory' >&2; exit 3";
    fails(script, &["ended instead of answering (exit status: 3)", "last words were:\nno memory"]);
    fails("kill -9 $$", &["ended instead of answering (signal: 9"]);
    // Answers once, and ends.
    let answering = r#"read -r line; echo '{"id":1,"length":5}'"#;
    let [one, two, three] = asked(program(answering));
    assert!(one.is_ok() && two.is_err() && three.is_ok(), "{one:?} {two:?} {three:?}");
}

#[test]
fn who_never_answers_is_killed_with_all_that_it_started() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("pid");
    // The shell waits for another process, which nobody would end otherwise.
    let script = format!("sh -c 'echo $$ > {}; exec sleep 1000000'; echo never", file.display());
    let limits = [Duration::from_millis(500), Duration::from_millis(1)];
    let mut program = program(&script);
    (program.outside.start_timeout, program.outside.timeout) = (limits[0], limits[1]);
    let [found] = asked(program);
    let text = found.expect_err("it never answers").to_string();
    assert!(text.contains("did not answer in 0.5 s at this level of 2x2"), "{text}");
    // On a machine so slow that there was no time to write it, there is nothing to see.
    let Ok(pid) = std::fs::read_to_string(&file) else { return };
    let gone = || {
        let stat = std::fs::read_to_string(PathBuf::from("/proc").join(pid.trim()).join("stat"));
        stat.map_or(true, |stat| stat.contains(") Z "))
    };
    while !gone() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn nonsense_is_no_answer() {
    fails("echo hello; cat", &["answered `hello`, which is not an object of JSON"]);
    fails("echo '{\"id\":1}'; cat", &["in which there is no `length`"]);
    fails("echo '{\"id\":1,\"length\":1,\"width\":2}'; cat", &["nobody asked for `width`"]);
    // No line ever ends.
    fails("yes | tr -d '\\n'", &["answered `yyyy", "yyy...`"]);
    // A second line would be taken for the answer about the next level.
    let twice = r#"echo '{"id":1,"length":5}'; echo '{"id":1,"length":5}'; cat > /dev/null"#;
    let [one, two] = asked(program(twice));
    assert!(one.is_ok());
    assert!(two.expect_err("it is about another").to_string().contains("with the id 1, not 2"));
}

#[test]
fn who_cannot_be_started_is_not_the_fault_of_a_level() {
    for command in ["no such program", "./no-such-program"] {
        let mut program = program("");
        program.outside.command = vec![command.to_owned()];
        let [found] = asked(program);
        let error = found.expect_err("there is none");
        assert!(!error.is_of_level, "{error}");
        let text = error.to_string();
        assert!(text.contains("cannot be started") && text.contains("in the folder"), "{text}");
    }
}

#[test]
fn a_path_is_one_from_the_folder_of_the_program() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("judge.sh");
    std::fs::write(&file, format!("#!/bin/sh\n{ANSWERS}\n")).expect("there is room");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).expect("it is ours");
    let mut program = program("");
    program.outside.command = vec!["./judge.sh".to_owned()];
    program.folder = folder.path().to_owned();
    let [found] = asked(program);
    assert!(found.is_ok(), "{found:?}");
}

#[test]
fn an_idle_program_ends_with_its_input() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("ended");
    let script = format!("{ANSWERS}; echo > {}", file.display());
    // On a slow machine it may be killed before it has ended by itself.
    let ends_by_itself = || {
        let [found] = asked(program(&script));
        found.is_ok() && file.exists()
    };
    assert!((0..20).any(|_| ends_by_itself()));
}
