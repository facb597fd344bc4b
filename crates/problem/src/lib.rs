//! What a level generation problem is: objectives, and the measures of levels
//! that problems share.
//!
//! The key types are the traits [`Problem`] (tiles, level size, objectives)
//! and [`Meter`] (the scratch memory of one thread, which measures level after
//! level). [`Floor`] holds the measures of walking: regions, longest shortest
//! path, distances. The problems themselves live in crates of their own; who
//! makes levels and who averages over them is not known here.

mod aggregate;
mod band;
mod control;
mod counts;
mod entities;
mod error;
mod floor;
mod signature;
mod variety;
mod way;

pub use aggregate::{Aggregate, Tally};
pub use band::Band;
pub use control::Control;
pub use counts::{Counts, positions};
pub use entities::{palette, weights};
pub use error::ProblemError;
pub use floor::{Floor, Survey};
pub use signature::{Differences, Members, Signature};
pub use variety::{Variety, Wanted, level_hash};
pub use way::WayFinder;

use std::sync::Arc;

use level::{Palette, View};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// What to generate: the tiles, the size of the levels, and what counts as good.
pub trait Problem: Send + Sync {
    /// Name as in configs and on the command line.
    fn name(&self) -> &str;

    /// The entities in script order, which is by name; a tile is an index into it.
    /// One of them is called `empty`, unless all configs bring a grammar of their own.
    fn palette(&self) -> &Arc<Palette>;

    /// Width and height of the levels that the study generated.
    fn size(&self) -> (usize, usize);

    /// Entities in the order of the grammar, with the weight by which the
    /// initial explorer draws each.
    fn initial_weights(&self) -> &[(String, u32)];

    /// What is maximized, in the order of the values that a meter measures.
    /// Figures show the generator that is best in the last one.
    fn objectives(&self) -> &[Objective];

    /// What is wanted of all levels of one generator together.
    fn wanted(&self) -> Wanted;

    /// What a single level can be asked for, in the order of the values that
    /// [`Meter::controls`] writes; nothing unless a problem says otherwise.
    fn controls(&self) -> &[Control] {
        &[]
    }

    /// A measuring device with its own scratch memory, for one thread.
    fn meter(&self) -> Box<dyn Meter + '_>;

    /// All that can be said about one level, as `evolve score` prints it.
    fn describe(&self, level: View<'_>) -> Map<String, Value>;
}

/// A problem that a config can name: what a table of problems has to know.
pub trait Listed: Problem + Sized + 'static {
    /// [`Problem::name`], which is also the name of its settings in a config.
    const NAME: &'static str;

    /// The script of a generator that was published for the problem, if there is one.
    const PUBLISHED: Option<&'static str>;

    /// What can be set. What a config leaves out has its default.
    type Settings: Default + Serialize + DeserializeOwned;

    /// The problem with the given settings.
    ///
    /// # Errors
    ///
    /// If the settings make no sense.
    fn new(settings: &Self::Settings) -> Result<Self, ProblemError>;
}

/// Measures one level after the other.
pub trait Meter: Send {
    /// Looks at a level after its initial explorer, before the others change it.
    ///
    /// Comes before the [`measure`](Self::measure) of the same level.
    /// `draw_seed` seeds the measures that draw random cells.
    fn start(&mut self, initial: View<'_>, draw_seed: u64);

    /// Writes the raw value of each objective of a finished level to `values`
    /// and returns whether the level is playable.
    ///
    /// # Panics
    ///
    /// If `values` is not as long as [`Problem::objectives`].
    fn measure(&mut self, level: View<'_>, values: &mut [f64]) -> bool;

    /// Whether nothing of a playable level is cut off from the rest, where the
    /// problem asks for that.
    fn is_whole(&mut self, level: View<'_>) -> bool {
        let _ = level;
        true
    }

    /// Writes the value of each control of a finished level to `values`, NaN
    /// where the level has none.
    ///
    /// # Panics
    ///
    /// If `values` is not as long as [`Problem::controls`].
    fn controls(&mut self, level: View<'_>, values: &mut [f64]) {
        let _ = level;
        values.fill(f64::NAN);
    }

    /// Writes what sets a playable level apart from others to `signature`,
    /// which is empty before.
    fn sign(&mut self, level: View<'_>, signature: &mut Signature);
}

/// One goal of a problem: a raw value of a level and the band in which it is good.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// Name as in tables and configs.
    pub name: String,
    /// Turns the raw value into a score in 0..=1.
    pub band: Band,
}

impl Objective {
    /// The objective called `name`, scored by `band`.
    pub fn new(name: impl Into<String>, band: Band) -> Self {
        let name = name.into();
        Self { name, band }
    }

    /// Whether more is never worse, as of the length of a way; the others are
    /// counts, of which there can be too many.
    pub fn is_open(&self) -> bool {
        self.band.max() == f64::INFINITY
    }
}
