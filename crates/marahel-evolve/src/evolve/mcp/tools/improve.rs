//! Making a script better.

use std::path::PathBuf;

use anyhow::bail;
use marahel_config::{Beginning, Config};
use marahel_evolution::example_levels;
use schemars::JsonSchema;
use serde::Deserialize;

use super::budget::{Budget, LOCKS, first_seed};
use super::levels::sheet;
use super::{Effect, Work};
use crate::evolve::improve::report;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText, has_ending};

/// Fresh levels that measure the script before and after.
const N_VALIDATED: u32 = 500;

/// Levels of each picture.
const N_PICTURED: u64 = 6;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Improve {
    script: ScriptText,
    problem: ProblemSource,
    /// File for the better script; may be that of the script, with `overwrite`.
    to: String,
    #[serde(default)]
    #[schemars(description = LOCKS)]
    locks: Vec<String>,
    /// Number of levels to make, at most 60000. Fewer for large levels.
    #[serde(default = "Budget::of_edits")]
    budget: u64,
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    overwrite: bool,
}

impl Work for Improve {
    const NAME: &'static str = "improve";
    const TITLE: &'static str = "Finish a script by few edits";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str = "Finish a script that is nearly right, or a layout, by few edits that make more levels good and lower \
        nothing else. Use it before any search; call it again to go on.";

    fn work(self) -> anyhow::Result<Reply> {
        Budget::OF_EDITS.check(self.budget)?;
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
