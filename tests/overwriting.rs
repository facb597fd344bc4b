//! What a command writes: never over a file that it was not asked to replace, and never through a
//! link that somebody put into a folder.

use std::fs;
use std::path::Path;

use crate::folder::files;
use crate::program::Scratch;

/// A short run in the folder `run`, and a file of the user beside it.
const RUN: &str = "--problem zelda --pop 5 --gens 2 --validation-maps 10 -q --threads 1 --out";

/// Commands that write into a run folder, with a file or folder that each writes.
const WRITERS: [(&str, &str); 12] = [
    ("evolve report run", "report.html"),
    ("evolve report run", "figures"),
    ("evolve report run", "figures/hypervolume.svg"),
    ("evolve validate run --maps 5", "front.csv"),
    ("evolve validate run --maps 5", "run.toml"),
    ("evolve validate run --maps 5 --random", "random.csv"),
    ("evolve resume run --gens 3 -q", ".lock"),
    ("evolve resume run --gens 3 -q", "scripts"),
    ("evolve resume run --gens 3 -q", "best.json"),
    ("evolve resume run --gens 3 -q", "timings.csv"),
    ("evolve resume run --gens 3 -q", "checkpoint.bin"),
    ("evolve --problem zelda --pop 5 --gens 2 -q --out run --force", "levels"),
];

/// Commands that write where nobody says, with the place, which is a link to a folder or a file.
#[cfg(unix)]
const BY_THEMSELVES: [(&str, &str, &str); 13] = [
    ("marahel skill", ".claude", "mine"),
    ("marahel skill", ".claude/skills", "mine"),
    ("marahel skill --force", ".claude/skills/marahel/SKILL.md", "mine.txt"),
    ("marahel new castle --force", "castle.json", "mine.txt"),
    ("marahel generate small.json --out a.tmj --force", "a-tiles.png", "mine.txt"),
    ("marahel certify small.json --problem hall.toml --bits 3 --force", "small.cert", "mine.txt"),
    ("evolve draft hall.toml --count 1", "results", "mine"),
    ("evolve draft hall.toml --count 1", "results/drafts", "mine"),
    ("evolve improve small.json --problem hall.toml --budget 100", "results/improved", "mine"),
    ("evolve --problem hall.toml --pop 5 --gens 2 -q", "results/runs", "mine"),
    ("evolve --problem hall.toml --pop 5 --gens 2 -q", "results", "mine"),
    ("evolve like drawn.txt -o x.toml --force", "x-understood.json", "mine.txt"),
    ("evolve like drawn.txt -o x.toml --force", "x-understood.png", "mine.txt"),
];

/// Whoever clones a folder of a stranger has not asked to write where its links lead.
#[cfg(unix)]
#[test]
fn no_place_that_a_command_chooses_is_a_link() {
    for (command, place, outside) in BY_THEMSELVES {
        let scratch = Scratch::new()
            .with("small.json", crate::mcp::SCRIPT)
            .with("hall.toml", crate::mcp::PROBLEM)
            .with("drawn.txt", "#..\n...\n\n...\n..#\n")
            .with("mine.txt", "my own file")
            .with("mine/a.txt", "my own file");
        let link = scratch.path(place);
        fs::create_dir_all(link.parent().expect("it is in a folder")).expect("a folder");
        std::os::unix::fs::symlink(scratch.path(outside), &link).expect("a link");
        let ended = scratch.shell(command);
        let what = format!("{command}, {place} -> {outside}: {}", ended.stderr);
        assert!(matches!(ended.code, Some(1 | 2)), "{what}");
        assert!(ended.stderr.contains("it is a link"), "{what}");
        assert_eq!(scratch.read("mine.txt"), "my own file", "{what}");
        assert_eq!(files(&scratch.path("mine")).len(), 1, "{what}");
    }
    // What the user names is followed.
    let scratch = Scratch::new().with("mine.txt", "my own file");
    std::os::unix::fs::symlink("mine.txt", scratch.path("named.json")).expect("a link");
    scratch.marahel("new castle --out named.json --force").ok();
    assert!(scratch.read("mine.txt").contains("explorers"));
}

#[cfg(unix)]
#[test]
fn links_in_a_run_folder_are_refused_by_all_that_write() {
    let scratch = Scratch::new();
    assert_eq!(scratch.evolve(&format!("{RUN} whole")).code, Some(0));
    for (command, place) in WRITERS {
        for outside in ["mine.txt", "mine", "nothing"] {
            let _ = fs::remove_dir_all(scratch.path("run"));
            copy(&scratch.path("whole"), &scratch.path("run"));
            scratch.write("mine.txt", "my own file");
            scratch.write("mine/000001.json", "my own script");
            let linked = scratch.path(&format!("run/{place}"));
            let _ = fs::remove_file(&linked);
            let _ = fs::remove_dir_all(&linked);
            let before = files(&scratch.path("run"));
            std::os::unix::fs::symlink(scratch.path(outside), &linked).expect("a link");

            let ended = scratch.shell(command);
            let what = format!("{command}, {place} -> {outside}: {}", ended.stderr);
            assert!(matches!(ended.code, Some(1 | 2)), "{what}");
            assert_eq!(scratch.read("mine.txt"), "my own file", "{what}");
            assert_eq!(files(&scratch.path("mine")).len(), 1, "{what}");
            assert_eq!(scratch.read("mine/000001.json"), "my own script", "{what}");
            assert!(!scratch.path("nothing").exists(), "{what}");
            fs::remove_file(linked).expect("the link is still there");
            assert!(files(&scratch.path("run")) == before, "{what}");
        }
    }
}

#[cfg(unix)]
#[test]
fn links_in_folders_of_results_are_refused() {
    let scratch = Scratch::new().with("mine.txt", "my own file");
    assert_eq!(scratch.marahel("new castle").code, Some(0));
    fs::create_dir_all(scratch.path("out")).expect("a folder");
    std::os::unix::fs::symlink("../mine.txt", scratch.path("out/summary.csv")).expect("a link");
    for command in [
        "marahel range castle.json --count 5 --out out",
        "evolve reproduce aiide17 --count 2 --quiet --out out",
    ] {
        let ended = scratch.shell(command);
        assert_eq!(ended.code, Some(1), "{command}: {}", ended.stderr);
        assert!(ended.stderr.contains("summary.csv: it is a link"), "{}", ended.stderr);
        assert_eq!(scratch.read("mine.txt"), "my own file", "{command}");
    }
}

#[test]
fn validating_leaves_the_best_script_and_takes_the_lock() {
    let scratch = Scratch::new();
    let search = "--problem roguelike --pop 10 --budget 2k -q --validation-maps 20 --threads 2";
    assert_eq!(scratch.evolve(&format!("{search} --out run")).code, Some(0));
    let mut before = files(&scratch.path("run"));
    assert_eq!(scratch.evolve("validate run --maps 20").code, Some(0));
    assert_eq!(files(&scratch.path("run")), before);

    assert_eq!(scratch.evolve("validate run --maps 30").code, Some(0));
    let mut after = files(&scratch.path("run"));
    for table in ["front.csv", "run.toml"] {
        assert_ne!(before.remove(table), after.remove(table), "{table}");
    }
    assert_eq!(after, before);

    let lock = fs::File::create(scratch.path("run/.lock")).expect("a file");
    lock.lock().expect("it can be locked");
    let before = files(&scratch.path("run"));
    for random in ["", " --random"] {
        let ended = scratch.evolve(&format!("validate run --maps 40{random}"));
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        assert!(ended.stderr.contains("still going on"), "{}", ended.stderr);
        assert_eq!(files(&scratch.path("run")), before);
    }
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    for (name, content) in files(from) {
        let file = to.join(name);
        fs::create_dir_all(file.parent().expect("it is in the folder")).expect("a folder");
        fs::write(file, content).expect("a file");
    }
}

/// Commands that write a file which the user names, and the file.
const FILES: [(&str, &str); 16] = [
    ("marahel new castle", "castle.json"),
    ("marahel new castle --out new.json", "new.json"),
    ("marahel generate zelda.json --out level.txt", "level.txt"),
    ("marahel generate zelda.json --count 2 --format jsonl --out levels", "levels"),
    ("marahel generate zelda.json --count 2 --format csv --out maps/", "maps/000001.csv"),
    ("marahel generate zelda.json --out level.tmj", "level.tmj"),
    ("marahel generate zelda.json --out level.tmj", "level-tiles.png"),
    ("marahel generate zelda.json --count 2 --out tmj/ --format tmj", "tmj/tiles.png"),
    ("marahel generate zelda.json --into world.tmj --out into.tmj", "into.tmj"),
    ("marahel export world.tmj --out world.json", "world.json"),
    ("marahel trace zelda.json --out trace.txt", "trace.txt"),
    ("marahel certify zelda.json --problem zelda --bits 4", "zelda.cert"),
    ("marahel certify zelda.json --problem zelda --bits 4 --out z --pictures w.png", "w.png"),
    ("evolve minimise zelda.json --exact --seeds 5 --tries 2 --out small.json", "small.json"),
    ("evolve problem new cellar.toml", "cellar.toml"),
    ("evolve like drawn.txt -o mine.toml", "mine-understood.json"),
];

#[test]
fn a_file_is_written_over_only_with_force() {
    for (command, file) in FILES {
        let scratch = Scratch::new().with("drawn.txt", "###\n#@#\n###\n\n####\n#@.#\n####\n");
        assert_eq!(scratch.marahel("new gallery/zelda --out zelda.json").code, Some(0));
        assert_eq!(scratch.marahel("generate zelda.json --out world.tmj").code, Some(0));
        scratch.write(file, "my own file");
        let ended = scratch.shell(command);
        assert_eq!(ended.code, Some(2), "{command}: {}", ended.stderr);
        let wants =
            format!("{file} already exists; name another file, or overwrite it with --force");
        assert!(ended.stderr.contains(&wants), "{command}: {}", ended.stderr);
        assert_eq!(scratch.read(file), "my own file", "{command}");

        let ended = scratch.shell(&format!("{command} --force"));
        assert_eq!(ended.code, Some(0), "{command}: {}", ended.stderr);
        let bytes = fs::read(scratch.path(file)).expect("it is there");
        assert_ne!(bytes, b"my own file", "{command}");
        // Nothing is lost that a device or a pipe is given.
        if command.contains("--out level.txt") {
            let command = command.replace("level.txt", "/dev/null --format txt");
            assert_eq!(scratch.shell(&command).code, Some(0), "{command}");
        }
    }
}

#[test]
fn a_folder_that_holds_something_takes_results_only_with_force() {
    let scratch = Scratch::new().with("out/report.md", "my own file");
    assert_eq!(scratch.marahel("new gallery/zelda --out zelda.json").code, Some(0));
    assert_eq!(scratch.evolve(&format!("{RUN} run")).code, Some(0));
    for (command, own) in [
        ("marahel range zelda.json --count 5 --out out", false),
        (
            "evolve improve zelda.json --problem zelda --budget 200 --validation-maps 2 -q --out out",
            false,
        ),
        ("evolve draft binary --count 1 --out out", false),
        ("evolve reproduce aiide17 --count 2 --quiet --out out", true),
    ] {
        let ended = scratch.shell(command);
        assert_eq!(ended.code, Some(2), "{command}: {}", ended.stderr);
        assert!(ended.stderr.contains("out is not empty"), "{command}: {}", ended.stderr);
        assert_eq!(files(&scratch.path("out")).len(), 1, "{command}");
        // The same call twice: only a command that goes on from what is there renews it.
        let command = command.replace("--out out", "--out new");
        scratch.shell(&command).ok();
        let again = scratch.shell(&command);
        assert_eq!(again.code, Some(if own { 0 } else { 2 }), "{command}: {}", again.stderr);
        scratch.shell(&format!("{command} --force")).ok();
        fs::remove_dir_all(scratch.path("new")).expect("it is there");
    }
}

/// Whatever writes a place, with the lock of that place.
const LOCKED: [(&str, &str); 11] = [
    ("evolve draft binary --count 1 --out out", "out/.lock"),
    (
        "evolve improve zelda.json --problem zelda --budget 200 --validation-maps 2 -q --out out",
        "out/.lock",
    ),
    ("evolve reproduce aiide17 --count 2 --quiet --out out", "out/.lock"),
    ("evolve problem new cellar.toml", ".cellar.toml.lock"),
    ("evolve like drawn.txt -o mine.toml", ".mine.toml.lock"),
    ("evolve minimise zelda.json --seeds 5 --tries 2 --out small.json", ".small.json.lock"),
    ("marahel range zelda.json --count 5 --out out", "out/.lock"),
    ("marahel new castle", ".castle.json.lock"),
    ("marahel generate zelda.json --out level.txt", ".level.txt.lock"),
    ("marahel generate zelda.json --count 2 --format csv --out out/", "out/.lock"),
    ("marahel certify zelda.json --problem zelda --bits 4", ".zelda.cert.lock"),
];

#[test]
fn one_program_at_a_time_writes_to_a_place() {
    let scratch = Scratch::new().with("drawn.txt", "###\n#@#\n###\n\n####\n#@.#\n####\n");
    assert_eq!(scratch.marahel("new gallery/zelda --out zelda.json").code, Some(0));
    for (command, lock) in LOCKED {
        scratch.write(lock, "");
        let before = files(scratch.path("").as_path());
        let held = fs::File::open(scratch.path(lock)).expect("a file");
        held.lock().expect("it can be locked");
        for force in ["", " --force"] {
            let ended = scratch.shell(&format!("{command}{force}"));
            assert_eq!(ended.code, Some(2), "{command}: {}", ended.stderr);
            assert!(ended.stderr.contains("still going on"), "{command}: {}", ended.stderr);
            assert!(files(scratch.path("").as_path()) == before, "{command}");
        }
        // A program that was killed leaves a file, and no lock.
        drop(held);
        scratch.shell(command).ok();
        assert!(!scratch.path(lock).exists(), "{command}");
        let _ = fs::remove_dir_all(scratch.path("out"));
    }
}

#[test]
fn of_two_programs_at_once_one_writes() {
    let scratch = Scratch::new();
    assert_eq!(scratch.marahel("new gallery/zelda --out zelda.json").code, Some(0));
    for (command, place) in [
        ("evolve draft binary --count 1 --out two", "two"),
        ("marahel generate zelda.json --count 200 --format jsonl --out f", "f"),
    ] {
        let both =
            format!("({command} --seed 1; echo $? >a) & {command} --seed 2; echo $? >b; wait");
        scratch.shell(&both);
        let mut codes = ["a", "b"].map(|file| scratch.read(file));
        codes.sort();
        assert_eq!(codes, ["0\n", "2\n"], "{command}");
        assert!(scratch.path(place).exists() && !scratch.path("two/1.json.before").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_lock_is_no_way_to_a_file_of_somebody() {
    let scratch = Scratch::new().with("mine.txt", "my own file").with("maps/.lock", "my own, too");
    assert_eq!(scratch.marahel("new gallery/zelda --out zelda.json").code, Some(0));
    std::os::unix::fs::symlink("mine.txt", scratch.path(".level.txt.lock")).expect("a link");
    scratch.marahel("generate zelda.json --out level.txt").ok();
    scratch.marahel("generate zelda.json --format csv --out maps/").ok();
    assert_eq!(scratch.read("mine.txt"), "my own file");
    assert_eq!(scratch.read("maps/.lock"), "my own, too");
}

#[test]
fn levels_are_added_to_a_folder() {
    let scratch = Scratch::new();
    assert_eq!(scratch.marahel("new gallery/zelda --out zelda.json").code, Some(0));
    for seed in [0, 2] {
        let command =
            format!("generate zelda.json --seed {seed} --count 2 --format tmj --out maps/");
        scratch.marahel(&command).ok();
    }
    assert_eq!(files(&scratch.path("maps")).len(), 5);
}
