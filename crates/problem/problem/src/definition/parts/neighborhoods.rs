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
        match entry.value.as_ref().map(|text| Neighborhood::parse(&text.value)) {
            Some(Ok(cells)) => neighborhoods.push((name.to_owned(), cells)),
            Some(Err(error)) => {
                let help = "write a matrix of digits, as in \"010,131,010\"";
                mistake!(faults, entry.range.clone(), entry.place, error.to_string(), help);
            }
            None => (),
        }
    }
    neighborhoods
}
