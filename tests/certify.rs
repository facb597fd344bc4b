//! Certificates: made once, on any number of threads and after any number of stops, and all levels
//! that they stand for play.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{Running, Scratch, TIME_LIMIT, program_path, workspace};

/// A script of which some levels are playable, and most are not.
const SOME: &str = r#"{
    "metadata": {"min": "6x4", "max": "6x4"},
    "entities": ["solid", "empty"],
    "explorers": [{"type": "horz", "rules": ["-> self(empty:6|solid)"]}]
}"#;

fn scratch() -> Scratch {
    let gallery = workspace().join("configs/generators/gallery");
    let zelda = fs::read(gallery.join("zelda.json")).expect("it is in the gallery");
    Scratch::new().with("zelda.json", zelda).with("some.json", SOME)
}

/// The seeds and the levels that lines of JSON hold.
fn levels(lines: &str) -> Vec<(u64, Value)> {
    let read = |line: &str| {
        let level: Value = serde_json::from_str(line).expect("it is JSON");
        (level["seed"].as_u64().expect("it has a seed"), level["tiles"].clone())
    };
    lines.lines().map(read).collect()
}

/// Whether each of the levels in a file is playable, by another program.
fn are_playable(scratch: &Scratch, problem: &str, file: &str) -> Vec<bool> {
    let scores = scratch.evolve(&format!("score --problem {problem} {file}")).ok().stdout;
    let score = |line: &str| serde_json::from_str::<Value>(line).expect("it is JSON");
    scores.lines().map(|line| score(line)["playable"] == true).collect()
}

#[test]
fn a_certificate_says_of_each_seed_whether_its_level_is_playable() {
    let scratch = scratch();
    let report = scratch.marahel("certify some.json --problem binary --bits 8").ok().stdout;
    assert!(!scratch.path("some.cert.part").exists());
    scratch.marahel("generate some.json --count 256 --format jsonl --out all.jsonl").ok();
    let playable = are_playable(&scratch, "binary", "all.jsonl");
    let n_playable = playable.iter().filter(|&&one| one).count();
    assert!((20..236).contains(&n_playable), "{n_playable}");
    assert!(report.starts_with(&format!("playable: {n_playable} of 256 levels")), "{report}");
    let fails = format!("fails {:>8}  regions(empty) == 1", 256 - n_playable);
    assert!(report.contains(&fails), "{report}");
    // Thousands of seeds stand for all that play, and for no other.
    let made =
        scratch.marahel("generate some.json --certificate some.cert --count 3000 --format jsonl");
    let certified: BTreeSet<u64> = levels(&made.ok().stdout).iter().map(|one| one.0).collect();
    let expected: BTreeSet<u64> = (0..256).filter(|&seed| playable[seed as usize]).collect();
    assert_eq!(certified, expected);
    let certificate: Value = serde_json::from_str(&scratch.read("some.cert")).expect("it is JSON");
    assert_eq!(certificate["problem"], "binary");
    assert_eq!(certificate["seeds"], json!({"tried": 256, "playing": expected}));
}

#[test]
fn certified_levels_show_the_characters_of_the_problem() {
    let scratch = scratch();
    let problem = "name = \"p\"\nsize = \"6x4\"\nplayable = \"count(empty) > 0\"\n[tiles]\n\
                   solid = { character = \"M\" }\nempty = { character = \"_\" }\n";
    scratch.write("p.toml", problem);
    scratch.marahel("certify some.json --problem p.toml --bits 4").ok();
    let generate = "generate some.json --certificate some.cert --count 9";
    let shown = scratch.marahel(generate).ok().stdout;
    assert_eq!(shown, scratch.marahel(&format!("{generate} --problem p.toml")).ok().stdout);
    assert!(shown.chars().all(|character| "M_\n".contains(character)), "{shown}");
}

/// Whether each line of `evolve score` says that its level is good.
fn are_good(scratch: &Scratch, file: &str) -> Vec<bool> {
    let scores = scratch.evolve(&format!("score --problem zelda {file}")).ok().stdout;
    let is_good =
        |line: &str| serde_json::from_str::<Value>(line).expect("it is JSON")["good"] == true;
    scores.lines().map(is_good).collect()
}

#[test]
fn good_levels_are_generated_exported_and_certified() {
    let evolved = workspace().join("configs/generators/evolved/zelda.json");
    let evolved = fs::read(evolved).expect("it is in the repository");
    let scratch = scratch().with("zelda.json", evolved);
    let generate = "generate zelda.json --count 40 --format jsonl";
    scratch.marahel(&format!("{generate} --out all.jsonl")).ok();
    let n_good = are_good(&scratch, "all.jsonl").iter().filter(|&&good| good).count();
    assert_eq!(n_good, 38);
    for (flags, reason) in [("--good", "1 fail regions("), ("--where good", "2 fail good")] {
        let good = format!("{generate} --problem zelda {flags} --force --out good.jsonl");
        let told = scratch.marahel(&good).ok().stderr;
        assert!(told.contains(reason), "{told}");
        assert_eq!(are_good(&scratch, "good.jsonl"), [true; 40], "{flags}");
        let export =
            format!("export all.jsonl --problem zelda {flags} --force --out exported.jsonl");
        let told = scratch.marahel(&export).ok().stderr;
        assert!(told.contains("left out 2 of 40 levels: ") && told.contains(reason), "{told}");
        assert_eq!(are_good(&scratch, "exported.jsonl"), [true; 38], "{flags}");
    }
    // Names of objectives, and `whole` and `playable`, mean what they mean in the file.
    let three = "--where 'solution >= 25 and whole and playable'";
    scratch.shell(&format!("marahel {generate} --problem zelda {three} --out three.jsonl")).ok();
    assert_eq!(are_good(&scratch, "three.jsonl"), [true; 40]);
    let wrong = format!("marahel {generate} --problem zelda --where 'enemeis == 3'");
    scratch.shell(&wrong).fails(1, &["nothing is called `enemeis`; did you mean `enemies`?"]);
    let never = "marahel export all.jsonl --problem zelda --good --where 'enemies > 4'";
    scratch.shell(never).fails_saying(1, &["40 levels, and all are left out"]);

    let certify = "marahel certify zelda.json --problem zelda --bits 6 --out good.cert --good";
    let report = scratch.shell(&format!("{certify} --where 'solution >= 25'")).ok().stdout;
    assert!(report.starts_with("good and as asked: "), "{report}");
    let report = scratch.shell(&format!("{certify} --force")).ok().stdout;
    assert!(report.starts_with("good: ") && report.contains("  regions("), "{report}");
    scratch.marahel(&format!("{generate} --certificate good.cert --force --out good.jsonl")).ok();
    assert_eq!(are_good(&scratch, "good.jsonl"), [true; 40]);
}

#[test]
fn the_gallery_can_be_certified_with_a_condition() {
    let scratch = scratch();
    let certify = "certify zelda.json --problem zelda --bits 6 --out far.cert --pictures worst.png";
    let far = "--where 'path(player, key) >= 14'";
    let report = scratch.shell(&format!("marahel {certify} {far}")).ok().stdout;
    assert!(report.contains("playable and as asked: "), "{report}");
    assert!(report.contains("path(player, key) >= 14\n"), "{report}");
    assert!(fs::read(scratch.path("worst.png")).expect("it is drawn").starts_with(b"\x89PNG"));
    let generate = "generate zelda.json --certificate far.cert --count 20 --format jsonl";
    scratch.marahel(&format!("{generate} --out far.jsonl")).ok();
    assert!(are_playable(&scratch, "zelda", "far.jsonl").iter().all(|&one| one));
    // A line says the seed that makes the level, and a file as well.
    for (seed, tiles) in levels(&scratch.read("far.jsonl")) {
        let alone = scratch.marahel(&format!("generate zelda.json --seed {seed} --format jsonl"));
        assert_eq!(levels(&alone.ok().stdout), [(seed, tiles)]);
    }
    scratch.marahel("generate zelda.json --certificate far.cert --count 40 --out far/").ok();
    assert_eq!(fs::read_dir(scratch.path("far")).expect("a folder").count(), 40);
}

#[test]
fn a_certificate_that_does_not_fit_is_refused() {
    let scratch = scratch();
    scratch.marahel("certify some.json --problem binary --bits 5 --out c").ok();
    scratch.marahel("generate some.json --certificate c --pins p.txt").fails(2, &["--pins"]);
    let fails = |script: &str, message: &str| {
        let generate = format!("generate {script} --certificate c");
        scratch.marahel(&generate).fails(1, &["c: ", message]);
    };
    fails("zelda.json", "another script");
    fails("some.json --semantics fdg20", "the semantics documented");
    scratch.write("spaced.json", SOME.replace(' ', "   "));
    scratch.marahel("generate spaced.json --certificate c").ok();
    let text = scratch.read("c");
    for n in [0, 8, text.len() / 2, text.len() - 3] {
        scratch.write("c", &text[..n]);
        fails("some.json", "this is no certificate: ");
    }
    for (part, changed, message) in [
        ("\"levels\":\"", "\"levels\":\"x", "makes other levels"),
        ("\"tried\":32", "\"tried\":1", "not in order, or were not tried"),
        ("\"playing\":[", "\"playing\":[31,", "not in order, or were not tried"),
        ("\"semantics\"", "\"reading\"", "unknown field `reading`"),
    ] {
        assert!(text.contains(part), "{text}");
        scratch.write("c", text.replace(part, changed));
        fails("some.json", message);
    }
    scratch.write("c", b"MARACERT\x01\x05\x00");
    fails("some.json", "an earlier version, which was no JSON; certify again");
    scratch.write("never.json", SOME.replace("empty:6|solid", "solid"));
    let report =
        scratch.marahel("certify never.json --problem binary --bits 5 --out c --force").ok().stdout;
    assert!(report.contains("playable: 0 of 32 levels, 0 %"), "{report}");
    fails("never.json", "none of the certified levels plays");
    let report = |options: &str| {
        let line = format!("certify zelda.json --problem zelda --bits 3 --out z --force {options}");
        scratch.marahel(&line).ok().stdout
    };
    assert!(report("").contains("; its objectives are not asked for: --good does\n"));
    assert!(!report("--good").contains("not asked for"));
    scratch.marahel("certify zelda.json --problem sokoban").fails(1, &["door", "sokoban"]);
    scratch.shell("marahel certify - --problem binary < some.json").fails(2, &["--out"]);
}

#[test]
fn threads_and_stops_change_no_byte() {
    let scratch = scratch();
    let certify = |n: u32, out: &str| {
        let line = format!("certify some.json --problem binary --bits 12 --out {out}");
        scratch.shell(&format!("RAYON_NUM_THREADS={n} marahel {line}")).ok().stdout
    };
    let report = certify(1, "one").replace("one,", "two,");
    assert_eq!(report, certify(2, "two"));
    let whole = fs::read(scratch.path("one")).expect("it was written");
    assert_eq!(whole, fs::read(scratch.path("two")).expect("it was written"));

    let line = "certify zelda.json --problem zelda --bits 14 --out stopped";
    let start = || {
        let mut command = Command::new(program_path("marahel"));
        command.current_dir(scratch.path("")).env("RAYON_NUM_THREADS", "1");
        Running::new(command.args(line.split_whitespace()), "")
    };
    let part = scratch.path("stopped.part");
    let (running, begin) = (start(), Instant::now());
    while !part.exists() {
        assert!(begin.elapsed() < TIME_LIMIT, "nothing is saved");
        thread::sleep(Duration::from_millis(10));
    }
    running.signal("KILL");
    assert_eq!(running.end().code, None, "it was done before it was killed");
    let mut running = start();
    running.wait_for("going on from ");
    running.signal("INT");
    assert_eq!(running.end().code, Some(130));
    assert!(!scratch.path("stopped").exists() && part.exists());
    scratch.marahel(&line.replace("14", "13")).fails(1, &["stopped.part", "from another call"]);
    let ended = scratch.marahel(line).ok();
    assert!(ended.stderr.starts_with("going on from "), "{ended:?}");
    assert!(!scratch.path("stopped.part").exists());
    let stopped = ended.stdout;
    let at_once = scratch.marahel(&line.replace("stopped", "at_once")).ok();
    assert_eq!(stopped.replace("stopped,", "at_once,"), at_once.stdout);
    let bytes = ["stopped", "at_once"].map(|name| fs::read(scratch.path(name)).expect("written"));
    assert!(bytes[0] == bytes[1]);

    fs::remove_file(scratch.path("stopped")).expect("it was written");
    scratch.write("stopped.part", "{\"n_judged\": 3, \"n_lacking\": [1, 0]}");
    scratch.marahel(line).fails(1, &["stopped.part", "remove it to start over"]);
}

#[test]
fn levels_can_be_asked_for() {
    let scratch = scratch();
    let generate = "generate some.json --count 40 --format jsonl --problem binary";
    let made = scratch.marahel(&format!("{generate} --playable --out playable.jsonl")).ok();
    assert!(made.stderr.contains("left out ") && made.stderr.contains("regions(empty) == 1"));
    assert!(are_playable(&scratch, "binary", "playable.jsonl").iter().all(|&one| one));
    let found = levels(&scratch.read("playable.jsonl"));
    assert_eq!(found.len(), 40);
    let mut n_own = 0;
    for (asked, (seed, tiles)) in (0..).zip(&found) {
        n_own += u32::from(asked == *seed);
        let alone = format!("generate some.json --problem binary --seed {seed} --format jsonl");
        assert_eq!(levels(&scratch.marahel(&alone).ok().stdout)[0].1, *tiles);
        // A level is the same alone as among others.
        let again = format!("{generate} --playable --seed {asked}").replace("40", "1");
        assert_eq!(levels(&scratch.marahel(&again).ok().stdout)[0].0, *seed);
    }
    assert!((1..40).contains(&n_own), "{n_own}");
    let only = format!("marahel {generate} --where 'count(solid) == 2'");
    for (_, tiles) in levels(&scratch.shell(&only).ok().stdout) {
        assert_eq!(tiles.to_string().matches('1').count(), 2);
    }
    let never = format!("marahel {generate} --where 'count(solid) > 24' --tries 7");
    scratch.shell(&never).fails(1, &["all of 7 levels", "7 fail count(solid) > 24", "--tries"]);
    let mistaken = format!("marahel {generate} --where 'count(solid) > lots'");
    scratch.shell(&mistaken).fails(1, &["--where:1:16: nothing is called `lots`"]);
    scratch.marahel("generate some.json --playable").fails(2, &["--problem"]);
}

#[test]
fn sets_of_levels_can_be_disjoint() {
    let scratch = scratch();
    let small = SOME.replace("6x4", "3x3");
    scratch.write("small.json", small);
    let generate = "generate small.json --count 60 --distinct";
    scratch.marahel(&format!("{generate} --format jsonl --out train.jsonl")).ok();
    scratch.marahel(&format!("{generate} --format csv --out train.csv")).ok();
    let tiles = |text: &str| -> BTreeSet<String> {
        levels(text).into_iter().map(|(_, tiles)| tiles.to_string()).collect()
    };
    let train = tiles(&scratch.read("train.jsonl"));
    assert_eq!(train.len(), 60);
    for file in ["train.jsonl", "train.csv"] {
        let test = scratch.marahel(&format!("{generate} --exclude {file} --format jsonl")).ok();
        let found = tiles(&test.stdout);
        assert_eq!(found.len(), 60);
        assert!(train.is_disjoint(&found), "{file}");
        assert!(test.stderr.contains(" equal one of --exclude"), "{}", test.stderr);
    }
    // Entities are matched by name, also where one of both has more.
    let more = "generate small.json --count 60 --distinct --problem binary --format jsonl";
    let more = scratch.marahel(&format!("{more} --exclude train.jsonl --out more.jsonl")).ok();
    assert!(more.stderr.contains(" equal one of --exclude"), "{}", more.stderr);
    let all = "generate small.json --count 513 --distinct --format csv --tries 50";
    let ended = scratch.marahel(all);
    assert!(ended.stderr.contains("equal one before; ask for less"), "{}", ended.stderr);
    assert_eq!(ended.code, Some(1));
}
