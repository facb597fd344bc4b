//! How large a script is.

use crate::draft::Draft;

/// The size of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of explorers.
    pub n_explorers: usize,
    /// Number of rules of all explorers.
    pub n_rules: usize,
    /// Number of conditions of all rules.
    pub n_conditions: usize,
    /// Number of parameters of all explorers.
    pub n_parameters: usize,
    /// Number of characters, in the layout and without the comments that a
    /// minimised script has.
    pub n_characters: usize,
}

impl Size {
    pub(crate) fn of(draft: &Draft) -> Self {
        let explorers = || draft.explorers.iter();
        let rules = || explorers().flat_map(|explorer| &explorer.rules);
        Self {
            n_explorers: explorers().count(),
            n_rules: rules().count(),
            n_conditions: rules().map(|rule| rule.conditions.len()).sum(),
            n_parameters: explorers().map(|explorer| explorer.parameters.len()).sum(),
            n_characters: draft.text().chars().count(),
        }
    }
}
