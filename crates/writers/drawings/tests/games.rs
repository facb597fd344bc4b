//! What is asked for of levels like those that were drawn for eleven games.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use marahel::Generator;
use marahel_drawings::{DrawnLevels, InferredProblem, Locks, Moving, explain, palette_of_texts};
use marahel_formats::{Hints, Legend, NoFiles, TXT, levels_of_text, read as read_levels};
use marahel_level::{Level, Tile};
use marahel_problem::{Definition, Problem};
use marahel_script::Size;

const GAMES: [(&str, Option<Moving>); 11] = [
    ("bomber", Some(Moving::Walk)),
    ("pacman", Some(Moving::Walk)),
    ("tower", Some(Moving::Walk)),
    ("chip", Some(Moving::Walk)),
    ("runjump", Some(Moving::Platformer)),
    ("harbour", Some(Moving::Walk)),
    ("board", Some(Moving::Walk)),
    ("lanes", None),
    ("village", Some(Moving::Walk)),
    ("soko", Some(Moving::Walk)),
    ("dungeon", Some(Moving::Walk)),
];

/// Levels that are made of an explanation.
const N_LEVELS: u64 = 40;

/// The drawings of a game, with all that its legend says.
fn read(game: &str) -> (Vec<Level>, Legend) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let file = |ending: &str| {
        fs::read_to_string(folder.join(format!("{game}.{ending}"))).expect("the file is there")
    };
    let mut legend = Legend::parse(&file("json")).expect("a legend");
    let mut texts = [Some(file("txt"))];
    let palette = palette_of_texts(&mut texts, &mut legend).expect("a palette").0.expect("tiles");
    let text = texts[0].take().expect("a text");
    (levels_of_text(&text, &palette).expect("levels"), legend)
}

fn inferred(levels: Vec<Level>, legend: Legend, moving: Option<Moving>) -> String {
    // The characters are those of the legend.
    let palette = Arc::clone(levels[0].palette());
    let drawn = DrawnLevels::new(levels, Some(palette), legend).expect("drawings");
    let inferred = InferredProblem::of(&drawn, "game", drawn.commonest_size(), moving)
        .expect("a problem file");
    format!("{}{}", inferred.head, inferred.body)
}

fn of_game(game: &str) -> String {
    let (levels, legend) = read(game);
    let moving = GAMES.iter().find(|(name, _)| *name == game).expect("it is there").1;
    inferred(levels, legend, moving)
}

fn asks(game: &str, demands: &[&str]) {
    let moving = GAMES.iter().find(|(name, _)| *name == game).expect("it is there").1;
    asks_for(game, moving, demands);
}

fn asks_for(game: &str, moving: impl Into<Option<Moving>>, demands: &[&str]) {
    let (levels, legend) = read(game);
    let file = inferred(levels, legend, moving.into());
    for demand in demands {
        assert!(file.contains(demand), "{game}: {demand}\n{file}");
    }
}

#[test]
fn what_all_drawings_share_is_needed_for_good() {
    let mut n_ways = 0;
    for game in ["chip", "dungeon", "tower", "pacman"] {
        let definition = Definition::parse(&of_game(game)).expect("it is sound");
        let problem = Problem::with_defaults(Arc::new(definition));
        // What is not in a range without an end can be good.
        let open = problem.objectives().iter().filter(|objective| objective.is_open());
        let open: Vec<&str> = open.map(|objective| &*objective.name).collect();
        assert!(open.iter().all(|name| *name == "like"), "{game}: {open:?}");
        n_ways += problem.objectives().iter().filter(|objective| objective.name == "way").count();
    }
    assert!(n_ways > 0, "none has a way");
}

#[test]
fn an_arena_is_a_lattice_with_starts_in_its_corners() {
    asks(
        "bomber",
        &[
            "playable = \"count(start) == 4\"",
            "# all four drawings: a ring of pillar around the level",
            "pillar = { value = \"count(pillar)\", range = [64, 64]",
            "# all four drawings: pillar at every second cell inside",
            "# all four drawings: no two start in one piece of open cells",
            "# all four drawings: start in the corners",
            "# all four drawings: start with floor on two of the four cells beside it",
        ],
    );
}

#[test]
fn a_maze_is_symmetric_and_narrow() {
    asks(
        "pacman",
        &[
            "# all four drawings: a ring of wall around the level, but for two gaps",
            "symmetry = { value = 'symmetry(left_right)', range = [1, 1]",
            "# all four drawings: no way from pacman to ghost but over gate",
            "[movement.without_gate]",
            "# all four drawings: four dead ends of open cells",
            "# all four drawings: no 2x2 block of open cells",
            "[neighborhoods]\nblock = \"31,11\"",
            "# all four drawings: power in the corners",
            "# all four drawings: pacman in the middle column",
        ],
    );
}

#[test]
fn a_road_has_two_ends_and_no_junction() {
    asks(
        "tower",
        &[
            "path(spawn, base) > 0",
            "role = \"exit\"",
            "# all four drawings: two dead ends of open cells",
            "# all four drawings: no junction of open cells",
            "# all four drawings: no road at the border",
            "# all four drawings: base at the right side",
            "# all four drawings: site beside road",
        ],
    );
}

#[test]
fn doors_lock_what_is_behind_them() {
    asks(
        "chip",
        &[
            "doors = { red_door = \"red_key\", blue_door = \"blue_key\" }",
            "# all five drawings: red_key within reach of hero without any key",
            "# all five drawings: blue_key out of reach of hero without any key",
            "# all five drawings: exit out of reach of hero with the red_key alone",
            "# all five drawings: blue_door in a doorway, wall on two sides alone",
            "pieces of open cells",
        ],
    );
}

#[test]
fn things_stand_on_the_ground_where_they_fall() {
    asks(
        "runjump",
        &[
            "path(hero, flag) > 0",
            "# all four drawings: ground along the lower edge",
            "gaps in the ",
            "# all four drawings: pipe two cells wide",
            "# all four drawings: pipe on top of ground, or of more of it",
            "# all four drawings: pieces of coin of three cells each",
            "# all four drawings: enemy on top of solid cells",
            "# all four drawings: hero at the left side",
        ],
    );
}

#[test]
fn other_games_are_asked_for_what_they_are() {
    asks("harbour", &["nothing but pier in row 6", "water never beside grass"]);
    asks(
        "board",
        &[
            "plain, forest, mountain equal on the left and on the right",
            "blue_unit and red_unit in equal places",
            "red_castle at the left side",
        ],
    );
    asks(
        "dungeon",
        &["rooms, with doors between them", "no way from rogue to stairs but over door"],
    );
    asks("lanes", &["nothing but log and water in rows 1 to 2", "frog at the lower side"]);
    asks("village", &["a ring of tree around the level", "pieces of house of eight cells each"]);
}

/// A drawing that is left out meets what the others share.
fn meets_what_others_share(game: &str) {
    let moving = GAMES.iter().find(|(name, _)| *name == game).expect("it is there").1;
    let (levels, legend) = read(game);
    for (index, left_out) in levels.iter().enumerate() {
        let mut others = levels.clone();
        others.remove(index);
        let file = inferred(others, legend.clone(), moving);
        let definition = Definition::parse(&file).expect("a problem file");
        let problem = Problem::with_defaults(Arc::new(definition));
        let level = left_out.renamed(Arc::clone(problem.palette())).expect("the same tiles");
        let explained = problem.meter().explain(level.view());
        assert!(explained.playable.holds() == Some(true), "{game} without drawing {index}");
        for one in explained.objectives.iter().filter(|one| one.name != "like") {
            assert_eq!(one.score, 1.0, "{game} without drawing {index}: {}", one.name);
        }
    }
}

#[test]
fn an_arena_that_was_left_out_is_right() {
    meets_what_others_share("bomber");
}

#[test]
fn a_maze_that_was_left_out_is_right() {
    meets_what_others_share("pacman");
}

#[test]
fn a_road_that_was_left_out_is_right() {
    meets_what_others_share("tower");
}

#[test]
fn rooms_that_were_left_out_are_right() {
    meets_what_others_share("chip");
}

#[test]
fn a_run_that_was_left_out_is_right() {
    meets_what_others_share("runjump");
}

/// How the drawings of a game are understood: the words of all layers of the shortest explanation; and
/// the largest share of levels of an explanation that can be played.
fn understood(game: &str, moving: Moving) -> (String, f64) {
    let (levels, legend) = read(game);
    let size =
        marahel_script::Size { width: levels[0].width() as u32, height: levels[0].height() as u32 };
    let file = inferred(levels, legend, Some(moving));
    let problem = Problem::with_defaults(Arc::new(Definition::parse(&file).expect("a file")));
    let drawings = problem.definition().drawings().levels();
    let scripts: Vec<_> =
        explain(drawings, (size, size), None).into_iter().map(|one| one.script).collect();
    let shares = scripts.iter().map(|script| n_playable(script, &problem) as f64 / N_LEVELS as f64);
    let words = scripts[0].explorers.iter().map(|one| one.description.as_str());
    (words.collect::<Vec<_>>().join("\n"), shares.fold(0.0, f64::max))
}

/// How many of the first levels of a script can be played.
fn n_playable(script: &marahel_script::Script, problem: &Problem) -> usize {
    let generator = Generator::new(script);
    let mut meter = problem.meter();
    let is_playable = |&seed: &u64| {
        let level = generator.generate(seed).expect("a level");
        let level = level.renamed(Arc::clone(problem.palette())).expect("the same tiles");
        meter.explain(level.view()).playable.holds() == Some(true)
    };
    (0..N_LEVELS).filter(is_playable).count()
}

#[test]
fn many_kinds_of_drawings_are_understood() {
    let games: [(&str, Moving, &[&str], f64); 16] = [
        ("village", Moving::Walk, &["path begins, with door", "ways of path join them"], 0.95),
        ("office", Moving::Walk, &["rooms with wall", "door where two rooms meet"], 0.8),
        ("farm", Moving::Walk, &["4 pieces of fence", "wheat fills all of that"], 0.8),
        ("canyon", Moving::Walk, &["an end of the river at the top", "two cells wide"], 0.05),
        ("sewer", Moving::Walk, &["ways of tunnel join them", "so that there are loops"], 0.2),
        ("fort", Moving::Walk, &["one piece of courtyard", "wall, with courtyard"], 0.5),
        ("climb", Moving::Platformer, &["platform in runs of", "pieces of ladder over"], 0.2),
        ("archipelago", Moving::Walk, &["patches of sand", "within 3 of"], 0.9),
        ("golf", Moving::Walk, &["three cells wide", "fence, with green around it"], 0.6),
        ("oasis", Moving::Walk, &["ways of track join them, by way of palm"], 0.9),
        ("ward", Moving::Walk, &["pieces of room", "door where two rooms meet"], 0.5),
        ("yard", Moving::Walk, &["ways of rail join them", "piece of shed"], 0.6),
        ("pinball", Moving::Walk, &["the right half is an image"], 0.6),
        ("museum", Moving::Walk, &["rooms with wall", "door where two rooms meet"], 0.6),
        ("vineyard", Moving::Walk, &["vine in runs of 4", "ways of path join them"], 0.1),
        ("skirmish", Moving::Walk, &["red, where the image (half_turn) is blue"], 0.6),
    ];
    let check = |(game, moving, wanted, n_min): (&str, Moving, &[&str], f64)| {
        let (words, playable) = understood(game, moving);
        for one in wanted {
            assert!(words.contains(one), "{game}: {one:?} in\n{words}");
        }
        assert!(playable >= n_min, "{game}: {playable}");
    };
    std::thread::scope(|scope| {
        for game in games {
            scope.spawn(move || check(game));
        }
    });
    asks_for("archipelago", Moving::Walk, &["pieces of sand with what stands on it"]);
}

/// A door where a wall would stand, so that one cell of wall is left when keys and doors are placed.
#[test]
fn nothing_is_left_beneath_doors() {
    let (levels, _) = read("keys");
    let named = |name: &str| {
        let entities = levels[0].palette().entities();
        entities.iter().position(|entity| entity.name == name).expect("it is drawn") as Tile
    };
    let locks = Locks {
        start: named("hero"),
        goal: named("exit"),
        doors: vec![(named("red_door"), named("red_key")), (named("blue_door"), named("blue_key"))],
    };
    let size = marahel_script::Size { width: 15, height: 13 };
    let best = &explain(&levels, (size, size), Some(&locks))[0].script;
    let words: Vec<&str> = best.explorers.iter().map(|one| one.description.as_str()).collect();
    assert!(words.join("\n").contains("red_key"), "{words:?}");
}

/// Games whose drawings never have a thing beside another.
#[test]
fn what_never_touches_in_drawings_is_kept_apart() {
    for (game, [thing, other]) in [
        ("dungeon", ["door", "door"]),
        ("museum", ["door", "door"]),
        ("soko", ["keeper", "target"]),
        ("harbour", ["boat", "pier"]),
    ] {
        let drawings = read(game).0;
        assert!(drawings.iter().all(|level| !touch(level, [thing, other])), "{game}: drawn");
        let size = Size { width: drawings[0].width() as u32, height: drawings[0].height() as u32 };
        let script = explain(&drawings, (size, size), None).remove(0).script;
        let generator = Generator::new(&script);
        let levels = (0..10 * N_LEVELS).map(|seed| generator.generate(seed).expect("a level"));
        let n_levels = levels.filter(|level| touch(level, [thing, other])).count();
        assert_eq!(n_levels, 0, "{game}: {thing} beside {other} in {script}");
    }
}

/// Whether two things lie side by side.
fn touch(level: &Level, names: [&str; 2]) -> bool {
    let [thing, other] = names.map(|name| level.palette().tile(name).expect("a tile of the game"));
    let (width, tiles) = (level.width(), level.tiles());
    let steps = [1, width];
    steps.into_iter().any(|step| {
        let pairs = (0..tiles.len() - step).filter(|cell| step > 1 || (cell + 1) % width > 0);
        pairs
            .map(|cell| [tiles[cell], tiles[cell + step]])
            .any(|pair| pair == [thing, other] || pair == [other, thing])
    })
}

/// The problem file for drawings in a text.
fn of_text(text: &str, legend: &str, size: Option<(usize, usize)>) -> String {
    let mut legend = Legend::parse(legend).expect("a legend");
    let mut texts = [Some(text.to_owned())];
    let palette = palette_of_texts(&mut texts, &mut legend).expect("a palette").0.expect("tiles");
    let levels = levels_of_text(text, &palette).expect("levels");
    let drawn = DrawnLevels::new(levels, Some(palette), legend).expect("drawings");
    let size = size.unwrap_or(drawn.commonest_size());
    let inferred =
        InferredProblem::of(&drawn, "game", size, Some(Moving::Walk)).expect("a problem file");
    format!("{}{}", inferred.head, inferred.body)
}

#[test]
fn amounts_of_one_drawing_are_ranges_that_grow_with_the_size() {
    let drawing = "##########\n#@..#...>#\n#...#....#\n#........#\n#...#..*.#\n##########\n";
    let legend = r##"{"#": "wall", ".": "floor", "@": "player", ">": "exit", "*": "gold"}"##;
    for (size, floor) in [(None, "[17, 34]"), (Some((30, 18)), "[156, 312]")] {
        let file = of_text(drawing, legend, size);
        let asked = format!("floor = {{ value = \"count(floor)\", range = {floor}");
        assert!(file.contains(&asked), "{file}");
        assert!(file.contains("count(gold)\", range = [1, 1]"), "{file}");
    }
}

#[test]
fn crates_and_targets_ask_for_a_solution() {
    asks("soko", &["playable = \"sokoban_solution(keeper, crate, target) > 0 and"]);
}

#[test]
fn camps_are_joined_by_roads_and_bridges() {
    let drawings = [
        "r--.~...w..\nw.-.~.w....\n..--=---.w.\n.w..~..-.ww\n..w.~..---b\n",
        "w.-----.w..\nr--w~.--=-b\n.ww.~...~.w\n....~.w.~..\nw...~w..~w.\n",
        "..w.~.w..w.\n.-----=-..w\n.-w.ww~--..\nr-....~.--b\nww..w.~.w..\n",
        "r-w..~w....\nw-...~..w--\n.---.~.---b\n.w.--=--w..\nww...~....w\n",
    ];
    let legend = r#"{".": "grass", "-": "road", "=": "bridge", "~": ["river", "solid"], "w": "wood",
        "r": "red", "b": "blue"}"#;
    let file = of_text(&drawings.join("\n"), legend, None);
    for asked in [
        "# all four drawings: a way from red to blue on road and bridge",
        "[movement.on_road]\nover = \"road|bridge\"",
    ] {
        assert!(file.contains(asked), "{file}");
    }
}

#[test]
fn what_lies_around_houses_is_walked_on() {
    let houses = ".........\n.###.###.\n.#h#.#p#.\n.###.###.\n".repeat(4);
    let text = format!("{houses}.........\n\n{houses}.........\n.........\n");
    let legend = r##"{".": "lawn", "#": "wall", "h": "flower", "p": "pot"}"##;
    let file = of_text(&text, legend, None);
    assert!(file.contains("over = \"lawn"), "{file}");
}

#[test]
fn the_same_drawings_make_the_same_file() {
    assert_eq!(of_game("chip"), of_game("chip"));
}

#[test]
fn movement_is_seen_in_drawings() {
    for (game, moving) in GAMES.iter().filter(|(game, _)| *game != "bomber") {
        let (levels, legend) = read(game);
        let drawn = DrawnLevels::new(levels, None, legend).expect("drawings");
        assert_eq!(drawn.seems_to_move().map(|(moving, _)| moving), *moving, "{game}");
    }
}

/// A game of PuzzleScript, with crates and targets that share cells, and two kinds of players.
const PUZZLE: &str = "title Push

OBJECTS

Background
green

Wall
brown

Cat
blue

Dog
blue

Crate
red

Target
red

LEGEND

. = Background
# = Wall
C = Cat
D = Dog
Player = Cat or Dog
* = Crate
@ = Crate and Target
O = Target

RULES

[ > Player | Crate ] -> [ > Player | > Crate ]

COLLISIONLAYERS

Background
Target
Player, Wall, Crate

WINCONDITIONS

all Target on Crate

LEVELS

########
#......#
#.*.O..#
#.c.*O.#
#.@....#
########

########
#.@..O.#
#.*.d..#
#......#
########

########
#.O....#
#.*.*O.#
#..@.*.#
#.c.@.O#
########
";

#[test]
fn what_a_file_says_of_its_game_is_asked_for() {
    let hints = Hints::default();
    let reading = read_levels(PUZZLE.as_bytes(), &TXT, &hints, &NoFiles).expect("a game");
    let levels: Vec<Level> = reading.levels.into_iter().map(|found| found.level).collect();
    let drawn = DrawnLevels::new(levels, None, Legend::default()).expect("drawings");
    let drawn = drawn.with_said(&reading.about.said);
    let moving = drawn.seems_to_move().map(|(moving, _)| moving);
    assert_eq!(moving, Some(Moving::Walk), "targets are walked over");
    let inferred = InferredProblem::of(&drawn, "push", (8, 6), moving).expect("a problem file");
    for part in [
        // One player, whoever it is; a target that has no crate yet, and enough crates.
        "count(cat|dog) == 1",
        "count(target) > 0",
        "count(crate_and_target|target) <= count(crate|crate_and_target)",
        "sokoban_solution(cat|dog, crate|crate_and_target, crate_and_target|target) > 0",
        // Crates are counted wherever they stand; a solution needs as many targets.
        "crate = { value = \"count(crate|crate_and_target)\"",
    ] {
        let mut all = format!("{}{}", inferred.head, inferred.body);
        for tiles in ["crate_and_target|crate", "target|crate_and_target"] {
            let mut order: Vec<&str> = tiles.split('|').collect();
            order.sort_unstable();
            all = all.replace(tiles, &order.join("|"));
        }
        assert!(all.contains(part), "{part}\n{all}");
    }
}
