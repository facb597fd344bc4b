//! Levels of the editor Ogmo 3.
//!
//! Source: Ogmo Editor 3 manual (ogmo-editor-3.github.io, Level data).

use std::collections::BTreeMap;
use std::fmt;

use marahel_level::{LevelError, checked_area};
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::naming::{Grid, Kinds, Stock, TileKind};
use crate::tiled::N_TILES_IN_ALL;
use crate::{Hints, NamedFiles, Origin, Reading, ReadingNotes};

#[cfg(test)]
mod tests;

/// The value of a grid layer that is no tile.
const NO_VALUE: &str = "0";

#[derive(Deserialize)]
struct LevelOfOgmo {
    /// The topmost first.
    layers: Vec<Layer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Layer {
    name: String,
    grid_cells_x: usize,
    grid_cells_y: usize,
    grid_cell_width: f64,
    grid_cell_height: f64,
    tileset: Option<String>,
    /// Numbers of tiles, -1 for none, in one list or in rows.
    data: Option<Vec<i64>>,
    #[serde(rename = "data2D")]
    data_rows: Option<Vec<Vec<i64>>>,
    /// Column and row of tiles in their tileset, -1 for none, in one list or in rows.
    data_coords: Option<Vec<Place>>,
    #[serde(rename = "dataCoords2D")]
    data_coords_rows: Option<Vec<Vec<Place>>>,
    /// Values, in one list or in rows.
    grid: Option<Vec<Text>>,
    #[serde(rename = "grid2D")]
    grid_rows: Option<Vec<Vec<Text>>>,
    entities: Option<Vec<Entity>>,
}

#[derive(Deserialize)]
struct Entity {
    name: String,
    x: f64,
    y: f64,
}

/// A value of a grid layer, which is short.
type Text = Box<str>;

/// Column and row of a tile in its tileset, if it has both.
#[derive(Clone, Copy)]
struct Place(Option<(i32, i32)>);

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(PlaceVisitor)
    }
}

struct PlaceVisitor;

impl<'de> Visitor<'de> for PlaceVisitor {
    type Value = Place;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the column and the row of a tile")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Place, A::Error> {
        let place = list.next_element()?.zip(list.next_element()?);
        let is_longer = list.next_element::<IgnoredAny>()?.is_some();
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Place(place.filter(|_| !is_longer)))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cell<'a> {
    /// A tile of a tileset, by its number, ...
    Number(i64),
    /// ... or by its column and row.
    Place(i32, i32),
    Value(&'a str),
}

pub(crate) fn read(json: &str, hints: &Hints, _: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let level: LevelOfOgmo = serde_json::from_str(json)?;
    let mut about = ReadingNotes { origin: Some(Origin::Ogmo), ..ReadingNotes::default() };
    let layers = chosen(&level.layers, hints, &mut about)?;
    let Some(first) = layers.iter().find(|layer| layer.entities.is_none()) else {
        bail!("there is no layer of tiles or of a grid; a level needs one");
    };
    let (width, height) = (first.grid_cells_x, first.grid_cells_y);
    let mut grid = Grid::empty(None, width, checked_area(width, height)?);
    let mut tilesets: Vec<&str> =
        layers.iter().filter_map(|layer| layer.tileset.as_deref()).collect();
    tilesets.sort_unstable();
    tilesets.dedup();
    let mut kinds = Kinds::default();
    let mut n_cells = 0;
    for &layer in &layers {
        let Layer { name, entities, .. } = layer;
        if let Some(entities) = entities {
            place(entities, first, &mut grid, &mut kinds, &mut about);
        } else if (layer.grid_cells_x, layer.grid_cells_y) == (width, height) {
            n_cells += grid.cells.len();
            if n_cells > N_TILES_IN_ALL {
                return Err(LevelError::TooLarge);
            }
            let set = if tilesets.len() > 1 { layer.tileset.as_deref() } else { None };
            paint(layer, set.unwrap_or("tile"), &mut grid, &mut kinds)?;
        } else {
            about.leave_out(format!("layer `{name}`, which has cells of another size"));
            continue;
        }
        about.layers.push(name.clone());
    }
    Stock { kinds: kinds.list, grids: vec![grid] }.named(hints, about)
}

/// The layers to read, lowest first.
fn chosen<'a>(
    layers: &'a [Layer],
    hints: &Hints,
    about: &mut ReadingNotes,
) -> Result<Vec<&'a Layer>, LevelError> {
    hints.check_layers(layers.iter().map(|layer| layer.name.as_str()))?;
    let mut chosen = Vec::new();
    for layer in layers.iter().rev() {
        let is_wanted = hints.layers.is_empty() || hints.layers.contains(&layer.name);
        match layer.is_read() {
            true if is_wanted => chosen.push(layer),
            false if is_wanted => {
                about.leave_out(format!("layer `{}`, which has no tiles", layer.name));
            }
            _ => {}
        }
    }
    Ok(chosen)
}

/// Paints the cells of a layer. Tiles are called by the name of their `set`, if there are several.
fn paint(layer: &Layer, set: &str, grid: &mut Grid, kinds: &mut Kinds) -> Result<(), LevelError> {
    let cells = layer.cells();
    if cells.len() != grid.cells.len() {
        let (name, width, height) = (&layer.name, layer.grid_cells_x, layer.grid_cells_y);
        bail!("layer `{name}` is {width} x {height} cells large, but has {} cells", cells.len());
    }
    let mut kinds_of: BTreeMap<Cell<'_>, u32> = BTreeMap::new();
    for (cell, value) in grid.cells.iter_mut().zip(cells) {
        let Some(value) = value else { continue };
        *cell = Some(*kinds_of.entry(value).or_insert_with(|| {
            let (made_up, number) = match value {
                Cell::Number(number) => {
                    let number_of_tile = u32::try_from(number).ok().filter(|_| set == "tile");
                    (format!("{set}_{number}"), number_of_tile)
                }
                Cell::Place(column, row) => (format!("{set}_{column}_{row}"), None),
                Cell::Value(value) => (format!("{}_{value}", layer.name), None),
            };
            kinds.kind(made_up, |made_up| TileKind {
                made_up: made_up.to_owned(),
                number,
                ..TileKind::default()
            })
        }));
    }
    Ok(())
}

fn place(
    entities: &[Entity],
    base: &Layer,
    grid: &mut Grid,
    kinds: &mut Kinds,
    about: &mut ReadingNotes,
) {
    for Entity { name, x, y } in entities {
        let (column, row) = (x / base.grid_cell_width, y / base.grid_cell_height);
        let is_inside = (0.0..base.grid_cells_x as f64).contains(&column)
            && (0.0..base.grid_cells_y as f64).contains(&row);
        if !is_inside {
            about.leave_out(format!("entity `{name}`, which is out of the level"));
            continue;
        }
        // No layer begins like that.
        let kind = kinds.kind(format!("\0{name}"), |_| TileKind {
            name: Some(name.clone()).filter(|name| !name.is_empty()),
            made_up: if name.is_empty() { "entity" } else { "" }.to_owned(),
            is_thing: true,
            ..TileKind::default()
        });
        grid.put(row as usize * base.grid_cells_x + column as usize, kind);
    }
}

/// The cell of a value, if there is a tile.
fn value(value: &Text) -> Option<Cell<'_>> {
    (**value != *NO_VALUE).then_some(Cell::Value(value))
}

impl Layer {
    fn is_read(&self) -> bool {
        let is_tiles = self.data.is_some()
            || self.data_rows.is_some()
            || self.data_coords.is_some()
            || self.data_coords_rows.is_some();
        is_tiles || self.grid.is_some() || self.grid_rows.is_some() || self.entities.is_some()
    }

    /// What stands in each cell, row by row.
    fn cells(&self) -> Vec<Option<Cell<'_>>> {
        let number = |&number: &i64| (number >= 0).then_some(Cell::Number(number));
        let place = |place: &Place| place.0.map(|(column, row)| Cell::Place(column, row));
        match self {
            Self { grid_rows: Some(rows), .. } => rows.iter().flatten().map(value).collect(),
            Self { grid: Some(values), .. } => values.iter().map(value).collect(),
            Self { data_rows: Some(rows), .. } => rows.iter().flatten().map(number).collect(),
            Self { data_coords: Some(places), .. } => places.iter().map(place).collect(),
            Self { data_coords_rows: Some(rows), .. } => rows.iter().flatten().map(place).collect(),
            Self { data, .. } => data.iter().flatten().map(number).collect(),
        }
    }
}
