//! The sequential explorer: breadth first from one cell.
//!
//! Source: Khalifa 2017, "Sequential"; the order is that of the engine of that
//! year, which adds the neighborhood of each cell to a queue.

use crate::program::{Sweep, share_of};
use crate::run::flood::Flood;
use crate::run::pass::Pass;
use crate::run::plane::Plane;

/// Memory reused from pass to pass: the passes of one explorer visit cells in
/// the same order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Of what the order is: the region, the first cell, and the steps.
    plane: Option<Plane>,
    start: u32,
    steps: Vec<(i32, i32)>,
    flood: Flood,
}

/// Visits each cell once that the exploration reaches from the start.
pub(super) fn walk(pass: &mut Pass<'_>, sweep: &Sweep, scratch: &mut Scratch) {
    let plane = pass.plane();
    pass.charge(plane.area() as u64 * (1 + sweep.steps.len() as u64));
    scratch.prepare(plane, sweep);
    for &cell in scratch.flood.reached() {
        if pass.is_done() {
            return;
        }
        let at = pass.place(cell);
        pass.visit(at);
    }
}

impl Scratch {
    /// Makes the order of visits, unless it is there already.
    fn prepare(&mut self, plane: Plane, sweep: &Sweep) {
        let first = |share: f64, side: usize| (share_of(share, side as u64) as usize).min(side - 1);
        let [x, y] = sweep.start;
        let start = plane.cell((first(x, plane.width), first(y, plane.height)));
        if self.plane == Some(plane) && self.start == start && *self.steps == *sweep.steps {
            return;
        }
        (self.plane, self.start) = (Some(plane), start);
        self.steps.clear();
        self.steps.extend_from_slice(&sweep.steps);
        self.flood.spread(plane, &sweep.steps, &[start], |_, _| true);
    }
}

#[cfg(test)]
mod tests;
