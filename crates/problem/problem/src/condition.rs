//! Conditions on levels besides those of a problem file, in the same language.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use marahel_script::{Diagnostic, Severity, count_lines};

use crate::definition::{Definition, greatest};
use crate::expression::{Expression, ExpressionKind, Mistake, Operator, parse};
use crate::formulas::{Compiler, Names, Node, Verdicts};
use crate::{DefinitionError, ObjectiveKind, Problem};

/// A compiled condition of the problem that was returned with it; see [`Problem::with_condition`].
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
    /// Adds a condition, such as `path(up, down) >= 40`, for
    /// [`Meter::unfulfilled`](crate::Meter::unfulfilled). Earlier conditions stay valid. It may use
    /// named measures, objectives by their names, and `playable`, `whole` and `good`.
    pub fn with_condition(self, text: &str) -> Result<(Self, Condition), DefinitionError> {
        let with = self.with_conditions(vec![text.to_owned()]);
        let (problem, conditions) = with.map_err(|mistake| with_text(mistake, text))?;
        let condition = conditions.into_iter().next().expect("one was compiled");
        Ok((problem, condition))
    }

    /// Whether the value of an objective is this expression, as it stands or by its name.
    pub fn asks_for(&self, text: &str) -> bool {
        let Ok((problem, condition)) = self.clone().with_condition(text) else { return false };
        let named = &problem.definition.formulas.named;
        problem.own_objectives().iter().any(|objective| match objective.node {
            Node::Named(index) => named[index] == condition.node,
            ref node => *node == condition.node,
        })
    }

    /// Splits `playable` at each `and`, also within named measures: a level is playable if it
    /// fulfils all conditions.
    pub fn with_playable_conditions(self) -> (Self, Vec<Condition>) {
        let text = self.definition.playable_text.clone();
        self.with_parts_of(&text)
    }

    /// Splits `good`: a level is good if it fulfils all conditions. They are those of `playable`,
    /// those of `whole`, the ranges of objectives with an upper bound, and that all tiles are set.
    pub fn with_good_conditions(self) -> (Self, Vec<Condition>) {
        let mut problem = self.with_named_parts();
        let mut conditions = problem.parts.concat();
        let counts = problem.own_objectives().iter();
        let counts = counts.filter(|objective| objective.kind == ObjectiveKind::Count);
        conditions.extend(counts.map(|objective| Condition {
            text: format!("{} is {}", objective.name, objective.band.in_words()),
            node: objective.is_good(),
        }));
        let definition = Arc::make_mut(&mut problem.definition);
        let node = definition.add(is_set);
        conditions.push(Condition { text: "all tiles are set".to_owned(), node });
        (problem, conditions)
    }

    /// Makes [explanations](crate::Meter::explain) name the missed parts of `playable` and `whole`.
    #[must_use]
    pub fn with_named_parts(self) -> Self {
        let whole = self.definition.whole().unwrap_or_default().to_owned();
        let (problem, playable) = self.with_playable_conditions();
        let (mut problem, whole) =
            if whole.is_empty() { (problem, Vec::new()) } else { problem.with_parts_of(&whole) };
        problem.parts = [playable, whole];
        problem
    }

    /// [Those](Self::with_conditions_of_judge) of a judge that sifts all levels; none of others.
    pub fn with_sifting_conditions(self) -> (Self, Vec<Condition>) {
        if self.definition.is_sifted() {
            self.with_conditions_of_judge()
        } else {
            (self, Vec::new())
        }
    }

    /// The conditions of levels that the external judge passes, if there is one: each of its values
    /// is above 0.
    pub fn with_conditions_of_judge(self) -> (Self, Vec<Condition>) {
        let values = self.definition.outside.iter().flat_map(|outside| &outside.values);
        let texts = values.map(|value| format!("outside({value}) > 0")).collect();
        self.with_conditions(texts).expect("names of values were checked")
    }

    /// Adds expressions for [`Meter::values_of`](crate::Meter::values_of); `None` if one of them is
    /// invalid here.
    pub fn with_expressions(self, texts: &[&str]) -> Option<(Self, Vec<Condition>)> {
        self.with_conditions(texts.iter().map(|&text| text.to_owned()).collect()).ok()
    }

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
        let misfit = |&size| self.definition.formulas.misfit(size, true);
        if let Some(error) = self.sizes().iter().find_map(misfit) {
            return Err(Mistake::new(0..0, error.to_string(), ""));
        }
        let conditions = texts.into_iter().zip(nodes);
        Ok((self, conditions.map(|(text, node)| Condition { text, node }).collect()))
    }
}

impl Definition {
    fn compile(&mut self, texts: &[String]) -> Result<Vec<Node>, Mistake> {
        self.add(|compiler| texts.iter().map(|text| compiler.expression(text)).collect())
    }

    fn add<T>(&mut self, compile: impl FnOnce(&mut Compiler<'_>) -> T) -> T {
        let outside = self.outside.as_ref().map(|outside| &*outside.values);
        let drawings = &self.formulas.drawings;
        let names = Names {
            palette: &self.palette,
            size: greatest(&self.sizes),
            movements: &self.formulas.movements,
            groups: &self.formulas.groups,
            neighborhoods: &self.formulas.neighborhoods,
            named: &self.texts,
            outside,
            drawings: (!drawings.levels().is_empty()).then_some(drawings),
            verdicts: Some(Verdicts {
                objectives: &self.objectives,
                playable: &self.playable,
                whole: self.whole.as_ref().map(|(_, node)| node),
            }),
        };
        let mut compiler = Compiler::resumed(names, &self.formulas);
        let output = compile(&mut compiler);
        self.formulas = compiler.finish();
        output
    }
}

/// That all tiles of a level are set.
fn is_set(compiler: &mut Compiler<'_>) -> Node {
    compiler.is_set()
}

struct Parts<'d> {
    named: &'d [(String, String)],
    /// Named measures that were split already, so that no part is repeated.
    split: Vec<&'d str>,
    texts: Vec<String>,
}

impl Parts<'_> {
    /// Splits a text at each `and`, also within named measures.
    fn split(&mut self, text: &str) {
        self.split_expression(text, &parse(text).expect("it was parsed before"));
    }

    fn split_expression(&mut self, text: &str, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Operation(Operator::And, operands) => {
                for operand in operands {
                    self.split_expression(text, operand);
                }
            }
            ExpressionKind::Name(name) if !self.split.contains(&&**name) => {
                let (name, named) =
                    self.named.iter().find(|(word, _)| word == name).expect("known");
                self.split.push(name);
                self.split(named);
            }
            ExpressionKind::Name(_) => (),
            _ => self.texts.push(text[expression.range.clone()].to_owned()),
        }
    }
}

fn with_text(mistake: Mistake, text: &str) -> DefinitionError {
    let Mistake { range, message, help } = mistake;
    let mut diagnostics = [Diagnostic::new(Severity::Error, range, String::new(), message)];
    diagnostics[0].help(help);
    count_lines(&mut diagnostics, text);
    DefinitionError { diagnostics: diagnostics.into() }
}
