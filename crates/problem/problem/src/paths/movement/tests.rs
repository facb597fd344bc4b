//! The walker against a plain search: all states that are known to be reachable are
//! looked at again and again, until no step reaches another.

use std::collections::BTreeMap;
use std::sync::Arc;

use marahel_level::{Level, Tile, TileSet, View};
use proptest::prelude::*;

use super::{Direction, Door, Movement, PLUS, Platformer, Steps, Trip, Walker};

/// Tiles of these tests: floor, wall, start, key, door, goal, slide, ladder, rope, plank.
const N_TILES: u8 = 10;

fn all_but(tiles: &[Tile]) -> TileSet {
    TileSet::entities(usize::from(N_TILES)).difference(tiles.iter().copied().collect())
}

fn trip(stops: &[Tile]) -> Trip {
    Trip::new(stops.iter().map(|&tile| TileSet::only(tile)).collect())
}

const FLOOR: Tile = 0;
const WALL: Tile = 1;
const START: Tile = 2;
const KEY: Tile = 3;
const DOOR: Tile = 4;
const GOAL: Tile = 5;
const SLIDE: Tile = 6;
const LADDER: Tile = 7;
const ROPE: Tile = 8;
const PLANK: Tile = 9;

fn walk(steps: Steps) -> Movement {
    Movement { steps, ..Movement::plain(all_but(&[WALL, DOOR])) }
}

/// What somebody is in: cell, stops reached, keys, and what is left of a jump (`None`
/// where something holds).
type Where = (usize, usize, bool, Option<(u8, u8)>);

/// The least steps by a search that knows no queue: each pass takes all steps from all
/// states that are known.
fn plain_steps(level: View<'_>, movement: &Movement, trip: &Trip) -> Option<u32> {
    let (width, height) = (level.width(), level.height());
    let tile = |cell: usize| level.get(cell % width, cell / width);
    let platformer = match &movement.steps {
        Steps::Platformer(platformer) => Some(platformer),
        Steps::Offsets(_) => None,
    };
    let is_held = |cell: usize| {
        platformer.is_none_or(|platformer| {
            let below = cell + width;
            platformer.ladders.union(platformer.ropes).contains(tile(cell))
                || below >= width * height && !platformer.is_deadly_below
                || below < width * height
                    && [platformer.solid, platformer.platforms, platformer.ladders]
                        .iter()
                        .any(|tiles| tiles.contains(tile(below)))
        })
    };
    let stops = trip.stops();
    let mut known: BTreeMap<Where, u32> = BTreeMap::new();
    let settle = |known: &mut BTreeMap<Where, u32>, (cell, mut leg, keys, air): Where, steps| {
        let keys = keys || tile(cell) == KEY && !movement.doors.is_empty();
        let air = if is_held(cell) { None } else { air };
        let mut is_better = false;
        loop {
            let best = known.entry((cell, leg, keys, air)).or_insert(u32::MAX);
            is_better |= steps < *best;
            *best = (*best).min(steps);
            if leg + 1 == stops.len() || !stops[leg + 1].contains(tile(cell)) {
                return is_better;
            }
            leg += 1;
        }
    };
    for cell in (0..width * height).filter(|&cell| stops[0].contains(tile(cell))) {
        settle(&mut known, (cell, 0, false, Some((0, 0))), 0);
    }
    loop {
        let mut has_changed = false;
        for ((cell, leg, keys, air), steps) in known.clone() {
            if leg + 1 == stops.len() {
                continue;
            }
            for &(columns, rows) in movement.offsets() {
                let (x, y) = ((cell % width) as isize + columns, (cell / width) as isize + rows);
                if x < 0 || y < 0 || x >= width as isize || y >= height as isize {
                    continue;
                }
                let next = y as usize * width + x as usize;
                let there = tile(next);
                let is_open = movement.over.contains(there)
                    || stops[leg].contains(there)
                    || stops[leg + 1].contains(there)
                    || movement
                        .doors
                        .iter()
                        .any(|door| door.key == there || door.door == there && keys);
                let is_allowed = movement.allows(tile(cell), (columns, rows))
                    && movement.allows(there, (columns, rows));
                let is_onto_plank = platformer.is_some_and(|platformer| {
                    (columns, rows) == (0, 1) && platformer.platforms.contains(there)
                });
                if !is_open || !is_allowed || is_onto_plank {
                    continue;
                }
                let next_air = match (platformer, air) {
                    (None, _) => None,
                    (Some(model), None) => {
                        let climbs = model.ladders.contains(tile(cell));
                        if rows < 0 && model.height == 0 && !climbs {
                            continue;
                        }
                        let jump = (model.height.saturating_sub(1), model.reach);
                        Some(if rows < 0 { jump } else { (0, 0) })
                    }
                    (Some(_), Some((up, sideways))) => match rows {
                        -1 if up == 0 => continue,
                        -1 => Some((up - 1, sideways)),
                        1 => Some((0, sideways)),
                        _ if sideways == 0 => continue,
                        _ => Some((up, sideways - 1)),
                    },
                };
                has_changed |= settle(&mut known, (next, leg, keys, next_air), steps + 1);
            }
        }
        if !has_changed {
            break;
        }
    }
    let ends = known.iter().filter(|((_, leg, ..), _)| leg + 1 == stops.len());
    ends.map(|(_, &steps)| steps).min()
}

fn movements() -> impl Strategy<Value = Movement> {
    let offsets = prop_oneof![
        Just(PLUS.to_vec()),
        Just(vec![(-1, -1), (1, 1), (1, -1), (-1, 1)]),
        Just(vec![(1, 2), (-1, -2), (2, 1), (-2, -1), (1, -2), (-1, 2), (2, -1), (-2, 1)]),
    ];
    let platformer =
        (0_u8..4, 0_u8..3, any::<bool>()).prop_map(|(height, reach, is_deadly_below)| {
            Steps::Platformer(Platformer {
                solid: TileSet::only(WALL),
                is_deadly_below,
                platforms: TileSet::only(PLANK),
                ladders: TileSet::only(LADDER),
                ropes: TileSet::only(ROPE),
                height,
                reach,
            })
        });
    let steps = prop_oneof![offsets.prop_map(Steps::Offsets), platformer];
    let direction = prop_oneof![
        Just(Direction::Left),
        Just(Direction::Right),
        Just(Direction::Up),
        Just(Direction::Down)
    ];
    (steps, any::<bool>(), prop::option::of(direction)).prop_map(|(steps, has_doors, slides)| {
        let mut movement = walk(steps);
        if has_doors {
            movement.doors.push(Door { door: DOOR, key: KEY });
        }
        movement.one_way.extend(slides.map(|direction| (SLIDE, direction)));
        movement
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_walker_agrees_with_a_plain_search(
        movement in movements(),
        tiles in prop::collection::vec(
            prop_oneof![4 => Just(FLOOR), 3 => Just(WALL), 3 => 2..N_TILES], 24,
        ),
        over_key in any::<bool>(),
    ) {
        let level = View::new(&tiles, 6, 4, 6);
        let trip = if over_key { trip(&[START, KEY, GOAL]) } else { trip(&[START, GOAL]) };
        let mut walker = Walker::default();
        let steps = walker.steps(level, &movement, &trip);
        prop_assert_eq!(steps, plain_steps(level, &movement, &trip));
        let way = walker.way().to_vec();
        prop_assert_eq!(steps.is_some(), !way.is_empty());
        if let (Some(steps), [end, .., start]) = (steps, &*way) {
            prop_assert!(tiles[*end] == GOAL && tiles[*start] == START);
            prop_assert_eq!(way.len(), steps as usize + 1);
        }
        // A trip from the start to one cell is what the flood says of the cell.
        let mut floods = BTreeMap::new();
        let ends = (TileSet::only(START), TileSet::only(GOAL));
        walker.flood(level, &movement, ends, |cell, steps| {
            floods.insert(cell, steps);
        });
        let goals = floods.iter().filter(|&(&cell, _)| tiles[cell] == GOAL);
        let nearest = goals.map(|(_, &steps)| steps).min();
        if !over_key && movement.doors.is_empty() {
            prop_assert_eq!(nearest, steps);
        }
    }
}

#[track_caller]
fn check(rows: &[&str], movement: &Movement, stops: &[Tile], expected: Option<u32>) {
    let tiles: Vec<Tile> = rows
        .concat()
        .bytes()
        .map(|one| b".#@kdG>LR-".iter().position(|&known| known == one).unwrap() as Tile)
        .collect();
    let palette = Arc::new(
        marahel_level::Palette::of_names(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
            .unwrap(),
    );
    let level = Level::from_tiles(rows[0].len(), tiles, palette);
    assert_eq!(Walker::default().steps(level.view(), movement, &trip(stops)), expected, "{rows:?}");
}

#[test]
fn a_key_opens_its_doors() {
    let mut movement = walk(Steps::Offsets(PLUS.to_vec()));
    check(&["k@dG"], &movement, &[START, GOAL], None);
    movement.doors.push(Door { door: DOOR, key: KEY });
    check(&["k@dG"], &movement, &[START, GOAL], Some(4));
    check(&["@dkG"], &movement, &[START, GOAL], None);
}

#[test]
fn a_slide_has_one_direction() {
    let mut movement = walk(Steps::Offsets(PLUS.to_vec()));
    movement.one_way.push((SLIDE, Direction::Right));
    check(&["@>G"], &movement, &[START, GOAL], Some(2));
    check(&["G>@"], &movement, &[START, GOAL], None);
}

fn platformer(height: u8, reach: u8) -> Platformer {
    Platformer {
        solid: TileSet::only(WALL),
        is_deadly_below: false,
        platforms: TileSet::only(PLANK),
        ladders: TileSet::only(LADDER),
        ropes: TileSet::only(ROPE),
        height,
        reach,
    }
}

/// Who is lost beyond the lower edge.
fn mortal(height: u8, reach: u8) -> Movement {
    walk(Steps::Platformer(Platformer { is_deadly_below: true, ..platformer(height, reach) }))
}

#[test]
fn a_platformer_jumps_falls_climbs_and_hangs() {
    let hero = |height, reach| walk(Steps::Platformer(platformer(height, reach)));
    // Up one step of stairs and no higher.
    check(&[".G", "@#"], &hero(1, 1), &[START, GOAL], Some(2));
    check(&[".G", ".#", "@#"], &hero(1, 1), &[START, GOAL], None);
    check(&[".G", ".#", "@#"], &hero(2, 1), &[START, GOAL], Some(3));
    // Over a pit that is too wide to step over.
    check(&["....", "@..G", "#..#", "...."], &hero(1, 3), &[START, GOAL], Some(5));
    check(&["....", "@..G", "#..#", "...."], &hero(1, 1), &[START, GOAL], None);
    // Nobody falls up; a ladder helps without a jump, and a rope holds.
    check(&["G", ".", "@"], &hero(1, 1), &[START, GOAL], None);
    check(&["G", "L", "@"], &hero(0, 0), &[START, GOAL], None);
    check(&["G", "L", "L"], &hero(0, 0), &[LADDER, GOAL], Some(1));
    check(&["@RRG", "#...", "#...", "#..."], &hero(0, 0), &[START, GOAL], Some(3));
    check(&["@..G", "#...", "#...", "#..."], &hero(0, 0), &[START, GOAL], None);
}

#[test]
fn a_plank_is_jumped_through_and_stood_on() {
    let hero = |height, reach| walk(Steps::Platformer(platformer(height, reach)));
    // Through it, and onto it.
    check(&["G", "-", "@"], &hero(2, 0), &[START, GOAL], Some(2));
    check(&["G", "-", "@"], &hero(1, 0), &[START, GOAL], None);
    // From each plank the next jump begins anew.
    check(&["G", "-", ".", "-", "@"], &hero(2, 0), &[START, GOAL], Some(4));
    // Nobody falls through, but off its end.
    check(&["@", "-", "G"], &hero(1, 1), &[START, GOAL], None);
    check(&["@.", "-.", "G."], &hero(1, 1), &[START, GOAL], Some(4));
    // It is no wall, and carries across a pit.
    check(&["@-G", "###"], &hero(0, 0), &[START, GOAL], Some(2));
    check(&["@....G", "#----#", "......"], &mortal(0, 0), &[START, GOAL], Some(5));
}

#[test]
fn nobody_crosses_a_pit_on_a_deadly_edge() {
    let hero = |height, reach| walk(Steps::Platformer(platformer(height, reach)));
    let ways = |n_pit: usize, movement: &Movement, expected| {
        let air = ".".repeat(n_pit);
        let rows = [format!(".{air}."), format!("@{air}G"), format!("#{air}#")];
        check(&rows.each_ref().map(|row| &**row), movement, &[START, GOAL], expected);
    };
    // On the edge it is down, along and up again.
    ways(46, &hero(1, 4), Some(49));
    ways(46, &mortal(1, 4), None);
    // A jump lands as far away as it reaches, with all but the last of these cells a pit.
    ways(3, &mortal(1, 4), Some(6));
    ways(4, &mortal(1, 4), None);
    // What began in the pit stays there.
    check(&["..G", "@.#"], &hero(1, 4), &[START, GOAL], Some(3));
    check(&["..G", "@.#"], &mortal(1, 4), &[START, GOAL], None);
}

#[test]
fn a_jump_carries_through_the_last_row_to_a_ladder_or_a_rope() {
    let rows = ["....", "@.##", "#..L"];
    check(&rows, &mortal(1, 3), &[START, LADDER], Some(6));
    check(&rows, &mortal(1, 2), &[START, LADDER], None);
    // From there it goes on: something holds.
    check(&["@...G", "#..R#"], &mortal(1, 3), &[ROPE, GOAL], Some(2));
    check(&["@...G", "#...#"], &mortal(1, 3), &[START, GOAL], None);
    check(&["....G", "R.RR#"], &mortal(1, 3), &[ROPE, GOAL], Some(2));
}
