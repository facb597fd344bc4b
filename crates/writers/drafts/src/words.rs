//! Short words for the parts of rules that makers write.

use marahel_breeding::parts::{cells, compare, explorer_of, list, rule, rule_of};
use marahel_level::{OUT, Tile, TileSet};
use marahel_script::{
    Condition, Cost, Edge, EntityList, Estimator, Explorer, Neighborhood, Operator, ParameterMut,
    Replace, Rule,
};

pub(crate) use Operator::{Equal, Greater, GreaterEqual, Less, LessEqual};

/// The cell has one of these tiles.
pub(crate) fn here(tiles: TileSet) -> Condition {
    all_of(&cells("self"), tiles)
}

/// All cells of a neighborhood have one of these tiles.
pub(crate) fn all_of(neighborhood: &Neighborhood, tiles: TileSet) -> Condition {
    Condition::Bare(Estimator::Neighborhood(neighborhood.clone(), list(tiles.iter())))
}

/// The number of cells of a predefined neighborhood with one of these tiles.
pub(crate) fn number(name: &str, tiles: TileSet, is: Operator, n: f64) -> Condition {
    number_in(&cells(name), tiles, is, n)
}

/// The number of cells of a neighborhood with one of these tiles.
pub(crate) fn number_in(
    neighborhood: &Neighborhood,
    tiles: TileSet,
    is: Operator,
    n: f64,
) -> Condition {
    compare(Estimator::Neighborhood(neighborhood.clone(), list(tiles.iter())), is, n)
}

/// Steps to the nearest of these tiles.
pub(crate) fn far(tiles: TileSet, is: Operator, n: i64) -> Condition {
    compare(Estimator::Distance(list(tiles.iter())), is, n as f64)
}

/// Steps to the outside.
pub(crate) fn from_edge(is: Operator, n: i64) -> Condition {
    far(TileSet::only(OUT), is, n)
}

/// Cells to an edge.
pub(crate) fn place(edge: Edge, is: Operator, n: i64) -> Condition {
    compare(Estimator::Place(edge, None), is, n as f64)
}

/// What a side is called.
pub(crate) fn side_of(edge: Edge) -> &'static str {
    match edge {
        Edge::Left => "left",
        Edge::Right => "right",
        Edge::Top => "upper",
        Edge::Bottom => "lower",
    }
}

/// The remainder of the cells to an edge.
pub(crate) fn every(edge: Edge, divisor: i64, remainder: i64) -> Condition {
    compare(Estimator::Place(edge, Some(divisor as u64)), Equal, remainder as f64)
}

/// Noise above a height.
pub(crate) fn noise(scale: u32, height: f64) -> Condition {
    compare(Estimator::Noise { scale }, Greater, round(height))
}

/// With this probability.
pub(crate) fn sometimes(probability: f64) -> Condition {
    compare(Estimator::Random, Less, round(probability))
}

/// A rule that writes a tile at the cell.
pub(crate) fn write(conditions: Vec<Condition>, tile: Tile) -> Rule {
    rule(conditions, tile)
}

/// A rule that writes a tile in a neighborhood.
pub(crate) fn stamp(conditions: Vec<Condition>, shape: &Neighborhood, tile: Tile) -> Rule {
    rule_of(conditions, shape.clone(), list([tile]))
}

/// Rules for every cell, row by row.
pub(crate) fn everywhere(rules: Vec<Rule>) -> Explorer {
    explorer_of("horz", rules)
}

/// Rules for cells in random order, `n` times.
pub(crate) fn some(n: i64, rules: Vec<Rule>) -> Explorer {
    Explorer { changes: Some(n.max(1) as u64), ..explorer_of("rorder", rules) }
}

/// Rules for cells as they were before each of some passes.
pub(crate) fn at_once(passes: i64, rules: Vec<Rule>) -> Explorer {
    let repeats = passes.max(1) as u64;
    Explorer { replace: Replace::Buffer, repeats, ..everywhere(rules) }
}

/// Rules for cells in random order, in some passes.
pub(crate) fn passes(n: i64, rules: Vec<Rule>) -> Explorer {
    Explorer { repeats: n.max(1) as u64, ..explorer_of("rorder", rules) }
}

/// An explorer that joins all pieces of these tiles by the cheapest ways.
pub(crate) fn join<C>(ends: TileSet, costs: &[C], rules: Vec<Rule>) -> Explorer
where
    C: Clone + Into<Cost>,
{
    let mut explorer = explorer_of("connect", rules);
    for (_, parameter) in explorer.walk.parameters_mut() {
        match parameter {
            ParameterMut::Entities(entities) => *entities = list(ends.iter()),
            ParameterMut::Costs(own) => *own = costs.iter().cloned().map(Into::into).collect(),
            _ => (),
        }
    }
    explorer
}

/// The cells of a rectangle whose first cell is the center, and `margin` cells around it, without
/// those of the rectangle itself if there is a margin.
pub(crate) fn rectangle((width, height): (i64, i64), margin: i64) -> Neighborhood {
    let is_inside = |x: i64, y: i64| (0..width).contains(&x) && (0..height).contains(&y);
    let offsets = (-margin..height + margin)
        .flat_map(|y| (-margin..width + margin).map(move |x| (x, y)))
        .filter(|&(x, y)| margin == 0 || !is_inside(x, y));
    shape(offsets.map(|(x, y)| (x as i32, y as i32)).collect())
}

/// A neighborhood of offsets.
pub(crate) fn shape(offsets: Vec<(i32, i32)>) -> Neighborhood {
    Neighborhood::from_offsets(offsets).expect("shapes have cells, and are smaller than levels")
}

/// The cells from which a cell is seen in a neighborhood.
pub(crate) fn seen_from(neighborhood: &Neighborhood) -> Neighborhood {
    shape(neighborhood.offsets().iter().map(|(x, y)| (-x, -y)).collect())
}

/// Takes out conditions that follow from others: *below 5* says *below 8*, too.
pub(crate) fn shorten(conditions: &mut Vec<Condition>) {
    let mut index = 0;
    while index < conditions.len() {
        let own = &conditions[index];
        let mut others = conditions.iter().enumerate().filter(|(other, _)| *other != index);
        let follows = others.any(|(other, condition)| {
            implies(condition, own) && (other < index || !implies(own, condition))
        });
        if follows {
            conditions.remove(index);
        } else {
            index += 1;
        }
    }
}

/// Whether one condition never holds without another, as far as numbers of cells and steps go.
fn implies(strict: &Condition, loose: &Condition) -> bool {
    /// More than neighbors, rows, columns and steps that rules speak of.
    const N_MAX: u32 = 300;
    let (
        Condition::Compare(left, is, Estimator::Number(n)),
        Condition::Compare(right, is_loose, Estimator::Number(n_loose)),
    ) = (strict, loose)
    else {
        return false;
    };
    match (left, right) {
        (Estimator::Neighborhood(cells, list), Estimator::Neighborhood(seen, tiles))
            if cells.offsets() == seen.offsets() && list.tiles() != tiles.tiles() =>
        {
            let is_none = !(1..=N_MAX).any(|count| is.holds(f64::from(count), *n));
            let is_another = cells.offsets().len() == 1 && !is.holds(0.0, *n);
            is_loose.holds(0.0, *n_loose)
                && (is_none && list.tiles().is_superset(tiles.tiles())
                    || is_another && list.tiles().is_disjoint(tiles.tiles()))
        }
        (
            Estimator::Neighborhood(..) | Estimator::Distance(_) | Estimator::Place(_, None),
            right,
        ) if left == right => (0..=N_MAX)
            .map(f64::from)
            .all(|count| !is.holds(count, *n) || is_loose.holds(count, *n_loose)),
        _ => false,
    }
}

/// The tiles that a condition names.
pub(crate) fn tiles_in(condition: &Condition) -> TileSet {
    condition
        .estimators()
        .filter_map(list_in)
        .fold(TileSet::EMPTY, |all, list| all.union(list.tiles()))
}

/// The list of tiles in an estimator.
fn list_in(estimator: &Estimator) -> Option<&EntityList> {
    match estimator {
        Estimator::Distance(list) | Estimator::Image(_, list) => Some(list),
        _ => estimator.counted().map(|(list, _)| list),
    }
}

/// Two digits after the point.
pub(crate) fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
