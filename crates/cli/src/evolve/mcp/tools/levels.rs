//! Levels of scripts: pictures, traces, and files.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use level::{Captioned, Level, Palette, contact_sheet, strip};
use marahel::{Atlas, Generator, Semantics};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Work;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{ProblemSource, ScriptText};

/// Maximum number of levels in one picture, and of those shown as text too.
const N_LEVELS_MAX: u64 = 16;
const N_TEXTS: usize = 2;

/// A level with more cells is shown only as a picture.
const N_CELLS_OF_TEXT: usize = 2000;

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
    /// The problem whose characters and pictures show the levels.
    #[serde(default)]
    problem: Option<ProblemSource>,
    /// Seed of the first level; the others have the next ones. The same seed makes the same level.
    #[serde(default)]
    seed: u64,
    /// Number of levels, 1 to 16.
    #[serde(default = "four")]
    count: u64,
    /// Values of the script's dials, by name.
    #[serde(default)]
    dials: BTreeMap<String, f64>,
    /// Whether to draw a picture.
    #[serde(default = "yes")]
    picture: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Trace {
    script: ScriptText,
    /// The problem whose characters and pictures show the level.
    #[serde(default)]
    problem: Option<ProblemSource>,
    /// Seed of the level.
    #[serde(default)]
    seed: u64,
    /// Values of the script's dials, by name.
    #[serde(default)]
    dials: BTreeMap<String, f64>,
    /// Whether to draw the level after each explorer.
    #[serde(default = "yes")]
    picture: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Export {
    script: ScriptText,
    /// File of the folder to write; its extension is the format: png, gif, txt, csv, json, tmj or ldtk.
    to: String,
    /// Seed of the first level.
    #[serde(default)]
    seed: u64,
    /// Number of levels, 1 to 64; tmj and gif have one.
    #[serde(default = "one")]
    count: u64,
    /// Values of the script's dials, by name.
    #[serde(default)]
    dials: BTreeMap<String, f64>,
    /// Whether to replace an existing file.
    #[serde(default)]
    overwrite: bool,
}

pub(super) const fn yes() -> bool {
    true
}

const fn one() -> u64 {
    1
}

const fn four() -> u64 {
    4
}

impl Work for Generate {
    fn work(self) -> anyhow::Result<Reply> {
        // The studio bounds the work for all levels.
        let levels = asked(&json!({
            "do": "levels", "script": self.script.text, "dials": self.dials, "seed": self.seed,
            "count": self.count.clamp(1, N_LEVELS_MAX),
        }))?;
        let levels = levels_of(&levels, &self.script, &self.dials, self.problem.as_ref())?;
        let mut lines = vec![sizes(&levels, self.seed), characters(&levels)];
        let short = levels.iter().filter(|level| level.tiles().len() <= N_CELLS_OF_TEXT);
        for (level, seed) in short.take(N_TEXTS).zip(self.seed..) {
            lines.push(format!("seed {seed}:\n{}", level.to_text()));
        }
        let mut told = Reply::of_lines(&lines);
        if self.picture {
            told = told.with_picture(sheet(&levels)?);
        }
        Ok(told.next("trace, if something is not as you meant it; evaluate, with a problem"))
    }
}

impl Work for Trace {
    fn work(self) -> anyhow::Result<Reply> {
        let answer = asked(&json!({
            "do": "trace", "script": self.script.text, "dials": self.dials, "seed": self.seed, "frames": 0,
        }))?;
        let frames = answer["frames"].as_array().context("a trace has frames")?;
        let mut lines = Vec::new();
        for frame in frames {
            let index = frame["explorer"].as_u64().unwrap_or_default();
            let words = |key: &str| frame[key].as_str().unwrap_or_default().to_owned();
            let (number, name, about) = (index + 1, words("type"), words("description"));
            lines.push(format!("{number}. {name} ({about}), to lock it: \"{index}\""));
            for rule in frame["rules"].as_array().into_iter().flatten() {
                lines.push(format!(
                    "     fired {:>6}, changed {:>6}: {}",
                    rule["fired"],
                    rule["changed"],
                    rule["text"].as_str().unwrap_or_default()
                ));
            }
        }
        let levels = json!({ "levels": frames });
        let levels = levels_of(&levels, &self.script, &self.dials, self.problem.as_ref())?;
        lines.push(characters(&levels));
        if let Some(last) = levels.last().filter(|level| level.tiles().len() <= N_CELLS_OF_TEXT) {
            lines.push(format!("in the end:\n{}", last.to_text()));
        }
        lines.push(
            "A rule that never fires, or changes nothing, is the place to look at.".to_owned(),
        );
        let mut told = Reply::of_lines(&lines);
        if self.picture {
            let captions = frames.iter().zip(levels).enumerate().map(|(index, (frame, level))| {
                let about = frame["description"].as_str().unwrap_or_default();
                let name = frame["type"].as_str().unwrap_or_default();
                Captioned { level, caption: format!("{}. {name}\n{about}", index + 1) }
            });
            let captioned: Vec<Captioned> = captions.collect();
            // The last frame is the level, so drop the first ones.
            let shown = &captioned[captioned.len().saturating_sub(N_FRAMES)..];
            let levels: Vec<Level> = shown.iter().map(|one| one.level.clone()).collect();
            if !shown.is_empty() {
                told = told.with_picture(Some(strip(shown, pixels(&levels), None)?));
            }
        }
        Ok(told.next("change the explorer that is not as you meant it, check, and trace again"))
    }
}

impl Work for Export {
    fn work(self) -> anyhow::Result<Reply> {
        let Some((stem, format)) = self.to.rsplit_once('.') else {
            return Err(anyhow!("`to` needs an ending that says the format, such as .png or .tmj"));
        };
        if format == "tmx" {
            return Err(anyhow!("maps of Tiled are written as .tmj, which Tiled opens as well"));
        }
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let answer = asked(&json!({
            "do": "export", "script": self.script.text, "dials": self.dials, "seed": self.seed,
            "count": self.count.clamp(1, N_EXPORTED_MAX), "format": format, "name": name,
        }))?;
        let mut told = Reply { overwrites: self.overwrite, ..Reply::default() };
        let content = |file: &Value| {
            let text = file["base64"].as_str().unwrap_or_default();
            BASE64_STANDARD.decode(text).context("a file came through a pipe")
        };
        told = told.with_file(&self.to, content(&answer)?);
        // A map refers to a picture of its tiles beside it.
        for more in answer["more"].as_array().into_iter().flatten() {
            let name = more["name"].as_str().unwrap_or_default();
            let place =
                if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            told = told.with_file(place, content(more)?);
        }
        Ok(told)
    }
}

/// The studio's answer to a question.
pub(super) fn asked(question: &Value) -> anyhow::Result<Value> {
    let answer: Value = serde_json::from_str(&studio::answers::answer(&question.to_string()))?;
    match answer["error"].as_str() {
        Some(error) => Err(anyhow!("{error}")),
        None => Ok(answer),
    }
}

fn palette(
    script: &ScriptText,
    dials: &BTreeMap<String, f64>,
) -> anyhow::Result<std::sync::Arc<Palette>> {
    let mut generator = match Atlas::parse(&script.text)? {
        Some(atlas) => Generator::of_atlas(atlas, Semantics::default()),
        None => Generator::new(&script.script()?, Semantics::default()),
    };
    for (name, &value) in dials {
        generator = generator.with_dial(name, value)?;
    }
    Ok(generator.palette().clone())
}

/// The levels of an answer, with the tiles of the problem if there is one.
fn levels_of(
    answer: &Value,
    script: &ScriptText,
    dials: &BTreeMap<String, f64>,
    problem: Option<&ProblemSource>,
) -> anyhow::Result<Vec<Level>> {
    let palette = palette(script, dials)?;
    let shown = problem.map(ProblemSource::problem).transpose()?;
    let shown = shown.map(|problem| problem.palette().clone());
    let level = |level: &Value| {
        let cells = level["cells"].as_array().into_iter().flatten();
        let tiles = cells.map(|cell| {
            let tile = cell.as_i64().and_then(|tile| u8::try_from(tile).ok());
            tile.unwrap_or(level::UNKNOWN)
        });
        let width = level["width"].as_u64().unwrap_or(1) as usize;
        Level::from_tiles(width, tiles.collect(), palette.clone()).in_palette(shown.clone())
    };
    let levels = answer["levels"].as_array().context("there are levels")?;
    Ok(levels.iter().map(level).collect::<Result<_, _>>()?)
}

/// The number of levels, their sizes and their seeds.
fn sizes(levels: &[Level], seed: u64) -> String {
    let mut sizes: Vec<String> =
        levels.iter().map(|level| format!("{}x{}", level.width(), level.height())).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let last = seed.saturating_add(levels.len() as u64 - 1);
    format!("{} levels of {} cells, seeds {seed} to {last}", levels.len(), sizes.join(", "))
}

/// The meaning of characters in texts.
fn characters(levels: &[Level]) -> String {
    let Some(level) = levels.first() else { return String::new() };
    let entities = level.palette().entities().iter();
    let told = entities.map(|one| format!("`{}` {}", one.character, one.name));
    format!("characters: {}", told.collect::<Vec<_>>().join(", "))
}

/// A picture of levels; `None` if one is too large.
pub(super) fn sheet(levels: &[Level]) -> anyhow::Result<Option<Vec<u8>>> {
    let can_be_seen = |level: &Level| level.width().max(level.height()) <= SIDE_MAX;
    let can_be_seen = !levels.is_empty() && levels.iter().all(can_be_seen);
    Ok(can_be_seen.then(|| contact_sheet(levels, pixels(levels), None)).transpose()?)
}

fn pixels(levels: &[Level]) -> u32 {
    let side = levels.iter().map(|level| level.width().max(level.height())).max().unwrap_or(1);
    ((LEVEL_PIXELS / side) as u32).clamp(2, TILE_PIXELS)
}
