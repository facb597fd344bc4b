//! Which cells a file counts because it wants them, and which because there had better be none.

use super::{Node, Program};
use crate::expression::Operator;
use crate::measure::Measure;

impl Program {
    /// For each list of conditions whether there had better be no cell where they hold: some
    /// expression is fine with 0 of them. The roots are expressions, each with whether 0 is fine.
    pub(crate) fn unwanted<'n>(
        &self,
        roots: impl IntoIterator<Item = (&'n Node, bool)>,
    ) -> Vec<bool> {
        let mut unwanted = vec![false; self.cells.len()];
        for (root, is_zero_fine) in roots {
            self.look(root, is_zero_fine, &mut unwanted);
        }
        unwanted
    }

    fn look(&self, node: &Node, is_zero_fine: bool, unwanted: &mut [bool]) {
        match node {
            Node::Number(_) => (),
            Node::Measure(index) => {
                let call = &self.measures[*index];
                if call.measure == Measure::Cells {
                    unwanted[call.arguments.conditions] |= is_zero_fine;
                }
            }
            Node::Named(index) => self.look(&self.named[*index], is_zero_fine, unwanted),
            Node::Initial(index) => self.look(&self.initial[*index], is_zero_fine, unwanted),
            Node::Operation(operator, nodes) => {
                let is_fine = match (operator, &nodes[..]) {
                    // What is 0 if all of these are.
                    (Operator::Plus | Operator::Greatest, _) => is_zero_fine,
                    (Operator::Not, _) => true,
                    (_, [_, Node::Number(number)]) => compares_with_zero(*operator, *number),
                    (_, [Node::Number(number), _]) => {
                        mirrored(*operator).is_some_and(|one| compares_with_zero(one, *number))
                    }
                    _ => false,
                };
                for (index, node) in nodes.iter().enumerate() {
                    // A share is 0 if what it is a share of the others is.
                    let is_share =
                        matches!(operator, Operator::Over | Operator::Else) && index == 0;
                    self.look(node, is_fine || is_share && is_zero_fine, unwanted);
                }
            }
        }
    }
}

/// Whether 0 compares so with a number.
fn compares_with_zero(operator: Operator, number: f64) -> bool {
    match operator {
        Operator::Equal => number == 0.0,
        Operator::Less => 0.0 < number,
        Operator::AtMost => 0.0 <= number,
        _ => false,
    }
}

/// The comparison with its sides exchanged.
fn mirrored(operator: Operator) -> Option<Operator> {
    match operator {
        Operator::Equal => Some(Operator::Equal),
        Operator::Greater => Some(Operator::Less),
        Operator::AtLeast => Some(Operator::AtMost),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{PIECES, problem};

    /// Whether walls are wanted by a file with this objective and this condition.
    fn is_wanted(objective: &str, range: &str, playable: &str) -> bool {
        let text = format!(
            "name = 'test'\nsize = '5x5'\nplayable = '{playable}'\n[measures]\nwalls = 'cells(\"self(wall)\")'\n\
             [objectives]\none = {{ value = '{objective}', range = {range}, zero_above = 99, zero_below = -1 }}\n{PIECES}"
        );
        let problem = problem(&text);
        let (_, is_wanted) = problem.definition().asked().next().expect("it asks for one thing");
        is_wanted
    }

    #[test]
    fn cells_are_unwanted_where_none_is_fine() {
        for (objective, range, playable, expected) in [
            ("walls", "[1, 2]", "1", true),
            ("walls", "[0, 0]", "1", false),
            ("walls", "[0, 3]", "1", false),
            ("walls / count(floor) else 0", "[0, 0]", "1", false),
            ("walls + count(key)", "[0, 0]", "1", false),
            ("count(key) - walls", "[0, 0]", "1", true),
            ("count(key)", "[0, 9]", "walls == 0", false),
            ("count(key)", "[0, 9]", "0 == walls and count(key) > 1", false),
            ("count(key)", "[0, 9]", "walls < 3", false),
            ("count(key)", "[0, 9]", "3 >= walls", false),
            ("count(key)", "[0, 9]", "not walls", false),
            ("count(key)", "[0, 9]", "walls == 3", true),
            ("count(key)", "[0, 9]", "walls == count(key)", true),
            ("count(key)", "[0, 9]", "walls", true),
        ] {
            let found = is_wanted(objective, range, playable);
            assert_eq!(found, expected, "{objective} in {range}; {playable}");
        }
    }
}
