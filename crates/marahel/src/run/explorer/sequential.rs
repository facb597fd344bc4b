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
    /// What the order is that of.
    made_for: Option<(Surface, Sweep)>,
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

impl Scratch {
    /// Makes the order of visits, unless it is there already.
    fn prepare(&mut self, surface: Surface, sweep: &Sweep) {
        if self.made_for.as_ref().is_some_and(|(made, of)| *made == surface && of == sweep) {
            return;
        }
        self.made_for = Some((surface, sweep.clone()));
        self.is_reached.clear();
        self.is_reached.resize(surface.area(), false);
        self.order.clear();
        let first = |share: f64, side: usize| ((share * side as f64) as usize).min(side - 1);
        let [x, y] = sweep.start;
        let start = surface.cell((first(x, surface.width), first(y, surface.height)));
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
