//! The drawings as one row of cells, with the place of each cell.

use fixedbitset::FixedBitSet;
use marahel_level::{Level, Mirror, Tile};

/// A set of cells of all drawings.
pub(crate) type Cells = FixedBitSet;

/// Approximate maximum number of cells. With more, only every second drawing counts, or every
/// third, and so on.
const N_CELLS: usize = 16_000;

pub(crate) struct Scene {
    pub(crate) frames: Vec<Frame>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) tiles: Vec<Tile>,
    pub(crate) names: Vec<String>,
}

/// One drawing.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// The index of its first cell.
    pub(crate) start: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) frame: usize,
    pub(crate) x: usize,
    pub(crate) y: usize,
}

impl Scene {
    pub(crate) fn new(drawings: &[Level]) -> Self {
        let n_cells: usize = drawings.iter().map(|level| level.tiles().len()).sum();
        let mut scene = Self { frames: vec![], cells: vec![], tiles: vec![], names: vec![] };
        for level in drawings.iter().step_by(n_cells.div_ceil(N_CELLS).max(1)) {
            let frame = scene.frames.len();
            let (start, width) = (scene.cells.len(), level.width());
            scene.frames.push(Frame { start, width, height: level.height() });
            let places = (0..level.tiles().len()).map(|n| (n % width, n / width));
            scene.cells.extend(places.map(|(x, y)| Cell { frame, x, y }));
            scene.tiles.extend(level.tiles());
        }
        if let Some(level) = drawings.first() {
            scene.names =
                level.palette().entities().iter().map(|entity| entity.name.clone()).collect();
        }
        scene
    }

    /// The tiles of the drawings, the most common first; `None` if a cell is unset or there are no
    /// drawings.
    pub(crate) fn used(&self) -> Option<Vec<Tile>> {
        let mut counts = vec![0_usize; self.names.len()];
        for &tile in &self.tiles {
            *counts.get_mut(usize::from(tile))? += 1;
        }
        let all = 0..counts.len() as Tile;
        let mut used: Vec<Tile> = all.filter(|&tile| counts[usize::from(tile)] > 0).collect();
        used.sort_by_key(|&tile| std::cmp::Reverse(counts[usize::from(tile)]));
        (!used.is_empty()).then_some(used)
    }

    pub(crate) fn name(&self, tile: Tile) -> &str {
        &self.names[usize::from(tile)]
    }

    pub(crate) fn share(&self, tile: Tile) -> f64 {
        self.cells_of(tile).count_ones(..) as f64 / self.len() as f64
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cell at an offset, if it is in the same drawing.
    pub(crate) fn step(&self, cell: usize, (dx, dy): (i32, i32)) -> Option<usize> {
        let Cell { frame, x, y } = self.cells[cell];
        let frame = &self.frames[frame];
        let x = x.checked_add_signed(dx as isize).filter(|&x| x < frame.width)?;
        let y = y.checked_add_signed(dy as isize).filter(|&y| y < frame.height)?;
        Some(frame.at(x, y))
    }

    /// Whether the cell at an offset is in the same drawing, and one of these cells.
    pub(crate) fn leads_into(&self, cell: usize, step: (i32, i32), cells: &Cells) -> bool {
        self.step(cell, step).is_some_and(|neighbor| cells.contains(neighbor))
    }

    pub(crate) fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> {
        PLUS.into_iter().filter_map(move |step| self.step(cell, step))
    }

    pub(crate) fn is_at_edge(&self, cell: usize) -> bool {
        self.neighbors(cell).count() < PLUS.len()
    }

    pub(crate) fn images(
        &self,
        cell: usize,
        mirror: Mirror,
    ) -> impl Iterator<Item = usize> + use<> {
        let place = self.cells[cell];
        let frame = self.frames[place.frame];
        let images = mirror.images((place.x, place.y), (frame.width, frame.height));
        images.map(move |(x, y)| frame.at(x, y))
    }

    /// Number of cells between a cell and the left side, the top, the right side or the bottom.
    pub(crate) fn to_side(&self, cell: usize, side: usize) -> usize {
        let Cell { frame, x, y } = self.cells[cell];
        let frame = &self.frames[frame];
        [x, y, frame.width - 1 - x, frame.height - 1 - y][side]
    }

    /// Steps to the outside: 1 at the edge.
    pub(crate) fn to_outside(&self, cell: usize) -> usize {
        let Cell { frame, x, y } = self.cells[cell];
        let Frame { width, height, .. } = self.frames[frame];
        1 + x.min(y).min(width - 1 - x).min(height - 1 - y)
    }

    /// Maximum sum of columns and rows of a drawing: no straight way is longer.
    pub(crate) fn longest_sides(&self) -> usize {
        self.frames.iter().map(|frame| frame.width + frame.height).max().unwrap_or(0)
    }

    pub(crate) fn none(&self) -> Cells {
        Cells::with_capacity(self.len())
    }

    pub(crate) fn cells_that(&self, is_so: impl Fn(usize) -> bool) -> Cells {
        let mut cells = self.none();
        (0..self.len()).filter(|&cell| is_so(cell)).for_each(|cell| cells.insert(cell));
        cells
    }

    pub(crate) fn cells_of(&self, tile: Tile) -> Cells {
        self.cells_that(|cell| self.tiles[cell] == tile)
    }

    /// The number of cells of a tile in each drawing.
    pub(crate) fn counts_of(&self, tile: Tile) -> Vec<usize> {
        self.counts(&self.cells_of(tile))
    }

    /// The number of these cells in each drawing.
    pub(crate) fn counts(&self, cells: &Cells) -> Vec<usize> {
        let mut counts = vec![0; self.frames.len()];
        cells.ones().for_each(|cell| counts[self.cells[cell].frame] += 1);
        counts
    }

    /// The connected pieces of some cells, in the order of their first cells.
    pub(crate) fn pieces(&self, cells: &Cells, steps: &[(i32, i32)]) -> Vec<Vec<usize>> {
        let mut left = cells.clone();
        let mut pieces = Vec::new();
        for first in cells.ones() {
            if !left.contains(first) {
                continue;
            }
            left.remove(first);
            let mut piece = vec![first];
            let mut next = 0;
            while let Some(&cell) = piece.get(next) {
                next += 1;
                for &step in steps {
                    if let Some(beside) =
                        self.step(cell, step).filter(|&neighbor| left.contains(neighbor))
                    {
                        left.remove(beside);
                        piece.push(beside);
                    }
                }
            }
            piece.sort_unstable();
            pieces.push(piece);
        }
        pieces
    }

    /// Columns and rows of the bounding rectangle of cells of one drawing.
    pub(crate) fn rectangle(&self, piece: &[usize]) -> (usize, usize) {
        let places = piece.iter().map(|&cell| self.cells[cell]);
        let columns = extent(places.clone().map(|place| place.x as i32));
        (columns as usize, extent(places.map(|place| place.y as i32)) as usize)
    }

    /// Steps to the nearest of some cells, along rows and columns; `None` if the drawing has none.
    pub(crate) fn distances(&self, cells: &Cells) -> Vec<Option<u16>> {
        let mut far: Vec<Option<u16>> = vec![None; self.len()];
        let mut queue: Vec<usize> = cells.ones().collect();
        for &cell in &queue {
            far[cell] = Some(0);
        }
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for step in PLUS {
                if let Some(beside) =
                    self.step(cell, step).filter(|&neighbor| far[neighbor].is_none())
                {
                    far[beside] = far[cell].map(|steps| steps + 1);
                    queue.push(beside);
                }
            }
        }
        far
    }
}

impl Frame {
    pub(crate) fn at(self, x: usize, y: usize) -> usize {
        self.start + y * self.width + x
    }
}

/// The number of columns or rows from the first to the last one of some.
pub(crate) fn extent(lines: impl Iterator<Item = i32> + Clone) -> i32 {
    lines.clone().max().unwrap_or(0) + 1 - lines.min().unwrap_or(0)
}

pub(crate) const PLUS: [(i32, i32); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];

pub(crate) const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
