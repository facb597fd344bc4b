//! Checks of a problem file.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use config::{check_search, read_drawn, read_sprite, with_drawings};
use formats::About;
use level::Level;
use problem::{Definition, DefinitionError, Drawn, OutsideFailure, Problem, Sprite};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use script::{Diagnostic, Severity, count_lines};
use system::with_judge;

use super::{first_guess, likeness, tiles_by_role};
use crate::terminal::counted;

/// The findings in a problem file.
pub(in crate::evolve) struct Checked<'a> {
    path: &'a Path,
    pub(super) parsed: Result<Definition, DefinitionError>,
    /// Errors about the files that it names.
    missing: Vec<Diagnostic>,
    /// Why a search refuses it, if so.
    pub(in crate::evolve) refused: Option<String>,
    /// The external judge's answer for a random level, or the failure; `None` without a judge.
    pub(in crate::evolve) judged: Option<Result<String, OutsideFailure>>,
}

impl<'a> Checked<'a> {
    /// Checks the text of the file at a path, and the files that it names.
    pub(in crate::evolve) fn of(text: &str, path: &'a Path) -> Self {
        let parsed = Definition::parse(text);
        let folder = path.parent().unwrap_or(Path::new(""));
        let definition = parsed.as_ref().ok();
        let missing = definition.map(|definition| missing_files(definition, folder, text));
        let refused = definition.and_then(|one| check_search(one).err());
        let refused = refused.map(|error| format!("{:#}", anyhow::Error::from(error)));
        let judged = definition.and_then(|definition| judged(definition, path));
        Self { path, missing: missing.unwrap_or_default(), refused, judged, parsed }
    }

    /// Mistakes; or else warnings and missing files.
    pub(in crate::evolve) fn diagnostics(&self) -> Vec<Diagnostic> {
        match &self.parsed {
            Ok(definition) => [definition.warnings(), &self.missing].concat(),
            Err(error) => error.diagnostics().to_vec(),
        }
    }

    /// Whether a search cannot use it.
    pub(in crate::evolve) fn has_failed(&self) -> bool {
        let is_unjudged = self.judged.as_ref().is_some_and(Result::is_err);
        self.parsed.is_err() || !self.missing.is_empty() || self.refused.is_some() || is_unjudged
    }

    /// Reads the drawings of the problem, with notes on each file.
    pub(super) fn read_drawings(&self, tell: impl Fn(&str, &About)) -> anyhow::Result<()> {
        let Some(definition) = self.whole() else { return Ok(()) };
        let folder = self.path.parent().unwrap_or(Path::new(""));
        for drawn in definition.drawn() {
            let (_, abouts) = read_drawn(definition, folder, drawn)?;
            for (file, about) in &abouts {
                tell(&file.display().to_string(), about);
            }
        }
        Ok(())
    }

    /// A summary, including roles with their tiles; and lines about its drawings and its judge.
    pub(in crate::evolve) fn lines(&self, file: &str) -> anyhow::Result<Vec<String>> {
        let mut lines = vec![summary(file, &self.parsed)];
        if let Some(definition) = self.whole() {
            let whole = with_drawings(definition.clone(), self.path)?;
            lines.extend(likeness(whole.drawings()));
            if self.judged.is_none() {
                lines.extend(drawings_by_conditions(whole));
            }
        }
        lines.extend(self.judged.iter().flatten().cloned());
        Ok(lines)
    }

    /// The definition, if it and its files can be read.
    fn whole(&self) -> Option<&Definition> {
        self.parsed.as_ref().ok().filter(|_| self.missing.is_empty())
    }
}

/// How many of the drawings are good by the file's own conditions, and what the others lack;
/// ignores similarity to drawings. `None` without drawings.
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

/// Maximum number of drawings with their lacks.
const N_DRAWINGS_TOLD: usize = 5;

fn are_drawings(n: usize) -> String {
    format!("{} {}", counted(n, "drawing"), if n == 1 { "is" } else { "are" })
}

/// Errors about missing or invalid pictures of tiles and drawn levels.
fn missing_files(definition: &Definition, folder: &Path, text: &str) -> Vec<Diagnostic> {
    let told = |range: &Range<usize>, place: String, message: String, help: &str| {
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

/// The answer of the external judge for a random level, or the failure; `None` without a judge.
/// `path` is that of the problem file.
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

/// A level of the first size with random tiles by their weights.
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

/// A line that summarizes a file, and a line for each role with its tiles.
fn summary(file: &str, parsed: &Result<Definition, DefinitionError>) -> String {
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
