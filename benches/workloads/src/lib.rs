//! What measurements of speed run on, so that all of them run on the same:
//! scripts, levels, genomes and tables of objectives.
//!
//! The key type is [`Case`], a named workload. All workloads are functions of
//! their arguments. How time is taken belongs to the benches, and what is
//! timed to the crates that they measure; only development depends on this one.

mod genomes;
mod levels;
mod objectives;
mod scripts;

#[cfg(test)]
mod tests;

pub use genomes::random_genomes;
pub use levels::{Terrain, Yard, ends, terrain, yards};
pub use objectives::{Cloud, objectives};
pub use scripts::{Case, Family, INITIAL_MAP, cases, every_construct, script};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The random numbers of a workload.
fn stream(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
