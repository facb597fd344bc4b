//! How nearly a condition holds.
//!
//! That a level is playable is all or nothing, and where no level is, a search has nothing to
//! climb. So conditions can be asked how much of them holds.

use level::View;

use super::{Evaluator, Node, truth};
use crate::expression::Binary;

/// What a comparison that fails is worth at most: less than any that holds.
const ALMOST: f64 = 0.5;

impl Evaluator<'_> {
    /// How nearly a condition holds, in 0..=1, and 1 only if it does: the mean of all that it
    /// joins by `and`, the best of what it joins by `or`. A comparison that fails is worth up to
    /// a half, the nearer its two sides are to each other.
    pub(crate) fn nearness(&mut self, node: &Node, level: View<'_>) -> f64 {
        let (mut sum, mut n) = (0.0, 0.0);
        self.add_parts(node, level, &mut |part| {
            sum += part;
            n += 1.0;
        });
        sum / n
    }

    fn add_parts(&mut self, node: &Node, level: View<'_>, add: &mut dyn FnMut(f64)) {
        match node {
            Node::Named(index) => self.add_parts(&self.program.named[*index], level, add),
            Node::Binary(Binary::And, operands) => {
                operands.iter().for_each(|operand| self.add_parts(operand, level, add));
            }
            _ => add(self.part(node, level)),
        }
    }

    /// The nearness of a condition that joins nothing by `and`.
    fn part(&mut self, node: &Node, level: View<'_>) -> f64 {
        match node {
            Node::Binary(Binary::Or, operands) => {
                let [left, right] = &**operands;
                self.nearness(left, level).max(self.nearness(right, level))
            }
            Node::Binary(operator, operands) if operator.compares() && !self.holds(node, level) => {
                let [left, right] = operands.each_ref().map(|side| self.value(side, level));
                let likeness = 1.0 - (left - right).abs() / (left.abs() + right.abs());
                ALMOST * if likeness.is_nan() { 0.0 } else { likeness }
            }
            _ => truth(self.holds(node, level)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{PIECES, file, level, problem};

    #[track_caller]
    fn check(playable: &str, value: &str, expected: f64) {
        let text = file(PIECES, value).replace("1 == 1", playable);
        let problem = problem(&text);
        let level = level(problem.palette(), &["..#.", "@..."]);
        let mut meter = problem.meter();
        let is_playable = meter.measure(level.view(), &mut [0.0]);
        let found = meter.nearly_playable(level.view());
        assert!((found - expected).abs() < 1e-12, "{playable}: {found}");
        assert_eq!(is_playable, found == 1.0, "{playable}");
    }

    #[test]
    fn a_comparison_that_fails_is_worth_up_to_a_half() {
        check("count(floor) == 6", "0", 1.0);
        check("count(floor) == 9", "0", 0.4);
        check("count(floor) >= 24", "0", 0.2);
        check("count(floor) > 6", "0", 0.5);
        check("count(key) == 1", "0", 0.0);
        check("path(player, key) > 0", "0", 0.0);
        check("not count(floor) == 6", "0", 0.0);
    }

    #[test]
    fn what_is_joined_counts_part_by_part() {
        check("count(floor) == 6 and count(floor) == 9", "0", 0.7);
        check("count(floor) == 9 or count(floor) == 24", "0", 0.4);
        check("count(floor) == 9 or count(player) == 1", "0", 1.0);
        check("value and count(floor) == 9", "count(wall) == 1 and count(key) == 1", 1.4 / 3.0);
    }
}
