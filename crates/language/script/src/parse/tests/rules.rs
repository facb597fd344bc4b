use marahel_level::{OUT, UNKNOWN};

use super::{condition, estimator, list, neighborhood, parse, rule, script_of};
use crate::spelling::estimator_words;
use crate::{Condition, Edge, Estimator, Mirror, Operator};

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
    let text = "all ( solid | key : 2 ) >= 3 , random< 0.5 -> self( empty:1 | key ) , plus (any)";
    assert_eq!(loose.text.as_str(), text, "white space is single");
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
    let cases = [
        ("5", Estimator::Number(5.0)),
        ("+2.5e1", Estimator::Number(25.0)),
        ("random", Estimator::Random),
        ("noise", Estimator::Noise { scale: 1 }),
        ("noise3", Estimator::Noise { scale: 3 }),
        ("noise0", Estimator::Noise { scale: 1 }),
        ("column", Estimator::Place(Edge::Left, None)),
        ("row", Estimator::Place(Edge::Top, None)),
        ("from_right", Estimator::Place(Edge::Right, None)),
        ("from_bottom", Estimator::Place(Edge::Bottom, None)),
        ("column2", Estimator::Place(Edge::Left, Some(2))),
        ("from_bottom10", Estimator::Place(Edge::Bottom, Some(10))),
        ("percent", Estimator::Percent),
        ("cpercent", Estimator::ChangePercent),
        ("rpercent", Estimator::RepeatPercent),
        ("key", Estimator::Total(list(&[(2, 1)]))),
        ("unknown", Estimator::Total(list(&[(UNKNOWN, 1)]))),
        ("out", Estimator::Total(list(&[(OUT, 1)]))),
        ("entity", Estimator::Total(list(&[(0, 1), (1, 1), (2, 1)]))),
        ("any", Estimator::Total(list(&[(0, 1), (1, 1), (2, 1), (UNKNOWN, 1)]))),
        ("dist(key|out)", Estimator::Distance(list(&[(2, 1), (OUT, 1)]))),
        ("left_right(key)", Estimator::Image(Mirror::LeftRight, list(&[(2, 1)]))),
        ("top_bottom(key)", Estimator::Image(Mirror::TopBottom, list(&[(2, 1)]))),
        ("both(key)", Estimator::Image(Mirror::Both, list(&[(2, 1)]))),
        ("half_turn(key)", Estimator::Image(Mirror::HalfTurn, list(&[(2, 1)]))),
        ("quarter_turns(key)", Estimator::Image(Mirror::QuarterTurns, list(&[(2, 1)]))),
        (
            "up(any)",
            Estimator::Neighborhood(
                neighborhood("1,2"),
                list(&[(0, 1), (1, 1), (2, 1), (UNKNOWN, 1)]),
            ),
        ),
    ];
    for word in estimator_words() {
        let is_case = |(text, _): &(&str, _)| text.split('(').next() == Some(word);
        assert!(cases.iter().any(is_case), "no case of `{word}`");
    }
    for (text, expected) in cases {
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

/// A fix says what the condition said.
#[test]
fn what_denies_a_condition_is_a_mistake_whose_fix_denies_it() {
    for (written, meant) in [
        ("!self(key)", Some("self(key) == 0")),
        ("! self(key|solid)", Some("self(key|solid) == 0")),
        ("not plus(key)", Some("plus(key) == 0")),
        ("!(all(key) > 2)", Some("all(key) <= 2")),
        ("not (all(key) = 2)", Some("all(key) != 2")),
        ("!all(key) > 2", None),
        ("!random", None),
        ("!dist(key)", None),
        ("-self(key)", None),
    ] {
        let text = script_of("", &format!("{{rules: ['{written} -> self(solid)']}}"));
        let error = crate::Script::parse(&text).unwrap_err();
        let fixed = crate::Fix::apply_all(error.diagnostics(), &text);
        let expected = meant.unwrap_or(written);
        assert_eq!(fixed, text.replace(written, expected), "{written}: {error}");
    }
}

#[test]
fn a_neighborhood_may_be_called_dist() {
    let sections = "neighborhoods: {' dist ': '1,2'},";
    let found =
        parse(&script_of(sections, "{rules: ['dist(key) -> dist(key)']}")).explorers.remove(0);
    let expected = Estimator::Neighborhood(neighborhood("1,2"), list(&[(2, 1)]));
    assert_eq!(found.rules[0].conditions, [Condition::Bare(expected)]);
}
