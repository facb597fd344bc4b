//! Exporting levels of a script as files.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use marahel::Generator;
use marahel_formats::{Format, GIF, NamedLevel, Sheet, WriteLevels};
use marahel_level::{Captioned, Level, LevelError, Palette, TiledPicture, Tileset, animation};
use serde::{Deserialize, Serialize, Serializer};

use crate::answers::levels::{DialedScript, each_level};
use crate::answers::refusal::Refusal;
use crate::answers::trace::snapshots;

/// Maximum number of levels in a file, and of frames in an animation.
const N_LEVELS_MAX: u64 = 64;
const N_FRAMES: u64 = 60;

/// Side of a tile in pictures and maps, in pixels.
const TILE_PIXELS: u32 = 16;

/// Duration of a frame, and of the last one, in hundredths of a second.
const DURATION: u16 = 20;
const DURATION_LAST: u16 = 300;

/// A request for levels as a file.
#[derive(Deserialize)]
pub struct Question {
    /// The script.
    #[serde(flatten)]
    pub script: DialedScript,
    /// The extension of the file.
    pub format: String,
    /// The first seed.
    pub seed: u64,
    /// Number of levels.
    pub count: u64,
    /// File name without the extension; the default contains the seeds.
    #[serde(default)]
    pub name: Option<String>,
    /// These seeds instead of `count` from the first one.
    #[serde(skip)]
    pub seeds: Option<Vec<u64>>,
    /// The tiles that show the levels, if they are not those of the script.
    #[serde(skip)]
    pub palette: Option<Arc<Palette>>,
}

/// A file with levels.
#[derive(Serialize)]
pub struct LevelFile {
    /// Its name.
    pub name: String,
    mime: &'static str,
    /// Its bytes.
    #[serde(rename = "base64", serialize_with = "as_base64")]
    pub content: Vec<u8>,
    /// Files that go beside it, such as the picture of a map's tiles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<LevelFile>,
}

/// Writes levels as a file.
pub fn answer(question: &Question) -> Result<LevelFile, Refusal> {
    let generator = question.script.generator()?;
    let seeds = question.seeds.as_ref();
    let count = seeds.map_or(question.count, |seeds| seeds.len() as u64).clamp(1, N_LEVELS_MAX);
    let last_seed = question.seed.saturating_add(count - 1);
    let name = question.name.clone().unwrap_or_else(|| match count {
        1 => format!("level-{last_seed}"),
        _ => format!("levels-{}-{last_seed}", question.seed),
    });
    let Some((format, write)) = written(&question.format) else {
        return Err(Refusal(format!(
            "levels are not written as `{}`, but as {}",
            question.format,
            Format::endings(Format::all_written())
        )));
    };
    if *format == GIF {
        let seed = seeds.and_then(|seeds| seeds.first()).copied().unwrap_or(question.seed);
        return film(&generator, seed, question.palette.as_ref()).map(|film| {
            LevelFile::of(format!("trace-{seed}.{}", format.ending), format.mime, film)
        });
    }
    let mut levels = Vec::new();
    let seeds = seeds.cloned().unwrap_or_else(|| (question.seed..=last_seed).collect());
    each_level(&generator, None, seeds.into_iter().take(count as usize), |seed, generated| {
        let level = Level::from_view(generated.level, generator.palette().clone());
        levels.push((seed, level));
    })?;
    let named = |(seed, level): (u64, Level)| {
        let level = level.in_palette(question.palette.clone())?;
        Ok(NamedLevel { name: format!("level-{seed}"), seed: Some(seed), level })
    };
    let levels = levels.into_iter().map(named).collect::<Result<Vec<_>, LevelError>>()?;
    let content = match write {
        WriteLevels::Parts { around, part } => {
            let [before, between, after] = around(count);
            let parts: Vec<Vec<u8>> = levels.iter().map(part).collect();
            [before.as_bytes(), &parts.join(between.as_bytes()), after.as_bytes()].concat()
        }
        WriteLevels::Whole { write, .. } => {
            write(&levels, &Sheet { columns: None, art: TILE_PIXELS.into() })?
        }
        WriteLevels::Map(write) => return map(format, write.of_picture, &levels[0].level, &name),
    };
    Ok(LevelFile::of(format!("{name}.{}", format.ending), format.mime, content))
}

/// The format of this name and its writer; that of another format of the same program if it has none.
fn written(name: &str) -> Option<(&'static Format, &'static WriteLevels)> {
    let format = Format::called(name)?;
    let format = format.writer.as_ref().err().copied().unwrap_or(format);
    Some((format, &format.writer.as_ref().ok()?.write))
}

fn as_base64<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&BASE64_STANDARD.encode(bytes))
}

impl LevelFile {
    fn of(name: String, mime: &'static str, content: Vec<u8>) -> Self {
        Self { name, mime, content, more: Vec::new() }
    }
}

/// A map, and the picture of its tiles beside it.
fn map(
    format: &Format,
    write: fn(&Level, &TiledPicture<'_>) -> String,
    level: &Level,
    name: &str,
) -> Result<LevelFile, Refusal> {
    let tileset = Tileset::of_palette(level.palette(), TILE_PIXELS)?;
    let path = format!("{name}-tiles.png");
    let (width, height) = (tileset.width(), tileset.height());
    let picture = TiledPicture { path: &path, width, height, tile_size: TILE_PIXELS };
    let map = write(level, &picture) + "\n";
    let mut file =
        LevelFile::of(format!("{name}.{}", format.ending), format.mime, map.into_bytes());
    file.more.push(LevelFile::of(path, "image/png", tileset.to_png()?));
    Ok(file)
}

/// An animation of how a level is built.
fn film(
    generator: &Generator,
    seed: u64,
    palette: Option<&Arc<Palette>>,
) -> Result<Vec<u8>, Refusal> {
    let explorers = &generator.script().explorers;
    let frames: Vec<Captioned> = snapshots(generator, seed, N_FRAMES)?
        .into_iter()
        .map(|snapshot| {
            Ok(Captioned {
                caption: format!(
                    "explorer {} of {}: {}\n{}",
                    snapshot.explorer + 1,
                    explorers.len(),
                    explorers[snapshot.explorer].name,
                    explorers[snapshot.explorer].description.as_str(),
                ),
                level: snapshot.level.in_palette(palette.cloned())?,
            })
        })
        .collect::<Result<_, LevelError>>()?;
    let last = frames.len().saturating_sub(1);
    Ok(animation(
        &frames,
        TILE_PIXELS,
        |index| {
            if index == last { DURATION_LAST } else { DURATION }
        },
    )?)
}
