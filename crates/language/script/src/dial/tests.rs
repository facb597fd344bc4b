use super::{Dial, DialError};
use crate::{Condition, Document, Edge, Estimator, Fix, Script};

/// A script with a dial in each place where one can stand.
const EVERYWHERE: &str = r#"{
    "metadata": {"min": "30x20", "max": "30x20"},
    "entities": ["empty", "solid", "foe"],
    "dials": {"length": [11, 19], "foes": [0, 8, 3], "box": [2, 6]},
    "regions": {
        "type": "bsp", "number": "foes+1", "parameters": {"min": "box x 4", "max": "2*box"}
    },
    "explorers": [
        {
            "type": "digger",
            "parameters": {"repeats": "length", "tiles": "40 - 2*length", "changes": "box/2"},
            "rules": [
                "foe < foes, all(solid) >= -0.5*foes+2 -> self(empty:2|solid:length|foe:foes)"
            ]
        },
        {"type": "greedy", "parameters": {"heuristics": "foes"}, "rules": ["-> self(empty)"]}
    ]
}"#;

fn script() -> Script {
    Script::parse(EVERYWHERE).expect("the dials are sound")
}

#[test]
fn numbers_follow_their_dials() {
    let check = |script: &Script, limits: (u64, u64, u64), n_regions, side, weights: [u32; 3]| {
        let one = &script.explorers[0];
        let (tiles, changes) = (one.tiles.expect("given"), one.changes.expect("given"));
        assert_eq!((one.repeats, tiles, changes), limits);
        let regions = script.regions.expect("there are some");
        assert_eq!(regions.number, n_regions);
        let crate::Divider::Bsp { min, max } = regions.divider else { panic!("it is bsp") };
        assert_eq!((min.width, min.height, max.width, max.height), side);
        let list = &one.rules[0].executers[0].entities.members;
        assert!(list.iter().map(|&(_, weight)| weight).eq(weights));
    };
    check(&script(), (15, 10, 2), 4, (4, 4, 8, 8), [2, 15, 3]);
    let turned = script().with_dial("length", 19.0).and_then(|one| one.with_dial("foes", 0.0));
    let turned = turned.and_then(|one| one.with_dial("box", 2.0)).expect("within the ranges");
    check(&turned, (19, 2, 1), 1, (2, 4, 4, 4), [2, 19, 0]);
    let crate::Condition::Compare(_, _, right) = &turned.explorers[0].rules[0].conditions[1] else {
        panic!("it is a comparison");
    };
    assert!(matches!(right, Estimator::Dial(_, 2.0)));
}

#[test]
fn a_document_says_the_same_dials() {
    let script = script();
    let text = script.to_string();
    assert_eq!(Script::parse(&text).expect("it was written by us"), script, "{text}");
    let turned = script.with_dial("foes", 8.0).expect("within the range");
    assert_eq!(Script::parse(&turned.to_string()).expect("written by us"), turned);
    assert_eq!(turned.dials[1], Dial { value: 8.0, ..Dial::new("foes", 0.0, 8.0) });
}

#[test]
fn forgotten_dials_leave_what_they_are_set_to() {
    let mut script = script().with_dial("length", 11.0).expect("within the range");
    let limits = script.explorers[0].repeats;
    script.forget_dials();
    let mut n = 0;
    script.for_each_dialled(|_| n += 1);
    assert_eq!((n, script.dials.len(), script.explorers[0].repeats), (0, 0, limits));
    assert_eq!(Script::parse(&script.to_string()).expect("written by us").dials, []);
}

#[test]
fn a_dial_turns_within_its_range() {
    let error = script().with_dial("lenght", 12.0).expect_err("there is none");
    assert_eq!(error.to_string(), "the script has no dial `lenght`; it has length, foes, box");
    for value in [10.9, 19.1, f64::NAN, f64::INFINITY] {
        let error = script().with_dial("length", value).expect_err("it is outside");
        assert!(matches!(error, DialError::Range { .. }), "{error}");
    }
}

/// Words that came after dials take no name away from them.
#[test]
fn a_dial_may_be_called_like_a_place() {
    let text = "{metadata: {min: 3, max: 3}, entities: ['a'], dials: {row: [4, 8], both: [0, 1]},
        explorers: [{rules: ['a > row, column < both -> self(a)']}]}";
    let script = Script::parse(text).expect("it is sound");
    let [Condition::Compare(_, _, first), Condition::Compare(column, _, second)] =
        &script.explorers[0].rules[0].conditions[..]
    else {
        panic!("there are two comparisons")
    };
    assert!(matches!(first, Estimator::Dial(_, value) if *value == 6.0), "{first:?}");
    assert!(matches!(second, Estimator::Dial(..)), "{second:?}");
    assert_eq!(*column, Estimator::Place(Edge::Left, None));
    assert!(Document::of(script).is_sound());
}

#[test]
fn mistakes_about_dials_are_explained() {
    let first = |from: &str, to: &str| {
        assert!(EVERYWHERE.contains(from), "{from}");
        let text = EVERYWHERE.replace(from, to);
        let error = Script::parse(&text).expect_err(to);
        let first = error.diagnostics()[0].clone();
        let mended = Fix::apply_all(error.diagnostics(), &text);
        (format!("{}; {}", first.message, first.help), Script::parse(&mended).is_ok())
    };
    for (from, to, expected, is_mended) in [
        ("\"length\",", "\"lenght\",", "`repeats` is `lenght`; did you mean `length`?", true),
        ("foe < foes", "foe < foess", "unknown estimator `foess`; did you mean `foes`?", true),
        ("[11, 19]", "[19, 11]", "`length` has no range; write its smallest", false),
        ("[11, 19]", "[11, 19, 20]", "`length` has no range; write its smallest", false),
        ("[11, 19]", "11", "`length` has no range; write its smallest", false),
        ("\"box\":", "\"b-x\":", "`b-x` cannot be the name of a dial; write letters", false),
        ("\"box\":", "\"solid\":", "`solid` has another meaning in rules; call", false),
        ("\"box\":", "\"random\":", "`random` has another meaning in rules; call", false),
        ("solid:length", "solid:length*foes", "the weight is `length*foes`; write a whole", false),
        ("length\",", "length+foes\",", "`repeats` is `length+foes`; write a whole", false),
        ("all(solid)", "all(solid:length)", "the weight is `length`; write a whole", false),
    ] {
        let (found, mended) = first(from, to);
        assert!(found.starts_with(expected), "{to}: {found}");
        assert_eq!(mended, is_mended, "{to}");
    }
}
