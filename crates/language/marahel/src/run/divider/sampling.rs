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
    /// Sides of the map.
    map: [i32; 2],
    /// Least and largest sides of a rectangle.
    min: [i32; 2],
    max: [i32; 2],
    upper_bound: UpperBound,
}

/// The left and upper edges of a rectangle, and the right and lower ones negated. So one comparison
/// of four numbers tells whether two overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges([i32; 4]);

impl Edges {
    fn new([x, y]: [i32; 2], [width, height]: [i32; 2]) -> Self {
        Self([x, y, -(x + width), -(y + height)])
    }

    /// Along an axis: where it begins, and where it ends.
    #[inline]
    fn along(self, axis: usize) -> (i32, i32) {
        (self.0[axis], -self.0[2 + axis])
    }

    #[inline]
    fn side(self, axis: usize) -> i32 {
        let (start, end) = self.along(axis);
        end - start
    }

    /// Sets where it begins, and its length; returns whether it changed.
    #[inline]
    fn set(&mut self, axis: usize, start: i32, side: i32) -> bool {
        let edges = (start, -(start + side));
        let before = (self.0[axis], self.0[2 + axis]);
        (self.0[axis], self.0[2 + axis]) = edges;
        edges != before
    }

    pub(super) fn rect(self) -> Rect {
        let [(x, y), (width, height)] = [(self.0[0], self.0[1]), (self.side(0), self.side(1))];
        let [x, y, width, height] = [x, y, width, height].map(|number| number as usize);
        Rect { x, y, width, height }
    }
}

impl Sampling {
    pub(super) fn new(map: Rect, min: Size, max: Size, upper_bound: UpperBound) -> Self {
        let sides = |size| <[usize; 2]>::from(sides(size, map)).map(|side| side as i32);
        let map = [map.width as i32, map.height as i32];
        Self { map, min: sides(min), max: sides(max), upper_bound }
    }

    /// Places `number` rectangles, and repairs overlaps in at most so many rounds; some may remain.
    /// Returns the number of places that were tried, or would have been without an early end; ends
    /// once it is more than the second limit.
    pub(super) fn divide(
        &self,
        number: usize,
        (trials, n_tried_max): (Option<u32>, u64),
        rng: &mut ChaCha8Rng,
        rects: &mut Vec<Edges>,
    ) -> u64 {
        rects.clear();
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
                let is_repaired = self.repair(rects, placed, rival, rng, &mut n_tried);
                if n_tried > n_tried_max {
                    return n_tried;
                }
                if !is_repaired {
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
            if is_clean || n_tried > n_tried_max {
                return n_tried;
            }
        }
        // All trials asked for count, so that a search still rejects such scripts as slow:
        // overlapping regions are no plan of a level.
        n_tried * if is_hopeless { (n_trials_asked / n_trials) as u64 } else { 1 }
    }

    /// Whether any two rectangles overlap, because two of the smallest fit on neither axis.
    fn is_full_with_one(&self) -> bool {
        self.map.iter().zip(self.min).all(|(map, min)| *map < 2 * min)
    }

    /// The default number of trials grows with crowding: 10 to the power of `number`^2 / (how many
    /// of the smallest fit), from 100 to [`N_TRIALS_MAX`].
    fn default_trials(&self, number: usize) -> usize {
        let area = |[width, height]: [i32; 2]| width as usize * height as usize;
        let n_fit = area(self.map) as f64 / area(self.min) as f64;
        libm::pow(10.0, (number * number) as f64 / n_fit).clamp(100.0, N_TRIALS_MAX as f64) as usize
    }

    fn draw(&self, rng: &mut ChaCha8Rng) -> Edges {
        let sides = [0, 1].map(|axis| self.between(self.min[axis], self.max[axis], rng));
        let place = [0, 1].map(|axis| self.between(0, self.map[axis] - sides[axis], rng));
        Edges::new(place, sides)
    }

    #[inline]
    fn between(&self, min: i32, max: i32, rng: &mut ChaCha8Rng) -> i32 {
        between(min as usize, max as usize, self.upper_bound, rng) as i32
    }

    /// Tweaks two overlapping rectangles until one of them changes; returns whether one did.
    fn repair(
        &self,
        rects: &mut [Edges],
        left: usize,
        right: usize,
        rng: &mut ChaCha8Rng,
        n_tried: &mut u64,
    ) -> bool {
        let [left, right] = rects.get_disjoint_mut([left, right]).expect("they are two");
        for _ in 0..N_TWEAKS_MAX {
            *n_tried += 1;
            let has_changed = match rng.random_range(0..10_u32) {
                0..6 => self.push(left, right, rng),
                6..9 => self.resample(left, rng),
                _ => self.shrink(left, right, rng),
            };
            if has_changed {
                return true;
            }
        }
        false
    }

    /// Moves one of them left or up, or the other right or down, by their overlap. Returns whether
    /// it changed.
    #[inline]
    fn push(&self, left: &mut Edges, right: &mut Edges, rng: &mut ChaCha8Rng) -> bool {
        let direction = rng.random_range(0..4_u32);
        let axis = direction as usize % 2;
        let ((start, end), (later_start, later_end)) = (left.along(axis), right.along(axis));
        let overlap = (end - later_start).max(0);
        if direction < 2 {
            left.set(axis, (start - overlap).max(0), end - start)
        } else {
            let side = later_end - later_start;
            right.set(axis, (later_start + overlap).min(self.map[axis] - side), side)
        }
    }

    /// Draws some of place and size again; returns whether it changed.
    fn resample(&self, rect: &mut Edges, rng: &mut ChaCha8Rng) -> bool {
        let (place, size) = match rng.random_range(0..1000_u32) {
            0..490 => match rng.random_range(0..4_u32) {
                0 => ([true, false], [false, false]),
                1 => ([false, true], [false, false]),
                2 => ([false, false], [true, false]),
                _ => ([false, false], [false, true]),
            },
            490..637 => ([true, true], [false, false]),
            637..700 => ([false, false], [true, true]),
            _ => ([true, true], [true, true]),
        };
        let [mut starts, mut sides] =
            [[rect.along(0).0, rect.along(1).0], [rect.side(0), rect.side(1)]];
        for axis in (0..2).filter(|&axis| size[axis]) {
            // If the place is drawn as well, the size may take the whole map.
            let room = self.map[axis] - if place[axis] { 0 } else { starts[axis] };
            let [min, max] = [self.min, self.max].map(|sides| sides[axis].min(room));
            sides[axis] = self.between(min, max, rng);
        }
        for axis in (0..2).filter(|&axis| place[axis]) {
            starts[axis] = self.between(0, self.map[axis] - sides[axis], rng);
        }
        rect.set(0, starts[0], sides[0]) | rect.set(1, starts[1], sides[1])
    }

    /// Makes one side of one of them shorter by up to their overlap; returns whether it changed.
    fn shrink(&self, left: &mut Edges, right: &mut Edges, rng: &mut ChaCha8Rng) -> bool {
        let overlaps = [0, 1].map(|axis| (left.along(axis).1 - right.along(axis).0).abs());
        let rect = if rng.random_ratio(1, 2) { left } else { right };
        let axis = usize::from(!rng.random_ratio(1, 2));
        let (side, min) = (rect.side(axis), self.min[axis]);
        let most = (side - overlaps[axis]).max(min);
        let shorter = self.between(min, most, rng).min(side);
        rect.set(axis, rect.along(axis).0, shorter)
    }
}

/// The first of `rects` that overlaps `rect`; `None` once the tests are used up.
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without a branch for each edge, it is vectorized"
)]
#[inline]
fn overlapping(rects: &[Edges], rect: Edges, n_tests_left: &mut usize) -> Option<usize> {
    *n_tests_left = n_tests_left.saturating_sub(rects.len());
    if *n_tests_left == 0 {
        return None;
    }
    let [x, y, right, bottom] = rect.0.map(|edge| -edge);
    let opposite = [right, bottom, x, y];
    rects.iter().position(|Edges(edges)| {
        (0..4).fold(true, |are_less, edge| are_less & (edges[edge] < opposite[edge]))
    })
}
