//! Automatic layers: the tiles that LDtk places by rules where cells have certain values.
//!
//! LDtk saves these tiles, so that programs that load a project need no rules. [`AutoLayers`] runs
//! the rules for levels that LDtk has not seen.
//!
//! Source: LDtk documentation (ldtk.io/json), JSON format 1.5.3. The order of rules, the numbers of
//! chance and what hides what below are those of the released editor, LDtk 1.5.3, which the
//! documentation leaves out.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use marahel_level::checked_area;
use serde::Deserialize;
use serde_json::Value;

use gaps::Gaps;
use pattern::{Cells, Pattern};
use placing::{Stamps, Tile};
use rules::{Group, Layer, Rule};
pub(super) use saved::LayerTiles;
use tilesets::Tileset;

use crate::ldtk::LayerKind;

mod chance;
mod gaps;
mod pattern;
mod placing;
mod rules;
mod saved;
mod tilesets;

#[cfg(test)]
mod tests;

/// Maximum number of automatic tiles in a project: 8,388,608.
const N_TILES_MAX: usize = 1 << 23;
/// Maximum number of steps: a step looks at a cell.
const N_STEPS_MAX: u64 = 400_000_000;

/// The automatic layers of a project.
pub(super) struct AutoLayers {
    layers: BTreeMap<i64, Layer>,
    tilesets: BTreeMap<i64, Rc<Tileset>>,
    gaps: Gaps,
    room: Room,
}

struct Room {
    n_steps: u64,
    n_tiles: usize,
}

impl Room {
    fn spend(&mut self, n_steps: u64) -> Result<(), String> {
        self.n_steps = self.n_steps.saturating_sub(n_steps);
        let is_left = self.n_steps > 0;
        is_left.then_some(()).ok_or_else(|| format!("all rules take more than {N_STEPS_MAX} steps"))
    }

    /// Demands room for `n` tiles.
    fn check(&self, n: usize) -> Result<(), String> {
        let fits = n <= self.n_tiles;
        fits.then_some(()).ok_or_else(|| format!("a project has at most {N_TILES_MAX} of them"))
    }
}

impl AutoLayers {
    /// The layers that a project defines.
    pub(super) fn of(definitions: &Value) -> Self {
        let mut gaps = Gaps::default();
        let mut layers = BTreeMap::new();
        for value in list(definitions, "layers") {
            match Layer::deserialize(value) {
                Ok(mut layer) => {
                    layer.prepare();
                    layers.entry(layer.uid).or_insert(layer);
                }
                Err(error) if !list(value, "autoRuleGroups").is_empty() => {
                    let name = value["identifier"].as_str().unwrap_or_default();
                    gaps.add(format!("layer `{name}`"), &format!("a rule is unknown: {error}"));
                }
                Err(_) => {}
            }
        }
        let mut tilesets = BTreeMap::new();
        for tileset in list(definitions, "tilesets").iter().flat_map(Tileset::deserialize) {
            tilesets.entry(tileset.uid).or_insert_with(|| Rc::new(tileset));
        }
        let room = Room { n_steps: N_STEPS_MAX, n_tiles: N_TILES_MAX };
        Self { layers, tilesets, gaps, room }
    }

    /// The automatic tiles of each layer of a level, in their order.
    pub(super) fn tiles(&mut self, level: &Value) -> Vec<LayerTiles> {
        let instances = list(level, "layerInstances");
        let tiles = instances.iter().map(|instance| self.layer_tiles(level, instance));
        tiles.collect()
    }

    /// What is missing in the levels so far, for the user.
    pub(super) fn notes(&self) -> Vec<String> {
        self.gaps.notes()
    }

    fn layer_tiles(&mut self, level: &Value, instance: &Value) -> LayerTiles {
        let Self { layers, tilesets, gaps, room } = self;
        let uid = instance["layerDefUid"].as_i64();
        let layer = uid.and_then(|uid| layers.get(&uid)).filter(|layer| layer.has_rules());
        let Some(layer) = layer else { return LayerTiles::default() };
        let run = room
            .spend(layer.n_steps)
            .and_then(|()| Run::of(layer, layers, tilesets, level, instance, room));
        let tiles = run.and_then(|run| {
            run.find_gaps(gaps);
            run.tiles(room)
        });
        tiles.unwrap_or_else(|why| {
            gaps.add(format!("layer `{}`", layer.identifier), &why);
            LayerTiles::default()
        })
    }
}

impl Layer {
    /// Whether LDtk places tiles by rules there.
    fn has_rules(&self) -> bool {
        let is_fed = match self.kind {
            LayerKind::IntGrid => true,
            LayerKind::AutoLayer => self.auto_source_layer_def_uid.is_some(),
            LayerKind::Entities | LayerKind::Tiles => false,
        };
        is_fed && self.tileset().is_some() && !self.auto_rule_groups.is_empty()
    }

    fn tileset(&self) -> Option<i64> {
        self.tileset_def_uid.or(self.auto_tileset_def_uid)
    }
}

/// The rules of a layer in a level.
struct Run<'a> {
    layer: &'a Layer,
    tileset: &'a Rc<Tileset>,
    /// The groups that the level has, the strongest first.
    groups: Vec<&'a Group>,
    cells: Cells<'a>,
    width: i64,
    height: i64,
    seed: i64,
    /// Whether a cell takes no further tiles.
    is_full: Vec<bool>,
}

impl<'a> Run<'a> {
    fn of(
        layer: &'a Layer,
        layers: &'a BTreeMap<i64, Layer>,
        tilesets: &'a BTreeMap<i64, Rc<Tileset>>,
        level: &Value,
        instance: &Value,
        room: &mut Room,
    ) -> Result<Self, String> {
        let instance_of = |uid| {
            let mut instances = list(level, "layerInstances").iter();
            instances.find(|instance| instance["layerDefUid"].as_i64() == Some(uid))
        };
        let (source, source_instance) = match layer.auto_source_layer_def_uid {
            Some(uid) if layer.kind == LayerKind::AutoLayer => (layers.get(&uid), instance_of(uid)),
            _ => (Some(layer), Some(instance)),
        };
        let (Some(source), Some(source_instance)) = (source, source_instance) else {
            return Err("the layer that its rules look at is missing".to_owned());
        };
        let (width, height) = size(source_instance)?;
        let values = list(source_instance, "intGridCsv").iter();
        let values = values.map(|value| value.as_i64().unwrap_or(0).clamp(0, 1 << 30) as i32);
        let cells = Cells::of(source, width, height, values.collect()).ok_or_else(|| {
            format!("layer `{}` has not a value for each cell", source.identifier)
        })?;
        let tileset = instance["overrideTilesetUid"].as_i64().or(layer.tileset());
        let tileset = tileset.and_then(|uid| tilesets.get(&uid));
        let tileset = tileset.ok_or("its tileset is not defined")?;
        let (width, height) = size(instance)?;
        let mut is_full = vec![false; (width * height) as usize];
        let other = layer.auto_tiles_killed_by_other_layer_uid.and_then(instance_of);
        let n_entries = other.map_or(0, |other| list(other, "gridTiles").len())
            + list(instance, "optionalRules").len()
            + list(level, "fieldInstances").len();
        room.spend(is_full.len() as u64 + cells.area() + n_entries as u64)?;
        for cell in other.into_iter().flat_map(cells_with_tiles) {
            if let Some(cell) = index(cell, width, height) {
                is_full[cell] = true;
            }
        }
        let chosen = list(instance, "optionalRules").iter().filter_map(Value::as_i64);
        let chosen: BTreeSet<i64> = chosen.collect();
        let biomes = layer.biome_field_uid.and_then(|uid| biomes(level, uid));
        let groups = layer.auto_rule_groups.iter();
        let groups = groups.filter(|group| group.is_applied(&chosen, biomes.as_ref())).collect();
        let seed = instance["seed"].as_i64().unwrap_or(0);
        Ok(Self { layer, tileset, groups, cells, width, height, seed, is_full })
    }

    /// Adds the rules that are not supported.
    fn find_gaps(&self, gaps: &mut Gaps) {
        for group in &self.groups {
            let rules = || group.rules.iter().filter(|rule| rule.active);
            let noisy = rules().filter(|rule| rule.perlin_active);
            let of_size = rules().filter(|rule| !rule.perlin_active && Pattern::of(rule).is_none());
            gaps.add_rules(self.layer, group, noisy, "only LDtk computes their Perlin noise");
            gaps.add_rules(self.layer, group, of_size, "LDtk knows no pattern of their size");
        }
    }

    /// The tiles, or why there are none.
    fn tiles(mut self, room: &mut Room) -> Result<LayerTiles, String> {
        let mut tiles = LayerTiles::of(self.tileset);
        let groups = std::mem::take(&mut self.groups);
        let rules = groups.iter().flat_map(|group| &group.rules);
        for rule in rules.filter(|rule| rule.active && !rule.perlin_active) {
            let Some(pattern) = Pattern::of(rule) else { continue };
            let stamps = Stamps::of(rule, self.layer, self.tileset, self.seed);
            if !stamps.is_empty() {
                tiles.add(rule, self.rule_tiles(rule, &pattern, &stamps, room)?);
            }
        }
        Ok(tiles)
    }

    /// The tiles of a rule, in the order of cells.
    fn rule_tiles(
        &mut self,
        rule: &Rule,
        pattern: &Pattern,
        stamps: &Stamps<'_>,
        room: &mut Room,
    ) -> Result<Vec<Tile>, String> {
        let mut tiles = Vec::new();
        for y in 0..self.height {
            let mut n_steps = self.width as u64;
            for x in 0..self.width {
                let cell = (y * self.width + x) as usize;
                if self.is_full[cell] || !rule.is_due_at((x, y)) || !stamps.has_luck((x, y)) {
                    continue;
                }
                let mut is_matched = false;
                for (flips, directions) in [(1, 1), (-1, 1), (1, -1), (-1, -1)].iter().enumerate() {
                    let is_allowed =
                        (flips & 1 == 0 || rule.flip_x) && (flips & 2 == 0 || rule.flip_y);
                    if !is_allowed || (is_matched && rule.break_on_match) {
                        continue;
                    }
                    if pattern.holds(&self.cells, (x, y), *directions, &mut n_steps) {
                        room.check(tiles.len() + stamps.n_tiles_max)?;
                        is_matched = true;
                        self.is_full[cell] |=
                            stamps.place((x, y), cell as u32, flips as u8, &mut tiles);
                    }
                }
            }
            room.spend(n_steps)?;
        }
        room.n_tiles -= tiles.len();
        Ok(tiles)
    }
}

/// Columns and rows of a layer in a level.
fn size(instance: &Value) -> Result<(i64, i64), String> {
    let side = |key: &str| instance[key].as_u64().and_then(|side| usize::try_from(side).ok());
    let (Some(width), Some(height)) = (side("__cWid"), side("__cHei")) else {
        return Err("its size is missing".to_owned());
    };
    checked_area(width, height).map_err(|error| error.to_string())?;
    Ok((width as i64, height as i64))
}

/// The cells of a layer on which a person placed tiles.
fn cells_with_tiles(instance: &Value) -> impl Iterator<Item = (i64, i64)> {
    let grid_size = instance["__gridSize"].as_i64().unwrap_or(1).max(1);
    list(instance, "gridTiles").iter().filter_map(move |tile| {
        let pixel = |axis: usize| Some(tile["px"][axis].as_i64()?.div_euclid(grid_size));
        Some((pixel(0)?, pixel(1)?))
    })
}

/// The number of a cell, row by row.
fn index((x, y): (i64, i64), width: i64, height: i64) -> Option<usize> {
    let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
    is_inside.then(|| (y * width + x) as usize)
}

/// The values of a level's field for biomes, if it has the field.
fn biomes(level: &Value, field: i64) -> Option<BTreeSet<&str>> {
    let mut fields = list(level, "fieldInstances").iter();
    let value = &fields.find(|value| value["defUid"].as_i64() == Some(field))?["__value"];
    Some(match value {
        Value::Array(values) => values.iter().filter_map(Value::as_str).collect(),
        value => value.as_str().into_iter().collect(),
    })
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}
