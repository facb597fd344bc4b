//! Sets of terrains, as tilesets have them.

#[cfg(test)]
mod tests;

/// Maximum number of terrains of a set, as in Tiled.
pub const N_TERRAINS_MAX: usize = 254;

/// Terrains whose looks fit each other.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainSet {
    /// Its name in the tileset.
    pub name: String,
    /// Where looks must agree.
    pub matching: Matching,
    /// The names of its terrains, which are kinds of tiles; number 1 of [`Sides`] is the first.
    pub terrains: Vec<String>,
    /// The looks, by tile, each tile once.
    pub looks: Vec<Look>,
}

/// Where neighboring looks of a set must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// At their four corners.
    Corners,
    /// At their four edges.
    Edges,
    /// At corners and edges, such as the 47 looks of a blob.
    Both,
}

/// A tile of a tileset as part of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Its number in the tileset, from 0.
    pub tile: u32,
    /// The terrains at its corners and edges.
    pub sides: Sides,
    /// How likely it is chosen, relative to others that fit; 1 is usual.
    pub probability: f64,
}

/// The terrains at the edges and corners of a look, clockwise from its upper edge: edge, corner,
/// edge ...; 0 is no terrain, 1 the first of the set. Tiled calls this a `wangid`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sides(pub [u8; 8]);

impl TerrainSet {
    /// Whether some looks have a side without a terrain.
    pub fn is_open(&self) -> bool {
        self.looks.iter().any(|look| look.sides.is_open(self.matching))
    }
}

impl Sides {
    /// Whether a look has a side without a terrain, of those where looks must agree.
    pub fn is_open(self, matching: Matching) -> bool {
        self.0.iter().enumerate().any(|(place, &side)| side == 0 && matching.is_at(place))
    }

    /// The index of the terrain that the look shows: the one that most of its corners and edges
    /// have. On a tie it is the first of the set: a terrain lies over those before it, so a look
    /// that is half covered belongs to the lower one. `None` if no side has a terrain.
    pub fn terrain(self) -> Option<usize> {
        let mut counts = [0_u8; N_TERRAINS_MAX + 2];
        for side in self.0.into_iter().filter(|&side| side != 0) {
            counts[usize::from(side)] += 1;
        }
        let most = counts.iter().copied().max().filter(|&most| most > 0)?;
        counts.iter().position(|&count| count == most).map(|side| side - 1)
    }

    /// Whether one terrain has all sides that have any.
    pub fn is_whole(self) -> bool {
        let mut sides = self.0.into_iter().filter(|&side| side != 0);
        let first = sides.next();
        first.is_some() && sides.all(|side| Some(side) == first)
    }
}

impl Matching {
    /// Whether looks must agree at a place of [`Sides`].
    pub(crate) fn is_at(self, place: usize) -> bool {
        let is_corner = place % 2 == 1;
        match self {
            Self::Corners => is_corner,
            Self::Edges => !is_corner,
            Self::Both => true,
        }
    }
}
