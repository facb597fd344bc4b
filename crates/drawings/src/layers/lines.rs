//! Straight lines from wall to wall, one cell wide.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts, counted};

/// Cost of lines in bits.
const N_BITS: f64 = 14.0;

/// Minimum share of the cells in such lines.
const STRAIGHT_MIN: f64 = 0.85;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    if ask.mirror.is_some() {
        return None;
    }
    [true, false]
        .into_iter()
        .filter_map(|is_down| lines(ask, part, is_down))
        .min_by(|a, b| a.bits.total_cmp(&b.bits))
}

fn lines(ask: &Ask<'_>, part: &Part, is_down: bool) -> Option<Found> {
    let scene = ask.scene;
    let turned = |(x, y): (i32, i32)| if is_down { (x, y) } else { (y, x) };
    let is_wall = |cell: Option<usize>| cell.is_none_or(|cell| ask.canvas[cell] == ask.tile);
    let is_one = |cell: Option<usize>| cell.is_some_and(|cell| part.those.contains(cell));
    let (mut n_lines, mut n_within, mut gap) = (0_usize, 0_usize, 9_i32);
    for cell in part.those.ones() {
        let before = scene.step(cell, turned((0, -1)));
        if !is_wall(before) || is_one(before) {
            continue;
        }
        let mut line = vec![cell];
        while let Some(next) =
            scene.step(line[line.len() - 1], turned((0, 1))).filter(|&one| part.those.contains(one))
        {
            line.push(next);
        }
        let is_thin = |&&cell: &&usize| {
            let sides = [(-1, 0), (1, 0)].map(|side| scene.step(cell, turned(side)));
            sides.into_iter().all(|one| !is_one(one))
        };
        let n_thin = line.iter().filter(is_thin).count();
        let ends = is_wall(scene.step(line[line.len() - 1], turned((0, 1))));
        if !ends || line.len() < 2 || 4 * n_thin < 3 * line.len() {
            continue;
        }
        n_lines += 1;
        n_within += line.len();
        for side in [-1, 1] {
            let near = (1..9).find(|&far| {
                let beside = scene.step(cell, turned((side * far, 0)));
                is_one(beside) || is_wall(beside)
            });
            gap = gap.min(near.unwrap_or(9));
        }
    }
    if n_lines < scene.frames.len() || (n_within as f64) < STRAIGHT_MIN * part.n_those() as f64 {
        return None;
    }
    let n_seeds =
        part.universe.ones().filter(|&cell| is_wall(scene.step(cell, turned((0, -1))))).count();
    let bits = bits::SCRIPT * N_BITS
        + bits::of_choice(n_lines.min(n_seeds), n_seeds)
        + (part.n_those() - n_within) as f64 * bits::of_one(part.n_all());
    let number = (n_lines as f64 / scene.frames.len() as f64).round().max(1.0) as usize;
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let (back, words) = if is_down { ("up", "downwards") } else { ("left", "to the right") };
    let mut drafts = Drafts { neighborhoods: ask.neighborhoods(part), ..Drafts::default() };
    let near: Vec<(i32, i32)> =
        (1..gap).flat_map(|far| [turned((-far, 0)), turned((far, 0))]).collect();
    let mut seed = ask.conditions(part);
    seed.push(format!("{back}({name}|out)"));
    if !near.is_empty() {
        let near = drafts.neighborhood(if is_down { "aside" } else { "above_below" }, &near);
        seed.push(format!("{near}({name}|unknown) == 0"));
    }
    let begin = format!("{} begins at a wall{}", counted(number, name), ask.place(part));
    drafts.explorers = vec![
        Draft::some(begin, number, vec![format!("{} -> self(unknown)", seed.join(", "))]),
        Draft::all(
            format!("and leads {words} to the next one"),
            vec![format!("self({on}), {back}(unknown) -> self(unknown)")],
        )
        .repeated(if is_down { 2 } else { 3 }),
        Draft::all(
            format!("all of that is {name}"),
            vec![format!("self(unknown) -> self({name})")],
        ),
    ];
    Some(Found { bits, breaks: false, has_parts: false, drafts })
}
