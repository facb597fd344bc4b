//! Neighborhoods for the conditions of `cells`, declared as in scripts.

use marahel_script::Neighborhood;
use marahel_script::parse::name_problem;
use toml::de::DeTable;

use crate::definition::table_reader::{TableReader, shortened};
use crate::formulas::Compiler;

const SECTION: &str = "neighborhoods";

/// Maximum number of neighborhoods, as in a script.
const N_MAX: usize = 256;

const EXAMPLE: &str = "`block = \"31,11\"`";

pub(super) fn neighborhoods(reader: &mut TableReader<'_>) -> Vec<(String, Neighborhood)> {
    let Some(value) = reader.get(SECTION) else { return Vec::new() };
    let Some(table) = reader.table(value, SECTION, EXAMPLE) else { return Vec::new() };
    reader.are_few(table.len(), N_MAX, SECTION, value.span(), SECTION);
    let mut neighborhoods = Vec::new();
    for (key, value) in table.iter().take(N_MAX) {
        let name: &str = key.get_ref();
        let place = format!("neighborhood `{}`", shortened(name));
        if let Some((problem, help)) = name_problem("a neighborhood", name.trim()) {
            reader.error(key.span(), &place, problem, help);
        }
        if neighborhoods.iter().any(|(earlier, _): &(String, _)| earlier == name.trim()) {
            reader.error(key.span(), &place, "this name comes twice", "give it another one");
        }
        let Some(text) = reader.text(value, &place, EXAMPLE) else { continue };
        match Neighborhood::parse(&text.value) {
            Ok(cells) => neighborhoods.push((name.trim().to_owned(), cells)),
            Err(error) => {
                let help = "write a matrix of digits, as in \"010,131,010\"";
                reader.error(value.span(), &place, error.to_string(), help);
            }
        }
    }
    neighborhoods
}

pub(super) fn warn_of_unused(reader: &mut TableReader<'_>, compiler: &Compiler<'_>) {
    let table = reader.get(SECTION).and_then(|value| value.get_ref().as_table());
    for key in table.into_iter().flat_map(DeTable::keys).take(N_MAX) {
        let name: &str = key.get_ref();
        if compiler.rules.unused().any(|unused| unused == name.trim()) {
            let place = format!("neighborhood `{}`", shortened(name));
            let help = "name it in `cells(...)`, or remove it";
            let message = "no condition names this neighborhood";
            reader.tell(marahel_script::Severity::Warning, key.span(), &place, message, help);
        }
    }
}
