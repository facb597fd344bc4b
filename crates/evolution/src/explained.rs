//! The script that explains drawings, before any search.

use config::explanations;
use marahel::{Script, Semantics};
use problem::{Problem, Tally};

use crate::ending::quality::judge_sets;

/// Levels by which explanations are compared.
const N_LEVELS: u32 = 100;

/// So many times as like the levels of another explanation must be than those of a shorter one.
const BETTER: f64 = 1.15;

/// A script that explains drawings, with what a hundred levels of it are like.
pub struct Explained {
    /// The script, each of whose explorers is a layer.
    pub script: Script,
    /// The share of the levels that can be played.
    pub playable: f64,
    /// How similar all levels together are to the drawings.
    pub like: f64,
}

/// Of the scripts that explain the drawings of a problem the shortest one, unless another makes
/// levels that are much more like them; none without drawings, or if no script makes levels.
pub fn explain_drawings(problem: &Problem) -> Option<Explained> {
    let explained = explanations(problem).into_iter().filter_map(|script| {
        let verdict = judge_sets(&script, problem, Semantics::default(), 0, (N_LEVELS, 1)).ok()?;
        let [playable, _, _, _, like, _] = verdict.each_ref().map(Tally::mean);
        Some(Explained { script, playable, like })
    });
    explained.reduce(|best, one| if one.like > BETTER * best.like { one } else { best })
}
