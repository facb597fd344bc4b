//! The size of a script.

use marahel_script::Script;

/// The size of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of explorers.
    pub n_explorers: usize,
    /// Number of rules of all explorers.
    pub n_rules: usize,
    /// Number of conditions of all rules.
    pub n_conditions: usize,
    /// Number of parameters of all explorers that are not at their defaults.
    pub n_parameters: usize,
    /// Number of characters of the script as text.
    pub n_characters: usize,
}

impl Size {
    pub(crate) fn of(script: &Script) -> Self {
        let n_explorers = script.explorers.len();
        let rules: Vec<_> = script.explorers.iter().flat_map(|explorer| &explorer.rules).collect();
        Self {
            n_explorers,
            n_rules: rules.len(),
            n_conditions: rules.iter().map(|rule| rule.conditions.len()).sum(),
            n_parameters: (0..n_explorers)
                .flat_map(|e| script.parameters_of(e))
                .filter(|&(_, is_given)| is_given)
                .count(),
            n_characters: script.to_string().chars().count(),
        }
    }
}
