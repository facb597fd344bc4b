//! Tile objects: tiles at any position, placed in the cell of their foot.

use marahel_level::Unread;
use serde::Deserialize;

use super::document::{Layer, Map, Object, Tileset};
use super::painting::{Painting, TILE_BITS};
use super::tilesets::{Tilesets, broken};
use super::xml;
use crate::named_files::{joined, text};
use crate::{NamedFiles, ReadingNotes};

#[cfg(test)]
mod tests;

/// Maximum bytes of a template, because each of its objects copies its fields.
const N_BYTES_MAX: usize = 64 << 10;

/// A file with default fields of objects.
#[derive(Clone, Deserialize)]
pub(super) struct Template {
    pub(super) object: Object,
    #[serde(default)]
    pub(super) tileset: Option<Tileset>,
}

impl Template {
    /// Reads a template.
    pub(super) fn read(path: &str, named_files: &dyn NamedFiles) -> Result<Self, Unread> {
        let bytes = named_files.read(path)?;
        if bytes.len() > N_BYTES_MAX {
            return Err(Unread::Broken("which is too large for a template".to_owned()));
        }
        let template = text(&bytes).and_then(|text| {
            if text.trim_start().starts_with('<') {
                return xml::template(text);
            }
            Ok(serde_json::from_str::<Self>(text)?)
        });
        template.map_err(|error| broken("template", error))
    }
}

/// Places the tile objects of a layer in the cells of the middle of their feet.
pub(super) fn place(
    map: &Map,
    layer: &Layer,
    painting: &mut Painting,
    tilesets: &mut Tilesets,
    named_files: &dyn NamedFiles,
    about: &mut ReadingNotes,
) {
    let mut bare = Vec::new();
    let mut objects: Vec<&Object> = layer.objects.iter().collect();
    if layer.draworder != "index" {
        objects.sort_by(|left, right| left.y.total_cmp(&right.y));
    }
    for object in objects {
        let (object, gid) = match completed(object, tilesets, named_files) {
            Ok((object, _)) if object.visible == Some(false) => continue,
            Ok(completed) => completed,
            Err(what) => {
                about.leave_out(what);
                continue;
            }
        };
        if gid == 0 {
            bare.push(object.title());
            continue;
        }
        let (Some(kind), Some((column, row))) =
            (tilesets.kind(gid, object.class(), &layer.name), object.cell(map, tilesets, gid))
        else {
            let (title, layer) = (object.title(), &layer.name);
            about.leave_out(format!("object {title} of layer `{layer}`, which has no cell"));
            continue;
        };
        if !painting.put(column, row, kind) {
            let (title, layer) = (object.title(), &layer.name);
            about.leave_out(format!("object {title} of layer `{layer}`, which is out of the map"));
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

    /// Its class or name, for messages.
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
