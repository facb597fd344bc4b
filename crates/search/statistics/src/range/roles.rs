//! Which entities of a script are empty, and which are in the way.

use marahel_level::{Palette, Tile, TileSet};

#[cfg(test)]
mod tests;

/// What the tiles of a script mean to the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles {
    /// The tile whose share, pieces and entropy are measured.
    pub empty: Tile,
    /// The tiles that can be walked on; unknown cells cannot.
    pub walkable: TileSet,
}

impl Roles {
    /// Names that stand for empty by themselves, the first that a script has.
    pub const EMPTY_NAMES: [&str; 2] = ["empty", "floor"];

    /// Names of entities that nobody walks on. The problems agree: to them
    /// only walls and doors are in the way.
    const SOLID_NAMES: [&str; 6] = ["solid", "wall", "door", "water", "lava", "tree"];

    /// The roles of the entities of `palette`.
    ///
    /// Without `empty` it is the first of [`EMPTY_NAMES`](Self::EMPTY_NAMES),
    /// or else the first entity of the script. Without `solid` nobody walks on solid, wall, door,
    /// water, lava and tree.
    ///
    /// # Errors
    ///
    /// The first name that is given and not in the palette.
    pub fn of(
        palette: &Palette,
        empty: Option<&str>,
        solid: Option<&[String]>,
    ) -> Result<Self, String> {
        let tile = |name: &str| palette.tile(name).ok_or_else(|| name.to_owned());
        let empty = match empty {
            Some(name) => tile(name)?,
            None => Self::EMPTY_NAMES.iter().find_map(|name| palette.tile(name)).unwrap_or(0),
        };
        let solid: TileSet = match solid {
            Some(names) => names.iter().map(|name| tile(name)).collect::<Result<_, _>>()?,
            None => Self::SOLID_NAMES.iter().filter_map(|name| palette.tile(name)).collect(),
        };
        Ok(Self { empty, walkable: TileSet::entities(palette.len()).difference(solid) })
    }
}
