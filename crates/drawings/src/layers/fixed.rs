//! Content common to all drawings: a house in the middle, a gate, a throne.

use level::Tile;

use crate::layers::draft::Draft;
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
    let agrees = |x: usize, y: usize| {
        let tile = scene.tiles[first.at(x, y)];
        scene.frames.iter().all(|frame| scene.tiles[frame.at(x, y)] == tile)
    };
    let is_heart = |tile: Tile| {
        let cells: Vec<usize> =
            (0..scene.len()).filter(|&cell| scene.tiles[cell] == tile).collect();
        cells.len() as f64 <= RARE_MAX * scene.len() as f64
            && cells.iter().all(|&cell| agrees(scene.cells[cell].x, scene.cells[cell].y))
    };
    let hearts: Vec<bool> = (0..scene.names.len() as Tile).map(is_heart).collect();
    let rare = scene
        .cells_that(|cell| scene.cells[cell].frame == 0 && hearts[usize::from(scene.tiles[cell])]);
    let near: Vec<(i32, i32)> = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).collect();
    let pieces = scene.pieces(&rare, &near);
    let large = pieces.into_iter().filter(|piece| piece.len() >= N_RARE_MIN);
    let blocks = large.filter_map(|piece| {
        let cells = || piece.iter().map(|&cell| scene.cells[cell]);
        let mut block = Block {
            left: cells().map(|cell| cell.x).min()?,
            right: cells().map(|cell| cell.x).max()?,
            top: cells().map(|cell| cell.y).min()?,
            bottom: cells().map(|cell| cell.y).max()?,
        };
        let all_agree = |block: &Block| {
            (block.top..=block.bottom).all(|y| (block.left..=block.right).all(|x| agrees(x, y)))
        };
        if !all_agree(&block) {
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
                if all_agree(&wider) && wider.area() as f64 <= SHARE_MAX * (width * height) as f64 {
                    block = wider;
                }
            }
        }
        Some(block)
    });
    blocks.collect()
}

impl Block {
    fn area(&self) -> usize {
        (self.right - self.left + 1) * (self.bottom - self.top + 1)
    }

    pub(crate) fn cells<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = usize> + 'a {
        let rows = move || self.top..=self.bottom;
        scene.frames.iter().flat_map(move |frame| {
            rows().flat_map(move |y| (self.left..=self.right).map(move |x| frame.at(x, y)))
        })
    }

    /// The explorer that paints it: runs of rarer tiles first, then the most common one.
    pub(crate) fn draft(&self, scene: &Scene) -> Draft {
        let frame = scene.frames[0];
        let tile = |x: usize, y: usize| scene.tiles[frame.at(x, y)];
        let mut counts = vec![0_usize; scene.names.len()];
        for y in self.top..=self.bottom {
            (self.left..=self.right).for_each(|x| counts[usize::from(tile(x, y))] += 1);
        }
        let common = (0..counts.len()).max_by_key(|&one| counts[one]).unwrap_or(0);
        let within = |line: &str, first: usize, last: usize| match last - first {
            0 => format!("{line} == {first}"),
            _ if first == 0 => format!("{line} < {}", last + 1),
            _ => format!("{line} > {}, {line} < {}", first - 1, last + 1),
        };
        let mut rules = Vec::new();
        for y in self.top..=self.bottom {
            let mut x = self.left;
            while x <= self.right {
                let one = tile(x, y);
                let end = (x..=self.right).take_while(|&x| tile(x, y) == one).last().unwrap_or(x);
                if usize::from(one) != common {
                    let name = &scene.names[usize::from(one)];
                    rules.push(format!("row == {y}, {} -> self({name})", within("column", x, end)));
                }
                x = end + 1;
            }
        }
        let name = &scene.names[common];
        let (columns, rows) =
            (within("column", self.left, self.right), within("row", self.top, self.bottom));
        rules.push(format!("{columns}, {rows} -> self({name})"));
        Draft::all("a piece that is the same in all drawings".to_owned(), rules)
    }
}
