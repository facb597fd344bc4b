//! The rules of automatic layers, as a project defines them.
//!
//! Source: JSON format 1.5.3, LDtk documentation (ldtk.io/json): `LayerDef`, `AutoLayerRuleGroup`,
//! `AutoRuleDef`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::ldtk::LayerKind;

/// The definition of a layer, as far as rules need it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Layer {
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) identifier: String,
    #[serde(rename = "type", default)]
    pub(super) kind: LayerKind,
    /// Pixels per cell.
    #[serde(default)]
    pub(super) grid_size: i64,
    pub(super) tileset_def_uid: Option<i64>,
    /// The same in old projects.
    pub(super) auto_tileset_def_uid: Option<i64>,
    /// The layer whose cells the rules look at, unless it has cells itself.
    pub(super) auto_source_layer_def_uid: Option<i64>,
    /// The layer whose tiles leave no room for automatic ones.
    pub(super) auto_tiles_killed_by_other_layer_uid: Option<i64>,
    /// The field of a level that says its biome.
    pub(super) biome_field_uid: Option<i64>,
    /// The part of a stamp's tile, `0.0..=1.0`, that lies on the corner of its cell.
    #[serde(default)]
    pub(super) tile_pivot_x: f64,
    #[serde(default)]
    pub(super) tile_pivot_y: f64,
    #[serde(default)]
    int_grid_values: Vec<GroupOfValue>,
    #[serde(default)]
    pub(super) auto_rule_groups: Vec<Group>,
    #[serde(skip)]
    pub(super) groups: BTreeMap<i64, i64>,
    /// The work of preparing the rules.
    #[serde(skip)]
    pub(super) n_steps: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GroupOfValue {
    value: i64,
    #[serde(default)]
    group_uid: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Group {
    #[serde(default)]
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default = "yes")]
    pub(super) active: bool,
    /// Whether only those levels have it that say so.
    #[serde(default)]
    pub(super) is_optional: bool,
    /// The biomes of a level that has it; any if empty.
    #[serde(default)]
    pub(super) required_biome_values: Vec<String>,
    /// 0 if one of these biomes is enough, 1 if a level needs all.
    #[serde(default)]
    pub(super) biome_requirement_mode: i64,
    #[serde(default)]
    pub(super) rules: Vec<Rule>,
}

/// A rule: where it holds, and what it places there.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "they are entries of the file")]
pub(super) struct Rule {
    pub(super) uid: i64,
    #[serde(default = "yes")]
    pub(super) active: bool,
    /// Columns and rows of the pattern, an odd number.
    pub(super) size: i64,
    /// What the cells around must be, row by row.
    #[serde(default)]
    pub(super) pattern: Vec<i64>,
    /// The value of cells outside of the level; the rule never holds there if it has none.
    pub(super) out_of_bounds_value: Option<i64>,
    /// Whether the rules after it are without effect where it holds.
    #[serde(default)]
    pub(super) break_on_match: bool,
    /// Whether the pattern also holds when it is flipped; then the tiles are, too.
    #[serde(default)]
    pub(super) flip_x: bool,
    #[serde(default)]
    pub(super) flip_y: bool,
    /// The probability, `0.0..=1.0`.
    #[serde(default = "whole")]
    pub(super) chance: f64,
    /// Whether noise decides, too.
    #[serde(default)]
    pub(super) perlin_active: bool,
    #[serde(default = "single_step")]
    pub(super) x_modulo: i64,
    #[serde(default = "single_step")]
    pub(super) y_modulo: i64,
    #[serde(default)]
    pub(super) x_offset: i64,
    #[serde(default)]
    pub(super) y_offset: i64,
    #[serde(default)]
    pub(super) checker: Checker,
    #[serde(default)]
    tile_mode: TileMode,
    #[serde(default)]
    tile_rects_ids: Vec<Vec<i64>>,
    /// The tiles in projects before LDtk 1.5.
    tile_ids: Option<Vec<i64>>,
    /// The part of a stamp, `0.0..=1.0`, that lies on the cell.
    #[serde(default)]
    pub(super) pivot_x: f64,
    #[serde(default)]
    pub(super) pivot_y: f64,
    /// By how many pixels tiles are moved, and the range of a random part.
    #[serde(default)]
    pub(super) tile_x_offset: i64,
    #[serde(default)]
    pub(super) tile_y_offset: i64,
    #[serde(default)]
    pub(super) tile_random_x_min: i64,
    #[serde(default)]
    pub(super) tile_random_x_max: i64,
    #[serde(default)]
    pub(super) tile_random_y_min: i64,
    #[serde(default)]
    pub(super) tile_random_y_max: i64,
    #[serde(default = "whole")]
    pub(super) alpha: f64,
}

/// Which rows or columns of a rule with a modulo are shifted, as in a wall of bricks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) enum Checker {
    #[default]
    None,
    Horizontal,
    Vertical,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
enum TileMode {
    /// One of them lies on the cell.
    #[default]
    Single,
    /// All together are a larger picture.
    Stamp,
}

impl Layer {
    /// Fills in what follows from the other entries.
    pub(super) fn prepare(&mut self) {
        // The first of duplicates counts.
        let values = self.int_grid_values.iter().rev();
        self.groups = values.map(|value| (value.value, value.group_uid)).collect();
        self.n_steps = self.n_parts() as u64;
    }

    fn n_parts(&self) -> usize {
        let rules = self.auto_rule_groups.iter().flat_map(|group| &group.rules);
        let n_parts = |rule: &Rule| {
            let n_tiles = rule.tile_rects_ids.iter().map(|tiles| 1 + tiles.len()).sum::<usize>();
            1 + rule.pattern.len() + n_tiles + rule.tile_ids.as_ref().map_or(0, Vec::len)
        };
        rules.map(n_parts).sum()
    }
}

impl Rule {
    /// The sets of tiles of which one is placed.
    pub(super) fn choices(&self) -> Vec<Vec<i64>> {
        match (&self.tile_ids, self.tile_mode) {
            (None, _) => self.tile_rects_ids.clone(),
            (Some(tiles), TileMode::Single) => tiles.iter().map(|&tile| vec![tile]).collect(),
            (Some(tiles), TileMode::Stamp) => vec![tiles.clone()],
        }
    }

    pub(super) fn is_stamp(&self) -> bool {
        self.tile_mode == TileMode::Stamp
    }

    /// Whether its tiles may lie beside the grid.
    pub(super) fn is_moved(&self) -> bool {
        let ways = [
            self.tile_x_offset,
            self.tile_y_offset,
            self.tile_random_x_min,
            self.tile_random_x_max,
            self.tile_random_y_min,
            self.tile_random_y_max,
        ];
        ways.iter().any(|&way| way != 0)
    }

    /// Whether the rule can hold in this cell by its modulo, offset and checker.
    pub(super) fn is_due_at(&self, (x, y): (i64, i64)) -> bool {
        let shift = |at: i64, modulo: i64| at.checked_div(modulo).unwrap_or(0) % 2;
        let x_from = match self.checker {
            Checker::Horizontal => x + shift(y, self.y_modulo),
            Checker::None | Checker::Vertical => x.saturating_sub(self.x_offset),
        };
        let y_from = match self.checker {
            Checker::Vertical => y + shift(x, self.x_modulo),
            Checker::None | Checker::Horizontal => y.saturating_sub(self.y_offset),
        };
        // A modulo of 0 leaves no cell.
        x_from.checked_rem(self.x_modulo) == Some(0) && y_from.checked_rem(self.y_modulo) == Some(0)
    }
}

impl Group {
    /// Whether a level has it. `chosen` are the optional groups of the layer in this level, and
    /// `biomes` its biomes, if it has any field for them.
    pub(super) fn is_applied(
        &self,
        chosen: &BTreeSet<i64>,
        biomes: Option<&BTreeSet<&str>>,
    ) -> bool {
        if let (true, Some(biomes), false) =
            (self.active, biomes, self.required_biome_values.is_empty())
        {
            let mut required = self.required_biome_values.iter();
            let is_there = |biome: &String| biomes.contains(&biome.as_str());
            return match self.biome_requirement_mode {
                0 => required.any(is_there),
                1 => required.all(is_there),
                _ => false,
            };
        }
        self.active && !self.is_optional || chosen.contains(&self.uid)
    }
}

fn yes() -> bool {
    true
}

fn whole() -> f64 {
    1.0
}

fn single_step() -> i64 {
    1
}
