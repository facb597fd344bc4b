//! Perlin noise over a region.

use noise::{NoiseFn, Perlin};
use rand::{Rng, RngExt};

/// The noise of one level: made when the level first asks for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelNoise {
    perlin: Option<Perlin>,
}

impl LevelNoise {
    /// Forgets the field: another level begins.
    pub(crate) fn reset(&mut self) {
        self.perlin = None;
    }

    /// Noise in -1..=1 at a place of the field, whose seed comes from the
    /// level's own stream.
    pub(crate) fn at<R: Rng + ?Sized>(&mut self, place: [f64; 2], rng: &mut R) -> f64 {
        let perlin = self.perlin.get_or_insert_with(|| Perlin::new(rng.random()));
        perlin.get(place).clamp(-1.0, 1.0)
    }
}

/// The noise of the FDG'20 engine: a single lattice cell stretched over the
/// region, with the four gradients that its seed 0 selects. `u` and `v` are
/// the shares of the region's width and height, in 0..1.
pub(crate) fn fixed(u: f64, v: f64) -> f64 {
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
