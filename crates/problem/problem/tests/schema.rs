//! The JSON Schema of problem files: it accepts every problem of the repository, and has the keys
//! that the reader knows.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

use std::fs;
use std::path::Path;

use boon::{Compiler, Schemas};
use marahel_problem::Definition;
use serde_json::Value;

const TEXT: &str = include_str!("../schema/problem.schema.json");

/// Where the schema would be; nothing is read there.
const ADDRESS: &str = "file:///problem.schema.json";

/// A document as JSON, where an infinite number is a large one.
fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::Float(number) if number.is_infinite() => f64::MAX.copysign(number).into(),
        toml::Value::Array(values) => values.into_iter().map(json).collect(),
        toml::Value::Table(table) => {
            table.into_iter().map(|(key, value)| (key, json(value))).collect()
        }
        value => serde_json::to_value(value).expect("it is plain data"),
    }
}

#[test]
fn every_problem_of_the_repository_validates() {
    let mut compiler = Compiler::new();
    let schema = serde_json::from_str(TEXT).expect("the schema is JSON");
    compiler.add_resource(ADDRESS, schema).expect("it is an address");
    let mut schemas = Schemas::new();
    let root = compiler.compile(ADDRESS, &mut schemas).expect("the schema is a schema");
    let wrong = |text: &str| {
        let document = json(toml::Value::Table(text.parse().expect("it is TOML")));
        schemas.validate(&document, root).err().map(|error| error.to_string())
    };
    let mut n_files = 0;
    for folder in ["problems", "problems/pcg", "configs/problems", "configs/problems/field"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(folder);
        for file in fs::read_dir(folder).expect("the folder is there") {
            let file = file.expect("it can be listed").path();
            if file.extension().is_some_and(|ending| ending == "toml") {
                let text = fs::read_to_string(&file).expect("it can be read");
                assert_eq!(wrong(&text), None, "{}", file.display());
                n_files += 1;
            }
        }
    }
    assert!(n_files > 20, "only {n_files} files were found");
    let plain = "size = \"9x9\"\nplayable = \"regions() == 1\"\n[tiles]\nfloor = {}\n";
    assert_eq!(wrong(plain), None);
    let unsized_text = plain.replace("size = \"9x9\"\n", "");
    assert_eq!(wrong(&unsized_text), None, "levels of any size are checked");
    assert!(
        wrong(&format!("{unsized_text}[objectives]\nfloor = {{ range = [1, inf] }}\n")).is_some()
    );
    for broken in ["weight = -1", "wieght = 3", "role = \"hero\"", "character = \"##\""] {
        let text = plain.replacen("floor = {}", &format!("floor = {{ {broken} }}"), 1);
        assert!(wrong(&text).is_some(), "{text}");
    }
}

/// The keys that the reader lists when it finds one that means nothing.
fn known(section: &str) -> Vec<String> {
    let text = format!(
        "size = \"9x9\"\nplayable = \"regions() == 1\"\n{section}\nxyzzy = 1\n\
         [tiles.floor]\n[movement.walk]\nover = \"floor\"\n"
    );
    let error = Definition::parse(&text).expect_err("the key means nothing");
    let mut helps = error.diagnostics().iter().filter(|one| one.message.contains("`xyzzy`"));
    let help = &helps.next().expect("it is told").help;
    let keys = help.split_once("known are ").expect("it lists the keys").1;
    keys.split(", ").map(str::to_owned).collect()
}

#[test]
fn the_schema_has_the_keys_that_are_read() {
    let schema: Value = serde_json::from_str(TEXT).expect("the schema is JSON");
    let sections = [
        ("", ""),
        ("[tiles.wall]", "/properties/tiles/additionalProperties"),
        ("[objectives.path]", "/properties/objectives/additionalProperties/oneOf/1"),
        ("[controls.path]", "/properties/controls/additionalProperties"),
        ("[variety]", "/properties/variety"),
        ("[outside]", "/properties/outside"),
        ("[movement.fly]", "/properties/movement/additionalProperties/else"),
        ("[movement.jump]\njump = 3", "/properties/movement/additionalProperties/then"),
    ];
    for (section, pointer) in sections {
        let properties = schema.pointer(&format!("{pointer}/properties")).expect("it is described");
        let mut described: Vec<_> = properties.as_object().expect("a table").keys().collect();
        let mut known = known(section);
        described.sort();
        known.sort();
        assert_eq!(described, known.iter().collect::<Vec<_>>(), "{section}");
    }
}
