//! The JSON Schema of scripts: it accepts every script of the repository, and
//! of broken ones only those whose form is right.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use marahel_script::{estimator_words, explorer_types, parameter_names};
use serde_json::Value;

use crate::cases::{cases, files, scripts};

/// Where the schema would be; nothing is read there.
const ADDRESS: &str = "file:///marahel.schema.json";

/// The schema, compiled.
struct Schema {
    schemas: Schemas,
    root: SchemaIndex,
}

impl Schema {
    /// Fails unless the schema is one, by the schema of schemas that it names.
    fn new() -> Self {
        let text = include_str!("../../../marahel/schema/marahel.schema.json");
        let schema: Value = serde_json::from_str(text).expect("the schema is JSON");
        let mut compiler = Compiler::new();
        compiler.add_resource(ADDRESS, schema).expect("it is an address");
        let mut schemas = Schemas::new();
        let root = compiler.compile(ADDRESS, &mut schemas).expect("the schema is a schema");
        Self { schemas, root }
    }

    /// What is wrong with a script.
    fn check(&self, script: &Value) -> Result<(), String> {
        self.schemas.validate(script, self.root).map_err(|error| error.to_string())
    }
}

/// A document as JSON, if it is JSON5 at all.
fn json(document: &str) -> Option<Value> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    let parsed = parse_to_ast(document, &CollectOptions::default(), &options).ok()?;
    parsed.value.map(Value::from)
}

#[test]
fn every_script_validates() {
    let schema = Schema::new();
    let scripts = scripts();
    assert!(scripts.len() >= 26, "only {} scripts were found", scripts.len());
    let mut unquoted = Vec::new();
    for (name, text) in scripts {
        let Some(script) = json(&text) else {
            unquoted.push(name); // as the paper prints scripts, which no editor reads
            continue;
        };
        schema.check(&script).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert!(unquoted.len() <= 1, "they are no JSON: {unquoted:?}");
}

#[test]
fn the_schema_has_every_explorer_and_parameter() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../marahel/schema/marahel.schema.json"))
            .expect("the schema is JSON");
    let names: Vec<&str> = explorer_types().flatten().copied().collect();
    assert_eq!(schema["$defs"]["explorer"]["properties"]["type"]["enum"], Value::from(names));
    let parameters = schema["$defs"]["parameters"]["properties"].as_object().expect("it has some");
    let keys: BTreeSet<&str> = parameters.keys().map(String::as_str).collect();
    assert_eq!(keys, parameter_names().collect());
}

/// The editor of the studio has the types of explorers from the schema; what estimators mean it
/// says in its own words.
#[test]
fn the_editor_explains_every_estimator() {
    let words = include_str!("../../../../doors/studio/page/src/words.ts");
    for word in estimator_words() {
        assert!(words.contains(&format!("{word}: ")), "`{word}` is not in words.ts");
    }
}

/// The broken scripts that the schema lets through, because what is wrong with
/// them is no matter of form, are listed in `tests/schema.txt`.
/// `UPDATE_GOLDEN=1 cargo test -p marahel-dialects --test diagnostics` writes it anew.
#[test]
fn broken_forms_do_not_validate() {
    let schema = Schema::new();
    let mut accepted = Vec::new();
    for (path, file) in files() {
        for case in cases(&file) {
            if json(&case.document()).is_some_and(|script| schema.check(&script).is_ok()) {
                let name = path.file_stem().expect("it is a file").to_string_lossy();
                accepted.push(format!("{name}, {}\n", case.heading));
            }
        }
    }
    let accepted = accepted.concat();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &accepted).expect("it can be written");
    }
    assert_eq!(accepted, fs::read_to_string(golden).unwrap_or_default());
}

/// Scripts of the dialect of 2017: this one is accepted only with the given
/// change, which is none for a script that is.
#[track_caller]
fn check_2017(schema: &Schema, part: &str, other: &str, is_accepted: bool) {
    const LISTING: &str = r#"{
        metadata: {minDimension: "30x30", maxDimension: "40x40"},
        entities: {empty: {color: "0xffffff"}, solid: {color: "0x000000", max: 5}},
        neighborhoods: {all: ["111", "131", "111"], plus: "010,101,010"},
        regions: {type: "bsp", numberOfRegions: 7, parameters: {min: "8x8", max: "15x15"}},
        explorers: [
            {type: "sequential", region: {name: "map", border: 1, replacingType: "same"},
             parameters: {iterations: 1}, rules: ["any -> self(solid)"]},
            {type: "agent", region: {name: "map", border: "1,2"},
             parameters: {number: "1,3", directions: ["plus"]}, rules: ["random<0.7 -> self(empty)"]},
            {type: "connector", region: {name: "map"},
             parameters: {type: "short", entities: ["empty"]}, rules: ["self(any) -> self(empty)"]}
        ]
    }"#;
    assert!(LISTING.contains(part), "{part}");
    let script = json(&LISTING.replacen(part, other, 1)).expect("it is JSON5");
    let checked = schema.check(&script);
    assert_eq!(checked.is_ok(), is_accepted, "{other}: {checked:?}");
}

#[test]
fn the_dialect_of_2017_validates() {
    let schema = Schema::new();
    for (part, other) in [
        ("", ""),
        ("minDimension: \"30x30\", maxDimension: \"40x40\"", "dimension: \"30x30\""),
        ("entities: {", "entity: {"),
        ("[\"111\", \"131\", \"111\"]", "[[0, 1], [1, 0]]"),
        ("explorers", "rule"),
        ("regions", "region"),
        ("region: {name: \"map\"}", "region: \"map\""),
        ("border: \"1,2\"", "borderSize: [1, 2], borderType: \"wrap\", sameBorder: true"),
        ("name: \"map\", border: 1", "name: [\"some\", \"0-3\"], count: 2"),
        ("iterations: 1", "start: [0, 0.5], percentage: \"0.5\", iterations: \"2\""),
        ("max: 5", "max: -1"),
    ] {
        check_2017(&schema, part, other, true);
    }
    for (part, other) in [
        ("\"30x30\"", "\"wide\""),
        ("[\"111\", \"131\", \"111\"]", "[\"11x\"]"),
        ("type: \"agent\"", "type: \"horz\""),
        ("explorers", "explorer"),
        ("30x30\", maxDimension", "30x30\", author: \"A\", maxDimension"),
        ("entities: {", "exec: \"touch\", entities: {"),
        ("any -> self(solid)", "any, self(solid)"),
        ("numberOfRegions: 7", "numberOfRegions: \"seven\""),
        ("max: 5", "max: \"many\""),
        ("\"same\"", "\"copy\""),
        ("minDimension: \"30x30\", maxDimension", "maxDimensions"),
        ("maxDimension", "maxDimensions"),
        ("max: 5", "most: 5"),
        ("numberOfRegions: 7", "numberOfRegions: 0"),
        ("numberOfRegions: 7", "numberOfRegions: 7, border: 1"),
        ("type: \"bsp\", ", ""),
        ("\"bsp\"", "\"digger\""),
        ("max: \"15x15\"", "trials: 3"),
        ("border: 1,", "border: -1,"),
        ("border: 1,", "borders: 1,"),
        ("border: \"1,2\"", "border: \"1,2,3\""),
        ("name: \"map\", border: 1", "name: \"maps\", border: 1"),
        ("iterations: 1", "iterations: \"many\""),
        ("iterations: 1", "iteration: 1"),
        ("iterations: 1", "start: 1.5"),
        ("iterations: 1", "start: [0, 0, 0]"),
        ("iterations: 1", "percentage: 50"),
        ("iterations: 1", "numberOfTiles: \"some\""),
        ("number: \"1,3\"", "number: \"few\""),
        ("number: \"1,3\"", "lifespan: \"long\""),
        ("number: \"1,3\"", "speed: 0"),
        ("[\"plus\"]", "[]"),
        ("\"short\"", "\"shortest\""),
        ("type: \"agent\"", "types: 1, type: \"agent\""),
    ] {
        check_2017(&schema, part, other, false);
    }
}
