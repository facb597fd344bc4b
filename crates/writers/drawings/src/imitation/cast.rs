//! Starts, goals and locks, found by the names of tiles or else by their use in the drawings.

use marahel_level::{Role, Tile, TileSet};

use crate::imitation::cells::count;
use crate::imitation::drawn::DrawnLevels;
use crate::imitation::flood::reached;
use crate::imitation::movement::Moving;

/// Names of start tiles, the likeliest first.
const PLAYERS: [&str; 6] = ["player", "hero", "avatar", "spawn", "start", "entrance"];

/// Words in the names of goal tiles.
const GOALS: [&str; 13] = [
    "exit", "goal", "door", "stair", "key", "gold", "coin", "treasure", "chest", "loot", "target",
    "flag", "star",
];

/// The same as roles in a legend.
const GOAL_ROLES: [Role; 5] = [Role::Exit, Role::Key, Role::Loot, Role::Target, Role::Door];

/// Words in the names of exits and of locked tiles.
const ENDS: [&str; 7] = ["exit", "goal", "flag", "stair", "finish", "portal", "down"];
const DOORS: [&str; 3] = ["door", "gate", "lock"];
const DOOR_ROLES: [Role; 2] = [Role::Door, Role::LockedDoor];

/// A tile with a smaller share of the cells is rare.
const FEW: f64 = 1.0 / 8.0;

/// Maximum number of kinds of locks in a file.
const N_LOCKS_MAX: usize = 4;

/// The tiles with special roles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cast {
    pub(crate) start: Option<Tile>,
    /// The start, and what else players stand in by the file.
    pub(crate) players: TileSet,
    /// The one tile that the way leads to.
    pub(crate) exit: Option<Tile>,
    pub(crate) goals: Vec<Tile>,
    /// Rare, passable tiles with an unknown purpose.
    pub(crate) few: Vec<Tile>,
    /// Doors, each with its key, in the order in which keys are reached.
    pub(crate) locks: Vec<(Tile, Tile)>,
    /// Roles of tiles whose names do not state one, each with the reason; the reason is empty if
    /// the legend states the role.
    pub(crate) roles: Vec<(Tile, Role, String)>,
}

impl Cast {
    /// Finds the roles of the tiles. `unknown` are tiles whose names state no role, `entrances`
    /// those whose names mark a start.
    pub(crate) fn of(
        drawn: &DrawnLevels,
        moving: Option<Moving>,
        unknown: &[Tile],
        entrances: &[Tile],
    ) -> Self {
        let players = drawn.called("player").filter(|&set| {
            let is_there = drawn.numbers(set).iter().all(|&n| n > 0);
            is_there && set.len() < drawn.tiles().len()
        });
        let of_players = players.and_then(|set| {
            let mut tiles = drawn.tiles().into_iter().filter(|&tile| set.contains(tile));
            tiles.next()
        });
        let start = of_players.or_else(|| by_name(drawn, &PLAYERS, Role::Entrance));
        let start = start.or_else(|| of_role(drawn, Role::Entrance)).or_else(|| {
            let mut entrances = entrances.iter().copied();
            entrances.find(|&tile| may_be(drawn, tile, &[Role::Entrance]))
        });
        let mut cast = Self { start, ..Self::default() };
        if moving.is_some() {
            cast.find_ends(drawn, unknown);
            cast.find_locks(drawn);
        }
        let start = cast.start.map_or(TileSet::EMPTY, TileSet::only);
        cast.players = players.filter(|players| !players.is_disjoint(start)).unwrap_or(start);
        cast.goals = drawn.tiles().into_iter().filter(|&tile| cast.is_goal(drawn, tile)).collect();
        let few = unknown.iter().copied().filter(|&tile| {
            drawn.share(tile) < FEW && !drawn.is_solid(tile) && cast.start != Some(tile)
        });
        cast.few = few.collect();
        cast.find_roles(drawn, moving, unknown);
        cast
    }

    /// Whether ways start or end at a tile.
    pub(crate) fn is_end(&self, tile: Tile) -> bool {
        [self.start, self.exit].contains(&Some(tile))
    }

    /// Whether the name of a tile marks it as a door.
    pub(crate) fn is_door(&self, drawn: &DrawnLevels, tile: Tile) -> bool {
        is_called_door(drawn, tile) && !self.is_end(tile)
    }

    /// Whether a tile is a door with a key.
    pub(crate) fn is_lock(&self, tile: Tile) -> bool {
        self.locks.iter().any(|&(door, _)| door == tile)
    }

    fn is_goal(&self, drawn: &DrawnLevels, tile: Tile) -> bool {
        let is_named = match drawn.named_role(tile) {
            Some(role) => GOAL_ROLES.contains(&role),
            None => has_word(drawn, tile, &GOALS),
        };
        let is_named = is_named || self.exit == Some(tile);
        is_named && !drawn.is_solid(tile) && Some(tile) != self.start && !self.is_lock(tile)
    }

    /// Finds the start and the exit among tiles that occur once in every drawing.
    fn find_ends(&mut self, drawn: &DrawnLevels, unknown: &[Tile]) {
        let mut singles: Vec<Tile> =
            unknown.iter().copied().filter(|&tile| drawn.is_single(tile)).collect();
        singles.retain(|&tile| {
            let is_open = !drawn.is_solid(tile) && Some(tile) != self.start;
            is_open && drawn.named_role(tile).is_none()
        });
        singles.sort_by_key(|&tile| drawn.columns_before(tile));
        if self.start.is_none() && !singles.is_empty() {
            let tile = singles.remove(0);
            self.start = Some(tile);
            self.roles.push((tile, Role::Entrance, "there is one in every drawing".into()));
        }
        let named = of_role(drawn, Role::Exit).or_else(|| by_name(drawn, &ENDS, Role::Exit));
        let named = named.filter(|&tile| Some(tile) != self.start);
        let Some(start) = self.start else { return };
        self.exit = named.or_else(|| {
            let ways =
                singles.iter().filter_map(|&tile| Some((drawn.steps_between(start, tile)?, tile)));
            let (_, exit) = ways.max_by_key(|&(steps, _)| steps)?;
            let why = format!(
                "there is one in every drawing, and the longest way from {} leads there",
                drawn.name(start)
            );
            self.roles.push((exit, Role::Exit, why));
            Some(exit)
        });
    }

    /// Finds doors that cut off something, and their keys.
    fn find_locks(&mut self, drawn: &DrawnLevels) {
        let Some(start) = self.start else { return };
        let doors = drawn.tiles().into_iter().filter(|&tile| {
            let is_locked = drawn.named_role(tile) == Some(Role::LockedDoor);
            let is_lock = is_locked || cuts(drawn, start, tile) || has_own_key(drawn, tile);
            tile != start && may_be(drawn, tile, &DOOR_ROLES) && is_lock
        });
        let mut locks: Vec<(Tile, Tile)> =
            doors.filter_map(|door| Some((door, key_of(drawn, door)?))).collect();
        locks.truncate(N_LOCKS_MAX);
        self.locks = in_order(drawn, start, locks);
        for &(door, key) in &self.locks {
            let is_named = is_called_door(drawn, door) && is_called_key(drawn, key);
            if !is_named {
                let why =
                    format!("only ways over it lead on, and {} is written alike", drawn.name(key));
                self.roles.push((door, Role::LockedDoor, why));
                let why = format!("{} is written alike", drawn.name(door));
                self.roles.push((key, Role::Key, why));
            }
        }
    }

    /// Assigns roles to other tiles whose names do not state one.
    fn find_roles(&mut self, drawn: &DrawnLevels, moving: Option<Moving>, unknown: &[Tile]) {
        for tile in drawn.tiles() {
            let has_role = self.roles.iter().any(|&(roled, ..)| roled == tile);
            if let Some(role) = drawn.said(tile).filter(|_| !has_role) {
                self.roles.push((tile, role, String::new()));
            }
        }
        if moving.is_none() {
            return;
        }
        let most = drawn.tiles().into_iter().find(|&tile| !drawn.is_solid(tile));
        for &tile in unknown {
            if self.roles.iter().any(|&(roled, ..)| roled == tile) {
                continue;
            }
            let is_few = drawn.share(tile) < FEW;
            let (role, why) = match (drawn.is_solid(tile), is_few) {
                (true, _) if drawn.encloses(tile) => (Role::Wall, "it encloses every drawing"),
                (true, false) => (Role::Wall, "there is much of it, and nobody enters it"),
                (true, true) => (Role::Decoration, "there are few, and nobody enters it"),
                (false, _) if Some(tile) == most => {
                    (Role::Floor, "most of what can be entered is this")
                }
                (false, false) => (Role::Floor, "there is much of it, and it can be entered"),
                (false, true) if drawn.lies_together(tile) => {
                    (Role::Floor, "its cells lie together, and can be entered")
                }
                (false, true) => (Role::Loot, "there are few, and they can be entered"),
            };
            self.roles.push((tile, role, why.into()));
        }
    }
}

/// The first tile for which the legend names this role; one that every drawing has once comes first.
fn of_role(drawn: &DrawnLevels, role: Role) -> Option<Tile> {
    let mut tiles = drawn.tiles();
    tiles.retain(|&tile| drawn.named_role(tile) == Some(role));
    let single = tiles.iter().copied().find(|&tile| drawn.is_single(tile));
    single.or(tiles.first().copied())
}

/// Whether the legend names one of these roles for a tile, or none.
fn may_be(drawn: &DrawnLevels, tile: Tile, roles: &[Role]) -> bool {
    drawn.named_role(tile).is_none_or(|role| roles.contains(&role))
}

/// Whether a tile is a door, by the legend or its name.
fn is_called_door(drawn: &DrawnLevels, tile: Tile) -> bool {
    let is_named = drawn.named_role(tile).is_some_and(|role| DOOR_ROLES.contains(&role));
    is_named || has_word(drawn, tile, &DOORS) && may_be(drawn, tile, &DOOR_ROLES)
}

/// Whether a tile is a key, by the legend or its name.
fn is_called_key(drawn: &DrawnLevels, tile: Tile) -> bool {
    let is_named = drawn.named_role(tile) == Some(Role::Key);
    is_named || has_word(drawn, tile, &["key"]) && may_be(drawn, tile, &[Role::Key])
}

/// The first tile with one of the words in its name, unless the legend names another role than this
/// for it; earlier words take precedence.
fn by_name(drawn: &DrawnLevels, words: &[&str], role: Role) -> Option<Tile> {
    let mut tiles = drawn.tiles();
    tiles.retain(|&tile| may_be(drawn, tile, &[role]));
    words.iter().find_map(|word| tiles.iter().copied().find(|&tile| has_word(drawn, tile, &[word])))
}

fn has_word(drawn: &DrawnLevels, tile: Tile, words: &[&str]) -> bool {
    let name = drawn.name(tile).to_lowercase();
    words.iter().any(|word| name.contains(word))
}

/// The key of a door: the tile with the same name except for the word, or the same letter in lower
/// case, or else the only key of the only door.
fn key_of(drawn: &DrawnLevels, door: Tile) -> Option<Tile> {
    let tiles = drawn.tiles();
    let name = drawn.name(door).to_lowercase();
    if is_called_door(drawn, door) {
        let mut keys = tiles.clone();
        keys.retain(|&tile| is_called_key(drawn, tile));
        let alike = keys.iter().copied().find(|&tile| {
            let key = drawn.name(tile).to_lowercase();
            DOORS.iter().any(|word| name.replace(word, "key") == key)
        });
        let doors = tiles.iter().filter(|&&tile| is_called_door(drawn, tile)).count();
        return alike.or_else(|| keys.first().copied().filter(|_| doors == 1 && keys.len() == 1));
    }
    let own = drawn.entity(door).character;
    tiles.into_iter().find(|&tile| {
        own.is_ascii_uppercase()
            && drawn.entity(tile).character == own.to_ascii_lowercase()
            && drawn.is_single(tile)
    })
}

/// Whether a tile is a door named after its key, such as `red_door` and `red_key`, and every
/// drawing with the door has the key.
fn has_own_key(drawn: &DrawnLevels, door: Tile) -> bool {
    let name = drawn.name(door).to_lowercase();
    let key = key_of(drawn, door).filter(|_| has_word(drawn, door, &DOORS));
    key.is_some_and(|key| {
        let key_name = drawn.name(key).to_lowercase();
        let is_own =
            DOORS.iter().any(|word| name.contains(word) && name.replace(word, "key") == key_name);
        is_own && name != "door" && drawn.counts.iter().all(|n| n.get(door) == 0 || n.get(key) > 0)
    })
}

/// Whether in all drawings some passable cells can be reached only over a tile.
fn cuts(drawn: &DrawnLevels, start: Tile, tile: Tile) -> bool {
    let from = TileSet::only(start);
    let only = TileSet::only(tile);
    let open = drawn.open().union(only);
    tile != start
        && drawn.share(tile) < 0.05
        && drawn.levels.iter().all(|level| {
            let n_doors = count(level, only);
            let [n_all, n_before] = [open, open.difference(only)].map(|over| {
                reached(level, from, over).into_iter().filter(|&is_reached| is_reached).count()
            });
            n_doors > 0 && n_before + n_doors < n_all
        })
}

/// Sorts locks so that each key can be reached before its door.
fn in_order(drawn: &DrawnLevels, start: Tile, mut locks: Vec<(Tile, Tile)>) -> Vec<(Tile, Tile)> {
    let mut ordered: Vec<(Tile, Tile)> = Vec::new();
    while !locks.is_empty() {
        let [closed, opened] = [&locks, &ordered]
            .map(|locks| locks.iter().map(|&(door, _)| door).collect::<TileSet>());
        let over = drawn.open().difference(closed).union(opened);
        let next = locks.iter().position(|&(_, key)| {
            drawn.levels.iter().all(|level| {
                let cells = reached(level, TileSet::only(start), over).into_iter();
                cells.zip(level.tiles()).any(|(is_reached, &tile)| is_reached && tile == key)
            })
        });
        ordered.push(locks.remove(next.unwrap_or(0)));
    }
    ordered
}
