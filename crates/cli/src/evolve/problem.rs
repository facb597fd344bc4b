//! Problem files: checked, shown, begun, and what they can measure.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Subcommand;
use experiment::files::Kind;
use experiment::{
    Problems, check_search, read_drawn, read_sprite, with_drawings, with_judge, write_atomically,
};
use level::Level;
use patterns::Drawings;
use problem::{CATALOGUE, Definition, Drawn, OutsideFailure, Problem, Role, Sprite};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use script::{Diagnostic, Severity, count_lines};

use crate::terminal::levels::{KEYS, tell};
use crate::terminal::{Color, Findings, Form, Shown, Usage, counted, input, note, plain, print};

use super::ready::quoted;

/// What `evolve problem new` writes.
const TEMPLATE: &str = include_str!("problem/template.toml");

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A problem file says what to generate: tiles, sizes, and what counts as good.
Wherever --problem accepts a name, it also accepts a file.

Examples:
  evolve problem new cellar.toml           # a commented template
  evolve problem show zelda > mine.toml    # or one of the built-in ones
  evolve problem check mine.toml
  evolve problem measures                  # all that expressions can measure
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
        /// The file; it must not exist yet, unless --force is given.
        file: PathBuf,
        /// Overwrite the file.
        #[arg(long)]
        force: bool,
    },
    /// List the measures that expressions may name, each with an example.
    Measures {
        /// Only these.
        names: Vec<String>,
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
            let name = format!("name = \"{}\"", new_name(file, *force)?);
            write_atomically(file, TEMPLATE.replace("name = \"cellar\"", &name).as_bytes())?;
            let (name, file) = (file.display(), quoted(file));
            print(format_args!(
                "{name} is written. Change it, then:\n  evolve problem check {file}\n  \
                 evolve --problem {file} --budget 300k"
            ))?;
        }
        Command::Measures { names } => measures(names)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The name of the problem of a new file.
pub(super) fn new_name(file: &Path, may_overwrite: bool) -> Result<String, Usage> {
    if file.exists() && !may_overwrite {
        let message = format!("{} is there already; give another name, or --force", file.display());
        return Err(Usage(message));
    }
    if file.extension().is_none_or(|ending| ending != "toml") {
        return Err(Usage(format!("{}: give it a name that ends in .toml", file.display())));
    }
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let plain = |one: char| if one.is_ascii_alphanumeric() || one == '_' { one } else { '-' };
    Ok(stem.chars().map(plain).collect())
}

fn check(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let mut findings = Findings::default();
    for path in &args.files {
        let file = input::name(path);
        let text = match input::text(path, Kind::PROBLEM) {
            Ok(text) => text,
            Err(error) => {
                findings.has_failed = true;
                note(format_args!("error: {error:#}"));
                continue;
            }
        };
        let parsed = Definition::parse(&text);
        let folder = path.parent().unwrap_or(Path::new(""));
        let missing = parsed.as_ref().map(|definition| missing_files(definition, folder, &text));
        let missing = missing.unwrap_or_default();
        findings.has_failed |= !missing.is_empty();
        let diagnostics = match &parsed {
            Ok(definition) => [definition.warnings(), &missing].concat(),
            Err(error) => error.diagnostics().to_vec(),
        };
        let judged = parsed.as_ref().ok().and_then(|definition| judged(definition, path));
        findings.has_failed |= parsed.is_err() || judged.as_ref().is_some_and(Result::is_err);
        // What a search would refuse.
        if let Some(error) = parsed.as_ref().ok().and_then(|one| check_search(one).err()) {
            findings.has_failed = true;
            note(plain(&format!("error: {file}: {:#}", anyhow::Error::from(error))));
        }
        findings.has_warnings |= parsed.is_ok() && !diagnostics.is_empty();
        let shown = Shown { file: &file, text: &text, has_colors: args.color.is_on() };
        findings.tell(args.format, &shown, &diagnostics)?;
        if args.format == Form::Text {
            print(summary(&file, &parsed))?;
            if let Some(definition) = parsed.as_ref().ok().filter(|_| missing.is_empty()) {
                for drawn in definition.drawn() {
                    let (_, abouts) = read_drawn(definition, folder, drawn)?;
                    for (file, about) in abouts {
                        tell(&about, &file.display().to_string(), KEYS);
                    }
                }
                let whole = with_drawings(definition.clone(), path)?;
                likeness(whole.drawings()).map(print).transpose()?;
                if judged.is_none() {
                    drawings_by_conditions(whole).map(print).transpose()?;
                }
            }
        }
        match judged {
            Some(Ok(answer)) if args.format == Form::Text => print(answer)?,
            Some(Err(error)) => note(plain(&format!("error: {file}: {error}"))),
            Some(Ok(_)) | None => {}
        }
    }
    findings.end(args.format, args.deny_warnings)
}

/// How many of the drawings of a file are good by its own conditions, and what the others lack;
/// nothing where none are there. How like drawings they are says nothing here.
fn drawings_by_conditions(definition: Definition) -> Option<String> {
    let comparing: Vec<String> = definition.comparing().map(|name| format!("{name} is ")).collect();
    let problem = Problem::with_defaults(Arc::new(definition)).with_named_parts();
    let mut meter = problem.meter();
    let drawings = problem.definition().drawings().levels();
    let lacks_of = |level: &Level| {
        let mut lacks = meter.explain(level.view()).lacks();
        lacks.retain(|lack| !comparing.iter().any(|name| lack.starts_with(name)));
        lacks
    };
    let lacks: Vec<Vec<String>> = drawings.iter().map(lacks_of).collect();
    let n_good = lacks.iter().filter(|lacks| lacks.is_empty()).count();
    let mut told = format!("{n_good} of {} good by these conditions", are_drawings(drawings.len()));
    let others = lacks.iter().enumerate().filter(|(_, lacks)| !lacks.is_empty());
    for (index, lacks) in others.take(N_DRAWINGS_TOLD) {
        write!(told, "\n  drawing {}: {}", index + 1, lacks.join("; ")).ok()?;
    }
    (!drawings.is_empty()).then_some(told)
}

/// Of so many drawings it is said what they lack.
const N_DRAWINGS_TOLD: usize = 5;

fn are_drawings(n: usize) -> String {
    format!("{} {}", counted(n, "drawing"), if n == 1 { "is" } else { "are" })
}

/// Pictures of tiles and drawn levels that are not there, or not what they should be.
fn missing_files(definition: &Definition, folder: &Path, text: &str) -> Vec<Diagnostic> {
    let told = |range: &std::ops::Range<usize>, place: String, message: String, help: &str| {
        let mut one = Diagnostic::new(Severity::Error, range.clone(), place, message);
        one.help(help);
        one
    };
    let sprite = |sprite: &Sprite| {
        let error = anyhow::Error::from(read_sprite(folder, sprite).err()?);
        let place = format!("tile `{}`", sprite.tile);
        let message = format!("there is no such picture: {error:#}");
        let help = "name a PNG file, as seen from the folder of this file, or a built-in sprite";
        Some(told(&sprite.place, place, message, help))
    };
    let drawn = |drawn: &Drawn| {
        let error = anyhow::Error::from(read_drawn(definition, folder, drawn).err()?);
        let message = format!("these drawings cannot be read: {error:#}");
        let help = "name levels of the tiles of this file, as seen from its folder";
        Some(told(&drawn.place, "like".to_owned(), message, help))
    };
    let mut wrong: Vec<Diagnostic> = definition.sprites().iter().filter_map(sprite).collect();
    wrong.extend(definition.drawn().iter().filter_map(drawn));
    wrong.sort_by_key(|one| one.range.start);
    count_lines(&mut wrong, text);
    wrong
}

/// What the program that judges levels from outside answers about a random level, if
/// the file at this path names one; or why it does not.
fn judged(definition: &Definition, path: &Path) -> Option<Result<String, OutsideFailure>> {
    definition.outside()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let problem = with_judge(Problem::with_defaults(Arc::new(definition.clone())), folder);
    let level = random_level(&problem);
    let answered = problem.outside_values(level.view()).map(|values| {
        let told = values.into_iter().map(|(name, value)| match value {
            Some(value) => format!("{name} = {value}"),
            None => format!("{name} = none"),
        });
        let told: Vec<String> = told.collect();
        format!("of a random level its judge from outside says: {}", told.join(", "))
    });
    Some(answered)
}

/// A level of the first size, of tiles by their weights.
fn random_level(problem: &Problem) -> Level {
    let (width, height) = problem.sizes()[0];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let weights = problem.initial_weights();
    let total: u64 = weights.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut tile = || {
        let mut left = rng.random_range(0..total.max(1));
        let drawn = weights.iter().find(|&&(_, weight)| {
            let is_it = left < u64::from(weight);
            left = left.saturating_sub(u64::from(weight));
            is_it
        });
        drawn.and_then(|(name, _)| problem.palette().tile(name)).unwrap_or(0)
    };
    let tiles = (0..width * height).map(|_| tile()).collect();
    Level::from_tiles(width, tiles, Arc::clone(problem.palette()))
}

/// A line that sums up a file, and one for each role with its tiles.
fn summary(file: &str, parsed: &Result<Definition, problem::DefinitionError>) -> String {
    match parsed {
        Ok(definition) => {
            let mut lines = vec![format!(
                "{file}: {}, {}, {}",
                definition.name(),
                counted(definition.n_tiles(), "tile"),
                counted(definition.n_objectives(), "objective"),
            )];
            lines.extend(
                tiles_by_role(definition)
                    .map(|(role, tiles)| format!("  {:<12} {}", role.name(), tiles.join(", "))),
            );
            let guessed: Vec<&str> = definition.guessed().collect();
            if let Some((tile, role)) = first_guess(definition) {
                lines.push(format!(
                    "The roles of these are guessed from how they are used: {}. Say what they are \
                     for, such as `{tile} = {{ role = \"{role}\" }}`.",
                    guessed.join(", ")
                ));
            }
            if definition.differs_by_floor() {
                lines.push(
                    "Levels differ by their floor plans alone. Where they are open, with things that stand \
                     here or there, say `places = \"a|b\"` in [variety]: such levels would be alike."
                        .to_owned(),
                );
            }
            lines.join("\n")
        }
        Err(error) => format!("{file}: {}", counted(error.diagnostics().len(), "mistake")),
    }
}

/// The first tile of which the role is a guess, with that role.
pub(super) fn first_guess(definition: &Definition) -> Option<(&str, Role)> {
    let tile = definition.guessed().next()?;
    let mut roles = definition.tiles().zip(definition.roles());
    roles.find(|&(name, _)| name == tile).map(|(name, &role)| (name, role))
}

/// The roles that some tiles have, with these tiles.
pub(super) fn tiles_by_role(definition: &Definition) -> impl Iterator<Item = (Role, Vec<&str>)> {
    let tiles = |role: Role| {
        let tiles = definition.tiles().zip(definition.roles());
        (role, tiles.filter(|&(_, &of)| of == role).map(|(tile, _)| tile).collect::<Vec<_>>())
    };
    Role::all().map(tiles).filter(|(_, tiles)| !tiles.is_empty())
}

/// What the drawings of a file say of each other: how similar a level can be expected to
/// be; nothing where none are there.
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

fn measures(names: &[String]) -> anyhow::Result<()> {
    if let Some(unknown) = names.iter().find(|name| CATALOGUE.iter().all(|one| one.name != **name))
    {
        let message = format!("there is no measure `{unknown}`; without names all are listed");
        return Err(Usage(message).into());
    }
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    for entry in CATALOGUE.iter().filter(|entry| is_wanted(entry.name)) {
        print(entry)?;
    }
    Ok(())
}
