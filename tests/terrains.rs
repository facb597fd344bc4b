//! Corners and edges of tilesets: `--tileset my.tsx`, and `--into` a map with terrains.

use crate::program::{Scratch, workspace};

/// A lake in a meadow, with a tree, as text.
const LEVEL: &str = "~~~~~~\n~,,,,~\n~,,&,~\n~,,,,~\n~~~~~~\n";
const LEGEND: &str = r#"{"~": "water", ",": "grass", "&": "tree"}"#;

/// A folder with a tileset of the repository, and a level for it.
fn with_island() -> Scratch {
    let scratch = Scratch::new().with("level.txt", LEVEL).with("legend.json", LEGEND);
    for name in ["island.tsx", "island.png"] {
        let file = workspace().join("configs/tilesets").join(name);
        std::fs::copy(file, scratch.path(name)).expect("it can be copied");
    }
    scratch
}

#[test]
fn maps_with_a_tileset_are_read_as_they_were_written() {
    let scratch = with_island();
    for ending in ["tmx", "tmj"] {
        let export = "export level.txt --legend legend.json --tileset island.tsx";
        let ended = scratch.marahel(&format!("{export} --out maps/level.{ending}")).ok();
        assert_eq!(ended.stderr, "");
        let read = format!("export maps/level.{ending} --folder . --legend legend.json");
        let text = scratch.marahel(&format!("{read} --format json")).ok().stdout;
        assert!(text.contains("\"water\"") && text.contains("\"tree\""), "{text}");
        let text = scratch.marahel(&read).ok().stdout;
        assert_eq!(text, LEVEL, "{ending}");
        assert!(scratch.read(&format!("maps/level.{ending}")).contains("../island.tsx"));
    }
}

#[test]
fn a_level_in_its_own_map_changes_no_byte() {
    let scratch = with_island();
    let export = "export level.txt --legend legend.json --tileset island.tsx --out map.tmx";
    scratch.marahel(export).ok();
    scratch.marahel("export map.tmx --into map.tmx --out again.tmx").ok();
    assert_eq!(scratch.read("again.tmx"), scratch.read("map.tmx"));
    // A cell more of water is narrow, so that it changes the looks above and below it, too.
    scratch.write("level.txt", LEVEL.replace("~,,&,~", "~~,&,~"));
    scratch.marahel("export level.txt --legend legend.json --into map.tmx --out new.tmx").ok();
    let rows = |file: &str| -> Vec<String> {
        let map = scratch.read(file);
        map.lines().filter(|line| line.contains(',')).map(str::to_owned).collect()
    };
    let (before, after) = (rows("map.tmx"), rows("new.tmx"));
    assert_eq!(before.len(), 10, "two layers of five rows");
    let differing: Vec<usize> = (0..10).filter(|&row| before[row] != after[row]).collect();
    assert_eq!(differing, [1, 2, 3]);
}

#[test]
fn what_a_tileset_lacks_is_said_once() {
    let scratch = with_island();
    scratch.write("level.txt", "~~~\n~,~\n~~~\n\n,,,\n,~,\n,,,\n");
    // The looks of water with grass at one corner are gone.
    let tileset = scratch.read("island.tsx");
    let looks = tileset.lines().filter(|line| {
        let sides = line.split("wangid=\"").nth(1).unwrap_or_default();
        let n_grass = sides.split([',', '"']).filter(|side| *side == "4").count();
        !line.contains("wangid") || n_grass != 1
    });
    scratch.write("island.tsx", looks.collect::<Vec<_>>().join("\n"));
    let export = "export level.txt --legend legend.json --tileset island.tsx --out";
    let ended = scratch.marahel(&format!("{export} maps/ --format tmx")).ok();
    let notes: Vec<&str> = ended.stderr.lines().collect();
    let [note, misread] = notes[..] else { panic!("{}", ended.stderr) };
    assert!(misread.contains("looks of 4 cells show another tile"), "{misread}");
    assert!(
        note.starts_with("note: island.tsx: terrains `land` have no look for 4 cells"),
        "{note}"
    );
    scratch.write("other.json", r#"{"~": "lava", ",": "grass"}"#);
    scratch
        .marahel(
            "export level.txt --legend other.json --tileset island.tsx --out maps/ --format tmx",
        )
        .fails(1, &["no tile called `lava`", "`grass`", "`ocean`"]);
    scratch
        .marahel(&format!("{export} level.json"))
        .fails(2, &["json", "--tileset", "tmx, png, gif"]);
    scratch.write("island.png", "no picture");
    scratch.marahel(&format!("{export} sheet.png")).fails(1, &["island.png", "no PNG"]);
}

#[test]
fn pictures_show_the_looks() {
    let scratch = with_island();
    let export = "export level.txt --legend legend.json --tileset island.tsx --out";
    for file in ["one.png", "one.gif"] {
        scratch.marahel(&format!("{export} {file}")).ok();
    }
    let size = |file: &str| {
        let bytes = std::fs::read(scratch.path(file)).expect("it is there");
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four"));
        (number(16), number(20))
    };
    assert_eq!(size("one.png"), (6 * 16, 5 * 16));
}

#[test]
fn a_picture_elsewhere_is_read_from_the_folder_that_the_message_names() {
    let scratch = with_island();
    let tileset = scratch.read("island.tsx").replace("island.png", "../art/island.png");
    scratch.write("game/sets/island.tsx", tileset);
    std::fs::create_dir(scratch.path("game/art")).expect("it can be made");
    std::fs::copy(scratch.path("island.png"), scratch.path("game/art/island.png")).expect("copied");
    let export = "export level.txt --legend legend.json --tileset game/sets/island.tsx --out a.png";
    scratch.marahel(export).fails(2, &["../art/island.png", "say --folder game"]);
    scratch.marahel(&format!("{export} --folder game")).ok();
}
