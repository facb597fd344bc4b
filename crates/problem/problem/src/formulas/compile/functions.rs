//! Compiles functions: calls that are not measures.

use std::ops::{Range, RangeInclusive};

use super::{Compiler, Named, number_of};
use crate::expression::{Argument, Mistake, Operator};
use crate::formulas::Node;

pub(super) struct Function {
    pub(super) name: &'static str,
    usage: &'static str,
    n_arguments: RangeInclusive<usize>,
    /// `None` for the value of the initial level.
    operator: Option<Operator>,
}

pub(super) const FUNCTIONS: [Function; 5] = [
    Function {
        name: "if",
        usage: "if(condition, value) or if(condition, value, otherwise)",
        n_arguments: 2..=3,
        operator: Some(Operator::If),
    },
    Function {
        name: "min",
        usage: "min(value, value, ...)",
        n_arguments: 1..=16,
        operator: Some(Operator::Least),
    },
    Function {
        name: "max",
        usage: "max(value, value, ...)",
        n_arguments: 1..=16,
        operator: Some(Operator::Greatest),
    },
    Function {
        name: "abs",
        usage: "abs(value)",
        n_arguments: 1..=1,
        operator: Some(Operator::Absolute),
    },
    Function { name: "initial", usage: "initial(value)", n_arguments: 1..=1, operator: None },
];

impl Compiler<'_> {
    /// Compiles a call; checks the number of its values.
    pub(super) fn function(
        &mut self,
        function: &Function,
        arguments: &[Argument],
        range: &Range<usize>,
    ) -> Result<Node, Mistake> {
        let Function { name, usage, n_arguments, operator } = function;
        if let Some((_, range)) = arguments.iter().find_map(|argument| argument.name.as_ref()) {
            let help = "to compare, write `==`; to name a parameter is for measures";
            return Err(Mistake::new(range.clone(), format!("`{name}` has no names"), help));
        }
        if !n_arguments.contains(&arguments.len()) {
            let n = arguments.len();
            let values = if n == 1 { "value" } else { "values" };
            let message = format!("`{name}` does not take {n} {values}");
            return Err(Mistake::new(range.clone(), message, format!("write `{usage}`")));
        }
        let nodes = arguments.iter().map(|argument| self.node(&argument.value));
        let nodes: Vec<Node> = nodes.collect::<Result<_, _>>()?;
        if let Some(operator) = operator {
            return Ok(Node::Operation(*operator, nodes));
        }
        if nodes.iter().any(|node| has_initial(node, &self.named)) {
            let message = "what is initial has no initial value";
            return Err(Mistake::new(range.clone(), message, "leave out one `initial`"));
        }
        let node = nodes.into_iter().next().expect("it takes one value");
        Ok(Node::Initial(number_of(node, &mut self.initial)))
    }
}

fn has_initial(node: &Node, named: &[Named]) -> bool {
    match node {
        Node::Initial(_) => true,
        Node::Number(_) | Node::Measure(_) => false,
        Node::Named(index) => match &named[*index] {
            Named::Done(node) => has_initial(node, named),
            Named::New | Named::Begun | Named::Mistaken(_) => false,
        },
        Node::Operation(_, nodes) => nodes.iter().any(|node| has_initial(node, named)),
    }
}
