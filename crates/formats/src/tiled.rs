//! Tiled maps of all versions, in JSON and XML.
//!
//! Source: map formats 1.0 to 1.11, Tiled documentation (doc.mapeditor.org, Reference, TMX Map
//! Format and JSON Map Format).

mod cells;
mod document;
mod host;
mod objects;
mod pack;
mod painting;
mod tilesets;
mod xml;

#[cfg(test)]
mod tests;

pub(crate) use host::{into_json, into_xml};
#[cfg(test)]
pub(crate) use pack::packed;

use level::{LevelError, N_TILES_MAX};

use crate::naming::Stock;
use crate::{About, Known, NamedFiles, Reading};
use document::{Layer, LayerKind, Map};
use painting::{Painting, Patch};
use tilesets::Tilesets;

/// Maximum number of cells of all layers of a map.
pub(crate) const N_TILES_IN_ALL: usize = 4 * N_TILES_MAX;

/// The level of a map in JSON.
pub(crate) fn read_json(
    json: &str,
    known: &Known,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    read(serde_json::from_str(json)?, known, named_files)
}

/// The level of a map in XML.
pub(crate) fn read_xml(
    xml: &str,
    known: &Known,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    read(xml::map(xml)?, known, named_files)
}

fn read(mut map: Map, known: &Known, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let mut about = About { origin: Some(crate::Origin::Tiled), ..About::default() };
    let mut tilesets = Tilesets::new(std::mem::take(&mut map.tilesets), named_files);
    about.is_ours = tilesets.are_ours();
    let layers = document::chosen(&map.layers, &known.layers, &mut about)?;
    let is_infinite = map.is_infinite(&layers);
    let patches = patches_of(&layers, is_infinite)?;
    let mut painting = Painting::around(&patches, is_infinite, (map.width, map.height))?;
    for (layer, patches) in layers.iter().zip(&patches) {
        match layer.kind() {
            LayerKind::Tiles => painting.paint(layer, patches, &mut tilesets)?,
            _ => objects::place(&map, layer, &mut painting, &mut tilesets, named_files, &mut about),
        }
    }
    let stock = Stock { kinds: tilesets.kinds(), grids: vec![painting.grid()] };
    stock.named(known, about)
}

/// The rectangles of tiles of each layer.
fn patches_of(layers: &[&Layer], is_infinite: bool) -> Result<Vec<Vec<Patch>>, LevelError> {
    let mut patches = Vec::new();
    let mut n_tiles = 0;
    for layer in layers {
        let of_layer = layer.patches(is_infinite)?;
        // A short text can define many large layers without tiles.
        n_tiles += of_layer.iter().map(|patch| patch.gids.len()).sum::<usize>();
        check_area(n_tiles)?;
        patches.push(of_layer);
    }
    Ok(patches)
}

/// Rejects layers with too many cells in all.
fn check_area(n_cells: usize) -> Result<(), LevelError> {
    if n_cells <= N_TILES_IN_ALL {
        return Ok(());
    }
    Err(LevelError::Content(format!(
        "all layers together have more than {N_TILES_IN_ALL} cells; choose fewer layers"
    )))
}
