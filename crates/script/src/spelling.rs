//! The words of today's dialect: one table each for explorers, their parameters, and estimators.
//!
//! Scripts are read and written by these tables; the schema, the words of the editor and the
//! reference page are checked against them.

use std::mem;

use level::{Mirror, Tile};

use crate::{
    Border, DialledLimits, Edge, EntityList, Estimator, Explorer, Locked, Neighborhood,
    ParameterMut, RegionSelector, Replace, Rule, Script, Spelling, Walk,
};

/// A type of explorer.
pub(crate) struct Kind {
    /// Every accepted spelling, the canonical one first; of Marahel 0.3.0 those of its README, of
    /// the releases of 2020 (with its typo) and 2021, and two that occur in prose only.
    pub(crate) names: &'static [&'static str],
    /// How it walks where a script gives no parameters; a list without entities stands for all.
    pub(crate) walk: fn() -> Walk,
}

pub(crate) const KINDS: [Kind; 8] = [
    Kind { names: &["narrow_horz", "narrow", "horz", "horizontal"], walk: || Walk::NarrowHorz },
    Kind { names: &["narrow_vert", "vert", "vertical"], walk: || Walk::NarrowVert },
    Kind { names: &["narrow_rand", "rand", "random", "narrow_rnd"], walk: || Walk::NarrowRand },
    Kind {
        names: &["turtle_drunk", "turtle", "drunk", "digger", "narrow_drunk"],
        walk: || Walk::TurtleDrunk { directions: plus(), change: CHANGE_DEFAULT },
    },
    Kind {
        names: &["turtle_heur", "greedy", "agent"],
        walk: || Walk::TurtleHeur { directions: plus(), heuristics: vec![Estimator::Random] },
    },
    Kind {
        names: &["turtle_connect", "turlte_connect", "connect"],
        walk: || Walk::TurtleConnect {
            directions: plus(),
            entities: EntityList::default(),
            costs: Vec::new(),
        },
    },
    Kind {
        names: &["wide_heur", "wide", "heuristic", "order"],
        walk: || Walk::WideHeur { heuristics: vec![Estimator::Random] },
    },
    Kind { names: &["wide_rand", "rorder", "rand_order"], walk: || Walk::WideRand },
];

/// Probability of a new direction where a script says nothing (README 0.3.0).
const CHANGE_DEFAULT: f64 = 0.1;

fn plus() -> Neighborhood {
    Neighborhood::parse("010,131,010").expect("the matrix is sound")
}

/// Every parameter of every explorer; one that its explorer has no use for is
/// allowed and ignored, as in both releases.
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

/// The parameters that all explorers have.
const GENERAL: [&str; 6] = ["replace", "out", "mirror", "repeats", "tiles", "changes"];

/// What else a parameter is called; of both names the one on the left counts.
pub(crate) const ALIASES: [(&str, &str); 2] =
    [("directions", "neighborhood"), ("dirprob", "change")];

impl Kind {
    /// The kind of a name.
    pub(crate) fn of(name: &str) -> Option<&'static Self> {
        const ALL: &[Kind] = &KINDS;
        ALL.iter().find(|kind| kind.names.contains(&name))
    }

    /// Whether explorers of this kind have a use for a parameter.
    pub(crate) fn uses(&self, parameter: &str) -> bool {
        let alias = ALIASES.iter().find(|(_, alias)| *alias == parameter);
        let name = alias.map_or(parameter, |(name, _)| name);
        GENERAL.contains(&name) || (self.walk)().parameters().iter().any(|(key, _)| *key == name)
    }
}

impl Explorer {
    /// An explorer of a type, by any of its names, on the whole map and without parameters.
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
    /// The walk of an explorer type, by any of its names, without parameters; a list without
    /// entities stands for all.
    pub fn named(name: &str) -> Option<Self> {
        Kind::of(name).map(|kind| (kind.walk)())
    }
}

impl Estimator {
    /// Its word if only a pass of an explorer, or of a level in the making, knows its value.
    pub(crate) fn word_of_a_pass(&self) -> Option<&'static str> {
        match self {
            Self::Random => Some("random"),
            Self::Noise { .. } => Some("noise"),
            Self::Percent => Some("percent"),
            Self::ChangePercent => Some("cpercent"),
            Self::RepeatPercent => Some("rpercent"),
            Self::Number(_)
            | Self::Dial(..)
            | Self::Place(..)
            | Self::Total(_)
            | Self::Neighborhood(..)
            | Self::Distance(_)
            | Self::Image(..)
            | Self::Handed(_) => None,
        }
    }
}

impl Script {
    /// The keys of the parameters of an explorer, from 0, as they are written, each with whether
    /// it is not what it is where a document says nothing.
    pub fn parameters_of(&self, explorer: usize) -> impl Iterator<Item = (&'static str, bool)> {
        let own = self.explorers[explorer].walk.parameters().into_iter().map(|(key, _)| key);
        own.chain(GENERAL).map(move |key| {
            let mut without = self.clone();
            without.forget_parameter(explorer, key);
            (key, without.explorers[explorer] != self.explorers[explorer])
        })
    }

    /// Makes a parameter of an explorer, from 0, what it is where a document says nothing.
    pub fn forget_parameter(&mut self, explorer: usize, key: &str) {
        let one = &mut self.explorers[explorer];
        match key {
            "replace" => one.replace = Replace::default(),
            "out" => one.out = None,
            "mirror" => one.mirror = None,
            "repeats" => (one.repeats, one.dialled.repeats) = (1, None),
            "tiles" => (one.tiles, one.dialled.tiles) = (None, None),
            "changes" => (one.changes, one.dialled.changes) = (None, None),
            _ => {
                let Some(mut walk) = Walk::named(one.name.as_str()) else { return };
                let pairs = one.walk.parameters_mut().into_iter().zip(walk.parameters_mut());
                for ((_, own), (_, new)) in pairs.filter(|((known, _), _)| *known == key) {
                    match (own, new) {
                        (ParameterMut::Cells(own, _), ParameterMut::Cells(new, _)) => {
                            mem::swap(own, new);
                        }
                        (ParameterMut::Share(own), ParameterMut::Share(new)) => *own = *new,
                        (ParameterMut::Heuristics(own), ParameterMut::Heuristics(new))
                        | (ParameterMut::Costs(own), ParameterMut::Costs(new)) => {
                            mem::swap(own, new);
                        }
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

/// The estimators that are a word; a scale can follow that of noise, a divisor that of a place.
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

/// An estimator of a list of entities.
type OfList = fn(EntityList) -> Estimator;

/// The estimators that are a word with a list of entities: distances, and mirror images.
pub(crate) const OF_LISTS: [(&str, OfList); 6] = [
    ("dist", Estimator::Distance),
    ("left_right", |list| Estimator::Image(Mirror::LeftRight, list)),
    ("top_bottom", |list| Estimator::Image(Mirror::TopBottom, list)),
    ("both", |list| Estimator::Image(Mirror::Both, list)),
    ("half_turn", |list| Estimator::Image(Mirror::HalfTurn, list)),
    ("quarter_turns", |list| Estimator::Image(Mirror::QuarterTurns, list)),
];

/// The word that stands before the list of an estimator, if there is one.
pub(crate) fn word_of_list(estimator: &Estimator) -> Option<&'static str> {
    let is_it = |make: OfList| match (make(EntityList::default()), estimator) {
        (Estimator::Image(one, _), Estimator::Image(other, _)) => one == *other,
        (one, other) => mem::discriminant(&one) == mem::discriminant(other),
    };
    OF_LISTS.iter().find(|(_, make)| is_it(*make)).map(|(word, _)| *word)
}

/// The types of today's explorers, each with all of its names, the canonical one first.
pub fn explorer_types() -> impl Iterator<Item = &'static [&'static str]> {
    KINDS.iter().map(|kind| kind.names)
}

/// The words of today's estimators, beside neighborhoods, entities and numbers.
pub fn estimator_words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(word, _)| *word).chain(OF_LISTS.iter().map(|(word, _)| *word))
}

/// The parameters of today's explorers.
pub fn parameter_names() -> impl Iterator<Item = &'static str> {
    PARAMETERS.iter().copied()
}
