//! Starting, watching and stopping searches, and their results.

use std::iter;

use anyhow::{Context, Error, bail};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use studio::{Asked, Begun};

use super::{Does, Look, Setting, Tool, Watched, read, write};
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText, check_run, has_ending};

/// Default and maximum number of levels that a search measures.
const BUDGET: u64 = 300_000;
const BUDGET_MAX: u64 = 100_000_000;

/// Maximum seconds to wait for a search.
const PATIENCE_MAX: u64 = 60;

/// Maximum number of scripts of a front to list.
const N_MEMBERS: usize = 5;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Start {
    problem: ProblemSource,
    /// Scripts to begin with; without any, known starters that fit the tiles of the problem.
    #[serde(default)]
    from: Vec<ScriptText>,
    /// Parts of the first of these scripts that must not change, numbered as in trace: "2" is its
    /// third explorer, "2.0" the first rule of that, "regions" all its regions.
    #[serde(default)]
    locks: Vec<String>,
    /// Number of levels to measure: 300000 take one to a few minutes.
    #[serde(default = "budget")]
    budget: u64,
    /// Seed of all random numbers.
    #[serde(default = "one")]
    seed: u64,
    /// Name for the search.
    #[serde(default)]
    name: String,
}

const fn budget() -> u64 {
    BUDGET
}

const fn one() -> u64 {
    1
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookAt {
    /// Name of the search.
    name: String,
    /// Maximum seconds to wait for the end of the search, at most 60.
    #[serde(default)]
    wait_seconds: u64,
    /// Whether to report everything about its best script: how it was chosen, and what changed from
    /// the script that the search began with.
    #[serde(default)]
    details: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Stop {
    /// Name of the search.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Resume {
    /// Name of the search.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TakeBest {
    /// Name of the search.
    name: String,
    /// File of the folder to write, such as mine.json.
    to: String,
    /// Another script of its front, as `look_at_search` names it, such as scripts/000123.json.
    #[serde(default = "best")]
    member: String,
    /// Whether to replace an existing file.
    #[serde(default)]
    overwrite: bool,
}

fn best() -> String {
    "best.json".to_owned()
}

/// Needs its own `Does`, because it waits.
pub(super) const LOOK_AT: Tool = Tool {
    name: "look_at_search",
    about: "Look at a search while it goes on or when it is over: how far it is, its front, what levels of its \
            best script lack. With wait_seconds it answers when the search is over, or then.",
    schema: studio::mcp::Tool::with_input_schema::<LookAt>,
    does: Does::Watch(look_at, tell),
    changes: false,
};

impl Look for Start {
    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        if self.budget == 0 || self.budget > BUDGET_MAX {
            bail!("`budget` is 1 to {BUDGET_MAX} levels");
        }
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
                config::locked(script, &self.locks).map_err(Error::msg)?;
            }
        }
        let begun = Begun {
            name: if self.name.is_empty() { stem } else { self.name },
            problem: match self.problem {
                ProblemSource::Name(name) => Asked::Name(name),
                ProblemSource::Text(text) => Asked::Text(text),
                ProblemSource::File(_, path) => Asked::File(path),
            },
            budget: self.budget,
            seed: self.seed,
            from: self.from.into_iter().map(|script| script.text).collect(),
            locks: self.locks,
        };
        let name = setting.workshop.runs.start(&begun)?;
        let told =
            Reply::of_lines(&[format!("the search {name} has begun, for {} levels", begun.budget)]);
        Ok(told.next(&format!("look_at_search with name = \"{name}\" and wait_seconds = 30")))
    }
}

impl Look for Stop {
    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        setting.workshop.runs.stop(&self.name)?;
        let told = Reply::of_lines(&[format!("{} ends with what it has, in a moment", self.name)]);
        Ok(told.next("look_at_search; resume_search goes on with it"))
    }
}

impl Look for Resume {
    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        let runs = &setting.workshop.runs;
        check_run(&setting.workshop.folder, setting.allow_judges, &runs.place(&self.name)?)
            .with_context(|| self.name.clone())?;
        runs.resume(&self.name)?;
        Ok(Reply::of_lines(&[format!("{} goes on", self.name)]).next("look_at_search"))
    }
}

impl Look for TakeBest {
    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        if !has_ending(&self.to, "json") {
            bail!("a script ends in .json");
        }
        let text = setting.workshop.runs.script(&self.name, &self.member)?;
        write(&setting.workshop.folder, &self.to, text.as_bytes(), self.overwrite)?;
        let (script, name) = (&self.member, &self.name);
        let told = Reply::of_lines(&[format!("{} is {script} of {name}", self.to)]);
        Ok(told.next("generate, to look at its levels; read, to understand it; evaluate"))
    }
}

fn look_at(setting: &Setting<'_>, arguments: &Value) -> anyhow::Result<Watched> {
    let asked: LookAt = read(arguments.clone())?;
    let glimpse = setting.workshop.runs.glimpse(&asked.name)?;
    Ok(Watched {
        line: generation(&glimpse).unwrap_or_default(),
        share: glimpse["share"].as_f64().unwrap_or_default(),
        is_over: glimpse["state"] != "running",
        patience: asked.wait_seconds.min(PATIENCE_MAX),
    })
}

fn tell(setting: &Setting<'_>, arguments: Value) -> anyhow::Result<Reply> {
    let asked: LookAt = read(arguments)?;
    let runs = &setting.workshop.runs;
    let glimpse = runs.glimpse(&asked.name)?;
    let state = glimpse["state"].as_str().unwrap_or_default();
    let share = glimpse["share"].as_f64().unwrap_or_default();
    let mut lines = vec![format!("{}: {state}, {:.0} % done", asked.name, 100.0 * share)];
    if let Some(message) = glimpse["message"].as_str().filter(|message| !message.is_empty()) {
        lines.push(format!("it said: {message}"));
    }
    lines.extend(generation(&glimpse));
    let mut members = Members::default();
    runs.each_of_front(&asked.name, |row| members.add(&row))?;
    lines.extend(members.told());
    if let Some(best) = glimpse["best_told"].as_str() {
        lines.push(format!("best.json, {}", if asked.details { best } else { figures(best) }));
    }
    let told = Reply::of_lines(&lines);
    Ok(match (state, glimpse["has_best"] == true) {
        ("running", _) => told.next("look_at_search again; stop_search ends it with what it has"),
        (_, true) => told.next("take_best, then generate to look at its levels"),
        ("stopped", _) => told.next("resume_search goes on with it"),
        _ => told,
    })
}

/// The progress of a search, if it has a generation.
fn generation(glimpse: &Value) -> Option<String> {
    let last = glimpse["generation"].as_object()?;
    let number = |key: &str| last.get(key).and_then(Value::as_str).unwrap_or("0").to_owned();
    Some(format!(
        "generation {}, {} levels measured, {} scripts on the front",
        number("generation"),
        number("maps"),
        number("front_size")
    ))
}

/// The measurements of a best script, from the description of it.
fn figures(told: &str) -> &str {
    let measured = told
        .split_once("\n\n")
        .and_then(|(_, rest)| rest.find("\n\non ").map(|at| &rest[at + 2..]));
    let measured = measured.unwrap_or(told);
    measured.find("\n\nbest.json is that").map_or(measured, |end| &measured[..end])
}

/// The scripts of a front with the highest mean of their objectives, best first.
#[derive(Default)]
struct Members(Vec<(f64, String)>);

impl Members {
    fn add(&mut self, row: &Map<String, Value>) {
        let Some((mean, told)) = member(row) else { return };
        // Keep the order of equals.
        let place = self.0.partition_point(|(other, _)| other.total_cmp(&mean).is_ge());
        self.0.insert(place, (mean, told));
        self.0.truncate(N_MEMBERS);
    }

    fn told(self) -> Vec<String> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let head = "of the front, with the mean of the objectives (0 to 1) and the lowest one:";
        let members = self.0.into_iter().map(|(_, told)| told);
        iter::once(head.to_owned()).chain(members).collect()
    }
}

/// The mean objective of a member of a front, and a line about it.
fn member(row: &Map<String, Value>) -> Option<(f64, String)> {
    let number = |value: &Value| value.as_str()?.parse::<f64>().ok();
    // Objectives come first; later columns repeat them as validated.
    let objectives: Vec<(&str, f64)> = row
        .iter()
        .skip_while(|(name, _)| *name == "id")
        .take_while(|(name, _)| !name.ends_with("_validated") && *name != "script")
        .filter_map(|(name, value)| Some((name.as_str(), number(value)?)))
        .collect();
    let lowest = objectives.iter().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let mean = objectives.iter().map(|(_, score)| score).sum::<f64>() / objectives.len() as f64;
    let share = |name: &str| {
        let share = row.get(name).and_then(number)?;
        Some(format!(", {name} {:.0} %", 100.0 * share))
    };
    let shares: String = ["playable", "good"].into_iter().filter_map(share).collect();
    let script = row.get("script")?.as_str()?;
    Some((mean, format!("  {script}: {mean:.3}, {} {:.3}{shares}", lowest.0, lowest.1)))
}
