use super::*;

fn entity(name: &str, character: char) -> Entity {
    Entity { name: name.to_owned(), character, color: [1, 2, 3] }
}

#[track_caller]
fn check_error(entities: &[(&str, char)], expected: &str) {
    let entities = entities.iter().map(|&(name, character)| entity(name, character));
    let error = Palette::new(entities.collect()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn names_and_characters_lead_to_tiles_and_back() {
    let palette = Palette::new(vec![entity("mud", 'm'), entity("sky", ' ')]).unwrap();
    assert_eq!(palette.len(), 2);
    assert_eq!((palette.tile("sky"), palette.tile("sea")), (Some(1), None));
    assert_eq!((palette.tile_of(' '), palette.tile_of('s')), (Some(1), None));
    assert_eq!((palette.name(0), palette.character(0)), ("mud", 'm'));
    assert_eq!(palette.color(1), [1, 2, 3]);
}

#[test]
fn unknown_is_in_every_palette() {
    let palette = Palette::new(vec![entity("mud", 'm')]).unwrap();
    assert_eq!(palette.tile_of('?'), Some(UNKNOWN));
    assert_eq!((palette.name(UNKNOWN), palette.character(UNKNOWN)), ("unknown", '?'));
    assert_eq!(palette.color(UNKNOWN), Palette::UNKNOWN_COLOR);
}

#[test]
fn the_legend_lists_characters_and_names() {
    let palette = Palette::new(vec![entity("mud", 'm'), entity("sky", ' ')]).unwrap();
    assert_eq!(palette.legend(), "`m` mud, ` ` sky, `?` unknown");
}

#[test]
fn ambiguous_palettes_are_refused() {
    check_error(&[], "a palette has 1 to 62 entities, not 0");
    check_error(&[("mud", 'm'), ("mud", 'd')], "two entities are called `mud`");
    check_error(&[("mud", 'm'), ("map", 'm')], "the character `m` stands for two kinds of tile");
    check_error(
        &[("a\u{1b}[31m", 'm')],
        "the name \"a\\u{1b}[31m\" has a control character; leave it out of names",
    );
    let unset = "the character `?` stands for tiles that are not set; choose another one";
    check_error(&[("mud", '?')], unset);
    check_error(
        &[("mud", '\n')],
        "the control character '\\n' cannot stand for a tile; choose a printable one",
    );
}

#[test]
fn another_entity_stands_behind_the_others_as_it_usually_looks() {
    let palette = Palette::new(vec![entity("mud", '#'), entity("sky", 'y')]).unwrap();
    let looks = palette.clone().with_look(1, Look::Symbol("flower"));
    let more = looks.with_entity("door").unwrap();
    assert_eq!(more.look(1), Some(&Look::Symbol("flower")));
    assert_eq!(more.entities()[..2], *palette.entities());
    assert_eq!((more.tile("door"), more.character(2)), (Some(2), 'd'));
    assert_eq!(more.color(2), Palette::of_names(&["door"]).unwrap().color(0));
    // The usual character is taken.
    let more = more.with_entity("wall").unwrap();
    assert_eq!((more.tile("wall"), more.character(3)), (Some(3), 'w'));
    let more = more.with_entity("yyy").unwrap();
    assert_eq!(more.character(4), 'a');
}

#[test]
fn there_is_room_for_another_entity_or_an_error() {
    let palette = Palette::new(vec![entity("mud", 'm')]).unwrap();
    assert_eq!(palette.with_entity("mud"), Err(PaletteError::Name("mud".to_owned())));
    let control = PaletteError::ControlInName("\n".to_owned());
    assert_eq!(palette.with_entity("\n"), Err(control));
    let mut full = palette;
    for n in 1..N_ENTITIES_MAX {
        full = full.with_entity(&format!("entity {n}")).unwrap();
    }
    assert_eq!(full.with_entity("sky"), Err(PaletteError::Size(63)));
}
