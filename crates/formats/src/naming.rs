//! Names for the tiles of maps and projects, and the levels that they make.

use std::collections::BTreeSet;
use std::sync::Arc;

use level::{Entity, Level, LevelError, N_ENTITIES_MAX, Palette, Tile, UNKNOWN};
use serde_json::Value;

use crate::{About, Found, Known, Reading, Unread};

#[cfg(test)]
mod tests;

/// A kind of tile, and what a file says of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kind {
    /// What the file calls it.
    pub(crate) name: Option<String>,
    /// Its name if nobody names it.
    pub(crate) made_up: String,
    /// Its place in a list of names, for tiles that a file counts.
    pub(crate) number: Option<u32>,
    /// How it looks, if the file says all of it.
    pub(crate) entity: Option<Entity>,
    pub(crate) color: Option<[u8; 3]>,
    /// The file that might name it, and why it was not read.
    pub(crate) unread: Option<(String, Unread)>,
}

/// A level of kinds of tiles, row by row from the top left.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) id: Option<String>,
    pub(crate) width: usize,
    /// The number of a kind in each cell, if it has a tile.
    pub(crate) cells: Vec<Option<u32>>,
}

/// What stands in the cells of a file.
#[derive(Debug, Default)]
pub(crate) struct Stock {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) grids: Vec<Grid>,
}

impl Stock {
    /// Gives all kinds their names.
    pub(crate) fn named(self, known: &Known, mut about: About) -> Result<Reading, LevelError> {
        let names: Vec<Option<&str>> = self.kinds.iter().map(|kind| kind.name(known)).collect();
        let mut is_used = vec![false; self.kinds.len()];
        for &kind in self.grids.iter().flat_map(|grid| grid.cells.iter().flatten()) {
            is_used[kind as usize] = true;
        }
        let counted = self.kinds.iter().zip(&names).zip(&is_used);
        let counted: Vec<Option<&str>> = counted
            .filter(|((kind, _), is_used)| **is_used && kind.number.is_some())
            .map(|((_, name), _)| *name)
            .collect();
        let is_nameless = !counted.is_empty() && counted.iter().all(Option::is_none);
        let levels: Vec<Level> = match &known.named {
            Some(palette) if is_nameless => {
                let levels = self.grids.iter().map(|grid| self.by_number(grid, palette));
                levels.collect::<Result<_, _>>()?
            }
            _ => self.by_name(&names, &is_used, &mut about)?,
        };
        let found = self.grids.into_iter().zip(levels);
        let found = found.map(|(grid, level)| Found { level, id: grid.id.map(Value::from) });
        Ok(Reading { levels: found.collect(), about })
    }

    /// What kinds are called, those that are used at least: by their numbers in a list of names, if
    /// nothing else names them.
    pub(crate) fn names(
        &self,
        known: &Known,
        used: &[u32],
    ) -> Result<Vec<Option<String>>, LevelError> {
        let own: Vec<Option<&str>> = self.kinds.iter().map(|kind| kind.name(known)).collect();
        let is_counted = |kind: &u32| self.kinds[*kind as usize].number.is_some();
        let counted: Vec<u32> = used.iter().copied().filter(is_counted).collect();
        let is_nameless =
            !counted.is_empty() && counted.iter().all(|&kind| own[kind as usize].is_none());
        let list = known.named.as_ref().filter(|_| is_nameless);
        let named = self.kinds.iter().zip(own).enumerate().map(|(index, (kind, own))| {
            if let (Some(list), Some(number)) = (list, kind.number) {
                let entity = list.entities().get(number as usize);
                return Ok(entity.map(|entity| entity.name.clone()));
            }
            let is_used = used.contains(&(index as u32));
            match (own, &kind.unread) {
                (None, Some((path, unread))) if is_used && unread.is_mistake() => {
                    Err(unread_error(path, unread))
                }
                (None, _) => Ok(is_used.then(|| kind.made_up.clone())),
                (Some(own), _) => Ok(Some(own.to_owned())),
            }
        });
        named.collect()
    }

    /// A level of tiles that a list names.
    fn by_number(&self, grid: &Grid, palette: &Arc<Palette>) -> Result<Level, LevelError> {
        let cells = grid.cells.iter().enumerate().map(|(index, &cell)| {
            let Some(kind) = cell.map(|kind| &self.kinds[kind as usize]) else {
                return Ok(UNKNOWN);
            };
            kind.tile_in(palette).map_err(|what| {
                let (row, column) = (index / grid.width + 1, index % grid.width + 1);
                grid.blamed(format!("row {row}, column {column}: {what}"))
            })
        });
        let tiles = cells.collect::<Result<Vec<_>, _>>()?;
        Ok(Level::from_tiles(grid.width, tiles, Arc::clone(palette)))
    }

    /// Levels of tiles by their names: those of the file, and made-up ones where it has none.
    fn by_name(
        &self,
        names: &[Option<&str>],
        is_used: &[bool],
        about: &mut About,
    ) -> Result<Vec<Level>, LevelError> {
        let mut found = Vec::new();
        for ((kind, &name), &is_used) in self.kinds.iter().zip(names).zip(is_used) {
            if name.is_none() && is_used {
                if let Some((path, unread)) = &kind.unread {
                    if unread.is_mistake() {
                        return Err(unread_error(path, unread));
                    }
                    about.leave_out(format!("tileset {path}, {unread}"));
                    about.unread.get_or_insert_with(|| (path.clone(), unread.clone()));
                }
                about.made_up.push(kind.made_up.clone());
            }
            found.push(name.or(is_used.then_some(kind.made_up.as_str())));
        }
        let mut distinct = self.distinct(&found);
        if distinct.len() > N_ENTITIES_MAX {
            // Names that no cell has make room.
            for (name, _) in found.iter_mut().zip(is_used).filter(|(_, is_used)| !**is_used) {
                *name = None;
            }
            distinct = self.distinct(&found);
        }
        let palette = Arc::new(palette(&distinct)?);
        let tiles: Vec<Tile> = found
            .iter()
            .map(|name| name.and_then(|name| palette.tile(name)).unwrap_or(UNKNOWN))
            .collect();
        let level = |grid: &Grid| {
            let cells = grid.cells.iter();
            let cells = cells.map(|cell| cell.map_or(UNKNOWN, |kind| tiles[kind as usize]));
            Level::from_tiles(grid.width, cells.collect(), Arc::clone(&palette))
        };
        Ok(self.grids.iter().map(level).collect())
    }

    /// Each name once, with the first kind that has it.
    fn distinct<'a>(&'a self, names: &[Option<&'a str>]) -> Vec<(&'a str, &'a Kind)> {
        let mut distinct = Vec::new();
        let mut known = BTreeSet::new();
        for (kind, name) in self.kinds.iter().zip(names) {
            if let Some(name) = name
                && known.insert(*name)
            {
                distinct.push((*name, kind));
            }
        }
        distinct
    }
}

/// What is wrong where tiles are of a file that was not read.
pub(crate) fn unread_error(path: &str, unread: &Unread) -> LevelError {
    LevelError::Unread { path: path.to_owned(), reason: unread.to_string() }
}

impl Kind {
    /// What the legend calls it, or else the file.
    fn name<'a>(&'a self, known: &'a Known) -> Option<&'a str> {
        let own = self.name.as_deref();
        let by_legend = |name: &str| known.legend.name(name).filter(|_| !name.is_empty());
        by_legend(&self.made_up).or_else(|| own.and_then(by_legend)).or(own)
    }

    /// Its tile in a list of names, or what is wrong with it.
    fn tile_in(&self, palette: &Palette) -> Result<Tile, String> {
        match (self.number, &self.name) {
            (Some(number), _) if (number as usize) < palette.len() => Ok(number as Tile),
            (Some(number), _) => {
                Err(format!("`{number}` is no tile; expected 0 to {}", palette.len() - 1))
            }
            (None, Some(name)) => {
                palette.tile(name).ok_or_else(|| format!("`{name}` is none of the entities"))
            }
            (None, None) => Err(format!("nothing says what `{}` is", self.made_up)),
        }
    }
}

impl Grid {
    /// What is wrong with the level, which is named if it has a name.
    pub(crate) fn blamed(&self, what: String) -> LevelError {
        let source = LevelError::Content(what);
        match &self.id {
            Some(id) => LevelError::Of { level: format!("`{id}`"), source: Box::new(source) },
            None => source,
        }
    }
}

/// The palette of some kinds: as the file says that they look, or else as usual.
fn palette(kinds: &[(&str, &Kind)]) -> Result<Palette, LevelError> {
    if kinds.is_empty() {
        // No cell has a tile: one kind that no level has.
        return Ok(Palette::of_names(&["empty"])?);
    }
    if kinds.len() > N_ENTITIES_MAX {
        return Err(LevelError::TooManyKinds(kinds.len()));
    }
    let looks = kinds.iter().map(|&(name, kind)| {
        kind.entity.clone().map(|entity| Entity { name: name.to_owned(), ..entity })
    });
    if let Some(Ok(palette)) = looks.collect::<Option<Vec<_>>>().map(Palette::new) {
        return Ok(palette);
    }
    let names: Vec<&str> = kinds.iter().map(|&(name, _)| name).collect();
    let mut palette = Palette::of_names(&names)?;
    for (tile, (_, kind)) in (0..).zip(kinds) {
        if let Some(color) = kind.color.or(kind.entity.as_ref().map(|entity| entity.color)) {
            palette = palette.with_color(tile, color);
        }
    }
    Ok(palette)
}
