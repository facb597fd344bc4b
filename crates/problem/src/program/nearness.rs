//! How nearly a condition holds.
//!
//! That a level is playable is all or nothing, and where no level is, a search has nothing to
//! climb. So conditions can be asked how much of them holds, by `nearly(condition)` in a file
//! and by [`Meter::nearly_playable`](crate::Meter::nearly_playable).

use level::View;
use walking::Trip;

use super::{Evaluator, Node, is_true};
use crate::expression::Binary;
use crate::measure::Measure;

/// What a comparison that fails is worth at most: less than any that holds.
const ALMOST: f64 = 0.5;

const ZERO: Node = Node::Number(0.0);

/// What a comparison is about.
enum Subject<'n> {
    /// A way, or what can be reached: the trip and its movement, and the value of the side where
    /// there is none.
    Way {
        trip: Trip,
        by: usize,
        without: f64,
    },
    /// A value that there is only if this holds, which it does not.
    Condition(&'n Node),
    Numbers,
}

impl<'p> Evaluator<'p> {
    /// How nearly a condition holds, in 0..=1, and 1 only if it does: the mean of all that it
    /// joins by `and`, the best of what it joins by `or`. What fails is worth up to a half.
    ///
    /// Of a comparison it is the more the nearer its two sides are to each other; of a way that
    /// is not there, how much of it is; of one that should not be there, 1 / n, if it takes n
    /// cells to close it. Nothing is searched where the condition holds.
    pub(crate) fn nearness(&mut self, node: &Node, level: View<'_>) -> f64 {
        self.credit(node, true, level)
    }

    /// How nearly a condition is as it is wanted: holds, or does not.
    fn credit(&mut self, node: &Node, wanted: bool, level: View<'_>) -> f64 {
        if self.holds(node, level) == wanted {
            return 1.0;
        }
        match node {
            Node::Named(index) => self.credit(&self.program.named[*index], wanted, level),
            Node::Not(operand) => self.credit(operand, !wanted, level),
            // What is not joined by `or` is joined by `and` of what is not.
            Node::Binary(joint @ (Binary::And | Binary::Or), operands) => {
                if (*joint == Binary::And) == wanted {
                    let (mut sum, mut n) = (0.0, 0.0);
                    self.add_parts(node, *joint, wanted, level, &mut |part| {
                        sum += part;
                        n += 1.0;
                    });
                    return sum / n;
                }
                let [left, right] = operands.each_ref();
                self.credit(left, wanted, level).max(self.credit(right, wanted, level))
            }
            Node::Binary(operator, operands) if operator.compares() => {
                let [left, right] = operands.each_ref();
                ALMOST * self.comparison(*operator, [left, right], wanted, level)
            }
            _ => ALMOST * self.comparison(Binary::Unequal, [node, &ZERO], wanted, level),
        }
    }

    fn add_parts(
        &mut self,
        node: &Node,
        joint: Binary,
        wanted: bool,
        level: View<'_>,
        add: &mut dyn FnMut(f64),
    ) {
        match node {
            Node::Named(index) => {
                self.add_parts(&self.program.named[*index], joint, wanted, level, add);
            }
            Node::Binary(operator, operands) if *operator == joint => {
                for operand in operands.iter() {
                    self.add_parts(operand, joint, wanted, level, add);
                }
            }
            _ => add(self.credit(node, wanted, level)),
        }
    }

    /// How nearly two sides compare as it is wanted, which they do not, in 0..=1.
    fn comparison(
        &mut self,
        operator: Binary,
        sides: [&Node; 2],
        wanted: bool,
        level: View<'_>,
    ) -> f64 {
        let mut values = sides.map(|side| self.value(side, level));
        for side in 0..2 {
            match self.subject(sides[side], level) {
                Subject::Condition(condition) if wanted => {
                    return self.credit(condition, true, level);
                }
                Subject::Way { trip, by, without } => {
                    let value = values[side];
                    if value.is_nan() || value == without {
                        values[side] = 0.0;
                        return likeness(values) * self.progress(&trip, by, level);
                    }
                    let mut parted = values.map(Node::Number);
                    parted[side] = Node::Number(without);
                    if is_true(self.binary(operator, &parted, level)) == wanted {
                        return 1.0 / self.openings(&trip, by, level);
                    }
                }
                Subject::Condition(_) | Subject::Numbers => (),
            }
        }
        likeness(values)
    }

    /// What a side of a comparison is about.
    fn subject<'n>(&mut self, node: &'n Node, level: View<'_>) -> Subject<'n>
    where
        'p: 'n,
    {
        match node {
            Node::Named(index) => self.subject(&self.program.named[*index], level),
            Node::Measure(index) => match &self.program.measures[*index] {
                Measure::Path { trip, by } => {
                    Subject::Way { trip: trip.clone(), by: *by, without: f64::NAN }
                }
                Measure::Reachable { from, tiles, by } => {
                    let trip = Trip::new(vec![*from, *tiles]);
                    Subject::Way { trip, by: *by, without: 0.0 }
                }
                _ => Subject::Numbers,
            },
            Node::If(parts) => {
                let [condition, then, _] = &**parts;
                if self.holds(condition, level) {
                    self.subject(then, level)
                } else {
                    Subject::Condition(condition)
                }
            }
            Node::Binary(Binary::Else, operands) => {
                let [first, otherwise] = &**operands;
                match self.subject(first, level) {
                    Subject::Way { trip, by, without } if without.is_nan() => {
                        Subject::Way { trip, by, without: self.value(otherwise, level) }
                    }
                    subject => subject,
                }
            }
            _ => Subject::Numbers,
        }
    }

    fn progress(&mut self, trip: &Trip, by: usize, level: View<'_>) -> f64 {
        self.instruments.walker().progress(level, &self.program.movements[by], trip)
    }

    fn openings(&mut self, trip: &Trip, by: usize, level: View<'_>) -> f64 {
        let movement = &self.program.movements[by];
        self.instruments.walker().openings(level, movement, trip).max(1) as f64
    }
}

/// How near two numbers are to each other, in 0..=1; 0 if one is none. Counts that differ by
/// one are the nearer the larger they are.
fn likeness([left, right]: [f64; 2]) -> f64 {
    let likeness = 1.0 - (left - right).abs() / (left.abs() + right.abs() + 1.0);
    if likeness.is_nan() { 0.0 } else { likeness }
}

#[cfg(test)]
mod tests;
