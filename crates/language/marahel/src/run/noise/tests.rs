use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{LevelNoise, fixed, fixed_at};
use crate::program::Layout;
use crate::run::grid::Grid;

/// Number of tiles of a `width` x `height` level where the fixed noise is at least `limit`.
fn n_at_least(limit: f64, width: u32, height: u32) -> usize {
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole);
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    cells.filter(|&(x, y)| fixed(share(x, width), share(y, height)) >= limit).count()
}

#[test]
fn fixed_field_has_the_released_shape() {
    assert_eq!(n_at_least(-0.5, 11, 7), 61);
    assert_eq!(n_at_least(-0.5, 5, 5), 22);
    assert_eq!(n_at_least(-0.61, 100, 100), 100 * 100);
    assert!(n_at_least(-0.6, 100, 100) < 100 * 100);
    assert!(n_at_least(0.27, 100, 100) > 0);
    assert_eq!(n_at_least(0.28, 100, 100), 0);
}

#[test]
fn field_stays_within_its_range_and_differs_between_levels() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut noise = LevelNoise::default();
    let mut field = || {
        noise.reset();
        let values: Vec<f64> = (0..400)
            .map(|n| noise.at([f64::from(n % 20) / 3.0, f64::from(n / 20) / 3.0], &mut rng))
            .collect();
        values
    };
    let (first, second) = (field(), field());
    assert_ne!(first, second);
    assert!(first.iter().chain(&second).all(|value| (-1.0..=1.0).contains(value)));
    assert!(first.iter().any(|&value| value > 0.3) && first.iter().any(|&value| value < -0.3));
    // Corners of the lattice are zero.
    assert_eq!(noise.at([3.0, 5.0], &mut rng), 0.0);
}

#[test]
fn the_fixed_field_is_the_same_in_every_region_of_a_size() {
    let mut region = Grid::default();
    let layout = Layout { border: 2, stride: 40 };
    for (width, height) in [(7, 5), (3, 4), (7, 5)] {
        region.reset(layout, width, height);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let expected = fixed(x as f64 / width as f64, y as f64 / height as f64);
            assert_eq!(fixed_at(&region, region.index(x, y)), expected, "({x}, {y})");
        }
    }
}

#[test]
fn what_is_known_is_what_would_be_computed() {
    let layout = Layout { border: 1, stride: 10 };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut noise = LevelNoise::default();
    let mut region = Grid::default();
    for (width, height, n_cells, is_new) in [
        (8, 4, 10.0, true),
        (8, 4, 10.0, false),
        (8, 4, 2.5, false),
        (5, 6, 2.5, false),
        (5, 6, 2.5, true),
    ] {
        if is_new {
            noise.reset();
        }
        region.reset(layout, width, height);
        for _ in 0..2 {
            let known = noise.at_cell(&region, region.index(3, 1), n_cells, &mut rng);
            let place = [3.0 / width as f64 * n_cells, 1.0 / height as f64 * n_cells];
            assert_eq!(known, noise.at(place, &mut rng), "{width}x{height}, {n_cells}");
        }
    }
}
