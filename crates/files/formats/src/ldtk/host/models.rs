//! How a project says its levels, which new ones are modeled on.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use marahel_level::{Level, LevelError};
use serde_json::Value;

use crate::ReadingNotes;
use crate::host::{Example, Frame, Unstacked};
use crate::ldtk::{LayerInstance, LayerKind, Layers, Reader};
use crate::legend::is_called;
use crate::sharing::Uppers;
use crate::tiled::check_area;

/// The levels of a project that have cells.
pub(super) struct Models {
    /// At least one.
    pub(super) all: Vec<Model>,
    /// The `uid`s of the layers that are written, lowest first; those of entities twice if one
    /// can lie on another.
    pub(super) uids: Vec<i64>,
    pub(super) example: Example,
    /// For each layer its entities in all levels; the index is the number minus one.
    pub(super) entities: Vec<Vec<Like>>,
    /// Named values that no level uses.
    values: Vec<(String, usize, u32)>,
}

pub(super) struct Model {
    pub(super) whole: Value,
    pub(super) frame: Frame,
    /// Pixels per cell.
    pub(super) grid_size: usize,
    /// For each layer that is written its index in this level, if it is read there.
    pub(super) instances: Vec<Option<usize>>,
    /// The cells of entities that stay in any case, with their layers.
    pub(super) unplaced: Vec<(String, Range<i64>, Range<i64>)>,
}

/// An entity of the project, which new ones can be modeled on.
pub(super) struct Like {
    pub(super) model: usize,
    pub(super) index: usize,
    /// Its cells in the level, at least one.
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
    /// The direction in which it is longer than a cell: 0 across, 1 down.
    pub(super) long: Option<usize>,
}

/// Maximum pixels per cell, so that coordinates stay in the range of all programs.
const GRID_SIZE_MAX: usize = 1 << 16;

pub(super) fn world_of(level: &Value) -> [i64; 2] {
    ["worldX", "worldY"].map(|key| level[key].as_i64().unwrap_or(0))
}

impl Models {
    /// What stands on each layer of some levels, whose layers can be read.
    pub(super) fn of(
        levels: Vec<(Value, Layers<'_>)>,
        reader: &mut Reader<'_>,
        is_wanted: &dyn Fn(&str) -> bool,
        uppers: &Uppers<'_>,
    ) -> Result<Self, LevelError> {
        let mut chosen = Vec::new();
        for (_, layers) in &levels {
            chosen.push(reader.chosen("", layers.all()).unwrap_or_default());
        }
        let uids = chosen.iter().flatten().map(|layer| layer.layer_def_uid);
        let uids: BTreeSet<i64> = uids.collect();
        let Some((_, first)) = levels.first() else {
            bail!(
                "no level of the project has an IntGrid layer that is read; levels are written into one"
            );
        };
        let size = size_of(&chosen[0]);
        let layers = first.all().iter().rev().filter(|layer| (layer.width, layer.height) == size);
        let layers = layers.filter(|layer| uids.contains(&layer.layer_def_uid));
        let uids: Vec<i64> = layers
            .flat_map(|layer| {
                let n = if layer.kind == LayerKind::IntGrid || uppers.are_none() { 1 } else { 2 };
                std::iter::repeat_n(layer.layer_def_uid, n)
            })
            .collect();
        let n_layers = uids.len();
        let mut models = Self {
            all: Vec::new(),
            uids,
            example: Example { layers: vec![Vec::new(); n_layers], ..Example::default() },
            entities: (0..n_layers).map(|_| Vec::new()).collect(),
            values: Vec::new(),
        };
        let mut kinds = BTreeMap::new();
        let mut all = Vec::new();
        for ((_, layers), chosen) in levels.iter().zip(&chosen) {
            all.push(models.learn(
                all.len(),
                layers.all(),
                chosen,
                reader,
                (is_wanted, uppers),
                &mut kinds,
            )?);
        }
        let wholes = levels.into_iter().map(|(whole, _)| whole);
        models.all = wholes.zip(all).map(|(whole, model)| Model { whole, ..model }).collect();
        models.name(&kinds, reader)?;
        Ok(models)
    }

    /// Adds what stands on each layer of a level.
    fn learn(
        &mut self,
        model: usize,
        layers: &[LayerInstance],
        chosen: &[&LayerInstance],
        reader: &mut Reader<'_>,
        (is_wanted, uppers): (&dyn Fn(&str) -> bool, &Uppers<'_>),
        kinds: &mut BTreeMap<(usize, u32), u32>,
    ) -> Result<Model, LevelError> {
        let (width, height) = size_of(chosen);
        let start = self.example.layers.first().map_or(0, Vec::len);
        let frame = Frame { start, width, height };
        // A short text can have many large layers of entities.
        check_area((start + width * height) * self.uids.len())?;
        let (mut instances, mut unplaced) = (Vec::new(), Vec::new());
        for (index, &uid) in self.uids.iter().enumerate() {
            self.example.layers[index].resize(start + width * height, 0);
            let layer = chosen.iter().find(|layer| layer.layer_def_uid == uid);
            instances.push(
                layer.and_then(|&layer| layers.iter().position(|one| std::ptr::eq(one, layer))),
            );
            let Some(&layer) = layer else { continue };
            let cells = &mut self.example.layers[index][start..];
            if layer.kind == LayerKind::IntGrid {
                reader.define(layer);
                for (cell, &value) in cells.iter_mut().zip(&layer.int_grid_csv) {
                    let Ok(number @ 1..) = u32::try_from(value) else { continue };
                    *cell = number;
                    kinds
                        .entry((index, number))
                        .or_insert_with(|| reader.kind_of_value(layer, value));
                }
                continue;
            }
            let is_of_uppers = self.uids[..index].contains(&uid);
            for (place, entity) in layer.entity_instances.iter().enumerate() {
                let name = &entity.identifier;
                if uppers.has(name) != is_of_uppers {
                    continue;
                }
                let covered = reader.covered(entity, layer.grid_size, (width, height))?;
                let Some((columns, rows, long)) = covered.filter(|_| is_wanted(name)) else {
                    let (columns, rows) = entity.area(layer.grid_size);
                    unplaced.push((layer.identifier.clone(), columns, rows));
                    continue;
                };
                if columns.is_empty() || rows.is_empty() {
                    continue;
                }
                let (columns_of, rows_of) = (columns.clone(), rows.clone());
                let like = Like { model, index: place, columns: columns_of, rows: rows_of, long };
                self.entities[index].push(like);
                let number = self.entities[index].len() as u32;
                kinds.insert((index, number), reader.kind_of_entity(name));
                for row in rows {
                    cells[row * width..][..width][columns.clone()].fill(number);
                }
            }
        }
        let base = chosen.iter().find(|layer| layer.kind == LayerKind::IntGrid);
        let grid_size = base.map_or(1, |layer| layer.grid_size.clamp(1, GRID_SIZE_MAX as i64));
        let grid_size = grid_size as usize;
        Ok(Model { whole: Value::Null, frame, grid_size, instances, unplaced })
    }

    fn name(
        &mut self,
        kinds: &BTreeMap<(usize, u32), u32>,
        reader: &mut Reader<'_>,
    ) -> Result<(), LevelError> {
        reader.make_up_names();
        let mut is_used = vec![false; reader.stock.kinds.len()];
        for &kind in kinds.values() {
            is_used[kind as usize] = true;
        }
        let names =
            reader.stock.names(reader.hints, &is_used, &is_used, &mut ReadingNotes::default())?;
        for (&place, &kind) in kinds {
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

    /// The cells of a level on each layer, in the place of the level of a model.
    pub(super) fn unstacked(
        &mut self,
        level: &Level,
        model: usize,
    ) -> Result<Unstacked, LevelError> {
        self.example.frame = self.all[model].frame;
        self.example.unstacked(level, |name| {
            let exact = self.values.iter().find(|(own, ..)| own == name);
            let value = exact.or_else(|| self.values.iter().find(|(own, ..)| is_called(own, name)));
            value.map(|&(_, layer, number)| (layer, number))
        })
    }

    pub(super) fn entity(&self, layer: usize, like: &Like) -> &Value {
        let model = &self.all[like.model];
        let instance = model.instances[layer].expect("it was read there");
        &model.whole["layerInstances"][instance]["entityInstances"][like.index]
    }
}

/// Columns and rows of a level, by its uppermost layer of cells.
fn size_of(chosen: &[&LayerInstance]) -> (usize, usize) {
    let base = chosen.iter().find(|layer| layer.kind == LayerKind::IntGrid);
    base.map_or((0, 0), |layer| (layer.width, layer.height))
}
