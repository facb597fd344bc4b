//! Tile objects: tiles at any position, placed in the cell of their foot.

use serde::Deserialize;

use super::document::{Layer, Map, Object, Tileset};
use super::painting::Painting;
use super::tilesets::Tilesets;
use super::xml;
use crate::named_files::{joined, text};
use crate::{About, NamedFiles};

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
    /// Reads a template; the error text follows "not read".
    pub(super) fn read(path: &str, named_files: &dyn NamedFiles) -> Result<Self, String> {
        let unread = |reason: &str| format!("an object of template `{path}`, {reason}");
        let bytes = named_files.read(path).map_err(|why| unread(&why.to_string()))?;
        if bytes.len() > N_BYTES_MAX {
            return Err(unread("which is too large for a template"));
        }
        let template = text(&bytes).ok().and_then(|text| {
            if text.trim_start().starts_with('<') {
                return xml::template(text).ok();
            }
            serde_json::from_str::<Self>(text).ok()
        });
        template.ok_or_else(|| unread("which is no template"))
    }
}

/// Places the tile objects of a layer in the cells of the middle of their feet.
pub(super) fn place(
    map: &Map,
    layer: &Layer,
    painting: &mut Painting,
    tilesets: &mut Tilesets,
    named_files: &dyn NamedFiles,
    about: &mut About,
) {
    let mut bare = Vec::new();
    let mut objects: Vec<&Object> = layer.objects.iter().collect();
    if layer.draworder != "index" {
        objects.sort_by(|one, other| one.y.total_cmp(&other.y));
    }
    for object in objects {
        let (object, gid) = match completed(object, tilesets, named_files) {
            Ok((object, _)) if object.visible == Some(false) => continue,
            Ok(found) => found,
            Err(what) => {
                about.leave_out(what);
                continue;
            }
        };
        let told = || {
            let mut names = [object.class(), &object.name].into_iter();
            let name = names.find(|name| !name.is_empty());
            name.map_or_else(|| "without a name".to_owned(), |name| format!("`{name}`"))
        };
        if gid == 0 {
            bare.push(told());
            continue;
        }
        let (Some(kind), Some((column, row))) =
            (tilesets.kind(gid, object.class()), object.cell(map, tilesets, gid))
        else {
            about.leave_out(format!(
                "object {} of layer `{}`, which has no cell",
                told(),
                layer.name
            ));
            continue;
        };
        if !painting.put(column, row, kind) {
            let what =
                format!("object {} of layer `{}`, which is out of the map", told(), layer.name);
            about.leave_out(what);
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
    let gid = |gid: i64| (gid as u32) & super::painting::TILE_BITS;
    let Some(path) = &object.template else { return Ok((object.clone(), gid(object.gid))) };
    let path = joined("", path);
    let template = tilesets.template(&path, named_files)?;
    let found = object.over(&template.object);
    if object.gid != 0 {
        return Ok((found, gid(object.gid)));
    }
    let gid = match &template.tileset {
        Some(Tileset { firstgid, source: Some(source), .. }) if template.object.gid != 0 => {
            let id = gid(template.object.gid).saturating_sub(*firstgid);
            tilesets.gid_of(&joined(&path, source), id, named_files)
        }
        _ => 0,
    };
    Ok((found, gid))
}

impl Object {
    pub(super) fn class(&self) -> &str {
        if self.r#type.is_empty() { &self.class } else { &self.r#type }
    }

    /// The object with missing fields filled from a template.
    fn over(&self, template: &Self) -> Self {
        let text = |own: &String, other: &String| {
            if own.is_empty() { other.clone() } else { own.clone() }
        };
        let length = |own: f64, other: f64| if own == 0.0 { other } else { own };
        Self {
            r#type: text(&self.r#type, &template.r#type),
            class: text(&self.class, &template.class),
            name: text(&self.name, &template.name),
            width: length(self.width, template.width),
            height: length(self.height, template.height),
            rotation: length(self.rotation, template.rotation),
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
        let cell = |length: f64, side: f64| {
            let cell = (length / side).floor();
            (cell.abs() < 1e9).then_some(cell as i64)
        };
        if map.orientation == "isometric" {
            // Objects stand at the bottom corner of a cell; both axes are measured in tile heights.
            let half = tile_height / 2.0;
            return Some((cell(self.x - half, tile_height)?, cell(self.y - half, tile_height)?));
        }
        if !["", "orthogonal"].contains(&map.orientation.as_str()) {
            return None;
        }
        // From its position to half a tile above the middle of its foot.
        let (across, down) = origin(tilesets.alignment(gid));
        let usual = tilesets.size(gid);
        let or_usual = |own: f64, usual: f64| if own > 0.0 { own } else { usual };
        let (width, height) = (or_usual(self.width, usual.0), or_usual(self.height, usual.1));
        let right = width * (0.5 - across);
        let below = height * (1.0 - down) - height.min(tile_height) / 2.0;
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let x = self.x + right * cos - below * sin;
        let y = self.y + right * sin + below * cos;
        Some((cell(x, tile_width)?, cell(y, tile_height)?))
    }
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
