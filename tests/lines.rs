//! The filters of `evolve`: lines in, lines out, for other programs to use.

use serde_json::{Value, json};

use crate::folder::{check_equal, files};
use crate::program::{Ended, Scratch, closed_after_a_line, workspace};
use crate::runs::TINY;

#[track_caller]
fn values(ended: Ended) -> Vec<Value> {
    let ended = ended.ok();
    assert_eq!(ended.stderr, "");
    ended.stdout.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

/// A genome that asks for two explorers, all with the same genes.
fn genome(gene: u32) -> Vec<u32> {
    let mut genes = vec![gene; 102];
    genes[0] = 0;
    genes
}

#[test]
fn decode_writes_explorers_or_says_that_there_is_no_end() {
    let lines = format!(
        "{}\n\n{}\n{}\n",
        json!(genome(1)),
        json!({"genes": genome(1), "kind": "copy"}),
        json!(genome(0))
    );
    let scratch = Scratch::new();
    let answers = values(scratch.start("evolve", "decode --problem binary", &lines).end());
    assert_eq!(answers.len(), 3);
    let explorers = answers[0]["explorers"].as_array().expect("there are explorers");
    assert_eq!(explorers.len(), 3);
    assert_eq!(explorers[0]["rules"], json!(["self(any) -> self(solid:1|empty:1)"]));
    assert_eq!(answers[1], answers[0]);
    assert_eq!(answers[2], json!({"error": "unbounded"}));
}

#[test]
fn decode_reads_the_layout_that_it_is_told() {
    let mut genes = genome(1);
    genes[1] = 3; // the seed in the paper's layout, five explorers in the released one
    let line = json!(genes).to_string();
    let scratch = Scratch::new();
    for (layout, n_explorers) in [("paper", 3), ("released", 6)] {
        let arguments = format!("decode --problem zelda --set study.layout={layout} -");
        let answers = values(scratch.start("evolve", &arguments, &line).end());
        assert_eq!(answers[0]["explorers"].as_array().map(Vec::len), Some(n_explorers));
    }
}

#[test]
fn decoded_scripts_generate_and_evaluate() {
    let scratch = Scratch::new();
    let line = json!(genome(1)).to_string();
    let script = scratch.start("evolve", "decode --problem zelda --script", &line).end().ok();
    let level = scratch.start("marahel", "generate -", &script.stdout).end().ok();
    assert_eq!(level.stdout.lines().map(str::len).collect::<Vec<_>>(), [11; 7]);
    let arguments = "evaluate --problem zelda - --maps 10";
    let answers = values(scratch.start("evolve", arguments, &script.stdout).end());
    assert_eq!(answers[0]["maps"], 10);
}

#[test]
fn score_measures_what_design_promises() {
    let check = |problem: &str, line: Value, expected: Value| {
        let scratch = Scratch::new();
        let arguments = format!("score --problem {problem}");
        let answers = values(scratch.start("evolve", &arguments, &line.to_string()).end());
        assert_eq!(answers, [expected]);
    };
    check(
        "binary",
        json!({"id": 7, "map": ["..#", "#..", "##."], "other": true}),
        json!({"id": 7, "counts": {"empty": 5, "solid": 4}, "regions": 1, "diameter": 4, "playable": true, "good": true}),
    );
    check(
        "zelda",
        json!({"map": ["@.k", "e#d"]}),
        json!({
            "counts": {"door": 1, "empty": 1, "enemy": 1, "key": 1, "player": 1, "solid": 1},
            "regions": 1, "diameter": 3, "player_key": 2, "key_door": 1, "solution": 3,
            "nearest_enemy": 1, "playable": true, "whole": true, "good": false,
        }),
    );
    check(
        "sokoban",
        json!({"map": ["@$-."]}),
        json!({
            "counts": {"crate": 1, "empty": 1, "player": 1, "solid": 0, "target": 1},
            "regions": 1, "diameter": 3, "difference": 0, "optimal": 2, "status": "solved",
            "playable": true, "good": false,
        }),
    );
}

#[test]
fn generated_levels_can_be_scored() {
    let scratch = Scratch::new();
    let script = workspace().join("configs/generators/fdg20/sokoban.json");
    let arguments = format!("generate {} --count 5 --format jsonl", script.display());
    let levels = scratch.marahel(&arguments).ok();
    let answers = values(scratch.start("evolve", "score --problem sokoban", &levels.stdout).end());
    assert_eq!(answers.len(), 5);
    for answer in answers {
        let counts = answer["counts"].as_object().expect("it is by name");
        assert_eq!(counts.values().filter_map(Value::as_u64).sum::<u64>(), 25);
    }
}

#[test]
fn evaluate_gives_mean_deviation_and_error_of_each_objective() {
    let scratch = Scratch::new();
    let script = workspace().join("configs/generators/fdg20/zelda.json");
    let evaluate = |options: &str| {
        let arguments = format!("evaluate --problem zelda {} {options}", script.display());
        values(scratch.evolve(&arguments)).remove(0)
    };
    let answer = evaluate("--maps 400 --seed 3");
    assert_eq!((&answer["problem"], &answer["maps"]), (&json!("zelda"), &json!(400)));
    assert!((0.0..=1.0).contains(&answer["playable"].as_f64().expect("a share")));
    let objectives = answer["objectives"].as_object().expect("it is by name");
    let names: Vec<_> = objectives.keys().collect();
    assert_eq!(names, ["player", "key", "door", "enemies", "solution"]);
    for value in objectives.values() {
        let [mean, sd, se] = ["mean", "sd", "se"].map(|key| value[key].as_f64().expect("a number"));
        assert!((0.0..=1.0).contains(&mean) && (se * 20.0 - sd).abs() < 1e-12, "{value}");
    }
    assert_eq!(evaluate("--maps 400 --seed 3"), answer);
    assert_ne!(evaluate("--maps 400 --seed 4"), answer);
}

#[test]
fn evaluate_knows_the_entities_of_its_problem() {
    let script = workspace().join("configs/generators/fdg20/zelda.json");
    let arguments = format!("evaluate --problem binary {}", script.display());
    Scratch::new().evolve(&arguments).fails(1, &["zelda.json", "`door`", "empty, solid"]);
}

#[test]
fn starters_are_measured_by_the_roles_of_a_problem() {
    let scratch = Scratch::new();
    let manor = workspace().join("crates/writers/breeding/starters/generators/manor.json");
    let manor = manor.display();
    let evaluate = |options: &str| {
        let arguments = format!("evaluate --problem roguelike {manor} --maps 20 {options}");
        scratch.evolve(&arguments).ok().stdout
    };
    let json = evaluate("--threads 1");
    assert_eq!(json, evaluate("--threads 2"));
    let answer: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(answer["playable"], 1.0);
    let lacks = answer["lacks"].as_array().expect("what levels lack");
    assert!(lacks.iter().any(|one| one["lack"] == "key is not 1 to 2" && one["share"] == 1.0));
    let ends = lacks.iter().filter(|one| one["open"] == true);
    assert_eq!(ends.map(|one| &one["lack"]).collect::<Vec<_>>(), ["descent is not 30 and more"]);
    let table = evaluate("--format table");
    for part in ["20 levels of", "what 20 of them lack:", "of its levels can be played"] {
        assert!(table.contains(part), "{table}");
    }
    let judge = |options: &str| {
        let arguments = format!("judge --problem roguelike {manor} --levels 9 --sets 2 {options}");
        scratch.evolve(&arguments)
    };
    assert_eq!(judge("--threads 1").ok().stdout, judge("--threads 2").ok().stdout);
    judge("--names floor=sand").fails(1, &["manor.json", "`floor`", "--names floor=TILE"]);
}

#[test]
fn validate_replaces_the_columns_of_validation() {
    let scratch = Scratch::new();
    for folder in ["run", "kept"] {
        scratch.evolve(&format!("--problem zelda {TINY} --out {folder}")).ok();
    }
    let ended = scratch.evolve("validate run --maps 9").ok();
    assert!(ended.stdout.contains("9 levels") && ended.stdout.contains("run/front.csv"));
    let [after, before] = ["run", "kept"].map(|folder| files(&scratch.path(folder)));
    let changed: Vec<_> = after
        .iter()
        .filter(|(name, content)| before[*name] != **content && *name != "timings.csv")
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(changed, ["front.csv", "run.toml"]);
    // As many levels as the run had give what the run had.
    scratch.evolve("validate run --maps 5").ok();
    check_equal(&scratch.path("run"), &scratch.path("kept"));
}

#[test]
fn validate_wants_the_folder_of_a_run() {
    let scratch = Scratch::new().with("run/config.toml", "problem = \"zelda\"\n");
    scratch.evolve("validate none").fails(1, &["none"]);
    scratch.evolve("validate run").fails(1, &["run/front.csv"]);
    scratch.write("run/front.csv", "id,genes\n0,1 2 3\n");
    scratch.evolve("validate run").fails(1, &["run/front.csv", "`player`"]);
    scratch.write("run/front.csv", "id,player,key,door,enemies,solution,genes\n0,1,1,1,1,1,x\n");
    scratch.evolve("validate run").fails(1, &["run/front.csv", "line 2", "genes"]);
    scratch.write("run/front.csv", "id,player,key,door,enemies,solution,genes\n0,1,1,1,1,1,3 4\n");
    scratch.evolve("validate run").fails(1, &["102 genes, not 2"]);
    scratch.evolve("validate run --maps 0").fails(2, &["--maps", "at least 1"]);
}

#[test]
fn a_closed_pipe_ends_a_filter_quietly() {
    let line = json!(genome(1)).to_string() + "\n";
    let scratch = Scratch::new().with("genomes.jsonl", line.repeat(5000));
    let ended = closed_after_a_line(&scratch, "evolve", "decode --problem zelda genomes.jsonl");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(ended.stdout.starts_with("{\"explorers\":["));
    let run = format!("--problem zelda {TINY} --out run --quiet");
    let ended = closed_after_a_line(&scratch, "evolve", &run);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
}
