//! The words of today's dialect: tables of explorers, their parameters, and estimators.
//!
//! Scripts are read and written by these tables. Tests compare the schema, the words of the editor
//! and the reference page with them.

use std::mem;

use marahel_level::{Mirror, Tile};

use crate::{
    Border, DialledLimits, Edge, EntityList, Estimator, Explorer, Locked, Neighborhood,
    ParameterMut, RegionSelector, Replace, Rule, Script, Spelling, Walk,
};

pub(crate) struct ExplorerKind {
    /// Every accepted spelling, the canonical one first: those of the README of Marahel 0.3.0, of
    /// the releases of 2020 (with its typo) and 2021, and two that occur only in prose.
    pub(crate) names: &'static [&'static str],
    /// The walk without parameters; an empty entity list stands for all entities.
    pub(crate) walk: fn() -> Walk,
}

/// A row for each explorer type: its walk without parameters, and its names. The compiler asks for
/// the row of a new walk.
macro_rules! kinds {
    ($($walk:ident { $($key:ident: $value:expr),* } = $($name:literal),+;)+) => {
        pub(crate) const KINDS: &[ExplorerKind] = &[$(ExplorerKind {
            names: &[$($name),+],
            walk: || Walk::$walk { $($key: $value),* },
        }),+];

        impl Walk {
            /// This walk without parameters; `None` for one of another crate.
            fn plain(&self) -> Option<Self> {
                match self {
                    $(Self::$walk { .. } => Some(Self::$walk { $($key: $value),* }),)+
                    Self::Extension(_) => None,
                }
            }
        }
    };
}

kinds! {
    NarrowHorz {} = "narrow_horz", "narrow", "horz", "horizontal";
    NarrowVert {} = "narrow_vert", "vert", "vertical";
    NarrowRand {} = "narrow_rand", "rand", "random", "narrow_rnd";
    TurtleDrunk { directions: plus(), change: CHANGE_DEFAULT } =
        "turtle_drunk", "turtle", "drunk", "digger", "narrow_drunk";
    TurtleHeur { directions: plus(), heuristics: vec![Estimator::Random] } =
        "turtle_heur", "greedy", "agent";
    TurtleConnect { directions: plus(), entities: EntityList::default(), costs: Vec::new() } =
        "turtle_connect", "turlte_connect", "connect";
    WideHeur { heuristics: vec![Estimator::Random] } = "wide_heur", "wide", "heuristic", "order";
    WideRand {} = "wide_rand", "rorder", "rand_order";
}

/// Probability of a new direction by default (README 0.3.0).
const CHANGE_DEFAULT: f64 = 0.1;

fn plus() -> Neighborhood {
    Neighborhood::parse("010,131,010").expect("the matrix is sound")
}

/// Every parameter of every explorer. One that an explorer does not have is allowed and ignored, as
/// in both releases.
pub(crate) const PARAMETERS: [&str; 13] = [
    "replace",
    "out",
    "mirror",
    "repeats",
    "tiles",
    "changes",
    "dirprob",
    "change",
    "directions",
    "neighborhood",
    "entities",
    "heuristics",
    "costs",
];

const GENERAL: [&str; 6] = ["replace", "out", "mirror", "repeats", "tiles", "changes"];

/// Other names of parameters. If both names are given, the left one counts.
pub(crate) const ALIASES: [(&str, &str); 2] =
    [("directions", "neighborhood"), ("dirprob", "change")];

impl ExplorerKind {
    pub(crate) fn of(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.names.contains(&name))
    }

    pub(crate) fn uses(&self, parameter: &str) -> bool {
        let alias = ALIASES.iter().find(|(_, alias)| *alias == parameter);
        let name = alias.map_or(parameter, |(name, _)| name);
        GENERAL.contains(&name) || (self.walk)().parameters().iter().any(|(key, _)| *key == name)
    }
}

impl Explorer {
    /// An explorer of a type, by any of its names, on the whole map and without parameters. `None`
    /// if the type is unknown.
    pub fn named(name: &str, rules: Vec<Rule>) -> Option<Self> {
        Some(Self {
            description: Spelling::default(),
            locked: Locked::No,
            name: Spelling::of(name),
            walk: Walk::named(name)?,
            region: vec![RegionSelector::Map],
            border: Border::default(),
            wraps: false,
            replace: Replace::Same,
            out: None,
            mirror: None,
            repeats: 1,
            tiles: None,
            changes: None,
            dialled: DialledLimits::default(),
            rules,
        })
    }
}

impl Walk {
    /// The walk of an explorer type, by any of its names, without parameters; an empty entity list
    /// stands for all entities. `None` if the type is unknown.
    pub fn named(name: &str) -> Option<Self> {
        ExplorerKind::of(name).map(|kind| (kind.walk)())
    }
}

impl Estimator {
    /// The word of an estimator that has a value only while a level is made: all but places.
    pub(crate) fn word_of_a_pass(&self) -> Option<&'static str> {
        let mut words = WORDS.iter().filter(|(_, worded)| !matches!(worded, Self::Place(..)));
        let word = words.find(|(_, worded)| mem::discriminant(worded) == mem::discriminant(self));
        word.map(|(word, _)| *word)
    }
}

impl Script {
    /// The keys of an explorer's parameters, each with whether its value differs from the default.
    pub fn parameters_of(&self, explorer: usize) -> impl Iterator<Item = (&'static str, bool)> {
        let own = self.explorers[explorer].walk.parameters().into_iter().map(|(key, _)| key);
        own.chain(GENERAL).map(move |key| {
            let mut without = self.clone();
            without.forget_parameter(explorer, key);
            (key, without.explorers[explorer] != self.explorers[explorer])
        })
    }

    /// Sets a parameter of an explorer to its default.
    pub fn forget_parameter(&mut self, explorer: usize, key: &str) {
        let explorer_text = &mut self.explorers[explorer];
        match key {
            "replace" => explorer_text.replace = Replace::default(),
            "out" => explorer_text.out = None,
            "mirror" => explorer_text.mirror = None,
            "repeats" => (explorer_text.repeats, explorer_text.dialled.repeats) = (1, None),
            "tiles" => (explorer_text.tiles, explorer_text.dialled.tiles) = (None, None),
            "changes" => (explorer_text.changes, explorer_text.dialled.changes) = (None, None),
            _ => {
                let Some(mut walk) = explorer_text.walk.plain() else { return };
                let pairs =
                    explorer_text.walk.parameters_mut().into_iter().zip(walk.parameters_mut());
                for ((_, own), (_, new)) in pairs.filter(|((name, _), _)| *name == key) {
                    match (own, new) {
                        (ParameterMut::Cells(own, _), ParameterMut::Cells(new, _)) => {
                            mem::swap(own, new);
                        }
                        (ParameterMut::Share(own), ParameterMut::Share(new)) => *own = *new,
                        (ParameterMut::Heuristics(own), ParameterMut::Heuristics(new)) => {
                            mem::swap(own, new);
                        }
                        (ParameterMut::Costs(own), ParameterMut::Costs(new)) => mem::swap(own, new),
                        (ParameterMut::Entities(own), _) => {
                            let all = 0..self.entities.len() as Tile;
                            own.members = all.map(|tile| (tile, 1)).collect();
                        }
                        _ => unreachable!("both are walks of today, of one type"),
                    }
                }
            }
        }
    }
}

/// The estimators of one word. A scale can follow `noise`, and a divisor can follow a place.
pub(crate) const WORDS: [(&str, Estimator); 9] = [
    ("random", Estimator::Random),
    ("noise", Estimator::Noise { scale: 1 }),
    ("column", Estimator::Place(Edge::Left, None)),
    ("row", Estimator::Place(Edge::Top, None)),
    ("from_right", Estimator::Place(Edge::Right, None)),
    ("from_bottom", Estimator::Place(Edge::Bottom, None)),
    ("percent", Estimator::Percent),
    ("cpercent", Estimator::ChangePercent),
    ("rpercent", Estimator::RepeatPercent),
];

type OfList = fn(EntityList) -> Estimator;

/// The estimators of a word and an entity list: distances and mirror images.
pub(crate) const OF_LISTS: [(&str, OfList); 6] = [
    ("dist", Estimator::Distance),
    ("left_right", |list| Estimator::Image(Mirror::LeftRight, list)),
    ("top_bottom", |list| Estimator::Image(Mirror::TopBottom, list)),
    ("both", |list| Estimator::Image(Mirror::Both, list)),
    ("half_turn", |list| Estimator::Image(Mirror::HalfTurn, list)),
    ("quarter_turns", |list| Estimator::Image(Mirror::QuarterTurns, list)),
];

pub(crate) fn word_of_list(estimator: &Estimator) -> Option<&'static str> {
    let word = OF_LISTS.iter().find(|(_, make)| match (make(EntityList::default()), estimator) {
        (Estimator::Image(left, _), Estimator::Image(right, _)) => left == *right,
        (left, right) => mem::discriminant(&left) == mem::discriminant(right),
    });
    word.map(|(word, _)| *word)
}

/// The types of today's explorers: all names of each, the canonical one first.
pub fn explorer_types() -> impl Iterator<Item = &'static [&'static str]> {
    KINDS.iter().map(|kind| kind.names)
}

/// The words of today's estimators, without neighborhoods, entities and numbers.
pub fn estimator_words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(word, _)| *word).chain(OF_LISTS.iter().map(|(word, _)| *word))
}

/// The parameters of today's explorers.
pub fn parameter_names() -> impl Iterator<Item = &'static str> {
    PARAMETERS.iter().copied()
}
