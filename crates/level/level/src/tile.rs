//! Tiles, and sets of tiles as bit masks.

#[cfg(test)]
mod tests;

/// Content of one cell: the index of an entity, [`UNKNOWN`], or [`OUT`].
pub type Tile = u8;

/// Maximum number of entities of a palette, so that a [`TileSet`] is one word.
pub const N_ENTITIES_MAX: usize = 62;

/// Maximum number of tiles of a level (16 Mi).
pub const N_TILES_MAX: usize = 1 << 24;

/// Maximum number of levels of a file: small ones take much more memory than their text.
pub const N_LEVELS_MAX: usize = 1 << 20;

/// A cell that was never set.
pub const UNKNOWN: Tile = 62;

/// A cell outside a level or region; never stored in a [`Level`](crate::Level).
pub const OUT: Tile = 63;

/// A set of tiles, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileSet(u64);

impl TileSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of one tile.
    pub const fn only(tile: Tile) -> Self {
        Self(1 << tile)
    }

    /// The set of the first `n` entities.
    pub const fn entities(n: usize) -> Self {
        Self((1 << n) - 1)
    }

    /// Whether `tile` is a member.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile & 1 != 0
    }

    /// Whether `tile` is a member, as 0 or 1: counts without a branch.
    #[inline]
    pub const fn count(self, tile: Tile) -> u32 {
        (self.0 >> tile & 1) as u32
    }

    /// The union with `other`.
    #[must_use]
    pub const fn union(self, tiles: Self) -> Self {
        Self(self.0 | tiles.0)
    }

    /// The members that are not in `other`.
    #[must_use]
    pub const fn difference(self, tiles: Self) -> Self {
        Self(self.0 & !tiles.0)
    }

    /// Whether it contains every member of `other`.
    pub const fn is_superset(self, tiles: Self) -> bool {
        self.0 & tiles.0 == tiles.0
    }

    /// Whether the sets have no common member.
    pub const fn is_disjoint(self, tiles: Self) -> bool {
        self.0 & tiles.0 == 0
    }

    /// Whether it has no members.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only member, if there is one.
    pub fn single(self) -> Option<Tile> {
        self.iter().next().filter(|_| self.len() == 1)
    }

    /// Number of members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let tile = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (tile < u64::BITS).then_some(tile as Tile)
        })
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::EMPTY, |set, tile| set.union(Self::only(tile)))
    }
}
