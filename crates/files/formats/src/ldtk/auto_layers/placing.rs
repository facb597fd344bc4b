//! The tiles that a rule places where it holds.

use super::chance::number_of_cell;
use super::rules::{Layer, Rule};
use super::tilesets::Tileset;

#[cfg(test)]
mod tests;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) cell: u32,
    /// Its left and upper pixel in the level.
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) number: i32,
    /// 1 if it is flipped from left to right, 2 from top to bottom, 3 both.
    pub(super) flips: u8,
}

pub(super) struct Stamps<'a> {
    rule: &'a Rule,
    /// The sets of tiles of which one is placed: for each tile its distance from the cell, in
    /// pixels, and its number.
    choices: Vec<Vec<(i64, i64, i32)>>,
    /// Number of tiles of the largest set.
    pub(super) n_tiles_max: usize,
    /// Whether each set has a tile that hides what is below.
    are_opaque: Vec<bool>,
    grid_size: i64,
    seed: i64,
}

impl<'a> Stamps<'a> {
    pub(super) fn of(rule: &'a Rule, layer: &Layer, tileset: &Tileset, seed: i64) -> Self {
        let choices = rule.choices();
        let is_opaque = |tiles: &Vec<i64>| tiles.iter().any(|&tile| tileset.is_opaque(tile));
        let are_opaque = choices.iter().map(is_opaque).collect();
        let choices = choices.iter().map(|tiles| {
            let offsets = offsets(tiles, rule, layer, tileset);
            let tiles = tiles.iter().zip(offsets);
            tiles.map(|(&tile, (x, y))| (x, y, clamped(tile))).collect()
        });
        let choices: Vec<Vec<_>> = choices.collect();
        let n_tiles_max = choices.iter().map(Vec::len).max().unwrap_or(0);
        Self { rule, choices, n_tiles_max, are_opaque, grid_size: layer.grid_size, seed }
    }

    /// Whether there is nothing to place.
    pub(super) fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Whether chance lets the rule hold in a cell.
    pub(super) fn has_luck(&self, cell: (i64, i64)) -> bool {
        let chance = self.rule.chance;
        let seed = self.seed.wrapping_add(self.rule.uid);
        chance >= 1.0 || chance > 0.0 && (number_of_cell(seed, cell, 100) as f64) < chance * 100.0
    }

    /// Appends the tiles for a cell. Returns whether the rules after it are without effect there.
    pub(super) fn place(
        &self,
        (x, y): (i64, i64),
        cell: u32,
        flips: u8,
        tiles: &mut Vec<Tile>,
    ) -> bool {
        let rule = self.rule;
        let seed = self.seed.wrapping_add(rule.uid);
        let flipped_seed = seed.wrapping_add(i64::from(flips));
        let number = |seed: i64, n: i64| number_of_cell(seed, (x, y), n);
        let moved = |way: i64, (min, max): (i64, i64), seed: i64| {
            let n = max.saturating_sub(min).saturating_add(1);
            let random = if (min, max) == (0, 0) { 0 } else { number(seed, n).saturating_add(min) };
            way.saturating_add(random)
        };
        let x_range = (rule.tile_random_x_min, rule.tile_random_x_max);
        let y_range = (rule.tile_random_y_min, rule.tile_random_y_max);
        let x_way = moved(rule.tile_x_offset, x_range, flipped_seed);
        let y_way = moved(rule.tile_y_offset, y_range, seed.wrapping_add(1));
        let choice = number(flipped_seed, self.choices.len() as i64) as usize;
        let pixel = |at: i64, offset: i64, way: i64, is_flipped: bool| {
            let side = offset.saturating_add(way);
            let side = if is_flipped { side.saturating_neg() } else { side };
            clamped(at.saturating_mul(self.grid_size).saturating_add(side))
        };
        tiles.extend(self.choices[choice].iter().map(|&(x_offset, y_offset, number)| Tile {
            cell,
            x: pixel(x, x_offset, x_way, flips & 1 != 0),
            y: pixel(y, y_offset, y_way, flips & 2 != 0),
            number,
            flips,
        }));
        rule.break_on_match || (!rule.is_moved() && rule.alpha >= 1.0 && self.are_opaque[choice])
    }
}

/// The distance of each tile of a stamp from the cell, in pixels.
fn offsets(tiles: &[i64], rule: &Rule, layer: &Layer, tileset: &Tileset) -> Vec<(i64, i64)> {
    if !rule.is_stamp() {
        return vec![(0, 0); tiles.len()];
    }
    let places: Vec<(i64, i64)> = tiles.iter().map(|&tile| tileset.place(tile)).collect();
    let on_axis = |axis: fn(&(i64, i64)) -> i64, pivot: f64, tile_pivot: f64| -> Vec<i64> {
        let first = places.iter().map(axis).min().unwrap_or(0);
        let last = places.iter().map(axis).max().unwrap_or(0);
        let start = pivot * (last - first) as f64;
        let offset = |place| {
            let cells = (axis(place) - first) as f64 - start + tile_pivot;
            (cells * layer.grid_size as f64) as i64
        };
        places.iter().map(offset).collect()
    };
    let columns = on_axis(|place| place.0, rule.pivot_x, layer.tile_pivot_x);
    let rows = on_axis(|place| place.1, rule.pivot_y, layer.tile_pivot_y);
    columns.into_iter().zip(rows).collect()
}

fn clamped(number: i64) -> i32 {
    number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
