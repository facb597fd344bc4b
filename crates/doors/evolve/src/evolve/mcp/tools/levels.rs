//! Levels of scripts: pictures, traces, and files.

use std::collections::BTreeMap;

use anyhow::{Error, bail, ensure};
use marahel::{RuleCount, Snapshot};
use marahel_formats::{Format, WriteLevels};
use marahel_level::{Captioned, Level, fitting_sheet, strip};
use marahel_problem::Problem;
use marahel_script::Explorer;
use marahel_studio::answers::levels::DialedScript;
use marahel_studio::answers::{export, trace};
use schemars::JsonSchema;
use serde::Deserialize;

use super::making::{Making, in_palette};
use super::{Effect, Work};
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{LevelSource, ProblemSource, ScriptText};
use crate::marahel::demands::{Demands, Standard, size_of};
use crate::terminal::counted;

/// Maximum number of levels in one picture, and of those shown as text too, unless their seeds were
/// asked for.
const N_LEVELS_MAX: u64 = 16;
const N_TEXTS: usize = 2;

/// Cells of all levels that are shown as text beside a picture, and without one.
const N_CELLS_OF_TEXT: usize = 2000;
const N_CELLS_WITHOUT_PICTURE: usize = 9000;

/// Maximum number of seeds to judge for those of good or playable levels.
const N_JUDGED_MAX: u64 = 1000;

/// Maximum number of levels in one file.
const N_EXPORTED_MAX: u64 = 64;

/// Maximum number of frames in the picture of a trace.
const N_FRAMES: usize = 12;

/// Maximum size of a level picture in pixels (approximate), and of a tile.
const LEVEL_PIXELS: usize = 400;
const TILE_PIXELS: u32 = 16;

/// Levels with more columns or rows are not drawn.
const SIDE_MAX: usize = 1024;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Generate {
    script: ScriptText,
    /// Its characters and pictures show the levels.
    #[serde(default)]
    problem: Option<ProblemSource>,
    /// Seed of the first level; the others have the next ones.
    #[serde(default)]
    seed: u64,
    /// Number of levels, 1 to 16.
    #[serde(default = "four")]
    count: u64,
    /// Seeds of the levels instead, such as those of evaluate.
    #[serde(default)]
    seeds: Vec<u64>,
    /// Values of dials, by name.
    #[serde(default)]
    dials: BTreeMap<String, f64>,
    /// A start map whose tiles are kept; the script fills its open cells, in a text ?.
    #[serde(default)]
    pins: Option<LevelSource>,
    /// Column and row of one part of a world.
    #[serde(default)]
    part: Option<[usize; 2]>,
    #[serde(default = "yes")]
    picture: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Trace {
    script: ScriptText,
    /// Its characters and pictures show the level.
    #[serde(default)]
    problem: Option<ProblemSource>,
    /// Seed of the level.
    #[serde(default)]
    seed: u64,
    /// Values of dials, by name.
    #[serde(default)]
    dials: BTreeMap<String, f64>,
    /// The level after each explorer.
    #[serde(default = "yes")]
    picture: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Export {
    script: ScriptText,
    #[schemars(description = place_help())]
    to: String,
    /// Seed of the first level.
    #[serde(default)]
    seed: u64,
    /// Number of levels, 1 to 64; tmj and gif have one.
    #[serde(default = "single")]
    count: u64,
    /// Its characters, colors and pictures show the levels.
    #[serde(default)]
    problem: Option<ProblemSource>,
    /// Take only such levels.
    #[serde(default)]
    only: Option<Only>,
    /// Values of dials, by name.
    #[serde(default)]
    dials: BTreeMap<String, f64>,
    #[serde(default)]
    overwrite: bool,
}

/// Which levels are taken.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "lowercase")]
enum Only {
    Playable,
    Good,
}

pub(super) const fn yes() -> bool {
    true
}

fn place_help() -> String {
    let endings = Format::endings(Format::all_written());
    format!("File to write, by its format: {endings}; gif shows how a level comes about.")
}

const fn single() -> u64 {
    1
}

const fn four() -> u64 {
    4
}

impl Work for Generate {
    const NAME: &'static str = "generate";
    const TITLE: &'static str = "Make levels";
    const ABOUT: &'static str = "Make levels of a script, as a picture and as text. Use it often: a picture tells more than any number.";

    fn work(self) -> anyhow::Result<Reply> {
        check_count("count", self.count, N_LEVELS_MAX)?;
        check_count("seeds", self.seeds.len().max(1) as u64, N_LEVELS_MAX)?;
        let problem = self.problem.as_ref().map(ProblemSource::problem).transpose()?;
        let palette = problem.as_ref().map(|problem| problem.palette().clone());
        let seeds: Vec<u64> = match (
            self.seeds.as_slice(),
            problem.filter(|problem| problem.definition().is_sifted()),
        ) {
            ([], Some(problem)) => {
                let script = self.script.single()?.to_owned();
                let script = DialedScript { script, dials: self.dials.clone() };
                seeds_of(None, &script, &problem, self.seed, self.count)?
            }
            ([], None) => (self.seed..=u64::MAX).take(self.count as usize).collect(),
            (seeds, _) => seeds.to_vec(),
        };
        let making = Making {
            script: &self.script,
            dials: &self.dials,
            pins: self.pins.as_ref(),
            part: self.part,
            palette,
        };
        let levels = making.levels(&seeds)?;
        let sheet = if self.picture { sheet(&levels)? } else { None };
        let mut lines = vec![sizes(&levels, &seeds), characters(&levels)];
        let is_short = sheet.is_some() && self.seeds.is_empty();
        lines.extend(texts(&levels, &seeds, is_short));
        let reply = Reply::of_lines(&lines).with_picture(sheet);
        Ok(reply.next("trace, if something is not as you meant it; evaluate, with a problem"))
    }
}

impl Work for Trace {
    const NAME: &'static str = "trace";
    const TITLE: &'static str = "Show how a level comes about";
    const ABOUT: &'static str = "Show how one level comes about, explorer by explorer, with how often each rule fired. Use it when \
        levels are not what you meant.";

    fn work(self) -> anyhow::Result<Reply> {
        let script = DialedScript { script: self.script.single()?.to_owned(), dials: self.dials };
        let question = trace::Question { script, seed: self.seed, frames: 0 };
        let (generator, snapshots) = trace::trace(&question).map_err(Error::msg)?;
        let explorers = &generator.script().explorers;
        let mut lines = Vec::new();
        let mut captions = Vec::new();
        for Snapshot { explorer: index, rules, .. } in &snapshots {
            let Explorer { name, description, rules: texts, .. } = &explorers[*index];
            let (number, description) = (index + 1, description.as_str());
            lines.push(format!("{number}. {name} ({description}), to lock it: \"{index}\""));
            captions.push(format!("{name}\n{description}"));
            let (fired, idle): (Vec<_>, Vec<_>) =
                texts.iter().zip(rules).partition(|(_, count)| count.n_fired > 0);
            for (rule, RuleCount { n_fired, n_changed, .. }) in fired {
                let text = rule.text.as_str();
                lines.push(format!("     fired {n_fired}, changed {n_changed}: {text}"));
            }
            if !idle.is_empty() {
                lines.push(format!("     {} never fired", counted(idle.len(), "rule")));
            }
        }
        let levels = snapshots.into_iter().map(|snapshot| snapshot.level).collect();
        let problem = self.problem.as_ref().map(ProblemSource::problem).transpose()?;
        let levels = in_palette(levels, problem.as_ref().map(Problem::palette))?;
        lines.push(characters(&levels));
        let n_cells = if self.picture { N_CELLS_OF_TEXT } else { N_CELLS_WITHOUT_PICTURE };
        if let Some(last) = levels.last() {
            lines.push(if last.tiles().len() <= n_cells {
                format!("in the end:\n{}", last.to_text())
            } else {
                format!("the level has {} cells: too many for a text", last.tiles().len())
            });
        }
        lines.push(
            "A rule that never fires, or changes nothing, is the place to look at.".to_owned(),
        );
        let mut reply = Reply::of_lines(&lines);
        if self.picture {
            // From the first one to the level.
            let n_shown = levels.len().min(N_FRAMES);
            let shown = |at: usize| {
                (0..n_shown).any(|n| n * (levels.len() - 1) / (n_shown - 1).max(1) == at)
            };
            let left_out: Vec<String> =
                (0..levels.len()).filter(|&at| !shown(at)).map(|at| (at + 1).to_string()).collect();
            if !left_out.is_empty() {
                reply = reply.line(&format!("not in the picture: {}", left_out.join(", ")));
            }
            let pixels = pixels(&levels);
            let numbered = (1..).zip(captions.iter().zip(levels));
            let captioned: Vec<Captioned> = numbered
                .filter(|(number, _)| !left_out.contains(&number.to_string()))
                .map(|(number, (caption, level))| Captioned {
                    level,
                    caption: format!("{number}. {caption}"),
                })
                .collect();
            if !captioned.is_empty() {
                reply = reply.with_picture(Some(strip(&captioned, pixels, None)?));
            }
        }
        Ok(reply.next("change the explorer that is not as you meant it, check, and trace again"))
    }
}

impl Work for Export {
    const NAME: &'static str = "export";
    const TITLE: &'static str = "Write levels to a file";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str =
        "Write levels to a file: a picture, a text, a map or project of an editor, an animation.";

    fn work(self) -> anyhow::Result<Reply> {
        let Some((stem, format)) = self.to.rsplit_once('.') else {
            bail!("`to` needs an ending that says the format, such as .png or .tmj");
        };
        if let Some(Err(instead)) = Format::called(format).map(|format| &format.writer) {
            bail!(
                "{} is written as .{}, which the same program opens",
                instead.title,
                instead.ending
            );
        }
        check_count("count", self.count, N_EXPORTED_MAX)?;
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let script = DialedScript { script: self.script.single()?.to_owned(), dials: self.dials };
        let problem = self.problem.as_ref().map(ProblemSource::problem).transpose()?;
        let seeds = match (self.only, &problem) {
            (Some(_), None) => bail!("`only` needs the `problem` that says what is good"),
            (only, Some(problem)) if only.is_some() || problem.definition().is_sifted() => {
                Some(seeds_of(only, &script, problem, self.seed, self.count)?)
            }
            _ => None,
        };
        let palette = problem.map(|problem| problem.palette().clone());
        let mut reply = Reply { overwrites: self.overwrite, ..Reply::default() };
        if let Some(seeds) = &seeds {
            let listed: Vec<String> = seeds.iter().map(u64::to_string).collect();
            reply = reply.line(&format!("the levels of the seeds {}", listed.join(", ")));
            if (seeds.len() as u64) < self.count {
                reply = reply.line(&format!(
                    "only {} of the levels of {N_JUDGED_MAX} seeds are such, fewer than `count`",
                    seeds.len()
                ));
            }
        }
        let question = export::Question {
            script,
            format: format.to_owned(),
            seed: self.seed,
            count: self.count,
            name: Some(name.to_owned()),
            seeds,
            palette,
        };
        let file = export::answer(&question).map_err(Error::msg)?;
        let writer = Format::called(format).and_then(|format| format.writer.as_ref().ok());
        if self.count > 1 && writer.is_some_and(|by| matches!(by.write, WriteLevels::Map(_))) {
            reply = reply.line(&format!("one level: a .{format} file holds no more"));
        }
        let mut reply = reply.with_file(&self.to, file.content);
        // A map refers to a picture of its tiles beside it.
        for more in file.more {
            let place =
                if folder.is_empty() { more.name } else { format!("{folder}/{}", more.name) };
            reply = reply.with_file(place, more.content);
        }
        Ok(reply)
    }
}

/// Rejects a number of things outside of 1 to `max`.
fn check_count(name: &str, count: u64, max: u64) -> anyhow::Result<()> {
    ensure!((1..=max).contains(&count), "`{name}`: 1 to {max} levels in one call");
    Ok(())
}

/// The first seeds from `seed` on whose levels are playable or good, `count` at most; and that the
/// judge from outside passes, if the problem sifts by it.
fn seeds_of(
    only: Option<Only>,
    script: &DialedScript,
    problem: &Problem,
    seed: u64,
    count: u64,
) -> anyhow::Result<Vec<u64>> {
    let generator = script.generator().map_err(Error::msg)?;
    let (entities, size) = (&generator.script().entities, size_of(generator.script()));
    let standard = only.map(|only| match only {
        Only::Playable => Standard::Playable,
        Only::Good => Standard::Good,
    });
    let demands = Demands::new(problem.clone(), entities, size, standard, None)?;
    let mut judge = demands.judge(&generator);
    let mut seeds = Vec::new();
    for seed in (seed..=u64::MAX).take(N_JUDGED_MAX as usize) {
        if judge.lack(seed)?.is_none() {
            seeds.push(seed);
        }
        if seeds.len() as u64 == count {
            break;
        }
    }
    demands.check()?;
    ensure!(
        !seeds.is_empty(),
        "none of the levels of {N_JUDGED_MAX} seeds is such; `evaluate` tells what they lack"
    );
    Ok(seeds)
}

fn sizes(levels: &[Level], seeds: &[u64]) -> String {
    let mut sizes: Vec<String> =
        levels.iter().map(|level| format!("{}x{}", level.width(), level.height())).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let n = counted(levels.len(), "level");
    format!("{n} of {} cells, {}", sizes.join(", "), in_words(seeds))
}

/// Seeds in words; a series by its ends.
fn in_words(seeds: &[u64]) -> String {
    match seeds {
        [] => "no seed".to_owned(),
        [seed] => format!("seed {seed}"),
        [first, .., last] if last.wrapping_sub(*first) == seeds.len() as u64 - 1 => {
            format!("seeds {first} to {last}")
        }
        _ => {
            let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
            format!("seeds {}", seeds.join(", "))
        }
    }
}

/// Levels as text as far as there is room, and which are left out.
fn texts(levels: &[Level], seeds: &[u64], is_short: bool) -> Vec<String> {
    let (n_texts, mut room) =
        if is_short { (N_TEXTS, N_CELLS_OF_TEXT) } else { (levels.len(), N_CELLS_WITHOUT_PICTURE) };
    let (mut lines, mut left_out) = (Vec::new(), Vec::new());
    for (level, &seed) in levels.iter().zip(seeds) {
        let n_cells = level.tiles().len();
        if lines.len() < n_texts && n_cells <= room {
            room -= n_cells;
            lines.push(format!("seed {seed}:\n{}", level.to_text()));
        } else {
            left_out.push(seed);
        }
    }
    if !left_out.is_empty() {
        let why = if is_short {
            "only in the picture; name its seed in `seeds` for a text"
        } else {
            "not shown, because there is no room; ask for fewer, or for a picture"
        };
        lines.push(format!("{}: {why}", in_words(&left_out)));
    }
    lines
}

fn characters(levels: &[Level]) -> String {
    let Some(level) = levels.first() else { return String::new() };
    let entities = level.palette().entities().iter();
    let told = entities.map(|single| format!("`{}` {}", single.character, single.name));
    format!("characters: {}", told.collect::<Vec<_>>().join(", "))
}

/// A picture of levels; `None` if one is too large.
pub(super) fn sheet(levels: &[Level]) -> anyhow::Result<Option<Vec<u8>>> {
    sheet_in(levels, None)
}

/// The same in this number of columns.
pub(super) fn sheet_in(
    levels: &[Level],
    columns: Option<usize>,
) -> anyhow::Result<Option<Vec<u8>>> {
    let has_room = levels.iter().all(|level| level.width().max(level.height()) <= SIDE_MAX);
    Ok((has_room && !levels.is_empty())
        .then(|| fitting_sheet(levels, pixels(levels), columns))
        .transpose()?)
}

pub(super) fn pixels(levels: &[Level]) -> u32 {
    let side = levels.iter().map(|level| level.width().max(level.height())).max().unwrap_or(1);
    ((LEVEL_PIXELS / side) as u32).clamp(2, TILE_PIXELS)
}
