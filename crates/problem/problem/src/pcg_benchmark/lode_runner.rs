//! Lode Runner, a tile for each cell: gold to be collected by walking,
//! climbing, hanging and falling.

mod originals;

use marahel_level::View;

use crate::pcg_benchmark::grid::{Grid, SOLID};
use crate::pcg_benchmark::score::{exactly_one, range, up_to};
use crate::pcg_benchmark::{Game, Measures, Trace};

use originals::{CLIMBING, FALLING, HANGING, WALKING};

pub(crate) const TILES: &[&str] = &["solid", "empty", "player", "gold", "enemy", "ladder", "rope"];
const EMPTY: u8 = 1;
const PLAYER: u8 = 2;
const GOLD: u8 = 3;
const ENEMY: u8 = 4;
const LADDER: u8 = 5;
const ROPE: u8 = 6;

/// What the player does in a cell; 0 where he does not come.
const WALKS: u8 = 1;
const CLIMBS: u8 = 2;
const HANGS: u8 = 3;
const FALLS: u8 = 4;

/// The size of the original levels, which all others are compared with.
pub(crate) const SIZE: (usize, usize) = (WALKING.len(), CLIMBING.len() - 1);

#[derive(Debug, Default)]
pub(crate) struct LodeRunner {
    grid: Grid,
    gold: u32,
    enemies: u32,
    exploration: Vec<u8>,
    open: Vec<usize>,
}

impl LodeRunner {
    pub(crate) fn new(grid: Grid, gold: u32, enemies: u32) -> Self {
        Self { grid, gold, enemies, ..Self::default() }
    }

    /// Finds out where the player comes, if there is exactly one.
    fn explore(&mut self) {
        self.exploration.clear();
        self.exploration.resize(self.grid.cells.len(), 0);
        let mut players = self.grid.find(PLAYER);
        let (Some(player), None) = (players.next(), players.next()) else { return };
        drop(players);
        self.open.clear();
        self.open.push(player);
        while let Some(cell) = self.open.pop() {
            if self.exploration[cell] != 0 {
                continue;
            }
            self.exploration[cell] = self.does(cell);
            let [left, right, up, down] = self.grid.beside(cell);
            let tile = self.grid.cells[cell];
            let ways = [
                (left, true),
                (right, true),
                (up, tile == LADDER),
                (down, tile == LADDER || tile == ROPE),
            ];
            if self.exploration[cell] == FALLS {
                self.open.push(down);
                continue;
            }
            let ways =
                ways.into_iter().filter(|&(to, is_way)| is_way && self.grid.cells[to] != SOLID);
            self.open.extend(ways.map(|(to, _)| to));
        }
    }

    /// What the player does in a cell. Enemies and gold do not carry him.
    fn does(&self, cell: usize) -> u8 {
        let below = self.grid.cells[cell + self.grid.stride];
        match self.grid.cells[cell] {
            LADDER => CLIMBS,
            ROPE => HANGS,
            _ if below == SOLID || below == LADDER => WALKS,
            _ => FALLS,
        }
    }

    /// Runs of solid tiles and of ropes in rows, and of ladders in columns;
    /// the floor under the level is one.
    fn n_islands(&self) -> u32 {
        let Grid { cells, stride, .. } = &self.grid;
        let runs = [(SOLID, 1), (ROPE, 1), (LADDER, *stride)].map(|(tile, step)| {
            let begins = self.grid.inner().filter(|&cell| {
                // The border is solid, but not a part of the level.
                let is_first = tile == SOLID && cell % stride == 1;
                cells[cell] == tile && (cells[cell - step] != tile || is_first)
            });
            begins.count()
        });
        runs.iter().sum::<usize>() as u32 + 1
    }

    /// How many tiles are there to be used - solid ones with space above,
    /// ladders and ropes - and how many of them are.
    fn n_tiles(&self) -> (u32, u32) {
        let (mut n_tiles, mut n_used) = (0, 0);
        for cell in self.grid.inner() {
            let above = cell - self.grid.stride;
            let used_at = match self.grid.cells[cell] {
                // What is above the first row is solid.
                SOLID if self.grid.cells[above] != SOLID => above,
                LADDER | ROPE => cell,
                _ => continue,
            };
            n_tiles += 1;
            n_used += u32::from(self.exploration[used_at] != 0);
        }
        (n_tiles, n_used)
    }

    /// How far the lengths of runs of what the player does are from those of the original levels.
    fn unlike<const N: usize>(&self, does: u8, is_row: bool, originals: &[u32; N]) -> f64 {
        let (n_lines, line, step) = if is_row {
            (self.grid.height, self.grid.stride, 1)
        } else {
            (self.grid.width, 1, self.grid.stride)
        };
        let first = self.grid.cell(0, 0);
        let mut lengths = [0_u32; N];
        for begin in (0..n_lines).map(|index| first + index * line) {
            // The library never forgets where a line's first run began: every
            // cell without behind it counts, by its distance from there.
            let mut from = None;
            for index in 0..N {
                let is_run = self.exploration[begin + index * step] == does;
                match from {
                    None if is_run => from = Some(index),
                    Some(from) if !is_run => lengths[index - from] += 1,
                    _ => {}
                }
            }
        }
        jensen_shannon(&shares(&lengths), &shares(originals))
    }
}

/// Counts as shares of all; zeros if there are none.
fn shares<const N: usize>(counts: &[u32; N]) -> [f64; N] {
    let total = f64::from(counts.iter().sum::<u32>().max(1));
    counts.map(|count| f64::from(count) / total)
}

/// The distance of Jensen and Shannon: 0 for equal shares, 1 for disjoint ones,
/// and the root of a half if one has none.
fn jensen_shannon<const N: usize>(left: &[f64; N], right: &[f64; N]) -> f64 {
    let divergences = [left, right].map(|shares| {
        let mut total = 0.0;
        for (index, &share) in shares.iter().enumerate().filter(|&(_, &share)| share > 0.0) {
            let mean = 0.5 * (left[index] + right[index]);
            total += share * libm::log2(share / mean);
        }
        total
    });
    (0.5 * divergences[0] + 0.5 * divergences[1]).sqrt()
}

impl Game for LodeRunner {
    fn measure(&mut self, level: View<'_>, values: &mut Measures) {
        self.grid.load(level);
        self.explore();
        let area = self.grid.area();
        let [players, gold, enemies, ladders, ropes, empty] =
            [PLAYER, GOLD, ENEMY, LADDER, ROPE, EMPTY].map(|tile| self.grid.count(tile));
        let islands = f64::from(self.n_islands());
        let explored = self.exploration.iter().filter(|&&does| does != 0).count() as f64;
        let collected = self.grid.find(GOLD).filter(|&cell| self.exploration[cell] != 0);
        let collected = collected.count() as f64;
        let (tiles, used) = if players == 1 { self.n_tiles() } else { (0, 0) };
        let walking = self.unlike(WALKS, true, &WALKING);
        let hanging = self.unlike(HANGS, true, &HANGING);
        let climbing = self.unlike(CLIMBS, false, &CLIMBING);
        let falling = self.unlike(FALLS, false, &FALLING);

        let (width, height) = (self.grid.width as f64, self.grid.height as f64);
        let q_players = exactly_one(players, area);
        let [q_gold, q_enemies] = [(gold, self.gold), (enemies, self.enemies)].map(|counts| {
            let (count, least) = (f64::from(counts.0), f64::from(counts.1));
            range(count, 0.0, least, 2.0 * least, area)
        });
        // Each stage counts only once the one before it is passed.
        let stats = (q_players + q_gold + q_enemies) / 3.0;
        let (mut q_exploration, mut q_collected, mut q_used) = (0.0, 0.0, 0.0);
        if stats >= 1.0 {
            q_exploration = up_to(explored, (0.2 * width * height).trunc(), area);
        }
        if q_exploration >= 1.0 {
            q_collected = collected / f64::from(gold);
            if tiles > 0 {
                q_used = up_to(f64::from(used) / f64::from(tiles), 0.75, 1.0);
            }
        }
        let of_play = f64::midpoint(q_collected, q_used);
        let (mut q_decoration, mut q_islands) = (0.0, 0.0);
        if of_play >= 1.0 {
            let unlike = 0.9 * (walking + hanging + climbing) + 0.1 * falling;
            q_decoration = up_to(unlike, 0.75, 1.0);
            q_islands = range(islands, 0.0, 0.0, 0.1 * width * height, area / 2.0);
        }
        let quality =
            (stats + q_exploration + of_play + f64::midpoint(q_decoration, q_islands)) / 4.0;
        values.clear();
        values.extend([
            ("quality", quality),
            ("q_players", q_players),
            ("q_gold", q_gold),
            ("q_enemies", q_enemies),
            ("q_exploration", q_exploration),
            ("q_collected", q_collected),
            ("q_used", q_used),
            ("q_decoration", q_decoration),
            ("q_islands", q_islands),
            ("players", f64::from(players)),
            ("gold", f64::from(gold)),
            ("enemies", f64::from(enemies)),
            ("ladders", f64::from(ladders)),
            ("ropes", f64::from(ropes)),
            ("empty", f64::from(empty)),
            ("islands", islands),
            ("explored", explored),
            ("collected_gold", collected),
            ("used_tiles", f64::from(used)),
            ("tiles", f64::from(tiles)),
            ("walking", walking),
            ("hanging", hanging),
            ("climbing", climbing),
            ("falling", falling),
        ]);
    }

    fn trace_to(&self, trace: &mut Trace) {
        trace.clear();
        trace.cells.extend_from_slice(&self.exploration);
    }

    /// A cell in which two players do different things counts once for each.
    fn distance(&mut self, left: &Trace, right: &Trace) -> f64 {
        let mut counts = [0_u32; 5];
        for (&left, &right) in
            left.cells.iter().zip(&right.cells).filter(|(left, right)| left != right)
        {
            counts[usize::from(left)] += 1;
            counts[usize::from(right)] += 1;
        }
        let [_, walks, climbs, hangs, falls] = counts;
        let difference = 0.3 * f64::from(walks + climbs + hangs) + 0.1 * f64::from(falls);
        let enough = 0.4 * self.grid.width as f64 * self.grid.height as f64;
        up_to(difference, enough, self.grid.area())
    }
}
