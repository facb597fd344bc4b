//! One layer: the shortest description of where a tile stands.

use level::Mirror;

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts, counted};
use crate::layers::feature::{FeatureKind, Is, Question};
use crate::layers::scene::Cells;
use crate::layers::{
    blobs, boxes, fills, joins, lines, maze, patches, rectangles, rooms, rows, runs, stamps, ways,
};

/// Cost of an explorer in bits.
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

/// Minimum bits that such a property saves; fewer may be accidental.
const N_BITS_NEAR: f64 = 3.0;

/// Maximum number of single holes in a drawing.
const N_HOLES_MAX: usize = 4;

/// A rest with fewer cells per drawing is noise.
const N_LEFT_MIN: f64 = 0.5;

/// Cost factor of many random cells: nobody draws noise, so shapes may take somewhat more bits.
const NOISE: f64 = 1.1;

/// Maximum number of cells in a drawing to write by number instead of by share.
const N_COUNTED_MAX: usize = 16;

/// A layer that paints some of the cells of a tile.
pub(crate) struct Layer {
    /// The bits that it saves compared to encoding cell by cell.
    pub(crate) saved: f64,
    pub(crate) found: Found,
    pub(crate) painted: Cells,
}

/// The layer that saves the most bits.
pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Layer {
    let plainly = cell_by_cell(ask, part);
    let mut best = whole_or_part(ask, part, plainly);
    for (_, mirror) in Mirror::NAMES {
        let n_not = n_not_symmetric(ask, part, mirror);
        if mirror == Mirror::QuarterTurns || n_not as f64 > ODD_MAX * part.n_those() as f64 {
            continue;
        }
        let half = half(ask, part, mirror);
        let mirrored = Ask { mirror: Some(mirror), ..*ask };
        let cost = N_BITS_MIRROR + n_not as f64 * bits::of_one(part.n_all());
        let mut layer = whole_or_part(&mirrored, &half, plainly - cost);
        // A deterministic layer needs no mirror, unless it saves much more.
        let is_random = layer.found.drafts.explorers.iter().any(Draft::is_random);
        let bar = best.saved + if is_random { 0.0 } else { N_BITS_MIRROR };
        if layer.saved > bar {
            layer.found.bits += N_BITS_MIRROR;
            let explorers = &mut layer.found.drafts.explorers;
            for one in explorers.iter_mut() {
                one.parameters.push(("mirror", mirror.name().into()));
            }
            if let Some(first) = explorers.first_mut() {
                first.description += match mirror {
                    Mirror::LeftRight => "; the right half is an image of the left one",
                    Mirror::TopBottom => "; the lower half is an image of the upper one",
                    Mirror::Both | Mirror::QuarterTurns => {
                        "; all quarters are images of each other"
                    }
                    Mirror::HalfTurn => "; the lower half is the upper one after a half turn",
                };
            }
            let cells: Vec<usize> = layer.painted.ones().collect();
            layer.painted.extend(cells.into_iter().flat_map(|cell| ask.scene.images(cell, mirror)));
            layer.painted.intersect_with(&part.those);
            best = layer;
        }
    }
    best
}

/// All cells at once; or first those that meet some conditions, if that and the best layers for the
/// rest take fewer bits.
fn whole_or_part(ask: &Ask<'_>, part: &Part, plainly: f64) -> Layer {
    let (bits, found, painted) = divided(ask, part, N_DIVISIONS);
    Layer { saved: plainly - bits, found, painted }
}

/// The bits of all layers, with the first layer and the cells that it paints.
fn divided(ask: &Ask<'_>, part: &Part, n_divisions: usize) -> (f64, Found, Cells) {
    let whole = plain(ask, part);
    let whole = (whole.bits, whole, part.those.clone());
    if n_divisions == 0 || part.n_those() == 0 {
        return whole;
    }
    let mut best = whole;
    // Many levels have a ring around everything, even if something else saves more at first.
    let ring = if n_divisions == N_DIVISIONS { ask.ring(part) } else { None };
    for (inside, cost) in ask.best_conjunction(part).into_iter().chain(ring) {
        let mut found = plain(ask, &inside);
        found.bits += cost;
        let (rest, ..) = divided(ask, &part.without(&inside), n_divisions - 1);
        let bits = found.bits + rest;
        if bits < best.0 {
            best = (bits, found, inside.those);
        }
    }
    best
}

/// The rest that no layer explains: scattered cells.
pub(crate) fn rest(ask: &Ask<'_>, part: &Part) -> Found {
    scattered(ask, part)
}

/// Things by common neighbors and by a common side, ignoring other common properties.
pub(crate) fn beside(ask: &Ask<'_>, part: &Part) -> Found {
    let mut narrow = part.clone();
    let is_side = |kind: FeatureKind| matches!(kind, FeatureKind::Side(_) | FeatureKind::Outside);
    let is_asked = |one: &Question| is_side(one.kind) || one.is_about_a_thing(ask.on);
    for _ in 0..N_IN_COMMON {
        narrow = ask.in_common(&narrow, is_asked).map_or(narrow, |(narrower, _)| narrower);
    }
    scattered(ask, &narrow)
}

/// A tile that each drawing has once: near something common to all, or else anywhere.
pub(crate) fn single(ask: &Ask<'_>, part: &Part) -> Found {
    let is_near = |one: &Question| matches!((one.kind, one.is), (FeatureKind::Near(_), Is::Less));
    let is_asked = |one: &Question| is_near(one) || one.is_about_a_thing(ask.on);
    let near = ask.in_common(part, is_asked).filter(|(near, spared)| {
        // A single cell in each drawing may be missing in many levels.
        *spared >= N_BITS_NEAR && near.n_all() >= 2 * near.n_those()
    });
    scattered(ask, near.as_ref().map_or(part, |(near, _)| near))
}

/// Number of cells without an image.
fn n_not_symmetric(ask: &Ask<'_>, part: &Part, mirror: Mirror) -> usize {
    let n_not = |cells: &Cells| {
        let is_odd =
            |cell: &usize| !ask.scene.images(*cell, mirror).all(|image| cells.contains(image));
        cells.ones().filter(is_odd).count()
    };
    n_not(&part.those).max(n_not(&part.universe))
}

/// The cells that determine the others by a mirror.
fn half(ask: &Ask<'_>, part: &Part, mirror: Mirror) -> Part {
    let is_first = |cell: &usize| ask.scene.images(*cell, mirror).all(|image| *cell <= image);
    let kept = |cells: &Cells| {
        let mut kept = ask.scene.none();
        cells.ones().filter(is_first).for_each(|cell| kept.insert(cell));
        kept
    };
    let mut those = kept(&part.those);
    let universe = kept(&part.universe);
    those.intersect_with(&universe);
    Part { asked: Vec::new(), those, universe }
}

/// The best kind of layer without further conditions.
fn plain(ask: &Ask<'_>, part: &Part) -> Found {
    let scattered = scattered(ask, part);
    if part.n_those() == 0 || part.n_those() == part.n_all() {
        return scattered;
    }
    let mut best = scattered;
    // Shaped layers need conditions that are only about places.
    let shaped = [
        ways::explain,
        rooms::explain,
        boxes::explain,
        lines::explain,
        maze::explain,
        rows::explain,
        runs::explain,
        rectangles::explain,
        blobs::explain,
    ];
    let others = [stamps::explain, joins::explain, fills::explain, patches::explain, but];
    let kinds = shaped.iter().filter(|_| part.is_about_place(ask)).chain(&others);
    for kind in kinds {
        if let Some(found) = kind(ask, part)
            && found.bits < best.bits
        {
            best = found;
        }
    }
    best
}

/// Everywhere, at random, or in a certain number.
fn scattered(ask: &Ask<'_>, part: &Part) -> Found {
    let (n, all) = (part.n_those(), part.n_all());
    // Everywhere takes one bit.
    let bits = if n == all { 1.0 } else { cell_by_cell(ask, part) };
    let n_drawings = ask.scene.frames.len();
    let mean = n as f64 / n_drawings as f64;
    if mean < N_LEFT_MIN && n < all {
        return Found { bits, breaks: false, has_parts: false, drafts: Drafts::default() };
    }
    let mut bits = bits + bits::SCRIPT * N_BITS_EXPLORER;
    let name = ask.name(ask.tile);
    let mut conditions = ask.conditions(part);
    let place = ask.place(part);
    let write = |conditions: &[String]| vec![format!("{} -> self({name})", conditions.join(", "))];
    if n == all {
        if ask.is_always(part) {
            // Any ground will do.
            conditions.remove(0);
        }
        let mut explorer = Draft::all(format!("{name}{place}"), write(&conditions));
        if let Some(number) = ask.each_has(part) {
            // In other levels the conditions may hold more often.
            explorer = Draft::some(explorer.description, number, explorer.rules);
        } else {
            explorer.parameters.extend(ask.as_it_was(part));
        }
        return Found {
            bits,
            breaks: false,
            has_parts: false,
            drafts: ask.drafts(part, vec![explorer]),
        };
    }
    let counts = ask.scene.counts(&part.those);
    let most = counts.iter().max().copied().unwrap_or(0);
    let explorer = if most <= N_COUNTED_MAX {
        let number = (mean.round() as usize).max(1);
        let apart = apart(ask, part);
        if apart > 1 && number > 1 {
            conditions.push(format!("dist({name}) > {}", apart - 1));
        }
        Draft::some(format!("{}{place}", counted(number, name)), number, write(&conditions))
    } else {
        if n < all && (n as f64) > NEARLY_ALL * all as f64 {
            // For a few exceptions, the number matters more than the share.
            bits += N_BITS_EXPLORER;
        }
        let share = (100.0 * n as f64 / all as f64).round() / 100.0;
        conditions.extend(ask.half());
        conditions.push(format!("random < {share}"));
        let percent = (100.0 * share).round();
        let mut some = Draft::all(format!("{name}{place}, {percent} of 100"), write(&conditions));
        some.parameters.extend(ask.as_it_was(part));
        some
    };
    Found {
        bits,
        breaks: most > N_COUNTED_MAX,
        has_parts: false,
        drafts: ask.drafts(part, vec![explorer]),
    }
}

/// Bits to encode each cell.
fn cell_by_cell(ask: &Ask<'_>, part: &Part) -> f64 {
    let bits = bits::of_choice(part.n_those(), part.n_all());
    let is_noise = part.n_those() > N_COUNTED_MAX * ask.scene.frames.len();
    if is_noise { NOISE * bits } else { bits }
}

/// Minimum distance between cells of a part, up to a limit.
fn apart(ask: &Ask<'_>, part: &Part) -> usize {
    let cells: Vec<usize> = part.those.ones().collect();
    let mut least = 6;
    for (index, &one) in cells.iter().enumerate() {
        for &other in &cells[index + 1..] {
            let (one, other) = (ask.scene.cells[one], ask.scene.cells[other]);
            if one.frame == other.frame {
                least = least.min(one.x.abs_diff(other.x) + one.y.abs_diff(other.y));
            }
        }
    }
    least
}

/// Everywhere, with something taken out again: pits in the ground, gates in a wall.
fn but(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    if 2 * part.n_those() < part.n_all() {
        return None;
    }
    let (tile, on) = (ask.on, ask.tile);
    let mut canvas = ask.canvas.to_vec();
    part.universe.ones().for_each(|cell| canvas[cell] = ask.tile);
    let turned = Ask { canvas: &canvas, tile, on, parts: &[], painted: Some(tile), ..*ask };
    let holes = Part { those: part.others(), ..part.clone() };
    let (found, breaks) = match stamps::explain(&turned, &holes) {
        Some(found) => (found, false),
        None if holes.n_those() <= N_HOLES_MAX * ask.scene.frames.len() => {
            // A hole may lead nowhere.
            match turned.best_conjunction(&holes) {
                Some((inside, cost)) if inside.n_those() == holes.n_those() => {
                    let found = scattered(&turned, &inside);
                    (Found { bits: found.bits + cost, ..found }, true)
                }
                _ => (scattered(&turned, &holes), true),
            }
        }
        None => return None,
    };
    let full = Part { those: part.universe.clone(), ..part.clone() };
    let mut all = scattered(ask, &full);
    all.drafts.append(found.drafts);
    Some(Found { bits: all.bits + found.bits, breaks, has_parts: false, drafts: all.drafts })
}
