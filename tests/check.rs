//! `marahel check`: what it prints, rewrites and ends with.

use serde_json::Value;

use crate::program::{Ended, Scratch};

/// Sound, and nothing in it is idle.
const SOUND: &str = r#"{
  "metadata": {"min": "4x4", "max": "4x4"},
  "entities": ["empty", "solid"],
  "explorers": [{"rules": ["-> self(empty|solid)"]}]
}
"#;

/// Sound, but the second rule never fires.
const IDLE: &str = r#"{
  "metadata": {"min": "4x4", "max": "4x4"},
  "entities": ["empty", "solid"],
  "explorers": [{"rules": ["-> self(empty|solid)", "self(empty) -> self(solid)"]}]
}
"#;

/// A comma is missing, and a name in each of two rules is misspelt; one of
/// these means none of the entities.
const BROKEN: &str = r#"{
  "metadata": {"min": "4x4" "max": "4x4"},
  "entities": ["empty", "sölid"],
  "explorers": [{"rules": ["self(emty) -> self(sölid)", "-> self(water)"]}]
}
"#;

fn scratch() -> Scratch {
    Scratch::new().with("sound.json", SOUND).with("idle.json", IDLE).with("broken.json", BROKEN)
}

#[track_caller]
fn check_code(ended: &Ended, code: i32) {
    assert_eq!(ended.code, Some(code), "{ended:?}");
}

#[test]
fn exit_codes_tell_mistakes_from_warnings() {
    let scratch = scratch();
    for (arguments, code) in [
        ("sound.json", 0),
        ("idle.json", 0),
        ("broken.json", 1),
        ("sound.json broken.json idle.json", 1),
        ("none.json", 1),
        ("--deny-warnings sound.json", 0),
        ("--deny-warnings idle.json", 1),
        ("--format json broken.json", 1),
        ("--format json none.json", 1),
        ("--format json idle.json", 0),
        ("--format short broken.json", 1),
        ("", 2),
        ("--format xml sound.json", 2),
        ("--fix -", 2),
    ] {
        check_code(&scratch.marahel(&format!("check {arguments}")), code);
    }
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let ended = scratch().marahel("check none.json sound.json");
    check_code(&ended, 1);
    assert!(ended.stderr.contains("reading none.json"), "{}", ended.stderr);
    assert_eq!(ended.stdout, "sound.json: no mistakes, 1 explorer\n");
}

#[test]
fn each_mistake_is_shown_with_its_line() {
    let ended = scratch().marahel("check broken.json");
    let expected = r#"error: not valid JSON: expected comma
 --> broken.json:2:28
  |
2 |   "metadata": {"min": "4x4" "max": "4x4"},
  |                            ^
  |
help: put `,` here
  |
2 |   "metadata": {"min": "4x4", "max": "4x4"},
  |                            +

error: explorer 1, rule 1: unknown entity `emty`
 --> broken.json:4:34
  |
4 |   "explorers": [{"rules": ["self(emty) -> self(sölid)", "-> self(water)"]}]
  |                                  ^^^^
  |
help: did you mean `empty`?
  |
4 |   "explorers": [{"rules": ["self(empty) -> self(sölid)", "-> self(water)"]}]
  |                                    +

error: explorer 1, rule 2: unknown entity `water`
 --> broken.json:4:66
  |
4 |   "explorers": [{"rules": ["self(emty) -> self(sölid)", "-> self(water)"]}]
  |                                                                  ^^^^^
  |
  = help: known are empty, sölid, unknown, out, any, entity

broken.json: 3 mistakes, 2 of which --fix can mend
"#;
    assert_eq!(ended.stdout, expected);
}

#[test]
fn sound_scripts_are_named_unless_quiet() {
    let scratch = scratch();
    let said = scratch.marahel("check sound.json").ok().stdout;
    assert_eq!(said, "sound.json: no mistakes, 1 explorer\n");
    assert_eq!(scratch.marahel("check --quiet sound.json").ok().stdout, "");
    let said = scratch.marahel("check idle.json").ok().stdout;
    assert!(said.starts_with("warning: explorer 1, rule 2: this rule can never fire"), "{said}");
    assert!(said.ends_with("idle.json: no mistakes, 1 warning, 1 explorer\n"), "{said}");
    let said = scratch.start("marahel", "check -", SOUND).end().ok().stdout;
    assert_eq!(said, "standard input: no mistakes, 1 explorer\n");
}

#[test]
fn short_lines_begin_with_the_place() {
    let said = scratch().marahel("check --format short --quiet broken.json idle.json").stdout;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    assert!(lines[0].starts_with("broken.json:2:28: not valid JSON"), "{said}");
    assert!(lines[3].starts_with("idle.json:4:53: warning: explorer 1, rule 2: "), "{said}");
}

#[test]
fn json_holds_all_that_an_editor_needs() {
    let said = scratch().marahel("check --format json sound.json broken.json idle.json").stdout;
    let all: Value = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"));
    let all = all.as_array().expect("it is an array");
    assert_eq!(all.len(), 4, "{said}");
    let expected = serde_json::json!({
        "file": "broken.json",
        "severity": "error",
        "line": 4,
        "column": 34,
        "end_line": 4,
        "end_column": 38,
        "start": BROKEN.find("emty"),
        "end": BROKEN.find("emty").map(|start| start + 4),
        "place": "explorer 1, rule 1",
        "message": "unknown entity `emty`",
        "help": "did you mean `empty`?",
        "fix": {
            "start": BROKEN.find("emty"),
            "end": BROKEN.find("emty").map(|start| start + 4),
            "replacement": "empty",
        },
    });
    assert_eq!(all[1], expected);
    assert_eq!(all[2]["fix"], Value::Null);
    assert_eq!((&all[3]["file"], &all[3]["severity"]), (&"idle.json".into(), &"warning".into()));
    let said = scratch().marahel("check --format json sound.json").ok().stdout;
    assert_eq!(said, "[]\n");
}

/// What an editor does: replaces bytes, from the last fix to the first.
#[test]
fn fixes_of_json_can_be_applied() {
    let scratch = scratch();
    let said = scratch.marahel("check --format json broken.json").stdout;
    let all: Value = serde_json::from_str(&said).expect("it is JSON");
    let mut text = BROKEN.to_owned();
    for found in all.as_array().expect("it is an array").iter().rev() {
        let fix = &found["fix"];
        let Some(replacement) = fix["replacement"].as_str() else { continue };
        let at = |key: &str| fix[key].as_u64().expect("it is a place") as usize;
        text.replace_range(at("start")..at("end"), replacement);
    }
    scratch.write("fixed.json", text.replace("water", "empty"));
    scratch.marahel("check fixed.json").ok();
}

#[test]
fn files_are_mended_where_that_is_certain() {
    let scratch = scratch();
    let ended = scratch.marahel("check --fix broken.json idle.json");
    check_code(&ended, 1);
    assert_eq!(ended.stderr, "broken.json: mended 2 places\nidle.json: mended 1 place\n");
    assert!(ended.stdout.contains("unknown entity `water`"), "{}", ended.stdout);
    let mended = BROKEN.replace("\"4x4\" ", "\"4x4\", ").replace("emty", "empty");
    assert_eq!(scratch.read("broken.json"), mended);
    // What is idle goes, as it is shown, and no level changes.
    let levels =
        |file: &str| scratch.marahel(&format!("generate {file} --count 5 --format jsonl")).ok();
    scratch.write("before.json", IDLE);
    assert_eq!(scratch.read("idle.json"), IDLE.replace(", \"self(empty) -> self(solid)\"", ""));
    assert_eq!(levels("idle.json").stdout, levels("before.json").stdout);
    scratch.write("broken.json", mended.replace("water", "emptyy"));
    let ended = scratch.marahel("check --fix broken.json").ok();
    assert!(ended.stdout.contains("no mistakes"), "{}", ended.stdout);
    scratch.marahel("check broken.json").ok();
}

#[test]
fn fixes_of_warnings_are_applied_as_shown() {
    let unused = SOUND.replace(
        "\"explorers\"",
        "\"neighborhoods\": {\"near\": \"131\", \"far\": \"12\"},\n  \"explorers\"",
    );
    let unused = unused.replace("self(empty|solid)", "near(empty|solid)");
    let scratch = Scratch::new().with("s.json", &unused);
    let ended = scratch.marahel("check --fix s.json").ok();
    assert_eq!(ended.stderr, "s.json: mended 1 place\n");
    assert_eq!(scratch.read("s.json"), unused.replace(", \"far\": \"12\"", ""));
    assert_eq!(ended.stdout, "s.json: no mistakes, 1 explorer\n");
}

#[test]
fn changes_and_repeats_together_are_told() {
    let rules = "\"parameters\": {\"repeats\": 5, \"changes\": 20}, \"rules\"";
    let scratch = Scratch::new().with("s.json", SOUND.replace("\"rules\"", rules));
    let ended = scratch.marahel("check --deny-warnings s.json").ok();
    let told = "explorer 1: `changes` counts anew in each of its 5 `repeats`, so up to 5 x 20 = 100 visits alter tiles";
    assert!(ended.stdout.contains(told), "{}", ended.stdout);
    scratch.write("s.json", SOUND.replace("\"rules\"", &rules.replace("5,", "1,")));
    assert!(!scratch.marahel("check s.json").ok().stdout.contains("counts anew"));
}

#[test]
fn measures_of_problem_files_are_told_as_rules_have_them() {
    let scratch = Scratch::new();
    for (rule, told) in [
        ("count(solid) < 3", "`count` is for problem files; write `solid`"),
        ("distance(solid) > 1", "`distance` is for problem files; write `dist(solid)`"),
    ] {
        scratch.write("s.json", SOUND.replace("-> self", &format!("{rule} -> self")));
        let ended = scratch.marahel("check --format short s.json");
        assert!(ended.code == Some(1) && ended.stdout.contains(told), "{ended:?}");
        let (_, meant) = told.trim_end_matches('`').rsplit_once('`').expect("it is quoted");
        let (call, _) = rule.split_once(' ').expect("it has an operator");
        scratch.write(
            "s.json",
            SOUND.replace("-> self", &format!("{} -> self", rule.replace(call, meant))),
        );
        scratch.marahel("check s.json").ok();
    }
    let problem =
        "name = 'p'\nsize = '4x4'\nplayable = 'distance(a, b) > 2'\n[tiles]\na = {}\nb = {}\n";
    scratch.write("p.toml", problem);
    let told = "there is no measure `distance`; write `path` for steps";
    let ended = scratch.evolve("problem check --format short p.toml");
    assert!(ended.code == Some(1) && ended.stdout.contains(told), "{ended:?}");
}

/// Both dialects, and the files of problems: a shape has one center.
#[test]
fn a_neighborhood_without_a_center_is_told() {
    let shape =
        |matrix: &str| format!("\"neighborhoods\": {{\"ring\": \"{matrix}\"}},\n  \"explorers\"");
    let of_today = |matrix: &str| {
        SOUND.replace("\"explorers\"", &shape(matrix)).replace("\"-> ", "\"ring(solid) == 0 -> ")
    };
    let of_2017 = |matrix: &str| {
        format!(
            r#"{{"metadata": {{"minDimension": "4x4", "maxDimension": "4x4"}}, "entities": ["empty", "solid"],
              {}: [{{"type": "sequential", "region": {{"name": "map"}}, "rules": ["ring(solid)==0 -> self(empty)"]}}]}}"#,
            shape(matrix)
        )
    };
    let problem = |matrix: &str| {
        format!(
            "name = 'ring'\nsize = '4x4'\nplayable = \"cells('self(b), ring(b) > 0') < 3\"\n[tiles]\na = {{}}\nb = {{}}\n\
             [neighborhoods]\nring = '{matrix}'\n"
        )
    };
    let scratch = Scratch::new();
    for (matrix, told) in [
        (
            "111,101,111",
            "`ring` has no center, so that its first digit is it; write 2 (or 3) for it",
        ),
        ("2,1,3", "`ring` has several centers, of which the last counts; write 2 (or 3) once"),
        ("111,121,111", ""),
    ] {
        scratch.write("today.json", of_today(matrix));
        scratch.write("old.json", of_2017(matrix));
        scratch.write("ring.toml", problem(matrix));
        for command in [
            "marahel check --format short today.json",
            "marahel check --format short old.json",
            "evolve problem check --format short ring.toml",
        ] {
            let ended = scratch.shell(command).ok();
            let is_told = !told.is_empty() && ended.stdout.contains(told);
            let is_doubted = ended.stdout.contains(" center");
            assert_eq!(
                (is_told, is_doubted),
                (!told.is_empty(), !told.is_empty()),
                "{command}: {}",
                ended.stdout
            );
        }
    }
}

#[test]
fn colors_are_for_terminals() {
    let scratch = scratch();
    for (arguments, has_colors) in [
        ("check broken.json", false),
        ("check --color auto broken.json", false),
        ("check --color never broken.json", false),
        ("check --color always broken.json", true),
        ("check --color always --format json broken.json", false),
        ("check --color always --format short broken.json", false),
    ] {
        let said = scratch.marahel(arguments).stdout;
        assert_eq!(said.contains('\u{1b}'), has_colors, "{arguments}: {said}");
    }
}

#[test]
fn scripts_cannot_talk_to_the_terminal() {
    let script = SOUND.replace("self(empty", "self(e\u{1b}[31mpty");
    let scratch = Scratch::new().with("script.json", script);
    let said = scratch.marahel("check script.json").stdout;
    assert!(!said.contains('\u{1b}'), "{said}");
}

#[test]
fn rules_that_fire_in_no_level_are_named() {
    let script = r#"{"metadata": {"min": "6x4", "max": "6x4"}, "entities": ["floor", "wall"],
        "explorers": [{"type": "horz", "rules": ["-> self(floor)"]},
        {"type": "horz", "rules": ["self(wall) -> self(floor)", "random < 0.5 -> self(wall)"]}]}"#;
    let scratch = Scratch::new().with("dead.json", script);
    let said = scratch.marahel("check dead.json").ok().stdout;
    let (_, never) = said.split_once("never fired in 20 levels: ").expect("one never fires");
    assert!(never.starts_with("explorer 2, rule 1; `marahel trace`"), "{said}");
    let scratch = scratch.with("dead.json", script.replace("self(wall) ->", "self(floor) ->"));
    let said = scratch.marahel("check dead.json").ok().stdout;
    assert!(said.contains("explorer 2, rule 2;"), "{said}");
    let scratch = scratch.with(
        "dead.json",
        script.replace("self(wall) -> self(floor)", "random < 0.5 -> self(floor)"),
    );
    assert!(!scratch.marahel("check dead.json").ok().stdout.contains("never fired"));
}

#[test]
fn entities_that_are_no_tiles_of_a_problem_are_told() {
    let scratch = scratch();
    let problem =
        "size = \"4x4\"\nplayable = \"regions() >= 0\"\n[tiles]\nempty = {}\nwater = {}\n";
    scratch.write("pond.toml", problem);
    let ended = scratch.marahel("check sound.json --problem pond.toml");
    check_code(&ended, 1);
    assert!(ended.stderr.contains("has the entity `solid`, which"), "{ended:?}");
    scratch.write("pond.toml", problem.replace("water", "solid"));
    scratch.marahel("check sound.json --problem pond.toml").ok();
}
