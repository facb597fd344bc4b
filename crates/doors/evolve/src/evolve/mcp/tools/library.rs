//! Files to read and write.

use std::fmt::Write as _;

use anyhow::{bail, ensure};
use marahel_breeding::starters::GENERATORS;
use marahel_studio::RunSummary;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Effect, Look, Setting, check};
use crate::evolve::mcp::desk::in_words_of_tools;
use crate::evolve::mcp::pages;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText, has_ending, problem_of, script_of};
use crate::evolve::mcp::writing::is_of_tools;
use crate::marahel::new;
use crate::terminal::counted;

/// Maximum lines of a file per call.
const N_LINES: usize = 200;

/// Maximum characters of a page of an answer, which must not be cut.
const N_CHARS_OF_PAGE: usize = 11_000;

/// Maximum number of files to list.
const N_FILES: usize = 200;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Docs {
    #[serde(default)]
    page: Option<String>,
    /// Parts of titles or names of measures, such as "rules; mirrors"; all for the whole page.
    #[serde(default)]
    section: Option<String>,
    /// Words to find, in all pages or in one.
    #[serde(default)]
    search: Option<String>,
    /// The first line to show.
    #[serde(default)]
    line: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    what: What,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "lowercase")]
enum What {
    /// Known generators whose entities are roles; searches begin with them.
    Starters,
    /// Whole examples.
    Generators,
    /// Built-in problems.
    Problems,
    /// Scripts and problem files of the folder, and what this server wrote.
    Files,
    /// Searches of the folder.
    Searches,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    /// A file (.json or .toml), starter:NAME, generator:NAME, or a built-in problem.
    #[serde(alias = "file")]
    what: String,
    /// The first line to show.
    #[serde(default)]
    line: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Save {
    /// File to write: .json for a script, .toml for a problem.
    #[serde(alias = "file")]
    to: String,
    text: String,
    #[serde(default)]
    overwrite: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    #[serde(alias = "to")]
    file: String,
    /// The text to replace, exactly as in the file.
    old: String,
    new: String,
    /// Whether to replace it everywhere.
    #[serde(default)]
    all: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Rename {
    file: String,
    to: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Remove {
    file: String,
}

impl Look for Docs {
    const NAME: &'static str = "docs";
    const TITLE: &'static str = "Read the manual";
    const ABOUT: &'static str = "Read the manual: the script language, problem files, roles, measures, recipes. Use it before you \
        write. Without arguments it lists the pages; with a page, its sections.";

    fn look(self, _: &Setting<'_>) -> anyhow::Result<Reply> {
        if let Some(words) = &self.search {
            let text = pages::found(self.page.as_deref(), words)?;
            return Ok(Reply { text, ..Reply::default() }
                .next("docs with the page and a section of one of these lines"));
        }
        let Some(page) = &self.page else {
            let lines: Vec<String> =
                pages::all().map(|(name, about)| pages::contents(name, about)).collect();
            return Ok(Reply::of_lines(&lines).next(
                "docs with page = \"your-own-game\", section = \"say what; draft; write rules\"; then what you need of language",
            ));
        };
        let text = match self.section.as_deref() {
            Some("all") => pages::whole(page)?,
            section => pages::part(page, section)?,
        };
        let section = self.section.iter().map(|section| format!("section = \"{section}\", "));
        let call = format!("page = \"{page}\", {}", section.collect::<String>());
        paged(&text, self.line, N_CHARS_OF_PAGE, &call)
    }
}

impl Look for List {
    const NAME: &'static str = "list";
    const TITLE: &'static str = "List scripts, problems, files and searches";
    const ABOUT: &'static str = "List starters (generators whose entities are roles), example generators, built-in problems, files \
        of the folder, or searches.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        let (lines, next) = match self.what {
            What::Starters => {
                let about = |&(name, text): &marahel_breeding::starters::Named| {
                    let script = marahel_script::Script::parse(text)?;
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
                let lines = marahel_config::BUILT_IN.all().map(|kind| {
                    let about = kind.definition().about().lines().next().unwrap_or_default();
                    format!("{}: {about}", kind.name)
                });
                (lines.collect(), "read the file of a near one, and write your own")
            }
            What::Files => (files(setting), "read one, or save a new one"),
            What::Searches => (searches(setting), "look_at_search, or start_search"),
        };
        Ok(Reply::of_lines(&lines).next(next))
    }
}

fn files(setting: &Setting<'_>) -> Vec<String> {
    let listing = setting.workshop.folder.list();
    let written = setting.pen.files(&setting.workshop.folder);
    // Those of an earlier server are among the others.
    let others = listing.others.into_iter().filter(|file| is_of_tools(file));
    let (written, others) = others.partition(|file| written.contains(file));
    let mut lines = Vec::new();
    for (what, files) in [
        ("script", listing.scripts),
        ("problem", listing.problems),
        ("written", written),
        ("other", others),
    ] {
        let n_left = files.len().saturating_sub(N_FILES);
        lines.extend(files.into_iter().take(N_FILES).map(|file| format!("{what}: {file}")));
        if n_left > 0 {
            lines.push(format!("... and {n_left} more ({what})"));
        }
    }
    if lines.is_empty() {
        lines.push("there is no script and no problem file in this folder yet".to_owned());
    }
    lines
}

fn searches(setting: &Setting<'_>) -> Vec<String> {
    let runs = setting.workshop.runs.list();
    let mut lines: Vec<String> = runs.iter().take(N_FILES).map(about_run).collect();
    if lines.is_empty() {
        lines.push("there is no search yet".to_owned());
    }
    lines
}

fn about_run(run: &RunSummary) -> String {
    let RunSummary { name, problem, state, share, message, .. } = run;
    format!("{name}: {problem}, {state}, {:.0} % done {message}", 100.0 * share)
}

impl Look for Read {
    const NAME: &'static str = "read";
    const TITLE: &'static str = "Read a file";
    const ABOUT: &'static str = "Read a script or a problem file. Use it to learn from a near one before you write your own.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        let folder = &setting.workshop.folder;
        let is_problem =
            has_ending(&self.what, "toml") || marahel_config::BUILT_IN.find(&self.what).is_ok();
        let text = if is_problem {
            // Whoever may not start a judge may read of it.
            match problem_of(folder, true, &self.what)? {
                ProblemSource::Name(name) => {
                    marahel_config::BUILT_IN.definition(&name)?.text().to_owned()
                }
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
        paged(&text, self.line, N_CHARS_OF_PAGE, "")
    }
}

/// The lines of a text from the first wanted one on, as far as there is room. `call` are the
/// arguments beside `line` that ask for the same text again.
fn paged(text: &str, line: usize, n_chars_max: usize, call: &str) -> anyhow::Result<Reply> {
    let n_lines = text.lines().count();
    let first = line.max(1);
    ensure!(first <= n_lines.max(1), "it has {n_lines} lines");
    let mut shown = String::new();
    let (mut n_chars, mut last) = (0, first - 1);
    for line in text.lines().skip(first - 1).take(N_LINES) {
        n_chars += line.chars().count() + 1;
        if n_chars > n_chars_max && last >= first {
            break;
        }
        writeln!(shown, "{line}")?;
        last += 1;
    }
    let reply = Reply { text: shown, ..Reply::default() };
    Ok(if n_lines > last {
        reply.next(&format!("{call}line = {} shows more of its {n_lines} lines", last + 1))
    } else {
        reply
    })
}

impl Look for Save {
    const NAME: &'static str = "save";
    const TITLE: &'static str = "Write a script or a problem file";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str = "Write a script (.json) or a problem file (.toml), and check it.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        setting.write_text(&self.to, self.text, self.overwrite)?;
        let reply =
            Reply::of_lines(&[format!("{} is written", self.to), checked(setting, &self.to, None)]);
        Ok(reply.with_written(self.to))
    }
}

impl Look for Edit {
    const NAME: &'static str = "edit";
    const TITLE: &'static str = "Change a part of a file";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str =
        "Replace a piece of a script or a problem file, and check the file. Shorter than save.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        let mut n = 0;
        let before = setting.pen.change(&setting.workshop.folder, &self.file, |text| {
            n = if self.old.is_empty() { 0 } else { text.matches(&self.old).count() };
            match n {
                0 => bail!("`old` is not in {}; `read` shows its text", self.file),
                1 => {}
                _ if self.all => {}
                n => bail!(
                    "`old` is {n} times in {}; write more of its line, or all = true",
                    self.file
                ),
            }
            Ok(text.replace(&self.old, &self.new))
        })?;
        let reply = Reply::of_lines(&[format!("{}: {} replaced", self.file, counted(n, "place"))])
            .with_written(&self.file);
        // The file was saved with all notes.
        Ok(reply.line(&checked(setting, &self.file, Some(&before))))
    }
}

/// What a check says of a file that is written; `before` is the text that it was.
fn checked(setting: &Setting<'_>, file: &str, before: Option<&str>) -> String {
    let folder = &setting.workshop.folder;
    let checked = if has_ending(file, "toml") {
        let problem = problem_of(folder, setting.allow_judges, file);
        problem.and_then(|problem| check::of_problem(&problem, before))
    } else {
        script_of(folder, file).map(|script| check::of_script(&script, false, before))
    };
    in_words_of_tools(checked.map_or_else(|error| format!("{error:#}"), |checked| checked.text))
}

impl Look for Rename {
    const NAME: &'static str = "rename";
    const TITLE: &'static str = "Rename a file";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str =
        "Give a script, a problem file, or a file that this server wrote a free name.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        setting.pen.rename(&setting.workshop.folder, &self.file, &self.to)?;
        let reply = Reply::of_lines(&[format!("{} is now {}", self.file, self.to)]);
        Ok(reply.with_written(self.to))
    }
}

impl Look for Remove {
    const NAME: &'static str = "remove";
    const TITLE: &'static str = "Remove a file";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str =
        "Remove a script, a problem file, or a file that this server wrote, for ever.";

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply> {
        setting.pen.remove(&setting.workshop.folder, &self.file)?;
        Ok(Reply::of_lines(&[format!("{} is removed", self.file)]))
    }
}
