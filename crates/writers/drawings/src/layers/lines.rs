//! Straight lines from wall to wall, one cell wide.

use marahel_level::{OUT, UNKNOWN};

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::draft::{Drafts, counted};
use crate::layers::rules::{
    Compared, HERE, LEFT, Offset, UP, all, count, has, repeated, rule, some, transposed,
};

/// Minimum share of the cells in such lines.
const STRAIGHT_MIN: f64 = 0.85;

pub(crate) fn find(ask: &Ask<'_>, part: &Part, is_down: bool) -> Option<Fit> {
    let scene = ask.scene;
    let [back, ahead, left, right] =
        [(0, -1), (0, 1), (-1, 0), (1, 0)].map(|step| transposed(step, !is_down));
    let (mut n_lines, mut n_within, mut gap) = (0_usize, 0_usize, 9_i32);
    for cell in part.cells.ones() {
        if !ask.is_walled(cell, back) || scene.leads_into(cell, back, &part.cells) {
            continue;
        }
        let mut line = vec![cell];
        let mut last = cell;
        while let Some(next) = scene.step(last, ahead).filter(|&cell| part.cells.contains(cell)) {
            line.push(next);
            last = next;
        }
        let thin = line.iter().filter(|&&cell| {
            [left, right].into_iter().all(|side| !scene.leads_into(cell, side, &part.cells))
        });
        let n_thin = thin.count();
        if !ask.is_walled(last, ahead) || line.len() < 2 || 4 * n_thin < 3 * line.len() {
            continue;
        }
        n_lines += 1;
        n_within += line.len();
        for (x, y) in [left, right] {
            let near = (1..9).find(|&far| {
                let beside = (x * far, y * far);
                scene.leads_into(cell, beside, &part.cells) || ask.is_walled(cell, beside)
            });
            gap = gap.min(near.unwrap_or(9));
        }
    }
    if n_lines < scene.frames.len() || (n_within as f64) < STRAIGHT_MIN * part.n_cells() as f64 {
        return None;
    }
    let n_seeds = part.universe.ones().filter(|&cell| ask.is_walled(cell, back)).count();
    let bits = bits::of_choice(n_lines.min(n_seeds), n_seeds);
    let drafts = drafts(ask, part, is_down, ask.mean(n_lines), gap)?;
    Some(Fit::of(bits, part.n_cells() - n_within, drafts))
}

/// Lines that begin at a wall, `gap` cells from each other, and lead to the next one.
fn drafts(ask: &Ask<'_>, part: &Part, is_down: bool, number: usize, gap: i32) -> Option<Drafts> {
    let name = ask.name(ask.tile);
    let (back, words) = if is_down { (UP, "downwards") } else { (LEFT, "to the right") };
    let mut drafts = ask.drafts(part, Vec::new());
    let aside = (1..gap)
        .flat_map(|far| if is_down { [(-far, 0), (far, 0)] } else { [(0, -far), (0, far)] });
    let aside: Vec<Offset> = aside.collect();
    let mut seed = ask.conditions(part);
    seed.push(has(back, [ask.tile, OUT]));
    if !aside.is_empty() {
        drafts.declare(if is_down { "aside" } else { "above_below" }, &aside)?;
        seed.push(count(&aside, [ask.tile, UNKNOWN]).is(0));
    }
    let begin = format!("{} begins at a wall{}", counted(number, name), ask.place(part));
    let on_and_on = rule([has(HERE, [ask.on]), has(back, [UNKNOWN])], UNKNOWN);
    let lead = all(format!("and leads {words} to the next one"), vec![on_and_on]);
    drafts.explorers = vec![
        some(begin, number, vec![rule(seed, UNKNOWN)]),
        repeated(if is_down { 2 } else { 3 }, lead),
        all(format!("all of that is {name}"), vec![rule([has(HERE, [UNKNOWN])], ask.tile)]),
    ];
    Some(drafts)
}
