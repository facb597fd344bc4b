//! The cells that measures count, as conditions of rules, and whether they are wanted.

use marahel_script::{Condition, Operator as Comparison};

use super::{Call, Formulas, Node};
use crate::catalogue::Counted;
use crate::expression::Operator;
use crate::measure::conditions::{distance, here};

impl Formulas {
    /// For each measure, whether what it counts is unwanted: some expression accepts 0 of it. The
    /// roots are expressions, each with whether 0 is accepted.
    pub(crate) fn unwanted<'n>(
        &self,
        roots: impl IntoIterator<Item = (&'n Node, bool)>,
    ) -> Vec<bool> {
        let mut unwanted = vec![false; self.measures.len()];
        for (root, is_zero_fine) in roots {
            self.look(root, is_zero_fine, &mut unwanted);
        }
        unwanted
    }

    /// The conditions of the cells that a measure counts, and whether it says so in other words;
    /// `None` if no rule can say it.
    pub(crate) fn counted_by(&self, measure: usize) -> Option<(Vec<Condition>, bool)> {
        let Call { entry, arguments } = &self.measures[measure];
        let condition = match entry.counted {
            Counted::Conditions => return Some((self.cells[arguments.conditions].clone(), false)),
            Counted::Around(condition) | Counted::Along(condition) => {
                condition(arguments, &self.movements[arguments.by])?
            }
            Counted::Nothing | Counted::Amount | Counted::Distance(_) => return None,
        };
        Some((vec![here(arguments.tiles[0]), condition], true))
    }

    /// The conditions for a tile that must have some distance from others, or from its like, and
    /// the index of the measure: an expression with good values from `min` on.
    pub(crate) fn kept_away(&self, node: &Node, min: f64) -> Option<(Vec<Condition>, usize)> {
        let index = self.first_measure(node).filter(|_| min > 1.0 && min.is_finite())?;
        let Call { entry, arguments } = &self.measures[index];
        let Counted::Distance(argument) = entry.counted else { return None };
        let comparison = Comparison::GreaterEqual;
        let away = distance(arguments.tiles[argument], comparison, min.ceil());
        Some((vec![here(arguments.tiles[0]), away], index))
    }

    /// The measure that an expression is but for what is taken from it, or for what it is where there
    /// is none.
    pub(crate) fn first_measure(&self, node: &Node) -> Option<usize> {
        match node {
            Node::Named(index) => self.first_measure(&self.named[*index]),
            Node::Operation(Operator::Else | Operator::Minus, nodes) => {
                self.first_measure(&nodes[0])
            }
            Node::Measure(index) => Some(*index),
            _ => None,
        }
    }

    fn look(&self, node: &Node, is_zero_fine: bool, unwanted: &mut [bool]) {
        match node {
            Node::Number(_) => (),
            Node::Measure(index) => unwanted[*index] |= is_zero_fine,
            Node::Named(index) => self.look(&self.named[*index], is_zero_fine, unwanted),
            Node::Initial(index) => self.look(&self.initial[*index], is_zero_fine, unwanted),
            Node::Operation(operator, nodes) => {
                for (index, node) in nodes.iter().enumerate() {
                    let is_fine = is_fine(*operator, nodes, index, is_zero_fine)
                        || *operator == Operator::Plus && self.is_penalty(node, &nodes[1 - index]);
                    self.look(node, is_fine, unwanted);
                }
            }
        }
    }

    /// Whether a term only adds penalties to the amount that another term counts, as in
    /// `count(door) + cells("self(door), horz(wall) < 2")`.
    pub(crate) fn is_penalty(&self, term: &Node, amount: &Node) -> bool {
        let is_excess = match term {
            Node::Operation(Operator::Absolute, _) => true,
            Node::Operation(Operator::Greatest, nodes) => nodes.contains(&Node::Number(0.0)),
            _ => self.counts_cells(term) && !self.has_call(term, &counts_amount),
        };
        is_excess && self.has_call(amount, &counts_amount)
    }

    /// Whether an expression counts cells by their surroundings.
    pub(crate) fn counts_cells(&self, node: &Node) -> bool {
        self.has_call(node, &|call| {
            matches!(call.entry.counted, Counted::Conditions | Counted::Around(_))
        })
    }
}

fn counts_amount(call: &Call) -> bool {
    matches!(call.entry.counted, Counted::Amount)
}

/// Whether 0 is accepted for an operand, if `is_zero_fine` for the whole expression.
fn is_fine(operator: Operator, nodes: &[Node], index: usize, is_zero_fine: bool) -> bool {
    let number = match nodes.get(usize::from(index == 0)) {
        Some(Node::Number(number)) => *number,
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
        Operator::Equal => number == 0.0,
        Operator::Less => index == 0 && 0.0 < number,
        Operator::AtMost => index == 0 && 0.0 <= number,
        Operator::Greater => index == 1 && number > 0.0,
        Operator::AtLeast => index == 1 && number >= 0.0,
        // What is taken from an amount that must remain.
        Operator::Minus => !is_zero_fine && index == 1,
        Operator::Unequal | Operator::Least | Operator::And | Operator::Or => false,
    }
}

#[cfg(test)]
mod tests {
    use marahel_script::Neighborhood;
    use marahel_script::parse::{Names, conditions};

    use crate::tests::{PIECES, problem};

    /// Whether walls are wanted by a file with this objective and this condition.
    fn is_wanted(objective: &str, range: &str, playable: &str) -> bool {
        let text = format!(
            "name = 'test'\nsize = '5x5'\nplayable = '{playable}'\n[measures]\nwalls = 'cells(\"self(wall)\")'\n\
             [objectives]\none = {{ value = '{objective}', range = {range}, zero_above = 99, zero_below = -1 }}\n{PIECES}"
        );
        let problem = problem(&text);
        let mut asked = problem.definition().demanded_cells();
        asked.retain(|one| !one.is_implied);
        asked[0].is_wanted
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
            ("count(key) - 3 * walls", "[2, 5]", "1", false),
            ("count(key) + max(walls, 0)", "[1, 1]", "1", false),
            ("walls + along_bottom(key)", "[1, 9]", "1", true),
            ("walls + dead_ends(floor) + regions(floor)", "[1, 1]", "1", false),
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

    #[test]
    fn what_measures_count_is_said_as_conditions() {
        let around = Neighborhood::parse("010,121,010").unwrap();
        for (objective, range, expected) in [
            ("near(key, wall, 2)", "[1, 1]", Some(("self(key), dist(wall) <= 2", true))),
            ("along_border(wall)", "[1, 1]", Some(("self(wall), dist(out) == 1", true))),
            ("along_border(door)", "[0, 0]", Some(("self(door), dist(out) == 1", false))),
            ("along_bottom(key|wall)", "[1, 1]", Some(("self(key|wall), from_bottom == 0", true))),
            ("dead_ends(floor)", "[0, 2]", Some(("self(floor), four(floor) == 1", false))),
            ("junctions(floor)", "[9, 20]", Some(("self(floor), four(floor) >= 3", true))),
            ("apart(key) else 0", "[4, 9]", Some(("self(key), dist(key) >= 4", true))),
            ("nearest(key, enemy)", "[2.5, 9]", Some(("self(key), dist(enemy) >= 3", true))),
            ("nearest(key, enemy)", "[0, 9]", None),
            ("regions(key) + dead_ends(key)", "[1, 1]", Some(("self(key), four(key) == 1", false))),
            ("entropy()", "[1, 2]", None),
        ] {
            let text = format!(
                "name = 'test'\nsize = '5x5'\nplayable = '1'\n[objectives]\n\
                 one = {{ value = '{objective}', range = {range}, zero_above = 99, zero_below = -1 }}\n{PIECES}"
            );
            let problem = problem(&text);
            let asked = problem.definition().demanded_cells();
            let names = problem.palette().entities().iter().map(|one| one.name.clone());
            assert!(asked.iter().all(|one| one.is_implied));
            let found: Vec<_> =
                asked.into_iter().map(|one| (one.conditions, one.is_wanted)).collect();
            let neighborhoods = vec![("four".to_owned(), around.clone())];
            let mut names = Names::new(names.collect(), neighborhoods);
            let expected = expected
                .map(|(text, is_wanted)| (conditions(text, &mut names).unwrap(), is_wanted));
            assert_eq!(found, Vec::from_iter(expected), "{objective}");
        }
    }
}
