//! Writing levels into an existing project.

use std::collections::BTreeSet;

use marahel_level::{Level, LevelError, checked_area, ldtk_level_names};
use serde_json::{Value, json};

use super::auto_layers::AutoLayers;
use super::document::TileLists;
use super::{Layers, LevelOfProject, Project, Reader, Trouble};
use crate::host::{Changes, Staying, Written, list_of, wanted};
use crate::sharing::Uppers;
use crate::tiled::N_TILES_IN_ALL;
use crate::{Hints, NamedFiles};
use entities::Placing;
use identifiers::{Iids, clear_references, entity_iids, renew, update_contents};
use models::{Model, Models, world_of};

mod entities;
mod identifiers;
mod models;

/// Maximum total size of a project and its levels in files of their own: to change it, it is in
/// memory as a tree, in which a byte may take 70.
const N_BYTES_MAX: usize = 64 << 20;

/// The project with its levels replaced. Each new level is modeled on the one in its place; those
/// beyond are modeled on the first, and stand beside the others.
pub(crate) fn into_project(
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
    levels: &[(&str, &Level)],
    moved: &dyn Fn(&str) -> String,
) -> Result<Written, LevelError> {
    let mut n_bytes = text.len();
    check_size(n_bytes)?;
    let project = Project::parse(text)?;
    let mut reader = Reader::of(&project, hints);
    reader.check_layers()?;
    let mut document: Value = serde_json::from_str(text)?;
    let mut notes = Vec::new();
    let mut with_cells = Vec::new();
    let mut lists = Vec::new();
    let mut of_project = project.all_levels();
    for list in level_lists(&mut document) {
        let mut fates = Vec::new();
        for value in list.drain(..) {
            let level = of_project.next().expect("they are the same levels");
            let (value, layers) = match whole(level, value, named_files) {
                Ok(whole) => whole,
                Err(Trouble::Wrong(error)) => return Err(error),
                Err(Trouble::Left(_) | Trouble::Bare) => {
                    let name = &level.identifier;
                    notes
                        .push(format!("level `{name}` is left out, since its layers are not read"));
                    continue;
                }
            };
            if let Layers::Elsewhere(_, text) = &layers {
                n_bytes += text.len();
                check_size(n_bytes)?;
            }
            fates.push(match reader.chosen(&level.identifier, layers.all()) {
                Ok(_) => {
                    with_cells.push((value, layers));
                    Fate::Replaced(with_cells.len() - 1)
                }
                Err(Trouble::Wrong(error)) => return Err(error),
                Err(Trouble::Left(_) | Trouble::Bare) => Fate::Stays(value),
            });
        }
        lists.push(fates);
    }
    let is_wanted = wanted(levels.iter().map(|(_, level)| *level), hints);
    let uppers = Uppers::of(levels.iter().map(|(_, level)| *level));
    let models = Models::of(with_cells, &mut reader, &is_wanted, &uppers)?;
    let mut host =
        Host { models, iids: Iids::behind(text), staying: Staying::default(), n_cells: 0 };
    let mut new_levels = host.all_written(&mut document, &lists, levels)?;
    let is_same = notes.is_empty()
        && levels.len() == host.models.all.len()
        && new_levels.iter().all(|level| level.is_same)
        && document["externalLevels"] != true;
    notes.extend(host.staying.notes(["entity", "entities"]));
    let mut auto_layers = AutoLayers::of(&document["defs"]);
    let mut tile_lists = TileLists::default();
    for level in new_levels.iter_mut().filter(|level| !level.keeps_tiles) {
        let tiles = auto_layers.tiles(&level.value);
        tile_lists.add(&mut level.value, tiles);
    }
    notes.extend(auto_layers.notes());
    name_levels(&lists, &mut new_levels, levels);
    let before = host.models.all.iter().flat_map(|model| entity_iids(&model.whole));
    let after = new_levels.iter().flat_map(|level| entity_iids(&level.value));
    let removed = removed(before, after);
    put_back(&mut document, lists, new_levels);
    let mut are_paths_same = true;
    finish(&mut document, &removed, &mut |path: &mut String| {
        let new = moved(path);
        are_paths_same &= *path == new;
        *path = new;
    });
    // As it is, with its line breaks, if nothing changed.
    let is_same = is_same && are_paths_same;
    let text = if is_same { text.to_owned() } else { tile_lists.text(&document) };
    Ok(Written { text, notes })
}

fn check_size(n_bytes: usize) -> Result<(), LevelError> {
    if n_bytes <= N_BYTES_MAX {
        return Ok(());
    }
    Err(LevelError::Content(format!(
        "levels are written into projects of at most {} MiB, and this one is larger; write them into a \
         smaller one, and copy them in LDtk",
        N_BYTES_MAX >> 20
    )))
}

/// What becomes of a level of the project.
enum Fate {
    /// It has no cells that are read.
    Stays(Value),
    /// The new level of this number, if there are so many, takes its place.
    Replaced(usize),
}

struct NewLevel {
    value: Value,
    /// Whether it is the level that was there.
    is_same: bool,
    /// Whether its cells are those that were there, so that its automatic tiles are right.
    keeps_tiles: bool,
}

/// The lists of levels of a project, in the order of [`Project::all_levels`].
pub(super) fn level_lists(project: &mut Value) -> Vec<&mut Vec<Value>> {
    let Some(project) = project.as_object_mut() else { return Vec::new() };
    let mut lists = Vec::new();
    let mut of_worlds = Vec::new();
    for (key, value) in project {
        match (key.as_str(), value) {
            ("levels", Value::Array(levels)) => lists.push(levels),
            ("worlds", Value::Array(worlds)) => {
                of_worlds
                    .extend(worlds.iter_mut().filter_map(|world| world["levels"].as_array_mut()));
            }
            _ => {}
        }
    }
    lists.extend(of_worlds);
    lists
}

/// A level with its layers, which may be in a separate file.
fn whole<'a>(
    level: &'a LevelOfProject,
    value: Value,
    named_files: &dyn NamedFiles,
) -> Result<(Value, Layers<'a>), Trouble> {
    let layers = level.layers(named_files)?;
    let Layers::Elsewhere(_, text) = &layers else { return Ok((value, layers)) };
    let mut value: Value =
        serde_json::from_str(text).map_err(|error| Trouble::Wrong(error.into()))?;
    if let Some(fields) = value.as_object_mut() {
        // The header of a separate file does not belong into a project.
        fields.shift_remove("__header__");
        fields.insert("externalRelPath".to_owned(), Value::Null);
    }
    Ok((value, layers))
}

/// Names the levels that are not as they were. Identifiers in a project are unique.
fn name_levels(lists: &[Vec<Fate>], new_levels: &mut [NewLevel], names: &[(&str, &Level)]) {
    let stay = lists.iter().flatten().filter_map(|level| match level {
        Fate::Stays(level) => Some(level),
        Fate::Replaced(_) => None,
    });
    let same = new_levels.iter().filter(|level| level.is_same).map(|level| &level.value);
    let taken: Vec<String> = stay
        .chain(same)
        .map(|level| level["identifier"].as_str().unwrap_or_default().to_owned())
        .collect();
    let changed = new_levels.iter_mut().zip(names).filter(|(level, _)| !level.is_same);
    let (changed, names): (Vec<_>, Vec<&str>) =
        changed.map(|(level, (name, _))| (level, *name)).unzip();
    let all = ldtk_level_names(taken.iter().map(String::as_str).chain(names));
    for (level, name) in changed.into_iter().zip(&all[taken.len()..]) {
        level.value["identifier"] = json!(name);
    }
}

/// Puts all levels into the lists of the project; those beyond its levels go to the first world.
fn put_back(document: &mut Value, old: Vec<Vec<Fate>>, new_levels: Vec<NewLevel>) {
    let mut new_levels: Vec<Option<Value>> =
        new_levels.into_iter().map(|level| Some(level.value)).collect();
    let mut lists = level_lists(document);
    for (list, fates) in lists.iter_mut().zip(old) {
        list.extend(fates.into_iter().filter_map(|level| match level {
            Fate::Stays(level) => Some(level),
            Fate::Replaced(number) => new_levels.get_mut(number)?.take(),
        }));
    }
    let first_world = lists.len().min(2) - 1;
    lists[first_world].extend(new_levels.into_iter().flatten());
}

/// Adapts all that depends on other parts of the project.
fn finish(
    document: &mut Value,
    removed: &BTreeSet<String>,
    move_path: &mut dyn FnMut(&mut String),
) {
    let mut move_path = |value: &mut Value, key: &str| {
        if let Some(Value::String(path)) = value.get_mut(key) {
            move_path(path);
        }
    };
    for tileset in list_of(&mut document["defs"], "tilesets") {
        move_path(tileset, "relPath");
    }
    let mut levels: Vec<&mut Value> = level_lists(document).into_iter().flatten().collect();
    let there: BTreeSet<String> =
        levels.iter().filter_map(|level| Some(level["iid"].as_str()?.to_owned())).collect();
    for level in &mut levels {
        move_path(level, "bgRelPath");
        for layer in list_of(level, "layerInstances") {
            move_path(layer, "__tilesetRelPath");
        }
        clear_references(level, removed);
        if let Some(Value::Array(neighbors)) = level.get_mut("__neighbours") {
            neighbors
                .retain(|other| other["levelIid"].as_str().is_none_or(|iid| there.contains(iid)));
        }
    }
    update_contents(document);
    if document["externalLevels"] == true {
        document["externalLevels"] = json!(false);
    }
}

/// Seeds of layers in LDtk are below.
const N_SEEDS: u64 = 9_999_999;
/// The distance of the seeds of levels, a prime.
const SEED_STEP: u64 = 7919;

struct Host {
    models: Models,
    iids: Iids,
    staying: Staying,
    /// Number of cells in layers that are not read so far.
    n_cells: usize,
}

/// The next place in a row of levels.
struct Row {
    /// Whether the project stores no positions.
    is_linear: bool,
    step: usize,
    left: usize,
}

impl Row {
    fn of(project: &Value) -> Self {
        let layout = project["worldLayout"].as_str().unwrap_or_default();
        Self {
            is_linear: layout.starts_with("Linear"),
            step: project["worldGridWidth"].as_u64().unwrap_or(1).clamp(1, 1 << 20) as usize,
            left: 0,
        }
    }

    /// Lets the row begin behind a level that stays in its place.
    fn begin_behind(&mut self, level: &Value, gap: usize) {
        let right = world_of(level)[0].saturating_add(level["pxWid"].as_i64().unwrap_or(0));
        let right = right.clamp(0, 1 << 40) as usize;
        self.left = self.left.max((right + self.gap(gap)).next_multiple_of(self.step));
    }

    /// Left and top of the next level.
    fn next(&mut self, width: usize, gap: usize) -> [i64; 2] {
        let left = self.left;
        self.left = (left + width + self.gap(gap)).next_multiple_of(self.step);
        if self.is_linear { [-1, -1] } else { [left as i64, 0] }
    }

    /// Pixels between levels: a step of the world, or else this.
    fn gap(&self, gap: usize) -> usize {
        if self.step > 1 { self.step } else { gap }
    }
}

impl Host {
    /// The levels in the form of the project. Those in the place of one of the same size stay where
    /// that was, if all of them can.
    fn all_written(
        &mut self,
        document: &mut Value,
        lists: &[Vec<Fate>],
        levels: &[(&str, &Level)],
    ) -> Result<Vec<NewLevel>, LevelError> {
        let models = &self.models.all;
        let n_replaced = levels.len().min(models.len());
        let stay =
            levels.iter().zip(models).all(|((_, level), model)| model.frame.is_of_size(level));
        let n_staying = if stay { n_replaced } else { 0 };
        let mut row = Row::of(document);
        let gap = models[0].grid_size;
        for level in lists.iter().flatten() {
            match level {
                Fate::Stays(level) => row.begin_behind(level, gap),
                Fate::Replaced(number) if *number < n_staying => {
                    row.begin_behind(&models[*number].whole, gap);
                }
                Fate::Replaced(_) => {}
            }
        }
        let mut next_uid = document["nextUid"].as_u64().unwrap_or(1);
        let mut new_levels = Vec::new();
        for (number, (_, level)) in levels.iter().enumerate() {
            let row = (number >= n_staying).then_some(&mut row);
            let model = if number < n_replaced { number } else { 0 };
            let mut new = self.written(level, model, row)?;
            if number >= n_replaced {
                self.make_copy(&mut new, number as u64, next_uid);
                next_uid = next_uid.saturating_add(1);
            }
            new_levels.push(new);
        }
        if levels.len() > n_replaced {
            document["nextUid"] = json!(next_uid);
        }
        Ok(new_levels)
    }

    /// A level in the place of that of a model; in a row, if its place does not stay.
    fn written(
        &mut self,
        level: &Level,
        model: usize,
        row: Option<&mut Row>,
    ) -> Result<NewLevel, LevelError> {
        let models = &mut self.models;
        let cells = models.unstacked(level, model)?;
        let Models { all, uids, example, .. } = &*models;
        let Model { whole, frame, grid_size, instances, unplaced } = &all[model];
        let is_of_size = frame.is_of_size(level);
        let (width, height) = (level.width() * grid_size, level.height() * grid_size);
        let mut value = whole.clone();
        if !is_of_size {
            (value["pxWid"], value["pxHei"]) = (json!(width), json!(height));
        }
        if let Some(row) = row {
            let [left, top] = row.next(width, *grid_size);
            (value["worldX"], value["worldY"]) = (json!(left), json!(top));
            value["__neighbours"] = json!([]);
        }
        let world = world_of(&value);
        let mut keeps_tiles = is_of_size;
        for (index, instance) in list_of(&mut value, "layerInstances").iter_mut().enumerate() {
            let layers = uids.iter().enumerate();
            let layers = layers.filter(|(_, uid)| instance["layerDefUid"] == **uid);
            let mut layers: Vec<usize> = layers.map(|(layer, _)| layer).collect();
            let is_written = |layer: &usize| {
                let is_read = instances[*layer] == Some(index);
                is_read || cells.layers[*layer].iter().any(|&number| number != 0)
            };
            if !layers.iter().any(is_written) {
                layers.clear();
            }
            if !is_of_size {
                resize(instance, (width, height), !layers.is_empty(), &mut self.n_cells)?;
            }
            match layers[..] {
                [layer] if instance["__type"] == "IntGrid" => {
                    let numbers = &cells.layers[layer];
                    if !is_of_size || frame.cells(&example.layers[layer]) != numbers {
                        instance["intGridCsv"] = json!(numbers);
                        instance["visible"] = json!(true);
                        keeps_tiles = false;
                    }
                }
                [] => {}
                _ => {
                    let width = level.width();
                    let placing = Placing { models, model, layers, index, width, world };
                    instance["entityInstances"] = json!(placing.entities(&cells, &mut self.iids));
                }
            }
        }
        let changes = Changes::of(&cells.stays, level.width());
        let unmoved = unplaced.iter().filter(|(_, columns, rows)| changes.is_in(columns, rows));
        self.staying.add(unmoved.map(|(layer, ..)| layer.as_str()));
        let is_same = value == *whole;
        Ok(NewLevel { value, is_same, keeps_tiles })
    }

    /// Makes a level that is modeled on the first a level of its own.
    fn make_copy(&mut self, new: &mut NewLevel, number: u64, uid: u64) {
        let first = &self.models.all[0].whole;
        let removed = removed(entity_iids(first), entity_iids(&new.value));
        clear_references(&mut new.value, &removed);
        renew(&mut new.value, &mut self.iids);
        new.value["uid"] = json!(uid);
        for instance in list_of(&mut new.value, "layerInstances") {
            instance["levelId"] = json!(uid);
            if let Some(seed) = instance["seed"].as_u64() {
                // LDtk gives each level a seed of its own, or else chance would choose the same
                // cells in all.
                let seed = seed.wrapping_add(number.wrapping_mul(SEED_STEP));
                instance["seed"] = json!(seed % N_SEEDS);
            }
        }
        (new.is_same, new.keeps_tiles) = (false, false);
    }
}

fn removed<'a>(
    before: impl Iterator<Item = &'a str>,
    after: impl Iterator<Item = &'a str>,
) -> BTreeSet<String> {
    let after: BTreeSet<&str> = after.collect();
    before.filter(|iid| !after.contains(iid)).map(str::to_owned).collect()
}

/// Gives a layer the size of a level in pixels. If it is not written, it keeps its cells and tiles
/// there; `n_cells` counts these cells in all levels.
fn resize(
    instance: &mut Value,
    (width, height): (usize, usize),
    is_written: bool,
    n_cells: &mut usize,
) -> Result<(), LevelError> {
    let step = instance["__gridSize"].as_u64().unwrap_or(1).max(1) as usize;
    let [columns, rows] = [width, height].map(|side| side.div_ceil(step));
    let old_columns = instance["__cWid"].as_u64().unwrap_or(0) as usize;
    (instance["__cWid"], instance["__cHei"]) = (json!(columns), json!(rows));
    if let Some(Value::Array(tiles)) = instance.get_mut("gridTiles") {
        let is_inside = |tile: &Value, axis: usize, end: usize| {
            tile["px"][axis].as_i64().is_some_and(|place| place < end as i64)
        };
        tiles.retain(|tile| is_inside(tile, 0, width) && is_inside(tile, 1, height));
    }
    if is_written || instance["__type"] != "IntGrid" {
        return Ok(());
    }
    *n_cells += checked_area(columns, rows)?;
    if *n_cells > N_TILES_IN_ALL {
        return Err(LevelError::TooLarge);
    }
    let mut cells = vec![json!(0); columns * rows];
    let old = instance["intGridCsv"].as_array().map_or(&[][..], Vec::as_slice);
    for (row, old) in cells.chunks_mut(columns).zip(old.chunks(old_columns.max(1))) {
        for (cell, old) in row.iter_mut().zip(old) {
            cell.clone_from(old);
        }
    }
    instance["intGridCsv"] = Value::Array(cells);
    Ok(())
}
