//! Identifiers of a project, and what refers to them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::level_lists;
use crate::host::list_of;

/// What the identifiers that we give begin with; twelve digits follow.
const PREFIX: &str = "00000004-0000-4000-8000-";

/// A source of unique identifiers.
pub(super) struct Iids {
    n: u64,
}

impl Iids {
    /// Identifiers that a project with this text does not have.
    pub(super) fn behind(text: &str) -> Self {
        let numbers = text.match_indices(PREFIX).filter_map(|(at, _)| {
            let digits = text.get(at + PREFIX.len()..)?.get(..12)?;
            u64::from_str_radix(digits, 16).ok()
        });
        Self { n: numbers.max().unwrap_or(0) }
    }

    pub(super) fn next(&mut self) -> String {
        self.n += 1;
        format!("{PREFIX}{:012x}", self.n)
    }
}

fn entities(level: &mut Value) -> impl Iterator<Item = &mut Value> {
    list_of(level, "layerInstances").iter_mut().flat_map(|layer| list_of(layer, "entityInstances"))
}

pub(super) fn entity_iids(level: &Value) -> impl Iterator<Item = &str> {
    let layers = level["layerInstances"].as_array().into_iter().flatten();
    let entities = layers.filter_map(|layer| layer["entityInstances"].as_array()).flatten();
    entities.filter_map(|entity| entity["iid"].as_str())
}

/// Calls `change` with each field of a level and its entities that refers to entities.
fn each_reference(level: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    let mut of_fields = |owner: &mut Value| {
        for field in list_of(owner, "fieldInstances") {
            if field["__type"].as_str().is_some_and(|kind| kind.contains("EntityRef")) {
                change(field);
            }
        }
    };
    of_fields(level);
    entities(level).for_each(of_fields);
}

/// Empties the fields of an entity that refer to others.
pub(super) fn forget_entities(entity: &mut Value) {
    for field in list_of(entity, "fieldInstances") {
        let kind = field["__type"].as_str().unwrap_or_default();
        if kind.contains("EntityRef") {
            field["__value"] = if kind.starts_with("Array") { json!([]) } else { Value::Null };
            field["realEditorValues"] = json!([]);
        }
    }
}

/// Lets nothing in a level refer to these entities.
pub(super) fn clear_references(level: &mut Value, removed: &BTreeSet<String>) {
    if removed.is_empty() {
        return;
    }
    let is_gone = |iid: &Value| iid.as_str().is_some_and(|iid| removed.contains(iid));
    let is_editor_gone =
        |value: &Value| value["params"].as_array().is_some_and(|params| params.iter().any(is_gone));
    each_reference(level, &mut |field| {
        match &mut field["__value"] {
            Value::Array(values) => values.retain(|value| !is_gone(&value["entityIid"])),
            value if is_gone(&value["entityIid"]) => *value = Value::Null,
            _ => {}
        }
        if let Some(Value::Array(values)) = field.get_mut("realEditorValues") {
            values.retain(|value| !is_editor_gone(value));
        }
    });
}

/// Gives a level, its layers and entities identifiers of their own, also where it refers to them.
pub(super) fn renew(level: &mut Value, iids: &mut Iids) {
    let mut new = BTreeMap::new();
    let mut change = |owner: &mut Value| {
        let iid = iids.next();
        if let Some(old) = owner["iid"].as_str() {
            new.insert(old.to_owned(), iid.clone());
        }
        owner["iid"] = json!(iid);
    };
    change(level);
    list_of(level, "layerInstances").iter_mut().for_each(&mut change);
    entities(level).for_each(&mut change);
    each_reference(level, &mut |field| {
        for key in ["__value", "realEditorValues"] {
            if let Some(value) = field.get_mut(key) {
                rename(value, &new);
            }
        }
    });
}

/// Replaces each text that has a new name.
fn rename(value: &mut Value, new: &BTreeMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(name) = new.get(text) {
                text.clone_from(name);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, new)),
        Value::Object(fields) => fields.values_mut().for_each(|value| rename(value, new)),
        _ => {}
    }
}

/// Removes entities that are gone from the table of contents, and moves the others there.
pub(super) fn update_contents(project: &mut Value) {
    if list_of(project, "toc").is_empty() {
        return;
    }
    let mut places = BTreeMap::new();
    for level in level_lists(project).into_iter().flatten() {
        for entity in entities(level) {
            let place = ["__worldX", "__worldY", "width", "height"].map(|key| entity[key].clone());
            if let Some(iid) = entity["iid"].as_str() {
                places.insert(iid.to_owned(), place);
            }
        }
    }
    for entry in list_of(project, "toc") {
        if let Some(Value::Array(all)) = entry.get_mut("instances") {
            all.retain(|one| one["entityIid"].as_str().is_some_and(|iid| places.contains_key(iid)));
        }
        let Some(Value::Array(all)) = entry.get_mut("instancesData") else { continue };
        all.retain_mut(|one| {
            let place = one["iids"]["entityIid"].as_str().and_then(|iid| places.get(iid));
            let keys = ["worldX", "worldY", "widPx", "heiPx"];
            for (key, new) in keys.into_iter().zip(place.into_iter().flatten()) {
                if one.get(key).is_some() && !new.is_null() {
                    one[key] = new.clone();
                }
            }
            place.is_some()
        });
    }
}
