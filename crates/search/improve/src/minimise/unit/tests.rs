use marahel::Script;
use marahel_script::Place;
use proptest::prelude::*;

use super::{Depth, Reduced, Unit};
use crate::minimise::tests::testing::{CORPUS, reduced};

/// Takes units out of the explorers of a script.
#[track_caller]
fn check(explorers: &str, units: &[Unit], expected: &str) {
    let whole = reduced(explorers);
    let all: Vec<Unit> = Depth::ALL.into_iter().flat_map(|depth| whole.units(depth)).collect();
    assert!(units.iter().all(|unit| all.contains(unit)), "{all:#?}");
    let text = whole.without(units).script.to_string();
    let explorers = text.split_once("\"explorers\": ").expect("there are explorers").1;
    assert_eq!(explorers.split_whitespace().collect::<String>(), format!("{expected}}}"));
}

#[test]
fn parts_of_all_depths_can_go_together() {
    let explorers = r#"[
        {"type": "wide", "region": "all", "parameters": {"heuristics": "dist(a|b), random", "repeats": 3},
         "rules": ["self(a|b:2), a>1 -> self(a), all(b)", "-> self(b:3|a)"]},
        {"type": "connect", "parameters": {"entities": "a|b"}, "rules": ["-> self(b)"]}
    ]"#;
    check(
        explorers,
        &[
            Unit::Region(0),
            Unit::Parameter(0, "repeats"),
            Unit::Phrase(Place::Parameter(0, "heuristics", 1)),
            Unit::Entry(3, 0),
            Unit::Entry(5, 0),
            Unit::Weight(5, 1),
            Unit::Phrase(Place::Condition(0, 0, 1)),
            Unit::Phrase(Place::Executer(0, 0, 0)),
            Unit::Rule(0, 1),
            Unit::Entry(19, 1),
        ],
        r#"[{"type":"wide","parameters":{"heuristics":"dist(b)"},"rules":["self(b)->all(b)"]},{"type":"connect","parameters":{"directions":"plus","entities":"a"},"rules":["->self(b)"]}]"#,
    );
    check(explorers, &[Unit::Explorer(0), Unit::Explorer(1), Unit::Neighborhood(0)], "[]");
}

#[test]
fn what_must_stay_is_no_unit() {
    let whole = reduced(r#"[{"rules": ["-> self(a)"]}]"#);
    assert!(whole.units(Depth::Phrases).is_empty(), "a rule needs an executer");
    assert!(whole.units(Depth::Entries).is_empty(), "a list needs an entity");
}

#[test]
fn each_unit_of_each_script_can_be_taken_out() {
    for (file, text) in &*CORPUS {
        let whole = Reduced::new(Script::parse(text).expect("it is a script"));
        for unit in Depth::ALL.into_iter().flat_map(|depth| whole.units(depth)) {
            let without = whole.without(&[unit]).script;
            assert_ne!(
                (&without, &without.neighborhoods.0),
                (&whole.script, &whole.script.neighborhoods.0),
                "{file}: {unit:?}"
            );
            assert!(Script::parse(&without.to_string()).is_ok(), "{file}: {unit:?}");
        }
    }
}

proptest! {
    #[test]
    fn any_units_can_be_taken_out_together(
        depth in 0..Depth::ALL.len(),
        picks in prop::collection::vec(any::<bool>(), 60),
        index in any::<prop::sample::Index>(),
    ) {
        let whole = Reduced::new(Script::parse(&index.get(&CORPUS).1).expect("it is a script"));
        let units = whole.units(Depth::ALL[depth]);
        let units: Vec<Unit> =
            units.into_iter().zip(&picks).filter(|(_, is_out)| **is_out).map(|(unit, _)| unit).collect();
        let text = whole.without(&units).script.to_string();
        prop_assert!(units.is_empty() || text != whole.script.to_string());
        prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }
}
