//! Comparing settings of a search by many runs of each.
//!
//! A [`Design`] is a TOML file with seeds, problems and settings; each combination is a [`Trial`],
//! one run in its own folder. [`make`] runs the missing ones, several at once. [`Results::read`]
//! reads the run folders, with any columns; [`write`](write()) writes one table of all runs, curves
//! over maps measured, rank tests against the baseline, figures and a report.
//!
//! The crate `statistics` compares samples, `report` draws figures, and `evolution` makes runs.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]

mod comparisons;
mod curves;
mod design;
mod error;
mod figures;
mod make;
mod merge;
mod output;
mod record;
mod report_text;
mod results;
mod round;
mod seeds;
mod tables;
mod trial;

#[cfg(test)]
mod tests;

pub use comparisons::{Against, Comparison};
pub use design::Design;
pub use error::ExperimentError;
pub use make::{Watch, make};
pub use output::write;
pub use results::Results;
pub use trial::Trial;
