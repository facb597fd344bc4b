//! Whole rows or columns of one tile: lanes.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts};

/// Cost of lanes in bits.
const N_BITS: f64 = 8.0;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    if ask.mirror.is_some() {
        return None;
    }
    [true, false]
        .into_iter()
        .filter_map(|is_row| lanes(ask, part, is_row))
        .min_by(|a, b| a.bits.total_cmp(&b.bits))
}

fn lanes(ask: &Ask<'_>, part: &Part, is_row: bool) -> Option<Found> {
    let scene = ask.scene;
    let mut begins: Vec<usize> = Vec::new();
    let (mut n_full, mut n_lanes, mut n_missed) = (0_usize, 0_usize, 0_usize);
    for frame in &scene.frames {
        let (n, length) =
            if is_row { (frame.height, frame.width) } else { (frame.width, frame.height) };
        for line in 0..n {
            let cells =
                (0..length).map(|at| if is_row { frame.at(at, line) } else { frame.at(line, at) });
            let cells: Vec<usize> = cells.filter(|&cell| part.universe.contains(cell)).collect();
            let n_those = cells.iter().filter(|&&cell| part.those.contains(cell)).count();
            if 2 * cells.len() < length {
                n_missed += n_those;
                continue;
            }
            n_lanes += 1;
            if n_those == cells.len() {
                n_full += 1;
                begins.extend(
                    cells.first().map(|&cell| {
                        if is_row { scene.cells[cell].x } else { scene.cells[cell].y }
                    }),
                );
            } else {
                n_missed += n_those;
            }
        }
    }
    if n_full == 0 || 10 * n_missed > part.n_those() {
        return None;
    }
    let bits = bits::SCRIPT * N_BITS
        + bits::of_choice(n_full, n_lanes)
        + n_missed as f64 * bits::of_one(part.n_all());
    let number = ((n_full as f64 / scene.frames.len() as f64).round() as usize).max(1);
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    begins.sort_unstable();
    let begin = begins[begins.len() / 2];
    let (first, before, line, kind) =
        if is_row { ("column", "left", "row", "horz") } else { ("row", "up", "column", "vert") };
    let plural = if number == 1 { "" } else { "s" };
    let mut seed = ask.conditions(part);
    // Lanes mostly begin where their ground begins.
    seed.push(format!("{first} == {begin}"));
    let begins = Draft::some(
        format!("{number} {line}{plural} of {name}, begun{}", ask.place(part)),
        number,
        vec![format!("{} -> self({name})", seed.join(", "))],
    );
    let goes_on = Draft::all(
        "and led on to the other side".to_owned(),
        vec![format!("self({on}), {before}({name}) -> self({name})")],
    );
    let goes_on = Draft { kind, ..goes_on }.repeated(2);
    Some(Found {
        bits,
        breaks: false,
        has_parts: false,
        drafts: Drafts {
            neighborhoods: ask.neighborhoods(part),
            ..Drafts::of(vec![begins, goes_on])
        },
    })
}
