//! Doors with keys, in the order in which keys are found.

use level::Tile;

use crate::layers::draft::{Draft, Drafts, counted};
use crate::layers::plan::Plan;
use crate::layers::scene::{PLUS, Scene};

/// Doors with their keys, and the way that they bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locks {
    /// The tile where the way begins.
    pub start: Tile,
    /// The tile where the way ends.
    pub goal: Tile,
    /// Doors, each with the key that opens it.
    pub doors: Vec<(Tile, Tile)>,
}

/// Passes to fill a room of any usual shape.
const N_PASSES: usize = 12;

/// Passes that add doors to all rooms, and the probability of a door in a wall in each pass.
const N_PASSES_JOIN: usize = 40;
const SELDOM: f64 = 0.02;

/// The locks of the drawings, with the doors in the order of opening.
pub(crate) struct Order {
    start: Tile,
    goal: Tile,
    doors: Vec<(Tile, Tile)>,
    floor: Tile,
    wall: Tile,
    /// Mean number of doors in a drawing.
    n_doors: usize,
    /// Whether open doors connect all rooms of a drawing.
    is_joined: bool,
}

impl Order {
    /// `None` if a drawing lacks something, or doors do not stand in walls.
    pub(crate) fn of(scene: &Scene, plan: &Plan, locks: &Locks) -> Option<Self> {
        let Locks { start, goal, doors } = locks;
        let (&(door, _), beneath) = (doors.first()?, &plan.beneath);
        let wall = beneath[usize::from(door)];
        let floor = beneath[usize::from(*start)];
        let single = doors.iter().map(|&(_, key)| key).chain([*start, *goal]);
        let n_each = |tile: Tile| scene.counts(&scene.cells_that(|cell| scene.tiles[cell] == tile));
        let is_sound = wall != floor
            && doors.iter().all(|&(door, _)| beneath[usize::from(door)] == wall)
            && doors.iter().all(|&(door, _)| n_each(door).iter().all(|&n| n > 0))
            && single.clone().all(|tile| beneath[usize::from(tile)] == floor)
            && single.into_iter().all(|tile| n_each(tile).iter().all(|&n| n == 1));
        if !is_sound {
            return None;
        }
        let far = doors_passed(scene, *start, wall, doors);
        let passed = |tile: Tile| -> u32 {
            (0..scene.len()).filter(|&cell| scene.tiles[cell] == tile).map(|cell| far[cell]).sum()
        };
        let mut doors = doors.clone();
        doors.sort_by_key(|&(_, key)| passed(key));
        let n_doors: usize = doors.iter().flat_map(|&(door, _)| n_each(door)).sum();
        let n_doors = (n_doors as f64 / scene.frames.len() as f64).round() as usize;
        let open = scene.cells_that(|cell| scene.tiles[cell] != wall);
        let is_joined = scene.pieces(&open, &PLUS).len() == scene.frames.len();
        Some(Self { start: *start, goal: *goal, doors, floor, wall, n_doors, is_joined })
    }

    pub(crate) fn tiles(&self) -> Vec<Tile> {
        let doors = self.doors.iter().flat_map(|&(door, key)| [door, key]);
        doors.chain([self.start, self.goal]).collect()
    }

    /// Explorers that place them, in rooms separated by walls.
    pub(crate) fn drafts(&self, scene: &Scene) -> Drafts {
        let name = |tile: Tile| scene.names[usize::from(tile)].as_str();
        let (floor, wall, start) = (name(self.floor), name(self.wall), name(self.start));
        let mut explorers = vec![Draft::some(
            format!("one {start}"),
            1,
            vec![format!("self({floor}) -> self({start})")],
        )];
        // Found cells are marked unknown while the next thing is searched.
        let mut from = start.to_owned();
        let finds = |what: &str, from: &str, where_: &str| {
            let spread = format!("self({floor}), plus({from}|{what}) > 0 -> self({what})");
            let keep = format!("{what} > 1, self({what}) -> self(unknown)");
            [
                Draft::all(format!("{what} may be {where_}"), vec![spread]).repeated(N_PASSES),
                Draft { kind: "rorder", ..Draft::all(format!("one {what} there"), vec![keep]) },
            ]
        };
        let mut where_ = format!("where {start} can go");
        for &(door, key) in &self.doors {
            let (door, key) = (name(door), name(key));
            explorers.extend(finds(key, &from, &where_));
            let opens = between(wall, &format!("unknown|{key}"), floor, "", door);
            explorers.push(Draft::some(format!("one {door} leads on"), 1, opens));
            door.clone_into(&mut from);
            where_ = format!("behind the {door}");
        }
        explorers.extend(finds(name(self.goal), &from, &where_));
        let n_more = self.n_doors.saturating_sub(self.doors.len());
        let last = self.doors.last().map_or(wall, |&(door, _)| name(door));
        if self.is_joined {
            // Add few doors at a time, so that rooms behind them are found before the next.
            let found = format!("unknown|{}", name(self.goal));
            let mut rules = between(wall, &found, floor, &format!("random < {SELDOM}"), last);
            rules.push(format!("self({floor}), plus({found}|{last}) > 0 -> self(unknown)"));
            let join = Draft::all(format!("more {last} into all that is left"), rules);
            explorers.push(Draft { kind: "rorder", ..join.repeated(N_PASSES_JOIN) });
        } else if n_more > 0 {
            let opens = between(wall, &format!("unknown|{}", name(self.goal)), floor, "", last);
            explorers.push(Draft::some(
                format!("{} into what is left", counted(n_more, last)),
                n_more,
                opens,
            ));
        }
        let back = format!("self(unknown) -> self({floor})");
        explorers.push(Draft::all(format!("all else is {floor}"), vec![back]));
        Drafts::of(explorers)
    }
}

/// Rules that put a door between found and other rooms, under one more condition.
fn between(wall: &str, found: &str, floor: &str, more: &str, door: &str) -> Vec<String> {
    let more = if more.is_empty() { String::new() } else { format!(", {more}") };
    let sides = [
        ("left", "right", "vert"),
        ("right", "left", "vert"),
        ("up", "down", "horz"),
        ("down", "up", "horz"),
    ];
    let rule = |(one, other, along): (&str, &str, &str)| {
        format!(
            "self({wall}), {along}({wall}) == 2, {one}({found}), {other}({floor}){more} -> self({door})"
        )
    };
    sides.map(rule).to_vec()
}

/// Minimum number of doors on the way from the start to each cell; a large number without a way.
fn doors_passed(scene: &Scene, start: Tile, wall: Tile, doors: &[(Tile, Tile)]) -> Vec<u32> {
    let mut far = vec![u32::from(u16::MAX); scene.len()];
    let mut queue: std::collections::VecDeque<usize> =
        (0..scene.len()).filter(|&cell| scene.tiles[cell] == start).collect();
    for &cell in &queue {
        far[cell] = 0;
    }
    while let Some(cell) = queue.pop_front() {
        for next in PLUS.into_iter().filter_map(|step| scene.step(cell, step)) {
            let tile = scene.tiles[next];
            let is_door = doors.iter().any(|&(door, _)| door == tile);
            let steps = far[cell] + u32::from(is_door);
            if tile != wall && steps < far[next] {
                far[next] = steps;
                if is_door { queue.push_back(next) } else { queue.push_front(next) }
            }
        }
    }
    far
}
