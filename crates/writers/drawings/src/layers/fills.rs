//! Whole rooms, fields and ponds filled with one tile.

use marahel_level::UNKNOWN;
use marahel_script::Explorer;

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::rules::{
    CROSS, Compared, HERE, all, count, distance, has, repeated, rule, some, to_outside,
};
use crate::layers::scene::PLUS;

/// Passes that fill a part of any usual shape.
const N_PASSES: usize = 20;

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let scene = ask.scene;
    if ask.canvas_tiles.contains(&ask.tile) {
        return None; // it would spread from existing cells
    }
    let rooms = scene.pieces(&part.universe, &PLUS);
    let (mut n_full, mut n_missed) = (0_usize, 0_usize);
    for room in &rooms {
        let n = room.iter().filter(|&&cell| part.cells.contains(cell)).count();
        if n == room.len() {
            n_full += usize::from(n > 1);
        } else {
            n_missed += n;
        }
    }
    if n_full == 0
        || n_full == rooms.len()
        || 10 * n_missed > part.n_cells()
        || rooms.len() < 2 * scene.frames.len()
    {
        return None;
    }
    let is_enclosed = !part.cells.ones().any(|cell| scene.is_at_edge(cell))
        && part.universe.ones().any(|cell| scene.is_at_edge(cell));
    let bits = bits::of_choice(n_full, rooms.len());
    let number = ask.mean(n_full);
    let explorers = parts_filled(ask, part, number, is_enclosed);
    Some(Fit::of(bits, n_missed, ask.drafts(part, explorers)))
}

/// Fills parts of the ground from one cell each; only parts without a way to the edge, if they are
/// enclosed.
fn parts_filled(ask: &Ask<'_>, part: &Part, number: usize, is_enclosed: bool) -> Vec<Explorer> {
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let parts = if number == 1 { "one part".into() } else { format!("{number} parts") };
    let [seed, spread] = [distance(ask.tile).above(1), count(CROSS, [ask.tile]).above(0)]
        .map(|condition| rule(ask.conditions(part).into_iter().chain([condition]), ask.tile));
    let words = format!("{name} in {parts} of the {on}{}", ask.place(part));
    let mut explorers = vec![
        some(words, number, vec![seed]),
        repeated(N_PASSES, all(format!("{name} fills all of that"), vec![spread])),
    ];
    if is_enclosed {
        // Mark the ground that is connected to the edge while the rest is filled.
        let mark = [to_outside().is(1), count(CROSS, [UNKNOWN]).above(0)]
            .map(|condition| rule([has(HERE, [ask.on]), condition], UNKNOWN));
        let mark = all(format!("the {on} that leads to the edge is left out"), mark.to_vec());
        explorers.insert(0, repeated(N_PASSES, mark));
        explorers.push(all("and comes back", vec![rule([has(HERE, [UNKNOWN])], ask.on)]));
    }
    explorers
}
