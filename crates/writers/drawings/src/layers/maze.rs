//! Mazes: every second cell is open, every second one a pillar, and walls stand between pillars.

use marahel_level::UNKNOWN;
use marahel_script::{Edge, Estimator};

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::draft::Drafts;
use crate::layers::rules::{
    CROSS, Compared, DIRECTIONS, HERE, TWO_STEPS, all, chance, count, has, openings, repeated,
    rule, rule_at, shuffled, some, to_outside,
};
use crate::layers::scene::PLUS;

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

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    if !hangs_together(ask, part) {
        return None;
    }
    let offsets = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let mazes = offsets.into_iter().map(|offset| Maze::of(ask, part, offset));
    let mazes = mazes.filter(|maze| maze.is_regular(ask.scene.frames.len()));
    let (bits, maze) = mazes.map(|maze| (maze.bits(), maze)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Fit::of(bits, 0, maze.drafts(ask, part)))
}

/// Whether the open cells of each drawing are one piece.
fn hangs_together(ask: &Ask<'_>, part: &Part) -> bool {
    let scene = ask.scene;
    let open = scene.cells_that(|cell| {
        ask.canvas[cell] == ask.on
            && !part.cells.contains(cell)
            && !ask.images(cell).any(|image| part.cells.contains(image))
    });
    scene.pieces(&open, &PLUS).len() <= scene.frames.len()
}

impl Maze {
    fn of(ask: &Ask<'_>, part: &Part, (column, row): (usize, usize)) -> Self {
        let mut maze = Self { column, row, ..Self::default() };
        for cell in part.universe.ones() {
            let place = ask.scene.cells[cell];
            let is_one = part.cells.contains(cell);
            let kind = match (place.x % 2 == column, place.y % 2 == row) {
                (true, true) => {
                    let walls = PLUS.into_iter().filter(|&step| {
                        ask.is_walled(cell, step) || ask.scene.leads_into(cell, step, &part.cells)
                    });
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
        let [pillars, open, edges] =
            [self.pillars, self.open, self.edges].map(|(n, all)| bits::of_choice(n, all));
        pillars + open + JOINED * edges
    }

    fn drafts(&self, ask: &Ask<'_>, part: &Part) -> Drafts {
        let (tile, on) = (ask.tile, ask.on);
        let mut walls = ask.conditions(part);
        let far = ask.far_from_outside(part);
        if far > 0 {
            walls.push(to_outside().above(far));
        }
        // In one pass a way grows by several cells of the maze.
        let n_passes = ask.scene.longest_sides() / 3 + 2;
        let mut nodes = walls.clone();
        for (edge, remainder) in [(Edge::Left, self.column), (Edge::Top, self.row)] {
            nodes.push(Estimator::Place(edge, Some(2)).is(remainder));
        }
        let directions = DIRECTIONS.into_iter().zip(TWO_STEPS);
        let grows = directions.clone().map(|(step, (_, two_steps))| {
            let conditions = [has(HERE, [UNKNOWN]), has(two_steps, [on]), chance(0.6)];
            rule_at(conditions, [(HERE, on), (step, on)])
        });
        let name = ask.name(tile);
        let words = format!("{name} but for open cells at every second one{}", ask.place(part));
        let is_node = [has(HERE, [UNKNOWN])];
        let mut explorers = vec![
            all(words, vec![rule(nodes, UNKNOWN), rule(walls, tile)]),
            some("ways begin", 1, vec![rule(is_node.clone(), on)]),
            repeated(n_passes, shuffled("and grow until all are joined", grows.collect())),
            all("what no way has come to is closed", vec![rule(is_node, tile)]),
        ];
        let n_nodes = self.open.1 - self.open.0;
        // Ways beyond a spanning tree are loops.
        let n_ways = (self.edges.1 - self.edges.0) as f64;
        let n_loops = 1.0 + (n_ways - n_nodes as f64) / ask.scene.frames.len() as f64;
        if (self.n_dead as f64) < DEAD_MAX * n_nodes as f64 {
            let opens = directions.map(|(step, (_, two_steps))| {
                let is_dead_end = [has(HERE, [on]), count(CROSS, [tile]).is(3)];
                let beyond = [has(step, [tile]), has(two_steps, [on]), chance(0.7)];
                rule_at(is_dead_end.into_iter().chain(beyond), [(step, on)])
            });
            explorers.push(repeated(6, shuffled("dead ends are opened", opens.collect())));
        } else if n_loops >= 1.0 {
            let n = n_loops.round() as usize;
            explorers.push(some(format!("{n} loops"), n, openings(tile, on)));
        }
        let mut drafts = ask.drafts(part, explorers);
        for (name, cells) in TWO_STEPS {
            drafts.declare(name, cells).expect("it is small");
        }
        drafts
    }
}
