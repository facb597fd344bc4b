//! Doors: tiles in walls between two rooms that connect all rooms.

use level::{Tile, TileSet};

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts, counted};
use crate::layers::scene::{PLUS, Scene};

/// Cost of doors in bits.
const N_BITS: f64 = 8.0;

/// Factor for the bits of doors: that rooms are connected determines part of the places.
const JOINED: f64 = 0.6;

/// A tile this many times rarer beside doors than the most common one is not floor.
const OFTEN: usize = 4;

/// Minimum share of the doors between two rooms.
const BETWEEN_MIN: f64 = 0.9;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    let scene = ask.scene;
    if ask.mirror.is_some() || !part.asked.is_empty() || 6 * part.n_those() > part.n_all() {
        return None;
    }
    let floor = floors(ask, part);
    let is_floor = |cell: usize| floor.contains(ask.canvas[cell]);
    let apart = scene.cells_that(is_floor);
    let mut together = apart.clone();
    together.union_with(&part.those);
    let n_drawings = scene.frames.len();
    let (n_apart, n_together) =
        (scene.pieces(&apart, &PLUS).len(), scene.pieces(&together, &PLUS).len());
    if n_together > n_drawings || n_apart < n_drawings + n_drawings / 2 {
        return None;
    }
    let between =
        scene.cells_that(|cell| part.universe.contains(cell) && is_between(ask, cell, floor));
    let n_between = between.intersection_count(&part.those);
    if (n_between as f64) < BETWEEN_MIN * part.n_those() as f64 {
        return None;
    }
    let n_missed = part.n_those() - n_between;
    let bits = bits::SCRIPT * N_BITS
        + JOINED * bits::of_choice(n_between, between.count_ones(..))
        + n_missed as f64 * bits::of_one(part.n_all());
    Some(Found { bits, breaks: false, has_parts: false, drafts: drafts(ask, part, floor, n_apart) })
}

/// The tiles beside most doors, except the walls: floor, or rooms and a hall.
fn floors(ask: &Ask<'_>, part: &Part) -> TileSet {
    let mut counts = vec![0_usize; ask.scene.names.len()];
    for cell in part.those.ones() {
        for beside in PLUS.into_iter().filter_map(|step| ask.scene.step(cell, step)) {
            counts[usize::from(ask.canvas[beside])] += 1;
        }
    }
    counts[usize::from(ask.on)] = 0;
    let most = counts.iter().copied().max().unwrap_or(0);
    let is_floor = |&(_, &n): &(Tile, &usize)| n > 0 && OFTEN * n > most;
    let floors = (0..).zip(&counts).filter(is_floor);
    floors.fold(TileSet::EMPTY, |all, (tile, _)| all.union(TileSet::only(tile)))
}

/// Whether a cell has floor on two opposite sides and no floor on the others.
fn is_between(ask: &Ask<'_>, cell: usize, floor: TileSet) -> bool {
    let beside = PLUS.map(|step| ask.scene.step(cell, step).map(|one| ask.canvas[one]));
    let [left, up, right, down] = beside;
    let is = |one: Option<Tile>| one.is_some_and(|one| floor.contains(one));
    let across = |a, b, c, d| is(a) && is(b) && !is(c) && !is(d);
    across(left, right, up, down) || across(up, down, left, right)
}

fn drafts(ask: &Ask<'_>, part: &Part, floor: TileSet, n_rooms: usize) -> Drafts {
    let scene: &Scene = ask.scene;
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let floor = floor.iter().map(|tile| ask.name(tile)).collect::<Vec<_>>().join("|");
    let rule = |along: &str, across: &str| {
        format!("self({on}), {along}({floor}) == 2, {across}({floor}) == 0 -> self({name})")
    };
    let rules = vec![rule("horz", "vert"), rule("vert", "horz")];
    let mut join = Draft {
        description: format!("{name} where two rooms meet, so that all hang together"),
        kind: "connect",
        rules: rules.clone(),
        ..Draft::default()
    };
    join.parameters = vec![
        ("entities", format!("{floor}|{name}")),
        ("costs", format!("self({on})")),
        ("repeats", "3".to_owned()),
    ];
    let mut explorers = vec![join];
    // Doors beyond those needed to connect the rooms.
    let n = scene.frames.len() as f64;
    let n_more = ((part.n_those() as f64 - (n_rooms as f64 - n)) / n).round();
    if n_more >= 1.0 {
        let n_more = n_more as usize;
        explorers.push(Draft::some(format!("and {} more", counted(n_more, name)), n_more, rules));
    }
    ask.drafts(part, explorers)
}
