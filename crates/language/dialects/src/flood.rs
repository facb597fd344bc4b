//! Floods: all cells that can be reached from some cells, nearest first.

use marahel_level::{Tile, TileSet};

use marahel::extension::Plane;
use marahel_script::Neighborhood;

use crate::statistic::Statistic;

/// All steps, and their reverses, without the step that stays in place.
pub(crate) fn links(neighborhood: &Neighborhood) -> Vec<(i32, i32)> {
    let there = neighborhood.offsets().iter().copied();
    let mut links: Vec<(i32, i32)> = there.flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]).collect();
    links.retain(|&link| link != (0, 0));
    links.sort_unstable_by_key(|&(dx, dy)| (dy, dx));
    links.dedup();
    links
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Flood {
    is_reached: Vec<bool>,
    queue: Vec<u32>,
}

#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    /// For each tile, the number of reached targets and the sum of the path lengths to them.
    counts: [u32; 64],
    sums: [u64; 64],
    range: Option<(u32, u32)>,
}

impl Lengths {
    /// One number for all lengths; `None` if no target was reached.
    pub(crate) fn statistic(&self, statistic: Statistic) -> Option<f64> {
        let (min, max) = self.range?;
        Some(match statistic {
            Statistic::Min => f64::from(min),
            Statistic::Max => f64::from(max),
            Statistic::Mean => {
                let all = self.counts.iter().zip(&self.sums).filter(|(n, _)| **n > 0);
                let means = all.map(|(&n, &sum)| sum as f64 / f64::from(n));
                let (sum, n) = means.fold((0.0, 0_u32), |(sum, n), mean| (sum + mean, n + 1));
                sum / f64::from(n)
            }
        })
    }
}

impl Flood {
    /// Reaches cells from the sources, the nearest first. A step is possible if `goes` returns true
    /// for its start and its end; it is called once for each step to a cell that is not reached
    /// yet.
    pub(crate) fn spread(
        &mut self,
        plane: Plane,
        steps: &[(i32, i32)],
        sources: &[u32],
        mut goes: impl FnMut(u32, u32) -> bool,
    ) -> &[u32] {
        self.begin(plane, sources);
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            for neighbor in plane.neighbors(cell, steps) {
                if !self.is_reached[neighbor as usize] && goes(cell, neighbor) {
                    self.reach(neighbor);
                }
            }
        }
        &self.queue
    }

    /// Lengths of the shortest paths from a cell to the cells of a set, over `allowed` tiles, and
    /// the number of visited cells. Stops at the first target if `is_first`. A target need not be
    /// allowed itself.
    pub(crate) fn lengths(
        &mut self,
        plane: Plane,
        steps: &[(i32, i32)],
        first: u32,
        tile: impl Fn(u32) -> Tile,
        (set, allowed): (TileSet, TileSet),
        is_first: bool,
    ) -> (Lengths, u64) {
        self.begin(plane, &[first]);
        let mut lengths = Lengths { counts: [0; 64], sums: [0; 64], range: None };
        let (mut next, mut end_of_length, mut length) = (0, 1, 0);
        while let Some(&cell) = self.queue.get(next) {
            if next == end_of_length {
                (end_of_length, length) = (self.queue.len(), length + 1);
            }
            next += 1;
            let here = tile(cell);
            if set.contains(here) {
                lengths.counts[usize::from(here)] += 1;
                lengths.sums[usize::from(here)] += u64::from(length);
                lengths.range = Some((lengths.range.map_or(length, |(min, _)| min), length));
                if is_first {
                    break;
                }
            }
            if next == 1 || allowed.contains(here) {
                for neighbor in plane.neighbors(cell, steps) {
                    self.reach(neighbor);
                }
            }
        }
        (lengths, next as u64)
    }

    fn begin(&mut self, plane: Plane, sources: &[u32]) {
        self.is_reached.clear();
        self.is_reached.resize(plane.area(), false);
        self.queue.clear();
        for &source in sources {
            self.reach(source);
        }
    }

    fn reach(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_reached[cell as usize], true) {
            self.queue.push(cell);
        }
    }
}
