//! Regions of large levels: runs of passable cells, joined row by row.

use marahel_level::{TileSet, View};

/// The passable cells of a level as rows of bits.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub(super) height: usize,
    /// Words of a row. Its last bit is never set, so that all runs end.
    n_words: usize,
    words: Vec<u64>,
    /// Runs of the row above, and of the row that is looked at.
    above: Vec<Run>,
    row: Vec<Run>,
    /// For each label one that stands for the same region, at last itself.
    labels: Vec<u32>,
}

/// Passable cells side by side, from one column up to another.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u32,
    end: u32,
    label: u32,
}

impl Runs {
    /// Takes the cells of `level` whose tile is in `passable`.
    pub(super) fn load(&mut self, level: View<'_>, passable: TileSet) {
        self.height = level.height();
        self.n_words = level.width() / 64 + 1;
        self.words.clear();
        for row in level.rows() {
            let end = self.words.len() + self.n_words;
            self.words.extend(row.chunks(64).map(|tiles| word(tiles, passable)));
            self.words.resize(end, 0);
        }
    }

    /// The cells of a row, 64 to a word, from the lowest bit on.
    pub(super) fn row(&self, y: usize) -> &[u64] {
        &self.words[y * self.n_words..][..self.n_words]
    }

    /// Whether the cell in column `x` of row `y`, both inside, is passable.
    pub(super) fn contains(&self, x: usize, y: usize) -> bool {
        self.row(y)[x / 64] >> (x % 64) & 1 != 0
    }

    /// The number of regions: of labels that do not stand for another.
    ///
    /// Source: the two-pass labeling of Rosenfeld and Pfaltz 1966 (doi
    /// 10.1145/321356.321357) with runs for cells, of which only the first
    /// pass is needed.
    pub(super) fn n_regions(&mut self) -> u32 {
        self.labels.clear();
        self.above.clear();
        let mut n_joined = 0;
        for y in 0..self.height {
            self.read_row(y);
            let mut first = 0;
            for run in &mut self.row {
                let above = self.above[first..].iter();
                first += above.take_while(|above| above.end <= run.start).count();
                let above = self.above[first..].iter().take_while(|above| above.start < run.end);
                let mut labels = above.map(|above| above.label);
                run.label = labels.next().unwrap_or_else(|| {
                    let label = self.labels.len() as u32;
                    self.labels.push(label);
                    label
                });
                n_joined +=
                    labels.filter(|&label| join(&mut self.labels, run.label, label)).count();
            }
            std::mem::swap(&mut self.row, &mut self.above);
        }
        (self.labels.len() - n_joined) as u32
    }

    /// Finds the runs of a row: they start and end where a cell differs from the one before.
    fn read_row(&mut self, y: usize) {
        self.row.clear();
        let mut before = 0;
        let mut start = None;
        let words = &self.words[y * self.n_words..][..self.n_words];
        for (&word, first) in words.iter().zip((0..).step_by(64)) {
            let mut edges = word ^ (word << 1 | before);
            before = word >> 63;
            while edges != 0 {
                let edge = first + edges.trailing_zeros();
                edges &= edges - 1;
                match start.take() {
                    None => start = Some(edge),
                    Some(start) => self.row.push(Run { start, end: edge, label: 0 }),
                }
            }
        }
    }
}

/// Up to 64 tiles as bits.
fn word(tiles: &[u8], passable: TileSet) -> u64 {
    tiles.chunks(8).rev().fold(0, |word, tiles| {
        let byte =
            tiles.iter().rev().fold(0, |bits, &tile| bits << 1 | u64::from(passable.count(tile)));
        word << 8 | byte
    })
}

/// Makes two labels stand for the same region; whether they did not before.
fn join(labels: &mut [u32], left: u32, right: u32) -> bool {
    let (left, right) = (root(labels, left), root(labels, right));
    // The older one stands for both, so that paths lead up the level.
    labels[left.max(right) as usize] = left.min(right);
    left != right
}

/// The label that stands for a region; halves the path to it.
fn root(labels: &mut [u32], mut label: u32) -> u32 {
    while labels[label as usize] != label {
        let next = labels[label as usize];
        labels[label as usize] = labels[next as usize];
        label = next;
    }
    label
}
