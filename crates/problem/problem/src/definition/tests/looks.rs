//! How tiles are drawn.

use std::sync::Arc;

use marahel_level::Look;
use proptest::prelude::*;
use proptest::sample::Index;

use super::{Definition, SOUND};

#[test]
fn tiles_may_be_drawn_otherwise() {
    let text = SOUND
        .replace("box = { character = \"$\"", "box = { sprite = \"crate\", character = \"$\"")
        .replace("hero = { character", "hero = { sprite = 'art/hero.PNG', character")
        .replace("slide = { character", "slide = { sprite = \"slide.png\", character");
    let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let look = definition.palette.look(definition.palette.tile("box").expect("it is there"));
    assert_eq!(look, Some(&Look::Symbol("crate")));
    let paths = |definition: &Definition| -> Vec<(String, String)> {
        definition.sprites().iter().map(|one| (one.tile.clone(), one.path.clone())).collect()
    };
    let pair = |tile: &str, path: &str| (tile.to_owned(), path.to_owned());
    assert_eq!(paths(&definition), [pair("hero", "art/hero.PNG"), pair("slide", "slide.png")]);
    let moved = definition.text_with_sprites(&["a.png".to_owned(), "../b \"c\".png".to_owned()]);
    let moved = Definition::parse(&moved).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(paths(&moved), [pair("hero", "a.png"), pair("slide", "../b \"c\".png")]);
}

#[test]
fn a_sprite_has_its_usual_color_and_a_wall_of_rocks_is_a_wall() {
    let text = SOUND
        .replace("[tiles]\n", "[tiles]\npine = { sprite = \"tree\" }\nelm = { sprite = \"tree\" }\nred_fir = { character = \"f\", sprite = \"tree\" }\n\
                  ash = { sprite = \"tree\", color = \"#010203\" }\nrock = { role = \"wall\" }\n")
        .replace("empty|hero|slide", "empty|hero|slide|pine|elm|red_fir|ash");
    let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let palette = &definition.palette;
    let tile = |name| palette.tile(name).expect("it is there");
    let [pine, elm, fir, ash] =
        ["pine", "elm", "red_fir", "ash"].map(|name| palette.color(tile(name)));
    for [red, green, blue] in [pine, elm] {
        assert!(green > red && green > blue, "{pine:?} {elm:?}");
    }
    assert!(pine != elm && fir[0] > fir[1] && ash == [1, 2, 3]);
    assert_eq!(palette.look(tile("rock")), Some(&Look::Symbol("wall")));
    // What one walks over stays a boulder.
    let walked =
        text.replace("rock = { role = \"wall\" }", "rock = {}").replace("|pine|", "|pine|rock|");
    let walked = Definition::parse(&walked).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(walked.palette.look(walked.palette.tile("rock").expect("it is there")), None);
}

#[test]
fn a_thing_stands_on_the_ground_that_the_file_names() {
    let text = SOUND.replace("hero = { character", "hero = { ground = \"slide\", character");
    let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let palette = &definition.palette;
    let tile = |name| palette.tile(name).expect("it is there");
    assert_eq!(palette.ground(tile("hero")), Some(tile("slide")));
    assert_eq!(palette.ground(tile("slide")), None);
    let wrong = Definition::parse(&text.replace("ground = \"slide\"", "ground = \"slid\""));
    let error = wrong.expect_err("there is no such tile").to_string();
    assert!(error.contains("there is no tile `slid`; did you mean `slide`?"), "{error}");
}

#[test]
fn tiles_with_names_of_a_game_look_as_what_they_are_for() {
    let text = r##"
name = "station"
size = "9x9"
playable = "path(pilot, pod) > 0"

[tiles]
hull = { role = "wall" }
deck = {}
grating = { color = "#808080" }
pilot = {}
drone = { role = "foe", color = "#c04030" }
turret = {}
airlock = { role = "door", sprite = "chest" }
pod = { role = "exit" }
monster = {}

[movement.walk]
over = "deck|grating|pilot|drone|airlock|pod|monster"

[objectives]
pod = { value = "count(pod)", range = [1, 1], zero_above = 9 }
"##;
    let definition = Definition::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let palette = &definition.palette;
    let tile = |name| palette.tile(name).expect("it is there");
    let symbol = |name| match palette.look(tile(name)) {
        Some(Look::Symbol(symbol)) => *symbol,
        _ => "",
    };
    let names =
        ["hull", "deck", "grating", "pilot", "drone", "turret", "airlock", "pod", "monster"];
    assert_eq!(
        names.map(symbol),
        ["wall", "floor", "", "player", "enemy", "enemy", "chest", "exit", ""]
    );
    let usual = |name| marahel_level::Palette::usual_color(name).expect("it is well known");
    assert_eq!(palette.color(tile("hull")), usual("wall"));
    assert_eq!(palette.color(tile("deck")), usual("floor"));
    assert_eq!(palette.color(tile("grating")), [0x80; 3]);
    assert_eq!(palette.color(tile("drone")), [0xc0, 0x40, 0x30]);
    // The second foe, in the color of its name.
    assert_ne!(palette.color(tile("turret")), usual("enemy"));
}

#[test]
fn a_color_is_drawn_as_a_color_where_a_role_is_only_guessed() {
    let look = |tiles: &str, name: &str| {
        let text = format!(
            "name = 'yard'\nsize = '9x9'\nplayable = 'path(pilot, zorp) > 0'\n\
             [tiles]\nwall = {{}}\nfloor = {{}}\npilot = {{ role = 'entrance' }}\n{tiles}\n\
             [movement.walk]\nover = 'floor|pilot|zorp'\n\
             [objectives]\nzorp = {{ value = 'count(zorp)', range = [1, 1], zero_above = 9 }}\n"
        );
        let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let palette = &definition.palette;
        let tile = palette.tile(name).expect("it is there");
        (palette.look(tile).cloned(), palette.color(tile))
    };
    let (guessed, _) = look("zorp = {}", "zorp");
    assert!(matches!(guessed, Some(Look::Symbol(_))), "{guessed:?}");
    assert_eq!(look("zorp = { color = '#112233' }", "zorp"), (None, [0x11, 0x22, 0x33]));
    let (said, _) = look("zorp = { color = '#112233', role = 'foe' }", "zorp");
    assert_eq!(said, Some(Look::Symbol("enemy")));
    // Words say a color, and a material needs no sign.
    let (key, [red, green, blue]) = look("zorp = {}\nred_key = {}", "red_key");
    assert_eq!(key, Some(Look::Symbol("key")));
    assert!(red > 2 * green && red > 2 * blue);
    let (moat, [red, green, blue]) = look("zorp = {}\nmoat = {}", "moat");
    assert!(moat.is_none() && blue > green && green > red);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_mutation_has_an_answer(
        cuts in prop::collection::vec((any::<Index>(), 0_usize..12, r"[ -~\n]{0,8}"), 1..4),
    ) {
        let mut text = SOUND.to_owned();
        for (at, length, inserted) in cuts {
            let start = at.index(text.len());
            let end = (start + length).min(text.len());
            text.replace_range(start..end, &inserted);
        }
        match Definition::parse(&text) {
            Ok(definition) => {
                let problem = crate::Problem::with_defaults(std::sync::Arc::new(definition));
                let level = marahel_level::Level::new(4, 3, std::sync::Arc::clone(problem.palette()));
                problem.describe(level.view());
            }
            Err(error) => {
                prop_assert!(!error.diagnostics().is_empty());
                for one in error.diagnostics() {
                    prop_assert!(text.get(one.range.clone()).is_some(), "{one}");
                }
            }
        }
    }
}

#[test]
fn what_things_fall_on_is_seen_from_the_side() {
    let text = r#"
name = "cliffs"
size = "9x9"
playable = "path(hero, exit) > 0"

[tiles]
empty = {}
solid = {}
crust = { role = "wall" }
art = { role = "wall", sprite = "crate" }
spikes = {}
hero = {}
exit = {}

[movement.run]
solid = "solid|crust|art"
jump = 3

[objectives]
exit = { value = "count(exit)", range = [1, 1], zero_above = 9 }
"#;
    let looks = |text: &str| {
        let definition = Definition::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let palette = Arc::clone(&definition.palette);
        (0..palette.len() as u8).map(move |tile| palette.look(tile).cloned()).collect::<Vec<_>>()
    };
    let [symbol, wall, bedrock] = ["crate", "wall", "bedrock"].map(|name| Some(Look::Symbol(name)));
    // Tiles in alphabetical order: art, crust, empty, exit, hero, solid, spikes.
    let hero = Some(Look::Symbol("player"));
    let expected = [&symbol, &bedrock, &None, &None, &hero, &bedrock, &None];
    assert_eq!(looks(text).iter().collect::<Vec<_>>(), expected);
    let flat = text.replace("solid = \"solid|crust|art\"\njump = 3", "over = \"empty|hero|exit\"");
    let expected = [&symbol, &wall, &None, &None, &hero, &None, &None];
    assert_eq!(looks(&flat).iter().collect::<Vec<_>>(), expected);
}
