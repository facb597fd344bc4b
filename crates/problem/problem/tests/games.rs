//! What a caller can rely on, whatever the game.

use marahel_level::{Tile, View};
use marahel_problem::pcg_benchmark::{
    DEFINITIONS, Definition, Game, GameError, Measures, Rules, Trace, definition,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Levels with one of everything that is not solid, so that many are played.
fn levels(definition: &Definition, n: usize) -> Vec<Vec<Tile>> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let n_cells = definition.width * definition.height;
    let level = |rng: &mut ChaCha8Rng| {
        let mut tiles: Vec<Tile> =
            (0..n_cells).map(|_| Tile::from(rng.random_bool(0.85))).collect();
        for tile in 2..definition.tiles().len() as Tile {
            tiles[rng.random_range(0..n_cells as u32) as usize] = tile;
        }
        tiles
    };
    (0..n).map(|_| level(&mut rng)).collect()
}

/// Tile `t` of a level is tile `t - first` of the game.
fn from(first: usize, definition: &Definition) -> [Tile; 64] {
    let n_tiles = definition.tiles().len();
    std::array::from_fn(|tile| {
        if (first..first + n_tiles).contains(&tile) { (tile - first) as Tile } else { 0 }
    })
}

fn measure(game: &mut dyn Game, definition: &Definition, tiles: &[Tile]) -> Measures {
    let mut values = Measures::new();
    let Definition { width, height, .. } = *definition;
    game.measure(View::new(tiles, width, height, width), &mut values);
    values
}

#[test]
fn a_game_forgets_the_level_before() {
    for definition in DEFINITIONS {
        let mut used = definition.game(&from(0, &definition)).expect("a game");
        for tiles in levels(&definition, 12) {
            let mut new = definition.game(&from(0, &definition)).expect("a game");
            let of_new = measure(new.as_mut(), &definition, &tiles);
            assert_eq!(measure(used.as_mut(), &definition, &tiles), of_new, "{definition:?}");
            assert_eq!(used.trace(), new.trace(), "{definition:?}");
            assert_eq!(used.n_nodes(), new.n_nodes(), "{definition:?}");
        }
    }
}

#[test]
fn tiles_are_known_by_the_table() {
    for definition in DEFINITIONS {
        let mut one = definition.game(&from(0, &definition)).expect("a game");
        let mut other = definition.game(&from(9, &definition)).expect("a game");
        for tiles in levels(&definition, 4) {
            let shifted: Vec<Tile> = tiles.iter().map(|tile| tile + 9).collect();
            let expected = measure(one.as_mut(), &definition, &tiles);
            assert_eq!(measure(other.as_mut(), &definition, &shifted), expected);
        }
    }
}

#[test]
fn a_view_may_be_a_part_of_something_larger() {
    let definition = definition("sokoban-v0").expect("it is the library's");
    let mut game = definition.game(&from(0, &definition)).expect("a game");
    for tiles in levels(&definition, 4) {
        let wide: Vec<Tile> = tiles.chunks(5).flat_map(|row| [row, &[3, 3, 3]].concat()).collect();
        let mut values = Measures::new();
        game.measure(View::new(&wide, 5, 5, 8), &mut values);
        assert_eq!(values, measure(game.as_mut(), &definition, &tiles));
    }
}

#[test]
fn judging_allocates_nothing_once_memory_has_grown() {
    for definition in DEFINITIONS {
        let mut game = definition.game(&from(0, &definition)).expect("a game");
        let levels = levels(&definition, 12);
        let mut values = Measures::new();
        let (mut trace, mut before) = (Trace::default(), Trace::default());
        let mut judge = || {
            for tiles in &levels {
                let view = View::new(tiles, definition.width, definition.height, definition.width);
                game.measure(view, &mut values);
                std::mem::swap(&mut trace, &mut before);
                game.trace_to(&mut trace);
                game.distance(&trace, &before);
            }
        };
        // Twice, for the two traces take turns.
        judge();
        judge();
        let allocations = allocation_counter::measure(&mut judge);
        assert_eq!(allocations.count_total, 0, "{definition:?}");
    }
}

#[test]
fn sides_and_wishes_can_be_others() {
    let zelda = definition("zelda-v0").expect("it is the library's");
    let wider = Definition { width: 20, height: 3, rules: Rules::Zelda { enemies: 0 }, ..zelda };
    let mut game = wider.game(&from(0, &wider)).expect("a game");
    let mut tiles = vec![1; 60];
    (tiles[0], tiles[19], tiles[40]) = (2, 3, 4);
    let values = measure(game.as_mut(), &wider, &tiles);
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).unwrap().1;
    assert_eq!((value("player_key"), value("key_door")), (19.0, 21.0));
    assert_eq!(value("quality"), 1.0);
}

/// In the library the four searches solve this level with 100, 37, 23 and 27 nodes.
#[test]
fn a_solver_gives_up_at_the_node_where_the_library_does() {
    let tiles = [2, 1, 1, 4, 1, 1, 3, 1, 3, 1, 1, 4, 1, 1, 1];
    let found = |tiles: &[Tile], solver| {
        let rules = Rules::Sokoban { difficulty: 1, solver };
        let sokoban = Definition { name: "sokoban", width: 5, height: 3, rules };
        let mut game = sokoban.game(&from(0, &sokoban)).expect("a game");
        let values = measure(game.as_mut(), &sokoban, tiles);
        let heuristic = values.iter().find(|(name, _)| *name == "heuristic").unwrap();
        (heuristic.1, game.n_nodes())
    };
    assert_eq!(found(&tiles, 100), (0.0, 100));
    assert_eq!(found(&tiles, 23), (0.0, 3 * 23));
    assert_eq!(found(&tiles, 22), (1.0, 4 * 22));
    assert_eq!(found(&[1; 15], 22), (-1.0, 0), "nobody plays");
}

#[test]
fn the_smallest_levels_are_measured() {
    for definition in DEFINITIONS {
        if matches!(definition.rules, Rules::LodeRunner { .. }) {
            continue;
        }
        let tiny = Definition { width: 1, height: 1, ..definition };
        let mut game = tiny.game(&from(0, &tiny)).expect("a game");
        for tile in 0..definition.tiles().len() as Tile {
            let values = measure(game.as_mut(), &tiny, &[tile]);
            assert_eq!(values[0].0, "quality");
            assert!((0.0..=1.0).contains(&values[0].1), "{definition:?}: {values:?}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let refused =
        |result: Result<Box<dyn Game>, GameError>| result.expect_err("it is refused").to_string();
    let message = definition("zelda").expect_err("it is refused").to_string();
    assert!(
        message.starts_with("there is no definition \"zelda\"; there are binary-v0,"),
        "{message}"
    );

    let binary = definition("binary-v0").expect("it is the library's");
    assert_eq!(
        refused(Definition { width: 251, ..binary }.game(&[0; 64])),
        "levels of binary-v0 are 1x1 to 250x250, not 251x14"
    );
    let mut tiles = [0; 64];
    tiles[5] = 2;
    assert_eq!(
        refused(binary.game(&tiles)),
        "tile 5 of levels is tile 2 of the game, which has only 2"
    );
    let lode_runner = definition("loderunnertile-v0").expect("it is the library's");
    assert_eq!(
        refused(Definition { height: 20, ..lode_runner }.game(&[0; 64])),
        "levels of loderunnertile-v0 are 32x21, as those that they are compared with, not 32x20"
    );
    let rules = Rules::Sokoban { difficulty: 1, solver: 0 };
    assert_eq!(
        refused(Definition { rules, ..definition("sokoban-v0").expect("a game") }.game(&[0; 64])),
        "a solver looks at 1 to 16777216 nodes, not 0"
    );
}
