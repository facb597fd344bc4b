//! Starts, goals and locks, found by the names of tiles or else by their use in the drawings.

use level::{Tile, TileSet};

use crate::imitation::drawn::Drawn;
use crate::imitation::flood::reached;
use crate::imitation::movement::Moving;

/// Names of start tiles, the likeliest first.
const PLAYERS: [&str; 6] = ["player", "hero", "avatar", "spawn", "start", "entrance"];

/// Words in the names of goal tiles.
const WANTED: [&str; 13] = [
    "exit", "goal", "door", "stair", "key", "gold", "coin", "treasure", "chest", "loot", "target",
    "flag", "star",
];

/// Words in the names of exits and of locked tiles.
const ENDS: [&str; 7] = ["exit", "goal", "flag", "stair", "finish", "portal", "down"];
const DOORS: [&str; 3] = ["door", "gate", "lock"];

/// A tile with a smaller share of the cells is rare.
const FEW: f64 = 1.0 / 8.0;

/// Maximum number of kinds of locks in a file.
const N_LOCKS_MAX: usize = 4;

/// The tiles with special roles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cast {
    pub(crate) start: Option<Tile>,
    /// The one tile that the way leads to.
    pub(crate) exit: Option<Tile>,
    pub(crate) wanted: Vec<Tile>,
    /// Rare, passable tiles with an unknown purpose.
    pub(crate) few: Vec<Tile>,
    /// Doors, each with its key, in the order in which keys are reached.
    pub(crate) locks: Vec<(Tile, Tile)>,
    /// Roles of tiles whose names do not state one, each with the reason; the reason is empty if
    /// the legend states the role.
    pub(crate) roles: Vec<(Tile, &'static str, String)>,
}

impl Cast {
    /// Finds the roles of the tiles. `unknown` are tiles whose names state no role, `entrances`
    /// those whose names mark a start.
    pub(crate) fn of(
        drawn: &Drawn,
        moving: Option<Moving>,
        unknown: &[Tile],
        entrances: &[Tile],
    ) -> Self {
        let start = by_name(drawn, &PLAYERS).or(entrances.first().copied());
        let mut cast = Self { start, ..Self::default() };
        if moving.is_some() {
            cast.find_ends(drawn, unknown);
            cast.find_locks(drawn);
        }
        cast.wanted =
            drawn.tiles().into_iter().filter(|&tile| cast.is_wanted(drawn, tile)).collect();
        let is_open = |tile: Tile| !drawn.is_solid(tile) && cast.start != Some(tile);
        let is_few = |tile: &Tile| drawn.share(*tile) < FEW && is_open(*tile);
        cast.few = unknown.iter().copied().filter(is_few).collect();
        cast.find_roles(drawn, moving, unknown);
        cast
    }

    /// Whether the name of a tile marks it as a door.
    pub(crate) fn is_door(&self, drawn: &Drawn, tile: Tile) -> bool {
        let is_part = [self.start, self.exit].contains(&Some(tile));
        has_word(drawn, tile, &DOORS) && !is_part
    }

    fn is_wanted(&self, drawn: &Drawn, tile: Tile) -> bool {
        let is_lock = self.locks.iter().any(|&(door, _)| door == tile);
        let is_named = has_word(drawn, tile, &WANTED) || self.exit == Some(tile);
        is_named && !drawn.is_solid(tile) && Some(tile) != self.start && !is_lock
    }

    /// Finds the start and the exit among tiles that occur once in every drawing.
    fn find_ends(&mut self, drawn: &Drawn, unknown: &[Tile]) {
        let mut singles: Vec<Tile> =
            unknown.iter().copied().filter(|&tile| drawn.is_single(tile)).collect();
        singles.retain(|&tile| !drawn.is_solid(tile) && Some(tile) != self.start);
        singles.sort_by_key(|&tile| drawn.columns_before(tile));
        if self.start.is_none() && !singles.is_empty() {
            let tile = singles.remove(0);
            self.start = Some(tile);
            self.roles.push((tile, "entrance", "there is one in every drawing".into()));
        }
        let named = by_name(drawn, &ENDS).filter(|&tile| Some(tile) != self.start);
        let Some(start) = self.start else { return };
        self.exit = named.or_else(|| {
            let far = |&tile: &Tile| Some((drawn.steps_between(start, tile)?, tile));
            let (_, exit) = singles.iter().filter_map(far).max_by_key(|&(steps, _)| steps)?;
            let why = format!(
                "there is one in every drawing, and the longest way from {} leads there",
                drawn.palette.name(start)
            );
            self.roles.push((exit, "exit", why));
            Some(exit)
        });
    }

    /// Finds doors that cut off something, and their keys.
    fn find_locks(&mut self, drawn: &Drawn) {
        let Some(start) = self.start else { return };
        let is_lock = |&tile: &Tile| cuts(drawn, start, tile) || has_own_key(drawn, tile);
        let doors = drawn.tiles().into_iter().filter(|tile| *tile != start && is_lock(tile));
        let mut locks: Vec<(Tile, Tile)> =
            doors.filter_map(|door| Some((door, key_of(drawn, door)?))).collect();
        locks.truncate(N_LOCKS_MAX);
        self.locks = in_order(drawn, start, locks);
        for &(door, key) in &self.locks {
            let is_named = has_word(drawn, door, &DOORS) && has_word(drawn, key, &["key"]);
            if !is_named {
                let why = format!(
                    "only ways over it lead on, and {} is written alike",
                    drawn.palette.name(key)
                );
                self.roles.push((door, "locked_door", why));
                let why = format!("{} is written alike", drawn.palette.name(door));
                self.roles.push((key, "key", why));
            }
        }
    }

    /// Assigns roles to other tiles whose names do not state one.
    fn find_roles(&mut self, drawn: &Drawn, moving: Option<Moving>, unknown: &[Tile]) {
        for tile in drawn.tiles() {
            let is_known = self.roles.iter().any(|&(known, ..)| known == tile);
            if let Some(role) = drawn.said(tile).filter(|_| !is_known) {
                self.roles.push((tile, role.name(), String::new()));
            }
        }
        if moving.is_none() {
            return;
        }
        let is_open = |&tile: &Tile| !drawn.is_solid(tile);
        let most = drawn.tiles().into_iter().find(is_open);
        for &tile in unknown {
            if self.roles.iter().any(|&(known, ..)| known == tile) {
                continue;
            }
            let is_few = drawn.share(tile) < FEW;
            let (role, why) = match (drawn.is_solid(tile), is_few) {
                (true, _) if drawn.encloses(tile) => ("wall", "it encloses every drawing"),
                (true, false) => ("wall", "there is much of it, and nobody enters it"),
                (true, true) => ("decoration", "there are few, and nobody enters it"),
                (false, _) if Some(tile) == most => {
                    ("floor", "most of what can be entered is this")
                }
                (false, false) => ("floor", "there is much of it, and it can be entered"),
                (false, true) if drawn.lies_together(tile) => {
                    ("floor", "its cells lie together, and can be entered")
                }
                (false, true) => ("loot", "there are few, and they can be entered"),
            };
            self.roles.push((tile, role, why.into()));
        }
    }
}

/// The first tile with one of the words in its name; earlier words take precedence.
fn by_name(drawn: &Drawn, words: &[&str]) -> Option<Tile> {
    let tiles = drawn.tiles();
    words.iter().find_map(|word| tiles.iter().copied().find(|&tile| has_word(drawn, tile, &[word])))
}

fn has_word(drawn: &Drawn, tile: Tile, words: &[&str]) -> bool {
    let name = drawn.palette.name(tile).to_lowercase();
    words.iter().any(|word| name.contains(word))
}

/// The key of a door: the tile with the same name except for the word, or the same letter in lower
/// case, or else the only key of the only door.
fn key_of(drawn: &Drawn, door: Tile) -> Option<Tile> {
    let tiles = drawn.tiles();
    let name = drawn.palette.name(door).to_lowercase();
    if has_word(drawn, door, &DOORS) {
        let keys = || tiles.iter().copied().filter(|&tile| has_word(drawn, tile, &["key"]));
        let alike = keys().find(|&tile| {
            let key = drawn.palette.name(tile).to_lowercase();
            DOORS.iter().any(|word| name.replace(word, "key") == key)
        });
        let doors = tiles.iter().filter(|&&tile| has_word(drawn, tile, &DOORS)).count();
        return alike.or_else(|| keys().next().filter(|_| doors == 1 && keys().count() == 1));
    }
    let letter = |tile: Tile| drawn.palette.entities()[usize::from(tile)].character;
    let own = letter(door);
    tiles.into_iter().find(|&tile| {
        own.is_ascii_uppercase()
            && letter(tile) == own.to_ascii_lowercase()
            && drawn.is_single(tile)
    })
}

/// Whether a tile is a door named after its key, such as `red_door` and `red_key`, and every
/// drawing with the door has the key.
fn has_own_key(drawn: &Drawn, door: Tile) -> bool {
    let name = drawn.palette.name(door).to_lowercase();
    let key = key_of(drawn, door).filter(|_| has_word(drawn, door, &DOORS));
    key.is_some_and(|key| {
        let called = drawn.palette.name(key).to_lowercase();
        let is_own =
            DOORS.iter().any(|word| name.contains(word) && name.replace(word, "key") == called);
        is_own && name != "door" && drawn.counts.iter().all(|n| n.get(door) == 0 || n.get(key) > 0)
    })
}

/// Whether in all drawings some passable cells can be reached only over a tile.
fn cuts(drawn: &Drawn, start: Tile, tile: Tile) -> bool {
    let from = TileSet::only(start);
    let only = TileSet::only(tile);
    let open = drawn.open().union(only);
    let n = |is_reached: Vec<bool>| is_reached.into_iter().filter(|&is| is).count();
    tile != start
        && drawn.share(tile) < 0.05
        && drawn.levels.iter().all(|level| {
            let n_doors = crate::imitation::demands::count(level, only);
            let all = n(reached(level, from, open));
            n_doors > 0 && n(reached(level, from, open.difference(only))) + n_doors < all
        })
}

/// Sorts locks so that each key can be reached before its door.
fn in_order(drawn: &Drawn, start: Tile, mut locks: Vec<(Tile, Tile)>) -> Vec<(Tile, Tile)> {
    let doors = |locks: &[(Tile, Tile)]| {
        locks.iter().map(|&(door, _)| TileSet::only(door)).fold(TileSet::EMPTY, TileSet::union)
    };
    let mut ordered: Vec<(Tile, Tile)> = Vec::new();
    while !locks.is_empty() {
        let over = drawn.open().difference(doors(&locks)).union(doors(&ordered));
        let is_next = |&(_, key): &(Tile, Tile)| {
            drawn.levels.iter().all(|level| {
                let is_reached = reached(level, TileSet::only(start), over);
                let mut cells = level.tiles().iter().zip(is_reached);
                cells.any(|(&tile, is)| tile == key && is)
            })
        };
        let next = locks.iter().position(is_next).unwrap_or(0);
        ordered.push(locks.remove(next));
    }
    ordered
}
