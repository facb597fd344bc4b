//! What can go wrong when a range is measured.

use marahel::RunError;

/// Why the expressive range of a generator could not be measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// An invalid request: an entity that the script does not have, or more levels than there are
    /// seeds.
    #[error("{0}")]
    Asked(String),
    /// A level that could not be generated.
    #[error("{generator}, seed {seed}")]
    Run {
        /// Name of the generator.
        generator: String,
        /// Seed of the level, the smallest that fails.
        seed: u64,
        /// Why.
        source: RunError,
    },
}
