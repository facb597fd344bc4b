//! The drawings as seen by the catalogue: their tiles, and groups of tiles.

use marahel_level::{Level, Tile, TileSet};

use crate::imitation::cast::Cast;
use crate::imitation::cells::{count, mirror, places};
use crate::imitation::drawn::DrawnLevels;
use crate::imitation::flood::pieces;
use crate::imitation::movement::Moving;

/// Maximum number of tiles to examine: the most common and the rarest.
const N_TILES_MAX: usize = 16;

/// Maximum share of the cells of a thing; other tiles are grounds.
const THING_SHARE: f64 = 0.12;

/// Minimum share of the cells beside a thing that belong to what it stands on.
const STANDS_MIN: f64 = 0.8;

/// Depth of things on things on a ground.
const N_STOREYS: usize = 2;

/// Drawings with everything known about them.
pub(crate) struct Scene<'d> {
    pub(crate) drawn: &'d DrawnLevels,
    /// Starts, goals and locks.
    pub(crate) cast: &'d Cast,
    pub(crate) moving: Option<Moving>,
    /// The examined tiles, the most common first.
    pub(crate) tiles: Vec<Tile>,
    /// Whether the drawings are nearly their own mirror images.
    pub(crate) is_mirrored: bool,
}

/// A set of tiles examined together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    pub(crate) set: TileSet,
    /// Its text in expressions.
    pub(crate) text: String,
    /// Its text in comments.
    pub(crate) description: String,
    /// Its text in names of objectives.
    pub(crate) key: String,
}

impl<'d> Scene<'d> {
    pub(crate) fn new(drawn: &'d DrawnLevels, cast: &'d Cast, moving: Option<Moving>) -> Self {
        let mut tiles = drawn.tiles();
        while tiles.len() > N_TILES_MAX {
            tiles.remove(N_TILES_MAX / 2);
        }
        let is_mirrored = mirror(&drawn.levels).is_some();
        Self { drawn, cast, moving, tiles, is_mirrored }
    }

    pub(crate) fn levels(&self) -> &[Level] {
        &self.drawn.levels
    }

    /// The size of all drawings, if they agree.
    pub(crate) fn size(&self) -> Option<(usize, usize)> {
        let (least, most) = self.drawn.sizes();
        (least == most
            && self.levels().iter().all(|level| (level.width(), level.height()) == least))
        .then_some(least)
    }

    pub(crate) fn name(&self, tile: Tile) -> &str {
        self.drawn.name(tile)
    }

    pub(crate) fn open(&self) -> TileSet {
        self.drawn.open()
    }

    /// Passable tiles except locked doors.
    pub(crate) fn walked(&self) -> TileSet {
        let locked = self.cast.locks.iter().map(|&(door, _)| TileSet::only(door));
        locked.fold(self.open(), TileSet::difference)
    }

    pub(crate) fn solid(&self) -> TileSet {
        self.set(|tile| self.drawn.is_solid(tile))
    }

    pub(crate) fn all(&self) -> TileSet {
        self.set(|_| true)
    }

    fn set(&self, is_in: impl Fn(Tile) -> bool) -> TileSet {
        self.drawn.tiles().into_iter().filter(|&tile| is_in(tile)).collect()
    }

    /// The minimum and the maximum number of these tiles in a drawing.
    pub(crate) fn counts(&self, set: TileSet) -> (usize, usize) {
        let counts = self.levels().iter().map(|level| count(level, set));
        counts.fold((usize::MAX, 0), |(least, most), n| (least.min(n), most.max(n)))
    }

    /// The cells of all drawings with one of these tiles.
    pub(crate) fn places(&self, set: TileSet) -> impl Iterator<Item = (&Level, (usize, usize))> {
        let levels = self.levels().iter();
        levels.flat_map(move |level| places(level, set).map(move |place| (level, place)))
    }

    /// The sizes of the pieces of these tiles in each drawing.
    pub(crate) fn pieces(&self, set: TileSet) -> impl Iterator<Item = Vec<usize>> {
        self.levels().iter().map(move |level| pieces(level, set).1)
    }

    /// Whether heroes walk over all of these tiles, in four directions.
    pub(crate) fn is_way(&self, set: TileSet) -> bool {
        self.moving == Some(Moving::Walk) && set.difference(self.walked()).is_empty()
    }

    pub(crate) fn are_things(&self, set: TileSet) -> bool {
        set.iter().all(|tile| self.is_thing(tile))
    }

    /// Whether a tile is a thing instead of a ground.
    pub(crate) fn is_thing(&self, tile: Tile) -> bool {
        self.drawn.share(tile) <= THING_SHARE
    }

    /// The walkable tiles except doors, if these divide each drawing into at least three pieces.
    fn rooms(&self) -> Option<TileSet> {
        let doors = self.set(|tile| {
            self.is_thing(tile) && self.cast.is_door(self.drawn, tile) && !self.drawn.is_solid(tile)
        });
        let rooms = self.walked().difference(doors);
        let has_rooms = !self.walked().is_disjoint(doors)
            && self.levels().iter().all(|level| pieces(level, rooms).1.len() > 2);
        has_rooms.then_some(rooms)
    }

    pub(crate) fn things(&self) -> impl Iterator<Item = Tile> {
        self.tiles.iter().copied().filter(|&tile| self.is_thing(tile))
    }

    pub(crate) fn grounds(&self) -> impl Iterator<Item = Tile> {
        self.tiles.iter().copied().filter(|&tile| !self.is_thing(tile))
    }

    pub(crate) fn only(&self, tile: Tile) -> Group {
        let name = self.name(tile).to_owned();
        Group { set: TileSet::only(tile), description: name.clone(), key: name.clone(), text: name }
    }

    /// A group with the given words, or with its name if it is a single tile.
    pub(crate) fn group(&self, set: TileSet, description: &str) -> Group {
        let tiles: Vec<Tile> =
            self.drawn.tiles().into_iter().filter(|&tile| set.contains(tile)).collect();
        if let [tile] = tiles[..] {
            return self.only(tile);
        }
        let names: Vec<&str> = tiles.iter().map(|&tile| self.name(tile)).collect();
        let key = description.split(' ').next().unwrap_or_default().to_owned();
        Group { set, text: names.join("|"), description: description.to_owned(), key }
    }

    /// Grounds together with the things on them: things that are hardly ever beside anything else.
    pub(crate) fn lands(&self) -> impl Iterator<Item = Group> {
        self.grounds().filter_map(|ground| {
            let only = TileSet::only(ground);
            let mut land = only;
            // Things stand on things, which stand on the ground.
            for _ in 0..N_STOREYS {
                let on = self.things().filter(|&thing| self.stands_on(thing, land));
                land = on.map(TileSet::only).fold(land, TileSet::union);
            }
            let name = self.name(ground);
            (land != only).then(|| Group {
                key: name.to_owned(),
                ..self.group(land, &format!("{name} with what stands on it"))
            })
        })
    }

    /// Whether nearly all cells beside a thing belong to these tiles or to the same thing.
    fn stands_on(&self, thing: Tile, tiles: TileSet) -> bool {
        let tiles = tiles.union(TileSet::only(thing));
        let (mut n, mut n_on) = (0_u32, 0_u32);
        for level in self.levels() {
            let cells = (0..level.tiles().len()).filter(|&cell| level.tiles()[cell] == thing);
            for beside in cells.flat_map(|cell| level.view().beside(cell)) {
                n += 1;
                n_on += tiles.count(level.tiles()[beside]);
            }
        }
        f64::from(n_on) >= STANDS_MIN * f64::from(n)
    }

    /// Single tiles; passable tiles with and without doors; rooms; solid tiles; and everything
    /// except each solid ground.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = self.tiles.iter().map(|&tile| self.only(tile)).collect();
        let all = self.all();
        groups.push(self.group(self.walked(), "open cells"));
        groups.push(self.group(self.open(), "open cells and doors"));
        groups.extend(self.rooms().map(|rooms| self.group(rooms, "rooms")));
        groups.push(self.group(self.solid(), "solid cells"));
        for tile in self.grounds().filter(|&tile| self.drawn.is_solid(tile)) {
            let description = format!("cells other than {}", self.name(tile));
            groups.push(self.group(all.difference(TileSet::only(tile)), &description));
        }
        let mut distinct: Vec<Group> = Vec::new();
        for group in groups {
            let is_known = distinct.iter().any(|known_group| known_group.set == group.set);
            if !is_known && !group.set.is_empty() && group.set != all {
                distinct.push(group);
            }
        }
        distinct
    }
}
