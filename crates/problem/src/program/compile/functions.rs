//! Calls that are no measures.

use std::ops::{Range, RangeInclusive};

use super::{Compiler, Named, number_of};
use crate::expression::{Argument, Mistake};
use crate::program::Node;

/// A call that is no measure.
pub(super) struct Function {
    pub(super) name: &'static str,
    usage: &'static str,
    /// How many values it takes.
    wanted: RangeInclusive<usize>,
}

pub(super) const FUNCTIONS: [Function; 5] = [
    Function {
        name: "if",
        usage: "if(condition, value) or if(condition, value, otherwise)",
        wanted: 2..=3,
    },
    Function { name: "min", usage: "min(value, value, ...)", wanted: 1..=16 },
    Function { name: "max", usage: "max(value, value, ...)", wanted: 1..=16 },
    Function { name: "abs", usage: "abs(value)", wanted: 1..=1 },
    Function { name: "initial", usage: "initial(value)", wanted: 1..=1 },
];

impl Compiler<'_> {
    /// The node of a call, if it takes so many values.
    pub(super) fn function(
        &mut self,
        function: &Function,
        arguments: &[Argument],
        range: &Range<usize>,
    ) -> Result<Node, Mistake> {
        let Function { name, usage, wanted } = function;
        if let Some((_, range)) = arguments.iter().find_map(|argument| argument.name.as_ref()) {
            let help = "to compare, write `==`; to name a parameter is for measures";
            return Err(Mistake::new(range.clone(), format!("`{name}` has no names"), help));
        }
        if !wanted.contains(&arguments.len()) {
            let message = format!("`{name}` does not take {}", values(arguments.len()));
            return Err(Mistake::new(range.clone(), message, format!("write `{usage}`")));
        }
        let nodes = arguments.iter().map(|argument| self.node(&argument.value));
        let nodes: Vec<Node> = nodes.collect::<Result<_, _>>()?;
        let mut each = nodes.iter().cloned();
        let mut next = || each.next().unwrap_or(Node::Number(f64::NAN));
        Ok(match *name {
            "if" => Node::If(Box::new([next(), next(), next()])),
            "abs" => Node::Absolute(Box::new(next())),
            "min" => Node::Least(nodes),
            "max" => Node::Greatest(nodes),
            _ => self.initial(next(), range)?,
        })
    }

    /// The value that the initial level had.
    fn initial(&mut self, node: Node, range: &Range<usize>) -> Result<Node, Mistake> {
        if has_initial(&node, &self.named) {
            let message = "what is initial has no initial value";
            return Err(Mistake::new(range.clone(), message, "leave out one `initial`"));
        }
        Ok(Node::Initial(number_of(node, &mut self.initial)))
    }
}

fn values(n: usize) -> String {
    if n == 1 { "1 value".to_owned() } else { format!("{n} values") }
}

/// Whether a node asks for an initial value.
fn has_initial(node: &Node, named: &[Named]) -> bool {
    match node {
        Node::Initial(_) => true,
        Node::Number(_) | Node::Measure(_) => false,
        Node::Named(index) => match &named[*index] {
            Named::Done(node) => has_initial(node, named),
            Named::New | Named::Begun | Named::Mistaken => false,
        },
        Node::Negative(node) | Node::Not(node) | Node::Absolute(node) => has_initial(node, named),
        Node::Binary(_, nodes) => nodes.iter().any(|node| has_initial(node, named)),
        Node::If(nodes) => nodes.iter().any(|node| has_initial(node, named)),
        Node::Least(nodes) | Node::Greatest(nodes) => {
            nodes.iter().any(|node| has_initial(node, named))
        }
    }
}
