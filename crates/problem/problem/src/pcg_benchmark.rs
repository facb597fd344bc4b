#![expect(clippy::doc_markdown, reason = "the module is named like the benchmark")]
#![doc = include_str!("pcg_benchmark/README.md")]

mod alike;
mod binary;
mod ddave;
mod definition;
mod diversity;
mod error;
mod grid;
mod heap;
mod lode_runner;
mod mdungeons;
mod score;
mod search;
mod sokoban;
mod trace;
mod zelda;

use std::fmt::Debug;

use marahel_level::View;

pub use definition::{DEFINITIONS, Definition, Rules, SIDE_MAX, SOLVER_MAX, definition};
pub use diversity::{Diversity, diversity};
pub use error::GameError;
pub use trace::Trace;

/// What is measured of a level: names and values, in the same order for each level of a game.
///
/// The first is `quality`; those that begin with `q_` are its parts, each 0..=1; the others are
/// counts and lengths (see the README).
pub type Measures = Vec<(&'static str, f64)>;

/// A game that judges levels, and the scratch memory to do so.
///
/// Made once and given level after level, it allocates only when a level needs
/// more than those before it.
pub trait Game: Debug + Send {
    /// Measures a level: writes all values, in place of what `values` were before.
    ///
    /// # Panics
    ///
    /// If the level has another size than the game's.
    fn measure(&mut self, level: View<'_>, values: &mut Measures);

    /// Nodes that the game's solvers looked at in the level that was measured last; 0 of
    /// games without solvers that search among states.
    fn n_nodes(&self) -> u64 {
        0
    }

    /// Sets `trace` to the data by which diversity compares the level measured last.
    fn trace_to(&self, trace: &mut Trace);

    /// How different two levels are: 0..=1, where 1 is different enough.
    ///
    /// It may depend on which of them is the first.
    fn distance(&mut self, left: &Trace, right: &Trace) -> f64;

    /// [`Game::trace_to`] as a new trace.
    fn trace(&self) -> Trace {
        let mut trace = Trace::default();
        self.trace_to(&mut trace);
        trace
    }
}
