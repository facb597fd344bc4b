//! Values of the PCG Benchmark.

use games::{Definition, Game, Measured, Trace};
use level::{Tile, View};

/// A definition that some expression names, and which of its tiles each tile of the file is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GameOfFile {
    pub(crate) definition: Definition,
    pub(crate) tiles: [Tile; 64],
}

impl GameOfFile {
    pub(crate) fn begin(&self) -> Box<dyn Game> {
        self.definition.game(&self.tiles).expect("its tiles are those of the game")
    }
}

/// The games of a file, at work.
#[derive(Debug)]
pub(crate) struct Benchmarks(Vec<Benchmark>);

#[derive(Debug)]
struct Benchmark {
    definition: Definition,
    game: Box<dyn Game>,
    values: Measured,
    /// Whether the values are those of the level at hand.
    is_measured: bool,
}

impl Benchmarks {
    pub(super) fn new(games: &[GameOfFile]) -> Self {
        let begun = |of_file: &GameOfFile| Benchmark {
            definition: of_file.definition,
            game: of_file.begin(),
            values: Measured::new(),
            is_measured: false,
        };
        Self(games.iter().map(begun).collect())
    }

    pub(super) fn forget(&mut self) {
        for benchmark in &mut self.0 {
            benchmark.is_measured = false;
        }
    }

    pub(crate) fn n_nodes(&self) -> u64 {
        let measured = self.0.iter().filter(|benchmark| benchmark.is_measured);
        measured.map(|benchmark| benchmark.game.n_nodes()).sum()
    }

    /// Writes what a game keeps of a level to compare it with others to `trace`; false for
    /// levels of another size than the game's, of which nothing is written.
    pub(crate) fn trace_to(&mut self, game: usize, level: View<'_>, trace: &mut Trace) -> bool {
        let is_known = !self.value((game, 0), level).is_nan();
        if is_known {
            self.0[game].game.trace_to(trace);
        }
        is_known
    }

    /// How much two levels of a game differ, in 0..=1; from 1 on they count as unlike.
    pub(crate) fn distance(&mut self, game: usize, one: &Trace, other: &Trace) -> f64 {
        self.0[game].game.distance(one, other)
    }

    /// A value of a game, both by number; NaN on levels of another size than the game's.
    pub(super) fn value(&mut self, (game, value): (usize, usize), level: View<'_>) -> f64 {
        let Benchmark { definition, game, values, is_measured } = &mut self.0[game];
        if (level.width(), level.height()) != (definition.width, definition.height) {
            return f64::NAN;
        }
        if !std::mem::replace(is_measured, true) {
            game.measure(level, values);
        }
        values[value].1
    }
}
