//! The goals of a search.

use serde::{Deserialize, Serialize};

/// Something that a search maximizes, in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// All objectives of the problem, each as a goal.
    Problem,
    /// The objectives of the problem that can be too large, each as a goal.
    Counts,
    /// Their mean, as a single goal. With many separate goals almost every script is
    /// non-dominated, and selection stops working.
    CountsTogether,
    /// The open-ended objectives of the problem, such as the length of a way, each as a goal.
    Open,
    /// The mean of the open-ended objectives, counted as 0 in levels that are not good.
    Length,
    /// Share of the levels that are playable.
    Playable,
    /// Share of the levels that are good: playable, whole, and all counts in range.
    Good,
    /// The effective number of unlike levels, as a share of what is enough, on a
    /// logarithmic scale; see [`Variety`](marahel_problem::Variety).
    Unlike,
    /// A rough measure of variety for the beginning of a search. The problem decides between the
    /// difference of the tiles of two levels and `unlike`.
    Rough,
    /// The effective number of different levels, as a share of what is enough,
    /// on a logarithmic scale.
    Different,
    /// Everything in one number, at most 2; see results/search.
    Worth,
    /// How short the script is: 1 up to 1000 characters, a half at 6000. As a factor it keeps
    /// scripts from collecting parts that do nothing.
    Brevity,
    /// How little work a level costs: 1 up to 20 steps per tile, a half at 80; a level of fewer
    /// than 400 tiles counts as 400. In a level that is not playable, each node of a solver is a
    /// step, too. As a factor it rejects scripts that take ten times as long as equally good ones,
    /// and puzzles for which solvers search to the end and find no solution.
    Speed,
}

impl Goal {
    /// Whether it rates the script itself and not its levels' worth.
    pub fn is_of_script(self) -> bool {
        matches!(self, Self::Brevity | Self::Speed)
    }
}
