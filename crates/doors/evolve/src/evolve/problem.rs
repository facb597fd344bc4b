//! Problem files: checked, shown, begun, and what they can measure.

mod check;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::ensure;
pub(super) use check::FileFindings;
use clap::Subcommand;
use marahel_config::Problems;
use marahel_level::Role;
use marahel_problem::likeness::Drawings;
use marahel_problem::{CATALOGUE, Definition, Entry};
use marahel_system::files::FileKind;
use marahel_system::files::write_atomically;

use crate::terminal::levels::{KEYS, tell};
use crate::terminal::{
    Color, Findings, Force, Form, SourceView, Usage, counted, input, note, plain, print,
};

use super::mcp::pages::found;
use super::ready::quoted;

/// The file of `evolve problem new`.
const TEMPLATE: &str = include_str!("problem/template.toml");

/// Words that say nothing of a measure.
const LITTLE_WORDS: [&str; 8] = ["a", "the", "of", "in", "to", "and", "or", "by"];

/// Maximum number of measures that are found by words.
const N_ROWS: usize = 10;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A problem file says what to generate: tiles, sizes, and what counts as good.
Wherever --problem accepts a name, it also accepts a file.

Examples:
  evolve problem new cellar.toml           # a commented template
  evolve problem show zelda > mine.toml    # or one of the built-in ones
  evolve problem check mine.toml
  evolve problem measures coin reach       # what expressions can measure about coins and reach
  evolve --problem mine.toml --budget 300k"
)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find all mistakes of problem files, and valid parts that are probably not intended. If an
    /// external program judges levels, start it and ask it about a level.
    Check(CheckArgs),
    /// Print the file of a built-in problem.
    Show {
        /// Name of the problem.
        name: String,
    },
    /// Write a commented template.
    New {
        /// The file.
        file: PathBuf,
        #[command(flatten)]
        force: Force,
    },
    /// List the measures that expressions may name; of some, with examples.
    Measures {
        /// Only those of these names, or a line for each that speaks of these words.
        words: Vec<String>,
    },
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// Problem files; - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Form of the messages: text, short (a line each), or json.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Form,
    /// Fail on warnings as well.
    #[arg(long)]
    deny_warnings: bool,
    /// When to use colors; the environment variable `NO_COLOR` turns `auto` off.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Check(args) => return check(args),
        Command::Show { name } => {
            let text = problems.find(name)?.definition().text();
            print(text.trim_end())?;
        }
        Command::New { file, force } => {
            let name = format!("name = \"{}\"", new_name(file)?);
            let _held = force.hold(file)?;
            write_atomically(file, TEMPLATE.replace("name = \"cellar\"", &name).as_bytes())?;
            let (name, file) = (file.display(), quoted(file));
            print(format_args!(
                "{name} is written. Change it, then:\n  evolve problem check {file}\n  \
                 evolve --problem {file} --budget 300k"
            ))?;
        }
        Command::Measures { words } => measures(words)?,
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn new_name(file: &Path) -> Result<String, Usage> {
    if file.extension().is_none_or(|ending| ending != "toml") {
        return Err(Usage(format!("{}: give it a name that ends in .toml", file.display())));
    }
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let plain = |one: char| if one.is_ascii_alphanumeric() || one == '_' { one } else { '-' };
    Ok(stem.chars().map(plain).take(Definition::NAME_BYTES_MAX).collect())
}

fn check(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let mut findings = Findings::default();
    for path in &args.files {
        let file = input::name(path);
        let text = match problem_text(path) {
            Ok(text) => text,
            Err(error) => {
                findings.has_failed = true;
                note(format_args!("error: {error:#}"));
                continue;
            }
        };
        let checked = FileFindings::of(&text, path);
        findings.has_failed |= checked.has_failed();
        // Why a search would refuse it.
        if let Some(error) = &checked.refused {
            note(plain(&format!("error: {file}: {error}")));
        }
        let diagnostics = checked.diagnostics();
        findings.has_warnings |= checked.parsed.is_ok() && !diagnostics.is_empty();
        let shown = SourceView { file: &file, text: &text, has_colors: args.color.is_on() };
        findings.tell(args.format, &shown, &diagnostics)?;
        if args.format == Form::Text {
            checked.read_drawings(|file, about| tell(about, file, KEYS))?;
            checked.lines(&file)?.iter().try_for_each(print)?;
        }
        if let Some(Err(error)) = &checked.judged {
            note(plain(&format!("error: {file}: {error}")));
        }
    }
    findings.end(args.format, args.deny_warnings)
}

/// The text of a problem file. A script is refused, because its mistakes of TOML would mislead.
fn problem_text(path: &Path) -> anyhow::Result<String> {
    ensure!(
        path.extension().is_none_or(|ending| ending != "json"),
        "{}: this is no problem file, which ends in .toml; `marahel check` checks scripts",
        input::name(path)
    );
    input::text(path, FileKind::PROBLEM)
}

pub(super) fn first_guess(definition: &Definition) -> Option<(&str, Role)> {
    let tile = definition.guessed().next()?;
    let mut roles = definition.tiles().zip(definition.roles());
    roles.find(|&(name, _)| name == tile).map(|(name, &role)| (name, role))
}

/// Each role with its tiles, without empty ones.
pub(super) fn tiles_by_role(definition: &Definition) -> impl Iterator<Item = (Role, Vec<&str>)> {
    let tiles = |role: Role| {
        let tiles = definition.tiles().zip(definition.roles());
        (role, tiles.filter(|&(_, &of)| of == role).map(|(tile, _)| tile).collect::<Vec<_>>())
    };
    Role::all().map(tiles).filter(|(_, tiles)| !tiles.is_empty())
}

/// The similarity of the drawings of a file to each other, which levels can be expected to reach;
/// `None` without drawings.
pub(super) fn likeness(drawings: &Drawings) -> Option<String> {
    let mut told = format!("like {}", counted(drawings.levels().len(), "drawing"));
    match drawings.ceiling().zip(drawings.ceiling_together()) {
        None => told += "; with five or more it is known how similar levels can be",
        Some((one, together)) => write!(
            told,
            ": each is similar to the others by {one:.3}, one half of them to the other by {together:.3}"
        )
        .ok()?,
    }
    if let Some(nearest) = drawings.nearest_two() {
        write!(told, "; the nearest two are equal in {:.1} % of their cells", 100.0 * nearest)
            .ok()?;
    }
    (!drawings.levels().is_empty()).then_some(told)
}

/// Prints a line for each measure; or those of these names; or, if none has such a name, those that speak of the most of
/// these words; or, if none does, lines of the manual that do.
fn measures(words: &[String]) -> anyhow::Result<()> {
    if words.is_empty() {
        CATALOGUE.iter().map(Entry::row).try_for_each(print)?;
        return Ok(print("\nevolve problem measures NAME shows examples.")?);
    }
    let is_named = |entry: &&Entry| words.iter().any(|word| word == entry.name);
    let mut named = CATALOGUE.iter().filter(is_named).peekable();
    if named.peek().is_some() {
        return Ok(named.try_for_each(print)?);
    }
    let is_said = |word: &&String| !LITTLE_WORDS.contains(&&*word.to_lowercase());
    let n_spoken = |entry: &Entry| {
        let text = entry.to_string().to_lowercase();
        words.iter().filter(is_said).filter(|word| text.contains(&word.to_lowercase())).count()
    };
    let most = CATALOGUE.iter().map(n_spoken).max().unwrap_or_default();
    if most == 0 {
        let words = words.join(" ");
        let Ok(lines) = found(None, &words) else {
            let message = format!(
                "no measure is called or speaks of `{words}`; without words all are listed"
            );
            return Err(Usage(message).into());
        };
        print(format_args!("no measure speaks of `{words}`, but the manual does:"))?;
        return Ok(print(lines)?);
    }
    let spoken = CATALOGUE.iter().filter(|entry| n_spoken(entry) == most);
    Ok(spoken.map(Entry::row).take(N_ROWS).try_for_each(print)?)
}
