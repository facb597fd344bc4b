//! Reads worlds: a JSON object, and the scripts that it names.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use marahel_level::{Palette, PaletteError, Tile};
use marahel_script::SCRIPT_BYTES_MAX;
use serde::Deserialize;

use super::seams::Ways;
use super::{PartKind, World};
use crate::generator::Generator;
use crate::run::RunError;

/// Maximum number of ways of a seam, because each takes time.
const N_WAYS_MAX: u32 = 64;

/// Why a world cannot be read or made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The text is not JSON, or not of the right shape.
    #[error("not a world in JSON")]
    Json(#[from] serde_json::Error),
    /// A script cannot be read.
    #[error("the script `{path}` of the world")]
    Script {
        /// Its path in the world.
        path: String,
        /// The cause.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The parts have too many entities together.
    #[error("the entities of all parts, united by name, make no palette")]
    Palette(#[from] PaletteError),
    /// A script exceeds the budget of a level.
    #[error("making {what}")]
    Run {
        /// The area, or the part.
        what: String,
        /// The exceeded limit.
        source: RunError,
    },
    /// The content is wrong; contains what is wrong and how to mend it.
    #[error("{0}")]
    Content(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    world: File,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "description")]
    _description: String,
    /// The path of the area's script.
    area: String,
    part: String,
    #[serde(default = "once")]
    ways: u32,
    #[serde(default = "once")]
    width: u32,
    /// How to make the parts of each entity of the area.
    parts: BTreeMap<String, Part>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    script: String,
    way: String,
    wall: Option<String>,
}

fn once() -> u32 {
    1
}

impl World {
    /// Whether a text is a world rather than a script: it begins with `{"world":`.
    pub fn is_meant(text: &str) -> bool {
        let inner = text.trim_start().strip_prefix('{');
        inner.is_some_and(|inner| inner.trim_start().starts_with("\"world\""))
    }

    /// Reads a world from JSON. `generator` gets the path of each script, once for each time that
    /// it is named.
    pub fn parse<E: Into<Box<dyn Error + Send + Sync>>>(
        text: &str,
        mut generator: impl FnMut(&str) -> Result<Generator, E>,
    ) -> Result<Self, WorldError> {
        if text.len() > SCRIPT_BYTES_MAX {
            return Err(content(format!("a world has at most {SCRIPT_BYTES_MAX} bytes")));
        }
        let Document { world: file } = serde_json::from_str(text)?;
        let part = file.size()?;
        let mut load = |path: &str| {
            generator(path)
                .map_err(|error| WorldError::Script { path: path.into(), source: error.into() })
        };
        let area = load(&file.area)?;
        let names: Vec<&str> =
            area.palette().entities().iter().map(|entity| &*entity.name).collect();
        if let Some(kind) = file.parts.keys().find(|kind| !names.contains(&kind.as_str())) {
            return Err(content(format!(
                "the area has no entity `{kind}`, which `parts` describes; its entities are {}",
                names.join(", ")
            )));
        }
        let mut parts = Vec::new();
        for name in names {
            let part_of_file = file.parts.get(name).ok_or_else(|| {
                content(format!(
                    "the area has the entity `{name}`; describe such a part in `parts`"
                ))
            })?;
            parts.push((part_of_file, load(&part_of_file.script)?));
        }
        let palettes = parts.iter().map(|(_, generator)| &**generator.palette());
        let palette = Arc::new(Palette::of_all(palettes)?);
        let kinds = parts
            .into_iter()
            .map(|(part_of_file, generator)| part_of_file.kind(generator, part, &palette));
        let kinds = kinds.collect::<Result<_, _>>()?;
        let ways = Ways { number: file.ways, width: file.width };
        Ok(Self { area, kinds, part, ways, palette })
    }
}

impl File {
    /// The size of a part; checks that its ways fit.
    fn size(&self) -> Result<(usize, usize), WorldError> {
        let sides = self.part.split_once('x').unwrap_or((&self.part, &self.part));
        let (Ok(width), Ok(height)) = (sides.0.parse::<u16>(), sides.1.parse::<u16>()) else {
            return Err(content(format!(
                "`part` is `{}`; give the size of a part, such as \"32x32\"",
                self.part
            )));
        };
        if self.ways > N_WAYS_MAX {
            return Err(content(format!(
                "`ways` is {}; at most {N_WAYS_MAX} lead through a seam",
                self.ways
            )));
        }
        let width_max = u32::from(width.min(height)).saturating_sub(2);
        if !(1..=width_max).contains(&self.width) {
            return Err(content(format!(
                "ways are {} tiles wide, but parts of {width}x{height} tiles have room for 1 to \
                 {width_max} tiles between two corners; change `width` or `part`",
                self.width
            )));
        }
        Ok((width.into(), height.into()))
    }
}

impl Part {
    fn kind(
        &self,
        generator: Generator,
        part: (usize, usize),
        palette: &Palette,
    ) -> Result<PartKind, WorldError> {
        let wrong = |source| WorldError::Script { path: self.script.clone(), source };
        generator.program().check_size(part.0, part.1).map_err(|error| wrong(error.into()))?;
        let own = generator.palette();
        let tile = |name: &String| {
            own.tile(name).ok_or_else(|| wrong(format!("it has no entity `{name}`").into()))
        };
        let tiles = own.entities().iter().map(|entity| palette.tile(&entity.name));
        let tiles: Option<Vec<Tile>> = tiles.collect();
        Ok(PartKind {
            way: tile(&self.way)?,
            wall: self.wall.as_ref().map(tile).transpose()?,
            tiles: tiles.expect("the palette unites all"),
            generator,
        })
    }
}

fn content(message: String) -> WorldError {
    WorldError::Content(message)
}
