//! The sequential explorer: breadth first from one cell.
//!
//! Source: Khalifa 2017, "Sequential"; the order is that of the engine of that
//! year, which adds the neighborhood of each cell to a queue.

use marahel::handed::{HandedWalk, Pass, Plane};

use super::Sequential;
use crate::flood::Flood;

/// Memory reused from pass to pass: the passes of one explorer visit cells in
/// the same order.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Of what the order is: the region, the first cell, and the steps.
    plane: Option<Plane>,
    start: u32,
    steps: Vec<(i32, i32)>,
    flood: Flood,
}

/// Visits each cell once that the steps reach from the start.
impl HandedWalk for Sequential {
    fn walk(&self, pass: &mut Pass<'_>) {
        let plane = pass.plane();
        let steps = self.exploration.offsets();
        pass.end_after(share_of(self.share, pass.n_visits_max()));
        pass.charge(plane.area() as u64 * (1 + steps.len() as u64));
        let first = |share: f64, side: usize| (share_of(share, side as u64) as usize).min(side - 1);
        let [x, y] = self.start;
        let start = plane.cell((first(x, plane.width), first(y, plane.height)));
        let mut scratch: Box<Scratch> = pass.remember();
        if scratch.plane != Some(plane) || scratch.start != start || scratch.steps != steps {
            (scratch.plane, scratch.start) = (Some(plane), start);
            scratch.steps.clear();
            scratch.steps.extend_from_slice(steps);
            scratch.flood.spread(plane, steps, &[start], |_, _| true);
        }
        for &cell in scratch.flood.reached() {
            if pass.is_done() {
                break;
            }
            pass.visit_cell(plane.xy(cell));
        }
        pass.keep(scratch);
    }
}

/// The whole part of a share of `n`; 0.29 of 100 is 29, though the product of
/// the floating-point numbers is a little less.
fn share_of(share: f64, n: u64) -> u64 {
    let product = share * n as f64;
    let nearest = product.round();
    let is_whole = (product - nearest).abs() <= 4.0 * f64::EPSILON * nearest;
    (if is_whole { nearest } else { product }) as u64
}

#[cfg(test)]
mod tests;
