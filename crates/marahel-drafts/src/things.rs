//! Makers of things: one or some at places, pieces, runs, images, and repairs.

use marahel_breeding::parts::{cells, rule_of};
use marahel_level::{Role, Tile, TileSet};
use marahel_script::{Condition, Edge, Estimator, Explorer, Neighborhood, Rule};

use crate::facts::{Along, Kind, is_single, list_of};
use crate::ground::{is_upright, lattice};
use crate::marks;
use crate::parts::{PIECE, Parts};
use crate::sketch::Sketch;
use crate::ways::{self, side_of_end};
use crate::words::{
    Equal, Greater, GreaterEqual, LessEqual, all_of, everywhere, far, from_edge, here, number,
    number_in, place, seen_from, shape, side_of, some, sometimes, stamp, tiles_in, write,
};

/// The most rows or columns of a tile.
const N_RUNS: f64 = 24.0;
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
        let image = Estimator::Image(mirror, list_of(TileSet::only(partner)));
        let conditions = vec![marahel_breeding::parts::compare(image, Greater, 0.0)];
        let words = format!("{} at the image of {}", sketch.name(tile), sketch.name(partner));
        return sketch.put_once(&words, everywhere(vec![write(conditions, tile)]));
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
    let is_long = match kind.cells {
        Some((low, _)) => low >= facts.height.min(side) as f64,
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
fn some_of(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
    if let Some(quotas) = sketch.quotas(tile) {
        for (n, places) in quotas {
            some_at(sketch, tile, parts, n, places);
        }
        return;
    }
    let (n, mut places) = (sketch.amount(tile), sketch.places(tile));
    let around = places.iter().flatten().find_map(|condition| surround_in(condition, tile));
    let around =
        around.filter(|_| n < N_AROUND && sketch.choices.chance(&format!("around {tile}"), 0.6));
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
    let Condition::Compare(Estimator::Neighborhood(cells, list), is, Estimator::Number(n)) =
        condition
    else {
        return None;
    };
    let other = list.tiles().iter().next().filter(|_| list.tiles().len() == 1)?;
    let are_all = is.holds(cells.offsets().len() as f64, *n) || *is == Equal;
    let are_many = !(0..N_AROUND as i64).any(|few| is.holds(few as f64, *n));
    (are_all && are_many && other != tile).then(|| (cells.clone(), other))
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
    let hosts = hosts(sketch, tile, parts);
    let mut common: Vec<Condition> = guards;
    if let Some(apart) = kind.apart {
        common.push(far(TileSet::only(tile), GreaterEqual, apart));
    } else if n > 1 && later.is_empty() && sketch.choices.chance(&format!("{tile} apart"), 0.6) {
        let apart = sketch.choices.whole(&format!("how far {tile} apart"), 1, 5);
        common.push(far(TileSet::only(tile), Greater, apart));
    }
    common.extend(side_of_end(sketch, tile));
    if let Some(solid) = facts.solid
        && facts.reached.iter().any(|(_, to)| to.contains(tile))
        && kind.role == Role::Loot
    {
        let high = sketch.choices.whole(&format!("{tile} within reach"), 1, 4);
        common.push(far(solid, crate::words::LessEqual, high));
    }
    if let Some(solid) = facts.solid
        && !matches!(kind.role, Role::Loot)
        && sketch.choices.chance(&format!("{tile} on its feet"), 0.85)
    {
        common.push(all_of(&cells("down"), solid));
    }
    common.extend(far_from_ends(sketch, tile));
    let common: Vec<Condition> =
        common.into_iter().map(|condition| marks::with_marks(sketch, condition)).collect();
    let places: Vec<Vec<Condition>> = places
        .into_iter()
        .map(|place| {
            place.into_iter().map(|condition| marks::with_marks(sketch, condition)).collect()
        })
        .collect();
    let rules: Vec<Rule> = places
        .iter()
        .map(|place| {
            let mut conditions = Vec::new();
            let has_host = place.iter().any(|condition| {
            matches!(condition, Condition::Bare(estimator) if estimator.counted_here().is_some())
        });
            if !has_host {
                conditions.push(here(hosts));
            }
            let (pairs, others): (Vec<_>, Vec<_>) =
                place.iter().cloned().partition(|condition| is_pair(condition, tile));
            conditions.extend(
                others.into_iter().filter(|condition| can_hold(condition, tile, sketch.written)),
            );
            conditions.extend(common.iter().cloned());
            conditions.truncate(8);
            pair(conditions, &pairs, hosts, tile)
        })
        .collect();
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
        let explorer = Explorer { repeats: 4, ..some((n - n_first + 3) / 4, more) };
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
    let is_at_edge =
        places.iter().flatten().any(|condition| tiles_in(condition).contains(marahel_level::OUT));
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

/// Whether a condition asks for one more of the tile at a single cell: both are written together.
fn is_pair(condition: &Condition, tile: Tile) -> bool {
    matches!(condition, Condition::Bare(Estimator::Neighborhood(cells, list))
        if is_single(cells) && cells.offsets() != [(0, 0)] && list.tiles() == TileSet::only(tile))
}

/// Whether a condition can hold before a tile is written.
fn can_hold(condition: &Condition, tile: Tile, written: TileSet) -> bool {
    if let Condition::Bare(Estimator::Image(_, list))
    | Condition::Compare(Estimator::Image(_, list), ..) = condition
    {
        return !list.tiles().is_disjoint(written);
    }
    let Condition::Compare(Estimator::Neighborhood(_, list), is, Estimator::Number(n)) = condition
    else {
        return true;
    };
    let others = list.tiles().difference(TileSet::only(tile));
    is.holds(0.0, *n) || !others.is_disjoint(written)
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

/// Seeds on a way, which grow.
fn on_way(sketch: &mut Sketch<'_>, tile: Tile, host: Tile) {
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
fn runs(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
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
        many.clamp(few.max(1.0), N_RUNS) as i64,
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
fn pieces(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
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
    let few = few.clamp(1.0, 8.0) as i64;
    let n =
        sketch.choices.whole(&format!("pieces of {tile}"), few, (many.min(8.0) as i64).max(few));
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
    let joined = sketch.joined_to(tile);
    let touches = facts.touching.iter().any(|(tiles, _)| tiles.contains(tile));
    if touches && facts.solid.is_some() && !joined.is_empty() {
        let feet = shape((0..size.0).map(|x| (x as i32, size.1 as i32)).collect());
        let feet = sketch.named(&format!("below_{}x{}", size.0, size.1), feet);
        conditions.push(all_of(&feet, joined));
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
        // Off all sides of the piece, not only of its first cell.
        match &guard {
            Condition::Compare(Estimator::Distance(list), Greater, Estimator::Number(steps))
                if !list.tiles().contains(marahel_level::OUT) && *steps >= 1.0 && *steps <= 3.0 =>
            {
                let around = sketch.rim(size, *steps as i64);
                conditions.push(number_in(&around, list.tiles(), Equal, 0.0));
            }
            Condition::Compare(Estimator::Distance(_), ..) => conditions.push(guard),
            Condition::Compare(Estimator::Neighborhood(_, list), Equal, Estimator::Number(n))
                if *n == 0.0 && !list.tiles().contains(tile) =>
            {
                conditions.push(number_in(&rim, list.tiles(), Equal, 0.0));
            }
            _ => (),
        }
    }
    if let Some(apart) = kind.apart {
        conditions.push(far(own, GreaterEqual, apart + size.0.max(size.1) - 1));
    }
    let at = sketch.places(tile).into_iter().next().unwrap_or_default();
    for condition in at {
        if !tiles_in(&condition).contains(tile) {
            conditions.push(condition);
        } else if let Some(((x, y), tiles)) = support_in(&condition, tile) {
            let feet = side_cells(size, (x, y));
            let feet = sketch.named(&format!("beside_{}x{}_{x}_{y}", size.0, size.1), feet);
            conditions.push(all_of(&feet, tiles));
        }
    }
    let words = format!("{n} {name}, {} by {}", size.0, size.1);
    sketch.put(&words, some(n, vec![stamp(conditions, &block, tile)]));
}

/// The neighbor that a condition asks for, if it is of the like of a tile or of others, and those
/// others: what it stands on, or hangs from.
fn support_in(condition: &Condition, tile: Tile) -> Option<((i32, i32), TileSet)> {
    let (Condition::Bare(Estimator::Neighborhood(cells, list))
    | Condition::Compare(Estimator::Neighborhood(cells, list), Greater, Estimator::Number(0.0))) =
        condition
    else {
        return None;
    };
    let others = list.tiles().difference(TileSet::only(tile));
    match cells.offsets() {
        &[side @ ((0, 1 | -1) | (1 | -1, 0))] if !others.is_empty() => Some((side, others)),
        _ => None,
    }
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
fn column(sketch: &Sketch<'_>, tile: Tile) -> Option<(TileSet, TileSet)> {
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
fn columns(sketch: &mut Sketch<'_>, tile: Tile, (below, above): (TileSet, TileSet)) {
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
            sketch.base
        };
        let mut conditions = vec![here(fault.tiles)];
        conditions.extend(fault.conditions);
        let words =
            format!("{} where no {} may be", sketch.name(tile), sketch.facts.names(fault.tiles));
        sketch.put_once(&words, everywhere(vec![write(conditions, tile)]));
    }
}
