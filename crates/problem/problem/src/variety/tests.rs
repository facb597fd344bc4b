use marahel_level::{TileSet, View};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

const WANTED: VarietyGoals = VarietyGoals {
    diversity: 0.0,
    is_thinned: false,
    way: 0.5,
    has_ways: true,
    n_unlike: 4.0,
    n_different: 9.0,
    floor: 0.25,
    tiles: Some(0.5),
    length: 1.0,
    width: 0.0,
};

/// The variety of levels of four cells, each written as its tiles: 1 is floor,
/// 2 is floor on the way, 3 is floor with a monster on it.
fn variety(wanted: VarietyGoals, levels: &[[u8; 4]]) -> Variety {
    let mut variety = Variety::new(wanted);
    for tiles in levels {
        variety.add(
            level_hash(View::new(tiles, 4, 1, 4)),
            &signature(*tiles),
            0,
            Signature::differences,
        );
    }
    variety
}

fn signature(tiles: [u8; 4]) -> Signature {
    let mut signature = Signature::default();
    signature.begin(View::new(&tiles, 4, 1, 4), TileSet::entities(4).difference(TileSet::only(0)));
    for (cell, tile) in tiles.into_iter().enumerate() {
        if tile == 2 {
            signature.way.insert(cell);
        }
    }
    signature
}

#[test]
fn equal_levels_have_none() {
    let found = variety(WANTED, &[[1, 2, 0, 0]; 9]);
    assert_eq!((found.n_unlike(), found.floor_difference(), found.n_different()), (1.0, 0.0, 1));
    assert_eq!(
        (found.unlike_share(), found.rough_share(), found.n_effective()),
        (0.0, 0.0, Some(1.0))
    );
    assert_eq!(found.n_unlike_error(), Some(0.0));
}

#[test]
fn monsters_on_one_floor_plan_buy_nothing_but_different_tiles() {
    let found = variety(WANTED, &[[1, 2, 3, 0], [3, 2, 1, 0], [1, 2, 1, 0], [3, 2, 3, 0]]);
    assert_eq!((found.n_unlike(), found.floor_difference()), (1.0, 0.0));
    assert_eq!(found.n_different(), 4);
    assert!(found.rough_share() > 0.0);
}

#[test]
fn ways_and_floor_plans_are_told_apart() {
    let other_floor = variety(WANTED, &[[2, 0, 0, 0], [2, 1, 1, 0]]);
    assert_eq!((other_floor.n_unlike(), other_floor.floor_difference()), (1.0, 0.5));
    let other_way = variety(WANTED, &[[2, 1, 0, 0], [1, 2, 0, 0]]);
    // One pair that is not alike, and half a pair of equals.
    assert_eq!((other_way.n_unlike(), other_way.floor_difference()), (3.0, 0.0));
    // Of what the ways use, one of three differs: two thirds of what is unlike.
    let similar = variety(WANTED, &[[2, 2, 0, 0], [1, 2, 0, 0]]);
    assert!((similar.n_unlike() - 1.5 / (1.0 / 3.0 + 0.5)).abs() < 1e-12);
}

#[test]
fn without_ways_floor_plans_count() {
    let wanted = VarietyGoals { has_ways: false, ..WANTED };
    assert_eq!(variety(wanted, &[[2, 0, 0, 0], [1, 1, 1, 0]]).n_unlike(), 3.0);
    assert_eq!(variety(wanted, &[[2, 1, 1, 0], [1, 2, 1, 0]]).n_unlike(), 1.0);
}

#[test]
fn few_kinds_of_levels_are_few_however_unlike() {
    let (a, b) = ([2, 1, 0, 0], [0, 0, 1, 2]);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let levels: Vec<[u8; 4]> = (0..300).map(|_| if rng.random_bool(0.5) { a } else { b }).collect();
    let found = variety(WANTED, &levels).n_unlike();
    assert!((found - 2.0).abs() < 0.3, "{found}");
}

#[test]
fn levels_of_different_strata_are_not_compared() {
    let (a, b) = ([2, 1, 0, 0], [0, 0, 1, 2]);
    let mut variety = Variety::new(WANTED);
    for index in 0..20 {
        let tiles = if index % 2 == 0 { a } else { b };
        variety.add(
            level_hash(View::new(&tiles, 4, 1, 4)),
            &signature(tiles),
            index % 2,
            Signature::differences,
        );
    }
    assert_eq!(variety.n_unlike(), 1.0);
}

#[test]
fn repeated_levels_are_counted_by_how_likely_they_are() {
    let (a, b) = ([1, 0, 0, 0], [0, 1, 0, 0]);
    // Of six pairs two are equal.
    assert_eq!(variety(WANTED, &[a, b, a, b]).n_effective(), Some(3.0));
    assert!((variety(WANTED, &[a, b, a, b]).different_share() - 0.5).abs() < 1e-12);
    assert_eq!(variety(WANTED, &[a]).n_effective(), None);
    assert_eq!(variety(WANTED, &[a, b]).n_effective(), None);
}

#[test]
fn no_levels_are_no_variety() {
    let none = variety(WANTED, &[]);
    assert_eq!((none.n_unlike(), none.unlike_share(), none.rough_share()), (1.0, 0.0, 0.0));
    assert_eq!((none.floor_share(), none.different_share()), (0.0, 0.0));
    let nothing_asked = VarietyGoals { floor: 0.0, ..WANTED };
    assert_eq!(variety(nothing_asked, &[[1; 4]]).floor_share(), 1.0);
}

#[test]
fn tiles_count_as_wide_only_in_levels_with_what_is_demanded_of_them() {
    let mut wide = Variety::new(VarietyGoals { width: 0.5, ..WANTED });
    let mut no_goal = Variety::new(WANTED);
    for cell in 0..4 {
        let mut tiles = [0; 4];
        tiles[cell] = 1;
        let level = View::new(&tiles, 4, 1, 4);
        wide.stand(level, TileSet::only(1));
        no_goal.stand(level, TileSet::only(1));
    }
    // Never twice in one place: as wide as can be, and more than enough.
    assert_eq!((wide.width_share(1), wide.width_share(0)), (1.0, 0.0));
    assert_eq!(wide.mean_width(), 0.5);
    assert_eq!((no_goal.width_share(0), no_goal.mean_width()), (1.0, 1.0));
}

#[test]
fn young_searches_ask_for_other_tiles_or_for_unlike_levels() {
    let levels = [[1, 2, 3, 0], [3, 2, 1, 0]];
    assert_eq!(variety(WANTED, &levels).rough_share(), 1.0);
    let unlike = VarietyGoals { tiles: None, ..WANTED };
    assert_eq!(variety(unlike, &levels).rough_share(), 0.0);
}

#[test]
fn diversity_is_the_share_of_a_hundred_levels_that_is_unlike_all_others() {
    let share = |n_alike: u64, diversity: f64| {
        let mut variety = Variety::new(VarietyGoals { diversity, ..WANTED });
        (variety.n_alike_pairs, variety.n_pairs) = (n_alike, 1999);
        variety.diversity_share()
    };
    assert_eq!(share(500, 0.0), 1.0);
    assert_eq!(share(0, 0.5), 1.0);
    assert!((share(19, 0.5) - 2.0 * libm::pow(1.0 - 19.5 / 2000.0, 99.0)).abs() < 1e-12);
    assert!(share(400, 0.5) < 1e-6);
}

#[test]
fn thinned_sets_keep_what_is_left_of_a_random_graph() {
    // Shares of a hundred nodes that are left when those with the most neighbors go, simulated.
    for (alike, left) in [(0.01, 0.73), (0.04, 0.44), (0.1, 0.27), (0.2, 0.17), (0.5, 0.08)] {
        let mut variety = Variety::new(VarietyGoals { diversity: 1.0, is_thinned: true, ..WANTED });
        (variety.n_alike_pairs, variety.n_pairs) = ((1e6 * alike) as u64, 1_000_000);
        assert!((variety.diversity_share() - left).abs() < 0.045, "{alike}");
    }
}
