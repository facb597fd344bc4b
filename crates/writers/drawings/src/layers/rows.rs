//! Whole rows or columns of one tile: lanes.

use marahel_script::Edge;

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::rules::{Compared, HERE, LEFT, UP, explorer, has, place, repeated, rule, some};

pub(crate) fn find(ask: &Ask<'_>, part: &Part, is_row: bool) -> Option<Fit> {
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
            let n_cells = cells.iter().filter(|&&cell| part.cells.contains(cell)).count();
            if 2 * cells.len() < length {
                n_missed += n_cells;
                continue;
            }
            n_lanes += 1;
            if n_cells == cells.len() {
                n_full += 1;
                begins.extend(
                    cells.first().map(|&cell| {
                        if is_row { scene.cells[cell].x } else { scene.cells[cell].y }
                    }),
                );
            } else {
                n_missed += n_cells;
            }
        }
    }
    if n_full == 0 || 10 * n_missed > part.n_cells() {
        return None;
    }
    let number = ask.mean(n_full);
    begins.sort_unstable();
    let begin = begins[begins.len() / 2];
    let (first, before, line, kind) =
        if is_row { (Edge::Left, LEFT, "row", "horz") } else { (Edge::Top, UP, "column", "vert") };
    let plural = if number == 1 { "" } else { "s" };
    // Lanes mostly begin where their ground begins.
    let seed = ask.conditions(part).into_iter().chain([place(first).is(begin)]);
    let words =
        format!("{number} {line}{plural} of {}, begun{}", ask.name(ask.tile), ask.place(part));
    let on_and_on = rule([has(HERE, [ask.on]), has(before, [ask.tile])], ask.tile);
    let explorers = vec![
        some(words, number, vec![rule(seed, ask.tile)]),
        repeated(2, explorer(kind, "and led on to the other side", vec![on_and_on])),
    ];
    let bits = bits::of_choice(n_full, n_lanes);
    Some(Fit::of(bits, n_missed, ask.drafts(part, explorers)))
}
