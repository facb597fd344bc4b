//! Rectangles drawn by their borders: fields with fences, huts with walls.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts};
use crate::layers::scene::PLUS;

/// Cost of boxes in bits, in addition to each box.
const N_BITS: f64 = 16.0;

/// Minimum share of the border of a box that must be drawn, and of the cells that must belong to
/// boxes.
const CLOSED_MIN: f64 = 0.8;
const BOXED_MIN: f64 = 0.8;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    let scene = ask.scene;
    if ask.mirror.is_some() || ask.has_regions {
        return None;
    }
    let pieces = scene.pieces(&part.those, &PLUS);
    let n_drawings = scene.frames.len();
    if pieces.len() > 30 * n_drawings {
        return None;
    }
    let mut sizes = Vec::new();
    let mut n_boxed = 0;
    for piece in &pieces {
        let (width, height) = scene.rectangle(piece);
        let border = (2 * (width + height)).saturating_sub(4);
        let is_closed = piece.len() as f64 >= CLOSED_MIN * border as f64;
        let is_at_edge =
            piece.iter().any(|&cell| PLUS.iter().any(|&step| scene.step(cell, step).is_none()));
        if !is_at_edge && width > 2 && height > 2 && is_closed && piece.len() <= border {
            sizes.push((width, height));
            n_boxed += piece.len();
        }
    }
    if sizes.len() < n_drawings || (n_boxed as f64) < BOXED_MIN * part.n_those() as f64 {
        return None;
    }
    let n_missed = part.n_those() - n_boxed;
    let each = bits::of_one(part.n_all() / n_drawings) + 2.0 * bits::of_one(8);
    let bits = bits::SCRIPT * N_BITS
        + sizes.len() as f64 * each
        + n_missed as f64 * bits::of_one(part.n_all());
    let number = (sizes.len() as f64 / n_drawings as f64).round().max(1.0) as usize;
    let median = |mut all: Vec<usize>| {
        all.sort_unstable();
        all[all.len() / 2]
    };
    let width = median(sizes.iter().map(|size| size.0).collect());
    let height = median(sizes.iter().map(|size| size.1).collect());
    // A part is at most twice the minimum size, and a path surrounds its box.
    let min = format!("{}x{}", (4 * width).div_ceil(5) + 2, (4 * height).div_ceil(5) + 2);
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let rule = format!("self({on}), dist(out) == 2 -> self({name})");
    let mut draft = Draft::all(format!("{name} around {number} boxes"), vec![rule]);
    "all".clone_into(&mut draft.region);
    let mut drafts = Drafts { neighborhoods: ask.neighborhoods(part), ..Drafts::of(vec![draft]) };
    drafts.regions = Some((min, number));
    Some(Found { bits, breaks: false, has_parts: false, drafts })
}
