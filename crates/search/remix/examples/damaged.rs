//! Repairs damaged levels of a problem, and counts: how many are good again, with how many changes,
//! in which time.
//!
//! ```sh
//! cargo run --release -p marahel-remix --example damaged -- problems/zelda.toml results/problems/zelda.json 100
//! ```
//!
//! The levels are different good ones of the script; 5, 10 and 20 % of their cells get another tile
//! at random. With a fourth argument, so many cells do, and the changes of a repair stand beside the
//! fewest, of which all are tried.

#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a tool for measurements")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use marahel::{Generator, Script};
use marahel_level::{Level, Tile};
use marahel_problem::{Definition, Meter, Problem, level_stream};
use marahel_remix::{Aim, Freedom, changed, repair};
use rand::RngExt;

/// Seeds of which good levels are taken.
const N_SEEDS: u64 = 200_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [problem, script, n, cells @ ..] = &arguments[..] else {
        panic!("give a problem file, a script and a number of levels")
    };
    let text = std::fs::read_to_string(problem).expect("a problem file");
    let definition = Definition::parse(&text).expect("a valid problem file");
    let problem = Problem::with_defaults(Arc::new(definition));
    let script = std::fs::read_to_string(script).expect("a script");
    let script = Script::parse(&script).expect("a valid script");
    let generator = Generator::new(&script);
    let n: usize = n.parse().expect("a number");
    let levels = good(&problem, &generator, n);
    match cells.first() {
        Some(n_cells) => {
            let n_cells = n_cells.parse().expect("a number of cells");
            damaged_by(&problem, &levels, &format!("{n_cells} cells"), |_| n_cells, n_cells);
        }
        None => {
            for percent in [5, 10, 20] {
                let of = |n_cells: usize| (n_cells * percent).div_ceil(100);
                damaged_by(&problem, &levels, &format!("{percent:>2} %"), of, 0);
            }
        }
    }
}

/// The first good levels of a generator.
fn good(problem: &Problem, generator: &Generator, n: usize) -> Vec<Level> {
    let palette = problem.palette();
    let mut meter = problem.meter();
    let levels = (0..N_SEEDS).filter_map(|seed| generator.generate(seed).ok());
    let levels =
        levels.map(|level| level.in_palette(Some(Arc::clone(palette))).expect("its tiles"));
    let levels = levels.filter(|level| meter.judge(level.view()).is_good);
    let mut known = BTreeSet::new();
    levels.filter(|level| known.insert(level.tiles().to_vec())).take(n).collect()
}

/// Repairs levels of which a number of cells is damaged, and prints a line of counts; the fewest
/// changes are looked for among all of up to `n_least`, the number that surely does.
fn damaged_by(
    problem: &Problem,
    levels: &[Level],
    title: &str,
    n_of: impl Fn(usize) -> usize,
    n_least: usize,
) {
    let (mut n_good, mut n_hurt, mut n_changed, mut n_damaged) = (0, 0, 0, 0);
    let mut lacks: BTreeMap<String, usize> = BTreeMap::new();
    let (mut times, mut ratios) = (Vec::new(), Vec::new());
    for (index, level) in levels.iter().enumerate() {
        let size = (level.width(), level.height());
        let aim = Aim::new(problem.clone().with_good_conditions(), size).expect("a small level");
        let hurt = damaged(level, n_of(level.tiles().len()), index as u64);
        n_damaged += changed(level, &hurt).len();
        n_hurt += usize::from(!aim.lacks(&hurt).is_empty());
        let freedom = Freedom::of(&hurt, &[], &[]).expect("all is free");
        let start = on_processor();
        let repaired = repair(&aim, &hurt, &freedom, 1, index as u64).remove(0);
        times.push(on_processor() - start);
        let is_good = problem.meter().judge(repaired.level.view()).is_good;
        assert_eq!(is_good, repaired.is_repaired, "level {index}");
        let n = changed(&hurt, &repaired.level).len();
        n_good += usize::from(is_good);
        n_changed += if is_good { n } else { 0 };
        for lack in aim.lacks(&repaired.level) {
            *lacks.entry(lack).or_insert(0) += 1;
        }
        if is_good && n > 0 && n_least > 0 {
            ratios.push((n, fewest(problem, &hurt, n_least)));
        }
    }
    times.sort_by(f64::total_cmp);
    let n = levels.len();
    println!(
        "{title}: {n_good} of {n} good again ({n_hurt} were not), {:.1} changes of {:.1}; median {:.3} s, most {:.3} s",
        n_changed as f64 / n_good.max(1) as f64,
        n_damaged as f64 / n as f64,
        times[n / 2],
        times[n - 1],
    );
    for (lack, n) in lacks {
        println!("      {n} lack {lack}");
    }
    for least in 1..=n_least {
        let of = ratios.iter().filter(|(_, n)| *n == least);
        let found: Vec<usize> = of.map(|(found, _)| *found).collect();
        if let Some(most) = found.iter().max() {
            let mean = found.iter().sum::<usize>() as f64 / found.len() as f64;
            println!(
                "      least {least}: {} levels, {mean:.2} changes, at most {most}",
                found.len()
            );
        }
    }
}

/// A level in which some cells have another tile.
fn damaged(level: &Level, mut left: usize, seed: u64) -> Level {
    let mut rng = level_stream([7; 32], seed);
    let (mut hurt, n_cells) = (level.clone(), level.tiles().len());
    let n_tiles = level.palette().len() as u32;
    while left > 0 {
        let cell = rng.random_range(0..n_cells as u32) as usize;
        let (x, y) = (cell % level.width(), cell / level.width());
        let tile = rng.random_range(0..n_tiles) as Tile;
        if hurt.get(x, y) == level.get(x, y) && tile != hurt.get(x, y) {
            hurt.set(x, y, tile);
            left -= 1;
        }
    }
    hurt
}

/// The least number of changes, by trying all; `n_max` surely do.
fn fewest(problem: &Problem, level: &Level, n_max: usize) -> usize {
    let mut meter = problem.meter();
    (1..n_max).find(|&n| any(&mut meter, &mut level.clone(), 0, n)).unwrap_or(n_max)
}

fn any(meter: &mut Meter<'_>, level: &mut Level, from: usize, n: usize) -> bool {
    for cell in from..level.tiles().len() {
        let (x, y) = (cell % level.width(), cell / level.width());
        let before = level.get(x, y);
        for tile in (0..level.palette().len() as Tile).filter(|&tile| tile != before) {
            level.set(x, y, tile);
            let is_good = if n == 1 {
                meter.judge(level.view()).is_good
            } else {
                any(meter, level, cell + 1, n - 1)
            };
            level.set(x, y, before);
            if is_good {
                return true;
            }
        }
    }
    false
}

/// Seconds that this thread ran, whatever else the machine does; Linux only.
fn on_processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let nanoseconds: f64 = text.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    nanoseconds / 1e9
}
