//! Choosing the look of each cell.

use std::collections::BTreeMap;

use crate::terrains::field::{AROUND, Seams};
use crate::terrains::{Field, Matching, Sides, TerrainSet, Turn, Turns};

#[cfg(test)]
mod tests;

/// The looks of a set, turned in all ways that its tileset allows, ready to choose from.
#[derive(Clone, Debug)]
pub struct Looks {
    matching: Matching,
    /// Whether some looks have a side without a terrain.
    is_open: bool,
    /// By their sides, as a number, which is compared faster.
    fitting: BTreeMap<u64, Vec<Weighted>>,
}

#[derive(Clone, Copy, Debug)]
struct Weighted {
    tile: TurnedTile,
    weight: f64,
}

/// A tile of the tileset, and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnedTile {
    /// Its number in the tileset, from 0.
    pub tile: u32,
    /// How it is turned.
    pub turn: Turn,
}

/// The looks of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The look of each cell, row by row; `None` for cells without a terrain, for those that keep
    /// their look, and for all cells if the set has no looks.
    pub looks: Vec<Option<TurnedTile>>,
    /// The sides for which the set has no look, with the number of cells that have the nearest
    /// look instead.
    pub missing: BTreeMap<Sides, usize>,
}

impl Looks {
    /// The looks of a set in a tileset that allows these turns.
    pub fn new(set: &TerrainSet, turns: Turns) -> Self {
        let mut fitting: BTreeMap<u64, Vec<Weighted>> = BTreeMap::new();
        let mut plain = BTreeMap::new();
        for look in &set.looks {
            for turn in turns.all() {
                let sides = turn.apply(relevant(look.sides, set.matching));
                let weight = look.probability.max(0.0);
                let tile = TurnedTile { tile: look.tile, turn };
                let all = if turns.prefers_plain && turn == Turn::default() {
                    &mut plain
                } else {
                    &mut fitting
                };
                all.entry(number(sides)).or_default().push(Weighted { tile, weight });
            }
        }
        fitting.extend(plain);
        let is_open = set.is_open();
        Self { matching: set.matching, is_open, fitting }
    }

    /// Chooses a look for each cell of a field: of those that fit, by the place of the cell, so that
    /// others do not change with it. `kept` is empty, or has the sides of each cell that keeps its look; its neighbors get
    /// looks that agree with it.
    ///
    /// # Panics
    ///
    /// If `kept` has neither no cell nor those of the field.
    pub fn fill(&self, field: Field<'_>, kept: &[Option<Sides>]) -> Filling {
        assert!(kept.is_empty() || kept.len() == field.cells().len(), "they are the same cells");
        let n_cells = field.cells().len();
        let seams = Seams::new(field, self.matching, self.is_open);
        let mut choice = Choice::new(self, field.width(), n_cells);
        for (cell, &terrain) in field.cells().iter().enumerate() {
            if terrain == 0 || kept.get(cell).is_some_and(Option::is_some) {
                choice.filling.looks.push(None);
                continue;
            }
            let (column, row) = (cell % field.width(), cell / field.width());
            let mut sides = seams.sides(column, row);
            if !kept.is_empty() {
                agree(&mut sides, kept, cell, field.width());
                sides = relevant(sides, self.matching);
            }
            choice.choose(sides, Some(terrain));
        }
        choice.filling
    }

    /// Chooses the looks of the [dual grid](Field::dual). If no look has an open side, what is no
    /// terrain of the set counts as the last terrain beside it.
    pub fn fill_dual(&self, field: Field<'_>) -> Filling {
        let n_columns = field.width() + 1;
        let n_rows = field.cells().len() / field.width() + 1;
        let mut choice = Choice::new(self, n_columns, n_columns * n_rows);
        for Sides(mut sides) in field.dual() {
            let last = sides.into_iter().max().unwrap_or(0);
            for side in sides.iter_mut().skip(1).step_by(2).filter(|side| **side == 0) {
                *side = if self.is_open { 0 } else { last };
            }
            let sides = Sides(sides);
            if sides == Sides::default() {
                choice.filling.looks.push(None);
            } else {
                choice.choose(sides, None);
            }
        }
        choice.filling
    }

    /// The sides of the look that differs in the fewest; of several, the first by its sides. Looks
    /// that show the terrain go first.
    fn nearest(&self, sides: Sides, terrain: Option<u8>) -> Option<Sides> {
        let looks = self.fitting.keys().map(|number| Sides(number.to_be_bytes()));
        looks.min_by_key(|look| {
            let is_shown = terrain.is_none_or(|terrain| look.0.contains(&terrain));
            (!is_shown, n_differing(sides, *look))
        })
    }

    fn middle(&self, terrain: u8) -> Sides {
        relevant(Sides([terrain; 8]), self.matching)
    }
}

/// The state of choosing the looks of a layer.
struct Choice<'a> {
    looks: &'a Looks,
    /// Columns of the layer.
    width: usize,
    filling: Filling,
    /// What the last sides with a look are chosen from: most neighbors ask for the same.
    last: Option<(Sides, &'a [Weighted])>,
    /// What is chosen from for sides without a look.
    nearest: BTreeMap<(Sides, Option<u8>), Option<Sides>>,
}

impl<'a> Choice<'a> {
    fn new(looks: &'a Looks, width: usize, n_cells: usize) -> Self {
        let looks_of_cells = Vec::with_capacity(n_cells);
        let filling = Filling { looks: looks_of_cells, missing: BTreeMap::new() };
        Self { looks, width, filling, last: None, nearest: BTreeMap::new() }
    }

    /// Chooses the look of the next cell, which should have these sides and show this terrain.
    fn choose(&mut self, mut sides: Sides, terrain: Option<u8>) {
        let Self { looks, width, filling, last, nearest } = self;
        // A single cell without a corner of its own is seen better with its middle than not at all.
        if let Some(terrain) = terrain.filter(|_| looks.matching == Matching::Corners)
            && sides == Sides::default()
        {
            sides = looks.middle(terrain);
        }
        let fitting = match *last {
            Some((last_sides, fitting)) if last_sides == sides => Some(fitting),
            _ => {
                let fitting = looks.fitting.get(&number(sides)).map(Vec::as_slice);
                *last = fitting.map(|fitting| (sides, fitting));
                fitting
            }
        };
        let fitting = fitting.or_else(|| {
            *filling.missing.entry(sides).or_default() += 1;
            let nearest = nearest.entry((sides, terrain));
            let nearest = *nearest.or_insert_with(|| looks.nearest(sides, terrain));
            looks.fitting.get(&number(nearest?)).map(Vec::as_slice)
        });
        let cell = filling.looks.len();
        let random = mixed((cell / *width) as u64, (cell % *width) as u64);
        let tile = fitting.map(|fitting| drawn(fitting, random));
        filling.looks.push(tile);
    }
}

/// One of these, as likely as its weight says; the first if none has a weight.
fn drawn(fitting: &[Weighted], random: u64) -> TurnedTile {
    let first = &fitting[0];
    if fitting.len() == 1 {
        return first.tile;
    }
    let total: f64 = fitting.iter().map(|look| look.weight).sum();
    // 53 bits, all that a number from 0 to 1 holds.
    let mut left = (random >> 11) as f64 / (1_u64 << 53) as f64 * total;
    for look in fitting {
        left -= look.weight;
        if left < 0.0 {
            return look.tile;
        }
    }
    first.tile
}

/// A random number for a place, which depends on all bits of both (Steele et al. 2014, `SplitMix64`).
fn mixed(row: u64, column: u64) -> u64 {
    let golden = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bits = row.wrapping_mul(golden).wrapping_add(column).wrapping_mul(golden);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The places of neighbors in [`Sides`], the last row by row first.
const FROM_LAST: [usize; 8] = [3, 4, 5, 2, 6, 1, 0, 7];

/// Takes over the sides that kept neighbors have where they meet the cell. Where these disagree,
/// the first row by row is right.
fn agree(Sides(sides): &mut Sides, kept: &[Option<Sides>], cell: usize, width: usize) {
    let (column, row) = (cell % width, cell / width);
    for place in FROM_LAST {
        let (right, down) = AROUND[place];
        let column = column.checked_add_signed(right).filter(|&column| column < width);
        let (Some(column), Some(row)) = (column, row.checked_add_signed(down)) else { continue };
        let Some(&Some(Sides(neighbor))) = kept.get(row * width + column) else { continue };
        let is_edge = place.is_multiple_of(2);
        let meeting: &[usize] = if is_edge { &[7, 0, 1] } else { &[0] };
        for turn in meeting {
            // What is on the left of an edge from here is on its right from there.
            sides[(place + turn) % 8] = neighbor[(place + 12 - turn) % 8];
        }
    }
}

fn n_differing(Sides(sides): Sides, Sides(look): Sides) -> usize {
    sides.iter().zip(look).filter(|(side, look_side)| *side != look_side).count()
}

/// Sides as a number, in the same order.
fn number(Sides(sides): Sides) -> u64 {
    u64::from_be_bytes(sides)
}

/// The sides at which looks of a set are matched; 0 at the others.
fn relevant(Sides(mut sides): Sides, matching: Matching) -> Sides {
    for (place, side) in sides.iter_mut().enumerate() {
        if !matching.is_at(place) {
            *side = 0;
        }
    }
    Sides(sides)
}
