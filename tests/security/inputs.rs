//! Files with so many of something, and what reads them.

use marahel_config::{Config, Options};
use marahel_problem::Definition;
use marahel_script::Script;
use marahel_system::reasons;
use serde_json::json;

use crate::program::Scratch;

/// A script with these parts, and so many entities.
pub(super) fn script(parts: &str, n_entities: u64) -> String {
    let names: Vec<String> = (2..n_entities).map(|number| format!("e{number}")).collect();
    let names = [&["a".to_owned(), "b".to_owned()][..], &names].concat();
    let names = names[..n_entities as usize].to_vec();
    format!(
        r#"{{"metadata": {{"min": "9x9", "max": "9x9"}}, "entities": {names:?},
            {parts}}}"#
    )
}

pub(super) fn explorers(n_explorers: u64, n_rules: u64) -> String {
    let rules = vec![r#""-> self(a)""#; n_rules as usize].join(",\n");
    let explorer = format!(r#"{{"type": "horz", "rules": [{rules}]}}"#);
    format!(r#""explorers": [{}]"#, vec![explorer; n_explorers as usize].join(",\n"))
}

pub(super) fn regions(n: u64) -> String {
    format!(r#""regions": {{"type": "bsp", "number": {n}}}, {}"#, explorers(1, 1))
}

pub(super) fn dials(n: u64) -> String {
    let dials: Vec<String> = (0..n).map(|dial| format!(r#""d{dial}": [0, 9]"#)).collect();
    let rules: Vec<String> =
        (0..n).map(|dial| format!(r#""all(a) < d{dial} -> self(a)""#)).collect();
    let rules = rules.join(", ");
    format!(
        r#""dials": {{{}}}, "explorers": [{{"type": "horz", "rules": [{rules}]}}]"#,
        dials.join(", ")
    )
}

pub(super) fn neighborhoods(n: u64) -> String {
    let named: Vec<String> = (0..n).map(|one| format!(r#""n{one}": "3""#)).collect();
    format!(r#""neighborhoods": {{{}}}"#, named.join(", "))
}

/// A map of Tiled of one cell with these attributes beside its own two.
pub(super) fn map(attributes: &str) -> String {
    let data = "<data encoding=\"csv\">1</data>";
    format!(
        "<map width='1' height='1'{attributes}><tileset firstgid='1'><tile id='0' type='wall'/></tileset>\
         <layer name='l' width='1' height='1'>{data}</layer></map>"
    )
}

pub(super) fn read_map(text: &str) -> Result<(), String> {
    exported("x.tmx", text)
}

/// Whether a file of levels can be read.
pub(super) fn exported(file: &str, text: &str) -> Result<(), String> {
    let ended = Scratch::new().with(file, text).marahel(&format!("export {file}"));
    if ended.code == Some(0) { Ok(()) } else { Err(ended.stderr) }
}

/// A project of LDtk with a level of one wall. A rule places this stamp on each wall; or, if there
/// are `n_layers` others, on those, whose cells are missing.
pub(super) fn automatic(stamp: &[u32], n_layers: usize) -> String {
    let groups = |is_used: bool| {
        let rule = json!({"uid": 4, "size": 1, "pattern": [1], "tileRectsIds": [stamp]});
        if is_used { json!([{"name": "g", "rules": [rule]}]) } else { json!([]) }
    };
    let layer = |uid: u32, kind: &str, cells: Vec<u32>| {
        json!({"__identifier": "l", "__type": kind, "__cWid": 1, "__cHei": 1, "__gridSize": 8,
            "visible": true, "layerDefUid": uid, "intGridCsv": cells})
    };
    let mut layers = vec![layer(1, "IntGrid", vec![1])];
    layers.extend((0..n_layers).map(|_| layer(2, "AutoLayer", Vec::new())));
    json!({
        "jsonVersion": "1.5.3",
        "defs": {
            "layers": [
                {"uid": 1, "identifier": "walls", "type": "IntGrid", "gridSize": 8, "tilesetDefUid": 3,
                    "intGridValues": [{"value": 1, "identifier": "wall"}],
                    "autoRuleGroups": groups(n_layers == 0)},
                {"uid": 2, "identifier": "bare", "type": "AutoLayer", "gridSize": 8, "tilesetDefUid": 3,
                    "autoSourceLayerDefUid": 9, "autoRuleGroups": groups(n_layers > 0)},
            ],
            "tilesets": [{"uid": 3, "relPath": "t.png", "pxWid": 32, "pxHei": 32, "tileGridSize": 8}],
        },
        "levels": [{"identifier": "l", "layerInstances": layers}],
    })
    .to_string()
}

/// Writes levels of so many walls into a project; what is missing then is a mistake.
pub(super) fn automated(project: &str, width: u64, n_levels: u64) -> Result<(), String> {
    let level = "#".repeat(width as usize) + "\n\n";
    let scratch = Scratch::new().with("x.ldtk", project);
    scratch.write("x.txt", level.repeat(n_levels as usize));
    let ended = scratch.marahel("export x.txt --entities wall --into x.ldtk --out y.ldtk");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    if ended.stderr.contains("missing") { Err(ended.stderr) } else { Ok(()) }
}

pub(super) fn parsed(text: &str) -> Result<(), String> {
    Script::parse(text).map(drop).map_err(|error| error.to_string())
}

/// A problem file that ends so.
pub(super) fn problem(end: &str) -> String {
    let tiles = "floor = { character = \".\" }\nwall = { character = \"#\" }\n";
    format!(
        "name = \"caves\"\nsize = \"9x9\"\nplayable = \"regions(floor) > 0\"\n[tiles]\n{tiles}{end}"
    )
}

pub(super) fn objectives(n: u64) -> String {
    let one =
        |n| format!("o{n} = {{ value = \"count(wall)\", range = [1, 9], zero_above = 20 }}\n");
    format!("[objectives]\n{}", (0..n).map(one).collect::<String>())
}

pub(super) fn defined(text: &str) -> Result<(), String> {
    Definition::parse(text).map(drop).map_err(|error| error.to_string())
}

/// A search that begins with so many scripts, which end so.
pub(super) fn begun(n_scripts: u64, end: &str) -> Result<(), String> {
    let scratch = Scratch::new().with("a.json", script(&explorers(1, 1), 2) + end);
    let names = r#"names = {a = "empty", b = "solid"}"#;
    let from = vec!["a.json"; n_scripts as usize];
    scratch.write("x.toml", format!("problem = \"binary\"\nfrom = {from:?}\n{names}\n"));
    configured_in(&scratch)
}

pub(super) fn configured(text: &str) -> Result<(), String> {
    configured_in(&Scratch::new().with("x.toml", text))
}

pub(super) fn configured_in(scratch: &Scratch) -> Result<(), String> {
    let read =
        Config::load(marahel_config::BUILT_IN, Some(&scratch.path("x.toml")), &Options::default());
    read.map(drop).map_err(|error| reasons(&error))
}
