//! The drunk turtle: straight on, with random turns.

use rand::RngExt;

use crate::program::Move;
use crate::run::pass::Pass;

/// Walks from a random cell in a random direction. The direction is drawn again with probability
/// `change` at each step, and at each edge. If the new one leads outside as well, the turtle stays.
#[inline(never)]
pub(super) fn walk(pass: &mut Pass<'_>, moves: &[Move], change: f64) {
    let (x, y) = pass.draw_cell();
    let mut at = pass.buffers.front.index(x, y);
    let mut step = moves[pass.draw(moves.len())].offset;
    let is_outside = |pass: &Pass<'_>, at: usize, step: isize| {
        pass.buffers.front.is_outside(at.wrapping_add_signed(step))
    };
    while !pass.is_done() {
        pass.visit(at);
        if pass.rng.random::<f64>() < change || is_outside(pass, at, step) {
            step = moves[pass.draw(moves.len())].offset;
        }
        if !is_outside(pass, at, step) {
            at = at.wrapping_add_signed(step);
        }
    }
}
