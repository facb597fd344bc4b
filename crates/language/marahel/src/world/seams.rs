//! Seams: the edges where two parts meet.
//!
//! Each part pins its own side of a seam. The places of ways depend only on the seed and the place
//! of the seam, so both sides agree without knowing each other. Ways keep off the corners, which
//! belong to two seams.

use marahel_level::Level;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Left,
    Top,
    Right,
    Bottom,
}

/// The use of random numbers that belong to a place of the area.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Part,
    /// The seam to the part on its right.
    Right,
    /// The seam to the part below.
    Bottom,
}

/// The random numbers of a place for a purpose. The area itself uses the first stream.
pub(super) fn stream(
    seed: u64,
    area: &Level,
    (x, y): (usize, usize),
    purpose: Purpose,
) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let place = (y * area.width() + x) as u64;
    rng.set_stream(1 + 3 * place + purpose as u64);
    rng
}

impl Edge {
    pub(super) const ALL: [Self; 4] = [Self::Left, Self::Top, Self::Right, Self::Bottom];

    /// The part on the other side, unless that is beyond the area.
    pub(super) fn beyond(self, (x, y): (usize, usize), area: &Level) -> Option<(usize, usize)> {
        let (x, y) = match self {
            Self::Left => (x.checked_sub(1)?, y),
            Self::Top => (x, y.checked_sub(1)?),
            Self::Right => (x + 1, y),
            Self::Bottom => (x, y + 1),
        };
        (x < area.width() && y < area.height()).then_some((x, y))
    }

    /// The cells of a part along this edge, from the left or the top.
    pub(super) fn cells(
        self,
        (width, height): (usize, usize),
    ) -> impl Iterator<Item = (usize, usize)> {
        let n = if matches!(self, Self::Left | Self::Right) { height } else { width };
        (0..n).map(move |at| match self {
            Self::Left => (0, at),
            Self::Top => (at, 0),
            Self::Right => (width - 1, at),
            Self::Bottom => (at, height - 1),
        })
    }

    /// The part and the purpose that identify the seam at this edge.
    fn seam(self, (x, y): (usize, usize)) -> ((usize, usize), Purpose) {
        match self {
            Self::Left => ((x - 1, y), Purpose::Right),
            Self::Top => ((x, y - 1), Purpose::Bottom),
            Self::Right => ((x, y), Purpose::Right),
            Self::Bottom => ((x, y), Purpose::Bottom),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// Their number; some may overlap.
    pub(super) number: u32,
    /// Their width in cells along the seam: at most the side of a part minus two.
    pub(super) width: u32,
}

impl Ways {
    /// The cells of a part's ways through one of its edges; there must be another part behind it.
    pub(super) fn through(
        self,
        edge: Edge,
        place: (usize, usize),
        area: &Level,
        seed: u64,
        part: (usize, usize),
    ) -> Vec<(usize, usize)> {
        let (place, purpose) = edge.seam(place);
        let mut rng = stream(seed, area, place, purpose);
        let cells: Vec<(usize, usize)> = edge.cells(part).collect();
        let last = cells.len() as u32 - 1 - self.width;
        let starts = (0..self.number).map(|_| rng.random_range(1..=last) as usize);
        starts.flat_map(|start| &cells[start..start + self.width as usize]).copied().collect()
    }
}
