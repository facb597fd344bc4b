//! How much a figure tells of drawings.

use level::Level;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Each drawing is shuffled so many times.
const N_SHUFFLED: u64 = 4;

/// Drawings that agree exactly may do so by chance: their distance counts as so much more.
const DOUBT: f64 = 0.05;

/// A figure tells the more, the nearer the drawings are to each other by it, and the farther their
/// shuffled tiles are: 0 where both are as far, 1 where these are twice as far or a bit more.
/// It is told the divergences; distances are their roots. None if either is unknown.
pub(crate) fn telling(among: &[f64], shuffled: &[f64]) -> Option<f64> {
    let distance = |divergences: &[f64]| {
        let n = divergences.len();
        (n > 0).then(|| divergences.iter().map(|one| one.sqrt()).sum::<f64>() / n as f64)
    };
    let (among, shuffled) = (distance(among)?, distance(shuffled)?);
    Some((shuffled - among).max(0.0) / (among + DOUBT))
}

/// The tiles of each drawing in another order, a few times; equal for equal drawings.
pub(crate) fn shuffled(levels: &[Level]) -> Vec<Level> {
    let shuffle = |level: &Level, seed| {
        let mut tiles = level.tiles().to_vec();
        tiles.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        Level::from_tiles(level.width(), tiles, level.palette().clone())
    };
    levels.iter().flat_map(|level| (0..N_SHUFFLED).map(move |seed| shuffle(level, seed))).collect()
}
