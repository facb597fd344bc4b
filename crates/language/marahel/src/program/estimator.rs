//! Compiled estimators, and static facts about them.

use std::sync::Arc;

use marahel_level::{Mirror, OUT, Tile, TileSet, UNKNOWN};
use marahel_script::{Edge, EntityList, Neighborhood};

use super::Scope;
use super::compile::{Compiler, inside};
use crate::extension::{ExtensionProgram, compiled};

/// The value of a distance without a target; a condition on it holds.
pub(crate) const ABSENT: f64 = f64::NAN;

/// Cost of reading a distance, in cells that are read.
pub(super) const DISTANCE_COST: u64 = 4;

/// Cost of counting all cells with some tiles.
pub(super) const TOTAL_COST: u64 = 8;

/// Cells of a neighborhood, as offsets in memory from the current cell.
pub(crate) type Offsets = Box<[isize]>;

#[derive(Clone, Debug)]
pub(crate) enum Estimator {
    Number(f64),
    Random,
    /// With this number of lattice cells across the region.
    Noise {
        n_cells: f64,
    },
    /// Noise of the original engine, the same for every level.
    FixedNoise,
    Percent,
    ChangePercent,
    RepeatPercent,
    Total(TileSet),
    Count {
        offsets: Offsets,
        set: TileSet,
    },
    /// As `Count`, with a weight for each tile.
    WeightedCount {
        offsets: Offsets,
        weights: Box<[u32; 64]>,
    },
    /// As `Count`, in a region that is a torus.
    WrappedCount {
        /// The steps `(dx, dy)` from the current cell.
        steps: Box<[(i32, i32)]>,
        set: TileSet,
    },
    Distance(Distance),
    /// Number of cells between the current one and an edge, modulo `divisor`, which is `u64::MAX`
    /// by default.
    Place {
        edge: Edge,
        divisor: u64,
    },
    /// Number of mirror images with a tile of the set.
    Image {
        mirror: Mirror,
        set: TileSet,
    },
    /// An estimator of another crate, and its inner one.
    Extension(Arc<dyn ExtensionProgram>, Option<Box<Estimator>>),
}

/// Distance to a set of tiles, to the outside, or to the nearer of both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance {
    /// Index of the program's distance field; `None` if only the outside counts.
    pub(crate) field: Option<usize>,
    pub(crate) to_outside: bool,
}

impl Compiler {
    pub(super) fn estimator(&mut self, estimator: &marahel_script::Estimator) -> Estimator {
        let is_original = self.is_original;
        match estimator {
            marahel_script::Estimator::Number(number)
            | marahel_script::Estimator::Dial(_, number) => Estimator::Number(*number),
            marahel_script::Estimator::Random => Estimator::Random,
            marahel_script::Estimator::Noise { .. } if is_original => Estimator::FixedNoise,
            marahel_script::Estimator::Noise { scale } => {
                Estimator::Noise { n_cells: 10.0 / f64::from(*scale) }
            }
            marahel_script::Estimator::Place(edge, divisor) => {
                Estimator::Place { edge: *edge, divisor: divisor.unwrap_or(u64::MAX) }
            }
            marahel_script::Estimator::Percent => Estimator::Percent,
            marahel_script::Estimator::ChangePercent => Estimator::ChangePercent,
            marahel_script::Estimator::RepeatPercent => Estimator::RepeatPercent,
            marahel_script::Estimator::Total(list) => Estimator::Total(list.tiles()),
            marahel_script::Estimator::Neighborhood(neighborhood, list) if self.wraps => {
                Estimator::WrappedCount { steps: neighborhood.offsets().into(), set: inside(list) }
            }
            marahel_script::Estimator::Neighborhood(neighborhood, list) => {
                self.count(neighborhood, list, is_original)
            }
            marahel_script::Estimator::Distance(_) if is_original => {
                self.distance(TileSet::only(UNKNOWN))
            }
            marahel_script::Estimator::Distance(list) => self.distance(list.tiles()),
            marahel_script::Estimator::Image(mirror, list) => {
                Estimator::Image { mirror: *mirror, set: inside(list) }
            }
            marahel_script::Estimator::Extension(extension) => {
                let measure = compiled(&**extension, self.n_extensions);
                self.n_extensions += 1;
                let within = extension.within().map(|within| Box::new(self.estimator(within)));
                Estimator::Extension(measure, within)
            }
        }
    }

    fn count(
        &mut self,
        neighborhood: &Neighborhood,
        list: &EntityList,
        with_multiplicity: bool,
    ) -> Estimator {
        let offsets = self.offsets(neighborhood);
        let mut weights = [0; 64];
        for &(tile, count) in &list.members {
            weights[usize::from(tile)] = count;
        }
        // Outside, a count sees both the substitute and `out`.
        if let Some(out) = self.out {
            let substitute: u32 = weights[usize::from(out)];
            weights[usize::from(OUT)] = substitute.saturating_add(weights[usize::from(OUT)]);
        }
        let set: TileSet = (0..64).filter(|&tile| weights[usize::from(tile)] > 0).collect();
        let is_plain = weights.iter().all(|&weight| weight <= 1);
        if *offsets == [0] && set.is_disjoint(self.present) {
            return Estimator::Number(0.0);
        }
        if with_multiplicity && !is_plain {
            return Estimator::WeightedCount { offsets, weights: Box::new(weights) };
        }
        if *offsets == [0] && set.is_superset(self.present) {
            return Estimator::Number(1.0);
        }
        Estimator::Count { offsets, set }
    }

    fn distance(&mut self, set: TileSet) -> Estimator {
        let to_outside = set.contains(OUT);
        if !to_outside && set.is_disjoint(self.present) {
            return Estimator::Number(ABSENT);
        }
        let set = set.difference(TileSet::only(OUT));
        let field = (!set.is_empty()).then(|| {
            self.fields.iter().position(|&field| field == set).unwrap_or_else(|| {
                self.fields.push(set);
                self.fields.len() - 1
            })
        });
        Estimator::Distance(Distance { field, to_outside })
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'e> {
    /// Cost of one evaluation, in cells that are read. Distance fields, floods and tables charge
    /// further costs themselves.
    pub(crate) cost: u64,
    /// Bounds of the values, if they are useful.
    pub(crate) range: Option<(f64, f64)>,
    /// Whether only the map and the cell decide the value, and without much work, such as the flood
    /// that distances need.
    pub(crate) is_certain: bool,
    /// Whether a second evaluation has the same value in a pass that changes nothing that it reads,
    /// and costs about the same at each cell.
    pub(crate) is_repeatable: bool,
    pub(crate) scope: Scope,
    /// As a heuristic: number of bits for its values in a key. `None` if it has the same value for
    /// all cells of a level at a time, or no document can use it as a heuristic.
    pub(crate) key_bits: Option<u32>,
    pub(crate) field: Option<usize>,
    pub(crate) mirror: Option<Mirror>,
    /// If it counts cells of a neighborhood: their offsets, and the weight of each tile.
    pub(crate) counted: Option<(&'e [isize], Weights<'e>)>,
}

const NOTHING: Facts<'static> = Facts {
    cost: 0,
    range: None,
    is_certain: false,
    is_repeatable: true,
    scope: Scope::Cell,
    key_bits: None,
    field: None,
    mirror: None,
    counted: None,
};

impl Estimator {
    /// All static facts in one place: a new estimator needs only its line here.
    #[inline]
    pub(crate) fn facts(&self) -> Facts<'_> {
        let certain = Facts { is_certain: true, ..NOTHING };
        let by_place = Facts { key_bits: Some(u64::BITS), ..certain };
        match self {
            Self::Number(_) => Facts { scope: Scope::Level, ..certain },
            Self::Random => Facts { cost: 2, is_repeatable: false, scope: Scope::Pass, ..NOTHING },
            Self::Noise { .. } => Facts {
                cost: 30,
                range: Some((-1.0, 1.0)),
                scope: Scope::Pass, // the first value of a level draws
                key_bits: Some(u64::BITS),
                ..NOTHING
            },
            // The values are between -0.609 and 0.273.
            Self::FixedNoise => Facts { cost: 8, range: Some((-0.62, 0.28)), ..by_place },
            Self::Place { divisor, .. } => {
                Facts { cost: 2, range: Some((0.0, *divisor as f64 - 1.0)), ..by_place }
            }
            Self::Percent | Self::ChangePercent => Facts { is_repeatable: false, ..NOTHING },
            Self::RepeatPercent => Facts { scope: Scope::Level, ..NOTHING },
            Self::Total(_) => Facts { cost: TOTAL_COST, scope: Scope::Level, ..certain },
            Self::Count { offsets, set } => Facts {
                key_bits: Some(usize::BITS - offsets.len().leading_zeros()).filter(|&n| n > 0),
                counted: Some((offsets, Weights::OneEach(*set))),
                cost: offsets.len() as u64,
                ..certain
            },
            Self::WeightedCount { offsets, weights } => Facts {
                key_bits: (!offsets.is_empty()).then_some(u64::BITS),
                counted: Some((offsets, Weights::Own(weights))),
                cost: offsets.len() as u64,
                ..certain
            },
            Self::WrappedCount { steps, .. } => Facts { cost: 4 * steps.len() as u64, ..NOTHING },
            Self::Distance(distance) => Facts {
                cost: DISTANCE_COST,
                scope: if distance.field.is_some() { Scope::Pass } else { Scope::Cell },
                key_bits: Some(u32::BITS),
                field: distance.field,
                ..NOTHING
            },
            Self::Image { mirror, .. } => {
                Facts { cost: 6, range: Some((0.0, 3.0)), mirror: Some(*mirror), ..by_place }
            }
            Self::Extension(measure, within) => {
                let within = within.as_ref().map_or(NOTHING, |within| within.facts());
                Facts {
                    cost: measure.cost() + within.cost,
                    is_certain: within.counted.is_some(),
                    is_repeatable: measure.costs_alike() && within.is_repeatable,
                    scope: Scope::Pass,
                    field: within.field,
                    ..NOTHING
                }
            }
        }
    }

    /// As a heuristic: the number of possible values in a region of this size; `None` if unbounded
    /// or unknown.
    pub(crate) fn n_values(&self, width: usize, height: usize) -> Option<u32> {
        if let Self::Distance(_) = self {
            // One value without a target, the others from 0 to less than the sum of both sides: no
            // two cells are further apart, and the outside is nearer.
            return Some((width + height + 1) as u32);
        }
        let (offsets, weights) = self.facts().counted?;
        let highest = match weights {
            Weights::OneEach(_) => 1,
            Weights::Own(weights) => *weights.iter().max()?,
        };
        highest.checked_mul(offsets.len() as u32)?.checked_add(1)
    }
}

/// The weight of each tile in a count.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Weights<'e> {
    OneEach(TileSet),
    Own(&'e [u32; 64]),
}

impl Weights<'_> {
    #[inline]
    pub(crate) fn of(self, tile: Tile) -> u32 {
        match self {
            Self::OneEach(set) => set.count(tile),
            Self::Own(weights) => weights[usize::from(tile)],
        }
    }
}
