//! Narrow explorers: their order does not depend on the map.

use std::ops::ControlFlow;

use crate::run::pass::{Pass, draw};

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
    let front = &pass.buffers.front;
    let (first, width, stride) = (front.index(0, 0), front.width() as u32, front.stride());
    let area = front.area();
    while !pass.is_done() {
        let n = pass.n_visits_left();
        if pass.candidates.are_none() {
            (0..n).for_each(|_| _ = pass.draw(area));
            pass.n_visits += n;
            return;
        }
        pass.visit_drawn(n, |rng| {
            let cell = draw(rng, area) as u32;
            first + (cell / width) as usize * stride + (cell % width) as usize
        });
    }
}

#[inline(never)]
fn sweep(pass: &mut Pass<'_>, lines: Lines, line: usize, cell: usize) {
    let step = lines.step;
    if let Some(mut fill) = pass.filler() {
        return lines
            .walk(line, cell, |at, n| (0..n).try_for_each(|index| fill(at + index * step)));
    }
    lines.walk(line, cell, |mut at, mut n_left| {
        while n_left > 0 {
            if pass.is_done() {
                return ControlFlow::Break(());
            }
            let n_visits = n_left.min(usize::try_from(pass.n_visits_left()).unwrap_or(n_left));
            let n_in_vain = pass.candidates.n_before_first(at, n_visits, step);
            pass.n_visits += n_in_vain as u64;
            (at, n_left) = (at + n_in_vain * step, n_left - n_in_vain);
            if n_in_vain < n_visits {
                pass.visit(at);
                (at, n_left) = (at + step, n_left - 1);
            }
        }
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
    /// Calls `visit` with the first cell and the number of cells of line after line, the first from
    /// a cell in it on, and after the last line of the first, until it breaks.
    #[inline]
    fn walk(
        self,
        line: usize,
        cell: usize,
        mut visit: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) {
        let mut line = line;
        let mut at = self.first + line * self.distance + cell * self.step;
        let mut n_left = self.len - cell;
        while visit(at, n_left).is_continue() {
            line = if line + 1 == self.n { 0 } else { line + 1 };
            (at, n_left) = (self.first + line * self.distance, self.len);
        }
    }
}
