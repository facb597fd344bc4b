//! What passes of 2017 see and do beside those of today: the map around a
//! region, limits of entities, and the estimators of that year.

use level::{OUT, Tile, TileSet};
use rand::Rng;

use super::divider::Rect;
use super::grid::Grid;
use super::pass::Pass;
use super::surface::Surface;
use crate::program::{ABSENT, NamedCondition, NamedEstimator, Walk};
use script::{Dialect, EntityLimit, Replace, Scope, Statistic};

/// The map around the region of a pass.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// Where the region lies on the map.
    x: usize,
    y: usize,
    map_width: usize,
    map_height: usize,
    /// Number of cells of each tile that lie outside the region.
    counts: [u32; 64],
    limits: Vec<EntityLimit>,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { x: 0, y: 0, map_width: 0, map_height: 0, counts: [0; 64], limits: Vec::new() }
    }
}

impl Surroundings {
    /// Takes over the limits of a program.
    pub(super) fn set_limits(&mut self, limits: &[EntityLimit]) {
        self.limits.clear();
        self.limits.extend_from_slice(limits);
    }

    /// The region is the map, or a part of it, which `region` has a copy of.
    pub(super) fn surround(&mut self, map: &Grid, part: Option<(Rect, &Grid)>) {
        (self.map_width, self.map_height) = (map.width(), map.height());
        match part {
            None => {
                (self.x, self.y) = (0, 0);
                self.counts = [0; 64];
            }
            Some((rect, region)) => {
                (self.x, self.y) = (rect.x, rect.y);
                let counts = map.counts().iter().zip(region.counts());
                for (left, (all, here)) in self.counts.iter_mut().zip(counts) {
                    *left = all - here;
                }
            }
        }
    }

    fn total(&self, set: TileSet) -> u32 {
        set.iter().map(|tile| self.counts[usize::from(tile)]).sum()
    }

    /// Largest number of cells of a tile.
    fn limit(&self, tile: Tile) -> u32 {
        let limit = self.limits.iter().find(|limit| limit.tile == tile);
        limit.and_then(|limit| limit.max).unwrap_or(u32::MAX)
    }
}

impl<R: Rng + ?Sized> Pass<'_, R> {
    /// The region as steps see it.
    pub(super) fn surface(&self) -> Surface {
        let front = &self.canvas.front;
        Surface { width: front.width(), height: front.height(), wraps: self.explorer.wraps }
    }

    /// Cells of the region as a share of those of the map.
    pub(super) fn share_of_map(&self) -> f64 {
        let map = self.surroundings.map_width * self.surroundings.map_height;
        self.canvas.front.area() as f64 / map as f64
    }

    /// Place in memory of a cell of the [`surface`](Self::surface).
    #[inline]
    pub(super) fn place(&self, cell: u32) -> usize {
        let width = self.canvas.front.width() as u32;
        self.canvas.front.index((cell % width) as usize, (cell / width) as usize)
    }

    /// The cell of the [`surface`](Self::surface) at a place in memory.
    fn cell(&self, at: usize) -> u32 {
        self.surface().cell(self.canvas.front.xy(at))
    }

    /// Writes a tile of which the map may not have any number: as often as
    /// that allows. Whether a cell changed.
    #[inline(never)]
    pub(super) fn write_up_to_limit(&mut self, offsets: &[isize], at: usize, tile: Tile) -> u32 {
        let n_max = self.surroundings.limit(tile);
        let n_around = self.surroundings.counts[usize::from(tile)];
        let mut n_changed = 0;
        for &offset in offsets {
            let n = n_around + self.canvas.target().counts()[usize::from(tile)];
            let is_change = n < n_max && self.canvas.write(at.wrapping_add_signed(offset), tile);
            n_changed += u32::from(is_change);
        }
        n_changed
    }

    /// What the map was changed by last, so that what was measured since is
    /// known to hold: rules of a buffered pass always read the same map.
    fn version(&self) -> u64 {
        match self.explorer.replace {
            Replace::Buffer => 0,
            Replace::Same => self.n_changes,
        }
    }

    /// Whether a condition of 2017 holds; out of the way of those of today.
    #[inline(never)]
    pub(super) fn named_holds(&mut self, condition: &NamedCondition, at: usize) -> bool {
        match condition {
            NamedCondition::Parity { estimator, is_even } => {
                let value = self.estimate(estimator, at);
                value.is_nan() || (value.floor() % 2.0 == 0.0) == *is_even
            }
            NamedCondition::Connected { set, links, slot } => {
                let tile = self.canvas.front.get(at);
                let (set, key) = set.map_or((TileSet::only(tile), tile), |set| (set, OUT));
                let (version, surface) = (self.version(), self.surface());
                let (is_connected, n_cells) = self.measures.is_connected(
                    *slot,
                    version,
                    key,
                    &self.canvas.front,
                    (surface, links),
                    set,
                );
                self.charge_if_any(n_cells);
                is_connected
            }
        }
    }

    /// The value of an estimator of 2017, [`ABSENT`] for distances without target.
    #[inline(never)]
    pub(super) fn named(&mut self, estimator: &NamedEstimator, at: usize) -> f64 {
        match estimator {
            NamedEstimator::Noise(scope) => self.unit_noise(*scope, at),
            NamedEstimator::MapTotal(set) => {
                f64::from(self.canvas.front.total(*set) + self.surroundings.total(*set))
            }
            NamedEstimator::WrappedCount { steps, set } => {
                let (surface, front) = (self.surface(), &self.canvas.front);
                let from = front.xy(at);
                let cells = steps.iter().filter_map(|&step| surface.step(from, step));
                f64::from(cells.map(|(x, y)| set.count(front.get(front.index(x, y)))).sum::<u32>())
            }
            NamedEstimator::Distances { statistic, set, slot } => {
                let version = self.version();
                let front = &self.canvas.front;
                let (spread, n_cells) = self.measures.spread(*slot, version, front, *set);
                let cell = front.xy(at);
                let distance = match statistic {
                    Statistic::Max => spread.farthest(cell),
                    _ => spread.mean(cell),
                };
                self.charge_if_any(n_cells);
                distance.unwrap_or(ABSENT)
            }
            NamedEstimator::Paths { statistic, steps, set, allowed } => {
                let front = &self.canvas.front;
                if front.total(*set) == 0 {
                    return ABSENT; // without a flood of all that can be reached
                }
                let (surface, cell) = (self.surface(), self.cell(at));
                let tile = |cell| {
                    let (x, y) = surface.xy(cell);
                    front.get(front.index(x, y))
                };
                let is_first = *statistic == Statistic::Min;
                let flood = self.measures.flood();
                let (lengths, n_cells) =
                    flood.lengths(surface, steps, cell, tile, (*set, *allowed), is_first);
                self.charge_if_any(n_cells * (1 + steps.len() as u64));
                lengths.statistic(*statistic).unwrap_or(ABSENT)
            }
        }
    }

    fn charge_if_any(&mut self, n_cells: u64) {
        if n_cells > 0 {
            self.charge(n_cells);
        }
    }

    /// Noise at the middle of a cell, in the one lattice cell that the engine
    /// of 2017 stretches over the region. At a lattice point it would always be 0.5.
    fn unit_noise(&mut self, scope: Scope, at: usize) -> f64 {
        let (x, y) = self.canvas.front.xy(at);
        let (front, around) = (&self.canvas.front, self.surroundings);
        let share = |cell: usize, side: usize| (cell as f64 + 0.5) / side as f64;
        let place = match scope {
            Scope::Region => [share(x, front.width()), share(y, front.height())],
            Scope::Map => {
                [share(around.x + x, around.map_width), share(around.y + y, around.map_height)]
            }
        };
        f64::midpoint(self.noise.at(place, self.rng), 1.0)
    }
}

/// How an explorer comes to cost less.
pub(super) fn remedy(dialect: Dialect, walk: &Walk) -> &'static str {
    match (dialect, walk) {
        (Dialect::Current, _) => {
            "lower its `repeats` or `tiles`, or let its rules and heuristics look at fewer tiles"
        }
        (Dialect::Aiide17, Walk::Agent(_)) => {
            "lower its `iterations`, `number` or `lifespan`, or let its rules look at fewer tiles"
        }
        (Dialect::Aiide17, Walk::Connector(_)) => {
            "lower its `iterations`, choose the type \"short\", or let its rules look at fewer tiles"
        }
        (Dialect::Aiide17, Walk::NarrowRand) => {
            "lower its `iterations` or `numberOfTiles`, or let its rules look at fewer tiles"
        }
        (Dialect::Aiide17, _) => {
            "lower its `iterations` or `percentage`, or let its rules look at fewer tiles"
        }
    }
}

#[cfg(test)]
mod tests;
