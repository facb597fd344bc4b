//! Whether a generator draws one picture: where its tiles stand, and where they might stand.

use marahel::Script;
use marahel_config::{Config, EvolutionError};
use marahel_level::{Level, Mirror, Tile, TileSet};
use marahel_problem::{Desk, Levels, Maps, Meter, Places, Problem, programs};
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::{Purpose, Streams};

/// Minimum number of good levels: in few, a single thing cannot stand in many places.
const N_GOOD_MIN: usize = 100;

/// Good levels whose tiles the judge lets move, and cells that each may move to.
const N_LEVELS_ASKED: usize = 3;
const N_CELLS_ASKED: usize = 150;

/// Minimum share of the cells of a mirrored level that are as their images.
const MIRRORED_MIN: f64 = 0.9;

/// A kind of tile that stands in fewer places than this share of those where it might is told.
const FEW: f64 = 0.12;

/// A kind of tile is narrow if it stands in fewer places than this share of those where it might,
/// and in fewer than [`N_TIMES`] as many as one level fills: boulders in the two last rows.
pub const NARROW: f64 = 0.25;

/// See [`NARROW`].
pub const N_TIMES: f64 = 3.0;

/// Levels are one picture if this share of the kinds is narrow.
pub const N_NARROW: f64 = 0.5;

/// A kind of tile is still if its [width](Places::width) is smaller: it stands in the same cells.
const STILL: f64 = 0.02;

/// Rows and columns of a good level that change places, to see whether a still tile has to be there.
const N_SWAPS_ASKED: usize = 60;

/// Levels are one picture if fixed tiles have this share of the cells that are not the most common
/// tile.
pub const FIXED_CELLS: f64 = 0.5;

/// Maximum number of kinds of tiles that are told.
const N_TOLD: usize = 4;

/// How the good levels of a script differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Number of good levels that were compared.
    pub n_levels: usize,
    /// The share of cells in which two of them differ, as a mean over pairs.
    pub differ: f64,
    /// The kinds of tiles but the most common one, the narrowest first.
    pub spreads: Vec<TileSpread>,
}

/// Where a kind of tile stands in the good levels of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileSpread {
    /// The kind.
    pub tile: Tile,
    /// The effective number of cells where it stands, at least 1; see [`Places::n_places`].
    pub n_places: f64,
    /// The number of cells where one of it stands or might stand: so moved, a level stays good.
    pub n_free: f64,
    /// The number of it in a level that has it, as a mean.
    pub n_each: f64,
    /// Whether it always stands in the same cells.
    pub is_still: bool,
    /// Whether it is still, although levels stay good if two inner rows or columns change places.
    pub is_fixed: bool,
}

impl TileSpread {
    /// Whether it stands in far fewer places than it might, and hardly moves.
    pub fn is_narrow(&self) -> bool {
        self.n_places < NARROW * self.n_free && self.n_places < N_TIMES * self.n_each
    }

    fn is_told(&self) -> bool {
        self.is_narrow() || self.n_places < FEW * self.n_free
    }
}

impl Picture {
    /// Whether the levels are variants of one picture.
    pub fn is_one(&self) -> bool {
        self.sameness().is_some()
    }

    /// Why they are, in words; `None` if they are not.
    fn sameness(&self) -> Option<String> {
        let (n_kinds, narrow) = (self.spreads.len(), self.spreads.iter());
        let n_narrow = narrow.filter(|spread| spread.is_narrow()).count();
        if n_narrow > 0 && n_narrow as f64 >= N_NARROW * n_kinds as f64 {
            return Some(format!(
                "{n_narrow} of {n_kinds} kinds of tiles stand in few of their cells"
            ));
        }
        let n_cells = |is_counted: fn(&TileSpread) -> bool| -> f64 {
            let counted = self.spreads.iter().filter(|spread| is_counted(spread));
            counted.map(|spread| spread.n_each).sum()
        };
        let [n_fixed, n_drawn] = [n_cells(|spread| spread.is_fixed), n_cells(|_| true)];
        (n_fixed > 0.0 && n_fixed >= FIXED_CELLS * n_drawn).then(|| {
            format!("{n_fixed:.0} of {n_drawn:.0} cells with things never change, but may")
        })
    }
}

impl Picture {
    /// What is the same in the levels, in lines: first whether they are one picture, then the tiles
    /// that stand in far fewer cells than they might, or always in the same; of levels that are
    /// `alike` also those that have to.
    pub fn lines(&self, problem: &Problem, alike: bool) -> Vec<String> {
        let entities = problem.palette().entities();
        let mut lines = Vec::new();
        if let Some(why) = self.sameness() {
            lines.push(format!("nearly one picture in {} good levels: {why}", self.n_levels));
        }
        let narrow = self.spreads.iter().filter(|spread| spread.is_told());
        lines.extend(narrow.take(N_TOLD).map(|spread| {
            let name = &entities[usize::from(spread.tile)].name;
            let (n_places, n_free) = (spread.n_places, spread.n_free);
            format!(
                "{name} stands in {n_places:.0} of about {n_free:.0} cells that it may stand in"
            )
        }));
        let still = self.spreads.iter().filter(|spread| !spread.is_told() && spread.is_still);
        let still = still.filter(|spread| spread.is_fixed || alike || self.is_one());
        lines.extend(still.take(N_TOLD).map(|spread| {
            let name = &entities[usize::from(spread.tile)].name;
            let cells = match spread.n_each.round() {
                1.0 => "cell".to_owned(),
                n => format!("{n:.0} cells"),
            };
            let might = if spread.is_fixed { ", and might stand in others" } else { "" };
            format!("{name} stands in the same {cells} of all levels{might}")
        }));
        lines
    }
}

/// [`picture_of_levels`] of the first `n_levels` validation levels of a script.
pub fn picture_of_script(
    script: &Script,
    problem: &Problem,
    config: &Config,
    n_levels: u32,
) -> Result<Option<Picture>, EvolutionError> {
    let maps = Streams::new(config.seed).validation_maps(0, n_levels);
    picture_of_levels(script, problem, config.seed, maps)
}

/// How the good ones of these levels of a script differ, and where their tiles might stand: in a few of
/// them the judge is asked about moves of one tile each, at random by the seed. `None` for fewer than a
/// hundred good levels, and for problems with an external judge, which would take too long.
pub fn picture_of_levels(
    script: &Script,
    problem: &Problem,
    seed: u64,
    maps: Maps,
) -> Result<Option<Picture>, EvolutionError> {
    let is_judged =
        problem.definition().outside().is_some_and(|outside| outside.finalists.is_none());
    if is_judged || (maps.n as usize) < N_GOOD_MIN {
        return Ok(None);
    }
    let good = good_levels(script, problem, maps)?;
    let n_tiles = problem.palette().len();
    let mut places = Places::default();
    for level in &good {
        places.add(level.view(), TileSet::entities(n_tiles));
    }
    let Some(differ) = places.differ().filter(|_| good.len() >= N_GOOD_MIN) else {
        return Ok(None);
    };
    let tiles = 0..n_tiles as Tile;
    let common = tiles.clone().max_by_key(|&tile| n_of(&good[0], tile));
    let mut meter = problem.meter();
    let mut rng = Streams::new(seed).rng(Purpose::Validate, 0, u64::MAX);
    let mut spreads = Vec::new();
    for tile in tiles.filter(|tile| Some(*tile) != common) {
        let Some(n_places) = places.n_places(tile) else { continue };
        let n_free = n_free(&mut meter, &good, tile, &mut rng);
        let has_it = good.iter().map(|level| n_of(level, tile)).filter(|&n| n > 0);
        let n_each = has_it.clone().sum::<usize>() as f64 / has_it.count() as f64;
        let is_still = places.width(tile).is_some_and(|width| width < STILL);
        let n_free = n_free.max(n_places);
        spreads.push(TileSpread { tile, n_places, n_free, n_each, is_still, is_fixed: false });
    }
    for spread in spreads.iter_mut().filter(|spread| spread.is_still) {
        spread.is_fixed = may_move(&mut meter, &good, spread.tile, &mut rng);
    }
    problem.check_judge()?;
    spreads.sort_by(|left, right| {
        (left.n_places / left.n_free).total_cmp(&(right.n_places / right.n_free))
    });
    Ok(Some(Picture { n_levels: good.len(), differ, spreads }))
}

/// The good levels among some of a script.
fn good_levels(
    script: &Script,
    problem: &Problem,
    maps: Maps,
) -> Result<Vec<Level>, EvolutionError> {
    let names = problem.tiles_of(&script.entities)?;
    let programs = programs(script, problem);
    let levels = Levels { programs: &programs, maps, names: names.as_ref() };
    let (mut desk, mut good) = (Desk::new(problem), Vec::new());
    for map in 0..maps.n {
        good.extend(desk.look(levels, map, |meter, made| {
            let level = || Level::from_view(made.level, std::sync::Arc::clone(problem.palette()));
            meter.judge(made.level).is_good.then(level)
        })?);
    }
    Ok(good)
}

/// About how many cells of a level a tile may stand in, by moves of it in a few good levels.
fn n_free(meter: &mut Meter<'_>, good: &[Level], tile: Tile, rng: &mut impl rand::Rng) -> f64 {
    let n_cells = good[0].tiles().len();
    let mut cells: Vec<usize> = (0..n_cells).collect();
    cells.shuffle(rng);
    cells.truncate(N_CELLS_ASKED);
    let mut is_free = vec![false; cells.len()];
    for level in good.iter().filter(|level| n_of(level, tile) > 0).take(N_LEVELS_ASKED) {
        // A corner of a wall has no ground beside it that it could leave.
        let can_leave = |&cell: &usize| {
            level.tiles().get(cell) == Some(&tile) && ground_at(level, cell) != tile
        };
        let own: Vec<usize> = (0..n_cells).filter(can_leave).collect();
        if !own.is_empty() {
            let from = own[rng.random_range(0..own.len() as u32) as usize];
            ask(meter, level, from, &cells, &mut is_free);
        }
    }
    let n_free = is_free.iter().filter(|&&is_free| is_free).count();
    n_free as f64 * n_cells as f64 / cells.len() as f64
}

fn n_of(level: &Level, tile: Tile) -> usize {
    level.view().rows().flatten().filter(|&&counted| counted == tile).count()
}

/// Whether one of good levels stays good if two rows or two columns beside each other change places,
/// and a tile with them, to a cell where most levels have another one: a door that moves along a wall
/// moves no wall.
fn may_move(meter: &mut Meter<'_>, good: &[Level], tile: Tile, rng: &mut impl rand::Rng) -> bool {
    let Some(level) = good.iter().find(|level| n_of(level, tile) > 0) else { return false };
    let is_new = |cell: usize| {
        let has_it = |level: &&Level| level.tiles().get(cell) == Some(&tile);
        2 * good.iter().filter(has_it).count() < good.len()
    };
    let (width, height) = (level.width(), level.height());
    // The frame stays.
    let columns = (2..width.saturating_sub(1)).map(|right| ((right - 1, 0), (right, 0)));
    let rows = (2..height.saturating_sub(1)).map(|lower| ((0, lower - 1), (0, lower)));
    let mut pairs: Vec<_> = columns.chain(rows).collect();
    pairs.shuffle(rng);
    pairs.into_iter().take(N_SWAPS_ASKED).any(|((left, upper), (right, lower))| {
        let mut swapped = level.clone();
        let n = if left == right { width } else { height };
        for at in 0..n {
            let place = |x: usize, y: usize| if left == right { (at, y) } else { (x, at) };
            let [first, second] = [place(left, upper), place(right, lower)];
            swapped.set(first.0, first.1, level.get(second.0, second.1));
            swapped.set(second.0, second.1, level.get(first.0, first.1));
        }
        let mut cells = (0..).zip(swapped.tiles());
        cells.any(|(cell, &after)| after == tile && is_new(cell))
            && meter.judge(swapped.view()).is_good
    })
}

/// Moves the tile at one cell to each of some cells, and marks those where the level stays good, or
/// where the tile stands already.
fn ask(meter: &mut Meter<'_>, level: &Level, from: usize, cells: &[usize], is_free: &mut [bool]) {
    let tile = level.tiles()[from];
    // Where the level must be mirrored, a tile moves with its image, or not at all.
    let mirrors = std::iter::once(None).chain(mirrors_of(level).map(Some));
    let moves: Vec<Move<'_>> = mirrors.map(|mirror| Move::new(level, mirror, from)).collect();
    for (&cell, is_free) in cells.iter().zip(is_free) {
        *is_free |= level.tiles()[cell] == tile
            || moves.iter().any(|moving| meter.judge(moving.to(cell).view()).is_good);
    }
}

/// A tile that leaves a cell of a level, with its images if there is a mirror.
struct Move<'l> {
    level: &'l Level,
    mirror: Option<Mirror>,
    /// The tile and those of its images.
    tiles: Vec<Tile>,
    left: Level,
}

impl<'l> Move<'l> {
    fn new(level: &'l Level, mirror: Option<Mirror>, from: usize) -> Self {
        let from = with_images(level, mirror, from);
        let mut left = level.clone();
        for &cell in &from {
            set(&mut left, cell, ground_at(level, cell));
        }
        Self { level, mirror, tiles: from.iter().map(|&cell| level.tiles()[cell]).collect(), left }
    }

    fn to(&self, cell: usize) -> Level {
        let mut moved = self.left.clone();
        let to = with_images(self.level, self.mirror, cell);
        to.into_iter().zip(&self.tiles).for_each(|(cell, &tile)| set(&mut moved, cell, tile));
        moved
    }
}

/// The mirrors that nearly fit a level.
fn mirrors_of(level: &Level) -> impl Iterator<Item = Mirror> {
    let n_cells = level.tiles().len();
    let mirrors = [Mirror::Both, Mirror::LeftRight, Mirror::TopBottom, Mirror::HalfTurn];
    mirrors.into_iter().filter(move |&mirror| {
        let is_same = |cell: &usize| {
            let mut images = images(level, mirror, *cell);
            images.all(|image| level.tiles()[image] == level.tiles()[*cell])
        };
        (0..n_cells).filter(is_same).count() as f64 >= MIRRORED_MIN * n_cells as f64
    })
}

/// A cell and its images, if there is a mirror.
fn with_images(level: &Level, mirror: Option<Mirror>, cell: usize) -> Vec<usize> {
    let images = mirror.into_iter().flat_map(|mirror| images(level, mirror, cell));
    std::iter::once(cell).chain(images).collect()
}

fn images(level: &Level, mirror: Mirror, cell: usize) -> impl Iterator<Item = usize> {
    let (width, height) = (level.width(), level.height());
    let images = mirror.images((cell % width, cell / width), (width, height));
    images.map(move |(x, y)| y * width + x)
}

fn set(level: &mut Level, cell: usize, tile: Tile) {
    let width = level.width();
    level.set(cell % width, cell / width, tile);
}

/// The most common other tile beside a cell, which stays where a tile leaves it.
fn ground_at(level: &Level, cell: usize) -> Tile {
    let (width, height) = (level.width() as i64, level.height() as i64);
    let (x, y) = (cell as i64 % width, cell as i64 / width);
    let tile = level.tiles()[cell];
    let beside = [(0, 1), (-1, 0), (1, 0), (0, -1)].map(|(dx, dy)| (x + dx, y + dy));
    let beside = beside
        .into_iter()
        .filter(|&(x, y)| (0..width).contains(&x) && (0..height).contains(&y))
        .map(|(x, y)| level.get(x as usize, y as usize))
        .filter(|&neighbor| neighbor != tile);
    let mut counts: Vec<(Tile, usize)> = Vec::new();
    for neighbor in beside {
        match counts.iter_mut().find(|(counted, _)| *counted == neighbor) {
            Some((_, n)) => *n += 1,
            None => counts.push((neighbor, 1)),
        }
    }
    counts.into_iter().max_by_key(|&(_, n)| n).map_or(tile, |(most, _)| most)
}

#[cfg(test)]
mod tests;
