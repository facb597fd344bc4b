//! Problems of a user's own: files, and all that is done with them.

use std::fs;

use crate::program::{Scratch, workspace};

/// A scratch folder with a file that `evolve problem new` wrote, of small levels.
fn with_cellar() -> Scratch {
    let scratch = Scratch::new();
    scratch.evolve("problem new cellar.toml").ok();
    let text = scratch.read("cellar.toml").replace("size = \"19x13\"", "size = \"8x6\"");
    scratch.write("cellar.toml", text);
    scratch
}

#[test]
fn a_new_file_is_sound_and_is_never_written_over() {
    let scratch = with_cellar();
    let told = scratch.evolve("problem check --deny-warnings cellar.toml").ok();
    assert!(told.stdout.contains("cellar.toml: cellar, 7 tiles, 10 objectives"), "{}", told.stdout);
    assert!(told.stdout.contains("\n  entrance     thief\n"), "{}", told.stdout);
    // A door that is given a key is no floor of `regions()`: the file says so, and `check` too.
    let text = scratch.read("cellar.toml");
    assert!(text.contains("# (If you give [movement] doors with keys, name the tiles"), "{text}");
    let locked =
        text.replace("[movement.walk]", "gate = {}\n[movement.walk]\ndoors = { gate = \"rat\" }");
    scratch.write("locked.toml", locked);
    let told = scratch.evolve("problem check locked.toml").ok();
    let mend = "`regions(door|empty|gate|rat|stairs|thief|treasure)`";
    assert!(told.stdout.contains(mend), "{}", told.stdout);
    let other = scratch.evolve("problem new cellar");
    assert!(other.code == Some(2) && other.stderr.contains("ends in .toml"), "{}", other.stderr);
    let again = scratch.evolve("problem new cellar.toml");
    assert!(again.code == Some(2) && again.stderr.contains("already exists"), "{}", again.stderr);
}

#[test]
fn what_no_rule_follows_from_is_told_with_what_says_it_too() {
    let scratch = with_cellar();
    let head = "No rule follows from these";
    let told = scratch.evolve("problem check cellar.toml").ok();
    assert!(!told.stdout.contains(head), "{}", told.stdout);
    let text = scratch.read("cellar.toml").replace(
        "[objectives]",
        "[objectives]\nhoard = { value = \"regions_with(wall, wall, 3)\", range = [1, 1], zero_above = 3 }",
    );
    scratch.write("hoard.toml", text);
    let told = scratch.evolve("problem check hoard.toml").ok();
    let row = "\n  hoard: also as cells(\"self(wall), plus(wall) >= 3\")\n";
    assert!(told.stdout.contains(head) && told.stdout.contains(row), "{}", told.stdout);
}

#[test]
fn a_file_without_objectives_checks_levels_and_is_not_searched_for() {
    let scratch = Scratch::new();
    scratch.marahel("new maze --out maze.json").ok();
    scratch.write("maze.json", scratch.read("maze.json").replace("41x27", "11x9"));
    scratch.write(
        "rules.toml",
        "size = \"11x9\"\nplayable = \"path(entrance, exit) > 0 and loops(way) == 0\"\n\
         [tiles]\nempty = {}\nsolid = {}\nentrance = {}\nexit = {}\n\
         [groups]\nway = \"empty|entrance|exit\"\n",
    );
    let told = scratch.evolve("problem check --deny-warnings rules.toml").ok().stdout;
    assert!(told.contains("0 objectives: levels can be checked by it"), "{told}");
    scratch.marahel("generate maze.json --problem rules.toml --good --out mazes.txt").ok();
    let told = scratch.evolve("score mazes.txt --problem rules.toml").ok().stdout;
    assert!(told.contains("good") && !told.contains("NaN"), "{told}");
    for command in ["judge maze.json", "evaluate maze.json"] {
        let told = scratch.evolve(&format!("{command} --problem rules.toml")).ok().stdout;
        assert!(!told.contains("NaN"), "{command}: {told}");
    }
    let refused = "has no [objectives], so levels can be checked by it, and not searched for";
    scratch.evolve("--problem rules.toml --budget 2k --out run").fails(2, &[refused]);
    assert!(!scratch.path("run").exists());
}

#[test]
fn built_in_problems_are_shown_as_files() {
    let scratch = Scratch::new();
    for name in ["binary", "zelda", "sokoban"] {
        let shown = scratch.evolve(&format!("problem show {name}")).ok();
        scratch.write(
            "shown.toml",
            shown.stdout.replace(&format!("name = \"{name}\""), "name = \"mine\""),
        );
        scratch.evolve("problem check --deny-warnings shown.toml").ok();
        // The same search under another name, of scripts: the study's genomes go by the name.
        let search = "--start starters --pop 6 --budget 2k --validation-maps 20 --quiet";
        scratch.evolve(&format!("--problem {name} --out {name} {search}")).ok();
        scratch.evolve(&format!("--problem shown.toml --out mine --force {search}")).ok();
        for table in ["front.csv", "population.csv", "generations.csv"] {
            assert_eq!(
                scratch.read(&format!("{name}/{table}")),
                scratch.read(&format!("mine/{table}")),
                "{name}"
            );
        }
    }
}

#[test]
fn a_run_keeps_its_problem() {
    let scratch = with_cellar();
    let cellar = scratch.read("cellar.toml").replace("\"#\" }", "\"#\", weight = 20 }");
    scratch.write("cellar.toml", cellar);
    let search = "--pop 8 --budget 3k --validation-maps 20 --quiet";
    scratch.evolve(&format!("--problem cellar.toml --out run {search}")).ok();
    assert_eq!(scratch.read("run/problem.toml"), scratch.read("cellar.toml"));
    let config = scratch.read("run/config.toml");
    assert!(config.starts_with("problem = \"problem.toml\"\n"), "{config}");
    assert!(config.contains("\n[cellar.weights]\nwall = 20\n"), "{config}");
    // The folder is all that is needed from now on.
    std::fs::remove_file(scratch.path("cellar.toml")).expect("it is there");
    scratch.evolve("--config run/config.toml --out again --quiet").ok();
    for table in ["front.csv", "population.csv", "config.toml"] {
        assert_eq!(scratch.read(&format!("run/{table}")), scratch.read(&format!("again/{table}")));
    }
    scratch.evolve("resume run --budget 4k").ok();
    scratch.evolve("validate run --maps 30").ok();
    scratch.evolve("report run").ok();
    scratch.evolve("judge run --levels 10 --sets 2").ok();
    let problem = "--problem run/problem.toml";
    scratch.evolve(&format!("evaluate {problem} run/best.json --maps 20")).ok();
    scratch.evolve(&format!("minimise {problem} run/best.json --seeds 5 --out less.json")).ok();
}

#[test]
fn dials_that_a_problem_asks_for_take_all_values_in_turn() {
    let script = r"{metadata: {min: 4, max: 4}, entities: ['floor', 'rat'], dials: {rats: [1, 4, 3]},
        explorers: [{rules: ['-> self(floor)']}, {rules: ['rat < rats -> self(rat)']}]}";
    let file = r#"name = "nest"
size = "4x4"
playable = "count(rat) == 1"
tiles = { floor = {}, rat = {} }
objectives.rats = { value = "count(rat)", range = [1, inf] }
controls.rats = { value = "count(rat)", range = [1, 4] }
"#;
    let scratch = Scratch::new().with("nest.toml", file).with("script.json", script);
    // Only one of the four values makes levels that are playable; by itself the dial says 3.
    for (set, share) in [("", "0.000"), (" --set dials=[\"rats\"]", "0.250")] {
        let of_script = format!("--problem nest.toml script.json{set}");
        let judged = scratch.evolve(&format!("judge --levels 8 --sets 2 {of_script}")).ok().stdout;
        assert!(judged.contains(&format!("\n{share} ± 0.000")), "{judged}");
        let found = scratch.evolve(&format!("evaluate --maps 8 {of_script}")).ok().stdout;
        assert!(found.contains(&format!("\"playable\":{}", &share[..3])), "{found}");
    }
}

#[test]
fn settings_of_a_file_are_settings_like_others() {
    let scratch = with_cellar();
    let search = "--pop 6 --budget 1k --validation-maps 10 --quiet";
    let set = "--set cellar.weights.rat=9 --set cellar.objectives.rats={range=[1,2],zero_above=9}";
    scratch.evolve(&format!("--problem cellar.toml --out run {search} {set}")).ok();
    let config = scratch.read("run/config.toml");
    assert!(config.contains("\nrat = 9\n") && config.contains("range = [1.0, 2.0]"), "{config}");
    scratch.write("config.toml", "problem = \"cellar.toml\"\n[cellar.weights]\nrta = 3\n");
    let told = scratch.evolve("--config config.toml");
    assert!(told.code == Some(2), "{}", told.stderr);
    assert!(
        told.stderr.contains("3 | rta = 3") && told.stderr.contains("`stairs`, `rat`"),
        "{}",
        told.stderr
    );
}

#[test]
fn tiles_may_have_sprites() {
    let scratch = with_cellar();
    let text = scratch.read("cellar.toml");
    let png = marahel_level::Tileset::of_palette(&palette(), 8).and_then(|one| one.to_png());
    scratch.write("art/rat.png", png.expect("it can be drawn"));
    let with = text
        .replace("rat = { character", "rat = { sprite = \"art/rat.png\", character")
        .replace("treasure = { character", "treasure = { sprite = \"key\", character");
    scratch.write("drawn.toml", &with);
    scratch.evolve("problem check --deny-warnings drawn.toml").ok();
    let search = "--pop 6 --budget 2k --validation-maps 10 --quiet";
    scratch.evolve(&format!("--problem cellar.toml --out plain {search}")).ok();
    scratch.evolve(&format!("--problem drawn.toml --out run {search}")).ok();
    assert!(scratch.read("run/problem.toml").contains("sprite = \"sprites/rat.png\""));
    assert_eq!(scratch.read("run/front.csv"), scratch.read("plain/front.csv"));
    let sheets = |run: &str| {
        let folder = scratch.path(&format!("{run}/levels"));
        let files = std::fs::read_dir(folder).expect("it has levels");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        files.sort();
        let read = |file: &std::path::PathBuf| std::fs::read(file).expect("it is a file");
        files.iter().map(read).collect::<Vec<_>>()
    };
    assert_ne!(sheets("run"), sheets("plain"), "pictures differ");
    // The folder is all that is needed from now on.
    std::fs::remove_file(scratch.path("art/rat.png")).expect("it is there");
    scratch.evolve("resume run --budget 3k --quiet").ok();
    // Levels of its generator are drawn with them, too, and written in its characters.
    let generate = |how: &str| scratch.marahel(&format!("generate run/best.json {how}")).ok();
    generate("--out usual.png");
    generate("--problem run/problem.toml --out drawn.png");
    let picture = |name: &str| std::fs::read(scratch.path(name)).expect("it was written");
    assert_ne!(picture("usual.png"), picture("drawn.png"));
    let level = generate("--problem cellar.toml").stdout;
    scratch.write("level.txt", &level);
    scratch.marahel("export level.txt --problem cellar.toml --out level.jsonl").ok();
    let scores = |file: &str| scratch.evolve(&format!("score --problem cellar.toml {file}")).ok();
    assert_eq!(scores("level.jsonl").stdout, scores("level.txt").stdout);
    let told = scratch.marahel("generate run/best.json --problem cellar.toml --out cellar.toml");
    assert_eq!(told.code, Some(2), "the problem is not written over: {}", told.stderr);
    assert!(scratch.path("run/sprites/rat.png").exists());
    let told = scratch.evolve("problem check drawn.toml");
    assert_eq!(told.code, Some(1));
    for part in ["tile `rat`", "there is no such picture", "sprite = \"art/rat.png\"", "^^^"] {
        assert!(told.stdout.contains(part), "there is no `{part}` in {}", told.stdout);
    }
    scratch.write("art/rat.png", "no picture");
    let told = scratch.evolve(&format!("--problem drawn.toml --out other {search}"));
    assert!(told.code == Some(1) && told.stderr.contains("rat.png"), "{}", told.stderr);
}

/// Tiles of which a picture can be made.
fn palette() -> marahel_level::Palette {
    marahel_level::Palette::of_names(&["enemy"]).expect("it is one name")
}

#[test]
fn names_may_have_hyphens() {
    let scratch = Scratch::new();
    scratch.evolve("problem new my-cellar.toml").ok();
    let search = "--pop 4 --gens 1 --validation-maps 5 --quiet --size 6x5";
    let set = "--set my-cellar.weights.rat=9";
    scratch.evolve(&format!("--problem my-cellar.toml --out run {search} {set}")).ok();
    assert!(scratch.read("run/config.toml").contains("\n[my-cellar.weights]\n"));
    scratch.evolve("--config run/config.toml --out again --quiet").ok();
    assert_eq!(scratch.read("run/front.csv"), scratch.read("again/front.csv"));
    // Variants of the PCG Benchmark are known by their names, too.
    let told = scratch.evolve("problem show zelda-enemies-v0").ok();
    assert!(told.stdout.contains("different = \"pcg_benchmark(zelda_enemies_v0)\""));
    scratch
        .evolve(
            "--problem sokoban-v0 --out run --force --pop 4 --gens 1 --validation-maps 5 --quiet",
        )
        .ok();
    scratch.evolve("judge run --levels 10 --sets 2").ok();
}

#[test]
fn mistakes_are_told_with_their_places() {
    let scratch = with_cellar();
    let text = scratch.read("cellar.toml");
    scratch.write("bad.toml", text.replace("count(rat)", "count(rta)"));
    let told = scratch.evolve("problem check bad.toml");
    assert_eq!(told.code, Some(1));
    for part in ["there is no tile `rta`", "did you mean `rat`?", "^^^", "bad.toml:"] {
        assert!(told.stdout.contains(part), "there is no `{part}` in {}", told.stdout);
    }
    let told = scratch.evolve("problem check --format short bad.toml");
    assert!(told.stdout.starts_with("bad.toml:42:"), "{}", told.stdout);
    let told = scratch.evolve("problem check --format json bad.toml");
    assert!(told.stdout.contains("\"place\": \"objective `rats`\""), "{}", told.stdout);
    // A mistake that says by itself what to do has no empty help.
    let text = text.replace("3 <= rooms <= 6", "6 <= rooms <= 3");
    scratch.write("bare.toml", text);
    let told = scratch.evolve("problem check bare.toml").stdout;
    assert!(told.contains("the range 6 to 3 is empty"), "{told}");
    assert!(told.lines().all(|line| !line.trim_end().ends_with("help:")), "{told}");
    let told = scratch.evolve("--problem bad.toml --budget 1k");
    assert!(told.code == Some(1) && told.stderr.contains("bad.toml"), "{}", told.stderr);
    assert!(told.stderr.contains("there is no tile `rta`"), "{}", told.stderr);
    let told = scratch.evolve("--problem none.toml --budget 1k");
    assert!(told.code == Some(1) && told.stderr.contains("none.toml"), "{}", told.stderr);
}

#[test]
fn scores_are_explained() {
    let scratch = with_cellar();
    let without = |line: &&str| {
        !["doors = ", "rooms = \"3", "border = ", "walls = "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let cellar = scratch.read("cellar.toml");
    scratch.write("cellar.toml", cellar.lines().filter(without).collect::<Vec<_>>().join("\n"));
    scratch.write("level.txt", "@..t\n##.#\n>..r\n");
    let told = scratch.evolve("score --problem cellar.toml --explain --all level.txt").ok();
    for part in [
        "thief     1        score 1.00, good in 1   count(thief)",
        "rats      1        score 0.33, good in 3 to 6   count(rat)",
        "tour      8        score 0.40, good in 20 and more   tour",
        " regions() == 1\ngood      no: rats is not 3 to 6\n",
        "drawn *: the longest way that is measured, where it is over empty\n\n",
        "@**t\n##*#\n>**r\n",
    ] {
        assert!(told.stdout.contains(part), "there is no `{part}` in\n{}", told.stdout);
    }
    for (level, whole, good, text) in [
        ("@..t\n##.#\n>..r\n", true, false, "good      no: rats is not 3 to 6\n"),
        ("@rrt\n##.#\n>..r\n", true, true, "good      yes\n"),
        (
            "@rrt\n####\n>..r\n",
            false,
            false,
            "whole     no       regions() == 1\n\
             good      no: not playable: path(thief, treasure, stairs) > 0; not whole: regions() == 1\n",
        ),
        ("@rrt\n?#.#\n>..r\n", true, false, "good      no: some tiles are not set\n"),
    ] {
        scratch.write("level.txt", level);
        let told = scratch.evolve("score --problem cellar.toml --explain level.txt").ok();
        assert!(told.stdout.contains(text), "there is no `{text}` in\n{}", told.stdout);
        let line = scratch.evolve("score --problem cellar.toml level.txt").ok().stdout;
        let line: serde_json::Value = serde_json::from_str(&line).expect("it is JSON");
        assert!(line["whole"] == whole && line["good"] == good, "{level}{line}");
    }
}

#[test]
fn cells_and_pieces_of_missed_requirements_are_marked_in_each_of_many_files() {
    let scratch = Scratch::new();
    scratch.write(
        "doors.toml",
        r##"name = "doors"
size = "7x3"
playable = 'cells("self(door), plus(door) > 1") == 0'
whole = "regions(floor) == 1"
[tiles]
wall = { character = "#" }
floor = { character = "." }
door = { character = "!" }
[objectives]
doors = { value = "count(door)", range = [0, 4], zero_above = 9 }
"##,
    );
    scratch.write("one.txt", "..!!..#\n..##..!\n####...\n");
    scratch.write("two.txt", ".......\n#######\n!.!.!.!\n");
    let told = scratch.evolve("score --problem doors.toml --explain one.txt two.txt").ok().stdout;
    for part in [
        "one.txt, level 1\n",
        "marked ^: cells(\"self(door), plus(door) > 1\") == 0: counted at column, row (2, 0) (3, 0)\n",
        "marked ~: regions(floor) == 1: smaller pieces at column, row (0, 0) (1, 0) (0, 1) (1, 1)\n",
        "\n\n~~^^..#\n~~##..!\n####...\n",
        "two.txt, level 1\n",
        "marked ^: regions(floor) == 1: smaller pieces at column, row (1, 2) (3, 2) (5, 2)\n",
        "\n\n.......\n#######\n!^!^!^!\n",
    ] {
        assert!(told.contains(part), "there is no `{part}` in\n{told}");
    }
    let lines = scratch.evolve("score --problem doors.toml one.txt two.txt").ok().stdout;
    let files: Vec<String> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"))
        .map(|line| line["file"].as_str().expect("it has a name").to_owned())
        .collect();
    assert_eq!(files, ["one.txt", "two.txt"]);
    let line = scratch.evolve("score --problem doors.toml one.txt").ok().stdout;
    assert!(!line.contains("file"), "{line}");
}

#[test]
fn sizes_take_turns() {
    let scratch = with_cellar();
    let search = "--pop 6 --budget 2k --validation-maps 24 --quiet";
    scratch.evolve(&format!("--problem cellar.toml --out run --size 8x6,10x9 {search}")).ok();
    let config = scratch.read("run/config.toml");
    assert!(config.contains("size = [\"8x6\", \"10x9\"]"), "{config}");
    let script: serde_json::Value =
        serde_json::from_str(&scratch.read("run/best.json")).expect("it is a script");
    assert_eq!(script["metadata"], serde_json::json!({"min": "8x6", "max": "10x9"}));
    scratch.evolve("--config run/config.toml --threads 1 --out again --quiet").ok();
    assert_eq!(scratch.read("run/front.csv"), scratch.read("again/front.csv"));
    let told = scratch.evolve("--problem zelda --size 0x3");
    assert!(told.code == Some(2) && told.stderr.contains("`0x3` is not a size"), "{}", told.stderr);
}

#[test]
fn a_tile_empty_is_for_the_genomes_of_the_paper_alone() {
    let scratch = with_cellar();
    let text = scratch.read("cellar.toml").replace("empty", "floor");
    scratch.write("cave.toml", text);
    let search = "--problem cave.toml --pop 4 --gens 1 --validation-maps 5 --quiet --out";
    scratch.evolve(&format!("{search} run")).ok();
    let paper = scratch.evolve(&format!("{search} paper --set study.representation=paper"));
    paper.fails(2, &["no entity `empty`", "study.representation = \"free\""]);
}

#[test]
fn what_a_search_refuses_is_refused_by_check() {
    let scratch = with_cellar();
    let text = scratch.read("cellar.toml");
    let controls = |n: usize, name: &str| {
        let control =
            |n| format!("{name}{n} = {{ value = \"count(rat)\", range = [1, 3], dial = true }}\n");
        format!("{text}\n[controls]\n{}", (0..n).map(control).collect::<String>())
    };
    let name = |name: &str| text.replace("\"cellar\"", &format!("\"{name}\""));
    for (file, part) in [
        (name("search"), "is a setting of configs"),
        (name("study"), "is a setting of configs"),
        (name(&"x".repeat(3000)), "give it a name of at most 64"),
        (controls(17, "c"), "a script has at most 16"),
        (controls(1, "c-"), "cannot be the name of a dial"),
        (text.replace("treasure", "out"), "`out`"),
    ] {
        scratch.write("other.toml", file);
        let told = scratch.evolve("problem check other.toml");
        let all = format!("{}{}", told.stdout, told.stderr);
        assert!(told.code == Some(1) && all.contains(part), "{part}: {all}");
        let run = scratch.evolve("--problem other.toml --budget 1k --quiet");
        assert!(run.code != Some(0) && run.stderr.contains(part), "{part}: {}", run.stderr);
        assert!(!scratch.path("results").exists(), "{part}");
    }
    scratch.write("other.toml", controls(16, "c"));
    scratch.evolve("problem check other.toml").ok();
}

#[test]
fn objectives_may_be_called_like_what_is_measured_of_all_levels() {
    let scratch = with_cellar();
    let objectives = ["floor", "length", "different", "playable"]
        .map(|name| format!("{name} = {{ value = \"count(rat)\", range = [1, inf] }}\n"));
    let text = scratch.read("cellar.toml");
    let text = text.replace("[objectives]", &format!("[objectives]\n{}", objectives.concat()));
    scratch.write("cellar.toml", text);
    scratch.evolve("problem check cellar.toml").ok();
    let arguments = "--problem cellar.toml --gens 2 --pop 4 --maps 2 --validation-maps 3 --out run";
    scratch.evolve(arguments).ok();
    let front = scratch.read("run/front.csv");
    let columns: Vec<&str> = front.lines().next().expect("a header").split(',').collect();
    for name in ["floor", "length", "different", "playable"] {
        assert_eq!(columns.iter().filter(|&&one| one == name).count(), 1, "{name}");
        assert!(columns.contains(&&*format!("{name}_of_levels")), "{name}");
    }
    for command in ["analyze run", "report run", "validate run --maps 4"] {
        scratch.evolve(command).ok();
    }
}

#[test]
fn a_search_tells_which_roles_are_guessed() {
    let scratch = with_cellar();
    let text = scratch.read("cellar.toml").replace("treasure", "crane");
    scratch.write("yard.toml", &text);
    let arguments = "--problem yard.toml --gens 1 --pop 2 --maps 1 --validation-maps 2";
    let told = scratch.evolve(&format!("{arguments} --out run"));
    assert!(told.stderr.contains("it is guessed: crane (loot)"), "{}", told.stderr);
    let quiet = scratch.evolve(&format!("{arguments} --out quiet --quiet"));
    assert!(!quiet.stderr.contains("guessed"), "{}", quiet.stderr);
    scratch.write("yard.toml", text.replace("crane = {", "crane = { role = \"loot\","));
    let said = scratch.evolve(&format!("{arguments} --out said"));
    assert!(!said.stderr.contains("guessed"), "{}", said.stderr);
}

#[test]
fn check_says_whether_drawings_are_good_by_the_conditions_of_their_file() {
    let scratch = with_cellar();
    let text = scratch.read("cellar.toml");
    let drawings =
        "like = [\"\"\"\n########\n#@.+...#\n#..#..>#\n########\n########\n########\n\"\"\"]\n";
    scratch.write("drawn.toml", text.replace("playable =", &format!("{drawings}playable =")));
    let told = scratch.evolve("problem check drawn.toml").ok().stdout;
    assert!(told.contains("0 of 1 drawing is good by these conditions\n  drawing 1: "), "{told}");
    assert!(told.contains("rats is not 3 to 6"), "{told}");
    assert!(!told.contains("`places"), "{told}");
    // Without a way only floor plans differ, which those of an arena do not: its things do.
    let bare = "name = \"bare\"\nsize = \"5x5\"\nplayable = \"1 == 1\"\n[tiles]\nwall = {}\nfloor = {}\ncoin = {}\n\
                [objectives]\nwall = { value = \"count(wall)\", range = [1, 2], zero_above = 9 }\n";
    scratch.write("bare.toml", bare);
    let told = scratch.evolve("problem check bare.toml").ok().stdout;
    assert!(told.contains("say `places = \"coin\"` in [variety]"), "{told}");
    scratch.write("bare.toml", bare.replace("coin = {}\n", ""));
    assert!(!scratch.evolve("problem check bare.toml").ok().stdout.contains("[variety]"));
}

#[test]
fn the_page_names_all_roles() {
    let page = fs::read_to_string(workspace().join("docs/problem-files.md")).expect("a page");
    for role in marahel_level::Role::all() {
        assert!(page.contains(&format!("`{role}`")), "{role} is missing");
    }
}

#[test]
fn measures_are_found_by_words_and_roles_by_what_they_are_called_elsewhere() {
    let scratch = Scratch::new();
    let told = scratch.evolve("problem measures coin reach").ok().stdout;
    assert!(told.starts_with("reachable(from, tiles, by = movement): "), "{told}");
    assert!(told.lines().count() <= 10, "{told}");
    let whole = scratch.evolve("problem measures apart near").ok().stdout;
    assert!(whole.contains("apart(tiles)\n    ") && whole.contains("near(tiles, "), "{whole}");
    let told = scratch.evolve("problem measures gap jump").ok().stdout;
    assert!(told.starts_with("no measure speaks of `gap jump`, but the manual does:\n"), "{told}");
    assert!(told.contains("`path(hero, exit) > 0 and"), "{told}");
    scratch
        .evolve("problem measures qwertz")
        .fails(2, &["no measure is called or speaks of `qwertz`"]);
    let text = "size = '3x3'\nplayable = '1'\n[tiles]\nhero = { role = 'player' }\n";
    let ended = scratch.with("x.toml", text).evolve("problem check x.toml");
    assert!(ended.stdout.contains("the role of such tiles is `entrance`"), "{}", ended.stdout);
}

#[test]
fn hazards_that_stop_nobody_who_jumps_are_told() {
    let file = |deadly: &str| {
        format!(
            "size = '9x6'\nplayable = 'path(hero, exit) > 0'\n[tiles]\nair = {{}}\nground = {{}}\nlava = {{}}\n\
             hero = {{}}\nexit = {{}}\n[movement.run]\nsolid = 'ground'\njump = 2\nreach = 3\n{deadly}\n\
             [objectives]\nlava = {{ value = 'count(lava)', range = [1, 4], zero_above = 9 }}\n"
        )
    };
    let told = |deadly| {
        let scratch = Scratch::new().with("x.toml", file(deadly));
        scratch.evolve("problem check x.toml").ok().stdout
    };
    let harmless = "Ways of `run` go through lava; with `deadly = \"lava\"` in its table";
    assert!(told("").contains(harmless), "{}", told(""));
    assert!(!told("deadly = 'lava'").contains("deadly"), "{}", told("deadly = 'lava'"));
}
