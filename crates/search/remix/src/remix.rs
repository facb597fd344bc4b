//! Variations of a map.

use marahel_level::{Level, Tile, TileSet};
use marahel_problem::{Counts, below, level_stream};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::aim::Judge;
use crate::freedom::Change;
use crate::moves::stamp;
use crate::repair::key;
use crate::search::{COST_MOST, Search, changed};
use crate::windows::Windows;
use crate::{Aim, Freedom, RemixError};

/// How far the share of changed cells may be from what was asked.
const TOLERANCE: f64 = 0.05;

/// The usual share of changed cells, and of the greatest one that is reached with ease.
const USUAL_CHANGE: f64 = 0.3;
const EASE: f64 = 0.6;

/// The share that is enough if nobody asks for one, and few maps meet the demands.
const LEAST_CHANGE: f64 = 0.1;

/// Attempts at one variation; fewer if they cost much.
const N_ATTEMPTS: u64 = 6;

/// Steps for each cell of the map, and all, at most.
const N_STEPS_PER_CELL: usize = 40;
const N_STEPS_MAX: usize = 1 << 17;

/// The temperature at the beginning and at the end, in windows.
const TEMPERATURES: [f64; 2] = [3.0, 0.25];

/// The share of cells by which the number of changed ones may be off, so that changes can move.
const SLACK: f64 = 0.025;

/// Maximum side of a part that moves, and of the surroundings in which it stays near.
const SIDE_MAX: usize = 6;
const NEAR: usize = 7;

/// The greatest share of the cells of a map that can change, if the number of each kind stays.
fn greatest_change(map: &Level, freedom: &Freedom) -> f64 {
    let cells = freedom.cells(map);
    let number = |tile: Tile| cells.iter().filter(|&&cell| map.tiles()[cell] == tile).count();
    let n_others = cells.len() - (0..64).map(number).max().unwrap_or(0);
    (2 * n_others).min(cells.len()) as f64 / map.tiles().len() as f64
}

/// Maximum number of variations of a map: each may take a second, and is compared with the others.
pub const N_VARIATIONS_MAX: u64 = 10_000;

/// A variation of a map, or the demands that the last attempt at one does not meet.
pub type Variation = Result<Level, Vec<String>>;

/// Variation `index` of a map, unlike those `before`; `aim` has the [map](Aim::with_map). It keeps the
/// symmetries of the map. A `change` that nobody asks for is less where one kind fills most of the map,
/// and where demands are met by few maps.
pub fn remix(
    aim: &Aim,
    map: &Level,
    freedom: &Freedom,
    change: Option<f64>,
    (seed, index): (u64, u64),
    before: &[Level],
) -> Result<Variation, RemixError> {
    let freedom = &freedom.clone().with_images_of(map);
    let greatest = greatest_change(map, freedom);
    let share = change.unwrap_or(f64::min(USUAL_CHANGE, EASE * greatest));
    if !(share > 0.0 && share <= greatest) {
        return Err(RemixError::Change(share, greatest));
    }
    let windows = Windows::of(map);
    let mut search = Search::new(aim, freedom, &windows);
    let (mut bent, mut misses) = (None, Vec::new());
    for attempt in 0..N_ATTEMPTS {
        let mut rng = level_stream(key(seed), index * N_ATTEMPTS + attempt);
        let guard = (attempt > 0).then_some(&mut search.judge);
        let melted = melted(map, freedom, windows.clone(), share, guard, &mut rng);
        let start = search.judge.state(melted);
        let after = search.any(&start, &mut rng);
        let reached = changed(map, &after.level).len() as f64 / map.tiles().len() as f64;
        let is_new = before.iter().chain([map]).all(|other| *other != after.level);
        let least = if change.is_none() { share.min(LEAST_CHANGE) } else { share };
        let is_as_asked = (least - TOLERANCE..=share + TOLERANCE).contains(&reached);
        if is_new && is_as_asked && after.is_all {
            return Ok(Ok(after.level));
        }
        if is_new && is_as_asked && after.is_enough {
            bent.get_or_insert_with(|| after.level.clone());
        }
        misses = aim.misses(&after.level);
        if after.is_enough && !is_as_asked {
            misses.push(format!("a change of {share:.2} (it is {reached:.2})"));
        }
        if search.judge.cost > COST_MOST / 2 {
            break;
        }
    }
    Ok(bent.ok_or(misses))
}

/// The map, changed at a falling temperature, where a change costs what its windows lose. Under a guard
/// it stays as near to the demands as the map is: what asks for much is not found again.
fn melted(
    map: &Level,
    freedom: &Freedom,
    mut windows: Windows,
    share: f64,
    mut guard: Option<&mut Judge<'_>>,
    rng: &mut ChaCha8Rng,
) -> Level {
    let (mut level, mut n_changed) = (map.clone(), 0.0);
    let least = guard.as_mut().map_or(0.0, |judge| judge.state(map.clone()).merit);
    let until = guard.as_ref().map_or(0, |judge| judge.cost + COST_MOST / 4);
    let n_cells = map.tiles().len() as f64;
    let counts = Counts::of(map.view());
    let once = (0..map.palette().len() as Tile).filter(|&tile| counts.get(tile) == 1);
    let copies = freedom.clone().without_tiles(once.collect::<TileSet>());
    let cells = freedom.cells(map);
    let n_steps = (N_STEPS_PER_CELL * map.tiles().len()).min(N_STEPS_MAX);
    for step in 0..n_steps {
        if guard.as_ref().is_some_and(|judge| judge.cost >= until) {
            break;
        }
        let heat = 1.0 - step as f64 / n_steps as f64;
        let temperature = TEMPERATURES[1] + (TEMPERATURES[0] - TEMPERATURES[1]) * heat * heat;
        let to = cells[below(cells.len(), rng)];
        let from = partner(map, to, rng);
        let change = if below(2, rng) == 0 {
            freedom.allowed(&level, parts_exchanged(&level, from, to, rng))
        } else {
            copies.allowed(&level, stamp(map, [from, to], SIDE_MAX, rng))
        };
        let own: Change = change.iter().map(|&(cell, _)| (cell, level.tiles()[cell])).collect();
        let number = |change: &Change| {
            change.iter().filter(|&&(cell, tile)| tile != map.tiles()[cell]).count() as f64
        };
        let n_after = n_changed + number(&change) - number(&own);
        let [before, after] =
            [n_changed, n_after].map(|n| ((n - share * n_cells).abs() - SLACK * n_cells).max(0.0));
        let cost: i64 =
            change.iter().map(|&(cell, tile)| windows.set(&mut level, cell, tile)).sum();
        let is_taken = rng.random::<f64>() < libm::exp(-cost as f64 / temperature);
        let is_near = |judge: &mut Judge<'_>| judge.state(level.clone()).merit >= least;
        if (after < before || after == before && is_taken)
            && guard.as_deref_mut().is_none_or(is_near)
        {
            n_changed = n_after;
        } else {
            for (cell, tile) in own {
                windows.set(&mut level, cell, tile);
            }
        }
    }
    level
}

/// A place to which a part of a level may move: in its row, its column, anywhere, or near.
fn partner(level: &Level, cell: usize, rng: &mut ChaCha8Rng) -> usize {
    let (width, height) = (level.width(), level.height());
    let (columns, rows) = [(width, 1), (1, height), (width, height), (NEAR, NEAR)][below(4, rng)];
    let [x, y] = [(cell % width, width, columns), (cell / width, height, rows)]
        .map(|(at, size, n)| (at + NEAR * size + below(n, rng) - n / 2) % size);
    y * width + x
}

/// A part of a level and another, which change places; nothing if they share a cell.
fn parts_exchanged(level: &Level, from: usize, to: usize, rng: &mut ChaCha8Rng) -> Change {
    let mut change = stamp(level, [from, to], SIDE_MAX, rng);
    let back = change.iter().map(|&(cell, _)| (cell + from - to, level.tiles()[cell]));
    let back: Change = back.collect();
    if back.iter().any(|(cell, _)| change.iter().any(|(other, _)| cell == other)) {
        return Vec::new();
    }
    change.extend(back);
    change
}
