//! The table of all problems: the one place that names them.
//!
//! What is about any problem takes a table as an argument; the programs hand in
//! this one. Studies of papers name the problems that they are about.

use experiment::{ProblemKind, Problems};

/// All problems; the first is that of configs that name none.
pub static ALL: Problems = Problems(&KINDS);

macro_rules! kind {
    ($name:literal, $published:expr) => {
        ProblemKind::new(
            $name,
            include_str!(concat!("../../../problems/", $name, ".toml")),
            $published,
        )
    };
}

macro_rules! published {
    ($name:literal) => {
        Some(include_str!(concat!("../../../configs/generators/fdg20/", $name, ".json")))
    };
}

static KINDS: [ProblemKind; 9] = [
    kind!("binary", published!("binary")),
    kind!("zelda", published!("zelda")),
    kind!("sokoban", published!("sokoban")),
    kind!("roguelike", None),
    kind!("platformer", None),
    kind!("town", None),
    kind!("ddave", None),
    kind!("mdungeons", None),
    kind!("loderunner", None),
];

#[cfg(test)]
mod tests;
