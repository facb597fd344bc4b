//! The sequential explorer: breadth first from one cell.
//!
//! Source: Khalifa 2017, "Sequential". The order is that of that year's engine, which appends the
//! neighborhood of each cell to a queue.

use marahel::extension::{ExtensionProgram, Pass};

use super::Sequential;
use crate::flood::Flood;

/// Visits each cell that the steps reach from the start, once.
impl ExtensionProgram for Sequential {
    fn walk(&self, pass: &mut Pass<'_>) {
        let plane = pass.plane();
        let steps = self.exploration.offsets();
        pass.n_visits_max = share_of(self.share, pass.n_visits_max);
        pass.charge(plane.area() as u64 * (1 + steps.len() as u64));
        let [x, y] = [(self.start[0], plane.width), (self.start[1], plane.height)]
            .map(|(share, side)| (share_of(share, side as u64) as usize).min(side - 1));
        let start = plane.cell((x, y));
        pass.remember(|pass, flood: &mut Flood| {
            for &cell in flood.spread(plane, steps, &[start], |_, _| true) {
                if pass.is_done() {
                    return;
                }
                pass.visit_cell(plane.xy(cell));
            }
        });
    }
}

/// The whole part of a share of `n`, with tolerance for rounding: 0.29 of 100 is 29, though the
/// floating-point product is a little less.
fn share_of(share: f64, n: u64) -> u64 {
    let product = share * n as f64;
    let nearest = product.round();
    let is_whole = (product - nearest).abs() <= 4.0 * f64::EPSILON * nearest;
    (if is_whole { nearest } else { product }) as u64
}

#[cfg(test)]
mod tests;
