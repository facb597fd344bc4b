//! Where the parts of a script stand in its text.
//!
//! Warnings are found in the [`Script`](crate::Script), which has no places;
//! these are recorded beside it while it is read, explorer by explorer and
//! rule by rule.

use std::ops::Range;

/// Outline of a whole script.
#[derive(Debug, Default)]
pub struct Outline {
    /// The key `regions`, if the script has such a section.
    pub regions: Option<Range<usize>>,
    /// In the order of the script's explorers.
    pub explorers: Vec<ExplorerOutline>,
}

impl Outline {
    /// Moves everything to the bytes of another text, where the places of
    /// conditions are not exact.
    pub(crate) fn move_ranges(&mut self, origin: impl Fn(Range<usize>) -> Range<usize>) {
        let shift = |range: &mut Range<usize>| *range = origin(range.clone());
        self.regions.iter_mut().for_each(shift);
        for explorer in &mut self.explorers {
            shift(&mut explorer.head);
            explorer.regions.iter_mut().for_each(shift);
            explorer.limits.iter_mut().for_each(|(_, range)| shift(range));
            for rule in &mut explorer.rules {
                shift(&mut rule.text);
                rule.conditions.iter_mut().for_each(shift);
                rule.is_exact = false;
            }
        }
    }
}

/// Outline of one explorer.
#[derive(Debug, Default)]
pub struct ExplorerOutline {
    /// The `type`, or else the brace that opens the explorer.
    pub head: Range<usize>,
    /// The entries of the region list; none where the explorer names no region.
    pub regions: Vec<Range<usize>>,
    /// The value of each limit that is given: `repeats`, `tiles`, `changes`.
    pub limits: Vec<(&'static str, Range<usize>)>,
    /// In the order of the explorer's rules.
    pub rules: Vec<RuleOutline>,
}

/// Outline of one rule.
#[derive(Debug)]
pub struct RuleOutline {
    /// The rule itself.
    pub text: Range<usize>,
    /// Each condition, in order.
    pub conditions: Vec<Range<usize>>,
    /// Whether the places of the conditions are exact, which they are not where
    /// the string has escapes.
    pub is_exact: bool,
}

impl RuleOutline {
    /// The whole string, with its quotes.
    pub fn literal(&self) -> Range<usize> {
        if self.is_exact { self.text.start - 1..self.text.end + 1 } else { self.text.clone() }
    }
}
