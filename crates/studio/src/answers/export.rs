//! Exporting levels of a script as files.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use level::{Captioned, Level, TiledPicture, Tileset, animation, contact_sheet, ldtk_project};
use marahel::Generator;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::levels::{Turned, each_level};
use crate::answers::refusal::{Answer, Refusal};
use crate::answers::trace::snapshots;

/// Maximum number of levels in a file, and of frames in an animation.
const N_LEVELS_MAX: u64 = 64;
const N_FRAMES: u64 = 60;

/// Side of a tile in pictures and maps, in pixels.
const TILE_PIXELS: u32 = 16;

/// Duration of a frame, and of the last one, in hundredths of a second.
const DURATION: u16 = 20;
const DURATION_LAST: u16 = 300;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    turned: Turned,
    format: String,
    seed: u64,
    count: u64,
    /// File name without the extension; the default contains the seeds.
    #[serde(default)]
    name: Option<String>,
}

pub(crate) fn answer(question: &Question) -> Answer {
    let generator = question.turned.generator()?;
    let count = question.count.clamp(1, N_LEVELS_MAX);
    let by_seeds = || match count {
        1 => format!("level-{}", question.seed),
        _ => format!("levels-{}-{}", question.seed, question.seed.saturating_add(count - 1)),
    };
    let name = question.name.clone().unwrap_or_else(by_seeds);
    if question.format == "gif" {
        return film(&generator, question.seed)
            .map(|film| file(&format!("trace-{}.gif", question.seed), "image/gif", &film));
    }
    let mut levels = Vec::new();
    each_level(&generator, None, question.seed, count, |_, made| {
        levels.push(Level::from_view(made.level, generator.palette().clone()));
    })?;
    let texts = |text: &dyn Fn(&Level) -> String, between: &str| {
        levels.iter().map(text).collect::<Vec<_>>().join(between)
    };
    let (ending, mime, content) = match &*question.format {
        "png" if count == 1 => ("png", "image/png", levels[0].to_png(TILE_PIXELS)?),
        "png" => ("png", "image/png", contact_sheet(&levels, TILE_PIXELS, None)?),
        "txt" => ("txt", "text/plain", texts(&Level::to_text, "\n").into_bytes()),
        "csv" => ("csv", "text/csv", texts(&Level::to_csv, "\n").into_bytes()),
        "json" if count == 1 => ("json", "application/json", levels[0].to_json().into_bytes()),
        "json" => {
            let all = format!("[\n{}\n]\n", texts(&Level::to_json, ",\n"));
            ("json", "application/json", all.into_bytes())
        }
        "ldtk" => {
            let labels: Vec<String> =
                (question.seed..).map(|seed| format!("level-{seed}")).take(levels.len()).collect();
            let named: Vec<_> = labels.iter().map(String::as_str).zip(&levels).collect();
            ("ldtk", "application/json", ldtk_project(&named, TILE_PIXELS)?.into_bytes())
        }
        "tmj" | "tmx" => return map(&levels[0], &name),
        other => {
            return Err(Refusal(format!(
                "levels are not written as `{other}`, but as png, gif, tmj, ldtk, csv, txt or json"
            )));
        }
    };
    Ok(file(&format!("{name}.{ending}"), mime, &content))
}

/// A file as JSON.
fn file(name: &str, mime: &str, content: &[u8]) -> Value {
    json!({ "name": name, "mime": mime, "base64": BASE64_STANDARD.encode(content) })
}

/// A map for Tiled, and the picture of its tiles beside it.
fn map(level: &Level, name: &str) -> Answer {
    let tileset = Tileset::of_palette(level.palette(), TILE_PIXELS)?;
    let path = format!("{name}-tiles.png");
    let (width, height) = (tileset.width(), tileset.height());
    let picture = TiledPicture { path: &path, width, height, tile_size: TILE_PIXELS };
    let map = level.to_tiled(&picture) + "\n";
    let mut answer = file(&format!("{name}.tmj"), "application/json", map.as_bytes());
    answer["more"] = json!([file(&path, "image/png", &tileset.to_png()?)]);
    Ok(answer)
}

/// An animation of how a level is built.
fn film(generator: &Generator, seed: u64) -> Result<Vec<u8>, Refusal> {
    let explorers = &generator.script().explorers;
    let frames: Vec<Captioned> = snapshots(generator, seed, N_FRAMES)?
        .into_iter()
        .map(|snapshot| Captioned {
            caption: format!(
                "explorer {} of {}: {}\n{}",
                snapshot.explorer + 1,
                explorers.len(),
                explorers[snapshot.explorer].name,
                explorers[snapshot.explorer].description.as_str(),
            ),
            level: snapshot.level,
        })
        .collect();
    let last = frames.len().saturating_sub(1);
    Ok(animation(
        &frames,
        TILE_PIXELS,
        |index| {
            if index == last { DURATION_LAST } else { DURATION }
        },
    )?)
}
