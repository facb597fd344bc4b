//! The entities of a layer, moved to the cells of another level.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

use super::identifiers::{Iids, forget_entities};
use super::models::{Like, Models, world_of};
use crate::host::Unstacked;

/// A layer of entities in a new level.
pub(super) struct Placing<'a> {
    pub(super) models: &'a Models,
    /// The index of the level in whose place it is.
    pub(super) model: usize,
    /// Its number among the layers that are written, and that of its upper things.
    pub(super) layers: Vec<usize>,
    pub(super) index: usize,
    /// Number of columns, ...
    pub(super) width: usize,
    /// ... and left and top of the level in its world.
    pub(super) world: [i64; 2],
}

impl Placing<'_> {
    /// The entities for the cells of a level. Those of cells that stay do so; others of a name go
    /// where one is needed, and only if there are too few, new ones are copied. One entity covers
    /// all neighboring cells in its direction that need it.
    pub(super) fn entities(&self, cells: &Unstacked, iids: &mut Iids) -> Vec<Value> {
        let instance = &self.models.all[self.model].whole["layerInstances"][self.index];
        let old = instance["entityInstances"].as_array().into_iter().flatten();
        let mut all = old.map(|entity| Some(self.in_its_world(entity))).collect();
        for (index, &layer) in self.layers.iter().enumerate() {
            self.place(layer, index > 0, cells, iids, &mut all);
        }
        all.into_iter().flatten().collect()
    }

    /// Places the entities of one layer among all. Upper ones go behind all: later ones lie above.
    fn place(
        &self,
        layer: usize,
        is_upper: bool,
        cells: &Unstacked,
        iids: &mut Iids,
        all: &mut Vec<Option<Value>>,
    ) {
        let Self { models, model, .. } = *self;
        let (numbers, likes) = (&cells.layers[layer], &models.entities[layer]);
        let name = |number: u32| models.example.names.get(&(layer, number)).map(String::as_str);
        let mut free: BTreeMap<Option<&str>, VecDeque<u32>> = BTreeMap::new();
        let mut is_free = BTreeSet::new();
        for (number, like) in (1..).zip(likes).filter(|(_, like)| like.model == model) {
            if !self.stays(like, cells) {
                all[like.index] = None;
                is_free.insert(number);
                free.entry(name(number)).or_default().push_back(number);
            }
        }
        let mut is_done: Vec<bool> = numbers
            .iter()
            .zip(&cells.stays)
            .map(|(&number, &stays)| number == 0 || stays && !is_free.contains(&number))
            .collect();
        for cell in 0..numbers.len() {
            if is_done[cell] {
                continue;
            }
            let number = numbers[cell];
            let long = likes[number as usize - 1].long;
            let step = if long == Some(1) { self.width } else { 1 };
            let end = match long {
                None => cell + 1,
                Some(0) => (cell / self.width + 1) * self.width,
                Some(_) => numbers.len(),
            };
            let run = (cell..end).step_by(step);
            let run = run.take_while(|&at| numbers[at] == number && !is_done[at]);
            let run: Vec<usize> = run.collect();
            for &at in &run {
                is_done[at] = true;
            }
            let to = [(cell % self.width) as i64, (cell / self.width) as i64];
            let spare = free.get_mut(&name(number)).and_then(VecDeque::pop_front);
            let like = &likes[spare.unwrap_or(number) as usize - 1];
            let long = long.map(|axis| (axis, run.len()));
            let mut entity = self.moved(layer, like, to, long);
            if spare.is_none() {
                forget_entities(&mut entity);
                entity["iid"] = json!(iids.next());
            }
            if spare.is_some() && !is_upper {
                all[like.index] = Some(entity);
            } else {
                all.push(Some(entity));
            }
        }
    }

    /// Whether all cells of an entity stay.
    fn stays(&self, like: &Like, cells: &Unstacked) -> bool {
        let height = cells.stays.len() / self.width;
        like.columns.end <= self.width
            && like.rows.end <= height
            && like.rows.clone().all(|row| {
                cells.stays[row * self.width..][like.columns.clone()].iter().all(|&stays| stays)
            })
    }

    /// An entity of the project in a cell; it covers so many cells in a direction.
    fn moved(
        &self,
        layer: usize,
        like: &Like,
        to: [i64; 2],
        long: Option<(usize, usize)>,
    ) -> Value {
        let mut entity = self.models.entity(layer, like).clone();
        let model = &self.models.all[like.model];
        let grid_size = model.grid_size as i64;
        let worlds = world_of(&model.whole);
        let mut px = [0; 2];
        for axis in 0..2 {
            let old = entity["px"][axis].as_i64().unwrap_or(0);
            let n_cells = match long {
                Some((of_axis, n_cells)) if of_axis == axis => Some(n_cells as i64),
                _ => (like.long == Some(axis)).then_some(1),
            };
            px[axis] = if let Some(n_cells) = n_cells {
                let pivot = entity["__pivot"][axis].as_f64().unwrap_or(0.0);
                let length = n_cells * grid_size;
                entity[["width", "height"][axis]] = json!(length);
                (to[axis] * grid_size).saturating_add((pivot * length as f64) as i64)
            } else {
                let from = entity["__grid"][axis].as_i64().unwrap_or(0);
                old.saturating_add(to[axis].saturating_sub(from).saturating_mul(grid_size))
            };
            let way = px[axis].saturating_sub(old);
            let way = way.saturating_add(self.world[axis].saturating_sub(worlds[axis]));
            shift(&mut entity, axis, way);
        }
        entity["__grid"] = json!(to);
        entity["px"] = json!(px);
        entity
    }

    /// An entity that stays, in a level that may not.
    fn in_its_world(&self, entity: &Value) -> Value {
        let mut entity = entity.clone();
        let worlds = world_of(&self.models.all[self.model].whole);
        for (axis, (new, old)) in self.world.iter().zip(worlds).enumerate() {
            shift(&mut entity, axis, new.saturating_sub(old));
        }
        entity
    }
}

/// Moves an entity in its world, if the project says where it is there.
fn shift(entity: &mut Value, axis: usize, way: i64) {
    let key = ["__worldX", "__worldY"][axis];
    if let Some(place) = entity.get(key).and_then(Value::as_i64).filter(|_| way != 0) {
        entity[key] = json!(place.saturating_add(way));
    }
}
