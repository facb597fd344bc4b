//! The walks that only explorers of 2017 have. They see a region within its border, as it is or as
//! a torus, and never look beyond it.

mod agent;
mod connector;
mod sequential;

use std::any::Any;

use marahel::extension::program;
use marahel_script::{
    Cells, EntityList, Extension, Neighborhood, Number, NumberMut, Parameter, ParameterMut, Part,
    PartMut, Walk, Whole, WholeMut,
};

/// A walk that only explorers of 2017 have.
#[derive(Clone, Debug, PartialEq)]
pub enum OldWalk {
    /// Breadth first from one cell, each reached cell once.
    Sequential(Sequential),
    /// Several walkers that take turns.
    Agent(Agents),
    /// Shortest paths between connected components.
    Connector(Connector),
}

/// Parameters of the sequential explorer.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequential {
    /// The first cell, as shares of width and height in 0..=1.
    pub start: [f64; 2],
    pub exploration: Neighborhood,
    /// The pass ends after this share of the region's cells, in 0..=1.
    pub share: f64,
}

/// Parameters of the agent explorer.
#[derive(Clone, Debug, PartialEq)]
pub struct Agents {
    pub number: Interval,
    /// Steps that an agent takes.
    pub lifespan: Interval,
    pub change: Interval,
    /// Ticks from one step to the next, at least 1.
    pub speed: Interval,
    /// Possible steps.
    pub directions: Neighborhood,
    /// Tiles that an agent may stand on.
    pub allowed: EntityList,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Connector {
    /// Which components are joined.
    pub connection: Connection,
    /// Possible steps of a path, which also define what is connected.
    pub directions: Neighborhood,
    /// The tiles to connect.
    pub entities: EntityList,
}

/// A whole number that is drawn from `min..=max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub min: u64,
    /// The largest, at least the smallest.
    pub max: u64,
}

impl Interval {
    pub const fn only(number: u64) -> Self {
        Self { min: number, max: number }
    }
}

/// The components that a connector joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// The two nearest groups, until one is left.
    Short,
    /// Random groups, until one is left.
    Random,
    /// The most central component with all others.
    Hub,
    /// Random pairs, more than needed.
    Full,
}

impl Connection {
    /// Every connection with its name in scripts.
    pub const NAMES: [(&str, Self); 4] = [
        ("short", Self::Short),
        ("random", Self::Random),
        ("hub", Self::Hub),
        ("full", Self::Full),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, walk)| *walk == self).map_or("", |(name, _)| name)
    }
}

impl OldWalk {
    pub fn of(walk: &Walk) -> Option<&Self> {
        let Walk::Extension(extension) = walk else { return None };
        (&**extension as &dyn Any).downcast_ref()
    }

    /// As `of`, mutable.
    pub fn of_mut(walk: &mut Walk) -> Option<&mut Self> {
        let Walk::Extension(extension) = walk else { return None };
        (&mut **extension as &mut dyn Any).downcast_mut()
    }
}

impl From<OldWalk> for Walk {
    fn from(walk: OldWalk) -> Self {
        Self::Extension(Box::new(walk))
    }
}

/// The ends of an interval, for reading or for changing.
macro_rules! interval {
    ($interval:ident, $least:literal, $Parameter:ident, $Part:ident, $Whole:ident, $Number:ident) => {{
        let Interval { min, max } = $interval;
        let numbers = [$Number::Large(min), $Number::Large(max)];
        let wholes = numbers.map(|number| $Whole { number, least: $least, follows: None });
        $Parameter::Parts(wholes.map($Part::Whole).into())
    }};
}

macro_rules! parameters {
    ($walk:ident, $Parameter:ident, $Part:ident, $Whole:ident, $Number:ident) => {{
        let steps = |directions| $Parameter::Cells(directions, Cells::Steps);
        match $walk {
            OldWalk::Sequential(Sequential { start: [x, y], exploration, share }) => vec![
                ("start", $Parameter::Parts(vec![$Part::Share(x), $Part::Share(y)])),
                ("exploration", steps(exploration)),
                ("percentage", $Parameter::Share(share)),
            ],
            OldWalk::Agent(Agents { number, lifespan, change, speed, directions, allowed }) => {
                vec![
                    ("number", interval!(number, 0, $Parameter, $Part, $Whole, $Number)),
                    ("lifespan", interval!(lifespan, 0, $Parameter, $Part, $Whole, $Number)),
                    ("change", interval!(change, 1, $Parameter, $Part, $Whole, $Number)),
                    ("speed", interval!(speed, 1, $Parameter, $Part, $Whole, $Number)),
                    ("directions", steps(directions)),
                    ("allowed", $Parameter::Entities(allowed)),
                ]
            }
            OldWalk::Connector(Connector { connection, directions, entities }) => vec![
                ("type", $Parameter::Word(connection.name())),
                ("directions", steps(directions)),
                ("entities", $Parameter::Entities(entities)),
            ],
        }
    }};
}

impl Extension for OldWalk {
    fn parameters(&self) -> Vec<(&'static str, Parameter<'_>)> {
        parameters!(self, Parameter, Part, Whole, Number)
    }

    fn parameters_mut(&mut self) -> Vec<(&'static str, ParameterMut<'_>)> {
        parameters!(self, ParameterMut, PartMut, WholeMut, NumberMut)
    }

    fn program(&self, _number: usize) -> Box<dyn Any> {
        match self.clone() {
            Self::Sequential(sequential) => program(sequential),
            Self::Agent(agents) => program(agents),
            Self::Connector(connector) => program(connector),
        }
    }
}
