//! The connecting turtle: straight from one connected component to the next.
//!
//! A pass finds the components of the listed entities, picks an anchor cell in
//! each, strings the anchors into a list of waypoints, mostly by nearness, and
//! walks from waypoint to waypoint. What lies between is ignored: the rules
//! are what digs.
//!
//! Source: the connect explorer of Marahel 0.3.0, `ConnectTurtleExplorer.ts`,
//! with uniform choices among equals.

use level::{OUT, TileSet};
use rand::{Rng, RngExt};

use crate::program::Move;
use crate::run::grid::Grid;
use crate::run::pass::Pass;

/// Memory reused from pass to pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    is_seen: Vec<bool>,
    /// Cells of all components, one component after the other.
    cells: Vec<Cell>,
    /// Where each component ends in `cells`.
    ends: Vec<usize>,
    /// One cell for each component that is not yet a waypoint.
    anchors: Vec<Cell>,
    waypoints: Vec<Cell>,
    keys: Vec<u64>,
    /// Moves that lead equally near to the waypoint.
    best_moves: Vec<Move>,
}

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

    fn distance(self, other: Self) -> u64 {
        u64::from(self.x.abs_diff(other.x)) + u64::from(self.y.abs_diff(other.y))
    }
}

/// Visits every cell on the way, the first and the last waypoint included; one
/// component alone is thus visited at its anchor. A waypoint that the moves
/// cannot reach is given up after walking several times around the region.
pub(super) fn walk<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    moves: &[Move],
    entities: TileSet,
    scratch: &mut Scratch,
) {
    let n_listed = u64::from(pass.canvas.front.total(entities));
    pass.charge(n_listed * (moves.len() as u64 + 8));
    if pass.is_done() {
        return;
    }
    scratch.find_components(&pass.canvas.front, moves, entities);
    scratch.draw_anchors(pass);
    scratch.string_waypoints(pass);
    let Some(&start) = scratch.waypoints.first() else { return };

    let n_steps_max = 4 * (pass.canvas.front.width() + pass.canvas.front.height());
    let (mut current, mut next, mut n_steps) = (start, 0, 0);
    while !pass.is_done() {
        pass.waypoint_share = Some(next as f64 / scratch.waypoints.len() as f64);
        pass.visit(current.at);
        if current.at == scratch.waypoints[next].at || n_steps == n_steps_max {
            (next, n_steps) = (next + 1, 0);
            if next == scratch.waypoints.len() {
                return;
            }
        }
        current = scratch.step(pass, moves, current, scratch.waypoints[next]);
        n_steps += 1;
    }
}

impl Scratch {
    /// Finds the components by flooding along the moves, row by row.
    fn find_components(&mut self, front: &Grid, moves: &[Move], entities: TileSet) {
        let entities = entities.difference(TileSet::only(OUT));
        self.is_seen.clear();
        self.is_seen.resize(front.n_cells(), false);
        self.cells.clear();
        self.ends.clear();
        for y in 0..front.height() {
            for x in 0..front.width() {
                let at = front.index(x, y);
                if !self.is_seen[at] && entities.contains(front.get(at)) {
                    self.flood(front, moves, entities, Cell { at, x: x as i32, y: y as i32 });
                    self.ends.push(self.cells.len());
                }
            }
        }
    }

    fn flood(&mut self, front: &Grid, moves: &[Move], entities: TileSet, start: Cell) {
        let mut next = self.cells.len();
        self.is_seen[start.at] = true;
        self.cells.push(start);
        while let Some(&cell) = self.cells.get(next) {
            next += 1;
            for &step in moves {
                let neighbor = cell.moved(step);
                if entities.contains(front.get(neighbor.at)) && !self.is_seen[neighbor.at] {
                    self.is_seen[neighbor.at] = true;
                    self.cells.push(neighbor);
                }
            }
        }
    }

    /// Picks a cell of each component, likelier the nearer it is to the centroid.
    fn draw_anchors<R: Rng + ?Sized>(&mut self, pass: &mut Pass<'_, R>) {
        self.anchors.clear();
        let mut start = 0;
        for &end in &self.ends {
            let cells = &self.cells[start..end];
            start = end;
            let n = cells.len() as i64;
            let sum = |coordinate: fn(&Cell) -> i32| -> i64 {
                cells.iter().map(|cell| i64::from(coordinate(cell))).sum()
            };
            let (x_sum, y_sum) = (sum(|cell| cell.x), sum(|cell| cell.y));
            // Distance to the centroid times the number of cells: exact.
            let distance = |cell: &Cell| {
                (n * i64::from(cell.x)).abs_diff(x_sum) + (n * i64::from(cell.y)).abs_diff(y_sum)
            };
            let anchor = draw_by_rank(pass, cells, distance, &mut self.keys);
            self.anchors.push(cells[anchor]);
        }
    }

    /// Orders the anchors into waypoints, each likelier the nearer it is to the
    /// one before; sometimes walks back, or closes a loop at the end.
    fn string_waypoints<R: Rng + ?Sized>(&mut self, pass: &mut Pass<'_, R>) {
        self.waypoints.clear();
        if self.anchors.is_empty() {
            return;
        }
        let mut current = self.anchors.swap_remove(pass.draw(self.anchors.len()));
        let mut previous = current;
        loop {
            self.waypoints.push(current);
            if pass.rng.random_ratio(1, 4) {
                current = previous;
                self.waypoints.push(current);
            }
            // Many components cost more to order than to visit.
            pass.charge(4 * self.anchors.len() as u64);
            if self.anchors.is_empty() || pass.is_done() {
                break;
            }
            let distance = |anchor: &Cell| anchor.distance(current);
            let index = draw_by_rank(pass, &self.anchors, distance, &mut self.keys);
            previous = current;
            current = self.anchors.swap_remove(index);
        }
        if self.waypoints.len() > 1 && pass.rng.random_ratio(1, 2) {
            let index = pass.draw(self.waypoints.len() - 1);
            self.waypoints.push(self.waypoints[index]);
        }
    }

    /// The cell one move nearer to the target; stays where every move leads outside.
    fn step<R: Rng + ?Sized>(
        &mut self,
        pass: &mut Pass<'_, R>,
        moves: &[Move],
        current: Cell,
        target: Cell,
    ) -> Cell {
        let mut smallest = u64::MAX;
        self.best_moves.clear();
        for &step in moves {
            let candidate = current.moved(step);
            if pass.canvas.front.is_outside(candidate.at) {
                continue;
            }
            let distance = candidate.distance(target);
            if distance < smallest {
                smallest = distance;
                self.best_moves.clear();
            }
            if distance == smallest {
                self.best_moves.push(step);
            }
        }
        match self.best_moves.len() {
            0 => current,
            n => current.moved(self.best_moves[pass.draw(n)]),
        }
    }
}

/// Draws one of `cells`, which must not be empty, by linear rank selection:
/// sorted by `key`, equals in random order, the i-th of n has weight n - i.
fn draw_by_rank<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    cells: &[Cell],
    key: impl Fn(&Cell) -> u64,
    keys: &mut Vec<u64>,
) -> usize {
    if cells.len() == 1 {
        return 0;
    }
    let rank = draw_rank(pass, cells.len() as u64);
    keys.clear();
    keys.extend(cells.iter().map(&key));
    let (_, &mut ranked, _) = keys.select_nth_unstable(rank);
    let equals = || cells.iter().enumerate().filter(|(_, cell)| key(cell) == ranked);
    let nth = pass.draw(equals().count());
    equals().nth(nth).map_or(0, |(index, _)| index)
}

/// A rank below `n`, rank i with probability proportional to n - i.
fn draw_rank<R: Rng + ?Sized>(pass: &mut Pass<'_, R>, n: u64) -> usize {
    // Counting from the last rank, weights are 1, 2, 3, ...: the sums are
    // triangular numbers, and a square root finds the one below a number.
    let number = pass.rng.random_range(0..n * (n + 1) / 2);
    let from_last = ((8 * number + 1).isqrt() - 1) / 2;
    (n - 1 - from_last) as usize
}
