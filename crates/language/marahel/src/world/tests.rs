use marahel_level::{Level, UNKNOWN};

use super::{World, WorldError};
use crate::run::tests::testing::generator;

const AREA: &str = "{metadata: {min: '4x3', max: '4x3'}, entities: ['cave', 'field'],
    explorers: [{type: 'horz', rules: ['-> self(entity)']}]}";

/// Only seams: what is open stays unknown.
const IDLE: &str =
    "{metadata: {min: '6x5', max: '9x9'}, entities: ['empty', 'solid'], explorers: []}";

/// The same entities in another order, and one more.
const OTHER: &str =
    "{metadata: {min: '6x5', max: '9x9'}, entities: ['key', 'solid', 'empty'], explorers: []}";

const WORLD: &str = r#"{"world": {"area": "area", "part": "7x6", "ways": 2, "width": 2, "parts": {
    "cave": {"script": "idle", "way": "empty", "wall": "solid"},
    "field": {"script": "other", "way": "empty"}}}}"#;

fn read(text: &str) -> Result<World, WorldError> {
    World::parse(text, |name| match name {
        "area" => Ok(generator(AREA)),
        "idle" => Ok(generator(IDLE)),
        "other" => Ok(generator(OTHER)),
        _ => Err("there is no such file"),
    })
}

#[track_caller]
fn check_refused(of: &str, instead: &str, parts: &[&str]) {
    assert!(WORLD.contains(of), "{of}");
    let error = read(&WORLD.replace(of, instead)).expect_err("something is wrong");
    let source = std::error::Error::source(&error).map(ToString::to_string);
    let message = format!("{error}: {}", source.unwrap_or_default());
    for part in parts {
        assert!(message.contains(part), "there is no `{part}` in: {message}");
    }
}

fn tiles(level: &Level, left: usize, top: usize, width: usize, height: usize) -> Vec<u8> {
    let rows = level.view().rows().skip(top).take(height);
    rows.flat_map(|row| row[left..left + width].to_vec()).collect()
}

#[test]
fn a_part_alone_is_that_of_the_whole() {
    let world = read(WORLD).expect("it is right");
    for seed in 0..20 {
        let whole = world.generate(seed).expect("it is small");
        assert_eq!((whole.width(), whole.height()), (28, 18));
        for (x, y) in (0..3).flat_map(|y| (0..4).map(move |x| (x, y))) {
            let part = world.part(seed, x, y).expect("it is small");
            assert_eq!(part.palette(), whole.palette());
            assert_eq!(part.tiles(), tiles(&whole, 7 * x, 6 * y, 7, 6));
        }
    }
    assert_ne!(world.generate(0).ok(), world.generate(1).ok());
}

#[test]
fn ways_of_both_sides_meet_and_walls_part_different_kinds() {
    let world = read(WORLD).expect("it is right");
    let tile = |name: &str| world.palette().tile(name).expect("a part has it");
    let (way, wall) = (tile("empty"), tile("solid"));
    for seed in 0..20 {
        let (area, whole) =
            (world.area(seed).expect("small"), world.generate(seed).expect("small"));
        for (y, x) in (0..18).flat_map(|y| (0..27).map(move |x| (y, x))) {
            let place = |x: usize| (x / 7, y / 6);
            if place(x) == place(x + 1) {
                continue;
            }
            let kinds = [x, x + 1].map(|x| area.get(place(x).0, place(x).1));
            let pair = [x, x + 1].map(|x| whole.get(x, y));
            assert_eq!(pair[0] == way, pair[1] == way, "{}", whole.to_text());
            let is_corner = y % 6 == 0 || y % 6 == 5;
            for (kind, tile) in kinds.into_iter().zip(pair) {
                let is_parted = kinds[0] != kinds[1] && kind == 0;
                // A corner belongs to another seam as well.
                let is_right = tile == way || is_corner || (tile == wall) == is_parted;
                assert!(is_right && (tile != way || !is_corner), "{}", whole.to_text());
            }
        }
        // The edge of the world is closed where it has walls, and never open.
        for x in 0..28 {
            let expected = if area.get(x / 7, 0) == 0 { wall } else { UNKNOWN };
            let is_corner = x % 7 == 0 || x % 7 == 6;
            assert!(whole.get(x, 0) == expected || is_corner, "{}", whole.to_text());
            assert_ne!(whole.get(x, 0), way);
        }
    }
}

#[test]
fn mistakes_of_a_world_are_explained() {
    check_refused("\"ways\"", "\"way\"", &["not a world in JSON", "unknown field `way`"]);
    check_refused("7x6", "32x32", &["script `idle`", "6x5 to 9x9", "32x32"]);
    check_refused("7x6", "7 by 6", &["`part` is `7 by 6`", "32x32"]);
    check_refused("7x6", "2x2", &["2 tiles wide", "2x2"]);
    check_refused("\"width\": 2", "\"width\": 5", &["5 tiles wide", "1 to 4"]);
    check_refused("\"ways\": 2", "\"ways\": 4000000000", &["at most 64"]);
    check_refused("idle", "none", &["script `none`", "no such file"]);
    check_refused(
        "\"wall\": \"solid\"",
        "\"wall\": \"key\"",
        &["script `idle`", "no entity `key`"],
    );
    check_refused("\"field\"", "\"fields\"", &["no entity `fields`", "cave, field"]);
    check_refused(
        ",\n    \"field\": {\"script\": \"other\", \"way\": \"empty\"}",
        "",
        &["entity `field`", "`parts`"],
    );
}

#[test]
fn a_part_beyond_the_area_is_none() {
    let world = read(WORLD).expect("it is right");
    let error = world.part(1, 4, 0).expect_err("there are four in a row");
    assert_eq!(error.to_string(), "there is no part 4,0; the parts of this world are 0,0 to 3,2");
}

#[test]
fn an_area_that_says_nothing_of_a_part_is_refused() {
    let text = WORLD.replace("\"area\": \"area\"", "\"area\": \"hole\"");
    let world = World::parse(&text, |name| {
        Ok::<_, String>(generator(&match name {
            "hole" => AREA.replace("-> self(entity)", "dist(out)>1 -> self(entity)"),
            _ => IDLE.to_owned(),
        }))
    });
    let error = world.expect("it is right").generate(1).expect_err("its border is unknown");
    assert!(error.to_string().contains("part 0,0"), "{error}");
}

#[test]
fn a_world_too_large_for_a_level_is_made_in_parts() {
    let world = World::parse(&WORLD.replace("7x6", "4000x4000"), |name| {
        Ok::<_, String>(generator(&match name {
            "area" => AREA.to_owned(),
            other => if other == "idle" { IDLE } else { OTHER }.replace("9x9", "4000x4000"),
        }))
    });
    let world = world.expect("it is right");
    assert!(world.generate(1).expect_err("too large").to_string().contains("16000x12000"));
    assert_eq!(world.part(1, 3, 2).expect("it is idle").width(), 4000);
}

#[test]
fn a_text_says_at_its_start_that_it_is_a_world() {
    assert!(World::is_meant(WORLD) && World::is_meant(" {\n \"world\": oops"));
    assert!(!World::is_meant(AREA) && !World::is_meant("") && !World::is_meant("[\"world\"]"));
}
