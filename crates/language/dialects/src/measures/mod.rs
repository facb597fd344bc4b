//! Estimators and conditions that only rules of 2017 have.

mod remembered;
mod spread;

use std::any::Any;

use marahel::extension::{ExtensionProgram, Pass, program};
use marahel_level::{OUT, TileSet};
use marahel_script::{
    Cells, Condition, EntityList, Estimator, Extension, Listed, Neighborhood, Parameter,
    ParameterMut, Part, PartMut, Walk, Writer,
};

use crate::flood::links;
use crate::statistic::Statistic;
use remembered::Remembered;

/// An estimator or condition that only rules of 2017 have.
#[derive(Clone, Debug, PartialEq)]
pub enum OldEstimator {
    /// Perlin noise in 0..=1, one lattice cell across.
    UnitNoise(Scope),
    /// Number of cells of the whole map that match the list.
    MapTotal(EntityList),
    /// The mean or the largest Manhattan distance to the cells of the region that match the list.
    Distances(Statistic, EntityList),
    /// Lengths of the shortest paths to cells of the region that match the list.
    Paths(Statistic, Paths),
    /// The condition that the whole part of an estimator is even, or odd.
    Parity {
        /// The estimator.
        estimator: Estimator,
        /// Whether it must be even.
        is_even: bool,
    },
    /// The condition that certain cells of the region form at most one component.
    Connected {
        /// The cells in question; by default those with the tile of the current cell.
        entities: Option<EntityList>,
        /// The steps that connect cells.
        neighborhood: Neighborhood,
    },
}

/// The scope of noise and totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The region of the explorer.
    Region,
    /// The whole map, written `@map`.
    Map,
}

/// Shortest paths from the current cell to the cells of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Paths {
    /// Possible steps.
    pub directions: Neighborhood,
    /// The targets.
    pub entities: EntityList,
    /// The tiles that they may cross, apart from their ends.
    pub allowed: EntityList,
}

impl OldEstimator {
    /// The estimator, if it is one of this crate.
    pub fn of(estimator: &Estimator) -> Option<&Self> {
        let Estimator::Extension(extension) = estimator else { return None };
        (&**extension as &dyn Any).downcast_ref()
    }
}

impl From<OldEstimator> for Estimator {
    fn from(estimator: OldEstimator) -> Self {
        Self::Extension(Box::new(estimator))
    }
}

impl From<OldEstimator> for Condition {
    fn from(condition: OldEstimator) -> Self {
        Self::Bare(condition.into())
    }
}

/// The parts of an estimator, for reading or for changing.
macro_rules! parts {
    ($estimator:ident, $Part:ident, $parts:ident) => {
        match $estimator {
            OldEstimator::UnitNoise(_) | OldEstimator::Connected { entities: None, .. } => {
                Vec::new()
            }
            OldEstimator::MapTotal(list) => vec![$Part::List(list, Listed::Total, None)],
            OldEstimator::Distances(_, list) => vec![$Part::List(list, Listed::Read, None)],
            OldEstimator::Paths(_, Paths { directions, entities, allowed }) => vec![
                $Part::Cells(directions, Cells::Links),
                $Part::List(entities, Listed::Read, None),
                $Part::List(allowed, Listed::Read, None),
            ],
            OldEstimator::Parity { estimator, is_even: _ } => estimator.$parts(),
            OldEstimator::Connected { entities: Some(entities), neighborhood } => vec![
                $Part::List(entities, Listed::Read, None),
                $Part::Cells(neighborhood, Cells::Links),
            ],
        }
    };
}

impl Extension for OldEstimator {
    fn parameters(&self) -> Vec<(&'static str, Parameter<'_>)> {
        vec![("", Parameter::Parts(parts!(self, Part, parts)))]
    }

    fn parameters_mut(&mut self) -> Vec<(&'static str, ParameterMut<'_>)> {
        vec![("", ParameterMut::Parts(parts!(self, PartMut, parts_mut)))]
    }

    fn program(&self, number: usize) -> Box<dyn Any> {
        let links = match self {
            Self::Connected { neighborhood, .. } => links(neighborhood),
            _ => Vec::new(),
        };
        program(Measure { said: self.clone(), number, links })
    }

    fn text(&self, writer: &Writer<'_>, walk: &Walk) -> String {
        match self {
            Self::UnitNoise(Scope::Region) => "noise".to_owned(),
            Self::UnitNoise(Scope::Map) => "noise@map".to_owned(),
            Self::MapTotal(list) => writer.list(list) + "@map",
            Self::Distances(statistic, list) => {
                format!("{}({})", statistic.word(), writer.list(list))
            }
            Self::Paths(statistic, Paths { directions, entities, allowed }) => {
                let directions = writer.neighborhood(directions);
                let (entities, allowed) = (writer.list(entities), writer.list(allowed));
                format!("{}({directions}, {entities}, {allowed})", statistic.word())
            }
            Self::Parity { estimator, is_even } => {
                let name = if *is_even { "isEven" } else { "isOdd" };
                format!("{name}({})", writer.estimator(estimator, walk))
            }
            Self::Connected { entities: None, .. } => "isConnected".to_owned(),
            Self::Connected { entities: Some(list), neighborhood } => {
                format!("isConnected({}, {})", writer.list(list), writer.neighborhood(neighborhood))
            }
        }
    }

    fn within(&self) -> Option<&Estimator> {
        if let Self::Parity { estimator, .. } = self { Some(estimator) } else { None }
    }

    fn draws(&self) -> bool {
        matches!(self, Self::UnitNoise(_))
    }

    fn holds_without_entities(&self) -> bool {
        !matches!(self, Self::Parity { is_even: false, .. })
    }
}

#[derive(Debug)]
struct Measure {
    said: OldEstimator,
    /// Index of its slot in `Remembered`.
    number: usize,
    /// The steps that connect cells.
    links: Vec<(i32, i32)>,
}

impl ExtensionProgram for Measure {
    fn cost(&self) -> u64 {
        match &self.said {
            OldEstimator::UnitNoise(_) => 30,
            OldEstimator::Parity { .. } => 0,
            OldEstimator::Connected { .. } => 4, // and what it floods, as it does
            _ => 8,
        }
    }

    fn costs_alike(&self) -> bool {
        !matches!(self.said, OldEstimator::Paths(..)) // each cell has its own flood
    }

    fn measure(&self, pass: &mut Pass<'_>, cell: (usize, usize), within: f64) -> f64 {
        let value = match &self.said {
            OldEstimator::UnitNoise(scope) => Some(unit_noise(*scope, pass, cell)),
            OldEstimator::MapTotal(list) => {
                let set = inside(list);
                Some(f64::from(pass.total(set) + pass.surroundings.total(set)))
            }
            OldEstimator::Parity { is_even, .. } => {
                Some(f64::from(within.is_nan() || (within.floor() % 2.0 == 0.0) == *is_even))
            }
            // Avoids a flood of everything that can be reached.
            OldEstimator::Paths(_, paths) if pass.total(inside(&paths.entities)) == 0 => None,
            _ => {
                let (value, n_cells) =
                    pass.remember(|pass, remembered| self.look(pass, cell, remembered));
                if n_cells > 0 {
                    pass.charge(n_cells);
                }
                value
            }
        };
        value.unwrap_or(f64::NAN)
    }
}

impl Measure {
    /// A value that needs many cells, and the number of cells that were read.
    fn look(
        &self,
        pass: &Pass<'_>,
        cell: (usize, usize),
        remembered: &mut Remembered,
    ) -> (Option<f64>, u64) {
        match &self.said {
            OldEstimator::Distances(statistic, list) => {
                let (spread, n_cells) = remembered.spread(self.number, pass, inside(list));
                let distance = match statistic {
                    Statistic::Max => spread.farthest(cell),
                    // `Min` is an estimator of today.
                    Statistic::Mean | Statistic::Min => spread.mean(cell),
                };
                (distance, n_cells)
            }
            OldEstimator::Paths(statistic, Paths { directions, entities, allowed }) => {
                let (plane, steps) = (pass.plane(), directions.offsets());
                let tile = |cell| pass.tile(plane.xy(cell));
                let sets = (inside(entities), inside(allowed));
                let (is_first, first) = (*statistic == Statistic::Min, plane.cell(cell));
                let flood = &mut remembered.flood;
                let (lengths, n) = flood.lengths(plane, steps, first, tile, sets, is_first);
                (lengths.statistic(*statistic), n * (1 + steps.len() as u64))
            }
            OldEstimator::Connected { entities, .. } => {
                let tile = pass.tile(cell);
                let of_tile = (TileSet::only(tile), tile);
                let (set, key) = entities.as_ref().map_or(of_tile, |list| (inside(list), OUT));
                let (holds, n) = remembered.is_connected(self.number, key, pass, &self.links, set);
                (Some(f64::from(holds)), n)
            }
            _ => (None, 0),
        }
    }
}

/// The tiles of a list that cells of the region can have.
fn inside(list: &EntityList) -> TileSet {
    list.tiles().difference(TileSet::only(OUT))
}

/// Noise at the middle of a cell, where one lattice cell covers the region, as in the engine of
/// 2017. At a lattice point it would always be 0.5.
fn unit_noise(scope: Scope, pass: &mut Pass<'_>, (x, y): (usize, usize)) -> f64 {
    let plane = pass.plane();
    let [(left, top), (width, height)] = match scope {
        Scope::Region => [(0, 0), (plane.width, plane.height)],
        Scope::Map => {
            let around = pass.surroundings;
            [(around.x, around.y), (around.map_width, around.map_height)]
        }
    };
    let places = [(left + x, width), (top + y, height)];
    let noise = pass.noise_at(places.map(|(cell, side)| (cell as f64 + 0.5) / side as f64));
    f64::midpoint(noise, 1.0)
}

#[cfg(test)]
mod tests;
