//! Mistakes of scripts and problem files.

use std::path::Path;

use anyhow::bail;
use marahel::World;
use marahel_problem::Definition;
use marahel_script::{Diagnostic, Severity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Effect, Schema, Work, mcp};
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText};
use crate::evolve::problem::FileFindings;
use crate::terminal::{ScriptFindings, SourceView, counted, mended};

/// Maximum number of messages shown with their lines.
const N_SHOWN: usize = 8;

/// Maximum number of fixes to list.
const N_CHANGES: usize = 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    #[serde(default)]
    script: Option<ScriptText>,
    #[serde(default)]
    problem: Option<ProblemSource>,
    /// Mend what can be mended in a script: a file is rewritten, a text comes back.
    #[serde(default)]
    fix: bool,
}

impl Work for Check {
    const NAME: &'static str = "check";
    const TITLE: &'static str = "Check a script, a problem file, or both";
    const OUTPUT: Option<Schema> = Some(mcp::Tool::with_output_schema::<Checked>);
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str = "Find all mistakes of a script, of a problem file or of both, each with its place and a fix, and parts that do \
        nothing. Use it after each change.";

    fn work(self) -> anyhow::Result<Reply> {
        match (&self.script, &self.problem) {
            (Some(script), None) => Ok(of_script(script, self.fix, None)),
            (None, Some(problem)) if !self.fix => of_problem(problem, None),
            (None, Some(_)) => bail!("problem files cannot be mended; leave `fix` out"),
            (Some(script), Some(problem)) => {
                let of_file = of_problem(problem, Some(""))?;
                let mut told = of_script(script, self.fix, None).line(&of_file.text);
                if let (Ok(problem), Ok(script)) = (problem.problem(), script.script()) {
                    let strange = problem.tiles_of(&script.entities).err();
                    told =
                        strange.into_iter().fold(told, |told, error| told.line(&error.to_string()));
                }
                Ok(told)
            }
            (None, None) => bail!("give a `script`, a `problem` or both"),
        }
    }
}

/// What is found in a script; of a changed one, what was found before in the text that it was is left
/// out.
pub(super) fn of_script(script: &ScriptText, fix: bool, before: Option<&str>) -> Reply {
    let file = script.label();
    if let Some(world) = script.world() {
        return of_world(file, world);
    }
    let (text, changes) =
        if fix { mended(script.text.clone()) } else { (script.text.clone(), Vec::new()) };
    let checked = ScriptFindings::of(&text);
    let before = before.map(|text| ScriptFindings::of(text).diagnostics).unwrap_or_default();
    let diagnostics = &new_ones(&checked.diagnostics, &before);
    let mut lines = vec![format!("{file}: {}", checked.summary("`fix`"))];
    if !changes.is_empty() {
        lines.push(format!("mended: {}", counted(changes.len(), "mistake")));
        lines.extend(changes.iter().take(N_CHANGES).map(|change| format!("  {change}")));
        if changes.len() > N_CHANGES {
            lines.push(format!("  and {} more", changes.len() - N_CHANGES));
        }
    }
    lines.extend(shown(file, &text, diagnostics));
    let file = script.file.as_ref().filter(|_| !checked.has_mistakes());
    if !changes.is_empty() && file.is_none() {
        lines.push(format!("the mended script, which is not written:\n{text}"));
    }
    let mut told = Reply::of_lines(&lines).with_data(&Checked::of(&checked.diagnostics));
    if let Some(file) = file.filter(|_| !changes.is_empty()) {
        told = told.with_file(file, text.into_bytes());
        told.overwrites = true;
    }
    match (checked.has_mistakes(), checked.n_fixes() > 0) {
        (true, true) if !fix => told.next("check with fix = true"),
        (true, _) => told.next("change these parts, and check again"),
        (false, _) => told.next("generate, to look at its levels"),
    }
}

fn of_world(file: &str, world: anyhow::Result<World>) -> Reply {
    match world {
        Ok(_) => Reply::of_lines(&[format!("{file}: a world, no mistakes")])
            .with_data(&Checked::default())
            .next("generate, to look at it"),
        Err(error) => Reply::of_lines(&[format!("{file}: {error:#}")])
            .with_data(&Checked {
                mistakes: 1,
                messages: vec![json!({ "message": format!("{error:#}") })],
                ..Checked::default()
            })
            .next("change this, and check again"),
    }
}

/// The messages that are not among those of an earlier text.
fn new_ones(diagnostics: &[Diagnostic], before: &[Diagnostic]) -> Vec<Diagnostic> {
    let is_new = |message: &&Diagnostic| before.iter().all(|old| old.message != message.message);
    diagnostics.iter().filter(is_new).cloned().collect()
}

/// What is found in a problem file; of a changed one, without notes and what was found before in the
/// text that it was.
pub(super) fn of_problem(problem: &ProblemSource, before: Option<&str>) -> anyhow::Result<Reply> {
    let (file, path) = match problem {
        ProblemSource::Name(name) => {
            bail!("{name} is built in, and has no mistakes; `read` shows its file")
        }
        // Checks the files that its text names.
        ProblemSource::Text(text) if Definition::parse(text).is_ok() => {
            problem.problem()?;
            ("problem", Path::new("problem.toml"))
        }
        ProblemSource::Text(_) => ("problem", Path::new("problem.toml")),
        ProblemSource::File(file, path) => (file.as_str(), path.as_path()),
    };
    let text = match problem {
        ProblemSource::Text(text) => text.clone(),
        _ => marahel_system::files::FileKind::PROBLEM.text(path)?,
    };
    let checked = FileFindings::of(&text, path);
    let found = checked.diagnostics();
    // The files that it named are not read, and its judge is not asked.
    let old = before.and_then(|text| Definition::parse(text).ok());
    let old = old.map(|definition| definition.warnings().to_vec()).unwrap_or_default();
    let mut lines = shown(file, &text, &new_ones(&found, &old));
    lines.extend(checked.refused.as_ref().map(|error| format!("a search refuses it: {error}")));
    let notes = checked.lines(file)?.join("\n");
    let n_notes = if before.is_some() { 1 } else { usize::MAX };
    lines.extend(notes.lines().take(n_notes).map(str::to_owned));
    if let Some(Err(error)) = &checked.judged {
        lines.push(error.to_string());
    }
    let told = Reply::of_lines(&lines).with_data(&Checked::of(&found));
    Ok(if checked.has_failed() {
        told.next("change these parts, and check again")
    } else {
        told.next("score a level that you draw; then draft a script, or evaluate your own")
    })
}

#[derive(Default, Serialize, JsonSchema)]
struct Checked {
    mistakes: usize,
    warnings: usize,
    messages: Vec<Value>,
}

impl Checked {
    fn of(diagnostics: &[Diagnostic]) -> Self {
        let mistakes = diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
        let messages = diagnostics.iter().take(N_SHOWN).map(|one| {
            let (message, help) = (&one.message, &one.help);
            json!({ "line": one.line, "column": one.column, "message": message, "help": help })
        });
        Self { mistakes, warnings: diagnostics.len() - mistakes, messages: messages.collect() }
    }
}

/// Messages with the lines that they refer to.
pub(in crate::evolve::mcp) fn shown(
    file: &str,
    text: &str,
    diagnostics: &[Diagnostic],
) -> Vec<String> {
    let shown = SourceView { file, text, has_colors: false };
    let mut lines: Vec<String> =
        diagnostics.iter().take(N_SHOWN).map(|one| format!("{}\n", shown.render(one))).collect();
    if diagnostics.len() > N_SHOWN {
        lines.push(format!("... and {} more; mend these first", diagnostics.len() - N_SHOWN));
    }
    lines
}
