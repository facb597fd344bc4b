//! Full rectangles of several sizes: buildings, fields, blocks.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts, counted};
use crate::layers::lengths::Lengths;
use crate::layers::scene::PLUS;
use crate::layers::stamps;

/// Cost of rectangles in bits, in addition to each rectangle: a number and four lengths.
const N_BITS: f64 = 22.0;

/// Minimum length of a side, and minimum share of the cells in rectangles.
const SIDE_MIN: usize = 2;
const FULL_MIN: f64 = 0.9;

/// Maximum number of rectangles in a drawing.
const N_MAX: usize = 16;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    if ask.mirror.is_some() {
        return None;
    }
    let scene = ask.scene;
    let n_drawings = scene.frames.len();
    let pieces = scene.pieces(&part.those, &PLUS);
    let is_full = |piece: &&Vec<usize>| {
        let (width, height) = scene.rectangle(piece);
        width.min(height) >= SIDE_MIN && width * height == piece.len()
    };
    let full: Vec<&Vec<usize>> = pieces.iter().filter(is_full).collect();
    let n_full: usize = full.iter().map(|piece| piece.len()).sum();
    if full.len() < n_drawings.max(3)
        || full.len() > N_MAX * n_drawings
        || (n_full as f64) < FULL_MIN * part.n_those() as f64
    {
        return None;
    }
    let sides = full.iter().map(|piece| scene.rectangle(piece));
    let widths = Lengths::of(sides.clone().map(|(width, _)| width).collect(), 0);
    let heights = Lengths::of(sides.map(|(_, height)| height).collect(), 0);
    let stands = |piece: &&Vec<usize>| piece.iter().any(|&cell| scene.to_side(cell, 3) == 0);
    let is_at_bottom = full.iter().all(stands);
    let n_places = if is_at_bottom {
        part.universe.ones().filter(|&cell| scene.to_side(cell, 3) == 0).count()
    } else {
        part.n_all()
    };
    let bits = bits::SCRIPT * N_BITS
        + bits::of_choice(full.len().min(n_places), n_places)
        + full.len() as f64 * (widths.bits() + heights.bits())
        + (part.n_those() - n_full) as f64 * bits::of_one(part.n_all());
    let number = (full.len() as f64 / n_drawings as f64).round().max(1.0) as usize;
    let drafts = drafts(ask, part, number, (&widths, &heights), is_at_bottom);
    Some(Found { bits, breaks: false, has_parts: false, drafts })
}

/// Smallest rectangles first; then their lowest row and their left column grow, and the rest is
/// filled.
fn drafts(
    ask: &Ask<'_>,
    part: &Part,
    number: usize,
    (widths, heights): (&Lengths, &Lengths),
    is_at_bottom: bool,
) -> Drafts {
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let mut drafts = Drafts { neighborhoods: ask.neighborhoods(part), ..Drafts::default() };
    let (width, height) = (widths.least as i32, heights.least as i32);
    let cells = |columns: std::ops::Range<i32>, rows: std::ops::Range<i32>| -> Vec<(i32, i32)> {
        rows.flat_map(|y| columns.clone().map(move |x| (x, -y))).collect()
    };
    let block = cells(0..width, 0..height);
    let mut around = cells(-1..width + 1, -1..height + 1);
    around.retain(|cell| !block.contains(cell));
    let body = drafts.neighborhood(&format!("block{width}x{height}"), &block);
    let around = drafts.neighborhood(&format!("around_{body}"), &around);
    let mut seed = ask.conditions(part);
    seed[0] = format!("{body}({on}), {around}({name}) == 0");
    if is_at_bottom {
        seed.push("from_bottom == 0".to_owned());
    } else {
        let largest = cells(0..widths.most as i32, 0..heights.most as i32);
        seed.extend(stamps::off_the_border(ask.far_from_outside(part), &largest));
    }
    let sizes = format!("{} by {} cells", widths.words(), heights.words());
    let at = if is_at_bottom { " at the bottom" } else { "" };
    let described = format!("{} of {sizes}{at}{}", counted(number, name), ask.place(part));
    let rule = format!("{} -> {body}({name})", seed.join(", "));
    drafts.explorers.push(Draft::some(described, number, vec![rule]));
    let diagonal = drafts.neighborhood("below_left", &[(-1, 1)]);
    let free = |side: &str| format!("self({on}), {side}({name}), {diagonal}({name}) == 0");
    let growths = [
        (widths, free("left") + &format!(", right({name}) == 0"), "some of them wider"),
        (heights, free("down") + &format!(", up({name}) == 0"), "some of them higher"),
    ];
    for (lengths, conditions, words) in growths {
        if let Some((n_passes, chance)) = lengths.growth() {
            let rule = format!("{conditions}, {chance} -> self({name})");
            let mut grow = Draft::all(words.to_owned(), vec![rule]);
            grow.parameters.push(("replace", "buffer".to_owned()));
            drafts.explorers.push(grow.repeated(n_passes));
        }
    }
    let rule = format!("self({on}), left({name}), down({name}) -> self({name})");
    let fill = Draft::all("and filled".to_owned(), vec![rule]);
    drafts.explorers.push(fill.repeated(heights.most));
    drafts
}
