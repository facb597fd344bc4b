use std::sync::Arc;

use marahel_level::{Level, Palette, Tile};
use marahel_script::{Condition, Estimator, Explorer, Operator, Walk};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::widen;
use crate::breeder::tests::task;
use crate::parts::{compare, explorer_of, here, only, rule, script_of};

const WALL: Tile = 0;
const FLOOR: Tile = 1;
const KEY: Tile = 2;

/// A level of a row with two keys.
fn level() -> Level {
    let palette = Arc::new(Palette::of_names(&task().names()).expect("few tiles"));
    Level::from_tiles(4, vec![WALL, KEY, FLOOR, KEY], palette)
}

#[test]
fn a_rule_keeps_its_ground_and_holds_at_more_cells() {
    let exactly = compare(Estimator::Distance(only(WALL)), Operator::Equal, 4.0);
    let placing = explorer_of("rorder", vec![rule(vec![here(FLOOR), exactly.clone()], KEY)]);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut n_dropped, mut n_opened) = (0, 0);
    for _ in 0..100 {
        let mut script = script_of(&task(), vec![placing.clone()]);
        assert!(widen(&mut script, KEY, &level(), &mut rng));
        let explorer = &script.explorers[0];
        let conditions = &explorer.rules[0].conditions;
        assert_eq!(conditions[0], here(FLOOR));
        // As many keys as before, but elsewhere.
        assert_eq!(explorer.changes, Some(2));
        match conditions.get(1) {
            None => n_dropped += 1,
            Some(Condition::Compare(left, operator, right)) => {
                let Condition::Compare(left_before, _, right_before) = &exactly else { panic!() };
                assert_eq!((left, right), (left_before, right_before));
                assert!(matches!(operator, Operator::LessEqual | Operator::GreaterEqual));
                n_opened += 1;
            }
            Some(Condition::Bare(_)) => panic!("{script}"),
        }
    }
    assert!(n_dropped > 20 && n_opened > 20, "{n_dropped} dropped, {n_opened} opened");
}

#[test]
fn bounds_move_outwards_and_fixed_orders_become_random() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (operator, is_wider) in [
        (Operator::Less, (|new, old| new > old) as fn(f64, f64) -> bool),
        (Operator::GreaterEqual, |new, old| new < old),
    ] {
        let bound = compare(Estimator::Distance(only(WALL)), operator, 4.0);
        let few = explorer_of("horz", vec![rule(vec![bound], KEY)]);
        let few = Explorer { changes: Some(3), ..few };
        let (mut n_moved, mut n_shuffled) = (0, 0);
        for _ in 0..100 {
            let mut script = script_of(&task(), vec![few.clone()]);
            assert!(widen(&mut script, KEY, &level(), &mut rng));
            let explorer = &script.explorers[0];
            assert_eq!(explorer.changes, Some(3));
            n_shuffled += u32::from(explorer.walk == Walk::WideRand);
            if let Some(Condition::Compare(.., Estimator::Number(new))) =
                explorer.rules[0].conditions.first()
                && *new != 4.0
            {
                assert!(is_wider(*new, 4.0), "{new}");
                n_moved += 1;
            }
        }
        assert!(n_moved > 10 && n_shuffled > 10, "{n_moved} moved, {n_shuffled} shuffled");
    }
}

#[test]
fn what_has_nothing_to_widen_stays() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let placing = explorer_of("rorder", vec![rule(vec![here(FLOOR)], KEY)]);
    let mut script = script_of(&task(), vec![placing]);
    let before = script.clone();
    assert!(!widen(&mut script, KEY, &level(), &mut rng));
    assert_eq!(script, before);
}
