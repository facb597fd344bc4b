//! Maps of RPG Maker MV and MZ.
//!
//! Source: the scripts of the engine (`Game_Map.tileId` and `Tilemap` in `rmmz_core.js`).

use std::collections::BTreeMap;

use marahel_level::{LevelError, checked_area};
use serde::Deserialize;

use crate::naming::{Grid, Kinds, Stock, TileKind};
use crate::{Hints, NamedFiles, Origin, Reading, ReadingNotes};

#[cfg(test)]
mod tests;

/// The layers in the order of the file, each with whether it is read by default. Shadows are no
/// tiles.
const LAYERS: [(&str, bool); 6] =
    [("1", true), ("2", true), ("3", true), ("4", true), ("shadows", false), ("regions", false)];
const SHADOWS: &str = "shadows";
const REGIONS: &str = "regions";

/// The first number of the tiles that look otherwise beside their like, and how many numbers each
/// of them has.
const FIRST_AUTOTILE: i32 = 2048;
const N_SHAPES: i32 = 48;

#[derive(Deserialize)]
struct Map {
    width: usize,
    height: usize,
    /// All layers, each row by row.
    data: Vec<i32>,
    #[serde(default)]
    events: Vec<Option<Event>>,
}

#[derive(Deserialize)]
struct Event {
    #[serde(default)]
    name: String,
}

pub(crate) fn read(json: &str, hints: &Hints, _: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let map: Map = serde_json::from_str(json)?;
    let area = checked_area(map.width, map.height)?;
    // The engine reads by index, so that numbers beyond are never seen.
    ensure!(
        map.data.len() >= area * LAYERS.len(),
        "the map is {} x {} cells large, but its {} layers have {} cells",
        map.width,
        map.height,
        LAYERS.len(),
        map.data.len()
    );
    hints.check_layers(LAYERS.iter().map(|(name, _)| *name).filter(|name| *name != SHADOWS))?;
    let mut about = ReadingNotes { origin: Some(Origin::RpgMaker), ..ReadingNotes::default() };
    let mut grid = Grid::empty(None, map.width, area);
    let mut kinds = Kinds::default();
    for ((name, is_usual), numbers) in LAYERS.into_iter().zip(map.data.chunks(area)) {
        let is_named = hints.layers.iter().any(|layer| layer == name);
        if !(is_named || is_usual && hints.layers.is_empty()) {
            continue;
        }
        about.layers.push(name.to_owned());
        let mut kinds_of: BTreeMap<i32, u32> = BTreeMap::new();
        for (cell, &number) in grid.cells.iter_mut().zip(numbers) {
            if number <= 0 {
                continue;
            }
            *cell = Some(*kinds_of.entry(number).or_insert_with(|| {
                let made_up = match name {
                    REGIONS => format!("region_{number}"),
                    _ => format!("tile_{}", without_shape(number)),
                };
                kinds.kind(made_up, |made_up| TileKind {
                    made_up: made_up.to_owned(),
                    ..TileKind::default()
                })
            }));
        }
    }
    let events: Vec<&str> = map.events.iter().flatten().map(|event| event.name.as_str()).collect();
    if let Some(first) = events.first() {
        let dots = if events.len() > 1 { ", ..." } else { "" };
        about.leave_out(format!("events: `{first}`{dots}"));
    }
    Stock { kinds: kinds.list, grids: vec![grid] }.named(hints, about)
}

/// The number of a tile without its shape, which depends on its neighbors.
fn without_shape(number: i32) -> i32 {
    let beyond = number - FIRST_AUTOTILE;
    if beyond < 0 { number } else { number - beyond % N_SHAPES }
}
