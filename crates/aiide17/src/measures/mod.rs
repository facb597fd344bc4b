//! What only rules of 2017 measure and ask for.

mod remembered;
mod spread;

use std::any::Any;

use level::{OUT, TileSet};
use marahel::handed::{About, Compiled, Compiler, HandedMeasure, Pass, measure};
use script::{
    AnyHanded, Cells, Condition, EntityList, Estimator, Handed, Listed, Neighborhood, Parameter,
    ParameterMut, Part, PartMut, Walk, Writer,
};

use crate::flood::links;
use remembered::Remembered;

/// An estimator, or a condition, that only rules of 2017 have.
#[derive(Clone, Debug, PartialEq)]
pub enum OldEstimator {
    /// Perlin noise in 0..=1, one lattice cell across.
    UnitNoise(Scope),
    /// Number of listed cells of the whole map.
    MapTotal(EntityList),
    /// Manhattan distances to all listed cells of the region: their mean for
    /// each entity, averaged over the entities, or the largest.
    Distances(Statistic, EntityList),
    /// Lengths of the shortest paths to listed cells of the region.
    Paths(Statistic, Paths),
    /// The condition that the whole part of an estimator is even, or else odd.
    Parity {
        /// What is measured.
        estimator: Estimator,
        /// Which of both must hold.
        is_even: bool,
    },
    /// The condition that the listed cells of the region form at most one component.
    Connected {
        /// Whose cells; without a list those that hold what the current cell holds.
        entities: Option<EntityList>,
        /// What counts as connected.
        neighborhood: Neighborhood,
    },
}

/// What noise and totals are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The region that the explorer works on.
    Region,
    /// The whole map, written `@map`.
    Map,
}

/// One number for many distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The smallest.
    Min,
    /// The mean of each entity, averaged over the entities that are there.
    Mean,
    /// The largest.
    Max,
}

/// Shortest paths from the current cell to listed cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Paths {
    /// Possible steps.
    pub directions: Neighborhood,
    /// Where paths lead to.
    pub entities: EntityList,
    /// What they lead over, their ends aside.
    pub allowed: EntityList,
}

impl Statistic {
    /// The word for distances.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Min => "minDist",
            Self::Mean => "avgDist",
            Self::Max => "maxDist",
        }
    }
}

impl OldEstimator {
    /// The estimator, if only rules of 2017 have it.
    pub fn of(estimator: &Estimator) -> Option<&Self> {
        if let Estimator::Handed(handed) = estimator { handed.downcast() } else { None }
    }
}

impl From<OldEstimator> for Estimator {
    fn from(estimator: OldEstimator) -> Self {
        Self::Handed(AnyHanded::new(estimator))
    }
}

impl From<OldEstimator> for Condition {
    fn from(condition: OldEstimator) -> Self {
        Self::Bare(condition.into())
    }
}

/// The parts of an estimator, in the form that is read or in that which is changed.
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

impl Handed for OldEstimator {
    fn parameters(&self) -> Vec<(&'static str, Parameter<'_>)> {
        vec![("", Parameter::Parts(parts!(self, Part, parts)))]
    }

    fn parameters_mut(&mut self) -> Vec<(&'static str, ParameterMut<'_>)> {
        vec![("", ParameterMut::Parts(parts!(self, PartMut, parts_mut)))]
    }

    fn program(&self) -> Box<dyn Any> {
        let estimator = self.clone();
        measure(move |compiler| Measure::of(&estimator, compiler))
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

    fn reach(&self) -> usize {
        if let Self::Parity { estimator, .. } = self { estimator.reach() } else { 0 }
    }

    fn draws(&self) -> bool {
        match self {
            Self::UnitNoise(_) => true,
            Self::Parity { estimator, .. } => estimator.draws(),
            Self::MapTotal(_) | Self::Distances(..) | Self::Paths(..) | Self::Connected { .. } => {
                false
            }
        }
    }

    fn holds_without_entities(&self) -> bool {
        !matches!(self, Self::Parity { is_even: false, .. })
    }
}

/// What an estimator measures on levels of one script.
#[derive(Debug)]
enum Measure {
    UnitNoise(Scope),
    MapTotal(TileSet),
    /// Beside the statistic, the targets and a place for what is remembered.
    Distances(Statistic, TileSet, usize),
    Paths {
        statistic: Statistic,
        steps: Vec<(i32, i32)>,
        /// Where they lead to.
        set: TileSet,
        /// What they lead over, their ends aside.
        allowed: TileSet,
    },
    Parity(Compiled, bool),
    Connected {
        set: Option<TileSet>,
        links: Vec<(i32, i32)>,
        slot: usize,
    },
}

impl Measure {
    fn of(estimator: &OldEstimator, compiler: &mut Compiler) -> Self {
        match estimator {
            OldEstimator::UnitNoise(scope) => Self::UnitNoise(*scope),
            OldEstimator::MapTotal(list) => Self::MapTotal(inside(list)),
            OldEstimator::Distances(statistic, list) => {
                Self::Distances(*statistic, inside(list), compiler.number())
            }
            OldEstimator::Paths(statistic, paths) => Self::Paths {
                statistic: *statistic,
                steps: paths.directions.offsets().to_vec(),
                set: inside(&paths.entities),
                allowed: inside(&paths.allowed),
            },
            OldEstimator::Parity { estimator, is_even } => {
                Self::Parity(compiler.compile(estimator), *is_even)
            }
            OldEstimator::Connected { entities, neighborhood } => Self::Connected {
                set: entities.as_ref().map(inside),
                links: links(neighborhood),
                slot: compiler.number(),
            },
        }
    }
}

/// The tiles of a list that cells inside can hold.
fn inside(list: &EntityList) -> TileSet {
    list.tiles().difference(TileSet::only(OUT))
}

impl HandedMeasure for Measure {
    fn about(&self) -> About {
        let (cost, is_repeatable) = match self {
            Self::UnitNoise(_) => (30, true),
            Self::MapTotal(_) | Self::Distances(..) => (8, true),
            Self::Paths { .. } => (8, false), // each cell has its own flood
            Self::Parity(estimator, _) => return estimator.about(),
            Self::Connected { .. } => (4, true), // and what it floods, as it does
        };
        About { cost, is_certain: false, is_repeatable }
    }

    fn within(&self) -> Option<&Compiled> {
        if let Self::Parity(estimator, _) = self { Some(estimator) } else { None }
    }

    fn measure(&self, pass: &mut Pass<'_>, cell: (usize, usize)) -> f64 {
        match self {
            Self::UnitNoise(scope) => unit_noise(*scope, pass, cell),
            Self::MapTotal(set) => f64::from(pass.total(*set) + pass.total_around(*set)),
            Self::Parity(estimator, is_even) => {
                let value = pass.value(estimator, cell);
                f64::from(value.is_nan() || (value.floor() % 2.0 == 0.0) == *is_even)
            }
            Self::Paths { set, .. } if pass.total(*set) == 0 => {
                f64::NAN // without a flood of all that can be reached
            }
            Self::Distances(..) | Self::Paths { .. } | Self::Connected { .. } => {
                let mut remembered: Box<Remembered> = pass.remember();
                let (value, n_cells) = self.look(pass, cell, &mut remembered);
                pass.keep(remembered);
                if n_cells > 0 {
                    pass.charge(n_cells);
                }
                value.unwrap_or(f64::NAN)
            }
        }
    }
}

impl Measure {
    /// A value that takes a look at many cells, and how many these are.
    fn look(
        &self,
        pass: &Pass<'_>,
        cell: (usize, usize),
        remembered: &mut Remembered,
    ) -> (Option<f64>, u64) {
        match self {
            Self::Distances(statistic, set, slot) => {
                let (spread, n_cells) = remembered.spread(*slot, pass, *set);
                let distance = match statistic {
                    Statistic::Max => spread.farthest(cell),
                    // The nearest is an estimator of today.
                    Statistic::Mean | Statistic::Min => spread.mean(cell),
                };
                (distance, n_cells)
            }
            Self::Paths { statistic, steps, set, allowed } => {
                let plane = pass.plane();
                let tile = |cell| pass.tile(plane.xy(cell));
                let is_first = *statistic == Statistic::Min;
                let first = plane.cell(cell);
                let sets = (*set, *allowed);
                let flood = &mut remembered.flood;
                let (lengths, n) = flood.lengths(plane, steps, first, tile, sets, is_first);
                (lengths.statistic(*statistic), n * (1 + steps.len() as u64))
            }
            Self::Connected { set, links, slot } => {
                let tile = pass.tile(cell);
                let (set, key) = set.map_or((TileSet::only(tile), tile), |set| (set, OUT));
                let (holds, n_cells) = remembered.is_connected(*slot, key, pass, links, set);
                (Some(f64::from(holds)), n_cells)
            }
            Self::UnitNoise(_) | Self::MapTotal(_) | Self::Parity(..) => (None, 0),
        }
    }
}

/// Noise at the middle of a cell, in the one lattice cell that the engine
/// of 2017 stretches over the region. At a lattice point it would always be 0.5.
fn unit_noise(scope: Scope, pass: &mut Pass<'_>, (x, y): (usize, usize)) -> f64 {
    let plane = pass.plane();
    let ((left, top), (width, height)) = match scope {
        Scope::Region => ((0, 0), (plane.width, plane.height)),
        Scope::Map => (pass.corner(), pass.map_size()),
    };
    let share = |cell: usize, side: usize| (cell as f64 + 0.5) / side as f64;
    let noise = pass.noise_at([share(left + x, width), share(top + y, height)]);
    f64::midpoint(noise, 1.0)
}

#[cfg(test)]
mod tests;
