//! Values of the PCG Benchmark.

use crate::pcg_benchmark::{Definition, Game, Measures, Trace};
use marahel_level::{Tile, View};

/// A definition that an expression uses, and its tile for each tile of the file.
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

#[derive(Debug)]
pub(crate) struct Benchmark {
    definition: Definition,
    game: Box<dyn Game>,
    values: Measures,
    /// Whether the values are those of the current level.
    pub(super) is_measured: bool,
}

impl Benchmark {
    pub(super) fn new(of_file: &GameOfFile) -> Self {
        let (definition, game) = (of_file.definition, of_file.begin());
        Self { definition, game, values: Measures::new(), is_measured: false }
    }

    /// Nodes that its solvers visited in the current level.
    pub(crate) fn n_nodes(&self) -> u64 {
        if self.is_measured { self.game.n_nodes() } else { 0 }
    }

    /// Writes the data by which the game compares a level with others to `trace`. Returns false,
    /// and writes nothing, if the level does not have the game's size.
    pub(crate) fn trace_to(&mut self, level: View<'_>, trace: &mut Trace) -> bool {
        let is_known = !self.value(0, level).is_nan();
        if is_known {
            self.game.trace_to(trace);
        }
        is_known
    }

    /// The difference of two levels, in 0..=1; they count as unlike from 1 on.
    pub(crate) fn distance(&mut self, left: &Trace, right: &Trace) -> f64 {
        self.game.distance(left, right)
    }

    /// A value by its index; NaN if the level does not have the game's size.
    pub(crate) fn value(&mut self, value: usize, level: View<'_>) -> f64 {
        let Definition { width, height, .. } = self.definition;
        if (level.width(), level.height()) != (width, height) {
            return f64::NAN;
        }
        if !std::mem::replace(&mut self.is_measured, true) {
            self.game.measure(level, &mut self.values);
        }
        self.values[value].1
    }
}
