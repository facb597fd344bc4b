//! The parts of a script that can be changed one by one, each with its place.
//!
//! All code that changes, counts, renames, writes or removes parts of scripts finds them here. So a
//! new explorer, estimator or condition lists its parts here and nowhere else.

use crate::dial::{Dialled, DialledLimits, DialledRegions, DialledWeights};
use crate::estimator::{EntityList, Estimator};
use crate::explorer::{Cost, Explorer, Locked, Walk};
use crate::neighborhood::Neighborhood;
use crate::parse::{COUNT_MAX, N_REGIONS_MAX};
use crate::rule::{Condition, Executer, Operator, Rule};
use crate::script::{Divider, Regions, Script, Size};

pub use change::{
    Number as NumberMut, Parameter as ParameterMut, Part as PartMut, Whole as WholeMut,
};
pub use read::{Number, Parameter, Part, Whole};

/// The place of a part. All indices start at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the regions.
    Regions,
    /// In a parameter of an explorer: index of the explorer, key, index among several values.
    Parameter(usize, &'static str, usize),
    /// In a condition: indices of explorer, rule and condition.
    Condition(usize, usize, usize),
    /// In an executer: indices of explorer, rule and executer.
    Executer(usize, usize, usize),
}

/// A part with its place.
#[derive(Clone, Debug)]
pub struct PlacedPart<P> {
    /// Where it stands.
    pub place: Place,
    /// Whether the author locked it, so that a search must not change it.
    pub is_locked: bool,
    /// The part itself.
    pub part: P,
}

/// The use of a neighborhood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Moves of a walk, at least one.
    Moves,
    /// Moves of a walk that never looks beyond the edge of a region.
    Steps,
    /// What is connected, or the steps of a path.
    Links,
    /// Cells that are read.
    Seen,
    /// Cells that are written.
    Written,
}

/// The use of an entity list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Looked for.
    Read,
    /// Counted in the whole region; written as a single word.
    Total,
    /// One entity is drawn and written.
    Written,
}

struct Finder<P> {
    pieces: Vec<PlacedPart<P>>,
    place: Place,
    is_locked: bool,
}

impl<P> Finder<P> {
    fn new() -> Self {
        Self { pieces: Vec::new(), place: Place::Regions, is_locked: false }
    }

    fn add(&mut self, part: P) {
        let Self { place, is_locked, .. } = *self;
        self.pieces.push(PlacedPart { place, is_locked, part });
    }
}

/// Generates the walk twice: without `mut` for reading, with `mut` for changing.
macro_rules! walk {
    ($parts:ident, $parameters:ident $(, $mutable:tt)?) => {
        use super::*;

        /// A part of a script.
        #[derive(Debug)]
        pub enum Part<'s> {
            /// A number in a rule or a heuristic, which may follow a dial.
            Constant(&'s $($mutable)? Estimator),
            /// A share, in 0..=1.
            Share(&'s $($mutable)? f64),
            /// A whole number.
            Whole(Whole<'s>),
            /// An entity list, its use and, if weights can follow a dial, those that do.
            List(&'s $($mutable)? EntityList, Listed, Option<&'s $($mutable)? DialledWeights>),
            /// A neighborhood and its use.
            Cells(&'s $($mutable)? Neighborhood, Cells),
            /// A comparison.
            Comparison(&'s $($mutable)? Operator),
        }

        /// A whole number.
        #[derive(Debug)]
        pub struct Whole<'s> {
            /// The number.
            pub number: Number<'s>,
            /// The smallest value that makes sense.
            pub least: u64,
            /// The dial that it follows and the range that it is clamped to, if it can follow one.
            pub follows: Option<(&'s $($mutable)? Option<Dialled>, [u64; 2])>,
        }

        /// The storage of a whole number.
        #[derive(Debug)]
        pub enum Number<'s> {
            /// In 32 bits.
            Small(&'s $($mutable)? u32),
            /// In 64 bits.
            Large(&'s $($mutable)? u64),
            /// An optional limit.
            Limit(&'s $($mutable)? Option<u64>),
        }

        impl Number<'_> {
            /// The number; `None` for a limit that is not set.
            pub fn get(&self) -> Option<u64> {
                match self {
                    Self::Small(small) => Some(u64::from(**small)),
                    Self::Large(large) => Some(**large),
                    Self::Limit(limit) => **limit,
                }
            }
        }

        /// The value of a parameter that only some walks have.
        #[derive(Debug)]
        pub enum Parameter<'s> {
            /// Possible moves.
            Cells(&'s $($mutable)? Neighborhood, Cells),
            /// A share, in 0..=1.
            Share(&'s $($mutable)? f64),
            /// Heuristics, compared from left to right.
            Heuristics(&'s $($mutable)? Vec<Estimator>),
            /// Costs of a path, added up; empty by default.
            Costs(&'s $($mutable)? Vec<Cost>),
            /// Entities that the walk looks for.
            Entities(&'s $($mutable)? EntityList),
            /// One of several words; it contains no parts.
            Word(&'static str),
            /// Several parts that are written as a list of numbers.
            Parts(Vec<Part<'s>>),
        }

        impl Walk {
            /// The walk's own parameters, with their keys in the order of a document.
            pub fn $parameters(&$($mutable)? self) -> Vec<(&'static str, Parameter<'_>)> {
                match self {
                    Self::NarrowHorz | Self::NarrowVert | Self::NarrowRand | Self::WideRand => {
                        Vec::new()
                    }
                    Self::TurtleDrunk { directions, change } => vec![
                        ("directions", Parameter::Cells(directions, Cells::Moves)),
                        ("dirprob", Parameter::Share(change)),
                    ],
                    Self::TurtleHeur { directions, heuristics } => vec![
                        ("directions", Parameter::Cells(directions, Cells::Moves)),
                        ("heuristics", Parameter::Heuristics(heuristics)),
                    ],
                    Self::TurtleConnect { directions, entities, costs } => vec![
                        ("directions", Parameter::Cells(directions, Cells::Moves)),
                        ("entities", Parameter::Entities(entities)),
                        ("costs", Parameter::Costs(costs)),
                    ],
                    Self::WideHeur { heuristics } => vec![("heuristics", Parameter::Heuristics(heuristics))],
                    Self::Extension(extension) => extension.$parameters(),
                }
            }
        }

        impl Estimator {
            /// The parts of this estimator.
            pub fn $parts(&$($mutable)? self) -> Vec<Part<'_>> {
                let mut finder = Finder::new();
                estimator(self, &mut finder);
                finder.pieces.into_iter().map(|piece| piece.part).collect()
            }
        }

        impl Script {
            /// All parts of the script: those of the regions, then for each explorer those of its
            /// limits, its walk and its rules.
            pub fn $parts(&$($mutable)? self) -> Vec<PlacedPart<Part<'_>>> {
                let mut finder = Finder::new();
                if let Some(all) = &$($mutable)? self.regions {
                    regions(all, &mut finder);
                }
                for (index, own) in (&$($mutable)? self.explorers).into_iter().enumerate() {
                    explorer(own, index, &mut finder);
                }
                finder.pieces
            }
        }

        fn regions<'s>(regions: &'s $($mutable)? Regions, finder: &mut Finder<Part<'s>>) {
            let Regions { divider, number, dialled, is_locked } = regions;
            let DialledRegions { number: of_number, sides } = dialled;
            (finder.place, finder.is_locked) = (Place::Regions, *is_locked);
            let follows = Some((of_number, [1, N_REGIONS_MAX]));
            finder.add(Part::Whole(Whole { number: Number::Small(number), least: 1, follows }));
            let (Divider::Equal { min, max }
            | Divider::Bsp { min, max }
            | Divider::Sampling { min, max, trials: _ }) = divider;
            let Size { width, height } = min;
            let Size { width: width_max, height: height_max } = max;
            for (side, dialled) in [width, height, width_max, height_max].into_iter().zip(sides) {
                // A script without a largest size has none to change.
                if *side < u32::MAX || dialled.is_some() {
                    let follows = Some((dialled, [1, u64::from(u32::MAX)]));
                    let number = Number::Small(side);
                    finder.add(Part::Whole(Whole { number, least: 1, follows }));
                }
            }
        }

        fn explorer<'s>(
            explorer: &'s $($mutable)? Explorer,
            index: usize,
            finder: &mut Finder<Part<'s>>,
        ) {
            let Explorer { locked, walk, repeats, tiles, changes, dialled, rules, .. } = explorer;
            let DialledLimits { repeats: of_repeats, tiles: of_tiles, changes: of_changes } = dialled;
            finder.is_locked = *locked == Locked::Whole;
            let mut limit = |key, number, follows| {
                finder.place = Place::Parameter(index, key, 0);
                let follows = Some((follows, [0, COUNT_MAX]));
                finder.add(Part::Whole(Whole { number, least: 1, follows }));
            };
            limit("repeats", Number::Large(repeats), of_repeats);
            limit("changes", Number::Limit(changes), of_changes);
            limit("tiles", Number::Limit(tiles), of_tiles);
            for (key, parameter) in walk.$parameters() {
                finder.place = Place::Parameter(index, key, 0);
                self::parameter(parameter, index, key, finder);
            }
            for (number, rule) in rules.into_iter().enumerate() {
                finder.is_locked = match locked {
                    Locked::No => false,
                    Locked::Rules(rules) => rules.contains(&number),
                    Locked::Whole => true,
                };
                self::rule(rule, [index, number], finder);
            }
        }

        fn parameter<'s>(
            parameter: Parameter<'s>,
            index: usize,
            key: &'static str,
            finder: &mut Finder<Part<'s>>,
        ) {
            match parameter {
                Parameter::Cells(cells, what) => finder.add(Part::Cells(cells, what)),
                Parameter::Share(share) => finder.add(Part::Share(share)),
                Parameter::Heuristics(all) => {
                    for (number, own) in all.into_iter().enumerate() {
                        finder.place = Place::Parameter(index, key, number);
                        estimator(own, finder);
                    }
                }
                Parameter::Costs(all) => {
                    for (number, Cost { conditions, estimator: own }) in all.into_iter().enumerate() {
                        finder.place = Place::Parameter(index, key, number);
                        for own in conditions {
                            condition(own, finder);
                        }
                        estimator(own, finder);
                    }
                }
                Parameter::Entities(list) => finder.add(Part::List(list, Listed::Read, None)),
                Parameter::Word(_) => (),
                Parameter::Parts(parts) => parts.into_iter().for_each(|part| finder.add(part)),
            }
        }

        fn rule<'s>(
            rule: &'s $($mutable)? Rule,
            [index, number]: [usize; 2],
            finder: &mut Finder<Part<'s>>,
        ) {
            let Rule { text: _, conditions, executers } = rule;
            for (place, own) in conditions.into_iter().enumerate() {
                finder.place = Place::Condition(index, number, place);
                condition(own, finder);
            }
            for (place, own) in executers.into_iter().enumerate() {
                finder.place = Place::Executer(index, number, place);
                let Executer { neighborhood, entities, dialled } = own;
                finder.add(Part::Cells(neighborhood, Cells::Written));
                finder.add(Part::List(entities, Listed::Written, Some(dialled)));
            }
        }

        fn condition<'s>(
            condition: &'s $($mutable)? Condition,
            finder: &mut Finder<Part<'s>>,
        ) {
            match condition {
                Condition::Bare(own) => estimator(own, finder),
                Condition::Compare(left, operator, right) => {
                    estimator(left, finder);
                    finder.add(Part::Comparison(operator));
                    estimator(right, finder);
                }
            }
        }

        fn estimator<'s>(
            estimator: &'s $($mutable)? Estimator,
            finder: &mut Finder<Part<'s>>,
        ) {
            match estimator {
                Estimator::Number(_) | Estimator::Dial(..) => finder.add(Part::Constant(estimator)),
                Estimator::Noise { scale } => {
                    let number = Number::Small(scale);
                    finder.add(Part::Whole(Whole { number, least: 1, follows: None }));
                }
                Estimator::Place(_, modulus) => {
                    let number = Number::Limit(modulus);
                    finder.add(Part::Whole(Whole { number, least: 2, follows: None }));
                }
                Estimator::Random
                | Estimator::Percent
                | Estimator::ChangePercent
                | Estimator::RepeatPercent => (),
                Estimator::Total(list) => finder.add(Part::List(list, Listed::Total, None)),
                Estimator::Neighborhood(cells, list) => {
                    finder.add(Part::Cells(cells, Cells::Seen));
                    finder.add(Part::List(list, Listed::Read, None));
                }
                Estimator::Distance(list) | Estimator::Image(_, list) => {
                    finder.add(Part::List(list, Listed::Read, None));
                }
                Estimator::Extension(extension) => {
                    for (key, own) in extension.$parameters() {
                        self::parameter(own, 0, key, finder);
                    }
                }
            }
        }
    };
}

mod read {
    walk!(parts, parameters);
}

mod change {
    walk!(parts_mut, parameters_mut, mut);
}
