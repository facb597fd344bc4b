//! Where the parts of a script stand in its text.
//!
//! Warnings are found in the [`Script`](crate::Script), which has no places;
//! these are recorded beside it while it is read, explorer by explorer and
//! rule by rule.

use std::ops::Range;

use jsonc_parser::ast::{Object, ObjectProp};

use super::reader::range_of;

/// Outline of a whole script.
#[derive(Debug, Default)]
pub struct Outline {
    /// The key `regions`, if the script has such a section.
    pub regions: Option<Range<usize>>,
    /// The key of each entity that an object describes.
    pub entities: Vec<Range<usize>>,
    /// In the order of the script's explorers.
    pub explorers: Vec<ExplorerOutline>,
}

impl Outline {
    /// Moves everything to the bytes of another text, where the places of
    /// conditions are not exact.
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
    /// Each of its keys with the place of its value.
    values: Vec<(String, Range<usize>)>,
    /// The entries of the region list; none where the explorer names no region.
    pub regions: Vec<Range<usize>>,
    /// The value of each limit that is given: `repeats`, `tiles`, `changes`.
    pub limits: Vec<(&'static str, Range<usize>)>,
    /// In the order of the explorer's rules.
    pub rules: Vec<RuleOutline>,
}

impl ExplorerOutline {
    /// The outline of an explorer, of whose parts nothing is known so far.
    pub fn of(explorer: &Object<'_>) -> Self {
        let value = |one: &ObjectProp<'_>| (one.name.as_str().to_owned(), range_of(&one.value));
        Self {
            brace: explorer.range.start..explorer.range.start + 1,
            values: explorer.properties.iter().map(value).collect(),
            ..Self::default()
        }
    }

    /// The value of a key, or else the brace that opens the explorer.
    pub fn place(&self, key: &str) -> &Range<usize> {
        let found = self.values.iter().find(|(name, _)| name == key);
        found.map_or(&self.brace, |(_, range)| range)
    }
}

/// Outline of one rule.
#[derive(Debug)]
pub struct RuleOutline {
    /// The rule itself.
    pub text: Range<usize>,
    /// The whole string, with its quotes.
    pub literal: Range<usize>,
    /// Each condition, in order.
    pub conditions: Vec<Range<usize>>,
    /// Whether the places of the conditions are exact, which they are not where
    /// the string has escapes.
    pub is_exact: bool,
}

impl RuleOutline {
    /// What goes if the rule does; of a text that was rewritten to be read not its quotes, which
    /// may stand nowhere.
    pub fn deleted(&self) -> Range<usize> {
        if self.is_exact { self.literal.clone() } else { self.text.clone() }
    }
}
