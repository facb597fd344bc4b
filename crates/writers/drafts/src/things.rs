//! Makers of things: one or some at places, images, and repairs.

use marahel_breeding::parts::{cells, rule_of};
use marahel_level::{OUT, Role, Tile, TileSet};
use marahel_script::{Condition, Edge, Estimator, Explorer, Neighborhood, Rule};

use crate::facts::{Along, Kind, is_single};
use crate::ground::lattice;
use crate::groups;
use crate::marks;
use crate::parts::{PIECE, Parts};
use crate::pieces::{column, columns, on_way, pieces, runs};
use crate::rooms::Rooms;
use crate::sides;
use crate::sketch::Sketch;
use crate::ways::{self, side_of_end};
use crate::words::{
    Equal, Greater, GreaterEqual, LessEqual, all_of, everywhere, far, here, number, number_in,
    seen_from, shape, shorten, side_of, some, tiles_in, write,
};

/// Up to so many cells of a thing grow one by one.
const N_ONE_BY_ONE: i64 = 12;

/// From so many neighbors on, they are laid around a thing instead of looked for.
const N_AROUND: f64 = 3.0;

/// A thing: in the form that suits what is asked of it.
pub(crate) fn stand(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
    let facts = sketch.facts;
    let kind = facts.kind(tile);
    if kind.grid.is_some() {
        return lattice(sketch, tile);
    }
    if let Some(is_upward) = crossing(sketch, tile) {
        return ways::across(sketch, tile, is_upward);
    }
    if let Some(ends) = column(sketch, tile) {
        return columns(sketch, tile, ends);
    }
    let is_small = kind.size.is_some_and(|(_, high)| high <= PIECE);
    let host = parts.ways.iter().map(|(way, _)| *way).find(|&way| {
        way != tile
            && sketch.written.contains(way)
            && sketch.joined_networks(tile).iter().any(|network| network.contains(way))
    });
    if let (Some(host), true) = (host, is_small && kind.along.is_none())
        && sketch.choices.chance(&format!("{tile} on a way"), 0.85)
    {
        return on_way(sketch, tile, host);
    }
    if kind.along.is_some() && (is_small || kind.along == Some(Along::Columns)) {
        return runs(sketch, tile, parts);
    }
    let is_wide = kind.along.is_none() && !facts.allows_box(tile, (1, 1));
    if (is_small || is_wide) && sketch.choices.chance(&format!("{tile} in pieces"), 0.9) {
        return pieces(sketch, tile, parts);
    }
    let is_one = kind.cells.is_some_and(|(_, high)| high < 2.0);
    if let (Some(mirror), true) = (facts.mirror_of(tile), is_one)
        && let Some(partner) = partner(sketch, tile)
        && sketch.choices.chance(&format!("{tile} is an image"), 0.85)
    {
        return sides::at_image(sketch, tile, partner, mirror);
    }
    some_of(sketch, tile, parts);
}

/// Whether a tile itself leads from side to side, or if true, from the last row to the first.
pub(crate) fn crossing(sketch: &Sketch<'_>, tile: Tile) -> Option<bool> {
    let facts = sketch.facts;
    let kind = facts.kind(tile);
    let &(over, is_upward) = facts.crossings.iter().find(|(over, _)| over.contains(tile))?;
    let side = if is_upward { facts.height } else { facts.width };
    let is_walked =
        kind.role == Role::Floor && facts.links.iter().any(|link| link.over.contains(tile));
    // Bridges, which are few, are part of what leads across.
    let is_long = match kind.cells {
        Some((low, high)) => high >= side as f64 && low >= side as f64 / 2.0,
        None => !over.contains(sketch.base),
    };
    (is_long && !is_walked && !facts.is_called_a_bridge(tile)).then_some(is_upward)
}

/// Another thing that is there once and at the other end of a way.
fn partner(sketch: &Sketch<'_>, tile: Tile) -> Option<Tile> {
    let facts = sketch.facts;
    let links = facts.links.iter().filter(|link| link.ends.contains(tile));
    links.flat_map(|link| link.ends.iter()).find(|&other| {
        other != tile
            && sketch.written.contains(other)
            && facts.kind(other).cells.is_some_and(|(_, high)| high < 2.0)
    })
}

/// Things at places where they must, or may, stand.
pub(crate) fn some_of(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
    let facts = sketch.facts;
    if let Some(quotas) = sketch.quotas(tile) {
        for (n, places) in quotas {
            some_at(sketch, tile, parts, n, places);
        }
        return;
    }
    let (mut n, mut places) = (sketch.amount(tile), sketch.places(tile));
    // Of an odd number, one is its own image.
    if let Some(mirror) =
        facts.mirror_of(tile).filter(|_| facts.is_exact(tile) && n > 1.0 && n % 2.0 == 1.0)
        && let axis = sides::on_axis(facts, mirror)
        && !axis.is_empty()
    {
        let on_axis = places.iter().map(|place| [&place[..], &axis].concat());
        some_at(sketch, tile, parts, 1.0, on_axis.collect());
        n -= 1.0;
    }
    let around = places.iter().flatten().find_map(|condition| surround_in(condition, tile));
    let around = around.filter(|(_, other)| {
        let is_laid = facts.heap.as_ref().is_some_and(|heap| heap.tiles.contains(*other));
        !is_laid && n < N_AROUND && sketch.choices.chance(&format!("around {tile}"), 0.6)
    });
    if around.is_some() {
        for place in &mut places {
            place.retain(|condition| surround_in(condition, tile).is_none());
        }
    }
    some_at(sketch, tile, parts, n, places);
    if let Some((cells, other)) = around {
        let others = sketch.facts.all.difference(TileSet::only(tile));
        let beside = number_in(&seen_from(&cells), TileSet::only(tile), Greater, 0.0);
        let words = format!("{} around {}", sketch.name(other), sketch.name(tile));
        sketch.put_once(&words, everywhere(vec![write(vec![here(others), beside], other)]));
    }
}

/// The cells around a thing that must have another tile, if these are many, and that tile.
fn surround_in(condition: &Condition, tile: Tile) -> Option<(Neighborhood, Tile)> {
    let count = condition.cell_count()?;
    let other = count.tiles.single()?;
    let is_equal = matches!(condition, Condition::Compare(_, Equal, _));
    let are_all = is_equal || count.holds(count.n_cells());
    let are_many = !(0..N_AROUND as usize).any(|few| count.holds(few));
    (are_all && are_many && other != tile).then(|| (count.cells.clone(), other))
}

/// Within reach of what one stands on, or on it, where things fall.
fn by_gravity(sketch: &mut Sketch<'_>, tile: Tile) -> Vec<Condition> {
    let role = sketch.facts.kind(tile).role;
    let mut conditions = Vec::new();
    if let Some(solid) = sketch.facts.solid
        && sketch.facts.reached.iter().any(|(_, to)| to.contains(tile))
        && role == Role::Loot
    {
        let high = sketch.choices.whole(&format!("{tile} within reach"), 1, 4);
        conditions.push(far(solid, crate::words::LessEqual, high));
    }
    if let Some(solid) = sketch.facts.solid
        && !matches!(role, Role::Loot)
        && sketch.choices.chance(&format!("{tile} on its feet"), 0.85)
    {
        conditions.push(all_of(&cells("down"), solid));
    }
    conditions
}

/// Whether a condition holds in the last row alone, where nothing is below.
fn is_last_row(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(Estimator::Place(Edge::Bottom, None), is, Estimator::Number(n)) => {
            is.holds(0.0, *n) && !is.holds(1.0, *n)
        }
        _ => false,
    }
}

/// So many things at places with these conditions.
fn some_at(
    sketch: &mut Sketch<'_>,
    tile: Tile,
    parts: &Parts,
    n: f64,
    places: Vec<Vec<Condition>>,
) {
    let (facts, name) = (sketch.facts, sketch.name(tile));
    let kind = facts.kind(tile);
    let is_one = kind.cells.is_none_or(|(_, high)| high < 2.0);
    let images = if is_one { 1.0 } else { sketch.n_images(tile) };
    let n = (n / images).round().max(1.0) as i64;
    let (guards, later) = sketch.guards(tile);
    let mut common: Vec<Condition> = guards;
    let members = groups::members(sketch, tile);
    let hosts = match sketch.rooms {
        Some(rooms) => {
            let (hosts, conditions) = rooms.hosts(sketch, tile);
            common.extend(conditions);
            hosts
        }
        None => hosts(sketch, tile, parts),
    };
    if n > 1 || kind.apart.is_some() {
        common.extend(apart(sketch, tile, !members.is_empty(), later.is_empty()));
    }
    common.extend(side_of_end(sketch, tile));
    common.extend(off_corners(sketch, tile));
    common.extend(about_axis(sketch, tile, is_one, &places));
    common.extend(sides::room(facts, tile, hosts));
    if !common.iter().chain(places.iter().flatten()).any(is_last_row) {
        common.extend(by_gravity(sketch, tile));
    }
    common.extend(far_from_ends(sketch, tile));
    let marked = |conditions: Vec<Condition>| -> Vec<Condition> {
        conditions.into_iter().map(|condition| marks::with_marks(sketch, condition)).collect()
    };
    let common = marked(common);
    let places: Vec<_> = places.into_iter().map(marked).collect();
    let keeps = |condition: &Condition| {
        can_hold(condition, tile, sketch.written) || groups::asks(condition, tile, members)
    };
    let rules: Vec<Rule> = places
        .iter()
        .map(|place| {
            let mut conditions = Vec::new();
            if place.iter().all(|condition| condition.here().is_none()) {
                conditions.push(here(hosts));
            }
            let (pairs, others): (Vec<_>, Vec<_>) =
                place.iter().cloned().partition(|condition| is_pair(condition, tile));
            conditions.extend(others.into_iter().filter(keeps));
            conditions.extend(common.iter().cloned());
            shorten(&mut conditions);
            conditions.truncate(12);
            for condition in &mut conditions {
                count_the_host(condition, hosts);
            }
            pair(conditions, &pairs, hosts, tile)
        })
        .collect();
    let rules = groups::with_members(sketch, tile, members, rules, hosts);
    let is_paired = rules.iter().any(|rule| rule.executers[0].neighborhood.offsets().len() > 1);
    let grows = !is_paired && pieces_of_many(kind, n).is_some();
    let n_first = match pieces_of_many(kind, n) {
        Some((few, many)) if grows => sketch.choices.whole(&format!("seeds of {tile}"), few, many),
        _ if later.is_empty() => n,
        _ => (n + 1) / 2,
    };
    let n_first = if is_paired { (n_first + 1) / 2 } else { n_first };
    let words = match (n_first, is_paired) {
        (1, _) => format!("a {name}"),
        (_, true) => format!("{name} in pairs"),
        (_, false) => format!("{n_first} {name}"),
    };
    let words = describe(sketch, &words, &places);
    let mut more = rules.clone();
    let explorer = some(n_first, rules);
    if is_one {
        sketch.put_once(&words, explorer);
    } else {
        sketch.put(&words, explorer);
    }
    if grows {
        for rule in &mut more {
            rule.conditions.retain(|condition| !tiles_in(condition).contains(tile));
            rule.conditions.push(number("plus", TileSet::only(tile), Greater, 0.0));
        }
        // Few cells grow one at a time, so that they are as many as they should be.
        let left = (n - n_first).max(1);
        let repeats = if left <= N_ONE_BY_ONE { left } else { 4 };
        let n_each = (left + repeats - 1) / repeats;
        let explorer = Explorer { repeats: repeats as u64, ..some(n_each, more) };
        sketch.put(&format!("{name} grows there"), explorer);
    } else if !later.is_empty() && n > n_first {
        let mut conditions = vec![here(hosts)];
        conditions.extend(later);
        conditions
            .extend(common.into_iter().filter(|condition| !tiles_in(condition).contains(tile)));
        let explorer =
            Explorer { repeats: 2, ..some((n - n_first + 1) / 2, vec![write(conditions, tile)]) };
        sketch.put(&format!("more {name} beside these"), explorer);
    }
}

/// What stands along a closed border does not stand in a corner, which no way leads to.
fn off_corners(sketch: &Sketch<'_>, tile: Tile) -> Option<Condition> {
    let is_along_ring = sketch.facts.has_ring() && sketch.facts.is_at_border(tile);
    is_along_ring.then(|| number("plus", sketch.is_base(), Greater, 0.0))
}

/// The middle column or row, or both, if the only cell of a tile is its own mirror image; not there, if
/// an exact number of them come in pairs.
fn about_axis(
    sketch: &mut Sketch<'_>,
    tile: Tile,
    is_one: bool,
    places: &[Vec<Condition>],
) -> Vec<Condition> {
    let facts = sketch.facts;
    let Some(mirror) = facts.mirror_of(tile) else { return Vec::new() };
    if is_one {
        let is_there = sketch.choices.chance(&format!("{tile} on the axis"), 0.85);
        return if is_there { sides::on_axis(facts, mirror) } else { Vec::new() };
    }
    let is_on_axis = |condition: &Condition| sides::on_axis(facts, mirror).contains(condition);
    if facts.is_exact(tile) && !places.iter().flatten().any(is_on_axis) {
        return sides::off_axis(facts, mirror);
    }
    Vec::new()
}

/// How far a thing stands from its like: as the file says, or as often as not some cells. What others
/// stand around stands so far that they are around no other.
fn apart(
    sketch: &mut Sketch<'_>,
    tile: Tile,
    has_members: bool,
    is_alone: bool,
) -> Option<Condition> {
    let own = TileSet::only(tile);
    if let Some(apart) = sketch.facts.kind(tile).apart {
        return Some(far(own, GreaterEqual, apart));
    }
    let is_apart =
        is_alone && (has_members || sketch.choices.chance(&format!("{tile} apart"), 0.6));
    let least = if has_members { 2 } else { 1 };
    is_apart.then(|| {
        let apart = sketch.choices.whole(&format!("how far {tile} apart"), least, 5);
        far(own, Greater, apart)
    })
}

/// The fewest and most pieces of so many things, if there are far fewer pieces than things.
fn pieces_of_many(kind: &Kind, n: i64) -> Option<(i64, i64)> {
    let (few, many) = kind.pieces.filter(|(_, many)| n as f64 > 3.0 * many)?;
    Some((few.max(1.0) as i64, many.max(1.0) as i64))
}

/// Adds to a description what a thing stands beside.
fn describe(sketch: &Sketch<'_>, words: &str, places: &[Vec<Condition>]) -> String {
    let is_tile = |tile: &Tile| usize::from(*tile) < sketch.facts.kinds.len();
    let beside: TileSet = places
        .iter()
        .flatten()
        .map(tiles_in)
        .fold(TileSet::EMPTY, TileSet::union)
        .iter()
        .filter(is_tile)
        .collect();
    let beside = beside.difference(sketch.is_base());
    let is_at_edge = places.iter().flatten().any(|condition| tiles_in(condition).contains(OUT));
    let side = places.iter().flatten().find_map(|condition| match condition {
        Condition::Compare(Estimator::Place(edge, None), Equal, Estimator::Number(0.0)) => {
            Some(side_of(*edge))
        }
        _ => None,
    });
    match (beside.len(), side) {
        (1..=3, _) => format!("{words} beside {}", sketch.facts.names(beside)),
        (_, Some(side)) => format!("{words} at the {side} side"),
        _ if is_at_edge => format!("{words} at the border"),
        _ => words.to_owned(),
    }
}

/// The tiles that a bridge crosses: those that are one piece with it.
fn crossed(sketch: &Sketch<'_>, tile: Tile) -> TileSet {
    if sketch.facts.is_called_a_bridge(tile) { sketch.joined_to(tile) } else { TileSet::EMPTY }
}

/// The tiles on which a thing may be put.
fn hosts(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) -> TileSet {
    let facts = sketch.facts;
    let crossed = crossed(sketch, tile);
    if !crossed.is_empty() {
        return crossed;
    }
    // What ways may lead over beside their own tile stands on them.
    let ways: TileSet = parts
        .ways
        .iter()
        .map(|(way, _)| *way)
        .filter(|&way| {
            let over = facts.links.iter().filter(|link| !link.over.contains(sketch.base));
            way != tile
                && over.clone().any(|link| link.over.contains(way) && link.over.contains(tile))
        })
        .collect();
    if !ways.is_disjoint(sketch.written)
        && sketch.choices.chance(&format!("{tile} on its way"), 0.9)
    {
        return ways.iter().filter(|&way| sketch.written.contains(way)).collect();
    }
    let mates = facts.mates[usize::from(tile)].union(facts.soils[usize::from(tile)]);
    let mates: TileSet = mates.iter().filter(|&mate| sketch.written.contains(mate)).collect();
    if !mates.is_empty() && sketch.choices.chance(&format!("{tile} on its mate"), 0.7) {
        return mates;
    }
    let mut hosts = marks::hosts(sketch, tile);
    if let Some(below) = sketch.below
        && sketch.choices.chance(&format!("{tile} below"), 0.3)
    {
        hosts = TileSet::only(below);
    }
    for &ground in &parts.grounds {
        let is_walked = matches!(sketch.facts.kind(ground).role, Role::Floor);
        if sketch.written.contains(ground)
            && sketch
                .choices
                .chance(&format!("{tile} on {ground}"), if is_walked { 0.4 } else { 0.15 })
        {
            hosts = hosts.union(TileSet::only(ground));
        }
    }
    for &(way, _) in &parts.ways {
        if sketch.written.contains(way) && sketch.choices.chance(&format!("{tile} on {way}"), 0.3) {
            hosts = hosts.union(TileSet::only(way));
        }
    }
    hosts
}

/// Far from the other ends of its ways, as often as not; near, if the way must be short.
fn far_from_ends(sketch: &mut Sketch<'_>, tile: Tile) -> Vec<Condition> {
    let facts = sketch.facts;
    let mut conditions = Vec::new();
    for link in facts.links.iter().filter(|link| link.ends.contains(tile) && !link.is_across) {
        for end in link.ends.iter().filter(|&end| end != tile) {
            if !sketch.written.contains(end) {
                continue;
            }
            let is_between = |ends: &TileSet| ends.contains(tile) && ends.contains(end);
            let short = facts.short_ways.iter().find(|(ends, _)| is_between(ends));
            if let Some(&(_, steps)) = short {
                conditions.push(far(TileSet::only(end), LessEqual, steps));
            } else if sketch.choices.chance(&format!("{tile} far from {end}"), 0.7) {
                let around = (facts.width + facts.height) as f64;
                let steps = around
                    * sketch.choices.number(&format!("how far {tile} from {end}"), 0.2, 0.65);
                let condition = far(TileSet::only(end), Greater, steps as i64);
                if !conditions.iter().any(|other| tiles_in(other) == tiles_in(&condition)) {
                    conditions.push(condition);
                }
            }
        }
    }
    conditions
}

/// A count around a cell is one higher before a thing replaces what counts there.
pub(crate) fn count_the_host(condition: &mut Condition, hosts: TileSet) {
    if let Condition::Compare(Estimator::Neighborhood(cells, list), _, Estimator::Number(n)) =
        condition
        && cells.offsets().len() > 1
        && cells.offsets().contains(&(0, 0))
        && list.tiles().is_superset(hosts)
    {
        *n += 1.0;
    }
}

/// Whether a condition asks for one more of the tile at a single cell: both are written together.
fn is_pair(condition: &Condition, tile: Tile) -> bool {
    matches!(condition, Condition::Bare(Estimator::Neighborhood(cells, list))
        if is_single(cells) && cells.offsets() != [(0, 0)] && list.tiles() == TileSet::only(tile))
}

/// Whether a condition can hold before a tile is written.
pub(crate) fn can_hold(condition: &Condition, tile: Tile, written: TileSet) -> bool {
    let is_there = |tiles: TileSet| !tiles.difference(TileSet::only(tile)).is_disjoint(written);
    match condition {
        Condition::Bare(Estimator::Image(_, list))
        | Condition::Compare(Estimator::Image(_, list), ..) => !list.tiles().is_disjoint(written),
        Condition::Compare(Estimator::Neighborhood(_, list), is, Estimator::Number(n)) => {
            is.holds(0.0, *n) || is_there(list.tiles())
        }
        Condition::Compare(Estimator::Distance(list), is, Estimator::Number(n)) => {
            is.holds(f64::INFINITY, *n) || list.tiles().contains(OUT) || is_there(list.tiles())
        }
        _ => true,
    }
}

/// The rule of a thing, written together with its pairs.
fn pair(mut conditions: Vec<Condition>, pairs: &[Condition], hosts: TileSet, tile: Tile) -> Rule {
    let mut offsets = vec![(0, 0)];
    for pair in pairs {
        if let Condition::Bare(Estimator::Neighborhood(cells, _)) = pair {
            offsets.extend_from_slice(cells.offsets());
            conditions.push(all_of(cells, hosts));
        }
    }
    if offsets.len() == 1 {
        return write(conditions, tile);
    }
    rule_of(conditions, shape(offsets), marahel_breeding::parts::list([tile]))
}

/// Cells that must not be become something else.
pub(crate) fn repair(sketch: &mut Sketch<'_>) {
    let faults: Vec<_> = sketch.facts.faults.clone();
    for (index, fault) in faults.into_iter().enumerate() {
        let things = |tile: Tile| sketch.facts.kind(tile).cells.is_some_and(|(_, high)| high < 2.0);
        if fault.tiles.iter().any(things) || !sketch.choices.chance(&format!("repair {index}"), 0.2)
        {
            continue;
        }
        let tile = if fault.tiles.contains(sketch.base) {
            let others: Vec<Tile> = sketch
                .facts
                .all
                .difference(fault.tiles)
                .iter()
                .filter(|&tile| sketch.written.contains(tile) && !things(tile))
                .collect();
            if others.is_empty() {
                continue;
            }
            *sketch.choices.pick(&format!("repaired by {index}"), &others)
        } else {
            // In a room is its ground, not what is around all rooms.
            sketch.rooms.map_or(sketch.base, Rooms::soil)
        };
        let mut conditions = vec![here(fault.tiles)];
        conditions.extend(fault.conditions);
        let words =
            format!("{} where no {} may be", sketch.name(tile), sketch.facts.names(fault.tiles));
        sketch.put_once(&words, everywhere(vec![write(conditions, tile)]));
    }
}
