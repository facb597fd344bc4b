//! The script that explains drawings, before any search.

use marahel::{Script, Semantics};
use marahel_config::explanations;
use marahel_problem::Problem;

use crate::ending::quality::judge_sets;

/// Levels that compare two explanations.
const N_LEVELS: u32 = 100;

/// A longer explanation wins only if its levels are this many times as like the drawings.
const BETTER: f64 = 1.15;

/// A script that explains drawings, and measures of a hundred of its levels.
pub struct Explained {
    /// The script; each of its explorers is a layer.
    pub script: Script,
    /// The share of playable levels.
    pub playable: f64,
    /// How similar all levels together are to the drawings.
    pub like: f64,
}

/// The shortest script that explains the drawings of a problem, unless the levels of a longer one
/// are much more like them. `None` without drawings, or if no script makes levels.
pub fn explain_drawings(problem: &Problem) -> Option<Explained> {
    let explained = explanations(problem).into_iter().filter_map(|script| {
        let quality = judge_sets(&script, problem, Semantics::default(), 0, (N_LEVELS, 1)).ok()?;
        let (playable, like) = (quality.playable.mean(), quality.like.mean());
        Some(Explained { script, playable, like })
    });
    explained.reduce(
        |best, candidate| if candidate.like > BETTER * best.like { candidate } else { best },
    )
}
