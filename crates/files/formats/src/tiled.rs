//! Tiled maps of all versions, in JSON and XML.
//!
//! Source: map formats 1.0 to 1.11, Tiled documentation (doc.mapeditor.org, Reference, TMX Map
//! Format and JSON Map Format).

mod cells;
mod document;
mod drawing;
mod dual;
mod embedding;
mod host;
mod looks;
mod new_map;
mod objects;
mod pack;
mod painting;
mod shapes;
mod suggestions;
mod terrains;
mod tileset_file;
mod tilesets;
mod xml;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use pack::packed;
pub use tileset_file::TiledTileset;

use marahel_level::{Level, LevelError, N_TILES_MAX};

use crate::format::{Format, Host, ReadLevels, Reader, WriteLevels, WriteMap, Writer};
use crate::naming::Stock;
use crate::{Hints, NamedFiles, Reading, ReadingNotes};
use document::{Layer, LayerKind, Map};
use objects::{Placing, UNWANTED};
use painting::{Painting, Patch};
use tilesets::Tilesets;

pub(crate) static TMJ: Format = Format {
    ending: "tmj",
    aliases: &[],
    title: "a map of Tiled",
    mime: "application/json",
    is_binary: false,
    reader: Some(Reader {
        about: "A map of Tiled in JSON",
        marks_open: false,
        read: ReadLevels::Text(read_json),
    }),
    writer: Ok(Writer {
        about: "A map for Tiled beside a picture of the tiles; several levels go to a folder",
        shows_tiles: true,
        write: WriteLevels::Map(WriteMap {
            of_picture: Level::to_tiled,
            of_tileset: TiledTileset::to_tmj,
        }),
    }),
    host: Some(HOST_JSON),
};

pub(crate) static TMX: Format = Format {
    ending: "tmx",
    aliases: &[],
    title: TMJ.title,
    mime: "application/xml",
    is_binary: false,
    reader: Some(Reader {
        about: "A map of Tiled in XML",
        marks_open: false,
        read: ReadLevels::Text(read_xml),
    }),
    writer: Ok(Writer {
        about: "The same in XML",
        shows_tiles: true,
        write: WriteLevels::Map(WriteMap {
            of_picture: new_map::to_tmx,
            of_tileset: TiledTileset::to_tmx,
        }),
    }),
    host: Some(Host::OneLevel(host::into_xml)),
};

pub(crate) const HOST_JSON: Host = Host::OneLevel(host::into_json);

/// Maximum number of cells of all layers of a map.
pub(crate) const N_TILES_IN_ALL: usize = 4 * N_TILES_MAX;

pub(crate) fn read_json(
    json: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    read(&serde_json::from_str(json)?, hints, named_files)
}

fn read_xml(xml: &str, hints: &Hints, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    read(&xml::read(xml, "map")?, hints, named_files)
}

fn read(map: &Map, hints: &Hints, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let has_objects = document::all(&map.layers)?.iter().any(|layer| !layer.objects.is_empty());
    match read_with(map, &|name| hints.wants(name), hints, named_files) {
        // Objects may have a name each.
        Err(LevelError::TooManyKinds(_)) if has_objects => {
            let mut reading = read_with(map, &|_| false, hints, named_files)?;
            reading.about.left_out.retain(|what| !what.ends_with(UNWANTED));
            reading.about.leave_out(TOO_MANY_OBJECTS.to_owned());
            Ok(reading)
        }
        reading => reading,
    }
}

/// What is said of objects whose names would be too many.
const TOO_MANY_OBJECTS: &str =
    "objects without a tile, because their names would be too many kinds of tiles";

fn read_with(
    map: &Map,
    is_wanted: &dyn Fn(&str) -> bool,
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    let mut about = ReadingNotes { origin: Some(crate::Origin::Tiled), ..ReadingNotes::default() };
    let mut tilesets = Tilesets::new(map.tilesets.clone(), hints, named_files);
    about.is_ours = tilesets.are_ours();
    let layers = document::chosen(&map.layers, hints, &mut about)?;
    let is_infinite = map.is_infinite(&layers);
    let mut patches = patches_of(&layers, is_infinite)?;
    dual::fold(map, &layers, &mut patches, &tilesets);
    let mut painting = Painting::around(&patches, is_infinite, (map.width, map.height))?;
    let mut placing = Placing { map, named_files, is_wanted, n_covered: 0 };
    for (layer, patches) in layers.iter().zip(&patches) {
        match layer.kind() {
            LayerKind::Tiles => painting.paint(layer, patches, &mut tilesets)?,
            _ => placing.paint(layer, &mut painting, &mut tilesets, &mut about)?,
        }
    }
    let kinds = if hints.lists_kinds { tilesets.placed_kinds() } else { tilesets.kinds() };
    let stock = Stock { kinds, grids: vec![painting.grid()] };
    stock.named(hints, about)
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
pub(crate) fn check_area(n_cells: usize) -> Result<(), LevelError> {
    ensure!(
        n_cells <= N_TILES_IN_ALL,
        "all layers together have more than {N_TILES_IN_ALL} cells; choose fewer layers"
    );
    Ok(())
}
