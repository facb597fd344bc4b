//! Mistakes of scripts and problem files.

use std::path::Path;

use anyhow::bail;
use marahel::Atlas;
use schemars::JsonSchema;
use script::{Diagnostic, Severity};
use serde::Deserialize;

use super::Work;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText};
use crate::evolve::problem::Checked;
use crate::terminal::{Shown, counted, mended};

/// Maximum number of messages shown with their lines.
const N_SHOWN: usize = 8;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    #[serde(default)]
    script: Option<ScriptText>,
    #[serde(default)]
    problem: Option<ProblemSource>,
    /// Mend what can be mended, in a script: a file of the folder is rewritten, a text comes back.
    #[serde(default)]
    fix: bool,
}

impl Work for Check {
    fn work(self) -> anyhow::Result<Reply> {
        match (&self.script, &self.problem) {
            (Some(script), None) => Ok(of_script(script, self.fix)),
            (None, Some(problem)) if !self.fix => of_problem(problem),
            (None, Some(_)) => bail!("problem files cannot be mended; leave `fix` out"),
            _ => bail!("give either a `script` or a `problem`"),
        }
    }
}

fn of_script(script: &ScriptText, fix: bool) -> Reply {
    let file = script.label();
    if let Ok(Some(atlas)) = Atlas::parse(&script.text) {
        let n = counted(atlas.n_scripts(), "script");
        return Reply::of_lines(&[format!("{file}: an atlas of {n}, no mistakes")]);
    }
    let (text, n_fixes) = if fix { mended(script.text.clone()) } else { (script.text.clone(), 0) };
    let (diagnostics, summary) = match aiide17::check(&text) {
        Ok((script, warnings)) => {
            let n = counted(script.explorers.len(), "explorer");
            (warnings, format!("{file}: no mistakes, {n}"))
        }
        Err(error) => {
            let n = counted(error.diagnostics().len(), "mistake");
            (error.diagnostics().to_vec(), format!("{file}: {n}"))
        }
    };
    let has_mistakes = diagnostics.iter().any(|one| one.severity == Severity::Error);
    let can_mend = diagnostics.iter().any(|one| one.fix.is_some());
    let mut lines = vec![summary];
    if n_fixes > 0 {
        lines.push(format!("mended: {}", counted(n_fixes, "mistake")));
    }
    lines.extend(shown(file, &text, &diagnostics));
    if n_fixes > 0 && script.file.is_none() {
        lines.push(format!("the mended script:\n{text}"));
    }
    let mut told = Reply::of_lines(&lines);
    if let Some(file) = script.file.as_ref().filter(|_| n_fixes > 0) {
        told = told.with_file(file, text.into_bytes());
        told.overwrites = true;
    }
    match (has_mistakes, can_mend) {
        (true, true) if !fix => told.next("check with fix = true"),
        (true, _) => told.next("change these parts, and check again"),
        (false, _) => told.next("generate, to look at its levels"),
    }
}

fn of_problem(problem: &ProblemSource) -> anyhow::Result<Reply> {
    let (file, path) = match problem {
        ProblemSource::Name(name) => {
            bail!("{name} is built in, and has no mistakes; `read` shows its file")
        }
        // Checks the files that its text names.
        ProblemSource::Text(text) if problem::Definition::parse(text).is_ok() => {
            problem.problem()?;
            ("problem", Path::new("problem.toml"))
        }
        ProblemSource::Text(_) => ("problem", Path::new("problem.toml")),
        ProblemSource::File(file, path) => (file.as_str(), path.as_path()),
    };
    let text = match problem {
        ProblemSource::Text(text) => text.clone(),
        _ => system::files::FileKind::PROBLEM.text(path)?,
    };
    let checked = Checked::of(&text, path);
    let mut lines = shown(file, &text, &checked.diagnostics());
    lines.extend(checked.refused.as_ref().map(|error| format!("a search refuses it: {error}")));
    lines.extend(checked.lines(file)?);
    if let Some(Err(error)) = &checked.judged {
        lines.push(error.to_string());
    }
    let told = Reply::of_lines(&lines);
    Ok(if checked.has_failed() {
        told.next("change these parts, and check again")
    } else {
        told.next("score a level that you draw, evaluate a script, or start_search")
    })
}

/// Messages with the lines that they refer to.
fn shown(file: &str, text: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let shown = Shown { file, text, has_colors: false };
    let mut lines: Vec<String> =
        diagnostics.iter().take(N_SHOWN).map(|one| format!("{}\n", shown.render(one))).collect();
    if diagnostics.len() > N_SHOWN {
        lines.push(format!("... and {} more; mend these first", diagnostics.len() - N_SHOWN));
    }
    lines
}
