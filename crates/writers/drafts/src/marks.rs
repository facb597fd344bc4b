//! Marks: the cells that can be reached from a thing, until all that depends on it stands.

use marahel_level::{Tile, TileSet, UNKNOWN};
use marahel_script::{Condition, Estimator};

use crate::facts::list_of;
use crate::sketch::Sketch;
use crate::words::{Greater, everywhere, here, number, write};

const MARK: TileSet = TileSet::only(UNKNOWN);

/// Two things that no way must connect, if the draft marks what the first reaches.
pub(crate) fn pair_of(sketch: &mut Sketch<'_>) -> Option<(Tile, Tile)> {
    let facts = sketch.facts;
    let pair = facts.sealed.iter().find_map(|&(from, to)| from.single().zip(to.single()));
    pair.filter(|_| facts.pieces_with(sketch.base).is_some() && sketch.choices.chance("marks", 0.9))
}

/// Marks the ground that can be reached from a thing, if it has a pair.
pub(crate) fn mark_from(sketch: &mut Sketch<'_>, tile: Tile) {
    let Some((first, last)) = pair_of(sketch) else { return };
    if first != tile {
        return;
    }
    let facts = sketch.facts;
    let sealed = facts.sealed.iter().filter(|(from, _)| from.contains(first));
    let sealed = sealed.fold(TileSet::only(last), |all, (_, to)| all.union(*to));
    let beside = number("plus", TileSet::only(first).union(MARK), Greater, 0.0);
    let rule = write(vec![here(sketch.is_base()), beside], UNKNOWN);
    let name = sketch.name(first);
    let repeats = facts.width.min(facts.height) as u64;
    let explorer = marahel_script::Explorer { repeats, ..everywhere(vec![rule]) };
    sketch.put_once(&format!("marks where {name} can go"), explorer);
    sketch.marked = Some((first, sealed));
}

/// The ground on which a thing stands: marked if it must be reached, not marked if it must not.
pub(crate) fn hosts(sketch: &Sketch<'_>, tile: Tile) -> TileSet {
    let base = sketch.is_base();
    if let Some((_, inside)) = sketch.pen {
        return if inside.contains(tile) { MARK } else { base };
    }
    let Some((first, sealed)) = sketch.marked else { return base };
    let is_reached = |from: Tile| {
        sketch.facts.reached.iter().any(|(start, to)| start.contains(from) && to.contains(tile))
    };
    if is_reached(first) {
        MARK
    } else if sealed.contains(tile) || sealed.iter().any(is_reached) {
        base
    } else {
        base.union(MARK)
    }
}

/// A condition about the ground, also about marked ground.
pub(crate) fn with_marks(sketch: &Sketch<'_>, condition: Condition) -> Condition {
    if sketch.marked.is_none() && sketch.pen.is_none() {
        return condition;
    }
    let more = |estimator: Estimator| match estimator {
        Estimator::Neighborhood(cells, list) if list.tiles().contains(sketch.base) => {
            Estimator::Neighborhood(cells, list_of(list.tiles().union(MARK)))
        }
        estimator => estimator,
    };
    match condition {
        Condition::Bare(estimator) => Condition::Bare(more(estimator)),
        Condition::Compare(left, is, right) => Condition::Compare(more(left), is, more(right)),
    }
}

/// Marked ground is ground again.
pub(crate) fn clear(sketch: &mut Sketch<'_>) {
    if sketch.marked.take().is_some() | sketch.pen.take().is_some() {
        let rule = write(vec![here(MARK)], sketch.base);
        let name = sketch.name(sketch.base);
        sketch.put_once(&format!("marks are {name}"), everywhere(vec![rule]));
    }
}
