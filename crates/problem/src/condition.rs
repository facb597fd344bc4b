//! Conditions on levels, beside those of a problem file and in its language.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use script::{Diagnostic, Severity, count_lines};

use crate::definition::Definition;
use crate::expression::{Expression, Kind, Mistake, Operator, parse};
use crate::program::{Compiler, Names, Node};
use crate::{DefinitionError, Problem, ProblemError};

/// What a level has to fulfil, compiled for the problem that came with it; see
/// [`Problem::with_condition`].
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    text: String,
    pub(crate) node: Node,
}

impl Condition {
    /// The expression as written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Problem {
    /// The same problem with a condition that its [meters](crate::Meter::unfulfilled) can ask for,
    /// such as `path(up, down) >= 40`. Conditions from before stay conditions of the new problem.
    ///
    /// # Errors
    ///
    /// The mistake in the expression, and its position.
    pub fn with_condition(self, text: &str) -> Result<(Self, Condition), DefinitionError> {
        let with = self.with_conditions(vec![text.to_owned()]);
        let (problem, conditions) = with.map_err(|mistake| told(mistake, text))?;
        let condition = conditions.into_iter().next().expect("one was compiled");
        Ok((problem, condition))
    }

    /// The same problem with what it says of playable levels as conditions: a level is playable
    /// if it fulfils all. Each `and` separates two, also within named measures.
    pub fn with_playable_conditions(self) -> (Self, Vec<Condition>) {
        let text = self.definition.playable_text.clone();
        self.with_parts_of(&text)
    }

    /// The same problem, of which [explanations](crate::Meter::explain) name the parts of
    /// `playable` and of `whole` that a level does not fulfil.
    #[must_use]
    pub fn with_named_parts(self) -> Self {
        let whole = self.definition.whole().unwrap_or_default().to_owned();
        let (problem, playable) = self.with_playable_conditions();
        let (mut problem, whole) =
            if whole.is_empty() { (problem, Vec::new()) } else { problem.with_parts_of(&whole) };
        problem.parts = [playable, whole];
        problem
    }

    /// The same problem with the parts of a condition of its definition.
    fn with_parts_of(self, text: &str) -> (Self, Vec<Condition>) {
        let mut parts =
            Parts { named: &self.definition.texts, split: Vec::new(), texts: Vec::new() };
        parts.split(text);
        let texts = parts.texts;
        self.with_conditions(texts).expect("parts of what was compiled can be")
    }

    fn with_conditions(mut self, texts: Vec<String>) -> Result<(Self, Vec<Condition>), Mistake> {
        let definition = Arc::make_mut(&mut self.definition);
        let nodes = definition.compile(&texts)?;
        if let Some(&size) = self.sizes().iter().find(|&&size| !self.definition.program.suits(size))
        {
            return Err(Mistake::new(0..0, ProblemError::of_size(size).to_string(), ""));
        }
        let conditions = texts.into_iter().zip(nodes);
        Ok((self, conditions.map(|(text, node)| Condition { text, node }).collect()))
    }
}

impl Definition {
    /// Compiles expressions about finished levels into the program.
    fn compile(&mut self, texts: &[String]) -> Result<Vec<Node>, Mistake> {
        let outside = self.outside.as_ref().map(|outside| &*outside.values);
        let drawings = &self.program.drawings;
        let names = Names {
            palette: &self.palette,
            movements: &self.program.movements,
            neighborhoods: &self.program.neighborhoods,
            named: &self.texts,
            outside,
            drawings: (!drawings.levels().is_empty()).then_some(drawings),
        };
        let mut compiler = Compiler::resumed(names, &self.program);
        let nodes = texts.iter().map(|text| compiler.expression(text));
        let nodes = nodes.collect::<Result<_, _>>()?;
        self.program = compiler.finish();
        Ok(nodes)
    }
}

/// The parts of a conjunction.
struct Parts<'d> {
    /// The named measures, with their texts.
    named: &'d [(String, String)],
    /// Those that were split already: to say a thing twice says no more.
    split: Vec<&'d str>,
    texts: Vec<String>,
}

impl Parts<'_> {
    /// Splits a text at each `and`, also within the named measures that stand for a part.
    fn split(&mut self, text: &str) {
        self.split_expression(text, &parse(text).expect("it was parsed before"));
    }

    fn split_expression(&mut self, text: &str, expression: &Expression) {
        match &expression.kind {
            Kind::Operation(Operator::And, operands) => {
                for operand in operands {
                    self.split_expression(text, operand);
                }
            }
            Kind::Name(name) if !self.split.contains(&&**name) => {
                let (name, named) = self.named.iter().find(|(one, _)| one == name).expect("known");
                self.split.push(name);
                self.split(named);
            }
            Kind::Name(_) => (),
            _ => self.texts.push(text[expression.range.clone()].to_owned()),
        }
    }
}

fn told(mistake: Mistake, text: &str) -> DefinitionError {
    let Mistake { range, message, help } = mistake;
    let mut diagnostics = [Diagnostic::new(Severity::Error, range, String::new(), message)];
    diagnostics[0].help(help);
    count_lines(&mut diagnostics, text);
    DefinitionError { diagnostics: diagnostics.into() }
}
