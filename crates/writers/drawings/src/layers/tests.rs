use std::sync::Arc;

use marahel::Generator;
use marahel_level::{Level, Palette, Tile};
use marahel_script::{Script, Size};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::explain;

/// Four levels of a script.
fn drawn(script: &str) -> Vec<Level> {
    let generator = Generator::new(&Script::parse(script).unwrap());
    (0..4).map(|seed| generator.generate(seed).unwrap()).collect()
}

/// A script of 21 by 15 cells.
fn script(entities: &str, explorers: &str) -> String {
    let regions = if explorers.contains("\"region\"") {
        r#""regions": {"type": "bsp", "number": 99, "parameters": {"min": "6x5"}},"#
    } else {
        ""
    };
    format!(
        r#"{{"metadata": {{"min": "21x15", "max": "21x15"}}, "entities": [{entities}],
        "neighborhoods": {{"corner": "110,120", "row4": "3111", "hut": "11,31", "roof": "111,121", "yard": "11111,11111,11311,11111", "before": "110,120", "below_left": "02,10", "left2": "102", "up2": "1,0,2", "right2": "201", "down2": "2,0,1"}},
        {regions} "explorers": [{explorers}]}}"#
    )
}

fn explained(drawings: &[Level]) -> Script {
    let (width, height) = (drawings[0].width() as u32, drawings[0].height() as u32);
    let size = Size { width, height };
    explain(drawings, (size, size), None).remove(0).script
}

fn told(script: &Script) -> String {
    let lines = script.explorers.iter().map(|one| one.description.as_str());
    lines.collect::<Vec<_>>().join("\n")
}

const RING: &str =
    r#"{"type": "horz", "rules": ["dist(out) == 1 -> self(wall)", "-> self(floor)"]}"#;

/// Kinds of layers: what makes them, and what must be said of them.
fn kinds() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let with_ring = |entities: &str, more: &str| script(entities, &format!("{RING}, {more}"));
    vec![
        (
            "ring",
            with_ring(
                r#""floor", "wall", "coin""#,
                r#"{"type": "rorder", "parameters": {"changes": 3}, "rules": ["self(floor) -> self(coin)"]}"#,
            ),
            vec!["wall, along the border", "3 times coin"],
        ),
        (
            "lattice",
            with_ring(
                r#""floor", "wall""#,
                r#"{"type": "horz", "rules": ["column2 == 0, row2 == 0 -> self(wall)"]}"#,
            ),
            vec!["wall, along the border", "every second"],
        ),
        (
            "rooms",
            with_ring(
                r#""floor", "wall""#,
                r#"{"type": "horz", "region": "all", "rules": ["corner(out) > 0 -> self(wall)"]}"#,
            ),
            vec!["rooms with wall between them"],
        ),
        (
            "stamps",
            script(
                r#""sky", "ground", "brick""#,
                r#"{"type": "horz", "rules": ["from_bottom == 0 -> self(ground)", "-> self(sky)"]},
            {"type": "rorder", "parameters": {"changes": 4}, "rules": ["from_bottom > 2, from_right > 3, dist(brick) > 5 -> row4(brick)"]}"#,
            ),
            vec!["ground", "pieces of brick over sky"],
        ),
        (
            "lanes",
            script(
                r#""grass", "road""#,
                r#"{"type": "horz", "rules": ["-> self(grass)"]},
            {"type": "rorder", "parameters": {"changes": 4}, "rules": ["column == 0 -> self(road)"]},
            {"type": "horz", "parameters": {"repeats": 2}, "rules": ["left(road) -> self(road)"]}"#,
            ),
            vec!["and led on to the other side"],
        ),
        (
            "patch",
            script(
                r#""sea", "land""#,
                r#"{"type": "horz", "rules": ["-> self(sea)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["dist(out) > 6 -> self(land)"]},
            {"type": "rorder", "parameters": {"changes": 12, "repeats": 6}, "rules": ["dist(out) > 2, all(land) > 2 -> self(land)", "dist(out) > 2, plus(land) > 0, random < 0.4 -> self(land)"]}"#,
            ),
            vec!["one patch of land", "grown to about"],
        ),
        (
            "mirror",
            script(
                r#""grass", "tree""#,
                r#"{"type": "horz", "rules": ["-> self(grass)"]},
            {"type": "horz", "parameters": {"mirror": "half_turn"}, "rules": ["random < 0.15 -> self(tree)"]}"#,
            ),
            vec!["after a half turn"],
        ),
        (
            "beside",
            with_ring(
                r#""floor", "wall", "torch""#,
                r#"{"type": "rorder", "parameters": {"changes": 6}, "rules": ["self(floor), plus(wall) > 0 -> self(torch)"]}"#,
            ),
            vec!["wall, along the border", "6 times torch, 1 off the border"],
        ),
    ]
}

/// Mazes and ways, likewise.
fn kinds_of_ways() -> Vec<(&'static str, String, Vec<&'static str>)> {
    vec![
        (
            "maze",
            script(
                r#""wall", "floor""#,
                r#"{"type": "horz", "rules": ["column2 == 1, row2 == 1 -> self(unknown)", "-> self(wall)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["self(unknown) -> self(floor)"]},
            {"type": "rorder", "parameters": {"repeats": 60}, "rules": ["self(unknown), left2(floor), random < 0.3 -> self(floor), left(floor)", "self(unknown), up2(floor), random < 0.3 -> self(floor), up(floor)", "self(unknown), right2(floor), random < 0.3 -> self(floor), right(floor)", "self(unknown), down2(floor), random < 0.3 -> self(floor), down(floor)"]}"#,
            ),
            vec!["but for open cells at every second one", "grow until all are joined"],
        ),
        (
            "runs",
            script(
                r#""sky", "shelf""#,
                r#"{"type": "horz", "rules": ["-> self(sky)"]},
            {"type": "rorder", "parameters": {"changes": 6}, "rules": ["from_right > 3, dist(shelf) > 8 -> row4(shelf)"]},
            {"type": "horz", "parameters": {"replace": "buffer", "repeats": 7}, "rules": ["left(shelf), right(sky), random < 0.6 -> self(shelf)"]}"#,
            ),
            vec!["times shelf in runs of", "some of them longer"],
        ),
        (
            "rectangles",
            script(
                r#""sky", "house""#,
                r#"{"type": "horz", "rules": ["-> self(sky)"]},
            {"type": "rorder", "parameters": {"changes": 3}, "rules": ["from_bottom == 0, from_right > 4, dist(house) > 6 -> roof(house), self(house)"]},
            {"type": "horz", "parameters": {"replace": "buffer", "repeats": 3}, "rules": ["left(house), below_left(house) == 0, right(house) == 0, random < 0.5 -> self(house)"]},
            {"type": "horz", "parameters": {"replace": "buffer", "repeats": 6}, "rules": ["down(house), below_left(house) == 0, random < 0.5 -> self(house)"]},
            {"type": "horz", "parameters": {"repeats": 9}, "rules": ["left(house), down(house) -> self(house)"]}"#,
            ),
            vec!["times house of", "cells at the bottom", "and filled"],
        ),
        (
            "way",
            script(
                r#""grass", "road""#,
                r#"{"type": "horz", "rules": ["-> self(grass)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["column == 0, dist(out) == 1, row > 1, from_bottom > 1 -> self(road)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["from_right == 0, row > 1, from_bottom > 1 -> self(road)"]},
            {"type": "connect", "parameters": {"entities": "road", "costs": "random"}, "rules": ["self(grass) -> self(road)"]}"#,
            ),
            vec!["an end of the road at the left", "an end of the road at the right"],
        ),
        (
            "wide way",
            script(
                r#""rock", "river""#,
                r#"{"type": "horz", "rules": ["-> self(rock)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["row == 0, column > 3, from_right > 3 -> self(river)"]},
            {"type": "rorder", "parameters": {"changes": 1}, "rules": ["from_bottom == 0, column > 3, from_right > 3 -> self(river)"]},
            {"type": "connect", "parameters": {"entities": "river", "costs": "random"}, "rules": ["self(rock) -> self(river)"]},
            {"type": "horz", "parameters": {"replace": "buffer"}, "rules": ["before(river) > 0 -> self(river)"]}"#,
            ),
            vec!["an end of the river at the top", "two cells wide"],
        ),
        (
            "ways from doors",
            script(
                r#""grass", "house", "door", "road""#,
                r#"{"type": "horz", "rules": ["-> self(grass)"]},
            {"type": "rorder", "parameters": {"changes": 4}, "rules": ["yard(grass), dist(out) > 1, dist(house) > 3 -> roof(house), self(door)"]},
            {"type": "horz", "rules": ["self(grass), up(door) -> self(road)"]},
            {"type": "connect", "parameters": {"entities": "road", "costs": "self(grass), self(house|door), self(house|door), self(house|door), self(house|door), self(house|door)"}, "rules": ["self(grass) -> self(road)"]}"#,
            ),
            vec!["road begins, with door", "ways of road join them"],
        ),
        (
            "loops",
            script(
                r#""rock", "tunnel""#,
                r#"{"type": "horz", "rules": ["-> self(rock)"]},
            {"type": "rorder", "parameters": {"changes": 5}, "rules": ["dist(out) > 2, dist(tunnel) > 5 -> self(tunnel)"]},
            {"type": "connect", "parameters": {"entities": "tunnel", "costs": "self(rock)"}, "rules": ["self(rock) -> self(tunnel)"]},
            {"type": "rorder", "parameters": {"changes": 5}, "rules": ["self(tunnel), dist(unknown) > 5 -> self(unknown)"]},
            {"type": "connect", "parameters": {"entities": "unknown", "costs": "1, all(tunnel)"}, "rules": ["self(rock) -> self(unknown)", "self(tunnel) -> self(unknown)"]},
            {"type": "horz", "rules": ["self(unknown) -> self(tunnel)"]}"#,
            ),
            vec!["ways of tunnel join them", "so that there are loops"],
        ),
    ]
}

#[test]
fn each_kind_of_layer_is_found_in_levels_that_were_made_by_it() {
    for (kind, text, wanted) in kinds().into_iter().chain(kinds_of_ways()) {
        let script = explained(&drawn(&text));
        let told = told(&script);
        for words in wanted {
            assert!(told.contains(words), "{kind}: {words:?} in\n{told}");
        }
    }
}

#[test]
fn explanations_are_short_and_make_whole_levels() {
    for (kind, text, _) in kinds().into_iter().chain(kinds_of_ways()) {
        let script = explained(&drawn(&text));
        assert!(script.explorers.len() <= 20, "{kind}");
        assert!(script.explorers.iter().all(|one| !one.description.as_str().is_empty()), "{kind}");
        assert_eq!(Script::parse(&script.to_string()).unwrap(), script, "{kind}");
        for level in drawn(&script.to_string()) {
            assert!(
                !level.tiles().contains(&marahel_level::UNKNOWN),
                "{kind}:\n{}",
                level.to_text()
            );
        }
    }
}

#[test]
fn ways_lead_from_side_to_side_and_touch_themselves_nowhere() {
    let all = kinds_of_ways();
    let (_, text, _) = all.iter().find(|(kind, ..)| *kind == "way").unwrap();
    for level in drawn(&explained(&drawn(text)).to_string()) {
        let is_road = |x: usize, y: usize| level.view().get(x, y) == 1;
        let n_at = |x: usize| (0..level.height()).filter(|&y| is_road(x, y)).count();
        assert!(n_at(0) >= 1 && n_at(level.width() - 1) >= 1, "{}", level.to_text());
    }
}

#[test]
fn what_is_the_same_in_all_drawings_is_a_piece() {
    let house = r#"{"type": "horz", "rules": ["row == 7, column > 8, column < 13 -> self(ghost)", "row > 5, row < 9, column > 7, column < 14 -> self(wall)", "-> self(floor:3|wall)"]}"#;
    let script = explained(&drawn(&script(r#""floor", "wall", "ghost""#, house)));
    assert!(told(&script).contains("the same in all drawings"), "{}", told(&script));
    for level in drawn(&script.to_string()) {
        let ghosts = (9..13).map(|x| level.view().get(x, 7));
        assert_eq!(ghosts.collect::<Vec<_>>(), [2; 4], "{}", level.to_text());
    }
}

#[test]
fn things_of_several_tiles_are_drawn_as_they_are() {
    let huts = r#"{"type": "horz", "rules": ["-> self(grass)"]},
        {"type": "rorder", "parameters": {"changes": 4}, "rules": ["dist(out) > 2, dist(roof|door) > 5 -> hut(roof), self(door)"]}"#;
    let script = explained(&drawn(&script(r#""grass", "roof", "door""#, huts)));
    for level in drawn(&script.to_string()) {
        let view = level.view();
        let n = |tile| level.tiles().iter().map(|&one| usize::from(one == tile)).sum::<usize>();
        assert_eq!(n(1), 3 * n(2), "{}", level.to_text());
        for (at, _) in level.tiles().iter().enumerate().filter(|(_, tile)| **tile == 2) {
            let (x, y) = (at % level.width(), at / level.width());
            assert_eq!((view.get(x, y - 1), view.get(x + 1, y)), (1, 1), "{}", level.to_text());
        }
    }
}

/// Drawings of any sizes, with tiles strewn, in rows, or mirrored.
#[test]
fn whatever_is_drawn_is_explained_by_scripts_that_make_levels() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for round in 0..150 {
        let n_tiles = rng.random_range(1..=6);
        let names: Vec<String> = (0..n_tiles).map(|tile| format!("t{tile}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let palette = Arc::new(Palette::of_names(&names).unwrap());
        let drawings: Vec<Level> = (0..rng.random_range(1..=4))
            .map(|_| {
                let (width, height) = (rng.random_range(1..=14), rng.random_range(1..=12));
                let mut tiles: Vec<Tile> = Vec::new();
                for cell in 0..width * height {
                    let (x, y) = (cell % width, cell / width);
                    tiles.push(match round % 3 {
                        0 => rng.random_range(0..n_tiles) as Tile,
                        1 if x > 0 && rng.random_bool(0.8) => tiles[cell - 1],
                        2 if 2 * x >= width => tiles[y * width + width - 1 - x],
                        _ if rng.random_bool(0.7) => 0,
                        _ => rng.random_range(0..n_tiles) as Tile,
                    });
                }
                Level::from_tiles(width, tiles, Arc::clone(&palette))
            })
            .collect();
        let size = Size { width: 13, height: 9 };
        let explained = explain(&drawings, (size, size), None);
        assert!(!explained.is_empty(), "round {round}");
        for one in explained {
            assert!(one.bits.is_finite() && one.script.explorers.len() <= 20, "round {round}");
            let level = Generator::new(&one.script).generate(0).unwrap();
            assert!(
                !level.tiles().contains(&marahel_level::UNKNOWN),
                "round {round}: {}",
                one.script
            );
        }
    }
}

#[test]
fn nothing_explains_nothing() {
    let size = Size { width: 9, height: 9 };
    assert!(explain(&[], (size, size), None).is_empty());
}

/// Six drawings in two mirrored halves, where a thing stands six times; it and its ground have
/// these names.
fn mirrored_pairs(ground: &str, thing: &str) -> Vec<Level> {
    let palette = Arc::new(Palette::of_names(&[ground, thing]).unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let drawing = |_| {
        let mut tiles: Vec<Tile> = vec![0; 16 * 9];
        for _ in 0..12 {
            let (x, y) = (rng.random_range(0..8), rng.random_range(0..9));
            (tiles[16 * y + x], tiles[16 * y + 15 - x]) = (1, 1);
        }
        Level::from_tiles(16, tiles, Arc::clone(&palette))
    };
    (0..6).map(drawing).collect()
}

#[test]
fn images_stand_where_their_originals_do() {
    let drawings = drawn(&script(
        r#""grass", "tree""#,
        r#"{"type": "horz", "rules": ["-> self(grass)"]},
        {"type": "rorder", "parameters": {"mirror": "both", "changes": 6},
         "rules": ["row > 3, row <= from_bottom, column <= from_right -> self(tree)"]}"#,
    ));
    let script = explained(&drawings);
    assert!(told(&script).contains("all quarters are images"), "{}", told(&script));
    let generator = Generator::new(&script);
    let outer_rows = |level: &Level| {
        let tiles = level.tiles();
        [&tiles[..4 * 21], &tiles[11 * 21..]].concat()
    };
    let grass = drawings[0].get(0, 0);
    for seed in 0..10 {
        let level = generator.generate(seed).unwrap();
        assert!(outer_rows(&level).iter().all(|tile| *tile == grass), "{}", level.to_text());
    }
}

#[test]
fn names_of_tiles_mean_nothing() {
    let parts = |ground: &str, thing: &str| {
        let script = explained(&mirrored_pairs(ground, thing));
        (told(&script).replace(thing, "thing").replace(ground, "ground"), script.explorers)
    };
    let plain = parts("meadow", "crate");
    assert!(plain.0.contains("is an image of"), "{}", plain.0);
    for name in ["random_box", "noise_box", "randomnoise", "dist", "self", "name", "left2", "plus"]
    {
        assert_eq!(parts("meadow", name), plain, "{name}");
        assert_eq!(parts(name, "crate"), plain, "{name}");
    }
}

/// The language has no neighborhoods that reach so far: other layers explain them, for each ground.
#[test]
fn runs_may_be_longer_than_a_neighborhood() {
    let palette = Arc::new(Palette::of_names(&["sky", "shelf"]).unwrap());
    let drawing = |shelves: [(usize, usize, usize); 2]| {
        let mut tiles: Vec<Tile> = vec![0; 90 * 12];
        for (row, column, length) in shelves {
            tiles[90 * row + column..][..length].fill(1);
        }
        Level::from_tiles(90, tiles, Arc::clone(&palette))
    };
    let drawings = [
        [(1, 7, 66), (5, 12, 70)],
        [(2, 3, 72), (8, 15, 66)],
        [(3, 11, 68), (9, 4, 75)],
        [(1, 5, 71), (6, 9, 67)],
    ];
    let size = Size { width: 90, height: 12 };
    assert_eq!(explain(&drawings.map(drawing), (size, size), None).len(), 2);
}
