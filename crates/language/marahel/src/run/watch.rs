//! Watches a run: the level after explorers and repeats, and what rules did.

use std::sync::Arc;

use marahel_level::{Level, Palette, View};
use rand_chacha::ChaCha8Rng;

use super::{RunError, Workspace};
use crate::pins::Pins;
use crate::program::Program;

#[cfg(test)]
mod tests;

/// The level at one moment of a run, and what rules did since the previous snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Index of the current explorer.
    pub explorer: usize,
    /// Its finished repeats: all of them in its last snapshot.
    pub n_repeats: u64,
    /// The level at that moment.
    pub level: Level,
    /// What each rule of the explorer did since its previous snapshot, in the order of the script,
    /// including rules that can never be applied.
    pub rules: Vec<RuleCount>,
    /// For each cell in row-major order, the last of these rules that wrote a tile there.
    pub by_rule: Vec<Option<u16>>,
}

/// Counts of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleCount {
    /// Visits at which it was applied.
    pub n_fired: u64,
    /// Changed tiles; a tile that changed twice counts twice.
    pub n_changed: u64,
}

/// What the rules of an explorer did since the last snapshot, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleCounts {
    rules: Vec<RuleCount>,
    by_rule: Vec<Option<u16>>,
}

impl RuleCounts {
    pub(super) fn begin(&mut self, n_rules: usize, n_cells: usize) {
        self.rules.clear();
        self.rules.resize(n_rules, RuleCount::default());
        self.by_rule.clear();
        self.by_rule.resize(n_cells, None);
    }

    pub(super) fn add(&mut self, rule: usize, n_changed: u32) {
        self.rules[rule].n_fired += 1;
        self.rules[rule].n_changed += u64::from(n_changed);
    }

    pub(super) fn mark(&mut self, rule: usize, cell: usize) {
        self.by_rule[cell] = u16::try_from(rule).ok();
    }

    /// Returns the counts since the last call.
    fn take(&mut self) -> Self {
        let (n_rules, n_cells) = (self.rules.len(), self.by_rule.len());
        let observations = std::mem::take(self);
        self.begin(n_rules, n_cells);
        observations
    }
}

impl Program {
    /// Generates one level, from pins if there are any, with a snapshot after each explorer, and
    /// after repeats while there are no more than `n_snapshots_max` in all.
    pub(crate) fn snapshots(
        &self,
        pins: Option<&Pins>,
        rng: &mut ChaCha8Rng,
        palette: &Arc<Palette>,
        n_snapshots_max: u64,
    ) -> Result<Vec<Snapshot>, RunError> {
        let mut workspace =
            Workspace { rule_counts: Some(RuleCounts::default()), ..Workspace::new() };
        let mut camera = Camera { program: self, palette, n_snapshots_max, snapshots: Vec::new() };
        self.run_watched(pins, rng, &mut workspace, &mut camera)?;
        Ok(camera.snapshots)
    }
}

/// Is called between the passes of a run.
pub(super) trait Observer {
    /// A level begins, perhaps because the previous one had too few cells of an entity.
    fn begin_level(&mut self) {}

    /// An explorer has finished `n_done` repeats.
    fn after_repeat(&mut self, _explorer: usize, _n_done: u64, _workspace: &mut Workspace) {}

    /// An explorer has finished; the random stream may be replaced.
    fn after_explorer(&mut self, explorer: usize, workspace: &mut Workspace, rng: &mut ChaCha8Rng);
}

impl Observer for &mut dyn FnMut(usize, View<'_>, &mut ChaCha8Rng) {
    fn after_explorer(&mut self, explorer: usize, workspace: &mut Workspace, rng: &mut ChaCha8Rng) {
        self(explorer, workspace.level(), rng);
    }
}

struct Camera<'a> {
    program: &'a Program,
    palette: &'a Arc<Palette>,
    n_snapshots_max: u64,
    snapshots: Vec<Snapshot>,
}

impl Observer for Camera<'_> {
    fn begin_level(&mut self) {
        self.snapshots.clear();
    }

    fn after_repeat(&mut self, explorer: usize, n_done: u64, workspace: &mut Workspace) {
        let n_repeats = self.program.explorers[explorer].repeats;
        if n_done < n_repeats && is_chosen(n_done, n_repeats, self.share(explorer)) {
            self.take(explorer, n_done, workspace);
        }
    }

    fn after_explorer(
        &mut self,
        explorer: usize,
        workspace: &mut Workspace,
        _rng: &mut ChaCha8Rng,
    ) {
        self.take(explorer, self.program.explorers[explorer].repeats, workspace);
    }
}

impl Camera<'_> {
    /// Number of snapshots of an explorer: one for certain, and of the others its share of the
    /// repeats.
    fn share(&self, explorer: usize) -> u64 {
        let n_inner = |repeats: u64| u128::from(repeats.saturating_sub(1));
        let explorers = &self.program.explorers;
        let n_all: u128 = explorers.iter().map(|explorer| n_inner(explorer.repeats)).sum();
        let n_free = u128::from(self.n_snapshots_max).saturating_sub(explorers.len() as u128);
        let n_own = n_inner(explorers[explorer].repeats);
        (n_free.min(n_all) * n_own / n_all.max(1)) as u64 + 1
    }

    fn take(&mut self, explorer: usize, n_repeats: u64, workspace: &mut Workspace) {
        let level = Level::from_view(workspace.level(), Arc::clone(self.palette));
        let RuleCounts { rules, by_rule } =
            workspace.rule_counts.as_mut().map(RuleCounts::take).unwrap_or_default();
        self.snapshots.push(Snapshot { explorer, n_repeats, level, rules, by_rule });
    }
}

/// Whether the snapshot after repeat `n_done` is one of `n` that are evenly chosen from
/// `n_repeats`; the last one always is.
fn is_chosen(n_done: u64, n_repeats: u64, n: u64) -> bool {
    let rank = |n_done: u64| u128::from(n_done) * u128::from(n) / u128::from(n_repeats);
    rank(n_done) > rank(n_done - 1)
}
