//! [`Semantics`]: two readings of the language.

use std::fmt;
use std::str::FromStr;

use marahel_script::Script;

use crate::Program;

/// The reading of the language for a run. Scripts parse alike in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Semantics {
    /// As documented by the README of Marahel 0.3.0 and the AIIDE'17 paper.
    ///
    /// If a script limits `changes`, visits count that changed a cell. Without a limit, a pass ends
    /// as in the original engine, once rules fired as often as the region has cells.
    #[default]
    Documented,
    /// As in the engine of the FDG'20 release (0.3.0 of 2020-05-16):
    ///
    /// - `dist(...)` looks for unknown cells whatever its argument says, so on
    ///   a filled map every condition on it holds and every heuristic is a tie;
    /// - all wide explorers of a script share one list of cells per region,
    ///   which no pass refills, and the last cell of the list is not visited;
    /// - `changes` and `cpercent` count visits on which a rule fired;
    /// - `tiles` and `changes` default to the area of the largest region of the explorer;
    /// - members of an entity list count with multiplicity;
    /// - greedy and connecting turtles choose unevenly among equals, and what
    ///   is shuffled tends to stay where it was;
    /// - `noise` is one fixed lattice cell stretched over the region;
    /// - connecting turtles ignore `tiles`;
    /// - upper limits of sizes and divisions are exclusive.
    Original,
}

impl Semantics {
    /// The names for [`FromStr`], in the order of the variants.
    pub const NAMES: [&str; 2] = ["documented", "fdg20"];

    /// The reading that is not this one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Documented => Self::Original,
            Self::Original => Self::Documented,
        }
    }
}

impl Program {
    /// Compiles a script for some semantics.
    pub fn with_semantics(script: &Script, semantics: Semantics) -> Self {
        Self::compiled(script, semantics == Semantics::Original)
    }
}

impl fmt::Display for Semantics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Documented => "documented",
            Self::Original => "fdg20",
        })
    }
}

impl FromStr for Semantics {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "documented" => Ok(Self::Documented),
            "fdg20" => Ok(Self::Original),
            _ => {
                Err(format!("unknown semantics `{text}`; there are {}", Self::NAMES.join(" and ")))
            }
        }
    }
}

#[cfg(test)]
mod tests;
