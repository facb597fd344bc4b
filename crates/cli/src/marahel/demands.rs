//! Requirements on levels: playable by a problem, and conditions in its language.

use anyhow::{Context, anyhow};
use level::Tile;
use marahel::script::Size;
use marahel::{Generator, RunError, Script};
use problem::{Condition, Maker, Meter, Problem};

use crate::terminal::listed;

/// Conditions on the levels of a script.
pub(crate) struct Demands {
    pub(crate) problem: Problem,
    pub(crate) conditions: Vec<Condition>,
    /// The problem's tile for each tile of the script, if they are numbered differently.
    names: Option<[Tile; 64]>,
}

impl Demands {
    /// The conditions of playable levels, if requested, and the given condition.
    pub(crate) fn new(
        problem: Problem,
        script: &Script,
        is_playable: bool,
        condition: Option<&str>,
    ) -> anyhow::Result<Self> {
        let Size { width, height } = script.max;
        let names = problem.tiles_of(&script.entities)?;
        let mut problem = problem.with_sizes(vec![(width as usize, height as usize)])?;
        let mut conditions = Vec::new();
        if is_playable {
            (problem, conditions) = problem.with_playable_conditions();
        }
        if let Some(text) = condition {
            let with = problem.with_condition(text);
            let condition;
            (problem, condition) =
                with.map_err(|error| anyhow!(listed("--where", error.diagnostics(), "")))?;
            conditions.push(condition);
        }
        Ok(Self { problem, conditions, names })
    }

    /// A judge for levels of seeds, on one thread.
    pub(super) fn judge<'d>(&'d self, generator: &'d Generator) -> Judge<'d> {
        let (maker, meter) = (Maker::new(&[]), self.problem.describing_meter());
        Judge { demands: self, generator, maker, meter }
    }

    /// Fails if the external judge failed so that measurements are invalid.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        self.problem.check_judge().context("judging levels")
    }
}

/// Makes levels and judges them, and reuses its memory.
pub(super) struct Judge<'d> {
    demands: &'d Demands,
    generator: &'d Generator,
    maker: Maker<'d>,
    meter: Meter<'d>,
}

impl Judge<'_> {
    /// The index of the first condition that the level of a seed fails, if any.
    pub(super) fn lack(&mut self, seed: u64) -> Result<Option<usize>, RunError> {
        let made = self.maker.of_seed(self.generator, self.demands.names.as_ref(), seed)?;
        Ok(self.meter.unfulfilled(made.level, &self.demands.conditions))
    }

    /// The mean score of the level of a seed, in 0..=1.
    pub(super) fn score(&mut self, seed: u64) -> Result<f64, RunError> {
        let made = self.maker.of_seed(self.generator, self.demands.names.as_ref(), seed)?;
        self.meter.begin(&made);
        self.meter.judge(made.level);
        let scores = self.meter.scores();
        Ok(scores.iter().sum::<f64>() / scores.len().max(1) as f64)
    }
}
