//! Makers of ways: roads, rivers, corridors, wide lanes, and bridges where they cross.

use marahel_level::{Mirror, Role, Tile, TileSet, UNKNOWN};
use marahel_script::{Condition, Cost, Edge, Estimator, Rule};

use crate::facts::{ONE_PIECE, list_of};
use crate::parts::Parts;
use crate::sketch::Sketch;
use crate::words::{
    Equal, Greater, GreaterEqual, LessEqual, at_once, everywhere, from_edge, here, join, number,
    place, side_of, some, write,
};

/// Of things whose number may vary by so much, some can go.
const SPARE: f64 = 4.0;
/// A way with a larger share of the level is a wide lane.
const WIDE: f64 = 0.08;

/// A way of a tile that joins its ends.
pub(crate) fn join_ends(sketch: &mut Sketch<'_>, way: Tile, ends: TileSet, parts: &Parts) {
    let (facts, name) = (sketch.facts, sketch.name(way));
    let own = TileSet::only(way);
    let mut joined = ends;
    let is_river = facts.rivers.contains_key(&way);
    if is_river && sketch.choices.chance(&format!("spring of {way}"), 0.7) {
        joined = spring(sketch, way, ends).union(own);
    } else if parts.loops.contains(&(way, UNKNOWN))
        || sketch.choices.chance(&format!("joins {way}"), 0.3)
    {
        joined = joined.union(own);
    }
    let mut costs = costs(sketch, way, ends);
    let base = sketch.base;
    let has_barriers = barriers(sketch, way, ends);
    if has_barriers {
        costs.push(dear("self", TileSet::only(UNKNOWN), 12.0));
    }
    let other_grounds = parts.grounds.iter().copied().filter(|&ground| ground != way);
    let mut through = TileSet::only(base);
    for ground in other_grounds {
        let is_open = facts.kind(ground).role != Role::Hazard && !facts.is_ring(ground);
        if is_open && sketch.choices.chance(&format!("{way} through {ground}"), 0.5) {
            through = through.union(TileSet::only(ground));
        }
    }
    for &(_, shore) in &parts.shores {
        if shore != way {
            through = through.union(TileSet::only(shore));
        }
    }
    let mut rules: Vec<Rule> = Vec::new();
    for &(bridge, mates) in &parts.bridges {
        if mates.contains(way) {
            let crossed: TileSet = facts
                .all
                .iter()
                .filter(|&tile| {
                    tile != way
                        && tile != bridge
                        && (facts.kind(tile).role == Role::Hazard
                            || facts.rivers.contains_key(&tile))
                })
                .collect();
            if !crossed.is_empty() {
                rules.push(write(vec![here(crossed)], bridge));
            }
        }
    }
    rules.push(write(vec![here(through)], way));
    let words = format!("{name} joins {}", facts.names(joined.difference(own)));
    sketch.put(&words, join(joined, &costs, rules));
    if has_barriers {
        let rule = write(vec![here(TileSet::only(UNKNOWN))], base);
        sketch.put_once("no barriers any more", everywhere(vec![rule]));
    }
    let is_wide = facts.kind(way).cells.is_some_and(|(low, _)| low > facts.area() * WIDE)
        && !facts.is_thin(way);
    if is_wide {
        widen(sketch, way);
    }
}

/// Joins the pieces of a base that must be one, through the grounds that were laid on it.
pub(crate) fn open(sketch: &mut Sketch<'_>, parts: &Parts) {
    open_through(sketch, parts.grounds.iter().copied().collect(), "opened");
}

/// The same through things that are in the way, if there are so many that a few can go.
pub(crate) fn clear_ways(sketch: &mut Sketch<'_>, parts: &Parts) {
    let facts = sketch.facts;
    let is_wall = |&tile: &Tile| {
        facts.kind(tile).role == Role::Wall && facts.most(tile) - facts.least(tile) >= SPARE
    };
    open_through(sketch, parts.things.iter().copied().filter(is_wall).collect(), "cleared");
}

fn open_through(sketch: &mut Sketch<'_>, laid: TileSet, choice: &str) {
    let (facts, base) = (sketch.facts, sketch.base);
    let has_base = |tiles: &&TileSet| tiles.contains(base);
    let alone = sketch.is_base();
    let alone = facts.kind(base).pieces.filter(|(_, most)| *most <= ONE_PIECE).map(|_| alone);
    let over = facts.links.iter().map(|link| &link.over);
    let sets: Vec<TileSet> =
        facts.networks.iter().chain(over).filter(has_base).copied().chain(alone).collect();
    let joined = sets.iter().copied().fold(TileSet::EMPTY, TileSet::union);
    let is_in_the_way = |&tile: &Tile| sketch.written.contains(tile) && !facts.is_ring(tile);
    let closed: TileSet = laid.difference(joined).iter().filter(is_in_the_way).collect();
    if sets.is_empty()
        || closed.is_empty()
        || facts.pieces_with(base).is_some()
        || !sketch.choices.chance(choice, 0.6)
    {
        return;
    }
    let itself = marahel_breeding::parts::cells("self");
    let dug = Estimator::Neighborhood(itself, list_of(closed));
    let mut costs = vec![Cost::from(dug)];
    let mut conditions = vec![here(closed)];
    if closed.iter().any(|tile| facts.kind(tile).border.0 > 0.0) {
        costs.push(dear("all", crate::facts::OUTSIDE, 9.0));
        conditions.push(from_edge(Greater, 1));
    }
    let words = format!("{} joins itself through {}", sketch.name(base), facts.names(closed));
    let ends = joined.iter().filter(|&tile| sketch.written.contains(tile)).collect();
    sketch.put(&words, join(ends, &costs, vec![write(conditions, base)]));
}

/// Marks barriers from above and below, which a long way goes around; returns whether there are any.
fn barriers(sketch: &mut Sketch<'_>, way: Tile, ends: TileSet) -> bool {
    let (facts, base) = (sketch.facts, sketch.base);
    let across = facts.width.max(facts.height) as f64;
    let longest = facts.long_ways.iter().filter(|(tiles, _)| ends.is_superset(*tiles));
    let longest = longest.map(|(_, steps)| *steps).fold(0.0, f64::max);
    if longest < 0.8 * across {
        return false;
    }
    let n = sketch.choices.whole(&format!("barriers of {way}"), 0, 5);
    if n == 0 {
        return false;
    }
    let (mark, gap) =
        (TileSet::only(UNKNOWN), sketch.choices.whole(&format!("gaps of {way}"), 2, 4));
    let apart = sketch.choices.whole(&format!("barriers of {way} apart"), 2, 4);
    let at = |edge| {
        vec![
            place(edge, Equal, 0),
            place(Edge::Left, Greater, 2),
            place(Edge::Right, Greater, 2),
            here(TileSet::only(base)),
            crate::words::number_in(&sides(apart), mark, Equal, 0.0),
        ]
    };
    let unknown = UNKNOWN;
    let seeds = vec![
        write([at(Edge::Top), vec![crate::words::sometimes(0.5)]].concat(), unknown),
        write(at(Edge::Bottom), unknown),
    ];
    let seeds = marahel_script::Explorer { mirror: None, ..some(n, seeds) };
    sketch.put_once("barriers begin above and below", seeds);
    let grow = |from: &str, edge| {
        let from = marahel_breeding::parts::cells(from);
        vec![
            crate::words::all_of(&from, mark),
            here(TileSet::only(base)),
            place(edge, Greater, gap),
        ]
    };
    let rules =
        vec![write(grow("up", Edge::Bottom), unknown), write(grow("down", Edge::Top), unknown)];
    let repeats = facts.height as u64;
    let explorer = marahel_script::Explorer { repeats, ..everywhere(rules) };
    sketch.put_once("and leave gaps", explorer);
    true
}

/// The cells of some columns at both sides.
fn sides(n: i64) -> marahel_script::Neighborhood {
    crate::words::shape((-n..=n).filter(|&x| x != 0).map(|x| (x as i32, 0)).collect())
}

/// What a way costs: winding or straight, and dear beside what it must keep away from.
fn costs(sketch: &mut Sketch<'_>, way: Tile, ends: TileSet) -> Vec<Cost> {
    let base = list_of(sketch.is_base());
    let itself = marahel_breeding::parts::cells("self");
    let plain = match sketch.choices.whole(&format!("cost of {way}"), 0, 4) {
        0 | 1 => vec![Estimator::Random],
        2 => vec![Estimator::Neighborhood(itself, base)],
        3 => vec![Estimator::Number(1.0)],
        _ => vec![Estimator::Number(0.1), Estimator::Random, Estimator::Random],
    };
    let mut costs: Vec<Cost> = plain.into_iter().map(Cost::from).collect();
    // Other ways of the same tile are apart from this one.
    let apart: TileSet = sketch
        .facts
        .links
        .iter()
        .filter(|link| link.over.contains(way))
        .map(|link| link.ends)
        .filter(|other| other.is_disjoint(ends))
        .fold(TileSet::EMPTY, TileSet::union);
    if !apart.is_empty() {
        costs.push(dear("all", apart.union(TileSet::only(way)), 12.0));
    }
    if let Some((wall, _)) = sketch.pen {
        costs.push(dear("self", TileSet::only(wall).union(TileSet::only(UNKNOWN)), 12.0));
    }
    let (guards, _) = sketch.guards(way);
    for guard in &guards {
        let kept = crate::words::tiles_in(guard).difference(ends);
        let tiles: TileSet =
            kept.iter().filter(|&tile| usize::from(tile) < sketch.facts.kinds.len()).collect();
        if !tiles.is_empty() {
            costs.push(dear("all", tiles, 8.0));
        } else if kept.contains(marahel_level::OUT) {
            costs.push(dear("all", crate::facts::OUTSIDE, 2.0));
        }
    }
    costs
}

/// What a cell costs beside some tiles.
fn dear(beside: &str, tiles: TileSet, cost: f64) -> Cost {
    Cost {
        conditions: vec![number(beside, tiles, Greater, 0.0)],
        estimator: Estimator::Number(cost),
    }
}

/// Springs of a river beside one of its ends; returns the other ends, which it flows to.
fn spring(sketch: &mut Sketch<'_>, way: Tile, ends: TileSet) -> TileSet {
    let facts = sketch.facts;
    let mut by_bulk: Vec<Tile> = ends.iter().collect();
    by_bulk.sort_by(|&left, &right| {
        facts.bulk(left).unwrap_or(0.0).total_cmp(&facts.bulk(right).unwrap_or(0.0))
    });
    let source = by_bulk[0];
    let n = facts.kind(way).pieces.map_or(1, |(low, _)| (low as i64).max(1));
    let conditions =
        vec![here(sketch.is_base()), crate::words::far(TileSet::only(source), Equal, 1)];
    let words = format!("{} begins beside {}", sketch.name(way), sketch.name(source));
    sketch.put(&words, some(n, vec![write(conditions, way)]));
    ends.difference(TileSet::only(source))
}

/// Makes a way wide.
fn widen(sketch: &mut Sketch<'_>, way: Tile) {
    let own = TileSet::only(way);
    let beside = *sketch.choices.pick(&format!("lane of {way}"), &["all", "plus"]);
    let n_passes = sketch.choices.whole(&format!("width of {way}"), 1, 3);
    let mut conditions = vec![here(sketch.is_base()), number(beside, own, Greater, 0.0)];
    conditions.push(from_edge(Greater, if sketch.facts.fences.is_empty() { 1 } else { 2 }));
    let words = format!("a wide lane of {}", sketch.name(way));
    sketch.put(&words, at_once(n_passes, vec![write(conditions, way)]));
}

/// The conditions for an end of a way across the level: the first stands at the left side, the last
/// at the right.
pub(crate) fn side_of_end(sketch: &Sketch<'_>, tile: Tile) -> Option<Condition> {
    let facts = sketch.facts;
    let link = facts.links.iter().find(|link| link.is_across && link.ends.contains(tile))?;
    let is_start = facts.kind(tile).role == Role::Entrance
        || link.ends.iter().all(|end| facts.kind(end).role != Role::Entrance)
            && link.ends.iter().next() == Some(tile);
    let edge = if is_start { Edge::Left } else { Edge::Right };
    Some(place(edge, Equal, 0))
}

/// Two cells of a tile at opposite sides, joined: for a way across that has no other ends.
pub(crate) fn across(sketch: &mut Sketch<'_>, tile: Tile, is_upward: bool) {
    let (facts, name) = (sketch.facts, sketch.name(tile));
    if let Some((least, most)) = facts.kind(tile).pieces.filter(|(least, _)| *least > ONE_PIECE) {
        return lines_across(sketch, tile, is_upward, (least as i64, most as i64));
    }
    let sides = if is_upward { [Edge::Bottom, Edge::Top] } else { [Edge::Left, Edge::Right] };
    let (first, last) =
        if is_upward { (Edge::Left, Edge::Right) } else { (Edge::Top, Edge::Bottom) };
    let margin = sketch.choices.whole(&format!("ends of {tile}"), 1, 3);
    let mirror = facts.mirror_of(tile).filter(|&mirror| swaps(mirror, is_upward));
    let ends = if mirror.is_some() { &sides[..1] } else { &sides[..] };
    for &side in ends {
        let mut conditions =
            vec![here(sketch.is_base()), place(side, Equal, 0), place(first, GreaterEqual, margin)];
        conditions.push(place(last, GreaterEqual, margin));
        sketch.put_once(
            &format!("{name} at the {} side", side_of(side)),
            some(1, vec![write(conditions, tile)]),
        );
    }
    let crossed: TileSet = facts
        .crossings
        .iter()
        .filter(|crossing| crossing.0.contains(tile))
        .fold(TileSet::EMPTY, |all, crossing| all.union(crossing.0));
    let mut costs = costs(sketch, tile, crossed);
    let others = sketch
        .written
        .difference(sketch.is_base())
        .difference(crossed)
        .difference(TileSet::only(tile));
    if !others.is_empty() {
        costs.push(dear("plus", others, 6.0));
    }
    let mut rules = vec![write(vec![here(sketch.is_base())], tile)];
    let other_ways = facts.crossings.iter().filter(|crossing| !crossing.0.contains(tile));
    let other_ways = other_ways.fold(TileSet::EMPTY, |all, crossing| all.union(crossing.0));
    let mut mates = facts.mates[usize::from(tile)].iter();
    if let Some(bridge) = mates.find(|&mate| facts.is_called_a_bridge(mate)) {
        let met: TileSet = other_ways
            .iter()
            .filter(|&way| way != bridge && way != sketch.base && sketch.written.contains(way))
            .collect();
        if !met.is_empty() {
            rules.insert(0, write(vec![here(met)], bridge));
        }
    }
    let explorer = join(TileSet::only(tile), &costs, rules);
    let Some(mirror) = mirror else {
        return sketch.put_once(&format!("{name} from side to side"), explorer);
    };
    middle(sketch, tile, mirror, sides[0]);
    sketch.put_once(&format!("{name} from there to the middle"), explorer);
    let image = Estimator::Image(mirror, list_of(TileSet::only(tile)));
    let image = marahel_breeding::parts::compare(image, Greater, 0.0);
    let rule = write(vec![here(sketch.is_base()), image], tile);
    sketch.put_once(&format!("the image of {name}"), everywhere(vec![rule]));
}

/// Several straight lines of a tile from side to side.
fn lines_across(sketch: &mut Sketch<'_>, tile: Tile, is_upward: bool, (least, most): (i64, i64)) {
    let (name, own) = (sketch.name(tile), TileSet::only(tile));
    let (side, before) = if is_upward { (Edge::Top, "up") } else { (Edge::Left, "left") };
    let n = sketch.choices.whole(&format!("lines of {tile}"), least, most.min(2 * least));
    let apart = sketch.choices.whole(&format!("how far lines of {tile} apart"), 1, 5);
    let conditions = vec![place(side, Equal, 0), crate::words::far(own, Greater, apart)];
    let ends = some(n, vec![write(conditions, tile)]);
    sketch.put(&format!("{n} lines of {name} begin at the {} side", side_of(side)), ends);
    let before = crate::words::all_of(&marahel_breeding::parts::cells(before), own);
    let lines = everywhere(vec![write(vec![before], tile)]);
    sketch.put(&format!("lines of {name} from side to side"), lines);
}

/// Whether a mirror image of the first row, or column, is the last one.
fn swaps(mirror: Mirror, is_upward: bool) -> bool {
    match mirror {
        Mirror::LeftRight => !is_upward,
        Mirror::TopBottom => is_upward,
        Mirror::Both | Mirror::HalfTurn | Mirror::QuarterTurns => true,
    }
}

/// Cells of a tile that their own images touch: in the middle, or with one mirror, halfway from a side.
fn middle(sketch: &mut Sketch<'_>, tile: Tile, mirror: Mirror, side: Edge) {
    let facts = sketch.facts;
    let halfway = |edge, length: i64| {
        [place(edge, GreaterEqual, (length - 1) / 2), place(edge, LessEqual, length / 2)]
    };
    let columns = halfway(Edge::Left, facts.width);
    let rows = halfway(Edge::Top, facts.height);
    let name = sketch.name(tile);
    let words = format!("{name} in the middle");
    if matches!(mirror, Mirror::LeftRight | Mirror::TopBottom) {
        let is_upright = matches!(side, Edge::Left | Edge::Right);
        let mut conditions = vec![here(sketch.is_base())];
        conditions.extend(if is_upright { columns } else { rows });
        sketch.put_once(&words, some(1, vec![write(conditions, tile)]));
    } else {
        let rule = write([columns, rows].concat(), tile);
        sketch.put_once(&words, everywhere(vec![rule]));
    }
}
