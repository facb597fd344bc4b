//! Names of tiles, and suggestions for misspelt names.

use std::ops::Range;

use marahel_level::{Palette, Tile, TileSet};
use marahel_script::closest;

use crate::expression::Mistake;

const ANY: &str = "any";

pub(crate) fn tile_set(
    named: &[(String, Range<usize>)],
    palette: &Palette,
    groups: &[(String, TileSet)],
) -> Result<TileSet, Mistake> {
    let mut tiles = TileSet::EMPTY;
    for (name, range) in named {
        let all = TileSet::entities(palette.len());
        tiles = tiles.union(match palette.tile(name) {
            Some(tile) => TileSet::only(tile),
            None if name == ANY => all,
            None => match groups.iter().find(|(group, _)| group == name) {
                Some((_, tiles)) => *tiles,
                None => return Err(unknown_tile(name, range.clone(), palette, groups)),
            },
        });
    }
    Ok(tiles)
}

pub(crate) fn tile(name: &str, range: Range<usize>, palette: &Palette) -> Result<Tile, Mistake> {
    palette.tile(name).ok_or_else(|| unknown_tile(name, range, palette, &[]))
}

fn unknown_tile(
    name: &str,
    range: Range<usize>,
    palette: &Palette,
    groups: &[(String, TileSet)],
) -> Mistake {
    let names = palette.entities().iter().map(|entity| entity.name.as_str());
    let names = names.chain(groups.iter().map(|(name, _)| name.as_str()));
    let help = suggestion(name, names, "describe it in [tiles]");
    Mistake::new(range, format!("there is no tile `{name}`"), help)
}

/// A suggestion for a misspelt name, or for the beginning of a single one; `otherwise` if no known
/// one is close.
pub(crate) fn suggestion<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let begins =
        |longer: &&&str| name.len() > 3 && longer.len() > name.len() && longer.starts_with(name);
    let begun = || {
        let mut longer = names.iter().filter(begins);
        longer.next().filter(|_| longer.next().is_none()).copied()
    };
    closest(name, names.iter().copied())
        .or_else(begun)
        .map_or_else(|| otherwise.to_owned(), |name| format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn the_beginning_of_one_name_suggests_it() {
        let names = ["reachable", "regions", "regions_with"];
        assert_eq!(suggestion("reach", names, "no"), "did you mean `reachable`?");
        assert_eq!(suggestion("regi", names, "no"), "no");
    }
}
