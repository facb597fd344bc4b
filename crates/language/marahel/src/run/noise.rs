//! Perlin noise over a region.

use noise::core::perlin::perlin_2d;
use noise::permutationtable::NoiseHasher;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::grid::{Grid, Shape};

/// The noise of one level; its seed is drawn at the first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelNoise {
    lattice: Option<Lattice>,
    /// The region of `known`.
    shape: Shape,
    /// Lattice cells along a side of the region; 0 before the first use.
    n_cells: f64,
    /// Noise at the cells measured so far, by place in memory; NaN if not measured. Greedy turtles
    /// read a cell from all sides, and passes repeat. Empty for large grids.
    values: Vec<f64>,
}

impl LevelNoise {
    /// Clears the noise for another level.
    pub(crate) fn reset(&mut self) {
        self.lattice = None;
        self.n_cells = 0.0;
    }

    /// Noise in -1..=1 at a point of the field.
    pub(crate) fn at(&mut self, place: [f64; 2], rng: &mut ChaCha8Rng) -> f64 {
        let lattice = self.lattice.get_or_insert_with(|| Lattice { seed: rng.random() });
        perlin_2d(place.into(), lattice).clamp(-1.0, 1.0)
    }

    /// Noise at a cell of a region, with `n_cells` lattice cells along each side.
    #[inline]
    pub(crate) fn at_cell(
        &mut self,
        region: &Grid,
        at: usize,
        n_cells: f64,
        rng: &mut ChaCha8Rng,
    ) -> f64 {
        if (self.n_cells, self.shape) != (n_cells, region.shape()) {
            (self.n_cells, self.shape) = (n_cells, region.shape());
            self.values.clear();
            if region.n_cells() <= N_KNOWN_MAX {
                self.values.resize(region.n_cells(), f64::NAN);
            }
        }
        if let Some(value_here) = self.values.get(at).filter(|value| !value.is_nan()) {
            return *value_here;
        }
        let (x, y) = region.xy(at);
        let (width, height) = (region.width() as f64, region.height() as f64);
        let place = [x as f64 / width * n_cells, y as f64 / height * n_cells];
        let value = self.at(place, rng);
        if let Some(value_here) = self.values.get_mut(at) {
            *value_here = value;
        }
        value
    }
}

/// Larger grids rarely read a cell twice.
const N_KNOWN_MAX: usize = 1 << 12;

/// Gradients at the lattice points by hashing. A table for each level would cost more than all of a
/// small level's noise.
#[derive(Clone, Copy, Debug)]
struct Lattice {
    seed: u64,
}

impl NoiseHasher for Lattice {
    /// The top bits of a multiplicative hash of the point, mixed twice.
    #[inline]
    fn hash(&self, point: &[isize]) -> usize {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let &[x, y] = point else { unreachable!("noise has two dimensions") };
        let mix = |hash: u64, coordinate: isize| {
            let mixed = (hash ^ coordinate as u64).wrapping_mul(ODD);
            mixed ^ (mixed >> 32)
        };
        (mix(mix(self.seed, x), y).wrapping_mul(ODD) >> 60) as usize
    }
}

/// The noise of the original engine at a cell of a region: a single lattice cell over the region,
/// with the four gradients of its seed 0.
pub(crate) fn fixed_at(region: &Grid, at: usize) -> f64 {
    let (x, y) = region.xy(at);
    fixed(x as f64 / region.width() as f64, y as f64 / region.height() as f64)
}

/// As `fixed_at`, for shares of the region's width and height in 0..1.
fn fixed(u: f64, v: f64) -> f64 {
    let (top_left, top_right) = (-u, u - 1.0 - v);
    let (bottom_left, bottom_right) = (1.0 - v, v - 1.0);
    let (fade_u, fade_v) = (fade(u), fade(v));
    let top = top_left + (top_right - top_left) * fade_u;
    let bottom = bottom_left + (bottom_right - bottom_left) * fade_u;
    top + (bottom - top) * fade_v
}

/// The quintic blend of Perlin 2002.
fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

#[cfg(test)]
mod tests;
