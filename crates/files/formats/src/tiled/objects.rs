//! Objects at any position: tiles in the cell of their foot, others in the cells that they cover.

use std::ops::Range;

use marahel_level::{LevelError, Unread};
use serde::Deserialize;

use super::document::{Layer, Map, Object, Tileset};
use super::painting::{Painting, TILE_BITS};
use super::shapes::Area;
use super::tilesets::{Tilesets, broken};
use super::{N_TILES_IN_ALL, xml};
use crate::named_files::{joined, text};
use crate::{NamedFiles, ReadingNotes};

#[cfg(test)]
mod tests;

/// Maximum bytes of a template, because each of its objects copies its fields.
const N_BYTES_MAX: usize = 64 << 10;

/// A file with default fields of objects.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Template {
    pub(super) object: Object,
    #[serde(default)]
    pub(super) tileset: Option<Tileset>,
}

impl Template {
    pub(super) fn read(path: &str, named_files: &dyn NamedFiles) -> Result<Self, Unread> {
        let bytes = named_files.read(path)?;
        if bytes.len() > N_BYTES_MAX {
            return Err(Unread::Broken("which is too large for a template".to_owned()));
        }
        let template = text(&bytes).and_then(|text| {
            if text.trim_start().starts_with('<') {
                return xml::read(text, "template");
            }
            Ok(serde_json::from_str::<Self>(text)?)
        });
        template.map_err(|error| broken("template", error))
    }
}

pub(super) struct Placing<'a> {
    pub(super) map: &'a Map,
    pub(super) named_files: &'a dyn NamedFiles,
    /// Whether objects without a tile that are called so are read.
    pub(super) is_wanted: &'a dyn Fn(&str) -> bool,
    /// Number of cells that all objects cover so far.
    pub(super) n_covered: usize,
}

/// The kind and the cells of an object, or why it has none.
pub(super) enum Place {
    At {
        kind: u32,
        columns: Range<i64>,
        rows: Range<i64>,
    },
    Invisible,
    /// It has neither a tile nor a name, or is a text or a line.
    Bare(String),
    LeftOut(String),
}

impl Placing<'_> {
    /// Places the objects of a layer: those with a tile in the cell of the middle of their foot,
    /// others in the cells that they cover.
    pub(super) fn paint(
        &mut self,
        layer: &Layer,
        painting: &mut Painting,
        tilesets: &mut Tilesets,
        about: &mut ReadingNotes,
    ) -> Result<(), LevelError> {
        let mut bare = Vec::new();
        for (_, object) in in_order(layer) {
            match self.place(object, layer, painting, tilesets)? {
                Place::At { kind, columns, rows } => {
                    for (column, row) in cells(&columns, &rows) {
                        painting.put(column, row, kind);
                    }
                }
                Place::Invisible => {}
                Place::Bare(title) => bare.push(title),
                Place::LeftOut(what) => about.leave_out(what),
            }
        }
        if !bare.is_empty() {
            bare.sort_unstable();
            bare.dedup();
            let dots = if bare.len() > 3 { ", ..." } else { "" };
            bare.truncate(3);
            about.leave_out(format!(
                "objects of layer `{}` without a tile: {}{dots}",
                layer.name,
                bare.join(", ")
            ));
        }
        Ok(())
    }

    /// The kind and the cells of an object, which are in the level.
    pub(super) fn place(
        &mut self,
        object: &Object,
        layer: &Layer,
        painting: &Painting,
        tilesets: &mut Tilesets,
    ) -> Result<Place, LevelError> {
        let (object, gid) = match completed(object, tilesets, self.named_files) {
            Ok((object, _)) if object.visible == Some(false) => return Ok(Place::Invisible),
            Ok(completed) => completed,
            Err(what) => return Ok(Place::LeftOut(what)),
        };
        let lost = |why: &str| {
            let (title, layer) = (object.title(), &layer.name);
            Ok(Place::LeftOut(format!("object {title} of layer `{layer}`, which {why}")))
        };
        let (kind, columns, rows) = if gid == 0 {
            let name = object.own_name();
            if name.is_empty() || object.is_drawn_only() {
                return Ok(Place::Bare(object.title()));
            }
            if !(self.is_wanted)(name) {
                return Ok(Place::LeftOut(format!("objects `{name}`{UNWANTED}")));
            }
            match object.area(self.map) {
                Area::Cells { columns, rows } => (tilesets.kind_called(name), columns, rows),
                Area::Region => {
                    return Ok(Place::LeftOut(format!("objects `{name}`, which are regions")));
                }
                Area::Nowhere => return lost("has no cell"),
            }
        } else {
            let kind = tilesets.kind(gid, object.class(), &layer.name);
            let (Some(kind), Some((column, row))) = (kind, object.cell(self.map, tilesets, gid))
            else {
                return lost("has no cell");
            };
            (kind, column..column + 1, row..row + 1)
        };
        tilesets.note_thing(kind);
        let (columns, rows) = painting.clamped(&columns, &rows);
        if columns.is_empty() || rows.is_empty() {
            return lost("is out of the map");
        }
        self.n_covered += ((columns.end - columns.start) * (rows.end - rows.start)) as usize;
        if self.n_covered > N_TILES_IN_ALL {
            bail!("all objects together cover more than {N_TILES_IN_ALL} cells");
        }
        Ok(Place::At { kind, columns, rows })
    }
}

/// Why an object is left out whose name is no tile of the caller.
pub(super) const UNWANTED: &str = ", which no tile is called by";

/// Each cell of some columns and rows.
pub(super) fn cells(
    columns: &Range<i64>,
    rows: &Range<i64>,
) -> impl Iterator<Item = (i64, i64)> + use<> {
    let columns = columns.clone();
    rows.clone().flat_map(move |row| columns.clone().map(move |column| (column, row)))
}

/// The objects of a layer with their indices, lowest first.
pub(super) fn in_order(layer: &Layer) -> Vec<(usize, &Object)> {
    let mut objects: Vec<(usize, &Object)> = layer.objects.iter().enumerate().collect();
    if layer.draworder != "index" {
        objects.sort_by(|(_, left), (_, right)| left.y.total_cmp(&right.y));
    }
    objects
}

/// An object with the fields of its template, and the number of its tile in the map.
pub(super) fn completed(
    object: &Object,
    tilesets: &mut Tilesets,
    named_files: &dyn NamedFiles,
) -> Result<(Object, u32), String> {
    let Some(path) = &object.template else { return Ok((object.clone(), object.plain_gid())) };
    let path = joined("", path);
    let template = tilesets.template(&path, named_files)?;
    let whole = object.over(&template.object);
    if object.gid != 0 {
        return Ok((whole, object.plain_gid()));
    }
    let gid = match &template.tileset {
        Some(Tileset { firstgid, source: Some(source), .. }) if template.object.gid != 0 => {
            let id = template.object.plain_gid().saturating_sub(*firstgid);
            tilesets.gid_of(&joined(&path, source), id, named_files)
        }
        _ => 0,
    };
    Ok((whole, gid))
}

impl Object {
    pub(super) fn class(&self) -> &str {
        if self.r#type.is_empty() { &self.class } else { &self.r#type }
    }

    /// The number of its tile, however it is turned.
    fn plain_gid(&self) -> u32 {
        (self.gid as u32) & TILE_BITS
    }

    fn title(&self) -> String {
        match text_or(self.class(), &self.name) {
            name if name.is_empty() => "without a name".to_owned(),
            name => format!("`{name}`"),
        }
    }

    /// The object with missing fields filled from a template.
    fn over(&self, template: &Self) -> Self {
        Self {
            r#type: text_or(&self.r#type, &template.r#type),
            class: text_or(&self.class, &template.class),
            name: text_or(&self.name, &template.name),
            width: length_or(self.width, template.width),
            height: length_or(self.height, template.height),
            rotation: length_or(self.rotation, template.rotation),
            visible: self.visible.or(template.visible),
            polygon: if self.polygon.is_empty() { &template.polygon } else { &self.polygon }
                .clone(),
            polyline: self.polyline.or(template.polyline),
            text: self.text.or(template.text),
            ..self.clone()
        }
    }

    /// The column and row of the cell with the middle of its foot; `None` for map orientations
    /// without such cells.
    pub(super) fn cell(&self, map: &Map, tilesets: &Tilesets, gid: u32) -> Option<(i64, i64)> {
        let (tile_width, tile_height) = (map.tilewidth, map.tileheight);
        if !(tile_width > 0.0 && tile_height > 0.0) {
            return None;
        }
        if map.orientation == "isometric" {
            // Objects stand at the bottom corner of a cell; both axes are measured in tile heights.
            let half = tile_height / 2.0;
            return Some((
                n_tiles(self.x - half, tile_height)?,
                n_tiles(self.y - half, tile_height)?,
            ));
        }
        if !["", "orthogonal"].contains(&map.orientation.as_str()) {
            return None;
        }
        // From its position to half a tile above the middle of its foot.
        let (across, down) = origin(tilesets.alignment(gid));
        let (usual_width, usual_height) = tilesets.size(gid);
        let width = if self.width > 0.0 { self.width } else { usual_width };
        let height = if self.height > 0.0 { self.height } else { usual_height };
        let right = width * (0.5 - across);
        let below = height * (1.0 - down) - height.min(tile_height) / 2.0;
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let x = self.x + right * cos - below * sin;
        let y = self.y + right * sin + below * cos;
        Some((n_tiles(x, tile_width)?, n_tiles(y, tile_height)?))
    }
}

fn text_or(own: &str, inherited: &str) -> String {
    if own.is_empty() { inherited } else { own }.to_owned()
}

fn length_or(own: f64, inherited: f64) -> f64 {
    if own == 0.0 { inherited } else { own }
}

/// The number of whole tiles in a length, unless it is absurd.
fn n_tiles(length: f64, side: f64) -> Option<i64> {
    let n = (length / side).floor();
    (n.abs() < 1e9).then_some(n as i64)
}

/// Share of the tile left of and above the position of an object.
fn origin(alignment: &str) -> (f64, f64) {
    let across = match alignment {
        "top" | "center" | "bottom" => 0.5,
        "topright" | "right" | "bottomright" => 1.0,
        _ => 0.0,
    };
    let down = match alignment {
        "topleft" | "top" | "topright" => 0.0,
        "left" | "center" | "right" => 0.5,
        _ => 1.0,
    };
    (across, down)
}
