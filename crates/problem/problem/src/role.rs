//! The roles of the tiles of a problem.

use crate::paths::{Movement, Steps, Trip};
use marahel_level::{Role, Tile, TileSet};

use crate::Band;
use crate::catalogue::{SOKOBAN, Search};
use crate::definition::Tiles;
use crate::formulas::Call;

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
        for tile in tiles.clone() {
            let role = roles[usize::from(tile)];
            let name = self.tiles.palette.name(tile);
            let has_crate = roles.contains(&Role::Crate);
            if name == "goal" && has_crate && !roles.contains(&Role::Target) {
                self.set(&mut roles, tile, Role::Target);
            }
            // A single door that no movement enters is where a path leads.
            let is_end = role == Role::Door && self.is_blocked(tile) && self.is_single(tile);
            if is_end && !roles.contains(&Role::Exit) {
                self.set(&mut roles, tile, Role::Exit);
            }
        }
        // There must be something to build with: the most frequent possible tile.
        if !roles.contains(&Role::Wall) {
            let most = self.most_frequent(tiles.clone().filter(|&tile| {
                let role = roles[usize::from(tile)];
                matches!(role, Role::Decoration | Role::Hazard)
                    && self.is_blocked(tile)
                    && self.by_movement(tile).is_none()
            }));
            if let Some(tile) = most {
                self.set(&mut roles, tile, Role::Wall);
            }
        }
        if !roles.contains(&Role::Floor) {
            let most = self.most_frequent(tiles.filter(|&tile| {
                roles[usize::from(tile)] == Role::Decoration && !self.is_blocked(tile)
            }));
            if let Some(tile) = most {
                self.set(&mut roles, tile, Role::Floor);
            }
        }
        roles
    }

    /// Sets the role of a tile, unless the file does.
    fn set(&self, roles: &mut [Role], tile: Tile, role: Role) {
        if self.tiles.described(tile).role.is_none() {
            roles[usize::from(tile)] = role;
        }
    }

    fn most_frequent(&self, tiles: impl Iterator<Item = Tile>) -> Option<Tile> {
        tiles.max_by_key(|&tile| (self.tiles.described(tile).weight, u8::MAX - tile))
    }

    /// Tiles with a role from neither the file nor a movement, a puzzle or their name.
    pub(crate) fn guessed(&self) -> Vec<Tile> {
        let tiles = (0..self.tiles.palette.len() as Tile).filter(|&tile| {
            let name = self.tiles.palette.name(tile);
            self.sure(tile).is_none() && Role::spoken_of(name).is_none()
        });
        tiles.collect()
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

    /// The role of a door, a key, a ladder, a rope or what kills.
    fn by_movement(&self, tile: Tile) -> Option<Role> {
        self.movements.iter().find_map(|movement| {
            if movement.doors.iter().any(|door| door.door == tile) {
                return Some(Role::LockedDoor);
            }
            if movement.doors.iter().any(|door| door.key == tile) {
                return Some(Role::Key);
            }
            let Steps::Platformer(platformer) = &movement.steps else { return None };
            let is_deadly = !movement.over.union(platformer.solid).contains(tile);
            let roles = [
                (platformer.ladders.contains(tile), Role::Climbable),
                (platformer.ropes.contains(tile), Role::Rope),
                (is_deadly, Role::Hazard),
            ];
            roles.into_iter().find_map(|(holds, role)| holds.then_some(role))
        })
    }

    fn by_measure(&self, tile: Tile) -> Option<Role> {
        let puzzles = self.measures.iter().filter(|call| call.entry.parameters == SOKOBAN);
        let roles = [Role::Entrance, Role::Crate, Role::Target];
        let mut pieces = puzzles.flat_map(|call| call.arguments.tiles.iter().zip(roles));
        pieces.find_map(|(piece, role)| piece.contains(tile).then_some(role))
    }

    /// The role of a tile with an unknown name. It is not a wall or floor unless there is no other:
    /// a generator would cover levels with what may be a crane.
    fn by_use(&self, tile: Tile) -> Role {
        let is_few = self.counted.iter().any(|(tiles, band)| {
            let n_things = self.n_cells as f64 / THING_SHARE;
            let is_thing =
                band.max() <= n_things && band.min() <= (n_things / THINGS_OF_MOST).max(FEW);
            *tiles == TileSet::only(tile) && is_thing
        });
        let is_loot = is_few && !self.is_blocked(tile);
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
        let floods = self
            .measures
            .iter()
            .filter(|call| matches!(call.entry.search, Search::Flood | Search::Border));
        let reached = floods.filter(|call| call.arguments.tiles.first() == Some(&only));
        of_trip.chain(reached.map(|_| Role::Entrance)).min()
    }

    fn is_single(&self, tile: Tile) -> bool {
        let mut counted = self.counted.iter();
        counted.any(|(tiles, band)| *tiles == TileSet::only(tile) && band.max() == 1.0)
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

/// One part of so many of the most things may be few enough: where a third of them has to be, the tile is
/// a material, such as a trunk.
const THINGS_OF_MOST: f64 = 3.0;

/// So many are always few enough: in small levels, a third of the most things is hardly any.
const FEW: f64 = 12.0;

#[cfg(test)]
mod tests;
