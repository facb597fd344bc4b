//! Doors with keys, in the order in which keys are found.

use marahel_level::{Tile, UNKNOWN};
use marahel_script::{Condition, Estimator, Explorer, Rule};

use crate::layers::draft::{Drafts, counted};
use crate::layers::plan::Plan;
use crate::layers::rules::{
    CROSS, Compared, DOWN, HERE, HORZ, LEFT, RIGHT, UP, VERT, all, chance, count, has, list,
    repeated, rule, shuffled, some,
};
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
        let is_sound = wall != floor
            && doors.iter().all(|&(door, _)| beneath[usize::from(door)] == wall)
            && doors.iter().all(|&(door, _)| scene.counts_of(door).iter().all(|&n| n > 0))
            && single.clone().all(|tile| beneath[usize::from(tile)] == floor)
            && single.into_iter().all(|tile| scene.counts_of(tile).iter().all(|&n| n == 1));
        if !is_sound {
            return None;
        }
        let far = doors_passed(scene, *start, wall, doors);
        let mut doors = doors.clone();
        doors
            .sort_by_key(|&(_, key)| scene.cells_of(key).ones().map(|cell| far[cell]).sum::<u32>());
        let n_doors: usize = doors.iter().flat_map(|&(door, _)| scene.counts_of(door)).sum();
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
        let start = scene.name(self.start);
        let begin = rule([has(HERE, [self.floor])], self.start);
        let mut explorers = vec![some(format!("one {start}"), 1, vec![begin])];
        // Found cells are marked unknown while the next thing is searched.
        let mut from = self.start;
        let mut whereabouts = format!("where {start} can go");
        for &(door, key) in &self.doors {
            explorers.extend(self.search(scene.name(key), key, from, &whereabouts));
            let opens = self.between(key, None, door);
            explorers.push(some(format!("one {} leads on", scene.name(door)), 1, opens));
            from = door;
            whereabouts = format!("behind the {}", scene.name(door));
        }
        explorers.extend(self.search(scene.name(self.goal), self.goal, from, &whereabouts));
        let n_more = self.n_doors.saturating_sub(self.doors.len());
        let last = self.doors.last().map_or(self.wall, |&(door, _)| door);
        if self.is_joined {
            // Add few doors at a time, so that rooms behind them are found before the next.
            let mut rules = self.between(self.goal, Some(&chance(SELDOM)), last);
            let reached = count(CROSS, [UNKNOWN, self.goal, last]).above(0);
            rules.push(rule([has(HERE, [self.floor]), reached], UNKNOWN));
            let words = format!("more {} into all that is left", scene.name(last));
            explorers.push(repeated(N_PASSES_JOIN, shuffled(words, rules)));
        } else if n_more > 0 {
            let words = format!("{} into what is left", counted(n_more, scene.name(last)));
            explorers.push(some(words, n_more, self.between(self.goal, None, last)));
        }
        let back = rule([has(HERE, [UNKNOWN])], self.floor);
        explorers.push(all(format!("all else is {}", scene.name(self.floor)), vec![back]));
        Drafts::of(explorers)
    }

    /// Fills the room beyond `from` with a tile, and keeps one of its cells.
    fn search(&self, name: &str, tile: Tile, from: Tile, whereabouts: &str) -> [Explorer; 2] {
        let reached = count(CROSS, [from, tile]).above(0);
        let spread = rule([has(HERE, [self.floor]), reached], tile);
        let is_more = Estimator::Total(list([tile])).above(1);
        let keep = rule([is_more, has(HERE, [tile])], UNKNOWN);
        [
            repeated(N_PASSES, all(format!("{name} may be {whereabouts}"), vec![spread])),
            shuffled(format!("one {name} there"), vec![keep]),
        ]
    }

    /// Rules that put a door between the cells that are found, those with `tile` too, and other
    /// rooms, under one more condition.
    fn between(&self, tile: Tile, more: Option<&Condition>, door: Tile) -> Vec<Rule> {
        let sides = [(LEFT, RIGHT, VERT), (RIGHT, LEFT, VERT), (UP, DOWN, HORZ), (DOWN, UP, HORZ)];
        Vec::from(sides.map(|(near, far, along)| {
            let walls = [has(HERE, [self.wall]), count(along, [self.wall]).is(2)];
            let rooms = [has(near, [UNKNOWN, tile]), has(far, [self.floor])];
            rule(walls.into_iter().chain(rooms).chain(more.cloned()), door)
        }))
    }
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
        for next in scene.neighbors(cell) {
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
