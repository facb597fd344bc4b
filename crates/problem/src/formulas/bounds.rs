//! Rough bounds of the values of an expression, to find goals that are out of reach.

use super::{Formulas, Node};
use crate::expression::Operator;
use crate::measure::{Measure, SokobanAnswer};

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
            Node::Measure(index) => {
                formulas.measures[*index].measure.bounds(self.size, self.n_tiles)
            }
            Node::Named(index) => {
                let known = self.named[*index];
                let bounds = known.unwrap_or_else(|| self.of(&formulas.named[*index]));
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
            .fold(operands[0], |one, other| (one.0.min(other.0), one.1.min(other.1))),
        Operator::Greatest => operands[1..]
            .iter()
            .fold(operands[0], |one, other| (one.0.max(other.0), one.1.max(other.1))),
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

fn either(one: Bounds, other: &Bounds) -> Bounds {
    (one.0.min(other.0), one.1.max(other.1))
}

impl Measure {
    fn bounds(self, (width, height): (usize, usize), n_tiles: usize) -> Bounds {
        let n_cells = (width * height) as f64;
        match self {
            Self::Count
            | Self::Cells
            | Self::Regions
            | Self::RegionsWith
            | Self::LargestRegion
            | Self::Reachable
            | Self::Guarded
            | Self::Near
            | Self::Exits { .. }
            | Self::OpenRooms => (0.0, n_cells),
            Self::SmallestRegion => (1.0, n_cells),
            Self::LongestPath => (0.0, n_cells - 1.0),
            Self::Share
            | Self::Along { .. }
            | Self::Symmetry
            | Self::SameNeighbors
            | Self::Like
            | Self::Copied => TRUTH,
            Self::Entropy => (0.0, libm::log2(n_cells.min(n_tiles as f64))),
            Self::Benchmark | Self::Outside => ANYTHING,
            // A path can visit a cell again on each leg, with each key and in each jump.
            Self::Path | Self::Across { .. } | Self::Sokoban(SokobanAnswer::Moves) => {
                (0.0, f64::INFINITY)
            }
            Self::Nearest => (0.0, (width + height - 2) as f64),
            Self::Apart => (1.0, (width + height - 2) as f64),
            Self::Sokoban(SokobanAnswer::Status) => (0.0, 3.0),
        }
    }
}

#[cfg(test)]
mod tests;
