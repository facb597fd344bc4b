//! Roles of tiles, so that a generator for one game can be used for another.

use std::fmt;

use level::{Tile, TileSet};
use paths::{Movement, Steps, Trip};

use crate::Band;
use crate::definition::Tiles;
use crate::measure::{Call, Measure};

/// The role of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Cannot be entered; with gravity, solid ground to stand on.
    Wall,
    /// Can be walked on; with gravity, air.
    Floor,
    /// An opening in a wall.
    Door,
    /// A door that needs a key.
    LockedDoor,
    /// Opens locked doors.
    Key,
    /// Where the path begins, such as a hero.
    Entrance,
    /// Where the path ends.
    Exit,
    /// An opponent.
    Foe,
    /// Rewards.
    Loot,
    /// A danger, such as spikes or water.
    Hazard,
    /// Can be climbed.
    Climbable,
    /// Something to hang on.
    Rope,
    /// Something to push.
    Crate,
    /// Where crates belong.
    Target,
    /// Something without effect on play.
    Decoration,
}

/// All roles: name in problem files, and words in the names of such tiles, in the singular.
const ROLES: [(Role, &str, &str); 15] = [
    (
        Role::Wall,
        "wall",
        "wall solid rock stone brick block hedge fence mountain house roof tower cliff pillar \
         column concrete barrier obstacle",
    ),
    (
        Role::Floor,
        "floor",
        "floor empty air sky grass road path street dirt sand corridor room passage space carpet \
         plain field tile meadow pavement clearing void background",
    ),
    (Role::Door, "door", "door gate doorway archway"),
    (Role::LockedDoor, "locked_door", "lock locked"),
    (Role::Key, "key", "key keycard"),
    (
        Role::Entrance,
        "entrance",
        "entrance entry start spawn player hero up upstairs avatar character agent dave runner \
         explorer knight thief adventurer mario walker pacman",
    ),
    (
        Role::Exit,
        "exit",
        "exit end finish goal flag down downstairs stair portal stairway flagpole trapdoor hatch",
    ),
    (
        Role::Foe,
        "foe",
        "foe enemy monster goblin ogre orc slime bat rat skeleton ghost zombie spider snake troll \
         dragon guard bandit boss mob demon wolf ghoul imp kobold vampire villain goomba koopa \
         shark bear scorpion lich wraith cop soldier turret",
    ),
    (
        Role::Loot,
        "loot",
        "loot treasure chest coin gem gold diamond potion money jewel ruby emerald crystal food \
         heart fruit apple star item bonus scroll weapon sword armor shield relic artifact orb \
         pellet pill mushroom reward prize silver",
    ),
    (
        Role::Hazard,
        "hazard",
        "hazard water lava pit spike trap fire acid hole sea river lake swamp chasm abyss saw \
         poison mine moat ocean",
    ),
    (Role::Climbable, "climbable", "climbable ladder vine"),
    (Role::Rope, "rope", "rope bar"),
    (Role::Crate, "crate", "crate box boulder"),
    (Role::Target, "target", "target pad storage slot"),
    (
        Role::Decoration,
        "decoration",
        "decoration tree flower statue fountain table torch bush chair bed barrel lamp rug sign bone \
         plant cloud",
    ),
];

impl Role {
    /// All roles, in the order of declaration.
    pub fn all() -> impl Iterator<Item = Self> {
        ROLES.iter().map(|&(role, ..)| role)
    }

    /// The name in problem files, such as `locked_door`.
    pub fn name(self) -> &'static str {
        ROLES[self as usize].1
    }

    /// The role with this name in problem files.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|role| role.name() == name)
    }

    /// The well-known entity by which pictures show a tile of this role and name, if there is one.
    pub(crate) fn symbol(self, tile: &str) -> Option<&'static str> {
        let tile = tile.to_lowercase();
        let mut words = tile.split(|one: char| !one.is_alphabetic());
        let mut says = |known: &[&str]| words.any(|word| known.contains(&word));
        Some(match self {
            Self::Wall => "wall",
            Self::Floor => "floor",
            Self::Door | Self::LockedDoor => "door",
            Self::Key => "key",
            Self::Entrance if says(&["entrance", "entry", "start", "spawn", "up", "upstairs"]) => {
                "entrance"
            }
            Self::Entrance => "player",
            Self::Exit if says(&["down", "downstairs", "stair", "stairs", "stairway"]) => "stairs",
            Self::Exit => "exit",
            Self::Foe => "enemy",
            Self::Loot => "chest",
            Self::Climbable => "ladder",
            Self::Crate => "crate",
            Self::Target => "target",
            Self::Hazard | Self::Rope | Self::Decoration => return None,
        })
    }

    /// The role in the name of a tile: that of the last known word.
    pub fn spoken_of(tile: &str) -> Option<Self> {
        let tile = tile.to_lowercase();
        let words = || tile.split(|one: char| !one.is_alphabetic()).rev();
        let role = words().find_map(|word| {
            let single = word.strip_suffix('s').unwrap_or(word);
            let is_known = |known: &str| known == word || known == single;
            ROLES.iter().find(|(.., known)| known.split_whitespace().any(is_known))
        });
        let role = role.map(|&(role, ..)| role);
        let is_locked = role == Some(Self::Door) && words().any(|word| word.starts_with("lock"));
        if is_locked { Some(Self::LockedDoor) } else { role }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[derive(Debug)]
pub(crate) struct Clues<'c> {
    pub(crate) tiles: &'c Tiles,
    /// The movements that the file describes; can be empty.
    pub(crate) movements: &'c [Movement],
    pub(crate) measures: &'c [Call],
    /// The tiles that objectives count, with the good numbers.
    pub(crate) counted: Vec<(TileSet, Band)>,
    /// Number of cells of the smallest level.
    pub(crate) n_cells: usize,
}

impl Clues<'_> {
    pub(crate) fn roles(&self) -> Vec<Role> {
        let tiles = 0..self.tiles.palette.len() as Tile;
        let mut roles: Vec<Role> = tiles.clone().map(|tile| self.role(tile)).collect();
        let set = |roles: &mut [Role], tile: Tile, role| {
            if self.tiles.described(tile).role.is_none() {
                roles[usize::from(tile)] = role;
            }
        };
        let has = |roles: &[Role], role| roles.contains(&role);
        for tile in tiles.clone() {
            let role = roles[usize::from(tile)];
            let name = self.tiles.palette.name(tile);
            if name == "goal" && has(&roles, Role::Crate) && !has(&roles, Role::Target) {
                set(&mut roles, tile, Role::Target);
            }
            // A single door that no movement enters is where a path leads.
            let is_end = role == Role::Door && self.is_blocked(tile) && self.is_single(tile);
            if is_end && !has(&roles, Role::Exit) {
                set(&mut roles, tile, Role::Exit);
            }
        }
        // There must be something to build with: the most frequent possible tile.
        let most = |roles: &[Role], may_be: &dyn Fn(Tile, Role) -> bool| {
            let may_be = |&tile: &Tile| may_be(tile, roles[usize::from(tile)]);
            tiles
                .clone()
                .filter(may_be)
                .max_by_key(|&tile| (self.tiles.described(tile).weight, u8::MAX - tile))
        };
        if !has(&roles, Role::Wall) {
            let may_be = |tile, role| {
                matches!(role, Role::Decoration | Role::Hazard) && self.is_blocked(tile)
            };
            if let Some(tile) = most(&roles, &may_be) {
                set(&mut roles, tile, Role::Wall);
            }
        }
        if !has(&roles, Role::Floor) {
            let may_be = |tile, role| role == Role::Decoration && !self.is_blocked(tile);
            if let Some(tile) = most(&roles, &may_be) {
                set(&mut roles, tile, Role::Floor);
            }
        }
        roles
    }

    /// Tiles with a role from neither the file nor a movement, a puzzle or their name.
    pub(crate) fn guessed(&self) -> Vec<Tile> {
        let is_known = |tile: Tile| {
            let spoken_of = || Role::spoken_of(self.tiles.palette.name(tile));
            self.sure(tile).or_else(spoken_of).is_some()
        };
        (0..self.tiles.palette.len() as Tile).filter(|&tile| !is_known(tile)).collect()
    }

    /// The role from the file, a movement or a puzzle.
    fn sure(&self, tile: Tile) -> Option<Role> {
        let declared = self.tiles.described(tile).role;
        declared.or_else(|| self.by_movement(tile)).or_else(|| self.by_measure(tile))
    }

    /// The role of one tile, without looking at the roles of others.
    fn role(&self, tile: Tile) -> Role {
        self.sure(tile).unwrap_or_else(|| match Role::spoken_of(self.tiles.palette.name(tile)) {
            // Names of grounds can mean both, and the first movement decides. Other movements may
            // be only for measuring.
            Some(Role::Wall) if self.is_walked_over(tile) => Role::Decoration,
            Some(Role::Floor) if self.is_blocked(tile) => Role::Wall,
            Some(Role::Exit) if self.stop(tile) == Some(Role::Entrance) => Role::Entrance,
            Some(role) => role,
            None => self.by_use(tile),
        })
    }

    /// The role of a door, a key, a ladder or a rope.
    fn by_movement(&self, tile: Tile) -> Option<Role> {
        self.movements.iter().find_map(|movement| {
            if movement.doors.iter().any(|door| door.door == tile) {
                return Some(Role::LockedDoor);
            }
            if movement.doors.iter().any(|door| door.key == tile) {
                return Some(Role::Key);
            }
            let Steps::Platformer(platformer) = &movement.steps else { return None };
            let is_rope = platformer.ropes.contains(tile).then_some(Role::Rope);
            platformer.ladders.contains(tile).then_some(Role::Climbable).or(is_rope)
        })
    }

    /// The role of a Sokoban piece.
    fn by_measure(&self, tile: Tile) -> Option<Role> {
        let puzzles =
            self.measures.iter().filter(|call| matches!(call.measure, Measure::Sokoban(_)));
        let roles = [Role::Entrance, Role::Crate, Role::Target];
        let mut pieces = puzzles.flat_map(|call| call.arguments.tiles.iter().zip(roles));
        pieces.find_map(|(piece, role)| piece.contains(tile).then_some(role))
    }

    /// The role of a tile with an unknown name. It is not a wall or floor unless there is no other:
    /// a generator would cover levels with what may be a crane.
    fn by_use(&self, tile: Tile) -> Role {
        let is_thing = |(tiles, band): &(TileSet, Band)| {
            *tiles == TileSet::only(tile) && band.max() <= self.n_cells as f64 / THING_SHARE
        };
        let is_loot = self.counted.iter().any(is_thing) && !self.is_blocked(tile);
        let otherwise = if is_loot { Role::Loot } else { Role::Decoration };
        self.stop(tile).unwrap_or(otherwise)
    }

    /// The role of a tile that is a stop of a path on its own: entrance for the first, exit for the
    /// last, else loot.
    fn stop(&self, tile: Tile) -> Option<Role> {
        let only = TileSet::only(tile);
        let trips = self.measures.iter().filter_map(Call::search);
        let of_trip = trips.filter_map(|(_, trip)| {
            let stops = trip.map(Trip::stops)?;
            let place = stops.iter().position(|&stop| stop == only)?;
            let role = if place + 1 == stops.len() { Role::Exit } else { Role::Loot };
            Some(if place == 0 { Role::Entrance } else { role })
        });
        let reached = self
            .measures
            .iter()
            .filter(|call| call.measure == Measure::Reachable && call.arguments.tiles[0] == only);
        of_trip.chain(reached.map(|_| Role::Entrance)).min()
    }

    fn is_single(&self, tile: Tile) -> bool {
        let is_one =
            |(tiles, band): &(TileSet, Band)| *tiles == TileSet::only(tile) && band.max() == 1.0;
        self.counted.iter().any(is_one)
    }

    /// Whether the first movement of the file enters the tile, but not all tiles.
    fn is_walked_over(&self, tile: Tile) -> bool {
        let all = TileSet::entities(self.tiles.palette.len());
        let first = self.movements.first();
        first.is_some_and(|movement| movement.over != all && movement.over.contains(tile))
    }

    fn is_entered(&self, tile: Tile) -> bool {
        self.movements.iter().any(|movement| movement.over.contains(tile))
    }

    /// Whether the file has movements and none enters the tile.
    fn is_blocked(&self, tile: Tile) -> bool {
        !self.movements.is_empty() && !self.is_entered(tile)
    }
}

/// A tile that is wanted in at most one of this many cells is a thing, not ground.
const THING_SHARE: f64 = 8.0;

#[cfg(test)]
mod tests;
