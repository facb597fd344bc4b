//! Domain-free multi-objective search: it knows numbers, not what they stand for.
//!
//! [`GenomeShape`] draws and varies genomes. [`non_dominated_sort`] and [`crowding_distance`] rank a table of
//! [`Objectives`], [`hypervolume`] says in one number how good a front is.
//! Every objective is maximized.

mod crowding;
mod dominance;
mod error;
mod flavor;
mod genome;
mod hypervolume;
mod objectives;

pub use crowding::{crowding_distance, crowding_distance_released};
pub use dominance::{dominates, fronts, non_dominated_sort};
pub use error::SearchError;
pub use flavor::Flavor;
pub use genome::{Genome, GenomeShape};
pub use hypervolume::hypervolume;
pub use objectives::Objectives;
