//! The values of many expressions in many levels.

use std::sync::Arc;

use marahel_level::Level;
use marahel_problem::{Definition, Problem};

use crate::imitation::error::ImitationError;

/// Maximum number of expressions in one problem file.
const N_AT_ONCE: usize = 250;

/// A dummy objective, because every file needs one.
pub(crate) const ASKS_NOTHING: &str =
    "[objectives]\nnothing = { value = \"0\", range = [0, 0], zero_above = 1 }\n";

/// Measures expressions with the tiles, movements and neighborhoods of a problem file.
pub(crate) struct Measuring<'t> {
    /// The file without measures and objectives, up to its first table.
    pub(crate) head: &'t str,
    /// Its tables.
    pub(crate) tables: &'t str,
}

impl Measuring<'_> {
    /// The value of each expression in each level; NaN if it has none. An expression that is
    /// invalid for these tiles, for example because a name is taken, has only NaN.
    pub(crate) fn values(
        &self,
        expressions: &[&str],
        levels: &[Level],
    ) -> Result<Vec<Vec<f64>>, ImitationError> {
        let mut values = Vec::with_capacity(expressions.len());
        for some in expressions.chunks(N_AT_ONCE) {
            match self.definition(some) {
                Ok(definition) => values.extend(measure(definition, some.len(), levels)?),
                // One of them is invalid: measure each by itself.
                Err(_) => {
                    for expression in some {
                        let own_values = match self.definition(&[expression]) {
                            Ok(definition) => measure(definition, 1, levels)?,
                            Err(_) => vec![vec![f64::NAN; levels.len()]],
                        };
                        values.extend(own_values);
                    }
                }
            }
        }
        Ok(values)
    }

    /// Whether the expressions are valid for these tiles.
    #[cfg(test)]
    pub(crate) fn is_understood(&self, expressions: &[&str]) -> bool {
        self.definition(expressions).is_ok()
    }

    fn definition(&self, expressions: &[&str]) -> Result<Definition, ImitationError> {
        let Self { head, tables } = self;
        let measures = expressions.iter().enumerate();
        let measures: Vec<String> =
            measures.map(|(index, value)| format!("m{index} = '{value}'\n")).collect();
        let text = format!(
            "{head}playable = \"1 == 1\"\n\n{tables}\n[measures]\n{}\n{ASKS_NOTHING}",
            measures.concat()
        );
        Ok(Definition::parse(&text)?)
    }
}

fn measure(
    definition: Definition,
    n: usize,
    levels: &[Level],
) -> Result<Vec<Vec<f64>>, ImitationError> {
    let problem = Problem::with_defaults(Arc::new(definition));
    let mut meter = problem.describing_meter();
    let names: Vec<String> = (0..n).map(|index| format!("m{index}")).collect();
    let mut values = vec![Vec::with_capacity(levels.len()); n];
    for level in levels {
        let level = level.renamed(Arc::clone(problem.palette()))?;
        let described = meter.describe(level.view());
        for (values, name) in values.iter_mut().zip(&names) {
            values.push(described[name].as_f64().unwrap_or(f64::NAN));
        }
    }
    Ok(values)
}
