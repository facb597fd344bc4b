//! Estimators that are rare or cost more than a call, separate from the others.

use marahel_script::Edge;
use rand::RngExt;

use super::noise::fixed_at;
use super::pass::Pass;
use crate::program::{ABSENT, Estimator};

impl Pass<'_> {
    /// As [`estimate`](Self::estimate), for the estimators of this module.
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
                let tiles = offsets.iter().map(|&offset| front.near(at, offset));
                tiles.map(|tile| u64::from(weights[usize::from(tile)])).sum::<u64>() as f64
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
            Estimator::Extension(measure, within) => {
                let within = within.as_ref().map_or(ABSENT, |within| self.estimate(within, at));
                measure.measure(self, self.buffers.front.xy(at), within)
            }
            Estimator::Number(_)
            | Estimator::Total(_)
            | Estimator::Count { .. }
            | Estimator::Distance(_) => unreachable!("these are estimated without a call"),
        }
    }
}
