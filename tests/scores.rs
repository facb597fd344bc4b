//! `evolve score`: what it says of single levels.

use serde_json::Value;

use crate::program::Scratch;

const PUZZLE: &str = r##"
name = "puzzle"
size = "8x5"
playable = "sokoban_solution(player, crate, target) > 0"
solver = { kind = "optimal", states = 2 }
[tiles]
floor = { character = "." }
wall = { character = "#" }
player = { character = "@" }
crate = { character = "$" }
target = { character = "x" }
[movement.walk]
over = "floor|player|target"
[objectives]
how_many_crates_there_are = { value = "count(crate)", range = [1, 1], zero_above = 4 }
walls = { value = "count(wall)", range = [0, 2], zero_above = 3 }
way = { value = "path(player, target)", range = [1, inf] }
"##;

const HARD: &str = "@.......\n..$.....\n........\n.....x..\n........\n";

fn explained(scratch: &Scratch, level: &str, options: &str) -> String {
    scratch.write("level.txt", level);
    let line = format!("score level.txt --problem puzzle.toml --explain {options}");
    scratch.evolve(&line).stdout
}

#[test]
fn a_puzzle_that_the_solver_gives_up_is_told() {
    let scratch = Scratch::new().with("puzzle.toml", PUZZLE);
    let told = explained(&scratch, HARD, "");
    assert!(told.contains("playable  unknown  sokoban_solution("), "{told}");
    assert!(told.contains("the solver of Sokoban gave up after 2 states"), "{told}");
    assert!(!told.contains("not playable"), "{told}");
    let line = scratch.evolve("score level.txt --problem puzzle.toml").ok().stdout;
    let line: Value = serde_json::from_str(&line).expect("it is JSON");
    assert_eq!((&line["playable"], &line["given_up"]), (&Value::Null, &2.into()));
    // Nobody gives up what is solved, or has no solution.
    for level in [
        "@$x.....\n........\n........\n........\n........\n",
        "@#x.....\n########\n$.......\n........\n........\n",
    ] {
        let told = explained(&scratch, level, "");
        assert!(!told.contains("gave up"), "{told}");
    }
    let script = r#"{"metadata": {"min": "8x5", "max": "8x5"},
        "entities": ["floor", "player", "crate", "target"], "explorers": [
        {"type": "horz", "rules": ["-> self(floor)"]},
        {"type": "rorder", "parameters": {"changes": 1}, "rules": ["-> self(player)"]},
        {"type": "rorder", "parameters": {"changes": 1}, "rules": ["self(floor) -> self(crate)"]},
        {"type": "rorder", "parameters": {"changes": 1}, "rules": ["self(floor) -> self(target)"]}]}"#;
    scratch.write("script.json", script);
    let line = "evaluate script.json --problem puzzle.toml --maps 50 --format table";
    let told = scratch.evolve(line).ok().stdout;
    assert!(told.contains(" %  unknown: sokoban_solution("), "{told}");
    scratch.write("level.txt", HARD);
    for line in [
        "judge script.json --problem puzzle.toml --levels 50",
        "certify script.json --problem puzzle.toml --bits 6",
        "repair level.txt --problem puzzle.toml --seed 1 --keep player,crate,target",
    ] {
        let run =
            if line.starts_with("judge") { scratch.evolve(line) } else { scratch.marahel(line) };
        let told = run.stdout + &run.stderr;
        assert!(told.contains("the solver of Sokoban gave up after 2 states"), "{line}: {told}");
    }
}

#[test]
fn what_is_not_met_is_listed_and_the_rest_on_request() {
    let scratch = Scratch::new().with("puzzle.toml", PUZZLE);
    let level = HARD.replacen("@.......", "@....###", 1);
    let told = explained(&scratch, &level, "");
    assert!(told.contains("walls     3        score 0.00, good in 0 to 2   count(wall)"), "{told}");
    assert!(told.contains("met       2 of 3 objectives\n"), "{told}");
    assert!(!told.contains("how_many_crates_there_are  1"), "{told}");
    // Columns are as wide as the longest name, and there is no -0.
    let told = explained(&scratch, &level, "--all");
    let columns: Vec<usize> = told.lines().filter_map(|line| line.find(" score ")).collect();
    assert_eq!(columns.len(), 3, "{told}");
    assert!(columns.iter().all(|column| *column == columns[0]), "{told}");
    assert!(!told.contains("-0"), "{told}");
}

#[test]
fn a_level_of_another_size_and_signs_are_explained() {
    let scratch = Scratch::new().with("puzzle.toml", PUZZLE);
    let told = explained(&scratch, "@.$.x\n", "");
    assert!(told.contains("size      5x1, another size than the problem asks for: 8x5"), "{told}");
    let told = explained(&scratch, HARD, "");
    assert!(!told.contains("another size"), "{told}");
    assert!(
        told.contains("drawn *: the longest way that is measured, where it is over floor"),
        "{told}"
    );
    assert!(told.contains('*'), "{told}");
    // A sign is no character of a tile.
    scratch.write("puzzle.toml", PUZZLE.replace("\"x\"", "\"*\""));
    let told = explained(&scratch, &HARD.replace('x', "*"), "");
    assert!(told.contains("drawn :: ") || told.contains("drawn o: "), "{told}");
}

#[test]
fn a_script_of_another_size_than_its_problem_is_told() {
    let file = "size = '8x5'\nplayable = 'count(rock) < 40'\n[tiles]\nair = {}\nrock = {}\n\
                [objectives]\nrocks = { value = 'count(rock)', range = [4, 20], zero_above = 30 }\n";
    let script = |max: &str| {
        format!(
            r#"{{"metadata": {{"min": "6x5", "max": "{max}"}}, "entities": ["air", "rock"],
                "explorers": [{{"type": "horz", "rules": ["random < 0.3 -> self(rock)", "-> self(air)"]}}]}}"#
        )
    };
    let scratch = Scratch::new().with("x.toml", file);
    let noted = |max, command| {
        scratch.write("s.json", script(max));
        scratch.evolve(&format!("{command} s.json --problem x.toml")).ok().stderr
    };
    // What the note names is what is measured.
    let count = "playable = 'count(air) + count(rock) <= 35'";
    scratch.write("c.toml", file.replace("playable = 'count(rock) < 40'", count));
    scratch.write("s.json", script("7x5"));
    let told =
        scratch.evolve("evaluate s.json --problem c.toml --maps 20 --format json").ok().stdout;
    assert!(told.contains("\"playable\":1.0"), "{told}");
    let note =
        "note: measured are levels of 6x5 to 7x5, the size of s.json; the problem asks for 8x5";
    assert!(noted("7x5", "evaluate --maps 20").contains(note));
    // Several sizes are those that are measured.
    scratch.write("z.toml", file.replace("size = '8x5'", "sizes = ['8x5', '9x5']"));
    let told = scratch.evolve("evaluate s.json --problem z.toml --maps 20").ok().stderr;
    assert!(told.contains("measured are levels of 8x5, 9x5, the sizes of the problem"), "{told}");
    assert!(noted("7x5", "judge --levels 20 --sets 1").contains(note));
    assert!(!noted("9x5", "evaluate --maps 20").contains("note:"));
}

#[test]
fn games_of_the_benchmark_name_the_size_that_they_judge() {
    let scratch =
        Scratch::new().with("big.txt", format!("{}\n", vec![".".repeat(28); 16].join("\n")));
    scratch.marahel("new gallery/zelda --out zelda.json").ok();
    for (problem, size) in [
        ("ddave", "pcg_benchmark(ddave_v0, ...) judges levels of 11x7 alone"),
        ("loderunner", "pcg_benchmark(loderunnertile_v0, ...) judges levels of 32x21 alone"),
        ("mdungeons", "pcg_benchmark(mdungeons_v0, ...) judges levels of 8x12 alone"),
        ("zelda-large-v0", "pcg_benchmark(zelda_large_v0, ...) judges levels of 18x12 alone"),
    ] {
        let search = format!("--problem {problem} --size 13x13 --budget 1k --out r");
        scratch.evolve(&search).fails(2, &[size]);
        scratch.evolve(&format!("draft {problem} --size 13x13 --out r")).fails(2, &[size]);
        assert!(!scratch.path("r").exists());
    }
    let row = r#"{"map": ["....", "...."]}"#;
    scratch.write("small.jsonl", format!("{row}\n{row}\n"));
    let told = scratch.evolve("score small.jsonl --problem loderunner").ok().stderr;
    assert_eq!(told.matches("judges levels of 32x21 alone").count(), 1, "{told}");
    let told = scratch.evolve("score small.jsonl --problem loderunner --explain").ok().stdout;
    assert!(
        told.contains("asks for: 32x21; pcg_benchmark(loderunnertile_v0, ...) judges"),
        "{told}"
    );
}
