//! What a search can be told to maximize.

use serde::{Deserialize, Serialize};

/// Something that a search maximizes, in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// All objectives of the problem, each for itself.
    Problem,
    /// Those objectives of the problem that can be too large, each for itself.
    Counts,
    /// The same as one: their mean. A search among very many goals finds hardly
    /// anything worse than anything else.
    CountsTogether,
    /// The open-ended objectives of the problem, such as the length of a way,
    /// each for itself.
    Open,
    /// The open-ended objectives, their mean, where a level is good; 0 for all
    /// other levels.
    Length,
    /// Share of the levels that are playable.
    Playable,
    /// Share of the levels that are good: playable, whole, and all counts in range.
    Good,
    /// The effective number of unlike levels, as a share of what is enough, on a
    /// logarithmic scale; see [`Variety`](problem::Variety).
    Unlike,
    /// A rough measure of variety, for a search that is young: how much the tiles
    /// of two levels differ, or what `unlike` is, as the problem says.
    Rough,
    /// The effective number of different levels, as a share of what is enough,
    /// on a logarithmic scale.
    Different,
    /// Everything in one number, at most 2; see results/search.
    Worth,
    /// How short the script is: 1 up to 1000 characters, a half at 6000. As a factor it
    /// keeps free genomes from growing by what does nothing.
    Brevity,
    /// How little work a level is: 1 up to 20 steps per tile, a half at 80; a level of fewer
    /// than 400 tiles counts as one of 400. Where a level is not playable, each node that a
    /// solver looked at is a step, too. As a factor it keeps a search from scripts that take ten
    /// times as long as others which are as good, and from puzzles that solvers must search to
    /// the end to see that they have no solution.
    Speed,
}

impl Goal {
    /// Whether it is about the script, whatever its levels are worth.
    pub fn is_of_script(self) -> bool {
        matches!(self, Self::Brevity | Self::Speed)
    }
}
