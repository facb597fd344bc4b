//! The expressive range of a level generator: what its levels are like, and
//! how much they differ.
//!
//! [`measure`] generates levels of one generator and returns an [`ExpressiveRange`]: a row of
//! metrics for each level. [`Summary`] describes one metric, [`corners`] selects the levels at the
//! corners of two, [`levels_csv`] and [`summary_csv`] write tables.
//!
//! `metrics.rs` defines the metrics. The crate `report` draws figures; callers handle files.
//!
//! Source: Smith and Whitehead 2010, Analyzing the Expressive Range of a Level
//! Generator (PCG Workshop).

use marahel::RunError;

mod corners;
mod expressive_range;
mod measures;
mod metrics;
mod problems;
mod roles;
mod summary;
mod tables;
mod together;
mod windows;

#[cfg(test)]
mod tests;

pub use corners::corners;
pub use expressive_range::{ExpressiveRange, Settings, each_level, measure};
pub use metrics::Metric;
pub use roles::Roles;
pub use summary::Summary;
pub use tables::{corners_csv, levels_csv, summary_csv, to_json, together_csv};
pub use together::Together;
pub use windows::{empty_shares, surprise};

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
        source: RunError,
    },
}
