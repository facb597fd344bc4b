//! Levels like drawn ones by overlapping WaveFunctionCollapse, judged as `evolve judge` does
//! with those of scripts: `wfc PROBLEM.toml [LEVELS [SEED [LEVELS.txt]]]`.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;

use direction::{CardinalDirection, CardinalDirectionTable};
use indexmap::IndexMap;
use marahel_level::{Level, Tile};
use marahel_problem::likeness::{Drawings, Sample};
use marahel_problem::{Definition, Problem};
use rand_of_wfc::SeedableRng;
use rand_of_wfc::rngs::StdRng;
use wfc::wrap::WrapNone;
use wfc::{
    Coord, ForbidNothing, GlobalStats, PatternDescription, PatternTable, RunOwn, Size, Wave,
};

/// Side of the patterns.
const SIDE: usize = 3;

/// Contradictions after which there is no level.
const N_ATTEMPTS: usize = 20;

type Pattern = [[Tile; SIDE]; SIDE];

#[expect(clippy::disallowed_methods, reason = "these files are ours")]
fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let usage = "give a problem file with drawings in it, a number of levels, the seed of the \
                 first, and a text file to write them to";
    let file = arguments.next().ok_or(usage)?;
    let mut number = |default| arguments.next().map_or(Ok(default), |n| n.parse());
    let n_levels: u64 = number(100).map_err(|_| usage)?;
    let first_seed: u64 = number(0).map_err(|_| usage)?;
    let out = arguments.next();
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let definition = Definition::parse(&text).map_err(|error| format!("{file}: {error}"))?;
    let problem = Problem::with_defaults(Arc::new(definition));
    let drawings = problem.definition().drawings();
    let (width, height) = problem.sizes()[0];
    if drawings.levels().is_empty() || width < SIDE || height < SIDE {
        return Err(format!("{file}: {usage}, of levels of {SIDE}x{SIDE} or more"));
    }
    let patterns = patterns_of(drawings);
    let stats = GlobalStats::new(described(&patterns));
    let mut meter = problem.meter();
    let (mut n_made, mut n_playable, mut copied, mut sample) = (0, 0, 0.0_f64, Sample::default());
    let (mut n_runs, mut texts, begin) = (0_u32, String::new(), Instant::now());
    let mut levels = Vec::new();
    for seed in first_seed..first_seed + n_levels {
        let size = Size::new((width - SIDE + 1) as u32, (height - SIDE + 1) as u32);
        let rng = &mut StdRng::seed_from_u64(seed);
        let mut attempts = (0..N_ATTEMPTS).filter_map(|_| {
            n_runs += 1;
            let mut run = RunOwn::new_wrap_forbid(size, &stats, WrapNone, ForbidNothing, rng);
            run.collapse(rng).ok()?;
            tiles_of(&run.into_wave(), &patterns, width, height)
        });
        levels.extend(attempts.next());
    }
    let seconds = begin.elapsed().as_secs_f64();
    for tiles in levels {
        let level = Level::from_tiles(width, tiles, Arc::clone(problem.palette()));
        n_made += 1;
        n_playable += u64::from(meter.judge(level.view()).is_playable);
        for row in 0..height {
            let row = (0..width).map(|x| problem.palette().character(level.get(x, row)));
            texts.extend(row.chain(['\n']));
        }
        texts.push('\n');
        sample.add(level.view(), drawings);
        copied = copied.max(drawings.nearest(level.view()));
    }
    let like = sample.similarity(drawings).unwrap_or(0.0);
    let playable = n_playable as f64 / n_levels as f64;
    let n_patterns = patterns.len();
    println!("{n_levels} levels wanted, {n_made} made in {n_runs} runs, {n_patterns} patterns");
    println!("{:.3} seconds per run", seconds / f64::from(n_runs));
    println!("playable      like          both          copied        two drawings");
    let nearest = drawings.nearest_two().unwrap_or(1.0);
    println!("{playable:<14.3}{like:<14.3}{:<14.3}{copied:<14.3}{nearest:.3}", playable * like);
    out.map_or(Ok(()), |out| std::fs::write(&out, texts).map_err(|error| format!("{out}: {error}")))
}

/// The patterns of all drawings, with how often each comes. Drawings go on at their other side,
/// as in the crate's own images: it goes wrong where a pattern has no neighbor at all.
fn patterns_of(drawings: &Drawings) -> IndexMap<Pattern, u32> {
    let mut patterns = IndexMap::new();
    for level in drawings.levels() {
        for y in 0..level.height() {
            for x in 0..level.width() {
                let pattern: Pattern = std::array::from_fn(|row| {
                    std::array::from_fn(|column| {
                        level.get((x + column) % level.width(), (y + row) % level.height())
                    })
                });
                *patterns.entry(pattern).or_insert(0) += 1;
            }
        }
    }
    patterns
}

/// Which patterns may stand beside which.
fn described(patterns: &IndexMap<Pattern, u32>) -> PatternTable<PatternDescription> {
    let all: Vec<&Pattern> = patterns.keys().collect();
    let fits = |left: &Pattern, right: &Pattern| {
        left.iter().zip(right).all(|(left, right)| left[1..] == right[..SIDE - 1])
    };
    let lies = |upper: &Pattern, lower: &Pattern| upper[1..] == lower[..SIDE - 1];
    let described = patterns.iter().map(|(one, &count)| {
        let those = |is_allowed: &dyn Fn(&Pattern) -> bool| {
            (0..).zip(&all).filter(|(_, other)| is_allowed(other)).map(|(id, _)| id).collect()
        };
        let mut allowed: CardinalDirectionTable<Vec<u32>> = CardinalDirectionTable::default();
        allowed[CardinalDirection::East] = those(&|other| fits(one, other));
        allowed[CardinalDirection::West] = those(&|other| fits(other, one));
        allowed[CardinalDirection::South] = those(&|other| lies(one, other));
        allowed[CardinalDirection::North] = those(&|other| lies(other, one));
        PatternDescription::new(NonZeroU32::new(count), allowed)
    });
    PatternTable::from_vec(described.collect())
}

/// The tiles of a level whose cells chose patterns by their upper left corners, if all did.
fn tiles_of(
    wave: &Wave,
    patterns: &IndexMap<Pattern, u32>,
    width: usize,
    height: usize,
) -> Option<Vec<Tile>> {
    let tile = |x: usize, y: usize| {
        let (left, top) = (x.min(width - SIDE), y.min(height - SIDE));
        let cell = wave.grid().get_checked(Coord::new(left as i32, top as i32));
        let (pattern, _) = patterns.get_index(cell.chosen_pattern_id().ok()? as usize)?;
        Some(pattern[y - top][x - left])
    };
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| tile(x, y)).collect()
}
