//! The maker of ground that rests on itself: hills from the side, with lakes and a crust.

use marahel_level::TileSet;
use marahel_script::Edge;

use crate::facts::Heap;
use crate::ground::{growth, hills};
use crate::sketch::Sketch;
use crate::words::{Greater, all_of, at_once, everywhere, here, number, shape, write};

/// Hills of a heap's body from the last row, slopes, lakes in it, and its crust.
pub(crate) fn raise(sketch: &mut Sketch<'_>, heap: &Heap) {
    let body = TileSet::only(heap.body);
    let name = sketch.name(heap.body);
    let n = sketch.amount(heap.body);
    hills(sketch, heap.body, n, Edge::Bottom);
    if sketch.choices.chance("slopes", 0.8) {
        let is_free = here(sketch.is_base());
        let beside = |side: i32| {
            let step = shape(vec![(side, 0), (side, -1), (0, 1)]);
            vec![is_free.clone(), all_of(&step, body)]
        };
        let notch = vec![is_free.clone(), number("horz", body, Greater, 1.0)];
        let rules = [beside(-1), beside(1), notch].map(|conditions| write(conditions, heap.body));
        let n_passes = sketch.facts.height / 2;
        sketch.put(&format!("slopes of {name}"), at_once(n_passes, rules.into()));
    }
    let base = std::mem::replace(&mut sketch.base, heap.body);
    for tile in heap.pools.iter() {
        let n = sketch.amount(tile);
        growth(sketch, tile, n);
    }
    sketch.base = base;
    if let Some((crust, air)) = heap.crust {
        let conditions = vec![here(body), number("up", air, Greater, 0.0)];
        let words = format!("{} on top of {name}", sketch.name(crust));
        sketch.put(&words, everywhere(vec![write(conditions, crust)]));
    }
}
