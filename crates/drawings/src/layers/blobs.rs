//! A few compact pieces: lakes, woods, islands.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts};
use crate::layers::patches;
use crate::layers::scene::PLUS;

/// Cost of blobs in bits: their number and their size.
const N_BITS: f64 = 14.0;

/// Growth predicts cells worse than their neighbors do, but better than noise.
const ROUGH: f64 = 1.1;

/// Maximum number of pieces in a drawing, and minimum mean size.
const N_PIECES_MAX: usize = 10;
const N_CELLS_MIN: usize = 5;

/// A larger share of all cells is the background of pieces.
const SHARE_MAX: f64 = 0.7;

/// Minimum share of a piece in its rectangle.
const COMPACT_MIN: f64 = 0.55;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    let scene = ask.scene;
    let pieces = scene.pieces(&part.those, &PLUS);
    let n_drawings = scene.frames.len();
    if pieces.len() > N_PIECES_MAX * n_drawings
        || part.n_those() < N_CELLS_MIN * pieces.len()
        || part.n_those() as f64 > SHARE_MAX * part.n_all() as f64
    {
        return None;
    }
    let rectangles = pieces.iter().map(|piece| (piece.len(), scene.rectangle(piece)));
    let area: usize = rectangles.clone().map(|(_, (width, height))| width * height).sum();
    let is_square = |(n, (width, height)): (usize, (usize, usize))| {
        let n_min = if width.min(height) == 1 { 2 } else { 5 };
        n == width * height && n > n_min
    };
    let n_squares = rectangles.filter(|&one| is_square(one)).count();
    if (part.n_those() as f64) < COMPACT_MIN * area as f64 || 2 * n_squares > pieces.len() {
        return None;
    }
    let bits = bits::SCRIPT * N_BITS + ROUGH * patches::told(ask, part);

    let number = (pieces.len() as f64 / n_drawings as f64).round().max(1.0) as usize;
    let size = part.n_those() as f64 / pieces.len() as f64;
    let radius = (size / std::f64::consts::PI).sqrt();
    let n_passes = (1.5 * radius).ceil() as usize + 2;
    let n_each = ((size - 1.0) * number as f64 / n_passes as f64).ceil().max(1.0) as usize;
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let far = ask.far_from_outside(part);
    let mut seed = ask.conditions(part);
    // Start pieces where they have room.
    let room = far + (0.7 * radius).floor() as usize;
    if room > 0 {
        seed.push(format!("dist(out) > {room}"));
    }
    if number > 1 {
        seed.push(format!("dist({name}) > {}", (2.0 * radius).round() as usize + 1));
    }
    let mut grows = vec![format!("self({on})")];
    grows.extend(ask.conditions(part).into_iter().skip(1).filter(|_| part.is_about_place(ask)));
    if far > 0 {
        grows.push(format!("dist(out) > {far}"));
    }
    let grows = grows.join(", ");
    let place = ask.place(part);
    let patches = if number == 1 { "one patch".into() } else { format!("{number} patches") };
    let begin = Draft::some(
        format!("{patches} of {name}{place}"),
        number,
        vec![format!("{} -> self({name})", seed.join(", "))],
    );
    let rules = vec![
        format!("{grows}, all({name}) > 3 -> self({name})"),
        format!("{grows}, plus({name}) > 0, random < 0.3 -> self({name})"),
    ];
    let mut grow =
        Draft::some(format!("grown to about {} cells each", size.round()), n_each, rules);
    grow = grow.repeated(n_passes);
    let explorers = vec![begin, grow];
    Some(Found {
        bits,
        breaks: false,
        has_parts: false,
        drafts: Drafts { neighborhoods: ask.neighborhoods(part), ..Drafts::of(explorers) },
    })
}
