use level::UNKNOWN;

use super::{explorer, list, neighborhood, plus, with};
use crate::parse::kinds::{KINDS, Kind};
use crate::{Estimator, Replace, Walk};

#[test]
fn every_alias_names_its_explorer() {
    for (kind, names) in KINDS {
        for name in names {
            let walk = with(name, "").walk;
            let is_right = match kind {
                Kind::NarrowHorz => matches!(walk, Walk::NarrowHorz),
                Kind::NarrowVert => matches!(walk, Walk::NarrowVert),
                Kind::NarrowRand => matches!(walk, Walk::NarrowRand),
                Kind::TurtleDrunk => matches!(walk, Walk::TurtleDrunk { .. }),
                Kind::TurtleHeur => matches!(walk, Walk::TurtleHeur { .. }),
                Kind::TurtleConnect => matches!(walk, Walk::TurtleConnect { .. }),
                Kind::WideHeur => matches!(walk, Walk::WideHeur { .. }),
                Kind::WideRand => matches!(walk, Walk::WideRand),
            };
            assert!(is_right, "{name} is a {walk:?}");
        }
    }
    assert_eq!(KINDS.iter().map(|(_, names)| names.len()).sum::<usize>(), 29);
    assert_eq!(explorer("{rules: []}").walk, Walk::NarrowHorz);
}

#[test]
fn parameters_have_defaults() {
    let found = with("horz", "");
    assert_eq!((found.replace, found.out, found.repeats), (Replace::Same, None, 1));
    assert_eq!((found.tiles, found.changes), (None, None));
    assert_eq!(with("digger", "").walk, Walk::TurtleDrunk { directions: plus(), change: 0.1 });
    let random = || vec![Estimator::Random];
    assert_eq!(
        with("greedy", "").walk,
        Walk::TurtleHeur { directions: plus(), heuristics: random() }
    );
    assert_eq!(with("wide", "").walk, Walk::WideHeur { heuristics: random() });
    let entities = list(&[(0, 1), (1, 1), (2, 1)]);
    assert_eq!(with("connect", "").walk, Walk::TurtleConnect { directions: plus(), entities });
}

#[test]
fn parameters_are_strings_or_numbers() {
    for (as_string, as_number) in [
        ("repeats: '3'", "repeats: 3"),
        ("repeats: '0'", "repeats: 0"),
        ("tiles: ' 12 '", "tiles: 12"),
        ("changes: '7.0'", "changes: 7"),
        ("tiles: '9007199254740992'", "tiles: 9007199254740992"),
        ("dirprob: '0.5'", "dirprob: 0.5"),
        ("dirprob: '.5'", "dirprob: .5"),
        ("change: '1'", "change: 1"),
        ("heuristics: '5'", "heuristics: 5"),
    ] {
        for kind in ["horz", "digger", "wide"] {
            assert_eq!(with(kind, as_string), with(kind, as_number), "{as_string}");
        }
    }
    let found = with("horz", "repeats: 3, tiles: 0, changes: '7'");
    assert_eq!((found.repeats, found.tiles, found.changes), (3, Some(0), Some(7)));
    assert_eq!(with("horz", "replace: ' buffer '").replace, Replace::Buffer);
}

#[test]
fn parameters_of_other_explorers_are_ignored() {
    let found =
        with("horz", "dirprob: 'x', directions: 'nowhere', entities: 'empty', heuristics: ''");
    assert_eq!(found, with("horz", ""));
}

#[test]
fn dirprob_and_directions_win_over_their_aliases() {
    let change = |parameters| match with("digger", parameters).walk {
        Walk::TurtleDrunk { change, .. } => change,
        other => panic!("{other:?}"),
    };
    assert_eq!(change("change: 0.3"), 0.3);
    assert_eq!(change("change: 0.3, dirprob: 0.7"), 0.7);
    let directions = |parameters| match with("connect", parameters).walk {
        Walk::TurtleConnect { directions, .. } => directions,
        other => panic!("{other:?}"),
    };
    assert_eq!(directions("neighborhood: 'left'"), neighborhood("12"));
    assert_eq!(directions("neighborhood: 'left', directions: 'up'"), neighborhood("1,2"));
}

#[test]
fn out_names_what_is_outside() {
    for (out, expected) in
        [("solid", Some(1)), (" key ", Some(2)), ("unknown", Some(UNKNOWN)), ("out", None)]
    {
        assert_eq!(with("horz", &format!("out: '{out}'")).out, expected, "{out}");
    }
}

#[test]
fn heuristics_are_a_list_of_estimators() {
    let heuristics = |text: &str| match with("wide", &format!("heuristics: '{text}'")).walk {
        Walk::WideHeur { heuristics } => heuristics,
        other => panic!("{other:?}"),
    };
    let expected = vec![
        Estimator::Distance(list(&[(1, 1), (2, 1)])),
        Estimator::Random,
        Estimator::Total(list(&[(2, 1)])),
    ];
    assert_eq!(heuristics("dist(solid|key),random,key"), expected);
    assert_eq!(heuristics(" dist( solid | key ) ,\\n random , key "), expected);
}
