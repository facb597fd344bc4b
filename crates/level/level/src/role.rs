//! [`Role`]: what a tile is for a game, so that a generator for one game can be used for another.

use std::fmt;

/// The role of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    #[default]
    Decoration,
}

/// Words for entrances and exits that are no hero and no gate.
const ENTRANCES: [&str; 6] = ["entrance", "entry", "start", "spawn", "up", "upstairs"];
const STAIRS: [&str; 5] = ["down", "downstairs", "stair", "stairs", "stairway"];

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
         plain field tile meadow pavement clearing void background passable",
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
    pub fn symbol(self, tile: &str) -> Option<&'static str> {
        let tile = tile.to_lowercase();
        Some(match self {
            Self::Wall => "wall",
            Self::Floor => "floor",
            Self::Door | Self::LockedDoor => "door",
            Self::Key => "key",
            Self::Entrance if words(&tile).any(|word| ENTRANCES.contains(&word)) => "entrance",
            Self::Entrance => "player",
            Self::Exit if words(&tile).any(|word| STAIRS.contains(&word)) => "stairs",
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
        let role = words(&tile).rev().find_map(|word| {
            let singular = word.strip_suffix('s').unwrap_or(word);
            ROLES.iter().find(|(.., synonyms)| {
                let mut synonyms = synonyms.split_whitespace();
                synonyms.any(|synonym| synonym == word || synonym == singular)
            })
        });
        let role = role.map(|&(role, ..)| role);
        let is_locked =
            role == Some(Self::Door) && words(&tile).any(|word| word.starts_with("lock"));
        if is_locked { Some(Self::LockedDoor) } else { role }
    }
}

fn words(tile: &str) -> impl DoubleEndedIterator<Item = &str> {
    tile.split(|letter: char| !letter.is_alphabetic())
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Role;

    #[test]
    fn each_role_has_a_name_and_each_word_one_role() {
        for role in Role::all() {
            assert_eq!(Role::of_name(role.name()), Some(role));
            assert_eq!(Role::spoken_of(role.name()), Some(role), "{role}");
        }
        let words = || super::ROLES.iter().flat_map(|(.., words)| words.split_whitespace());
        for word in words() {
            assert_eq!(words().filter(|&twin| twin == word).count(), 1, "{word}");
        }
        assert_eq!(Role::of_name("crates"), None);
    }
}
