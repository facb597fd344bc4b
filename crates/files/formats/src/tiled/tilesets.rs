//! The tilesets of a map, external ones included, and the tiles in use.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::terrains::{Look, TerrainSet};
use marahel_level::{Entity, LevelError, Unread};

use super::document::{ListOrMap, TileOfSet, Tileset};
use super::objects::Template;
use super::painting::TILE_BITS;
use super::suggestions::{Suggestions, name_in, name_of};
use super::xml;
use crate::legend::is_called;
use crate::listing::{Picture, TilePlace};
use crate::named_files::{joined, text};
use crate::naming::TileKind;
use crate::{Hints, NamedFiles};

/// The property for an entity's character in text levels.
const CHARACTER: &str = "character";
/// The property for an entity's color in pictures.
const COLOR: &str = "color";

/// The first number for tilesets that only templates name.
const ADDED: u32 = 0x0800_0000;

#[derive(Debug, Default)]
pub(super) struct Tilesets {
    /// The number of its first tile.
    first: u32,
    sets: Vec<Set>,
    /// The last set that begins at each number, ...
    starts: BTreeMap<u32, usize>,
    /// ... and the first number of each file.
    sources: BTreeMap<String, u32>,
    /// Kinds by tile number and class of the object.
    kinds_of: BTreeMap<(u32, String), u32>,
    kinds: Vec<TileKind>,
    n_terrains: usize,
    names_from: Vec<String>,
    /// Templates read so far, by path.
    templates: BTreeMap<String, Result<Rc<Template>, String>>,
}

#[derive(Debug)]
struct Set {
    tileset: Tileset,
    /// Whether the map names it, so that a list of names covers its tiles.
    is_counted: bool,
    /// Width and height in pixels of tiles with their own pictures.
    sizes: BTreeMap<u32, (f64, f64)>,
    /// The file, and why it was not read.
    unread: Option<(String, Unread)>,
    terrain_sets: Vec<TerrainSet>,
    /// For each tile that shows a terrain, the first set that says so, and the look in there.
    looks: BTreeMap<u32, (usize, usize)>,
    suggestions: Suggestions,
}

#[derive(Clone, Copy)]
pub(super) struct LookOfSet<'a> {
    pub(super) tileset: usize,
    pub(super) set: usize,
    pub(super) terrains: &'a TerrainSet,
    pub(super) look: &'a Look,
}

impl LookOfSet<'_> {
    /// Whether it has a side without a terrain.
    pub(super) fn is_open(self) -> bool {
        self.look.sides.is_open(self.terrains.matching)
    }
}

impl Tilesets {
    /// The tilesets of a map; external ones are read.
    pub(super) fn new(tilesets: Vec<Tileset>, hints: &Hints, named_files: &dyn NamedFiles) -> Self {
        let first = tilesets.iter().map(|tileset| tileset.firstgid).min().unwrap_or(1);
        let names_from = hints.names_from.clone();
        let mut all = Self { first, names_from, ..Self::default() };
        for tileset in tilesets {
            all.add(tileset, true, named_files);
        }
        all
    }

    /// Adds a tileset; `is_counted` if a list of names covers its tiles.
    fn add(&mut self, mut tileset: Tileset, is_counted: bool, named_files: &dyn NamedFiles) {
        let mut unread = None;
        if let Some(source) = tileset.source.clone() {
            match read(&source, named_files) {
                Ok(set) => {
                    tileset = Tileset { firstgid: tileset.firstgid, source: Some(source), ..set };
                }
                Err(reason) => unread = Some((source, reason)),
            }
        }
        // Tiles with names come first, in the order of the tileset.
        for (id, tile) in tileset.complete_tiles() {
            let Some(name) = tile.name_with(&self.names_from) else { continue };
            let gid = tileset.firstgid.saturating_add(id);
            let kind = TileKind {
                name: Some(name),
                number: is_counted.then_some(gid.saturating_sub(self.first)),
                entity: tile.entity(),
                ..TileKind::default()
            };
            self.insert(gid, "", kind);
        }
        let sizes = tileset.sizes();
        self.starts.insert(tileset.firstgid, self.sets.len());
        if let Some(source) = &tileset.source {
            self.sources.entry(joined("", source)).or_insert(tileset.firstgid);
        }
        let terrain_sets = tileset.terrain_sets();
        let looks = looks(&terrain_sets);
        let suggestions = Suggestions::of(&tileset, &terrain_sets, &looks, self.n_terrains);
        self.n_terrains += terrain_sets.iter().map(|set| set.terrains.len()).sum::<usize>();
        let set = Set { tileset, is_counted, sizes, unread, terrain_sets, looks, suggestions };
        self.sets.push(set);
    }

    /// Whether `marahel` wrote all of them, with the look of each tile.
    pub(super) fn are_ours(&self) -> bool {
        !self.kinds.is_empty() && self.kinds.iter().all(|kind| kind.entity.is_some())
    }

    fn set_of(&self, gid: u32) -> Option<&Set> {
        self.index_of(gid).map(|index| &self.sets[index])
    }

    fn index_of(&self, gid: u32) -> Option<usize> {
        self.starts.range(..=gid).next_back().map(|(_, &index)| index)
    }

    /// Each tileset with its terrains, in the order of the map.
    pub(super) fn with_terrains(&self) -> impl Iterator<Item = (&Tileset, &[TerrainSet])> {
        self.sets.iter().map(|set| (&set.tileset, &*set.terrain_sets))
    }

    /// The terrain that a tile shows, in the first set that says so.
    pub(super) fn look(&self, gid: u32) -> Option<LookOfSet<'_>> {
        let tileset = self.index_of(gid)?;
        let sets = &self.sets[tileset];
        let &(set, look) = sets.looks.get(&(gid - sets.tileset.firstgid))?;
        let terrains = &sets.terrain_sets[set];
        Some(LookOfSet { tileset, set, terrains, look: &terrains.looks[look] })
    }

    /// Whether a look is of this tileset.
    pub(super) fn is_of(&self, look: LookOfSet<'_>, tileset: &Tileset) -> bool {
        std::ptr::eq(&raw const self.sets[look.tileset].tileset, tileset)
    }

    /// The point of a tile that is placed at the position of its object.
    pub(super) fn alignment(&self, gid: u32) -> &str {
        self.set_of(gid).map_or("", |set| set.tileset.objectalignment.as_str())
    }

    /// Known width and height of a tile in pixels.
    pub(super) fn size(&self, gid: u32) -> (f64, f64) {
        let Some(set) = self.set_of(gid) else { return (0.0, 0.0) };
        let tileset = &set.tileset;
        let id = gid - tileset.firstgid;
        let own = set.sizes.get(&id).copied();
        own.unwrap_or((tileset.tilewidth, tileset.tileheight))
    }

    /// A template, read once.
    pub(super) fn template(
        &mut self,
        path: &str,
        named_files: &dyn NamedFiles,
    ) -> Result<Rc<Template>, String> {
        let template = self.templates.entry(path.to_owned()).or_insert_with(|| {
            let template = Template::read(path, named_files).map(Rc::new);
            template.map_err(|unread| format!("an object of template `{path}`, {unread}"))
        });
        template.clone()
    }

    /// The kind of a tile in a layer, possibly with the class of its object.
    pub(super) fn kind(&mut self, gid: u32, class: &str, layer: &str) -> Option<u32> {
        if let Some(&kind) = self.kinds_of.get(&(gid, class.to_owned())) {
            return Some(kind);
        }
        let set = self.set_of(gid)?;
        let number = gid - self.first;
        let made_up = if set.is_counted {
            format!("tile_{number}")
        } else {
            let source = set.tileset.source.as_deref().unwrap_or_default();
            let name = source.rsplit('/').next().unwrap_or_default();
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            format!("{stem}_{}", gid - set.tileset.firstgid)
        };
        let (number, unread) = (set.is_counted.then_some(number), set.unread.clone());
        let suggested = set.suggestions.name(gid - set.tileset.firstgid).map(str::to_owned);
        let layer = layer.to_owned();
        let kind = match class {
            "" => TileKind { suggested, made_up, layer, number, unread, ..TileKind::default() },
            class => {
                let name = Some(class.to_owned());
                TileKind { name, is_of_object: true, made_up, ..TileKind::default() }
            }
        };
        Some(self.insert(gid, class, kind))
    }

    /// The kind of an object without a tile.
    pub(super) fn kind_called(&mut self, name: &str) -> u32 {
        if let Some(&kind) = self.kinds_of.get(&(0, name.to_owned())) {
            return kind;
        }
        let (kind, made_up) = (Some(name.to_owned()), name.to_owned());
        self.insert(0, name, TileKind { name: kind, made_up, ..TileKind::default() })
    }

    /// Notes that an object is of a kind.
    pub(super) fn note_thing(&mut self, kind: u32) {
        self.kinds[kind as usize].is_thing = true;
    }

    fn insert(&mut self, gid: u32, class: &str, kind: TileKind) -> u32 {
        let index = self.kinds.len() as u32;
        self.kinds.push(kind);
        self.kinds_of.insert((gid, class.to_owned()), index);
        index
    }

    /// The number in the map of a tile of an external tileset; adds the tileset if the map does not
    /// name it.
    pub(super) fn gid_of(&mut self, source: &str, id: u32, named_files: &dyn NamedFiles) -> u32 {
        if let Some(firstgid) = self.sources.get(source) {
            return firstgid.saturating_add(id);
        }
        // Behind all others, beyond every number in the map.
        let last = self.starts.last_key_value().map_or(0, |(&firstgid, _)| firstgid);
        let firstgid = if last < ADDED { ADDED } else { last.saturating_add(1 << 16) };
        let source = Some(source.to_owned());
        self.add(Tileset { firstgid, source, ..Tileset::default() }, false, named_files);
        firstgid.saturating_add(id)
    }

    /// The number in the map of a tile with this name, used or not: by its class, legend or list.
    pub(super) fn gid_called(
        &self,
        name: &str,
        names: &[Option<String>],
        hints: &Hints,
    ) -> Option<u32> {
        let own = self.gid_named(names, |own| own == name);
        let own = own.or_else(|| self.gid_named(names, |own| is_called(own, name)));
        // A terrain has looks for all its cells, a tile of the same name beside it but one.
        let terrain = || self.gid_of_terrain(name, hints);
        let own = own.and_then(|gid| match self.look(gid) {
            Some(_) => Some(gid),
            None => terrain().or(Some(gid)),
        });
        let gid = own.or_else(|| {
            let mut keys = hints.legend.keys_of(name).filter_map(|key| key.strip_prefix("tile_"));
            let number = keys.find_map(|number| number.parse::<u32>().ok());
            // A list is for maps without names.
            let list = hints.named.as_ref().filter(|_| {
                let mut counted = self.kinds.iter().filter(|kind| kind.number.is_some());
                counted.all(|kind| kind.name(hints).is_none())
            });
            self.first.checked_add(number.or_else(|| Some(u32::from(list?.tile(name)?)))?)
        });
        let gid = gid.or_else(terrain).or_else(|| self.gid_suggested(name, hints));
        gid.filter(|&gid| self.set_of(gid).is_some() && gid <= TILE_BITS)
    }

    /// The number in the map of a tile of a terrain: one that shows nothing else, or else the first.
    fn gid_of_terrain(&self, name: &str, hints: &Hints) -> Option<u32> {
        let mut start = 0;
        for Set { tileset, terrain_sets, .. } in &self.sets {
            for set in terrain_sets {
                let is_it = |terrain: usize| {
                    let own = name_of(set, terrain, start);
                    is_called(hints.legend.name(&own).unwrap_or(&own), name)
                };
                let terrains: Vec<bool> = (0..set.terrains.len()).map(is_it).collect();
                let shows = |look: &&Look| look.sides.terrain().is_some_and(|at| terrains[at]);
                let looks = || set.looks.iter().filter(shows).filter(|_| terrains.contains(&true));
                let mut whole = looks().filter(|look| look.sides.is_whole());
                if let Some(look) = whole.next().or_else(|| looks().next()) {
                    return tileset.firstgid.checked_add(look.tile).filter(|&gid| gid < ADDED);
                }
                start += set.terrains.len();
            }
        }
        None
    }

    /// The number in the map of the first tile that is called so by a property.
    fn gid_suggested(&self, name: &str, hints: &Hints) -> Option<u32> {
        self.sets.iter().find_map(|set| {
            let mut types = set.suggestions.types();
            let is_it = |own: &str| is_called(hints.legend.name(own).unwrap_or(own), name);
            let (id, _) = types.find(|(_, own)| is_it(own))?;
            set.tileset.firstgid.checked_add(id).filter(|&gid| gid < ADDED)
        })
    }

    /// The number in the map of the look of a terrain of a set, as of another look: one that shows
    /// nothing else, or else the first.
    pub(super) fn gid_of_look(&self, of: LookOfSet<'_>, terrain: usize) -> Option<u32> {
        let looks =
            || of.terrains.looks.iter().filter(|look| look.sides.terrain() == Some(terrain));
        let look = looks().find(|look| look.sides.is_whole()).or_else(|| looks().next())?;
        self.sets[of.tileset].tileset.firstgid.checked_add(look.tile)
    }

    /// What a tile is called when the map is read: `names` are those of kinds so far.
    pub(super) fn shown_name<'a>(
        &'a self,
        gid: u32,
        names: &'a [Option<String>],
        hints: &'a Hints,
    ) -> Option<&'a str> {
        if let Some(&kind) = self.kinds_of.get(&(gid, String::new())) {
            return names.get(kind as usize)?.as_deref();
        }
        let set = self.set_of(gid)?;
        let by_number = hints.legend.name(&format!("tile_{}", gid - self.first));
        by_number.or_else(|| {
            let own = set.suggestions.name(gid - set.tileset.firstgid)?;
            Some(hints.legend.name(own).unwrap_or(own))
        })
    }

    /// The first number in the map of a tile with such a name in the file.
    fn gid_named(&self, names: &[Option<String>], is_name: impl Fn(&str) -> bool) -> Option<u32> {
        // Tiles of added tilesets have no number in the map.
        let mut all =
            self.kinds_of.iter().filter(|((gid, class), _)| class.is_empty() && *gid < ADDED);
        all.find(|(_, kind)| names[**kind as usize].as_deref().is_some_and(&is_name))
            .map(|((gid, _), _)| *gid)
    }

    /// The first file that was not read, and why.
    pub(super) fn unread(&self) -> Option<&(String, Unread)> {
        self.sets.iter().find_map(|set| set.unread.as_ref())
    }

    /// The error that the map lacks a tile, or else the reason for it: a tileset that was not read.
    pub(super) fn explained(&self, error: LevelError) -> LevelError {
        let unread = self.sets.iter().filter_map(|set| Some((set, set.unread.clone()?)));
        let (sets, files): (Vec<&Set>, Vec<(String, Unread)>) = unread.unzip();
        match error {
            LevelError::Unknown(_) if !files.is_empty() => {
                let firsts = sets.iter().map(|set| set.tileset.firstgid.saturating_sub(self.first));
                let tiles = firsts.map(|number| format!("tile_{number}")).collect();
                LevelError::Unread { files, tiles }
            }
            error => error,
        }
    }

    pub(super) fn kinds_so_far(&self) -> &[TileKind] {
        &self.kinds
    }

    pub(super) fn kinds(self) -> Vec<TileKind> {
        self.kinds
    }

    pub(super) fn placed_kinds(mut self) -> Vec<TileKind> {
        let mut kinds = std::mem::take(&mut self.kinds);
        let own_images = self.sets.iter().map(|set| set.tileset.own_images());
        let own_images: Vec<BTreeMap<u32, &str>> = own_images.collect();
        for ((gid, _), &kind) in &self.kinds_of {
            let Some(index) = self.index_of(*gid) else { continue };
            let (tileset, kind) = (&self.sets[index].tileset, &mut kinds[kind as usize]);
            let id = gid - tileset.firstgid;
            kind.place = Some(tileset.place(id, own_images[index].get(&id).copied()));
        }
        kinds
    }
}

/// For each tile that shows a terrain, the first set that says so, and the look in there.
fn looks(sets: &[TerrainSet]) -> BTreeMap<u32, (usize, usize)> {
    let mut looks = BTreeMap::new();
    for (set, terrains) in sets.iter().enumerate() {
        for (index, look) in terrains.looks.iter().enumerate() {
            if look.sides.terrain().is_some() {
                looks.entry(look.tile).or_insert((set, index));
            }
        }
    }
    looks
}

/// A tileset in a file of its own.
fn read(source: &str, named_files: &dyn NamedFiles) -> Result<Tileset, Unread> {
    let bytes = named_files.read(&joined("", source))?;
    let tileset = text(&bytes).and_then(|text| {
        if text.trim_start().starts_with('<') {
            return xml::read(text, "tileset");
        }
        Ok(serde_json::from_str(text)?)
    });
    tileset.map_err(|error| broken("tileset", error))
}

/// Why the text of such a file is none. What is wrong in JSON is told by its place alone.
pub(super) fn broken(kind: &str, error: LevelError) -> Unread {
    let reason = match error {
        LevelError::Json(reason) => reason.to_string(),
        error => error.to_string(),
    };
    Unread::Broken(format!("which is no {kind}: {reason}"))
}

impl Tileset {
    /// The tiles with own data, by number.
    pub(super) fn told_tiles(&self) -> Vec<(u32, &TileOfSet)> {
        match &self.tiles {
            ListOrMap::List(tiles) => tiles.iter().map(|tile| (tile.id, tile)).collect(),
            ListOrMap::Map(tiles) => {
                let tiles = tiles.iter();
                tiles.filter_map(|(id, tile)| Some((id.parse().ok()?, tile))).collect()
            }
        }
    }

    fn sizes(&self) -> BTreeMap<u32, (f64, f64)> {
        let sizes = self.told_tiles().into_iter();
        let sizes = sizes.map(|(id, tile)| (id, (tile.imagewidth, tile.imageheight)));
        sizes.filter(|(_, (width, height))| *width > 0.0 && *height > 0.0).collect()
    }

    fn own_images(&self) -> BTreeMap<u32, &str> {
        let tiles = self.told_tiles().into_iter();
        let images = tiles.map(|(id, tile)| (id, tile.image.as_str()));
        images.filter(|(_, image)| !image.is_empty()).collect()
    }

    /// Tiles in a row of its picture, which has this width.
    pub(super) fn columns(&self, width: f64) -> u32 {
        if self.columns > 0 {
            return self.columns;
        }
        let (margin, spacing) = (f64::from(self.margin), f64::from(self.spacing));
        ((width - margin + spacing) / (self.tilewidth + spacing)) as u32
    }

    fn place(&self, id: u32, own_image: Option<&str>) -> TilePlace {
        let source = self.source.as_deref().unwrap_or_default();
        let columns = self.columns(self.imagewidth);
        let (column, row) = (id.checked_rem(columns), id.checked_div(columns));
        let in_picture = |index: u32, side: f64| {
            let step = u64::from(self.spacing).saturating_add(side as u64);
            u64::from(self.margin).saturating_add(u64::from(index).saturating_mul(step))
        };
        let picture = match (own_image, column, row) {
            (Some(image), _, _) => Some(Picture { file: joined(source, image), x: 0, y: 0 }),
            (None, Some(column), Some(row)) if !self.image.is_empty() => Some(Picture {
                file: joined(source, &self.image),
                x: in_picture(column, self.tilewidth),
                y: in_picture(row, self.tileheight),
            }),
            _ => None,
        };
        let tileset = if self.name.is_empty() { source } else { &self.name }.to_owned();
        TilePlace { tileset, id, picture }
    }

    /// The tiles with own data, by number, with their properties of all versions.
    pub(super) fn complete_tiles(&self) -> Vec<(u32, Cow<'_, TileOfSet>)> {
        let tiles = self.told_tiles().into_iter();
        let mut tiles: Vec<(u32, Cow<'_, TileOfSet>)> =
            tiles.map(|(id, tile)| (id, Cow::Borrowed(tile))).collect();
        let mut places = BTreeMap::new();
        for (index, (id, _)) in tiles.iter().enumerate() {
            places.entry(*id).or_insert(index);
        }
        for (id, properties) in &self.tileproperties {
            let Ok(id) = id.parse() else { continue };
            let index = *places.entry(id).or_insert_with(|| {
                tiles.push((id, Cow::Owned(TileOfSet::default())));
                tiles.len() - 1
            });
            tiles[index].1.to_mut().properties = properties.clone();
        }
        if matches!(self.tiles, ListOrMap::Map(_)) || !self.tileproperties.is_empty() {
            tiles.sort_by_key(|(id, _)| *id);
        }
        tiles
    }
}

impl TileOfSet {
    /// Its name by one of these properties, or else its own; one written by `marahel` may have an
    /// empty name.
    fn name_with(&self, properties: &[String]) -> Option<String> {
        let named = properties.iter().find_map(|name| name_in(name, self.properties.value(name)?));
        let is_named = !self.name().is_empty() || self.properties.get(CHARACTER).is_some();
        named.or_else(|| is_named.then(|| self.name().to_owned()))
    }

    /// Its class, or the property commonly used for a name.
    fn name(&self) -> &str {
        let names = [self.r#type.as_str(), &self.class, self.properties.get("name").unwrap_or("")];
        names.into_iter().find(|name| !name.is_empty()).unwrap_or("")
    }

    /// The complete entity, if the tile has its character and color.
    fn entity(&self) -> Option<Entity> {
        let mut characters = self.properties.get(CHARACTER)?.chars();
        let (character, None) = (characters.next()?, characters.next()) else { return None };
        let digits = self.properties.get(COLOR)?.strip_prefix('#')?;
        // Tiled writes the opacity first; it may be missing.
        let [.., red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Entity { name: self.name().to_owned(), character, color: [red, green, blue] })
    }
}
