//! Writing a script from a problem.

use anyhow::{bail, ensure};
use marahel_config::Config;
use marahel_drafts::N_DRAFTS_MAX;
use schemars::JsonSchema;
use serde::Deserialize;

use super::budget::first_seed;
use super::levels::sheet_in;
use super::{Effect, Work};
use crate::evolve::draft::{Drafted, N_PICTURED};
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, has_ending};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    problem: ProblemSource,
    /// File for the best draft, such as mine.json; others are mine-2.json and so on beside it.
    to: String,
    /// Number of drafts, at most.
    #[serde(default = "one")]
    count: usize,
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    overwrite: bool,
}

const fn one() -> usize {
    1
}

impl Work for Draft {
    const NAME: &'static str = "draft";
    const TITLE: &'static str = "Write scripts from a problem";
    const EFFECT: Effect = Effect::Replaces;
    const IS_LONG: bool = true;
    const ABOUT: &'static str = "From a problem alone: readable scripts, an explorer for each thing that it asks for, with the demands \
        that they do not meet and those that they do not mention. Use it first, before you write a script.";

    fn work(self) -> anyhow::Result<Reply> {
        ensure!((1..=N_DRAFTS_MAX).contains(&self.count), "`count` is 1 to {N_DRAFTS_MAX}");
        let Some(stem) = self.to.strip_suffix(".json").filter(|_| has_ending(&self.to, "json"))
        else {
            bail!("`to` is the place of a file that ends in .json");
        };
        let problem = self.problem.problem()?;
        let config = Config { seed: self.seed, ..Config::default() };
        let Drafted { drafts, text, levels } = Drafted::of(&config, &problem, self.count)?;
        let mut reply = Reply { text, overwrites: self.overwrite, ..Reply::default() }
            .with_picture(sheet_in(&levels, Some(N_PICTURED as usize))?);
        if !reply.pictures.is_empty() {
            reply = reply.line("levels of the seeds from 0, a row for each draft (picture)");
        }
        for (draft, number) in drafts.iter().zip(1..) {
            let place = if number == 1 { self.to.clone() } else { format!("{stem}-{number}.json") };
            reply = reply.with_file(place, draft.script.to_string().into_bytes());
        }
        Ok(reply.next(
            "look at the picture; change and add rules by edit, such as for what is not said; then improve",
        ))
    }
}
