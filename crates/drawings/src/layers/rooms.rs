//! Rooms: thin walls from wall to wall.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{ALL_REGIONS, Draft, Drafts, openings};
use crate::layers::scene::{Cells, PLUS};

/// Cost of rooms in bits, in addition to their walls.
const N_BITS: f64 = 16.0;

/// Minimum share of the cells in rectangular rooms.
const RECTANGULAR_MIN: f64 = 0.55;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    let scene = ask.scene;
    if ask.mirror.is_some() || ask.has_regions {
        return None; // regions have their own mirrors
    }
    if 2 * part.n_those() > part.n_all() {
        return None;
    }
    let is_wall = |cell: Option<usize>, walls: &Cells| cell.is_none_or(|cell| walls.contains(cell));
    let mut walls =
        scene.cells_that(|cell| part.those.contains(cell) || ask.canvas[cell] == ask.tile);
    if !are_walls(ask, part, &walls) {
        return None;
    }
    // A single opening between two wall cells; several in a row are a corridor.
    let narrow = scene.cells_that(|cell| {
        let [left, up, right, down] = PLUS.map(|step| is_wall(scene.step(cell, step), &walls));
        let is_between = left && right && !up && !down || up && down && !left && !right;
        is_between && part.universe.contains(cell) && !walls.contains(cell)
    });
    let is_single = |&cell: &usize| {
        let mut beside = PLUS.into_iter().filter_map(|step| scene.step(cell, step));
        !beside.any(|one| narrow.contains(one))
    };
    let openings: Vec<usize> = narrow.ones().filter(is_single).collect();
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
    let bits = bits::SCRIPT * N_BITS
        + n_cuts * (bits::of_one(part.n_all() / scene.frames.len()) + 2.0)
        + openings.len() as f64 * bits::of_one(part.n_those());
    let mut widths: Vec<usize> = full.iter().map(|sides| sides.0).collect();
    let mut heights: Vec<usize> = full.iter().map(|sides| sides.1).collect();
    widths.sort_unstable();
    heights.sort_unstable();
    // Halving stops when a part is smaller than twice the minimum; a region has a wall on two of
    // its sides.
    let least = |sizes: &[usize]| (4 * sizes[sizes.len() / 2]).div_ceil(5) + 1;
    let min = format!("{}x{}", least(&widths).max(3), least(&heights).max(3));
    let is_joined = scene.pieces(&part.others(), &PLUS).len() <= scene.frames.len();
    let n_openings = (openings.len() as f64 / scene.frames.len() as f64).round() as usize;
    Some(Found {
        bits,
        breaks: false,
        has_parts: false,
        drafts: drafts(ask, part, min, n_openings, is_joined),
    })
}

/// Whether walls are thin, and some run from left to right and some from top to bottom.
fn are_walls(ask: &Ask<'_>, part: &Part, walls: &Cells) -> bool {
    let along = |steps: [(i32, i32); 2]| {
        let is_within = |cell: usize| {
            let is_wall = |step| ask.scene.step(cell, step).is_none_or(|one| walls.contains(one));
            steps.into_iter().all(is_wall)
        };
        part.those.ones().filter(|&cell| is_within(cell)).count()
    };
    let n = part.n_those();
    let is_block = |&cell: &usize| {
        [(1, 0), (0, 1), (1, 1)]
            .into_iter()
            .all(|step| ask.scene.step(cell, step).is_some_and(|one| part.those.contains(one)))
    };
    let n_blocks = part.those.ones().filter(is_block).count();
    let is_at_edge = |&cell: &usize| PLUS.iter().any(|&step| ask.scene.step(cell, step).is_none());
    // The border is a ring, which comes first.
    let n_at_edge = part.those.ones().filter(is_at_edge).count();
    20 * n_blocks <= n
        && 4 * n_at_edge < n
        && 6 * along([(-1, 0), (1, 0)]) >= n
        && 6 * along([(0, -1), (0, 1)]) >= n
}

fn drafts(ask: &Ask<'_>, part: &Part, min: String, n_openings: usize, is_joined: bool) -> Drafts {
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let rule = format!("self({on}), corner(out) > 0 -> self({name})");
    let mut walls = Draft::all(format!("rooms with {name} between them"), vec![rule]);
    "all".clone_into(&mut walls.region);
    let mut explorers = vec![walls];
    if is_joined {
        let mut open = Draft {
            description: "openings join the rooms".into(),
            kind: "connect",
            rules: openings(name, on),
            ..Draft::default()
        };
        open.parameters = vec![
            ("entities", on.to_owned()),
            ("costs", format!("self({name})")),
            ("repeats", "2".into()),
        ];
        explorers.push(open);
    } else if n_openings > 0 {
        let plural = if n_openings == 1 { "" } else { "s" };
        let told = format!("{n_openings} opening{plural} between rooms");
        explorers.push(Draft::some(told, n_openings, openings(name, on)));
    }
    let mut neighborhoods = ask.neighborhoods(part);
    neighborhoods.push(("corner".into(), "110,120".into()));
    Drafts { explorers, neighborhoods, regions: Some((min, ALL_REGIONS)) }
}
