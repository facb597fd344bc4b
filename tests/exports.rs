//! Levels for other programs: `marahel generate --format` and `marahel export`.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::folder::files;
use crate::formats::{check_project, check_tiled};
use crate::program::{Scratch, workspace};

/// Ragged ground with a hole that nothing is written to: 6 x 4 tiles.
const GROUND: &str = r#"{
    "metadata": {"min": "6x4", "max": "6x4"},
    "entities": ["empty", "solid", "player"],
    "explorers": [{"parameters": {"tiles": 20}, "rules": ["-> self(empty:2|solid|player)"]}]
}"#;

fn ground() -> Scratch {
    Scratch::new().with("ground.json", GROUND)
}

/// All scripts of the repository that make levels.
fn scripts() -> Vec<PathBuf> {
    let mut folders = vec![
        workspace().join("configs/generators"),
        workspace().join("crates/language/marahel/tests/suite"),
    ];
    let mut scripts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "json") {
                scripts.push(path);
            }
        }
    }
    scripts.sort();
    scripts
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn every_script_of_the_repository_makes_maps_for_tiled() {
    let scratch = Scratch::new();
    for (index, script) in scripts().iter().enumerate() {
        let folder = format!("maps{index}");
        let options = format!("--count 2 --seed {index} --format tmj --out {folder}/");
        scratch.marahel(&format!("generate {} {options}", script.display())).ok();
        let maps = files(&scratch.path(&folder));
        let names: Vec<&str> = maps.keys().map(String::as_str).collect();
        let seeds = [index, index + 1].map(|seed| format!("{seed:06}.tmj"));
        assert_eq!(names, [seeds[0].as_str(), &seeds[1], "tiles.png"], "{}", script.display());
        for seed in seeds {
            check_tiled(&json(&scratch.read(&format!("{folder}/{seed}"))), &scratch.path(&folder));
        }
    }
}

#[test]
fn every_script_of_the_repository_makes_projects_for_ldtk() {
    let scratch = Scratch::new();
    for script in scripts() {
        let options = "--count 3 --format ldtk";
        let ended = scratch.marahel(&format!("generate {} {options}", script.display())).ok();
        let project = json(&ended.stdout);
        check_project(&project);
        assert_eq!(project["levels"].as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn a_map_is_the_level_and_its_tiles_are_those_of_pictures() {
    let scratch = ground();
    scratch.marahel("generate ground.json --seed 5 --out level.tmj").ok();
    let map = json(&scratch.read("level.tmj"));
    check_tiled(&map, &scratch.path(""));
    let csv = scratch.marahel("generate ground.json --seed 5 --format csv").ok().stdout;
    let numbers = csv.split([',', '\n']).filter_map(|index| index.parse::<i64>().ok());
    assert_eq!(map["layers"][0]["data"], json!(numbers.map(|index| index + 1).collect::<Vec<_>>()));
    let tiles = image::open(scratch.path("level-tiles.png")).expect("it is there").into_rgb8();
    assert_eq!(tiles.dimensions(), (3 * 16, 16));
    scratch.marahel("generate ground.json --seed 5 --out level.png").ok();
    let picture = image::open(scratch.path("level.png")).expect("it is there").into_rgb8();
    let first: u32 =
        csv.split(',').next().and_then(|index| index.parse().ok()).expect("it is known");
    let crop = |picture: &image::RgbImage, x: u32| {
        image::imageops::crop_imm(picture, x, 0, 16, 16).to_image()
    };
    assert_eq!(crop(&picture, 0), crop(&tiles, 16 * first));
}

#[test]
fn a_map_for_a_pipe_says_that_its_picture_is_missing() {
    let ended = ground().marahel("generate ground.json --format tmj").ok();
    assert!(ended.stderr.starts_with("note: ") && ended.stderr.contains("--out"));
    assert_eq!(json(&ended.stdout)["tilesets"][0]["image"], "tiles.png");
}

#[test]
fn a_picture_of_tiles_is_used_where_it_lies() {
    let scratch = ground();
    fs::create_dir(scratch.path("art")).expect("a new folder");
    let tile = |x: u32, y: u32| image::Rgb([80 * (x / 8) as u8, 0, y as u8]);
    let tiles = image::RgbImage::from_fn(24, 8, tile);
    tiles.save(scratch.path("art/my tiles.png")).expect("there is room");
    let options = "--tile-size 8 --count 2 --format tmj --out maps/";
    scratch
        .shell(&format!("marahel generate ground.json --tileset 'art/my tiles.png' {options}"))
        .ok();
    let maps = files(&scratch.path("maps"));
    assert_eq!(maps.keys().collect::<Vec<_>>(), ["000000.tmj", "000001.tmj"]);
    let map = json(&scratch.read("maps/000000.tmj"));
    assert_eq!(map["tilesets"][0]["image"], "../art/my tiles.png");
    check_tiled(&map, &scratch.path("maps"));

    scratch.shell("marahel generate ground.json --tileset 'art/my tiles.png' --tile-size 8 --out level.png").ok();
    let level = image::open(scratch.path("level.png")).expect("it is there").into_rgb8();
    assert_eq!(level.dimensions(), (48, 32));
    let csv = scratch.marahel("generate ground.json --format csv").ok().stdout;
    let first: u8 =
        csv.split(',').next().and_then(|index| index.parse().ok()).expect("it is known");
    assert_eq!(level.get_pixel(4, 5).0, [80 * first, 0, 5]);
}

#[test]
fn a_picture_of_tiles_that_does_not_do_is_refused() {
    let scratch = ground();
    image::RgbImage::new(40, 16).save(scratch.path("few.png")).expect("there is room");
    for format in ["png", "gif", "tmj"] {
        let arguments = format!("generate ground.json --tileset few.png --format {format} --out x");
        scratch.marahel(&arguments).fails(1, &["2 x 1 tiles of 16 pixels", "3 are needed"]);
    }
    scratch
        .marahel("generate ground.json --tileset ground.json --format png")
        .fails(1, &["ground.json", "tileset of Tiled"]);
    scratch.marahel("generate ground.json --tileset none.png --format gif").fails(1, &["none.png"]);
    scratch.marahel("generate ground.json --tile-size 257").fails(2, &["--tile-size", "256"]);
}

#[test]
fn a_picture_of_tiles_is_refused_where_no_tiles_are_shown() {
    let scratch = ground();
    scratch.marahel("generate ground.json --out tiles.png").ok();
    for format in ["txt", "json", "jsonl", "csv", "ldtk"] {
        let arguments = format!("generate ground.json --tileset tiles.png --out x.{format}");
        scratch.marahel(&arguments).fails(2, &[format, "--tileset", "tmj, tmx, png, gif"]);
    }
    let trace = "trace ground.json --tileset tiles.png";
    scratch.marahel(trace).fails(2, &["txt", "--tileset", "png, gif"]);
}

#[test]
fn what_is_read_is_not_written_over() {
    let scratch = ground();
    scratch.marahel("generate ground.json --out level.json").ok();
    let level = scratch.read("level.json");
    fs::create_dir(scratch.path("art")).expect("a new folder");
    scratch.marahel("generate ground.json --out art/tiles.png").ok();
    let tiles = fs::read(scratch.path("art/tiles.png")).expect("it is there");
    for (arguments, file) in [
        ("generate ground.json --out ground.json", "ground.json"),
        ("generate ground.json --format csv --out art/../ground.json", "art/../ground.json"),
        ("trace ground.json --out ./ground.json", "./ground.json"),
        ("export level.json --out level.json", "level.json"),
        ("export level.json --format json --out .", "./level.json"),
        ("export level.json --script ground.json --out ground.json", "ground.json"),
        ("generate ground.json --tileset art/tiles.png --out art/tiles.png", "art/tiles.png"),
    ] {
        scratch.marahel(arguments).fails(2, &[file, "written over", "--out"]);
    }
    assert_eq!(scratch.read("ground.json"), GROUND);
    assert_eq!(scratch.read("level.json"), level);
    assert_eq!(fs::read(scratch.path("art/tiles.png")).expect("it is there"), tiles);
}

#[test]
fn a_dash_is_standard_output() {
    let scratch = ground();
    for command in ["generate ground.json --format csv", "trace ground.json"] {
        let printed = scratch.marahel(command).ok().stdout;
        assert_eq!(scratch.marahel(&format!("{command} --out -")).ok().stdout, printed);
    }
    let map = scratch.marahel("generate ground.json --format tmj --out -").ok().stdout;
    assert_eq!(json(&map)["tilesets"][0]["image"], "tiles.png");
    assert!(!scratch.path("-").exists());
}

#[test]
fn with_a_format_only_what_looks_like_a_folder_is_one() {
    let scratch = ground();
    let generate = |options: &str| scratch.marahel(&format!("generate ground.json {options}"));
    generate("--format csv --out level").ok();
    assert_eq!(scratch.read("level"), generate("--format csv").ok().stdout);
    generate("--format tmj --out map").ok();
    check_tiled(&json(&scratch.read("map")), &scratch.path(""));
    generate("--format csv --out levels/").ok();
    generate("--format txt --out levels").ok();
    let names = files(&scratch.path("levels"));
    assert_eq!(names.keys().collect::<Vec<_>>(), ["000000.csv", "000000.txt"]);
    generate("--format tmj --count 2 --out maps").fails(2, &["one level", "maps/"]);
    generate("--out texts").ok();
    assert!(scratch.path("texts/000000.txt").exists());
}

#[test]
fn folders_on_the_way_to_a_file_are_made() {
    let scratch = ground();
    scratch.marahel("generate ground.json --out a/b/level.csv").ok();
    scratch.marahel("trace ground.json --out c/d/trace.txt").ok();
    scratch.marahel("export a/b/level.csv --script ground.json --out e/f/level.tmj").ok();
    check_tiled(&json(&scratch.read("e/f/level.tmj")), &scratch.path("e/f"));
    assert!(scratch.path("c/d/trace.txt").exists());
    scratch.marahel("generate ground.json --out tiles.png").ok();
    scratch.marahel("generate ground.json --tileset tiles.png --out g/h/level.tmj").ok();
    let map = json(&scratch.read("g/h/level.tmj"));
    assert_eq!(map["tilesets"][0]["image"], "../../tiles.png");
}

#[test]
fn animations_hold_all_levels() {
    let scratch = ground();
    scratch.marahel("generate ground.json --count 5 --out levels.gif").ok();
    let film = fs::read(scratch.path("levels.gif")).expect("it is there");
    let mut decoder = gif::DecodeOptions::new().read_info(film.as_slice()).expect("it is a GIF");
    let mut n_pictures = 0;
    while let Some(picture) = decoder.read_next_frame().expect("the pictures are whole") {
        assert_eq!((picture.width, picture.height, picture.delay), (96, 64, 80));
        n_pictures += 1;
    }
    assert_eq!(n_pictures, 5);
}

#[test]
fn levels_of_several_sizes_make_every_file() {
    let scratch = Scratch::new().with("ground.json", GROUND.replace("\"6x4\"}", "\"9x9\"}"));
    let generate =
        |out: &str| scratch.marahel(&format!("generate ground.json --count 9 --out {out}"));
    for out in ["levels.gif", "levels.png", "levels.ldtk", "levels.json", "folder"] {
        generate(out).ok();
    }
    check_project(&json(&scratch.read("levels.ldtk")));
}

#[test]
fn levels_go_from_format_to_format_and_back() {
    let scratch = ground();
    scratch.marahel("generate ground.json --count 2 --out levels.json").ok();
    let original = scratch.read("levels.json");
    for (index, format) in ["txt", "csv", "jsonl", "json", "ldtk"].iter().enumerate() {
        let file = format!("copy{index}.{format}");
        scratch.marahel(&format!("export levels.json --out {file}")).ok();
        let ended = scratch.marahel(&format!("export {file} --script ground.json --format json"));
        assert_eq!(ended.ok().stdout, original, "{format}");
        let entities = "--entities empty,solid,player";
        let ended = scratch.marahel(&format!("export {file} {entities} --format json"));
        assert_eq!(ended.ok().stdout, original, "{format}");
    }
    scratch.marahel("export levels.json --format tmj --out maps/").ok();
    let maps = files(&scratch.path("maps"));
    let names = ["levels-0001.tmj", "levels-0002.tmj", "tiles.png"];
    assert_eq!(maps.keys().collect::<Vec<_>>(), names);
    let ended = scratch.marahel("export maps/levels-0001.tmj maps/levels-0002.tmj --format json");
    assert_eq!(ended.ok().stdout, original);
    // Tiled saves maps under this name as well.
    fs::rename(scratch.path("maps/levels-0001.tmj"), scratch.path("map.json"))
        .expect("it is there");
    let ended = scratch.marahel("export map.json --format csv").ok();
    assert_eq!(ended.stdout, scratch.marahel("generate ground.json --format csv").ok().stdout);
}

#[test]
fn levels_of_different_entities_get_one_order() {
    let scratch = Scratch::new();
    scratch.write("a.json", r#"{"entities":["solid","empty"],"tiles":[[0,1,-1]]}"#);
    scratch.write("b.json", r#"{"entities":["empty","water","solid"],"tiles":[[0,1,2]]}"#);
    let export = |format: &str| {
        scratch.marahel(&format!("export a.json b.json --format {format}")).ok().stdout
    };
    assert_eq!(export("csv"), "0,1,-1\n\n1,2,0\n");
    assert_eq!(export("txt"), "#.?\n\n.~#\n");
    for line in export("jsonl").lines() {
        assert_eq!(json(line)["entities"], json!(["solid", "empty", "water"]));
    }
    scratch.marahel("export a.json b.json --format tmj --out maps/").ok();
    let maps = files(&scratch.path("maps"));
    assert_eq!(maps.keys().collect::<Vec<_>>(), ["a.tmj", "b.tmj", "tiles.png"]);
    for name in ["a", "b"] {
        check_tiled(&json(&scratch.read(&format!("maps/{name}.tmj"))), &scratch.path("maps"));
    }
    let names = |letter: &str| (0..40).map(|n| format!("{letter}{n}")).collect::<Vec<_>>();
    for letter in ["a", "b"] {
        let level = json!({"entities": names(letter), "tiles": [[0]]});
        scratch.write(&format!("many-{letter}.json"), level.to_string());
    }
    let arguments = "export many-a.json many-b.json --format csv";
    scratch.marahel(arguments).fails(1, &["one list of entities", "export these apart", "80"]);
}

#[test]
fn levels_that_cannot_be_exported_say_why() {
    let scratch = Scratch::new();
    scratch.write("a.txt", "#.#\n#x#\n");
    scratch.write("b.csv", "0,1\n0\n");
    scratch.write("c.json", r#"[{"entities":["empty"],"tiles":[[0]]},{"tiles":[[0]]}]"#);
    scratch.write("d.tmj", r#"{"infinite":true,"layers":[]}"#);
    scratch.write("e.txt", "\n\n");
    let names = "--entities empty,solid";
    scratch.marahel("export a.txt").fails(2, &["--entities", "--script"]);
    scratch
        .marahel(&format!("export a.txt {names}"))
        .fails(1, &["a.txt", "row 2, column 2", "'x'"]);
    scratch.marahel(&format!("export b.csv {names}")).fails(1, &["b.csv", "row 2 has 1 tiles"]);
    scratch.marahel("export c.json").fails(2, &["level 2", "--entities", "--script"]);
    scratch.marahel("export d.tmj").fails(1, &["d.tmj", "no tile layer"]);
    scratch.marahel(&format!("export e.txt {names}")).fails(1, &["e.txt", "no tiles"]);
    scratch.marahel("export none.txt").fails(1, &["none.txt"]);
    scratch.marahel("export a.txt --entities a,a").fails(2, &["`a`"]);
    scratch.marahel("export c.json --from bmp").fails(2, &["bmp", "tmj"]);
    scratch.marahel(&format!("export c.json c.json {names}")).fails(2, &["two of the files"]);
    scratch
        .marahel(&format!("export c.json {names} --out x.tmj"))
        .fails(2, &["one level", "folder"]);
    assert!(!scratch.path("x.tmj").exists());
}

#[test]
fn a_map_in_xml_is_a_level() {
    let scratch = Scratch::new();
    let map = |tileset: &str| {
        format!(
            r#"<map width="3" height="2"><tileset firstgid="1"{tileset}</tileset>
            <layer width="3" height="2"><data encoding="csv">2,1,2,2,0,2</data></layer></map>"#
        )
    };
    scratch.write("a.tmx", map(r#"><tile id="0" type="empty"/><tile id="1" type="solid"/>"#));
    assert_eq!(scratch.marahel("export a.tmx").ok().stdout, "#.#\n#.#\n");
    let answer = json(&scratch.evolve("score --problem binary a.tmx").ok().stdout);
    assert_eq!(answer["counts"], json!({"empty": 2, "solid": 4}));
    scratch.write("b.tmx", map(r#" source="game.tsx">"#));
    for program in ["marahel export", "evolve score --problem binary"] {
        scratch
            .shell(&format!("{program} b.tmx"))
            .fails(2, &["game.tsx, which is not there", "--entities"]);
    }
    let ended = scratch.marahel("export b.tmx --entities empty,solid").ok();
    assert_eq!(ended.stdout, "#.#\n#.#\n");
    scratch.write("c.tmx", "<map>");
    scratch.marahel("export c.tmx").fails(1, &["c.tmx", "not a map of Tiled in XML"]);
}

#[test]
fn levels_of_a_project_have_names() {
    let scratch = ground();
    scratch.marahel("generate ground.json --count 2 --seed 3 --out levels.ldtk").ok();
    scratch.write("zelda.json", GROUND.replace("[\"empty\"", "[\"door\", \"empty\""));
    scratch.marahel("generate zelda.json --out other.ldtk").ok();
    let answers = scratch.evolve("score --problem zelda levels.ldtk").ok().stdout;
    let ids: Vec<_> = answers.lines().map(|line| json(line)["id"].clone()).collect();
    assert_eq!(ids, ["Level_000003", "Level_000004"]);
    let arguments = "score --problem binary levels.ldtk";
    scratch.evolve(arguments).fails(1, &["levels.ldtk", "`player`", "expected only"]);
    scratch.marahel("export levels.ldtk other.ldtk --format ldtk").ok();
}

#[test]
fn files_that_hold_no_levels_say_what_does() {
    let scratch = Scratch::new();
    for (ending, hint) in [
        ("gif", "PNG"),
        ("tsx", ".tmx or .tmj"),
        ("world", "its maps"),
        ("ldtkl", "its .ldtk"),
        ("npz", "numpy.savetxt"),
        ("npy", "numpy.savetxt"),
        ("lua", "as .tmj or .tmx"),
        ("des", "the rows between MAP and ENDMAP into a .txt"),
        ("xyz", "txt, json, jsonl, slc, csv, tmj, tmx, ldtk, png, or say by --from"),
    ] {
        let file = format!("level.{ending}");
        scratch.write(&file, "");
        scratch.marahel(&format!("export {file}")).fails(2, &[&file, hint]);
        scratch.evolve(&format!("score --problem binary {file}")).fails(2, &[&file, hint]);
    }
    scratch.write("level.xyz", "#.\n");
    scratch.evolve("score --problem binary --from txt level.xyz").ok();
}

#[test]
fn files_of_levels_can_be_scored() {
    let scratch = Scratch::new();
    scratch.write("a.txt", "..#\n#..\n\n###\n#.#\n");
    let ended = scratch.evolve("score --problem binary a.txt").ok();
    let lines: Vec<Value> = ended.stdout.lines().map(json).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["counts"], json!({"empty": 1, "solid": 5}));
    scratch.marahel("export a.txt --entities empty,solid --format tmj --out maps/").ok();
    let ended = scratch.evolve("score --problem binary maps/a-0002.tmj").ok();
    assert_eq!(json(&ended.stdout), lines[1]);
    let score = |options: &str| {
        let arguments = format!("score --problem binary --from csv {options}");
        scratch.start("evolve", &arguments, "0,1\n0,0\n").end()
    };
    let counts = |options: &str| json(&score(options).ok().stdout)["counts"].clone();
    assert_eq!(counts("--entities empty,solid"), json!({"empty": 3, "solid": 1}));
    assert_eq!(counts("--entities solid,empty"), json!({"empty": 1, "solid": 3}));
    score("").fails(2, &["standard input", "--entities", "--script"]);
    score("--entities empty,door").fails(1, &["`door`", "empty", "solid"]);
    scratch.write("b.json", "{\"id\": \"b\",\n \"map\": [\"..\", \"##\"]}");
    assert_eq!(json(&scratch.evolve("score --problem binary b.json").ok().stdout)["id"], "b");
}

#[test]
fn a_problem_file_is_a_legend_by_its_characters() {
    let scratch = Scratch::new();
    let problem = "name = 'yard'\nsize = '4x3'\nplayable = '1'\n[tiles]\n\
                   wall = { character = 'w' }\nmoss = { character = 'm' }\n\
                   [objectives]\nmoss = { value = 'count(moss)', range = [1, 9], zero_above = 12 }\n";
    scratch.write("yard.toml", problem);
    scratch.write("yard.txt", "wwww\nwmmw\nwwww\n");
    scratch.marahel("export yard.txt --legend yard.toml --format json --out yard.json").ok();
    let text = scratch.read("yard.json");
    assert!(text.contains("\"moss\"") && text.contains("\"wall\""), "{text}");
    scratch.write("broken.toml", "name = 'yard'");
    let refused = "export yard.txt --legend broken.toml --format json --out yard2.json";
    scratch.marahel(refused).fails(1, &["broken.toml", "not a problem file"]);
}

/// So a level that a program wrote as text can be read by the problem again.
#[test]
fn an_export_has_the_characters_of_the_problem() {
    let scratch = Scratch::new();
    let problem = "name = 'yard'\nsize = '4x3'\nplayable = '1'\n[tiles]\n\
                   wall = { character = 'w' }\nmoss = { character = 'm' }\n\
                   [objectives]\nmoss = { value = 'count(moss)', range = [1, 9], zero_above = 12 }\n";
    let text = "wwww\nwmmw\nwwww\n";
    scratch.write("yard.toml", problem);
    scratch.write("yard.txt", text);
    assert_eq!(scratch.marahel("export yard.txt --problem yard.toml").ok().stdout, text);
    scratch.marahel("export yard.txt --problem yard.toml --out map.tmj").ok();
    assert_eq!(scratch.marahel("export map.tmj --problem yard.toml").ok().stdout, text);
    let twice = scratch.marahel("export yard.txt map.tmj --problem yard.toml").ok().stdout;
    assert!(!twice.contains('#') && twice.matches("wmmw").count() == 2, "{twice}");
}
