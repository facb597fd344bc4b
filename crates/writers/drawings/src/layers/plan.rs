//! Which tile stands on which, before any layer is known.

use marahel_level::Tile;

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
/// bits below it. Without it, trees stood on asphalt that they touch nowhere.
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
    pub(crate) fn doubts(&self) -> impl Iterator<Item = (Tile, Tile)> {
        self.used.iter().rev().flat_map(|&tile| {
            let alternatives = self.grounds[usize::from(tile)][1..].iter();
            alternatives.map(move |&on| (tile, on))
        })
    }

    /// The number of tiles that stand on a tile.
    pub(crate) fn n_upon(&self, ground: Tile) -> usize {
        self.used.iter().filter(|&&thing| self.beneath[usize::from(thing)] == ground).count()
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
        let mut visible = scene.tiles[cell];
        while visible != tile && visible != self.base {
            visible = self.beneath[usize::from(visible)];
        }
        visible == tile
    }
}

/// For each tile its possible grounds, the likeliest first: of the base and much more common tiles,
/// those with the most similar neighbors.
fn grounds(scene: &Scene, base: Tile, used: &[Tile], parts: &[Vec<Tile>]) -> Vec<Vec<Tile>> {
    let mut counts = vec![0_usize; scene.names.len()];
    scene.tiles.iter().for_each(|&tile| counts[usize::from(tile)] += 1);
    let mut grounds = vec![vec![base]; scene.names.len()];
    for (rank, &tile) in used.iter().enumerate().filter(|(_, tile)| **tile != base) {
        let candidates = used[..rank].iter().copied().filter(|candidate| {
            let n = counts[usize::from(*candidate)];
            *candidate != base
                && n as f64 >= GROUND_MIN * scene.len() as f64
                && n >= TIMES_MIN * counts[usize::from(tile)]
        });
        let touched = touched(scene, tile);
        let candidates = candidates.map(|candidate| (candidate, UNLIKE_MIN)).chain([(base, 0.0)]);
        let all = candidates.map(|(candidate, bar)| {
            let apart = if touched[usize::from(candidate)] < TOUCHED_MIN { UNTOUCHED } else { 0.0 };
            (unlike(scene, tile, candidate) + apart + bar, candidate)
        });
        let mut all: Vec<(f64, Tile)> = all.collect();
        all.sort_by(|left, right| left.0.total_cmp(&right.0));
        let best = all[0].0;
        all.retain(|&(bits, candidate)| {
            bits <= best + UNLIKE_MAX
                || candidate == base && touched[usize::from(candidate)] >= TOUCHED_MIN
        });
        grounds[usize::from(tile)] = all.into_iter().map(|(_, candidate)| candidate).collect();
    }
    // A tile that is always at the end of a way, or within it, stands on it.
    for (rank, &tile) in used.iter().enumerate().filter(|(_, tile)| **tile != base) {
        let commoner = used[..rank].iter().filter(|&&way| way != base);
        let way =
            commoner.copied().find(|way| ends(scene, tile, *way) || bridges(scene, tile, *way));
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
        let beside = scene.neighbors(cell);
        let neighbors =
            beside.map(|neighbor| scene.tiles[neighbor]).filter(|&neighbor| neighbor != tile);
        neighbors.for_each(|neighbor| counts[usize::from(neighbor)] += 1.0);
    }
    let sum = counts.iter().sum::<f64>().max(1.0);
    counts.into_iter().map(|n| n / sum).collect()
}

/// Whether a tile is always an end of a thin way of another, more common tile.
fn ends(scene: &Scene, tile: Tile, way: Tile) -> bool {
    let kinds = [tile, way];
    let (mut n_ends, mut n_cells, mut n_wide) = (0, 0, 0);
    for cell in (0..scene.len()).filter(|&cell| kinds.contains(&scene.tiles[cell])) {
        let mut beside = beside(scene, cell, &kinds);
        if scene.tiles[cell] == tile {
            let before = beside.next().filter(|_| beside.next().is_none());
            // A tile beside a way does not prolong it.
            if before.is_none_or(|before| self::beside(scene, before, &kinds).count() > 2) {
                return false;
            }
            n_ends += 1;
        } else {
            n_cells += 1;
            n_wide += usize::from(beside.count() > 2);
        }
    }
    n_ends > 0 && n_cells > 5 * n_ends && 10 * n_wide < n_cells
}

/// The cells beside a cell that have one of some tiles.
fn beside(scene: &Scene, cell: usize, tiles: &[Tile]) -> impl Iterator<Item = usize> {
    scene.neighbors(cell).filter(|&neighbor| tiles.contains(&scene.tiles[neighbor]))
}

/// Whether a tile connects the pieces of a thin way, mostly from within.
fn bridges(scene: &Scene, tile: Tile, way: Tile) -> bool {
    let (way, mut both) = (scene.cells_of(way), scene.cells_of(tile));
    let n = both.count_ones(..);
    both.union_with(&way);
    let window = [(1, 0), (0, 1), (1, 1)];
    let blocks = both
        .ones()
        .filter(|&cell| window.into_iter().all(|step| scene.leads_into(cell, step, &both)));
    let [n_apart, n_together] = [&way, &both].map(|cells| scene.pieces(cells, &PLUS).len());
    10 * blocks.count() <= both.count_ones(..) && 2 * n_apart.saturating_sub(n_together) >= n
}

/// The Jensen-Shannon divergence between the neighbors of a tile and those of a candidate, with the
/// tile counted as the candidate, in bits: of the pairs left and right, and above and below. The
/// outside counts only if the tile is at the edge somewhere.
fn unlike(scene: &Scene, tile: Tile, candidate: Tile) -> f64 {
    let n = scene.names.len() + 1;
    let pairs = [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]];
    let sides = PLUS.map(|step| [step, step]);
    let is_outer = (0..scene.len()).any(|cell| scene.tiles[cell] == tile && scene.is_at_edge(cell));
    let mut bits = 0.0;
    for pair in pairs.into_iter().chain(sides) {
        let mut counts = [vec![0.0_f64; n * n], vec![0.0_f64; n * n]];
        for (cell, &here) in scene.tiles.iter().enumerate() {
            if here != tile && here != candidate || !is_outer && scene.is_at_edge(cell) {
                continue;
            }
            let [first, second] = pair.map(|step| match scene.step(cell, step) {
                None => n - 1,
                Some(beside) if scene.tiles[beside] == tile => usize::from(candidate),
                Some(beside) => usize::from(scene.tiles[beside]),
            });
            counts[usize::from(here != tile)][first * n + second] += 1.0;
        }
        let sums = counts.each_ref().map(|counts| counts.iter().sum::<f64>().max(1.0));
        for (count, counterpart) in counts[0].iter().zip(&counts[1]) {
            let (p, q) = (count / sums[0], counterpart / sums[1]);
            let mean = f64::midpoint(p, q);
            for share in [p, q].into_iter().filter(|&share| share > 0.0) {
                bits += share * libm::log2(share / mean) / 2.0;
            }
        }
    }
    bits
}
