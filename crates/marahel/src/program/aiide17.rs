//! What only programs in the dialect of the AIIDE'17 paper have.

use level::TileSet;

use super::Estimator;
use script::{Connection, Interval, Scope, Statistic};

/// Steps from one cell to another, `(dx, dy)`.
pub(crate) type Steps = Box<[(i32, i32)]>;

/// The sequential explorer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sweep {
    /// The first cell as shares of width and height.
    pub(crate) start: [f64; 2],
    /// From a cell to those that are visited after it.
    pub(crate) steps: Steps,
    /// Share of the region's cells after which a pass ends.
    pub(crate) share: f64,
}

/// The agent explorer.
#[derive(Clone, Debug)]
pub(crate) struct Agents {
    pub(crate) number: Interval,
    pub(crate) lifespan: Interval,
    pub(crate) change: Interval,
    pub(crate) speed: Interval,
    pub(crate) steps: Steps,
    pub(crate) allowed: TileSet,
}

/// The connector.
#[derive(Clone, Debug)]
pub(crate) struct Connector {
    pub(crate) connection: Connection,
    pub(crate) entities: TileSet,
    /// Steps of a path.
    pub(crate) steps: Steps,
    /// The same there and back, which make cells a component.
    pub(crate) links: Steps,
}

/// Conditions of 2017.
#[derive(Clone, Debug)]
pub(crate) enum NamedCondition {
    /// The whole part of an estimator is even, or else odd.
    Parity { estimator: Estimator, is_even: bool },
    /// Listed cells form at most one component; without a list, cells like the current one.
    Connected { set: Option<TileSet>, links: Steps, slot: usize },
}

/// Estimators of 2017.
#[derive(Clone, Debug)]
pub(crate) enum NamedEstimator {
    /// Noise in 0..=1.
    Noise(Scope),
    /// Listed cells of the whole map.
    MapTotal(TileSet),
    /// Listed cells of a neighborhood on a torus.
    WrappedCount { steps: Steps, set: TileSet },
    /// Mean or largest Manhattan distance to listed cells.
    Distances { statistic: Statistic, set: TileSet, slot: usize },
    /// Lengths of shortest paths to listed cells.
    Paths { statistic: Statistic, steps: Steps, set: TileSet, allowed: TileSet },
}
