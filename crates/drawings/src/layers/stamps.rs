//! Pieces of few shapes: runs, blocks, stairs, houses with their doors.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use level::Tile;

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts};
use crate::layers::feature::beside;
use crate::layers::scene::{Cells, PLUS, Scene};

/// Maximum side and number of cells of a piece; larger limits for full rectangles.
const SIDE_MAX: usize = 12;
const N_CELLS_MAX: usize = 40;
const FULL_SIDE_MAX: usize = 24;
const N_FULL_CELLS_MAX: usize = 160;

/// Maximum number of stamps; other pieces are left out.
const N_STAMPS_MAX: usize = 10;

/// Maximum number of pieces in a drawing.
const N_PIECES_MAX: usize = 60;

/// More different tiles along a side are not informative.
const N_TILES_ALONG_MAX: usize = 3;

/// Maximum reach of a neighborhood, and maximum number of its cells with the shape.
const FAR_MAX: i32 = 2;
const N_AROUND_MAX: usize = 160;

/// Cost of stamps in bits, in addition to their shapes.
const N_BITS: f64 = 12.0;

/// Stamps of at least this many cells get a condition on the border, if no piece touches it.
const N_LARGE_MIN: usize = 12;

/// A shape as offsets from the first cell of its last row.
type Shape = Vec<(i32, i32)>;

/// A piece that is drawn several times.
struct Stamp {
    shape: Shape,
    tiles: Vec<Tile>,
    /// The first cells of the pieces.
    at: Vec<usize>,
}

/// A side of all stamps with all tiles that occur along it.
struct Along {
    side: (i32, i32),
    tiles: Vec<Tile>,
}

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    let scene = ask.scene;
    let pieces = scene.pieces(&part.those, &PLUS);
    if pieces.len() > N_PIECES_MAX * scene.frames.len() {
        return None;
    }
    let mut stamps = stamps(ask, &pieces)?;
    if stamps.iter().all(|stamp| stamp.shape.len() == 1) {
        return None;
    }
    let n_cells = |stamps: &[Stamp]| stamps.iter().map(|one| one.shape.len() * one.at.len()).sum();
    let n_left_out: usize = n_cells(&stamps.split_off(stamps.len().min(N_STAMPS_MAX)));
    if 4 * n_left_out > part.n_those() {
        return None;
    }
    // Larger pieces find less room, so they come first.
    stamps.sort_by_key(|stamp| std::cmp::Reverse(stamp.shape.len()));
    let sides = [(0, 1), (0, -1), (-1, 0), (1, 0)];
    let sides: Vec<Along> = sides.iter().filter_map(|&side| along(ask, &stamps, side)).collect();
    let (placed, cost) = placed(ask, part, &stamps, &sides);
    let bits = bits::SCRIPT * N_BITS
        + bits_of(ask, part, &stamps)
        + cost
        + bits::of_choice(placed.n_those(), placed.n_all())
        + n_left_out as f64 * bits::of_one(part.n_all());
    let has_parts = has_parts(ask, &stamps);
    let gap = gap(ask, &pieces).min(FAR_MAX);
    let drafts = drafts(ask, &placed, part, &stamps, &sides, gap);
    Some(Found { bits, breaks: false, has_parts, drafts })
}

/// The stamps, the one with the most cells in all drawings first; `None` if a piece is too large.
fn stamps(ask: &Ask<'_>, pieces: &[Vec<usize>]) -> Option<Vec<Stamp>> {
    let mut kinds: BTreeMap<(Shape, Vec<Tile>), Vec<usize>> = BTreeMap::new();
    for piece in pieces {
        let (anchor, shape) = shape(ask, piece)?;
        let tile = |&offset: &(i32, i32)| {
            let cell = ask.scene.step(anchor, offset).expect("a piece is in its drawing");
            Some(ask.scene.tiles[cell]).filter(|one| ask.parts.contains(one)).unwrap_or(ask.tile)
        };
        let tiles = shape.iter().map(tile).collect();
        kinds.entry((shape, tiles)).or_default().push(anchor);
    }
    let stamps = kinds.into_iter().map(|((shape, tiles), at)| Stamp { shape, tiles, at });
    let mut stamps: Vec<Stamp> = stamps.collect();
    stamps.sort_by_key(|one| std::cmp::Reverse((one.at.len() * one.shape.len(), one.shape.len())));
    Some(stamps)
}

/// The first cell of the last row of a piece, and the offsets of all its cells from there.
fn shape(ask: &Ask<'_>, piece: &[usize]) -> Option<(usize, Shape)> {
    let cells = &ask.scene.cells;
    let last = piece.iter().map(|&cell| cells[cell].y).max()?;
    let anchor = piece.iter().copied().find(|&cell| cells[cell].y == last)?;
    let offset = |cell: &usize| {
        let (one, from) = (cells[*cell], cells[anchor]);
        (one.x as i32 - from.x as i32, one.y as i32 - from.y as i32)
    };
    let mut offsets: Shape = piece.iter().map(offset).collect();
    offsets.sort_by_key(|&(x, y)| (y, x));
    is_small(ask.scene, piece).then_some((anchor, offsets))
}

pub(crate) fn is_small(scene: &Scene, piece: &[usize]) -> bool {
    let (width, height) = scene.rectangle(piece);
    let is_full = piece.len() == width * height;
    let (side_max, n_max) =
        if is_full { (FULL_SIDE_MAX, N_FULL_CELLS_MAX) } else { (SIDE_MAX, N_CELLS_MAX) };
    width.max(height) <= side_max && piece.len() <= n_max
}

fn extent(shape: &[(i32, i32)]) -> (i32, i32) {
    let range = |each: fn(&(i32, i32)) -> i32| {
        let (least, most) = (shape.iter().map(each).min(), shape.iter().map(each).max());
        most.unwrap_or(0) - least.unwrap_or(0) + 1
    };
    (range(|offset| offset.0), range(|offset| offset.1))
}

fn has_parts(ask: &Ask<'_>, stamps: &[Stamp]) -> bool {
    stamps.iter().any(|stamp| stamp.tiles.iter().any(|&one| one != ask.tile))
}

/// Bits to encode the stamps and the stamp of each piece, minus those saved for their parts.
fn bits_of(ask: &Ask<'_>, part: &Part, stamps: &[Stamp]) -> f64 {
    let n_pieces: usize = stamps.iter().map(|stamp| stamp.at.len()).sum();
    let has_parts = has_parts(ask, stamps);
    let each = stamps.iter().map(|Stamp { shape, at, .. }| {
        let of_tiles = shape.len() as f64 * bits::of_one(ask.parts.len() + 1);
        let told = bits_of_shape(shape) + if has_parts { of_tiles } else { 0.0 };
        // A shape that is drawn once does not predict other levels.
        let weight = if at.len() == 1 { 1.0 } else { bits::SCRIPT };
        weight * told + at.len() as f64 * bits::of_one(n_pieces / at.len())
    });
    let spared = ask.parts.iter().filter(|_| has_parts).map(|&one| {
        let n = part.those.ones().filter(|&cell| ask.scene.tiles[cell] == one).count();
        bits::of_choice(n, part.n_those())
    });
    each.sum::<f64>() - spared.sum::<f64>()
}

/// Bits of a shape: its sides, and its cells unless it is a full rectangle.
fn bits_of_shape(shape: &[(i32, i32)]) -> f64 {
    let (width, height) = extent(shape);
    let sides = 2.0 * (bits::of_one(width as usize + 1) + bits::of_one(height as usize + 1));
    let area = (width * height) as usize;
    if area == shape.len() { sides } else { sides + bits::of_choice(shape.len(), area) }
}

/// The few tiles along a side of all pieces; `None` if there are more, or if a piece touches the
/// outside there.
fn along(ask: &Ask<'_>, stamps: &[Stamp], side: (i32, i32)) -> Option<Along> {
    let mut tiles: Vec<Tile> = Vec::new();
    for Stamp { shape, at, .. } in stamps {
        for &anchor in at {
            for offset in edge(shape, side) {
                let tile = ask.canvas[ask.scene.step(anchor, offset)?];
                if !tiles.contains(&tile) {
                    tiles.push(tile);
                }
            }
        }
    }
    tiles.sort_unstable();
    let says_something = tiles.len() <= N_TILES_ALONG_MAX && tiles.len() < ask.known.len();
    says_something.then_some(Along { side, tiles })
}

/// The cells along one side of a shape.
fn edge(shape: &[(i32, i32)], (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
    let moved = shape.iter().map(|&(x, y)| (x + dx, y + dy));
    moved.filter(|place| !shape.contains(place)).collect()
}

/// The first cells of the pieces, within all cells where a stamp fits, with conditions; and the
/// cost of these conditions.
fn placed(ask: &Ask<'_>, part: &Part, stamps: &[Stamp], sides: &[Along]) -> (Part, f64) {
    let scene = ask.scene;
    let fits = |shape: &Shape, cell: usize| {
        let is_free = |&offset: &(i32, i32)| {
            scene.step(cell, offset).is_some_and(|one| part.universe.contains(one))
        };
        let stands = |along: &Along| {
            edge(shape, along.side).into_iter().all(|offset| {
                let place = scene.step(cell, offset);
                place.is_some_and(|one| along.tiles.contains(&ask.canvas[one]))
            })
        };
        shape.iter().all(is_free) && sides.iter().all(stands)
    };
    let mut anchors = scene.none();
    let mut fitting = scene.none();
    for Stamp { shape, at, .. } in stamps {
        anchors.extend(at.iter().copied());
        fitting.extend(part.universe.ones().filter(|&cell| fits(shape, cell)));
    }
    fitting.union_with(&anchors);
    let all = Part { asked: part.asked.clone(), those: anchors, universe: fitting };
    match ask.best_conjunction(&all) {
        Some((inside, cost)) if 10 * inside.n_those() >= 9 * all.n_those() => {
            let n_missed = all.n_those() - inside.n_those();
            (inside, cost + n_missed as f64 * bits::of_one(part.n_all()))
        }
        _ => (all, 0.0),
    }
}

/// Minimum number of columns or rows between two pieces, up to three.
fn gap(ask: &Ask<'_>, pieces: &[Vec<usize>]) -> i32 {
    let mut least = 4;
    for (index, one) in pieces.iter().enumerate() {
        for other in &pieces[index + 1..] {
            let (first, second) = (ask.scene.cells[one[0]], ask.scene.cells[other[0]]);
            if first.frame != second.frame {
                break;
            }
            for &cell in one {
                for &beside in other {
                    let (a, b) = (ask.scene.cells[cell], ask.scene.cells[beside]);
                    least = least.min(a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)));
                }
            }
        }
    }
    least as i32 - 1
}

fn drafts(
    ask: &Ask<'_>,
    placed: &Part,
    part: &Part,
    stamps: &[Stamp],
    sides: &[Along],
    gap: i32,
) -> Drafts {
    let name = ask.name(ask.tile);
    let mut drafts = Drafts { neighborhoods: ask.neighborhoods(placed), ..Drafts::default() };
    let n_pieces: usize = stamps.iter().map(|stamp| stamp.at.len()).sum();
    let mut n_left = n_pieces;
    let mut rules = Vec::new();
    for stamp in stamps {
        let called = called(&stamp.shape);
        let body = drafts.neighborhood(&called, &stamp.shape);
        let mut conditions = ask.conditions(placed);
        conditions.retain(|one| !one.starts_with("self("));
        conditions.push(format!("{body}({})", ask.name(ask.on)));
        let apart = apart(ask, &part.those, stamp, gap);
        if !apart.is_empty() && apart.len() + stamp.shape.len() <= N_AROUND_MAX {
            let around = drafts.neighborhood(&format!("around_{called}"), &apart);
            conditions.push(format!("{around}({name}) == 0"));
        }
        if stamp.shape.len() >= N_LARGE_MIN {
            conditions.extend(off_the_border(ask.far_from_outside(part), &stamp.shape));
        }
        conditions.extend(asked_along(ask, stamp, sides, &called, &mut drafts));
        if stamp.at.len() < n_left {
            let share = (100.0 * stamp.at.len() as f64 / n_left as f64).round() / 100.0;
            conditions.push(format!("random < {share}"));
        }
        n_left -= stamp.at.len();
        let mut rule = format!("{} -> {body}({name})", conditions.join(", "));
        for &one in ask.parts {
            let all = stamp.shape.iter().zip(&stamp.tiles).filter(|(_, tile)| **tile == one);
            let cells: Vec<(i32, i32)> = all.map(|(&offset, _)| offset).collect();
            if !cells.is_empty() {
                let cells = drafts.neighborhood(&format!("{}_of_{called}", ask.name(one)), &cells);
                let _ = write!(rule, ", {cells}({})", ask.name(one));
            }
        }
        rules.push(rule);
    }
    let n_drawings = ask.scene.frames.len() as f64;
    let number = ((n_pieces as f64 / n_drawings).round() as usize).max(1);
    drafts.explorers.push(Draft::some(description(ask, placed, sides, number), number, rules));
    drafts
}

/// Cells around a stamp where no piece has the tile.
fn apart(ask: &Ask<'_>, those: &Cells, stamp: &Stamp, gap: i32) -> Vec<(i32, i32)> {
    let mut around = beside(&stamp.shape, gap);
    around.retain(|&offset| {
        stamp.at.iter().all(|&anchor| {
            let place = ask.scene.step(anchor, offset);
            place.is_none_or(|cell| !those.contains(cell) && ask.canvas[cell] != ask.tile)
        })
    });
    around
}

/// Conditions for at least `far` cells between a shape and the outside.
pub(crate) fn off_the_border(far: usize, shape: &[(i32, i32)]) -> Vec<String> {
    if far == 0 {
        return Vec::new();
    }
    let left = shape.iter().map(|offset| -offset.0).max().unwrap_or(0);
    let right = shape.iter().map(|offset| offset.0).max().unwrap_or(0);
    let above = shape.iter().map(|offset| -offset.1).max().unwrap_or(0);
    let sides = [("column", left), ("from_right", right), ("row", above), ("from_bottom", 0)];
    sides.map(|(side, reach)| format!("{side} > {}", reach + far as i32 - 1)).to_vec()
}

/// The conditions on the tiles along a stamp. Sides with the same tiles form one neighborhood.
fn asked_along(
    ask: &Ask<'_>,
    stamp: &Stamp,
    sides: &[Along],
    called: &str,
    drafts: &mut Drafts,
) -> Vec<String> {
    let mut conditions = Vec::new();
    for (index, Along { side, tiles }) in sides.iter().enumerate() {
        if sides[..index].iter().any(|before| before.tiles == *tiles) {
            continue;
        }
        let same = sides[index..].iter().filter(|one| one.tiles == *tiles);
        let mut cells: Vec<(i32, i32)> = Vec::new();
        let mut n_sides = 0;
        for one in same {
            n_sides += 1;
            let new = edge(&stamp.shape, one.side).into_iter().filter(|cell| !cells.contains(cell));
            cells.extend(new.collect::<Vec<_>>());
        }
        let words = match side {
            _ if n_sides > 1 => "beside",
            (0, 1) => "below",
            (0, _) => "above",
            (1, _) => "right_of",
            _ => "left_of",
        };
        let named = drafts.neighborhood(&format!("{words}_{called}"), &cells);
        conditions.push(format!("{named}({})", list(ask, tiles)));
    }
    conditions
}

fn list(ask: &Ask<'_>, tiles: &[Tile]) -> String {
    tiles.iter().map(|&tile| ask.name(tile)).collect::<Vec<_>>().join("|")
}

fn description(ask: &Ask<'_>, placed: &Part, sides: &[Along], number: usize) -> String {
    let pieces = if number == 1 { "one piece".into() } else { format!("{number} pieces") };
    let name = ask.name(ask.tile);
    let below = sides.iter().find(|along| along.side == (0, 1));
    let over = below.map(|along| format!(" over {}", list(ask, &along.tiles).replace('|', " or ")));
    format!("{pieces} of {name}{}{}", over.unwrap_or_default(), ask.place(placed))
}

/// The name of a shape: its sides, and whether it is a full rectangle.
fn called(shape: &[(i32, i32)]) -> String {
    let (width, height) = extent(shape);
    match (width, height) {
        _ if (width * height) as usize != shape.len() => format!("piece{width}x{height}"),
        (1, 1) => "one".to_owned(),
        (_, 1) => format!("row_of_{width}"),
        (1, _) => format!("column_of_{height}"),
        _ => format!("block{width}x{height}"),
    }
}
