//! What values an expression can have, roughly: enough to see that a goal is out of reach.

use super::{Node, Program};
use crate::expression::Binary;
use crate::measure::{Measure, SokobanAnswer};

/// The least and the greatest value that is possible.
type Bounds = (f64, f64);

const ANYTHING: Bounds = (f64::NEG_INFINITY, f64::INFINITY);
const TRUTH: Bounds = (0.0, 1.0);

impl Program {
    /// Bounds of the values of an expression on levels of a size, in columns and
    /// rows, with so many kinds of tiles.
    pub(crate) fn bounds(&self, node: &Node, size: (usize, usize), n_tiles: usize) -> Bounds {
        let of = |node: &Node| self.bounds(node, size, n_tiles);
        match node {
            Node::Number(number) if number.is_nan() => (f64::INFINITY, f64::NEG_INFINITY),
            Node::Number(number) => (*number, *number),
            Node::Measure(index) => self.measures[*index].measure.bounds(size, n_tiles),
            Node::Named(index) => of(&self.named[*index]),
            Node::Initial(index) => of(&self.initial[*index]),
            Node::Negative(operand) => {
                let (low, high) = of(operand);
                (-high, -low)
            }
            Node::Absolute(operand) => {
                let (low, high) = of(operand);
                let least = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
                (least, low.abs().max(high.abs()))
            }
            Node::Not(_) => TRUTH,
            Node::If(parts) => {
                let [_, then, otherwise] = &**parts;
                either(of(then), of(otherwise))
            }
            Node::Least(nodes) => {
                nodes.iter().map(of).fold((f64::INFINITY, f64::INFINITY), |one, other| {
                    (one.0.min(other.0), one.1.min(other.1))
                })
            }
            Node::Greatest(nodes) => {
                nodes.iter().map(of).fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |one, other| {
                    (one.0.max(other.0), one.1.max(other.1))
                })
            }
            Node::Binary(operator, operands) => {
                let (left, right) = (of(&operands[0]), of(&operands[1]));
                match operator {
                    Binary::Else => either(left, right),
                    Binary::Plus => (left.0 + right.0, left.1 + right.1),
                    Binary::Minus => (left.0 - right.1, left.1 - right.0),
                    Binary::Times => {
                        let products = [
                            left.0 * right.0,
                            left.0 * right.1,
                            left.1 * right.0,
                            left.1 * right.1,
                        ];
                        // Nothing times infinity may be anything.
                        if products.iter().any(|product| product.is_nan()) {
                            return ANYTHING;
                        }
                        let least = products.into_iter().fold(f64::INFINITY, f64::min);
                        (least, products.into_iter().fold(f64::NEG_INFINITY, f64::max))
                    }
                    Binary::Over | Binary::Modulo => ANYTHING,
                    Binary::Or
                    | Binary::And
                    | Binary::Equal
                    | Binary::Unequal
                    | Binary::Less
                    | Binary::AtMost
                    | Binary::Greater
                    | Binary::AtLeast => TRUTH,
                }
            }
        }
    }
}

/// One or the other.
fn either(one: Bounds, other: Bounds) -> Bounds {
    (one.0.min(other.0), one.1.max(other.1))
}

impl Measure {
    fn bounds(self, (width, height): (usize, usize), n_tiles: usize) -> Bounds {
        let n_cells = (width * height) as f64;
        match self {
            Self::Count
            | Self::Regions
            | Self::LargestRegion
            | Self::Reachable
            | Self::Guarded
            | Self::Near
            | Self::Exits { .. }
            | Self::OpenRooms => (0.0, n_cells),
            Self::LongestPath => (0.0, n_cells - 1.0),
            Self::Share
            | Self::Along { .. }
            | Self::Symmetry
            | Self::SameNeighbors
            | Self::Like
            | Self::Copied => TRUTH,
            Self::Entropy => (0.0, libm::log2(n_cells.min(n_tiles as f64))),
            Self::Benchmark | Self::Outside => ANYTHING,
            // Somebody may pass each cell on each leg, with each key and in each jump.
            Self::Path | Self::Across { .. } | Self::Sokoban(SokobanAnswer::Moves) => {
                (0.0, f64::INFINITY)
            }
            Self::Nearest => (0.0, (width + height - 2) as f64),
            Self::Sokoban(SokobanAnswer::Status) => (0.0, 3.0),
        }
    }
}

#[cfg(test)]
mod tests;
