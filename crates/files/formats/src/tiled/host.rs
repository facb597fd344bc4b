//! Writing a level into an existing map.

use std::collections::BTreeMap;
use std::ops::Range;

use marahel_level::{Level, LevelError, UNKNOWN};

use super::document::{Layer, LayerKind, Map};
use super::looks::{self, Before, Misread};
use super::objects::{Place, Placing, in_order};
use super::painting::{Painting, Patch, TILE_BITS};
use super::tilesets::Tilesets;
use super::{check_area, document, dual, patches_of};
use crate::host::{Changes, Example, Frame, Staying, wanted};
use crate::naming::Stock;
use crate::sharing::Uppers;
use crate::{Hints, NamedFiles, ReadingNotes};

pub(crate) use into_json::into_json;
pub(crate) use into_xml::into_xml;
use objects::{Objects, Placed, objects};

mod into_json;
mod into_xml;
mod objects;

/// The orientations of maps in which each cell has four neighbors in its column and row.
const NEIGHBORLY: [&str; 3] = ["", "orthogonal", "isometric"];

/// The fields of the place of an object.
const SIDES: [&str; 4] = ["x", "y", "width", "height"];

/// The new layers of a map.
struct Plan {
    /// First column and row of the level, 0 in finite maps.
    left: i64,
    top: i64,
    width: usize,
    height: usize,
    /// Whether a finite map gets another size.
    is_resized: bool,
    /// By the index of a layer in file order, groups included; others stay.
    layers: BTreeMap<usize, Content>,
    /// What the tilesets lack, for the user.
    notes: Vec<String>,
}

enum Content {
    /// The numbers of the tiles, row by row.
    Tiles(Vec<u32>),
    Objects(Objects),
}
/// A layer with cells of the level.
struct Part<'a> {
    /// Its index in file order.
    number: usize,
    layer: &'a Layer,
    patches: Vec<Patch>,
    placed: Vec<Placed>,
    /// The cells of those that stay in any case.
    unplaced: Vec<(Range<i64>, Range<i64>)>,
    /// Whether it has the objects that lie on others of their layer.
    is_upper: bool,
}

impl Plan {
    fn of(
        mut map: Map,
        hints: &Hints,
        named_files: &dyn NamedFiles,
        level: &Level,
    ) -> Result<Self, LevelError> {
        let mut about = ReadingNotes::default();
        let mut tilesets = Tilesets::new(std::mem::take(&mut map.tilesets), hints, named_files);
        let all = document::all(&map.layers)?;
        let chosen = document::chosen(&map.layers, hints, &mut about)?;
        let is_infinite = map.is_infinite(&chosen);
        let mut patches = patches_of(&chosen, is_infinite)?;
        let corners = dual::fold(&map, &chosen, &mut patches, &tilesets);
        let uppers = Uppers::of(std::iter::once(level));
        let mut parts = parts_of(&chosen, &all, patches, &uppers);
        let patches: Vec<&[Patch]> = parts.iter().map(|part| &*part.patches).collect();
        let frame = Painting::around(&patches, is_infinite, (map.width, map.height));
        let frame = match frame {
            // An empty infinite map.
            Err(LevelError::Empty) if is_infinite => Painting::of_size(1, 1)?,
            frame => frame?,
        };
        check_area(parts.len().saturating_mul(frame.area()))?;
        // Objects whose names the level does not have stay as they are.
        let is_wanted = wanted(std::iter::once(level), hints);
        let mut placing = Placing { map: &map, named_files, is_wanted: &is_wanted, n_covered: 0 };
        let (example, kinds) =
            example(&mut placing, &mut parts, &frame, &mut tilesets, hints, &uppers)?;
        let top = parts.iter().rposition(|part| part.layer.kind() == LayerKind::Tiles);
        let no_layer = "there is no tile layer that is visible; levels are written into one";
        let cells = example
            .unstacked(level, |name| {
                let gid = tilesets.gid_called(name, &kinds, hints)?;
                let layer = corners
                    .is_dual
                    .iter()
                    .position(|&is_dual| is_dual && dual::is_corner(gid, &tilesets));
                Some((layer.or(top)?, gid))
            })
            .map_err(|error| match error {
                LevelError::Unknown(_) if top.is_none() => LevelError::Content(no_layer.to_owned()),
                error => tilesets.explained(error),
            })?;
        let (left, top) = if is_infinite { frame.corner() } else { (0, 0) };
        let (width, height) = (level.width(), level.height());
        let is_same_size = example.frame.is_of_size(level);
        let is_resized = !is_infinite && !is_same_size;
        let (layers, notes) = (BTreeMap::new(), Vec::new());
        let mut plan = Self { left, top, width, height, is_resized, layers, notes };
        let has_neighbors = NEIGHBORLY.contains(&map.orientation.as_str());
        let mut tops = vec![None; width * height];
        for (index, (part, mut numbers)) in parts.iter().zip(cells.layers).enumerate() {
            if part.layer.kind() != LayerKind::Tiles {
                let name = |code| example.names.get(&(index, code)).map(String::as_str);
                let objects = objects(&part.placed, &map, &numbers, &cells.stays, &plan, name);
                let objects = match plan.layers.remove(&part.number) {
                    Some(Content::Objects(lower)) => lower.below(objects),
                    _ => objects,
                };
                plan.layers.insert(part.number, Content::Objects(objects));
                cover(&mut tops, &numbers, None);
                continue;
            }
            let is_dual = corners.is_dual[index];
            if has_neighbors && !is_dual {
                let gids = &example.layers[index];
                let before = Before { width: example.frame.width, gids, stays: &cells.stays };
                plan.notes.extend(looks::choose(&mut numbers, width, &before, &tilesets));
            }
            let is_same = is_same_size && numbers == example.layers[index];
            if is_dual && !is_same {
                let gids = dual::laid(&mut numbers, width, &tilesets, &mut plan.notes);
                numbers = dual::cells(&gids, &tilesets).map_or_else(Vec::new, |cells| {
                    cells
                        .chunks(width + 1)
                        .take(height)
                        .flat_map(|row| &row[..width])
                        .copied()
                        .collect()
                });
                plan.layers.insert(part.number, Content::Tiles(gids));
            } else if !is_same && corners.is_any() {
                let gids = dual::widened(&numbers, width);
                plan.layers.insert(part.number, Content::Tiles(gids));
            }
            cover(&mut tops, &numbers, Some(index));
            if !is_same && !corners.is_any() {
                plan.layers.insert(part.number, Content::Tiles(numbers));
            }
        }
        plan.notes.extend(misread(
            level,
            &tops,
            |layer, gid| {
                let name = example.names.get(&(layer, gid)).map(String::as_str);
                name.or_else(|| tilesets.shown_name(gid & TILE_BITS, &kinds, hints))
            },
            &example.empty,
        ));
        plan.notes.extend(plan.staying(&parts, &cells.stays));
        if corners.is_any() {
            (plan.width, plan.height) = (width + 1, height + 1);
        }
        if is_resized {
            plan.resize_others(&all)?;
        }
        Ok(plan)
    }

    /// Notes on objects that stay where tiles change.
    fn staying(&self, parts: &[Part<'_>], stays: &[bool]) -> Vec<String> {
        let changes = Changes::of(stays, self.width);
        let from = |cells: &Range<i64>, start: i64| {
            cells.start.saturating_sub(start)..cells.end.saturating_sub(start)
        };
        let mut staying = Staying::default();
        for part in parts {
            let unmoved = part.unplaced.iter().filter(|(columns, rows)| {
                changes.is_in(&from(columns, self.left), &from(rows, self.top))
            });
            staying.add(unmoved.map(|_| part.layer.name.as_str()));
        }
        staying.notes(["object", "objects"])
    }

    /// The index of a cell in the new level, if it is in there.
    fn cell(&self, column: i64, row: i64) -> Option<usize> {
        let column = usize::try_from(column.checked_sub(self.left)?).ok()?;
        let row = usize::try_from(row.checked_sub(self.top)?).ok()?;
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// Crops or pads the other tile layers to the size of the level.
    fn resize_others(&mut self, all: &[&Layer]) -> Result<(), LevelError> {
        for (number, layer) in all.iter().enumerate() {
            let is_other = layer.kind() == LayerKind::Tiles && !self.layers.contains_key(&number);
            if !is_other || (layer.width, layer.height) == (self.width, self.height) {
                continue;
            }
            let mut gids = vec![0; self.width * self.height];
            for patch in layer.patches(false)? {
                for (column, row, gid) in patch.turned_tiles() {
                    let (column, row) = (column as usize, row as usize);
                    if column < self.width && row < self.height {
                        gids[row * self.width + column] = gid;
                    }
                }
            }
            self.layers.insert(number, Content::Tiles(gids));
        }
        Ok(())
    }
}

/// The layers that are written, with their cells; those of objects twice if one can lie on another.
fn parts_of<'a>(
    chosen: &[&'a Layer],
    all: &[&Layer],
    patches: Vec<Vec<Patch>>,
    uppers: &Uppers<'_>,
) -> Vec<Part<'a>> {
    // They are in file order.
    let mut rest = all.iter().enumerate();
    let mut parts = Vec::new();
    for (&layer, patches) in chosen.iter().zip(patches) {
        let (number, _) =
            rest.find(|(_, other)| std::ptr::eq(**other, layer)).expect("it is one of all");
        let of = |patches, is_upper| Part {
            number,
            layer,
            patches,
            placed: Vec::new(),
            unplaced: Vec::new(),
            is_upper,
        };
        parts.push(of(patches, false));
        if layer.kind() != LayerKind::Tiles && !uppers.are_none() {
            parts.push(of(Vec::new(), true));
        }
    }
    parts
}

/// A note on cells whose uppermost tile is called otherwise than in the level.
fn misread<'a>(
    level: &Level,
    tops: &[Option<Top>],
    name: impl Fn(usize, u32) -> Option<&'a str>,
    empty: &'a str,
) -> Option<String> {
    let mut misread = Misread::default();
    for (&tile, top) in level.tiles().iter().zip(tops).filter(|(tile, _)| **tile != UNKNOWN) {
        let shown = match *top {
            None => Some(empty),
            Some((None, _)) => continue,
            Some((Some(layer), number)) => name(layer, number),
        };
        misread.add(shown, level.palette().name(tile));
    }
    misread.note()
}

/// The layer of a tile, unless it is of objects, and its number.
type Top = (Option<usize>, u32);

/// Sets the uppermost tile of each cell to that of a higher layer: this one, or one of objects.
fn cover(tops: &mut [Option<Top>], numbers: &[u32], layer: Option<usize>) {
    for (top, &number) in tops.iter_mut().zip(numbers).filter(|(_, number)| **number != 0) {
        *top = Some((layer, number));
    }
}

/// The cells of a map's layers, and the names of kinds.
fn example(
    placing: &mut Placing<'_>,
    parts: &mut [Part<'_>],
    frame: &Painting,
    tilesets: &mut Tilesets,
    hints: &Hints,
    uppers: &Uppers<'_>,
) -> Result<(Example, Vec<Option<String>>), LevelError> {
    let (width, height) = (frame.width(), frame.area() / frame.width());
    let place = Frame { start: 0, width, height };
    let mut example = Example { frame: place, ..Example::default() };
    let mut kinds_of = BTreeMap::new();
    for (index, part) in parts.iter_mut().enumerate() {
        let mut cells = vec![0; frame.area()];
        for patch in &part.patches {
            for (column, row, gid) in patch.turned_tiles() {
                if let (Some(cell), Some(kind)) =
                    (frame.cell(column, row), tilesets.kind(gid & TILE_BITS, "", &part.layer.name))
                {
                    cells[cell] = gid;
                    kinds_of.insert((index, gid), kind);
                }
            }
        }
        for (number, object) in in_order(part.layer) {
            let place = placing.place(object, part.layer, frame, tilesets)?;
            let (kind, columns, rows) = match place {
                Place::At { kind, columns, rows } => (kind, columns, rows),
                Place::Invisible => continue,
                Place::Bare(_) | Place::LeftOut(_) => {
                    if !part.is_upper {
                        part.unplaced.extend(object.columns_and_rows(placing.map));
                    }
                    continue;
                }
            };
            let name = tilesets.kinds_so_far()[kind as usize].name(hints);
            if name.is_some_and(|name| uppers.has(name)) != part.is_upper {
                continue;
            }
            let placed = Placed { index: number, columns, rows };
            let code = part.placed.len() as u32 + 1;
            kinds_of.insert((index, code), kind);
            for cell in placed.cells().filter_map(|(column, row)| frame.cell(column, row)) {
                cells[cell] = code;
            }
            part.placed.push(placed);
        }
        example.layers.push(cells);
    }
    let stock = Stock { kinds: tilesets.kinds_so_far().to_vec(), grids: Vec::new() };
    let mut is_used = vec![false; stock.kinds.len()];
    for &kind in kinds_of.values() {
        is_used[kind as usize] = true;
    }
    let mut is_shown = vec![false; stock.kinds.len()];
    for cell in 0..frame.area() {
        if let Some(kind) = example.top(cell).and_then(|place| kinds_of.get(&place)) {
            is_shown[*kind as usize] = true;
        }
    }
    let names = stock.names(hints, &is_used, &is_shown, &mut ReadingNotes::default())?;
    for (place, kind) in kinds_of {
        if let Some(name) = &names[kind as usize] {
            example.names.insert(place, name.clone());
        }
    }
    let all = names.iter().flatten().map(String::as_str);
    hints.usual_empty(all).clone_into(&mut example.empty);
    Ok((example, names))
}
