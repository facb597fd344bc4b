//! Whole rooms, fields and ponds filled with one tile.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts};
use crate::layers::scene::PLUS;

/// Cost of fillings in bits.
const N_BITS: f64 = 6.0;

/// Passes that fill a part of any usual shape.
const N_PASSES: usize = 20;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    let scene = ask.scene;
    if ask.known.contains(&ask.tile) {
        return None; // it would spread from existing cells
    }
    let rooms = scene.pieces(&part.universe, &PLUS);
    let (mut n_full, mut n_missed) = (0_usize, 0_usize);
    for room in &rooms {
        let n = room.iter().filter(|&&cell| part.those.contains(cell)).count();
        if n == room.len() {
            n_full += usize::from(n > 1);
        } else {
            n_missed += n;
        }
    }
    if n_full == 0
        || n_full == rooms.len()
        || 10 * n_missed > part.n_those()
        || rooms.len() < 2 * scene.frames.len()
    {
        return None;
    }
    let is_at_edge = |cell: usize| PLUS.iter().any(|&step| scene.step(cell, step).is_none());
    let is_enclosed = !part.those.ones().any(is_at_edge) && part.universe.ones().any(is_at_edge);
    let bits = bits::SCRIPT * N_BITS
        + bits::of_choice(n_full, rooms.len())
        + n_missed as f64 * bits::of_one(part.n_all());
    let number = (n_full as f64 / scene.frames.len() as f64).round().max(1.0) as usize;
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    if is_enclosed && part.asked.is_empty() && number <= ask.boxes.1 {
        let boxes = (ask.boxes.0..).take(number).map(|one| one.to_string());
        let within = if number == 1 { "one box".into() } else { format!("{number} boxes") };
        let rule = format!("self({on}), dist(out) > 2 -> self({name})");
        let mut fill = Draft::all(format!("{name} fills {within}"), vec![rule]);
        fill.region = boxes.collect::<Vec<_>>().join(",");
        let drafts = ask.drafts(part, vec![fill]);
        return Some(Found { bits, breaks: false, has_parts: false, drafts });
    }
    let conditions = ask.conditions(part).join(", ");
    let parts = if number == 1 { "one part".into() } else { format!("{number} parts") };
    let begin = Draft::some(
        format!("{name} in {parts} of the {on}{}", ask.place(part)),
        number,
        vec![format!("{conditions}, dist({name}) > 1 -> self({name})")],
    );
    let fill = Draft::all(
        format!("{name} fills all of that"),
        vec![format!("{conditions}, plus({name}) > 0 -> self({name})")],
    );
    let mut explorers = vec![begin, fill.repeated(N_PASSES)];
    if is_enclosed {
        // Mark the ground that is connected to the edge while the rest is filled.
        let mark = vec![
            format!("self({on}), dist(out) == 1 -> self(unknown)"),
            format!("self({on}), plus(unknown) > 0 -> self(unknown)"),
        ];
        let mark = Draft::all(format!("the {on} that leads to the edge is left out"), mark);
        explorers.insert(0, mark.repeated(N_PASSES));
        explorers.push(Draft::all(
            "and comes back".into(),
            vec![format!("self(unknown) -> self({on})")],
        ));
    }
    let neighborhoods = ask.neighborhoods(part);
    let drafts = Drafts { neighborhoods, ..Drafts::of(explorers) };
    Some(Found { bits, breaks: false, has_parts: false, drafts })
}
