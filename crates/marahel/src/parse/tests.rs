use level::{OUT, UNKNOWN};
use proptest::prelude::*;

use super::explorer::{KINDS, Kind};
use crate::neighborhood::Neighborhood;
use crate::script::{
    Condition, Divider, EntityList, Estimator, Explorer, Operator, RegionSelector, Regions,
    Replace, Rule, Script, Size, Walk,
};

/// A script with the given explorers, sections in JSON5.
fn script_of(sections: &str, explorers: &str) -> String {
    format!(
        "{{metadata: {{min: '3x3', max: '3x3'}}, entities: ['empty', 'solid', 'key'], {sections}
        explorers: [{explorers}]}}"
    )
}

#[track_caller]
fn parse(text: &str) -> Script {
    Script::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

#[track_caller]
fn explorer(explorer: &str) -> Explorer {
    parse(&script_of("", explorer)).explorers.remove(0)
}

/// An explorer of the given type with the given parameters.
#[track_caller]
fn with(kind: &str, parameters: &str) -> Explorer {
    explorer(&format!("{{type: '{kind}', parameters: {{{parameters}}}, rules: []}}"))
}

#[track_caller]
fn rule(rule: &str) -> Rule {
    explorer(&format!("{{rules: [\"{rule}\"]}}")).rules.remove(0)
}

/// The only condition of a rule.
#[track_caller]
fn condition(condition: &str) -> Condition {
    let mut conditions = rule(&format!("{condition} -> self(solid)")).conditions;
    assert_eq!(conditions.len(), 1);
    conditions.remove(0)
}

#[track_caller]
fn estimator(text: &str) -> Estimator {
    match condition(text) {
        Condition::Bare(estimator) => estimator,
        compared @ Condition::Compare(..) => panic!("{compared:?}"),
    }
}

fn list(members: &[(u8, u32)]) -> EntityList {
    EntityList { members: members.to_vec() }
}

fn neighborhood(matrix: &str) -> Neighborhood {
    Neighborhood::parse(matrix).expect("the matrix is sound")
}

fn plus() -> Neighborhood {
    neighborhood("010,131,010")
}

// Documents.

#[test]
fn a_whole_document_is_read() {
    let script = parse(
        r#"{
            "metadata": {"min": "4x5", "max": "6x7"},
            "entities": ["empty", "solid"],
            "neighborhoods": {"cross": "101,020,101"},
            "regions": {"type": "bsp", "number": "3", "parameters": {"min": "2x3", "max": "4x4"}},
            "explorers": [{
                "type": "digger",
                "region": "all",
                "parameters": {"dirprob": "0.25", "tiles": "30", "replace": "buffer"},
                "rules": ["cross(solid) > 2 -> self(empty)"]
            }]
        }"#,
    );
    let size = |width, height| Size { width, height };
    assert_eq!((script.min, script.max), (size(4, 5), size(6, 7)));
    assert_eq!(script.entities, ["empty", "solid"]);
    let divider = Divider::Bsp { min: size(2, 3), max: size(4, 4) };
    assert_eq!(script.regions, Some(Regions { divider, number: 3 }));
    let expected = Explorer {
        walk: Walk::TurtleDrunk { directions: plus(), change: 0.25 },
        region: vec![RegionSelector::All],
        replace: Replace::Buffer,
        out: None,
        repeats: 1,
        tiles: Some(30),
        changes: None,
        rules: vec![rule("plus(solid) > 2 -> self(empty)")],
    };
    let mut found = script.explorers[0].clone();
    let Condition::Compare(Estimator::Neighborhood(cross, _), ..) =
        &mut found.rules[0].conditions[0]
    else {
        panic!("{found:?}");
    };
    assert_eq!(*cross, neighborhood("101,020,101"));
    *cross = plus();
    assert_eq!(found, expected);
}

#[test]
fn json5_is_read() {
    let json5 = "// A comment,
        {metadata: {min: 3, 'max': 3,}, /* another */ entities: ['empty', \"solid\",],
         explorers: [{rules: ['self(any) \\x2d> self(solid)',],},],}";
    let json = r#"{"metadata": {"min": "3x3", "max": "3x3"}, "entities": ["empty", "solid"],
        "explorers": [{"rules": ["self(any) -> self(solid)"]}]}"#;
    assert_eq!(parse(json5), parse(json));
}

#[test]
fn sections_come_in_any_order() {
    let script = parse(
        "{explorers: [{rules: ['far(key) -> self(key)']}], neighborhoods: {far: '2001'},
          entities: ['key'], metadata: {max: 2, min: 1}}",
    );
    assert_eq!(script.explorers[0].rules.len(), 1);
}

#[test]
fn foreign_sections_are_let_through() {
    let text = "{metadata: {min: 3, max: 3, author: 'me'}, entities: ['a'], explorers: [], $schema: 'x', comment: 1}";
    assert!(parse(text).explorers.is_empty());
}

#[test]
fn sizes_are_read_in_every_spelling() {
    for (text, width, height) in [
        ("'4x5'", 4, 5),
        ("'4X5'", 4, 5),
        ("' 4 x 5 '", 4, 5),
        ("'4'", 4, 4),
        ("4", 4, 4),
        ("'4.0x5e0'", 4, 5),
        ("1e2", 100, 100),
    ] {
        let script = parse(&format!(
            "{{metadata: {{min: 1, max: {text}}}, entities: ['a'], explorers: []}}"
        ));
        assert_eq!(script.max, Size { width, height }, "{text}");
    }
}

#[test]
fn sizes_go_up_to_16_mi_tiles() {
    for size in ["4096x4096", "16777216x1", "1x16777216"] {
        let text =
            format!("{{metadata: {{min: 1, max: '{size}'}}, entities: ['a'], explorers: []}}");
        assert!(Script::parse(&text).is_ok(), "{size}");
    }
}

// Regions.

#[test]
fn dividers_have_defaults() {
    let size = |side| Size { width: side, height: side };
    let rectangle = |width, height| Size { width, height };
    let all = Size { width: u32::MAX, height: u32::MAX };
    for (regions, divider, number) in [
        ("type: 'equal'", Divider::Equal { min: size(1), max: size(1) }, 1),
        (
            "type: 'equal', number: 4, parameters: {min: 3}",
            Divider::Equal { min: size(3), max: size(3) },
            4,
        ),
        ("type: 'equal', parameters: {max: '3'}", Divider::Equal { min: size(1), max: size(3) }, 1),
        ("type: 'bsp', number: '7'", Divider::Bsp { min: size(1), max: all }, 7),
        (
            "type: 'bsp', parameters: {min: 0, max: '5x6'}",
            Divider::Bsp { min: size(1), max: rectangle(5, 6) },
            1,
        ),
        ("type: 'sampling'", Divider::Sampling { min: size(1), max: size(1), trials: None }, 1),
        (
            "type: ' sample ', parameters: {min: 2, max: 5, trials: '50'}",
            Divider::Sampling { min: size(2), max: size(5), trials: Some(50) },
            1,
        ),
        // On each axis the smaller one is `min`.
        (
            "type: 'sampling', parameters: {min: '2x9', max: '5x3'}",
            Divider::Sampling { min: rectangle(2, 3), max: rectangle(5, 9), trials: None },
            1,
        ),
    ] {
        let script = parse(&script_of(&format!("regions: {{{regions}}},"), ""));
        assert_eq!(script.regions, Some(Regions { divider, number }), "{regions}");
    }
    assert_eq!(parse(&script_of("regions: {},", "")).regions, None);
}

#[test]
fn region_lists_are_read() {
    use RegionSelector::{All, Index, Map};
    for (region, expected) in [
        ("'map'", vec![Map]),
        ("'all'", vec![All]),
        ("'0'", vec![Index(0)]),
        ("3", vec![Index(3)]),
        ("' 2 ,map,\\n0, all,2'", vec![Index(2), Map, Index(0), All, Index(2)]),
    ] {
        let found = explorer(&format!("{{region: {region}, rules: []}}"));
        assert_eq!(found.region, expected, "{region}");
    }
    assert_eq!(explorer("{rules: []}").region, [Map]);
}

// Explorers.

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

// Rules.

#[test]
fn conditions_and_executers_are_lists() {
    let found = rule("self(empty), plus(solid)>2,random<0.5 -> self(solid) ,all(key)");
    assert_eq!((found.conditions.len(), found.executers.len()), (3, 2));
    for always in ["-> self(solid)", "  ->self(solid)"] {
        assert!(rule(always).conditions.is_empty());
    }
}

#[test]
fn white_space_means_nothing() {
    let dense = rule("all(solid|key:2)>=3,random<0.5->self(empty:1|key),plus(any)");
    let loose = rule(
        "  all ( solid |\\tkey : 2 )  >=   3 ,\\n random<  0.5  ->  self( empty:1 | key ) ,  plus (any)  ",
    );
    assert_eq!(dense, loose);
}

#[test]
fn every_operator_has_its_spellings() {
    for (spelling, expected) in [
        (">", Operator::Greater),
        ("<", Operator::Less),
        (">=", Operator::GreaterEqual),
        ("<=", Operator::LessEqual),
        ("==", Operator::Equal),
        ("=", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<>", Operator::NotEqual),
    ] {
        for space in ["", " "] {
            let text = format!("key{space}{spelling}{space}1");
            let left = Estimator::Total(list(&[(2, 1)]));
            let right = Estimator::Number(1.0);
            assert_eq!(condition(&text), Condition::Compare(left, expected, right), "{text}");
        }
    }
}

#[test]
fn negative_numbers_may_follow_an_operator() {
    let compare = |operator| {
        Condition::Compare(Estimator::Noise { scale: 1 }, operator, Estimator::Number(-0.5))
    };
    assert_eq!(condition("noise>-0.5"), compare(Operator::Greater));
    assert_eq!(condition("noise<-.5"), compare(Operator::Less));
    assert_eq!(condition("noise >= -0.5"), compare(Operator::GreaterEqual));
}

#[test]
fn every_estimator_is_read() {
    for (text, expected) in [
        ("5", Estimator::Number(5.0)),
        ("+2.5e1", Estimator::Number(25.0)),
        ("random", Estimator::Random),
        ("noise", Estimator::Noise { scale: 1 }),
        ("noise3", Estimator::Noise { scale: 3 }),
        ("noise0", Estimator::Noise { scale: 1 }),
        ("percent", Estimator::Percent),
        ("cpercent", Estimator::ChangePercent),
        ("rpercent", Estimator::RepeatPercent),
        ("key", Estimator::Total(list(&[(2, 1)]))),
        ("unknown", Estimator::Total(list(&[(UNKNOWN, 1)]))),
        ("out", Estimator::Total(list(&[(OUT, 1)]))),
        ("entity", Estimator::Total(list(&[(0, 1), (1, 1), (2, 1)]))),
        ("any", Estimator::Total(list(&[(0, 1), (1, 1), (2, 1), (UNKNOWN, 1)]))),
        ("dist(key|out)", Estimator::Distance(list(&[(2, 1), (OUT, 1)]))),
        (
            "up(any)",
            Estimator::Neighborhood(
                neighborhood("1,2"),
                list(&[(0, 1), (1, 1), (2, 1), (UNKNOWN, 1)]),
            ),
        ),
    ] {
        assert_eq!(estimator(text), expected, "{text}");
    }
}

#[test]
fn lists_add_up_repeated_members() {
    for (text, expected) in [
        ("solid|key", [(1, 1), (2, 1)].as_slice()),
        ("key:3|solid|key", &[(2, 4), (1, 1)]),
        ("entity|key:2", &[(0, 1), (1, 1), (2, 3)]),
        ("solid|key:0", &[(1, 1)]),
        ("key:4294967295|key", &[(2, u32::MAX)]),
    ] {
        assert_eq!(
            estimator(&format!("dist({text})")),
            Estimator::Distance(list(expected)),
            "{text}"
        );
    }
}

#[test]
fn weights_of_executers_are_reduced() {
    for (text, expected) in [
        ("solid:50|key:50", [(1, 1), (2, 1)].as_slice()),
        ("solid:6|key:4|empty:0", &[(1, 3), (2, 2)]),
        ("solid:4000000000|key:2000000000", &[(1, 2), (2, 1)]),
        ("solid:9", &[(1, 1)]),
    ] {
        let executers = rule(&format!("-> self({text})")).executers;
        assert_eq!(executers[0].entities, list(expected), "{text}");
    }
}

#[test]
fn names_of_a_script_come_first() {
    let text = "{metadata: {min: 3, max: 3}, entities: ['5', 'random', 'dist', 'plus'],
        neighborhoods: {plus: '3', random: '12'},
        explorers: [{rules: ['5>random, dist, plus(5), random(5), dist(plus), plus -> plus(random)']}]}";
    let found = parse(text).explorers.remove(0).rules.remove(0);
    let total = |tile| Estimator::Total(list(&[(tile, 1)]));
    let expected = [
        Condition::Compare(total(0), Operator::Greater, total(1)),
        Condition::Bare(total(2)),
        Condition::Bare(Estimator::Neighborhood(neighborhood("3"), list(&[(0, 1)]))),
        Condition::Bare(Estimator::Neighborhood(neighborhood("12"), list(&[(0, 1)]))),
        Condition::Bare(Estimator::Distance(list(&[(3, 1)]))),
        Condition::Bare(total(3)),
    ];
    assert_eq!(found.conditions, expected);
    assert_eq!(found.executers[0].neighborhood, neighborhood("3"));
}

#[test]
fn a_neighborhood_may_be_called_dist() {
    let sections = "neighborhoods: {' dist ': '1,2'},";
    let found =
        parse(&script_of(sections, "{rules: ['dist(key) -> dist(key)']}")).explorers.remove(0);
    let expected = Estimator::Neighborhood(neighborhood("1,2"), list(&[(2, 1)]));
    assert_eq!(found.rules[0].conditions, [Condition::Bare(expected)]);
}

// Whatever the text, an answer, and places within the text.

/// A script with something of everything.
const WHOLE: &str = r#"{"metadata": {"min": "4x5", "max": "6x7"}, "entities": ["empty", "solid", "ü"],
 "neighborhoods": {"cross": "101,020,101"}, // a comment
 "regions": {"type": "sampling", "number": 3, "parameters": {"min": "2x3", "trials": "4"}},
 "explorers": [{"type": "greedy", "region": "all,0", "parameters": {"heuristics": "dist(out), noise2", "out": "ü"},
   'rules': ["cross(solid|ü:2)>=2, random<\u0030.5 -> self(empty), all(any)", "percent -> self(solid:3|empty)"]},
  {"type": "digger", "parameters": {"dirprob": .25, "directions": "cross", "repeats": 2}, "rules": []}]}"#;

fn check_places(text: &str) -> Result<(), TestCaseError> {
    let Err(error) = Script::parse(text) else { return Ok(()) };
    prop_assert!(!error.diagnostics().is_empty());
    let mut last = 0;
    for diagnostic in error.diagnostics() {
        let before = text.get(..diagnostic.range.start);
        prop_assert!(
            before.is_some() && text.get(diagnostic.range.clone()).is_some(),
            "{diagnostic}"
        );
        let lines: Vec<&str> = before.expect("just tested").split('\n').collect();
        prop_assert_eq!(diagnostic.line, lines.len());
        prop_assert_eq!(diagnostic.column, lines.last().map_or(1, |line| line.chars().count() + 1));
        prop_assert!(diagnostic.range.start >= last, "in the order of the document");
        last = diagnostic.range.start;
    }
    Ok(())
}

/// What mutations insert.
fn snippet() -> impl Strategy<Value = String> {
    let tokens = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        ",",
        ":",
        "(",
        ")",
        "|",
        "->",
        ">",
        "=",
        "\\",
        "\\u12",
        "\\\n",
        "//",
        "/*",
        "0",
        "-",
        "1e999",
        "99999999999999999999",
        "null",
        "true",
        "NaN",
        "é",
        "🦀",
        "\u{0}",
        "\u{feff}",
        "\n",
        " ",
        "x",
        "any",
        "dist(",
        "self(solid)",
        "noise",
        "0x1F",
        "\"type\":",
    ];
    prop_oneof![4 => proptest::sample::select(tokens.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,4}"]
}

proptest! {
    #[test]
    fn any_text_has_an_answer(text in "\\PC*") {
        check_places(&text)?;
    }

    #[test]
    fn any_rule_has_an_answer(text in "[a-z(),|:<>=!0-9. éß-]{0,40}") {
        check_places(&script_of("", &format!("{{rules: ['{text}']}}")))?;
    }

    #[test]
    fn any_matrix_has_an_answer(text in "[0-5, \\n]{0,80}") {
        let _ = Neighborhood::parse(&text);
    }

    #[test]
    fn mutated_scripts_have_an_answer(
        mutations in proptest::collection::vec((any::<proptest::sample::Index>(), 0_usize..6, snippet()), 1..5)
    ) {
        let mut characters: Vec<char> = WHOLE.chars().collect();
        for (place, n_removed, inserted) in mutations {
            let start = place.index(characters.len() + 1);
            let end = (start + n_removed).min(characters.len());
            characters.splice(start..end, inserted.chars());
        }
        check_places(&characters.into_iter().collect::<String>())?;
    }

    #[test]
    fn shortened_scripts_have_an_answer(end in any::<proptest::sample::Index>()) {
        let n_characters = end.index(WHOLE.chars().count());
        check_places(&WHOLE.chars().take(n_characters).collect::<String>())?;
    }
}

#[test]
fn the_whole_script_is_sound() {
    assert_eq!(parse(WHOLE).explorers.len(), 2);
}

#[test]
fn deep_nesting_is_an_error() {
    for open in ["[", "{a:", "(", "{\"explorers\":["] {
        let text = open.repeat(100_000);
        check_places(&text).expect("there is an answer");
        assert!(Script::parse(&text).is_err());
    }
    let rule = format!("{}solid{} -> self(solid)", "all(".repeat(50_000), ")".repeat(50_000));
    assert!(Script::parse(&script_of("", &format!("{{rules: ['{rule}']}}"))).is_err());
}

#[test]
fn long_texts_are_read_in_little_time() {
    let name = "x".repeat(1 << 20);
    let explorers = format!("{{type: '{name}', rules: ['self({name}) -> {name}(solid)']}}");
    let error = Script::parse(&script_of("", &explorers)).expect_err("the names are unknown");
    assert_eq!(error.diagnostics().len(), 3);
    let rules = "'self(any), random<0.5 -> self(solid)',".repeat(20_000);
    assert_eq!(explorer(&format!("{{rules: [{rules}]}}")).rules.len(), 20_000);
}
