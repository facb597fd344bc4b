//! Laws of repairs and of variations.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use marahel_level::{Level, Tile, View};
use marahel_problem::{
    Counts, Definition, OutsideFailure, OutsideJudge, OutsideJudges, Problem, below, level_stream,
};

use crate::search::{COST_MOST, Search};
use crate::windows::Windows;
use crate::{Aim, Freedom, RemixError, Repair, changed, remix, repair};

const PROBLEM: &str = r##"
name = "cellar"
size = "9x7"
playable = "count(player) == 1 and count(exit) == 1 and path(player, exit) > 0"
whole = "regions() == 1"
[tiles]
wall = { character = "#" }
floor = { character = "." }
player = { character = "@" }
exit = { character = "E" }
coin = { character = "o" }
[movement.walk]
over = "floor|player|exit|coin"
[objectives]
coins = { value = "count(coin)", range = [2, 4], zero_above = 9 }
"##;

const MAP: &str = "#########
#@..#..o#
#.#...#.#
#.###.#.#
#.o.#...#
#...#.oE#
#########";

const LARGER_MAP: &str = "##############
#@....##....o#
#..##.##.##..#
#..##....##..#
#......##....#
####.####.####
#o...##....o.#
#..#....#....#
#....##....oE#
##############";

fn problem() -> Problem {
    Problem::with_defaults(Arc::new(Definition::parse(PROBLEM).unwrap()))
}

fn level(text: &str) -> Level {
    Level::from_text(text, Arc::clone(problem().palette())).unwrap()
}

fn aim(level: &Level) -> Aim {
    Aim::new(problem().with_good_conditions(), (level.width(), level.height())).unwrap()
}

fn free(level: &Level) -> Freedom {
    Freedom::of(level, &[], &[]).unwrap()
}

fn with(level: &Level, cell: usize, tile: Tile) -> Level {
    let mut level = level.clone();
    level.set(cell % level.width(), cell / level.width(), tile);
    level
}

/// Each level with one other tile that is not good.
fn hurt() -> Vec<Level> {
    let map = level(MAP);
    let tiles = 0..map.palette().len() as Tile;
    let cells = 0..map.tiles().len();
    let all = cells.flat_map(|cell| tiles.clone().map(move |tile| (cell, tile)));
    let all = all.map(|(cell, tile)| with(&map, cell, tile));
    all.filter(|level| !aim(level).lacks(level).is_empty()).collect()
}

#[track_caller]
fn repaired(level: &Level, freedom: &Freedom, seed: u64) -> Repair {
    let found = repair(&aim(level), level, freedom, 1, seed).remove(0);
    assert!(found.is_repaired && aim(level).lacks(&found.level).is_empty(), "{}", level.to_text());
    found
}

#[test]
fn what_one_cell_hurts_one_cell_repairs() {
    let all = hurt();
    assert!(all.len() > 40, "{}", all.len());
    for level in all {
        let found = repaired(&level, &free(&level), 0);
        let cells = changed(&level, &found.level);
        assert_eq!(cells.len(), 1, "{}", level.to_text());
        let (x, y) = (cells[0] % level.width(), cells[0] / level.width());
        let told = &found.told[0];
        assert!(told.starts_with(&format!("({x}, {y}) ")) && told.contains("else not"), "{told}");
    }
}

#[test]
fn no_change_of_a_repair_is_needless() {
    let level =
        level("#########\n#@#@#..o#\n#.#.#.#.#\n#####.###\n#.o.#..##\n#...#oooE\n###o#####");
    let found = repaired(&level, &free(&level), 3);
    for cell in changed(&level, &found.level) {
        let without = with(&found.level, cell, level.tiles()[cell]);
        assert!(!aim(&level).lacks(&without).is_empty(), "{cell}");
    }
    assert_eq!(repaired(&level, &free(&level), 3).level, found.level);
}

#[test]
fn changes_that_are_needless_together_are_taken_back() {
    // Coins come in twos or threes, so that no single one of them can go.
    let text = PROBLEM
        .replace("regions() == 1", "regions() == 1 and count(coin) != 2 and count(coin) != 4")
        .replace("[2, 4]", "[1, 6]");
    let problem = Problem::with_defaults(Arc::new(Definition::parse(&text).unwrap()));
    let start = level(MAP);
    let aim = Aim::new(problem.with_good_conditions(), (9, 7)).unwrap();
    let (freedom, windows) = (free(&start), Windows::of(&start));
    let mut search = Search::new(&aim, &freedom, &windows);
    let state = search.judge.state(start.clone());
    search.set_limit(&state);
    let coin = start.palette().tile("coin").expect("it has coins");
    let one = with(&start, 21, coin);
    let two = with(&one, 22, coin);
    assert_eq!([aim.lacks(&start), aim.lacks(&two)], [[""; 0]; 2]);
    assert_eq!(aim.lacks(&one).len(), 1);
    let reached = search.judge.state(two);
    let mut rng = level_stream([0; 32], 0);
    assert_eq!(search.without_needless(&start, reached, &mut rng).level, start);
}

/// The sets of changed cells of several repairs.
fn cells_of_repairs(level: &Level, n: usize) -> Vec<Vec<usize>> {
    let repairs = repair(&aim(level), level, &free(level), n, 0);
    assert!(repairs.iter().all(|found| found.is_repaired));
    repairs.iter().map(|found| changed(level, &found.level)).collect()
}

#[test]
fn different_repairs_share_no_cell() {
    let level = level(&MAP.replace("#..o#\n#.#...#", "#..o#\n#.###.#"));
    let sets = cells_of_repairs(&level, 3);
    assert_eq!(sets.len(), 3);
    let mut all = sets.concat();
    let n = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), n, "{sets:?}");
}

#[test]
fn repairs_that_must_share_a_cell_differ_in_another() {
    // The wall before the player has to go, and one of three others.
    let level =
        level("#########\n#@#..#..#\n#####.#.#\n#####.#.#\n#####.#o#\n###o..#.E\n#########");
    let sets = cells_of_repairs(&level, 3);
    assert!(sets.len() > 1, "{sets:?}");
    for (index, set) in sets.iter().enumerate() {
        assert!(sets[..index].iter().all(|earlier| earlier != set), "{sets:?}");
    }
}

#[test]
fn what_is_kept_stays_and_what_cannot_be_repaired_is_told() {
    let level = level(&MAP.replace('E', "."));
    let kept = Freedom::of(&level, &["0,0,9,7".to_owned()], &[]).unwrap();
    let nearest = &repair(&aim(&level), &level, &kept, 1, 0)[0];
    assert_eq!((&nearest.level, nearest.is_repaired), (&level, false));
    assert!(
        nearest.told.contains(&"not repaired; it misses: count(exit) == 1".to_owned()),
        "{nearest:?}"
    );
    let kept =
        Freedom::of(&level, &["wall,coin,player".to_owned(), "0,0,9,4".to_owned()], &[]).unwrap();
    let cells = changed(&level, &repaired(&level, &kept, 0).level);
    assert_eq!((cells.len(), cells[0] >= 4 * 9), (1, true));
}

#[test]
fn variations_have_the_share_the_numbers_and_what_is_kept() {
    let map = level(LARGER_MAP);
    let aim = aim(&map).with_map(&map, false).unwrap();
    let freedom = Freedom::of(&map, &["0,0,14,1".to_owned(), "player".to_owned()], &[]).unwrap();
    let mut before: Vec<Level> = Vec::new();
    for index in 0..3 {
        let found = remix(&aim, &map, &freedom, Some(0.2), (1, index), &before).unwrap();
        let found = found.expect("a variation");
        let share = changed(&map, &found).len() as f64 / map.tiles().len() as f64;
        assert!((0.15..=0.25).contains(&share), "{share}");
        assert_eq!(aim.lacks(&found), [""; 0]);
        let (counts, own) = (Counts::of(found.view()), Counts::of(map.view()));
        for tile in 0..map.palette().len() as Tile {
            assert!(counts.get(tile).abs_diff(own.get(tile)) <= own.get(tile) / 10);
        }
        assert_eq!(found.tiles()[..14], map.tiles()[..14]);
        assert_eq!(found.get(1, 1), map.get(1, 1));
        let again = remix(&aim, &map, &freedom, Some(0.2), (1, index), &before).unwrap();
        assert_eq!(again.as_ref(), Ok(&found));
        assert!(!before.contains(&found));
        before.push(found);
    }
}

/// A board for two sides: each red piece stands where the mirror shows a blue one.
const BOARD: &str = r##"
name = "board"
size = "11x7"
playable = "count(red) == 3 and count(blue) == 3"
[tiles]
floor = { character = "." }
rock = { character = "#" }
red = { character = "r" }
blue = { character = "b" }
[objectives]
fair = { value = 'cells("self(red), left_right(blue) == 0")', range = [0, 0], zero_above = 6 }
rocks_fair = { value = 'cells("self(rock), left_right(rock) == 0")', range = [0, 0], zero_above = 6 }
"##;

const MIRRORED: &str = "...........
.r.#...#.b.
.r..#.#..b.
.....#.....
.#..r.b..#.
...........
.#.......#.";

fn board() -> (Problem, Level) {
    let problem = Problem::with_defaults(Arc::new(Definition::parse(BOARD).unwrap()));
    let map = Level::from_text(MIRRORED, Arc::clone(problem.palette())).unwrap();
    (problem, map)
}

#[test]
fn a_thing_beside_its_place_moves_there() {
    let (problem, map) = board();
    let text = MIRRORED.replacen(".r.#...#.b.", ".r.#...#..b", 1).replacen("r.b..#", "r..b.#", 1);
    let hurt = Level::from_text(&text, Arc::clone(problem.palette())).unwrap();
    let aim = Aim::new(problem.with_good_conditions(), (11, 7)).unwrap();
    assert_eq!((aim.lacks(&map).len(), aim.lacks(&hurt).len()), (0, 1));
    for seed in 0..5 {
        let repaired = &repair(&aim, &hurt, &free(&hurt), 1, seed)[0];
        assert_eq!((repaired.is_repaired, changed(&hurt, &repaired.level).len()), (true, 4));
    }
}

#[test]
fn a_gap_in_a_road_is_closed() {
    const ROAD: &str = r#"
name = "road"
size = "16x7"
playable = "regions(road) == 1 and count(tree) == 4"
[tiles]
grass = { character = "." }
road = { character = "=" }
tree = { character = "t" }
"#;
    let problem = Problem::with_defaults(Arc::new(Definition::parse(ROAD).unwrap()));
    let text = "................
.===..==========
.=.t............
.=......t.......
.=...t......t...
.=..............
.=..............";
    let hurt = Level::from_text(text, Arc::clone(problem.palette())).unwrap();
    let aim = Aim::new(problem.with_good_conditions(), (16, 7)).unwrap();
    for seed in 0..5 {
        let repaired = &repair(&aim, &hurt, &free(&hurt), 1, seed)[0];
        assert_eq!((repaired.is_repaired, changed(&hurt, &repaired.level)), (true, vec![20, 21]));
    }
}

#[test]
fn variations_of_a_mirrored_board_are_mirrored() {
    let (problem, map) = board();
    let image = |tile| {
        map.palette().tile(match map.palette().name(tile) {
            "red" => "blue",
            "blue" => "red",
            name => name,
        })
    };
    let aim = Aim::new(problem.clone().with_good_conditions(), (11, 7)).unwrap();
    let aim = aim.with_map(&map, false).unwrap();
    for index in 0..3 {
        let found = remix(&aim, &map, &free(&map), Some(0.2), (0, index), &[]).unwrap();
        let found = found.expect("a variation");
        for (x, y) in (0..11).flat_map(|x| (0..7).map(move |y| (x, y))) {
            assert_eq!(Some(found.get(10 - x, y)), image(found.get(x, y)), "{found:?}");
        }
    }
    // What the sides may not have is said.
    let kept = Freedom::of(&map, &["red".to_owned()], &[]).unwrap();
    let aim = Aim::new(problem.with_good_conditions(), (11, 7)).unwrap();
    let aim = aim.with_map(&with(&map, 0, 2), false).unwrap();
    let misses =
        remix(&aim, &with(&map, 0, 2), &kept, Some(0.1), (0, 0), &[]).unwrap().unwrap_err();
    assert!(misses.contains(&"count(red) == 3".to_owned()), "{misses:?}");
}

#[test]
fn several_things_may_be_kept() {
    let map = level(LARGER_MAP);
    let aim = aim(&map).with_map(&map, false).unwrap();
    let keep = ["player,exit", "0,0,7,5", "0,8,14,1"].map(str::to_owned);
    let freedom = Freedom::of(&map, &keep, &[]).unwrap();
    let found = remix(&aim, &map, &freedom, None, (0, 0), &[]).unwrap().expect("a variation");
    let is_kept = |cell: usize| cell % 14 < 7 && cell / 14 < 5 || cell / 14 == 8;
    assert!(!changed(&map, &found).into_iter().any(is_kept));
}

#[test]
fn what_is_asked_wrongly_is_told() {
    let map = level(MAP);
    let error = |keep: &str| Freedom::of(&map, &[keep.to_owned()], &[]).unwrap_err();
    assert!(matches!(error("lava"), RemixError::Tile(..)));
    assert!(matches!(error("1,2,3"), RemixError::Rectangle(..)));
    assert!(matches!(error("8,0,2,1"), RemixError::Rectangle(..)));
    let aim = aim(&map).with_map(&map, false).unwrap();
    let error = remix(&aim, &map, &free(&map), Some(0.99), (0, 0), &[]).unwrap_err();
    assert!(matches!(error, RemixError::Change(..)), "{error}");
    assert!(Aim::new(problem().with_good_conditions(), (1000, 1000)).is_err());
}

/// Likes no level, and counts the cells that it is asked about.
#[derive(Clone, Debug, Default)]
struct Unpleased(Arc<AtomicU64>);

impl OutsideJudges for Unpleased {
    fn begin(&self) -> Box<dyn OutsideJudge> {
        Box::new(self.clone())
    }
}

impl OutsideJudge for Unpleased {
    fn judge(&mut self, level: View<'_>, values: &mut [f64]) -> Result<(), OutsideFailure> {
        self.0.fetch_add(level.area() as u64, Ordering::Relaxed);
        values.fill(0.0);
        Ok(())
    }
}

#[test]
fn work_on_a_large_map_that_nobody_likes_is_bounded() {
    const SIDE: usize = 250;
    let demands = PROBLEM.lines().filter(|line| !line.starts_with("whole"));
    let demands = demands.map(|line| match line.split_once(" = ") {
        Some(("playable", _)) => "playable = \"outside(fun) > 0\"\n".to_owned(),
        _ => format!("{line}\n"),
    });
    let text =
        demands.collect::<String>() + "[outside]\ncommand = [\"judge\"]\nvalues = [\"fun\"]\n";
    let unpleased = Unpleased::default();
    let problem = Problem::with_defaults(Arc::new(Definition::parse(&text).unwrap()));
    let problem = problem.judged_by(Arc::new(unpleased.clone()));
    let mut rng = level_stream([0; 32], 0);
    let mut map = Level::new(SIDE, SIDE, Arc::clone(problem.palette()));
    for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
        map.set(x, y, below(2, &mut rng) as Tile);
    }
    let aim = Aim::new(problem.with_good_conditions(), (SIDE, SIDE)).unwrap();
    assert!(!repair(&aim, &map, &free(&map), 3, 0)[0].is_repaired);
    let of_repair = unpleased.0.swap(0, Ordering::Relaxed);
    let of_map = aim.with_map(&map, false).unwrap();
    assert!(remix(&of_map, &map, &free(&map), Some(0.2), (0, 0), &[]).unwrap().is_err());
    let of_remix = unpleased.0.load(Ordering::Relaxed);
    for n_cells in [of_repair, of_remix] {
        assert!((COST_MOST / 4..=COST_MOST * 3 / 2).contains(&n_cells), "{n_cells} cells");
    }
}

const SHAFT: &str = r##"
name = "shaft"
playable = "path(start, goal) > 0"
[tiles]
air = { character = "." }
rock = { character = "#", role = "wall" }
start = { character = "@", role = "entrance" }
goal = { character = "G", role = "exit" }
[movement.run]
solid = "rock"
jump = 2
reach = 2
"##;

#[test]
fn what_there_is_once_stays_once_where_nothing_counts_it() {
    let definition = Definition::parse(SHAFT).unwrap();
    let problem = Problem::with_defaults(Arc::new(definition));
    let text =
        "########\n#.....G#\n#...####\n#......#\n#......#\n#......#\n#......#\n#.@....#\n########";
    let level = Level::from_text(text, Arc::clone(problem.palette())).unwrap();
    let aim = Aim::new(problem.clone().with_playable_conditions(), (8, 9)).unwrap();
    for seed in 0..3 {
        let repair = repair(&aim, &level, &free(&level), 1, seed).remove(0);
        let counts = Counts::of(repair.level.view());
        assert!(repair.is_repaired, "{:?}", repair.told);
        let is_ledge = |cell| repair.level.tiles()[cell] == problem.palette().tile("rock").unwrap();
        assert!(changed(&level, &repair.level).into_iter().all(is_ledge), "{:?}", repair.told);
        let ends = ["start", "goal"].map(|name| problem.palette().tile(name).unwrap());
        assert_eq!(ends.map(|tile| counts.get(tile)), [1, 1], "{}", repair.level.to_text());
    }
}

/// No change helps where a demand cannot be met, so none is made.
#[test]
fn what_cannot_be_repaired_stays_as_it_is() {
    let text = PROBLEM.replace("regions() == 1", "regions() == 1 and count(coin) > 99");
    let problem = Problem::with_defaults(Arc::new(Definition::parse(&text).unwrap()));
    let aim = Aim::new(problem.with_good_conditions(), (9, 7)).unwrap();
    let map = level(MAP);
    let freedom = Freedom::of(&map, &["coin".to_owned()], &[]).unwrap();
    let nearest = repair(&aim, &map, &freedom, 1, 0).remove(0);
    assert!(!nearest.is_repaired);
    assert_eq!(changed(&map, &nearest.level), [0; 0], "{}", nearest.level.to_text());
}
