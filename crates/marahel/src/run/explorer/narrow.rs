//! Narrow explorers: the order does not depend on what is on the map.

use std::ops::ControlFlow;

use rand::Rng;

use crate::run::pass::Pass;

/// Row by row from a random cell, and around the end.
pub(super) fn rows<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    let front = &pass.canvas.front;
    let lines = Lines {
        first: front.index(0, 0),
        n_lines: front.height(),
        line_step: front.stride(),
        n_cells: front.width(),
        cell_step: 1,
    };
    let (x, y) = pass.draw_cell();
    sweep(pass, lines, y, x);
}

/// Column by column from a random cell, and around the end.
pub(super) fn columns<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    let front = &pass.canvas.front;
    let lines = Lines {
        first: front.index(0, 0),
        n_lines: front.width(),
        line_step: 1,
        n_cells: front.height(),
        cell_step: front.stride(),
    };
    let (x, y) = pass.draw_cell();
    sweep(pass, lines, x, y);
}

/// Uniformly random cells, with repetition.
pub(super) fn random<R: Rng + ?Sized>(pass: &mut Pass<'_, R>) {
    while !pass.is_done() {
        let (x, y) = pass.draw_cell();
        pass.visit(pass.canvas.front.index(x, y));
    }
}

/// Visits the cells of lines from one cell of one line on.
fn sweep<R: Rng + ?Sized>(pass: &mut Pass<'_, R>, lines: Lines, line: usize, cell: usize) {
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

/// The cells of a region as rows or columns: where they lie in memory.
#[derive(Clone, Copy, Debug)]
struct Lines {
    first: usize,
    n_lines: usize,
    line_step: usize,
    n_cells: usize,
    cell_step: usize,
}

impl Lines {
    /// Goes from one cell to the next, and from the last to the first, until
    /// `visit` has enough.
    #[inline]
    fn walk(self, line: usize, cell: usize, mut visit: impl FnMut(usize) -> ControlFlow<()>) {
        let mut line = line;
        let mut at = self.first + line * self.line_step + cell * self.cell_step;
        let mut n_left = self.n_cells - cell;
        loop {
            for _ in 0..n_left {
                if visit(at).is_break() {
                    return;
                }
                at += self.cell_step;
            }
            line = if line + 1 == self.n_lines { 0 } else { line + 1 };
            (at, n_left) = (self.first + line * self.line_step, self.n_cells);
        }
    }
}
