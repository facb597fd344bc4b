//! The places of the parts of a script in its text.
//!
//! Warnings are found in the [`Script`](crate::Script), which has no places, so the reader records
//! them here.

use std::ops::Range;

use jsonc_parser::ast::Object;

use super::reader::range_of;

/// Outline of a whole script.
#[derive(Debug, Default)]
pub struct Outline {
    /// The key `regions`, if there is one.
    pub regions: Option<Range<usize>>,
    /// The key of each entity, if entities are written as an object.
    pub entities: Vec<Range<usize>>,
    /// One for each explorer of the script, in order.
    pub explorers: Vec<ExplorerOutline>,
}

impl Outline {
    /// Moves everything to the bytes of another text. The places of conditions are no longer exact
    /// then.
    pub(crate) fn move_ranges(&mut self, origin: impl Fn(Range<usize>) -> Range<usize>) {
        let shift = |range: &mut Range<usize>| *range = origin(range.clone());
        self.regions.iter_mut().chain(&mut self.entities).for_each(shift);
        for explorer in &mut self.explorers {
            shift(&mut explorer.brace);
            explorer.values.iter_mut().for_each(|(_, range)| shift(range));
            explorer.regions.iter_mut().for_each(shift);
            explorer.limits.iter_mut().for_each(|(_, range)| shift(range));
            for rule in &mut explorer.rules {
                shift(&mut rule.text);
                shift(&mut rule.literal);
                rule.conditions.iter_mut().for_each(shift);
                rule.is_exact = false;
            }
        }
    }
}

/// Outline of one explorer.
#[derive(Debug, Default)]
pub struct ExplorerOutline {
    /// The brace that opens the explorer.
    pub brace: Range<usize>,
    /// Each key of the explorer, with the place of its value.
    values: Vec<(String, Range<usize>)>,
    /// The entries of the region list; empty if the explorer has none.
    pub regions: Vec<Range<usize>>,
    /// The value of each given limit: `repeats`, `tiles`, `changes`.
    pub limits: Vec<(&'static str, Range<usize>)>,
    /// One for each rule of the explorer, in order.
    pub rules: Vec<RuleOutline>,
}

impl ExplorerOutline {
    /// An outline with brace and values; the reader adds the rest.
    pub fn of(explorer: &Object<'_>) -> Self {
        let properties = explorer.properties.iter();
        let values = properties.map(|key| (key.name.as_str().to_owned(), range_of(&key.value)));
        Self {
            brace: explorer.range.start..explorer.range.start + 1,
            values: values.collect(),
            ..Self::default()
        }
    }

    /// The place of a key's value, or of the explorer's opening brace if it has no such key.
    pub fn place(&self, key: &str) -> &Range<usize> {
        let value = self.values.iter().find(|(name, _)| name == key);
        value.map_or(&self.brace, |(_, range)| range)
    }
}

/// Outline of one rule.
#[derive(Debug)]
pub struct RuleOutline {
    /// The text of the rule.
    pub text: Range<usize>,
    /// The string literal with its quotes.
    pub literal: Range<usize>,
    /// The conditions, in order.
    pub conditions: Vec<Range<usize>>,
    /// Whether the places of the conditions are exact. They are not if the string has escapes.
    pub is_exact: bool,
}

impl RuleOutline {
    /// The bytes to delete with the rule. If the text was rewritten before reading, the quotes
    /// stay, because the source may have none.
    pub fn deleted(&self) -> Range<usize> {
        if self.is_exact { self.literal.clone() } else { self.text.clone() }
    }
}
