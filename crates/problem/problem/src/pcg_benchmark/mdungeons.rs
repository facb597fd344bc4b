//! `MiniDungeons`: to the exit, past monsters, by potions and treasures.

mod dungeon;

use marahel_level::View;

use crate::pcg_benchmark::alike::Matcher;
use crate::pcg_benchmark::grid::{Grid, SOLID, apart};
use crate::pcg_benchmark::score::{exactly_one, none, range, up_to};
use crate::pcg_benchmark::search::{ORDERS, Order, Search};
use crate::pcg_benchmark::{Game, Measures, Trace};

use dungeon::{Dungeon, Player};

pub(crate) const TILES: &[&str] =
    &["solid", "empty", "player", "exit", "potion", "treasure", "goblin", "ogre"];
const EMPTY: u8 = 1;
const PLAYER: u8 = 2;
const EXIT: u8 = 3;
const POTION: u8 = 4;
const TREASURE: u8 = 5;
const GOBLIN: u8 = 6;
const OGRE: u8 = 7;
const NOT_SOLID: &[u8] = &[1, 2, 3, 4, 5, 6, 7];

#[derive(Debug, Default)]
pub(crate) struct MiniDungeons {
    grid: Grid,
    enemies: u32,
    limit: u32,
    dungeon: Dungeon,
    search: Search,
    /// What the solution is at best; the heuristic is -1 if nobody played.
    heuristic: i32,
    player: Player,
    /// Nodes of the solution; empty without one.
    way: Vec<usize>,
    /// Steps from each enemy to the solution.
    away: Vec<usize>,
    matcher: Matcher,
}

impl MiniDungeons {
    pub(crate) fn new(grid: Grid, enemies: u32, limit: u32) -> Self {
        Self { grid, enemies, limit, ..Self::default() }
    }

    fn play(&mut self) {
        self.dungeon.load(&self.grid);
        let mut is_hopeless = false;
        for order in ORDERS {
            // Every order would find the same states; only which of equally
            // bad ones is best is up to the last.
            if is_hopeless && order != Order::BreadthFirst {
                continue;
            }
            let outcome = self.search.run(&mut self.dungeon, order, self.limit);
            self.heuristic = self.search.heuristic(outcome.node);
            self.player = self.dungeon.player(self.search.state(outcome.node));
            if outcome.is_won {
                self.heuristic = 0;
                self.search.way(outcome.node, &mut self.way);
                return;
            }
            is_hopeless |= outcome.is_exhausted;
        }
    }

    /// Steps from the solution to the enemies that are nearest to it, summed
    /// over as many as are asked for; without a solution they are far.
    fn distance_to_enemies(&mut self) -> usize {
        let Self { grid, search, way, away, .. } = self;
        away.clear();
        let far = grid.width + grid.height;
        for enemy in [GOBLIN, OGRE].into_iter().flat_map(|tile| grid.find(tile)) {
            let cells = way.iter().map(|&node| Dungeon::cell(search.state(node)));
            let distances = cells.map(|cell| apart(enemy, cell, grid.stride));
            away.push(distances.min().unwrap_or(far));
        }
        away.sort_unstable();
        away.iter().take(self.enemies as usize).sum()
    }
}

impl Game for MiniDungeons {
    fn measure(&mut self, level: View<'_>, values: &mut Measures) {
        self.search.n_nodes = 0;
        self.grid.load(level);
        let area = self.grid.area();
        let regions = self.grid.regions(NOT_SOLID);
        let [players, exits, potions, treasures] =
            [PLAYER, EXIT, POTION, TREASURE].map(|tile| self.grid.count(tile));
        let layout = self.grid.count(SOLID) + self.grid.count(EMPTY);
        let enemies = self.grid.count(GOBLIN) + self.grid.count(OGRE);
        self.heuristic = -1;
        self.player = Player::default();
        self.way.clear();
        let is_played = regions == 1 && players == 1 && exits == 1;
        if is_played {
            self.play();
        }
        let length = self.way.len() as f64;

        let q_regions = range(f64::from(regions), 0.0, 1.0, 1.0, area / 10.0);
        let [q_players, q_exits] = [players, exits].map(|count| exactly_one(count, area));
        let q_enemies = up_to(f64::from(enemies), f64::from(self.enemies), area);
        let q_layout = up_to(f64::from(layout), area / 2.0, area);
        let (mut q_heuristic, mut q_length, mut q_guarded) = (0.0, 0.0, 0.0);
        if is_played {
            q_heuristic = none(f64::from(self.heuristic), area * area);
            q_length = up_to(length, f64::from(self.enemies) + 2.0, area * area);
            let away = self.distance_to_enemies() as f64;
            q_guarded = none(away, f64::from(self.enemies) * self.grid.sides());
        }
        let stats = (q_players + q_exits + q_regions + q_enemies + q_layout) / 5.0;
        let quality = (stats + f64::midpoint(q_heuristic, q_length) + q_guarded) / 3.0;
        values.clear();
        values.extend([
            ("quality", quality),
            ("q_regions", q_regions),
            ("q_players", q_players),
            ("q_exits", q_exits),
            ("q_enemies", q_enemies),
            ("q_layout", q_layout),
            ("q_heuristic", q_heuristic),
            ("q_length", q_length),
            ("q_guarded", q_guarded),
            ("regions", f64::from(regions)),
            ("players", f64::from(players)),
            ("exits", f64::from(exits)),
            ("layout", f64::from(layout)),
            ("potions", f64::from(potions)),
            ("treasures", f64::from(treasures)),
            ("enemies", f64::from(enemies)),
            ("heuristic", f64::from(self.heuristic)),
            ("solution_length", length),
            ("health", f64::from(self.player.health)),
            ("col_potions", f64::from(self.player.potions)),
            ("col_treasures", f64::from(self.player.treasures)),
            ("col_enemies", f64::from(self.player.enemies)),
        ]);
    }

    fn n_nodes(&self) -> u64 {
        self.search.n_nodes
    }

    /// The text is what happens on the way of the solution, without steps.
    fn trace_to(&self, trace: &mut Trace) {
        trace.clear();
        self.grid.copy_to(&mut trace.cells);
        for nodes in self.way.windows(2) {
            let [before, after] = [nodes[0], nodes[1]].map(|node| self.search.state(node));
            if self.dungeon.n_left(before) > self.dungeon.n_left(after) {
                trace.text.push(match self.grid.cells[Dungeon::cell(after)] {
                    POTION => b'p',
                    TREASURE => b't',
                    GOBLIN => b'g',
                    _ => b'o',
                });
            }
        }
    }

    fn distance(&mut self, left: &Trace, right: &Trace) -> f64 {
        let tiles = left.n_different(right) as f64 / self.grid.area();
        let events = 1.0 - self.matcher.ratio(&left.text, &right.text);
        up_to(events * 0.8 + tiles * 0.2, 0.4, 1.0)
    }
}
