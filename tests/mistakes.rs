//! Bad input: one clear message, the right exit code, nothing lost.

use std::fs;

use crate::folder::files;
use crate::program::Scratch;
use crate::runs::TINY;

/// A tiny run with more options fails, and leaves no folder.
#[track_caller]
fn check(options: &str, code: i32, parts: &[&str]) {
    let scratch = Scratch::new();
    scratch.evolve(&format!("{options} --out run")).fails(code, parts);
    assert!(!scratch.path("run").exists());
}

/// A run with a config file fails, and leaves no folder.
#[track_caller]
fn check_config(config: impl AsRef<[u8]>, code: i32, parts: &[&str]) {
    let scratch = Scratch::new().with("study.toml", config);
    scratch.evolve("--config study.toml --out run").fails(code, &["study.toml"]);
    scratch.evolve("--config study.toml --out run").fails(code, parts);
    assert!(!scratch.path("run").exists());
}

#[test]
fn options_that_make_no_sense() {
    check("", 2, &["--problem", "binary, zelda, sokoban"]);
    check("--problem tetris", 2, &["`tetris`", "binary, zelda, sokoban"]);
    check("--problem zelda --pop 0", 2, &["--pop", "at least 2"]);
    check("--problem zelda --pop 1", 2, &["--pop", "at least 2"]);
    check("--problem zelda --pop many", 2, &["--pop", "whole number"]);
    check("--problem zelda --pop 99999999", 2, &["99999999", "1048576"]);
    check("--problem zelda --gens 0", 2, &["--gens", "at least 1"]);
    check("--problem zelda --maps 0", 2, &["--maps", "at least 1"]);
    check("--problem zelda --maps 99999999999", 2, &["--maps", "at most 4294967295"]);
    check("--problem zelda --threads 0", 2, &["--threads", "at least 1"]);
    check("--problem zelda --seed 18446744073709551615", 2, &["--seed", "9223372036854775807"]);
    check("--problem zelda --seed x", 2, &["--seed", "whole number"]);
    check("--problem zelda --validation-maps x", 2, &["--validation-maps"]);
    check("--problem zelda --algorithm sa", 2, &["`sa`", "`nsga2`", "`random`"]);
    check("--problem zelda --semantics x", 2, &["`x`", "documented", "fdg20"]);
    check("--problem zelda --wrong", 2, &["--wrong"]);
}

#[test]
fn a_problem_and_a_script_that_were_swapped() {
    let scratch = Scratch::new().with("mine.json", "{}").with("mine.toml", "");
    scratch.evolve("evaluate mine.toml --problem mine.json").fails(2, &["`mine.json`", "swapped"]);
}

#[test]
fn a_dial_that_is_called_like_a_tile() {
    let problem = "name = \"ladders\"\nsize = \"9x9\"\nplayable = \"count(ladder) >= 0\"\n\
                   [tiles]\nempty = {}\nladder = {}\n\
                   [objectives]\nladder = { value = \"count(ladder)\", range = [1, inf] }\n\
                   [controls]\nladder = { value = \"count(ladder)\", range = [0, 20] }\n";
    let scratch = Scratch::new().with("ladders.toml", problem);
    scratch
        .evolve("--problem ladders.toml --dials ladder --budget 2k --out run")
        .fails(2, &["dials of ladders", "`ladder` has another meaning in rules"]);
}

#[test]
fn settings_that_make_no_sense() {
    check("--problem zelda --set maps", 2, &["--set maps", "KEY=VALUE"]);
    check("--problem zelda --set mops=1", 2, &["mops = 1", "`maps`"]);
    check("--problem zelda --set search.pop=1", 2, &["search.pop", "`population`"]);
    check("--problem zelda --set maps.x=1", 2, &["maps.x"]);
    let deep = format!("--problem zelda --set a{}=1", ".a".repeat(40_000));
    check(&deep, 2, &["a key has at most a few parts"]);
    check("--problem zelda --set study.noise=loud", 2, &["noise = loud", "`fresh`"]);
    check("--problem zelda --set search.isolation=2", 2, &["isolation", "from 0 to 1"]);
    check("--problem zelda --set search.isolation=nan", 2, &["isolation", "from 0 to 1"]);
    check("--problem zelda --set noise=fresh", 2, &["unknown field `noise`"]);
    check("--problem zelda --set rotate=3", 2, &["unknown field `rotate`"]);
    check("--problem zelda --set zelda.weights.door=-1", 2, &["zelda.weights.door = -1"]);
    check("--problem zelda --set zelda.weights.door=99999999", 1, &["weights", "65536"]);
    check("--problem zelda --pop 99999999", 2, &["population", "1048576"]);
    check("--problem zelda --set zelda.objectives.key.range=[3,1]", 2, &["range"]);
    check("--problem zelda --set genome.n_explorers=0", 2, &["genome.n_explorers"]);
    check("--problem zelda --set grammar=none.json", 2, &["unknown field `grammar`"]);
}

#[test]
fn configs_that_are_not_understood() {
    check_config("problem = ", 2, &["line 1"]);
    check_config("problem = \"zelda\"\npopulation = 3\n", 2, &["line 2", "`population`"]);
    check_config("problem = \"zelda\"\nmaps = \"many\"\n", 2, &["line 2", "\"many\""]);
    check_config("problem = \"zelda\"\nmaps = 0\n", 2, &["`maps`", "at least 1"]);
    check_config("problem = \"tetris\"\n", 2, &["`tetris`", "binary, zelda, sokoban"]);
    check_config("problem = \"zelda\"\n[search]\nisolation = 2\n", 2, &["from 0 to 1"]);
    check_config("problem = \"zelda\"\nseed = 18446744073709551615\n", 2, &["line 2"]);
    check_config(b"\xff\xfe", 1, &["UTF-8"]);
    check("--config none.toml", 1, &["reading none.toml"]);
    check("--config .", 1, &["reading ."]);
}

#[test]
fn a_setting_is_blamed_on_the_command_line_that_made_it() {
    let scratch = Scratch::new().with("study.toml", "problem = \"zelda\"\n");
    let ended = scratch.evolve("--config study.toml --set search.isolation=2 --out run");
    let ended = ended.fails(2, &["isolation"]);
    assert!(!ended.stderr.contains("study.toml"), "{}", ended.stderr);
}

#[test]
fn folders_that_cannot_be_written_to() {
    let scratch = Scratch::new().with("file", "mine");
    let before = files(&scratch.path(""));
    scratch.evolve(&format!("--problem zelda {TINY} --out file")).fails(1, &["file"]);
    scratch.evolve(&format!("--problem zelda {TINY} --out file --force")).fails(1, &["file"]);
    scratch.evolve(&format!("--problem zelda {TINY} --out file/run")).fails(1, &["file/run"]);
    assert_eq!(files(&scratch.path("")), before);
    scratch.evolve(&format!("--problem zelda {TINY} --force")).fails(2, &["--out"]);
}

#[test]
fn genomes_that_are_none() {
    let check = |genomes: &[u8], parts: &[&str]| {
        let scratch = Scratch::new().with("genomes.jsonl", genomes);
        let ended = scratch.evolve("decode --problem zelda genomes.jsonl");
        ended.fails(1, parts).fails(1, &["genomes.jsonl"]);
    };
    check(b"", &["no genome"]);
    check(b"\n{\"genes\": [1, 2]}\n", &["line 2", "102 genes, not 2"]);
    check(b"[1, 2", &["line 1", "JSON"]);
    check(b"{}", &["line 1", "`genes`"]);
    check(b"[0.5]", &["line 1", "gene 0 is 0.5"]);
    check(format!("[{}50]", "0, ".repeat(101)).as_bytes(), &["gene 101 is 50", "at most 49"]);
    check(b"\xff", &["line 1", "UTF-8"]);
    let scratch = Scratch::new();
    scratch.evolve("decode --problem zelda none").fails(1, &["reading none"]);
    scratch.evolve("decode --problem zelda .").fails(1, &["reading ."]);
    scratch.evolve("decode --problem zelda --set study.layout=x").fails(2, &["`x`", "`released`"]);
}

#[test]
fn levels_that_are_none() {
    let check = |levels: &[u8], parts: &[&str]| {
        let scratch = Scratch::new().with("levels.jsonl", levels);
        let ended = scratch.evolve("score --problem sokoban levels.jsonl");
        ended.fails(1, parts).fails(1, &["levels.jsonl"]);
    };
    check(b"", &["no level"]);
    check(br#"{"map": ["--", "-"]}"#, &["line 1", "row 2 has 1", "equally long"]);
    check(br#"{"map": ["-x"]}"#, &["line 1", "row 1, column 2", "'x'", "`-` empty"]);
    check(br#"{"map": []}"#, &["line 1", "no tiles"]);
    check(br#"{"map": 3}"#, &["line 1", "integer `3`"]);
    check(b"{}", &["line 1", "`map`"]);
    check(b"[]", &["line 1", "this is no level that is read"]);
    check(b"\xff", &["line 1", "UTF-8"]);
    check(br#"{"map": ["-*"]}"#, &["line 1", "row 1, column 2", "`*` is a crate on a target"]);
}

#[test]
fn levels_that_do_not_say_what_their_tiles_are() {
    let scratch = Scratch::new();
    scratch.write("levels.jsonl", r#"{"tiles": [[0, 1]]}"#);
    scratch.write("levels.txt", "#.@\n");
    let score = |arguments: &str| scratch.evolve(&format!("score --problem sokoban {arguments}"));
    score("levels.jsonl").fails(2, &["levels.jsonl, line 1", "--entities", "--script"]);
    score("levels.jsonl --entities solid,target").ok();
    score("levels.txt").fails(2, &["levels.txt", "`.` may be target or empty", "--entities"]);
    let counts = |names: &str| {
        let answer = score(&format!("levels.txt --entities {names}")).ok().stdout;
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("it is JSON");
        [answer["counts"]["empty"].as_u64(), answer["counts"]["target"].as_u64()]
    };
    assert_eq!(counts("player,solid,empty"), [Some(1), Some(0)]);
    assert_eq!(counts("crate,target,player,solid,empty"), [Some(0), Some(1)]);
}

#[test]
fn scripts_that_are_none() {
    let check = |script: &[u8], parts: &[&str]| {
        let scratch = Scratch::new().with("hall.json", script);
        scratch.marahel("generate hall.json").fails(1, parts).fails(1, &["hall.json"]);
        let ended = scratch.evolve("evaluate --problem zelda hall.json");
        ended.fails(1, parts).fails(1, &["hall.json"]);
        let ended = scratch.marahel("check hall.json");
        assert_eq!(ended.code, Some(1), "{ended:?}");
        for part in parts {
            assert!(format!("{}{}", ended.stdout, ended.stderr).contains(part), "{ended:?}");
        }
    };
    check(b"", &["hall.json"]);
    check(b"{\n\"entities\": }", &["hall.json:2:"]);
    check(b"[]", &["JSON object"]);
    check(b"\xff", &["UTF-8"]);
    check(
        br#"{"metadata": {"min": "3x3", "max": "3x3"}, "entities": ["empty", "solid"],
        "explorers": [{"type": "horz", "rules": ["self(any) -> self(emty)"]}]}"#,
        &["hall.json:2:", "`emty`", "did you mean `empty`?"],
    );
    let scratch = Scratch::new();
    scratch.marahel("generate none.json").fails(1, &["reading none.json"]);
    scratch.marahel("generate .").fails(1, &["this is a folder", "best.json"]);
}

#[test]
fn a_config_that_names_no_problem_is_refused_like_no_config() {
    let scratch = Scratch::new().with("empty.toml", "").with("seed.toml", "seed = 3\n");
    for file in ["empty.toml", "seed.toml"] {
        let ended = scratch.evolve(&format!("--config {file} --budget 1k --out run"));
        ended.fails(2, &[file, "`problem`", "binary, zelda, sokoban"]);
    }
    assert!(!scratch.path("run").exists());
    scratch.evolve("--config seed.toml --problem binary --gens 1 --pop 4 --maps 2 --out run").ok();
}

#[test]
fn a_mark_of_the_encoding_before_lines_is_no_mistake() {
    let lines = "\u{feff}{\"map\":[\"..#\",\"#..\"]}\n{\"map\":[\"...\"]}\n";
    let ended =
        Scratch::new().with("levels.jsonl", lines).evolve("score --problem binary levels.jsonl");
    assert_eq!(ended.ok().stdout.lines().count(), 2);
    for (name, text) in [
        ("a.txt", "..#\n#..\n"),
        ("a.json", "{\"map\":[\"..#\",\"#..\"]}"),
        ("a.csv", "0,0,1\n1,0,0\n"),
    ] {
        let scratch = Scratch::new().with(name, format!("\u{feff}{text}"));
        let score = format!("score --problem binary --entities empty,solid {name}");
        assert!(scratch.evolve(&score).ok().stdout.contains("\"solid\":2"), "{name}");
    }
}

#[test]
fn what_a_terminal_would_obey_is_never_printed() {
    let script = r#"{"metadata": {"min": "3x3", "max": "3x3"}, "entities": ["a\u001b[31m"],
        "explorers": [{"type": "dig\u001b[31mger", "rules": []}]}"#;
    let scratch = Scratch::new().with("red.json", script);
    for command in ["check red.json", "generate red.json", "trace red.json", "range red.json"] {
        let ended = scratch.marahel(command);
        assert_eq!(ended.code, Some(1), "{command}");
        let said = ended.stdout + &ended.stderr;
        assert!(said.contains(r"\u{1b}") && !said.contains('\u{1b}'), "{command}: {said}");
    }
}

#[test]
fn messages_stay_readable_however_long_a_name_is() {
    let name = "x".repeat(1_000_000);
    let script = format!(
        r#"{{"metadata": {{"min": "3x3", "max": "3x3"}}, "entities": ["a"],
        "explorers": [{{"type": "{name}", "rules": ["-> self({name})"]}}]}}"#
    );
    let scratch = Scratch::new().with("long.json", script);
    for command in ["check long.json", "generate long.json"] {
        let ended = scratch.marahel(command);
        assert_eq!(ended.code, Some(1));
        let n_bytes = ended.stdout.len() + ended.stderr.len();
        assert!(n_bytes < 4000, "{command}: {n_bytes} bytes");
    }
}

#[test]
fn a_script_of_any_length_is_refused_at_once() {
    let scratch = Scratch::new().with("huge.json", vec![b' '; 50_000_000]);
    for command in ["check huge.json", "generate huge.json", "convert huge.json"] {
        scratch.marahel(command).fails(1, &["huge.json", "at most 4 MiB"]);
    }
    scratch.evolve("evaluate --problem zelda huge.json").fails(1, &["at most 4 MiB"]);
}

#[test]
fn numbers_are_asked_for_in_words() {
    let scratch = Scratch::new();
    for setting in ["maps=abc", "seed=-1", "search.polish=abc", "zelda.weights.enemy=x"] {
        let ended = scratch.evolve(&format!("--problem zelda --set {setting} --out run"));
        assert_eq!(ended.code, Some(2));
        for word in ["u8", "u32", "u64", "usize", "f64"] {
            assert!(!ended.stderr.contains(word), "{}", ended.stderr);
        }
    }
}

#[test]
fn genes_out_of_range_are_found_in_their_file_and_row() {
    let scratch = Scratch::new();
    scratch.evolve("--problem binary --gens 1 --pop 4 --maps 2 --validation-maps 2 --out run").ok();
    let front = scratch.read("run/front.csv");
    let (columns, rows) = front.split_once('\n').expect("there are rows");
    let genes = columns.split(',').position(|column| column == "genes").expect("it is a column");
    let row = rows.lines().next().expect("there is a row");
    let mut fields: Vec<&str> = row.split(',').collect();
    let wrong = fields[genes].replacen(' ', " 99999 ", 1);
    fields[genes] = &wrong;
    scratch.write("run/front.csv", format!("{columns}\n{}\n", fields.join(",")));
    scratch
        .evolve("validate run --maps 2")
        .fails(1, &["run/front.csv", "row 1", "`genes`", "102 genes, not 103"]);
}

/// What a terminal may obey, in a key of a script; in the name of a file.
#[test]
fn nothing_that_is_printed_controls_the_terminal() {
    let obeyed = "\u{1b}]0;pwned\u{7}\u{1b}[31m\u{9b}1m\u{202e}";
    let script = r#"{"metadata": {"min": "8x8", "max": "8x8"}, "entities": ["a", "b"],
        "explorers": [{"type": "horz", "rules": ["-> self(b)"], "KEY": 1}]}"#;
    let key = r"\u001b]0;pwned\u0007\u001b[31m\u0000\u009b1m\u202e";
    let problem = format!("name = \"{key}\"\n\"{key}\" = 1\n").replace(r"\u0000", "");
    let file = format!("a{obeyed}.json");
    let scratch = Scratch::new()
        .with("keys.json", script.replace("KEY", key))
        .with(&file, script.replace("KEY", key))
        .with("keys.toml", problem)
        .with("front.csv", format!("b,a{obeyed}\n0.5,0.2\n0.3,0.4\n"));
    for command in [
        "marahel check keys.json",
        "marahel check keys.json --format short",
        "marahel check keys.json --format json",
        "marahel check a*.json",
        "marahel check a*.json --format short",
        "marahel generate a*.json",
        "evolve problem check keys.toml",
        "evolve problem check keys.toml --format short",
        "evolve problem check keys.toml --format json",
        "evolve analyze front.csv",
        "evolve analyze front.csv --format json",
    ] {
        let ended = scratch.shell(command);
        let text = ended.stdout + &ended.stderr;
        assert!(!text.contains(|c: char| obeyed.contains(c) && !c.is_ascii_graphic()), "{text:?}");
        assert!(text.contains("pwned"), "{command}: {text}");
    }
}

/// Files and commands of one program that are given to the other.
#[test]
fn what_is_given_in_the_wrong_place() {
    let scratch = Scratch::new().with("mine.toml", "name = 'mine'\n").with("mine.json", "{}");
    fs::create_dir(scratch.path("run")).expect("the folder is new");
    let marahel = |arguments: &str, code, parts: &[&str]| {
        scratch.marahel(arguments).fails(code, parts);
    };
    let evolve = |arguments: &str, code, parts: &[&str]| {
        scratch.evolve(arguments).fails(code, parts);
    };
    marahel("score levels.jsonl", 2, &["there is `evolve score`"]);
    marahel("generate mine.toml", 1, &["mine.toml", "no script", "--problem"]);
    marahel("check mine.toml", 1, &["mine.toml", "`evolve problem check`"]);
    marahel("new castel", 2, &["castel", "did you mean castle?"]);
    evolve("check mine.toml", 2, &["there is `evolve problem check` and `marahel check`"]);
    evolve("experiment mine.toml", 2, &["no `evolve experiment` any more: `marahel.ray.sweep`"]);
    evolve("generate mine.json", 2, &["there is `marahel generate`"]);
    evolve("problem check mine.json", 1, &["mine.json", "`marahel check`"]);
    evolve("improve run --problem zelda", 1, &["run", "folder", "run/best.json"]);
    evolve("score mine.jsonl", 2, &["--problem", "mine.toml"]);
    evolve("judge mine.json --problem mine", 2, &["`mine`", "ends in .toml"]);
    let text = scratch.start("evolve", "score --problem zelda", "###\n#.#\n").end();
    text.fails(1, &["standard input, line 1", "--from", "txt"]);
}
