//! Checks of a problem file.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use marahel_config::{check_search, read_drawn, read_sprite, with_drawings};
use marahel_formats::ReadingNotes;
use marahel_level::{Level, Role};
use marahel_problem::{Definition, DefinitionError, Lack, OutsideFailure, Problem, Unruled};
use marahel_script::{Diagnostic, Severity, count_lines};
use marahel_system::with_judge;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{first_guess, likeness, tiles_by_role};
use crate::terminal::counted;

pub(in crate::evolve) struct FileFindings<'a> {
    path: &'a Path,
    pub(super) parsed: Result<Definition, DefinitionError>,
    /// Errors about the files that it names.
    missing: Vec<Diagnostic>,
    /// Why a search refuses it, if so.
    pub(in crate::evolve) refused: Option<String>,
    /// The external judge's answer for a random level, or the failure; `None` without a judge.
    pub(in crate::evolve) judged: Option<Result<String, OutsideFailure>>,
}

impl<'a> FileFindings<'a> {
    /// Checks the text of the file at a path, and the files that it names.
    pub(in crate::evolve) fn of(text: &str, path: &'a Path) -> Self {
        let parsed = Definition::parse(text);
        let folder = path.parent().unwrap_or(Path::new(""));
        let definition = parsed.as_ref().ok();
        let missing = definition.map(|definition| missing_files(definition, folder, text));
        let refused = definition.and_then(|definition| check_search(definition).err());
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
    pub(super) fn read_drawings(&self, tell: impl Fn(&str, &ReadingNotes)) -> anyhow::Result<()> {
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
            lines.extend(definition.harmless().map(|(movement, hazards)| {
                let hazards = hazards.join("|");
                format!("Ways of `{movement}` go through {hazards}; with `deadly = \"{hazards}\"` in its table they jump over.")
            }));
            lines.extend(unruled(definition));
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

/// The demands from which no rule follows, and what says them too.
fn unruled(definition: &Definition) -> Vec<String> {
    let problem = Problem::with_defaults(Arc::new(definition.clone())).with_named_parts();
    let unruled = problem.unruled();
    if unruled.is_empty() {
        return Vec::new();
    }
    let row = |Unruled { text, also }: &Unruled| {
        let also = also.as_ref().map_or_else(String::new, |also| format!(": also as {also}"));
        format!("  {text}{also}")
    };
    let head = "No rule follows from these, so a search meets them by chance. If something near can be said of \
                cells, ask for it, too (docs/how-to-say.md):";
    std::iter::once(head.to_owned()).chain(unruled.iter().map(row)).collect()
}

/// How many of the drawings are good by the file's own conditions, and what the others lack;
/// ignores similarity to drawings. `None` without drawings.
fn drawings_by_conditions(definition: Definition) -> Option<String> {
    let comparing: Vec<String> = definition.comparing().map(str::to_owned).collect();
    let problem = Problem::with_defaults(Arc::new(definition)).with_named_parts();
    let mut meter = problem.meter();
    let drawings = problem.definition().drawings().levels();
    let lacks = drawings.iter().map(|level| {
        let mut lacks = meter.explain(level.view()).lacks();
        lacks.retain(|lack| !comparing.iter().any(|name| lack.case() == Some(name)));
        lacks
    });
    let lacks: Vec<Vec<Lack>> = lacks.collect();
    let n_good = lacks.iter().filter(|lacks| lacks.is_empty()).count();
    let mut text = format!("{n_good} of {} good by these conditions", are_drawings(drawings.len()));
    let lacking = lacks.iter().enumerate().filter(|(_, lacks)| !lacks.is_empty());
    for (index, lacks) in lacking.take(N_DRAWINGS_TOLD) {
        write!(text, "\n  drawing {}: {}", index + 1, Lack::listed(lacks)).ok()?;
    }
    (!drawings.is_empty()).then_some(text)
}

/// Maximum number of drawings with their lacks.
const N_DRAWINGS_TOLD: usize = 5;

fn are_drawings(n: usize) -> String {
    format!("{} {}", counted(n, "drawing"), if n == 1 { "is" } else { "are" })
}

/// Errors about missing or invalid pictures of tiles and drawn levels.
fn missing_files(definition: &Definition, folder: &Path, text: &str) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    for sprite in definition.sprites() {
        let Err(error) = read_sprite(folder, sprite) else { continue };
        let place = format!("tile `{}`", sprite.tile);
        let message = format!("there is no such picture: {:#}", anyhow::Error::from(error));
        mistakes.push(Diagnostic::new(Severity::Error, sprite.place.clone(), place, message));
        let help = "name a PNG file, as seen from the folder of this file, or a built-in sprite";
        mistakes.last_mut().expect("one was added").help(help);
    }
    for drawn in definition.drawn() {
        let Err(error) = read_drawn(definition, folder, drawn) else { continue };
        let message = format!("these drawings cannot be read: {:#}", anyhow::Error::from(error));
        let place = "like".to_owned();
        mistakes.push(Diagnostic::new(Severity::Error, drawn.place.clone(), place, message));
        let help = "name levels of the tiles of this file, as seen from its folder";
        mistakes.last_mut().expect("one was added").help(help);
    }
    mistakes.sort_by_key(|mistake| mistake.range.start);
    count_lines(&mut mistakes, text);
    mistakes
}

/// The answer of the external judge for a random level, or the failure; `None` without a judge.
/// `path` is that of the problem file.
fn judged(definition: &Definition, path: &Path) -> Option<Result<String, OutsideFailure>> {
    definition.outside()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let problem = with_judge(Problem::with_defaults(Arc::new(definition.clone())), folder);
    let level = random_level(&problem);
    let answered = problem.outside_values(level.view()).map(|values| {
        let values = values.into_iter().map(|(name, value)| match value {
            Some(value) => format!("{name} = {value}"),
            None => format!("{name} = none"),
        });
        let values: Vec<String> = values.collect();
        format!("of a random level its judge from outside says: {}", values.join(", "))
    });
    Some(answered)
}

/// A level of the first size with random tiles by their weights.
fn random_level(problem: &Problem) -> Level {
    let (width, height) = problem.sizes()[0];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let weights = problem.initial_weights();
    let total: u64 = weights.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let tiles = (0..width * height).map(|_| {
        let mut left = rng.random_range(0..total.max(1));
        let drawn = weights.iter().find(|&&(_, weight)| {
            let is_drawn = left < u64::from(weight);
            left = left.saturating_sub(u64::from(weight));
            is_drawn
        });
        drawn.and_then(|(name, _)| problem.palette().tile(name)).unwrap_or(0)
    });
    let tiles = tiles.collect();
    Level::from_tiles(width, tiles, Arc::clone(problem.palette()))
}

/// A line that summarizes a file, and a line for each role with its tiles.
fn summary(file: &str, parsed: &Result<Definition, DefinitionError>) -> String {
    match parsed {
        Ok(definition) => {
            let problem = Problem::with_defaults(Arc::new(definition.clone())).with_named_parts();
            // The last case is about several levels.
            let use_alone = match (definition.n_objectives(), problem.cases().len() - 1) {
                (0, _) => ": levels can be checked by it, and not searched for".to_owned(),
                (_, n) => format!(" ({n} demands with `playable`, `whole` and set tiles)"),
            };
            let mut lines = vec![format!(
                "{file}: {}, {}, {}{use_alone}",
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
            let is_thing =
                |role| matches!(role, Role::Loot | Role::Foe | Role::Target | Role::Decoration);
            let things = tiles_by_role(definition).filter(|(role, _)| is_thing(*role));
            let things: Vec<&str> = things.flat_map(|(_, tiles)| tiles).take(2).collect();
            if definition.differs_by_floor() && !things.is_empty() {
                lines.push(format!(
                    "Levels differ by their floor plans alone. If they are open, say `places = \"{}\"` in \
                     [variety], so that those whose things stand elsewhere differ.",
                    things.join("|")
                ));
            }
            lines.join("\n")
        }
        Err(error) => format!("{file}: {}", counted(error.diagnostics().len(), "mistake")),
    }
}
