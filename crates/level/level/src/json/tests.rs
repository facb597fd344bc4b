use proptest::prelude::*;

use super::*;
use crate::UNKNOWN;
use crate::tests::testing::zelda;

#[track_caller]
fn check(json: &str, palette: Option<Arc<Palette>>, expected: &str) {
    let level = Level::from_json(json, palette).expect("the JSON is a level");
    assert_eq!(level.to_text(), expected);
}

#[track_caller]
fn check_error(json: &str, expected: &str) {
    let error = Level::from_json(json, Some(zelda())).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn both_forms_are_one_line() {
    let level = Level::from_text(".#\n?d\n", zelda()).unwrap();
    assert_eq!(
        level.to_json(),
        concat!(
            r#"{"width":2,"height":2,"#,
            r#""entities":["empty","solid","player","enemy","key","door"],"#,
            r#""tiles":[[0,1],[-1,5]]}"#
        )
    );
    assert_eq!(
        level.to_json_line(u64::MAX),
        concat!(
            r#"{"seed":18446744073709551615,"width":2,"height":2,"#,
            r#""entities":["empty","solid","player","enemy","key","door"],"#,
            r#""tiles":[[0,1],[-1,5]]}"#
        )
    );
}

#[test]
fn rows_of_indices_or_of_characters() {
    check(r#"{"tiles":[[0,1],[-1,5]]}"#, Some(zelda()), ".#\n?d\n");
    check(r#"{"map":[".#","?d"],"id":{"any":1}}"#, Some(zelda()), ".#\n?d\n");
    check(r#"{"map":["-$"],"entities":["empty","crate","target"]}"#, None, "-$\n");
}

#[test]
fn entities_are_matched_by_name() {
    let json = r#"{"entities":["door","empty"],"tiles":[[0,1,-1]]}"#;
    check(json, None, "d.?\n");
    check(json, Some(zelda()), "d.?\n");
    let level = Level::from_json(json, Some(zelda())).unwrap();
    assert_eq!(level.tiles(), [5, 0, UNKNOWN]);
    // Without a target, `.` is empty.
    let sokoban = Palette::of_names(&["crate", "target", "empty"]).map(Arc::new).unwrap();
    check(r#"{"map":["c."],"entities":["empty","crate"]}"#, Some(sokoban), "$-\n");
}

#[test]
fn errors_name_the_place_and_what_is_expected() {
    let index = "is no tile; expected 0 to 5, or -1 for unknown";
    check_error(r#"{"tiles":[[0],[6]]}"#, &format!("row 2, column 1: `6` {index}"));
    check_error(r#"{"tiles":[[0,-2]]}"#, &format!("row 1, column 2: `-2` {index}"));
    check_error(r#"{"tiles":[[0,62]]}"#, &format!("row 1, column 2: `62` {index}"));
    let ragged = "row 2 has 1 tiles, but row 1 has 2; make all rows equally long";
    check_error(r#"{"tiles":[[0,0],[0]]}"#, ragged);
    check_error(r#"{"map":["..","."]}"#, ragged);
    let empty = "there are no tiles; a level has at least one row of at least one tile";
    check_error(r#"{"tiles":[]}"#, empty);
    check_error(r#"{"tiles":[[],[]]}"#, empty);
    check_error(r#"{"map":[""]}"#, empty);
    check_error(
        r#"{"width":2,"height":2}"#,
        "neither `tiles` nor `map` is there; give one of them as a list of rows",
    );
    check_error(
        r#"{"width":2,"height":3,"tiles":[[0,0]]}"#,
        "`width` and `height` say 2 x 3 tiles, but the rows hold 2 x 1; correct one of them",
    );
    check_error(
        r#"{"height":2,"map":["..."]}"#,
        "`width` and `height` say 3 x 2 tiles, but the rows hold 3 x 1; correct one of them",
    );
    check_error(
        r#"{"entities":["empty","lava"],"tiles":[[0]]}"#,
        "the level has an entity `lava`, which is not in the palette; expected only \
         `.` empty, `#` solid, `@` player, `e` enemy, `k` key, `d` door, `?` unknown",
    );
    check_error(r#"{"entities":["key","key"],"tiles":[[0]]}"#, "the entities make no palette");
}

#[test]
fn without_a_palette_the_entities_must_be_named() {
    for json in [r#"{"tiles":[[0]]}"#, r#"{"map":["."]}"#] {
        let error = Level::from_json(json, None).unwrap_err();
        assert!(matches!(error, LevelError::NoPalette), "{error}");
    }
}

#[test]
fn what_is_not_json_of_this_shape_is_an_error() {
    for json in [
        "",
        "#.\n",
        "[]",
        "[[0]]",
        "null",
        r#"{"tiles":[[0]]"#,
        r#"{"tiles":[[0]]}{}"#,
        r#"{"tiles":[0]}"#,
        r#"{"tiles":[["0"]]}"#,
        r#"{"tiles":[[0.5]]}"#,
        r#"{"tiles":[[1e99]]}"#,
        r#"{"tiles":[[99999999999999999999]]}"#,
        r#"{"map":"."}"#,
        r#"{"map":[1]}"#,
        r#"{"width":-1,"tiles":[[0]]}"#,
        r#"{"entities":"empty","tiles":[[0]]}"#,
    ] {
        let error = Level::from_json(json, Some(zelda())).unwrap_err();
        assert!(matches!(error, LevelError::Json(_)), "{json}: {error}");
        assert!(error.to_string().starts_with("not a level in JSON"));
    }
}

proptest! {
    #[test]
    fn any_object_is_a_level_or_an_error(
        width in 0_usize..4,
        rows in proptest::collection::vec(proptest::collection::vec(-3_i64..70, 0..4), 0..4),
    ) {
        let json = serde_json::json!({ "width": width, "tiles": rows }).to_string();
        if let Ok(level) = Level::from_json(&json, Some(zelda())) {
            prop_assert_eq!((level.width(), level.height()), (width, rows.len()));
        }
    }
}
