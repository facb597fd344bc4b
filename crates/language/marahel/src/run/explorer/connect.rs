//! The connecting turtle: straight from one connected component to the next.
//!
//! A pass finds the components of the listed entities, picks an anchor cell in each, orders the
//! anchors into waypoints, mostly by distance, and walks from one to the next. It ignores what lies
//! between, because the rules dig. Only around pinned cells, which rules cannot dig, it makes a
//! detour.
//!
//! Source: the connect explorer of Marahel 0.3.0, `ConnectTurtleExplorer.ts`, but the program
//! decides how ties are broken.

use std::cmp::Ordering;

use marahel_level::{OUT, TileSet};
use rand::RngExt;

use crate::program::{Costs, Directions, Move, Ties};
use crate::run::pass::Pass;
use crate::uneven_sort;

use super::route::Route;

#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Cells with a listed entity that are in no component yet.
    is_open: Vec<bool>,
    /// Memory for the cells of any component and one more; those of the last one come first.
    cells: Vec<Cell>,
    /// One cell for each component that is not a waypoint yet.
    anchors: Vec<Cell>,
    waypoints: Vec<Cell>,
    /// Possible moves: the remaining distance, and the index of the move.
    candidates: Vec<(u32, u32)>,
    detour: Detour,
    route: Route,
}

/// Distances to the target around pinned cells.
#[derive(Clone, Debug, Default)]
struct Detour {
    /// Number of moves, by place in memory.
    lengths: Vec<u32>,
    queue: Vec<usize>,
}

const FAR: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    at: usize,
    x: i32,
    y: i32,
}

impl Cell {
    fn moved(self, step: Move) -> Self {
        let at = self.at.wrapping_add_signed(step.offset);
        Self { at, x: self.x + step.dx, y: self.y + step.dy }
    }

    fn distance(self, to: Self) -> u32 {
        self.x.abs_diff(to.x) + self.y.abs_diff(to.y)
    }
}

/// Visits every cell on the path, including the first and last waypoint; a single component is
/// visited at its anchor. A waypoint that the moves cannot reach is given up after several times
/// around the region.
#[inline(never)]
pub(super) fn walk(
    pass: &mut Pass<'_>,
    moves: &[Move],
    directions: &Directions,
    entities: TileSet,
    scratch: &mut Scratch,
) {
    scratch.find_waypoints(pass, moves.len(), directions, entities);
    let Some(&start) = scratch.waypoints.first() else { return };

    let front = &pass.buffers.front;
    let has_pins = front.has_pins();
    let n_steps_max = if has_pins { front.area() } else { 4 * (front.width() + front.height()) };
    let (mut current, mut next, mut n_steps) = (start, 0, 0);
    let mut target = start;
    if has_pins {
        scratch.detour.measure(pass, moves, target, entities);
    }
    pass.waypoint_share = Some(0.0);
    while !pass.is_done() {
        pass.visit(current.at);
        if current.at == target.at || n_steps == n_steps_max {
            (next, n_steps) = (next + 1, 0);
            if next == scratch.waypoints.len() {
                return;
            }
            target = scratch.waypoints[next];
            if has_pins {
                scratch.detour.measure(pass, moves, target, entities);
            }
            pass.waypoint_share = Some(next as f64 / scratch.waypoints.len() as f64);
        }
        if has_pins && let Some(step) = scratch.detour.step(pass, moves, current) {
            current = current.moved(step);
            n_steps += 1;
            continue;
        }
        let step = match directions.towards(target.x - current.x, target.y - current.y) {
            Some((best, is_straight)) if is_plain_choice(pass, current, best, is_straight) => {
                best[pass.draw(best.len())]
            }
            _ => scratch.step(pass, moves, current, target),
        };
        current = current.moved(step);
        n_steps += 1;
    }
}

/// As [`walk`], but along the cheapest path to each waypoint, measured when its turn comes. Cells
/// visited before in this pass cost nothing, so that paths join. A waypoint without a path is given
/// up.
#[inline(never)]
pub(super) fn walk_cheaply(
    pass: &mut Pass<'_>,
    directions: &Directions,
    entities: TileSet,
    costs: &Costs,
    scratch: &mut Scratch,
) {
    let moves = &directions.elsewhere[..];
    scratch.find_waypoints(pass, moves.len(), directions, entities);
    let Scratch { waypoints, route, .. } = scratch;
    let Some(&start) = waypoints.first() else { return };
    let mut current = start;
    pass.waypoint_share = Some(0.0);
    route.begin(pass);
    route.visit(pass, current.at);
    for (index, target) in waypoints.iter().enumerate().skip(1) {
        if pass.is_done() {
            return;
        }
        pass.waypoint_share = Some(index as f64 / waypoints.len() as f64);
        route.measure(pass, moves, (costs, entities), [current.at, target.at]);
        let mut last = None;
        while current.at != target.at && !pass.is_done() {
            last = route.step(pass, moves, current.at, last);
            let Some(step) = last else { break };
            current = current.moved(step);
            route.visit(pass, current.at);
        }
    }
}

/// Whether each of the best moves is possible with the same probability: none leads outside, and
/// the original engine would not choose unevenly.
#[inline]
fn is_plain_choice(pass: &Pass<'_>, current: Cell, best: &[Move], is_straight: bool) -> bool {
    (pass.explorer.ties == Ties::Fair || best.len() == 1)
        && (is_straight
            || best.iter().all(|&step| !pass.buffers.front.is_outside(current.moved(step).at)))
}

impl Scratch {
    /// Finds the waypoints; leaves them empty if that costs more than is left.
    #[inline]
    fn find_waypoints(
        &mut self,
        pass: &mut Pass<'_>,
        n_moves: usize,
        directions: &Directions,
        entities: TileSet,
    ) {
        let n_listed = u64::from(pass.buffers.front.total(entities));
        pass.charge(n_listed * (n_moves as u64 + 8));
        self.waypoints.clear();
        if !pass.is_done() {
            self.find_anchors(pass, &directions.elsewhere, entities);
            self.string_waypoints(pass);
        }
    }

    /// Finds the components by floods along the moves, row by row, and draws a cell of each, with a
    /// higher probability near the centroid.
    fn find_anchors(&mut self, pass: &mut Pass<'_>, moves: &[Move], entities: TileSet) {
        let entities = entities.difference(TileSet::only(OUT));
        let (width, height) = (pass.buffers.front.width(), pass.buffers.front.height());
        pass.buffers.front.mark(entities, &mut self.is_open);
        self.anchors.clear();
        let n_cells_max = pass.buffers.front.total(entities) as usize;
        if self.cells.len() <= n_cells_max {
            self.cells.resize(n_cells_max + 1, Cell::default());
        }
        for y in 0..height {
            let start = pass.buffers.front.index(0, y);
            let (mut at, end) = (start, start + width);
            while let Some(n_closed) = self.is_open[at..end].iter().position(|&is_open| is_open) {
                at += n_closed;
                let n_cells = self.flood(moves, Cell { at, x: (at - start) as i32, y: y as i32 });
                self.anchors.push(draw_anchor(pass, &self.cells[..n_cells]));
                at += 1;
            }
        }
    }

    /// Collects the component of a cell; returns its number of cells.
    ///
    /// Whether a neighbor is open is hard to predict. So each is stored without a branch, and the
    /// count grows only if it is open.
    fn flood(&mut self, moves: &[Move], start: Cell) -> usize {
        let (is_open, cells) = (&mut self.is_open[..], &mut self.cells[..]);
        cells[0] = start;
        is_open[start.at] = false;
        let (mut next, mut n_cells) = (0, 1);
        while next < n_cells {
            let cell = cells[next];
            next += 1;
            for &step in moves {
                let neighbor = cell.moved(step);
                cells[n_cells] = neighbor;
                n_cells += usize::from(std::mem::take(&mut is_open[neighbor.at]));
            }
        }
        n_cells
    }

    /// Orders the anchors into waypoints; those near the previous one are more likely. Sometimes
    /// walks back, or closes a loop at the end.
    fn string_waypoints(&mut self, pass: &mut Pass<'_>) {
        if self.anchors.is_empty() {
            return;
        }
        let first = match pass.explorer.ties {
            Ties::Fair => pass.draw(self.anchors.len()),
            Ties::Uneven => {
                uneven_sort::shuffle(&mut self.anchors, pass.rng);
                0
            }
        };
        let mut current = self.anchors.swap_remove(first);
        let mut previous = current;
        loop {
            self.waypoints.push(current);
            if pass.rng.random_ratio(1, 4) {
                current = previous;
                self.waypoints.push(current);
            }
            if self.anchors.is_empty() {
                break;
            }
            let index =
                draw_by_rank(pass, &self.anchors, |anchor| u64::from(anchor.distance(current)));
            previous = current;
            current = self.anchors.swap_remove(index);
        }
        if self.waypoints.len() > 1 && pass.rng.random_ratio(1, 2) {
            let index = pass.draw(self.waypoints.len() - 1);
            self.waypoints.push(self.waypoints[index]);
        }
    }

    /// A move that leads nearest to the target; [`Move::NONE`] if all lead outside.
    #[inline(never)] // most choices are plain and skip this
    fn step(&mut self, pass: &mut Pass<'_>, moves: &[Move], current: Cell, target: Cell) -> Move {
        self.candidates.clear();
        for (index, &step) in moves.iter().enumerate() {
            let cell = current.moved(step);
            if !pass.buffers.front.is_outside(cell.at) {
                self.candidates.push((cell.distance(target), index as u32));
            }
        }
        let candidates = &mut self.candidates;
        if candidates.is_empty() {
            return Move::NONE;
        }
        let drawn = if pass.explorer.ties == Ties::Uneven {
            uneven_sort::first(candidates.len(), pass.rng, |index| candidates[index].0)
        } else {
            let smallest = candidates.iter().map(|candidate| candidate.0).min();
            candidates.retain(|candidate| Some(candidate.0) == smallest);
            pass.draw(candidates.len())
        };
        moves[candidates[drawn].1 as usize]
    }
}

impl Detour {
    #[cold]
    #[inline(never)] // most levels have no pins
    fn measure(&mut self, pass: &mut Pass<'_>, moves: &[Move], target: Cell, entities: TileSet) {
        let front = &pass.buffers.front;
        self.lengths.clear();
        self.lengths.resize(front.n_cells(), FAR);
        self.lengths[target.at] = 0;
        self.queue.clear();
        self.queue.push(target.at);
        let mut next = 0;
        while let Some(&to) = self.queue.get(next) {
            next += 1;
            for step in moves {
                let from = to.wrapping_add_signed(-step.offset);
                let is_free = !front.is_outside(from) && !front.never_holds(from, entities);
                if is_free && self.lengths[from] == FAR {
                    self.lengths[from] = self.lengths[to] + 1;
                    self.queue.push(from);
                }
            }
        }
        pass.charge((next * moves.len()) as u64);
    }

    /// A random move that leads nearer to the target, if there is a path.
    #[cold]
    #[inline(never)]
    fn step(&self, pass: &mut Pass<'_>, moves: &[Move], current: Cell) -> Option<Move> {
        let length = |cell: Cell| self.lengths[cell.at];
        if length(current) == FAR {
            return None;
        }
        let nearer = moves.iter().filter(|&&step| length(current.moved(step)) < length(current));
        match nearer.clone().count() {
            0 => None,
            n => nearer.copied().nth(pass.draw(n)),
        }
    }
}

/// Draws a cell of a component by the rank of its distance to the centroid.
fn draw_anchor(pass: &mut Pass<'_>, cells: &[Cell]) -> Cell {
    if let [only] = *cells {
        return only;
    }
    let n = cells.len() as i64;
    let (x_sum, y_sum) = cells.iter().fold((0, 0), |(x_sum, y_sum), cell| {
        (x_sum + i64::from(cell.x), y_sum + i64::from(cell.y))
    });
    // Distance to the centroid times the number of cells, which is exact.
    cells[draw_by_rank(pass, cells, |cell| {
        (n * i64::from(cell.x)).abs_diff(x_sum) + (n * i64::from(cell.y)).abs_diff(y_sum)
    })]
}

/// Draws one of `cells`, which must not be empty, by linear rank selection: sorted by `key`, with
/// equals in random order, the i-th of n has weight n - i.
///
/// No sort is needed. Of all unordered pairs of the n cells, with a cell paired with itself as
/// well, n - i have the i-th as the first. So this draws a pair and returns the smaller one.
fn draw_by_rank(pass: &mut Pass<'_>, cells: &[Cell], key: impl Fn(&Cell) -> u64) -> usize {
    if cells.len() == 1 {
        return 0;
    }
    // Two different numbers up to n encode a pair: subtract 1 from the larger.
    let (first, second) = (pass.draw(cells.len() + 1), pass.draw(cells.len()));
    let (first, second) = if second < first { (second, first - 1) } else { (first, second) };
    let takes_first = match key(&cells[first]).cmp(&key(&cells[second])) {
        Ordering::Equal => first == second || pass.rng.random(),
        Ordering::Less => true,
        Ordering::Greater => false,
    };
    if takes_first { first } else { second }
}
