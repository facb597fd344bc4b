//! Starting, watching and stopping searches, and their results.

use std::iter;

use anyhow::{Context, Error, bail, ensure};
use marahel_evolution::{PROBLEM, Table};
use marahel_studio::{FrontScript, Generation, Glimpse, NewRun, RunProblem, RunState, RunSummary};
use marahel_system::files::FileKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::budget::{Budget, LOCKS, first_seed};
use super::compare::Compare;
use super::levels::Generate;
use super::{Effect, Look, Schema, Setting, WaitState, Watch, Work, mcp};
use crate::evolve::mcp::desk::in_words_of_tools;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText, check_run, has_ending};
use crate::evolve::verdict::Verdict;

/// Maximum seconds to wait for a search.
/// Less than the 60 s after which clients give up.
const PATIENCE_MAX: u64 = 45;

const BEST: &str = "best.json";

/// Number of levels of each script of a comparison.
const N_COMPARED: u32 = 100;

/// Maximum number of scripts of a front to list.
const N_MEMBERS: usize = 5;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Start {
    problem: ProblemSource,
    /// Scripts to begin with; without any, known starters that fit the tiles.
    #[serde(default)]
    from: Vec<ScriptText>,
    #[serde(default)]
    #[schemars(description = LOCKS)]
    locks: Vec<String>,
    /// Number of levels to measure: 300000 take one to a few minutes.
    #[serde(default = "Budget::of_search")]
    budget: u64,
    #[serde(default = "first_seed")]
    seed: u64,
    /// Name for the search.
    #[serde(default)]
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookAt {
    name: String,
    /// Seconds to wait for its end, at most 45.
    #[serde(default)]
    wait_seconds: u64,
    /// Whether to report how its best script was chosen.
    #[serde(default)]
    details: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Stop {
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Resume {
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TakeBest {
    name: String,
    /// File to write, such as mine.json.
    to: String,
    /// Another script of its front, as `look_at_search` names it.
    #[serde(default = "best")]
    member: String,
    #[serde(default)]
    overwrite: bool,
}

fn best() -> String {
    BEST.to_owned()
}

impl Look for Start {
    const NAME: &'static str = "start_search";
    const TITLE: &'static str = "Start a search";
    const EFFECT: Effect = Effect::Adds;
    const ABOUT: &'static str = "Start a search for better scripts in the background, from your own ones or from known starters. \
        Use it when your script is near, or when you have none.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        Budget::OF_SEARCH.check(self.budget)?;
        if !self.locks.is_empty() && self.from.is_empty() {
            bail!("`locks` are parts of a script that the search begins with; give it in `from`");
        }
        let stem = match &self.problem {
            ProblemSource::Name(name) | ProblemSource::File(name, _) => {
                name.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml").to_owned()
            }
            ProblemSource::Text(_) => String::new(),
        };
        if let ProblemSource::Text(_) = &self.problem {
            // Report its mistakes now instead of in a failing search.
            self.problem.problem()?;
        }
        for (index, script) in self.from.iter().enumerate() {
            let script = script.script()?;
            if index == 0 {
                marahel_config::locked(script, &self.locks).map_err(Error::msg)?;
            }
        }
        let run = NewRun {
            name: if self.name.is_empty() { stem } else { self.name },
            problem: match self.problem {
                ProblemSource::Name(name) => RunProblem::Name(name),
                ProblemSource::Text(text) => RunProblem::Text(text),
                ProblemSource::File(_, path) => RunProblem::File(path),
            },
            budget: self.budget,
            seed: self.seed,
            from: self.from.into_iter().map(|script| script.text).collect(),
            locks: self.locks,
        };
        let name = setting.workshop.runs.start(&run)?;
        let reply =
            Reply::of_lines(&[format!("the search {name} has begun, for {} levels", run.budget)]);
        Ok(reply.next(&format!("look_at_search with name = \"{name}\" and wait_seconds = 30")))
    }
}

impl Look for Stop {
    const NAME: &'static str = "stop_search";
    const TITLE: &'static str = "Stop a search";
    const EFFECT: Effect = Effect::Sets;
    const ABOUT: &'static str = "End a search with what it has found; it can go on later.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        setting.workshop.runs.stop(&self.name)?;
        let reply = Reply::of_lines(&[format!("{} ends with what it has, in a moment", self.name)]);
        Ok(reply.next("look_at_search; resume_search goes on with it"))
    }
}

impl Look for Resume {
    const NAME: &'static str = "resume_search";
    const TITLE: &'static str = "Go on with a search";
    const EFFECT: Effect = Effect::Sets;
    const ABOUT: &'static str = "Go on with a search that was stopped.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        let runs = &setting.workshop.runs;
        check_run(&setting.workshop.folder, setting.allow_judges, &runs.place(&self.name)?)
            .with_context(|| self.name.clone())?;
        runs.resume(&self.name)?;
        Ok(Reply::of_lines(&[format!("{} goes on", self.name)]).next("look_at_search"))
    }
}

impl Look for TakeBest {
    const NAME: &'static str = "take_best";
    const TITLE: &'static str = "Take a script of a search";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str =
        "Copy the best script of a search, or another one of its front, to a file.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        ensure!(has_ending(&self.to, "json"), "a script ends in .json");
        let runs = &setting.workshop.runs;
        let text = runs.script(&self.name, &self.member)?;
        setting.write_text(&self.to, text, self.overwrite)?;
        let (script, name) = (&self.member, &self.name);
        let mut reply = Reply::of_lines(&[format!("{} is {script} of {name}", self.to)]);
        if runs.glimpse(&self.name)?.summary.state == RunState::Running {
            reply = reply.line("the search is not over: a better one may come");
        }
        let reply = reply.with_written(self.to);
        Ok(reply.next("generate, to look at its levels; read, to understand it; evaluate"))
    }
}

impl Watch for LookAt {
    fn state(self, setting: &Setting<'_>) -> anyhow::Result<WaitState> {
        if self.wait_seconds > PATIENCE_MAX {
            bail!("`wait_seconds` is at most {PATIENCE_MAX}; call it again to wait longer");
        }
        let glimpse = setting.workshop.runs.glimpse(&self.name)?;
        Ok(WaitState {
            line: phase(&glimpse),
            share: glimpse.summary.share,
            is_over: glimpse.summary.state != RunState::Running,
            patience: self.wait_seconds,
        })
    }
}

#[derive(Serialize, JsonSchema)]
struct Progress {
    #[schemars(with = "String")]
    state: RunState,
    share: f64,
    phase: String,
    has_best: bool,
    /// The answer of the call that compares its best script.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<Map<String, Value>>,
}

impl Look for LookAt {
    const NAME: &'static str = "look_at_search";
    const TITLE: &'static str = "Look at a search";
    const OUTPUT: Option<Schema> = Some(mcp::Tool::with_output_schema::<Progress>);
    const ABOUT: &'static str = "How far a search is, and its front; when it is over, its best script beside the one that it began with.";

    fn look(mut self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        let runs = &setting.workshop.runs;
        let glimpse = runs.glimpse(&self.name)?;
        let RunSummary { state, share, message, best_so_far, name, .. } = &glimpse.summary;
        self.name.clone_from(name);
        let mut lines = vec![format!("{}: {state}, {:.0} % done", self.name, 100.0 * share)];
        if !message.is_empty() {
            lines.push(format!("it said: {message}"));
        }
        lines.extend(Some(phase(&glimpse)).filter(|phase| !phase.is_empty()));
        lines.extend(Some(best_so_far.clone()).filter(|best| !best.is_empty()));
        let mut members = Members::default();
        runs.each_of_front(&self.name, |script| members.add(&script))?;
        lines.extend(members.lines());
        let is_over = *state != RunState::Running && glimpse.has_best;
        let call = if is_over { Some(self.levels_of_best(setting)) } else { None };
        let call = call.and_then(|call| match call {
            Ok(call) => Some(call),
            Err(error) => {
                lines.push(format!("its levels are not shown: {error:#}"));
                None
            }
        });
        if self.details {
            lines.extend(glimpse.about_best.as_ref().map(|about| format!("best.json, {about}")));
        }
        if let Some(best) = &glimpse.best {
            // A comparison has the same figures, with those of the first script.
            let is_compared = call.as_ref().is_some_and(|call| call["tool"] == Compare::NAME);
            if !self.details && !is_compared {
                lines.push("best.json, on fresh levels:".to_owned());
                lines.extend(figures(best));
            }
            lines.extend(first(best, "good").map(verdict));
        }
        let mut reply = Reply::of_lines(&lines).with_data(&Progress {
            state: *state,
            share: *share,
            phase: phase(&glimpse),
            has_best: glimpse.has_best,
            compared: None,
        });
        reply.call = call;
        Ok(match (state, glimpse.has_best) {
            (RunState::Running, _) => {
                reply.next("look_at_search again; stop_search ends it with what it has")
            }
            (_, true) => reply.line("take_best keeps best.json as a file of yours"),
            (RunState::Stopped, _) => reply.next("resume_search goes on with it"),
            _ => reply,
        })
    }
}

impl LookAt {
    /// The call that shows the levels of the best script, beside those of the script that the search
    /// began with, if a person gave it.
    fn levels_of_best(&self, setting: &Setting<'_>) -> anyhow::Result<Value> {
        let (folder, runs) = (&setting.workshop.folder, &setting.workshop.runs);
        let run = runs.place(&self.name)?;
        check_run(folder, setting.allow_judges, &run)?;
        let plan = runs.plan(&self.name)?;
        let problem = if plan.problem == PROBLEM {
            ProblemSource::File(format!("{}/{PROBLEM}", self.name), run.join(PROBLEM))
        } else {
            ProblemSource::Name(plan.problem)
        };
        let best = ScriptText::of_run(&self.name, BEST, runs.script(&self.name, BEST)?);
        let Some(first) = plan.from.first() else {
            let arguments = json!({ "script": best, "problem": problem });
            return Ok(json!({ "tool": Generate::NAME, "arguments": arguments }));
        };
        let first = ScriptText::of_run(&self.name, first, FileKind::SCRIPT.text(&run.join(first))?);
        let arguments =
            json!({ "script": first, "with": best, "problem": problem, "count": N_COMPARED });
        Ok(json!({ "tool": Compare::NAME, "arguments": arguments }))
    }
}

/// What a search does, with numbers; empty before its first generation.
fn phase(glimpse: &Glimpse) -> String {
    let is_measured = glimpse.summary.share >= 1.0;
    match &glimpse.measuring {
        Some((what, seconds)) if is_measured => {
            format!("all its levels are measured; for {seconds} s it has been at: {what}")
        }
        _ => generation(glimpse).unwrap_or_default(),
    }
}

/// The progress of a search, if it has a generation.
fn generation(glimpse: &Glimpse) -> Option<String> {
    let Generation { generation, maps, front_size } = glimpse.generation?;
    Some(format!(
        "generation {generation}, {maps} levels measured, {front_size} scripts on the front"
    ))
}

/// The measures of a best script with their standard errors, of its table; not its worth, which is a
/// number for the search alone.
fn figures(best: &Table) -> Vec<String> {
    let measures = best.columns().filter_map(|name| {
        let (value, errors) = (first(best, name)?, format!("{name}_se"));
        let error = first(best, &errors).map(|error| format!(" ± {error:.3}"));
        let error = error.unwrap_or_default();
        best.has_column(&errors).then(|| format!("  {name:<12} {value:.3}{error}"))
    });
    measures.collect()
}

fn first(table: &Table, column: &str) -> Option<f64> {
    table.fields(column).next()?.parse().ok()
}

/// A verdict on a best script by its share of good levels, which does not say how they vary.
fn verdict(good: f64) -> String {
    match Verdict::of(good, true) {
        Verdict::Ready | Verdict::Alike => {
            "ready, unless its levels are alike, which evaluate says".to_owned()
        }
        verdict => in_words_of_tools(format!("{}: {}", verdict.word(), verdict.next())),
    }
}

/// The scripts of a front with the highest mean of their objectives, best first.
#[derive(Default)]
struct Members(Vec<(f64, String)>);

impl Members {
    fn add(&mut self, script: &FrontScript) {
        let Some((mean, line)) = member(script) else { return };
        // Keep the order of equals.
        let place = self.0.partition_point(|(higher, _)| higher.total_cmp(&mean).is_ge());
        self.0.insert(place, (mean, line));
        self.0.truncate(N_MEMBERS);
    }

    fn lines(self) -> Vec<String> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let head = "of the front, with the mean of the objectives (0 to 1) and the lowest one:";
        let members = self.0.into_iter().map(|(_, line)| line);
        iter::once(head.to_owned()).chain(members).collect()
    }
}

/// The mean objective of a member of a front, and a line about it.
fn member(member: &FrontScript) -> Option<(f64, String)> {
    let FrontScript { script, objectives, playable, good } = member;
    let lowest = objectives.iter().min_by(|(_, left), (_, right)| left.total_cmp(right))?;
    let mean = objectives.iter().map(|(_, score)| score).sum::<f64>() / objectives.len() as f64;
    let shares = [("playable", playable), ("good", good)].map(|(name, share)| {
        share.map_or_else(String::new, |share| format!(", {name} {:.0} %", 100.0 * share))
    });
    let shares = shares.concat();
    Some((mean, format!("  {script}: {mean:.3}, {} {:.3}{shares}", lowest.0, lowest.1)))
}
