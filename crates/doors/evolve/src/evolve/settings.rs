//! Options that define a config, shared by the subcommands.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use marahel_config::{Config, Options, Problems, Setup, parse_sizes};
use marahel_problem::Problem;
use marahel_script::Script;
use marahel_system::files::FileKind;

use crate::terminal::{ReadingSetting, Usage, at_least, input, note};

/// Columns and rows; a type of its own, because clap would parse a plain `Vec` one by one.
type Sizes = Vec<(usize, usize)>;

/// The sources of settings: a config file, single settings, or defaults.
#[derive(Debug, Args)]
pub(super) struct ConfigArgs {
    #[arg(long, value_name = "NAME|FILE", help = problem_help())]
    pub(super) problem: Option<String>,
    /// Level sizes, columns by rows, instead of the problem's: 20x15, or 11x7,20x15 in turn.
    #[arg(long, value_name = "SIZES", value_parser = parse_sizes)]
    size: Option<Sizes>,
    /// Read settings from a TOML file.
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Change one setting of the config, such as search.islands=4 or
    /// zelda.weights.door=2; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Seed of all random numbers [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_least::<0>)]
    seed: Option<u64>,
    #[command(flatten)]
    reading: ReadingSetting,
}

impl ConfigArgs {
    fn settings(&self) -> Result<Vec<(String, String)>, Usage> {
        self.set.iter().map(|text| pair(text, "--set", "KEY=VALUE")).collect()
    }

    /// Whether a problem may be named, by an option or a file.
    pub(super) fn may_name_problem(&self) -> Result<bool, Usage> {
        let is_set = self.settings()?.iter().any(|(key, _)| key == "problem");
        Ok(is_set || self.problem.is_some() || self.config.is_some())
    }

    /// The setup of these options; `more` overrides them.
    pub(super) fn load(&self, problems: Problems, more: Options) -> anyhow::Result<Setup> {
        let mut set = self.settings()?;
        set.extend(self.reading.setting());
        set.extend(more.set);
        let is_named = set.iter().any(|(key, _)| key == "problem");
        let options = Options {
            problem: more.problem.or_else(|| self.problem.clone()),
            size: self.size.clone(),
            seed: self.seed,
            set,
            ..more
        };
        let file = self.config.as_deref();
        let text = file.map(|file| FileKind::CONFIG.text_given(file)).transpose()?;
        if options.problem.is_none() && !is_named && !text.as_deref().is_some_and(names_problem) {
            let names = problems.listed();
            let place = match &self.config {
                None => "name a problem with --problem".to_owned(),
                Some(file) => format!("{}: no `problem` is named; use --problem", file.display()),
            };
            let files = "or a problem file such as mine.toml";
            let message = format!("{place} ({names}, {files}), or a --config that names one");
            return Err(Usage(message).into());
        }
        Ok(match (text, file) {
            (Some(text), Some(file)) => Setup::of_text(problems, &text, file, &options)?,
            _ => Setup::load(problems, None, &options)?,
        })
    }
}

/// Splits a text such as `wall=rock` at its sign; `form` says how it is written.
fn pair(text: &str, option: &str, form: &str) -> Result<(String, String), Usage> {
    let (key, value) = text
        .split_once('=')
        .ok_or_else(|| Usage(format!("{option} {text}: write it as {form}")))?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// Parses texts such as `wall=rock` into tiles by entity.
pub(super) fn parse_names(names: &[String]) -> Result<BTreeMap<String, String>, Usage> {
    names.iter().map(|name| pair(name, "--names", "ENTITY=TILE")).collect()
}

/// The script of standard input, if it is named.
pub(super) fn typed(from: &[PathBuf]) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let typed = from.iter().find(|path| input::is_stdin(path));
    let texts = typed.map(|path| Ok((path.clone(), input::script(path)?)));
    texts.into_iter().collect()
}

/// Rejects names of entities that no script has: they are mistyped.
pub(super) fn check_names<'n>(
    names: impl IntoIterator<Item = &'n String>,
    scripts: impl IntoIterator<Item = &'n Script>,
) -> Result<(), Usage> {
    let scripts = scripts.into_iter();
    let entities: BTreeSet<&String> = scripts.flat_map(|script| &script.entities).collect();
    match names.into_iter().find(|name| !entities.contains(name)) {
        None => Ok(()),
        Some(name) => {
            let entities: Vec<&str> = entities.iter().map(|entity| entity.as_str()).collect();
            let entities = entities.join(", ");
            Err(Usage(format!("names: no entity is called `{name}`; there are {entities}")))
        }
    }
}

pub(super) fn check_names_of(config: &Config) -> Result<(), Usage> {
    let scripts = config.from_texts.iter().filter_map(|text| marahel_dialects::parse(text).ok());
    check_names(config.names.keys(), &scripts.collect::<Vec<_>>())
}

pub(super) fn note_size(name: &str, script: &Script, problem: &Problem) {
    if let Some(line) = another_size(name, script, problem) {
        note(line);
    }
}

/// What is said of a script that is for levels of other sizes than those that a problem has it make.
pub(super) fn another_size(name: &str, script: &Script, problem: &Problem) -> Option<String> {
    let [min, max] =
        [script.min, script.max].map(|size| (size.width as usize, size.height as usize));
    let has_room = |&(width, height): &(usize, usize)| {
        (min.0..=max.0).contains(&width) && (min.1..=max.1).contains(&height)
    };
    if !problem.asks_for_sizes() || problem.sizes().iter().all(has_room) {
        return None;
    }
    let most = if min == max { String::new() } else { format!(" to {}x{}", max.0, max.1) };
    let of_script = format!("{}x{}{most}", min.0, min.1);
    let sizes = problem.sizes().iter().map(|(width, height)| format!("{width}x{height}"));
    let of_problem = sizes.collect::<Vec<_>>().join(", ");
    if problem.sizes().len() > 1 {
        return Some(format!(
            "note: {name} is for levels of {of_script}; measured are levels of {of_problem}, the sizes of \
             the problem"
        ));
    }
    let misfit = problem.clone().with_sizes(vec![min, max]).err();
    let why = misfit.map(|error| format!("; {error}")).unwrap_or_default();
    Some(format!(
        "note: measured are levels of {of_script}, the size of {name}; the problem asks for {of_problem}{why}"
    ))
}

/// Whether a config names a problem. A text with mistakes may do so; they are reported when it is
/// read.
fn names_problem(text: &str) -> bool {
    text.parse::<toml::Table>().map_or(true, |table| table.contains_key("problem"))
}

fn problem_help() -> String {
    let names = marahel_config::BUILT_IN.names().collect::<Vec<_>>();
    let (last, names) = names.split_last().expect("there are problems");
    format!("What to generate levels for: {}, {last}, or a problem file (*.toml)", names.join(", "))
}
