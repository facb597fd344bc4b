//! Words for explorers.

use marahel_script::Script;

use super::about;

#[test]
fn explorers_are_told_by_what_holds_for_all_their_rules() {
    for (explorer, expected) in [
        (r#""rules": ["-> self(grass)"]"#, "grass everywhere"),
        (
            r#""type": "rorder", "parameters": {"changes": 4}, "rules": ["self(grass), dist(town) > 5, plus(river) == 0 -> self(town)"]"#,
            "at most 4 town on grass apart away from river",
        ),
        (
            r#""parameters": {"replace": "buffer"}, "rules": ["self(grass), plus(forest) > 0, random < 0.5 -> self(forest)"]"#,
            "forest grows on grass at random",
        ),
        (
            r#""type": "connect", "parameters": {"entities": "town"}, "rules": ["self(grass) -> self(road)"]"#,
            "road joins town on grass",
        ),
        (r#""rules": ["dist(out) == 1 -> self(river)"]"#, "river along the border"),
        (
            r#""rules": ["row <= 2, column == 0 -> self(river)"]"#,
            "river at the left side at the top",
        ),
        (r#""rules": ["row >= 4, row <= 5 -> self(river)"]"#, "river in rows 4 to 5"),
        (
            r#""rules": ["row == 0 -> self(river)", "column == 0 -> self(river)", "from_right == 0 -> self(river)"]"#,
            "river at the top, at the left side and at the right side",
        ),
        (
            r#""type": "connect", "parameters": {"entities": "road"}, "rules": ["-> self(road)"]"#,
            "road joins its parts",
        ),
        (r#""rules": ["row >= 2, row <= 7 -> self(river)"]"#, "river off the top and bottom"),
        (
            r#""rules": ["self(grass), left(river) -> self(river)"]"#,
            "river grows to the right on grass",
        ),
        (
            r#""rules": ["self(grass), from_right < 5 -> self(town)"]"#,
            "town on grass in the 5 columns at the right side",
        ),
        (
            r#""parameters": {"replace": "buffer", "repeats": 3}, "rules": ["up(river) -> self(river)"]"#,
            "river grows down 3 times",
        ),
        (r#""rules": ["self(grass), down(out) > 0 -> self(town)"]"#, "town on grass at the bottom"),
        (
            r#""rules": ["self(grass), plus(forest) > 1, plus(road) < 2 -> self(town)"]"#,
            "town on grass beside at least 2 forest beside at most 1 road",
        ),
        (
            r#""rules": ["horz(forest) == 2, block(grass) -> self(town)"]"#,
            "town on grass with forest left and right with room for 3 by 2",
        ),
        (
            r#""rules": ["plus(forest) == 1, plus(road) == 1, from_bottom > 2 -> block(town)"]"#,
            "town 3 by 2 beside forest and road",
        ),
        (
            r#""rules": ["self(grass), down(road|town) > 0, right(river) == 0, dist(out) == 2 -> self(forest)"]"#,
            "forest on grass above road or town not left of river one cell off the border",
        ),
        (
            r#""type": "rorder", "parameters": {"changes": 2}, "rules": ["dist(out) > 1, dist(road) <= 3 -> block(town)"]"#,
            "at most 2 town 3 by 2 near road off the border",
        ),
        (
            r#""rules": ["self(grass), left(river) -> self(road)", "self(grass), noise > 0.2 -> self(road)"]"#,
            "road on grass",
        ),
    ] {
        let text = format!(
            r#"{{"metadata": {{"min": "9x9", "max": "9x9"}}, "entities": ["grass", "forest", "river", "road", "town"],
            "neighborhoods": {{"block": "131,111"}},
            "explorers": [{{{explorer}}}]}}"#
        );
        let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(about(&script, 0), expected);
    }
}
