//! What can go wrong when a range is measured.

use marahel::RunError;

/// Why the expressive range of a generator could not be measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// There are not so many seeds.
    #[error(
        "the last of {n_levels} levels from seed {seed} on would have a seed that is larger than a seed can be; start from a smaller one"
    )]
    Seeds {
        /// Seed of the first level.
        seed: u64,
        /// Number of levels.
        n_levels: u32,
    },
    /// A script does not have an entity that was named.
    #[error("{generator}: there is no entity `{entity}`; choose among {known}")]
    UnknownEntity {
        /// Name of the generator.
        generator: String,
        /// The name that was given.
        entity: String,
        /// The entities of the script.
        known: String,
    },
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
