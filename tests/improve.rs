//! `evolve improve`.

use serde_json::Value;

use crate::program::Scratch;

/// A cave with bats, few of them, and none beside a wall.
const PROBLEM: &str = r#"
name = "cave"
size = "9x9"
playable = "count(bat) >= 1"

[tiles]
rock = { role = "wall" }
air = { role = "floor" }
bat = { role = "foe" }

[objectives]
bats = { value = "count(bat)", range = [3, 6], zero_above = 30 }
border = { value = "along_border(rock)", range = [1, 1], zero_above = 2 }
free = { value = "near(bat, rock, 1)", range = [0, 0], zero_above = 9 }
"#;

const SCRIPT: &str = r#"{
  // a cave
  "metadata": {"min": "9x9", "max": "9x9"},
  "entities": ["rock", "air", "bat"],
  "explorers": [
    {"description": "the wall", "type": "horz", "rules": ["dist(out) == 1 -> self(rock)", "-> self(air)"]},
    {"type": "rorder", "parameters": {"changes": 7}, // many
     "rules": ["self(air), dist(bat) > 1 -> self(bat)"]}
  ]
}
"#;

fn scratch() -> Scratch {
    Scratch::new().with("cave.toml", PROBLEM).with("cave.json", SCRIPT)
}

const IMPROVE: &str =
    "improve cave.json --problem cave.toml --budget 20k --validation-maps 200 --out better -q";

#[test]
fn few_edits_keep_the_text() {
    let scratch = scratch();
    let ended = scratch.evolve(IMPROVE).ok();
    // The same walls, and few bats, in all levels.
    assert!(ended.stdout.contains("; alike: "), "{}", ended.stdout);
    assert!(ended.stdout.contains("rock stands in the same 32 cells"), "{}", ended.stdout);
    let better = scratch.read("better/improved.json");
    assert!(better.contains("// a cave") && better.contains("// many"), "{better}");
    let edits: Value = serde_json::from_str(&scratch.read("better/edits.json")).expect("JSON");
    let n_edits = edits.as_array().expect("a list").len();
    assert!((1..=3).contains(&n_edits), "{edits}");
    assert_eq!(scratch.read("better/edits.txt").matches("edit ").count(), n_edits);
    assert_eq!(scratch.read("better/original.json"), SCRIPT);
    let measured =
        scratch.evolve("evaluate better/improved.json --problem cave.toml --maps 500").ok();
    assert!(!measured.stdout.contains("good             0"), "{}", measured.stdout);
}

#[test]
fn threads_do_not_matter() {
    let scratch = scratch();
    let [one, three] = [1, 3].map(|n| {
        scratch.evolve(&format!("{IMPROVE} --force --threads {n}")).ok();
        scratch.read("better/edits.json") + &scratch.read("better/improved.json")
    });
    assert_eq!(one, three);
}

#[test]
fn single_edits_can_be_taken() {
    let scratch = scratch();
    scratch.evolve(&format!("{IMPROVE} --take 1")).fails(1, &["without --take"]);
    scratch.evolve(IMPROVE).ok();
    let told = scratch.evolve(&format!("{IMPROVE} --take 1")).ok().stdout;
    let share = told.strip_prefix("better/taken.json: ").and_then(|told| told.split(' ').next());
    let share: f64 = share.and_then(|share| share.parse().ok()).unwrap_or_else(|| panic!("{told}"));
    let line = "evaluate better/taken.json --problem cave.toml --maps 200";
    let measured: serde_json::Value =
        serde_json::from_str(&scratch.evolve(line).ok().stdout).expect("it is JSON");
    let good = 100.0 * measured["good"].as_f64().expect("a share");
    assert!((share - good).abs() < 0.06, "{told} {measured}");
    let taken = scratch.read("better/taken.json");
    assert!(taken.contains("// a cave") && taken != SCRIPT, "{taken}");
    scratch.evolve(&format!("{IMPROVE} --take 99")).fails(2, &["there is no edit 99"]);
    scratch.write("cave.json", SCRIPT.replace("many", "some"));
    scratch.evolve(&format!("{IMPROVE} --take 1")).fails(1, &["changed since"]);
}

/// What grows is written after its seeds, however much each is worth.
#[test]
fn edits_are_in_the_order_of_the_script() {
    let problem = r##"
name = "room"
size = "12x9"
playable = "count(floor) > 20"
[tiles]
floor = { character = "." }
wall = { character = "#" }
lamp = { character = "l" }
table = { character = "t" }
rug = { character = "r" }
[objectives]
lamps = { value = "count(lamp)", range = [1, 1], zero_above = 9 }
tables = { value = "count(table)", range = [2, 2], zero_above = 9 }
tables_left = { value = 'cells("self(table), column > 4")', range = [0, 0], zero_above = 9 }
rugs = { value = "count(rug)", range = [3, 4], zero_above = 9 }
rugs_right = { value = 'cells("self(rug), column < 7")', range = [0, 0], zero_above = 9 }
rugs_apart = { value = "apart(rug)", range = [2, 40], zero_above = 60 }
"##;
    let script = r#"{"metadata": {"min": "12x9", "max": "12x9"}, "entities": ["floor", "wall", "lamp", "table", "rug"],
        "explorers": [{"type": "horz", "rules": ["dist(out) == 1 -> self(wall)", "-> self(floor)"]}]}"#;
    let scratch = Scratch::new().with("room.toml", problem).with("room.json", script);
    // Three things that are worth one, two and three demands: by worth, the rugs would always be first.
    let first = [1, 2, 3, 4].map(|seed| {
        let options = format!("--budget 20k --seed {seed} --out better-{seed} -q");
        scratch.evolve(&format!("improve room.json --problem room.toml {options}")).ok();
        let edits = scratch.read(&format!("better-{seed}/edits.json"));
        let edits: Value = serde_json::from_str(&edits).expect("JSON");
        edits[0]["edits"][0]["InsertExplorer"][1]["rules"][0].as_str().expect("a rule").to_owned()
    });
    assert!(first.iter().any(|rule| !rule.contains("(rug)")), "{first:?}");
}

#[test]
fn one_edit_has_the_gain_of_the_table() {
    let rule = SCRIPT.replace("dist(bat) > 1 ->", "dist(rock) > 1, random < 0.3 ->");
    let script = rule.replace("\"rorder\", \"parameters\": {\"changes\": 7}, // many", "\"horz\",");
    let scratch = scratch().with("cave.json", script);
    let told = scratch.evolve(IMPROVE).ok().stdout;
    assert!(told.starts_with("1 edit; "), "{told}");
    let row = told.lines().find(|row| row.starts_with("good levels")).expect("a row");
    let shares: Vec<f64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let &[before, _, after, _] = &shares[..] else { panic!("{row}") };
    assert!(before > 10.0 && after < 100.0, "{row}");
    assert!(told.contains(&format!("edit 1: good levels +{:.1} ±", after - before)), "{told}");
    assert!(told.contains("two differ in"), "{told}");
}

#[test]
fn what_cannot_be_improved_is_told() {
    let scratch = scratch().with("broken.json", "{\"metadata\": 3}");
    scratch.evolve("improve broken.json --problem cave.toml").fails(1, &["broken.json"]);
    scratch.evolve("improve cave.json --problem zelda").fails(1, &["rock"]);
    scratch.evolve("improve cave.json").fails(2, &["--problem"]);
    // Hundreds of such levels would fill the memory.
    scratch.write("large.toml", PROBLEM.replace("9x9", "99999x10"));
    scratch.write("large.json", SCRIPT.replace("9x9", "99999x10"));
    let large = "its levels have 999990 cells; levels of at most 262144 cells are improved";
    scratch.evolve("improve large.json --problem large.toml").fails(1, &[large]);
}

#[test]
fn an_assistant_has_a_script_improved() {
    let mut server = crate::mcp::Server::new();
    server.scratch.write("cave.json", SCRIPT);
    server.scratch.write("cave.toml", PROBLEM);
    let question = serde_json::json!({
        "script": "cave.json", "problem": "cave.toml", "to": "better.json", "budget": 20000,
    });
    let told = server.told("improve", &question);
    assert!(told.contains("good levels") && told.contains("\nedit 1: "), "{told}");
    assert!(server.scratch.read("better.json").contains("// a cave"));
}

#[test]
fn a_script_of_standard_input_is_improved() {
    let scratch = scratch();
    let line = IMPROVE.replace("cave.json", "-").replace("--out better", "");
    let ended = scratch.start("evolve", &line, SCRIPT).end().ok();
    assert!(ended.stdout.contains("results/improved/script/improved.json"), "{}", ended.stdout);
    scratch.evolve(IMPROVE).ok();
    assert_eq!(
        scratch.read("results/improved/script/improved.json"),
        scratch.read("better/improved.json")
    );
}

#[test]
fn two_calls_do_not_write_into_one_folder() {
    let scratch = scratch();
    let lines = [IMPROVE, &IMPROVE.replace("cave.json", "other.json")];
    scratch.write("other.json", SCRIPT.replace('7', "8"));
    let running = lines.map(|line| scratch.start("evolve", line, ""));
    let ended = running.map(crate::program::Running::end);
    let mut refused =
        ended.iter().zip(["cave.json", "other.json"]).filter(|(ended, _)| ended.code != Some(0));
    let (first, script) = refused.next().expect("the second one is refused");
    assert!(
        refused.next().is_none() && first.stderr.contains("still going on writes to better"),
        "{first:?}"
    );
    let other = if script == "cave.json" { "other.json" } else { "cave.json" };
    assert_eq!(scratch.read("better/original.json"), scratch.read(other));
    // Nothing is left of a call that fails.
    let wrong = IMPROVE.replace("better", "none").replace("cave.toml", "binary");
    assert_ne!(scratch.evolve(&wrong).code, Some(0));
    assert!(!scratch.path("none").exists() && !scratch.path("better/.lock").exists());
}

#[test]
fn a_name_of_no_entity_is_told() {
    let scratch = scratch();
    let told = ["no entity is called `bta`; there are air, bat, rock"];
    scratch.evolve(&format!("{IMPROVE} --names bta=bat")).fails(2, &told);
    scratch.evolve("evaluate cave.json --problem cave.toml --names bta=bat").fails(2, &told);
    scratch.evolve("judge cave.json --problem cave.toml --names bta=bat").fails(2, &told);
    let search = "--problem cave.toml --from cave.json --budget 1k --quiet --names bta=bat";
    scratch.evolve(search).fails(2, &told);
}

/// Fails unless a short `improve` makes all levels of a script good.
#[track_caller]
fn check_finished(scratch: &Scratch, name: &str, seed: u64) {
    let files = format!("{name}.json --problem {name}.toml --out {name}-{seed}");
    let ended = scratch.evolve(&format!("improve {files} --budget 15k --seed {seed} -q")).ok();
    assert!(ended.stdout.contains(": 100.0 % of its levels"), "{name}, {seed}: {}", ended.stdout);
}

/// One number is wrong: six coins for three to five. Seed 6 once ended far from good.
#[test]
fn one_number_alone_is_found_with_any_seed() {
    let problem = r##"
name = "coin"
size = "16x12"
playable = "count(hero) == 1"
[tiles]
floor = { character = "." }
wall = { character = "#" }
hero = { character = "@" }
coin = { character = "o" }
[objectives]
coins = { value = "count(coin)", range = [3, 5], zero_above = 12 }
"##;
    let script = r#"{"metadata": {"min": "16x12", "max": "16x12"},
        "entities": ["floor", "wall", "hero", "coin"],
        "explorers": [{"type": "horz", "rules": ["-> self(floor)"]},
            {"type": "horz", "rules": ["self(floor), all(out) > 0 -> self(wall)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["self(floor) -> self(hero)"]},
            {"type": "rorder", "parameters": {"changes": 6}, "rules": ["self(floor) -> self(coin)"]}]}"#;
    let scratch = Scratch::new().with("coin.toml", problem).with("coin.json", script);
    for seed in [1, 2, 6] {
        check_finished(&scratch, "coin", seed);
    }
}

/// A condition is missing: a door that belongs into the lower wall stands in any wall.
#[test]
fn one_condition_alone_is_found_with_any_seed() {
    let problem = r##"
name = "house"
size = "14x10"
playable = 'count(hero) == 1 and count(door) == 1 and cells("self(door), from_bottom > 0") == 0'
[tiles]
floor = { character = "." }
wall = { character = "#" }
hero = { character = "@" }
door = { character = "+" }
chest = { character = "c" }
[objectives]
chests = { value = "count(chest)", range = [2, 4], zero_above = 12 }
"##;
    let script = r#"{"metadata": {"min": "14x10", "max": "14x10"},
        "entities": ["floor", "wall", "hero", "door", "chest"],
        "explorers": [{"type": "horz", "rules": ["-> self(floor)"]},
            {"type": "horz", "rules": ["self(floor), all(out) > 0 -> self(wall)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["self(floor) -> self(hero)"]},
            {"type": "rorder", "parameters": {"changes": 3}, "rules": ["self(floor) -> self(chest)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["self(wall), plus(floor) > 0 -> self(door)"]}]}"#;
    // On a large map hardly any level is good, since the door may stand anywhere.
    let [large_problem, large] = [problem, script].map(|text| text.replace("14x10", "40x20"));
    let large = large.replace("self(wall), plus(floor)", "self(wall|floor), plus(floor)");
    let scratch = Scratch::new().with("house.toml", problem).with("house.json", script);
    let scratch = scratch.with("large.toml", &large_problem).with("large.json", &large);
    for (name, seed) in [("house", 1), ("house", 2), ("large", 1), ("large", 6)] {
        check_finished(&scratch, name, seed);
    }
}

/// Eight coins for three to five: those that may stand in the corners of the isle alone are four, but
/// in the same cells of all levels.
#[test]
fn a_single_step_keeps_how_levels_vary() {
    let problem = r#"
name = "isle"
size = "16x10"
playable = "regions(land) == 1"
[tiles]
land = { character = "_" }
water = { character = "~" }
coin = { character = "$" }
[objectives]
lands = { value = "count(land)", range = [20, 60], zero_above = 160 }
coins = { value = "count(coin)", range = [3, 5], zero_above = 20 }
"#;
    let script = r#"{"metadata": {"min": "16x10", "max": "16x10"}, "entities": ["coin", "water", "land"],
        "explorers": [{"type": "horz", "rules": ["-> self(water)"]},
            {"type": "horz", "rules": ["dist(out) > 3 -> self(land)"]},
            {"type": "rorder", "parameters": {"changes": 8}, "rules": ["self(land) -> self(coin)"]}]}"#;
    let scratch = Scratch::new().with("isle.toml", problem).with("isle.json", script);
    scratch.evolve("improve isle.json --problem isle.toml --budget 10k --out isle -q").ok();
    let levels = scratch.marahel("generate isle/improved.json --problem isle.toml --count 2").ok();
    let (first, second) = levels.stdout.trim().split_once("\n\n").expect("there are two");
    assert!(first != second && first.contains('$'), "{first}");
}
