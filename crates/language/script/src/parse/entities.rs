//! Reads the entities of a document.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value};
use marahel_level::N_ENTITIES_MAX;

use super::names::{PREDEFINED_ENTITIES, name_problem};
use super::reader::{Reader, range_of};
use crate::fix::{Fix, part_with_comma};

impl<'t> Reader<'t> {
    pub(crate) fn entities(&mut self, document: &Object<'t>) {
        let Some(property) = self.get(document, "entities") else { return };
        if let Some(array) = property.value.as_array() {
            self.entity_array(array);
            return;
        }
        let range = range_of(&property.value);
        let fix = property.value.as_string_lit().map(|_| self.in_brackets(range.clone()));
        self.report(range, "`entities` should be an array")
            .help("write the names as in [\"empty\", \"solid\"]")
            .fix(fix);
    }

    /// Declares each entity of an array of names.
    pub fn entity_array(&mut self, array: &Array<'t>) {
        self.check_n_entities(array.elements.len(), array.range.start..array.range.end);
        let elements = &array.elements[..array.elements.len().min(N_ENTITIES_MAX)];
        for (index, element) in elements.iter().enumerate() {
            let range = range_of(element);
            if let Some(name) = element.as_string_lit() {
                self.entity(name.value.trim(), range, || Some(without_repeated(elements, index)));
                continue;
            }
            let fix = element.as_number_lit().map(|number| Fix {
                range: range.clone(),
                replacement: format!("\"{}\"", number.value),
            });
            self.report(range, "this entity has no quotes")
                .help("an entity is a name in quotes")
                .fix(fix);
        }
    }

    /// Reports a number of entities that is not allowed.
    pub fn check_n_entities(&mut self, n: usize, range: Range<usize>) {
        if n == 0 || n > N_ENTITIES_MAX {
            let help = format!("a script has 1 to {N_ENTITIES_MAX} of them");
            self.report(range, format!("there are {n} entities")).help(help);
        }
    }

    /// Declares an entity; `repeated` makes the fix for one that is declared twice.
    pub fn entity(
        &mut self,
        name: &str,
        range: Range<usize>,
        repeated: impl FnOnce() -> Option<Fix>,
    ) {
        if self.names.entities.iter().any(|declared| declared == name) {
            self.report(range, format!("the entity `{name}` is declared twice"))
                .help("remove one of them")
                .fix(repeated());
        } else if PREDEFINED_ENTITIES.contains(&name) {
            self.report(range, format!("`{name}` is predefined"))
                .help("call the entity something else");
        } else if let Some((problem, help)) = name_problem("an entity", name) {
            self.report(range, problem).help(help);
        }
        // Declared even so, so that its uses are not further mistakes.
        self.names.to_mut().entities.push(name.to_owned());
    }
}

/// A fix that deletes an entity that was declared before.
fn without_repeated(elements: &[Value<'_>], index: usize) -> Fix {
    let ranges: Vec<_> = elements.iter().map(range_of).collect();
    // 0, because the first entity is never a repetition.
    Fix { range: part_with_comma(&ranges, index, 0), replacement: String::new() }
}
