//! The built-in problems: the one place that names them.
//!
//! Code for any problem takes a table as an argument, and the programs pass this one. Studies of
//! papers name their problems.

use crate::{ProblemKind, Problems};

/// All problems; the first is that of configs that name none. Variants of the PCG Benchmark have
/// names, but commands about all problems leave them out.
pub static BUILT_IN: Problems = Problems { kinds: &KINDS, variants: &VARIANTS, genomes: None };

macro_rules! kind {
    ($name:literal, $published:expr) => {
        ProblemKind::new(
            $name,
            include_str!(concat!("../../problems/", $name, ".toml")),
            $published,
        )
    };
}

macro_rules! published {
    ($name:literal) => {
        Some(include_str!(concat!("../../published/", $name, ".json")))
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

macro_rules! variant {
    ($name:literal) => {
        ProblemKind::new($name, include_str!(concat!("../../problems/pcg/", $name, ".toml")), None)
    };
}

static VARIANTS: [ProblemKind; 9] = [
    variant!("binary-v0"),
    variant!("binary-wide-v0"),
    variant!("binary-large-v0"),
    variant!("zelda-v0"),
    variant!("zelda-enemies-v0"),
    variant!("zelda-large-v0"),
    variant!("sokoban-v0"),
    variant!("sokoban-complex-v0"),
    variant!("sokoban-large-v0"),
];
