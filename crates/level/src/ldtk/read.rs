//! Reading projects, those of ours and those that LDtk saved.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use serde::Deserialize;

use super::{DOC, identifiers};
use crate::rows::{area, numbered, tile_of};
use crate::{Level, LevelError, Palette, Tile, UNKNOWN};

/// Reads the levels of a project of the editor LDtk (a `.ldtk` file), each with
/// its name: one that [`ldtk_project`](crate::ldtk_project) wrote, or one that LDtk saved.
///
/// The first `IntGrid` layer of a level is read. The name of a value is that of its entity; where
/// no value has one, values are the entities of `palette` in order, from 1. Cells without a value
/// are unknown. With a `palette`, entities are matched by name; without one they look as in
/// [`Palette::of_names`], in the colors of the values.
///
/// # Errors
///
/// If the text is not JSON of this shape, there is no level, or one of them
/// has no such layer, no tile or too many, or a cell of no entity.
pub fn read_ldtk(
    json: &str,
    palette: Option<&Arc<Palette>>,
) -> Result<Vec<(String, Level)>, LevelError> {
    let project: Project = serde_json::from_str(json)?;
    let mut known = BTreeMap::new();
    let mut found = Vec::new();
    for level in project.levels() {
        let layer = level.int_grid()?;
        let uid = layer.layer_def_uid;
        let values = match known.entry(uid) {
            Entry::Vacant(entry) => entry.insert(project.values(uid)?),
            Entry::Occupied(entry) => entry.into_mut(),
        };
        let read = layer.level(&level.identifier, values, palette)?;
        found.push((level.identifier.clone(), read));
    }
    if found.is_empty() { Err(LevelError::NoLevels) } else { Ok(found) }
}

#[derive(Deserialize)]
struct Project {
    defs: Definitions,
    #[serde(default)]
    levels: Vec<LevelOfProject>,
    /// Where levels are instead if there are several worlds.
    #[serde(default)]
    worlds: Vec<World>,
}

#[derive(Deserialize)]
struct World {
    levels: Vec<LevelOfProject>,
}

#[derive(Deserialize)]
struct Definitions {
    layers: Vec<LayerDefinition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayerDefinition {
    uid: i64,
    doc: Option<String>,
    #[serde(default)]
    int_grid_values: Vec<IntGridValue>,
}

#[derive(Deserialize)]
struct IntGridValue {
    value: i64,
    identifier: Option<String>,
    #[serde(default)]
    color: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LevelOfProject {
    identifier: String,
    layer_instances: Option<Vec<LayerInstance>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayerInstance {
    #[serde(rename = "__type")]
    kind: String,
    #[serde(rename = "__cWid")]
    width: usize,
    #[serde(rename = "__cHei")]
    height: usize,
    layer_def_uid: i64,
    #[serde(default)]
    int_grid_csv: Vec<i64>,
}

/// The entities of a layer, if it names any, and which of them values are.
type Values = (Option<Arc<Palette>>, BTreeMap<i64, Tile>);

impl Project {
    fn levels(&self) -> impl Iterator<Item = &LevelOfProject> {
        self.levels.iter().chain(self.worlds.iter().flat_map(|world| &world.levels))
    }

    fn values(&self, uid: i64) -> Result<Values, LevelError> {
        let layer = self.defs.layers.iter().find(|layer| layer.uid == uid);
        layer.map_or(Ok((None, BTreeMap::new())), LayerDefinition::values)
    }
}

impl LayerDefinition {
    fn values(&self) -> Result<Values, LevelError> {
        let written = self.written_names();
        let values = self.int_grid_values.iter().filter_map(|value| {
            let identifier = value.identifier.as_deref().filter(|name| !name.is_empty())?;
            let name = written.get(identifier).map_or(identifier, String::as_str);
            Some((value.value, name, value.color()))
        });
        let (names, colors, tiles) = numbered(values);
        if names.is_empty() {
            return Ok((None, tiles));
        }
        let mut palette = Palette::of_names(&names)?;
        for (tile, color) in (0..).zip(colors) {
            palette = color.map_or(palette.clone(), |color| palette.with_color(tile, color));
        }
        Ok((Some(Arc::new(palette)), tiles))
    }

    /// The names of entities that LDtk cannot have as identifiers, by these.
    fn written_names(&self) -> BTreeMap<String, String> {
        let names = self.doc.as_deref().and_then(|doc| doc.strip_prefix(DOC));
        let names = names.and_then(|names| serde_json::from_str(names).ok());
        let names: Vec<String> = names.unwrap_or_default();
        identifiers(names.iter().map(String::as_str)).into_iter().zip(names.clone()).collect()
    }
}

impl IntGridValue {
    fn color(&self) -> Option<[u8; 3]> {
        let digits = self.color.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some([red, green, blue])
    }
}

impl LevelOfProject {
    fn int_grid(&self) -> Result<&LayerInstance, LevelError> {
        let wrong = |what: &str| LevelError::Content(format!("level `{}` {what}", self.identifier));
        let layers = self.layer_instances.as_ref().ok_or_else(|| {
            wrong(
                "is in a file of its own; turn \"save levels separately\" off in the settings of \
                 the project",
            )
        })?;
        layers.iter().find(|layer| layer.kind == "IntGrid").ok_or_else(|| {
            wrong("has no IntGrid layer; paint its cells there, as other layers are not read")
        })
    }
}

impl LayerInstance {
    fn level(
        &self,
        name: &str,
        (named, tiles): &Values,
        palette: Option<&Arc<Palette>>,
    ) -> Result<Level, LevelError> {
        self.check_size(name)?;
        let Some(named) = named else {
            let palette = palette.ok_or(LevelError::NoPalette)?;
            return self.read(palette, |value, x, y| {
                tile_of(i128::from(value) - 1, x, y, palette).map_err(|source| LevelError::Of {
                    level: name.to_owned(),
                    source: Box::new(source),
                })
            });
        };
        let level = self.read(named, |value, x, y| {
            tiles.get(&value).copied().ok_or_else(|| {
                LevelError::Content(format!(
                    "level `{name}`, row {}, column {}: value {value} has no name; enter that of \
                     its entity in the settings of the layer, as other values have it",
                    y + 1,
                    x + 1
                ))
            })
        })?;
        level.in_palette(palette.cloned())
    }

    /// The level of all cells, where `tile` says what a value means.
    fn read(
        &self,
        palette: &Arc<Palette>,
        tile: impl Fn(i64, usize, usize) -> Result<Tile, LevelError>,
    ) -> Result<Level, LevelError> {
        let cells = self.int_grid_csv.iter().enumerate().map(|(index, &value)| match value {
            0 => Ok(UNKNOWN),
            _ => tile(value, index % self.width, index / self.width),
        });
        let tiles = cells.collect::<Result<Vec<_>, _>>()?;
        Ok(Level::from_tiles(self.width, tiles, Arc::clone(palette)))
    }

    fn check_size(&self, name: &str) -> Result<(), LevelError> {
        let Self { width, height, .. } = *self;
        let actual = self.int_grid_csv.len();
        if area(width, height)? == actual {
            return Ok(());
        }
        Err(LevelError::Content(format!(
            "level `{name}` is {width} x {height} cells large, but has {actual} cells"
        )))
    }
}
