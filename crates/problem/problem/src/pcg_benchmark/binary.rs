//! One cave, and a way through it that is as long as its sides.

use marahel_level::View;

use crate::pcg_benchmark::grid::{FAR, Grid};
use crate::pcg_benchmark::score::{range, up_to};
use crate::pcg_benchmark::{Game, Measures, Trace};

pub(crate) const TILES: &[&str] = &["solid", "empty"];
const EMPTY: &[u8] = &[1];

#[derive(Debug, Default)]
pub(crate) struct Binary {
    grid: Grid,
    path: i32,
    visited: Vec<bool>,
}

impl Binary {
    pub(crate) fn new(grid: Grid) -> Self {
        Self { grid, ..Self::default() }
    }
}

impl Game for Binary {
    fn measure(&mut self, level: View<'_>, values: &mut Measures) {
        self.grid.load(level);
        let regions = f64::from(self.grid.regions(EMPTY));
        self.path = longest_path(&mut self.grid, &mut self.visited);
        let path = f64::from(self.path);

        let q_regions = range(regions, 0.0, 1.0, 1.0, self.grid.area() / 10.0);
        let q_path = up_to(path, self.grid.sides(), self.grid.area());
        let quality = f64::midpoint(q_regions, q_path);
        values.clear();
        values.extend([
            ("quality", quality),
            ("q_regions", q_regions),
            ("q_path", q_path),
            ("regions", regions),
            ("path", path),
        ]);
    }

    fn trace_to(&self, trace: &mut Trace) {
        trace.clear();
        self.grid.copy_to(&mut trace.cells);
    }

    fn distance(&mut self, left: &Trace, right: &Trace) -> f64 {
        let enough = 0.4 * self.grid.width as f64 * self.grid.height as f64;
        up_to(left.n_different(right) as f64, enough, self.grid.area())
    }
}

/// The longest path that two sweeps through each region find: from its first
/// cell to the first of the farthest ones, and from there.
fn longest_path(grid: &mut Grid, visited: &mut Vec<bool>) -> i32 {
    let mut longest = 0;
    visited.clear();
    visited.resize(grid.cells.len(), false);
    for first in 0..grid.cells.len() {
        if visited[first] || !EMPTY.contains(&grid.cells[first]) {
            continue;
        }
        let distances = grid.distances(first, EMPTY);
        let mut farthest = first;
        for (cell, &distance) in distances.iter().enumerate().filter(|&(_, &far)| far != FAR) {
            visited[cell] = true;
            if distance > distances[farthest] {
                farthest = cell;
            }
        }
        let distances = grid.distances(farthest, EMPTY);
        longest = distances.iter().copied().fold(longest, i32::max);
    }
    longest
}
