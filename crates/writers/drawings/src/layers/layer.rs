//! One layer: the shortest description of where a tile stands.

use marahel_level::Mirror;
use marahel_script::{Explorer, Spelling};

use crate::layers::ask::{Ask, Part, Sketch};
use crate::layers::bits;
use crate::layers::draft::{Drafts, counted};
use crate::layers::feature::{FeatureKind, Is};
use crate::layers::rules::{Compared, all, chance, distance, is_random, rule, some};
use crate::layers::scene::Cells;
use crate::layers::shapes;

/// Cost of an explorer in bits: its kind, its tile, and a number or a share.
const N_BITS_EXPLORER: f64 = 6.0;

/// Maximum share of the cells without an image.
const ODD_MAX: f64 = 0.03;

/// Cost of a mirror in bits.
const N_BITS_MIRROR: f64 = 10.0;

/// How often the rest of a part is divided again.
const N_DIVISIONS: usize = 3;

/// A larger share counts as all with some exceptions.
const NEARLY_ALL: f64 = 0.85;

/// Maximum number of common properties in the conditions.
const N_IN_COMMON: usize = 2;

/// Minimum bits that such a property saves; fewer may be accidental. Four drawings with a boat
/// within three steps of the castaway save seven bits.
const N_BITS_NEAR: f64 = 3.0;

/// Maximum number of single holes in a drawing.
const N_HOLES_MAX: usize = 4;

/// A rest with fewer cells per drawing is noise.
const N_LEFT_MIN: f64 = 0.5;

/// Cost factor of many random cells: nobody draws noise, so shapes may take somewhat more bits.
/// That they took no more was one reason why five of eight games by another author were read as
/// noise.
const NOISE: f64 = 1.1;

/// Maximum number of cells in a drawing to write by number instead of by share.
const N_COUNTED_MAX: usize = 16;

/// A layer that paints some of the cells of a tile.
pub(crate) struct Layer {
    /// The bits that it saves compared to encoding cell by cell.
    pub(crate) saved: f64,
    pub(crate) sketch: Sketch,
    pub(crate) painted: Cells,
}

/// The layer that saves the most bits.
pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Layer {
    let plainly = cell_by_cell(ask, part);
    let mut best = whole_or_part(ask, part, plainly);
    for (_, mirror) in Mirror::NAMES {
        let n_not = n_not_symmetric(ask, part, mirror);
        if mirror == Mirror::QuarterTurns || n_not as f64 > ODD_MAX * part.n_cells() as f64 {
            continue;
        }
        let half = half(ask, part, mirror);
        let mirrored = Ask { mirror: Some(mirror), ..*ask };
        let cost = N_BITS_MIRROR + n_not as f64 * bits::of_one(part.n_all());
        let mut layer = whole_or_part(&mirrored, &half, plainly - cost);
        // A deterministic layer needs no mirror, unless it saves much more.
        let is_random = layer.sketch.drafts.explorers.iter().any(is_random);
        let bar = best.saved + if is_random { 0.0 } else { N_BITS_MIRROR };
        if layer.saved > bar {
            layer.sketch.bits += N_BITS_MIRROR;
            let explorers = &mut layer.sketch.drafts.explorers;
            for explorer in explorers.iter_mut() {
                explorer.mirror = Some(mirror);
            }
            if let Some(first) = explorers.first_mut() {
                let words = match mirror {
                    Mirror::LeftRight => "the right half is an image of the left one",
                    Mirror::TopBottom => "the lower half is an image of the upper one",
                    Mirror::Both | Mirror::QuarterTurns => "all quarters are images of each other",
                    Mirror::HalfTurn => "the lower half is the upper one after a half turn",
                };
                first.description = Spelling::of(&format!("{}; {words}", first.description));
            }
            let cells: Vec<usize> = layer.painted.ones().collect();
            layer.painted.extend(cells.into_iter().flat_map(|cell| ask.scene.images(cell, mirror)));
            layer.painted.intersect_with(&part.cells);
            best = layer;
        }
    }
    best
}

/// All cells at once; or first those that meet some conditions, if that and the best layers for the
/// rest take fewer bits.
fn whole_or_part(ask: &Ask<'_>, part: &Part, plainly: f64) -> Layer {
    let (bits, sketch, painted) = divided(ask, part, N_DIVISIONS);
    Layer { saved: plainly - bits, sketch, painted }
}

/// The bits of all layers, with the first layer and the cells that it paints.
fn divided(ask: &Ask<'_>, part: &Part, n_divisions: usize) -> (f64, Sketch, Cells) {
    let whole = plain(ask, part);
    let whole = (whole.bits, whole, part.cells.clone());
    if n_divisions == 0 || part.n_cells() == 0 {
        return whole;
    }
    let mut best = whole;
    // Many levels have a ring around everything, even if something else saves more at first.
    let ring = if n_divisions == N_DIVISIONS { ask.ring(part) } else { None };
    for (inside, cost) in ask.best_conjunction(part).into_iter().chain(ring) {
        let mut sketch = plain(ask, &inside);
        sketch.bits += cost;
        let (bits_left, ..) = divided(ask, &part.without(&inside), n_divisions - 1);
        let bits = sketch.bits + bits_left;
        if bits < best.0 {
            best = (bits, sketch, inside.cells);
        }
    }
    best
}

/// The rest that no layer explains: scattered cells.
pub(crate) fn remainder(ask: &Ask<'_>, part: &Part) -> Sketch {
    scattered(ask, part)
}

/// Things by common neighbors and by a common side, ignoring other common properties.
pub(crate) fn beside(ask: &Ask<'_>, part: &Part) -> Sketch {
    let mut narrow = part.clone();
    for _ in 0..N_IN_COMMON {
        narrow = ask
            .in_common(&narrow, |question| {
                matches!(question.kind, FeatureKind::Side(_) | FeatureKind::Outside)
                    || question.is_about_a_thing(ask.on)
            })
            .map_or(narrow, |(narrower, _)| narrower);
    }
    scattered(ask, &narrow)
}

/// A tile that each drawing has once: near something common to all, or else anywhere.
pub(crate) fn single(ask: &Ask<'_>, part: &Part) -> Sketch {
    let near = ask
        .in_common(part, |question| {
            matches!((question.kind, question.is), (FeatureKind::Near(_), Is::Less))
                || question.is_about_a_thing(ask.on)
        })
        .filter(|(near, spared)| {
            // A single cell in each drawing may be missing in many levels.
            *spared >= N_BITS_NEAR && near.n_all() >= 2 * near.n_cells()
        });
    scattered(ask, near.as_ref().map_or(part, |(near, _)| near))
}

/// Number of cells without an image.
fn n_not_symmetric(ask: &Ask<'_>, part: &Part, mirror: Mirror) -> usize {
    let [n_cells, n_all] = [&part.cells, &part.universe].map(|cells| {
        let images = cells.ones().map(|cell| ask.scene.images(cell, mirror));
        images.filter_map(|mut images| images.find(|&image| !cells.contains(image))).count()
    });
    n_cells.max(n_all)
}

/// The cells that determine the others by a mirror.
fn half(ask: &Ask<'_>, part: &Part, mirror: Mirror) -> Part {
    let [mut cells, universe] = [&part.cells, &part.universe].map(|cells| {
        ask.scene.cells_that(|cell| {
            cells.contains(cell) && ask.scene.images(cell, mirror).all(|image| cell <= image)
        })
    });
    cells.intersect_with(&universe);
    Part { questions: Vec::new(), cells, universe }
}

/// The best kind of layer without further conditions.
fn plain(ask: &Ask<'_>, part: &Part) -> Sketch {
    let scattered = scattered(ask, part);
    if part.n_cells() == 0 || part.n_cells() == part.n_all() {
        return scattered;
    }
    let shaped = shapes::explain(ask, part).chain(but(ask, part));
    shaped.fold(scattered, |best, sketch| if sketch.bits < best.bits { sketch } else { best })
}

/// Everywhere, at random, or in a certain number.
fn scattered(ask: &Ask<'_>, part: &Part) -> Sketch {
    let (n, all_cells) = (part.n_cells(), part.n_all());
    // Everywhere takes one bit.
    let bits = if n == all_cells { 1.0 } else { cell_by_cell(ask, part) };
    let n_drawings = ask.scene.frames.len();
    let mean = n as f64 / n_drawings as f64;
    if mean < N_LEFT_MIN && n < all_cells {
        return Sketch { bits, breaks: false, has_parts: false, drafts: Drafts::default() };
    }
    let mut bits = bits + bits::SCRIPT * N_BITS_EXPLORER;
    let (tile, name, place) = (ask.tile, ask.name(ask.tile), ask.place(part));
    let mut conditions = ask.conditions(part);
    let counts = ask.scene.counts(&part.cells);
    let most = counts.iter().max().copied().unwrap_or(0);
    let explorer = if n == all_cells {
        if ask.is_always(part) {
            // Any ground will do.
            conditions.remove(0);
        }
        let (words, rules) = (format!("{name}{place}"), vec![rule(conditions, tile)]);
        match ask.each_has(part) {
            // In other levels the conditions may hold more often.
            Some(number) => some(words, number, rules),
            None => Explorer { replace: ask.replace(part), ..all(words, rules) },
        }
    } else if most <= N_COUNTED_MAX {
        let number = ask.mean(n);
        let apart = apart(ask, part);
        if apart > 1 && number > 1 {
            conditions.push(distance(tile).above(apart - 1));
        }
        let words = format!("{}{place}", counted(number, name));
        some(words, number, vec![rule(conditions, tile)])
    } else {
        if (n as f64) > NEARLY_ALL * all_cells as f64 {
            // For a few exceptions, the number matters more than the share.
            bits += N_BITS_EXPLORER;
        }
        let share = (100.0 * n as f64 / all_cells as f64).round() / 100.0;
        if !ask.is_lopsided(part) {
            conditions.extend(ask.half());
        }
        conditions.push(chance(share));
        let words = format!("{name}{place}, {} of 100", (100.0 * share).round());
        Explorer { replace: ask.replace(part), ..all(words, vec![rule(conditions, tile)]) }
    };
    let breaks = n < all_cells && most > N_COUNTED_MAX;
    Sketch { bits, breaks, has_parts: false, drafts: ask.drafts(part, vec![explorer]) }
}

/// Bits to encode each cell.
fn cell_by_cell(ask: &Ask<'_>, part: &Part) -> f64 {
    let bits = bits::of_choice(part.n_cells(), part.n_all());
    let is_noise = part.n_cells() > N_COUNTED_MAX * ask.scene.frames.len();
    if is_noise { NOISE * bits } else { bits }
}

/// Minimum distance between cells of a part, up to a limit.
fn apart(ask: &Ask<'_>, part: &Part) -> usize {
    let cells: Vec<usize> = part.cells.ones().collect();
    let mut least = 6;
    for (index, &cell) in cells.iter().enumerate() {
        for &neighbor in &cells[index + 1..] {
            let (cell, neighbor) = (ask.scene.cells[cell], ask.scene.cells[neighbor]);
            if cell.frame == neighbor.frame {
                least = least.min(cell.x.abs_diff(neighbor.x) + cell.y.abs_diff(neighbor.y));
            }
        }
    }
    least
}

/// Everywhere, with something taken out again: pits in the ground, gates in a wall.
fn but(ask: &Ask<'_>, part: &Part) -> Option<Sketch> {
    if 2 * part.n_cells() < part.n_all() {
        return None;
    }
    let (tile, on) = (ask.on, ask.tile);
    let mut canvas = ask.canvas.to_vec();
    part.universe.ones().for_each(|cell| canvas[cell] = ask.tile);
    let inverse = Ask { canvas: &canvas, tile, on, parts: &[], painted: Some(tile), ..*ask };
    let holes = Part { cells: part.complement(), ..part.clone() };
    let (sketch, breaks) = match shapes::STAMPS.explain(&inverse, &holes) {
        Some(sketch) => (sketch, false),
        None if holes.n_cells() <= N_HOLES_MAX * ask.scene.frames.len() => {
            // A hole may lead nowhere.
            match inverse.best_conjunction(&holes) {
                Some((inside, cost)) if inside.n_cells() == holes.n_cells() => {
                    let sketch = scattered(&inverse, &inside);
                    (Sketch { bits: sketch.bits + cost, ..sketch }, true)
                }
                _ => (scattered(&inverse, &holes), true),
            }
        }
        None => return None,
    };
    let full = Part { cells: part.universe.clone(), ..part.clone() };
    let mut all = scattered(ask, &full);
    all.drafts.append(sketch.drafts);
    Some(Sketch { bits: all.bits + sketch.bits, breaks, has_parts: false, drafts: all.drafts })
}
