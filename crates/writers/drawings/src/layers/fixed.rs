//! Content common to all drawings: a house in the middle, a gate, a throne.

use marahel_level::Tile;
use marahel_script::{Condition, Edge, Explorer};

use crate::layers::rules::{Compared, all, place, rule};
use crate::layers::scene::Scene;

/// Maximum share of the cells of a tile that can be the heart of a block.
const RARE_MAX: f64 = 0.04;

/// Minimum number of rare cells of a block, and its maximum share of the level.
const N_RARE_MIN: usize = 4;
const SHARE_MAX: f64 = 0.25;

/// Minimum number of drawings that must agree.
const N_DRAWINGS_MIN: usize = 3;

/// A rectangle that is the same in all drawings; `right` and `bottom` are inclusive.
pub(crate) struct Block {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

/// The blocks around rare tiles at the same places in all drawings; empty if drawings have
/// different sizes.
pub(crate) fn blocks(scene: &Scene) -> Vec<Block> {
    let first = scene.frames[0];
    let (width, height) = (first.width, first.height);
    let is_alike = scene.frames.len() >= N_DRAWINGS_MIN
        && scene.frames.iter().all(|frame| (frame.width, frame.height) == (width, height));
    if !is_alike {
        return Vec::new();
    }
    let hearts = (0..scene.names.len() as Tile).map(|tile| {
        let cells: Vec<usize> =
            (0..scene.len()).filter(|&cell| scene.tiles[cell] == tile).collect();
        cells.len() as f64 <= RARE_MAX * scene.len() as f64
            && cells.iter().all(|&cell| agree(scene, scene.cells[cell].x, scene.cells[cell].y))
    });
    let hearts: Vec<bool> = hearts.collect();
    let rare = scene
        .cells_that(|cell| scene.cells[cell].frame == 0 && hearts[usize::from(scene.tiles[cell])]);
    let near: Vec<(i32, i32)> = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).collect();
    let pieces = scene.pieces(&rare, &near);
    let large = pieces.into_iter().filter(|piece| piece.len() >= N_RARE_MIN);
    let blocks = large.filter_map(|piece| {
        let cells = piece.iter().map(|&cell| scene.cells[cell]);
        let mut block = Block {
            left: cells.clone().map(|cell| cell.x).min()?,
            right: cells.clone().map(|cell| cell.x).max()?,
            top: cells.clone().map(|cell| cell.y).min()?,
            bottom: cells.map(|cell| cell.y).max()?,
        };
        if !block.is_common(scene) {
            return None;
        }
        // Move each side out while all drawings agree there.
        for _ in 0..2 {
            for side in 0..4 {
                let mut wider = Block { ..block };
                match side {
                    0 => wider.left = block.left.saturating_sub(1),
                    1 => wider.top = block.top.saturating_sub(1),
                    2 => wider.right = (block.right + 1).min(width - 1),
                    _ => wider.bottom = (block.bottom + 1).min(height - 1),
                }
                let is_small = wider.area() as f64 <= SHARE_MAX * (width * height) as f64;
                if is_small && wider.is_common(scene) {
                    block = wider;
                }
            }
        }
        Some(block)
    });
    blocks.collect()
}

/// Whether all drawings have the same tile at a place.
fn agree(scene: &Scene, x: usize, y: usize) -> bool {
    let tile = scene.tiles[scene.frames[0].at(x, y)];
    scene.frames.iter().all(|frame| scene.tiles[frame.at(x, y)] == tile)
}

impl Block {
    /// Whether all drawings agree in it.
    fn is_common(&self, scene: &Scene) -> bool {
        (self.top..=self.bottom).all(|y| (self.left..=self.right).all(|x| agree(scene, x, y)))
    }

    fn area(&self) -> usize {
        (self.right - self.left + 1) * (self.bottom - self.top + 1)
    }

    pub(crate) fn cells<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = usize> + 'a {
        scene.frames.iter().flat_map(move |frame| {
            (self.top..=self.bottom)
                .flat_map(move |y| (self.left..=self.right).map(move |x| frame.at(x, y)))
        })
    }

    /// The explorer that paints it: runs of rarer tiles first, then the most common one.
    pub(crate) fn explorer(&self, scene: &Scene) -> Explorer {
        let frame = scene.frames[0];
        let mut counts = vec![0_usize; scene.names.len()];
        for y in self.top..=self.bottom {
            let row = &scene.tiles[frame.at(self.left, y)..=frame.at(self.right, y)];
            for &tile in row {
                counts[usize::from(tile)] += 1;
            }
        }
        let commonest = (0..counts.len()).max_by_key(|&tile| counts[tile]).unwrap_or(0) as Tile;
        let mut rules = Vec::new();
        for y in self.top..=self.bottom {
            let mut x = self.left;
            while x <= self.right {
                let painted = scene.tiles[frame.at(x, y)];
                let run = (x..=self.right).take_while(|&x| scene.tiles[frame.at(x, y)] == painted);
                let end = run.last().unwrap_or(x);
                if painted != commonest {
                    let mut conditions = vec![place(Edge::Top).is(y)];
                    conditions.extend(within(Edge::Left, x, end));
                    rules.push(rule(conditions, painted));
                }
                x = end + 1;
            }
        }
        let columns = within(Edge::Left, self.left, self.right);
        let rows = within(Edge::Top, self.top, self.bottom);
        rules.push(rule(columns.into_iter().chain(rows), commonest));
        all("a piece that is the same in all drawings", rules)
    }
}

/// The conditions for columns or rows between two others, inclusive.
fn within(edge: Edge, first: usize, last: usize) -> Vec<Condition> {
    match last - first {
        0 => vec![place(edge).is(first)],
        _ if first == 0 => vec![place(edge).below(last + 1)],
        _ => vec![place(edge).above(first - 1), place(edge).below(last + 1)],
    }
}
