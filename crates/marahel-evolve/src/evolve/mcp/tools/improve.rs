//! Making a script better.

use std::path::PathBuf;

use anyhow::bail;
use marahel_config::{Beginning, Config};
use marahel_evolution::example_levels;
use schemars::JsonSchema;
use serde::Deserialize;

use super::levels::sheet;
use super::{Effect, Work};
use crate::evolve::improve::report;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText, has_ending};

/// Default and maximum number of levels; more would take longer than an answer may.
const BUDGET: u64 = 20_000;
const BUDGET_MAX: u64 = 60_000;

/// Fresh levels that measure the script before and after.
const N_VALIDATED: u32 = 500;

/// Levels of each picture.
const N_PICTURED: u64 = 6;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Improve {
    script: ScriptText,
    problem: ProblemSource,
    /// File of the folder for the better script, such as better.json; may be that of the script if
    /// `overwrite` is set.
    to: String,
    /// Parts of the script that must not change, numbered as in trace: "2" is its third explorer,
    /// "2.0" the first rule of that, "regions" all its regions.
    #[serde(default)]
    locks: Vec<String>,
    /// Number of levels to make or judge, at most 60000. Fewer for large levels.
    #[serde(default = "budget")]
    budget: u64,
    /// Seed of all random numbers.
    #[serde(default = "first_seed")]
    seed: u64,
    /// Whether to replace an existing file.
    #[serde(default)]
    overwrite: bool,
}

const fn budget() -> u64 {
    BUDGET
}

const fn first_seed() -> u64 {
    1
}

impl Work for Improve {
    const NAME: &'static str = "improve";
    const TITLE: &'static str = "Finish a script by few edits";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str = "Finish a script that is nearly right, or a layout: looks for few edits that make more levels good and \
        lower nothing else, and keeps the rest as written. Use it before any search; call it again to go on.";

    fn work(self) -> anyhow::Result<Reply> {
        if self.budget == 0 || self.budget > BUDGET_MAX {
            bail!("`budget` is 1 to {BUDGET_MAX} levels here; `evolve improve` takes more");
        }
        if !has_ending(&self.to, "json") {
            bail!("`to` is the place of a file that ends in .json");
        }
        let problem = self.problem.problem()?;
        let mut config = Config {
            from: vec![PathBuf::from(self.script.label())],
            from_texts: vec![self.script.text.clone()],
            lock: self.locks,
            seed: self.seed,
            ..Config::default()
        };
        config.search.start = Beginning::Scripts;
        let improved =
            marahel_improve::improve(&config, &problem, self.budget, N_VALIDATED, &mut |_| false)?;
        problem.check_judge()?;
        let mut reply = Reply::of_lines(&[report::text(&improved).trim_end().to_owned()]);
        if improved.edits.is_empty() {
            return Ok(reply.next(
                "look at what its levels lack with evaluate, and change that rule; or start_search",
            ));
        }
        for (text, name) in [(&self.script.text, "before"), (&improved.text, "after")] {
            let levels = example_levels(text, N_PICTURED, &config, &problem)?.unwrap_or_default();
            if !levels.is_empty() {
                reply = reply.line(&format!("levels of the seeds from 0, {name} (picture)"));
                reply = reply.with_picture(sheet(&levels)?);
            }
        }
        reply = reply.with_file(&self.to, improved.text.into_bytes());
        reply.overwrites = self.overwrite;
        Ok(reply.next(
            "compare the pictures: no number says what was meant; then improve again, or evaluate",
        ))
    }
}
