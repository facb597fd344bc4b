//! Levels of the editor Ogmo 3.
//!
//! Source: Ogmo Editor 3 manual (ogmo-editor-3.github.io, Level data).

use marahel_level::{LevelError, checked_area};
use serde::Deserialize;

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
    data_coords: Option<Vec<Vec<i64>>>,
    #[serde(rename = "dataCoords2D")]
    data_coords_rows: Option<Vec<Vec<Vec<i64>>>>,
    /// Values, in one list or in rows.
    grid: Option<Vec<String>>,
    #[serde(rename = "grid2D")]
    grid_rows: Option<Vec<Vec<String>>>,
    entities: Option<Vec<Entity>>,
}

#[derive(Deserialize)]
struct Entity {
    name: String,
    x: f64,
    y: f64,
}

/// The cells of a layer.
enum Cells {
    /// Of a tileset.
    Tiles(Vec<Option<String>>),
    /// Of a grid.
    Values(Vec<Option<String>>),
}

/// The level of a file.
pub(crate) fn read(json: &str, hints: &Hints, _: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let level: LevelOfOgmo = serde_json::from_str(json)?;
    let mut about = ReadingNotes { origin: Some(Origin::Ogmo), ..ReadingNotes::default() };
    let layers = chosen(&level.layers, hints, &mut about)?;
    let Some(first) = layers.iter().find(|layer| layer.entities.is_none()) else {
        let what = "there is no layer of tiles or of a grid; a level needs one";
        return Err(LevelError::Content(what.to_owned()));
    };
    let (width, height) = (first.grid_cells_x, first.grid_cells_y);
    let mut grid = Grid { id: None, width, cells: vec![None; checked_area(width, height)?] };
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
    let (cells, prefix) = match layer.cells() {
        Cells::Tiles(cells) => (cells, set),
        Cells::Values(cells) => (cells, layer.name.as_str()),
    };
    if cells.len() != grid.cells.len() {
        let (name, width, height) = (&layer.name, layer.grid_cells_x, layer.grid_cells_y);
        return Err(LevelError::Content(format!(
            "layer `{name}` is {width} x {height} cells large, but has {} cells",
            cells.len()
        )));
    }
    for (cell, value) in grid.cells.iter_mut().zip(cells) {
        let Some(value) = value else { continue };
        let number = value.parse().ok().filter(|_| prefix == "tile");
        *cell = Some(kinds.kind(format!("{prefix}_{value}"), |made_up| TileKind {
            made_up: made_up.to_owned(),
            number,
            ..TileKind::default()
        }));
    }
    Ok(())
}

/// Places entities in the cells of their positions.
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
            ..TileKind::default()
        });
        grid.cells[row as usize * base.grid_cells_x + column as usize] = Some(kind);
    }
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
    fn cells(&self) -> Cells {
        let value = |value: &String| Some(value.clone()).filter(|value| value != NO_VALUE);
        if let Some(rows) = &self.grid_rows {
            return Cells::Values(rows.iter().flatten().map(value).collect());
        }
        if let Some(values) = &self.grid {
            return Cells::Values(values.iter().map(value).collect());
        }
        let number = |number: &i64| (*number >= 0).then(|| number.to_string());
        let place = |place: &Vec<i64>| match place[..] {
            [column, row] => Some(format!("{column}_{row}")),
            _ => None,
        };
        Cells::Tiles(match self {
            Self { data_rows: Some(rows), .. } => rows.iter().flatten().map(number).collect(),
            Self { data_coords: Some(places), .. } => places.iter().map(place).collect(),
            Self { data_coords_rows: Some(rows), .. } => rows.iter().flatten().map(place).collect(),
            Self { data, .. } => data.iter().flatten().map(number).collect(),
        })
    }
}
