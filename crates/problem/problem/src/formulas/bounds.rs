//! Rough bounds of the values of an expression, to find goals that are out of reach.

use super::{Call, Formulas, Node};
use crate::catalogue::Range;
use crate::expression::Operator;

type Bounds = (f64, f64);

const ANYTHING: Bounds = (f64::NEG_INFINITY, f64::INFINITY);
const NOTHING: Bounds = (f64::INFINITY, f64::NEG_INFINITY);
const TRUTH: Bounds = (0.0, 1.0);

impl Formulas {
    /// Bounds of expressions for levels of this size, in columns and rows, with this many different
    /// tiles.
    pub(crate) fn bounds(&self, size: (usize, usize), n_tiles: usize) -> Bounding<'_> {
        Bounding { formulas: self, size, n_tiles, named: vec![None; self.named.len()] }
    }
}

/// The bounds of expressions; each named one is computed once.
pub(crate) struct Bounding<'p> {
    formulas: &'p Formulas,
    size: (usize, usize),
    n_tiles: usize,
    named: Vec<Option<Bounds>>,
}

impl Bounding<'_> {
    pub(crate) fn of(&mut self, node: &Node) -> Bounds {
        let formulas = self.formulas;
        match node {
            Node::Number(number) if number.is_nan() => NOTHING,
            Node::Number(number) => (*number, *number),
            Node::Measure(index) => match &formulas.measures[*index] {
                call if call.entry.range == Range::Steps => (0.0, self.n_steps_max(call)),
                call => bounds_of(call.entry.range, self.size, self.n_tiles),
            },
            Node::Named(index) => {
                let computed = self.named[*index];
                let bounds = computed.unwrap_or_else(|| self.of(&formulas.named[*index]));
                self.named[*index] = Some(bounds);
                bounds
            }
            Node::Initial(index) => self.of(&formulas.initial[*index]),
            Node::Operation(operator, nodes) => {
                let operands: Vec<Bounds> = nodes.iter().map(|node| self.of(node)).collect();
                operation(*operator, &operands)
            }
        }
    }

    /// The most steps of a walk: a shortest one is in no state twice.
    fn n_steps_max(&self, call: &Call) -> f64 {
        let n_legs = call.arguments.trip.stops().len().max(2) - 1;
        let movement = &self.formulas.movements[call.arguments.by];
        movement.n_states(n_legs, self.size.0 * self.size.1) as f64 - 1.0
    }
}

fn operation(operator: Operator, operands: &[Bounds]) -> Bounds {
    let (low, high) = operands[0];
    match operator {
        Operator::If => operands[1..].iter().fold(NOTHING, either),
        Operator::Else => operands.iter().fold(NOTHING, either),
        Operator::Plus => (low + operands[1].0, high + operands[1].1),
        Operator::Minus => (low - operands[1].1, high - operands[1].0),
        Operator::Times => {
            let (other_low, other_high) = operands[1];
            let products = [low * other_low, low * other_high, high * other_low, high * other_high];
            // 0 times infinity can be anything.
            if products.iter().any(|product| product.is_nan()) {
                return ANYTHING;
            }
            products.iter().fold(NOTHING, |all, &product| either(all, &(product, product)))
        }
        Operator::Negative => (-high, -low),
        Operator::Absolute => {
            let least = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
            (least, low.abs().max(high.abs()))
        }
        Operator::Least => operands[1..]
            .iter()
            .fold(operands[0], |sum, operand| (sum.0.min(operand.0), sum.1.min(operand.1))),
        Operator::Greatest => operands[1..]
            .iter()
            .fold(operands[0], |sum, operand| (sum.0.max(operand.0), sum.1.max(operand.1))),
        Operator::Over | Operator::Modulo => ANYTHING,
        Operator::Or
        | Operator::And
        | Operator::Equal
        | Operator::Unequal
        | Operator::Less
        | Operator::AtMost
        | Operator::Greater
        | Operator::AtLeast
        | Operator::Not => TRUTH,
    }
}

fn either(left: Bounds, right: &Bounds) -> Bounds {
    (left.0.min(right.0), left.1.max(right.1))
}

fn bounds_of(range: Range, (width, height): (usize, usize), n_tiles: usize) -> Bounds {
    let n_cells = (width * height) as f64;
    let greatest_distance = (width + height - 2) as f64;
    match range {
        Range::Cells => (0.0, n_cells),
        Range::Positive => (1.0, n_cells),
        Range::Share => TRUTH,
        Range::Bits => (0.0, libm::log2(n_cells.min(n_tiles as f64))),
        Range::Diameter => (0.0, n_cells - 1.0),
        Range::Steps | Range::Moves => (0.0, f64::INFINITY),
        Range::Distance => (0.0, greatest_distance),
        Range::PositiveDistance => (1.0, greatest_distance),
        Range::Words(words) => (0.0, words.len() as f64 - 1.0),
        Range::Any => ANYTHING,
    }
}

#[cfg(test)]
mod tests;
