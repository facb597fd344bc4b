//! Narrow explorers: the order does not depend on what is on the map.

use rand::Rng;

use crate::run::pass::Pass;

/// Row by row from a random cell, and around the end.
pub(super) fn rows<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    let front = &pass.canvas.front;
    let (first_row, stride) = (front.index(0, 0), front.stride());
    let (width, last_row) = (front.width(), front.index(0, front.height() - 1));
    let (x, y) = pass.draw_cell();
    let mut row = first_row + y * stride;
    sweep(pass, row + x, |at| {
        if at + 1 < row + width {
            return at + 1;
        }
        row = if row == last_row { first_row } else { row + stride };
        row
    });
}

/// Column by column from a random cell, and around the end.
pub(super) fn columns<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    let front = &pass.canvas.front;
    let (first, stride) = (front.index(0, 0), front.stride());
    let (last_top, depth) = (first + front.width() - 1, (front.height() - 1) * stride);
    let (x, y) = pass.draw_cell();
    let mut top = first + x;
    sweep(pass, top + y * stride, |at| {
        if at < top + depth {
            return at + stride;
        }
        top = if top == last_top { first } else { top + 1 };
        top
    });
}

/// Uniformly random cells, with repetition.
pub(super) fn random<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    while !pass.is_done() {
        let (x, y) = pass.draw_cell();
        pass.visit(pass.canvas.front.index(x, y));
    }
}

/// Visits cells from `at` on, each followed by its `next`.
#[inline]
fn sweep<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    mut at: usize,
    mut next: impl FnMut(usize) -> usize,
) {
    if pass.fill(at, &mut next) {
        return;
    }
    while !pass.is_done() {
        pass.visit(at);
        at = next(at);
    }
}
