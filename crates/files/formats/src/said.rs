//! [`Said`]: what a file says of its game besides the levels.

/// What a file says of its game besides the levels: things that share cells, names for several
/// things, and what wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The things in a cell of each kind of tile, by its name.
    pub parts: Vec<(String, Vec<String>)>,
    /// Names for several things, of which a cell has one.
    pub groups: Vec<(String, Vec<String>)>,
    /// What has to hold to win; all of them.
    pub aims: Vec<Aim>,
    /// Things that stand still, and stop players.
    pub walls: Vec<String>,
    /// Things that stand still, and stop nobody.
    pub free: Vec<String>,
}

/// Something that has to hold to win, such as `all crates on targets`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// How many of them.
    pub quantity: Quantity,
    /// One of these things.
    pub things: Vec<String>,
    /// In a cell with one of these, if the aim says so.
    pub on: Option<Vec<String>>,
}

/// How many things an aim asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// All of them.
    All,
    /// At least one.
    Some,
    /// None.
    No,
}

impl Said {
    pub(crate) fn add(&mut self, said: Self) {
        let Self { parts, groups, aims, walls, free } = said;
        self.parts.extend(parts);
        self.groups.extend(groups);
        self.aims.extend(aims);
        self.walls.extend(walls);
        self.free.extend(free);
    }
}
