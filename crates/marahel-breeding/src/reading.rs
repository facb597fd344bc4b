//! Rules read off a level: places where a thing stands or could stand, as conditions.
//!
//! A random condition seldom holds anywhere. A condition read off a level of a script also holds in
//! other levels of it: "six walls around", "two cells from the water". The fewer other cells meet
//! it, the more useful it is, as long as there are enough.

use marahel_level::{Mirror, OUT, Tile, TileSet, UNKNOWN, View};
use marahel_script::{
    Condition, Edge, EntityList, Estimator, Explorer, Neighborhood, Operator, Rule,
};
use rand::{Rng, RngExt};

use crate::draw::{below, pick, weighted};
use crate::mirrors;
use crate::parts::{cells, compare, explorer_of, list, only, rule_of, writer};
use crate::task::{Axis, Symmetry, Task};

/// Number of cells to read conditions from, before the most specific one is chosen.
const N_CELLS_READ: usize = 5;

/// Probability of a second condition, and again of a third one.
const MORE: f64 = 0.45;

/// Maximum number of columns or rows of a piece.
const N_CELLS_MAX: u32 = 30;

/// Probabilities that a condition is about a tile that need not be there, and about the edge.
const ABSENT: f64 = 0.2;
const EDGE: f64 = 0.15;

/// Probability that a condition is about one tile, not about all of its role.
const ONE_TILE: f64 = 0.8;

/// Probabilities that things stand apart: large ones, and single cells.
const LARGE_APART: f64 = 0.6;
const APART: f64 = 0.25;

/// Probability of placing a thing everywhere where it may stand, if that is as often as it should.
const EVERYWHERE: f64 = 0.7;

/// Probability of single cells, if nothing is known about pieces.
const SINGLE_CELLS: f64 = 0.6;

pub(crate) const EDGES: [Edge; 4] = [Edge::Left, Edge::Top, Edge::Right, Edge::Bottom];

const AROUND: [&str; 8] = ["all", "plus", "horz", "vert", "up", "down", "left", "right"];

/// An explorer that places a tile at cells like one observed: a cell of `model`, a level that
/// contains the tile, or else of `level`. With a symmetry, too few things to have images go on the
/// axis. `None` if there is no room.
pub(crate) fn placing(
    tile: Tile,
    level: View<'_>,
    model: Option<View<'_>>,
    symmetry: Option<Symmetry>,
    task: &Task,
    rng: &mut dyn Rng,
) -> Option<Explorer> {
    let part = &task.tiles[usize::from(tile)];
    let (width, height) = piece(tile, task, rng);
    let area = width * height;
    let (min, max) = match (part.pieces, part.cells) {
        (Some(pieces), _) => pieces,
        (None, Some((min, max))) => (min.div_ceil(area), (max / area).max(min.div_ceil(area))),
        (None, None) => (1, 1 + below(6, rng) as u32),
    };
    let (min, max) = (min.max(1), max.max(1));
    let n = if max <= 1 { 1 } else { min + below((max - min).min(400) as usize + 1, rng) as u32 };
    let symmetry = symmetry.filter(|symmetry| symmetry.tiles.contains(tile));
    let mirror = mirrors::of_things(n, rng).or(symmetry.map(|symmetry| symmetry.mirror));
    // A level of even width has no cell on its axis.
    let (columns, rows) = (level.width(), level.height());
    let mirror = mirror.filter(|&mirror| {
        has_images(mirror, n) || mirrors::is_on_axis(mirror, (columns / 2, rows / 2), level)
    });
    let axis = mirror.filter(|&mirror| !has_images(mirror, n));
    let cells = match axis {
        Some(_) => around((width as i32 - 1) / 2, (height as i32 - 1) / 2),
        None => rectangle(width as i32, height as i32),
    };
    let mut anchors = Anchors::new(level, &cells, |candidate| candidate != tile);
    if let Some(mirror) = axis {
        anchors.places.retain(|&place| mirrors::is_on_axis(mirror, place, level));
    }
    let n_images = mirror.map_or(0, |mirror| mirror.n_images_max() as u32);
    let n_wanted = min.div_ceil(1 + n_images) as usize;
    let reading = read(&anchors, tile, n_wanted, level, model, task, rng)?;
    let is_exact = (min as usize..=max as usize).contains(&reading.n_cells) && area == 1;
    let mut conditions = vec![bare(cells.clone(), only(reading.on))];
    conditions.extend(reading.conditions);
    if rng.random_bool(if area > 1 { LARGE_APART } else { APART }) && n > 1 {
        let distance = Estimator::Distance(only(tile));
        conditions.push(compare(distance, Operator::Greater, (1 + below(4, rng)) as f64));
    }
    let rule = rule_of(conditions, cells, only(tile));
    let is_whole = is_exact && axis.is_none() && rng.random_bool(EVERYWHERE);
    let changes = if is_whole { None } else { Some(u64::from(n)) };
    let explorer = Explorer { changes, ..explorer_of("rorder", vec![rule]) };
    Some(mirrors::with_mirror(explorer, mirror))
}

/// Whether a number of things is enough for images in a mirror.
fn has_images(mirror: Mirror, n: u32) -> bool {
    n > mirror.n_images_max() as u32
}

/// An explorer that fills unset cells with the most common tile of a level; `None` if all are set.
pub(crate) fn filling(level: View<'_>, task: &Task) -> Option<Explorer> {
    if level.rows().flatten().all(|&tile| tile != UNKNOWN) {
        return None;
    }
    let most = task.tiles().max_by_key(|&tile| {
        level.rows().flatten().filter(|&&candidate| candidate == tile).count()
    })?;
    let unset = bare(rectangle(1, 1), only(UNKNOWN));
    Some(writer("horz", vec![unset], most))
}

/// An explorer that replaces a tile by a neighboring tile at cells like one observed; `None` if the
/// tile does not occur.
pub(crate) fn clearing(
    tile: Tile,
    level: View<'_>,
    task: &Task,
    rng: &mut dyn Rng,
) -> Option<Explorer> {
    let cells = rectangle(1, 1);
    let anchors = Anchors::new(level, &cells, |candidate| candidate == tile);
    let reading = read(&anchors, tile, 1, level, None, task, rng)?;
    let (x, y) = reading.at;
    let mut beside: Vec<Tile> = Vec::new();
    for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
        let neighbor = at(level, x as i32 + dx, y as i32 + dy);
        if neighbor < task.tiles.len() as Tile && neighbor != tile {
            beside.push(neighbor);
        }
    }
    let new = pick(&beside, rng).copied().unwrap_or_else(|| task.any(rng));
    if new == tile {
        return None;
    }
    let mut conditions = vec![bare(cells.clone(), only(tile))];
    conditions.extend(reading.conditions);
    Some(writer("horz", conditions, new))
}

/// Columns and rows of the pieces of a tile.
fn piece(tile: Tile, task: &Task, rng: &mut dyn Rng) -> (u32, u32) {
    let part = &task.tiles[usize::from(tile)];
    let area = match (part.size, part.pieces, part.cells) {
        (Some((min, max)), ..) => f64::from(min + below((max - min) as usize + 1, rng) as u32),
        // For several tiles together: the maximum of all.
        (None, Some((_, many)), Some((0, max))) => f64::from(max) / f64::from(many.max(1)),
        (None, Some((few, many)), Some((min, max))) => {
            f64::from(min + max) / f64::from((few + many).max(1))
        }
        (None, Some(_), None) => [1.0, 2.0, 3.0, 4.0, 6.0][below(5, rng)],
        (None, None, Some((min, _))) if min <= 8 => 1.0,
        _ if rng.random_bool(SINGLE_CELLS) => 1.0,
        _ => [2.0, 3.0, 4.0, 6.0][below(4, rng)],
    };
    if area < 1.5 {
        return (1, 1);
    }
    let side = |max: u32| (area.round() as u32).min(max).min(N_CELLS_MAX);
    match part.run {
        Some(Axis::Row) => return (side(task.max.width), 1),
        Some(Axis::Column) => return (1, side(task.max.height)),
        None => (),
    }
    let longest = (area.ceil() as usize).min(8);
    let width = 1 + below(longest, rng) as u32;
    let height = ((area / f64::from(width)).round() as u32).clamp(1, 6);
    (width, height)
}

/// Conditions read off a cell.
struct Reading {
    at: (usize, usize),
    on: Tile,
    conditions: Vec<Condition>,
    /// Number of cells of the level that meet all conditions.
    n_cells: usize,
}

/// Cells of a level whose neighborhood lies within the level and has only one tile.
struct Anchors<'c> {
    cells: &'c Neighborhood,
    places: Vec<(usize, usize)>,
}

impl<'c> Anchors<'c> {
    fn new(level: View<'_>, cells: &'c Neighborhood, is_wanted: impl Fn(Tile) -> bool) -> Self {
        let mut places = Vec::new();
        for y in 0..level.height() {
            for x in 0..level.width() {
                let tile = level.get(x, y);
                let is_same = cells
                    .offsets()
                    .iter()
                    .all(|&(dx, dy)| at(level, x as i32 + dx, y as i32 + dy) == tile);
                if tile != UNKNOWN && is_same && is_wanted(tile) {
                    places.push((x, y));
                }
            }
        }
        Self { cells, places }
    }
}

/// Conditions that hold at one of the anchors, or at the tile in a model, and at few more places
/// than `n_wanted`.
fn read(
    anchors: &Anchors<'_>,
    tile: Tile,
    n_wanted: usize,
    level: View<'_>,
    model: Option<View<'_>>,
    task: &Task,
    rng: &mut dyn Rng,
) -> Option<Reading> {
    let mut candidates: Vec<(f64, Reading)> = Vec::new();
    let reader = Reader::new(level, task);
    let model = model.map(|model| {
        (
            Reader::new(model, task),
            Anchors::new(model, anchors.cells, |candidate| candidate == tile),
        )
    });
    // A model without such a piece is useless.
    let model = model.filter(|(_, anchors)| !anchors.places.is_empty());
    for _ in 0..N_CELLS_READ {
        let &at = pick(&anchors.places, rng)?;
        let on = level.get(at.0, at.1);
        let mut left: Vec<(usize, usize)> =
            anchors.places.iter().copied().filter(|&(x, y)| level.get(x, y) == on).collect();
        if left.len() < n_wanted {
            continue;
        }
        let mut conditions = Vec::new();
        let (source, place) = match &model {
            Some((source, anchors)) => (source, *pick(&anchors.places, rng)?),
            None => (&reader, at),
        };
        loop {
            let drawn = [(); 4].map(|()| {
                let fact = source.fact(place, anchors.cells, tile, rng)?;
                if model.is_some() { fact.seen_by(&reader) } else { Some(fact) }
            });
            let facts = drawn.into_iter().flatten().map(|fact| {
                let n = left.iter().filter(|&&place| reader.holds(&fact, place)).count();
                (n, fact)
            });
            // Of those that hold often enough, the most specific.
            let best = facts.filter(|(n, _)| *n >= n_wanted && *n < left.len());
            let Some((_, fact)) = best.min_by_key(|(n, _)| *n) else { break };
            left.retain(|&place| reader.holds(&fact, place));
            conditions.push(fact.condition());
            if !rng.random_bool(MORE) {
                break;
            }
        }
        let n_cells = left.len();
        let telling = 1.0 / ((n_cells - n_wanted.min(n_cells)) as f64 + 3.0);
        candidates.push((telling, Reading { at, on, conditions, n_cells }));
    }
    weighted(candidates, rng)
}

enum Fact {
    /// The number of these tiles in the neighborhood.
    Around(Neighborhood, TileSet, u32),
    /// All cells of the neighborhood have the tile.
    All(Neighborhood, Tile),
    /// A bound on the distance to the nearest of the tiles, with the distances from all cells, row
    /// by row.
    Distance(TileSet, Operator, u32, Vec<u32>),
    /// A bound on the distance from the edge, optionally modulo a divisor.
    Place(Edge, Option<u64>, Operator, u32),
}

pub(crate) struct Reader<'r> {
    level: View<'r>,
    task: &'r Task,
    /// The tiles that occur, each once.
    occurring: Vec<Tile>,
}

impl<'r> Reader<'r> {
    pub(crate) fn new(level: View<'r>, task: &'r Task) -> Self {
        let mut occurring: Vec<Tile> = level.rows().flatten().copied().collect();
        occurring.sort_unstable();
        occurring.dedup();
        occurring.retain(|&tile| usize::from(tile) < task.tiles.len());
        Self { level, task, occurring }
    }

    /// A random fact about a cell whose `piece` has one tile.
    fn fact(
        &self,
        place: (usize, usize),
        piece: &Neighborhood,
        tile: Tile,
        rng: &mut dyn Rng,
    ) -> Option<Fact> {
        match below(10, rng) {
            0..=4 if piece.offsets().len() > 1 => self.fact_beside(place, piece, rng),
            0..=4 => self.fact_around(place, rng),
            5..=7 => self.fact_far(place, tile, rng),
            _ => Some(self.fact_in_level(place, rng)),
        }
    }

    /// One tile along a piece: the row below, the row above, or the cells around except below.
    fn fact_beside(
        &self,
        place: (usize, usize),
        piece: &Neighborhood,
        rng: &mut dyn Rng,
    ) -> Option<Fact> {
        let (left, right) = ends(piece.offsets().iter().map(|cell| cell.0));
        let (top, bottom) = ends(piece.offsets().iter().map(|cell| cell.1));
        let offsets: Vec<(i32, i32)> = match below(3, rng) {
            0 => (left..=right).map(|dx| (dx, bottom + 1)).collect(),
            1 => (left..=right).map(|dx| (dx, top - 1)).collect(),
            _ => (top - 1..=bottom)
                .flat_map(|dy| (left - 1..=right + 1).map(move |dx| (dx, dy)))
                .filter(|&(dx, dy)| dx < left || dx > right || dy < top)
                .collect(),
        };
        let tile = self.tile_at(place, offsets[0]);
        let is_same = offsets.iter().all(|&offset| self.tile_at(place, offset) == tile);
        let around = Neighborhood::from_offsets(offsets).ok()?;
        (is_same && tile != UNKNOWN).then_some(Fact::All(around, tile))
    }

    fn fact_around(&self, place: (usize, usize), rng: &mut dyn Rng) -> Option<Fact> {
        let around = cells(AROUND[below(AROUND.len(), rng)]);
        let neighbor = self.tile_at(place, *pick(around.offsets(), rng)?);
        let is_absent = rng.random_bool(ABSENT);
        let tile = if is_absent { *pick(&self.occurring, rng)? } else { neighbor };
        let tiles = self.kin(tile, rng)?;
        let n = self.n_around(place, &around, tiles);
        Some(Fact::Around(around, tiles, n))
    }

    fn fact_far(&self, (x, y): (usize, usize), tile: Tile, rng: &mut dyn Rng) -> Option<Fact> {
        let mut landmarks = self.occurring.clone();
        landmarks.retain(|&landmark| landmark != tile && landmark != self.level.get(x, y));
        let is_edge = rng.random_bool(EDGE);
        let tiles = self.kin(if is_edge { OUT } else { *pick(&landmarks, rng)? }, rng)?;
        let field = self.distances(tiles)?;
        let far = field[y * self.level.width() + x];
        let (operator, bound) = match below(4, rng) {
            0 => (Operator::Equal, far),
            1 => (Operator::LessEqual, far),
            2 => (Operator::GreaterEqual, far),
            _ => (Operator::Greater, (far / 2).max(1)),
        };
        Some(Fact::Distance(tiles, operator, bound, field))
    }

    fn fact_in_level(&self, place: (usize, usize), rng: &mut dyn Rng) -> Fact {
        let edge = EDGES[below(4, rng)];
        let far = self.place(edge, place);
        let operator = match below(4, rng) {
            0 => Operator::Equal,
            1 => Operator::LessEqual,
            2 => Operator::GreaterEqual,
            _ => {
                let divisor = 2 + below(3, rng) as u32;
                return Fact::Place(edge, Some(divisor.into()), Operator::Equal, far % divisor);
            }
        };
        Fact::Place(edge, None, operator, far)
    }

    fn tile_at(&self, (x, y): (usize, usize), (dx, dy): (i32, i32)) -> Tile {
        at(self.level, x as i32 + dx, y as i32 + dy)
    }

    pub(crate) fn n_around(
        &self,
        place: (usize, usize),
        around: &Neighborhood,
        tiles: TileSet,
    ) -> u32 {
        around.offsets().iter().map(|&offset| tiles.count(self.tile_at(place, offset))).sum()
    }

    /// A tile, or all tiles of its role; `None` if unset.
    fn kin(&self, tile: Tile, rng: &mut dyn Rng) -> Option<TileSet> {
        if tile == UNKNOWN {
            return None;
        }
        let Some(part) = self.task.tiles.get(usize::from(tile)) else {
            return Some(TileSet::only(tile));
        };
        if rng.random_bool(ONE_TILE) {
            return Some(TileSet::only(tile));
        }
        let kin = self.task.of_role(part.role).into_iter();
        Some(kin.fold(TileSet::only(tile), |all, tile| all.union(TileSet::only(tile))))
    }

    fn holds(&self, fact: &Fact, place: (usize, usize)) -> bool {
        match fact {
            Fact::Around(around, tiles, n) => self.n_around(place, around, *tiles) == *n,
            Fact::All(around, tile) => {
                around.offsets().iter().all(|&offset| self.tile_at(place, offset) == *tile)
            }
            Fact::Distance(_, operator, bound, field) => {
                let far = field[place.1 * self.level.width() + place.0];
                operator.holds(far.into(), (*bound).into())
            }
            Fact::Place(edge, divisor, operator, bound) => {
                let far = self.place(*edge, place);
                let far = divisor.map_or(far, |divisor| far % divisor as u32);
                operator.holds(far.into(), (*bound).into())
            }
        }
    }

    pub(crate) fn place(&self, edge: Edge, (x, y): (usize, usize)) -> u32 {
        let far = match edge {
            Edge::Left => x,
            Edge::Top => y,
            Edge::Right => self.level.width() - 1 - x,
            Edge::Bottom => self.level.height() - 1 - y,
        };
        far as u32
    }

    /// Manhattan distance from each cell to the nearest of some tiles; `None` if there are none.
    pub(crate) fn distances(&self, tiles: TileSet) -> Option<Vec<u32>> {
        let (width, height) = (self.level.width(), self.level.height());
        let cells = (0..width * height).map(|cell| {
            let (x, y) = (cell % width, cell / width);
            let to_edge = EDGES.map(|edge| 1 + self.place(edge, (x, y))).into_iter().min();
            match to_edge.filter(|_| tiles.contains(OUT)) {
                Some(far) => far,
                None if tiles.contains(self.level.get(x, y)) => 0,
                None => u32::MAX,
            }
        });
        let mut field: Vec<u32> = cells.collect();
        // From above and the left, then from below and the right.
        for cell in 0..field.len() {
            let left = if cell % width > 0 { field[cell - 1] } else { u32::MAX };
            let up = if cell >= width { field[cell - width] } else { u32::MAX };
            field[cell] = field[cell].min(left.min(up).saturating_add(1));
        }
        for cell in (0..field.len()).rev() {
            let right = if cell % width < width - 1 { field[cell + 1] } else { u32::MAX };
            let down = if cell + width < field.len() { field[cell + width] } else { u32::MAX };
            field[cell] = field[cell].min(right.min(down).saturating_add(1));
        }
        field.first().is_some_and(|far| *far < u32::MAX).then_some(field)
    }
}

impl Fact {
    /// The same fact about another level; `None` if it does not apply there.
    fn seen_by(self, reader: &Reader<'_>) -> Option<Self> {
        Some(match self {
            Self::Distance(tiles, operator, bound, _) => {
                Self::Distance(tiles, operator, bound, reader.distances(tiles)?)
            }
            Self::Around(..) | Self::All(..) | Self::Place(..) => self,
        })
    }

    fn condition(self) -> Condition {
        match self {
            Self::Around(around, tiles, n) => {
                let n_all = around.offsets().len() as u32;
                let is_all = n == n_all && n_all == 1;
                let estimator = Estimator::Neighborhood(around, list(tiles.iter()));
                if is_all {
                    return Condition::Bare(estimator);
                }
                compare(estimator, Operator::Equal, n.into())
            }
            Self::All(around, tile) => bare(around, only(tile)),
            Self::Distance(tiles, operator, bound, _) => {
                compare(Estimator::Distance(list(tiles.iter())), operator, bound.into())
            }
            Self::Place(edge, divisor, operator, bound) => {
                compare(Estimator::Place(edge, divisor), operator, bound.into())
            }
        }
    }
}

/// The condition that all these cells have one of the tiles.
fn bare(cells: Neighborhood, tiles: EntityList) -> Condition {
    let n = cells.offsets().len();
    let estimator = Estimator::Neighborhood(cells, tiles);
    if n == 1 {
        return Condition::Bare(estimator);
    }
    compare(estimator, Operator::Equal, n as f64)
}

/// The least and the greatest; 0 if there are none.
fn ends(numbers: impl Iterator<Item = i32> + Clone) -> (i32, i32) {
    (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0))
}

/// The tile at a place; `OUT` outside of the level.
fn at(level: View<'_>, x: i32, y: i32) -> Tile {
    let is_inside =
        x >= 0 && y >= 0 && (x as usize) < level.width() && (y as usize) < level.height();
    if is_inside { level.get(x as usize, y as usize) } else { OUT }
}

/// The cells of a rectangle with the current cell in the upper left corner.
pub(crate) fn rectangle(width: i32, height: i32) -> Neighborhood {
    let cells = (0..height).flat_map(|dy| (0..width).map(move |dx| (dx, dy)));
    Neighborhood::from_offsets(cells.collect()).expect("a small rectangle is a neighborhood")
}

/// The cells of a rectangle with the current cell in the middle.
fn around(columns: i32, rows: i32) -> Neighborhood {
    let cells = (-rows..=rows).flat_map(|dy| (-columns..=columns).map(move |dx| (dx, dy)));
    Neighborhood::from_offsets(cells.collect()).expect("a small rectangle is a neighborhood")
}

/// Indices of the rules that may write a tile.
pub(crate) fn writers(rules: &[Rule], tile: Tile) -> Vec<usize> {
    let writing = rules.iter().enumerate().filter(|(_, rule)| {
        let lists = rule.executers.iter().map(|executer| &executer.entities);
        lists.flat_map(|list| &list.members).any(|&(member, _)| member == tile)
    });
    writing.map(|(index, _)| index).collect()
}
