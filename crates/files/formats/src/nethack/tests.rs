use crate::lua::LUA;
use crate::nethack::DES;
use crate::tests::told;
use crate::{Format, Hints, Legend, NoFiles, read};

const TWO: &str = "NAME:   small_den\nORIENT: float\nMONS:   rat\nMAP\nxxxxx\nx.1.x\nx._.+\nxxxxx\nENDMAP\n\
    MAP\n|-\n|..\nENDMAP\nOBJECT:'(',\"chest\",(1,1)\n";

const CALLS: &str = "des.level_init({ style = \"solidfill\", fg = \" \" });\ndes.map([[\n\
    -----\n|...|\n|...+\n-----\n]]);\ndes.object(\"boulder\",{02,01})\n\
    des.map({ halign = \"center\", map = [[\n-+-\n]] });\n";

/// The levels of a text, with the names of characters.
fn rows(text: &str, format: &Format, legend: &str) -> Vec<String> {
    let legend = Legend::parse(legend).expect("a legend");
    let hints = Hints { legend, ..Hints::default() };
    let reading = read(text.as_bytes(), format, &hints, &NoFiles).expect("levels");
    reading.levels.iter().map(|entry| entry.level.to_text()).collect()
}

#[test]
fn maps_stand_between_two_words() {
    let legend = r#"{"x": "tree", ".": "floor", "1": "one", "_": "altar", "+": "door", "|": "wall",
        "-": "wall", " ": "stone"}"#;
    let levels = rows(TWO, &DES, legend);
    let levels: Vec<Vec<usize>> =
        levels.iter().map(|text| text.lines().map(|row| row.chars().count()).collect()).collect();
    assert_eq!(levels, [vec![5, 5, 5, 5], vec![3, 3]], "the shorter row is filled");
}

#[test]
fn maps_stand_in_calls() {
    let legend = r#"{".": "floor", "+": "door", "|": "post", "-": "wall"}"#;
    let levels = rows(CALLS, &LUA, legend);
    let heights: Vec<usize> = levels.iter().map(|text| text.lines().count()).collect();
    assert_eq!(heights, [4, 1]);
}

#[test]
fn a_level_without_rows_is_told() {
    let error = read(b"MAZE: \"a\", ' '\n", &DES, &Hints::default(), &NoFiles).expect_err("no map");
    assert_eq!(told(&error), "a special level of NetHack without rows between MAP and ENDMAP");
}

#[test]
fn maps_in_comments_are_none_and_quoted_ones_are() {
    let lua = "-- des.map([[ab]])\n--[[\ndes.map([[cd]])\n]]\n--[==[ des.map('e') ]==]\n\
        local text = \"des.map([[gh]])\"\ndes.map([[..]])\ndes.map(\"|.\\n.|\")\n\
        des.map({ halign = \"left\", map = [=[\n---\n]=], contents = function(map) des.object({ id = \"x\" }) end })\n\
        des.map { contents = function() des.map('|') end }\ndes.map(other)\n";
    let legend = r#"{".": "floor", "|": "post", "-": "wall"}"#;
    let floors: Vec<usize> = rows(lua, &LUA, legend).iter().map(String::len).collect();
    assert_eq!(floors, [3, 6, 4], "with the ends of their lines");
}

#[test]
fn a_map_has_an_end() {
    let error = read(b"MAP\n..\nENDMAP\n\nMAP\n..\n", &DES, &Hints::default(), &NoFiles);
    assert_eq!(told(&error.expect_err("no end")), "line 5: there is no ENDMAP behind this MAP");
}
