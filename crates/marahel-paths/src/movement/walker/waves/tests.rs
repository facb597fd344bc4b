use marahel_level::{Tile, TileSet, View};
use proptest::prelude::*;

use super::{Trip, Waves};
use crate::movement::walker::Walker;
use crate::movement::{Door, Movement};

const FLOOR: Tile = 0;
const WALL: Tile = 1;
const START: Tile = 2;
const GOAL: Tile = 3;
const N_TILES: Tile = 8;

/// Doors and keys, of which one opens two kinds.
fn doors() -> impl Strategy<Value = Vec<Door>> {
    let door = |door, key| Door { door, key };
    prop::sample::subsequence(vec![door(4, 5), door(6, 5), door(7, GOAL)], 0..=3)
}

fn tile() -> impl Strategy<Value = Tile> {
    prop_oneof![30 => Just(FLOOR), 12 => Just(WALL), 4 => START..N_TILES]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn waves_take_as_many_steps_as_a_walk(
        doors in doors(),
        width in prop_oneof![1_usize..20, Just(63), Just(64), Just(150)],
        tiles in prop::collection::vec(tile(), 600),
        stops in prop::collection::vec(START..N_TILES, 2..5),
        has_other_ends in any::<bool>(),
    ) {
        let height = (tiles.len() / width).min(18);
        let level = View::new(&tiles, width, height, width);
        let over = if has_other_ends { vec![FLOOR] } else { vec![FLOOR, START, GOAL, 5] };
        let movement = Movement { doors, ..Movement::plain(over.into_iter().collect()) };
        let trip = Trip::new(stops.into_iter().map(TileSet::only).collect());
        prop_assert!(Waves::suit(level, &movement));
        let mut walker = Walker::default();
        for _ in 0..2 {
            let steps = walker.steps(level, &movement, &trip);
            prop_assert_eq!(steps, walker.walk(level, &movement, &trip));
            let n_cells = steps.map_or(0, |steps| steps as usize + 1);
            prop_assert_eq!(walker.way(level, &movement, &trip).len(), n_cells);
        }
    }
}
