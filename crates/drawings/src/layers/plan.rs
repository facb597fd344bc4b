//! Which tile stands on which, before any layer is known.

use level::Tile;

use crate::layers::groups;
use crate::layers::scene::{PLUS, Scene};

/// Minimum share of the cells of a ground, and its minimum ratio to the tiles on it.
const GROUND_MIN: f64 = 0.04;
const TIMES_MIN: usize = 3;

/// Bits by which a ground must be better than the base to replace it.
const UNLIKE_MIN: f64 = 0.25;

/// Maximum bits by which a possible ground may be worse than the best one.
const UNLIKE_MAX: f64 = 0.8;

/// Minimum share of a ground in the cells beside a tile that have another tile, and the penalty in
/// bits below it.
const TOUCHED_MIN: f64 = 0.05;
const UNTOUCHED: f64 = 1.5;

/// The ground of each tile.
#[derive(Clone)]
pub(crate) struct Plan {
    /// The tile that fills the level first.
    pub(crate) base: Tile,
    /// The tiles of the drawings, the most common first.
    pub(crate) used: Vec<Tile>,
    /// For each tile the others that are parts of the same things.
    pub(crate) parts: Vec<Vec<Tile>>,
    /// For each tile its ground.
    pub(crate) beneath: Vec<Tile>,
    /// For each tile its possible grounds, the likeliest first.
    grounds: Vec<Vec<Tile>>,
    /// Things that are placed only by their common neighbors and sides.
    pub(crate) beside: Vec<Tile>,
}

impl Plan {
    /// The likeliest plan with a base.
    pub(crate) fn new(scene: &Scene, base: Tile, used: &[Tile]) -> Self {
        let parts = groups::parts(scene, base, used);
        let grounds = grounds(scene, base, used, &parts);
        let beneath = grounds.iter().map(|all| all[0]).collect();
        Self { base, used: used.to_vec(), parts, beneath, grounds, beside: Vec::new() }
    }

    /// Tiles with their other possible grounds, the rarest tile first.
    pub(crate) fn doubts(&self) -> impl Iterator<Item = (Tile, Tile)> + use<> {
        let of = |&tile: &Tile| {
            let others = self.grounds[usize::from(tile)][1..].iter();
            others.map(move |&on| (tile, on)).collect::<Vec<_>>()
        };
        self.used.iter().rev().flat_map(of).collect::<Vec<_>>().into_iter()
    }

    pub(crate) fn with(&self, tile: Tile, on: Tile) -> Self {
        let mut plan = self.clone();
        plan.beneath[usize::from(tile)] = on;
        plan
    }

    /// The plan with some things placed only by their common neighbors and sides.
    pub(crate) fn with_freer(&self, things: Vec<Tile>) -> Self {
        Self { beside: things, ..self.clone() }
    }

    /// Whether a cell of the drawings has a tile, visible or beneath others.
    pub(crate) fn has(&self, scene: &Scene, cell: usize, tile: Tile) -> bool {
        let mut one = scene.tiles[cell];
        while one != tile && one != self.base {
            one = self.beneath[usize::from(one)];
        }
        one == tile
    }
}

/// For each tile its possible grounds, the likeliest first: of the base and much more common tiles,
/// those with the most similar neighbors.
fn grounds(scene: &Scene, base: Tile, used: &[Tile], parts: &[Vec<Tile>]) -> Vec<Vec<Tile>> {
    let mut counts = vec![0_usize; scene.names.len()];
    scene.tiles.iter().for_each(|&tile| counts[usize::from(tile)] += 1);
    let mut grounds = vec![vec![base]; scene.names.len()];
    for (rank, &tile) in used.iter().enumerate().filter(|(_, tile)| **tile != base) {
        let is_ground = |one: &Tile| {
            let n = counts[usize::from(*one)];
            *one != base
                && n as f64 >= GROUND_MIN * scene.len() as f64
                && n >= TIMES_MIN * counts[usize::from(tile)]
        };
        let others = used[..rank].iter().copied().filter(is_ground);
        let touched = touched(scene, tile);
        let unlike = |one: Tile| {
            let apart = if touched[usize::from(one)] < TOUCHED_MIN { UNTOUCHED } else { 0.0 };
            unlike(scene, tile, one) + apart
        };
        let others = others.map(|one| (unlike(one) + UNLIKE_MIN, one));
        let mut all: Vec<(f64, Tile)> = others.chain([(unlike(base), base)]).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let best = all[0].0;
        let is_base = |one: Tile| one == base && touched[usize::from(one)] >= TOUCHED_MIN;
        let is_near = |one: &(f64, Tile)| is_base(one.1) || one.0 <= best + UNLIKE_MAX;
        let near = all.into_iter().filter(is_near);
        grounds[usize::from(tile)] = near.map(|(_, one)| one).collect();
    }
    // A tile that is always at the end of a way, or within it, stands on it.
    for (rank, &tile) in used.iter().enumerate().filter(|(_, tile)| **tile != base) {
        let commoner = used[..rank].iter().filter(|&&way| way != base);
        let is_upon = |way: &Tile| ends(scene, tile, *way) || bridges(scene, tile, *way);
        let way = commoner.copied().find(is_upon);
        if let Some(way) = way {
            grounds[usize::from(tile)] = vec![way];
        }
    }
    // Parts stand on their things.
    for (core, parts) in parts.iter().enumerate() {
        for &part in parts {
            grounds[usize::from(part)] = vec![core as Tile];
        }
    }
    grounds
}

/// The share of each other tile in the cells beside a tile.
fn touched(scene: &Scene, tile: Tile) -> Vec<f64> {
    let mut counts = vec![0.0; scene.names.len()];
    for cell in (0..scene.len()).filter(|&cell| scene.tiles[cell] == tile) {
        let beside = PLUS.into_iter().filter_map(|step| scene.step(cell, step));
        let others = beside.map(|one| scene.tiles[one]).filter(|&one| one != tile);
        others.for_each(|one| counts[usize::from(one)] += 1.0);
    }
    let sum = counts.iter().sum::<f64>().max(1.0);
    counts.into_iter().map(|n| n / sum).collect()
}

/// Whether a tile is always an end of a thin way of another, more common tile.
fn ends(scene: &Scene, tile: Tile, way: Tile) -> bool {
    let is_way = |cell: usize| [tile, way].contains(&scene.tiles[cell]);
    let beside = |cell: usize| {
        let beside = PLUS.into_iter().filter_map(move |step| scene.step(cell, step));
        beside.filter(|&one| is_way(one))
    };
    // A tile beside a way does not prolong it.
    let is_end = |cell: usize| {
        let mut before = beside(cell);
        let is_one = before.next().is_some_and(|one| beside(one).count() <= 2);
        is_one && before.next().is_none()
    };
    let (mut n_ends, mut n_cells, mut n_wide) = (0, 0, 0);
    for cell in (0..scene.len()).filter(|&cell| is_way(cell)) {
        if scene.tiles[cell] == tile {
            if !is_end(cell) {
                return false;
            }
            n_ends += 1;
        } else {
            n_cells += 1;
            n_wide += usize::from(beside(cell).count() > 2);
        }
    }
    n_ends > 0 && n_cells > 5 * n_ends && 10 * n_wide < n_cells
}

/// Whether a tile connects the pieces of a thin way, mostly from within.
fn bridges(scene: &Scene, tile: Tile, way: Tile) -> bool {
    let is = |cell: usize, tiles: &[Tile]| tiles.contains(&scene.tiles[cell]);
    let n_pieces =
        |tiles: &[Tile]| scene.pieces(&scene.cells_that(|cell| is(cell, tiles)), &PLUS).len();
    let n = |tiles: &[Tile]| (0..scene.len()).filter(|&cell| is(cell, tiles)).count();
    let both = [tile, way];
    let window = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let is_block = |&cell: &usize| {
        window.into_iter().all(|step| scene.step(cell, step).is_some_and(|one| is(one, &both)))
    };
    let n_blocks = (0..scene.len()).filter(is_block).count();
    let n_joined = n_pieces(&[way]).saturating_sub(n_pieces(&both));
    10 * n_blocks <= n(&both) && 2 * n_joined >= n(&[tile])
}

/// The Jensen-Shannon divergence between the neighbors of a tile and those of a candidate, with the
/// tile counted as the candidate, in bits: of the pairs left and right, and above and below. The
/// outside counts only if the tile is at the edge somewhere.
fn unlike(scene: &Scene, tile: Tile, candidate: Tile) -> f64 {
    let n = scene.names.len() + 1;
    let shown = |cell: Option<usize>| match cell.map(|cell| scene.tiles[cell]) {
        None => n - 1,
        Some(one) if one == tile => usize::from(candidate),
        Some(one) => usize::from(one),
    };
    let pairs = [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]];
    let sides = PLUS.map(|step| [step, step]);
    let is_at_edge = |cell: usize| PLUS.iter().any(|&step| scene.step(cell, step).is_none());
    let is_outer = (0..scene.len()).any(|cell| scene.tiles[cell] == tile && is_at_edge(cell));
    let mut bits = 0.0;
    for pair in pairs.into_iter().chain(sides) {
        let mut counts = [vec![0.0_f64; n * n], vec![0.0_f64; n * n]];
        for (cell, &one) in scene.tiles.iter().enumerate() {
            if one != tile && one != candidate || !is_outer && is_at_edge(cell) {
                continue;
            }
            let [first, second] = pair.map(|step| shown(scene.step(cell, step)));
            counts[usize::from(one != tile)][first * n + second] += 1.0;
        }
        let sums = counts.each_ref().map(|counts| counts.iter().sum::<f64>().max(1.0));
        for (one, other) in counts[0].iter().zip(&counts[1]) {
            let (p, q) = (one / sums[0], other / sums[1]);
            let mean = f64::midpoint(p, q);
            for share in [p, q].into_iter().filter(|&share| share > 0.0) {
                bits += share * libm::log2(share / mean) / 2.0;
            }
        }
    }
    bits
}
