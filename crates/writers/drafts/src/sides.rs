//! Makers for two sides: what stands at the images of the first, on an axis or off it.

use marahel_breeding::parts::compare;
use marahel_level::{Mirror, Tile, TileSet};
use marahel_script::{Condition, Edge, Estimator, Operator};

use crate::facts::{Facts, Twins, list_of};
use crate::sketch::Sketch;
use crate::words::{Equal, Greater, LessEqual, everywhere, place, write};

/// The second side of all that stands on the first.
pub(crate) fn answer(sketch: &mut Sketch<'_>) {
    for &Twins { first, second, mirror } in &sketch.facts.twins {
        if sketch.written.contains(first) && !sketch.written.contains(second) {
            at_image(sketch, second, first, mirror);
        }
    }
}

/// A tile at the images of another.
pub(crate) fn at_image(sketch: &mut Sketch<'_>, tile: Tile, other: Tile, mirror: Mirror) {
    let image = Estimator::Image(mirror, list_of(TileSet::only(other)));
    let words = format!("{} at the image of {}", sketch.name(tile), sketch.name(other));
    let rule = write(vec![compare(image, Greater, 0.0)], tile);
    sketch.put_once(&words, everywhere(vec![rule]));
}

/// Where there is room for what the other side answers with.
pub(crate) fn room(facts: &Facts, tile: Tile, hosts: TileSet) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for twins in facts.twins.iter().filter(|twins| twins.first == tile) {
        if !facts.is_even {
            conditions.push(compare(Estimator::Image(twins.mirror, list_of(hosts)), Greater, 0.0));
        }
        conditions.extend(off_axis(facts, twins.mirror));
    }
    conditions
}

/// A cell that is its own image.
pub(crate) fn on_axis(facts: &Facts, mirror: Mirror) -> Vec<Condition> {
    axes(facts, mirror, Equal)
}

/// A cell that is not its own image.
pub(crate) fn off_axis(facts: &Facts, mirror: Mirror) -> Vec<Condition> {
    match mirror {
        // Only the middle is, which is one cell.
        Mirror::HalfTurn | Mirror::QuarterTurns => Vec::new(),
        _ => axes(facts, mirror, Operator::NotEqual),
    }
}

/// Where a rectangle stands apart from its image: on the first side, which has images on the other.
pub(crate) fn on_one_side(facts: &Facts, tile: Tile, (wide, tall): (i64, i64)) -> Vec<Condition> {
    let twins = facts.twins.iter().find(|twins| twins.first == tile).map(|twins| twins.mirror);
    let (columns, rows) = ((Edge::Left, facts.width, wide), (Edge::Top, facts.height, tall));
    let sides = match facts.mirror_of(tile).or(twins) {
        None => Vec::new(),
        Some(Mirror::TopBottom) => vec![rows],
        Some(Mirror::Both | Mirror::QuarterTurns) => vec![columns, rows],
        Some(Mirror::LeftRight | Mirror::HalfTurn) => vec![columns],
    };
    let sides = sides.into_iter().map(|(edge, side, length)| (edge, (side - 1) / 2 - length));
    sides.filter(|(_, last)| *last >= 0).map(|(edge, last)| place(edge, LessEqual, last)).collect()
}

fn axes(facts: &Facts, mirror: Mirror, is: Operator) -> Vec<Condition> {
    let columns = (Edge::Left, Edge::Right, facts.width, mirror != Mirror::TopBottom);
    let rows = (Edge::Top, Edge::Bottom, facts.height, mirror != Mirror::LeftRight);
    let place = |edge| Estimator::Place(edge, None);
    let axes = [columns, rows].into_iter().filter(|(.., length, has)| *has && length % 2 == 1);
    axes.map(|(from, to, ..)| Condition::Compare(place(from), is, place(to))).collect()
}
