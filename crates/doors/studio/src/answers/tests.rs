use marahel::Generator;
use serde_json::{Value, json};

use super::answer;

/// The answer to a question, which is not refused.
#[track_caller]
fn ask(question: &Value) -> Value {
    let answer: Value = serde_json::from_str(&answer(&question.to_string())).expect("it is JSON");
    assert_eq!(answer.get("error"), None, "{question}");
    answer
}

/// Why a question is refused.
#[track_caller]
fn refused(question: &Value) -> String {
    let answer: Value = serde_json::from_str(&answer(&question.to_string())).expect("it is JSON");
    answer["error"].as_str().unwrap_or_else(|| panic!("{question} has an answer")).to_owned()
}

#[track_caller]
fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn gallery() -> Vec<(String, String)> {
    let about = ask(&json!({ "do": "about" }));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let generators = list(&about["generators"]).iter();
    generators.map(|one| (text(&one["name"]), text(&one["script"]))).collect()
}

fn script(name: &str) -> String {
    gallery().into_iter().find(|(known, _)| known == name).expect("it is in the gallery").1
}

#[test]
fn levels_are_those_of_the_library() {
    let all = gallery();
    assert!(all.len() > 30, "{}", all.len());
    for (name, script) in all {
        let found = ask(&json!({ "do": "levels", "script": script, "seed": 41, "count": 3 }));
        let generator = marahel_dialects::parse(&script).map(|script| Generator::new(&script));
        let generator = generator.unwrap_or_else(|error| panic!("{name}: {error}"));
        for (seed, level) in (41..).zip(list(&found["levels"])) {
            let own = generator.generate(seed).expect("the script ends");
            let cells: Vec<i64> = own
                .tiles()
                .iter()
                .map(|&tile| if tile == marahel_level::UNKNOWN { -1 } else { tile.into() })
                .collect();
            assert_eq!(level["cells"], json!(cells), "{name}");
            assert_eq!(
                (level["seed"].as_u64(), level["width"].as_u64()),
                (Some(seed), Some(own.width() as u64))
            );
        }
        assert_eq!(found["levels"].as_array().map(Vec::len), Some(3));
        assert_eq!(found["tiles"].as_array().map(Vec::len), Some(generator.palette().len()));
    }
}

#[test]
fn mistakes_have_places_in_utf16_and_fixes() {
    let text = r#"{"metadata": {"min": "5x5", "max": "5x5"}, "entities": ["empty", "solid"],
        "explorers": [{"type": "horz", "description": "é😀", "rules": ["self(any) -> self(sold)"]}]}"#;
    let found = ask(&json!({ "do": "check", "script": text }));
    let one = &found["diagnostics"][0];
    assert_eq!((one["severity"].as_str(), found.get("info")), (Some("error"), None));
    let units: Vec<u16> = text.encode_utf16().collect();
    let place = |key: &str| usize::try_from(one[key].as_u64().expect("a place")).expect("small");
    assert_eq!(String::from_utf16_lossy(&units[place("from")..place("to")]), "sold");
    let fix = &one["fix"];
    let at = |key: &str| usize::try_from(fix[key].as_u64().expect("a place")).expect("small");
    let insert: Vec<u16> = fix["insert"].as_str().expect("a text").encode_utf16().collect();
    let fixed = [&units[..at("from")], &insert, &units[at("to")..]].concat();
    let fixed = String::from_utf16_lossy(&fixed);
    let found = ask(&json!({ "do": "check", "script": fixed }));
    assert_eq!(found["info"]["entities"], json!(["empty", "solid"]));
    assert_eq!(found["info"]["min"], json!([5, 5]));
}

#[test]
fn dials_are_known_and_turned() {
    let script = script("dials/rooms");
    let info = ask(&json!({ "do": "check", "script": script }))["info"].clone();
    let dial = &info["dials"][0];
    let levels = |value: &Value| {
        let dials = json!({ dial["name"].as_str().expect("a name"): value });
        ask(&json!({ "do": "levels", "script": script, "seed": 1, "count": 1, "dials": dials }))["levels"].clone()
    };
    assert_ne!(levels(&dial["min"]), levels(&dial["max"]));
}

#[test]
fn a_trace_ends_with_the_level_and_says_which_rule_changed_a_cell() {
    for (name, script) in gallery() {
        let trace = ask(&json!({ "do": "trace", "script": script, "seed": 3, "frames": 40 }));
        let level = ask(&json!({ "do": "levels", "script": script, "seed": 3, "count": 1 }));
        let frames = list(&trace["frames"]);
        let last = frames.last().expect("there is a frame");
        assert_eq!(last["cells"], level["levels"][0]["cells"], "{name}");
        for pair in frames.windows(2) {
            let cells = |frame: &Value, key: &str| list(&frame[key]).to_vec();
            let changed = cells(&pair[0], "cells").into_iter().zip(cells(&pair[1], "cells"));
            for ((old, new), rule) in changed.zip(cells(&pair[1], "by_rule")) {
                assert!(old == new || rule != -1, "{name}");
            }
        }
    }
}

#[test]
fn measures_come_in_parts_that_fit_together() {
    let script = script("gallery/zelda");
    let part = |seed: u64, count: u64| {
        ask(&json!({ "do": "range", "script": script, "seed": seed, "count": count }))
    };
    let all = part(5, 30);
    let names: Vec<&str> =
        list(&all["measures"]).iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.contains(&"empty") && names.contains(&"player_key"), "{names:?}");
    let rows = |part: &Value| list(&part["rows"]).to_vec();
    assert_eq!([rows(&part(5, 12)), rows(&part(17, 18))].concat(), rows(&all));
}

#[test]
fn levels_that_fail_say_why() {
    let script = r#"{"metadata": {"min": "11x7", "max": "11x7"},
        "entities": ["empty", "solid", "player", "key", "door", "enemy"],
        "explorers": [{"type": "horz", "region": "map", "rules": ["self(any) -> self(empty|solid)"]}]}"#;
    let judged = ask(
        &json!({ "do": "judge", "script": script, "problem": "zelda", "seed": 0, "count": 20 }),
    );
    assert_eq!((judged["playable"].as_f64(), judged["count"].as_u64()), (Some(0.0), Some(20)));
    let failing = list(&judged["failing"]);
    assert_eq!(failing.len(), 12);
    assert_eq!(failing[0]["lacks"][0], "not playable: count(player) == 1");
    let tiles: Vec<&str> =
        list(&judged["tiles"]).iter().filter_map(|one| one["name"].as_str()).collect();
    let level = json!({ "width": 11, "height": 7, "cells": failing[0]["cells"] });
    let explained =
        ask(&json!({ "do": "explain", "problem": "zelda", "level": level, "tiles": tiles }));
    assert_eq!(explained["lacks"], failing[0]["lacks"]);
    // Both mark the cells that a missed demand is about.
    assert_eq!(explained["marks"], failing[0]["marks"]);
    let marks = failing.iter().flat_map(|level| list(&level["marks"]));
    let mut pieces = marks.filter(|mark| mark["what"] == "smaller pieces");
    assert!(pieces.any(|mark| !list(&mark["cells"]).is_empty()));
}

#[test]
fn judged_shares_are_high_for_a_good_script() {
    let judged = ask(
        &json!({ "do": "judge", "script": script("gallery/zelda"), "problem": "zelda", "seed": 0, "count": 100 }),
    );
    assert!(judged["playable"].as_f64() > Some(0.9), "{judged}");
    assert!(judged["good"].as_f64() > Some(0.9), "{judged}");
}

#[test]
fn levels_go_out_and_come_in() {
    let script = script("gallery/sokoban");
    let levels = ask(&json!({ "do": "levels", "script": script, "seed": 2, "count": 1 }));
    for format in ["tmj", "ldtk", "csv", "txt", "json", "png"] {
        let file = ask(
            &json!({ "do": "export", "script": script, "seed": 2, "count": 1, "format": format }),
        );
        let read = json!({ "do": "read", "problem": "sokoban", "name": file["name"], "base64": file["base64"] });
        if ["csv", "png"].contains(&format) {
            // The order of tiles, and their colors, are those of the problem.
            continue;
        }
        let read = ask(&read);
        let name = |answer: &Value, cell: &Value| {
            answer["tiles"][usize::try_from(cell.as_u64().expect("set")).expect("small")]["name"]
                .clone()
        };
        let names = |answer: &Value| -> Vec<Value> {
            let cells = list(&answer["levels"][0]["cells"]);
            cells.iter().map(|cell| name(answer, cell)).collect()
        };
        assert_eq!(names(&read), names(&levels), "{format}");
    }
    let film =
        ask(&json!({ "do": "export", "script": script, "seed": 2, "count": 1, "format": "gif" }));
    assert!(film["base64"].as_str().expect("a text").starts_with("R0lGOD"));
    assert!(
        refused(
            &json!({ "do": "export", "script": script, "seed": 2, "count": 1, "format": "exe" })
        )
        .contains("`exe`")
    );
}

#[test]
fn drawings_make_a_problem_that_starters_fit() {
    let levels =
        ask(&json!({ "do": "levels", "script": script("gallery/zelda"), "seed": 2, "count": 2 }));
    let zelda = ask(&json!({ "do": "problem", "problem": "zelda" }));
    let names = |tiles: &Value| -> Vec<String> {
        list(tiles).iter().map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    let (own, problems) = (names(&levels["tiles"]), names(&zelda["tiles"]));
    let drawings: Vec<Value> = list(&levels["levels"]).iter().map(|level| {
        let cells = list(&level["cells"]).iter();
        let cell = |cell: &Value| {
            let name = &own[usize::try_from(cell.as_u64().expect("set")).expect("small")];
            problems.iter().position(|known| known == name).expect("the problem has it")
        };
        json!({ "width": level["width"], "height": level["height"], "cells": cells.map(cell).collect::<Vec<_>>() })
    }).collect();
    let file = ask(&json!({ "do": "like", "problem": "zelda", "drawings": drawings }));
    let text = file["text"].as_str().expect("a text");
    let info = ask(&json!({ "do": "problem", "problem": text }));
    assert_eq!(info["name"], "drawn");
    let starters = ask(&json!({ "do": "starters", "problem": text }));
    assert_eq!(starters["scripts"].as_array().map(Vec::len), Some(16));
}

#[test]
fn a_problem_says_how_its_hero_jumps() {
    let file = |below: &str| {
        format!(
            "name = \"pit\"\nsize = \"5x4\"\nplayable = \"path(hero, exit) > 0\"\n\
             [tiles]\nair = {{}}\nhero = {{}}\nexit = {{}}\nground = {{}}\n\
             [movement.run]\nsolid = \"ground\"\njump = 2\nreach = 3\n{below}\n\
             [objectives]\nway = {{ value = \"path(hero, exit)\", range = [5, inf] }}\n"
        )
    };
    let info = |below| ask(&json!({ "do": "problem", "problem": file(below) }));
    let deadly = info("below = \"deadly\"");
    assert_eq!((&deadly["jump"], &deadly["deadly_below"]), (&json!([2, 3]), &json!(true)));
    assert_eq!(info("below = \"solid\"")["deadly_below"], Value::Null);
    assert_eq!(info("")["platforms"], Value::Null);
    assert_eq!(info("platforms = \"hero\"")["platforms"], json!([false, false, false, true]));
}

#[test]
fn drawings_are_understood_as_layers() {
    // A ring of walls, once with a player and once without.
    let drawing = |player| {
        let cells = [5, 5, 5, 5, 5, player, 1, 5, 5, 1, 1, 5, 5, 5, 5, 5];
        json!({ "width": 4, "height": 4, "cells": cells })
    };
    let question =
        json!({ "do": "understand", "problem": "zelda", "drawings": [drawing(4), drawing(1)] });
    let answer = ask(&question);
    let layers: Vec<&str> = list(&answer["layers"]).iter().filter_map(Value::as_str).collect();
    assert!(layers.len() > 1, "{layers:?}");
    let script = &answer["script"];
    let made = ask(&json!({ "do": "levels", "script": script, "seed": 0, "count": 1 }));
    assert_eq!(made["levels"][0]["width"], 4);
    let unset = json!({ "width": 1, "height": 1, "cells": [-1] });
    let question = json!({ "do": "understand", "problem": "zelda", "drawings": [unset] });
    assert_eq!(ask(&question)["script"], Value::Null);
}

#[test]
fn drawings_need_not_have_all_tiles() {
    // A room with a player, without a key, a door and enemies.
    let drawing = json!({ "width": 4, "height": 3, "cells": [5, 5, 5, 5, 5, 1, 4, 5, 5, 5, 5, 5] });
    let file = ask(&json!({ "do": "like", "problem": "zelda", "drawings": [drawing] }));
    let info = ask(&json!({ "do": "problem", "problem": file["text"] }));
    assert_eq!(info["tiles"].as_array().map(Vec::len), Some(3));
}

#[test]
fn children_keep_what_is_locked() {
    let parent = script("gallery/zelda");
    let question = json!({ "do": "breed", "problem": "zelda", "parents": [parent], "locks": ["0"], "seed": 4, "count": 12 });
    let children = ask(&question);
    let children = list(&children["scripts"]);
    assert_eq!(children.len(), 12);
    // Spaces are the writer's.
    let rules = |script: &str| {
        ask(&json!({ "do": "check", "script": script }))["info"]["explorers"][0]["rules"]
            .to_string()
            .replace(' ', "")
    };
    let locked = rules(&parent);
    for child in children {
        let script = child["script"].as_str().expect("a text");
        assert_eq!(rules(script), locked, "{script}");
        ask(&json!({ "do": "levels", "script": script, "seed": 0, "count": 2 }));
    }
    assert_eq!(ask(&question)["scripts"], json!(children), "the same seed breeds the same");
    assert!(refused(&json!({ "do": "breed", "problem": "zelda", "parents": [], "locks": [], "seed": 4, "count": 2 })).contains("mark"));
}

#[test]
fn hostile_questions_are_refused() {
    for question in ["", "?", "[]", r#"{"do": "steal"}"#, r#"{"do": "levels"}"#, "\u{0}"] {
        assert!(answer(question).starts_with(r#"{"error":"#), "{question:?}");
    }
    let large = r#"{"metadata": {"min": "4096x4096", "max": "4096x4096"}, "entities": ["a"], "explorers": []}"#;
    assert!(
        refused(&json!({ "do": "levels", "script": large, "seed": 0, "count": 1 }))
            .contains("too large")
    );
    let slow = r#"{"metadata": {"min": "200x200", "max": "200x200"}, "entities": ["a", "b"], "explorers":
        [{"type": "horz", "parameters": {"repeats": "1000000000"}, "rules": ["self(a) -> self(b)", "-> self(a)"]}]}"#;
    assert!(
        refused(&json!({ "do": "levels", "script": slow, "seed": 0, "count": 64 }))
            .contains("budget")
    );
    assert!(refused(&json!({ "do": "judge", "script": "{}", "problem": "../../etc/passwd", "seed": 0, "count": 1 })).contains("passwd"));
    let judged = "name = 'p'\nsize = '4x3'\nplayable = 'outside(fun) > 0'\n[tiles]\na = { character = 'a' }\nb = { character = 'b' }\n\
         [outside]\ncommand = ['rm']\nvalues = ['fun']\n[objectives]\nx = { value = 'count(a)', range = [1, 2], zero_above = 9 }\n";
    assert!(refused(&json!({ "do": "problem", "problem": judged })).contains("program outside"));
    let cells = json!({ "width": 2, "height": 2, "cells": [0, 1, 99, 0] });
    assert!(refused(&json!({ "do": "explain", "problem": "binary", "level": cells, "tiles": ["empty", "solid"] })).contains("99"));
}

#[test]
fn drafts_are_written_for_a_problem_alone() {
    let problem = "name = \"hall\"\nsize = \"5x4\"\nplayable = \"count(floor) > 0\"\n[tiles]\nfloor = {}\nwall = {}\n[objectives]\n\
         walls = { value = \"count(wall)\", range = [6, 19], zero_above = 20 }\n";
    let ask_for = |seed: u64| ask(&json!({ "do": "draft", "problem": problem, "seed": seed }));
    let found = ask_for(1);
    let drafts = list(&found["drafts"]);
    assert!(drafts.len() > 1, "{found}");
    for (index, draft) in drafts.iter().enumerate() {
        let told = draft["told"].as_str().expect("a text");
        assert!(told.contains("2 of 2 demands met, 100 %") || index > 0, "{told}");
        let checked = ask(&json!({ "do": "check", "script": draft["script"] }));
        assert!(checked["info"]["explorers"].is_array(), "{checked}");
        assert!(drafts[..index].iter().all(|other| other["script"] != draft["script"]));
    }
    assert_eq!((&found["unsaid"], ask_for(1)), (&json!([]), found.clone()));
    refused(&json!({ "do": "draft", "problem": "nonsense", "seed": 1 }));
}

#[test]
fn drawings_are_repaired_and_varied() {
    let rows =
        ["#########", "#@....#k#", "#####.#.#", "#e..#.#.#", "#.#d#...#", "#.#####e#", "#.......#"];
    let cells = |rows: &[&str]| -> Vec<i64> {
        let characters = rows.iter().flat_map(|row| row.chars());
        characters
            .map(|one| "d.ek@#".chars().position(|tile| tile == one).unwrap() as i64)
            .collect()
    };
    let of = |cells: &[i64], what: &str| {
        let level = json!({ "width": 9, "height": 7, "cells": cells });
        json!({ "do": what, "problem": "zelda", "level": level, "seed": 1 })
    };
    let good = cells(&rows);
    let unchanged = ask(&of(&good, "repair"));
    assert_eq!(unchanged["told"], json!(["nothing to repair"]));
    let mut damaged = good.clone();
    damaged[9 * 5 + 1] = 5;
    let repaired = ask(&of(&damaged, "repair"));
    let told = repaired["told"][0].as_str().expect("a text");
    assert!(told.contains(" solid to "), "{repaired}");
    let varied = ask(&of(&good, "remix"));
    assert!(
        varied["told"][0].as_str().is_some_and(|told| told.ends_with("% of the cells changed"))
    );
    assert_ne!(varied["level"]["cells"], json!(good));
    let again = of(
        &serde_json::from_value::<Vec<i64>>(varied["level"]["cells"].clone()).unwrap(),
        "repair",
    );
    assert_eq!(ask(&again)["told"], json!(["nothing to repair"]), "a variation is good");
    refused(&of(&good[1..], "remix"));
    assert!(refused(&of(&[0; 63], "remix")).contains("at most 0.00 here"));
}
