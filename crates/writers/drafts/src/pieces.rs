//! Makers of pieces: rectangles, rows and columns, and what grows on a way.

use std::collections::BTreeSet;

use marahel_breeding::parts::cells;
use marahel_level::{Tile, TileSet};
use marahel_script::{Condition, Edge, Estimator, Explorer, Neighborhood};

use crate::ground::is_upright;
use crate::parts::Parts;
use crate::sides;
use crate::sketch::Sketch;
use crate::things::{can_hold, some_of};
use crate::words::{
    Equal, Greater, GreaterEqual, all_of, far, from_edge, here, number, number_in, place, shape,
    some, sometimes, stamp, tiles_in, write,
};

/// The most rows or columns of a tile.
const N_RUNS: f64 = 24.0;

/// Seeds on a way, which grow.
pub(crate) fn on_way(sketch: &mut Sketch<'_>, tile: Tile, host: Tile) {
    let (facts, name) = (sketch.facts, sketch.name(tile));
    let (low, high) = facts.kind(tile).size.unwrap_or((1.0, 4.0));
    let (few, many) = facts.kind(tile).pieces.unwrap_or((1.0, 2.0));
    let n = sketch.choices.whole(
        &format!("pieces of {tile}"),
        few.max(1.0) as i64,
        many.clamp(1.0, 6.0) as i64,
    );
    let (guards, _) = sketch.guards(tile);
    let (on, own) = (TileSet::only(host), TileSet::only(tile));
    let ends: TileSet = facts.links.iter().fold(TileSet::EMPTY, |all, link| all.union(link.ends));
    let mut conditions = vec![here(on)];
    conditions.extend(guards.iter().cloned());
    if !ends.is_empty() {
        let steps = sketch.choices.whole(&format!("{tile} far from ends"), 1, 3);
        conditions.push(far(ends, Greater, steps));
    }
    let apart = sketch.choices.whole(&format!("{tile} apart"), 3, 7);
    conditions.push(far(own, Greater, apart));
    let host_name = sketch.name(host);
    sketch.put(
        &format!("{n} seeds of {name} on {host_name}"),
        some(n, vec![write(conditions, tile)]),
    );
    let size = sketch.choices.number(&format!("size of {tile}"), low, high);
    let n_more = ((size - 1.0) * n as f64).round() as i64;
    if n_more > 0 {
        let mut conditions = vec![here(on), number("plus", own, Greater, 0.0)];
        conditions.extend(guards.into_iter().filter(|guard| !tiles_in(guard).contains(tile)));
        let n_passes = 2.min(n_more);
        let explorer = Explorer {
            repeats: n_passes as u64,
            ..some((n_more as f64 / n_passes as f64).ceil() as i64, vec![write(conditions, tile)])
        };
        sketch.put(&format!("{name} grows on {host_name}"), explorer);
    }
}

/// Rows or columns of one tile: a head at its place, and what grows from it.
pub(crate) fn runs(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
    let (facts, name) = (sketch.facts, sketch.name(tile));
    let kind = facts.kind(tile);
    let own = TileSet::only(tile);
    let (low, high) = kind.size.unwrap_or((2.0, 5.0));
    // As many as it takes for all cells, if only these are counted.
    let by_cells = kind.cells.map(|(few, many)| (few / high, many / low));
    let (few, many) = kind.pieces.or(by_cells).unwrap_or((1.0, 3.0));
    let n = sketch.choices.whole(
        &format!("pieces of {tile}"),
        few.max(1.0).ceil() as i64,
        many.min(N_RUNS).max(few) as i64,
    );
    let (guards, _) = sketch.guards(tile);
    let mut places = sketch.places(tile);
    // What it is one piece with, it hangs from or stands on.
    let joined = sketch.joined_to(tile);
    let heads: TileSet = joined.iter().filter(|head| parts.lines.contains(head)).collect();
    let heads = if heads.is_empty() { joined } else { heads };
    let upright = is_upright(sketch, tile);
    let looks = |conditions: &[Condition], word: &str| {
        conditions.iter().any(|condition| {
            condition.estimators().any(|estimator| {
                estimator.counted().and_then(|(_, near)| near) == Some(&cells(word))
            })
        })
    };
    let asked = [guards.clone(), places.concat()].concat();
    let (from, words) = if !upright {
        if sketch.choices.chance(&format!("{tile} to the right"), 0.5) {
            ("left", "grows to the right")
        } else {
            ("right", "grows to the left")
        }
    } else if looks(&asked, "down") {
        ("down", "grows up")
    } else if looks(&asked, "up")
        || sketch.below.is_some()
        || sketch.choices.chance(&format!("{tile} hangs"), 0.5)
    {
        ("up", "grows down")
    } else {
        ("down", "grows up")
    };
    let ground = if from == "up" { sketch.below.unwrap_or(sketch.base) } else { sketch.base };
    let on = sketch.soil(tile).unwrap_or(TileSet::only(ground));
    if !heads.is_empty() && !looks(&asked, from) {
        for place in &mut places {
            place.push(all_of(&cells(from), heads));
        }
    }
    let beside = if upright { "horz" } else { "vert" };
    let apart = sketch.choices.whole(&format!("{tile} apart"), 1, 4);
    let side = shape(
        (-apart..=apart)
            .filter(|&x| x != 0)
            .map(|x| if upright { (x as i32, 0) } else { (0, x as i32) })
            .collect(),
    );
    let side = sketch.named(&format!("{beside}_{apart}"), side);
    // There is room for the shortest.
    let steps = 0..(low.round() as i32).max(1);
    let room = steps.map(|step| match from {
        "left" => (step, 0),
        "right" => (-step, 0),
        "up" => (0, step),
        _ => (0, -step),
    });
    let room = shape(room.collect());
    let room = sketch.named(&format!("room_for_{name}"), room);
    let rules = places
        .iter()
        .map(|place| {
            let mut conditions =
                vec![all_of(&room, on), number_in(&side, own, Equal, 0.0), from_edge(Greater, 1)];
            conditions.extend(
                place.iter().filter(|condition| can_hold(condition, tile, sketch.written)).cloned(),
            );
            conditions.extend(guards.iter().cloned());
            write(conditions, tile)
        })
        .collect();
    let words_of_heads = if n == 1 { "the head".to_owned() } else { format!("{n} heads") };
    sketch.put(&format!("{words_of_heads} of {name}"), some(n, rules));
    let length = sketch.choices.number(&format!("length of {tile}"), low, high);
    let n_more = (length - 1.0).round() as i64;
    if n_more > 0 {
        // Each pass adds one cell to each run; some end early.
        let sure = (low - 1.0).max(0.0) as i64;
        let grow = |sketch: &mut Sketch<'_>, n: i64, extra: Option<Condition>, words: &str| {
            let mut conditions = vec![here(on), all_of(&cells(from), own)];
            conditions.extend(extra);
            let rules = vec![write(conditions, tile)];
            sketch.put(&format!("{name} {words}"), crate::words::at_once(n, rules));
        };
        if sure > 0 {
            grow(sketch, sure.min(n_more), None, words);
        }
        let n_rest = (high - 1.0).min(n_more as f64 * 1.5) as i64 - sure;
        if n_rest > 0 {
            let chance = sketch.choices.number(&format!("{tile} grows on"), 0.4, 0.8);
            grow(sketch, n_rest, Some(sometimes(chance)), &format!("{words}, some farther"));
        }
    }
}

/// Rectangles of a size, joined to what they are one piece with.
pub(crate) fn pieces(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
    let (facts, name) = (sketch.facts, sketch.name(tile));
    let kind = facts.kind(tile);
    let (low, high) = kind.size.unwrap_or((1.0, 9.0));
    let is_size = |&(wide, tall): &(i64, i64)| {
        let n = (wide * tall) as f64;
        low <= n
            && n <= high
            && wide < facts.width
            && tall < facts.height
            && facts.allows_box(tile, (wide, tall))
    };
    let all: Vec<(i64, i64)> =
        (1..=8).flat_map(|wide| (1..=6).map(move |high| (wide, high))).filter(is_size).collect();
    if all.is_empty() {
        return some_of(sketch, tile, parts);
    }
    let size = *sketch.choices.pick(&format!("shape of {tile}"), &all);
    // As many as it takes for all cells, if only these are counted.
    let n_cells = (size.0 * size.1) as f64;
    let by_cells = kind.cells.map(|(few, many)| ((few / n_cells).ceil(), (many / n_cells).floor()));
    let (few, many) = kind.pieces.or(by_cells).unwrap_or((1.0, 1.0));
    let images = sketch.n_images(tile);
    let few = (few / images).ceil().clamp(1.0, 8.0) as i64;
    let many = ((many / images).min(8.0) as i64).max(few);
    let n = sketch.choices.whole(&format!("pieces of {tile}"), few, many);
    let (block, rim) = (sketch.block(size), sketch.rim(size, 1));
    let ground = match sketch.below {
        Some(below) if sketch.choices.chance(&format!("{tile} below"), 0.4) => below,
        _ => sketch.base,
    };
    let on = sketch.soil(tile).unwrap_or(TileSet::only(ground));
    let own = TileSet::only(tile);
    let (guards, _) = sketch.guards(tile);
    let mut conditions = vec![all_of(&block, on), number_in(&rim, own, Equal, 0.0)];
    let margin = sketch.choices.whole(&format!("{tile} off the edge"), 0, 3);
    if margin > 0 && facts.kind(tile).border.0 == 0.0 {
        conditions.push(from_edge(Greater, margin));
        conditions.push(place(Edge::Right, GreaterEqual, size.0 - 1 + margin));
        conditions.push(place(Edge::Bottom, GreaterEqual, size.1 - 1 + margin));
    }
    let on_one_side = sides::on_one_side(facts, tile, size);
    if !on_one_side.is_empty() && sketch.choices.chance(&format!("{tile} on one side"), 0.85) {
        conditions.extend(on_one_side);
    }
    let joined = sketch.joined_to(tile);
    let touches = facts.touching.iter().any(|(tiles, _)| tiles.contains(tile));
    if touches && facts.solid.is_some() && !joined.is_empty() {
        conditions.push(all_beside(sketch, size, (0, 1), joined));
    } else if !joined.is_empty() && sketch.choices.chance(&format!("{tile} joined"), 0.85) {
        conditions.push(number_in(&rim, joined, Greater, 0.0));
    }
    // A door is between it and another ground: a wall apart.
    if let Some(beyond) = sketch.facts.beyond_a_door(tile)
        && sketch.written.contains(beyond)
        && sketch.choices.chance(&format!("{tile} behind doors"), 0.8)
    {
        let beyond = TileSet::only(beyond);
        conditions.push(number_in(&rim, beyond, Equal, 0.0));
        let around = sketch.rim(size, 2);
        conditions.push(number_in(&around, beyond, Greater, 1.0));
    }
    for guard in guards {
        conditions.extend(of_all_cells(sketch, tile, size, &guard));
    }
    if let Some(apart) = kind.apart {
        conditions.push(far(own, GreaterEqual, apart + size.0.max(size.1) - 1));
    }
    let at = sketch.places(tile).into_iter().next().unwrap_or_default();
    for condition in at {
        if !tiles_in(&condition).contains(tile) {
            conditions.push(condition);
        } else if let Some((side, tiles)) = support_in(&condition, tile) {
            conditions.push(all_beside(sketch, size, side, tiles));
        }
    }
    let words = format!("{n} {name}, {} by {}", size.0, size.1);
    sketch.put(&words, some(n, vec![stamp(conditions, &block, tile)]));
}

/// The neighbor that a condition asks for, if it is of the like of a tile or of others, and those
/// others: what it stands on, or hangs from.
fn support_in(condition: &Condition, tile: Tile) -> Option<((i32, i32), TileSet)> {
    let (cells, tiles) = if let Condition::Bare(Estimator::Neighborhood(cells, list)) = condition {
        (cells, list.tiles())
    } else {
        let count = condition.cell_count().filter(|it| it.holds(1) && !it.holds(0))?;
        (count.cells, count.tiles)
    };
    let others = tiles.difference(TileSet::only(tile));
    match cells.offsets() {
        &[side @ ((0, 1 | -1) | (1 | -1, 0))] if !others.is_empty() => Some((side, others)),
        _ => None,
    }
}

/// What a condition for each cell of a rectangle asks at its first one, the upper left.
pub(crate) fn of_all_cells(
    sketch: &mut Sketch<'_>,
    tile: Tile,
    size: (i64, i64),
    guard: &Condition,
) -> Option<Condition> {
    if let Some((side, tiles)) = support_in(guard, tile) {
        return Some(all_beside(sketch, size, side, tiles));
    }
    let Condition::Compare(estimator, is, Estimator::Number(n)) = guard else { return None };
    match estimator {
        Estimator::Distance(list)
            if *is == Greater
                && !list.tiles().contains(marahel_level::OUT)
                && (1.0..=3.0).contains(n) =>
        {
            Some(number_in(&sketch.rim(size, *n as i64), list.tiles(), Equal, 0.0))
        }
        Estimator::Distance(_) => Some(guard.clone()),
        Estimator::Neighborhood(cells, list)
            if is.holds(0.0, *n) && !is.holds(1.0, *n) && !list.tiles().contains(tile) =>
        {
            Some(number_in(&seen_around(size, cells)?, list.tiles(), Equal, 0.0))
        }
        Estimator::Place(edge, None) => {
            let is_upper = is.holds(*n - 1.0, *n);
            let shift = match edge {
                Edge::Top if is_upper => 1 - size.1,
                Edge::Left if is_upper => 1 - size.0,
                Edge::Bottom if !is_upper => size.1 - 1,
                Edge::Right if !is_upper => size.0 - 1,
                _ => 0,
            };
            Some(place(*edge, *is, *n as i64 + shift))
        }
        _ => None,
    }
}

/// The cells outside of a rectangle that its cells see in a neighborhood.
fn seen_around((wide, tall): (i64, i64), cells: &Neighborhood) -> Option<Neighborhood> {
    let (wide, tall) = (wide as i32, tall as i32);
    let is_inside = |x: i32, y: i32| (0..wide).contains(&x) && (0..tall).contains(&y);
    let all = (0..tall).flat_map(|y| (0..wide).map(move |x| (x, y)));
    let seen = all.flat_map(|(x, y)| cells.offsets().iter().map(move |(dx, dy)| (x + dx, y + dy)));
    let outside: BTreeSet<(i32, i32)> = seen.filter(|&(x, y)| !is_inside(x, y)).collect();
    (!outside.is_empty()).then(|| shape(outside.into_iter().collect()))
}

/// All cells along one side of a rectangle have these tiles.
fn all_beside(
    sketch: &mut Sketch<'_>,
    size: (i64, i64),
    (x, y): (i32, i32),
    tiles: TileSet,
) -> Condition {
    let name = format!("beside_{}x{}_{x}_{y}", size.0, size.1);
    all_of(&sketch.named(&name, side_cells(size, (x, y))), tiles)
}

/// The cells along one side of a rectangle.
fn side_cells((wide, tall): (i64, i64), side: (i32, i32)) -> Neighborhood {
    let (wide, tall) = (wide as i32, tall as i32);
    let cells = match side {
        (0, 1) => (0..wide).map(|x| (x, tall)).collect(),
        (0, _) => (0..wide).map(|x| (x, -1)).collect(),
        (1, _) => (0..tall).map(|y| (wide, y)).collect(),
        _ => (0..tall).map(|y| (-1, y)).collect(),
    };
    shape(cells)
}

/// What is below and above each cell of a tile besides its like, if it must lead from one to the
/// other: bubbles from a chest to the air.
pub(crate) fn column(sketch: &Sketch<'_>, tile: Tile) -> Option<(TileSet, TileSet)> {
    let placements = sketch.facts.placements.iter();
    let own = TileSet::only(tile);
    let mut lists = placements.filter(|at| at.is_each && at.tiles == own).flat_map(|at| &at.lists);
    lists.find_map(|list| {
        let supports = list.iter().filter_map(|condition| support_in(condition, tile));
        let of_side = |side: (i32, i32)| {
            supports.clone().find(|(at, _)| *at == side).map(|(_, others)| others)
        };
        Some((of_side((0, 1))?, of_side((0, -1))?))
    })
}

/// Columns of a tile between what is below and what is above.
pub(crate) fn columns(sketch: &mut Sketch<'_>, tile: Tile, (below, above): (TileSet, TileSet)) {
    let own = TileSet::only(tile);
    let deep = shape((1..sketch.facts.height as i32).map(|y| (0, y)).collect());
    let deep = sketch.named("below_it", deep);
    let conditions = vec![
        here(sketch.is_base()),
        all_of(&cells("up"), own.union(above)),
        number_in(&deep, below, Greater, 0.0),
    ];
    let words = format!(
        "{} from {} up to {}",
        sketch.name(tile),
        sketch.facts.names(below),
        sketch.facts.names(above)
    );
    let mut explorer = marahel_breeding::parts::explorer_of("vert", vec![write(conditions, tile)]);
    explorer.repeats = 2;
    sketch.put(&words, explorer);
}
