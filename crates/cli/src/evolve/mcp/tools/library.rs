//! Files to read and write.

use std::fmt::Write as _;

use anyhow::bail;
use breeding::starters::GENERATORS;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use system::files::FileKind;

use super::{Look, Setting};
use crate::evolve::mcp::pages;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText, has_ending, problem_of, script_of};
use crate::marahel::new;

/// Maximum lines of a file per call.
const N_LINES: usize = 200;

/// Maximum number of files to list.
const N_FILES: usize = 200;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Docs {
    /// Name of a page; without it the pages are listed.
    #[serde(default)]
    page: Option<String>,
    /// A part of the title of a section, or of the name of a measure.
    #[serde(default)]
    section: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    /// What to list.
    what: What,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum What {
    /// Known generators whose entities are roles; searches begin with them.
    Starters,
    /// Whole examples.
    Generators,
    /// Built-in problems.
    Problems,
    /// Scripts and problem files of the folder.
    Files,
    /// Searches of the folder.
    Searches,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    /// A file of the folder (.json or .toml), starter:NAME, generator:NAME, or the name of a built-in
    /// problem.
    what: String,
    /// The first line to show; 200 lines are shown at once.
    #[serde(default)]
    line: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Save {
    /// File of the folder, which ends in .json for a script and in .toml for a problem.
    to: String,
    /// The whole text.
    text: String,
    /// Whether to replace an existing file.
    #[serde(default)]
    overwrite: bool,
}

impl Look for Docs {
    fn look(self, _: &Setting<'_>) -> anyhow::Result<Reply> {
        let Some(page) = &self.page else {
            let lines: Vec<String> =
                pages::all().map(|(name, about)| format!("{name}: {about}")).collect();
            return Ok(
                Reply::of_lines(&lines).next("docs with page = \"agents\", then \"language\"")
            );
        };
        let text = pages::part(page, self.section.as_deref())?;
        Ok(Reply { text, ..Reply::default() })
    }
}

impl Look for List {
    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        let (lines, next) = match self.what {
            What::Starters => {
                let about = |&(name, text): &breeding::starters::Named| {
                    let script = script::Script::parse(text)?;
                    Ok(format!("starter:{name}  {}", script.description.as_str()))
                };
                let lines = GENERATORS.iter().map(about).collect::<anyhow::Result<_>>()?;
                (lines, "read one; their entities are roles, which a problem's tiles have")
            }
            What::Generators => {
                let lines = new::list()?.lines().map(|line| format!("generator:{line}")).collect();
                (lines, "read or generate one")
            }
            What::Problems => {
                let names = config::BUILT_IN.listed();
                let about = |name: &str| {
                    let definition = config::BUILT_IN.definition(name)?;
                    Ok(format!("{name}: {}", definition.about().lines().next().unwrap_or_default()))
                };
                let lines = names.split(", ").map(about).collect::<anyhow::Result<_>>()?;
                (lines, "read the file of a near one, and write your own")
            }
            What::Files => (files(setting), "read one, or save a new one"),
            What::Searches => (searches(setting), "look_at_search, or start_search"),
        };
        Ok(Reply::of_lines(&lines).next(next))
    }
}

fn files(setting: &Setting<'_>) -> Vec<String> {
    let found = setting.workshop.folder.list();
    let mut lines = Vec::new();
    for (what, files) in [("script", found.scripts), ("problem", found.problems)] {
        let n_left = files.len().saturating_sub(N_FILES);
        lines.extend(files.into_iter().take(N_FILES).map(|file| format!("{what}: {file}")));
        if n_left > 0 {
            lines.push(format!("... and {n_left} more {what}s"));
        }
    }
    if lines.is_empty() {
        lines.push("there is no script and no problem file in this folder yet".to_owned());
    }
    lines
}

fn searches(setting: &Setting<'_>) -> Vec<String> {
    let told = |run: &Value| {
        let word = |key: &str| run[key].as_str().unwrap_or_default().to_owned();
        let share = 100.0 * run["share"].as_f64().unwrap_or_default();
        format!(
            "{}: {}, {}, {share:.0} % done {}",
            word("name"),
            word("problem"),
            word("state"),
            word("message")
        )
    };
    let runs = setting.workshop.runs.list();
    let mut lines: Vec<String> = runs.iter().take(N_FILES).map(told).collect();
    if lines.is_empty() {
        lines.push("there is no search yet".to_owned());
    }
    lines
}

impl Look for Read {
    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        let folder = &setting.workshop.folder;
        let is_problem =
            has_ending(&self.what, "toml") || config::BUILT_IN.find(&self.what).is_ok();
        let text = if is_problem {
            // Whoever may not start a judge may read of it.
            match problem_of(folder, true, &self.what)? {
                ProblemSource::Name(name) => config::BUILT_IN.definition(&name)?.text().to_owned(),
                ProblemSource::File(file, _) => folder.text(&file)?,
                ProblemSource::Text(_) => bail!("name a file"),
            }
        } else {
            match script_of(folder, &self.what)? {
                ScriptText { text, .. } if text == self.what => {
                    bail!("name a script, do not write it")
                }
                ScriptText { text, .. } => text,
            }
        };
        let n_lines = text.lines().count();
        let first = self.line.max(1);
        let mut shown = String::new();
        for line in text.lines().skip(first - 1).take(N_LINES) {
            writeln!(shown, "{line}")?;
        }
        let last = first + N_LINES - 1;
        let told = Reply { text: shown, ..Reply::default() };
        Ok(if n_lines > last {
            told.next(&format!("read with line = {} shows more of its {n_lines} lines", last + 1))
        } else {
            told
        })
    }
}

impl Look for Save {
    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        if !has_ending(&self.to, "json") && !has_ending(&self.to, "toml") {
            bail!("a script ends in .json, a problem file in .toml");
        }
        if self.text.len() as u64 > FileKind::OF_STUDIO.n_bytes_max() {
            bail!("{}", FileKind::OF_STUDIO.too_long());
        }
        let folder = &setting.workshop.folder;
        super::write(folder, &self.to, self.text.as_bytes(), self.overwrite)?;
        Ok(Reply::of_lines(&[format!("{} is written", self.to)]).next("check it"))
    }
}
