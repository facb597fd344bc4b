//! Levels of a script, and the JSON form of levels and tiles.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use level::{Level, Palette, Tile, UNKNOWN, View};
use marahel::{Atlas, Generator, Script, Semantics};
use problem::{Made, Maker};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::refusal::{Answer, Refusal};

/// Maximum number of levels per request.
const N_LEVELS_MAX: u64 = 64;

/// Maximum number of cells per level; the command line can make larger ones.
const N_CELLS_MAX: usize = 1 << 16;

/// Maximum number of steps of all levels of a request: a few seconds.
pub const N_STEPS_MAX: u64 = 200_000_000;

/// Side of the picture of a tile, in pixels.
const TILE_PIXELS: u32 = 16;

/// A script with the values of its dials.
#[derive(Deserialize)]
pub(crate) struct Turned {
    script: String,
    #[serde(default)]
    dials: BTreeMap<String, f64>,
}

impl Turned {
    /// The generator; an error if its levels are too large to be shown.
    pub(crate) fn generator(&self) -> Result<Generator, Refusal> {
        let mut generator = match Atlas::parse(&self.script)? {
            Some(atlas) => Generator::of_atlas(atlas, Semantics::default()),
            None => Generator::new(&script(&self.script)?, Semantics::default()),
        };
        for (name, &value) in &self.dials {
            generator = generator.with_dial(name, value)?;
        }
        let max = generator.script().max;
        if u64::from(max.width) * u64::from(max.height) > N_CELLS_MAX as u64 {
            return Err(Refusal(format!(
                "levels of {} by {} cells are too large to be shown here; `marahel generate` makes them",
                max.width, max.height
            )));
        }
        Ok(generator)
    }
}

/// The script in a text, in either dialect.
pub(crate) fn script(text: &str) -> Result<Script, Refusal> {
    Ok(aiide17::parse_either(text)?)
}

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    turned: Turned,
    seed: u64,
    count: u64,
}

pub(crate) fn answer(question: &Question) -> Answer {
    let generator = question.turned.generator()?;
    let mut levels = Vec::new();
    each_level(&generator, None, question.seed, question.count.min(N_LEVELS_MAX), |seed, made| {
        levels.push(extended(json_of_view(made.level), json!({ "seed": seed })));
    })?;
    Ok(json!({ "tiles": tiles(generator.palette())?, "levels": levels }))
}

/// Makes the levels of `count` seeds from `seed` on, with the tiles of a problem if `names` are
/// given. An error if all together are too expensive.
pub(crate) fn each_level(
    generator: &Generator,
    names: Option<&[Tile; 64]>,
    seed: u64,
    count: u64,
    mut look: impl FnMut(u64, &Made<'_>),
) -> Result<(), Refusal> {
    let mut maker = Maker::new(&[]);
    let mut n_steps = 0;
    for seed in seed..seed.saturating_add(count) {
        let made = maker.of_seed(generator, names, seed)?;
        look(seed, &made);
        n_steps += made.n_steps;
        if n_steps > N_STEPS_MAX {
            return Err(too_much_work());
        }
    }
    Ok(())
}

pub(crate) fn too_much_work() -> Refusal {
    Refusal::of("these levels cost too much work; ask for fewer, or limit `repeats` and `tiles`")
}

pub(crate) fn json_of_view(view: View<'_>) -> Value {
    let cells: Vec<i16> = view.rows().flatten().map(|&tile| number(tile)).collect();
    json!({ "width": view.width(), "height": view.height(), "cells": cells })
}

/// An object with the entries of another one appended.
pub(crate) fn extended(mut object: Value, more: Value) -> Value {
    if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
        object.extend(more);
    }
    object
}

/// The number of a tile in JSON; -1 for unset.
fn number(tile: Tile) -> i16 {
    if tile == UNKNOWN { -1 } else { i16::from(tile) }
}

/// A level from the page.
#[derive(Deserialize)]
pub(crate) struct Sent {
    width: usize,
    height: usize,
    cells: Vec<i16>,
}

impl Sent {
    /// The level in a palette.
    pub(crate) fn level(&self, palette: &Arc<Palette>) -> Result<Level, Refusal> {
        let area = self.width.checked_mul(self.height).filter(|&area| area <= N_CELLS_MAX);
        if area != Some(self.cells.len()) || self.cells.is_empty() {
            return Err(Refusal::of("the number of cells does not match the size of the level"));
        }
        let tile = |&cell: &i16| match Tile::try_from(cell) {
            Ok(tile) if usize::from(tile) < palette.len() => Ok(tile),
            _ if cell == -1 => Ok(UNKNOWN),
            _ => Err(Refusal(format!("there is no tile with the number {cell}"))),
        };
        let tiles = self.cells.iter().map(tile).collect::<Result<_, _>>()?;
        Ok(Level::from_tiles(self.width, tiles, Arc::clone(palette)))
    }
}

/// The tiles of a palette with their pictures.
pub(crate) fn tiles(palette: &Arc<Palette>) -> Answer {
    let tiles = palette.entities().iter().zip(0..).map(|(entity, tile)| {
        let [red, green, blue] = entity.color;
        let picture = Level::from_tiles(1, vec![tile], Arc::clone(palette)).to_png(TILE_PIXELS)?;
        Ok(json!({
            "name": entity.name,
            "character": entity.character.to_string(),
            "color": format!("#{red:02x}{green:02x}{blue:02x}"),
            "picture": format!("data:image/png;base64,{}", BASE64_STANDARD.encode(picture)),
        }))
    });
    tiles.collect::<Result<Vec<_>, Refusal>>().map(Value::from)
}
