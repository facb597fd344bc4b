//! How far a script looks and writes.

use crate::script::{self, Script};

impl Script {
    /// Cells of the largest level and the border around it.
    pub(crate) fn n_cells(&self) -> u64 {
        let border = 2 * reach(self) as u64;
        (u64::from(self.max.width) + border) * (u64::from(self.max.height) + border)
    }
}

/// How far beyond the edge of a region the script may look or write, in cells; at
/// least 1.
pub(crate) fn reach(script: &Script) -> usize {
    let estimator = |estimator: &script::Estimator| match estimator {
        script::Estimator::Neighborhood(neighborhood, _) => neighborhood.reach(),
        _ => 0,
    };
    let condition = |condition: &script::Condition| match condition {
        script::Condition::Bare(bare) | script::Condition::Parity { estimator: bare, .. } => {
            estimator(bare)
        }
        script::Condition::Connected { .. } => 0,
        script::Condition::Compare(left, _, right) => estimator(left).max(estimator(right)),
    };
    let rule = |rule: &script::Rule| {
        let read = rule.conditions.iter().map(condition).max();
        let written = rule.executers.iter().map(|executer| executer.neighborhood.reach()).max();
        read.max(written).unwrap_or(0)
    };
    let walk = |walk: &script::Walk| match walk {
        script::Walk::TurtleHeur { directions, heuristics } => {
            // A turtle measures only cells inside the region.
            heuristics.iter().map(estimator).max().unwrap_or(0).max(directions.reach())
        }
        script::Walk::TurtleDrunk { directions, .. }
        | script::Walk::TurtleConnect { directions, .. } => directions.reach(),
        script::Walk::WideHeur { heuristics } => {
            heuristics.iter().map(estimator).max().unwrap_or(0)
        }
        _ => 0,
    };
    let explorer = |explorer: &script::Explorer| {
        explorer.rules.iter().map(rule).max().unwrap_or(0).max(walk(&explorer.walk))
    };
    script.explorers.iter().map(explorer).max().unwrap_or(0).max(1)
}
