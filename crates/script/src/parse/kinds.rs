//! The kinds of explorers, how they are called, and what parameters they have.

/// The kinds of explorers, each with every accepted spelling, the canonical
/// one first: those of README 0.3.0, of the releases of 2020 (with its typo)
/// and 2021, and two that occur in prose only.
pub(crate) const KINDS: [(Kind, &[&str]); 8] = [
    (Kind::NarrowHorz, &["narrow_horz", "narrow", "horz", "horizontal"]),
    (Kind::NarrowVert, &["narrow_vert", "vert", "vertical"]),
    (Kind::NarrowRand, &["narrow_rand", "rand", "random", "narrow_rnd"]),
    (Kind::TurtleDrunk, &["turtle_drunk", "turtle", "drunk", "digger", "narrow_drunk"]),
    (Kind::TurtleHeur, &["turtle_heur", "greedy", "agent"]),
    (Kind::TurtleConnect, &["turtle_connect", "turlte_connect", "connect"]),
    (Kind::WideHeur, &["wide_heur", "wide", "heuristic", "order"]),
    (Kind::WideRand, &["wide_rand", "rorder", "rand_order"]),
];

/// The types of today's explorers, each with all of its names, the canonical one first.
pub fn explorer_types() -> impl Iterator<Item = &'static [&'static str]> {
    KINDS.iter().map(|&(_, names)| names)
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    NarrowHorz,
    NarrowVert,
    NarrowRand,
    TurtleDrunk,
    TurtleHeur,
    TurtleConnect,
    WideHeur,
    WideRand,
}

/// What else a parameter is called; of both names the one on the left counts.
pub(crate) const ALIASES: [(&str, &str); 2] =
    [("directions", "neighborhood"), ("dirprob", "change")];

impl Kind {
    /// Whether explorers of this kind have a use for a parameter.
    pub(crate) fn uses(self, parameter: &str) -> bool {
        let is_turtle = matches!(self, Self::TurtleDrunk | Self::TurtleHeur | Self::TurtleConnect);
        match parameter {
            "directions" | "neighborhood" => is_turtle,
            "dirprob" | "change" => matches!(self, Self::TurtleDrunk),
            "heuristics" => matches!(self, Self::TurtleHeur | Self::WideHeur),
            "entities" => matches!(self, Self::TurtleConnect),
            _ => true,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, names)| names[0])
    }
}

/// Every parameter of every explorer; one that its explorer has no use for is
/// allowed and ignored, as in both releases.
pub(crate) const PARAMETERS: [&str; 11] = [
    "replace",
    "out",
    "repeats",
    "tiles",
    "changes",
    "dirprob",
    "change",
    "directions",
    "neighborhood",
    "entities",
    "heuristics",
];
