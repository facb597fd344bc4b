//! Levels that wander away from the drawings step by step while they meet all conditions.
//!
//! They reveal missing conditions: properties that all drawings share and these levels lost.

use std::sync::Arc;

use marahel_level::{Level, Mirror, Tile, TileSet, UNKNOWN};
use marahel_problem::{Condition, Meter, Problem};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::scene::Scene;
use crate::imitation::cells::{places, set, swap};
use crate::imitation::error::ImitationError;
use crate::imitation::ranges::Range;

/// Maximum number of steps from a drawing; fewer for large levels.
const N_STEPS: usize = 400;
const N_CELLS_MAX: usize = 150_000;

/// Changes levels within conditions.
pub(crate) struct Wanderer {
    rng: ChaCha8Rng,
    paints: Vec<Tile>,
    things: TileSet,
}

impl Wanderer {
    pub(crate) fn new(scene: &Scene<'_>) -> Self {
        let paints = scene.tiles.iter().copied().take(6).collect();
        let things = scene.things().collect();
        Self { rng: ChaCha8Rng::seed_from_u64(1958), paints, things }
    }

    /// The ends of `n` walks, which begin at the drawings in turn.
    pub(crate) fn walks(
        &mut self,
        problem: &Problem,
        (expressions, ranges): (&[Condition], &[Range]),
        drawings: &[Level],
        n: usize,
    ) -> Result<Vec<Level>, ImitationError> {
        let mut limits = Limits { meter: problem.meter(), expressions, ranges };
        let mut ends = Vec::with_capacity(n);
        for drawing in drawings.iter().cycle().take(n) {
            let names = Arc::clone(drawing.palette());
            let mut level = drawing.renamed(Arc::clone(problem.palette()))?;
            let tiles: Vec<Option<Tile>> = (0..names.len() as Tile)
                .map(|tile| problem.palette().tile(names.name(tile)))
                .collect();
            let paints: Vec<Tile> =
                self.paints.iter().filter_map(|&tile| tiles[usize::from(tile)]).collect();
            let things = self.things.iter().filter_map(|tile| tiles[usize::from(tile)]).collect();
            if limits.contain(&level) {
                self.walk(&mut limits, &mut level, (&paints, things));
            }
            ends.push(level.renamed(names)?);
        }
        Ok(ends)
    }

    fn walk(
        &mut self,
        limits: &mut Limits<'_>,
        level: &mut Level,
        (paints, things): (&[Tile], TileSet),
    ) {
        let n_steps = (N_CELLS_MAX / level.tiles().len()).clamp(30, N_STEPS);
        for _ in 0..n_steps {
            let mut next = level.clone();
            self.step(&mut next, (paints, things));
            if next.tiles() != level.tiles() && limits.contain(&next) {
                *level = next;
            }
        }
    }

    /// Swaps two cells, moves a thing, or paints a cell; sometimes with mirror images.
    fn step(&mut self, level: &mut Level, (paints, things): (&[Tile], TileSet)) {
        let mirror = match self.rng.random_range(0..8) {
            0 => Some(Mirror::LeftRight),
            1 => Some(Mirror::TopBottom),
            2 => Some(Mirror::HalfTurn),
            3 => Some(Mirror::Both),
            _ => None,
        };
        let cell = self.place(level);
        match self.rng.random_range(0..4) {
            0 => {
                let all: Vec<(usize, usize)> = places(level, things).collect();
                if !all.is_empty() {
                    let thing = all[self.rng.random_range(0..all.len())];
                    swap(level, mirror, thing, cell);
                }
            }
            1 => {
                let tile = paints[self.rng.random_range(0..paints.len())];
                set(level, mirror, cell, tile);
            }
            2 => {
                let [columns, rows] = [(level.width(), cell.0), (level.height(), cell.1)]
                    .map(|(side, at)| at.saturating_sub(2)..=(at + 2).min(side - 1));
                let partner = (self.rng.random_range(columns), self.rng.random_range(rows));
                swap(level, mirror, cell, partner);
            }
            _ => {
                let partner = self.place(level);
                swap(level, mirror, cell, partner);
            }
        }
    }

    fn place(&mut self, level: &Level) -> (usize, usize) {
        (self.rng.random_range(0..level.width()), self.rng.random_range(0..level.height()))
    }
}

/// What walks stay within: the ranges of some expressions.
struct Limits<'w> {
    meter: Meter<'w>,
    expressions: &'w [Condition],
    ranges: &'w [Range],
}

impl Limits<'_> {
    fn contain(&mut self, level: &Level) -> bool {
        let values = self.meter.values_of(level.view(), self.expressions);
        let are_all_set = level.tiles().iter().all(|&tile| tile != UNKNOWN);
        are_all_set && values.zip(self.ranges).all(|(value, range)| range.contains(value))
    }
}
