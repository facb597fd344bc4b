//! [`Facts`]: what a problem asks, tile by tile and pair by pair, as makers need it.

mod forms;
mod guesses;
mod heaps;
mod notes;
mod sides;

use std::collections::BTreeMap;

use marahel::{Program, Workspace};
use marahel_breeding::Task;
use marahel_breeding::parts::{compare, explorer_of, rule, script_of};
use marahel_level::{Mirror, OUT, Role, Tile, TileSet};
use marahel_problem::paths::Steps;
use marahel_problem::{Problem, Wished};
use marahel_script::{Condition, Edge, Estimator, Neighborhood, Operator};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::words::{from_edge, seen_from, tiles_in};
pub(crate) use heaps::Heap;
pub(crate) use sides::Twins;

/// What a problem asks of one tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kind {
    pub(crate) role: Role,
    /// The fewest and most cells; `None` if nothing says so.
    pub(crate) cells: Option<(f64, f64)>,
    pub(crate) pieces: Option<(f64, f64)>,
    /// The fewest and most cells of a piece.
    pub(crate) size: Option<(f64, f64)>,
    /// The shares of the border and of the last row.
    pub(crate) border: (f64, f64),
    pub(crate) bottom: (f64, f64),
    /// The least distance from its like.
    pub(crate) apart: Option<i64>,
    /// Whether its pieces are counted along rows alone, or along columns alone.
    pub(crate) along: Option<Along>,
    /// Whether one straight line of it leads along rows, or columns, from side to side.
    pub(crate) span: Option<Along>,
    /// Distances in columns and rows between its cells, if long steps connect them.
    pub(crate) grid: Option<(i64, i64)>,
}

/// The direction in which pieces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    Rows,
    Columns,
}

/// Cells that are wanted: one of several lists of conditions holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placement {
    pub(crate) tiles: TileSet,
    /// The conditions besides that for the tile.
    pub(crate) lists: Vec<Vec<Condition>>,
    /// Whether they must hold for each cell, not only for some.
    pub(crate) is_each: bool,
    /// The least and the greatest number of cells for which they hold, if not for each.
    pub(crate) least: f64,
    pub(crate) most: f64,
}

/// Cells that are not wanted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) tiles: TileSet,
    /// The conditions besides that for the tile; at least one.
    pub(crate) conditions: Vec<Condition>,
}

/// Tiles that a way connects.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) ends: TileSet,
    /// What the way may be made of.
    pub(crate) over: TileSet,
    /// Whether the ends stand at the left and at the right side.
    pub(crate) is_across: bool,
}

/// Tiles that come in pieces together: a ground, and things on it.
#[derive(Clone, Debug)]
struct Union {
    tiles: TileSet,
    /// Whether pieces are counted along rows alone, or along columns alone.
    along: Option<Along>,
    /// The fewest and most pieces.
    pieces: Option<(f64, f64)>,
    /// The fewest and most cells of a piece.
    size: Option<(f64, f64)>,
}

/// What a problem asks, for makers.
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) task: Task,
    pub(crate) width: i64,
    pub(crate) height: i64,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) all: TileSet,
    /// Places where tiles must stand: all of their cells, or some.
    pub(crate) placements: Vec<Placement>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) links: Vec<Link>,
    /// Tiles that come in pieces together.
    unions: Vec<Union>,
    /// Tiles whose pieces each hold so many things, at least and at most.
    held: Vec<(TileSet, TileSet, f64, f64)>,
    /// Tiles that are one straight line together, from side to side.
    spans: Vec<(TileSet, Along)>,
    /// Tiles that are one piece together.
    pub(crate) networks: Vec<TileSet>,
    pub(crate) mirror: Option<Mirror>,
    /// The tiles that must equal their mirror images.
    pub(crate) mirrored: TileSet,
    /// Tiles of two sides.
    pub(crate) twins: Vec<Twins>,
    /// Ground that rests on itself.
    pub(crate) heap: Option<Heap>,
    /// Whether both sides are the same but for these.
    pub(crate) is_even: bool,
    /// Tiles beside two others: rivers from mountains to the sea.
    pub(crate) rivers: BTreeMap<Tile, TileSet>,
    /// For a tile: those that may lie between it and all that must not be beside it.
    pub(crate) shores: BTreeMap<Tile, TileSet>,
    /// For a tile: those that must be all around it.
    pub(crate) collars: BTreeMap<Tile, TileSet>,
    /// Two grounds that must not touch, and what may lie between.
    pub(crate) fences: Vec<(TileSet, TileSet, TileSet)>,
    /// Tiles whose pieces have some of the others beside them.
    pub(crate) touching: Vec<(TileSet, TileSet)>,
    /// Tiles that no way connects.
    pub(crate) sealed: Vec<(TileSet, TileSet)>,
    /// Tiles that a way connects, each from the first to the second.
    pub(crate) reached: Vec<(TileSet, TileSet)>,
    /// A ground in so many pieces.
    halves: Vec<(TileSet, i64)>,
    /// Whether there is gravity, and what one can then stand on.
    pub(crate) solid: Option<TileSet>,
    /// Tiles that the way from one end to the other is long for.
    pub(crate) long_ways: Vec<(TileSet, f64)>,
    /// Ends of ways that must be short, and the most steps.
    pub(crate) short_ways: Vec<(TileSet, i64)>,
    /// Tiles that are the whole border together, and the whole last row.
    borders: Vec<TileSet>,
    bottoms: Vec<TileSet>,
    /// Tiles of which there are as many.
    ties: Vec<(Tile, Tile)>,
    /// Tiles that are counted together, with the fewest and most cells.
    groups: Vec<(TileSet, f64, f64)>,
    /// For a tile: those that are counted together with it alone.
    pub(crate) mates: Vec<TileSet>,
    /// For a thing: the grounds that come in pieces with it, on which it stands.
    pub(crate) soils: Vec<TileSet>,
    /// Ways from the first column to the last, or from the last row to the first if true.
    pub(crate) crossings: Vec<(TileSet, bool)>,
    /// Heights of noise, for each scale from 1 on: those that 0, 1, 2 ... 40 fortieths exceed.
    pub(crate) heights: Vec<Vec<f64>>,
    /// What is asked but has no maker.
    pub(crate) unsaid: Vec<String>,
}

/// Pieces of this part of the columns are whole rows.
const WHOLE_ROW: f64 = 0.75;
/// A tile in one piece along rows, with this many cells for each column, is a line across.
const LINE: f64 = 0.6;
/// A straight piece is a line from side to side from this part of the columns, or rows, on.
const SPAN: f64 = 0.9;
/// A way is short up to this part of the columns and rows together.
const SHORT: f64 = 0.2;
/// Things are near each other up to this part of the columns and rows together.
const NEAR: f64 = 0.3;
/// A share of the border, or of the last row, that is meant for a ground along it.
const MUCH: f64 = 0.5;
/// Things of which each piece of a ground has its own are so far apart.
const HELD_APART: i64 = 4;
/// Things that must stand somewhere, and that nothing counts, are up to so many.
const SOME: f64 = 6.0;
/// Together with grounds, things are few among more than this share of a level.
const A_SHARE: f64 = 0.1;
/// A share from which on all is meant.
const ALL: f64 = 0.99;
/// Up to so many pieces are one.
pub(crate) const ONE_PIECE: f64 = 1.5;
/// From this share of the cells of a place on, all are meant.
pub(crate) const NEARLY_ALL: f64 = 0.9;
/// Up to so many cells of the border are single things there.
const FEW_AT_BORDER: f64 = 8.5;
/// Up to so many cells are an exception, which nobody wants.
const FEW: f64 = 5.0;
/// Words in the names of tiles where ways cross something.
const BRIDGES: [&str; 4] = ["bridge", "ford", "ferry", "crossing"];
/// Scales of noise.
const N_SCALES: u32 = 5;
const N_STEPS: usize = 40;

impl Facts {
    pub(crate) fn new(problem: &Problem, task: Task) -> Self {
        let (width, height) = problem.sizes()[0];
        let kinds: Vec<Kind> =
            problem.roles().iter().map(|&role| Kind { role, ..Kind::default() }).collect();
        let mut facts = Self {
            width: width as i64,
            height: height as i64,
            all: TileSet::entities(kinds.len()),
            mates: vec![TileSet::EMPTY; kinds.len()],
            soils: vec![TileSet::EMPTY; kinds.len()],
            kinds,
            heights: heights(&task, (width, height)),
            task,
            ..Self::default()
        };
        let wishes = problem.wishes();
        let mut movements = problem.definition().movements().iter();
        facts.solid = movements.find_map(|movement| match &movement.steps {
            Steps::Platformer(model) => Some(model.solid),
            Steps::Offsets(_) => None,
        });
        for kind in &mut facts.kinds {
            (kind.border, kind.bottom) = ((0.0, 1.0), (0.0, 1.0));
        }
        for wish in &wishes {
            facts.note(wish, problem);
        }
        for wish in wishes.iter().filter(|wish| wish.of == Wished::Other) {
            let is_read = wishes.iter().any(|other| other.text == wish.text && other.of != wish.of);
            if !is_read && !facts.unsaid.contains(&wish.text) {
                facts.unsaid.push(wish.text.clone());
            }
        }
        facts.relate();
        facts.fill_in();
        facts
    }

    /// Whether the border is of tiles that nothing else may have.
    pub(crate) fn has_ring(&self) -> bool {
        !self.borders.is_empty()
    }

    /// Into how many pieces a tile must fall, with others, if it must fall into several.
    pub(crate) fn pieces_with(&self, tile: Tile) -> Option<(TileSet, i64)> {
        self.halves.iter().find(|(tiles, _)| tiles.contains(tile)).copied()
    }

    pub(crate) fn area(&self) -> f64 {
        (self.width * self.height) as f64
    }

    pub(crate) fn kind(&self, tile: Tile) -> &Kind {
        &self.kinds[usize::from(tile)]
    }

    pub(crate) fn name(&self, tile: Tile) -> &str {
        &self.task.tiles[usize::from(tile)].name
    }

    /// The names of tiles: *a, b and c*.
    pub(crate) fn names(&self, tiles: TileSet) -> String {
        let names: Vec<&str> = tiles.iter().map(|tile| self.name(tile)).collect();
        match &names[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => names.concat(),
        }
    }

    /// Whether its name says that a way crosses something there.
    pub(crate) fn is_called_a_bridge(&self, tile: Tile) -> bool {
        BRIDGES.iter().any(|word| self.name(tile).contains(word))
    }

    /// The mirror whose images a tile must equal; marks are images, too.
    pub(crate) fn mirror_of(&self, tile: Tile) -> Option<Mirror> {
        let is_mark = !self.all.contains(tile);
        self.mirror.filter(|_| is_mark || self.mirrored.contains(tile))
    }

    /// The middle of the wanted number of cells.
    pub(crate) fn bulk(&self, tile: Tile) -> Option<f64> {
        self.kind(tile).cells.map(|(low, high)| f64::midpoint(low, high.min(self.area())))
    }

    /// The fewest cells, 0 if nothing says so.
    pub(crate) fn least(&self, tile: Tile) -> f64 {
        self.kind(tile).cells.map_or(0.0, |(low, _)| low)
    }

    /// The most cells, 0 if nothing says so.
    pub(crate) fn most(&self, tile: Tile) -> f64 {
        self.kind(tile).cells.map_or(0.0, |(_, high)| high.min(self.area()))
    }

    /// Whether nothing but one number of cells is good.
    pub(crate) fn is_exact(&self, tile: Tile) -> bool {
        self.kind(tile).cells.is_some_and(|(low, high)| high - low < 1.0)
    }

    /// Whether there are as many of one tile as of another.
    pub(crate) fn are_tied(&self, left: Tile, right: Tile) -> bool {
        self.ties.contains(&(left, right)) || self.ties.contains(&(right, left))
    }

    /// The first of the tiles of which there are as many as of this.
    pub(crate) fn first_tied(&self, tile: Tile) -> Tile {
        self.all
            .iter()
            .find(|&other| self.are_tied(other, tile))
            .map_or(tile, |other| other.min(tile))
    }

    /// The height that this share of noise exceeds.
    pub(crate) fn height_of(&self, scale: u32, share: f64) -> f64 {
        let place = share.clamp(0.0, 1.0) * N_STEPS as f64;
        let heights = &self.heights[scale as usize - 1];
        let low = (place as usize).min(N_STEPS - 1);
        heights[low] + (heights[low + 1] - heights[low]) * (place - low as f64)
    }

    /// The conditions that keep a tile from where it is a fault.
    pub(crate) fn guards(
        &self,
        tile: Tile,
        mut choose: impl FnMut(usize, usize) -> usize,
    ) -> Vec<Condition> {
        let mut guards = Vec::new();
        let mut add = |condition: Condition| {
            if !guards.contains(&condition) {
                guards.push(condition);
            }
        };
        let is_whole = |sets: &[TileSet]| sets.iter().any(|tiles| !tiles.contains(tile));
        if is_whole(&self.bottoms) && !is_whole(&self.borders) {
            add(compare(Estimator::Place(Edge::Bottom, None), Operator::Greater, 0.0));
        }
        if self.kind(tile).bottom.1 <= 0.01 {
            add(compare(Estimator::Place(Edge::Bottom, None), Operator::Greater, 0.0));
        }
        if self.kind(tile).border.1 <= 0.01 || is_whole(&self.borders) {
            add(from_edge(Operator::Greater, 1));
        }
        if self.collars.contains_key(&tile) {
            add(from_edge(Operator::Greater, 1));
        }
        for placement in self.placements.iter().filter(|at| !at.tiles.contains(tile)) {
            // Others fill these places.
            for condition in self.whole_places(placement).into_iter().flatten() {
                add(condition.opposite());
            }
        }
        for (index, fault) in self.faults.iter().enumerate() {
            let Fault { tiles, conditions } = fault;
            if tiles.contains(tile) {
                let is_later = self.fences.iter().any(|(inner, ..)| inner == tiles)
                    || self.collars.contains_key(&tile) && touched(&conditions[0]).is_some();
                if !is_later {
                    add(conditions[choose(index, conditions.len())].opposite());
                }
            } else if let [condition] = &conditions[..]
                && tiles_in(condition).contains(tile)
                && !self.is_crusted(fault)
            {
                // Where it stands, a cell of the other tile would be a fault.
                match condition {
                    Condition::Compare(
                        Estimator::Neighborhood(cells, _),
                        is,
                        Estimator::Number(n),
                    ) if (*is, *n) == (Operator::Greater, 0.0)
                        || (*is, *n) == (Operator::GreaterEqual, 1.0) =>
                    {
                        let seen = Estimator::Neighborhood(seen_from(cells), list_of(*tiles));
                        add(compare(seen, Operator::Equal, 0.0));
                    }
                    Condition::Compare(
                        Estimator::Distance(_),
                        is @ (Operator::LessEqual | Operator::Less),
                        Estimator::Number(n),
                    ) => add(compare(Estimator::Distance(list_of(*tiles)), is.opposite(), *n)),
                    _ => (),
                }
            }
        }
        guards
    }
}

/// The tiles that a condition says are beside the cell, or at it.
fn touched(condition: &Condition) -> Option<TileSet> {
    let Condition::Compare(estimator, is, Estimator::Number(n)) = condition else { return None };
    match (estimator, is) {
        (Estimator::Distance(list), Operator::LessEqual) if *n == 1.0 => Some(list.tiles()),
        (Estimator::Neighborhood(cells, list), Operator::Greater) if *n == 0.0 => {
            (cells.offsets().len() >= 4 && cells.reach() == 1).then(|| list.tiles())
        }
        _ => None,
    }
}

/// *Not all of its neighbors are these*, said as *a neighbor is another*, if it is among these itself.
fn as_touching(condition: Condition, tiles: TileSet, all: TileSet) -> Condition {
    let Some(count) = condition.cell_count() else { return condition };
    let (n_cells, around) = (count.n_cells(), count.tiles);
    let is_around = n_cells >= 4
        && !count.holds(n_cells)
        && count.holds(n_cells - 1)
        && count.holds(0)
        && around.is_superset(tiles)
        && around != tiles;
    if !is_around {
        return condition;
    }
    let others = list_of(all.difference(around).union(OUTSIDE));
    compare(Estimator::Neighborhood(count.cells.clone(), others), Operator::Greater, 0.0)
}

/// *None of these is at the cell*, said as *another is*.
fn as_others(condition: &Condition, all: TileSet) -> Condition {
    let count = condition
        .cell_count()
        .filter(|count| count.cells.offsets() == [(0, 0)] && count.holds(0) && !count.holds(1));
    let others = count.map(|count| crate::words::here(all.difference(count.tiles)));
    others.unwrap_or_else(|| condition.clone())
}

/// *All of one cell*, said as *more than none of it*.
fn as_number(condition: Condition) -> Condition {
    match condition {
        Condition::Bare(Estimator::Neighborhood(cells, list)) if is_single(&cells) => {
            compare(Estimator::Neighborhood(cells, list), Operator::Greater, 0.0)
        }
        _ => condition,
    }
}

/// The tile of a cell and its other conditions; `None` if one of the two is missing.
fn fault_of(conditions: &[Condition]) -> Option<Fault> {
    let Some(tiles) = conditions.iter().find_map(Condition::here) else {
        // A block of nothing but these tiles is one of their cells with its neighbors.
        return match conditions {
            [Condition::Bare(Estimator::Neighborhood(cells, list))]
                if cells.offsets().len() > 1 && cells.offsets().contains(&(0, 0)) =>
            {
                Some(Fault { tiles: list.tiles(), conditions: conditions.to_vec() })
            }
            _ => None,
        };
    };
    let others: Vec<Condition> =
        conditions.iter().filter(|condition| condition.here().is_none()).cloned().collect();
    (!others.is_empty()).then_some(Fault { tiles, conditions: others })
}

pub(crate) fn list_of(tiles: TileSet) -> marahel_script::EntityList {
    marahel_breeding::parts::list(tiles.iter())
}

/// More steps are no lattice.
const N_LONG: usize = 8;

/// Whether all steps lead beyond neighbors, as those of a lattice do.
fn is_long(offsets: &[(isize, isize)]) -> bool {
    offsets.len() <= N_LONG && offsets.iter().all(|(x, y)| x.abs() + y.abs() > 1)
}

/// The largest steps in columns and in rows.
fn grid_of(offsets: &[(isize, isize)]) -> Option<(i64, i64)> {
    let columns = offsets.iter().map(|offset| offset.0.abs()).max();
    let rows = offsets.iter().map(|offset| offset.1.abs()).max();
    columns.zip(rows).map(|(columns, rows)| (columns as i64, rows as i64))
}

/// The axis of steps that stay on one.
fn along(offsets: &[(isize, isize)]) -> Option<Along> {
    if offsets.iter().all(|&(x, y)| x.abs() == 1 && y == 0) {
        Some(Along::Rows)
    } else if offsets.iter().all(|&(x, y)| x == 0 && y.abs() == 1) {
        Some(Along::Columns)
    } else {
        None
    }
}

/// Measures noise: for each scale, the heights that each fortieth of the cells exceeds.
fn heights(task: &Task, size: (usize, usize)) -> Vec<Vec<f64>> {
    const N_HEIGHTS: usize = 60;
    const N_LEVELS: u64 = 24;
    let height_at = |step: usize| 1.0 - 2.0 * step as f64 / N_HEIGHTS as f64;
    let of_scale = |scale: u32| {
        let rules = (0..N_HEIGHTS).map(|step| {
            let noise = Estimator::Noise { scale };
            rule(vec![compare(noise, Operator::Greater, height_at(step))], step as Tile)
        });
        let mut script = script_of(task, vec![explorer_of("horz", rules.collect())]);
        script.entities = (0..=N_HEIGHTS).map(|step| format!("height{step}")).collect();
        script.dials.clear();
        (script.min.width, script.min.height) = (size.0 as u32, size.1 as u32);
        script.max = script.min;
        let program = Program::new(&script);
        let (mut counts, mut n) = (vec![0_u64; N_HEIGHTS], 0_u64);
        let mut workspace = Workspace::new();
        for level in 0..N_LEVELS {
            let mut stream = ChaCha8Rng::seed_from_u64(level);
            if program.run(&mut stream, &mut workspace, &mut |_, _, _| ()).is_err() {
                continue;
            }
            for &tile in workspace.level().rows().flatten() {
                n += 1;
                if let Some(count) = counts.get_mut(usize::from(tile)) {
                    *count += 1;
                }
            }
        }
        let mut heights = Vec::with_capacity(N_STEPS + 1);
        let (mut step, mut above) = (0, 0);
        for fortieth in 0..=N_STEPS {
            let wanted = n as f64 * fortieth as f64 / N_STEPS as f64;
            while step < N_HEIGHTS && (above as f64) < wanted {
                above += counts[step];
                step += 1;
            }
            heights.push(height_at(step));
        }
        heights
    };
    (1..=N_SCALES).map(of_scale).collect()
}

/// Whether a neighborhood looks at one cell only.
pub(crate) fn is_single(cells: &Neighborhood) -> bool {
    cells.offsets().len() == 1
}

/// A tile that is outside of the level.
pub(crate) const OUTSIDE: TileSet = TileSet::only(OUT);
