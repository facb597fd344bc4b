//! Conditions and estimators that are rare, or cost more than a call: kept out of
//! the way of the others.

use level::{OUT, TileSet};
use rand::RngExt;
use script::{Edge, Replace, Scope, Statistic};

use super::noise::fixed_at;
use super::pass::Pass;
use crate::program::{ABSENT, Condition, Estimator, Paths};

impl Pass<'_> {
    /// As [`meets`](Self::meets), for conditions that are rare and cost more than a call.
    #[inline(never)]
    pub(super) fn meets_out_of_line(&mut self, condition: &Condition, at: usize) -> bool {
        match condition {
            Condition::Parity { estimator, is_even } => {
                let value = self.estimate(estimator, at);
                value.is_nan() || (value.floor() % 2.0 == 0.0) == *is_even
            }
            Condition::Connected { set, links, slot } => {
                let tile = self.buffers.front.get(at);
                let (set, key) = set.map_or((TileSet::only(tile), tile), |set| (set, OUT));
                let (version, plane) = (self.version(), self.plane());
                let (is_connected, n_cells) = self.measures.is_connected(
                    *slot,
                    version,
                    key,
                    &self.buffers.front,
                    (plane, links),
                    set,
                );
                self.charge_if_any(n_cells);
                is_connected
            }
            Condition::Matches { .. }
            | Condition::Counts { .. }
            | Condition::Chance { .. }
            | Condition::Compares { .. } => unreachable!("these are tested without a call"),
        }
    }

    /// As [`estimate`](Self::estimate), for estimators that are rare or cost more
    /// than a call.
    #[inline(never)]
    pub(super) fn estimate_out_of_line(&mut self, estimator: &Estimator, at: usize) -> f64 {
        match estimator {
            Estimator::Random => self.rng.random(),
            Estimator::Noise { n_cells } => {
                self.noise.at_cell(&self.buffers.front, at, *n_cells, self.rng)
            }
            Estimator::FixedNoise => fixed_at(&self.buffers.front, at),
            Estimator::Place { edge, divisor } => {
                let (x, y) = self.buffers.front.xy(at);
                let (width, height) = self.buffers.front.size();
                let n_cells = match edge {
                    Edge::Left => x,
                    Edge::Top => y,
                    Edge::Right => width - 1 - x,
                    Edge::Bottom => height - 1 - y,
                };
                (n_cells as u64 % divisor) as f64
            }
            Estimator::Percent => {
                self.waypoint_share.unwrap_or(self.n_visits as f64 / self.n_visits_max as f64)
            }
            Estimator::ChangePercent => self.n_changes as f64 / self.n_changes_max as f64,
            Estimator::RepeatPercent => self.repeat_share(),
            Estimator::WeightedCount { offsets, weights } => {
                let front = &self.buffers.front;
                let weight = |&offset| u64::from(weights[usize::from(front.near(at, offset))]);
                offsets.iter().map(weight).sum::<u64>() as f64
            }
            Estimator::UnitNoise(scope) => self.unit_noise(*scope, at),
            Estimator::MapTotal(set) => {
                f64::from(self.buffers.front.total(*set) + self.surroundings.total(*set))
            }
            Estimator::WrappedCount { steps, set } => {
                let (plane, front) = (self.plane(), &self.buffers.front);
                let from = front.xy(at);
                let cells = steps.iter().filter_map(|&step| plane.step(from, step));
                f64::from(cells.map(|cell| set.count(front.at(cell))).sum::<u32>())
            }
            Estimator::Image { mirror, set } => {
                let front = &self.buffers.front;
                let images = mirror.images(front.xy(at), front.size());
                f64::from(images.map(|image| set.count(front.at(image))).sum::<u32>())
            }
            Estimator::Distances { statistic, set, slot } => {
                let version = self.version();
                let front = &self.buffers.front;
                let (spread, n_cells) = self.measures.spread(*slot, version, front, *set);
                let cell = front.xy(at);
                let distance = match statistic {
                    Statistic::Max => spread.farthest(cell),
                    // The nearest has a distance field: see `Estimator::Distance`.
                    Statistic::Mean | Statistic::Min => spread.mean(cell),
                };
                self.charge_if_any(n_cells);
                distance.unwrap_or(ABSENT)
            }
            Estimator::Paths(paths) => {
                let Paths { statistic, steps, set, allowed } = &**paths;
                let front = &self.buffers.front;
                if front.total(*set) == 0 {
                    return ABSENT; // without a flood of all that can be reached
                }
                let (plane, cell) = (self.plane(), self.cell(at));
                let tile = |cell| front.at(plane.xy(cell));
                let is_first = *statistic == Statistic::Min;
                let flood = self.measures.flood();
                let (lengths, n_cells) =
                    flood.lengths(plane, steps, cell, tile, (*set, *allowed), is_first);
                self.charge_if_any(n_cells * (1 + steps.len() as u64));
                lengths.statistic(*statistic).unwrap_or(ABSENT)
            }
            Estimator::Number(_)
            | Estimator::Total(_)
            | Estimator::Count { .. }
            | Estimator::Distance(_) => unreachable!("these are estimated without a call"),
        }
    }

    /// What the map was changed by last, so that what was measured since is
    /// known to hold: rules of a buffered pass always read the same map.
    fn version(&self) -> u64 {
        match self.explorer.replace {
            Replace::Buffer => 0,
            Replace::Same => self.n_changes,
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
        let (x, y) = self.buffers.front.xy(at);
        let (front, around) = (&self.buffers.front, self.surroundings);
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
