//! Makers of lines: across the level, between two halves, and closed around something.

use marahel_level::{Role, Tile, TileSet, UNKNOWN};
use marahel_script::{Condition, Edge, Estimator, Explorer};

use crate::facts::Along;
use crate::parts::Parts;
use crate::sketch::Sketch;
use crate::words::{
    Equal, Greater, GreaterEqual, LessEqual, all_of, at_once, everywhere, from_edge, here, number,
    number_in, place, some, stamp, write,
};
use marahel_breeding::parts::cells;

/// A straight line across the level, and what lies below it.
pub(crate) fn line(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
    let (facts, name) = (sketch.facts, sketch.name(tile));
    let is_upright = facts.kind(tile).span == Some(Along::Columns);
    let below = parts.grounds.iter().copied().find(|&ground| facts.kind(ground).bottom.0 > 0.5);
    let below = below.filter(|_| !is_upright);
    let (side, from, across) = if is_upright {
        (Edge::Top, Edge::Left, facts.width)
    } else {
        (Edge::Left, Edge::Top, facts.height)
    };
    let (mut low, mut high) = (1, across - 2);
    if let Some((few, many)) = below.and_then(|below| facts.kind(below).cells)
        && many < facts.area()
    {
        let width = facts.width as f64;
        (low, high) =
            (across - 1 - (many / width) as i64, across - 1 - (few / width).ceil() as i64);
    }
    let last = (across - 2).max(1);
    let (low, high) = (low.clamp(1, last), high.clamp(1, last));
    let (low, high) = (low.min(high), low.max(high));
    let mut conditions =
        vec![place(side, Equal, 0), place(from, GreaterEqual, low), place(from, LessEqual, high)];
    let is_of_place = |guard: &Condition| {
        matches!(guard, Condition::Compare(Estimator::Place(edge, None), ..)
            if is_upright == matches!(edge, Edge::Left | Edge::Right))
    };
    conditions.extend(sketch.guards(tile).0.into_iter().filter(is_of_place));
    let own = TileSet::only(tile);
    let (end, behind, order) =
        if is_upright { ("upper", "up", "vert") } else { ("left", "left", "horz") };
    sketch.put_once(
        &format!("the {end} end of a line of {name}"),
        some(1, vec![write(conditions, tile)]),
    );
    let rule = write(vec![all_of(&cells(behind), own)], tile);
    let growth = marahel_breeding::parts::explorer_of(order, vec![rule]);
    sketch.put_once(&format!("the line of {name}"), Explorer { repeats: 2, ..growth });
    if let Some(ground) = below {
        let on = sketch.is_base();
        let above = own.union(TileSet::only(ground));
        let rule = write(vec![here(on), all_of(&cells("up"), above)], ground);
        let mut explorer = marahel_breeding::parts::explorer_of("vert", vec![rule]);
        explorer.repeats = 2;
        let ground_name = sketch.name(ground);
        sketch.put_once(&format!("{ground_name} below it"), explorer);
        sketch.below = Some(ground);
        sketch.n_free /= 2.0;
    }
}

/// Parts a ground that must be in several pieces, by lines from side to side that may bend.
pub(crate) fn divide(sketch: &mut Sketch<'_>) {
    let facts = sketch.facts;
    let base = sketch.base;
    let Some((tiles, n)) = facts.pieces_with(base) else { return };
    let (width, height) = (facts.width, facts.height);
    let is_divider = |&tile: &Tile| {
        let kind = facts.kind(tile);
        let high = kind.cells.map_or(0.0, |(_, high)| high);
        !tiles.contains(tile)
            && (kind.role == Role::Wall || high >= width.min(height) as f64 - 2.0)
            && high > 5.0
    };
    let dividers: Vec<Tile> = facts.all.iter().filter(is_divider).collect();
    if dividers.is_empty() || !sketch.choices.chance("divided", 0.75) {
        return;
    }
    let tile = *sketch.choices.pick("divided by", &dividers);
    let name = sketch.name(tile);
    let is_upright =
        sketch.choices.chance("divided upright", if width >= height { 0.8 } else { 0.2 });
    let (sides, along, far_along, length) = if is_upright {
        ([Edge::Top, Edge::Bottom], Edge::Left, Edge::Right, width)
    } else {
        ([Edge::Left, Edge::Right], Edge::Top, Edge::Bottom, height)
    };
    let first = i64::from(facts.has_ring());
    let margin = ((length as f64 * sketch.choices.number("divided at", 0.2, 0.42)) as i64).max(2);
    let mark = TileSet::only(marahel_level::UNKNOWN);
    let cost = match sketch.choices.whole("bends of the divider", 0, 2) {
        0 => Estimator::Random,
        1 => Estimator::Number(1.0),
        _ => Estimator::Neighborhood(cells("self"), crate::facts::list_of(TileSet::only(base))),
    };
    for _ in 1..n {
        for side in sides {
            let conditions = vec![
                here(TileSet::only(base)),
                place(side, Equal, first),
                place(along, GreaterEqual, margin),
                place(far_along, GreaterEqual, margin),
            ];
            let rule = write(conditions, marahel_level::UNKNOWN);
            sketch.put_once(&format!("an end of a line of {name}"), some(1, vec![rule]));
        }
        let rule = write(vec![here(TileSet::only(base))], marahel_level::UNKNOWN);
        sketch.put_once(
            &format!("the line of {name} from side to side"),
            crate::words::join(mark, std::slice::from_ref(&cost), vec![rule]),
        );
        let rule = write(vec![here(mark)], tile);
        sketch.put_once(&format!("{name} in two halves"), everywhere(vec![rule]));
    }
}

/// A closed wall around marks, on which alone some things will stand.
pub(crate) fn pen(sketch: &mut Sketch<'_>, wall: Tile, inside: TileSet) {
    sketch.pen = Some((wall, inside));
    closed_loop(sketch, wall, UNKNOWN);
}

/// A closed loop: the outline of a shape of rectangles.
pub(crate) fn closed_loop(sketch: &mut Sketch<'_>, tile: Tile, inner: Tile) {
    let (facts, base) = (sketch.facts, sketch.base);
    let is_mark = inner == UNKNOWN;
    let name = sketch.name(tile);
    let inner_name = match sketch.pen {
        Some((_, inside)) if is_mark => format!("room for {}", facts.names(inside)),
        _ if is_mark => "marks".to_owned(),
        _ => sketch.name(inner),
    };
    let (wide, tall, bulk) = if is_mark {
        // The way around a rectangle has so many cells.
        let around = sketch.amount(tile) / 2.0 - 2.0;
        let high = (facts.width - 6).min(around as i64 - 2).max(3);
        let wide = sketch.choices.whole(&format!("width of {inner}"), 3.min(high), high);
        let tall = (around as i64 - wide).clamp(2, (facts.height - 6).max(2));
        (wide, tall, 0.0)
    } else {
        let bulk = facts.bulk(inner).unwrap_or(20.0).min(facts.area() / 4.0);
        let wide = sketch.choices.whole(&format!("width of {inner}"), 3, (facts.width / 2).max(3));
        (
            wide,
            ((bulk * 0.6 / wide as f64).round() as i64).clamp(1, (facts.height / 3).max(1)),
            bulk,
        )
    };
    let off = 1
        + i64::from(facts.has_ring())
        + sketch.choices.whole(&format!("{inner} off the edge"), 1, 3);
    let inside = |(wide, tall): (i64, i64)| {
        vec![
            from_edge(Greater, off),
            place(Edge::Right, GreaterEqual, wide - 1 + off),
            place(Edge::Bottom, GreaterEqual, tall - 1 + off),
        ]
    };
    let block = sketch.block((wide, tall));
    let mut conditions = vec![all_of(&block, TileSet::only(base))];
    conditions.extend(inside((wide, tall)));
    let rule = stamp(conditions, &block, inner);
    sketch.put(&format!("{inner_name}, {wide} by {tall}"), some(1, vec![rule]));
    let n_arms = sketch.choices.whole(&format!("arms of {inner}"), 0, 3);
    if n_arms > 0 {
        let size = if sketch.choices.chance(&format!("arms of {inner} upright"), 0.6) {
            (2, 4)
        } else {
            (4, 2)
        };
        let arm = sketch.block(size);
        let apart = sketch.choices.whole(&format!("arms of {inner} apart"), 3, 6);
        let mut conditions =
            vec![here(TileSet::only(inner)), number("all", TileSet::only(base), Greater, 2.0)];
        conditions.extend(inside(size));
        conditions.push(number_in(
            &crate::words::rectangle(size, 1),
            TileSet::only(base),
            Greater,
            apart as f64,
        ));
        let rule = stamp(conditions, &arm, inner);
        sketch.put(&format!("arms of {inner_name}"), some(n_arms, vec![rule]));
    }
    let conditions =
        vec![here(TileSet::only(base)), number("all", TileSet::only(inner), Greater, 0.0)];
    let around = if is_mark && sketch.pen.is_none() { "them" } else { "it" };
    sketch.put(&format!("{name} around {around}"), at_once(1, vec![write(conditions, tile)]));
    if is_mark && sketch.pen.is_none() {
        let rule = write(vec![here(TileSet::only(UNKNOWN))], base);
        sketch.put_once("no marks any more", everywhere(vec![rule]));
    }
    sketch.n_free = (sketch.n_free - bulk * 1.8).max(1.0);
}
