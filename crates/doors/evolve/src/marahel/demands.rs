//! Requirements on levels: playable or good by a problem, and conditions in its language.

use anyhow::{Context, anyhow};
use marahel::script::Size;
use marahel::{Generator, RunError, Script};
use marahel_level::Tile;
use marahel_problem::{Condition, Maker, Meter, Problem};

use crate::terminal::{Usage, listed};

/// Options for the levels that a problem accepts.
#[derive(Debug, clap::Args)]
pub(super) struct JudgeArgs {
    /// Leave out levels that are not playable by --problem.
    #[arg(help_heading = "Filters", long, requires = "problem")]
    playable: bool,
    /// Leave out levels that are not good by --problem: playable and whole, with each objective
    /// that has an upper bound in its range.
    #[arg(help_heading = "Filters", long, requires = "problem")]
    good: bool,
    /// Leave out levels that do not fulfil a condition in the language of --problem, which may name
    /// its objectives, `playable`, `whole` and `good`.
    #[arg(
        help_heading = "Filters",
        long = "where",
        value_name = "EXPRESSION",
        requires = "problem"
    )]
    condition: Option<String>,
}

impl JudgeArgs {
    pub(super) fn judges(&self) -> bool {
        self.playable || self.good || self.condition.is_some()
    }

    /// The requirements on levels of a script, if there are any; a problem file may say that an
    /// external judge sifts them.
    pub(super) fn demands_on<'s>(
        &self,
        problem: &str,
        script: impl FnOnce() -> Result<&'s Script, Usage>,
    ) -> anyhow::Result<Option<Demands>> {
        let problem = marahel_config::BUILT_IN.problem(problem)?;
        if !self.judges() && !problem.definition().is_sifted() {
            return Ok(None);
        }
        let script = script()?;
        self.demands(problem, &script.entities, size_of(script)).map(Some)
    }

    /// The requirements on levels of a size with these entities.
    pub(super) fn demands(
        &self,
        problem: Problem,
        entities: &[String],
        size: (usize, usize),
    ) -> anyhow::Result<Demands> {
        let standard = match (self.good, self.playable) {
            (true, _) => Some(Standard::Good),
            (false, true) => Some(Standard::Playable),
            (false, false) => None,
        };
        Demands::new(problem, entities, size, standard, self.condition.as_deref())
    }
}

/// What a problem demands of all levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standard {
    Playable,
    Good,
}

impl Standard {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Playable => "playable",
            Self::Good => "good",
        }
    }

    /// The condition for a certificate, besides `playable`.
    pub(crate) fn with(self, condition: Option<&str>) -> String {
        match (self, condition) {
            (Self::Playable, condition) => condition.unwrap_or_default().to_owned(),
            (Self::Good, None) => self.word().to_owned(),
            (Self::Good, Some(condition)) => format!("{AND_GOOD}{condition}"),
        }
    }

    /// The standard of a certificate, and its other condition.
    pub(super) fn of(condition: &str) -> (Self, &str) {
        match condition.strip_prefix(AND_GOOD) {
            Some(condition) => (Self::Good, condition),
            None if condition == Self::Good.word() => (Self::Good, ""),
            None => (Self::Playable, condition),
        }
    }
}

/// Begins the condition of a certificate of good levels, if there is another.
const AND_GOOD: &str = "good, ";

pub(crate) struct Demands {
    pub(crate) problem: Problem,
    pub(crate) conditions: Vec<Condition>,
    /// The problem's tile for each tile of the script, if they are numbered differently.
    names: Option<[Tile; 64]>,
}

impl Demands {
    /// The conditions of the standard, if any, and the given condition, for levels up to a size.
    pub(crate) fn new(
        problem: Problem,
        entities: &[String],
        size: (usize, usize),
        standard: Option<Standard>,
        condition: Option<&str>,
    ) -> anyhow::Result<Self> {
        let names = problem.tiles_of(entities)?;
        let problem = match standard {
            Some(_) => problem.with_sizes(vec![size])?,
            None => problem.with_sizes_unplayed(vec![size])?,
        };
        let (mut problem, mut conditions) = match standard {
            Some(Standard::Playable) => problem.with_playable_conditions(),
            Some(Standard::Good) => problem.with_good_conditions(),
            None => (problem, Vec::new()),
        };
        if let Some(text) = condition {
            let with = problem.with_condition(text);
            let condition;
            (problem, condition) =
                with.map_err(|error| anyhow!(listed("--where", error.diagnostics(), "")))?;
            conditions.push(condition);
        }
        // An external judge takes longest.
        let (problem, sifting) = problem.with_sifting_conditions();
        conditions.extend(sifting);
        Ok(Self { problem, conditions, names })
    }

    /// The same for the levels of a script.
    pub(crate) fn of_script(
        problem: Problem,
        script: &Script,
        standard: Standard,
        condition: Option<&str>,
    ) -> anyhow::Result<Self> {
        Self::new(problem, &script.entities, size_of(script), Some(standard), condition)
    }

    /// A judge for levels of seeds, on one thread.
    pub(crate) fn judge<'d>(&'d self, generator: &'d Generator) -> Judge<'d> {
        let (maker, meter) = (Maker::new(&[]), self.problem.describing_meter());
        Judge { demands: self, generator, maker, meter }
    }

    /// Fails if the external judge failed so that measurements are invalid.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        self.problem.check_judge().context("judging levels")
    }
}

/// The columns and rows of the largest levels of a script.
pub(crate) fn size_of(script: &Script) -> (usize, usize) {
    let Size { width, height } = script.max;
    (width as usize, height as usize)
}

/// Makes levels and judges them, and reuses its memory.
pub(crate) struct Judge<'d> {
    demands: &'d Demands,
    generator: &'d Generator,
    maker: Maker<'d>,
    meter: Meter<'d>,
}

impl Judge<'_> {
    /// The index of the first condition that the level of a seed fails, if any.
    pub(crate) fn lack(&mut self, seed: u64) -> Result<Option<usize>, RunError> {
        let level = self.maker.of_seed(self.generator, self.demands.names.as_ref(), seed)?;
        Ok(self.meter.unfulfilled(level.level, &self.demands.conditions))
    }

    /// The mean score of the level of a seed, in 0..=1.
    pub(super) fn score(&mut self, seed: u64) -> Result<f64, RunError> {
        let level = self.maker.of_seed(self.generator, self.demands.names.as_ref(), seed)?;
        self.meter.begin(&level);
        self.meter.judge(level.level);
        let scores = self.meter.scores();
        Ok(scores.iter().sum::<f64>() / scores.len().max(1) as f64)
    }
}
