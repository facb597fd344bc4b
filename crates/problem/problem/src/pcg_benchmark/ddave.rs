//! Dangerous Dave: a screen of a platformer, with a key to fetch before the exit.

mod screen;

use marahel_level::View;

use crate::pcg_benchmark::grid::{FAR, Grid, SOLID};
use crate::pcg_benchmark::score::{exactly_one, none, range, up_to};
use crate::pcg_benchmark::search::{ORDERS, Search};
use crate::pcg_benchmark::{Game, Measures, Trace};

use screen::{Dave, Screen};

pub(crate) const TILES: &[&str] = &["solid", "empty", "player", "exit", "diamond", "key", "spike"];
const PLAYER: u8 = 2;
const EXIT: u8 = 3;
const DIAMOND: u8 = 4;
const KEY: u8 = 5;
const SPIKE: u8 = 6;
const NOT_SOLID: &[u8] = &[1, 2, 3, 4, 5, 6];

#[derive(Debug, Default)]
pub(crate) struct Ddave {
    grid: Grid,
    jumps: u32,
    limit: u32,
    screen: Screen,
    search: Search,
    /// Cells of the solution; empty without one.
    way: Vec<usize>,
    /// Scratch memory: nodes of a solution, or cells of players.
    nodes: Vec<usize>,
    /// How often each cell is visited more by one solution than by another.
    heat: Vec<i32>,
}

#[derive(Clone, Copy, Debug)]
struct Played {
    heuristic: i32,
    dave: Dave,
    reachable_diamonds: u32,
    q_reachable: f64,
}

impl Ddave {
    pub(crate) fn new(grid: Grid, jumps: u32, limit: u32) -> Self {
        Self { grid, jumps, limit, ..Self::default() }
    }

    /// Makes solid what does not hang together with the player.
    ///
    /// Of several players the library means the one with the largest region,
    /// but counts regions where it should count players: those that stand in
    /// the region of one before them have no number of their own.
    fn cut(&mut self) {
        self.grid.dry();
        let mut players = std::mem::take(&mut self.nodes);
        players.clear();
        players.extend(self.grid.find(PLAYER));
        let mut largest = None;
        let mut n_regions = 0;
        for &player in &players {
            if self.grid.flooded[player] == FAR {
                let size = self.grid.flood(player, NOT_SOLID);
                if largest.is_none_or(|(largest, _)| size > largest) {
                    largest = Some((size, n_regions));
                }
                n_regions += 1;
            }
        }
        let player = largest.map(|(_, index)| players[index]);
        self.nodes = players;
        let Some(player) = player else { return };
        self.grid.distances(player, NOT_SOLID);
        for cell in 0..self.grid.cells.len() {
            if self.grid.flooded[cell] == FAR {
                self.grid.cells[cell] = SOLID;
            }
        }
    }

    /// Number of tiles of a kind that stand on something solid.
    fn on_ground(&self, tile: u8) -> u32 {
        let Grid { cells, stride, .. } = &self.grid;
        self.grid.find(tile).filter(|&cell| cells[cell + stride] == SOLID).count() as u32
    }

    /// Searches for a way to win, and one to each diamond.
    fn play(&mut self) -> Played {
        self.screen.load(&self.grid);
        let (heuristic, dave) = self.solve();
        if heuristic == 0 {
            let states = self.nodes.iter().map(|&node| self.search.state(node));
            self.way.extend(states.map(Screen::cell));
        }
        let mut played = Played { heuristic, dave, reachable_diamonds: 0, q_reachable: 0.0 };
        let n_diamonds = self.screen.diamonds.len();
        for index in 0..n_diamonds {
            self.screen.target = Some(self.screen.diamonds[index]);
            let (heuristic, _) = self.solve();
            played.reachable_diamonds += u32::from(heuristic == 0);
            played.q_reachable += none(f64::from(heuristic), self.grid.area());
        }
        played.q_reachable =
            if n_diamonds == 0 { 1.0 } else { played.q_reachable / n_diamonds as f64 };
        played
    }

    /// How far from won the best state is, 0 for won, and how Dave is in it;
    /// leaves the nodes of the solution.
    fn solve(&mut self) -> (i32, Dave) {
        let mut best = (0, Dave::default());
        for order in ORDERS {
            let outcome = self.search.run(&mut self.screen, order, self.limit);
            best.0 = self.search.heuristic(outcome.node);
            best.1 = self.screen.dave(self.search.state(outcome.node));
            if outcome.is_won {
                self.search.way(outcome.node, &mut self.nodes);
                return (0, best.1);
            }
        }
        best
    }
}

impl Game for Ddave {
    fn measure(&mut self, level: View<'_>, values: &mut Measures) {
        self.search.n_nodes = 0;
        self.grid.load(level);
        self.cut();
        let area = self.grid.area();
        let [players, exits, keys, spikes, diamonds] =
            [PLAYER, EXIT, KEY, SPIKE, DIAMOND].map(|tile| self.grid.count(tile));
        let on_ground = [PLAYER, EXIT].map(|tile| self.on_ground(tile));
        self.way.clear();
        let is_played = players == 1 && exits == 1 && keys == 1;
        let played = is_played.then(|| self.play());

        let (width, height) = (self.grid.width as f64, self.grid.height as f64);
        let [q_players, q_exits, q_keys] =
            [players, exits, keys].map(|count| exactly_one(count, area));
        let standing = f64::from(on_ground[0] + on_ground[1]);
        let q_ground = up_to(standing, f64::from(players + exits), area);
        let q_spikes = range(f64::from(spikes), 0.0, 0.0, 2.0 * width.max(height), area);
        let (mut q_heuristic, mut q_jumps, mut q_reachable, mut q_diamonds) = (0.0, 0.0, 0.0, 0.0);
        if let Some(played) = played {
            q_heuristic = none(f64::from(played.heuristic), area);
            q_jumps = up_to(f64::from(played.dave.jumps), f64::from(self.jumps), width.max(height));
            q_reachable = played.q_reachable;
            q_diamonds = range(f64::from(diamonds), 0.0, 0.0, width.min(height), area);
        }
        let stats = (q_players + q_ground + q_exits + q_keys + q_spikes) / 5.0;
        let of_play = f64::midpoint(q_heuristic, q_jumps);
        let of_diamonds = f64::midpoint(q_reachable, q_diamonds);
        let quality = (stats + of_play + of_diamonds) / 3.0;
        let dave = played.map_or(Dave::default(), |played| played.dave);
        values.clear();
        values.extend([
            ("quality", quality),
            ("q_players", q_players),
            ("q_ground", q_ground),
            ("q_exits", q_exits),
            ("q_keys", q_keys),
            ("q_spikes", q_spikes),
            ("q_heuristic", q_heuristic),
            ("q_jumps", q_jumps),
            ("q_reachable", q_reachable),
            ("q_diamonds", q_diamonds),
            ("players", f64::from(players)),
            ("exits", f64::from(exits)),
            ("keys", f64::from(keys)),
            ("spikes", f64::from(spikes)),
            ("diamonds", f64::from(diamonds)),
            ("players_on_ground", f64::from(on_ground[0])),
            ("exits_on_ground", f64::from(on_ground[1])),
            ("heuristic", played.map_or(-1.0, |played| f64::from(played.heuristic))),
            ("solution_length", self.way.len() as f64),
            ("jumps", f64::from(dave.jumps)),
            ("col_diamonds", f64::from(dave.diamonds)),
            ("col_keys", f64::from(dave.keys)),
            (
                "reachable_diamonds",
                played.map_or(0.0, |played| f64::from(played.reachable_diamonds)),
            ),
        ]);
    }

    fn n_nodes(&self) -> u64 {
        self.search.n_nodes
    }

    fn trace_to(&self, trace: &mut Trace) {
        trace.clear();
        let places = self.way.iter().map(|&cell| self.grid.place(cell));
        trace.way.extend(places.map(|(x, y)| (x as u8, y as u8)));
    }

    /// Two solutions are as different as their heat maps, both moved to the
    /// upper left together, and the first also mirrored from left to right.
    fn distance(&mut self, left: &Trace, right: &Trace) -> f64 {
        let (width, height) = (self.grid.width, self.grid.height);
        let cells = left.way.iter().chain(&right.way);
        let x_min = cells.clone().map(|&(x, _)| x).min().unwrap_or(0);
        let y_min = cells.map(|&(_, y)| y).min().unwrap_or(0);
        let heat = &mut self.heat;
        let differences = [false, true].map(|is_mirrored| {
            heat.clear();
            heat.resize(width * height, 0);
            for (way, change) in [(&left.way, 1), (&right.way, -1)] {
                for &(x, y) in way {
                    let (x, y) = (usize::from(x - x_min), usize::from(y - y_min));
                    let x = if is_mirrored && change > 0 { width - x - 1 } else { x };
                    heat[y * width + x] += change;
                }
            }
            heat.iter().map(|heat| heat.unsigned_abs()).sum::<u32>()
        });
        let difference = differences[0].min(differences[1]);
        up_to(f64::from(difference), 0.4 * self.grid.sides(), self.grid.area())
    }
}
