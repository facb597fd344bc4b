//! Narrow explorers: their order does not depend on the map.

use std::ops::ControlFlow;

use crate::run::pass::Pass;

/// Row by row from a random cell; after the last row, from the first.
pub(super) fn rows(pass: &mut Pass<'_>) {
    let front = &pass.buffers.front;
    let lines = Lines {
        first: front.index(0, 0),
        n: front.height(),
        distance: front.stride(),
        len: front.width(),
        step: 1,
    };
    let (x, y) = pass.draw_cell();
    sweep(pass, lines, y, x);
}

/// Column by column from a random cell; after the last column, from the first.
pub(super) fn columns(pass: &mut Pass<'_>) {
    let front = &pass.buffers.front;
    let lines = Lines {
        first: front.index(0, 0),
        n: front.width(),
        distance: 1,
        len: front.height(),
        step: front.stride(),
    };
    let (x, y) = pass.draw_cell();
    sweep(pass, lines, x, y);
}

#[inline(never)]
pub(super) fn random(pass: &mut Pass<'_>) {
    while !pass.is_done() {
        let (x, y) = pass.draw_cell();
        if pass.candidates.are_none() {
            pass.n_visits += 1;
        } else {
            pass.visit(pass.buffers.front.index(x, y));
        }
    }
}

/// Visits the cells of lines, starting at one cell.
#[inline(never)]
fn sweep(pass: &mut Pass<'_>, lines: Lines, line: usize, cell: usize) {
    if let Some(fill) = pass.filler() {
        return lines.walk(line, cell, fill);
    }
    lines.walk(line, cell, |at| {
        if pass.is_done() {
            return ControlFlow::Break(());
        }
        pass.visit(at);
        ControlFlow::Continue(())
    });
}

/// The cells of a region as rows or columns, and their places in memory.
#[derive(Clone, Copy, Debug)]
struct Lines {
    first: usize,
    /// Number of lines, and offset from one to the next.
    n: usize,
    distance: usize,
    /// Number of cells of a line, and offset from one to the next.
    len: usize,
    step: usize,
}

impl Lines {
    /// Goes from cell to cell, and from the last to the first, until `visit` breaks.
    #[inline]
    fn walk(self, line: usize, cell: usize, mut visit: impl FnMut(usize) -> ControlFlow<()>) {
        let mut line = line;
        let mut at = self.first + line * self.distance + cell * self.step;
        let mut n_left = self.len - cell;
        loop {
            for _ in 0..n_left {
                if visit(at).is_break() {
                    return;
                }
                at += self.step;
            }
            line = if line + 1 == self.n { 0 } else { line + 1 };
            (at, n_left) = (self.first + line * self.distance, self.len);
        }
    }
}
