use super::Known;
use marahel_script::Script;

fn script(rule: &str) -> Script {
    let text = format!(
        r#"{{"metadata": {{"min": "26x9", "max": "26x9"}}, "entities": ["sand", "water"], "explorers": [
            {{"rules": ["-> self(sand)"]}},
            {{"type": "rorder", "rules": ["{rule} -> self(water)", "self(rock), row > 20 -> self(sand)"]}}
        ]}}"#
    );
    Script::parse(&text.replace("rock", "sand")).unwrap()
}

#[test]
fn conditions_that_always_hold_are_taken_out() {
    let original = script("self(sand), dist(out) == 3");
    let known = Known::of(&original);
    for noise in ["column < 34", "random < 1.19", "plus(water) >= 0", "row < 9, from_right < 26"] {
        let noisy = script(&format!("self(sand), {noise}, dist(out) == 3"));
        assert!(!known.allows(&noisy), "{noise}");
        let tidied = known.without_idle(&noisy).expect(noise);
        assert_eq!(tidied.to_json(), original.to_json(), "{noise}");
    }
}

#[test]
fn a_rule_that_never_fires_is_no_edit_but_the_users_own_stays() {
    let original = script("self(sand), dist(out) == 3");
    let known = Known::of(&original);
    assert!(known.allows(&original), "row > 20 never holds, but is there already");
    assert!(!known.allows(&script("self(sand), column > 40")));
    assert!(known.allows(&script("self(sand), dist(out) == 4")));
}
