use crate::lua::{LUA, N_BYTES_MAX};
use crate::tests::{Files, only, told};
use crate::tiled::TMX;
use crate::{Hints, NoFiles, read};

/// A map with a tileset inside, an empty list of objects, and properties.
const MAP: &str = r#"return {
  version = "1.10", luaversion = "5.1", orientation = "orthogonal", infinite = false,
  width = 3, height = 2, tilewidth = 16, tileheight = 16, properties = {},
  tilesets = {
    { name = "t", firstgid = 1, tilecount = 2, tiles = {
      { id = 0, type = "wall", properties = { ["solid"] = true } },
      { id = 1, type = "floor" }
    } }
  },
  layers = {
    { type = "tilelayer", name = "ground", width = 3, height = 2, visible = true,
      encoding = "lua", data = { 1, 1, 2,
                                 1, 2, 2 } },
    { type = "objectgroup", name = "things", draworder = "topdown", objects = {} }
  }
}
"#;

#[track_caller]
fn error(text: &str) -> String {
    told(&read(text.as_bytes(), &LUA, &Hints::default(), &NoFiles).expect_err("it is wrong"))
}

#[test]
fn a_map_of_tiled_is_read_with_its_names() {
    let reading = read(MAP.as_bytes(), &LUA, &Hints::default(), &NoFiles).expect("a map");
    let level = only(reading);
    let names: Vec<&str> =
        level.palette().entities().iter().map(|entity| entity.name.as_str()).collect();
    assert_eq!(names, ["wall", "floor"]);
    assert_eq!(level.to_csv(), "0,0,1\n0,1,1\n");
}

#[test]
fn a_tileset_beside_the_map_is_read() {
    let tileset = r#"<tileset name="t" tilewidth="16" tileheight="16" tilecount="2" columns="2">
        <tile id="0" type="wall"/><tile id="1" type="floor"/></tileset>"#;
    let start = MAP.find("name = \"t\"").expect("a tileset");
    let end = MAP.find("layers").expect("layers");
    let map = format!(
        "{}name = \"t\", firstgid = 1, filename = \"t.tsx\" }} }},\n{}",
        &MAP[..start],
        &MAP[end..]
    );
    let files = Files::default().with("t.tsx", tileset);
    let from_lua = only(read(map.as_bytes(), &LUA, &Hints::default(), &files).expect("a map"));
    let xml = r#"<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16"
        tileheight="16" infinite="0"><tileset firstgid="1" source="t.tsx"/><layer id="1" name="ground"
        width="3" height="2"><data encoding="csv">1,1,2,1,2,2</data></layer></map>"#;
    let from_xml = only(read(xml.as_bytes(), &TMX, &Hints::default(), &files).expect("a map"));
    assert_eq!(from_lua, from_xml);
}

#[test]
fn what_is_no_map_is_told() {
    for text in ["return {", "print('#')", "return os.exit()", ""] {
        let told = error(text);
        assert!(told.contains("neither a table of Tiled"), "{text}: {told}");
    }
    assert_eq!(
        error(&format!("return {{{}}}", "1,".repeat(N_BYTES_MAX))),
        "more than 4194304 bytes of Lua; save the map as .tmj"
    );
    let comma = MAP.replace("1, 2, 2 }", "1, 2 }");
    assert_eq!(error(&comma), "layer `ground` is 3 x 2 tiles large, but has 5 tiles");
}
