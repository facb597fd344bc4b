//! Writing levels into an existing project.

use std::collections::{BTreeMap, BTreeSet};

use marahel_level::{Level, LevelError, checked_area, ldtk_level_names};
use serde_json::{Value, json};

use super::auto_layers::AutoLayers;
use super::document::TileLists;
use super::{LayerInstance, Layers, LevelOfProject, Project, Reader, Trouble, clamped};
use crate::host::{Example, Written, list_of};
use crate::legend::is_called;
use crate::{Hints, NamedFiles, ReadingNotes};

/// The project with its levels replaced. Each new level is modeled on the first one with cells and
/// stands beside the one before.
pub(crate) fn into_project(
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
    levels: &[(&str, &Level)],
    moved: &dyn Fn(&str) -> String,
) -> Result<Written, LevelError> {
    let project = Project::parse(text)?;
    let mut reader = Reader::of(&project, hints);
    reader.check_layers()?;
    let mut document: Value = serde_json::from_str(text)?;
    let mut examples = Vec::new();
    let mut chosen = BTreeSet::new();
    for (level, value) in project.all_levels().zip(level_values(&document)) {
        let whole = match whole(level, value, named_files) {
            Ok(whole) => whole,
            Err(Trouble::Wrong(error)) => return Err(error),
            Err(Trouble::Bare | Trouble::Left(_)) => continue,
        };
        let layers: Vec<LayerInstance> = serde_json::from_value(whole["layerInstances"].clone())?;
        let Ok(of_level) = reader.chosen(&layers) else { continue };
        chosen.extend(of_level.iter().map(|layer| layer.layer_def_uid));
        examples.push((whole, layers));
    }
    let Some((first, layers)) = examples.first() else {
        let what = "no level of the project has an IntGrid layer that is visible; levels are written into one";
        return Err(LevelError::Content(what.to_owned()));
    };
    let mut host = Host::of(first, layers, &chosen);
    for (whole, layers) in &examples {
        host.learn(&mut reader, layers, whole);
    }
    host.name(&mut reader)?;
    let names = ldtk_level_names(levels.iter().map(|(name, _)| *name));
    let mut new_levels = Vec::new();
    let mut place = NextLevel::of(&document);
    for ((_, level), name) in levels.iter().zip(names) {
        new_levels.push(host.written(level, &name, &mut place)?);
    }
    let project = &mut document;
    project["nextUid"] = json!(place.next_uid);
    project["externalLevels"] = json!(false);
    for entry in list_of(project, "toc") {
        for key in ["instances", "instancesData"] {
            if entry.get(key).is_some() {
                entry[key] = json!([]);
            }
        }
    }
    for tileset in list_of(&mut project["defs"], "tilesets") {
        move_path(tileset, "relPath", moved);
    }
    let mut auto_layers = AutoLayers::of(&project["defs"]);
    let mut tile_lists = TileLists::default();
    for level in &mut new_levels {
        let tiles = auto_layers.tiles(level);
        tile_lists.add(level, tiles);
        move_path(level, "bgRelPath", moved);
        for layer in list_of(level, "layerInstances") {
            move_path(layer, "__tilesetRelPath", moved);
        }
    }
    if let [first, worlds @ ..] = list_of(project, "worlds") {
        first["levels"] = Value::Array(std::mem::take(&mut new_levels));
        for world in worlds {
            world["levels"] = json!([]);
        }
    }
    project["levels"] = Value::Array(new_levels);
    Ok(Written { text: tile_lists.text(project), notes: auto_layers.notes() })
}

fn move_path(value: &mut Value, key: &str, moved: &dyn Fn(&str) -> String) {
    if let Some(Value::String(path)) = value.get_mut(key) {
        *path = moved(path);
    }
}

/// Empties a field that refers to entities, because these are replaced.
fn forget_entities(field: &mut Value) {
    let kind = field["__type"].as_str().unwrap_or_default();
    if kind.contains("EntityRef") {
        let nothing = if kind.starts_with("Array") { json!([]) } else { Value::Null };
        field["__value"] = nothing;
        field["realEditorValues"] = json!([]);
    }
}

/// The levels of a project in the order of [`Project::all_levels`].
pub(super) fn level_values(project: &Value) -> Vec<&Value> {
    let worlds = project["worlds"].as_array().into_iter().flatten();
    let lists = std::iter::once(project).chain(worlds).filter_map(|part| part["levels"].as_array());
    lists.flatten().collect()
}

/// A level with its layers, which may be in a separate file.
fn whole(
    level: &LevelOfProject,
    value: &Value,
    named_files: &dyn NamedFiles,
) -> Result<Value, Trouble> {
    match level.layers(named_files)? {
        Layers::Here(_) => Ok(value.clone()),
        Layers::Elsewhere(_, text) => {
            let mut level: Value =
                serde_json::from_str(&text).map_err(|error| Trouble::Wrong(error.into()))?;
            // The header of a separate file does not belong into a project.
            level.as_object_mut().map(|level| level.shift_remove("__header__"));
            Ok(level)
        }
    }
}

/// Maximum pixels per cell, so that coordinates stay in the range of all programs.
const GRID_SIZE_MAX: usize = 1 << 16;

/// Seeds of layers in LDtk are below.
const N_SEEDS: u64 = 9_999_999;
/// The distance of the seeds of levels, a prime.
const SEED_STEP: u64 = 7919;

/// How a project says its levels.
struct Host {
    /// The model for new levels.
    level: Value,
    grid_size: usize,
    columns: u64,
    rows: u64,
    /// The `uid`s of the example's layers, lowest first.
    uids: Vec<i64>,
    example: Example,
    /// Kinds by their layer and number in the example.
    kinds: BTreeMap<(usize, u32), u32>,
    /// For each layer the entities in use; the index is the number minus one.
    entities: Vec<Vec<Like>>,
    /// Named values that no level uses.
    values: Vec<(String, usize, u32)>,
    /// Counter for unique `iid`s.
    n_iids: usize,
    /// Number of levels so far.
    n_levels: u64,
}

/// A model for new entities.
#[derive(Clone)]
struct Like {
    entity: Value,
    /// The direction in which it can be resized, as a ladder: 0 across, 1 down.
    long: Option<usize>,
}

/// Position and identifiers of the next level.
struct NextLevel {
    next_uid: u64,
    /// Whether the project stores no positions.
    is_linear: bool,
    step: usize,
    left: usize,
}

impl NextLevel {
    fn of(project: &Value) -> Self {
        let layout = project["worldLayout"].as_str().unwrap_or_default();
        Self {
            next_uid: project["nextUid"].as_u64().unwrap_or(1),
            is_linear: layout.starts_with("Linear"),
            step: project["worldGridWidth"].as_u64().unwrap_or(1).clamp(1, 1 << 20) as usize,
            left: 0,
        }
    }
}

impl Host {
    /// A level with its layers, and the definitions of those that some level has visible.
    fn of(level: &Value, layers: &[LayerInstance], chosen: &BTreeSet<i64>) -> Self {
        let all = layers.iter().filter(|layer| chosen.contains(&layer.layer_def_uid));
        let first = all.clone().find(|layer| layer.kind == "IntGrid").expect("one is chosen");
        let size = (first.width, first.height);
        let all = all.rev().filter(|layer| (layer.width, layer.height) == size);
        let uids: Vec<i64> = all.map(|layer| layer.layer_def_uid).collect();
        Self {
            level: level.clone(),
            grid_size: usize::try_from(first.grid_size).unwrap_or(1).clamp(1, GRID_SIZE_MAX),
            columns: first.width as u64,
            rows: first.height as u64,
            entities: vec![Vec::new(); uids.len()],
            example: Example { layers: vec![Vec::new(); uids.len()], ..Example::default() },
            uids,
            kinds: BTreeMap::new(),
            values: Vec::new(),
            n_iids: 0,
            n_levels: 0,
        }
    }

    /// Collects what stands on each layer of a level.
    fn learn(&mut self, reader: &mut Reader<'_>, layers: &[LayerInstance], whole: &Value) {
        let Ok(chosen) = reader.chosen(layers) else { return };
        let Some(first) = chosen.iter().find(|layer| layer.kind == "IntGrid") else { return };
        let area = first.width.saturating_mul(first.height);
        let values = whole["layerInstances"].as_array().map_or(&[][..], |layers| &layers[..]);
        let chosen: BTreeSet<*const LayerInstance> =
            chosen.iter().map(|&layer| std::ptr::from_ref(layer)).collect();
        for (index, &uid) in self.uids.iter().enumerate() {
            let start = self.example.layers[index].len();
            self.example.layers[index].resize(start + area, 0);
            let example = layers.iter().zip(values).find(|(layer, _)| {
                layer.layer_def_uid == uid && chosen.contains(&std::ptr::from_ref(*layer))
            });
            let Some((layer, value)) = example else { continue };
            reader.define(layer);
            let cells = &mut self.example.layers[index][start..];
            if layer.kind == "IntGrid" {
                for (cell, &value) in cells.iter_mut().zip(&layer.int_grid_csv) {
                    let Ok(number @ 1..) = u32::try_from(value) else { continue };
                    *cell = number;
                    let kind = reader.kind_of_value(layer, value);
                    self.kinds.insert((index, number), kind);
                }
                continue;
            }
            let entities = value["entityInstances"].as_array().into_iter().flatten();
            for (entity, value) in layer.entity_instances.iter().zip(entities) {
                let Some((columns, rows)) = reader.cells(entity, layer.grid_size) else { continue };
                let lengths = [&columns, &rows].map(|range| range.end.saturating_sub(range.start));
                let long = lengths.iter().position(|&length| length > 1);
                self.entities[index].push(Like { entity: value.clone(), long });
                let number = self.entities[index].len() as u32;
                self.kinds.insert((index, number), reader.kind_of_entity(&entity.identifier));
                for row in clamped(&rows, first.height) {
                    for column in clamped(&columns, first.width) {
                        cells[row * first.width + column] = number;
                    }
                }
            }
        }
    }

    /// Names the collected kinds.
    fn name(&mut self, reader: &mut Reader<'_>) -> Result<(), LevelError> {
        reader.make_up_names();
        let mut is_used = vec![false; reader.stock.kinds.len()];
        for &kind in self.kinds.values() {
            is_used[kind as usize] = true;
        }
        let names =
            reader.stock.names(reader.hints, &is_used, &is_used, &mut ReadingNotes::default())?;
        for (&place, &kind) in &self.kinds {
            if let Some(name) = &names[kind as usize] {
                self.example.names.insert(place, name.clone());
            }
        }
        for (&(uid, value), &kind) in &reader.values {
            let layer = self.uids.iter().position(|&layer_uid| layer_uid == uid);
            if let (Some(layer), Some(name), Ok(value)) =
                (layer, &names[kind as usize], u32::try_from(value))
            {
                self.values.push((name.clone(), layer, value));
            }
        }
        let names = names.iter().flatten().map(String::as_str);
        reader.hints.usual_empty(names).clone_into(&mut self.example.empty);
        Ok(())
    }

    fn iid(&mut self) -> Value {
        self.n_iids += 1;
        json!(format!("00000004-0000-4000-8000-{:012x}", self.n_iids))
    }

    /// A level in the form of the project.
    fn written(
        &mut self,
        level: &Level,
        name: &str,
        place: &mut NextLevel,
    ) -> Result<Value, LevelError> {
        let cells = self.example.unstacked(level, |name| {
            let exact = self.values.iter().find(|(own, ..)| own == name);
            let value = exact.or_else(|| self.values.iter().find(|(own, ..)| is_called(own, name)));
            value.map(|&(_, layer, number)| (layer, number))
        })?;
        let layers = cells.layers;
        let (width, height) = (level.width() * self.grid_size, level.height() * self.grid_size);
        let is_same = (level.width() as u64, level.height() as u64) == (self.columns, self.rows);
        let (world_x, world_y) = if place.is_linear { (-1, -1) } else { (place.left as i64, 0) };
        let gap = if place.step > 1 { place.step } else { self.grid_size };
        place.left = (place.left + width + gap).next_multiple_of(place.step);
        let uid = place.next_uid;
        place.next_uid = place.next_uid.saturating_add(1);
        let mut new_level = self.level.clone();
        for (key, value) in [
            ("identifier", json!(name)),
            ("iid", self.iid()),
            ("uid", json!(uid)),
            ("pxWid", json!(width)),
            ("pxHei", json!(height)),
            ("worldX", json!(world_x)),
            ("worldY", json!(world_y)),
            ("__neighbours", json!([])),
            ("externalRelPath", Value::Null),
        ] {
            new_level[key] = value;
        }
        for instance in list_of(&mut new_level, "layerInstances") {
            let grid_size = instance["__gridSize"].as_u64().unwrap_or(1).max(1) as usize;
            let cells = (width.div_ceil(grid_size), height.div_ceil(grid_size));
            instance["iid"] = self.iid();
            instance["levelId"] = json!(uid);
            instance["__cWid"] = json!(cells.0);
            instance["__cHei"] = json!(cells.1);
            if let (1.., Some(seed)) = (self.n_levels, instance["seed"].as_u64()) {
                // LDtk gives each level a seed of its own, or else chance would choose the same
                // cells in all.
                let seed = seed.wrapping_add(self.n_levels.wrapping_mul(SEED_STEP));
                instance["seed"] = json!(seed % N_SEEDS);
            }
            let layer = self.uids.iter().position(|uid| instance["layerDefUid"] == *uid);
            if layer.is_some() {
                instance["visible"] = json!(true);
            }
            let is_of_cells = instance["__type"] == "IntGrid";
            match layer {
                Some(layer) if is_of_cells => {
                    instance["intGridCsv"] = json!(layers[layer]);
                }
                Some(layer) => {
                    let entities =
                        self.placed(layer, &layers[layer], level.width(), (world_x, world_y));
                    instance["entityInstances"] = Value::Array(entities);
                }
                // Other layers stay if the size is unchanged.
                None if is_same => {}
                None => {
                    let n_cells = if is_of_cells { checked_area(cells.0, cells.1)? } else { 0 };
                    instance["intGridCsv"] = json!(vec![0; n_cells]);
                    for key in ["gridTiles", "entityInstances"] {
                        instance[key] = json!([]);
                    }
                }
            }
        }
        self.n_levels += 1;
        Ok(new_level)
    }

    /// The entities for these numbers, each modeled on one of the project.
    fn placed(
        &mut self,
        layer: usize,
        numbers: &[u32],
        width: usize,
        (world_x, world_y): (i64, i64),
    ) -> Vec<Value> {
        let grid_size = self.grid_size as i64;
        let mut all = Vec::new();
        let mut is_covered = vec![false; numbers.len()];
        for (cell, &number) in numbers.iter().enumerate() {
            if number == 0 || is_covered[cell] {
                continue;
            }
            let Like { entity, long } = &self.entities[layer][number as usize - 1];
            let (mut entity, long) = (entity.clone(), *long);
            let to = [(cell % width) as i64, (cell / width) as i64];
            let mut px = [0; 2];
            for axis in 0..2 {
                let from = entity["__grid"][axis].as_i64().unwrap_or(0);
                let way = to[axis].saturating_sub(from).saturating_mul(grid_size);
                px[axis] = entity["px"][axis].as_i64().unwrap_or(0).saturating_add(way);
            }
            if let Some(axis) = long {
                // One entity covers adjacent cells of its number.
                let step = [1, width][axis];
                let end = if axis == 0 { (cell / width + 1) * width } else { numbers.len() };
                let run = (cell..end).step_by(step).take_while(|&at| numbers[at] == number);
                let n_cells = run.map(|at| is_covered[at] = true).count() as i64;
                let pivot = entity["__pivot"][axis].as_f64().unwrap_or(0.0);
                let length = n_cells * grid_size;
                entity[["width", "height"][axis]] = json!(length);
                px[axis] = to[axis] * grid_size + (pivot * length as f64) as i64;
            }
            for field in list_of(&mut entity, "fieldInstances") {
                forget_entities(field);
            }
            entity["iid"] = self.iid();
            entity["__grid"] = json!(to);
            entity["px"] = json!(px);
            for (key, world, px) in [("__worldX", world_x, px[0]), ("__worldY", world_y, px[1])] {
                if entity.get(key).is_some_and(|value| !value.is_null()) {
                    entity[key] = json!(world.max(0).saturating_add(px));
                }
            }
            all.push(entity);
        }
        all
    }
}
