//! Patches: cells that mostly equal their neighbors.

use marahel_script::{Estimator, Explorer, Operator, Replace};

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::rules::{ALL, Compared, HERE, all, compare, count, has, rule, to_outside};
use crate::layers::scene::Cells;

/// Minimum share of patches.
const SHARE_MIN: f64 = 0.05;

/// Noise predicts cells worse than their neighbors do.
const ROUGH: f64 = 1.25;

/// Minimum share of thick cells in patches, and between them; lines of single cells are not
/// patches. At 0.6, levels of Lode Runner were 0.56 like the drawings, and here 0.74: rows of
/// platforms beside blocks are thin parts.
const THICK_MIN: f64 = 0.35;

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let scene = ask.scene;
    if (part.n_cells() as f64) < SHARE_MIN * part.n_all() as f64 {
        return None;
    }
    if !is_thick(ask, &part.cells) || !is_thick(ask, &part.complement()) {
        return None;
    }
    let begins = part.cells.ones().filter(|&cell| !scene.leads_into(cell, (-1, 0), &part.cells));
    let n_runs = begins.count();
    let single = part
        .cells
        .ones()
        .filter(|&cell| !scene.neighbors(cell).any(|neighbor| part.cells.contains(neighbor)));
    let n_single = single.count();
    let run = part.n_cells() as f64 / n_runs.max(1) as f64;
    let width = scene.frames.iter().map(|frame| frame.width).max()? as f64;
    // A wave of noise is as long as the level, in tenths, times the scale; a patch is half of it.
    let scale = (2.0 * run * 10.0 / width).round().clamp(1.0, 9.0);
    let share = part.n_cells() as f64 / part.n_all() as f64;
    let height = ((0.5 - share) * 0.8 * 20.0).round() / 20.0;
    let mut conditions = ask.conditions(part);
    conditions.extend(ask.half());
    let far = ask.far_from_outside(part);
    if far > 0 {
        conditions.push(to_outside().above(far));
    }
    let noise = Estimator::Noise { scale: scale as u32 };
    conditions.push(compare(noise, Operator::Greater, height));
    let (name, place, percent) = (ask.name(ask.tile), ask.place(part), (100.0 * share).round());
    let words = format!("patches of {name}{place}, about {percent} of 100");
    let mut explorers = vec![all(words, vec![rule(conditions, ask.tile)])];
    if 20 * n_single < n_runs {
        // Remove single cells.
        let around = count(ALL, [ask.tile]);
        let rules = vec![
            rule([has(HERE, [ask.on]), around.clone().above(4)], ask.tile),
            rule([has(HERE, [ask.tile]), around.below(4)], ask.on),
        ];
        explorers.push(Explorer { replace: Replace::Buffer, ..all("smooth edges", rules) });
    }
    Some(Fit::of(ROUGH * bits_of_cells(ask, part), 0, ask.drafts(part, explorers)))
}

/// Whether most cells are in blocks of two by two, like those of noise.
fn is_thick(ask: &Ask<'_>, cells: &Cells) -> bool {
    let mut within = ask.scene.none();
    for cell in cells.ones() {
        let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|step| ask.scene.step(cell, step));
        if block.iter().all(|corner| corner.is_some_and(|neighbor| cells.contains(neighbor))) {
            within.extend(block.into_iter().flatten());
        }
    }
    within.count_ones(..) as f64 >= THICK_MIN * cells.count_ones(..) as f64
}

/// Bits to encode each cell by those before it: left, above, and above on both sides.
pub(crate) fn bits_of_cells(ask: &Ask<'_>, part: &Part) -> f64 {
    let before = [(-1, 0), (0, -1), (-1, -1), (1, -1)];
    let mut counts = [(0_usize, 0_usize); 16];
    for cell in part.universe.ones() {
        let context = before
            .into_iter()
            .enumerate()
            .map(|(bit, step)| usize::from(ask.scene.leads_into(cell, step, &part.cells)) << bit);
        let context: usize = context.sum();
        counts[context].0 += usize::from(part.cells.contains(cell));
        counts[context].1 += 1;
    }
    counts.iter().map(|&(n, all)| bits::of_choice(n, all)).sum()
}
