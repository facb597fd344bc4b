//! The sequential explorer: breadth first from one cell.
//!
//! Source: Khalifa 2017, "Sequential"; the order is that of the engine of that
//! year, which adds the neighborhood of each cell to a queue.

use crate::program::share_of;
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

/// Visits each cell once that the steps reach from the start, which is given as shares of width
/// and height.
pub(super) fn walk(
    pass: &mut Pass<'_>,
    start: [f64; 2],
    steps: &[(i32, i32)],
    scratch: &mut Scratch,
) {
    let plane = pass.plane();
    pass.charge(plane.area() as u64 * (1 + steps.len() as u64));
    let first = |share: f64, side: usize| (share_of(share, side as u64) as usize).min(side - 1);
    let start = plane.cell((first(start[0], plane.width), first(start[1], plane.height)));
    if scratch.plane != Some(plane) || scratch.start != start || scratch.steps != steps {
        (scratch.plane, scratch.start) = (Some(plane), start);
        scratch.steps.clear();
        scratch.steps.extend_from_slice(steps);
        scratch.flood.spread(plane, steps, &[start], |_, _| true);
    }
    for &cell in scratch.flood.reached() {
        if pass.is_done() {
            return;
        }
        let at = pass.place(cell);
        pass.visit(at);
    }
}

#[cfg(test)]
mod tests;
