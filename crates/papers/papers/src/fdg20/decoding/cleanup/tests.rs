use proptest::prelude::*;

use super::*;

/// Checks a rule under both ways of cleaning up.
#[track_caller]
fn check(rule: &str, released: &str, intended: &str) {
    assert_eq!(Cleanup::Released.rule(rule), released, "released");
    assert_eq!(Cleanup::Intended.rule(rule), intended, "intended");
}

#[test]
fn the_released_way_loses_what_follows_the_last_bracket() {
    check(
        "plus(empty)>=3 -> self(solid)",
        "plus(empty) -> self(solid)",
        "plus(empty)>=3 -> self(solid)",
    );
    check(
        "dist(out)!=solid, x -> self(solid)",
        "dist(out), x  -> self(solid)",
        "dist(out)!=solid,x -> self(solid)",
    );
    check("solid==plus(a|a) -> self(b)", "solid==plus(a) -> self(b)", "solid==plus(a) -> self(b)");
}

#[test]
fn the_released_way_takes_two_lists_for_one() {
    check(
        "plus(a|b|b)<up(c|a|c) -> self(a)",
        "plus(a|b|b)<up(c|c) -> self(a)",
        "plus(a|b)<up(c|a) -> self(a)",
    );
    check("plus(a|a)<up(a) -> self(a)", "plus(a|a)<up(a) -> self(a)", "plus(a)<up(a) -> self(a)");
}

#[test]
fn the_released_way_keeps_spaces_around_what_has_no_bracket() {
    check(
        "noise>-0.3, random<=0.5, up( a | b ) -> self(a)",
        "noise>-0.3, random<=0.5,up(a|b) -> self(a)",
        "noise>-0.3,random<=0.5,up(a|b) -> self(a)",
    );
    check(
        "random>0.5, random>0.5 -> self(a)",
        "random>0.5, random>0.5  -> self(a)",
        "random>0.5 -> self(a)",
    );
}

#[test]
fn a_condition_with_equal_sides_is_dropped_whatever_the_operator() {
    check("a == a -> self(b)", " -> self(b)", "-> self(b)");
    check("a<a, up(a)!=up(a), b>c -> self(b)", " b>c  -> self(b)", "b>c -> self(b)");
    check("a==b -> self(b)", "a==b  -> self(b)", "a==b -> self(b)");
}

#[test]
fn sides_that_clean_up_to_the_same_are_equal_as_intended() {
    check("up(a|a)>up(a), b<c -> self(b)", "up(a|a)>up(a), b<c  -> self(b)", "b<c -> self(b)");
}

#[test]
fn repeated_conditions_and_executers_are_dropped() {
    check(
        "up(a), up(a|a), up(a)>1 -> self(b),self(b|b), up(b)",
        "up(a) -> self(b),up(b)",
        "up(a),up(a)>1 -> self(b),up(b)",
    );
}

#[test]
fn repeated_entities_of_an_executer_become_weights() {
    check("up(a) -> self(b|a|b|b|c|a)", "up(a) -> self(b:3|a:2|c)", "up(a) -> self(b:3|a:2|c)");
    check("up(a) -> self(b|b)", "up(a) -> self(b)", "up(a) -> self(b)");
    check("up(a) -> self(b:2|a|b)", "up(a) -> self(b:3|a)", "up(a) -> self(b:3|a)");
}

#[test]
fn what_is_no_rule_is_left_to_marahel() {
    check(" up(a) ", "up(a)", "up(a)");
    check("a<b<a -> x", "a<b<a  -> x", "a<b<a -> x");
    check("<, a< -> x", "<, a<  -> x", "<,a< -> x");
    check("up(a|b)<up(a|b)<up(a|b) -> x", "up(a|b)<up(a|b) -> x", "up(a|b)<up(a|b)<up(a|b) -> x");
}

/// Checks which parameters an explorer of type `kind` keeps.
#[track_caller]
fn check_parameters(cleanup: Cleanup, kind: &str, expected: &str) {
    let names = "repeats replace dirprob directions entities heuristics out changes";
    let mut explorer = Explorer {
        kind: kind.to_owned(),
        region: "map".to_owned(),
        parameters: names.split(' ').map(|name| (name.to_owned(), String::new())).collect(),
        rules: Vec::new(),
    };
    cleanup.apply(&mut explorer);
    let kept: Vec<_> = explorer.parameters.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(kept.join(" "), expected, "{kind}");
}

#[test]
fn parameters_without_use_are_dropped() {
    for kind in ["vert", "random", "rorder"] {
        check_parameters(Cleanup::Released, kind, "repeats replace out changes");
        check_parameters(Cleanup::Intended, kind, "repeats replace out changes");
    }
    let all = "repeats replace dirprob directions entities heuristics out changes";
    for (kind, kept) in [
        ("digger", "repeats replace dirprob directions out changes"),
        ("connect", "repeats replace directions entities out changes"),
        ("greedy", "repeats replace directions heuristics out changes"),
        ("wide", "repeats replace heuristics out changes"),
        ("narrow_horz", all),
    ] {
        check_parameters(Cleanup::Released, kind, kept);
        check_parameters(Cleanup::Intended, kind, kept);
    }
    check_parameters(Cleanup::Released, "horz", all);
    check_parameters(Cleanup::Intended, "horz", "repeats replace out changes");
}

#[test]
fn repeated_heuristics_and_rules_are_dropped() {
    let mut explorer = Explorer::from_statements(
        "type: wide; heuristics: dist(a|a),dist(out), dist(a); rule: up(a)>2 -> self(a); \
         rule: up(a)<2 -> self(a); rule: up(a)>2 -> self(a|a)",
    );
    let intended = {
        let mut explorer = explorer.clone();
        Cleanup::Intended.apply(&mut explorer);
        explorer
    };
    Cleanup::Released.apply(&mut explorer);
    assert_eq!(explorer.parameter("heuristics"), Some("dist(a),dist(out)"));
    assert_eq!(explorer.rules, ["up(a) -> self(a)"]);
    assert_eq!(intended.parameter("heuristics"), Some("dist(a),dist(out)"));
    assert_eq!(intended.rules, ["up(a)>2 -> self(a)", "up(a)<2 -> self(a)"]);
}

proptest! {
    #[test]
    fn the_intended_clean_up_leaves_what_is_clean(
        rule in "([ab(|),: ]|<|>=|==|0\\.5|up\\(a\\|b\\)){0,12}(->)?([ab(|),: ]|up\\(){0,8}"
    ) {
        let clean = Cleanup::Intended.rule(&rule);
        prop_assert_eq!(Cleanup::Intended.rule(&clean), clean);
    }
}
