//! Parts without effect: edits add none that `marahel check` would warn of.

use marahel::lint::check;
use marahel_script::{Diagnostic, Fix, Script};

/// Nothing is taken out more often: one part can hide another.
const N_TIMES_MAX: usize = 8;

/// What `marahel check` warns of in the script of the user, which may stay.
pub(crate) struct Known(Vec<String>);

impl Known {
    pub(crate) fn of(original: &Script) -> Self {
        let text = original.to_json().to_string();
        let warnings = check(&text).map_or_else(|_| Vec::new(), |(_, warnings)| warnings);
        Self(warnings.iter().map(|warning| told(warning, &text)).collect())
    }

    /// The script without new parts that have no effect; `None` if one cannot be taken out.
    pub(crate) fn without_idle(&self, script: &Script) -> Option<Script> {
        let mut tidied = script.clone();
        for _ in 0..N_TIMES_MAX {
            let text = tidied.to_json().to_string();
            let warnings = self.new_in(&text)?;
            if warnings.is_empty() {
                return Some(tidied);
            }
            if warnings.iter().any(|warning| warning.fix.is_none()) {
                return None;
            }
            tidied = Script::parse(&Fix::apply_all(&warnings, &text)).ok()?;
        }
        None
    }

    /// Whether it has no new part without effect.
    pub(crate) fn allows(&self, script: &Script) -> bool {
        self.new_in(&script.to_json().to_string()).is_some_and(|warnings| warnings.is_empty())
    }

    fn new_in(&self, text: &str) -> Option<Vec<Diagnostic>> {
        let (_, mut warnings) = check(text).ok()?;
        // A neighborhood that no rule uses any more is no part of an explorer.
        warnings
            .retain(|warning| !warning.place.is_empty() && !self.0.contains(&told(warning, text)));
        Some(warnings)
    }
}

/// A warning with its text, wherever that stands.
fn told(warning: &Diagnostic, text: &str) -> String {
    format!("{}: {}", warning.message, &text[warning.range.clone()])
}

#[cfg(test)]
mod tests;
