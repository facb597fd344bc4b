//! Rooms: thin walls from wall to wall.

use marahel_level::OUT;
use marahel_script::{Explorer, RegionSelector, Size};

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::draft::Drafts;
use crate::layers::rules::{
    Compared, HERE, all, count, has, joining, openings, repeated, rule, some,
};
use crate::layers::scene::{Cells, PLUS, Scene};

/// Minimum share of the cells in rectangular rooms.
const RECTANGULAR_MIN: f64 = 0.55;

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let scene = ask.scene;
    if ask.has_regions || 2 * part.n_cells() > part.n_all() {
        return None;
    }
    let mut walls =
        scene.cells_that(|cell| part.cells.contains(cell) || ask.canvas[cell] == ask.tile);
    if !are_walls(ask, part, &walls) {
        return None;
    }
    // A single opening between two wall cells; several in a row are a corridor.
    let narrow = scene.cells_that(|cell| {
        let [left, up, right, down] = PLUS.map(|step| is_wall(scene, cell, step, &walls));
        let is_between = left && right && !up && !down || up && down && !left && !right;
        is_between && part.universe.contains(cell) && !walls.contains(cell)
    });
    let openings = narrow.ones().filter(|&cell| {
        let mut beside = scene.neighbors(cell);
        !beside.any(|neighbor| narrow.contains(neighbor))
    });
    let openings: Vec<usize> = openings.collect();
    walls.extend(openings.iter().copied());
    let mut floor = part.universe.clone();
    floor.difference_with(&walls);
    let rooms = scene.pieces(&floor, &PLUS);
    if rooms.len() < 2 * scene.frames.len() || rooms.len() > 40 * scene.frames.len() {
        return None;
    }
    let full: Vec<(usize, usize)> = rooms
        .iter()
        .map(|room| (room.len(), scene.rectangle(room)))
        .filter(|(n, (width, height))| *n == width * height && *n > 3)
        .map(|(_, sides)| sides)
        .collect();
    let n_full: usize = full.iter().map(|(width, height)| width * height).sum();
    if (n_full as f64) < RECTANGULAR_MIN * floor.count_ones(..) as f64 {
        return None;
    }
    // A wall cuts off each room of a drawing but the first: its place and length.
    let n_cuts = (rooms.len() - scene.frames.len().min(rooms.len())) as f64;
    let bits = n_cuts * (bits::of_one(part.n_all() / scene.frames.len()) + 2.0)
        + openings.len() as f64 * bits::of_one(part.n_cells());
    // A region has a wall on two of its sides.
    let width = least_side(full.iter().map(|sides| sides.0).collect());
    let height = least_side(full.iter().map(|sides| sides.1).collect());
    let is_joined = scene.pieces(&part.complement(), &PLUS).len() <= scene.frames.len();
    let n_openings = (openings.len() as f64 / scene.frames.len() as f64).round() as usize;
    let mut drafts = drafts(ask, part, n_openings, is_joined);
    drafts.regions = Some(Size { width, height });
    Some(Fit::of(bits, 0, drafts))
}

/// The minimum side of regions for rooms with these sides and a wall. Halving stops when a region is
/// smaller than twice the minimum.
fn least_side(mut sides: Vec<usize>) -> u32 {
    sides.sort_unstable();
    ((4 * sides[sides.len() / 2]).div_ceil(5) + 1).max(3) as u32
}

/// Whether walls are thin, and some run from left to right and some from top to bottom.
fn are_walls(ask: &Ask<'_>, part: &Part, walls: &Cells) -> bool {
    let n = part.n_cells();
    let blocks = part.cells.ones().filter(|&cell| {
        [(1, 0), (0, 1), (1, 1)]
            .into_iter()
            .all(|step| ask.scene.leads_into(cell, step, &part.cells))
    });
    let n_blocks = blocks.count();
    // The border is a ring, which comes first.
    let n_at_edge = part.cells.ones().filter(|&cell| ask.scene.is_at_edge(cell)).count();
    20 * n_blocks <= n
        && 4 * n_at_edge < n
        && [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]].into_iter().all(|steps| {
            let along = part.cells.ones().filter(|&cell| {
                steps.into_iter().all(|step| is_wall(ask.scene, cell, step, walls))
            });
            6 * along.count() >= n
        })
}

/// Whether the cell at an offset is a wall, or outside.
fn is_wall(scene: &Scene, cell: usize, step: (i32, i32), walls: &Cells) -> bool {
    scene.step(cell, step).is_none_or(|neighbor| walls.contains(neighbor))
}

fn drafts(ask: &Ask<'_>, part: &Part, n_openings: usize, is_joined: bool) -> Drafts {
    let corner = [(-1, -1), (0, -1), (-1, 0)];
    let wall = rule([has(HERE, [ask.on]), count(&corner, [OUT]).above(0)], ask.tile);
    let words = format!("rooms with {} between them", ask.name(ask.tile));
    let mut explorers =
        vec![Explorer { region: vec![RegionSelector::All], ..all(words, vec![wall]) }];
    let openings = openings(ask.tile, ask.on);
    if is_joined {
        let costs = vec![count(HERE, [ask.tile])];
        explorers.push(repeated(2, joining("openings join the rooms", [ask.on], costs, openings)));
    } else if n_openings > 0 {
        let plural = if n_openings == 1 { "" } else { "s" };
        let words = format!("{n_openings} opening{plural} between rooms");
        explorers.push(some(words, n_openings, openings));
    }
    let mut drafts = ask.drafts(part, explorers);
    drafts.declare("corner", &corner).expect("it is small");
    drafts
}
