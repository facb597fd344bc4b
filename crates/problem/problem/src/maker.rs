//! Makes levels: the only way from a generator to a measured level.

use marahel::{Generator, Pins, Program, RunError, Workspace};
use marahel_level::{Level, Tile, View};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::N_PINS_MAX;

/// The levels of a script to make.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Maps {
    /// The key of their random streams; level i has stream i.
    pub key: [u8; 32],
    /// Number of levels, for callers that make all.
    pub n: u32,
    /// Seed of random measurements on level 0; later levels count up from it.
    pub draw_seed: u64,
}

/// The key of [`Maps::of_seeds`], which no search has.
const OF_SEEDS: [u8; 32] = *b"level i is the one of the seed i";

impl Maps {
    /// The levels that a game makes from the seeds 0 to `n` - 1, if it sets no dials and no pins.
    pub fn of_seeds(n: u32) -> Self {
        Self { key: OF_SEEDS, n, draw_seed: 0 }
    }

    fn stream(&self, level: u32) -> ChaCha8Rng {
        match self.key {
            OF_SEEDS => ChaCha8Rng::seed_from_u64(level.into()),
            key => level_stream(key, level.into()),
        }
    }
}

/// A script and the levels to make of it.
#[derive(Clone, Copy, Debug)]
pub struct Levels<'l> {
    /// The script compiled for each combination of size, semantics and dial values: level i uses
    /// the program with index i modulo their number.
    pub programs: &'l [Program],
    /// The levels.
    pub maps: Maps,
    /// The problem's tile for each tile of the programs, if they are numbered differently; see
    /// [`Problem::tiles_of`](crate::Problem::tiles_of).
    pub names: Option<&'l [Tile; 64]>,
}

/// A level in the tiles of the problem, and its origin.
#[derive(Clone, Copy, Debug)]
pub struct MadeLevel<'m> {
    /// The finished level.
    pub level: View<'m>,
    /// The level after the first explorer, or the finished one if there are no explorers.
    pub start: View<'m>,
    /// Steps that it took, see [`Workspace::n_steps`].
    pub n_steps: u64,
    /// Its index among the levels of a script; `None` for the level of a seed, as in a game.
    pub map: Option<u32>,
    /// Seed of random measurements.
    pub draw_seed: u64,
}

/// Gets the level after each explorer, and may replace the random stream.
type Observe<'o> = &'o mut dyn FnMut(usize, View<'_>, &mut ChaCha8Rng);

/// Makes levels in reused memory.
#[derive(Debug)]
pub struct Maker<'p> {
    pinned: &'p [Level],
    /// The pins of the current level, and the indices of the levels that fit it.
    pins: Pins,
    givers: Vec<usize>,
    workspace: Workspace,
    start: Vec<Tile>,
    renamed: Vec<Tile>,
}

impl<'p> Maker<'p> {
    /// Pins cells of these levels; see [`Definition::pinned`](crate::Definition::pinned).
    pub fn new(pinned: &'p [Level]) -> Self {
        Self {
            pinned,
            pins: Pins::open(1, 1),
            givers: Vec::new(),
            workspace: Workspace::new(),
            start: Vec::new(),
            renamed: Vec::new(),
        }
    }

    /// Lets later levels fail that take more steps; see [`Workspace::limit_steps`].
    pub fn limit_steps(&mut self, n_steps: Option<u64>) {
        self.workspace.limit_steps(n_steps);
    }

    /// Makes level `map` of a script.
    pub fn make(&mut self, levels: Levels<'_>, map: u32) -> Result<MadeLevel<'_>, RunError> {
        self.make_watched(levels, map, &mut |_, _, _| ())
    }

    /// As [`make`](Self::make), with an observer as in [`Program::run`].
    pub fn make_watched(
        &mut self,
        levels: Levels<'_>,
        map: u32,
        observe: Observe<'_>,
    ) -> Result<MadeLevel<'_>, RunError> {
        let Levels { programs, maps, names } = levels;
        let program = &programs[map as usize % programs.len()];
        let mut rng = maps.stream(map);
        let has_pins = self.draw_pins(program, names, &mut rng);
        let draw_seed = maps.draw_seed.wrapping_add(map.into());
        self.run(program, has_pins, rng, observe)?;
        Ok(self.finished(names, Some(map), draw_seed))
    }

    /// The level that a game makes from a seed, by [`Generator::generate`], with the current dials
    /// and without pins.
    pub fn of_seed(
        &mut self,
        generator: &Generator,
        names: Option<&[Tile; 64]>,
        seed: u64,
    ) -> Result<MadeLevel<'_>, RunError> {
        self.run(generator.program(), false, generator.stream(seed), &mut |_, _, _| ())?;
        Ok(self.finished(names, None, seed))
    }

    fn run(
        &mut self,
        program: &Program,
        has_pins: bool,
        mut rng: ChaCha8Rng,
        observe: Observe<'_>,
    ) -> Result<(), RunError> {
        let Self { pins, workspace, start, .. } = self;
        start.clear();
        let mut observe = |explorer: usize, view: View<'_>, rng: &mut ChaCha8Rng| {
            if explorer == 0 {
                start.clear();
                view.rows().for_each(|row| start.extend_from_slice(row));
            }
            observe(explorer, view, rng);
        };
        if has_pins {
            program.run_from(pins, &mut rng, workspace, &mut observe)
        } else {
            program.run(&mut rng, workspace, &mut observe)
        }
    }

    fn finished(
        &mut self,
        names: Option<&[Tile; 64]>,
        map: Option<u32>,
        draw_seed: u64,
    ) -> MadeLevel<'_> {
        let Self { workspace, start, renamed, .. } = self;
        let level = rename(workspace.level(), names, renamed);
        if let Some(names) = names {
            for tile in &mut *start {
                *tile = names[usize::from(*tile)];
            }
        }
        let (width, height) = (level.width(), level.height());
        let start = if start.is_empty() { level } else { View::new(start, width, height, width) };
        MadeLevel { level, start, n_steps: workspace.n_steps(), map, draw_seed }
    }

    /// Draws 1 to [`N_PINS_MAX`] cells of a level that fits a program; returns whether there are
    /// any. A tile that the script does not have is not pinned.
    fn draw_pins(
        &mut self,
        program: &Program,
        names: Option<&[Tile; 64]>,
        rng: &mut ChaCha8Rng,
    ) -> bool {
        if self.pinned.is_empty() {
            return false;
        }
        self.givers.clear();
        self.givers.extend((0..self.pinned.len()).filter(|&index| {
            let level = &self.pinned[index];
            program.check_size(level.width(), level.height()).is_ok()
        }));
        if self.givers.is_empty() {
            return false;
        }
        let level = &self.pinned[self.givers[below(self.givers.len(), rng)]];
        self.pins.reset(level.width(), level.height());
        for _ in 0..=below(N_PINS_MAX, rng) {
            let (x, y) = (below(level.width(), rng), below(level.height(), rng));
            let tile = level.get(x, y);
            let own = match names {
                None => Some(tile),
                Some(names) => names.iter().position(|&name| name == tile).map(|own| own as Tile),
            };
            if let Some(own) = own {
                self.pins.pin(x, y, own);
            }
        }
        true
    }
}

/// The random stream of a level under a key.
pub fn level_stream(key: [u8; 32], level: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(level);
    rng
}

/// A random number in `0..n`; `n` must not be 0.
pub fn below(n: usize, rng: &mut dyn Rng) -> usize {
    rng.random_range(0..n as u32) as usize
}

/// The level in the problem's tiles, copied to `renamed` if they differ from the script's; `names`
/// are those of [`Problem::tiles_of`](crate::Problem::tiles_of).
pub fn rename<'v>(
    view: View<'v>,
    names: Option<&[Tile; 64]>,
    renamed: &'v mut Vec<Tile>,
) -> View<'v> {
    let Some(names) = names else { return view };
    renamed.clear();
    renamed.extend(view.rows().flatten().map(|&tile| names[usize::from(tile)]));
    View::new(renamed, view.width(), view.height(), view.width())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use marahel::{Program, Script};

    use super::{Levels, Maker, Maps};
    use crate::{Definition, Problem};

    /// Cells of the levels that a problem names are given, also to a script that numbers its
    /// tiles in another way.
    #[test]
    fn levels_keep_the_cells_that_they_are_given() {
        let text = "name = 'p'\nsize = '4x3'\nplayable = '1 == 1'\npins = ['''abab\nabab\nabab\n''']\n\
             [objectives]\na = { value = 'count(a)', range = [0, 9], zero_above = 12 }\n\
             [tiles]\na = { character = 'a' }\nb = { character = 'b' }\nc = { character = 'c' }\n";
        let definition = Definition::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let problem = Problem::with_defaults(Arc::new(definition));
        let script = "{metadata: {min: '4x3', max: '4x3'}, entities: ['c', 'b', 'a'], explorers: [
            {rules: ['-> self(c)']}, {parameters: {replace: 'buffer'}, rules: ['-> self(c)']}]}";
        let script = Script::parse(script).expect("it is sound");
        let names = problem.tiles_of(&script.entities).expect("it has these tiles");
        let programs = [Program::new(&script)];
        let maps = Maps { key: [7; 32], n: 200, draw_seed: 0 };
        let levels = Levels { programs: &programs, maps, names: names.as_ref() };
        let mut n_given = Vec::new();
        let mut maker = Maker::new(problem.definition().pinned());
        for map in 0..maps.n {
            let level = maker.make(levels, map).expect("it is small").level;
            let given = |x: usize, tile: u8| tile == 2 || usize::from(tile) == x % 2;
            assert!(level.rows().all(|row| (0..).zip(row).all(|(x, &tile)| given(x, tile))));
            n_given.push(level.rows().flatten().filter(|&&tile| tile != 2).count());
        }
        let (least, most) = (n_given.iter().min(), n_given.iter().max());
        assert_eq!((least, most > Some(&6)), (Some(&1), true), "{n_given:?}");
    }
}
