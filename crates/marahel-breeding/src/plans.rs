//! Plans: first scripts from the demands on tiles, for a problem without a fitting starter.

use marahel_level::{Role, Tile, UNKNOWN};
use marahel_script::{Document, Edge, Explorer, Operator, Script};
use marahel_search::Founder;
use rand::{Rng, RngExt};

use crate::breeder::{Breeder, Library, Start};
use crate::cast::cast_by;
use crate::complete::MakeLevel;
use crate::demand::surroundings;
use crate::draw::{below, pick, weighted_tile};
use crate::layouts::{MUCH_OF_BORDER, MUCH_OF_BOTTOM, band, joining, layout, on_grid, ring};
use crate::parts::{
    N_EXPLORERS_MAX, compare, explorer_of, here, list, number_of, rule, script_of, writer, writes,
};
use crate::task::Task;
use crate::{demanded, dials, mirrors, names, random, reading};

/// Maximum number of tries for a sound script.
const N_TRIES: usize = 20;

/// In tenths: a plan begins with the ground of the library, not with a bare level.
const N_WITH_GROUND: usize = 7;

/// Probability that a layout is a plan instead of the ground of a starter.
const PLANNED: f64 = 0.6;

/// Probability that the ground of a starter loses its things.
const WITHOUT_THINGS: f64 = 0.8;

/// Probability that layouts that the problem demands come last instead of second.
const LAST: f64 = 0.8;

/// Probability that all explorers get a required mirror.
const MIRRORED: f64 = 0.6;

/// Probability of placing a thing by the cells that the problem demands, if it does.
const DEMANDED: f64 = 0.5;

/// Probability of joining tiles that must be one piece.
const JOINED: f64 = 0.5;

/// Probabilities of laying a tile out on its grid, on the border, or in the last rows, if the
/// problem demands so.
const ON_GRID: f64 = 0.7;
const ON_BORDER: f64 = 0.85;
const ON_BOTTOM: f64 = 0.85;

/// Roles that layouts consist of.
const LAID_OUT: [Role; 8] = [
    Role::Wall,
    Role::Floor,
    Role::Hazard,
    Role::Decoration,
    Role::Door,
    Role::LockedDoor,
    Role::Climbable,
    Role::Rope,
];

impl Breeder {
    /// An initial script for a problem without a fitting starter: a layout with the requirements of
    /// its tiles, then each thing at cells like one observed in a level of it. A search with other
    /// initial scripts gets another [first](Self::first) script instead: parts that its user locked
    /// stay.
    pub fn plan(&self, make_level: MakeLevel<'_>, rng: &mut dyn Rng) -> Founder<Document> {
        if !matches!(self.start, Start::Starters) {
            return self.first(rng);
        }
        for _ in 0..N_TRIES {
            let Some((script, source)) = self.planned(make_level, rng) else { continue };
            if let Some(genome) = self.document(dials::following(script, &self.task, rng)) {
                return Founder { genome, source };
            }
        }
        self.first(rng)
    }

    fn planned(
        &self,
        make_level: MakeLevel<'_>,
        rng: &mut dyn Rng,
    ) -> Option<(Script, Option<u32>)> {
        let task = &self.far_task;
        let has_ground = below(10, rng) < N_WITH_GROUND;
        let (mut script, source) =
            if has_ground { self.ground(rng)? } else { (bare(task, rng), None) };
        let place = if rng.random_bool(LAST) { script.explorers.len() } else { 1 };
        for explorer in layouts_demanded(task, rng) {
            script.explorers.insert(place.min(script.explorers.len()), explorer);
        }
        if !task.mirrors.is_empty() && rng.random_bool(MIRRORED) {
            mirrors::mirror_all(&mut script, task, rng);
        }
        for tile in bulk_first(task, rng) {
            if writes(&script, tile) || script.explorers.len() >= N_EXPLORERS_MAX {
                continue;
            }
            let is_demanded = !surroundings(&task.demands, tile, rng).is_empty();
            let symmetry = mirrors::kept(&script, task, rng);
            let explorer = if is_demanded && rng.random_bool(DEMANDED) {
                Some(mirrors::with(random::placing_of(tile, task, rng), symmetry))
            } else {
                make_level(&script, rng).and_then(|level| {
                    reading::placing(tile, level.view(), None, symmetry, task, rng)
                })
            };
            script.explorers.extend(explorer);
        }
        if let Some(connection) = pick(&task.connections, rng)
            && let Some(tile) = connection.tiles.iter().next()
            && rng.random_bool(JOINED)
        {
            script.explorers.extend(joining(tile, task, rng));
        }
        let level = make_level(&script, rng);
        script.explorers.extend(level.and_then(|level| reading::filling(level.view(), task)));
        let own_names = script.neighborhoods.0.clone();
        names::settle(&mut script, [&own_names, &task.neighborhoods]);
        Some((script, source))
    }

    /// The ground of a plan or starter without its things, cast by the required amounts of tiles.
    /// The index counts plans after starters and learnt scripts.
    fn ground(&self, rng: &mut dyn Rng) -> Option<(Script, Option<u32>)> {
        let task = &self.task;
        let Library { starters, plans, learnt, .. } = &self.library;
        let is_plan = rng.random_bool(PLANNED) && !plans.is_empty();
        let generators = if is_plan { plans } else { starters };
        let index = below(generators.len().max(1), rng);
        let generator = generators.get(index)?;
        let source = if is_plan { starters.len() + learnt.len() } else { 0 } + index;
        let mut cast = cast_by(generator, task, |tiles| {
            let mut tiles = tiles.to_vec();
            tiles.sort_unstable();
            weighted_tile(tiles, |tile| task.bulk(tile), rng)
        })?;
        if !is_plan && rng.random_bool(WITHOUT_THINGS) {
            cast.explorers.retain(|explorer| {
                let mut tiles = explorer.written().iter();
                tiles.any(|tile| is_laid_out(tile, task))
            });
        }
        tell_locks_apart(&mut cast, task);
        (!cast.explorers.is_empty()).then_some((cast, Some(source as u32)))
    }
}

/// Whether layouts consist of a tile.
fn is_laid_out(tile: Tile, task: &Task) -> bool {
    let part = task.tiles.get(usize::from(tile));
    part.is_none_or(|part| LAID_OUT.contains(&part.role))
}

/// The tiles, those of bulk first, mostly.
fn bulk_first(task: &Task, rng: &mut dyn Rng) -> impl Iterator<Item = Tile> + use<> {
    let keyed = task.tiles().map(|tile| (task.bulk(tile) * (0.2 + rng.random::<f64>()), tile));
    let mut keyed: Vec<(f64, Tile)> = keyed.collect();
    keyed.sort_by(|left, right| right.0.total_cmp(&left.0));
    keyed.into_iter().map(|(_, tile)| tile)
}

/// A script that fills a level with one tile and lays out a few others.
fn bare(task: &Task, rng: &mut dyn Rng) -> Script {
    let ground = weighted_tile(task.tiles(), |tile| task.bulk(tile).powi(2), rng);
    let ground = ground.expect("a task has tiles");
    let mut script = script_of(task, vec![writer("horz", Vec::new(), ground)]);
    for _ in 0..=below(3, rng) {
        let tile = weighted_tile(
            task.tiles(),
            |tile| if tile == ground { 0.0 } else { task.bulk(tile) },
            rng,
        );
        script.explorers.push(layout(tile.unwrap_or(ground), ground, task, rng));
    }
    script
}

/// Explorers for requirements on the border, on rows and columns, and on grids.
fn layouts_demanded(task: &Task, rng: &mut dyn Rng) -> Vec<Explorer> {
    let mut explorers = Vec::new();
    for &grid in &task.grids {
        if rng.random_bool(ON_GRID) {
            explorers.push(on_grid(grid, rng));
        }
    }
    for (part, tile) in task.tiles.iter().zip(0..) {
        if part.border > MUCH_OF_BORDER && rng.random_bool(ON_BORDER) {
            explorers.push(ring(tile, 1));
        }
        if part.bottom > MUCH_OF_BOTTOM && rng.random_bool(ON_BOTTOM) {
            explorers.push(band(tile, Edge::Bottom, 1 + below(2, rng) as u32));
        }
    }
    explorers.extend(demanded::at_places(task, rng));
    explorers
}

/// For a script with one kind of lock and a problem with several: turns the doors and keys behind
/// the first ones into the second kind, and so on.
pub fn tell_locks_apart(script: &mut Script, task: &Task) {
    let is_written = |tile: &Tile| writes(script, *tile);
    let floor = task.of_role(Role::Floor).into_iter().find(is_written);
    let start = task.of_role(Role::Entrance).into_iter().find(is_written);
    let (Some(floor), Some(start)) = (floor, start) else { return };
    let doors: Vec<Tile> = task.locks.iter().map(|lock| lock.0).filter(is_written).collect();
    let keys: Vec<Tile> = task.locks.iter().map(|lock| lock.1).filter(is_written).collect();
    let (&[door], &[key]) = (&doors[..], &keys[..]) else { return };
    // The tiles reachable without a key of a later kind; they grow door by door.
    let mut passed = vec![start];
    for (index, pair) in task.locks.windows(2).enumerate() {
        let ((first_door, first_key), (next_door, next_key)) = (pair[0], pair[1]);
        if index == 0 && (first_door, first_key) != (door, key) {
            let rename = vec![rule(vec![here(door)], first_door), rule(vec![here(key)], first_key)];
            script.explorers.push(explorer_of("horz", rename));
        }
        passed.push(UNKNOWN);
        let is_beside =
            compare(number_of("plus", list(passed.iter().copied())), Operator::Greater, 0.0);
        let spread = writer("horz", vec![here(floor), is_beside], UNKNOWN);
        script.explorers.push(Explorer { repeats: 20, ..spread });
        let rules = [(first_door, next_door), (first_key, next_key)].map(|(from, to)| {
            let is_behind = compare(number_of("plus", list([UNKNOWN])), Operator::Equal, 0.0);
            rule(vec![here(from), is_behind], to)
        });
        script.explorers.push(explorer_of("horz", rules.to_vec()));
        passed.push(first_door);
    }
    if task.locks.len() > 1 {
        script.explorers.push(writer("horz", vec![here(UNKNOWN)], floor));
    }
}
