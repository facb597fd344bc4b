//! Definitions of games: the eighteen of the library, and others with different numbers.

use marahel_level::{Tile, View};

use crate::pcg_benchmark::binary::Binary;
use crate::pcg_benchmark::ddave::Ddave;
use crate::pcg_benchmark::grid::Grid;
use crate::pcg_benchmark::lode_runner::{LodeRunner, SIZE};
use crate::pcg_benchmark::mdungeons::MiniDungeons;
use crate::pcg_benchmark::sokoban::Sokoban;
use crate::pcg_benchmark::zelda::Zelda;
use crate::pcg_benchmark::{Game, GameError, Measures};

/// No side of a level is longer, so that columns and rows fit a byte.
pub const SIDE_MAX: usize = 250;

/// No solver looks at more nodes.
pub const SOLVER_MAX: u32 = 1 << 24;

/// A game, the size of its levels, and its requirements.
///
/// # Examples
///
/// ```
/// use marahel_problem::pcg_benchmark::{Definition, definition};
///
/// let zelda = definition("zelda-v0")?;
/// assert_eq!((zelda.width, zelda.height), (11, 7));
/// let wider = Definition { width: 20, ..zelda };
/// assert_eq!(wider.tiles()[3], "key");
/// # Ok::<(), marahel_problem::pcg_benchmark::GameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name in the library.
    pub name: &'static str,
    /// Number of columns of a level, 1..=[`SIDE_MAX`].
    pub width: usize,
    /// Number of rows of a level, 1..=[`SIDE_MAX`].
    pub height: usize,
    /// The game and its wishes.
    pub rules: Rules,
}

/// A game, and the numbers in which its variants differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// One cave with a long way.
    Binary,
    /// A dungeon with a key and a door.
    Zelda {
        /// About how many enemies there are to be.
        enemies: u32,
    },
    /// Crates and targets.
    Sokoban {
        /// A solution takes this many times width and height of the level.
        difficulty: u32,
        /// Nodes that each of four searches looks at, 1..=[`SOLVER_MAX`].
        solver: u32,
    },
    /// Dangerous Dave: a screen of a platformer.
    Ddave {
        /// How often a solution jumps, at least.
        jumps: u32,
        /// Nodes that each of four searches looks at, 1..=[`SOLVER_MAX`].
        solver: u32,
    },
    /// `MiniDungeons`: a dungeon with monsters on the way.
    MiniDungeons {
        /// How many enemies there are to be at least, and near the way.
        enemies: u32,
        /// Nodes that each of four searches looks at, 1..=[`SOLVER_MAX`].
        solver: u32,
    },
    /// Lode Runner with a tile for each cell.
    LodeRunner {
        /// How much gold there is to be at least, and at most twice as much.
        gold: u32,
        /// How many enemies there are to be at least, and at most twice as many.
        enemies: u32,
    },
}

/// The definitions of the library for these games.
pub const DEFINITIONS: [Definition; 18] = {
    const fn of(name: &'static str, (width, height): (usize, usize), rules: Rules) -> Definition {
        Definition { name, width, height, rules }
    }
    use Rules::{Binary, Ddave, LodeRunner, MiniDungeons, Sokoban, Zelda};
    [
        of("binary-v0", (14, 14), Binary),
        of("binary-wide-v0", (28, 14), Binary),
        of("binary-large-v0", (28, 28), Binary),
        of("zelda-v0", (11, 7), Zelda { enemies: 3 }),
        of("zelda-enemies-v0", (11, 7), Zelda { enemies: 12 }),
        of("zelda-large-v0", (18, 12), Zelda { enemies: 8 }),
        of("sokoban-v0", (5, 5), Sokoban { difficulty: 1, solver: 5_000 }),
        of("sokoban-complex-v0", (5, 5), Sokoban { difficulty: 4, solver: 20_000 }),
        of("sokoban-large-v0", (8, 8), Sokoban { difficulty: 3, solver: 10_000 }),
        of("ddave-v0", (11, 7), Ddave { jumps: 2, solver: 5_000 }),
        of("ddave-complex-v0", (11, 7), Ddave { jumps: 6, solver: 5_000 }),
        of("ddave-large-v0", (17, 11), Ddave { jumps: 10, solver: 5_000 }),
        of("mdungeons-v0", (8, 12), MiniDungeons { enemies: 8, solver: 5_000 }),
        of("mdungeons-enemies-v0", (8, 12), MiniDungeons { enemies: 16, solver: 5_000 }),
        of("mdungeons-large-v0", (16, 24), MiniDungeons { enemies: 16, solver: 10_000 }),
        of("loderunnertile-v0", (32, 21), LodeRunner { gold: 6, enemies: 3 }),
        of("loderunnertile-gold-v0", (32, 21), LodeRunner { gold: 18, enemies: 3 }),
        of("loderunnertile-enemies-v0", (32, 21), LodeRunner { gold: 6, enemies: 12 }),
    ]
};

/// The definition with a name.
pub fn definition(name: &str) -> Result<Definition, GameError> {
    let row = DEFINITIONS.iter().find(|definition| definition.name == name);
    row.copied().ok_or_else(|| {
        let names: Vec<&str> = DEFINITIONS.iter().map(|definition| definition.name).collect();
        GameError(format!("there is no definition {name:?}; there are {}", names.join(", ")))
    })
}

impl Definition {
    /// The names of the game's tiles in the order of the library's numbers;
    /// the first is the solid one.
    pub fn tiles(&self) -> &'static [&'static str] {
        match self.rules {
            Rules::Binary => crate::pcg_benchmark::binary::TILES,
            Rules::Zelda { .. } => crate::pcg_benchmark::zelda::TILES,
            Rules::Sokoban { .. } => crate::pcg_benchmark::sokoban::TILES,
            Rules::Ddave { .. } => crate::pcg_benchmark::ddave::TILES,
            Rules::MiniDungeons { .. } => crate::pcg_benchmark::mdungeons::TILES,
            Rules::LodeRunner { .. } => crate::pcg_benchmark::lode_runner::TILES,
        }
    }

    /// The game, for levels whose tile `t` is tile `tiles[t]` of the game.
    pub fn game(&self, tiles: &[Tile; 64]) -> Result<Box<dyn Game>, GameError> {
        self.check()?;
        let grid = Grid::new((self.width, self.height), tiles, self.tiles())?;
        Ok(match self.rules {
            Rules::Binary => Box::new(Binary::new(grid)),
            Rules::Zelda { enemies } => Box::new(Zelda::new(grid, enemies)),
            Rules::Sokoban { difficulty, solver } => {
                Box::new(Sokoban::new(grid, difficulty, solver))
            }
            Rules::Ddave { jumps, solver } => Box::new(Ddave::new(grid, jumps, solver)),
            Rules::MiniDungeons { enemies, solver } => {
                Box::new(MiniDungeons::new(grid, enemies, solver))
            }
            Rules::LodeRunner { gold, enemies } => Box::new(LodeRunner::new(grid, gold, enemies)),
        })
    }

    /// Refuses sizes and solvers that no game has.
    fn check(&self) -> Result<(), GameError> {
        let Self { name, width, height, .. } = *self;
        let refused = |allowed: String| {
            Err(GameError(format!("levels of {name} are {allowed}, not {width}x{height}")))
        };
        if [width, height].iter().any(|side| !(1..=SIDE_MAX).contains(side)) {
            return refused(format!("1x1 to {SIDE_MAX}x{SIDE_MAX}"));
        }
        match self.rules {
            Rules::LodeRunner { .. } if (width, height) != SIZE => {
                refused(format!("{}x{}, as those that they are compared with", SIZE.0, SIZE.1))
            }
            Rules::Sokoban { solver, .. }
            | Rules::Ddave { solver, .. }
            | Rules::MiniDungeons { solver, .. }
                if !(1..=SOLVER_MAX).contains(&solver) =>
            {
                let message = format!("a solver looks at 1 to {SOLVER_MAX} nodes, not {solver}");
                Err(GameError(message))
            }
            _ => Ok(()),
        }
    }

    /// The names of what its game measures of a level.
    pub fn names(&self) -> Result<Vec<&'static str>, GameError> {
        let mut values = Measures::new();
        let solid = vec![0; self.width * self.height];
        let level = View::new(&solid, self.width, self.height, self.width);
        self.game(&[0; 64])?.measure(level, &mut values);
        Ok(values.into_iter().map(|(name, _)| name).collect())
    }
}
