use std::fs;

use marahel_level::{Level, Palette, ldtk_project};
use tempfile::TempDir;

use super::*;
use crate::tests::PROBLEMS;

const FILE: &str = r##"name = "caves"
size = "4x3"
playable = "1 == 1"
like = ["drawn/*"]
[tiles]
floor = { character = "." }
wall = { character = "#" }
"##;

/// A folder with a problem file and drawings of every format, all of one level.
fn folder() -> (TempDir, Level) {
    let folder = TempDir::new().expect("a folder");
    let drawn = |name: &str| folder.path().join("drawn").join(name);
    fs::create_dir(drawn("")).expect("a folder");
    let palette = Arc::new(Palette::of_names(&["floor", "wall"]).expect("two names"));
    let level = Level::from_text("#..#\n#.##\n....\n", palette).expect("a level");
    let write = |name: &str, bytes: &[u8]| fs::write(drawn(name), bytes).expect("written");
    write("a.txt", b"#..#\n#.##\n....\n\n####\n");
    write("b.csv", level.to_csv().as_bytes());
    write("c.json", level.to_json().as_bytes());
    let tiles = level.to_csv().replace('1', "2").replace('0', "1").replace('\n', ",");
    let tiles = tiles.trim_end_matches(',');
    let (kinds, size) =
        (r#"<tile id="0" type="floor"/><tile id="1" type="wall"/>"#, r#"width="4" height="3""#);
    let map = format!(
        r#"<map {size}><tileset firstgid="1">{kinds}</tileset><layer {size}><data encoding="csv">{tiles}</data></layer></map>"#
    );
    write("d.tmx", map.as_bytes());
    let kinds = r#"[{"id": 0, "type": "floor"}, {"id": 1, "type": "wall"}]"#;
    let map = format!(
        r#"{{"width": 4, "height": 3, "tilesets": [{{"firstgid": 1, "tiles": {kinds}}}],
            "layers": [{{"type": "tilelayer", "width": 4, "height": 3, "data": [{tiles}]}}]}}"#
    );
    write("e.tmj", map.as_bytes());
    write("f.ldtk", ldtk_project(&[("one", &level)], 16).expect("a project").as_bytes());
    write("g.CSV", level.to_csv().as_bytes());
    write("h.PNG", &level.to_png(1).expect("a picture"));
    write("i.json", format!("[{map},\n{}]", level.to_json()).as_bytes());
    write("j.jsonl", format!("{}\n{}\n", level.to_json_line(7), level.to_json()).as_bytes());
    fs::write(folder.path().join("caves.toml"), FILE).expect("written");
    (folder, level)
}

#[test]
fn drawings_of_every_format_are_put_into_the_text() {
    let (folder, level) = folder();
    let file = folder.path().join("caves.toml").display().to_string();
    let definition = PROBLEMS.definition(&file).expect("sound");
    let levels = definition.drawings().levels();
    assert_eq!(levels.len(), 13);
    let texts: Vec<String> = levels.iter().map(Level::to_text).collect();
    assert_eq!(texts[1], "####\n");
    assert!((0..13).all(|index| index == 1 || texts[index] == level.to_text()), "{texts:?}");
    // What a run keeps needs no other files.
    let again = Definition::parse(definition.text()).expect("sound");
    assert_eq!(again.drawings(), definition.drawings());
    assert_eq!(again.drawn(), []);
    // Levels of which cells are given are read alike.
    fs::write(&file, format!("pins = [\"drawn/j*\"]\n{FILE}")).expect("written");
    let pinned = PROBLEMS.definition(&file).expect("sound");
    assert_eq!(pinned.pinned(), [level.clone(), level]);
}

#[test]
fn errors_name_the_file_and_what_is_wrong() {
    let (folder, _) = folder();
    let problem = folder.path().join("caves.toml");
    let told = |like: &str| {
        fs::write(&problem, FILE.replace("drawn/*", like)).expect("written");
        let error = PROBLEMS.definition(&problem.display().to_string()).expect_err("a mistake");
        let source = std::error::Error::source(&error).map(ToString::to_string);
        format!("{error}: {}", source.unwrap_or_default())
            .replace(&folder.path().display().to_string(), "")
    };
    let write =
        |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("written");
    assert!(told("none/*.tmx").starts_with("/none/*.tmx: there is no such file; name drawn"));
    assert!(told("drawn/[").starts_with("/drawn/[: Pattern syntax error"), "{}", told("drawn/["));
    write("odd.txt", b"#.x\n");
    assert!(told("odd.txt").starts_with("/odd.txt: row 1, column 3: 'x' stands for no tile"));
    write("holes.txt", b"#.?\n");
    assert!(told("holes.txt").starts_with("/holes.txt: it has cells without a tile"));
    write("level.doc", b"#.#\n");
    assert!(told("level.doc").starts_with("/level.doc: levels are not read from such files"));
    write("cut.jsonl", b"{\"map\": [\"#\"]}\n{\"map\":");
    assert!(
        told("cut.jsonl").starts_with("/cut.jsonl: not a level in JSON: EOF"),
        "{}",
        told("cut.jsonl")
    );
    write("other.jsonl", b"{\"map\": [\"#\"]}\n{\"map\": [\"x\"]}");
    assert!(told("other.jsonl").starts_with("/other.jsonl: level 2: row 1, column 1: 'x'"));
    write("none.jsonl", b"\n");
    assert!(told("none.jsonl").starts_with("/none.jsonl: there are no levels"));
    write("large.txt", format!("{}\n", "#".repeat(1 << 20)).as_bytes());
    assert!(told("large.txt").contains("larger than 1 MiB"), "{}", told("large.txt"));
}

#[test]
fn problem_files_say_what_maps_do_not() {
    let (folder, _) = folder();
    let problem = folder.path().join("caves.toml");
    let map = r#"<map tilewidth="8" tileheight="8"><tileset firstgid="1"><tile id="7"><properties>
        <property name="material" value="wall"/></properties></tile></tileset><layer name="low" width="2" height="1"><data encoding="csv">8,0</data>
        </layer><layer name="high" width="2" height="1"><data encoding="csv">0,9</data></layer><objectgroup name="things">
        <object name="wall" x="8" y="0"><point/></object></objectgroup></map>"#;
    fs::write(folder.path().join("m.tmx"), map).expect("written");
    fs::write(folder.path().join("l.json"), r#"{"tile_7": "wall", "tile_8": "floor"}"#)
        .expect("written");
    let read = |keys: &str| {
        let text = format!("{keys}\n{}", FILE.replace("drawn/*", "m.tmx").replace("4x3", "2x1"));
        fs::write(&problem, text).expect("written");
        let definition = PROBLEMS.definition(&problem.display().to_string());
        let text = definition.map(|definition| definition.drawings().levels()[0].to_text());
        text.map_err(|error| reasons(&error))
    };
    assert_eq!(read("legend = \"l.json\"").as_deref(), Ok("##\n"));
    assert_eq!(read("legend = \"l.json\"\nobjects = false").as_deref(), Ok("#.\n"));
    let named = read("layers = [\"low\"]\nnames_from = [\"material\"]");
    assert_eq!(named.as_deref(), Ok("#.\n"));
    assert_eq!(read("legend = \"l.json\"\nlayers = [\"low\"]").as_deref(), Ok("#.\n"));
    let other = read("legend = \"l.json\"\nlayers = [\"low\"]\nempty = \"wall\"");
    assert_eq!(other.as_deref(), Ok("##\n"));
    for (keys, expected) in [
        ("", "nothing says what these tiles are: tile_7; or name its tiles by `legend"),
        (
            "legend = \"l.json\"\nlayers = [\"none\"]",
            "there is no layer `none`; the layers are `low`, `high`, `things`",
        ),
        ("empty = \"lava\"", "there is no tile `lava`"),
        ("legend = \"none.json\"", "none.json"),
        ("layers = \"low\"", "layers"),
        ("objects = 1", "objects"),
        ("names_from = [3]", "names_from"),
    ] {
        let error = read(keys).unwrap_err();
        assert!(error.contains(expected), "{keys}: {error}");
    }
}
