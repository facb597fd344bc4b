//! Full rectangles of several sizes: buildings, fields, blocks.

use std::ops::Range;

use marahel_script::{Edge, Explorer, Replace};

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::draft::{Drafts, counted};
use crate::layers::lengths::Lengths;
use crate::layers::rules::{
    Compared, DOWN, HERE, LEFT, Offset, RIGHT, UP, all, count, has, place, repeated, rule, rule_at,
    some,
};
use crate::layers::scene::PLUS;
use crate::layers::stamps;

/// Minimum length of a side, and minimum share of the cells in rectangles.
const SIDE_MIN: usize = 2;
const FULL_MIN: f64 = 0.9;

/// Maximum number of rectangles in a drawing.
const N_MAX: usize = 16;

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let scene = ask.scene;
    let n_drawings = scene.frames.len();
    let pieces = scene.pieces(&part.cells, &PLUS);
    let full = pieces.iter().filter(|piece| {
        let (width, height) = scene.rectangle(piece);
        width.min(height) >= SIDE_MIN && width * height == piece.len()
    });
    let full: Vec<&Vec<usize>> = full.collect();
    let n_full: usize = full.iter().map(|piece| piece.len()).sum();
    if full.len() < n_drawings.max(3)
        || full.len() > N_MAX * n_drawings
        || (n_full as f64) < FULL_MIN * part.n_cells() as f64
    {
        return None;
    }
    let sides = full.iter().map(|piece| scene.rectangle(piece));
    let widths = Lengths::of(sides.clone().map(|(width, _)| width).collect(), 0);
    let heights = Lengths::of(sides.map(|(_, height)| height).collect(), 0);
    let is_at_bottom =
        full.iter().all(|piece| piece.iter().any(|&cell| scene.to_side(cell, 3) == 0));
    let n_places = if is_at_bottom {
        part.universe.ones().filter(|&cell| scene.to_side(cell, 3) == 0).count()
    } else {
        part.n_all()
    };
    let bits = bits::of_choice(full.len().min(n_places), n_places)
        + full.len() as f64 * (widths.bits() + heights.bits());
    let drafts = drafts(ask, part, ask.mean(full.len()), (&widths, &heights), is_at_bottom)?;
    Some(Fit::of(bits, part.n_cells() - n_full, drafts))
}

/// Smallest rectangles first; then their lowest row and their left column grow, and the rest is
/// filled.
fn drafts(
    ask: &Ask<'_>,
    part: &Part,
    number: usize,
    (widths, heights): (&Lengths, &Lengths),
    is_at_bottom: bool,
) -> Option<Drafts> {
    let mut drafts = ask.drafts(part, Vec::new());
    let (width, height) = (widths.least as i32, heights.least as i32);
    let block = cells(0..width, 0..height);
    let mut around = cells(-1..width + 1, -1..height + 1);
    around.retain(|cell| !block.contains(cell));
    drafts.declare(&format!("block{width}x{height}"), &block)?;
    drafts.declare(&format!("around_block{width}x{height}"), &around)?;
    let mut seed = vec![has(&block, [ask.on]), count(&around, [ask.tile]).is(0)];
    seed.extend(ask.conditions(part).into_iter().skip(1));
    if is_at_bottom {
        seed.push(place(Edge::Bottom).is(0));
    } else {
        let largest = cells(0..widths.most as i32, 0..heights.most as i32);
        seed.extend(stamps::off_the_border(ask.far_from_outside(part), &largest));
    }
    let sizes = format!("{} by {} cells", widths.words(), heights.words());
    let bottom = if is_at_bottom { " at the bottom" } else { "" };
    let number_of = counted(number, ask.name(ask.tile));
    let words = format!("{number_of} of {sizes}{bottom}{}", ask.place(part));
    drafts.explorers.push(some(words, number, vec![rule_at(seed, [(&block[..], ask.tile)])]));
    let diagonal = [(-1, 1)];
    drafts.declare("below_left", &diagonal)?;
    let growths =
        [(widths, LEFT, RIGHT, "some of them wider"), (heights, DOWN, UP, "some of them higher")];
    for (lengths, behind, ahead, words) in growths {
        if let Some((n_passes, chance)) = lengths.growth() {
            let grows = [
                has(HERE, [ask.on]),
                has(behind, [ask.tile]),
                count(&diagonal, [ask.tile]).is(0),
                count(ahead, [ask.tile]).is(0),
                chance,
            ];
            let grow = repeated(n_passes, all(words, vec![rule(grows, ask.tile)]));
            drafts.explorers.push(Explorer { replace: Replace::Buffer, ..grow });
        }
    }
    let corner = [has(HERE, [ask.on]), has(LEFT, [ask.tile]), has(DOWN, [ask.tile])];
    let fill = all("and filled", vec![rule(corner, ask.tile)]);
    drafts.explorers.push(repeated(heights.most, fill));
    Some(drafts)
}

/// The cells of some columns and of some rows, counted upwards.
fn cells(columns: Range<i32>, rows: Range<i32>) -> Vec<Offset> {
    rows.flat_map(|y| columns.clone().map(move |x| (x, -y))).collect()
}
