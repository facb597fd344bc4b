//! Pieces of few shapes: runs, blocks, stairs, houses with their doors.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use marahel_level::{Tile, TileSet};
use marahel_script::{Condition, Edge};

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::draft::Drafts;
use crate::layers::feature::{alternatives, beside};
use crate::layers::rules::{Compared, Offset, chance, count, has, place, rule_at, some};
use crate::layers::scene::{Cells, PLUS, Scene, extent};

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

/// Stamps of at least this many cells get a condition on the border, if no piece touches it.
const N_LARGE_MIN: usize = 12;

/// A shape as offsets from the first cell of its last row.
type Shape = Vec<Offset>;

/// A piece that is drawn several times.
struct Stamp {
    shape: Shape,
    tiles: Vec<Tile>,
    /// The first cells of the pieces.
    at: Vec<usize>,
}

/// A side of all stamps with all tiles that occur along it.
struct Along {
    side: Offset,
    tiles: TileSet,
}

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let scene = ask.scene;
    let pieces = scene.pieces(&part.cells, &PLUS);
    if pieces.len() > N_PIECES_MAX * scene.frames.len() {
        return None;
    }
    let mut stamps = stamps(ask, &pieces)?;
    if stamps.iter().all(|stamp| stamp.shape.len() == 1) {
        return None;
    }
    let left_out = stamps.split_off(stamps.len().min(N_STAMPS_MAX));
    let n_left_out: usize = left_out.iter().map(|stamp| stamp.shape.len() * stamp.at.len()).sum();
    if 4 * n_left_out > part.n_cells() {
        return None;
    }
    // Larger pieces find less room, so they come first.
    stamps.sort_by_key(|stamp| Reverse(stamp.shape.len()));
    let sides = [(0, 1), (0, -1), (-1, 0), (1, 0)];
    let sides: Vec<Along> = sides.iter().filter_map(|&side| along(ask, &stamps, side)).collect();
    let (placed, cost) = placed(ask, part, &stamps, &sides);
    let bits =
        bits_of(ask, part, &stamps) + cost + bits::of_choice(placed.n_cells(), placed.n_all());
    let gap = gap(ask, &pieces).min(FAR_MAX);
    let drafts = drafts(ask, &placed, part, &stamps, &sides, gap)?;
    Some(Fit { has_parts: has_parts(ask, &stamps), ..Fit::of(bits, n_left_out, drafts) })
}

/// The stamps, the one with the most cells in all drawings first; `None` if a piece is too large.
fn stamps(ask: &Ask<'_>, pieces: &[Vec<usize>]) -> Option<Vec<Stamp>> {
    let mut kinds: BTreeMap<(Shape, Vec<Tile>), Vec<usize>> = BTreeMap::new();
    for piece in pieces {
        let (anchor, shape) = shape(ask, piece)?;
        let tiles = shape.iter().map(|&offset| {
            let cell = ask.scene.step(anchor, offset).expect("a piece is in its drawing");
            Some(ask.scene.tiles[cell]).filter(|tile| ask.parts.contains(tile)).unwrap_or(ask.tile)
        });
        let tiles = tiles.collect();
        kinds.entry((shape, tiles)).or_default().push(anchor);
    }
    let stamps = kinds.into_iter().map(|((shape, tiles), at)| Stamp { shape, tiles, at });
    let mut stamps: Vec<Stamp> = stamps.collect();
    stamps.sort_by_key(|stamp| Reverse((stamp.at.len() * stamp.shape.len(), stamp.shape.len())));
    Some(stamps)
}

/// The first cell of the last row of a piece, and the offsets of all its cells from there.
fn shape(ask: &Ask<'_>, piece: &[usize]) -> Option<(usize, Shape)> {
    let cells = &ask.scene.cells;
    let last = piece.iter().map(|&cell| cells[cell].y).max()?;
    let anchor = piece.iter().copied().find(|&cell| cells[cell].y == last)?;
    let offsets = piece.iter().map(|cell| {
        let (place, from) = (cells[*cell], cells[anchor]);
        (place.x as i32 - from.x as i32, place.y as i32 - from.y as i32)
    });
    let mut offsets: Shape = offsets.collect();
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

fn size(shape: &[Offset]) -> Offset {
    (extent(shape.iter().map(|cell| cell.0)), extent(shape.iter().map(|cell| cell.1)))
}

fn has_parts(ask: &Ask<'_>, stamps: &[Stamp]) -> bool {
    stamps.iter().any(|stamp| stamp.tiles.iter().any(|&tile| tile != ask.tile))
}

/// Bits to encode the stamps and the stamp of each piece, minus those saved for their parts.
fn bits_of(ask: &Ask<'_>, part: &Part, stamps: &[Stamp]) -> f64 {
    let n_pieces: usize = stamps.iter().map(|stamp| stamp.at.len()).sum();
    let has_parts = has_parts(ask, stamps);
    let each = stamps.iter().map(|Stamp { shape, at, .. }| {
        let of_tiles = shape.len() as f64 * bits::of_one(ask.parts.len() + 1);
        let bits = bits_of_shape(shape) + if has_parts { of_tiles } else { 0.0 };
        // A shape that is drawn once does not predict other levels.
        let weight = if at.len() == 1 { 1.0 } else { bits::SCRIPT };
        weight * bits + at.len() as f64 * bits::of_one(n_pieces / at.len())
    });
    let saved = ask.parts.iter().filter(|_| has_parts).map(|&part_tile| {
        let n = part.cells.ones().filter(|&cell| ask.scene.tiles[cell] == part_tile).count();
        bits::of_choice(n, part.n_cells())
    });
    each.sum::<f64>() - saved.sum::<f64>()
}

/// Bits of a shape: its sides, and its cells unless it is a full rectangle.
fn bits_of_shape(shape: &[Offset]) -> f64 {
    let (width, height) = size(shape);
    let sides = 2.0 * (bits::of_one(width as usize + 1) + bits::of_one(height as usize + 1));
    let area = (width * height) as usize;
    if area == shape.len() { sides } else { sides + bits::of_choice(shape.len(), area) }
}

/// The few tiles along a side of all pieces; `None` if there are more, or if a piece touches the
/// outside there.
fn along(ask: &Ask<'_>, stamps: &[Stamp], side: Offset) -> Option<Along> {
    let mut tiles = TileSet::EMPTY;
    for Stamp { shape, at, .. } in stamps {
        for &anchor in at {
            for offset in edge(shape, side) {
                let tile = ask.canvas[ask.scene.step(anchor, offset)?];
                tiles = tiles.union(TileSet::only(tile));
            }
        }
    }
    let says_something = tiles.len() <= N_TILES_ALONG_MAX && tiles.len() < ask.canvas_tiles.len();
    says_something.then_some(Along { side, tiles })
}

/// The cells along one side of a shape.
fn edge(shape: &[Offset], (dx, dy): Offset) -> Vec<Offset> {
    let moved = shape.iter().map(|&(x, y)| (x + dx, y + dy));
    moved.filter(|place| !shape.contains(place)).collect()
}

/// The first cells of the pieces, within all cells where a stamp fits, with conditions; and the
/// cost of these conditions.
fn placed(ask: &Ask<'_>, part: &Part, stamps: &[Stamp], sides: &[Along]) -> (Part, f64) {
    let scene = ask.scene;
    let mut anchors = scene.none();
    let mut fitting = scene.none();
    for Stamp { shape, at, .. } in stamps {
        anchors.extend(at.iter().copied());
        fitting.extend(part.universe.ones().filter(|&cell| {
            shape.iter().all(|&offset| {
                scene.step(cell, offset).is_some_and(|neighbor| part.universe.contains(neighbor))
            }) && sides.iter().all(|along| {
                edge(shape, along.side).into_iter().all(|offset| {
                    let place = scene.step(cell, offset);
                    place.is_some_and(|neighbor| along.tiles.contains(ask.canvas[neighbor]))
                })
            })
        }));
    }
    fitting.union_with(&anchors);
    let all = Part { questions: part.questions.clone(), cells: anchors, universe: fitting };
    match ask.best_conjunction(&all) {
        Some((inside, cost)) if 10 * inside.n_cells() >= 9 * all.n_cells() => {
            let n_missed = all.n_cells() - inside.n_cells();
            (inside, cost + n_missed as f64 * bits::of_one(part.n_all()))
        }
        _ => (all, 0.0),
    }
}

/// Minimum number of columns or rows between two pieces, up to three.
fn gap(ask: &Ask<'_>, pieces: &[Vec<usize>]) -> i32 {
    let mut least = 4;
    for (index, piece) in pieces.iter().enumerate() {
        for neighbor in &pieces[index + 1..] {
            let (first, second) = (ask.scene.cells[piece[0]], ask.scene.cells[neighbor[0]]);
            if first.frame != second.frame {
                break;
            }
            for &cell in piece {
                for &beside in neighbor {
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
) -> Option<Drafts> {
    let mut drafts = ask.drafts(placed, Vec::new());
    let n_pieces: usize = stamps.iter().map(|stamp| stamp.at.len()).sum();
    let mut n_left = n_pieces;
    let mut rules = Vec::new();
    for stamp in stamps {
        let name = name(&stamp.shape);
        drafts.declare(&name, &stamp.shape)?;
        let mut conditions = ask.conditions(placed).split_off(1);
        conditions.push(has(&stamp.shape, [ask.on]));
        let apart = apart(ask, &part.cells, stamp, gap);
        if !apart.is_empty() && apart.len() + stamp.shape.len() <= N_AROUND_MAX {
            drafts.declare(&format!("around_{name}"), &apart)?;
            conditions.push(count(&apart, [ask.tile]).is(0));
        }
        if stamp.shape.len() >= N_LARGE_MIN {
            conditions.extend(off_the_border(ask.far_from_outside(part), &stamp.shape));
        }
        conditions.extend(conditions_along(stamp, sides, &name, &mut drafts)?);
        if stamp.at.len() < n_left {
            let share = (100.0 * stamp.at.len() as f64 / n_left as f64).round() / 100.0;
            conditions.push(chance(share));
        }
        n_left -= stamp.at.len();
        let mut written: Vec<(Shape, Tile)> = vec![(stamp.shape.clone(), ask.tile)];
        for &tile in ask.parts {
            let cells = stamp.shape.iter().zip(&stamp.tiles).filter(|(_, part)| **part == tile);
            let cells: Shape = cells.map(|(&offset, _)| offset).collect();
            if !cells.is_empty() {
                drafts.declare(&format!("{}_of_{name}", ask.name(tile)), &cells)?;
                written.push((cells, tile));
            }
        }
        let written = written.iter().map(|(cells, tile)| (&cells[..], *tile));
        rules.push(rule_at(conditions, written));
    }
    let number = ask.mean(n_pieces);
    drafts.explorers.push(some(description(ask, placed, sides, number), number, rules));
    Some(drafts)
}

/// Cells around a stamp where no piece has the tile.
fn apart(ask: &Ask<'_>, cells: &Cells, stamp: &Stamp, gap: i32) -> Vec<Offset> {
    let mut around = beside(&stamp.shape, gap);
    around.retain(|&offset| {
        stamp.at.iter().all(|&anchor| {
            let place = ask.scene.step(anchor, offset);
            place.is_none_or(|cell| !cells.contains(cell) && ask.canvas[cell] != ask.tile)
        })
    });
    around
}

/// Conditions for at least `far` cells between a shape and the outside.
pub(crate) fn off_the_border(far: usize, shape: &[Offset]) -> Vec<Condition> {
    if far == 0 {
        return Vec::new();
    }
    let left = shape.iter().map(|offset| -offset.0).max().unwrap_or(0);
    let right = shape.iter().map(|offset| offset.0).max().unwrap_or(0);
    let above = shape.iter().map(|offset| -offset.1).max().unwrap_or(0);
    let sides = [(Edge::Left, left), (Edge::Right, right), (Edge::Top, above), (Edge::Bottom, 0)];
    sides.map(|(edge, reach)| place(edge).above(reach as usize + far - 1)).to_vec()
}

/// The conditions on the tiles along a stamp. Sides with the same tiles form one neighborhood.
fn conditions_along(
    stamp: &Stamp,
    sides: &[Along],
    name: &str,
    drafts: &mut Drafts,
) -> Option<Vec<Condition>> {
    let mut conditions = Vec::new();
    for (index, Along { side, tiles }) in sides.iter().enumerate() {
        if sides[..index].iter().any(|before| before.tiles == *tiles) {
            continue;
        }
        let same: Vec<&Along> =
            sides[index..].iter().filter(|along| along.tiles == *tiles).collect();
        let mut cells: Shape = Vec::new();
        for along in &same {
            let new = edge(&stamp.shape, along.side).into_iter();
            let new: Shape = new.filter(|cell| !cells.contains(cell)).collect();
            cells.extend(new);
        }
        let words = match side {
            _ if same.len() > 1 => "beside",
            (0, 1) => "below",
            (0, _) => "above",
            (1, _) => "right_of",
            _ => "left_of",
        };
        drafts.declare(&format!("{words}_{name}"), &cells)?;
        conditions.push(has(&cells, tiles.iter()));
    }
    Some(conditions)
}

fn description(ask: &Ask<'_>, placed: &Part, sides: &[Along], number: usize) -> String {
    let pieces = if number == 1 { "one piece".into() } else { format!("{number} pieces") };
    let name = ask.name(ask.tile);
    let below = sides.iter().find(|along| along.side == (0, 1));
    let over = below.map(|along| format!(" over {}", alternatives(&ask.scene.names, along.tiles)));
    format!("{pieces} of {name}{}{}", over.unwrap_or_default(), ask.place(placed))
}

/// The name of a shape: its sides, and whether it is a full rectangle.
fn name(shape: &[Offset]) -> String {
    let (width, height) = size(shape);
    match (width, height) {
        _ if (width * height) as usize != shape.len() => format!("piece{width}x{height}"),
        (1, 1) => "one".to_owned(),
        (_, 1) => format!("row_of_{width}"),
        (1, _) => format!("column_of_{height}"),
        _ => format!("block{width}x{height}"),
    }
}
