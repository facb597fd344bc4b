//! Patches: cells that mostly equal their neighbors.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts};
use crate::layers::scene::{Cells, PLUS};

/// Minimum share of patches.
const SHARE_MIN: f64 = 0.05;

/// Noise predicts cells worse than their neighbors do.
pub(crate) const ROUGH: f64 = 1.25;

/// Minimum share of thick cells in patches, and between them; lines of single cells are not
/// patches.
const THICK_MIN: f64 = 0.35;

/// Cost of patches in bits: a scale and a share.
const N_BITS: f64 = 14.0;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    let scene = ask.scene;
    if (part.n_those() as f64) < SHARE_MIN * part.n_all() as f64 {
        return None;
    }
    if !is_thick(ask, &part.those) || !is_thick(ask, &part.others()) {
        return None;
    }
    let bits = bits::SCRIPT * N_BITS + ROUGH * told(ask, part);
    let is = |cell: usize, step| scene.step(cell, step).is_some_and(|one| part.those.contains(one));
    let n_runs = part.those.ones().filter(|&cell| !is(cell, (-1, 0))).count();
    let is_single = |&cell: &usize| !PLUS.into_iter().any(|step| is(cell, step));
    let n_single = part.those.ones().filter(is_single).count();
    let run = part.n_those() as f64 / n_runs.max(1) as f64;
    let width = scene.frames.iter().map(|frame| frame.width).max()? as f64;
    // A wave of noise is as long as the level, in tenths, times the scale; a patch is half of it.
    let scale = (2.0 * run * 10.0 / width).round().clamp(1.0, 9.0);
    let share = part.n_those() as f64 / part.n_all() as f64;
    let height = ((0.5 - share) * 0.8 * 20.0).round() / 20.0;
    let name = ask.name(ask.tile);
    let percent = (100.0 * share).round();
    let noise = if scale > 1.0 { format!("noise{scale}") } else { "noise".to_owned() };
    let mut conditions = ask.conditions(part);
    conditions.extend(ask.half());
    let far = ask.far_from_outside(part);
    if far > 0 {
        conditions.push(format!("dist(out) > {far}"));
    }
    conditions.push(format!("{noise} > {height}"));
    let rule = format!("{} -> self({name})", conditions.join(", "));
    let description = format!("patches of {name}{}, about {percent} of 100", ask.place(part));
    let mut explorers = vec![Draft::all(description, vec![rule])];
    if 20 * n_single < n_runs {
        // Remove single cells.
        let on = ask.name(ask.on);
        let rules = vec![
            format!("self({on}), all({name}) > 4 -> self({name})"),
            format!("self({name}), all({name}) < 4 -> self({on})"),
        ];
        let mut smooth = Draft::all("smooth edges".to_owned(), rules);
        smooth.parameters.push(("replace", "buffer".to_owned()));
        explorers.push(smooth);
    }
    Some(Found {
        bits,
        breaks: true,
        has_parts: false,
        drafts: Drafts { neighborhoods: ask.neighborhoods(part), ..Drafts::of(explorers) },
    })
}

/// Whether most cells are in blocks of two by two, like those of noise.
fn is_thick(ask: &Ask<'_>, cells: &Cells) -> bool {
    let mut within = ask.scene.none();
    for cell in cells.ones() {
        let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|step| ask.scene.step(cell, step));
        if block.iter().all(|one| one.is_some_and(|one| cells.contains(one))) {
            within.extend(block.into_iter().flatten());
        }
    }
    within.count_ones(..) as f64 >= THICK_MIN * cells.count_ones(..) as f64
}

/// Bits to encode each cell by those before it: left, above, and above on both sides.
pub(crate) fn told(ask: &Ask<'_>, part: &Part) -> f64 {
    let before = [(-1, 0), (0, -1), (-1, -1), (1, -1)];
    let mut counts = [(0_usize, 0_usize); 16];
    for cell in part.universe.ones() {
        let is = |step| ask.scene.step(cell, step).is_some_and(|one| part.those.contains(one));
        let context: usize =
            before.iter().enumerate().map(|(bit, &step)| usize::from(is(step)) << bit).sum();
        counts[context].0 += usize::from(part.those.contains(cell));
        counts[context].1 += 1;
    }
    counts.iter().map(|&(n, all)| bits::of_choice(n, all)).sum()
}
