//! Names for the tiles of maps and projects.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use marahel_level::{Entity, Level, LevelError, N_ENTITIES_MAX, Palette, Tile, UNKNOWN, Unread};
use serde_json::Value;

use crate::listing::{ListedKind, TilePlace};
use crate::{Hints, LevelOfFile, Reading, ReadingNotes};

#[cfg(test)]
mod tests;

#[derive(Clone, Debug, Default)]
pub(crate) struct TileKind {
    pub(crate) name: Option<String>,
    /// Whether the name is that of one object, whatever its tile is called elsewhere.
    pub(crate) is_of_object: bool,
    /// Whether an object or an entity is of this kind.
    pub(crate) is_thing: bool,
    /// The name that the file suggests by what it says of the tile otherwise, such as its terrain;
    /// a list goes before it.
    pub(crate) suggested: Option<String>,
    /// The generated name, used if there is no other.
    pub(crate) made_up: String,
    /// The layer where it is first seen, which names it if there are too many kinds; may be empty.
    pub(crate) layer: String,
    /// The index in a list of names, for tiles that a file numbers.
    pub(crate) number: Option<u32>,
    /// The things in its cell, if the file says that they can be in others without each other.
    pub(crate) parts: Vec<String>,
    /// Character and color, if the file defines both.
    pub(crate) entity: Option<Entity>,
    pub(crate) color: Option<[u8; 3]>,
    /// Where an editor shows it, if kinds are listed.
    pub(crate) place: Option<TilePlace>,
    /// The unread file that may name it, and why it was not read.
    pub(crate) unread: Option<(String, Unread)>,
}

/// A level of kinds, row by row from the top left.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) id: Option<String>,
    pub(crate) width: usize,
    /// The kind of each cell; `None` without a tile.
    pub(crate) cells: Vec<Option<u32>>,
    /// What lies below that, for files with layers.
    pub(crate) below: Vec<Option<u32>>,
}

/// The cells of all levels of a file, and their kinds.
#[derive(Debug, Default)]
pub(crate) struct Stock {
    pub(crate) kinds: Vec<TileKind>,
    pub(crate) grids: Vec<Grid>,
}

/// Kinds of tiles, each once, as a file shows them.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    pub(crate) list: Vec<TileKind>,
    by_key: BTreeMap<String, u32>,
}

impl Kinds {
    /// The kind with this key; `make` makes it the first time.
    pub(crate) fn kind(&mut self, key: String, make: impl FnOnce(&str) -> TileKind) -> u32 {
        if let Some(&kind) = self.by_key.get(&key) {
            return kind;
        }
        let index = self.list.len() as u32;
        self.list.push(make(&key));
        self.by_key.insert(key, index);
        index
    }
}

impl Stock {
    pub(crate) fn named(
        mut self,
        hints: &Hints,
        mut about: ReadingNotes,
    ) -> Result<Reading, LevelError> {
        if !hints.lists_kinds {
            self.share(hints);
        }
        let mut counts = vec![0; self.kinds.len()];
        for &kind in self.grids.iter().flat_map(|grid| grid.cells.iter().flatten()) {
            counts[kind as usize] += 1;
        }
        let is_used: Vec<bool> = counts.iter().map(|&count| count > 0).collect();
        if hints.lists_kinds {
            about.kinds = self.listed_kinds(hints, &counts, &is_used);
            return Ok(Reading { levels: Vec::new(), about });
        }
        let names = self.names(hints, &is_used, &is_used, &mut about)?;
        let levels = self.levels(&names, &is_used)?;
        let shared = self.kinds.iter().zip(names).filter(|(kind, _)| !kind.parts.is_empty());
        about
            .said
            .parts
            .extend(shared.filter_map(|(kind, name)| Some((name?, kind.parts.clone()))));
        let levels = self.grids.into_iter().zip(levels);
        let levels =
            levels.map(|(grid, level)| LevelOfFile { level, id: grid.id.map(Value::from) });
        Ok(Reading { levels: levels.collect(), about })
    }

    /// The used kinds, for a legend, each key once.
    fn listed_kinds(&self, hints: &Hints, counts: &[usize], is_used: &[bool]) -> Vec<ListedKind> {
        let own = |kind: &'_ TileKind| {
            kind.name(hints).or_else(|| kind.suggestion(hints)).map(str::to_owned)
        };
        let names: Vec<Option<String>> = self.kinds.iter().map(own).collect();
        let by_layer =
            self.are_too_many(&names.iter().map(Option::as_deref).collect::<Vec<_>>(), is_used);
        let mut listed: BTreeMap<&str, ListedKind> = BTreeMap::new();
        for ((kind, name), &cells) in
            self.kinds.iter().zip(names).zip(counts).filter(|(_, n)| **n > 0)
        {
            let keys = [kind.name.as_deref(), Some(kind.made_up.as_str())];
            let Some(key) = keys.into_iter().flatten().find(|key| !key.is_empty()) else {
                continue;
            };
            let name = name.unwrap_or_else(|| kind.name_for_nameless(by_layer, hints).to_owned());
            let place = kind.place.clone();
            let new = ListedKind { key: key.to_owned(), name, cells: 0, place };
            listed.entry(key).or_insert(new).cells += cells;
        }
        listed.into_values().collect()
    }

    /// The names of all used kinds: by legend or file; if none has a name, by their numbers in a
    /// list; otherwise generated. Of those in use, some are shown: not all lie under others.
    pub(crate) fn names(
        &self,
        hints: &Hints,
        is_used: &[bool],
        is_shown: &[bool],
        about: &mut ReadingNotes,
    ) -> Result<Vec<Option<String>>, LevelError> {
        let own: Vec<Option<&str>> = self.kinds.iter().map(|kind| kind.name(hints)).collect();
        let used = self.kinds.iter().zip(&own).zip(is_shown).filter(|(_, is_shown)| **is_shown);
        let mut counted = used.clone().filter(|((kind, _), _)| kind.number.is_some()).peekable();
        // A guessed list goes behind what the file suggests, if the list has such a name.
        let is_listed = |kind: &TileKind| {
            let name = kind.suggestion(hints).filter(|_| hints.keeps_names);
            name.is_some_and(|name| {
                hints.named.as_ref().is_some_and(|list| list.tile(name).is_some())
            })
        };
        let is_nameless = counted.peek().is_some()
            && counted.all(|((kind, own), _)| own.is_none() && !is_listed(kind));
        if let Some(list) = hints.named.as_ref().filter(|_| is_nameless) {
            // A list that is given for this file needs no other file; any other list is a guess
            // that a file with names would contradict.
            if hints.keeps_names {
                check_read(used.map(|((kind, _), _)| kind))?;
            }
            about.is_counted = hints.keeps_names;
            return self.listed(list, &own, is_shown, hints.keeps_names);
        }
        let own =
            self.kinds.iter().zip(own).map(|(kind, own)| own.or_else(|| kind.suggestion(hints)));
        let own: Vec<Option<&str>> = own.collect();
        let shown = self.kinds.iter().zip(&own).zip(is_shown).filter(|(_, is_shown)| **is_shown);
        let mistaken = shown.filter(|((kind, own), _)| {
            let unread = kind.unread.as_ref().filter(|_| own.is_none());
            unread.is_some_and(|(_, reason)| reason.is_mistake())
        });
        check_read(mistaken.map(|((kind, _), _)| kind))?;
        let by_layer = self.are_too_many(&own, is_shown);
        let mut made_up = BTreeSet::new();
        let mut names = Vec::new();
        for ((kind, own), &is_used) in self.kinds.iter().zip(own).zip(is_used) {
            let name = own.or(is_used.then(|| kind.name_for_nameless(by_layer, hints)));
            names.push(name.map(str::to_owned));
            if let (None, Some(name)) = (own, name) {
                if let Some(unread) = &kind.unread {
                    about.leave_out_unread(unread);
                }
                if made_up.insert(name) {
                    about.made_up.push(name.to_owned());
                }
            }
        }
        about.is_by_layer = by_layer;
        Ok(names)
    }

    /// Whether the kinds that are shown are too many for a level, so that layers name those that
    /// nobody names.
    fn are_too_many(&self, own: &[Option<&str>], is_shown: &[bool]) -> bool {
        let mut names = BTreeSet::new();
        for ((kind, own), _) in
            self.kinds.iter().zip(own).zip(is_shown).filter(|(_, shown)| **shown)
        {
            names.insert(own.unwrap_or(&kind.made_up));
        }
        let layers = self.kinds.iter().filter(|kind| !kind.layer.is_empty());
        // Cells without a tile are one kind more.
        let has_empty = self.grids.iter().any(|grid| grid.cells.contains(&None));
        names.len() + usize::from(has_empty) > N_ENTITIES_MAX && layers.count() > 0
    }

    /// The names of kinds by their numbers in a list.
    fn listed(
        &self,
        list: &Palette,
        own: &[Option<&str>],
        is_shown: &[bool],
        keeps_names: bool,
    ) -> Result<Vec<Option<String>>, LevelError> {
        let mut names = Vec::new();
        let mut beyond = Vec::new();
        for (index, (kind, own)) in (0_u32..).zip(self.kinds.iter().zip(own)) {
            let name = match kind.number {
                Some(number) => {
                    let entity = list.entities().get(number as usize);
                    entity.map(|entity| entity.name.as_str())
                }
                None => *own,
            };
            if name.is_none() && is_shown[index as usize] {
                beyond.push((index, kind));
            }
            names.push(name.map(str::to_owned));
        }
        match beyond.first() {
            None => Ok(names),
            Some(&(index, TileKind { number: Some(number), .. })) if !keeps_names => {
                let what = format!("`{number}` is no tile; expected 0 to {}", list.len() - 1);
                Err(self.at_first(index, &what))
            }
            Some(_) => {
                let names = beyond.iter().map(|(_, kind)| kind.made_up.clone());
                Err(LevelError::Nameless(names.collect()))
            }
        }
    }

    fn at_first(&self, kind: u32, what: &str) -> LevelError {
        for grid in &self.grids {
            if let Some(index) = grid.cells.iter().position(|&cell| cell == Some(kind)) {
                let (row, column) = (index / grid.width + 1, index % grid.width + 1);
                return grid.blamed(format!("row {row}, column {column}: {what}"));
            }
        }
        LevelError::Content(what.to_owned())
    }

    fn levels(&self, names: &[Option<String>], is_used: &[bool]) -> Result<Vec<Level>, LevelError> {
        let mut named_kinds: Vec<Option<&str>> = names.iter().map(Option::as_deref).collect();
        let mut distinct = self.distinct(&named_kinds);
        if distinct.len() > N_ENTITIES_MAX {
            // Drop unused names to make room.
            for (name, _) in named_kinds.iter_mut().zip(is_used).filter(|(_, is_used)| !**is_used) {
                *name = None;
            }
            distinct = self.distinct(&named_kinds);
        }
        let palette = Arc::new(palette(&distinct)?);
        let tiles: Vec<Tile> = named_kinds
            .iter()
            .map(|name| name.and_then(|name| palette.tile(name)).unwrap_or(UNKNOWN))
            .collect();
        let levels = self.grids.iter().map(|grid| {
            let cells = grid.cells.iter();
            let cells = cells.map(|cell| cell.map_or(UNKNOWN, |kind| tiles[kind as usize]));
            Level::from_tiles(grid.width, cells.collect(), Arc::clone(&palette))
        });
        Ok(levels.collect())
    }

    /// Each name once, with the first kind that has it.
    fn distinct<'a>(&'a self, names: &[Option<&'a str>]) -> Vec<(&'a str, &'a TileKind)> {
        let mut distinct = Vec::new();
        let mut seen_names = BTreeSet::new();
        for (kind, name) in self.kinds.iter().zip(names) {
            if let Some(name) = name
                && seen_names.insert(*name)
            {
                distinct.push((*name, kind));
            }
        }
        distinct
    }
}

impl TileKind {
    /// The name that the legend gives to what the file suggests, or else that.
    fn suggestion<'a>(&'a self, hints: &'a Hints) -> Option<&'a str> {
        let suggested = self.suggested.as_deref()?;
        Some(hints.legend.name(suggested).unwrap_or(suggested))
    }

    fn name_for_nameless<'a>(&'a self, by_layer: bool, hints: &'a Hints) -> &'a str {
        match self.layer.as_str() {
            layer if by_layer && !layer.is_empty() => hints.legend.name(layer).unwrap_or(layer),
            _ => &self.made_up,
        }
    }

    /// The name in the legend, or else in the file.
    pub(crate) fn name<'a>(&'a self, hints: &'a Hints) -> Option<&'a str> {
        let own = self.name.as_deref();
        let mut names = [Some(self.made_up.as_str()), own];
        if self.is_of_object {
            names.reverse();
        }
        let names = names.into_iter().flatten();
        let mut words =
            names.filter(|name| !name.is_empty()).filter_map(|name| hints.legend.name(name));
        words.next().or(own)
    }
}

/// Rejects kinds that nothing names because their files were not read: all of them at once, so that
/// one correction is enough.
fn check_read<'a>(kinds: impl Iterator<Item = &'a TileKind>) -> Result<(), LevelError> {
    let (mut files, mut tiles, mut paths) = (Vec::new(), Vec::new(), BTreeSet::new());
    for kind in kinds {
        if let Some(unread) = &kind.unread {
            if paths.insert(&unread.0) {
                files.push(unread.clone());
            }
            tiles.push(kind.made_up.clone());
        }
    }
    if files.is_empty() { Ok(()) } else { Err(LevelError::Unread { files, tiles }) }
}

impl Grid {
    /// A level without a tile.
    pub(crate) fn empty(id: Option<String>, width: usize, area: usize) -> Self {
        Self { id, width, cells: vec![None; area], below: vec![None; area] }
    }

    /// Puts a kind over what a cell has.
    pub(crate) fn put(&mut self, cell: usize, kind: u32) {
        let before = self.cells[cell].replace(kind);
        if before != Some(kind) {
            self.below[cell] = before;
        }
    }

    /// The upper and the lower kind of each cell with two.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.cells.iter().zip(&self.below).filter_map(|(cell, below)| cell.zip(*below))
    }

    /// The error with the name of the level, if it has one.
    pub(crate) fn blamed(&self, what: String) -> LevelError {
        let source = LevelError::Content(what);
        match &self.id {
            Some(id) => LevelError::Of { level: format!("`{id}`"), source: Box::new(source) },
            None => source,
        }
    }
}

/// The palette of some kinds, with the characters and colors of the file, or else the usual ones.
fn palette(kinds: &[(&str, &TileKind)]) -> Result<Palette, LevelError> {
    if kinds.is_empty() {
        // No cell has a tile: use one placeholder entity.
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
