//! Reads when levels count as different, and how much diversity is required.

use marahel_level::TileSet;

use crate::VarietyGoals;
use crate::definition::Way;
use crate::definition::keys::{FileKeys, VarietyKeys};
use crate::definition::reader::{Faults, checked};
use crate::expression::parse_tiles;
use crate::formulas::{Compiler, tile_set};

const PLACE: &str = "variety";

/// Default for the required mean difference of two floor plans: an open field with things in it is
/// no level, however its paths differ.
const FLOOR: f64 = 0.15;

/// Default for the required width of each kind of tile: a thing stands in about 30 of 250 cells, and
/// twenty of them in about 90.
const WIDTH: f64 = 0.6;

/// How levels differ; the index of the PCG Benchmark game that decides this for judged levels, if
/// there is one; and the required variety. The defaults suit levels of some hundred cells.
pub(super) fn variety(
    file: &FileKeys,
    compiler: &mut Compiler<'_>,
    faults: &mut Faults,
) -> Option<(Way, Option<usize>, VarietyGoals)> {
    let keys = match &file.variety {
        None => None,
        Some(keys) => Some(keys.as_ref()?),
    };
    let different = keys.and_then(|keys| {
        let text = keys.different.as_ref()?.as_ref()?;
        checked(text, compiler.difference(&text.value), faults)
    });
    let own = keys.map_or(Some(Way::None), |keys| way(keys, compiler, faults))?;
    // The search uses the benchmark, too, unless the file names something else.
    let way = match (own, different) {
        (Way::None, Some(game)) => Way::Benchmark(game),
        (way, _) => way,
    };
    let has_ways = way != Way::None;
    let unlike = keys.and_then(|keys| keys.part.spans.get("unlike"));
    if let (Way::Benchmark(_), Some(range)) = (&way, unlike) {
        let message = "the PCG Benchmark defines when levels are unlike";
        let help = "leave out `unlike`, or set `way` or `places`";
        mistake!(faults, range.clone(), PLACE, message, help);
    }
    // The drawings determine how much floor plans differ.
    let is_drawn = file.like.is_some();
    let number = |key: fn(&VarietyKeys) -> Option<Option<f64>>, default: f64| {
        keys.and_then(key).flatten().unwrap_or(default)
    };
    let (unlike, floor, no_tiles) = match way {
        // Wrong levels may be unlike where right ones share what is drawn.
        Way::None if is_drawn => (0.4, 0.0, 0.2),
        Way::None => (0.4, 0.0, 0.0),
        Way::Trip { .. } | Way::Places(_) => (0.5, 0.1, 0.2),
        Way::Benchmark(_) => (1.0, 0.0, 0.0),
    };
    let unlike = number(|keys| keys.unlike, unlike);
    let n_unlike = number(|keys| keys.n_unlike, 50.0);
    let n_different = number(|keys| keys.n_different, 10_000.0);
    let floor = if is_drawn { floor } else { FLOOR };
    let floor = number(|keys| keys.floor, floor);
    let tiles = number(|keys| keys.tiles, no_tiles);
    let diversity = number(|keys| keys.diversity, 0.45);
    // The PCG Benchmark says how its levels differ, and drawings how theirs do.
    let is_free = different.is_none() && diversity > 0.0 && !is_drawn;
    let width = number(|keys| keys.width, if is_free { WIDTH } else { 0.0 });
    let length = number(|keys| keys.length, 1.0);
    let tiles = (tiles > 0.0).then_some(tiles);
    let goals = VarietyGoals {
        way: unlike,
        has_ways,
        n_unlike,
        n_different,
        floor,
        tiles,
        diversity,
        is_thinned: different.is_some(),
        length,
        width,
    };
    Some((way, different, goals))
}

fn way(keys: &VarietyKeys, compiler: &mut Compiler<'_>, faults: &mut Faults) -> Option<Way> {
    if let (Some(_), Some(range)) = (&keys.way, keys.part.spans.get("places")) {
        let help = "leave out one of them";
        mistake!(faults, range.clone(), PLACE, "there is a `way` as well", help);
        return None;
    }
    if let Some(text) = &keys.way {
        let text = text.as_ref()?;
        let (trip, by) = checked(text, compiler.trip(&text.value), faults)?;
        return Some(Way::Trip { trip, by });
    }
    let Some(text) = &keys.places else { return Some(Way::None) };
    let text = text.as_ref()?;
    let (palette, groups) = (compiler.names.palette, compiler.names.groups);
    let named = checked(text, parse_tiles(&text.value), faults)?;
    let all = checked(text, tile_set(&named, palette, groups), faults)?;
    compiler.used = compiler.used.union(all);
    let mut places = Vec::new();
    for name in named.chunks(1) {
        let tiles = tile_set(name, palette, groups).ok()?;
        // A group stands for the names in it.
        let is_group = groups.iter().any(|(group, _)| *group == name[0].0);
        let each = tiles.iter().map(TileSet::only);
        places.extend(if is_group { each.collect() } else { vec![tiles] });
    }
    Some(Way::Places(places))
}
