//! The fields of an LDtk project around its tiles.
//!
//! Most are editor settings; `new.json` holds those of a new project, its level and its layer.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Entity, Level};

/// The `uid` of the first level; the only layer is 1.
const LEVEL_UID: usize = 2;

/// A project without levels, a level without layers, and a layer without cells.
#[derive(Deserialize)]
pub(super) struct Frames {
    project: Value,
    level: Value,
    layer: Value,
}

impl Frames {
    pub(super) fn new() -> Self {
        serde_json::from_str(include_str!("new.json")).expect("it is JSON of this shape")
    }

    /// The project without its levels.
    pub(super) fn project(
        mut self,
        values: &[(String, &Entity)],
        doc: Option<&str>,
        n_levels: usize,
        grid_size: u32,
    ) -> Value {
        let project = &mut self.project;
        project["nextUid"] = json!(LEVEL_UID + n_levels);
        let large =
            ["worldGridWidth", "worldGridHeight", "defaultLevelWidth", "defaultLevelHeight"];
        for side in large {
            project[side] = json!(16 * grid_size);
        }
        for side in ["defaultGridSize", "defaultEntityWidth", "defaultEntityHeight"] {
            project[side] = json!(grid_size);
        }
        let layer = &mut project["defs"]["layers"][0];
        layer["doc"] = json!(doc);
        layer["gridSize"] = json!(grid_size);
        let values = (1..).zip(values).map(|(value, (identifier, entity)): (u32, _)| {
            let [red, green, blue] = entity.color;
            json!({
                "value": value,
                "identifier": identifier,
                "color": format!("#{red:02X}{green:02X}{blue:02X}"),
                "tile": null,
                "groupUid": 0,
            })
        });
        layer["intGridValues"] = values.collect();
        self.project
    }

    /// A level without its layer; `place` is its top left corner, in tiles.
    pub(super) fn level(
        &self,
        level: &Level,
        name: &str,
        index: usize,
        (column, row): (usize, usize),
        grid_size: u32,
    ) -> Value {
        let grid_size = grid_size as usize;
        let mut frame = self.level.clone();
        frame["identifier"] = json!(name);
        frame["iid"] = iid(2, index);
        frame["uid"] = json!(LEVEL_UID + index);
        frame["worldX"] = json!(column * grid_size);
        frame["worldY"] = json!(row * grid_size);
        frame["pxWid"] = json!(level.width() * grid_size);
        frame["pxHei"] = json!(level.height() * grid_size);
        frame
    }

    /// The layer of a level, without its cells.
    pub(super) fn layer(&self, level: &Level, index: usize, grid_size: u32) -> Value {
        let mut frame = self.layer.clone();
        frame["__cWid"] = json!(level.width());
        frame["__cHei"] = json!(level.height());
        frame["__gridSize"] = json!(grid_size);
        frame["iid"] = iid(3, index);
        frame["levelId"] = json!(LEVEL_UID + index);
        frame
    }
}

/// A UUID that depends only on its arguments, so that projects are reproducible.
fn iid(kind: u32, index: usize) -> Value {
    json!(format!("{kind:08x}-0000-4000-8000-{index:012x}"))
}
