//! Rectangles drawn by their borders: fields with fences, huts with walls.

use marahel_script::{Explorer, RegionSelector, Size};

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::draft::least_side;
use crate::layers::rules::{Compared, HERE, all, has, rule, to_outside};
use crate::layers::scene::PLUS;

/// Minimum share of the border of a box that must be drawn, and of the cells that must belong to
/// boxes.
const CLOSED_MIN: f64 = 0.8;
const BOXED_MIN: f64 = 0.8;

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let scene = ask.scene;
    if ask.has_regions {
        return None;
    }
    let pieces = scene.pieces(&part.cells, &PLUS);
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
        let is_at_edge = piece.iter().any(|&cell| scene.is_at_edge(cell));
        if !is_at_edge && width > 2 && height > 2 && is_closed && piece.len() <= border {
            sizes.push((width, height));
            n_boxed += piece.len();
        }
    }
    if sizes.len() < n_drawings || (n_boxed as f64) < BOXED_MIN * part.n_cells() as f64 {
        return None;
    }
    let each = bits::of_one(part.n_all() / n_drawings) + 2.0 * bits::of_one(8);
    let number = ask.mean(sizes.len());
    // A path surrounds each box.
    let width = least_side(sizes.iter().map(|size| size.0).collect(), 2);
    let height = least_side(sizes.iter().map(|size| size.1).collect(), 2);
    let border = rule([has(HERE, [ask.on]), to_outside().is(2)], ask.tile);
    let words = format!("{} around {number} boxes", ask.name(ask.tile));
    let explorer = Explorer { region: vec![RegionSelector::All], ..all(words, vec![border]) };
    let mut drafts = ask.drafts(part, vec![explorer]);
    drafts.regions = Some((Size { width, height }, number));
    Some(Fit::of(sizes.len() as f64 * each, part.n_cells() - n_boxed, drafts))
}
