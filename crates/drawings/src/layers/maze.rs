//! Mazes: every second cell is open, every second one a pillar, and walls stand between pillars.

use std::fmt::Write as _;

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts, TWO_STEPS, openings};
use crate::layers::scene::PLUS;

/// Cost of a maze in bits.
const N_BITS: f64 = 16.0;

/// Factor for the bits of walls: connectivity saves bits, by the share of spanning trees among sets
/// of edges, and more without dead ends.
const JOINED: f64 = 0.75;

/// Minimum share of regular pillars, and of regular open cells.
const REGULAR_MIN: f64 = 0.93;

/// A smaller share of dead ends counts as none.
const DEAD_MAX: f64 = 0.05;

/// Statistics of a maze whose open cells are at every second cell from a column and row on.
#[derive(Default)]
struct Maze {
    column: usize,
    row: usize,
    /// For each kind of cell the number of walls and the total.
    pillars: (usize, usize),
    open: (usize, usize),
    edges: (usize, usize),
    /// Open cells with three walls.
    n_dead: usize,
}

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    if !hangs_together(ask, part) {
        return None;
    }
    let offsets = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let mazes = offsets.into_iter().map(|offset| Maze::of(ask, part, offset));
    let mazes = mazes.filter(|maze| maze.is_regular(ask.scene.frames.len()));
    let (bits, maze) = mazes.map(|maze| (maze.bits(), maze)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    let drafts = maze.drafts(ask, part);
    Some(Found { bits, breaks: false, has_parts: false, drafts })
}

/// Whether the open cells of each drawing are one piece.
fn hangs_together(ask: &Ask<'_>, part: &Part) -> bool {
    let scene = ask.scene;
    let is_image = |cell: usize| ask.images(cell).any(|image| part.those.contains(image));
    let open = scene.cells_that(|cell| {
        ask.canvas[cell] == ask.on && !part.those.contains(cell) && !is_image(cell)
    });
    scene.pieces(&open, &PLUS).len() <= scene.frames.len()
}

impl Maze {
    fn of(ask: &Ask<'_>, part: &Part, (column, row): (usize, usize)) -> Self {
        let mut maze = Self { column, row, ..Self::default() };
        let is_wall = |cell: Option<usize>| {
            cell.is_none_or(|one| part.those.contains(one) || ask.canvas[one] == ask.tile)
        };
        for cell in part.universe.ones() {
            let place = ask.scene.cells[cell];
            let is_one = part.those.contains(cell);
            let kind = match (place.x % 2 == column, place.y % 2 == row) {
                (true, true) => {
                    let walls = PLUS.iter().filter(|&&step| is_wall(ask.scene.step(cell, step)));
                    maze.n_dead += usize::from(!is_one && walls.count() == 3);
                    &mut maze.open
                }
                (false, false) => &mut maze.pillars,
                _ => &mut maze.edges,
            };
            kind.0 += usize::from(is_one);
            kind.1 += 1;
        }
        maze
    }

    fn is_regular(&self, n_drawings: usize) -> bool {
        let Self { pillars, open, edges, .. } = self;
        pillars.1 > 3 * n_drawings
            && pillars.0 as f64 >= REGULAR_MIN * pillars.1 as f64
            && (open.1 - open.0) as f64 >= REGULAR_MIN * open.1 as f64
            && 10 * edges.0 > edges.1
            && 10 * edges.0 < 9 * edges.1
    }

    fn bits(&self) -> f64 {
        let told = |(n, all): (usize, usize)| bits::of_choice(n, all);
        bits::SCRIPT * N_BITS + told(self.pillars) + told(self.open) + JOINED * told(self.edges)
    }

    fn drafts(&self, ask: &Ask<'_>, part: &Part) -> Drafts {
        let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
        let mut rest = ask.conditions(part).join(", ");
        let far = ask.far_from_outside(part);
        if far > 0 {
            let _ = write!(rest, ", dist(out) > {far}");
        }
        // In one pass a way grows by several cells of the maze.
        let n_passes = ask.scene.longest_sides() / 3 + 2;
        let node = format!("{rest}, column2 == {}, row2 == {}", self.column, self.row);
        let grows = TWO_STEPS.map(|(to, _)| {
            format!("self(unknown), {to}2({on}), random < 0.6 -> self({on}), {to}({on})")
        });
        let grow = Draft::all("and grow until all are joined".into(), grows.to_vec());
        let mut explorers = vec![
            Draft::all(
                format!("{name} but for open cells at every second one{}", ask.place(part)),
                vec![format!("{node} -> self(unknown)"), format!("{rest} -> self({name})")],
            ),
            Draft::some("ways begin".into(), 1, vec![format!("self(unknown) -> self({on})")]),
            Draft { kind: "rorder", ..grow.repeated(n_passes) },
        ];
        let closed = format!("self(unknown) -> self({name})");
        explorers.push(Draft::all("what no way has come to is closed".into(), vec![closed]));
        let n_nodes = self.open.1 - self.open.0;
        // Ways beyond a spanning tree are loops.
        let n_ways = (self.edges.1 - self.edges.0) as f64;
        let n_loops = 1.0 + (n_ways - n_nodes as f64) / ask.scene.frames.len() as f64;
        if (self.n_dead as f64) < DEAD_MAX * n_nodes as f64 {
            let opens = TWO_STEPS.map(|(to, _)| {
                format!(
                    "self({on}), plus({name}) == 3, {to}({name}), {to}2({on}), random < 0.7 -> {to}({on})"
                )
            });
            let open = Draft::all("dead ends are opened".into(), opens.to_vec());
            explorers.push(Draft { kind: "rorder", ..open.repeated(6) });
        } else if n_loops >= 1.0 {
            let n = n_loops.round() as usize;
            explorers.push(Draft::some(format!("{n} loops"), n, openings(name, on)));
        }
        let mut drafts = ask.drafts(part, explorers);
        drafts.neighborhoods.extend(TWO_STEPS.map(|(to, rows)| (format!("{to}2"), rows.into())));
        drafts
    }
}
