//! Levels from levels: `marahel repair` and `marahel remix`, and the same for assistants.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::folder::files;
use crate::mcp::Server;
use crate::program::{Scratch, workspace};

/// A wall between the player and the key, which only one cell opens for good.
const DAMAGED: &str = "########\n#@.#..k#\n#..#...#\n#..#..d#\n########\n";

/// A folder with the maps of a crypt in it.
fn with_crypt() -> Scratch {
    let scratch = Scratch::new();
    for name in ["crypt-1.tmx", "crypt.tsx", "crypt.png"] {
        let file = workspace().join("configs/drawn/crypt").join(name);
        std::fs::copy(file, scratch.path(name)).expect("it can be copied");
    }
    scratch
}

/// The number of characters in which two texts of the same length differ.
#[track_caller]
fn n_differing(left: &str, right: &str) -> usize {
    assert_eq!(left.len(), right.len(), "{left}\n{right}");
    left.bytes().zip(right.bytes()).filter(|(left, right)| left != right).count()
}

#[test]
fn a_repair_changes_one_cell_and_says_why() {
    let scratch = Scratch::new().with("level.txt", DAMAGED);
    let ended = scratch.marahel("repair level.txt --problem zelda").ok();
    assert_eq!(n_differing(DAMAGED, &ended.stdout), 1, "{}", ended.stdout);
    assert!(ended.stderr.contains(" solid to empty, else not "), "{}", ended.stderr);
    assert!(ended.stderr.contains("path(player, key, door) > 0"), "{}", ended.stderr);

    let three = scratch.marahel("repair level.txt --problem zelda --count 3 --out repairs/").ok();
    let repairs = files(&scratch.path("repairs"));
    assert_eq!(repairs.keys().collect::<Vec<_>>(), ["level-1.txt", "level-2.txt", "level-3.txt"]);
    assert_eq!(three.stderr.matches("level-3: ").count(), 1, "{}", three.stderr);
    let again = scratch.marahel("repair repairs/level-2.txt --problem zelda").ok();
    assert_eq!(again.stderr, "1 level: nothing to repair\n");
    assert_eq!(again.stdout, scratch.read("repairs/level-2.txt"));
}

#[test]
fn levels_in_a_pipe_become_good() {
    let scratch = Scratch::new();
    scratch.marahel("new zelda").ok();
    let damaged =
        "marahel generate zelda.json --count 3 --seed 10 --format jsonl | sed s/[34],/1,/g";
    let repair = "marahel repair --problem zelda --good --keep enemy --format jsonl";
    let ended = scratch.shell(&format!("{damaged} | {repair} > good.jsonl")).ok();
    assert!(ended.stderr.contains(" to "), "{}", ended.stderr);
    let again = scratch.shell(&format!("{repair} < good.jsonl")).ok();
    assert_eq!(again.stderr, "3 levels: nothing to repair\n");
    assert_eq!(again.stdout, scratch.read("good.jsonl"));
}

#[test]
fn what_is_not_repaired_is_told_and_fails() {
    let scratch = Scratch::new().with("level.txt", DAMAGED).with("empty.txt", "");
    scratch.write("huge.txt", ("#.".repeat(150) + "\n").repeat(300));
    let kept = scratch.marahel("repair level.txt --problem zelda --keep 0,0,8,5");
    assert_eq!((kept.code, kept.stdout.as_str()), (Some(1), DAMAGED));
    assert!(kept.stderr.contains("not repaired; it misses: "), "{}", kept.stderr);
    for (arguments, code, part) in [
        ("repair level.txt", 2, "--problem"),
        ("repair level.txt --problem zelda --keep lava", 2, "there is no tile `lava`"),
        ("repair level.txt --problem zelda --keep 7,0,2,1", 2, "no rectangle"),
        ("repair level.txt level.txt --problem zelda", 2, "level"),
        ("repair empty.txt --problem zelda", 1, "empty.txt"),
        ("repair huge.txt --problem zelda", 1, "65536 cells are the most"),
        ("remix huge.txt --problem zelda", 1, "65536 cells are the most"),
        ("remix huge.txt", 1, "say it by --problem"),
        ("remix level.txt --problem zelda --change 0", 2, "a change of 0 cannot be"),
        ("remix level.txt --problem zelda --change 0.99", 2, "at most 0."),
        ("remix level.txt --problem zelda --change .1 --change .2", 2, "several shares: .1, .2"),
        ("remix level.txt --problem zelda --change lava", 2, "there is no tile `lava`"),
        ("remix level.txt --problem zelda --keep 0,0,8,5", 2, "at most 0.00 here"),
    ] {
        scratch.marahel(arguments).fails_saying(code, &[part]);
    }
}

#[test]
fn variations_of_a_map_are_copies_of_it() {
    let scratch = with_crypt();
    let line = "remix crypt-1.tmx --count 3 --change 0.2 --keep 0,0,20,1 --keep door --sheet sheet.png --out";
    scratch.marahel(&format!("{line} new/")).ok();
    let variations = files(&scratch.path("new"));
    let names: Vec<&str> = variations.keys().map(String::as_str).collect();
    assert_eq!(names, ["crypt-1-01.tmx", "crypt-1-02.tmx", "crypt-1-03.tmx"]);
    assert!(
        std::fs::read(scratch.path("sheet.png")).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG"))
    );
    let text = |file: &str| scratch.marahel(&format!("export {file} --folder .")).ok().stdout;
    let map = text("crypt-1.tmx");
    let cells = map.split_whitespace().collect::<String>().len();
    for name in names {
        let variation = text(&format!("new/{name}"));
        let share = n_differing(&map, &variation) as f64 / cells as f64;
        assert!((0.15..=0.25).contains(&share), "{share}\n{variation}");
        assert_eq!(map.lines().next(), variation.lines().next());
    }
    scratch.marahel(&format!("{} again/", line.replace("--sheet sheet.png", ""))).ok();
    assert_eq!(files(&scratch.path("again")), variations, "same seed, same bytes");
}

/// A cellar in which things are objects of Tiled; their ids are in no order.
fn cellar() -> Value {
    let rows = [
        "##############",
        "#@....##....o#",
        "#..##.##.##..#",
        "#..##....##..#",
        "#......##....#",
        "####.####.####",
        "#o...##....o.#",
        "#..#....#....#",
        "#....##....oE#",
        "##############",
    ];
    let cells = rows
        .iter()
        .zip(0..)
        .flat_map(|(row, y)| row.chars().zip(0..).map(move |(tile, x)| (tile, x, y)));
    let ground: Vec<u32> =
        cells.clone().map(|(tile, ..)| if tile == '#' { 1 } else { 2 }).collect();
    let things = cells.filter_map(|(tile, x, y)| {
        Some((["@", "E", "o"].iter().position(|thing| thing.starts_with(tile))? + 3, x, y))
    });
    let things: Vec<Value> = things
        .zip([31, 7, 52, 8, 40, 23])
        .map(|((gid, x, y), id)| json!({ "id": id, "gid": gid, "x": 16 * x, "y": 16 * (y + 1), "width": 16, "height": 16 }))
        .collect();
    let names = ["wall", "floor", "player", "exit", "coin"];
    let tiles: Vec<Value> =
        names.iter().zip(0..).map(|(name, id)| json!({ "id": id, "type": name })).collect();
    json!({
        "orientation": "orthogonal", "width": 14, "height": 10, "tilewidth": 16, "tileheight": 16, "nextobjectid": 60,
        "tilesets": [{ "firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 5, "columns": 5,
            "image": "t.png", "imagewidth": 80, "imageheight": 16, "tiles": tiles }],
        "layers": [
            { "id": 1, "type": "tilelayer", "name": "ground", "width": 14, "height": 10, "data": ground },
            { "id": 2, "type": "objectgroup", "name": "things", "objects": things },
        ],
    })
}

/// The name, the column and the row of each object of a cellar, by its id.
fn objects(map: &Value) -> BTreeMap<u64, (&'static str, usize, usize)> {
    let objects = map["layers"][1]["objects"].as_array().expect("a layer of objects");
    let number = |object: &Value, key: &str| object[key].as_f64().expect("a number") as usize;
    let place = |object: &Value| {
        (
            ["player", "exit", "coin"][number(object, "gid") - 3],
            number(object, "x") / 16,
            number(object, "y") / 16 - 1,
        )
    };
    objects.iter().map(|object| (object["id"].as_u64().expect("an id"), place(object))).collect()
}

#[test]
fn objects_move_with_their_ids() {
    let scratch = Scratch::new().with("map.tmj", cellar().to_string());
    scratch.marahel("remix map.tmj --count 3 --out new/").ok();
    scratch.marahel("remix map.tmj --count 3 --out plain.jsonl").ok();
    let before = objects(&cellar());
    let plain = scratch.read("plain.jsonl");
    for (number, plain) in (1..).zip(plain.lines()) {
        let level: Value = serde_json::from_str(plain).expect("a level");
        let map: Value =
            serde_json::from_str(&scratch.read(&format!("new/map-0{number}.tmj"))).expect("a map");
        let after = objects(&map);
        let kinds = |all: &BTreeMap<u64, (&'static str, usize, usize)>| -> Vec<_> {
            all.iter().map(|(id, (name, ..))| (*id, *name)).collect()
        };
        assert_eq!(kinds(&after), kinds(&before));
        for (name, x, y) in after.values() {
            let tile = level["tiles"][y][x].as_u64().expect("a tile") as usize;
            assert_eq!(level["entities"][tile], *name, "({x}, {y}) of {plain}");
        }
        assert_ne!(after, before, "nothing moved, so nothing is shown");
    }
    assert_eq!(plain.lines().count(), 3);
}

/// A good level of `zelda`.
const QUEST: &str = "#########\n#@....#k#\n#####.#.#\n#e..#.#.#\n#.#d#...#\n#.#####e#\n#.......#\n";

#[test]
fn assistants_repair_and_remix() {
    let mut server = Server::new();
    let closed = QUEST.replace("#.....", "##....");
    let repair = json!({ "problem": "zelda", "levels": closed, "to": "repaired.txt" });
    let told = server.told("repair", &repair);
    assert!(told.contains("level 1: ") && told.contains("solid to empty, else not"), "{told}");
    assert_eq!(n_differing(&closed, &server.scratch.read("repaired.txt")), 1);
    assert!(server.call("repair", &repair).1, "files that are there stay");
    let plain = json!({ "problem": "zelda", "levels": closed });
    let vary = json!({ "problem": "zelda", "levels": QUEST, "variations": 2, "change": 0.1 });
    let told = server.told("repair", &vary);
    assert!(told.contains("2 of 2 variations"), "{told}");
    let with = |question: &Value, key: &str, value: Value| {
        let mut question = question.clone();
        question[key] = value;
        question
    };
    for (question, part) in [
        (with(&plain, "nonsense", json!(1)), "nonsense"),
        (with(&plain, "keep", json!("key")), "sequence"),
        (with(&plain, "keep", json!(["lava"])), "lava"),
        (with(&plain, "levels", json!("")), "level"),
        (with(&vary, "variations", json!(17)), "`variations` is 1 to 16"),
        (with(&vary, "change", json!(-1)), "a change of -1 cannot be"),
        (with(&vary, "change", json!(0.99)), "at most 0."),
        (with(&vary, "levels", json!(format!("{QUEST}\n{QUEST}"))), "give one"),
    ] {
        let (text, is_error) = server.call("repair", &question);
        assert!(is_error && text.contains(part), "{question}: {text}");
    }
}

#[test]
fn a_count_has_a_bound_and_advice_fits_what_was_said() {
    let scratch = with_crypt();
    for count in ["1000000000", "9223372036854775807", "0"] {
        let ended = scratch.marahel(&format!("remix crypt-1.tmx --count {count}"));
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        assert!(ended.stderr.contains("1..=10000"), "{}", ended.stderr);
    }
    let few = scratch.marahel("remix crypt-1.tmx --count 2 --keep 0,0,9,9 --seed 1");
    assert!(!few.stderr.contains("--change"), "{}", few.stderr);
}

#[test]
fn a_sheet_is_a_picture() {
    let scratch = with_crypt();
    for sheet in ["-", "q.txt", "png"] {
        let line = format!("remix crypt-1.tmx --count 1 --sheet {sheet} --out new/");
        scratch.marahel(&line).fails(2, &["its name ends in .png"]);
        assert!(!scratch.path(sheet).exists() && !scratch.path("new").exists(), "{sheet}");
    }
}
