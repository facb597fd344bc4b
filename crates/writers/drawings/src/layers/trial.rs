//! Levels of a stack, counted as its drawings are.

use marahel::Generator;
use marahel_level::{Level, Tile};
use marahel_script::Size;

use crate::layers::scene::Scene;
use crate::layers::stack::Stack;

/// Maximum number of levels to make, and of their cells; a trial needs a minimum number of levels.
const N_LEVELS: usize = 40;
const N_CELLS_MAX: usize = 40_000;
const N_LEVELS_MIN: usize = 10;

/// Some levels of a stack, in the tiles of its drawings.
pub(crate) struct Trial {
    levels: Vec<Level>,
}

impl Trial {
    /// `None` if the drawings are too large for a trial, or the script makes no levels.
    pub(crate) fn of(scene: &Scene, stack: &Stack, sizes: (Size, Size)) -> Option<Self> {
        let n_levels = N_LEVELS.min(N_CELLS_MAX * scene.frames.len() / scene.len());
        let script = stack.script(scene, sizes).filter(|_| n_levels >= N_LEVELS_MIN)?;
        let generator = Generator::new(&script);
        let levels = (0..n_levels as u64).filter_map(|seed| generator.generate(seed).ok());
        let levels: Vec<Level> = levels.collect();
        (!levels.is_empty()).then_some(Self { levels })
    }

    /// Mean number of a tile in a level.
    pub(crate) fn mean_count(&self, tile: Tile) -> f64 {
        let cells = self.levels.iter().flat_map(Level::tiles);
        cells.filter(|&&there| there == tile).count() as f64 / self.levels.len() as f64
    }

    /// The share of levels that something holds for, in 0..=1.
    pub(crate) fn share(&self, holds: impl Fn(&Level) -> bool) -> f64 {
        let n = self.levels.iter().filter(|level| holds(level)).count();
        n as f64 / self.levels.len() as f64
    }

    /// The share of levels in which two tiles lie side by side, in 0..=1.
    pub(crate) fn share_with(&self, [tile, other]: [Tile; 2]) -> f64 {
        self.share(|level| {
            let (width, tiles) = (level.width(), level.tiles());
            let touch = |near: Tile, far: Tile| {
                [near, far] == [tile, other] || [far, near] == [tile, other]
            };
            tiles.chunks(width).any(|row| row.windows(2).any(|pair| touch(pair[0], pair[1])))
                || tiles.iter().zip(&tiles[width..]).any(|(&upper, &lower)| touch(upper, lower))
        })
    }
}
