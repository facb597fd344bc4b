//! Plans: layouts suggested by the required shares of tiles.

use level::{Tile, TileSet};
use rand::{Rng, RngExt};
use script::{Condition, Edge, EntityList, Estimator, Explorer, Operator, Replace, Rule, Script};

use crate::task::{Joined, Task, below, pick, weighted_tile};
use crate::{asked, random};

impl Task {
    /// The expected share of cells of a tile: its required amount, else large for ground and for
    /// tiles to enter, and small for others.
    pub(crate) fn bulk(&self, tile: Tile) -> f64 {
        let area = f64::from(self.max.width * self.max.height);
        let part = &self.tiles[usize::from(tile)];
        match part.cells {
            Some((min, max)) => {
                let most = if f64::from(max) > area { area / 2.0 } else { f64::from(max) };
                (f64::midpoint(min.into(), most) / area).clamp(0.005, 1.0)
            }
            None if part.pieces.is_none() && (part.is_entered || part.is_ground()) => 0.5,
            None => 0.05,
        }
    }
}

/// A random tile for the ground of a level, weighted by the squares of the expected shares.
fn ground(task: &Task, rng: &mut dyn Rng) -> Tile {
    weighted_tile(task.tiles(), |tile| task.bulk(tile).powi(2), rng).expect("a task has tiles")
}

/// A script that fills a level with one tile and lays out a few others.
pub(crate) fn bare(task: &Task, rng: &mut dyn Rng) -> Script {
    let first = ground(task, rng);
    let fill = random::rule_of(Vec::new(), random::cells("self"), random::only(first));
    let mut script = random::script_of(task, vec![random::explorer_of("horz", vec![fill])]);
    for _ in 0..=below(3, rng) {
        let bulk = |tile| if tile == first { 0.0 } else { task.bulk(tile) };
        let tile = weighted_tile(task.tiles(), bulk, rng);
        let explorer = layout(tile.unwrap_or(first), first, task, rng);
        script.explorers.push(explorer);
    }
    script
}

/// Explorers for requirements on the border, on rows and columns, and on grids.
pub(crate) fn demanded(task: &Task, rng: &mut dyn Rng) -> Vec<Explorer> {
    let mut explorers = Vec::new();
    for &(tile, columns, rows) in &task.grids {
        if rng.random_bool(0.7) {
            let first = (below(columns as usize, rng) as u32, below(rows as usize, rng) as u32);
            explorers.push(lattice(tile, (columns, rows), first));
        }
    }
    for (part, tile) in task.tiles.iter().zip(0..) {
        if part.border > 0.5 && rng.random_bool(0.85) {
            explorers.push(ring(tile, 1));
        }
        if part.bottom > 0.3 && rng.random_bool(0.85) {
            explorers.push(band(tile, Edge::Bottom, 1 + below(2, rng) as u32));
        }
    }
    explorers.extend(asked::at_places(task, rng));
    explorers
}

/// An explorer that joins the pieces of `tiles` into one by writing `tile`.
fn join(tiles: TileSet, tile: Tile, on: Tile, rng: &mut dyn Rng) -> Explorer {
    let mut explorer = random::explorer_of("connect", vec![rule(vec![here(on)], tile)]);
    for (_, parameter) in explorer.walk.parameters_mut() {
        match parameter {
            script::ParameterMut::Entities(list) => {
                *list = EntityList { members: tiles.iter().map(|tile| (tile, 1)).collect() };
            }
            script::ParameterMut::Costs(costs) if rng.random_bool(0.5) => {
                let cost = if rng.random_bool(0.5) { Estimator::Random } else { on_it(on) };
                *costs = vec![cost];
            }
            _ => (),
        }
    }
    explorer
}

/// An explorer that joins the pieces of tiles including `tile`, if the problem requires them to be
/// connected.
pub(crate) fn joining(tile: Tile, task: &Task, rng: &mut dyn Rng) -> Option<Explorer> {
    let of_tile: Vec<Joined> =
        task.joined.iter().copied().filter(|joined| joined.tiles.contains(tile)).collect();
    let &Joined { tiles, by } = pick(&of_tile, rng)?;
    // A bulk tile makes the ways, over the most common tile.
    let by = weighted_tile(by.iter(), |one| task.bulk(one).sqrt(), rng)?;
    let others = task.tiles().filter(|one| !tiles.contains(*one));
    let on = weighted_tile(others, |one| task.bulk(one), rng)?;
    Some(join(tiles, by, on, rng))
}

/// An explorer that lays out a tile in one of the ways that are common in levels.
pub(crate) fn layout(tile: Tile, on: Tile, task: &Task, rng: &mut dyn Rng) -> Explorer {
    let part = &task.tiles[usize::from(tile)];
    let edges = [Edge::Left, Edge::Top, Edge::Right, Edge::Bottom];
    let share = (task.bulk(tile) * [0.5, 1.0, 1.0, 1.5][below(4, rng)]).clamp(0.02, 0.9);
    let grid = task.grids.iter().find(|(of, ..)| *of == tile);
    match below(40, rng) {
        _ if part.border > 0.5 && rng.random_bool(0.4) => ring(tile, 1),
        _ if part.bottom > 0.3 && rng.random_bool(0.4) => {
            band(tile, Edge::Bottom, 1 + below(3, rng) as u32)
        }
        _ if grid.is_some() && rng.random_bool(0.5) => {
            let &(_, columns, rows) = grid.expect("it is some");
            let first = (below(columns as usize, rng) as u32, below(rows as usize, rng) as u32);
            lattice(tile, (columns, rows), first)
        }
        0 => ring(tile, 1 + below(2, rng) as u32),
        1 => band(tile, edges[below(4, rng)], 1 + below(4, rng) as u32),
        2 => {
            let (columns, rows) = (2 + below(3, rng) as u32, 2 + below(3, rng) as u32);
            lattice(tile, (columns, rows), (below(2, rng) as u32, below(2, rng) as u32))
        }
        3 => {
            let divisor = 2 + below(6, rng) as u64;
            let edge = edges[below(2, rng)];
            let rest = below(divisor as usize, rng) as f64;
            let line = compare(Estimator::Place(edge, Some(divisor)), Operator::Equal, rest);
            write("horz", vec![line], tile)
        }
        // Patches: the share of noise above a height falls about linearly with the height.
        4..=15 => {
            let height = ((0.5 - share) * 0.8 * 20.0).round() / 20.0;
            let noise = Estimator::Noise { scale: 1 + below(4, rng) as u32 };
            write("horz", vec![compare(noise, Operator::Greater, height)], tile)
        }
        16..=18 => {
            write("horz", vec![compare(Estimator::Random, Operator::Less, round(share))], tile)
        }
        19..=23 => {
            // Smooths ragged edges.
            let around = Estimator::Neighborhood(random::cells("all"), random::only(tile));
            let grows = compare(around.clone(), Operator::Greater, 4.0);
            let shrinks = compare(around, Operator::Less, 4.0);
            let rules = vec![rule(vec![grows], tile), rule(vec![here(tile), shrinks], on)];
            let explorer = random::explorer_of("horz", rules);
            Explorer { replace: Replace::Buffer, repeats: 1 + below(3, rng) as u64, ..explorer }
        }
        24..=28 => {
            // Joins all pieces of the tile.
            join(TileSet::only(tile), tile, on, rng)
        }
        29..=31 => {
            // Runs: continues the tile in one direction.
            let side = ["left", "up"][below(2, rng)];
            let before =
                Condition::Bare(Estimator::Neighborhood(random::cells(side), random::only(tile)));
            let chance = [0.3, 0.5, 0.7, 0.85][below(4, rng)];
            let conditions =
                vec![here(on), before, compare(Estimator::Random, Operator::Less, chance)];
            write("horz", conditions, tile)
        }
        32..=35 => {
            // Seeds, some distance apart.
            let apart = compare(
                Estimator::Distance(random::only(tile)),
                Operator::Greater,
                (2 + below(6, rng)) as f64,
            );
            let explorer = write("rorder", vec![here(on), apart], tile);
            Explorer { changes: Some(1 + below(12, rng) as u64), ..explorer }
        }
        _ => {
            // Next to some other tile.
            let other = pick(&task.tiles, rng).map_or(0, |_| task.any(rng));
            let near = compare(
                Estimator::Distance(random::only(other)),
                Operator::LessEqual,
                (1 + below(2, rng)) as f64,
            );
            write("horz", vec![here(on), near], tile)
        }
    }
}

/// For a script with one kind of lock and a problem with several: turns the doors and keys behind
/// the first ones into the second kind, and so on.
pub(crate) fn tell_locks_apart(script: &mut Script, task: &Task) {
    let written =
        |script: &Script, tile| script.explorers.iter().any(|one| one.written().contains(tile));
    let floor = task.of_role("floor").into_iter().find(|&tile| written(script, tile));
    let start = task.of_role("entrance").into_iter().find(|&tile| written(script, tile));
    let (Some(floor), Some(start)) = (floor, start) else { return };
    let doors: Vec<Tile> =
        task.locks.iter().map(|lock| lock.0).filter(|&door| written(script, door)).collect();
    let keys: Vec<Tile> =
        task.locks.iter().map(|lock| lock.1).filter(|&key| written(script, key)).collect();
    let (&[door], &[key]) = (&doors[..], &keys[..]) else { return };
    // The tiles reachable without a key of a later kind; they grow door by door.
    let mut passed = vec![start];
    let all: Vec<(Tile, Tile)> = task.locks.clone();
    let list =
        |tiles: &[Tile]| EntityList { members: tiles.iter().map(|&tile| (tile, 1)).collect() };
    let beside = |tiles: &[Tile], operator, n: f64| {
        compare(Estimator::Neighborhood(random::cells("plus"), list(tiles)), operator, n)
    };
    for (index, pair) in all.windows(2).enumerate() {
        let ((first_door, first_key), (next_door, next_key)) = (pair[0], pair[1]);
        if index == 0 && (first_door, first_key) != (door, key) {
            let rename = vec![rule(vec![here(door)], first_door), rule(vec![here(key)], first_key)];
            script.explorers.push(random::explorer_of("horz", rename));
        }
        passed.push(level::UNKNOWN);
        let spread =
            rule(vec![here(floor), beside(&passed, Operator::Greater, 0.0)], level::UNKNOWN);
        script
            .explorers
            .push(Explorer { repeats: 20, ..random::explorer_of("horz", vec![spread]) });
        let behind = |from: Tile, to: Tile| {
            rule(vec![here(from), beside(&[level::UNKNOWN], Operator::Equal, 0.0)], to)
        };
        let rules = vec![behind(first_door, next_door), behind(first_key, next_key)];
        script.explorers.push(random::explorer_of("horz", rules));
        passed.push(first_door);
    }
    if all.len() > 1 {
        script.explorers.push(write("horz", vec![here(level::UNKNOWN)], floor));
    }
}

fn round(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}

fn here(tile: Tile) -> Condition {
    Condition::Bare(on_it(tile))
}

fn on_it(tile: Tile) -> Estimator {
    Estimator::Neighborhood(random::cells("self"), random::only(tile))
}

fn compare(estimator: Estimator, operator: Operator, number: f64) -> Condition {
    Condition::Compare(estimator, operator, Estimator::Number(number))
}

fn rule(conditions: Vec<Condition>, tile: Tile) -> Rule {
    random::rule_of(conditions, random::cells("self"), random::only(tile))
}

fn write(walk: &str, conditions: Vec<Condition>, tile: Tile) -> Explorer {
    random::explorer_of(walk, vec![rule(conditions, tile)])
}

/// A ring at this distance from the edge of the level.
fn ring(tile: Tile, far: u32) -> Explorer {
    let out = EntityList { members: vec![(level::OUT, 1)] };
    write("horz", vec![compare(Estimator::Distance(out), Operator::Equal, far.into())], tile)
}

/// The first `n` columns or rows from an edge.
fn band(tile: Tile, edge: Edge, n: u32) -> Explorer {
    write("horz", vec![compare(Estimator::Place(edge, None), Operator::Less, n.into())], tile)
}

/// Every `columns` columns and `rows` rows, from one cell on.
fn lattice(tile: Tile, (columns, rows): (u32, u32), (column, row): (u32, u32)) -> Explorer {
    let place = |edge, divisor: u32, rest: u32| {
        let rest = rest % divisor;
        compare(Estimator::Place(edge, Some(u64::from(divisor))), Operator::Equal, rest.into())
    };
    let conditions = vec![place(Edge::Left, columns, column), place(Edge::Top, rows, row)];
    write("horz", conditions, tile)
}
