//! Inputs of tools: scripts, problems and levels, as texts, names, or files of the folder.
//!
//! The server resolves them before a tool runs, so that no tool opens a file outside of the folder.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use marahel::{Generator, World};
use marahel_evolution::PROBLEM;
use marahel_formats::Format;
use marahel_problem::{Definition, Problem};
use marahel_script::closest;
use marahel_studio::Folder;
use marahel_system::files::FileKind;
use marahel_system::{paths, reasons};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::marahel::new::find;

/// Prefixes of the names of known scripts.
const STARTER: &str = "starter:";
const GENERATOR: &str = "generator:";

/// Endings of files with levels.
fn of_levels() -> Vec<&'static str> {
    Format::all_read().map(|format| format.ending).collect()
}

/// A script as an argument of a tool.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct ScriptText {
    pub(super) text: String,
    /// Its file in the folder, if any.
    pub(super) file: Option<String>,
    /// The scripts of a world, by their names in it.
    #[serde(default)]
    pub(super) parts: BTreeMap<String, String>,
}

/// A problem as an argument of a tool.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ProblemSource {
    Name(String),
    /// The text of a problem file that does not refer to other files.
    Text(String),
    /// A problem file: its path in the folder, and on this machine.
    File(String, PathBuf),
}

/// Levels as an argument of a tool.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LevelSource {
    /// Rows of characters, with an empty line between two levels.
    Text(String),
    /// A file of any format.
    File {
        path: PathBuf,
        /// The folder from which it may name files.
        folder: PathBuf,
    },
}

/// In the schema of tools these types are texts.
macro_rules! written_as_text {
    ($($type:ty: $about:expr;)*) => {$(
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schemars::json_schema!({ "type": "string", "description": $about })
            }
        }
    )*};
}

written_as_text! {
    ScriptText: "JSON text, a file (mine.json), starter:NAME or generator:NAME";
    ProblemSource: "File (mine.toml), built-in name, or TOML text";
    LevelSource: "Rows, with an empty line between levels; or a file of any format";
}

impl ProblemSource {
    /// The problem, including the files that it names.
    pub(super) fn problem(&self) -> anyhow::Result<Problem> {
        Ok(match self {
            Self::Name(name) => marahel_config::BUILT_IN.problem(name)?,
            Self::Text(text) => {
                let definition = Definition::parse(text)
                    .map_err(|error| mistakes("problem", error.diagnostics()))?;
                ensure!(
                    names_files(&definition).is_empty() && definition.outside().is_none(),
                    "this problem names files or a program; save it to the folder, and give its place"
                );
                Problem::with_defaults(Arc::new(definition))
            }
            Self::File(_, path) => marahel_config::BUILT_IN.problem(&path.to_string_lossy())?,
        })
    }
}

impl ScriptText {
    pub(super) fn label(&self) -> &str {
        self.file.as_deref().unwrap_or("script")
    }

    fn of_text(text: &str) -> Self {
        Self { text: text.to_owned(), file: None, parts: BTreeMap::new() }
    }

    pub(super) fn of_run(run: &str, file: &str, text: String) -> Self {
        Self { text, file: Some(format!("runs/{run}/{file}")), parts: BTreeMap::new() }
    }

    /// The world, if the text is one.
    pub(super) fn world(&self) -> Option<anyhow::Result<World>> {
        let part = |name: &str| {
            let text = self.parts.get(name).context("there is no such script beside the world")?;
            anyhow::Ok(Generator::new(&marahel_dialects::parse(text)?))
        };
        World::is_meant(&self.text).then(|| {
            World::parse(&self.text, part).map_err(|error| anyhow::anyhow!(reasons(&error)))
        })
    }

    pub(super) fn single(&self) -> anyhow::Result<&str> {
        ensure!(
            !World::is_meant(&self.text),
            "{} is a world; `generate` shows it, other tools take one of its scripts",
            self.label()
        );
        Ok(&self.text)
    }

    pub(super) fn script(&self) -> anyhow::Result<marahel_script::Script> {
        self.single()?;
        marahel_dialects::parse(&self.text)
            .map_err(|error| mistakes(self.label(), error.diagnostics()))
            .context("the script has mistakes; `check` can mend some")
    }
}

fn mistakes(file: &str, diagnostics: &[marahel_script::Diagnostic]) -> anyhow::Error {
    anyhow::anyhow!(crate::terminal::listed(file, diagnostics, ""))
}

pub(super) fn has_ending(place: impl AsRef<Path>, ending: &str) -> bool {
    place.as_ref().extension().is_some_and(|found| found == ending)
}

/// Replaces texts in arguments by what they refer to.
pub(super) fn resolve(
    folder: &Folder,
    allow_judges: bool,
    arguments: &mut Map<String, Value>,
) -> anyhow::Result<()> {
    for (key, value) in arguments {
        let one = |value: &mut Value| -> anyhow::Result<()> {
            // Resolved arguments have another form; a client must not send it.
            let Some(written) = value.as_str() else { bail!("write it as a text") };
            *value = match key.as_str() {
                "script" | "with" | "from" => serde_json::to_value(script_of(folder, written)?)?,
                "problem" => serde_json::to_value(problem_of(folder, allow_judges, written)?)?,
                _ => serde_json::to_value(levels_of(folder, written)?)?,
            };
            Ok(())
        };
        let place = || format!("`{key}`");
        match (key.as_str(), value) {
            (
                "script" | "with" | "problem" | "levels" | "pins" | "from" | "drawings",
                Value::Null,
            ) => {}
            ("from" | "drawings", Value::Array(values)) => {
                values.iter_mut().try_for_each(one).with_context(place)?;
            }
            ("from" | "drawings", _) => bail!("`{key}` is a list of texts"),
            ("script" | "with" | "problem" | "levels" | "pins", value) => {
                one(value).with_context(place)?;
            }
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn script_of(folder: &Folder, written: &str) -> anyhow::Result<ScriptText> {
    let written = written.trim();
    if written.starts_with(['{', '[']) || written.contains('\n') {
        return Ok(ScriptText::of_text(written));
    }
    if let Some(name) = written.strip_prefix(STARTER) {
        let found = marahel_breeding::starters::GENERATORS.iter().find(|(one, _)| *one == name);
        let names = marahel_breeding::starters::GENERATORS.iter().map(|(name, _)| *name);
        let meant = closest(name, names).map(|name| format!("did you mean {STARTER}{name}?"));
        let help = meant.unwrap_or_else(|| "`list` names them".to_owned());
        let missing = || format!("there is no starter `{name}`; {help}");
        return found.map(|&(_, text)| ScriptText::of_text(text)).with_context(missing);
    }
    if let Some(name) = written.strip_prefix(GENERATOR) {
        return find(name).map(ScriptText::of_text).map_err(Into::into);
    }
    let text = folder.text(written)?;
    let parts = parts_of(folder, written, &text);
    Ok(ScriptText { text, file: Some(written.to_owned()), parts })
}

/// The scripts that a world names, as far as they can be read; none of a script.
fn parts_of(folder: &Folder, place: &str, text: &str) -> BTreeMap<String, String> {
    let mut parts = BTreeMap::new();
    if World::is_meant(text) {
        let beside =
            place.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        // Whoever makes the world reports its mistakes.
        let _ = World::parse(text, |name| -> anyhow::Result<Generator> {
            let part = folder.text(&format!("{beside}{name}"))?;
            let generator = Generator::new(&marahel_dialects::parse(&part)?);
            parts.insert(name.to_owned(), part);
            Ok(generator)
        });
    }
    parts
}

/// The problem that a text refers to. A file may name other files of the folder, and may name
/// programs only if judges are allowed.
pub(super) fn problem_of(
    folder: &Folder,
    allow_judges: bool,
    written: &str,
) -> anyhow::Result<ProblemSource> {
    let is_text = written.contains(['\n', '=', '[']);
    if is_text {
        return Ok(ProblemSource::Text(written.to_owned()));
    }
    if marahel_config::BUILT_IN.find(written).is_ok() {
        return Ok(ProblemSource::Name(written.to_owned()));
    }
    ensure!(
        has_ending(written, "toml"),
        "there is no problem `{written}`; built-in ones are {}; a file of the folder ends in .toml",
        marahel_config::BUILT_IN.listed()
    );
    let text = folder.text(written)?;
    let place = folder.place_of(written, &["toml"])?;
    if let Ok(definition) = Definition::parse(&text) {
        check_named(folder, allow_judges, &place, &definition)?;
    }
    Ok(ProblemSource::File(written.to_owned(), place))
}

/// Rejects a problem file that refers outside of the folder, or names a program without permission.
fn check_named(
    folder: &Folder,
    allow_judges: bool,
    place: &Path,
    definition: &Definition,
) -> anyhow::Result<()> {
    if definition.outside().is_some() && !allow_judges {
        bail!("its [outside] names a program that judges levels; {ASK_A_PERSON}");
    }
    check_places(folder, place, &names_files(definition))
}

pub(super) const ASK_A_PERSON: &str =
    "only the person who starts this server can allow that, with --allow-judges";

/// Rejects files outside of the folder.
fn check_places(folder: &Folder, place: &Path, named: &[PathBuf]) -> anyhow::Result<()> {
    let beside = place.parent().unwrap_or(Path::new(""));
    for named in named {
        // Check the path as text first, to avoid looking outside.
        let is_inside = folder.would_hold(&beside.join(named)) && {
            // A missing file is reported when it is read.
            let found = paths(&beside.join(named)).unwrap_or_default();
            found.iter().all(|path| folder.holds(path))
        };
        ensure!(is_inside, "it names {}, which is not inside of the folder", named.display());
    }
    Ok(())
}

/// Rejects resuming a run that refers outside of its folder, or names a program without permission.
/// Anybody may have written the run.
pub(super) fn check_run(folder: &Folder, allow_judges: bool, run: &Path) -> anyhow::Result<()> {
    let place = run.join("config.toml");
    let config = FileKind::CONFIG.text(&place)?.parse::<toml::Table>()?;
    let from = config.get("from").and_then(toml::Value::as_array);
    for path in from.into_iter().flatten().filter_map(toml::Value::as_str) {
        // Real runs contain all their files, without links.
        if !Path::new(path).components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("it names {path}, which is not inside of the run");
        }
    }
    let problem = config.get("problem").and_then(toml::Value::as_str).unwrap_or_default();
    if marahel_config::BUILT_IN.find(problem).is_ok() {
        return Ok(());
    }
    if problem != PROBLEM {
        bail!("its problem is neither a built-in one nor {PROBLEM}, the copy in the run folder");
    }
    let problem = run.join(problem);
    match Definition::parse(&FileKind::PROBLEM.text(&problem)?) {
        Ok(definition) => check_named(folder, allow_judges, &problem, &definition),
        Err(error) => Err(mistakes(PROBLEM, error.diagnostics())),
    }
}

fn names_files(definition: &Definition) -> Vec<PathBuf> {
    let drawn = definition.drawn().iter().map(|drawn| PathBuf::from(&drawn.path));
    let sprites = definition.sprites().iter().map(|sprite| PathBuf::from(&sprite.path));
    let hints = definition.drawn_hints();
    let others = hints.legend.iter().chain(&hints.folder).map(PathBuf::from);
    drawn.chain(sprites).chain(others).collect()
}

fn levels_of(folder: &Folder, written: &str) -> anyhow::Result<LevelSource> {
    if !is_file_name(written) {
        return Ok(LevelSource::Text(written.to_owned()));
    }
    ensure!(
        Path::new(written).extension().is_some_and(|ending| !ending.is_empty()),
        "{written}: a file of levels has an ending, such as .txt, and a drawing of one row ends in a line break"
    );
    let place = folder.place_of(written, &of_levels())?;
    ensure!(place.is_file(), "{written}: there is no such file");
    Ok(LevelSource::File { path: place, folder: folder.path().to_owned() })
}

/// Whether a text reads like the name of a file: one line, only letters that are usual in names.
fn is_file_name(written: &str) -> bool {
    let is_usual = |letter: char| letter.is_alphanumeric() || "._-~/\\ ".contains(letter);
    written.chars().all(is_usual) && written.contains(char::is_alphabetic)
}
