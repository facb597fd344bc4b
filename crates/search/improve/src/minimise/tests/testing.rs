//! Scripts for the tests of minimising.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use marahel::Script;

use crate::minimise::unit::Reduced;

/// All scripts of the workspace in today's dialect, with their files.
pub(crate) static CORPUS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let folders = ["configs/generators/evolved", "configs/generators/fdg20"];
    let folders = folders.into_iter().chain(["configs/generators/gallery"]);
    let folders = folders.chain(["crates/language/marahel/tests/suite"]);
    let mut scripts = Vec::new();
    for folder in folders {
        let files = fs::read_dir(root.join(folder)).expect("the folder is there");
        let mut files: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "json")) {
            let text = fs::read_to_string(file).expect("it can be read");
            if Script::parse(&text).is_ok() {
                scripts.push((file.display().to_string(), text));
            }
        }
    }
    assert!(scripts.len() > 30, "there are but {}", scripts.len());
    scripts
});

/// A script with the entities a, b and c and the given explorers.
pub(crate) fn reduced(explorers: &str) -> Reduced {
    let text = script(r#"["a", "b", "c"]"#, explorers);
    Reduced::new(Script::parse(&text).expect("it is a script"))
}

/// A script of levels of 6 x 5 tiles.
pub(crate) fn script(entities: &str, explorers: &str) -> String {
    format!(
        r#"{{"metadata": {{"min": "6x5", "max": "6x5"}}, "entities": {entities},
            "neighborhoods": {{"corner": "11,13"}}, "explorers": {explorers}}}"#
    )
}
