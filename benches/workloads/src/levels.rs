//! Levels to measure: terrain to walk on and yards to solve.

use std::sync::Arc;

use marahel_level::{Level, Palette, Tile};
use rand::RngExt;

use crate::stream;

/// A kind of terrain, all of tiles 0 (empty) and 1 (solid).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// No solid tile.
    Open,
    /// 40 % solid tiles, each for itself: one large region and many small ones.
    Scattered,
    /// Scattered tiles smoothed four times: caves.
    Caves,
    /// A perfect maze of corridors one tile wide.
    Maze,
    /// One corridor that turns at the edges: the longest path there can be.
    Snake,
}

impl Terrain {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Open, Self::Scattered, Self::Caves, Self::Maze, Self::Snake];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Scattered => "scattered",
            Self::Caves => "caves",
            Self::Maze => "maze",
            Self::Snake => "snake",
        }
    }
}

const EMPTY: Tile = 0;
const SOLID: Tile = 1;

/// A square level of `side` tiles a side.
///
/// # Panics
///
/// If the level would have more tiles than a level can have.
pub fn terrain(kind: Terrain, side: usize, seed: u64) -> Level {
    let palette = Palette::of_names(&["empty", "solid"]).expect("the names are distinct");
    let tiles = match kind {
        Terrain::Open => vec![EMPTY; side * side],
        Terrain::Scattered => scattered(side, seed),
        Terrain::Caves => caves(side, seed),
        Terrain::Maze => maze(side, seed),
        Terrain::Snake => snake(side),
    };
    Level::from_tiles(side, tiles, Arc::new(palette))
}

/// The first and the last empty tile (column, row) of the middle row, to walk
/// from one to the other.
///
/// # Panics
///
/// If there is no empty tile in that row.
pub fn ends(level: &Level) -> [(usize, usize); 2] {
    let y = level.height() / 2;
    let row = level.view().row(y);
    let first = row.iter().position(|&tile| tile == EMPTY);
    let last = row.iter().rposition(|&tile| tile == EMPTY);
    [first, last].map(|x| (x.expect("the middle row has an empty tile"), y))
}

fn scattered(side: usize, seed: u64) -> Vec<Tile> {
    let mut rng = stream(seed);
    (0..side * side).map(|_| if rng.random_bool(0.4) { SOLID } else { EMPTY }).collect()
}

fn caves(side: usize, seed: u64) -> Vec<Tile> {
    let mut tiles = scattered(side, seed);
    for _ in 0..4 {
        tiles = (0..side * side).map(|cell| majority(&tiles, side, cell)).collect();
    }
    tiles
}

/// The tile that most of a cell's neighbors and itself are; outside is solid.
fn majority(tiles: &[Tile], side: usize, cell: usize) -> Tile {
    let (x, y) = (cell % side, cell / side);
    let mut n_solid = 0;
    for (dy, dx) in (0..3).flat_map(|dy| (0..3).map(move |dx| (dy, dx))) {
        let (column, row) = (x + dx, y + dy);
        let is_inside = (1..=side).contains(&column) && (1..=side).contains(&row);
        n_solid += u32::from(!is_inside || tiles[(row - 1) * side + column - 1] == SOLID);
    }
    if n_solid >= 5 { SOLID } else { EMPTY }
}

/// Walks from cell to cell of a grid of every other tile, and back where it
/// cannot go on (a depth-first search).
fn maze(side: usize, seed: u64) -> Vec<Tile> {
    let mut rng = stream(seed);
    let mut tiles = vec![SOLID; side * side];
    let mut path = vec![(0_usize, 0_usize)];
    tiles[0] = EMPTY;
    while let Some(&(x, y)) = path.last() {
        let mut ways = Vec::with_capacity(4);
        for (dx, dy) in [(2, 0), (0, 2), (-2, 0), (0, -2)] {
            let (Some(column), Some(row)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
            else {
                continue;
            };
            if column < side && row < side && tiles[row * side + column] == SOLID {
                ways.push((column, row));
            }
        }
        if ways.is_empty() {
            path.pop();
            continue;
        }
        let (column, row) = ways[rng.random_range(0..ways.len() as u32) as usize];
        tiles[usize::midpoint(y, row) * side + usize::midpoint(x, column)] = EMPTY;
        tiles[row * side + column] = EMPTY;
        path.push((column, row));
    }
    tiles
}

fn snake(side: usize) -> Vec<Tile> {
    let is_empty = |x: usize, y: usize| match y % 4 {
        1 => x + 1 == side,
        3 => x == 0,
        _ => true,
    };
    let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    cells.map(|(x, y)| if is_empty(x, y) { EMPTY } else { SOLID }).collect()
}

/// A kind of small Sokoban levels, 5x5 tiles as in the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yard {
    /// Name in tables.
    pub name: &'static str,
    n_crates: usize,
    n_walls: usize,
    side: usize,
}

impl Yard {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self { name: "5x5, 1 crate", n_crates: 1, n_walls: 6, side: 5 },
        Self { name: "5x5, 2 crates", n_crates: 2, n_walls: 4, side: 5 },
        Self { name: "5x5, 2 crates, no walls", n_crates: 2, n_walls: 0, side: 5 },
        Self { name: "5x5, 3 crates", n_crates: 3, n_walls: 2, side: 5 },
        Self { name: "5x5, 4 crates, no walls", n_crates: 4, n_walls: 0, side: 5 },
        Self { name: "7x7, 2 crates", n_crates: 2, n_walls: 9, side: 7 },
    ];
}

/// `n` random levels of a kind in the tiles of the sokoban problem (0 crate,
/// 1 empty, 2 player, 3 solid, 4 target): one player, and as many crates as
/// targets.
pub fn yards(kind: Yard, n: usize, seed: u64) -> Vec<Level> {
    const NAMES: [&str; 5] = ["crate", "empty", "player", "solid", "target"];
    let palette = Arc::new(Palette::of_names(&NAMES).expect("the names are distinct"));
    let mut rng = stream(seed);
    let mut level = || {
        let mut tiles = vec![1; kind.side * kind.side];
        let counts = [(2, 1), (0, kind.n_crates), (4, kind.n_crates), (3, kind.n_walls)];
        for (tile, count) in counts {
            for _ in 0..count {
                let free: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] == 1).collect();
                tiles[free[rng.random_range(0..free.len() as u32) as usize]] = tile;
            }
        }
        Level::from_tiles(kind.side, tiles, Arc::clone(&palette))
    };
    (0..n).map(|_| level()).collect()
}
