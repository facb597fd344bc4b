//! Layouts: explorers that spread one tile over a level in the ways that are common, one row each.

use marahel_level::{OUT, Tile, TileSet};
use marahel_script::{Edge, Estimator, Explorer, Operator, ParameterMut, Replace};
use rand::{Rng, RngExt};

use crate::draw::{below, pick, row, weighted_tile};
use crate::parts::{all_are, compare, explorer_of, here, list, number_of, only, rule, writer};
use crate::task::{Connection, Task};

/// A tile with a larger required share of the border, or of the last row, is often laid out there.
pub(crate) const MUCH_OF_BORDER: f64 = 0.5;
pub(crate) const MUCH_OF_BOTTOM: f64 = 0.3;

/// Probabilities of a layout that the problem demands, instead of a common one.
const ON_BORDER: f64 = 0.4;
const ON_BOTTOM: f64 = 0.4;
const ON_GRID: f64 = 0.5;

/// Probabilities that a connection avoids something, and that this is random.
const COSTS: f64 = 0.5;
const RANDOM_COSTS: f64 = 0.5;

const EDGES: [Edge; 4] = [Edge::Left, Edge::Top, Edge::Right, Edge::Bottom];

/// A tile to lay out.
struct Layer<'l> {
    tile: Tile,
    /// The tile that it replaces or stands on.
    on: Tile,
    /// How much of the level it covers.
    share: f64,
    task: &'l Task,
}

type Layout = fn(&Layer<'_>, &mut dyn Rng) -> Explorer;

/// The common layouts, with their weights.
const LAYOUTS: [(usize, Layout); 11] = [
    (1, |layer, rng| ring(layer.tile, 1 + below(2, rng) as u32)),
    (1, |layer, rng| band(layer.tile, EDGES[below(4, rng)], 1 + below(4, rng) as u32)),
    (1, small_lattice),
    (1, lines),
    (12, patches),
    (3, |layer, _| {
        let chance = compare(Estimator::Random, Operator::Less, round(layer.share));
        writer("horz", vec![chance], layer.tile)
    }),
    (5, smooth),
    (5, |layer, rng| join(TileSet::only(layer.tile), layer.tile, layer.on, rng)),
    (3, runs),
    (4, seeds),
    (4, beside),
];

/// An explorer that lays out a tile as the problem demands, or in a common way.
pub(crate) fn layout(tile: Tile, on: Tile, task: &Task, rng: &mut dyn Rng) -> Explorer {
    let part = task.tile(tile);
    let share = (task.bulk(tile) * [0.5, 1.0, 1.0, 1.5][below(4, rng)]).clamp(0.02, 0.9);
    let (_, common) = row(&LAYOUTS, |(weight, _)| *weight, rng);
    if part.border > MUCH_OF_BORDER && rng.random_bool(ON_BORDER) {
        return ring(tile, 1);
    }
    if part.bottom > MUCH_OF_BOTTOM && rng.random_bool(ON_BOTTOM) {
        return band(tile, Edge::Bottom, 1 + below(3, rng) as u32);
    }
    if let Some(&grid) = task.grids.iter().find(|(of, ..)| *of == tile)
        && rng.random_bool(ON_GRID)
    {
        return on_grid(grid, rng);
    }
    common(&Layer { tile, on, share, task }, rng)
}

/// An explorer that joins the pieces of tiles including `tile`, if the problem requires them to be
/// connected.
pub(crate) fn joining(tile: Tile, task: &Task, rng: &mut dyn Rng) -> Option<Explorer> {
    let mut connections = task.connections.clone();
    connections.retain(|connection| connection.tiles.contains(tile));
    let &Connection { tiles, ground } = pick(&connections, rng)?;
    // A bulk tile makes the ways, over the most common tile.
    let way = weighted_tile(ground.iter(), |tile| task.bulk(tile).sqrt(), rng)?;
    let outside = task.tiles().filter(|tile| !tiles.contains(*tile));
    let on = weighted_tile(outside, |tile| task.bulk(tile), rng)?;
    Some(join(tiles, way, on, rng))
}

/// An explorer that joins the pieces of `tiles` into one by writing `tile`.
fn join(tiles: TileSet, tile: Tile, on: Tile, rng: &mut dyn Rng) -> Explorer {
    let mut explorer = writer("connect", vec![here(on)], tile);
    for (_, parameter) in explorer.walk.parameters_mut() {
        match parameter {
            ParameterMut::Entities(entities) => *entities = list(tiles.iter()),
            ParameterMut::Costs(costs) if rng.random_bool(COSTS) => {
                let is_random = rng.random_bool(RANDOM_COSTS);
                let cost = if is_random { Estimator::Random } else { number_of("self", only(on)) };
                *costs = vec![cost];
            }
            _ => (),
        }
    }
    explorer
}

/// A ring at this distance from the edge of the level.
pub(crate) fn ring(tile: Tile, far: u32) -> Explorer {
    let at_edge = compare(Estimator::Distance(only(OUT)), Operator::Equal, far.into());
    writer("horz", vec![at_edge], tile)
}

/// The first `n` columns or rows from an edge.
pub(crate) fn band(tile: Tile, edge: Edge, n: u32) -> Explorer {
    writer("horz", vec![compare(Estimator::Place(edge, None), Operator::Less, n.into())], tile)
}

/// A tile on the grid that the problem demands, from a random cell on.
pub(crate) fn on_grid((tile, columns, rows): (Tile, u32, u32), rng: &mut dyn Rng) -> Explorer {
    let first = (below(columns as usize, rng) as u32, below(rows as usize, rng) as u32);
    lattice(tile, (columns, rows), first)
}

/// Every `columns` columns and `rows` rows, from one cell on.
fn lattice(tile: Tile, (columns, rows): (u32, u32), (column, row): (u32, u32)) -> Explorer {
    let places = [(Edge::Left, columns, column), (Edge::Top, rows, row)];
    let conditions = places.map(|(edge, divisor, remainder)| {
        let place = Estimator::Place(edge, Some(divisor.into()));
        compare(place, Operator::Equal, (remainder % divisor).into())
    });
    writer("horz", conditions.to_vec(), tile)
}

fn small_lattice(layer: &Layer<'_>, rng: &mut dyn Rng) -> Explorer {
    let (columns, rows) = (2 + below(3, rng) as u32, 2 + below(3, rng) as u32);
    lattice(layer.tile, (columns, rows), (below(2, rng) as u32, below(2, rng) as u32))
}

/// Every few columns or rows.
fn lines(layer: &Layer<'_>, rng: &mut dyn Rng) -> Explorer {
    let divisor = 2 + below(6, rng) as u64;
    let edge = EDGES[below(2, rng)];
    let remainder = below(divisor as usize, rng) as f64;
    let line = compare(Estimator::Place(edge, Some(divisor)), Operator::Equal, remainder);
    writer("horz", vec![line], layer.tile)
}

/// Patches: the share of noise above a height falls about linearly with the height.
fn patches(layer: &Layer<'_>, rng: &mut dyn Rng) -> Explorer {
    let height = ((0.5 - layer.share) * 0.8 * 20.0).round() / 20.0;
    let noise = Estimator::Noise { scale: 1 + below(4, rng) as u32 };
    writer("horz", vec![compare(noise, Operator::Greater, height)], layer.tile)
}

/// Smooths ragged edges.
fn smooth(layer: &Layer<'_>, rng: &mut dyn Rng) -> Explorer {
    let &Layer { tile, on, .. } = layer;
    let grows = compare(number_of("all", only(tile)), Operator::Greater, 4.0);
    let shrinks = compare(number_of("all", only(tile)), Operator::Less, 4.0);
    let rules = vec![rule(vec![grows], tile), rule(vec![here(tile), shrinks], on)];
    let repeats = 1 + below(3, rng) as u64;
    Explorer { replace: Replace::Buffer, repeats, ..explorer_of("horz", rules) }
}

/// Continues the tile in one direction.
fn runs(layer: &Layer<'_>, rng: &mut dyn Rng) -> Explorer {
    let &Layer { tile, on, .. } = layer;
    let side = ["left", "up"][below(2, rng)];
    let chance = [0.3, 0.5, 0.7, 0.85][below(4, rng)];
    let chance = compare(Estimator::Random, Operator::Less, chance);
    writer("horz", vec![here(on), all_are(side, tile), chance], tile)
}

/// Single cells, some distance apart.
fn seeds(layer: &Layer<'_>, rng: &mut dyn Rng) -> Explorer {
    let &Layer { tile, on, .. } = layer;
    let distance = (2 + below(6, rng)) as f64;
    let apart = compare(Estimator::Distance(only(tile)), Operator::Greater, distance);
    let changes = Some(1 + below(12, rng) as u64);
    Explorer { changes, ..writer("rorder", vec![here(on), apart], tile) }
}

/// Next to some other tile.
fn beside(layer: &Layer<'_>, rng: &mut dyn Rng) -> Explorer {
    // Drawn for nothing, as searches have always done: a seed must keep its results.
    layer.task.any(rng);
    let neighbor = layer.task.any(rng);
    let distance = (1 + below(2, rng)) as f64;
    let near = compare(Estimator::Distance(only(neighbor)), Operator::LessEqual, distance);
    writer("horz", vec![here(layer.on), near], layer.tile)
}

fn round(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}
