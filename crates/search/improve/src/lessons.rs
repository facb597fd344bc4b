//! Asking the judge where a tile may stand.

use marahel_breeding::Lesson;
use marahel_level::{Level, Tile};
use marahel_problem::Row;
use marahel_script::Script;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::gauge::{Gauge, Round};

/// Cells of each level that the judge is asked about.
const N_CELLS: usize = 70;

/// A smaller gain of merit is rounding.
const GAIN_MIN: f64 = 1e-9;

/// Asks about some cells of a few levels whether a tile may stand there: the level gains, and no
/// demand that it met is lost. A good level cannot gain; only the cells where it loses are told.
/// Returns the lessons and the number of judged levels. `None` if a
/// level costs too much.
pub(crate) fn ask(
    gauge: &Gauge<'_>,
    script: &Script,
    tile: Tile,
    (round, indices): (Round, &[u32]),
    mut rng: ChaCha8Rng,
) -> Option<(Vec<Lesson>, u64)> {
    let levels = gauge.levels(script, round, indices)?;
    let chosen: Vec<(Level, Vec<usize>)> = levels
        .into_iter()
        .map(|level| {
            let mut cells: Vec<usize> = (0..level.width() * level.height())
                .filter(|&cell| level.get(cell % level.width(), cell / level.width()) != tile)
                .collect();
            cells.shuffle(&mut rng);
            cells.truncate(N_CELLS);
            (level, cells)
        })
        .collect();
    let n_judged = chosen.iter().map(|(_, cells)| 1 + cells.len() as u64).sum();
    let lessons = chosen.into_par_iter().map(|(level, cells)| taught(gauge, level, &cells, tile));
    Some((lessons.collect(), n_judged))
}

fn taught(gauge: &Gauge<'_>, level: Level, cells: &[usize], tile: Tile) -> Lesson {
    let mut meter = gauge.problem.meter();
    let mut judge =
        |level: &Level| Row::of(&mut meter, level.view()).with_met(&mut meter, level.view());
    let before = judge(&level);
    let mut changed = level.clone();
    let judged = cells.iter().filter_map(|&cell| {
        let (x, y) = (cell % level.width(), cell / level.width());
        changed.set(x, y, tile);
        let after = judge(&changed);
        changed.set(x, y, level.get(x, y));
        let gain = after.merit() - before.merit();
        let is_lost = before.met.iter().zip(&after.met).any(|(&before, &after)| before && !after);
        let is_told = is_lost || !before.judged.is_good;
        is_told.then_some(((x, y), if is_lost || gain < GAIN_MIN { 0.0 } else { gain }))
    });
    let cells = judged.collect();
    Lesson { level, cells }
}

/// A random order of tiles.
pub(crate) fn shuffled<T>(mut elements: Vec<T>, rng: &mut ChaCha8Rng) -> Vec<T> {
    elements.shuffle(rng);
    elements
}
