//! Whether cells are counted because they are wanted or unwanted.

use super::{Formulas, Node};
use crate::expression::Operator;
use crate::measure::Measure;

impl Formulas {
    /// For each condition list, whether its cells are unwanted: some expression accepts 0 of them.
    /// The roots are expressions, each with whether 0 is accepted.
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
                for (index, node) in nodes.iter().enumerate() {
                    let is_fine = is_fine(*operator, nodes, index, is_zero_fine);
                    self.look(node, is_fine, unwanted);
                }
            }
        }
    }
}

/// Whether 0 is accepted for an operand, if `is_zero_fine` for the whole expression.
fn is_fine(operator: Operator, nodes: &[Node], index: usize, is_zero_fine: bool) -> bool {
    let number = |index: usize| match nodes[index] {
        Node::Number(number) => number,
        _ => f64::NAN,
    };
    match operator {
        // 0 if all operands are.
        Operator::Plus
        | Operator::Times
        | Operator::Negative
        | Operator::Absolute
        | Operator::Greatest => is_zero_fine,
        // 0 if the first operand is.
        Operator::Over | Operator::Modulo | Operator::Else => is_zero_fine && index == 0,
        Operator::If => is_zero_fine && index > 0,
        Operator::Not => true,
        Operator::Equal => number(1 - index) == 0.0,
        Operator::Less => index == 0 && 0.0 < number(1),
        Operator::AtMost => index == 0 && 0.0 <= number(1),
        Operator::Greater => index == 1 && number(0) > 0.0,
        Operator::AtLeast => index == 1 && number(0) >= 0.0,
        Operator::Unequal | Operator::Minus | Operator::Least | Operator::And | Operator::Or => {
            false
        }
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
            ("if(count(key) == 1, walls) else 0", "[0, 0]", "1", false),
            ("abs(walls * 2)", "[0, 0]", "1", false),
            ("count(key) - walls", "[0, 0]", "1", true),
            ("count(key)", "[0, 9]", "walls == 0", false),
            ("count(key)", "[0, 9]", "0 == walls and count(key) > 1", false),
            ("count(key)", "[0, 9]", "walls < 3", false),
            ("count(key)", "[0, 9]", "3 >= walls", false),
            ("count(key)", "[0, 9]", "not walls", false),
            ("count(key)", "[0, 9]", "walls > 3", true),
            ("count(key)", "[0, 9]", "2 > walls", false),
            ("count(key)", "[0, 9]", "2 < walls", true),
            ("count(key)", "[0, 9]", "walls == 3", true),
            ("count(key)", "[0, 9]", "walls == count(key)", true),
            ("count(key)", "[0, 9]", "walls", true),
        ] {
            let found = is_wanted(objective, range, playable);
            assert_eq!(found, expected, "{objective} in {range}; {playable}");
        }
    }
}
