//! Neighborhoods for the conditions of `cells`, declared as in scripts.

use marahel_script::Neighborhood;
use marahel_script::parse::name_problem;

use crate::definition::keys::FileKeys;
use crate::definition::reader::Faults;

pub(super) fn neighborhoods(file: &FileKeys, faults: &mut Faults) -> Vec<(String, Neighborhood)> {
    let Some(Some(entries)) = &file.neighborhoods else { return Vec::new() };
    let mut neighborhoods: Vec<(String, Neighborhood)> = Vec::new();
    for entry in &entries.all {
        let (name, key) = (entry.name.trim(), &entry.key);
        if let Some((problem, help)) = name_problem("a neighborhood", name) {
            mistake!(faults, key.clone(), entry.place, problem, help);
        }
        if neighborhoods.iter().any(|(earlier, _)| earlier == name) {
            let help = "give it another one";
            mistake!(faults, key.clone(), entry.place, "this name comes twice", help);
        }
        let Some(matrix) = &entry.value else { continue };
        let range = entry.range.clone();
        match Neighborhood::parse(&matrix.value) {
            Ok(cells) => neighborhoods.push((name.to_owned(), cells)),
            Err(error) => {
                let help = "write a matrix of digits, as in \"010,131,010\"";
                mistake!(faults, range, entry.place, error.to_string(), help);
                continue;
            }
        }
        if let Some([doubt, help]) = Neighborhood::doubt(&matrix.value) {
            fault!(faults, Warning, range, entry.place, format!("`{name}` {doubt}"), help);
        }
    }
    neighborhoods
}
