//! The sequential explorer: breadth first from one cell.
//!
//! Source: Khalifa 2017, "Sequential"; the order is that of the engine of that
//! year, which adds the neighborhood of each cell to a queue.

use rand::Rng;

use crate::program::Sweep;
use crate::run::pass::Pass;
use crate::run::surface::Surface;

/// Memory reused from pass to pass: the passes of one explorer visit cells in
/// the same order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Of what the order is: the region, the first cell, and the steps.
    surface: Option<Surface>,
    start: u32,
    steps: Vec<(i32, i32)>,
    order: Vec<u32>,
    is_reached: Vec<bool>,
}

/// Visits each cell once that the exploration reaches from the start.
pub(super) fn walk<R: Rng + ?Sized>(pass: &mut Pass<'_, R>, sweep: &Sweep, scratch: &mut Scratch) {
    let surface = pass.surface();
    pass.charge(surface.area() as u64 * (1 + sweep.steps.len() as u64));
    scratch.prepare(surface, sweep);
    for &cell in &scratch.order {
        if pass.is_done() {
            return;
        }
        let at = pass.place(cell);
        pass.visit(at);
    }
}

/// The whole part of a share of `n`; 0.29 of 100 is 29, though the product of
/// the floating-point numbers is a little less.
pub(crate) fn share_of(share: f64, n: u64) -> u64 {
    let product = share * n as f64;
    let nearest = product.round();
    let is_whole = (product - nearest).abs() <= 4.0 * f64::EPSILON * nearest;
    (if is_whole { nearest } else { product }) as u64
}

impl Scratch {
    /// Makes the order of visits, unless it is there already.
    fn prepare(&mut self, surface: Surface, sweep: &Sweep) {
        let first = |share: f64, side: usize| (share_of(share, side as u64) as usize).min(side - 1);
        let [x, y] = sweep.start;
        let start = surface.cell((first(x, surface.width), first(y, surface.height)));
        if self.surface == Some(surface) && self.start == start && *self.steps == *sweep.steps {
            return;
        }
        (self.surface, self.start) = (Some(surface), start);
        self.steps.clear();
        self.steps.extend_from_slice(&sweep.steps);
        self.is_reached.clear();
        self.is_reached.resize(surface.area(), false);
        self.order.clear();
        self.is_reached[start as usize] = true;
        self.order.push(start);
        let mut next = 0;
        while let Some(&cell) = self.order.get(next) {
            next += 1;
            for neighbor in surface.neighbors(cell, &sweep.steps) {
                if !std::mem::replace(&mut self.is_reached[neighbor as usize], true) {
                    self.order.push(neighbor);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
