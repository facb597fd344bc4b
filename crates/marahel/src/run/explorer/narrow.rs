//! Narrow explorers: the order does not depend on what is on the map.

use rand::Rng;

use crate::run::pass::Pass;

/// Row by row from a random cell, and around the end.
pub(super) fn rows<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    let (width, height) = (pass.canvas.front.width(), pass.canvas.front.height());
    let (mut x, mut y) = pass.draw_cell();
    while !pass.is_done() {
        pass.visit(pass.canvas.front.index(x, y));
        x += 1;
        if x == width {
            (x, y) = (0, if y + 1 == height { 0 } else { y + 1 });
        }
    }
}

/// Column by column from a random cell, and around the end.
pub(super) fn columns<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    let (width, height) = (pass.canvas.front.width(), pass.canvas.front.height());
    let (mut x, mut y) = pass.draw_cell();
    while !pass.is_done() {
        pass.visit(pass.canvas.front.index(x, y));
        y += 1;
        if y == height {
            (x, y) = (if x + 1 == width { 0 } else { x + 1 }, 0);
        }
    }
}

/// Uniformly random cells, with repetition.
pub(super) fn random<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    while !pass.is_done() {
        let (x, y) = pass.draw_cell();
        pass.visit(pass.canvas.front.index(x, y));
    }
}
