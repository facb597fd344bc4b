//! Makers of the ground: what is everywhere, coasts, patches, growths, hills, lines and shores.

use marahel_level::{Role, Tile, TileSet};
use marahel_script::{Condition, Edge, Estimator, Explorer};

use crate::contest::Known;
use crate::facts::{Along, Facts, NEARLY_ALL, OUTSIDE};
use crate::parts::Parts;
use crate::pieces::of_all_cells;
use crate::sketch::Sketch;
use crate::words::{
    Equal, Greater, GreaterEqual, Less, LessEqual, all_of, at_once, every, everywhere, far,
    from_edge, here, noise, number, number_in, passes, place, side_of, some, sometimes, stamp,
    write,
};
use marahel_breeding::parts::cells;

/// A ground that fills a side, and has so many times as many cells, reaches into the level.
const BEYOND_SIDE: f64 = 1.3;

/// The base everywhere, or the ground of a known generator.
pub(crate) fn begin(sketch: &mut Sketch<'_>, known: &Known) {
    let base = sketch.base;
    let name = sketch.name(base);
    if !known.grounds.is_empty()
        && sketch.rooms.is_none()
        && sketch.facts.heap.is_none()
        && sketch.choices.chance("known ground", known.chance)
    {
        let ground = sketch.choices.pick("which ground", &known.grounds);
        let written: TileSet =
            ground.explorers.iter().map(Explorer::written).fold(TileSet::EMPTY, TileSet::union);
        if written.contains(base) && written.len() > 1 {
            sketch.regions.clone_from(&ground.regions);
            sketch.adopt_names(&ground.neighborhoods.0);
            for explorer in &ground.explorers {
                let description = explorer.description.as_str().to_owned();
                match explorer.mirror {
                    Some(_) => sketch.put_once(&description, explorer.clone()),
                    None => sketch.put(&description, explorer.clone()),
                }
            }
            sketch.n_free = sketch.facts.area() / 2.0;
            sketch.fill();
            // A known ground has its own border.
            let facts = sketch.facts;
            let is_ring =
                |&tile: &Tile| facts.kind(tile).border.0 >= NEARLY_ALL && written.contains(tile);
            for tile in facts.all.iter().filter(is_ring) {
                ring(sketch, tile, 0.0);
            }
            return;
        }
    }
    sketch.put_once(&format!("{name} everywhere"), everywhere(vec![write(Vec::new(), base)]));
}

/// The forms of a ground.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Ring,
    Coast,
    Hills(Edge),
    Patches,
    Growth,
    Scattered,
    Blocks,
    Lattice,
    Band(Edge),
    Filled,
    Rows,
}

/// A ground that covers much.
pub(crate) fn lay(sketch: &mut Sketch<'_>, tile: Tile) {
    let facts = sketch.facts;
    let kind = facts.kind(tile);
    let mut forms = vec![(3.0, Form::Patches), (3.0, Form::Growth), (1.0, Form::Scattered)];
    let n_border = (2 * (facts.width + facts.height) - 4) as f64;
    let bulk = facts.bulk(tile).unwrap_or(n_border);
    if kind.border.0 > 0.5 {
        forms = vec![(6.0, if facts.is_ring(tile) { Form::Ring } else { Form::Coast })];
    } else if kind.bottom.0 > 0.5 {
        forms = vec![(6.0, Form::Hills(Edge::Bottom))];
    } else if kind.role == Role::Wall && kind.border.1 > 0.1 {
        forms.extend([
            (0.7, Form::Coast),
            (0.5, Form::Hills(Edge::Bottom)),
            (0.4, Form::Hills(Edge::Top)),
            (1.0, Form::Ring),
        ]);
    } else if kind.role == Role::Hazard {
        forms.extend([(0.7, Form::Coast), (0.7, Form::Hills(Edge::Bottom))]);
    }
    let is_placed = kind.border.0 > 0.5 || kind.bottom.0 > 0.5;
    if !is_placed && sketch.keeps_to_places(tile) {
        // Noise within a place covers less than it should.
        forms = vec![(3.0, Form::Growth), (2.0, Form::Scattered)];
    }
    if !is_placed && (kind.role == Role::Wall || kind.size.is_some()) {
        forms.push((2.0, Form::Blocks));
    }
    if kind.grid.is_some() {
        forms.push((6.0, Form::Lattice));
    }
    if let Some(edge) = edge_of(&sketch.guards(tile).0) {
        forms.push((8.0, Form::Band(edge)));
    }
    if facts.is_of_rows(tile) {
        forms.push((12.0, Form::Rows));
    }
    if let Some(lists) = facts.filled(tile) {
        // More than a whole side is a coast along it.
        let side = side_in(lists).filter(|&edge| bulk > BEYOND_SIDE * length_of(facts, edge));
        forms = vec![(1.0, side.map_or(Form::Filled, Form::Hills))];
    }
    let form = sketch.choices.weighted(&format!("form of {tile}"), &forms);
    let n = sketch.amount(tile).min(sketch.n_free * 0.95);
    match form {
        Form::Ring => ring(sketch, tile, n),
        Form::Coast => coast(sketch, tile, n),
        Form::Hills(edge) => hills(sketch, tile, n, edge),
        Form::Patches => patches(sketch, tile, n),
        Form::Growth => growth(sketch, tile, n),
        Form::Scattered => scattered(sketch, tile, n),
        Form::Blocks => blocks(sketch, tile, n),
        Form::Lattice => lattice(sketch, tile),
        Form::Band(edge) => band(sketch, tile, n, edge),
        Form::Filled => filled(sketch, tile),
        Form::Rows => rows(sketch, tile, n),
    }
    sketch.n_free = (sketch.n_free - n).max(1.0);
}

/// All cells of some places, such as the first row.
fn filled(sketch: &mut Sketch<'_>, tile: Tile) {
    let lists = sketch.facts.filled(tile).unwrap_or_default();
    let rules = lists.iter().map(|list| write(list.clone(), tile)).collect();
    let words = format!("{} fills its place", sketch.name(tile));
    sketch.put_once(&words, everywhere(rules));
}

/// Whole rows, one beside the other or apart.
fn rows(sketch: &mut Sketch<'_>, tile: Tile, n: f64) {
    let name = sketch.name(tile);
    let n_rows = (n / sketch.facts.width as f64).round().max(1.0) as i64;
    let mut conditions = vec![here(sketch.is_base()), place(Edge::Left, Equal, 0)];
    conditions.extend(sketch.sites(tile));
    let own = TileSet::only(tile);
    if sketch.choices.chance(&format!("rows of {tile} apart"), 0.4) {
        conditions.push(far(own, Greater, 1));
    }
    sketch.put(
        &format!("{n_rows} rows of {name} begin"),
        some(n_rows, vec![write(conditions, tile)]),
    );
    let rule = write(vec![all_of(&cells("left"), own)], tile);
    sketch.put(&format!("the rows of {name}"), Explorer { repeats: 2, ..everywhere(vec![rule]) });
}

/// The side whose cells are all meant, if one condition says so.
fn side_in(lists: &[Vec<Condition>]) -> Option<Edge> {
    let [list] = lists else { return None };
    match &list[..] {
        [Condition::Compare(Estimator::Place(edge, None), Equal, Estimator::Number(0.0))] => {
            Some(*edge)
        }
        _ => None,
    }
}

/// The number of cells along an edge.
fn length_of(facts: &Facts, edge: Edge) -> f64 {
    (if matches!(edge, Edge::Top | Edge::Bottom) { facts.width } else { facts.height }) as f64
}

/// The edge to which conditions keep a tile near.
fn edge_of(guards: &[Condition]) -> Option<Edge> {
    guards.iter().find_map(|guard| match guard {
        Condition::Compare(Estimator::Place(edge, None), is, Estimator::Number(n))
            if is.holds(*n - 1.0, *n) =>
        {
            Some(*edge)
        }
        _ => None,
    })
}

/// The first rows or columns from an edge, as many as the amount fills; the last one is ragged.
fn band(sketch: &mut Sketch<'_>, tile: Tile, n: f64, edge: Edge) {
    let name = sketch.name(tile);
    let lines = (n / length_of(sketch.facts, edge)).max(1.0);
    let (on, scale) =
        (sketch.is_base(), sketch.choices.whole(&format!("scale of {tile}"), 2, 4) as u32);
    let ragged = sketch.facts.height_of(scale, (lines.fract() + 0.5).min(0.9));
    let rules = vec![
        write(vec![here(on), place(edge, Less, lines as i64)], tile),
        write(vec![here(on), place(edge, LessEqual, lines as i64), noise(scale, ragged)], tile),
    ];
    sketch.put(&format!("{name} along the {} edge", side_of(edge)), everywhere(rules));
}

/// Along the border; what is left of the amount stands inside in blocks or bits.
fn ring(sketch: &mut Sketch<'_>, tile: Tile, n: f64) {
    let name = sketch.name(tile);
    let rule = write(vec![from_edge(Equal, 1)], tile);
    sketch.put_once(&format!("{name} along the border"), everywhere(vec![rule]));
    let (width, height) = (sketch.facts.width, sketch.facts.height);
    let n_left = n - (2 * (width + height) - 4) as f64;
    if sketch.facts.kind(tile).grid.is_some() {
        lattice(sketch, tile);
    } else if n_left > 2.0 {
        let forms = [(2.0, 0), (1.0, 1), (1.0, 2), (0.5, 3)];
        match sketch.choices.weighted(&format!("inside of {tile}"), &forms) {
            0 => blocks(sketch, tile, n_left),
            1 => growth(sketch, tile, n_left),
            2 => patches(sketch, tile, n_left),
            _ => scattered(sketch, tile, n_left),
        }
    }
}

/// Along the border, deeper where noise says so.
fn coast(sketch: &mut Sketch<'_>, tile: Tile, n: f64) {
    let name = sketch.name(tile);
    let (width, height) = (sketch.facts.width, sketch.facts.height);
    let within = |depth: i64| {
        (width * height - (width - 2 * depth).max(0) * (height - 2 * depth).max(0)) as f64
    };
    let deepest = (width.min(height) - 1) / 2;
    // Whole rings up to `sure`, and noise up to `depth`.
    let sure = sketch.choices.whole(&format!("sure depth of {tile}"), 1, 2);
    let wide = sketch.choices.number(&format!("depth of {tile}"), 1.5, 3.5);
    let n_noise = (n - within(sure)).max(1.0);
    let depth = (sure + 1..=deepest)
        .find(|&depth| within(depth) - within(sure) >= wide * n_noise)
        .unwrap_or(deepest);
    let share = n_noise / (within(depth) - within(sure)).max(1.0);
    let scale = sketch.choices.whole(&format!("scale of {tile}"), 2, 4) as u32;
    let rules = vec![
        write(vec![from_edge(LessEqual, sure)], tile),
        write(
            vec![from_edge(LessEqual, depth), noise(scale, sketch.facts.height_of(scale, share))],
            tile,
        ),
    ];
    sketch.put(&format!("{name} along the border, with bays"), everywhere(rules));
    let on = sketch.is_base();
    let smooth = vec![
        write(
            vec![number("all", TileSet::only(tile).union(OUTSIDE), GreaterEqual, 6.0), here(on)],
            tile,
        ),
        write(
            vec![
                here(TileSet::only(tile)),
                from_edge(Greater, 1),
                number("all", on, GreaterEqual, 5.0),
            ],
            sketch.base,
        ),
    ];
    let n_passes = sketch.choices.whole(&format!("smooth {tile}"), 1, 3);
    sketch.put(&format!("a smooth coast of {name}"), at_once(n_passes, smooth));
}

/// Hills on an edge: the first rows, and heights that noise chooses.
pub(crate) fn hills(sketch: &mut Sketch<'_>, tile: Tile, n: f64, edge: Edge) {
    let name = sketch.name(tile);
    let facts = sketch.facts;
    let (width, height) = (facts.width, facts.height);
    let length = length_of(facts, edge);
    let depth = (facts.area() / length) as i64;
    let rows = n / length;
    let flat = sketch.choices.number(&format!("flat {tile}"), 0.3, 0.9);
    let sure = ((rows * flat) as i64).clamp(1, (depth - 1).max(1));
    let (beside, what) = match edge {
        Edge::Bottom => ("down", "hills"),
        Edge::Top => ("up", "vaults"),
        Edge::Left => ("left", "a coast"),
        Edge::Right => ("right", "a coast"),
    };
    let is_bottom = edge == Edge::Bottom;
    let words = format!("along the {} edge", side_of(edge));
    let kind = sketch.facts.kind(tile);
    sketch.put(
        &format!("{name} {words}"),
        everywhere(vec![write(vec![place(edge, Less, sure)], tile)]),
    );
    let high = rows - sure as f64;
    if high > 0.15 {
        let steep = sketch.choices.number(&format!("steep {tile}"), 1.6, 3.2);
        let top = (sure + (high * steep).ceil() as i64 + 1).min(depth - 2);
        let share = (high / (top - sure) as f64).clamp(0.05, 0.95);
        let scale = sketch.choices.whole(&format!("scale of {tile}"), 2, 4) as u32;
        let on = sketch.is_base();
        let (guards, _) = sketch.guards(tile);
        let local =
            guards.into_iter().filter(|guard| crate::words::tiles_in(guard).is_disjoint(on));
        let mut conditions = vec![
            here(on),
            all_of(&cells(beside), TileSet::only(tile)),
            place(edge, Less, top),
            noise(scale, sketch.facts.height_of(scale, share)),
        ];
        conditions.extend(local);
        sketch
            .put(&format!("{what} of {name}"), at_once(top - sure, vec![write(conditions, tile)]));
    }
    if is_bottom && kind.bottom.1 < 1.0 {
        let (low, high) = kind.bottom;
        let share = sketch.choices.number(&format!("pits in {tile}"), low.max(0.3), high);
        let wide = sketch.choices.whole(&format!("wide pits in {tile}"), 1, 3);
        let n_pits = (((1.0 - share) * width as f64 / wide as f64).round() as i64).max(1);
        let deep = (sure + (high as i64).max(0)).min(height - 1);
        let pit = sketch.named(&format!("pit_{wide}x{deep}"), {
            let offsets = (0..deep).flat_map(|y| (0..wide).map(move |x| (x as i32, -y as i32)));
            crate::words::shape(offsets.collect())
        });
        let clear = sketch.named("beside_a_pit", {
            crate::words::shape((-3..wide as i32 + 3).map(|x| (x, 0)).collect())
        });
        let conditions = vec![
            place(Edge::Bottom, Equal, 0),
            place(Edge::Left, Greater, 2),
            place(Edge::Right, Greater, wide + 1),
            number_in(&clear, TileSet::only(sketch.base), Equal, 0.0),
        ];
        let base = sketch.base;
        sketch.put(&format!("pits in {name}"), some(n_pits, vec![stamp(conditions, &pit, base)]));
    }
}

/// Where noise is high.
fn patches(sketch: &mut Sketch<'_>, tile: Tile, n: f64) {
    let name = sketch.name(tile);
    let (on, scale) =
        (sketch.is_base(), sketch.choices.whole(&format!("scale of {tile}"), 1, 4) as u32);
    let share = (n / sketch.n_free).min(0.95);
    let mut conditions = vec![here(on)];
    conditions.extend(sketch.sites(tile));
    let rounds = sketch.choices.chance(&format!("smooth {tile}"), 0.5);
    conditions.push(noise(scale, sketch.facts.height_of(scale, share)));
    sketch.put(&format!("patches of {name}"), everywhere(vec![write(conditions, tile)]));
    if rounds {
        let own = TileSet::only(tile);
        let rules = vec![
            write(vec![here(on), number("all", own, Greater, 4.0)], tile),
            write(vec![here(own), number("all", own, Less, 4.0)], sketch.base),
        ];
        sketch.put(&format!("smooth patches of {name}"), at_once(1, rules));
    }
}

/// Seeds, which grow until there is enough.
pub(crate) fn growth(sketch: &mut Sketch<'_>, tile: Tile, n: f64) {
    let (facts, name) = (sketch.facts, sketch.name(tile));
    let kind = facts.kind(tile);
    let images = sketch.n_images(tile);
    let (few, many) = kind.pieces.unwrap_or(((n / 12.0).ceil(), (n / 4.0).ceil()));
    let (few, many) = (few.max(1.0), many.min(n / 2.0).max(few.max(1.0)));
    let n_seeds = (sketch.choices.number(&format!("seeds of {tile}"), few, many) / images)
        .round()
        .max(1.0) as i64;
    let apart = match kind.pieces {
        Some(_) => sketch.choices.whole(&format!("seeds of {tile} apart"), 3, 8),
        None => sketch.choices.whole(&format!("seeds of {tile} apart"), 2, 6),
    };
    let own = TileSet::only(tile);
    let guards = sketch.sites(tile);
    let mut conditions = vec![here(sketch.is_base()), far(own, Greater, apart)];
    conditions.extend(guards.clone());
    let what = if n_seeds == 1 { "a seed" } else { "seeds" };
    sketch.put(&format!("{what} of {name}"), some(n_seeds, vec![write(conditions, tile)]));
    let n_more = (n / images - n_seeds as f64).round() as i64;
    if n_more > 0 {
        let n_passes = sketch.choices.whole(&format!("passes of {tile}"), 2, 6).min(n_more);
        let near = *sketch.choices.pick(&format!("grows by {tile}"), &["plus", "plus", "all"]);
        let mut conditions = vec![here(sketch.is_base()), number(near, own, Greater, 0.0)];
        conditions.extend(
            guards.into_iter().filter(|guard| !crate::words::tiles_in(guard).contains(tile)),
        );
        if sketch.choices.chance(&format!("{tile} keeps apart"), 0.3) {
            conditions.push(sometimes(0.5));
        }
        let changes = Some((n_more as f64 / n_passes as f64).ceil() as u64);
        let explorer = Explorer { changes, ..passes(n_passes, vec![write(conditions, tile)]) };
        sketch.put(&format!("{name} grows"), explorer);
    }
}

fn scattered(sketch: &mut Sketch<'_>, tile: Tile, n: f64) {
    let name = sketch.name(tile);
    let mut conditions = vec![here(sketch.is_base())];
    conditions.extend(sketch.sites(tile));
    let n = (n / sketch.n_images(tile)).round() as i64;
    sketch.put(&format!("{name} here and there"), some(n, vec![write(conditions, tile)]));
}

/// Rectangles, apart from each other.
fn blocks(sketch: &mut Sketch<'_>, tile: Tile, n: f64) {
    let name = sketch.name(tile);
    let wide = sketch.choices.whole(&format!("width of {tile}"), 1, 6);
    let high = sketch.choices.whole(&format!("height of {tile}"), 1, 3);
    let apart = sketch.choices.whole(&format!("{tile} apart"), 1, 3);
    let n_blocks = (n / (wide * high) as f64 / sketch.n_images(tile)).round().max(1.0) as i64;
    let (block, rim) = (sketch.block((wide, high)), sketch.rim((wide, high), apart.min(2)));
    let is_ring = sketch.facts.kind(tile).border.0 > 0.5;
    let mut conditions = vec![all_of(&block, sketch.is_base())];
    if !is_ring || sketch.choices.chance(&format!("{tile} off the border"), 0.5) {
        conditions.push(number_in(&rim, TileSet::only(tile), Equal, 0.0));
    }
    for site in sketch.sites(tile) {
        conditions.push(of_all_cells(sketch, tile, (wide, high), &site).unwrap_or(site));
    }
    let rule = stamp(conditions, &block, tile);
    sketch.put(&format!("blocks of {name}, {wide} by {high}"), some(n_blocks, vec![rule]));
}

/// At the crossings of every few columns and rows.
pub(crate) fn lattice(sketch: &mut Sketch<'_>, tile: Tile) {
    let (facts, name) = (sketch.facts, sketch.name(tile));
    let (columns, rows) = facts.kind(tile).grid.unwrap_or((2, 2));
    let few = facts.kind(tile).cells.is_some_and(|(_, high)| high <= 4.0);
    let is_ring = facts.kind(tile).border.0 > 0.5 || sketch.written.contains(tile);
    if few {
        // Four cells, so far apart, around the middle.
        let (left, top) = ((facts.width - 1 - columns) / 2, (facts.height - 1 - rows) / 2);
        let conditions = vec![place(Edge::Left, Equal, left), place(Edge::Top, Equal, top)];
        let mirror = Some(marahel_level::Mirror::Both);
        let explorer = Explorer { mirror, ..everywhere(vec![write(conditions, tile)]) };
        return sketch.put_once(&format!("{name} in four corners"), explorer);
    }
    let offset = if is_ring { 0 } else { sketch.choices.whole(&format!("offset of {tile}"), 0, 1) };
    let conditions =
        vec![every(Edge::Left, columns.max(2), offset), every(Edge::Top, rows.max(2), offset)];
    let what = format!("{name} at every {columns} columns and {rows} rows");
    sketch.put_once(&what, everywhere(vec![write(conditions, tile)]));
}

/// A tile between a ground and the base.
pub(crate) fn shore(sketch: &mut Sketch<'_>, ground: Tile, tile: Tile) {
    let beside = *sketch.choices.pick(&format!("shore {tile}"), &["all", "plus"]);
    let conditions =
        vec![here(sketch.is_base()), number(beside, TileSet::only(ground), Greater, 0.0)];
    let words = format!("{} beside {}", sketch.name(tile), sketch.name(ground));
    sketch.put(&words, at_once(1, vec![write(conditions, tile)]));
}

/// What must be all around a tile, if anything must.
pub(crate) fn collar(sketch: &mut Sketch<'_>, tile: Tile, parts: &Parts) {
    let Some(&(_, around)) = parts.collars.iter().find(|(inner, _)| *inner == tile) else { return };
    let grounds = parts.grounds.iter().copied().filter(|&ground| ground != tile);
    let on = sketch.is_base().union(grounds.collect());
    let beside = *sketch.choices.pick(&format!("around {tile}, by"), &["all", "plus"]);
    let conditions = vec![here(on), number(beside, TileSet::only(tile), Greater, 0.0)];
    let words = format!("{} all around {}", sketch.name(around), sketch.name(tile));
    sketch.put(&words, at_once(1, vec![write(conditions, around)]));
}

/// A tile between two grounds.
pub(crate) fn fence(sketch: &mut Sketch<'_>, tile: Tile, inner: TileSet, outer: TileSet) {
    let beside = *sketch.choices.pick(&format!("fence {tile}"), &["all", "all", "plus"]);
    let conditions = vec![here(outer), number(beside, inner, Greater, 0.0)];
    let first = |tiles: TileSet| tiles.iter().next().unwrap_or_default();
    let names = [tile, first(inner), first(outer)].map(|tile| sketch.name(tile));
    let words = format!("{} between {} and {}", names[0], names[1], names[2]);
    sketch.put(&words, at_once(1, vec![write(conditions, tile)]));
}

/// Whether the pieces of a tile are counted along columns.
pub(crate) fn is_upright(sketch: &Sketch<'_>, tile: Tile) -> bool {
    sketch.facts.kind(tile).along == Some(Along::Columns)
}
