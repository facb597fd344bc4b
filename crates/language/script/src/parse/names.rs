//! Names of a script: entities and neighborhoods, and suggestions for unknown names.

use std::cell::LazyCell;

use marahel_level::{OUT, Palette, Tile, TileSet, UNKNOWN};

use super::dials::DeclaredDial;
use super::piece::{Piece, n_empty_first};
use super::reader::Reader;
use crate::{
    Dialled, DialledWeights, EntityList, Neighborhood, NeighborhoodNames, PREDEFINED, Script,
};

/// Words of entity lists that need no declaration.
pub(crate) const PREDEFINED_ENTITIES: [&str; 4] = ["unknown", "out", "any", "entity"];

/// Characters that names cannot contain, because they have a meaning in rules and lists.
const RESERVED: &str = "|:,()<>=!";

/// Largest sum of the weights of an entity list, after division by their common factor.
pub(crate) const WEIGHT_MAX: u64 = 1 << 16;

/// Characters of the longest name that gets a suggestion: the edit distance takes time in
/// proportion to the product of both lengths.
const N_CHARACTERS_MEANT: usize = 100;

/// The names that a script declares, and those of its dialect.
#[derive(Clone, Debug)]
pub struct Names {
    /// The names of the entities; the index is the tile.
    pub entities: Vec<String>,
    /// Names of lists of tiles, besides the words that need no declaration.
    pub groups: Vec<(String, TileSet)>,
    pub(crate) neighborhoods: Vec<DeclaredNeighborhood>,
    pub(crate) dials: Vec<DeclaredDial>,
    /// Neighborhoods that need no declaration.
    pub predefined: &'static [(&'static str, Neighborhood)],
}

#[derive(Clone, Debug)]
pub(crate) struct DeclaredNeighborhood {
    pub(crate) name: String,
    /// `None` if its matrix has a mistake.
    pub(crate) cells: Option<Neighborhood>,
    pub(crate) is_used: bool,
}

impl Default for Names {
    fn default() -> Self {
        let (entities, neighborhoods, dials) = (Vec::new(), Vec::new(), Vec::new());
        let groups = Vec::new();
        Self { entities, groups, neighborhoods, dials, predefined: &*PREDEFINED }
    }
}

impl Names {
    /// The names of a script with these entities and neighborhoods, in the order of declaration.
    pub fn new(entities: Vec<String>, neighborhoods: Vec<(String, Neighborhood)>) -> Self {
        let neighborhoods = neighborhoods.into_iter().map(|(name, cells)| DeclaredNeighborhood {
            name,
            cells: Some(cells),
            is_used: false,
        });
        Self { entities, neighborhoods: neighborhoods.collect(), ..Self::default() }
    }

    /// The declared neighborhoods that are not used.
    pub fn unused(&self) -> impl Iterator<Item = &str> {
        let unused = self.neighborhoods.iter().filter(|declared| !declared.is_used);
        unused.map(|declared| declared.name.as_str())
    }

    /// The names of a script; all are marked as used.
    pub fn of(script: &Script) -> Self {
        let Script { entities, neighborhoods: NeighborhoodNames(neighborhoods), dials, .. } =
            script;
        let neighborhoods = neighborhoods.iter().map(|(name, cells)| {
            let (name, cells) = (name.clone(), Some(cells.clone()));
            DeclaredNeighborhood { name, cells, is_used: true }
        });
        let dials = dials.iter().map(|dial| DeclaredDial { dial: dial.clone(), is_used: true });
        Self {
            entities: entities.clone(),
            groups: Vec::new(),
            neighborhoods: neighborhoods.collect(),
            dials: dials.collect(),
            predefined: script.dialect.predefined(),
        }
    }

    /// The neighborhood, unless it is unknown or its definition has a mistake.
    fn neighborhood(&self, name: &str) -> Option<&Neighborhood> {
        if let Some(declared) = self.neighborhoods.iter().find(|candidate| candidate.name == name) {
            return declared.cells.as_ref();
        }
        self.predefined.iter().find(|(word, _)| *word == name).map(|(_, cells)| cells)
    }

    /// A name of the neighborhood, declared ones first.
    pub fn name_of(&self, neighborhood: &Neighborhood) -> Option<&str> {
        let mut declared = self.neighborhoods.iter();
        if let Some(declared) = declared.find(|named| named.cells.as_ref() == Some(neighborhood)) {
            return Some(&declared.name);
        }
        let mut names = self.predefined.iter().map(|(name, _)| *name);
        names.find(|name| self.neighborhood(name) == Some(neighborhood))
    }

    /// The declared neighborhoods, without those whose definition has a mistake.
    pub fn declared(&self) -> NeighborhoodNames {
        let neighborhoods = self.neighborhoods.iter();
        let sound = neighborhoods
            .filter_map(|declared| Some((declared.name.clone(), declared.cells.clone()?)));
        NeighborhoodNames(sound.collect())
    }

    /// Whether the script declares the neighborhood, or its dialect has it.
    pub fn is_neighborhood(&self, name: &str) -> bool {
        self.neighborhoods.iter().any(|taken_name| taken_name.name == name)
            || self.predefined.iter().any(|(taken_name, _)| *taken_name == name)
    }

    /// The tiles of a word in an entity list.
    pub fn tiles(&self, name: &str) -> Option<Vec<Tile>> {
        let entities = 0..self.entities.len() as Tile;
        if let Some(index) = self.entities.iter().position(|entity| entity == name) {
            return Some(vec![index as Tile]);
        }
        if let Some((_, tiles)) = self.groups.iter().find(|(group, _)| group == name) {
            return Some(tiles.iter().collect());
        }
        match name {
            "unknown" => Some(vec![UNKNOWN]),
            "out" => Some(vec![OUT]),
            "entity" => Some(entities.collect()),
            "any" => Some(entities.chain([UNKNOWN]).collect()),
            _ => None,
        }
    }
}

impl Reader<'_> {
    /// Like [`use_neighborhood`](Self::use_neighborhood), and reports an unknown name.
    pub fn neighborhood(&mut self, name: Piece<'_>) -> Option<Neighborhood> {
        if !self.names.is_neighborhood(name.text) {
            let names: Vec<String> = self.neighborhood_names();
            self.report_unknown(name, "neighborhood", names.iter().map(String::as_str));
        }
        self.use_neighborhood(name.text)
    }

    /// The neighborhood, marked as used; `None` if it is unknown or its definition has a mistake.
    pub fn use_neighborhood(&mut self, name: &str) -> Option<Neighborhood> {
        let declared = &self.names.neighborhoods;
        if let Some(index) = declared.iter().position(|candidate| candidate.name == name)
            && !declared[index].is_used
        {
            self.names.to_mut().neighborhoods[index].is_used = true;
        }
        self.names.neighborhood(name).cloned()
    }

    pub(crate) fn neighborhood_names(&self) -> Vec<String> {
        let declared = self.names.neighborhoods.iter().map(|candidate| candidate.name.as_str());
        let predefined = self.names.predefined.iter().map(|(name, _)| *name);
        declared.chain(predefined).map(str::to_owned).collect()
    }

    /// The words that an entity list can contain, declared ones first.
    pub fn entity_names(&self) -> Vec<String> {
        let groups = self.names.groups.iter().map(|(name, _)| name);
        let declared = self.names.entities.iter().chain(groups).map(String::as_str);
        declared.chain(PREDEFINED_ENTITIES).map(str::to_owned).collect()
    }

    /// Reads a list such as `solid:2|empty`; `None` if it has a mistake.
    pub fn entity_list(&mut self, piece: Piece<'_>) -> Option<EntityList> {
        self.entity_list_with(piece, false).map(|(list, _)| list)
    }

    /// Like `entity_list`; weights may follow a dial if `may_follow`.
    fn entity_list_with(
        &mut self,
        piece: Piece<'_>,
        may_follow: bool,
    ) -> Option<(EntityList, DialledWeights)> {
        let mut members: Vec<(Tile, u32)> = Vec::new();
        let mut dialled = DialledWeights::new();
        let mut is_sound = true;
        let items = || piece.text.split('|').map(|item| piece.part(item).trim());
        let all = LazyCell::new(|| items().collect::<Vec<_>>());
        let n_first = LazyCell::new(|| n_empty_first(&all));
        for (index, item) in items().enumerate() {
            if item.text.is_empty() {
                self.report_empty_slot(&all, index, *n_first, "an entity name is missing");
                is_sound = false;
                continue;
            }
            let Some((tiles, count, follows)) = self.entity_item(item, may_follow) else {
                is_sound = false;
                continue;
            };
            for tile in tiles {
                dialled.extend(follows.map(|dial| (tile, dial)));
                match members.iter_mut().find(|(weight, _)| *weight == tile) {
                    Some((_, weight)) => *weight = weight.saturating_add(count),
                    None => members.push((tile, count)),
                }
            }
        }
        members.retain(|&(_, count)| count > 0);
        if !is_sound {
            return None;
        }
        if members.is_empty() {
            self.report(piece.range(), "all weights of this entity list are 0")
                .help("give one of its entities a weight above 0");
            return None;
        }
        Some((EntityList { members }, dialled))
    }

    /// Reads one item of a list: the tiles of its name, the weight, and the dial that the weight
    /// follows.
    fn entity_item(
        &mut self,
        item: Piece<'_>,
        may_follow: bool,
    ) -> Option<(Vec<Tile>, u32, Option<Dialled>)> {
        let (name, count) = match item.text.split_once(':') {
            Some((name, count)) => (name, Some(count)),
            None => (item.text, None),
        };
        let name = item.part(name).trim();
        let tiles = self.names.tiles(name.text);
        if tiles.is_none() {
            if name.text.is_empty() {
                self.report(name.range(), "an entity name is missing")
                    .help("write one before the weight");
            } else if name.text.contains(',') {
                let fix = name.fix(&name.text.replace(',', "|"));
                let message = "the entities of this list are separated by commas";
                self.report(name.range(), message).help("separate them by `|`").fix(fix);
            } else {
                let names = self.entity_names();
                self.report_unknown(name, "entity", names.iter().map(String::as_str));
            }
        }
        let count = match count {
            None => Some((1, None)),
            Some(count) => {
                let number = count.trim().parse().ok().map(|number| (number, None));
                let weight = number.or_else(|| {
                    let dial = self.dialled(count).filter(|_| may_follow);
                    dial.map(|dial| (1, Some(dial)))
                });
                if weight.is_none() {
                    let count = item.part(count);
                    let message = format!("the weight is `{}`", count.text.trim());
                    let help = format!("write a whole number from 0 to {}", u32::MAX);
                    self.report(count.range(), message).help(help);
                }
                weight
            }
        };
        let (count, follows) = count?;
        Some((tiles?, count, follows))
    }

    /// Reads a list to draw from. Weights are divided by their common factor, so `50|50` draws the
    /// same as `1|1`. Their sum is limited.
    pub(crate) fn weighted_list(
        &mut self,
        piece: Piece<'_>,
    ) -> Option<(EntityList, DialledWeights)> {
        let (mut list, dialled) = self.entity_list_with(piece, true)?;
        let counts = || list.members.iter().map(|&(_, count)| count);
        // Not if a weight follows a dial: it is relative to the others as written.
        let factor = if dialled.is_empty() { counts().fold(0, greatest_common_divisor) } else { 1 };
        let total: u64 = counts().map(|count| u64::from(count / factor)).sum();
        if total > WEIGHT_MAX {
            let help = format!("at most {WEIGHT_MAX} are possible; write smaller ones");
            self.report(piece.range(), format!("the weights add up to {total}")).help(help);
            return None;
        }
        list.members.iter_mut().for_each(|(_, count)| *count /= factor);
        Some((list, dialled))
    }
}

/// Why a name cannot be declared, because no rule could contain it, and what to do about it.
pub fn name_problem(what: &str, name: &str) -> Option<(String, &'static str)> {
    if name.is_empty() {
        return Some((format!("{what} has no name"), "give it one"));
    }
    let (n_bytes, n_max) = (name.len(), Palette::NAME_BYTES_MAX);
    if n_bytes > n_max {
        let problem = format!("{what} has a name of {n_bytes} bytes; at most {n_max} are allowed");
        return Some((problem, "shorten it"));
    }
    if let Some(control) = name.chars().find(|character| character.is_control()) {
        let problem = format!("`{}` in a name cannot be seen", control.escape_default());
        return Some((problem, "leave it out of names"));
    }
    let reserved = name.chars().find(|&character| RESERVED.contains(character))?;
    Some((format!("`{reserved}` has a meaning in rules"), "leave it out of names"))
}

pub(crate) fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The known name closest to an unknown one by edits, ignoring case, if it is close.
pub fn closest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > N_CHARACTERS_MEANT {
        return None;
    }
    let n_edits_max = (length / 3).max(1);
    let (written, name) = (name, name.to_lowercase());
    names
        .into_iter()
        .filter(|&candidate| candidate != written) // something else is wrong with it
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= n_edits_max)
        .map(|candidate| (strsim::damerau_levenshtein(&name, &candidate.to_lowercase()), candidate))
        .filter(|&(n_edits, candidate)| {
            n_edits <= n_edits_max && candidate.chars().count() > n_edits
        })
        .min_by_key(|&(n_edits, _)| n_edits)
        .map(|(_, candidate)| candidate)
}
