//! The sampling divider: random rectangles on the map, then moved apart.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Rect, between, sides};
use crate::program::UpperBound;
use marahel_script::Size;

const N_TWEAKS_MAX: usize = 1000;

/// Maximum number of tests for overlap in all repairs of a level, so that impossible demands end.
const N_TESTS_MAX: usize = 20_000_000;

/// Maximum number of trials by default.
const N_TRIALS_MAX: usize = 10_000;

/// Trials if any two rectangles overlap, wherever they are, where there would be [`N_TRIALS_MAX`]
/// or more: they would only move rectangles about. A search in tiny levels spent most of its time
/// there.
const N_TRIALS_HOPELESS: usize = 100;

pub(super) struct Sampling {
    pub(super) map: Rect,
    pub(super) min: Size,
    pub(super) max: Size,
    pub(super) upper_bound: UpperBound,
}

impl Sampling {
    /// Places `number` rectangles, and repairs overlaps in at most `trials` rounds; some may
    /// remain. Returns the number of places that were tried, or would have been without an early
    /// end.
    pub(super) fn divide(
        &self,
        number: usize,
        trials: Option<u32>,
        rng: &mut ChaCha8Rng,
        rects: &mut Vec<Rect>,
    ) -> u64 {
        let mut n_tried = 0;
        let n_trials_asked =
            trials.map_or_else(|| self.default_trials(number), |trials| trials as usize);
        // The original engine tries all, and its statistics depend on it.
        let is_hopeless = self.is_full_with_one()
            && self.upper_bound == UpperBound::Inclusive
            && n_trials_asked >= N_TRIALS_MAX;
        let n_trials = if is_hopeless { N_TRIALS_HOPELESS } else { n_trials_asked };
        let mut n_tests_left = N_TESTS_MAX;
        for placed in 0..number {
            rects.push(self.draw(rng));
            for _ in 0..n_trials {
                let Some(rival) = overlapping(&rects[..placed], rects[placed], &mut n_tests_left)
                else {
                    break;
                };
                if !self.repair(rects, placed, rival, rng, &mut n_tried) {
                    break;
                }
            }
        }
        for _ in 0..n_trials {
            let mut is_clean = true;
            for index in 0..rects.len() {
                let rect = rects[index];
                let rival = overlapping(&rects[..index], rect, &mut n_tests_left).or_else(|| {
                    let later = overlapping(&rects[index + 1..], rect, &mut n_tests_left);
                    later.map(|rival| index + 1 + rival)
                });
                if let Some(rival) = rival {
                    is_clean &= !self.repair(rects, index, rival, rng, &mut n_tried);
                }
            }
            if is_clean {
                return n_tried;
            }
        }
        // All trials asked for count, so that a search still rejects such scripts as slow:
        // overlapping regions are no plan of a level.
        n_tried * if is_hopeless { (n_trials_asked / n_trials) as u64 } else { 1 }
    }

    /// Whether any two rectangles overlap, because two of the smallest fit on neither axis.
    fn is_full_with_one(&self) -> bool {
        let (width, height) = sides(self.min, self.map);
        self.map.width < 2 * width && self.map.height < 2 * height
    }

    /// The default number of trials grows with crowding: 10 to the power of `number`^2 / (how many
    /// of the smallest fit), from 100 to [`N_TRIALS_MAX`].
    fn default_trials(&self, number: usize) -> usize {
        let (width, height) = sides(self.min, self.map);
        let n_fit = self.map.area() as f64 / (width * height) as f64;
        libm::pow(10.0, (number * number) as f64 / n_fit).clamp(100.0, N_TRIALS_MAX as f64) as usize
    }

    fn draw(&self, rng: &mut ChaCha8Rng) -> Rect {
        let (min, max) = (sides(self.min, self.map), sides(self.max, self.map));
        let width = self.between(min.0, max.0, rng);
        let height = self.between(min.1, max.1, rng);
        let x = self.between(0, self.map.width - width, rng);
        let y = self.between(0, self.map.height - height, rng);
        Rect { x, y, width, height }
    }

    fn between(&self, min: usize, max: usize, rng: &mut ChaCha8Rng) -> usize {
        between(min, max, self.upper_bound, rng)
    }

    /// Tweaks two overlapping rectangles until one of them changes; returns whether one did.
    fn repair(
        &self,
        rects: &mut [Rect],
        left: usize,
        right: usize,
        rng: &mut ChaCha8Rng,
        n_tried: &mut u64,
    ) -> bool {
        let before = (rects[left], rects[right]);
        for _ in 0..N_TWEAKS_MAX {
            *n_tried += 1;
            let (mut a, mut b) = before;
            match rng.random_range(0..10_u32) {
                0..6 => self.push(&mut a, &mut b, rng),
                6..9 => self.resample(&mut a, rng),
                _ => self.shrink(&mut a, &mut b, rng),
            }
            if (a, b) != before {
                (rects[left], rects[right]) = (a, b);
                return true;
            }
        }
        false
    }

    /// Moves one of them left or up, or the other right or down, by their overlap.
    fn push(&self, left: &mut Rect, right: &mut Rect, rng: &mut ChaCha8Rng) {
        let dx = left.right().saturating_sub(right.x);
        let dy = left.bottom().saturating_sub(right.y);
        match rng.random_range(0..4_u32) {
            0 => left.x = left.x.saturating_sub(dx),
            1 => left.y = left.y.saturating_sub(dy),
            2 => right.x = (right.x + dx).min(self.map.width - right.width),
            _ => right.y = (right.y + dy).min(self.map.height - right.height),
        }
    }

    /// Draws some of place and size again.
    fn resample(&self, rect: &mut Rect, rng: &mut ChaCha8Rng) {
        let (place, size) = match rng.random_range(0..1000_u32) {
            0..490 => match rng.random_range(0..4_u32) {
                0 => ((true, false), (false, false)),
                1 => ((false, true), (false, false)),
                2 => ((false, false), (true, false)),
                _ => ((false, false), (false, true)),
            },
            490..637 => ((true, true), (false, false)),
            637..700 => ((false, false), (true, true)),
            _ => ((true, true), (true, true)),
        };
        let (min, max) = (sides(self.min, self.map), sides(self.max, self.map));
        // If the place is drawn as well, the size may take the whole map.
        let room =
            |is_free: bool, start: usize, side: usize| if is_free { side } else { side - start };
        if size.0 {
            let room = room(place.0, rect.x, self.map.width);
            rect.width = self.between(min.0.min(room), max.0.min(room), rng);
        }
        if size.1 {
            let room = room(place.1, rect.y, self.map.height);
            rect.height = self.between(min.1.min(room), max.1.min(room), rng);
        }
        if place.0 {
            rect.x = self.between(0, self.map.width - rect.width, rng);
        }
        if place.1 {
            rect.y = self.between(0, self.map.height - rect.height, rng);
        }
    }

    /// Makes one side of one of them shorter by up to their overlap.
    fn shrink(&self, left: &mut Rect, right: &mut Rect, rng: &mut ChaCha8Rng) {
        let (min_width, min_height) = sides(self.min, self.map);
        let dx = left.right().abs_diff(right.x);
        let dy = left.bottom().abs_diff(right.y);
        let rect = if rng.random_ratio(1, 2) { left } else { right };
        let (side, min, overlap) = if rng.random_ratio(1, 2) {
            (&mut rect.width, min_width, dx)
        } else {
            (&mut rect.height, min_height, dy)
        };
        *side = self.between(min, side.saturating_sub(overlap).max(min), rng).min(*side);
    }
}

/// The first of `rects` that overlaps `rect`; `None` once the tests are used up.
fn overlapping(rects: &[Rect], rect: Rect, n_tests_left: &mut usize) -> Option<usize> {
    *n_tests_left = n_tests_left.saturating_sub(rects.len());
    if *n_tests_left == 0 {
        return None;
    }
    rects.iter().position(|candidate| {
        rect.x < candidate.right()
            && candidate.x < rect.right()
            && rect.y < candidate.bottom()
            && candidate.y < rect.bottom()
    })
}
