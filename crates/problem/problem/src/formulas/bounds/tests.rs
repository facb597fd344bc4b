use std::sync::Arc;

use marahel_level::Level;
use proptest::prelude::*;

use crate::tests::{PIECES, file, problem};

const EXPRESSIONS: [&str; 26] = [
    "count(floor)",
    "share(floor)",
    "entropy()",
    "regions()",
    "regions_with(floor|enemy, enemy, 1, 1)",
    "smallest_region()",
    "largest_region()",
    "longest_path()",
    "path(player, key)",
    "reachable(player, any)",
    "guarded(enemy, 2, player, key)",
    "nearest(player, enemy)",
    "near(enemy, key, 2)",
    "apart(key|enemy)",
    "dead_ends()",
    "open_rooms(floor)",
    "symmetry()",
    "symmetry(both, wall)",
    "same_neighbors()",
    "sokoban_status(player, crate, target)",
    "abs(count(floor) - count(wall)) * -2",
    "min(count(floor), 3) - max(share(wall), 1)",
    "if(count(key), 4, -count(floor))",
    "path(player, key) else -1",
    "count(floor) % 3 + 1 / count(key)",
    "count(floor) > 2 and not count(key)",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn values_are_within_their_bounds(tiles in prop::collection::vec(0_u8..8, 15)) {
        for expression in EXPRESSIONS {
            let problem = problem(&file(PIECES, expression));
            let level = Level::from_tiles(5, tiles.clone(), Arc::clone(problem.palette()));
            let mut meter = problem.meter();
            meter.judge(level.view());
            let value = meter.values();
            let definition = problem.definition();
            let node = &definition.objectives[0].node;
            let (low, high) = definition.formulas.bounds((5, 3), 8).of(node);
            prop_assert!(
                value[0].is_nan() || (low <= value[0] && value[0] <= high),
                "{expression} is {}, not in {low} to {high}", value[0]
            );
        }
    }
}
