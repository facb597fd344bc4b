//! The text of a project with automatic tiles.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use super::auto_layers::LayerTiles;

/// A project as JSON, and the automatic tiles of all its layers.
///
/// They stand beside the JSON, because a tile as a [`Value`] takes a kilobyte, and a large level
/// has millions. In the JSON is their number in this list.
#[derive(Default)]
pub(super) struct TileLists(Vec<LayerTiles>);

impl TileLists {
    /// Adds the tiles of a level's layers, in their order.
    pub(super) fn add(&mut self, level: &mut Value, tiles: Vec<LayerTiles>) {
        let layers = level["layerInstances"].as_array_mut().into_iter().flatten();
        for (layer, tiles) in layers.zip(tiles) {
            layer["autoLayerTiles"] = json!(self.0.len());
            self.0.push(tiles);
        }
    }

    pub(super) fn text(&self, project: &Value) -> String {
        let part = Part { value: project, lists: self };
        serde_json::to_string(&part).expect("all keys are strings")
    }
}

struct Part<'a> {
    value: &'a Value,
    lists: &'a TileLists,
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let part = |value| Part { value, lists: self.lists };
        match self.value {
            Value::Array(values) => serializer.collect_seq(values.iter().map(part)),
            Value::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    let number = value.as_u64().filter(|_| key == "autoLayerTiles");
                    match number.and_then(|number| self.lists.0.get(number as usize)) {
                        Some(tiles) => map.serialize_entry(key, tiles)?,
                        None => map.serialize_entry(key, &part(value))?,
                    }
                }
                map.end()
            }
            value => value.serialize(serializer),
        }
    }
}
