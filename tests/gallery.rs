//! The generators in `configs/generators` run, the gallery keeps what its
//! descriptions promise, and the table of contents is complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Scratch, workspace};

/// Levels that every promise is checked on.
const N_LEVELS: usize = 20;

/// A level as the names of its tiles, row by row.
type Names = Vec<Vec<String>>;

/// Column and row.
type Place = (usize, usize);

#[test]
fn every_generator_makes_levels() {
    let scratch = Scratch::new();
    for script in scripts(&workspace().join("configs/generators")) {
        let script = script.display();
        let arguments = format!("generate {script} --count {N_LEVELS} --format jsonl");
        assert_eq!(scratch.marahel(&arguments).ok().stdout.lines().count(), N_LEVELS, "{script}");
    }
}

/// Of the gallery, which we wrote; others stand as they were found.
#[test]
fn the_gallery_gives_no_warnings() {
    let scratch = Scratch::new();
    for script in gallery() {
        let report = scratch.marahel(&format!("check {}", script.display())).ok().stdout;
        assert!(report.contains("no mistakes") && !report.contains("warning"), "{report}");
    }
}

#[test]
fn an_example_is_written_under_its_name_and_never_over_a_file() {
    let scratch = Scratch::new();
    let list = scratch.marahel("new").ok().stdout;
    let folder = workspace().join("configs/generators");
    for folder in ["gallery", "dials", "evolved", "fdg20", "aiide17"] {
        fs::create_dir_all(scratch.path(&format!("copies/{folder}"))).expect("a new folder");
    }
    for line in list.lines() {
        let (name, about) = line.split_once(' ').expect("a line begins with a name");
        assert!(!about.trim().is_empty(), "nothing is said of {name}");
        scratch.marahel(&format!("new {name} --out copies/{name}.json")).ok();
        let path = format!("{name}.json");
        let written = scratch.read(&format!("copies/{path}"));
        assert_eq!(written, fs::read_to_string(folder.join(&path)).expect("it is listed"));
    }
    assert_eq!(list.matches("gallery/").count(), gallery().len());

    scratch.marahel("new zelda").ok();
    assert_eq!(scratch.read("zelda.json"), scratch.read("copies/gallery/zelda.json"));
    let again = scratch.marahel("new zelda");
    assert_eq!(again.code, Some(2));
    assert_eq!(
        again.stderr,
        "error: zelda.json already exists; name another file, or overwrite it with --force\n"
    );
    assert_eq!(scratch.marahel("new nowhere").code, Some(2));
}

#[test]
fn the_table_of_contents_names_and_shows_every_generator() {
    let folder = workspace().join("configs/generators");
    let contents = fs::read_to_string(folder.join("README.md")).expect("it is there");
    let list = Scratch::new().marahel("new").ok().stdout;
    for script in scripts(&folder) {
        let path = script.strip_prefix(&folder).expect("it is in the folder").display().to_string();
        let is_listed = path.starts_with("gallery/") || contents.contains(&format!("`{path}`"));
        assert!(is_listed, "{path} is not listed");
    }
    for script in gallery() {
        let name = name_of(&script);
        let description = document(&script)["description"].as_str().expect("it is text").to_owned();
        assert!(list.contains(&description), "`marahel new` does not say `{description}`");
        assert!(contents.contains(&format!("(gallery/{name}.png)")), "{name} is not shown");
        let picture = fs::read(script.with_extension("png")).expect("there is a picture");
        assert!(picture.starts_with(b"\x89PNG"), "{name}.png is not a picture");
    }
}

#[test]
fn the_gallery_shows_every_explorer_and_every_divider() {
    let mut kinds = BTreeSet::new();
    for script in gallery() {
        let document = document(&script);
        let explorers = document["explorers"].as_array().expect("there are explorers").iter();
        for part in explorers.chain(document.get("regions")) {
            kinds.insert(part["type"].as_str().expect("it is text").to_owned());
        }
    }
    let explorers = ["horz", "vert", "rand", "drunk", "greedy", "connect", "wide", "rorder"];
    let dividers = ["equal", "bsp", "sampling"];
    assert!(kinds.iter().eq(&BTreeSet::from_iter([&explorers[..], &dividers].concat())));
}

/// Checks that the tiles on which one can walk are connected, and how many
/// there are, at least and at most, of some entities.
#[track_caller]
fn check(name: &str, is_way: impl Fn(&str) -> bool, totals: &[(&str, usize, usize)]) {
    for (seed, level) in levels(name).iter().enumerate() {
        let ways = places(level, &is_way);
        assert_eq!(reached(level, &is_way, ways[0]).len(), ways.len(), "{name}, seed {seed}");
        for &(entity, min, max) in totals {
            let total = places(level, |tile| tile == entity).len();
            assert!((min..=max).contains(&total), "{name}, seed {seed}: {total} of {entity}");
        }
    }
}

#[test]
fn all_of_a_dungeon_can_be_reached() {
    let once = |entity| (entity, 1, 1);
    let rock = |tile: &str| tile != "solid";
    check("rooms", rock, &[once("entrance"), once("exit"), ("treasure", 3, 5), ("enemy", 3, 6)]);
    check("grid", rock, &[("stairs", 2, 2), ("treasure", 3, 5)]);
    check("caves", rock, &[once("player"), once("exit"), ("treasure", 3, 5)]);
    let dry = |tile: &str| !["solid", "water"].contains(&tile);
    check("lakes", dry, &[("water", 40, 1000), ("floor", 300, 1000)]);
    let dug = |tile: &str| !["solid", "ore", "lava"].contains(&tile);
    check("mine", dug, &[once("stairs"), ("treasure", 1, 4), ("ore", 20, 1000)]);
}

#[test]
fn all_of_a_building_can_be_reached() {
    let inside = |tile: &str| !["wall", "window", "hedge"].contains(&tile);
    check("manor", inside, &[("treasure", 1, 3), ("window", 10, 100)]);
    let inside = |tile: &str| !["wall", "water", "tower"].contains(&tile);
    check("castle", inside, &[("bridge", 2, 2), ("tower", 10, 20), ("treasure", 3, 4)]);
    let inside = |tile: &str| !["wall", "rock", "tree", "statue"].contains(&tile);
    check("ruins", inside, &[("wall", 40, 300), ("treasure", 1, 4)]);
}

#[test]
fn ways_lead_everywhere_outdoors() {
    let ways = |tile: &str| ["road", "fountain", "table", "door"].contains(&tile);
    check("town", ways, &[("fountain", 1, 1), ("door", 12, 100)]);
    check("garden", |tile| ["path", "fountain", "statue"].contains(&tile), &[]);
    let ways = |tile: &str| ["road", "bridge", "village"].contains(&tile);
    check("continent", ways, &[("village", 3, 5)]);
    let ways = |tile: &str| !["tree", "water", "rock"].contains(&tile);
    check("forest", ways, &[("water", 20, 400)]);
    check("archipelago", |_| true, &[("village", 1, 4), ("treasure", 1, 2)]);
}

#[test]
fn a_perfect_maze_has_one_way_between_any_two_places() {
    check("maze", |tile| tile != "solid", &[("entrance", 1, 1), ("exit", 1, 1)]);
    for level in levels("maze") {
        let ways = places(&level, |tile| tile != "solid");
        let n_ends: usize = ways.iter().map(|&way| open_sides(&level, way)).sum();
        assert_eq!(n_ends / 2, ways.len() - 1, "connected without a loop");
    }
}

#[test]
fn a_maze_of_another_size_is_a_maze_and_a_division_that_does_not_fit_is_told() {
    let scratch = Scratch::new();
    let maze = fs::read_to_string(workspace().join("configs/generators/gallery/maze.json"));
    let maze = maze.expect("it is there");
    for (width, height) in [(21, 21), (20, 14), (5, 12), (12, 5), (3, 9)] {
        scratch.write("maze.json", maze.replace("41x27", &format!("{width}x{height}")));
        scratch.marahel("check maze.json --deny-warnings").ok();
        for level in levels_of(&scratch.path("maze.json")) {
            let ways = places(&level, |tile| tile != "solid");
            let n_ends: usize = ways.iter().map(|&way| open_sides(&level, way)).sum();
            assert_eq!(n_ends / 2, ways.len() - 1, "connected without a loop");
            assert!(ways.len() >= width / 2 * (height / 2), "{width}x{height}");
            let rows = [&level[0], &level[height - 1]];
            assert_eq!(rows.map(|row| row.iter().filter(|tile| *tile != "solid").count()), [1, 1]);
        }
    }
}

#[test]
fn an_arcade_maze_has_no_dead_end() {
    check("arcade", |tile| tile != "solid", &[("player", 1, 1), ("enemy", 4, 4)]);
    for level in levels("arcade") {
        let ways = places(&level, |tile| tile != "solid");
        assert!(ways.iter().all(|&way| open_sides(&level, way) > 1));
    }
}

#[test]
fn jumps_of_five_tiles_and_three_up_lead_to_the_goal() {
    for (seed, level) in levels("platformer").iter().enumerate() {
        let is_ground = |tile: &str| ["grass", "dirt", "brick"].contains(&tile);
        let is_footing = |&(x, y): &Place| {
            !is_ground(&level[y][x])
                && level[y][x] != "spikes"
                && level.get(y + 1).is_some_and(|below| is_ground(&below[x]))
        };
        let footings: Vec<Place> = places(level, |_| true).into_iter().filter(is_footing).collect();
        let mut reached = places(level, |tile| tile == "player");
        assert_eq!(reached.len(), 1, "seed {seed}");
        let mut next = 0;
        while let Some(&(x, y)) = reached.get(next) {
            let can_jump = |&&(to_x, to_y): &&Place| x.abs_diff(to_x) <= 5 && y <= to_y + 3;
            let steps: Vec<Place> = footings.iter().filter(can_jump).copied().collect();
            reached.extend(steps.iter().filter(|step| !reached.contains(step)).collect::<Vec<_>>());
            next += 1;
        }
        assert!(reached.iter().any(|&(x, y)| level[y][x] == "exit"), "seed {seed}");
    }
}

#[test]
fn dungeons_and_puzzles_can_be_solved() {
    let scratch = Scratch::new();
    let by_hand = [
        ("zelda", "zelda", 0.99),
        ("zelda", "corridor", 1.0),
        ("sokoban", "sokoban", 0.95),
        ("sokoban", "warehouse", 0.98),
    ];
    for (problem, name, playable_min) in by_hand {
        let script = workspace().join(format!("configs/generators/gallery/{name}.json"));
        let arguments = format!("evaluate --problem {problem} {} --maps 200", script.display());
        let answer = scratch.evolve(&arguments).ok().stdout;
        let answer: Value = serde_json::from_str(&answer).expect("it is JSON");
        let playable = answer["playable"].as_f64().expect("it is a share");
        assert!(playable >= playable_min, "{name}: {playable}");
    }
}

#[test]
fn games_that_need_symmetry_and_places_are_what_their_problems_ask_for() {
    let scratch = Scratch::new();
    for (name, good_min) in [("arena", 0.8), ("chase", 0.85), ("board", 0.85)] {
        let problem = workspace().join(format!("configs/problems/games/{name}.toml"));
        let script = workspace().join(format!("configs/generators/gallery/{name}.json"));
        let (problem, script) = (problem.display(), script.display());
        let answer = scratch.evolve(&format!("evaluate --problem {problem} {script} --maps 300"));
        let answer: Value = serde_json::from_str(&answer.ok().stdout).expect("it is JSON");
        let share = |key: &str| answer[key].as_f64().expect("it is a share");
        assert!(share("playable") == 1.0 && share("good") >= good_min, "{name}: {answer}");
    }
}

/// The scripts below a folder, in order.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(scripts(&path));
        } else if path.extension().is_some_and(|ending| ending == "json") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn gallery() -> Vec<PathBuf> {
    scripts(&workspace().join("configs/generators/gallery"))
}

fn name_of(script: &Path) -> String {
    script.file_stem().expect("it is a file").to_string_lossy().into_owned()
}

fn document(script: &Path) -> Value {
    let text = fs::read_to_string(script).expect("it is there");
    serde_json::from_str(&text).expect("the gallery is plain JSON")
}

/// The first levels of a script of the gallery. None has a tile that nobody wrote.
fn levels(name: &str) -> Vec<Names> {
    levels_of(&workspace().join(format!("configs/generators/gallery/{name}.json")))
}

fn levels_of(script: &Path) -> Vec<Names> {
    let arguments = format!("generate {} --count {N_LEVELS} --format jsonl", script.display());
    let lines = Scratch::new().marahel(&arguments).ok().stdout;
    let entities = document(script)["entities"].clone();
    let name = |tile: &Value| {
        let index = tile.as_u64().expect("every tile was written") as usize;
        entities[index].as_str().expect("entities are names").to_owned()
    };
    let row = |row: &Value| row.as_array().expect("it is a row").iter().map(name).collect();
    let level = |line: &str| -> Names {
        let level: Value = serde_json::from_str(line).expect("it is JSON");
        level["tiles"].as_array().expect("there are rows").iter().map(row).collect()
    };
    lines.lines().map(level).collect()
}

/// The places whose tile is of a kind, row by row.
fn places(level: &Names, is_kind: impl Fn(&str) -> bool) -> Vec<Place> {
    let all = level.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)));
    all.filter(|&(x, y)| is_kind(&level[y][x])).collect()
}

/// The places to the left, to the right, above and below that are in the level.
fn neighbors(level: &Names, (x, y): Place) -> Vec<Place> {
    let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    around.into_iter().filter(|&(x, y)| y < level.len() && x < level[y].len()).collect()
}

/// How many neighbors of a place are no wall.
fn open_sides(level: &Names, place: Place) -> usize {
    neighbors(level, place).iter().filter(|&&(x, y)| level[y][x] != "solid").count()
}

/// The places of a kind that one can walk to.
fn reached(level: &Names, is_way: impl Fn(&str) -> bool, from: Place) -> BTreeSet<Place> {
    let mut reached = BTreeSet::from([from]);
    let mut queue = vec![from];
    while let Some(place) = queue.pop() {
        for (x, y) in neighbors(level, place) {
            if is_way(&level[y][x]) && reached.insert((x, y)) {
                queue.push((x, y));
            }
        }
    }
    reached
}
