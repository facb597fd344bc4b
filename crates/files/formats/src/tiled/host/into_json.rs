//! A level in a map in JSON.

use std::collections::BTreeSet;

use marahel_level::{Level, LevelError};
use serde_json::{Value, json};

use super::objects::{Objects, Shift, To};
use super::{Content, Plan, SIDES};
use crate::host::{Written, list_of};
use crate::tiled::pack::packed;
use crate::{Hints, NamedFiles};

/// The map in JSON with another level.
pub(crate) fn into_json(
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
    level: &Level,
    moved: &dyn Fn(&str) -> String,
) -> Result<Written, LevelError> {
    let plan = Plan::of(serde_json::from_str(text)?, hints, named_files, level)?;
    let mut map: Value = serde_json::from_str(text)?;
    let before = map.clone();
    if plan.is_resized {
        map["width"] = json!(plan.width);
        map["height"] = json!(plan.height);
    }
    let mut next_id = map["nextobjectid"].as_u64().unwrap_or(1);
    let mut removed = BTreeSet::new();
    json_layers(list_of(&mut map, "layers"), &plan, &mut 0, &mut next_id, &mut removed);
    clear_references(&mut map, &removed);
    if map.get("nextobjectid").is_some() {
        map["nextobjectid"] = json!(next_id);
    }
    move_paths(&mut map, moved);
    // As it is, with its line breaks, if nothing changed.
    let text = if map == before { text.to_owned() } else { map.to_string() };
    Ok(Written { text, notes: plan.notes })
}

/// Adapts all paths of a map: tilesets, pictures, templates and file properties.
fn move_paths(value: &mut Value, moved: &dyn Fn(&str) -> String) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|one| move_paths(one, moved)),
        Value::Object(fields) => {
            let is_file = fields.get("type").is_some_and(|kind| kind == "file");
            for (key, value) in fields.iter_mut() {
                let is_path = ["source", "image", "template"].contains(&key.as_str());
                match value {
                    Value::String(path) if is_path || is_file && key == "value" => {
                        *path = moved(path);
                    }
                    value => move_paths(value, moved),
                }
            }
        }
        _ => {}
    }
}

/// Lets properties that refer to a removed object refer to none, which Tiled writes as 0.
fn clear_references(value: &mut Value, removed: &BTreeSet<u64>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| clear_references(item, removed)),
        Value::Object(fields) => {
            let id = fields.get("value").and_then(Value::as_u64);
            let is_reference = fields.get("type").is_some_and(|kind| kind == "object");
            if is_reference && id.is_some_and(|id| removed.contains(&id)) {
                fields.insert("value".to_owned(), json!(0));
            }
            fields.values_mut().for_each(|item| clear_references(item, removed));
        }
        _ => {}
    }
}

fn json_layers(
    layers: &mut [Value],
    plan: &Plan,
    number: &mut usize,
    next_id: &mut u64,
    removed: &mut BTreeSet<u64>,
) {
    for layer in layers {
        match plan.layers.get(number) {
            Some(Content::Tiles(gids)) => {
                layer["width"] = json!(plan.width);
                layer["height"] = json!(plan.height);
                let compression = layer["compression"].as_str().unwrap_or("").to_owned();
                let data = match layer["encoding"].as_str() {
                    Some("base64") => json!(packed(gids, &compression)),
                    _ => json!(gids),
                };
                if layer.get("chunks").is_some() {
                    let Plan { left, top, width, height, .. } = plan;
                    layer["chunks"] = json!([
                        {"data": data, "height": height, "width": width, "x": left, "y": top}
                    ]);
                    (layer["startx"], layer["starty"]) = (json!(left), json!(top));
                } else {
                    layer["data"] = data;
                }
            }
            Some(Content::Objects(Objects { left_out, moved, new, raised })) => {
                let objects = layer["objects"].as_array().cloned().unwrap_or_default();
                let mut all: Vec<Option<Value>> = objects.iter().cloned().map(Some).collect();
                for &index in left_out {
                    removed.extend(objects[index]["id"].as_u64());
                    all[index] = None;
                }
                for shift in moved {
                    all[shift.index] = Some(shifted(&objects, shift));
                }
                for shift in new {
                    let mut object = shifted(&objects, shift);
                    object["id"] = json!(*next_id);
                    *next_id = next_id.saturating_add(1);
                    all.push(Some(object));
                }
                for shift in raised {
                    all[shift.index] = None;
                    all.push(Some(shifted(&objects, shift)));
                }
                layer["objects"] = all.into_iter().flatten().collect();
            }
            None => {}
        }
        *number += 1;
        json_layers(list_of(layer, "layers"), plan, number, next_id, removed);
    }
}

/// A copy of an object in another place.
fn shifted(objects: &[Value], shift: &Shift) -> Value {
    let mut object = objects[shift.index].clone();
    match shift.to {
        To::By(right, down) => {
            for (key, way) in [("x", right), ("y", down)] {
                object[key] = json!(object[key].as_f64().unwrap_or(0.0) + way);
            }
        }
        To::Cell(sides) => {
            for (key, length) in SIDES.into_iter().zip(sides) {
                object[key] = json!(length);
            }
            if let Some(fields) = object.as_object_mut() {
                fields.remove("polygon");
                fields.insert("rotation".to_owned(), json!(0));
            }
        }
    }
    object
}
