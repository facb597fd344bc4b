//! The values of many expressions in many levels.

use std::sync::Arc;

use marahel_level::Level;
use marahel_problem::{Condition, Definition, Problem};

use crate::imitation::error::ImitationError;

/// Maximum number of expressions that are compiled together.
const N_AT_ONCE: usize = 250;

/// A dummy objective, because every file needs one.
pub(crate) const ASKS_NOTHING: &str =
    "[objectives]\nnothing = { value = \"0\", range = [0, 0], zero_above = 1 }\n";

/// Measures expressions with the tiles, movements and neighborhoods of a problem file.
pub(crate) struct Measuring {
    /// The problem without measures; `None` if nothing can be measured by its tables.
    problem: Option<Problem>,
}

impl Measuring {
    /// With a file's head, without measures and objectives and up to its first table, and its tables.
    pub(crate) fn new(head: &str, tables: &str) -> Self {
        let text = format!("{head}playable = \"1 == 1\"\n\n{tables}\n{ASKS_NOTHING}");
        let definition = Definition::parse(&text).ok();
        Self { problem: definition.map(|it| Problem::with_defaults(Arc::new(it))) }
    }

    /// The problem with compiled expressions; `None` if one of them is invalid for these tiles.
    pub(crate) fn compiled(&self, expressions: &[&str]) -> Option<(Problem, Vec<Condition>)> {
        self.problem.clone()?.with_expressions(expressions)
    }

    /// The value of each expression in each level; NaN if it has none. An invalid expression has only
    /// NaN.
    pub(crate) fn values(
        &self,
        expressions: &[&str],
        levels: &[Level],
    ) -> Result<Vec<Vec<f64>>, ImitationError> {
        let mut values = Vec::with_capacity(expressions.len());
        for some in expressions.chunks(N_AT_ONCE) {
            match self.compiled(some) {
                Some((problem, compiled)) => values.extend(measured(&problem, &compiled, levels)?),
                None if some.len() == 1 => values.push(vec![f64::NAN; levels.len()]),
                // One of them is invalid: measure each by itself.
                None => {
                    for expression in some {
                        values.extend(self.values(&[expression], levels)?);
                    }
                }
            }
        }
        Ok(values)
    }
}

fn measured(
    problem: &Problem,
    expressions: &[Condition],
    levels: &[Level],
) -> Result<Vec<Vec<f64>>, ImitationError> {
    let mut meter = problem.describing_meter();
    let mut all = vec![Vec::with_capacity(levels.len()); expressions.len()];
    for level in levels {
        let level = level.renamed(Arc::clone(problem.palette()))?;
        let values = meter.values_of(level.view(), expressions);
        all.iter_mut().zip(values).for_each(|(values, value)| values.push(value));
    }
    Ok(all)
}
