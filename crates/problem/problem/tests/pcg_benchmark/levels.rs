//! Levels to compare judgements on: random ones, which are all bad, and better
//! ones, by small changes of which those are kept that do no harm.

use marahel_level::{Tile, View};
use marahel_problem::pcg_benchmark::{Definition, Game, Rules};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The tiles of a level, row by row, with the numbers of the library.
pub(crate) type Tiles = Vec<Tile>;

/// A level whose tiles are all equally frequent.
pub(crate) fn random(definition: &Definition, rng: &mut ChaCha8Rng) -> Tiles {
    let n_tiles = definition.tiles().len() as u32;
    let n_cells = definition.width * definition.height;
    (0..n_cells).map(|_| rng.random_range(0..n_tiles) as Tile).collect()
}

/// At least `n` levels from random to as good as they get.
pub(crate) fn better(definition: &Definition, n: usize, seed: u64) -> Vec<Tiles> {
    let mut game = definition.game(&identity(definition)).expect("it is the library's");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut levels = Vec::new();
    while levels.len() < n {
        levels.extend(climb(definition, game.as_mut(), &mut rng));
    }
    levels
}

/// Tiles of the library as they are, and of all other numbers the solid one.
pub(crate) fn identity(definition: &Definition) -> [Tile; 64] {
    let n_tiles = definition.tiles().len();
    std::array::from_fn(|tile| if tile < n_tiles { tile as Tile } else { 0 })
}

/// One way up from a sketch: its last level, and some before it, each better
/// than all before it or as good and a hundred steps later.
fn climb(definition: &Definition, game: &mut dyn Game, rng: &mut ChaCha8Rng) -> Vec<Tiles> {
    const N_KEPT: usize = 5;
    let n_steps = match definition.rules {
        Rules::Sokoban { .. } => 400,
        Rules::Binary | Rules::Ddave { .. } | Rules::MiniDungeons { .. } => 600,
        Rules::LodeRunner { .. } => 4_000,
        Rules::Zelda { .. } => 1_500,
    };
    let mut values = Vec::new();
    let mut quality = |tiles: &[Tile]| {
        game.measure(
            View::new(tiles, definition.width, definition.height, definition.width),
            &mut values,
        );
        values[0].1
    };
    let mut level = sketch(definition, rng);
    let mut best = quality(&level);
    let mut kept = Vec::new();
    for step in 0..n_steps {
        let changed = change(definition, &level, rng);
        let of_changed = quality(&changed);
        if of_changed >= best {
            if of_changed > best || step % 100 == 0 {
                kept.push(changed.clone());
            }
            (level, best) = (changed, of_changed);
        }
    }
    let every = kept.len().div_ceil(N_KEPT).max(1);
    kept.into_iter().rev().step_by(every).collect()
}

/// A level with as many of everything as may be right.
fn sketch(definition: &Definition, rng: &mut ChaCha8Rng) -> Tiles {
    let (width, height) = (definition.width, definition.height);
    let share_solid = rng.random_range(0.1..0.5);
    let mut level: Tiles =
        (0..width * height).map(|_| Tile::from(!rng.random_bool(share_solid))).collect();
    let counts: &[usize] = match definition.rules {
        Rules::Binary => &[],
        Rules::Zelda { enemies } => &[1, 1, 1, enemies as usize],
        Rules::Sokoban { .. } => match rng.random_range(0..3_u32) {
            0 => &[1, 1, 1],
            1 => &[1, 2, 2],
            _ => &[1, 3, 3],
        },
        Rules::Ddave { .. } => &[1, 1, 2, 1, 3],
        Rules::MiniDungeons { enemies, .. } if rng.random_bool(0.5) => {
            level = corridor(definition, enemies, rng);
            &[]
        }
        Rules::MiniDungeons { enemies, .. } => {
            &[1, 1, 3, 4, enemies as usize / 2, enemies as usize / 2]
        }
        Rules::LodeRunner { gold, enemies } => {
            level = storeys(width, height, rng);
            &[1, gold as usize, enemies as usize]
        }
    };
    for (&count, tile) in counts.iter().zip(2..) {
        for _ in 0..count {
            let cell = rng.random_range(0..level.len() as u32) as usize;
            level[cell] = tile;
        }
    }
    level
}

/// One way through all rows, to and fro, with enough potions among the enemies.
fn corridor(definition: &Definition, enemies: u32, rng: &mut ChaCha8Rng) -> Tiles {
    const PLAYER: Tile = 2;
    const EXIT: Tile = 3;
    const POTION: Tile = 4;
    const TREASURE: Tile = 5;
    const GOBLIN: Tile = 6;
    let (width, height) = (definition.width, definition.height);
    let mut way = Vec::new();
    for y in 0..height {
        let row = y * width..(y + 1) * width;
        match y % 4 {
            0 => way.extend(row),
            1 if y + 1 < height => way.push(row.end - 1),
            2 => way.extend(row.rev()),
            3 if y + 1 < height => way.push(row.start),
            _ => {}
        }
    }
    let mut level = vec![0; width * height];
    for &cell in &way {
        level[cell] = 1;
    }
    let mut things = vec![PLAYER];
    for index in 0..enemies {
        things.push(GOBLIN);
        if index % 2 == 1 {
            things.push(POTION);
        }
        if rng.random_bool(0.3) {
            things.push(TREASURE);
        }
    }
    things.push(EXIT);
    let mut places: Vec<usize> = Vec::new();
    while places.len() < things.len().min(way.len()) {
        let index = rng.random_range(0..way.len() as u32) as usize;
        if !places.contains(&index) {
            places.push(index);
        }
    }
    places.sort_unstable();
    places.iter().zip(things).for_each(|(&index, thing)| level[way[index]] = thing);
    level
}

/// Floors with gaps, and ladders and ropes between them.
fn storeys(width: usize, height: usize, rng: &mut ChaCha8Rng) -> Tiles {
    const LADDER: Tile = 5;
    const ROPE: Tile = 6;
    let mut level = vec![1; width * height];
    let mut below = height;
    while below > 4 {
        let floor = below - rng.random_range(3..6_u32).min(below as u32 - 1) as usize;
        let (mut x, gap) = (0, rng.random_range(0.0..0.3));
        while x < width {
            let end = (x + rng.random_range(2..12_u32) as usize).min(width);
            let tile = u8::from(rng.random_bool(gap));
            let tile = if tile == 1 && rng.random_bool(0.5) { ROPE } else { tile };
            level[floor * width + x..floor * width + end].fill(tile);
            x = end;
        }
        for _ in 0..rng.random_range(1..4_u32) {
            let x = rng.random_range(0..width as u32) as usize;
            (floor..below).for_each(|y| level[y * width + x] = LADDER);
        }
        below = floor;
    }
    level
}

/// A level with a few other tiles, or a few that changed places.
fn change(definition: &Definition, level: &Tiles, rng: &mut ChaCha8Rng) -> Tiles {
    let mut level = level.clone();
    let n_cells = level.len() as u32;
    let n_tiles = definition.tiles().len() as u32;
    for _ in 0..rng.random_range(1..4_u32) {
        let cell = rng.random_range(0..n_cells) as usize;
        match rng.random_range(0..4_u32) {
            0 => level[cell] = rng.random_range(0..n_tiles) as Tile,
            1 | 2 => level[cell] = Tile::from(rng.random_bool(0.6)),
            _ => {
                let other = rng.random_range(0..n_cells) as usize;
                level.swap(cell, other);
            }
        }
    }
    level
}
