//! Variations of a map.

use marahel_level::{Level, Tile, TileSet};
use marahel_problem::{Counts, level_stream};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::freedom::Change;
use crate::moves::{below, stamp, swapped};
use crate::repair::key;
use crate::search::{COST_MOST, Search, changed};
use crate::windows::Windows;
use crate::{Aim, Freedom, RemixError};

/// How far the share of changed cells may be from what was asked.
const TOLERANCE: f64 = 0.05;

/// The usual share of changed cells, and of the greatest one that is reached with ease.
const USUAL_CHANGE: f64 = 0.3;
const EASE: f64 = 0.6;

/// Attempts at one variation; fewer if they cost much.
const N_ATTEMPTS: u64 = 6;

/// Steps for each cell of the map, and all, at most.
const N_STEPS_PER_CELL: usize = 40;
const N_STEPS_MAX: usize = 1 << 17;

/// Kinds with at most so many cells are things, which change places; they are looked up so often.
const FEW: u32 = 4;
const N_STEPS_OF_THINGS: usize = 64;

/// The temperature at the beginning and at the end, in windows.
const TEMPERATURES: [f64; 2] = [3.0, 0.25];

/// The share of cells by which the number of changed ones may be off, so that a change can take the
/// place of another.
const SLACK: f64 = 0.025;

/// Maximum side of a part that is copied, and how far it is moved if it is not moved anywhere.
const SIDE_MAX: usize = 6;
const SHIFT_MAX: usize = 3;

/// The greatest share of the cells of a map that can change, if the number of each kind stays.
fn greatest_change(map: &Level, freedom: &Freedom) -> f64 {
    let cells = freedom.cells(map);
    let number = |tile: Tile| cells.iter().filter(|&&cell| map.tiles()[cell] == tile).count();
    let n_others = cells.len() - (0..64).map(number).max().unwrap_or(0);
    (2 * n_others).min(cells.len()) as f64 / map.tiles().len() as f64
}

/// The share of cells to change if nobody says it: three tenths, or what changes with ease where one
/// kind fills most of the map.
pub fn usual_change(map: &Level, freedom: &Freedom) -> f64 {
    f64::min(USUAL_CHANGE, EASE * greatest_change(map, freedom))
}

/// Variation `index` of a map, unlike those `before`; `aim` has the [map](Aim::with_map).
pub fn remix(
    aim: &Aim,
    map: &Level,
    freedom: &Freedom,
    change: f64,
    (seed, index): (u64, u64),
    before: &[Level],
) -> Result<Option<Level>, RemixError> {
    let greatest = greatest_change(map, freedom);
    if !(change > 0.0 && change <= greatest) {
        return Err(RemixError::Change(change, greatest));
    }
    let windows = Windows::of(map);
    let mut search = Search::new(aim, freedom, &windows);
    for attempt in 0..N_ATTEMPTS {
        let mut rng = level_stream(key(seed), index * N_ATTEMPTS + attempt);
        let start = search.judge.state(melted(map, freedom, windows.clone(), change, &mut rng));
        let after = search.fewest(&start, &mut rng);
        let share = changed(map, &after.level).len() as f64 / map.tiles().len() as f64;
        let is_new = before.iter().chain([map]).all(|other| *other != after.level);
        if after.is_enough && is_new && (share - change).abs() <= TOLERANCE {
            return Ok(Some(after.level));
        }
        if search.judge.cost > COST_MOST / 2 {
            break;
        }
    }
    Ok(None)
}

/// The map with changed cells, and with nearly the same small windows: it is changed at a falling
/// temperature, in which each change costs what the windows lose by it.
fn melted(
    map: &Level,
    freedom: &Freedom,
    mut windows: Windows,
    share: f64,
    rng: &mut ChaCha8Rng,
) -> Level {
    let (mut level, mut n_changed) = (map.clone(), 0.0);
    let n_cells = map.tiles().len() as f64;
    let counts = Counts::of(map.view());
    let once = (0..map.palette().len() as Tile).filter(|&tile| counts.get(tile) == 1);
    let copies = freedom.clone().without_tiles(once.collect::<TileSet>());
    let (cells, mut things) = (freedom.cells(map), Vec::new());
    let n_steps = (N_STEPS_PER_CELL * map.tiles().len()).min(N_STEPS_MAX);
    for step in 0..n_steps {
        let heat = 1.0 - step as f64 / n_steps as f64;
        let temperature = TEMPERATURES[1] + (TEMPERATURES[0] - TEMPERATURES[1]) * heat * heat;
        if step % N_STEPS_OF_THINGS == 0 {
            let is_thing = |cell: &usize| counts.get(level.tiles()[*cell]) <= FEW;
            things = cells.iter().copied().filter(is_thing).collect();
        }
        let [to, other] = [(); 2].map(|()| cells[below(cells.len(), rng)]);
        let (change, freedom) = match below(8, rng) {
            0 if !things.is_empty() => {
                (swapped(&level, things[below(things.len(), rng)], to), freedom)
            }
            1 => (vec![(to, map.tiles()[other])], &copies),
            2 => (swapped(&level, to, other), &copies),
            number => (part_copied(map, to, number % 2 == 0, rng), &copies),
        };
        let change = freedom.allowed(&level, change);
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
        if after < before || after == before && is_taken {
            n_changed = n_after;
        } else {
            for (cell, tile) in own {
                windows.set(&mut level, cell, tile);
            }
        }
    }
    level
}

/// A part of the map, from near or from anywhere, copied to a cell.
fn part_copied(map: &Level, to: usize, is_near: bool, rng: &mut ChaCha8Rng) -> Change {
    let (n_cells, width) = (map.tiles().len(), map.width());
    let [x, y] = [(); 2].map(|()| below(2 * SHIFT_MAX + 1, rng));
    let near = to + 7 * n_cells + y * width + x - SHIFT_MAX * (width + 1);
    let from = if is_near { near % n_cells } else { below(n_cells, rng) };
    stamp(map, from, to, SIDE_MAX, rng)
}
