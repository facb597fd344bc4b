//! Conditions that are not part of a script.

use std::borrow::Cow;
use std::mem;
use std::ops::Range;

use super::names::Names;
use super::piece::Piece;
use super::reader::Reader;
use super::repair::Repaired;
use super::rule::split_list;
use crate::{Condition, Diagnostic, Estimator, Severity};

/// Reads conditions about finished levels, in the syntax of rules. Marks in `names` each
/// neighborhood that they use.
///
/// # Errors
///
/// All mistakes, each with its place in the text. A word that has a value only during a pass, such
/// as `percent`, is a mistake.
pub fn conditions(text: &str, names: &mut Names) -> Result<Vec<Condition>, Vec<Diagnostic>> {
    let placed = placed_conditions(text, names)?;
    Ok(placed.into_iter().map(|(condition, _)| condition).collect())
}

/// The same, each with its bytes in the text.
pub fn placed_conditions(
    text: &str,
    names: &mut Names,
) -> Result<Vec<(Condition, Range<usize>)>, Vec<Diagnostic>> {
    let mut reader = Reader::new(text, None);
    reader.names = Cow::Owned(mem::take(names));
    let conditions = reader.conditions_alone(Piece::whole(text));
    *names = mem::take(&mut reader.names).into_owned();
    conditions.ok_or_else(|| reader.said.finish(Severity::Error, text, &Repaired::default()))
}

impl Reader<'_> {
    fn conditions_alone(&mut self, text: Piece<'_>) -> Option<Vec<(Condition, Range<usize>)>> {
        if let Some(arrow) = text.text.find("->") {
            let arrow = text.part(&text.text[arrow..arrow + 2]);
            self.report(arrow.range(), "nothing is written here")
                .help("write the conditions of a rule alone, without `->` and what follows");
            return None;
        }
        let parts = split_list(&text);
        let conditions = self.all_of(&parts, "a condition is missing", Self::condition)?;
        for (condition, part) in conditions.iter().zip(&parts) {
            let mut estimators = condition.estimators();
            if let Some(name) = estimators.find_map(Estimator::word_of_a_pass) {
                let message = format!("`{name}` has no value for a finished level");
                self.report(part.range(), message)
                    .help("ask for tiles, neighborhoods, distances, columns and rows");
            }
        }
        let places = parts.iter().map(Piece::range);
        self.has_no_mistake().then(|| conditions.into_iter().zip(places).collect())
    }
}
