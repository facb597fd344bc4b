//! [`Objective`]: which values of a level are good.

use crate::Band;
use crate::expression::Operator;
use crate::formulas::Node;

/// A goal of a problem: a raw value of a level, and its good range.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// Name in tables and configs.
    pub name: String,
    /// Turns the raw value into a score in 0..=1.
    pub band: Band,
    pub(crate) kind: ObjectiveKind,
    /// The text of the expression; for a dial the name of its control.
    pub(crate) text: String,
    /// The expression; for a dial that of its control.
    pub(crate) node: Node,
}

/// The meaning of an objective's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectiveKind {
    /// A demand: good levels have it in its range.
    Count,
    /// More is never worse, as for the length of a path, and good levels may lack it.
    Open,
    /// The distance of a level from the request to a dial.
    Dial,
}

impl Objective {
    pub(crate) fn is_good(&self) -> Node {
        let [from, to] =
            [(Operator::AtLeast, self.band.min()), (Operator::AtMost, self.band.max())].map(
                |(operator, end)| {
                    Node::Operation(operator, vec![self.node.clone(), Node::Number(end)])
                },
            );
        Node::Operation(Operator::And, vec![from, to])
    }

    /// The text of its expression; for a dial the name of its control.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The meaning of its value.
    pub fn kind(&self) -> ObjectiveKind {
        self.kind
    }

    /// Whether good levels may lack it.
    pub fn is_open(&self) -> bool {
        self.kind == ObjectiveKind::Open
    }
}
