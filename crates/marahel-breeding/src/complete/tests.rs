use std::collections::BTreeSet;
use std::sync::Arc;

use marahel_level::{Level, Mirror, Palette, Role, Tile, TileSet, View};
use marahel_script::Script;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::breeder::Start;
use crate::breeder::tests::{breeder_of, check, locked, rooms, task};
use crate::task::{Axis, Task, TileInfo};
use crate::{Shortfall, Symmetry, cast, reading};

const BRICK: Tile = 0;
const AIR: Tile = 1;
const KEY: Tile = 2;
const BAT: Tile = 3;

/// A hall with a pillar, and sometimes a bat in it.
fn hall(task: &Task, rng: &mut dyn Rng) -> Level {
    let palette = Arc::new(Palette::of_names(&task.names()).unwrap());
    let mut level = Level::new(12, 9, palette);
    for y in 0..9 {
        for x in 0..12 {
            let is_brick = x == 0 || y == 0 || x == 11 || y == 8 || (x, y) == (5, 4);
            level.set(x, y, if is_brick { BRICK } else { AIR });
        }
    }
    if rng.random_bool(0.5) {
        level.set(2, 2, BAT);
    }
    level
}

#[test]
fn what_completes_a_script_is_sound_and_what_is_locked_stays() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let rooms = cast(&rooms(), &task(), &mut rng).unwrap();
    let breeder = breeder_of(task(), Start::Scripts(vec![rooms.clone()]));
    let kept = locked(&rooms);
    let mut population = vec![rooms; 20];
    let mut operators = BTreeSet::new();
    for step in 0..2000 {
        let (first, second) = (&population[step % 20], &population[(step * 7 + 3) % 20]);
        let tiles = TileSet::only((step % 4) as Tile);
        let lack = Shortfall { tiles, measures: vec![step % 2] };
        let look = &mut |_: &Script, rng: &mut dyn Rng| Some(hall(&task(), rng));
        let child = breeder.complete(first, second, &lack, look, &mut rng);
        check(&breeder, &child.genome);
        assert_eq!(locked(&child.genome.script), kept, "{}", child.genome.text);
        operators.insert(child.operator);
        population[step % 20] = child.genome.script;
    }
    for operator in ["compose", "stand", "clear"] {
        assert!(operators.contains(operator), "{operators:?}");
    }
}

/// The rules of what is read for a key, of which four are wanted.
fn read(task: &Task, rng: &mut ChaCha8Rng) -> Vec<String> {
    let level = hall(task, &mut ChaCha8Rng::seed_from_u64(0));
    let mut read = Vec::new();
    for _ in 0..4000 {
        if let Some(explorer) = reading::placing(KEY, level.view(), None, None, task, rng) {
            let script = crate::parts::script_of(task, vec![explorer]);
            read.push(script.rule_texts(0)[0].clone());
        }
    }
    read
}

#[test]
fn a_place_that_occurs_as_often_as_it_is_wanted_is_found() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut task = task();
    task.tiles[usize::from(KEY)].cells = Some((4, 4));
    let read = read(&task, &mut rng);
    // The four corners of the hall, which nothing but their walls tells apart.
    let n = read.iter().filter(|rule| rule.contains("all(brick) == 5")).count();
    assert!(n > 2, "{n} of {}", read.len());
}

#[test]
fn things_come_in_pieces_as_large_as_asked_for() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut task = task();
    let key = &mut task.tiles[usize::from(KEY)];
    (key.cells, key.pieces) = (Some((12, 12)), Some((3, 3)));
    let level = hall(&task, &mut rng);
    for _ in 0..100 {
        let explorer = reading::placing(KEY, level.view(), None, None, &task, &mut rng);
        let Some(explorer) = explorer else { continue };
        let n = explorer.rules[0].executers[0].neighborhood.offsets().len();
        assert!((3..=6).contains(&n), "{n} cells");
        assert!(explorer.changes.is_none_or(|n| n == 3));
    }
}

#[test]
fn runs_lie_along_their_axis() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let mut task = task();
    let key = &mut task.tiles[usize::from(KEY)];
    (key.run, key.pieces, key.size) = (Some(Axis::Row), Some((2, 3)), Some((4, 5)));
    let level = hall(&task, &mut rng);
    let mut n = 0;
    for _ in 0..100 {
        let Some(explorer) = reading::placing(KEY, level.view(), None, None, &task, &mut rng)
        else {
            continue;
        };
        let offsets = explorer.rules[0].executers[0].neighborhood.offsets();
        assert!((4..=5).contains(&offsets.len()), "{offsets:?}");
        assert!(offsets.iter().all(|(_, dy)| *dy == 0), "{offsets:?}");
        n += 1;
    }
    assert!(n > 50, "{n}");
}

/// All tiles must equal their images.
fn all(mirror: Mirror) -> Symmetry {
    Symmetry { mirror, tiles: TileSet::entities(task().tiles.len()) }
}

#[test]
fn one_thing_of_a_symmetric_script_stands_on_the_axis() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let mut task = task();
    task.tiles[usize::from(KEY)].cells = Some((1, 1));
    let mut level = hall(&task, &mut rng);
    for _ in 0..100 {
        // Its width is even: there is no such cell.
        let symmetry = all(Mirror::LeftRight);
        let explorer =
            reading::placing(KEY, level.view(), None, Some(symmetry), &task, &mut rng).unwrap();
        assert_eq!(explorer.mirror, None);
        let symmetry = all(Mirror::TopBottom);
        let explorer =
            reading::placing(KEY, level.view(), None, Some(symmetry), &task, &mut rng).unwrap();
        assert_eq!((explorer.mirror, explorer.changes), (Some(symmetry.mirror), Some(1)));
        let script = crate::parts::script_of(&task, vec![explorer]);
        let rule = &script.rule_texts(0)[0];
        assert!(rule.contains("row == from_bottom"), "{rule}");
    }
    // Of six there are three, and their images.
    task.tiles[usize::from(KEY)].cells = Some((6, 6));
    level.set(2, 2, AIR);
    let symmetry = all(Mirror::LeftRight);
    let explorer =
        reading::placing(KEY, level.view(), None, Some(symmetry), &task, &mut rng).unwrap();
    assert!(explorer.changes.is_none_or(|n| n == 3));
    // A key that need not equal its image may stand anywhere.
    let symmetry = Symmetry { tiles: TileSet::only(BRICK), ..symmetry };
    task.tiles[usize::from(KEY)].cells = Some((1, 1));
    let explorer =
        reading::placing(KEY, level.view(), None, Some(symmetry), &task, &mut rng).unwrap();
    assert_eq!(explorer.mirror, None);
}

#[test]
fn what_is_added_to_a_symmetric_script_mostly_has_its_mirror() {
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    let mut symmetric = cast(&rooms(), &task(), &mut rng).unwrap();
    for one in &mut symmetric.explorers {
        one.mirror = Some(Mirror::LeftRight);
    }
    let task_of_mirrors = Task { mirrors: vec![all(Mirror::LeftRight)], ..task() };
    let breeder = breeder_of(task_of_mirrors, Start::Starters);
    let n_before = symmetric.explorers.len();
    let (mut n, mut n_mirrored) = (0, 0);
    for _ in 0..500 {
        let look = &mut |_: &Script, rng: &mut dyn Rng| Some(hall(&task(), rng));
        let lack = Shortfall { tiles: TileSet::only(KEY), ..Shortfall::default() };
        let child = breeder.complete(&symmetric, &symmetric, &lack, look, &mut rng);
        if ["stand", "lay", "clear"].contains(&child.operator)
            && child.genome.script.explorers.len() == n_before + 1
        {
            n += 1;
            n_mirrored +=
                u32::from(child.genome.script.explorers.iter().all(|one| one.mirror.is_some()));
        }
    }
    // One thing alone has no place on an axis between two columns.
    assert!(n > 50 && n_mirrored * 2 > n, "{n_mirrored} of {n}");
}

#[test]
fn a_thing_is_put_where_another_level_has_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let task = task();
    let level = hall(&task, &mut rng);
    let mut model = hall(&task, &mut rng);
    // Right of the pillar, where nothing else is.
    model.set(6, 4, KEY);
    let mut count = |model: Option<View<'_>>| {
        let placings = (0..1000)
            .filter_map(|_| reading::placing(KEY, level.view(), model, None, &task, &mut rng));
        let rules =
            placings.map(|one| crate::parts::script_of(&task, vec![one]).rule_texts(0)[0].clone());
        rules
            .filter(|rule| rule.contains("left(brick) == 1") || rule.contains("left(brick),"))
            .count()
    };
    let (without, with) = (count(None), count(Some(model.view())));
    assert!(with > 2 * without, "{with} with a model, {without} without");
}

#[test]
fn locks_behind_others_become_another_kind() {
    let task = Task {
        tiles: ["wall", "floor", "red", "red_key", "blue", "blue_key", "hero"]
            .iter()
            .zip([
                Role::Wall,
                Role::Floor,
                Role::LockedDoor,
                Role::Key,
                Role::LockedDoor,
                Role::Key,
                Role::Entrance,
            ])
            .map(|(name, role)| TileInfo { name: (*name).to_owned(), role, ..TileInfo::default() })
            .collect(),
        locks: vec![(2, 3), (4, 5)],
        ..task()
    };
    let text = r#"{"metadata": {"min": "9x9", "max": "9x9"},
        "entities": ["wall", "floor", "locked_door", "key", "entrance"], "explorers": [
        {"type": "horz", "rules": ["column == 3 -> self(locked_door)", "-> self(floor:9|key|wall)"]},
        {"type": "rorder", "rules": ["self(floor) -> self(entrance)"]}]}"#;
    let mut script = cast(&Script::parse(text).unwrap(), &task, &mut ChaCha8Rng::seed_from_u64(1));
    let script = script.as_mut().unwrap();
    crate::locks::tell_locks_apart(script, &task);
    let rules: Vec<String> =
        (0..script.explorers.len()).flat_map(|index| script.rule_texts(index).clone()).collect();
    assert!(rules.iter().any(|rule| rule == "self(red), plus(unknown) == 0 -> self(blue)"));
    assert!(rules.iter().any(|rule| rule == "self(red_key), plus(unknown) == 0 -> self(blue_key)"));
    assert_eq!(rules.last().unwrap(), "self(unknown) -> self(floor)");
}

#[test]
fn what_a_level_leaves_unset_is_filled() {
    let task = task();
    let mut level = hall(&task, &mut ChaCha8Rng::seed_from_u64(0));
    assert!(reading::filling(level.view(), &task).is_none());
    level.set(3, 3, marahel_level::UNKNOWN);
    let explorer = reading::filling(level.view(), &task).unwrap();
    let script = crate::parts::script_of(&task, vec![explorer]);
    assert_eq!(script.rule_texts(0), ["self(unknown) -> self(air)"]);
}
