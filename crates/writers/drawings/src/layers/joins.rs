//! Doors: tiles in walls between two rooms that connect all rooms.

use marahel_level::TileSet;
use marahel_script::Explorer;

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::draft::counted;
use crate::layers::rules::{Compared, HERE, HORZ, VERT, count, has, joining, repeated, rule, some};
use crate::layers::scene::PLUS;

/// Factor for the bits of doors: that rooms are connected determines part of the places.
const JOINED: f64 = 0.6;

/// A tile this many times rarer beside doors than the most common one is not floor.
const OFTEN: usize = 4;

/// Minimum share of the doors between two rooms.
const BETWEEN_MIN: f64 = 0.9;

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let scene = ask.scene;
    if !part.questions.is_empty() || 6 * part.n_cells() > part.n_all() {
        return None;
    }
    let floor = floors(ask, part);
    let apart = scene.cells_that(|cell| floor.contains(ask.canvas[cell]));
    let mut together = apart.clone();
    together.union_with(&part.cells);
    let n_drawings = scene.frames.len();
    let (n_apart, n_together) =
        (scene.pieces(&apart, &PLUS).len(), scene.pieces(&together, &PLUS).len());
    if n_together > n_drawings || n_apart < n_drawings + n_drawings / 2 {
        return None;
    }
    let between =
        scene.cells_that(|cell| part.universe.contains(cell) && is_between(ask, cell, floor));
    let n_between = between.intersection_count(&part.cells);
    if (n_between as f64) < BETWEEN_MIN * part.n_cells() as f64 {
        return None;
    }
    let bits = JOINED * bits::of_choice(n_between, between.count_ones(..));
    let drafts = ask.drafts(part, explorers(ask, part, floor, n_apart));
    Some(Fit::of(bits, part.n_cells() - n_between, drafts))
}

/// The tiles beside most doors, except the walls: floor, or rooms and a hall.
fn floors(ask: &Ask<'_>, part: &Part) -> TileSet {
    let mut counts = vec![0_usize; ask.scene.names.len()];
    for cell in part.cells.ones() {
        for beside in ask.scene.neighbors(cell) {
            counts[usize::from(ask.canvas[beside])] += 1;
        }
    }
    counts[usize::from(ask.on)] = 0;
    let most = counts.iter().copied().max().unwrap_or(0);
    let floors = (0..).zip(&counts).filter(|&(_, &n)| n > 0 && OFTEN * n > most);
    floors.map(|(tile, _)| tile).collect()
}

/// Whether a cell has floor on two opposite sides and no floor on the others.
fn is_between(ask: &Ask<'_>, cell: usize, floor: TileSet) -> bool {
    let [left, up, right, down] = PLUS.map(|step| {
        ask.scene.step(cell, step).is_some_and(|neighbor| floor.contains(ask.canvas[neighbor]))
    });
    left && right && !up && !down || up && down && !left && !right
}

fn explorers(ask: &Ask<'_>, part: &Part, floor: TileSet, n_rooms: usize) -> Vec<Explorer> {
    let name = ask.name(ask.tile);
    let rules = [(HORZ, VERT), (VERT, HORZ)].map(|(along, across)| {
        let floors = [(along, 2), (across, 0)].map(|(cells, n)| count(cells, floor.iter()).is(n));
        rule([has(HERE, [ask.on])].into_iter().chain(floors), ask.tile)
    });
    let rules = rules.to_vec();
    let joined = floor.iter().chain([ask.tile]);
    let costs = vec![count(HERE, [ask.on])];
    let words = format!("{name} where two rooms meet, so that all hang together");
    let mut explorers = vec![repeated(3, joining(words, joined, costs, rules.clone()))];
    // Doors beyond those needed to connect the rooms.
    let n = ask.scene.frames.len() as f64;
    let n_more = ((part.n_cells() as f64 - (n_rooms as f64 - n)) / n).round();
    if n_more >= 1.0 {
        let n_more = n_more as usize;
        explorers.push(some(format!("and {} more", counted(n_more, name)), n_more, rules));
    }
    explorers
}
