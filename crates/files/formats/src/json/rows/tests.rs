use crate::json::JSON;
use crate::tests::told;
use crate::{Hints, Legend, NoFiles, read, read_line};

fn hints() -> Hints {
    let legend =
        Legend::parse(r##"{"tile_0": "floor", "tile_1": "wall", "#": "wall", ".": "floor"}"##);
    Hints { legend: legend.expect("it is a legend"), ..Hints::default() }
}

/// The levels of a text, with `#` for walls.
fn levels(json: &str) -> Vec<String> {
    let reading = read(json.as_bytes(), &JSON, &hints(), &NoFiles);
    let reading = reading.map_err(|error| told(&error)).expect(json);
    reading.levels.iter().map(|entry| entry.level.to_text()).collect()
}

#[test]
fn rows_may_be_written_in_many_ways() {
    for json in [
        r#"{"tiles": [[1, 1], [1, 0]]}"#,
        r###"{"map": ["##", "#."]}"###,
        "[[1, 1], [1, 0]]",
        r###"["##", "#."]"###,
        r##"[["#", "#"], ["#", "."]]"##,
        r###"{"layout": ["##", "#."]}"###,
        r#"{"grid": [[1, 1], [1, 0]], "name": "first"}"#,
        r#"{"map": [[1, 1], [1, 0]]}"#,
        r###"{"tiles": ["##", "#."]}"###,
        r#"{"map": [[1, 1], [1, 0]], "entities": ["floor", "wall"]}"#,
        r##"{"map": [["#", "#"], ["#", "."]]}"##,
        // A list of tiles is no rows of them.
        r###"{"tiles": [{"id": 0}], "layout": ["##", "#."]}"###,
    ] {
        assert_eq!(levels(json), ["##\n#.\n"], "{json}");
        let level = read_line(json, &hints()).expect(json).level;
        assert_eq!(level.to_text(), "##\n#.\n", "{json}");
    }
    for json in [
        "[[[1, 1], [1, 0]], [[0, 0], [1, 0]]]",
        r###"[["##", "#."], ["..", "#."]]"###,
        "[[1, 1], [1, 0]] [[0, 0], [1, 0]]",
        r###"[{"layout": ["##", "#."]}, [[0, 0], [1, 0]]]"###,
    ] {
        assert_eq!(levels(json), ["##\n#.\n", "..\n#.\n"], "{json}");
    }
}

#[test]
fn what_is_no_level_says_what_is_one() {
    for json in ["7", "[1, 2]", "{}", r#"{"layers": [{"name": "room"}]}"#, "[{\"a\": 1}]", "\"x\""]
    {
        let error = told(&read(json.as_bytes(), &JSON, &hints(), &NoFiles).expect_err(json));
        for part in [
            "this is no level that is read; a level in JSON is an object with `tiles`, rows of numbers, or `map`",
            "; or a map of Tiled",
        ] {
            assert!(error.contains(part), "{json}: {error}");
        }
    }
    for (json, title) in [
        (r#"{"ogmoVersion": "3.4.0", "layers": []}"#, "a level of Ogmo"),
        (r#"{"tilesetId": 1, "width": 1, "data": [0]}"#, "a map of RPG Maker"),
    ] {
        let error = told(&read(json.as_bytes(), &JSON, &hints(), &NoFiles).expect_err(json));
        let expected =
            "is not read; save it as a map of Tiled (.tmj), or as rows, as in [[1, 1], [1, 0]]";
        assert_eq!(error, format!("{title} {expected}"));
    }
    let error = read("[]".as_bytes(), &JSON, &hints(), &NoFiles).expect_err("nothing");
    assert_eq!(told(&error), "there are no levels; at least one is needed");
    // Mistakes keep their place in the file.
    let json = "{\"layers\": [{\n\"type\": \"tilelayer\", \"width\": \"3\"}]}";
    let error = told(&read(json.as_bytes(), &JSON, &hints(), &NoFiles).expect_err("a text"));
    assert!(error.ends_with("at line 2 column 33"), "{error}");
}
