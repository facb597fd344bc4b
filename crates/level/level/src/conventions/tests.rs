use proptest::prelude::*;
use proptest::string::string_regex;

use super::*;

#[track_caller]
fn check(names: &str, expected: &str) {
    let names: Vec<&str> = names.split_whitespace().collect();
    let palette = Palette::of_names(&names).expect("the names are distinct");
    let characters = palette.entities().iter().map(|entity| entity.character);
    assert_eq!(characters.collect::<String>(), expected, "{names:?}");
}

#[test]
fn the_problems_of_the_paper() {
    check("empty solid", ".#");
    check("empty solid player enemy key door", ".#@ekd");
    check("empty solid player crate target", "-#@$.");
}

#[test]
fn sokoban_characters_need_crates_and_targets() {
    check("empty crate", ".c");
    check("empty target", ".t");
    check("target floor crate wall", ".-$#");
}

#[test]
fn what_other_entities_may_stand_behind_a_character_is_in_doubt() {
    let palette = |names: &[&str]| Palette::of_names(names).expect("the names are distinct");
    let sokoban = palette(&["crate", "empty", "player", "solid", "target"]);
    for text in ["#@#\n", "#-@\n", "#$.\n", "#-.\n", "#c\n", "?\n"] {
        assert_eq!(sokoban.doubtful(text), None, "{text}");
    }
    for text in ["#.\n", ".\n", "#c.\n", "#?@\r\n.##\r\n"] {
        assert_eq!(sokoban.doubtful(text), Some(('.', "target", "empty")), "{text}");
    }
    let zelda = palette(&["door", "empty", "enemy", "key", "player", "solid"]);
    assert_eq!(zelda.doubtful("#.@ekd?\n"), None);
    assert_eq!(palette(&["empty"]).doubtful("."), None);
}

#[test]
fn well_known_names_of_games() {
    check("wall floor water lava grass gold exit", "#.~%,*>");
    check("ocean water sand grass tree mountain snow road bridge village", "-~:,&A'_=h");
    check("floor wall tower roof door window table fountain statue flower hedge", ".#TndwmOi\";");
    check("sky grass dirt brick ladder spikes stairs ore rock corridor", "`,/bH^Z$o_");
}

#[test]
fn the_first_of_two_names_that_look_alike_has_the_character() {
    check("wall solid floor empty", "#s.e");
    check("gold treasure", "*t");
}

#[test]
fn no_two_kinds_of_known_entities_look_alike() {
    let names = [
        "solid", "empty", "player", "enemy", "key", "door", "crate", "gold", "exit", "entrance",
        "stairs", "trap", "corridor", "bridge", "ladder", "ocean", "water", "lava", "sand",
        "grass", "flower", "hedge", "tree", "dirt", "rock", "ore", "mountain", "snow", "sky",
        "roof", "brick", "village", "tower", "window", "table", "carpet", "statue", "fountain",
    ];
    for name in names {
        assert!(known_look(name, false).is_some(), "{name}");
    }
    let characters: std::collections::BTreeSet<char> =
        names.iter().filter_map(|name| known_look(name, false)).map(|look| look.0).collect();
    assert_eq!(characters.len(), names.len());
}

#[test]
fn other_names_take_a_free_letter_after_well_known_ones_chose() {
    check("dragon door", "rd");
    check("aa aaa 1 été", "abct");
}

#[test]
fn names_are_counted_and_distinct() {
    let many: Vec<String> = (0..63).map(|n| format!("e{n}")).collect();
    assert_eq!(Palette::of_names(&many), Err(PaletteError::Size(63)));
    assert!(Palette::of_names(&many[..62]).is_ok());
    assert_eq!(Palette::of_names(&[""; 0]), Err(PaletteError::Size(0)));
    let twice = ["key", "lock", "key"];
    assert_eq!(Palette::of_names(&twice), Err(PaletteError::Name("key".to_owned())));
}

#[test]
fn colors_differ() {
    let colors: Vec<_> = (0..N_ENTITIES_MAX).map(spread_color).collect();
    for (index, color) in colors.iter().enumerate() {
        assert!(!colors[..index].contains(color), "color {index} comes twice");
    }
    assert_eq!(colors[..3], [[225, 56, 56], [45, 85, 180], [93, 135, 33]]);
}

proptest! {
    // `Palette::new` rejects duplicate characters, so `unwrap` is the check.
    #[test]
    fn any_distinct_names_make_a_palette(
        names in proptest::collection::btree_set(
            string_regex("[a-c]{0,3}|crate|target|wall|solid|\\PC*").expect("it is a pattern"),
            1..=62,
        )
    ) {
        let names: Vec<String> = names.into_iter().collect();
        let palette = Palette::of_names(&names).expect("the names are distinct");
        prop_assert_eq!(palette.len(), names.len());
    }
}

#[test]
fn a_palette_of_all_keeps_colors_and_looks() {
    let one = Palette::of_names(&["hull", "empty"]).unwrap();
    let one = one.with_look(0, crate::Look::Symbol("wall")).with_color(0, [1, 2, 3]);
    let other = Palette::of_names(&["empty", "hull", "rat"]).unwrap();
    let other = other.with_look(2, crate::Look::Symbol("enemy"));
    let all = Palette::of_all([&one, &other]).unwrap();
    assert_eq!((all.look(0), all.color(0)), (Some(&crate::Look::Symbol("wall")), [1, 2, 3]));
    assert_eq!((all.look(1), all.look(2)), (None, Some(&crate::Look::Symbol("enemy"))));
}
