//! Things that share a cell: `crate_and_target` is a crate on a target.

use std::collections::{BTreeMap, BTreeSet};

use marahel_level::{Level, N_ENTITIES_MAX, Palette};

use crate::Hints;
use crate::legend::{is_called, word};
use crate::naming::{Grid, Stock, TileKind};

#[cfg(test)]
mod tests;

/// The words between the upper thing and the lower one.
const JOINTS: [&str; 2] = ["_and_", "_on_"];

/// The ways to read a name as that of one thing on another.
pub(crate) fn pairs_of(name: &str) -> impl Iterator<Item = (&str, &str)> {
    JOINTS.into_iter().flat_map(move |joint| {
        let places = name.match_indices(joint);
        places.map(move |(at, _)| (&name[..at], &name[at + joint.len()..]))
    })
}

/// All that a name can mean: one thing, or two that share a cell.
pub(crate) fn things_of(name: &str) -> impl Iterator<Item = &str> {
    std::iter::once(name).chain(pairs_of(name).flat_map(|(upper, lower)| [upper, lower]))
}

/// Whether a tile of a palette is this thing, alone or with another one.
pub(crate) fn is_thing_of(palette: &Palette, thing: &str) -> bool {
    let mut names = palette.entities().iter().map(|entity| entity.name.as_str());
    names.any(|name| things_of(name).any(|own| own == thing))
}

/// The things that lie on others in some levels. A file has them above all others of their layer.
pub(crate) struct Uppers<'a>(BTreeSet<&'a str>);

impl<'a> Uppers<'a> {
    pub(crate) fn of(levels: impl Iterator<Item = &'a Level>) -> Self {
        let entities = levels.flat_map(|level| level.palette().entities());
        let pairs = entities.flat_map(|entity| pairs_of(&entity.name));
        Self(pairs.map(|(upper, _)| upper).collect())
    }

    pub(crate) fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it has what a file calls so.
    pub(crate) fn has(&self, name: &str) -> bool {
        !self.are_none() && (self.0.contains(name) || self.0.contains(&*word(name)))
    }
}

impl Stock {
    /// Makes one thing on another a kind of its own: where the caller has such a tile, or, if the
    /// caller has no tiles, where the legend has one, or where objects lie on others. Layers of
    /// tiles alone do not tell a thing from a ground.
    pub(crate) fn share(&mut self, hints: &Hints) {
        let names: Vec<Option<&str>> = self.kinds.iter().map(|kind| kind.name(hints)).collect();
        let stacks = Stacks::of(&self.grids, &names);
        let palette = hints.target.as_ref().or(hints.named.as_ref());
        let names_of_pairs: Vec<&str> = match palette {
            Some(palette) => palette.entities().iter().map(|entity| entity.name.as_str()).collect(),
            None => hints.legend.entries().map(|(key, _)| key).collect(),
        };
        let mut pairs: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut shared = Vec::new();
        for (upper, lower) in self.grids.iter().flat_map(Grid::pairs) {
            let things = (names[upper as usize], names[lower as usize]);
            let (Some(upper_name), Some(lower_name)) = things else { continue };
            if pairs.contains_key(&(upper, lower)) {
                continue;
            }
            let known = names_of_pairs.iter().find(|name| is_pair(name, upper_name, lower_name));
            let are_things = [upper, lower].iter().all(|&kind| self.kinds[kind as usize].is_thing);
            let is_told =
                are_things && palette.is_none() && stacks.tell_apart(upper_name, lower_name);
            let new = is_told.then(|| format!("{upper_name}_and_{lower_name}"));
            if let Some(name) = known.map(|name| (*name).to_owned()).or(new) {
                pairs.insert((upper, lower), (self.kinds.len() + shared.len()) as u32);
                shared.push(TileKind {
                    name: Some(name),
                    parts: vec![upper_name.to_owned(), lower_name.to_owned()],
                    color: self.kinds[upper as usize].color,
                    ..TileKind::default()
                });
            }
        }
        // All that share a cell, or none: a level has room for so many kinds.
        let new = shared.iter().map(|kind| kind.name.as_deref());
        let all: BTreeSet<&str> = names.iter().copied().chain(new).flatten().collect();
        if shared.is_empty() || all.len() >= N_ENTITIES_MAX {
            return;
        }
        let alone: Vec<Vec<String>> =
            names.iter().map(|name| name.map(str::to_owned).into_iter().collect()).collect();
        for (kind, parts) in self.kinds.iter_mut().zip(alone) {
            kind.parts = parts;
        }
        self.kinds.extend(shared);
        for Grid { cells, below, .. } in &mut self.grids {
            for (cell, below) in cells.iter_mut().zip(below) {
                let pair = cell.zip(*below).and_then(|pair| pairs.get(&pair));
                *cell = pair.copied().or(*cell);
            }
        }
    }
}

/// Whether a name is that of one thing on another, which a file calls so.
pub(crate) fn is_pair(name: &str, upper: &str, lower: &str) -> bool {
    pairs_of(name).any(|pair| is_called(upper, pair.0) && is_called(lower, pair.1))
}

/// What lies on what in the levels of a file, by the names of kinds.
struct Stacks<'a>(BTreeSet<(&'a str, Option<&'a str>)>);

impl<'a> Stacks<'a> {
    fn of(grids: &[Grid], names: &[Option<&'a str>]) -> Self {
        let mut stacks = BTreeSet::new();
        for Grid { cells, below, .. } in grids {
            for (cell, below) in cells.iter().zip(below) {
                let name = |kind: &Option<u32>| kind.and_then(|kind| names[kind as usize]);
                let (upper, lower) = (name(cell), name(below));
                stacks.extend(upper.map(|upper| (upper, lower)));
            }
        }
        Self(stacks)
    }

    /// Whether each of two things stands somewhere without the other.
    fn tell_apart(&self, upper: &str, lower: &str) -> bool {
        let is_upper_alone =
            self.0.iter().any(|&(name, below)| name == upper && below != Some(lower));
        upper != lower && is_upper_alone && self.0.iter().any(|(name, _)| *name == lower)
    }
}
