//! Each measure against a plain way to the same number.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use marahel_level::{Level, Tile};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Signature;
use crate::tests::{PIECES, file, problem};

/// A level as plain code sees it: tiles by column and row.
#[derive(Clone, Debug)]
struct Plain {
    width: usize,
    rows: Vec<Vec<Tile>>,
}

// In the order of names: crate, door, enemy, floor, key, player, target, wall.
const DOOR: Tile = 1;
const ENEMY: Tile = 2;
const FLOOR: Tile = 3;
const KEY: Tile = 4;
const PLAYER: Tile = 5;

impl Plain {
    fn tile(&self, (x, y): (isize, isize)) -> Option<Tile> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn cells(&self) -> impl Iterator<Item = (isize, isize)> + '_ {
        let columns = 0..self.width as isize;
        (0..self.rows.len() as isize).flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    fn of(&self, tile: Tile) -> Vec<(isize, isize)> {
        self.cells().filter(|&cell| self.tile(cell) == Some(tile)).collect()
    }

    /// Distances in floor cells from one of them.
    fn flood(&self, start: (isize, isize), steps: &[(isize, isize)]) -> Vec<((isize, isize), u32)> {
        let mut reached = vec![(start, 0)];
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some(((x, y), distance)) = queue.pop_front() {
            for &(columns, rows) in steps {
                let next = (x + columns, y + rows);
                if self.tile(next) == Some(FLOOR) && reached.iter().all(|&(cell, _)| cell != next) {
                    reached.push((next, distance + 1));
                    queue.push_back((next, distance + 1));
                }
            }
        }
        reached
    }
}

const PLUS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const KNIGHT: [(isize, isize); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

const MOVEMENTS: &str = "[movement.walk]\nover = \"floor\"\n\
    [movement.horse]\nover = \"floor\"\nsteps = \"knight\"\n";

fn levels() -> BoxedStrategy<Plain> {
    let tile = prop_oneof![5 => Just(FLOOR), 3 => Just(7_u8), 1 => 0_u8..8];
    let levels = (1_usize..7, 1_usize..6).prop_flat_map(move |(width, height)| {
        let row = prop::collection::vec(tile.clone(), width);
        prop::collection::vec(row, height).prop_map(move |rows| Plain { width, rows })
    });
    levels.boxed()
}

/// The values of several expressions on a level.
fn values<const N: usize>(plain: &Plain, expressions: [&str; N]) -> [f64; N] {
    expressions.map(|expression| {
        let problem = problem(&file(&format!("{PIECES}{MOVEMENTS}"), expression));
        let level =
            Level::from_tiles(plain.width, plain.rows.concat(), Arc::clone(problem.palette()));
        let mut meter = problem.meter();
        meter.judge(level.view());
        meter.values()[0]
    })
}

fn distance(one: (isize, isize), other: (isize, isize)) -> u32 {
    (one.0.abs_diff(other.0) + one.1.abs_diff(other.1)) as u32
}

/// A number that may be missing, as measures write it.
fn same(found: f64, expected: Option<f64>) -> bool {
    expected.map_or(found.is_nan(), |expected| (found - expected).abs() < 1e-12)
}

fn regions_under_any_steps(plain: &Plain) -> Result<(), TestCaseError> {
    for (by, steps) in [("walk", &PLUS[..]), ("horse", &KNIGHT[..])] {
        let floors: Vec<_> =
            plain.of(FLOOR).into_iter().map(|start| plain.flood(start, steps)).collect();
        let regions: BTreeSet<_> = floors
            .iter()
            .map(|flood| flood.iter().map(|&(cell, _)| cell).collect::<BTreeSet<_>>())
            .collect();
        let largest = regions.iter().map(BTreeSet::len).max().unwrap_or(0);
        let smallest = regions.iter().map(|region| region.len() as f64).reduce(f64::min);
        let longest = floors.iter().flatten().map(|&(_, distance)| distance).max().unwrap_or(0);
        let [number, least, size, path] = values(
            plain,
            [
                &*format!("regions(floor, by = {by})"),
                &*format!("smallest_region(floor, by = {by})"),
                &*format!("largest_region(floor, by = {by})"),
                &*format!("longest_path(by = {by})"),
            ],
        );
        prop_assert!(same(least, smallest), "{by}: {least}");
        prop_assert_eq!(
            (number, size, path),
            (regions.len() as f64, largest as f64, f64::from(longest))
        );
    }
    Ok(())
}

/// Regions of floor, keys and players, by what each holds; enemies are in none.
fn regions_by_content(plain: &Plain) -> Result<(), TestCaseError> {
    let mut floor = plain.clone();
    for (x, y) in plain.of(KEY).into_iter().chain(plain.of(PLAYER)) {
        floor.rows[y as usize][x as usize] = FLOOR;
    }
    for (by, steps) in [("walk", &PLUS[..]), ("horse", &KNIGHT[..])] {
        let floods = floor.of(FLOOR).into_iter().map(|start| floor.flood(start, steps));
        let regions: BTreeSet<BTreeSet<_>> =
            floods.map(|flood| flood.into_iter().map(|(cell, _)| cell).collect()).collect();
        let count = |wanted: std::ops::RangeInclusive<usize>, things: &[Tile]| {
            let is_thing = |&&cell: &&(isize, isize)| {
                plain.tile(cell).is_some_and(|tile| things.contains(&tile))
            };
            let n_things = |region: &&BTreeSet<_>| region.iter().filter(is_thing).count();
            regions.iter().filter(|region| wanted.contains(&n_things(region))).count() as f64
        };
        let tiles = "floor|key|player";
        let found = values(
            plain,
            [
                &*format!("regions_with({tiles}, key|enemy, 1, 1, by = {by})"),
                &*format!("regions_with({tiles}, key|player, 2, by = {by})"),
                &*format!("regions_with({tiles}, {tiles}, 2, 3, by = {by})"),
                &*format!("regions_with({tiles}, player, 0, 0, by = {by})"),
            ],
        );
        let expected = [
            count(1..=1, &[KEY, ENEMY]),
            count(2..=99, &[KEY, PLAYER]),
            count(2..=3, &[FLOOR, KEY, PLAYER]),
            count(0..=0, &[PLAYER]),
        ];
        prop_assert_eq!(found, expected);
    }
    Ok(())
}

fn exits(plain: &Plain) -> Result<(), TestCaseError> {
    let n_exits = |&(x, y): &(isize, isize)| {
        PLUS.iter().filter(|step| plain.tile((x + step.0, y + step.1)) == Some(FLOOR)).count()
    };
    let exits: Vec<usize> = plain.of(FLOOR).iter().map(n_exits).collect();
    let count = |holds: fn(&usize) -> bool| exits.iter().copied().filter(holds).count() as f64;
    let found = values(plain, ["dead_ends()", "junctions(floor)", "crossings()"]);
    prop_assert_eq!(found, [count(|&n| n == 1), count(|&n| n > 2), count(|&n| n == 4)]);
    Ok(())
}

fn rectangles(plain: &Plain) -> Result<(), TestCaseError> {
    let mut largest = 0;
    for (left, top) in plain.cells() {
        for (right, bottom) in plain.cells() {
            let mut cells = (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y)));
            if left <= right && top <= bottom && cells.all(|cell| plain.tile(cell) == Some(FLOOR)) {
                largest = largest.max((right - left + 1) * (bottom - top + 1));
            }
        }
    }
    prop_assert_eq!(values(plain, ["open_rooms(floor)"]), [largest as f64]);
    Ok(())
}

fn looks(plain: &Plain) -> Result<(), TestCaseError> {
    let (width, height) = (plain.width as isize, plain.rows.len() as isize);
    let n = plain.cells().count() as f64;
    let share = |mirror: &dyn Fn((isize, isize)) -> (isize, isize)| {
        plain.cells().filter(|&cell| plain.tile(cell) == plain.tile(mirror(cell))).count() as f64
            / n
    };
    let symmetry = share(&|(x, y)| (width - 1 - x, y)).max(share(&|(x, y)| (x, height - 1 - y)));
    let pairs: Vec<_> = plain
        .cells()
        .flat_map(|(x, y)| [((x, y), (x + 1, y)), ((x, y), (x, y + 1))])
        .filter(|&(_, other)| plain.tile(other).is_some())
        .collect();
    let n_same = pairs.iter().filter(|&&(one, other)| plain.tile(one) == plain.tile(other)).count();
    let same_pairs = if pairs.is_empty() { 1.0 } else { n_same as f64 / pairs.len() as f64 };
    let shares = (0..8).map(|tile| plain.of(tile).len() as f64 / n).filter(|&share| share > 0.0);
    let entropy: f64 = shares.clone().map(|share| -share * share.log2()).sum();
    let [found, neighbors, bits, floor] =
        values(plain, ["symmetry()", "same_neighbors()", "entropy()", "share(floor)"]);
    prop_assert!(same(found, Some(symmetry)) && same(neighbors, Some(same_pairs)));
    prop_assert!(same(bits, Some(entropy)), "{bits} {entropy}");
    prop_assert!(same(floor, Some(plain.of(FLOOR).len() as f64 / n)));
    Ok(())
}

/// Each mirror as a map of cells: a level equals its image where they hold the same tile.
fn mirrors(plain: &Plain) -> Result<(), TestCaseError> {
    type Cell = (isize, isize);
    type Image<'i> = &'i dyn Fn(Cell) -> Cell;
    let (right, bottom) = (plain.width as isize - 1, plain.rows.len() as isize - 1);
    let sideways = |(x, y): Cell| (right - x, y);
    let upright = |(x, y): Cell| (x, bottom - y);
    let half = |cell: Cell| sideways(upright(cell));
    let quarter = |(x, y): Cell| if right == bottom { (bottom - y, x) } else { half((x, y)) };
    let three_quarters = |cell: Cell| quarter(half(cell));
    let images: [(&str, Vec<Image<'_>>); 5] = [
        ("left_right", vec![&sideways]),
        ("top_bottom", vec![&upright]),
        ("both", vec![&sideways, &upright, &half]),
        ("half_turn", vec![&half]),
        ("quarter_turns", vec![&quarter, &half, &three_quarters]),
    ];
    for (name, images) in images {
        let is_equal =
            |cell: &Cell| images.iter().all(|image| plain.tile(image(*cell)) == plain.tile(*cell));
        let share = |cells: Vec<Cell>| {
            let n_equal = cells.iter().filter(|cell| is_equal(cell)).count();
            (!cells.is_empty()).then(|| n_equal as f64 / cells.len() as f64)
        };
        let things = plain.of(ENEMY).into_iter().chain(plain.of(KEY));
        let [all, some] = values(
            plain,
            [&*format!("symmetry({name})"), &*format!("symmetry({name}, enemy|key)")],
        );
        prop_assert!(same(all, share(plain.cells().collect())), "{name}: {all}");
        prop_assert!(same(some, share(things.collect())), "{name}: {some}");
    }
    Ok(())
}

fn distances(plain: &Plain) -> Result<(), TestCaseError> {
    let pairs = |one: Tile, other: Tile| {
        let others = plain.of(other);
        let least =
            move |&cell: &(isize, isize)| others.iter().map(|&other| distance(cell, other)).min();
        plain.of(one).iter().map(least).collect::<Vec<_>>()
    };
    let nearest = pairs(FLOOR, ENEMY).into_iter().flatten().min();
    let n_near = pairs(ENEMY, FLOOR).into_iter().flatten().filter(|&far| far <= 2).count();
    let [found, near] = values(plain, ["nearest(floor, enemy)", "near(enemy, floor, 2)"]);
    prop_assert!(same(found, nearest.map(f64::from)));
    prop_assert_eq!(near, n_near as f64);
    let kinds: [(&str, &[Tile]); 3] =
        [("key", &[KEY]), ("key|enemy", &[KEY, ENEMY]), ("floor", &[FLOOR])];
    for (tiles, kinds) in kinds {
        let all: Vec<_> = kinds.iter().flat_map(|&tile| plain.of(tile)).collect();
        let rest = |(index, &one)| all[index + 1..].iter().map(move |&other| distance(one, other));
        let least = all.iter().enumerate().flat_map(rest).min();
        let [found] = values(plain, [&*format!("apart({tiles})")]);
        prop_assert!(same(found, least.map(f64::from)), "{tiles}: {found}, not {least:?}");
    }
    Ok(())
}

fn reach(plain: &Plain) -> Result<(), TestCaseError> {
    let mut reached = BTreeSet::new();
    for start in plain.of(PLAYER) {
        reached.extend(plain.flood(start, &PLUS).into_iter().map(|(cell, _)| cell));
    }
    let n = reached.into_iter().filter(|&cell| plain.tile(cell) == Some(FLOOR)).count();
    prop_assert_eq!(values(plain, ["reachable(player, floor)"]), [n as f64]);
    Ok(())
}

fn border(plain: &Plain) -> Result<(), TestCaseError> {
    let starts = plain.of(PLAYER);
    let mut floor = plain.clone();
    for &(x, y) in &starts {
        floor.rows[y as usize][x as usize] = FLOOR;
    }
    let floods = starts.into_iter().flat_map(|start| floor.flood(start, &PLUS));
    let reached: BTreeSet<_> = floods.map(|(cell, _)| cell).collect();
    let at_border = |&&(x, y): &&(isize, isize)| {
        PLUS.iter().any(|&(columns, rows)| plain.tile((x + columns, y + rows)).is_none())
    };
    let n = reached.iter().filter(at_border).count();
    prop_assert_eq!(values(plain, ["open_border(player)"]), [n as f64]);
    Ok(())
}

/// Groups of other cells that touch by sides or corners, without the one outside.
fn loops(plain: &Plain) -> Result<(), TestCaseError> {
    let (width, height) = (plain.width as isize, plain.rows.len() as isize);
    let mut others: BTreeSet<(isize, isize)> = (-1..=height)
        .flat_map(|y| (-1..=width).map(move |x| (x, y)))
        .filter(|&cell| plain.tile(cell) != Some(FLOOR))
        .collect();
    let mut n_groups = 0;
    while let Some(first) = others.pop_first() {
        let mut group = vec![first];
        n_groups += 1;
        while let Some((x, y)) = group.pop() {
            let around =
                (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (x + columns, y + rows)));
            group.extend(around.filter(|cell| others.remove(cell)));
        }
    }
    prop_assert_eq!(values(plain, ["loops(floor)"]), [f64::from(n_groups - 1)]);
    Ok(())
}

/// Keys are no floor here, and can be entered by whoever asks for them.
fn reach_of_what_is_no_floor(plain: &Plain) -> Result<(), TestCaseError> {
    let keys = plain.of(KEY);
    let mut floor = plain.clone();
    for &(x, y) in plain.of(PLAYER).iter().chain(&keys) {
        floor.rows[y as usize][x as usize] = FLOOR;
    }
    let floods = plain.of(PLAYER).into_iter().flat_map(|start| floor.flood(start, &PLUS));
    let reached: BTreeSet<_> = floods.map(|(cell, _)| cell).collect();
    let n = keys.iter().filter(|key| reached.contains(key)).count();
    prop_assert_eq!(values(plain, ["reachable(player, key)"]), [n as f64]);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn measures_agree_with_plain_ways(plain in levels()) {
        regions_under_any_steps(&plain)?;
        regions_by_content(&plain)?;
        exits(&plain)?;
        rectangles(&plain)?;
        looks(&plain)?;
        mirrors(&plain)?;
        distances(&plain)?;
        reach(&plain)?;
        border(&plain)?;
        loops(&plain)?;
        reach_of_what_is_no_floor(&plain)?;
    }

    /// What one meter says of levels in turn is what a new one says of each.
    #[test]
    fn nothing_is_left_of_the_level_before(
        plains in prop::collection::vec((levels(), [0_usize..42, 0_usize..42]), 8),
    ) {
        let text = file(
            &format!("{PIECES}{MOVEMENTS}[variety]\nway = \"path(player, key, by = step)\"\n\
                [movement.step]\nover = \"any\"\nsteps = [[0, 1], [1, 0], [0, -1], [-1, 0]]\n"),
            "(path(player, key, by = step) else -1) + 100 * reachable(player, enemy) \
             + 10000 * (guarded(enemy, 2, player, key, by = step) else -1) \
             + 1000000 * (path(player, key, enemy) else -1)",
        );
        let problem = problem(&text);
        let mut reused = problem.meter();
        for (mut plain, stops) in plains {
            for (stop, tile) in stops.into_iter().zip([PLAYER, KEY]) {
                let n_rows = plain.rows.len();
                plain.rows[stop / 6 % n_rows][stop % 6 % plain.width] = tile;
            }
            let tiles = plain.rows.concat();
            let level = Level::from_tiles(plain.width, tiles, Arc::clone(problem.palette()));
            let [found, expected] = [&mut reused, &mut problem.meter()].map(|meter| {
                let mut signature = Signature::default();
                meter.judge(level.view());
                meter.sign(level.view(), &mut signature);
                (meter.values()[0], signature)
            });
            prop_assert_eq!(found, expected);
        }
    }

    /// The fast search for levels with one of each stop against the general one.
    #[test]
    fn ways(mut plain in levels(), stops in [0_usize..42, 0_usize..42, 0_usize..42]) {
        for (stop, tile) in stops.into_iter().zip([PLAYER, KEY, ENEMY]) {
            let n_rows = plain.rows.len();
            plain.rows[stop / 6 % n_rows][stop % 6 % plain.width.min(6)] = tile;
        }
        let file = format!("{PIECES}[movement.walk]\nover = \"floor\"\n[movement.other]\n\
            over = \"floor\"\nsteps = [[0, 1], [1, 0]]\n");
        for trip in ["player, key", "player, enemy", "player, key, enemy"] {
            let [one, other] = ["", ", by = other"].map(|by| {
                let problem = problem(&crate::tests::file(&file, &format!("path({trip}{by})")));
                let level =
                    Level::from_tiles(plain.width, plain.rows.concat(), Arc::clone(problem.palette()));
                let mut meter = problem.meter();
                meter.judge(level.view());
                meter.values()[0]
            });
            prop_assert!(one == other || one.is_nan() && other.is_nan(), "{trip}: {one} {other}");
        }
    }

    /// The cells of all shortest ways are those whose steps from a start and to an end make
    /// together as few as any; as many enemies are near one as a look at each pair of cells says.
    #[test]
    fn guards(mut plain in levels(), stops in [0_usize..42, 0_usize..42], distance in 0_u32..4) {
        let width = plain.width;
        for (stop, tile) in stops.into_iter().zip([PLAYER, KEY]) {
            let n_rows = plain.rows.len();
            plain.rows[stop / 6 % n_rows][stop % 6 % width] = tile;
        }
        let [value] = values(&plain, [&*format!("guarded(enemy, {distance}, player, key)")]);

        // Both ends can be entered, and nothing else but floor.
        let ends = [plain.of(PLAYER), plain.of(KEY)];
        let mut floor = plain.clone();
        for &(x, y) in ends.iter().flatten() {
            floor.rows[y as usize][x as usize] = FLOOR;
        }
        let [from_start, to_end] = ends.map(|ends| {
            let mut least = BTreeMap::new();
            for (cell, steps) in ends.iter().flat_map(|&end| floor.flood(end, &PLUS)) {
                let before = least.entry(cell).or_insert(steps);
                *before = steps.min(*before);
            }
            least
        });
        let sums = from_start.iter().filter_map(|(cell, steps)| Some((*cell, steps + to_end.get(cell)?)));
        let sums: Vec<_> = sums.collect();
        let shortest = sums.iter().map(|(_, steps)| *steps).min();
        let way: Vec<_> = sums.iter().filter(|(_, steps)| Some(*steps) == shortest).collect();
        let is_near = |&guard: &(isize, isize)| way.iter().any(|(cell, _)| self::distance(*cell, guard) <= distance);
        let n_guards = plain.of(ENEMY).iter().filter(|guard| is_near(guard)).count();
        prop_assert!(same(value, shortest.map(|_| n_guards as f64)), "{value}, {n_guards}");
    }
}

/// The first argument is a mirror, the second one tiles, whatever they are called.
#[test]
fn a_tile_may_be_called_like_a_mirror() {
    let tiles = "[tiles]\nboth = { character = \".\" }\nhalf_turn = { character = \"#\" }\n";
    let level = ["#.#", "..."];
    let measured = |expression| crate::tests::measured(tiles, expression, &level);
    assert_eq!(measured("symmetry(half_turn, half_turn)"), 0.0);
    assert_eq!(measured("symmetry(left_right, half_turn)"), 1.0);
    assert_eq!(measured("symmetry(both, both)"), 0.5);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// A few things in a large level, where most cells are far from each of them.
    #[test]
    fn things_are_apart_as_all_pairs_say(
        size in (1_usize..40, 1_usize..30),
        things in prop::collection::vec((0_usize..40, 0_usize..30), 0..6),
    ) {
        let mut plain = Plain { width: size.0, rows: vec![vec![FLOOR; size.0]; size.1] };
        for (x, y) in things {
            plain.rows[y % size.1][x % size.0] = KEY;
        }
        distances(&plain)?;
    }
}

#[test]
fn regions_tell_how_things_are_divided() {
    let rows = ["e.#@.#.", "..#..#e", "#######", "..e.@#."];
    let measured = |expression| crate::tests::measured(PIECES, expression, &rows);
    // One foe in each pocket; no player reaches another.
    assert_eq!(measured("regions_with(floor|enemy, enemy, 1, 1)"), 3.0);
    assert_eq!(measured("regions(floor|enemy)"), 5.0);
    assert_eq!(measured("regions_with(floor|player, player, 2)"), 0.0);
    assert_eq!(measured("regions_with(any, player, 2) == regions(any)"), 1.0);
    assert!(measured("smallest_region(target)").is_nan());
}

#[test]
fn a_movement_says_whether_the_lower_edge_is_deadly() {
    let pit = ".".repeat(46);
    let rows = [format!(".{pit}."), format!("@{pit}k"), format!("#{pit}#")];
    let rows = rows.each_ref().map(|row| &**row);
    let steps = |below: &str, measure: &str| {
        let hero = format!("[movement.run]\nsolid = \"wall\"\njump = 2\nreach = 4\n{below}");
        crate::tests::measured(&format!("{PIECES}{hero}"), measure, &rows)
    };
    let [solid, deadly] = ["below = \"solid\"", "below = \"deadly\""];
    assert_eq!(steps("", "path(player, key)"), 49.0);
    assert_eq!(steps(solid, "path(player, key)"), 49.0);
    assert!(steps(deadly, "path(player, key)").is_nan());
    assert_eq!(steps(solid, "reachable(player, key)"), 1.0);
    assert_eq!(steps(deadly, "reachable(player, key)"), 0.0);
    assert!(steps(deadly, "across()").is_nan());
}

#[test]
fn what_is_deadly_stops_who_jumps_and_carries_nobody() {
    let steps = |deadly: &str, rows: &[&str], measure: &str| {
        let hero = format!("[movement.run]\nsolid = \"wall\"\njump = 2\nreach = 3\n{deadly}");
        crate::tests::measured(&format!("{PIECES}{hero}"), measure, rows)
    };
    // Foes between both: one jumps over two, and not over three.
    let (two, three) = ([".....", "@ee.k", "#####"], [".....", "@eeek", "#####"]);
    let deadly = "deadly = \"enemy\"";
    assert_eq!(steps("", &two, "path(player, key)"), 4.0);
    assert_eq!(steps(deadly, &two, "path(player, key)"), 6.0);
    assert!(steps(deadly, &three, "path(player, key)").is_nan());
    // One falls past the ledge onto foes, and is lost rather than stuck.
    let pit = [".....", "@...k", "#ee##", "#####"];
    assert_eq!(steps(deadly, &pit, "stuck(player, key)"), 0.0);
    assert_eq!(steps(deadly, &pit, "path(player, key)"), 6.0);
}

/// However one moves: over floor, jumping, with doors, over several stops, past one-way tiles.
#[test]
fn guards_are_the_same_in_a_mirror() {
    let hero = "[movement.hero]\nsolid = \"wall\"\njump = 2\nreach = 3\n";
    let doors = "[movement.hero]\nover = \"floor|key|enemy\"\ndoors = { door = \"key\" }\n";
    let walk = "[movement.hero]\nover = \"floor|enemy\"\n";
    let king = "[movement.hero]\nover = \"floor|enemy\"\nsteps = \"all\"\n";
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (mut n_levels, mut n_guarded) = (0, 0);
    for (movement, stops) in [
        (walk, "player, door"),
        (king, "player, key, door"),
        (hero, "player, door"),
        (doors, "player, door"),
    ] {
        let expression = format!("guarded(enemy, 1, {stops})");
        let problem = problem(&file(&format!("{PIECES}{movement}"), &expression));
        for _ in 0..160 {
            let mut cells: Vec<Tile> = (0..108)
                .map(|_| [FLOOR, FLOOR, FLOOR, FLOOR, 7, 7, ENEMY][rng.random_range(0..7)])
                .collect();
            for piece in [KEY, DOOR, PLAYER] {
                cells[rng.random_range(0..108)] = piece;
            }
            let mirrored = cells.chunks(12).flat_map(|row| row.iter().rev().copied()).collect();
            let [value, in_mirror] = [cells, mirrored].map(|cells| {
                let level = Level::from_tiles(12, cells, Arc::clone(problem.palette()));
                let mut meter = problem.meter();
                meter.judge(level.view());
                meter.values()[0]
            });
            assert!(
                value == in_mirror || value.is_nan() && in_mirror.is_nan(),
                "{value} {in_mirror}"
            );
            (n_levels, n_guarded) = (n_levels + 1, n_guarded + usize::from(value > 0.0));
        }
    }
    assert!(n_levels == 640 && n_guarded > 160, "{n_guarded}");
}

#[test]
fn guards_stand_near_the_way() {
    let rows = ["@..k", "####", "e.e.", "...."];
    for (distance, expected) in [(0, 0.0), (1, 0.0), (2, 2.0)] {
        let expression = format!("guarded(enemy, {distance}, player, key)");
        assert_eq!(crate::tests::measured(PIECES, &expression, &rows), expected);
    }
    let value = crate::tests::measured(PIECES, "guarded(enemy, 1, player, key)", &["@#k"]);
    assert!(value.is_nan());
}
