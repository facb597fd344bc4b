//! A few compact pieces: lakes, woods, islands.

use marahel_script::Explorer;

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::patches;
use crate::layers::rules::{
    ALL, CROSS, Compared, HERE, chance, count, distance, has, repeated, rule, some, to_outside,
};
use crate::layers::scene::PLUS;

/// Growth predicts cells worse than their neighbors do, but better than noise.
const ROUGH: f64 = 1.1;

/// Maximum number of pieces in a drawing, and minimum mean size.
const N_PIECES_MAX: usize = 10;
const N_CELLS_MIN: usize = 5;

/// A larger share of all cells is the background of pieces.
const SHARE_MAX: f64 = 0.7;

/// Minimum share of a piece in its rectangle.
const COMPACT_MIN: f64 = 0.55;

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let scene = ask.scene;
    let pieces = scene.pieces(&part.cells, &PLUS);
    let n_drawings = scene.frames.len();
    if pieces.len() > N_PIECES_MAX * n_drawings
        || part.n_cells() < N_CELLS_MIN * pieces.len()
        || part.n_cells() as f64 > SHARE_MAX * part.n_all() as f64
    {
        return None;
    }
    let rectangles = pieces.iter().map(|piece| (piece.len(), scene.rectangle(piece)));
    let area: usize = rectangles.clone().map(|(_, (width, height))| width * height).sum();
    let squares = rectangles.filter(|&(n, (width, height))| {
        let n_min = if width.min(height) == 1 { 2 } else { 5 };
        n == width * height && n > n_min
    });
    if (part.n_cells() as f64) < COMPACT_MIN * area as f64 || 2 * squares.count() > pieces.len() {
        return None;
    }
    let size = part.n_cells() as f64 / pieces.len() as f64;
    let drafts = ask.drafts(part, explorers(ask, part, ask.mean(pieces.len()), size));
    Some(Fit::of(ROUGH * patches::bits_of_cells(ask, part), 0, drafts))
}

/// Seeds of `number` pieces, which grow to about `size` cells each.
fn explorers(ask: &Ask<'_>, part: &Part, number: usize, size: f64) -> Vec<Explorer> {
    let radius = (size / std::f64::consts::PI).sqrt();
    let n_passes = (1.5 * radius).ceil() as usize + 2;
    let n_each = ((size - 1.0) * number as f64 / n_passes as f64).ceil().max(1.0) as usize;
    let far = ask.far_from_outside(part);
    let mut seed = ask.conditions(part);
    // Start pieces where they have room.
    let room = far + (0.7 * radius).floor() as usize;
    if room > 0 {
        seed.push(to_outside().above(room));
    }
    if number > 1 {
        seed.push(distance(ask.tile).above((2.0 * radius).round() as usize + 1));
    }
    let mut grows = vec![has(HERE, [ask.on])];
    grows.extend(ask.conditions_on_place(part));
    if far > 0 {
        grows.push(to_outside().above(far));
    }
    let is_inside = count(ALL, [ask.tile]).above(3);
    let is_beside = [count(CROSS, [ask.tile]).above(0), chance(0.3)];
    let growth = vec![
        rule(grows.iter().cloned().chain([is_inside]), ask.tile),
        rule(grows.into_iter().chain(is_beside), ask.tile),
    ];
    let patches = if number == 1 { "one patch".into() } else { format!("{number} patches") };
    let words = format!("{patches} of {}{}", ask.name(ask.tile), ask.place(part));
    let size = format!("grown to about {} cells each", size.round());
    vec![
        some(words, number, vec![rule(seed, ask.tile)]),
        repeated(n_passes, some(size, n_each, growth)),
    ]
}
