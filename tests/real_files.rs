//! Files that people have, from other programs: each is read as it is meant, or refused with the
//! reason, by every command alike. `files/README.md` says what each shows.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Scratch, workspace};

/// The room of most of the small files.
const PLAIN: &str = "######|#..*.#|#.@..#|######";
/// The room of most of the others.
const ROOM: &str = "#######|#.*..@#|#.##..#|#..*..#|#######";
/// Names for tiles that a file only counts.
const NAMES: &str = "--entities wall,floor,coin,player";

/// A file, options, the rows of its levels, and parts of what is told of it.
type Good = (&'static str, &'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const GOOD: &[Good] = &[
    ("plain.tmx", "", PLAIN, &[]),
    ("twosets.tmx", NAMES, PLAIN, &[]),
    ("twoext.tmx", NAMES, PLAIN, &[]),
    ("external.tmx", "", PLAIN, &[]),
    ("ext.tmj", "", PLAIN, &[]),
    ("extsub.tmx", "", ROOM, &[]),
    ("extxml.tmj", "", ROOM, &[]),
    ("up/extup.tmx", "--folder .", ROOM, &[]),
    ("up/extup.tmx", "", "ttttttt|tiliiet|tittiit|tiiliit|ttttttt", &["tileset ../t4.tsx, which is outside of the folder", "--folder FOLDER"]),
    ("src_passwd.tmx", "", "ttttttt|tiiiiit|tiiiiit|tiiiiit|ttttttt", &["which is outside of the folder"]),
    ("extmiss_unused.tmx", "", ROOM, &[]),
    ("gaps3un.tmx", "--entities a,b,c,d,e,f,g,h", "aaaaaaa|abdgbea|abahbba|aaaaaaa", &[]),
    ("unnamed2.tmx", "", "tttttt|tiilit|tieiit|tttttt", &["tile_0, tile_1, tile_2, tile_3", "give them classes in Tiled", "--legend"]),
    ("unnamed2.tmx", NAMES, PLAIN, &[]),
    ("somenames.tmx", "", "#######|#titt@#|#t##tt#|#ttitt#|#######", &["tile_1, tile_2"]),
    ("propname.tmx", "", ROOM, &[]),
    ("two.tmx", "", PLAIN, &[]),
    ("cover.tmx", "", "#######|###..@#|#.##..#|#..*..#|#######", &["layer `sky`, which is a picture"]),
    ("groups.tmx", "", ROOM, &["layer `draft`, which is invisible", "layer `old`", "layer `deep`", "--layer NAME"]),
    ("groups.tmx", "--layer ground --layer deep", "#######|#@....#|#.##@.#|#.....#|#######", &[]),
    ("groups.tmx", "--layer off", ".......|.@.....|....@..|.......|.......", &["called empty"]),
    ("sparse.tmx", "", "#####ee|#.*.#ee|#..@###|#eeeee#|#######", &["called empty", "--empty TILE"]),
    ("sparse.tmx", "--empty air", "#####aa|#.*.#aa|#..@###|#aaaaa#|#######", &[]),
    ("infinite.tmx", "", PLAIN, &[]),
    ("inf_zlib.tmx", "", ROOM, &[]),
    ("inf_obj.tmx", "", "#####ee|#.*@#ee|#..@###|#*eeee#|#######", &["called empty"]),
    ("doctype.tmx", "", PLAIN, &[]),
    ("old017.tmj", "", ROOM, &[]),
    ("old11.tmj", "", PLAIN, &[]),
    ("old11props.tmj", "", PLAIN, &[]),
    ("b64wrapped.tmx", "", PLAIN, &[]),
    ("b64nopad.tmx", "", ROOM, &[]),
    ("b64zstd.tmx", "", ROOM, &[]),
    ("xmltiles.tmx", "", ROOM, &[]),
    ("objects.tmx", "", "######|#....#|#.@..#|######", &[]),
    ("objbig.tmx", "", "#######|#.....#|#...*.#|#.@..*#|#######", &[]),
    ("objclass.tmx", "", "#######|#bi@*.#|#.....#|#.....#|#######", &[]),
    ("objhidden.tmx", "", "#######|#.*.z.#|#.....#|#.....#|#######", &["layer `secret`, which is invisible", "objects of layer `zones` without a tile"]),
    ("objhidden.tmx", "--no-objects", "#######|#.....#|#.....#|#.....#|#######", &[]),
    ("objout.tmx", "", "#######|#.....#|#.....#|#.....#|######*", &["which is out of the map"]),
    ("objrot.tmx", "", "#######|#.....#|#..@..#|#.....#|#######", &[]),
    ("collection.tmx", "", "#######|#.....#|#.@...#|#..*..#|#######", &[]),
    ("iso.tmx", "", "###*###|@.@...#|#.....#|#.....#|#######", &["which is out of the map"]),
    ("hexagonal.tmx", "", "#######|#.....#|#.....#|#.....#|#######", &["of layer `things`, which has no cell"]),
    ("template.tmx", "", "#######|#c@.z.#|#..@..#|#h.@*.#|#######", &[]),
    ("template_miss.tmx", "", "#######|#.....#|#.....#|#.....#|#######", &["template `tpl/none.tx`, which is not there"]),
    ("twolayers.ldtk", "", "####|#.*#|####", &[]),
    ("air.ldtk", "", "####|#.@#|####", &["called empty"]),
    ("mixed.ldtk", "", "####|#.@#|####", &["without an IntGrid layer", "`Menu`, `Cut_1`"]),
    ("ext.ldtk", "", "####|#.@#|####", &[]),
    ("ext2.ldtk", "", "#######|#.*..@#|#.##..#|#..*..#|#######||#######|#.....#|#.....#|#.....#|#######", &[]),
    ("extmiss.ldtk", "", ROOM, &["level `Gone`, which is in ext2/Gone.ldtkl, which is not there"]),
    ("worlds.ldtk", "", "#######|#.*..@#|#.##..#|#..*..#|#######||#######|#.....#|#.....#|#.....#|#######||#####ee|#.*.#ee|#..@###|#eeeee#|#######", &["called empty"]),
    ("three.ldtk", "", ROOM, &["layer `Draft`, which is invisible"]),
    ("three.ldtk", "--layer Draft", ".......|.@.....|....@..|.......|.......", &["called empty"]),
    ("grids.ldtk", "", ROOM, &["layer `Fine`, which has cells of another size"]),
    ("valuegaps.ldtk", "", "#######|#.t..@#|#.##..#|#..t..#|#######", &["tile_4", "name the values in LDtk"]),
    ("unnamed2.ldtk", "", "WWWWWWW|WaTaahW|WaWWaaW|WaaTaaW|WWWWWWW", &["Walls_1, Walls_2, Things_3, Things_4"]),
    ("micro.txt", "", "#####--|#.-.#--|#-$-###|##-$@-#|##----#|--#####", &["a Sokoban collection"]),
    ("coll.txt", "", "#####--|#.-.#--|#-$-###|##-$@-#|##----#|--#####||####|#-.#|#$@#|#-*#|####", &["a Sokoban collection"]),
    ("sp.txt", "", "#######|#.-.--#|#-$-###|#-$@--#|#--#--#|#######", &["a Sokoban collection"]),
    ("ragged-dash.txt", "", "#####--|#.-.#--|#-$-###|##-$@-#|##----#|#######", &["a Sokoban collection"]),
    ("rle.txt", "", "#####--|#.-.#--|#-$-###|##-$@-#|##----#|--#####", &["a Sokoban collection"]),
    ("onT.txt", "", "######|#@-*-#|#-$..#|######", &["a Sokoban collection"]),
    ("xsbcomments.txt", "", "#####|#@$.#|#####||######|#.--.#|#-$$-#|#--@-#|######", &["a Sokoban collection"]),
    ("xsbplus.txt", "", "######|#+-$-#|#-$.-#|######", &["a Sokoban collection"]),
    ("rows.json", NAMES, PLAIN, &[]),
    ("texts.json", NAMES, PLAIN, &[]),
    ("cells.json", NAMES, PLAIN, &[]),
    ("layout.json", NAMES, PLAIN, &[]),
    ("mapnumbers.json", "", PLAIN, &[]),
    ("several.json", NAMES, "######|#..*.#|#.@..#|######||######|#..*.#|#.@..#|######", &[]),
    ("puzzles.slc", "", "######|#@$.-#|######||####|#.-#|#$-#|#@-#|####", &["a Sokoban collection"]),
    ("game.txt", "", "######|#bb*b#|#b@bb#|######", &["a game of PuzzleScript"]),
    ("path.lvl", NAMES, PLAIN, &[]),
    ("dungeon.txt", "--entities floor,wall,player,gold", "########|#..*...#|#.##.@.#|#..*...#|########", &[]),
    ("ldtk-simple.csv", "--entities air,wall,player", "####|#.@#|####", &[]),
    ("csvt5.csv", "--entities air,wall,player", "####|#.@#|####", &[]),
    ("alpha.png", "", "cccccc|colooc|coo..c|cccccc", &["color_282828", "called empty"]),
    ("alpha4.png", "", "ccccccc|crlr.oc|crcc.rc|cr.l.rc|ccccccc", &["called empty"]),
];

/// A file, options, and the names of its entities.
const ENTITIES: &[(&str, &str, &[&str])] = &[
    ("odd.tmx", "", &["a&b", "Wände", "x y", "tile_0"]),
    ("somenames.tmx", "", &["wall", "player", "tile_1", "tile_2"]),
    ("sparse.tmx", "", &["wall", "floor", "coin", "player", "empty"]),
    ("sparse.tmx", "--empty air", &["wall", "floor", "coin", "player", "air"]),
    ("objclass.tmx", "", &["wall", "floor", "coin", "player", "boss", "imp"]),
    ("unnamed2.ldtk", "", &["Walls_1", "Walls_2", "Things_3", "Things_4"]),
    ("micro.txt", "", &["solid", "empty", "player", "crate", "target"]),
    ("game.txt", "", &["wall", "background", "coin", "player"]),
    ("onT.txt", "", &["solid", "empty", "player", "crate", "target", "crate_on_target"]),
    ("alpha.png", "", &["color_282828", "color_f0f0f0", "color_ff0000", "empty"]),
];

const POINTER: &str = "this is a pointer of Git LFS, not the file itself; run git lfs pull";

/// A file, options, the exit code, and parts of the message.
type Bad = (&'static str, &'static str, i32, &'static [&'static str]);

#[rustfmt::skip]
const BAD: &[Bad] = &[
    ("trailing.tmx", "", 1, &["layer `ground`, row 4, column 6: a comma is followed by no tile; remove it"]),
    ("csvnocomma.tmx", "", 1, &["layer `ground`, row 1, column 7: there is no comma between `1` and `1`"]),
    ("b64short.tmx", "", 1, &["layer `ground` is 7 x 5 tiles large, but has 34 tiles"]),
    ("cut.tmx", "", 1, &["not a map of Tiled in XML"]),
    ("html.tmx", "", 1, &["not a map of Tiled in XML"]),
    ("entity.tmx", "", 1, &["the document defines entities of XML, which are not read"]),
    ("hugechunks.tmx", "", 1, &["there are more than 16777216 tiles"]),
    ("groups.tmx", "--layer roof", 1, &["there is no layer `roof`; the layers are `ground`, `upper`, `things`"]),
    ("extmiss.tmx", "", 2, &["a file that it needs is gone-items.tsx, which is not there", "--folder", "--entities"]),
    ("extbroken.tmx", "", 2, &["a file that it needs is broken.tsx, which is no tileset: not a tileset of Tiled in XML"]),
    ("twosets.tmx", "--entities wall,floor", 1, &["row 2, column 4: `2` is no tile; expected 0 to 1"]),
    ("plain.tmx", "--entities a,b", 1, &["the level has an entity `wall`, which is not in the palette"]),
    ("unnamed2.ldtk", "--entities wall,floor,coin,player", 2, &["nothing says what these tiles are: Walls_1, Walls_2", "{\"Walls_1\": \"wall\"}"]),
    ("valuegaps.ldtk", "--entities a,b,c,d", 2, &["nothing says what these tiles are: tile_4", "--legend"]),
    ("old.ldtk", "", 1, &["the project is of LDtk 0.6.2", "open it in LDtk 1.0 or later and save it there"]),
    ("v0.7.2.ldtk", "", 1, &["the project is of LDtk 0.7.2"]),
    ("dupent.json", "", 1, &["the entities make no palette: two entities are called `a`"]),
    ("smooth.png", "", 1, &["there are 476 colors", "without smooth edges"]),
    ("xsbrlegroup.txt", "--entities solid,empty,player,crate,target", 1, &["row 1, column 1: '6' stands for no tile"]),
    ("room.json", "", 1, &["this is no level that is read", "a map of Tiled"]),
    ("ogmo.json", "", 1, &["a level of Ogmo is not read; save it as a map of Tiled (.tmj), or as rows"]),
    ("Map001.json", "", 1, &["a map of RPG Maker is not read; save it as a map of Tiled (.tmj), or as rows"]),
    ("pointer.tmx", "", 1, &[POINTER]),
    ("pointer.txt", "", 1, &[POINTER]),
    ("pointer.png", "", 1, &[POINTER]),
    ("pointer.json", "", 1, &[POINTER]),
    ("pointer.jsonl", "", 1, &[POINTER]),
    ("setpointer.tmx", "", 2, &["a file that it needs is pointer.tsx, which is no tileset: this is a pointer of Git LFS"]),
    ("setwrong.tmj", "", 2, &["wrong.tsj, which is no tileset: invalid type: string \"16\", expected a number at line 3 column 47"]),
    ("setsmissing.tmx", "", 2, &["files that it needs are gone.tsx, which is not there; lost.tsx, which is not there; put them there", "or name tile_0, tile_1, tile_2, tile_11 by --legend"]),
    ("setsmissing.tmx", "--legend firsts.json", 2, &["or name tile_2, tile_11 by --legend, as in {\"tile_2\": \"coin\"}"]),
    ("dungeon.txt", "", 2, &["nothing says which entities the tiles are", "--legend", "--problem", "--entities", "--script"]),
    ("ldtk-simple.csv", "", 2, &["nothing says which entities the tiles are", "--entities"]),
];

/// A scratch folder with all of the files.
fn with_files() -> Scratch {
    let scratch = Scratch::new();
    let folder = workspace().join("tests/files");
    copy(&folder, &folder, &scratch);
    scratch
}

fn copy(folder: &Path, all: &Path, scratch: &Scratch) {
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it is listed").path();
        if path.is_dir() {
            copy(&path, all, scratch);
        } else {
            let name =
                path.strip_prefix(all).expect("it is in there").to_str().expect("names are plain");
            scratch.write(name, fs::read(&path).expect("it is a file"));
        }
    }
}

#[test]
fn files_of_other_programs_are_read_as_they_are_meant() {
    let scratch = with_files();
    for (file, options, rows, parts) in GOOD {
        let read = scratch.marahel(&format!("export {file} {options} --format txt")).ok();
        assert_eq!(read.stdout, rows.replace('|', "\n") + "\n", "{file} {options}");
        for part in *parts {
            assert!(
                read.stderr.contains(part),
                "{file}: there is no `{part}` in:\n{}",
                read.stderr
            );
        }
        assert!(!parts.is_empty() || read.stderr.is_empty(), "{file} {options}: {}", read.stderr);
    }
    for (file, options, names) in ENTITIES {
        let json = scratch.marahel(&format!("export {file} {options} --format json")).ok().stdout;
        let level: Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(level["entities"], Value::from(names.to_vec()), "{file} {options}");
    }
}

#[test]
fn files_with_mistakes_are_refused_with_the_reason_by_every_command() {
    let scratch = with_files();
    for (file, options, code, parts) in BAD {
        scratch.marahel(&format!("export {file} {options} --format txt")).fails(*code, parts);
        // Problems have names of their own for characters and numbers.
        if !file.ends_with("txt") && !file.ends_with("csv") {
            scratch.evolve(&format!("like {file} {options} -o mine.toml")).fails(*code, parts);
        }
    }
}

#[test]
fn files_of_other_programs_make_problems_and_are_scored() {
    let scratch = with_files();
    for (number, (file, options, rows, parts)) in GOOD.iter().enumerate() {
        let mine = format!("mine-{number}.toml");
        let made = scratch.evolve(&format!("like {file} {options} -o {mine}")).ok();
        for part in *parts {
            assert!(
                made.stderr.contains(part) || made.stdout.contains(part),
                "{file}: {part}\n{made:?}"
            );
        }
        let scores =
            scratch.evolve(&format!("score {file} {options} --problem {mine}")).ok().stdout;
        let scores: Vec<Value> =
            scores.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
        let levels: Vec<&str> = rows.split("||").collect();
        assert_eq!(scores.len(), levels.len(), "{file} {options}");
        for (score, level) in scores.iter().zip(levels) {
            assert!(
                score["copied"].as_f64().is_some_and(|copied| copied > 0.99),
                "{file} {options}: {score}"
            );
            let counts = score["counts"].as_object().expect("it is an object").values();
            let n_cells: u64 = counts.map(|count| count.as_u64().expect("it is a number")).sum();
            assert_eq!(n_cells, level.replace('|', "").len() as u64, "{file} {options}: {score}");
        }
    }
}

#[test]
fn a_problem_can_be_like_files_of_other_programs() {
    let scratch = with_files();
    scratch.evolve("like plain.tmx -o mine.toml").ok();
    let made = scratch.read("mine.toml");
    let (start, end) =
        (made.find("like = [").expect("a list"), made.find("]\nplayable").expect("its end"));
    let files =
        ["plain.tmx", "external.tmx", "infinite.tmx", "old11.tmj", "twolayers.ldtk", "ext.ldtk"];
    let list = files.map(|file| format!("\"{file}\""));
    scratch.write(
        "own.toml",
        format!("{}like = [{}{}", &made[..start], list.join(", "), &made[end..]),
    );
    let told = scratch.evolve("problem check own.toml").ok().stdout;
    assert!(told.contains("like 6 drawings"), "{told}");
    let score = scratch.evolve("score external.tmx --problem own.toml").ok().stdout;
    let score: Value = serde_json::from_str(&score).expect("it is JSON");
    assert_eq!(score["copied"], 1, "{score}");
    assert_eq!(score["good"], true, "{score}");
    scratch
        .write("own.toml", format!("{}like = [\"trailing.tmx\"{}", &made[..start], &made[end..]));
    let told = scratch.evolve("problem check own.toml");
    assert_eq!(told.code, Some(1));
    let expected = "layer `ground`, row 4, column 6: a comma is followed by no tile; remove it";
    assert!(told.stdout.contains(expected), "{told:?}");
}

#[test]
fn drawings_in_numbers_have_a_tile_for_each_number() {
    let scratch = Scratch::new();
    for (file, text, kinds) in [
        ("numbers.txt", "1,1,1,1\n1,0,2,1\n1,1,1,1\n", ["tile_0", "tile_1", "tile_2"]),
        ("blank.txt", "1 1 1 1\n1 0 2 1\n1 1 1 1\n", ["tile_0", "tile_1", "tile_2"]),
        ("big.csv", "1,1,1,1\n1,0,115,1\n1,1,1,1\n", ["tile_0", "tile_1", "tile_115"]),
        ("marks.csv", "1;1;1;1\n1;0;2;1\n1;1;1;1\n", ["tile_0", "tile_1", "tile_2"]),
    ] {
        scratch.write(file, text);
        scratch.evolve(&format!("like {file} -o o.toml --force")).ok();
        let problem = scratch.read("o.toml");
        assert!(problem.contains("size = \"4x3\""), "{file}: {problem}");
        for kind in kinds {
            assert!(problem.contains(&format!("\n{kind} = {{")), "{file}: {problem}");
        }
        scratch.write("legend.json", format!("{{\"{}\": \"coin\"}}", kinds[2]));
        let told = scratch.marahel(&format!("export {file} --legend legend.json")).ok();
        assert!(told.stdout.contains('*'), "{told:?}");
    }
}

/// A text of the characters from `first` on, 4 x 10 of them, each once.
fn of_characters(first: char) -> String {
    let characters = (first..).filter(|sign| !"?\u{7f}".contains(*sign)).take(40);
    let characters: Vec<char> = characters.collect();
    characters.chunks(10).map(|row| row.iter().collect::<String>() + "\n").collect()
}

#[test]
fn drawings_with_too_many_kinds_together_say_how_to_have_fewer() {
    let scratch = Scratch::new();
    let (latin, greek) = (of_characters('A'), of_characters('\u{391}'));
    scratch.write("latin.txt", &latin);
    scratch.write("greek.txt", &greek);
    scratch.evolve("like latin.txt greek.txt -o mine.toml").fails(
        2,
        &[
            "the tiles of all drawings: there are 80 kinds of tiles, but a level has at most 62",
            "give several tiles one name by --legend",
        ],
    );
    // Tiles of one name are one tile.
    let lines = greek.chars().filter(|sign| *sign != '\n');
    let lines: Vec<String> = lines.map(|sign| format!("\"{sign}\": \"letter\"")).collect();
    scratch.write("legend.json", format!("{{{}}}", lines.join(", ")));
    let like = "like latin.txt greek.txt --legend legend.json -o mine.toml";
    scratch.evolve(like).ok();
    assert!(scratch.read("mine.toml").contains("\nletter = {"));
}

#[test]
fn words_of_a_corpus_without_a_meaning_are_told_and_do_not_matter() {
    let scratch = Scratch::new();
    scratch.write("track.txt", "WWWWWW\nWRRRRW\nWRGGRW\nWRRRLW\nWWWWWW\n");
    let legend = r#"{"tiles": {"W": ["solid", "wall"], "R": ["drivable", "road"],
        "G": ["drivable", "grass", "slowing"], "L": ["drivable", "line", "endsLap"]}}"#;
    scratch.write("legend.json", legend);
    let made = scratch.evolve("like track.txt --legend legend.json -o mine.toml").ok();
    let note = "the legend says `slowing` of `G`, `endsLap` of `L`, which means nothing here";
    assert!(made.stdout.contains(note), "{made:?}");
    assert!(scratch.read("mine.toml").contains("over = \"road|grass|line\""), "{made:?}");
}

#[test]
fn rows_of_characters_in_json_are_drawings() {
    let scratch = with_files();
    for file in ["texts.json", "cells.json", "layout.json", "path.lvl"] {
        scratch.evolve(&format!("like {file} -o o.toml --force")).ok();
        let problem = scratch.read("o.toml");
        for tile in ["wall = { character = \"#\"", "player = { character = \"@\""] {
            assert!(problem.contains(tile), "{file}: {problem}");
        }
    }
    scratch.evolve("score puzzles.slc --problem sokoban").ok();
}

/// A map whose tileset lies in a folder beside that of the map.
const BESIDE: &str = r#"<map version="1.10" orientation="orthogonal" width="6" height="4" tilewidth="16" tileheight="16">
<tileset firstgid="1" source="../sets/t.tsx"/><layer name="ground" width="6" height="4"><data encoding="csv">
1,1,1,1,1,1,
1,2,2,3,2,1,
1,2,4,2,2,1,
1,1,1,1,1,1
</data></layer></map>"#;

const SET: &str = r#"<tileset name="t" tilewidth="16" tileheight="16" tilecount="4" columns="4">
<tile id="0" type="wall"/><tile id="1" type="floor"/><tile id="2" type="coin"/><tile id="3" type="player"/></tileset>"#;

const TREASURE: &str = r#"name = "treasure"
size = "6x4"
playable = "count(player) == 1"
KEYS
[tiles]
wall = {}
floor = {}
coin = {}
player = {}
[objectives]
coins = { value = "count(coin)", range = [1, 1], zero_above = 3 }
"#;

#[test]
fn tilesets_below_the_folder_of_a_problem_file_name_the_tiles_of_its_maps() {
    let scratch = Scratch::new();
    scratch.write("game/maps/a.tmx", BESIDE);
    scratch.write("game/sets/t.tsx", SET);
    let problem = |file: &str, keys: &str| scratch.write(file, TREASURE.replace("KEYS", keys));
    problem("game/q.toml", r#"like = ["maps/a.tmx"]"#);
    let told = scratch.evolve("problem check game/q.toml").ok();
    assert!(told.stdout.contains("1 of 1 drawing is good"), "{told:?}");
    assert_eq!(told.stderr, "");
    let score = scratch.evolve("score game/maps/a.tmx --folder game --problem game/q.toml").ok();
    let score: Value = serde_json::from_str(&score.stdout).expect("it is JSON");
    assert_eq!(score["good"], true, "{score}");
    // Elsewhere, the file says from where, or which tileset is not read.
    let outside = "../sets/t.tsx, which is outside of the folder from which files are read; say by \
                   `folder = \"..\"`";
    for keys in [r#"like = ["../maps/a.tmx"]"#, r#"pins = ["../maps/a.tmx"]"#] {
        problem("game/problems/q.toml", keys);
        for command in ["problem check", "--budget 100 --out run --problem"] {
            let told = scratch.evolve(&format!("{command} game/problems/q.toml"));
            assert_eq!(told.code, Some(1), "{told:?}");
            assert!((told.stdout.clone() + &told.stderr).contains(outside), "{told:?}");
        }
        for folder in ["..", "../sets"] {
            problem("game/problems/q.toml", &format!("{keys}\nfolder = \"{folder}\""));
            scratch.evolve("problem check game/problems/q.toml").ok();
        }
    }
}

#[test]
fn a_map_is_not_written_into_before_its_tileset_is_read() {
    let scratch = Scratch::new();
    scratch.write("game/maps/a.tmx", BESIDE);
    scratch.write("game/sets/t.tsx", SET);
    scratch.write("new.txt", "######\n#.*..#\n#.@..#\n######\n");
    scratch.marahel("export new.txt --entities wall,floor,coin,player --out new.json").ok();
    let into = "export new.json --into game/maps/a.tmx";
    let outside = "../sets/t.tsx, which is outside of the folder from which files are read; if files may be read from there, say --folder game";
    scratch.marahel(&format!("{into} --out new.tmx")).fails(2, &[outside]);
    scratch.marahel(&format!("{into} --out new.tmx --folder game")).ok();
    let told = scratch.marahel("export new.tmx --folder game --format txt").ok();
    assert_eq!(told.stdout, scratch.read("new.txt"));
}

/// A scratch folder with the maps of the guide, and a level of their tiles.
fn with_maps() -> Scratch {
    let scratch = Scratch::new();
    for entry in fs::read_dir(workspace().join("configs/drawn/crypt")).expect("it is a folder") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        scratch.write(&format!("maps/{name}"), fs::read(&path).expect("it can be read"));
    }
    scratch.write("new.txt", "#####\n#@d>#\n#*###\n#e..#\n#####\n");
    scratch
}

const CRYPT: &str = "--entities floor,wall,door,player,exit,coin,enemy";

#[test]
fn levels_are_written_into_maps_that_are_there() {
    let scratch = with_maps();
    let before = fs::read(scratch.path("maps/crypt-1.tmx")).expect("it is there");
    let export = format!("export new.txt {CRYPT} --into maps/crypt-1.tmx");
    scratch.marahel(&format!("{export} --out out/new.tmx")).ok();
    let told = scratch.marahel("export out/new.tmx --folder . --format txt").ok();
    assert_eq!(
        (told.stdout.as_str(), told.stderr.as_str()),
        ("#####\n#@d>#\n#*###\n#e..#\n#####\n", "")
    );
    let map = fs::read_to_string(scratch.path("out/new.tmx")).expect("it is written");
    for part in [r#"source="../maps/crypt.tsx""#, "2,1,1,1,2,\n2,1,2,2,2", "0,5,4,6,0,\n0,7,0,0,0"]
    {
        assert!(map.contains(part), "{part} is not in {map}");
    }
    assert_eq!(fs::read(scratch.path("maps/crypt-1.tmx")).expect("it is there"), before);
    // What Tiled is not needed for: a script, several maps, one layer, standard output.
    let script = workspace().join("configs/drawn/crypt.json").display().to_string();
    let generate = format!("generate {script} --into maps/crypt-1.tmx");
    scratch.marahel(&format!("{generate} --count 2 --seed 5 --out maps/new/")).ok();
    for seed in [5, 6] {
        let made = scratch.marahel(&format!("generate {script} --seed {seed}")).ok().stdout;
        let map = format!("export maps/new/00000{seed}.tmx --folder maps --format txt");
        assert_eq!(scratch.marahel(&map).ok().stdout, made);
    }
    let printed = scratch.marahel(&format!("{generate} --seed 5 --out -")).ok().stdout;
    let written = fs::read_to_string(scratch.path("maps/new/000005.tmx")).expect("it is written");
    assert_eq!(printed.replace("crypt.tsx", "../crypt.tsx"), written);
}

#[test]
fn what_cannot_be_written_into_a_map_says_why() {
    let scratch = with_maps();
    let export = |options: &str| scratch.marahel(&format!("export new.txt {CRYPT} {options}"));
    let into = "--into maps/crypt-1.tmx";
    export(&format!("{into} --out maps/crypt-1.tmx")).fails(2, &["written over"]);
    export(&format!("{into} --out new.tmj")).fails(2, &["should end in .tmx"]);
    export(into).fails(2, &["--out"]);
    export(&format!("{into} --out new.tmx --layer roof")).fails(1, &["there is no layer `roof`"]);
    export("--into new.txt --out new2.txt").fails(1, &["new.txt", "a map of Tiled"]);
    export("--into none.tmx --out new.tmx").fails(1, &["none.tmx"]);
    scratch
        .marahel(&format!("export new.txt new.txt {CRYPT} {into} --out new.tmx"))
        .fails(2, &["two of the files"]);
    let script = workspace().join("configs/drawn/crypt.json").display().to_string();
    scratch
        .marahel(&format!("generate {script} {into} --count 2 --out new.tmx"))
        .fails(2, &["one level", "--out maps/"]);
    scratch.write("lava.txt", "#%\n");
    scratch
        .marahel(&format!("export lava.txt --entities wall,lava {into} --out new.tmx"))
        .fails(2, &["maps/crypt-1.tmx", "no tile called `lava`", "{\"tile_17\": \"lava\"}"]);
    assert!(!scratch.path("new.tmx").exists());
}
