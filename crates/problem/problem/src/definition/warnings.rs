//! Valid parts of a problem file that are probably mistakes.

pub(super) mod contradictions;

use crate::paths::{Movement, Steps};
use marahel_level::{Palette, Tile, TileSet};

use super::keys::FileKeys;
use super::parts::Tiles;
use super::reader::{Faults, Text};
use crate::catalogue::Parameter;
use crate::expression::{Argument, Expression, ExpressionKind, Mistake, parse};
use crate::formulas::{Compiler, Formulas};
use crate::{Objective, Outside};

/// Warns of tiles that no expression and no movement distinguishes from others.
pub(super) fn unused_tiles(
    tiles: &Tiles,
    used: TileSet,
    movements: &[Movement],
    faults: &mut Faults,
) {
    let all = TileSet::entities(tiles.palette.len());
    let idle = all.iter().filter(|&tile| {
        !used.contains(tile) && !movements.iter().any(|movement| distinguishes(movement, tile))
    });
    let idle: Vec<Tile> = idle.collect();
    // The most frequent one is the ground for the others.
    let floor = idle.iter().copied().max_by_key(|&tile| tiles.described(tile).weight);
    for &tile in idle.iter().filter(|&&tile| Some(tile) != floor) {
        let place = format!("tile `{}`", tiles.palette.name(tile));
        let range = tiles.described(tile).place.clone();
        let help = "measure it in an objective, or leave it out";
        let message = "nothing uses this tile, so it can be anywhere";
        fault!(faults, Warning, range, place, message, help);
    }
}

/// Whether a tile is not like most others for a movement.
fn distinguishes(movement: &Movement, tile: Tile) -> bool {
    let of_doors = movement.doors.iter().any(|door| door.door == tile || door.key == tile);
    let held = match &movement.steps {
        Steps::Platformer(model) => model.platforms.union(model.ladders).union(model.ropes),
        Steps::Offsets(_) => TileSet::EMPTY,
    };
    let is_barred = !movement.over.contains(tile);
    of_doors
        || is_barred
        || held.contains(tile)
        || movement.one_way.iter().any(|&(way, _)| way == tile)
}

/// Warns of values of an external judge that nothing uses, and refuses uses of those of finalists.
pub(super) fn unused_values(
    file: &FileKeys,
    outside: Option<&Outside>,
    compiler: &Compiler<'_>,
    faults: &mut Faults,
) {
    let Some(range) = file.part.spans.get("outside") else { return };
    let Some(outside) = outside else { return };
    for (index, value) in outside.values.iter().enumerate() {
        let calls = compiler.measures.iter();
        let mut calls = calls.filter(|call| call.entry.parameters == [Parameter::Outside]);
        let is_used = calls.any(|call| call.arguments.outside == index);
        if is_used && outside.finalists.is_some() {
            let message = format!("`outside({value})` is known of finalists alone");
            let help = "leave out `when`, or use it in no expression: each value above 0 passes";
            mistake!(faults, range.clone(), "outside", message, help);
        } else if !is_used && !outside.sift && outside.finalists.is_none() {
            let message = format!("no expression uses the value `{value}`");
            let help = format!("write `outside({value})` in an expression, or leave it out");
            fault!(faults, Warning, range.clone(), "outside", message, help);
        }
    }
}

/// Warns of neighborhoods that no condition names.
pub(super) fn unused_neighborhoods(file: &FileKeys, compiler: &Compiler<'_>, faults: &mut Faults) {
    for entry in file.neighborhoods.iter().flatten().flat_map(|entries| &entries.all) {
        if compiler.rules.unused().any(|unused| unused == entry.name.trim()) {
            let help = "name it in `cells(...)`, or remove it";
            let message = "no condition names this neighborhood";
            fault!(faults, Warning, entry.key.clone(), entry.place, message, help);
        }
    }
}

/// Warns of objectives that no level of a size can reach, by the bounds of their values.
pub(super) fn unreachable_goals(
    file: &FileKeys,
    objectives: &[Objective],
    formulas: &Formulas,
    sizes: &[(usize, usize)],
    palette: &Palette,
    faults: &mut Faults,
) {
    let entries = file.objectives.iter().flatten().flat_map(|entries| &entries.all);
    for &(width, height) in sizes {
        let mut bounds = formulas.bounds((width, height), palette.len());
        for goal in objectives {
            let Some(entry) = entries.clone().find(|entry| entry.name == goal.name) else {
                continue;
            };
            let (low, high) = bounds.of(&goal.node);
            let (min, max) = (goal.band.min(), goal.band.max());
            if high < min || low > max {
                let message = format!(
                    "no level of {width}x{height} reaches {min} to {max}: its values are {low} to {high}"
                );
                let range = entry.range.clone();
                fault!(faults, Hopeless, range, entry.place, message, "change its range");
            }
        }
    }
}

/// Warns of regions without tiles in `playable` and `whole`, by movements with locked doors,
/// because each locked room is then a region of its own.
pub(super) fn regions_without_doors(
    file: &FileKeys,
    named: &[(String, Text)],
    movements: &[Movement],
    palette: &Palette,
    faults: &mut Faults,
) {
    let mut reported: Vec<String> = Vec::new();
    for text in [&file.playable, &file.whole].into_iter().flatten().flatten() {
        let mut texts = vec![text.clone()];
        while let Some(text) = texts.pop() {
            let Ok(expression) = parse(&text.value) else { continue };
            each_part(&expression, &mut |part| match &part.kind {
                ExpressionKind::Name(name) if !reported.contains(name) => {
                    let of_name = named.iter().find(|(word, _)| word == name);
                    texts.extend(of_name.map(|(_, text)| text.clone()));
                    reported.push(name.clone());
                }
                ExpressionKind::Call { name, arguments } => {
                    let doubt = locked_out(name, arguments, part, movements, palette);
                    if let Some(Mistake { range, message, help }) = doubt {
                        let range = text.range_of(&range);
                        fault!(faults, Warning, range, text.place, message, help);
                    }
                }
                _ => (),
            });
        }
    }
}

/// The warning about a call that ignores doors, if it does.
fn locked_out(
    name: &str,
    arguments: &[Argument],
    call: &Expression,
    movements: &[Movement],
    palette: &Palette,
) -> Option<Mistake> {
    let names_tiles = arguments.iter().any(|argument| argument.name.is_none());
    if names_tiles || !matches!(name, "regions" | "smallest_region" | "largest_region") {
        return None;
    }
    let by = arguments.iter().find_map(|argument| match &argument.value.kind {
        ExpressionKind::Name(by) => Some(by),
        _ => None,
    });
    let movement = match by {
        Some(by) => movements.iter().find(|movement| movement.name == *by),
        None => movements.first(),
    }?;
    let doors: TileSet = movement.doors.iter().map(|door| door.door).collect();
    let doors = doors.difference(movement.over);
    if doors == TileSet::EMPTY {
        return None;
    }
    let message = format!(
        "`{name}()` takes doors (`{}`) for walls, so that a locked room is a region of its own",
        tile_names(doors, palette)
    );
    let by = by.map(|by| format!(", by = {by}")).unwrap_or_default();
    let tiles = tile_names(movement.over.union(doors), palette);
    let help = format!("name the tiles, with the doors: `{name}({tiles}{by})`");
    Some(Mistake::new(call.range.clone(), message, help))
}

fn tile_names(tiles: TileSet, palette: &Palette) -> String {
    tiles.iter().map(|tile| palette.name(tile)).collect::<Vec<&str>>().join("|")
}

fn each_part(expression: &Expression, visit: &mut impl FnMut(&Expression)) {
    visit(expression);
    match &expression.kind {
        ExpressionKind::Number(_)
        | ExpressionKind::None
        | ExpressionKind::Name(_)
        | ExpressionKind::Text(_)
        | ExpressionKind::Tiles(_) => (),
        ExpressionKind::Call { arguments, .. } => {
            for argument in arguments {
                each_part(&argument.value, visit);
            }
        }
        ExpressionKind::Operation(_, operands) => {
            for operand in operands {
                each_part(operand, visit);
            }
        }
    }
}
