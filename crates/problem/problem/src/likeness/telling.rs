//! The weight of a figure: how characteristic of the drawings it is.

use marahel_level::Level;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

const N_SHUFFLED: u64 = 4;

/// Added to the distance among drawings, because they can agree by chance.
const DOUBT: f64 = 0.05;

/// The weight is larger, the nearer the drawings are to each other and the further their shuffled
/// tiles are from them: 0 if both are equally far, 1 if the latter are about twice as far. The
/// arguments are divergences; distances are their roots. `None` if either is empty.
pub(crate) fn telling(among: &[f64], shuffled: &[f64]) -> Option<f64> {
    let [among, shuffled] = [among, shuffled].map(|divergences| {
        let sum: f64 = divergences.iter().map(|divergence| divergence.sqrt()).sum();
        (!divergences.is_empty()).then(|| sum / divergences.len() as f64)
    });
    let (among, shuffled) = (among?, shuffled?);
    Some((shuffled - among).max(0.0) / (among + DOUBT))
}

/// Each drawing with its tiles shuffled, several times; equal drawings have equal results.
pub(crate) fn shuffled(levels: &[Level]) -> Vec<Level> {
    let shuffled = levels.iter().flat_map(|level| {
        (0..N_SHUFFLED).map(move |seed| {
            let mut tiles = level.tiles().to_vec();
            tiles.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
            Level::from_tiles(level.width(), tiles, level.palette().clone())
        })
    });
    shuffled.collect()
}
