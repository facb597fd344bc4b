//! Crates that are to be pushed onto targets.

mod yard;

use marahel_level::View;

use crate::pcg_benchmark::alike::Matcher;
use crate::pcg_benchmark::grid::Grid;
use crate::pcg_benchmark::score::{exactly_one, none, up_to};
use crate::pcg_benchmark::search::{Order, Search};
use crate::pcg_benchmark::{Game, Measures, Trace};

use yard::Yard;

pub(crate) const TILES: &[&str] = &["solid", "empty", "player", "crate", "target"];
const PLAYER: u8 = 2;
const CRATE: u8 = 3;
const TARGET: u8 = 4;

/// The searches, until one solves the level.
const ORDERS: [Order; 4] =
    [Order::BreadthFirst, Order::BestFirst(2), Order::BestFirst(1), Order::BestFirst(0)];

/// Steps of the four actions, as columns and rows.
const STEPS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

#[derive(Debug, Default)]
pub(crate) struct Sokoban {
    grid: Grid,
    difficulty: u32,
    limit: u32,
    yard: Yard,
    search: Search,
    crates: u32,
    /// Nodes of the solution; empty without one.
    way: Vec<usize>,
    matcher: Matcher,
}

impl Sokoban {
    pub(crate) fn new(grid: Grid, difficulty: u32, limit: u32) -> Self {
        Self { grid, difficulty, limit, ..Self::default() }
    }

    /// Solves the level and says how far from solved the best state is.
    fn solve(&mut self) -> i32 {
        self.yard.load(&self.grid);
        let mut heuristic = 0;
        for order in ORDERS {
            let outcome = self.search.run(&mut self.yard, order, self.limit);
            heuristic = self.search.heuristic(outcome.node);
            if outcome.is_won {
                self.search.way(outcome.node, &mut self.way);
                return 0;
            }
            // Every order would find the same states, and no solution.
            if outcome.is_exhausted {
                break;
            }
        }
        heuristic
    }
}

impl Game for Sokoban {
    fn measure(&mut self, level: View<'_>, values: &mut Measures) {
        self.search.n_nodes = 0;
        self.grid.load(level);
        let area = self.grid.area();
        let [players, crates, targets] = [PLAYER, CRATE, TARGET].map(|tile| self.grid.count(tile));
        self.crates = crates;
        self.way.clear();
        let is_played = players == 1 && crates > 0 && crates == targets;
        let heuristic = if is_played { self.solve() } else { -1 };
        let length = self.way.len().saturating_sub(1) as f64;

        let q_players = exactly_one(players, area);
        let q_crates = up_to(f64::from(crates), 1.0, area);
        let q_targets = none(f64::from(crates.abs_diff(targets)), area);
        let (mut q_heuristic, mut q_length) = (0.0, 0.0);
        if is_played {
            let sides = self.grid.sides();
            q_heuristic = none(f64::from(heuristic), sides * f64::from(crates));
            q_length = up_to(length, sides * f64::from(self.difficulty), area * area);
        }
        let stats = (q_players + q_crates + q_targets) / 3.0;
        let quality = f64::midpoint(stats, f64::midpoint(q_heuristic, q_length));
        values.clear();
        values.extend([
            ("quality", quality),
            ("q_players", q_players),
            ("q_crates", q_crates),
            ("q_targets", q_targets),
            ("q_heuristic", q_heuristic),
            ("q_length", q_length),
            ("players", f64::from(players)),
            ("crates", f64::from(crates)),
            ("targets", f64::from(targets)),
            ("heuristic", f64::from(heuristic)),
            ("solution_length", length),
        ]);
    }

    fn n_nodes(&self) -> u64 {
        self.search.n_nodes
    }

    /// The text is the solution, turned so that it begins to the right and next goes down, a letter
    /// for each run of equal moves; pushes have letters of their own.
    fn trace_to(&self, trace: &mut Trace) {
        trace.clear();
        let moves = || {
            self.way.windows(2).map(|nodes| {
                let (before, after) = (self.search.state(nodes[0]), self.search.state(nodes[1]));
                let step = STEPS[usize::from(self.search.action(nodes[1]))];
                (step, before[1..] != after[1..])
            })
        };
        let Some((first, _)) = moves().next() else { return };
        let turn = |(x, y): (i32, i32)| if first.0 == 0 { (y, x) } else { (x, y) };
        let right = turn(first).0;
        let down = moves().map(|(step, _)| turn(step).1).find(|&y| y != 0).unwrap_or(1);
        for (step, is_push) in moves() {
            let (x, y) = turn(step);
            let letter = match ((x * right, y * down), is_push) {
                ((1, _), false) => b'r',
                ((-1, _), false) => b'l',
                ((_, 1), false) => b'd',
                (_, false) => b'u',
                ((1, _), true) => b'R',
                ((-1, _), true) => b'L',
                ((_, 1), true) => b'D',
                (_, true) => b'U',
            };
            if trace.text.last() != Some(&letter) {
                trace.text.push(letter);
            }
        }
    }

    fn distance(&mut self, left: &Trace, right: &Trace) -> f64 {
        up_to(1.0 - self.matcher.ratio(&left.text, &right.text), 0.5, 1.0)
    }
}
