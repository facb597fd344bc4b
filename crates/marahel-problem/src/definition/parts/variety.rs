//! Reads when levels count as different, and how much diversity is required.

use marahel_level::TileSet;
use toml::de::DeTable;

use crate::VarietyGoals;
use crate::definition::Way;
use crate::definition::table_reader::{Part, TableReader};
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
    reader: &mut TableReader<'_>,
    compiler: &mut Compiler<'_>,
) -> Option<(Way, Option<usize>, VarietyGoals)> {
    const KEYS: [&str; 11] = [
        "way",
        "places",
        "unlike",
        "n_unlike",
        "n_different",
        "floor",
        "tiles",
        "diversity",
        "width",
        "length",
        "different",
    ];
    let empty = DeTable::new();
    let part = match reader.get(PLACE) {
        None => Part { table: &empty, range: 0..0, place: PLACE.to_owned() },
        Some(value) => reader.part(value, PLACE, "`way = \"path(player, key)\"`", &KEYS)?,
    };
    let different = part.text(reader, "different", "\"pcg_benchmark(zelda_v0)\"");
    let different = different.and_then(|text| {
        let parsed = compiler.difference(&text.value);
        reader.check(&text, parsed)
    });
    // The search uses the benchmark, too, unless the file names something else.
    let way = match (way(reader, &part, compiler)?, different) {
        (Way::None, Some(game)) => Way::Benchmark(game),
        (way, _) => way,
    };
    let has_ways = way != Way::None;
    if let (Way::Benchmark(_), Some(value)) = (&way, part.table.get("unlike")) {
        let message = "the PCG Benchmark defines when levels are unlike";
        let help = "leave out `unlike`, or set `way` or `places`";
        reader.error(value.span(), PLACE, message, help);
    }
    // The drawings determine how much floor plans differ.
    let is_drawn = reader.has("like");
    let mut number = |key: &str, allowed, default: f64, example: &str| {
        part.number(reader, key, default, allowed, example).unwrap_or(default)
    };
    let share = "a share, such as 0.4";
    let many = "how many levels are enough, such as 100";
    let (unlike, floor, no_tiles) = match way {
        // Wrong levels may be unlike where right ones share what is drawn.
        Way::None if is_drawn => (0.4, 0.0, 0.2),
        Way::None => (0.4, 0.0, 0.0),
        Way::Trip { .. } | Way::Places(_) => (0.5, 0.1, 0.2),
        Way::Benchmark(_) => (1.0, 0.0, 0.0),
    };
    let unlike = number("unlike", 0.01..=1.0, unlike, share);
    let n_unlike = number("n_unlike", 1.5..=1e9, 50.0, many);
    let n_different = number("n_different", 1.5..=1e9, 10_000.0, many);
    let floor = if is_drawn { floor } else { FLOOR };
    let floor = number("floor", 0.0..=1.0, floor, share);
    let tiles = number("tiles", 0.0..=1.0, no_tiles, share);
    let diversity = number("diversity", 0.0..=1.0, 0.45, share);
    // The PCG Benchmark says how its levels differ, and drawings how theirs do.
    let is_free = different.is_none() && diversity > 0.0 && !is_drawn;
    let width = number("width", 0.0..=1.0, if is_free { WIDTH } else { 0.0 }, share);
    let length = number("length", 0.0..=1.0, 1.0, share);
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

fn way(reader: &mut TableReader<'_>, part: &Part<'_>, compiler: &mut Compiler<'_>) -> Option<Way> {
    const EXAMPLE: &str = "\"player|crate\"";
    if part.table.contains_key("way")
        && let Some(value) = part.table.get("places")
    {
        let help = "leave out one of them";
        reader.error(value.span(), PLACE, "there is a `way` as well", help);
        return None;
    }
    if part.table.contains_key("way") {
        let text = part.text(reader, "way", "\"path(player, key)\"")?;
        let parsed = compiler.trip(&text.value);
        let (trip, by) = reader.check(&text, parsed)?;
        return Some(Way::Trip { trip, by });
    }
    let Some(value) = part.table.get("places") else { return Some(Way::None) };
    // Parsed as one set of tiles first, for good messages, then one by one.
    let (palette, groups) = (compiler.names.palette, compiler.names.groups);
    let all = reader.tiles(value, PLACE, EXAMPLE, palette, groups)?;
    compiler.used = compiler.used.union(all);
    let text = reader.text(value, PLACE, EXAMPLE)?;
    let named = parse_tiles(&text.value).ok()?;
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
