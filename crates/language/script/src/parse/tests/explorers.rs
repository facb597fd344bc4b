use marahel_level::UNKNOWN;

use super::{explorer, list, neighborhood, plus, with};
use crate::spelling::{KINDS, PARAMETERS};
use crate::{Cost, Edge, Estimator, Mirror, ParameterMut, Replace, Walk};

#[test]
fn every_alias_names_its_explorer() {
    let all = list(&[(0, 1), (1, 1), (2, 1)]);
    for kind in KINDS {
        let mut walk = (kind.walk)();
        for (_, parameter) in walk.parameters_mut() {
            if let ParameterMut::Entities(list) = parameter {
                *list = all.clone();
            }
        }
        for name in kind.names {
            assert_eq!(with(name, "").walk, walk, "{name}");
        }
    }
    assert_eq!(KINDS.iter().map(|kind| kind.names.len()).sum::<usize>(), 29);
    assert_eq!(explorer("{rules: []}").walk, Walk::NarrowHorz);
}

/// Names are told apart, and each parameter of a walk is one that scripts may have.
#[test]
fn every_explorer_has_its_own_names_and_known_parameters() {
    let mut names: Vec<&str> = KINDS.iter().flat_map(|kind| kind.names).copied().collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    for kind in KINDS {
        for (key, _) in (kind.walk)().parameters() {
            assert!(PARAMETERS.contains(&key), "`{key}` of {} is in no list", kind.names[0]);
        }
    }
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
    assert_eq!(
        with("connect", "").walk,
        Walk::TurtleConnect { directions: plus(), entities, costs: Vec::new() }
    );
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
fn mirrors_have_names() {
    assert_eq!(with("horz", "").mirror, None);
    for (name, mirror) in Mirror::NAMES {
        assert_eq!(with("connect", &format!("mirror: '{name}'")).mirror, Some(mirror));
    }
}

#[test]
fn costs_are_a_list_of_estimators() {
    let costs = |parameters: &str| match with("connect", parameters).walk {
        Walk::TurtleConnect { costs, .. } => costs,
        other => panic!("{other:?}"),
    };
    assert_eq!(costs("heuristics: 'random'"), []);
    assert_eq!(costs("costs: 1"), [Estimator::Number(1.0).into()]);
    assert_eq!(
        costs("costs: 'row, random'"),
        [Estimator::Place(Edge::Top, None), Estimator::Random].map(Cost::from)
    );
    assert_eq!(costs("costs: ['row', 'random']"), costs("costs: 'row, random'"));
    let with_conditions = costs("costs: ['row', 'key, row > 2 -> random, 4', '-> 5']");
    let texts: Vec<_> = with_conditions.iter().map(|cost| cost.conditions.len()).collect();
    assert_eq!(texts, [0, 2, 2, 0]);
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
