//! Ways: up to three cells wide, from one place to another, possibly with loops or through other
//! things.

mod ends;
mod joined;
mod winding;

use marahel_level::Tile;

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::scene::{AROUND, PLUS};
use crate::layers::ways::ends::Ends;

/// Minimum number of cells of a way.
const N_CELLS_MIN: usize = 4;

/// Factor for the bits of a way: that it is connected determines part of its cells.
const JOINED: f64 = 0.85;

/// Minimum ratio of the length of a winding way to the shortest one.
const WINDING: f64 = 1.15;

/// Minimum share of a wide way within a step of its middle.
const WIDE_MIN: f64 = 0.95;

/// Maximum distance that wide ways keep from the outside: conditions on large neighborhoods are
/// slow.
const FAR_MAX: usize = 3;

/// The common properties of all ways of the drawings.
struct Ways {
    /// The ends in each drawing.
    ends: Vec<Vec<usize>>,
    /// Width in cells: 1 to 3.
    width: usize,
    /// A tile that they lead through, such as lakes or houses.
    hub: Option<Tile>,
    n_cells: usize,
    n_turns: usize,
    n_junctions: usize,
    n_loops: usize,
    /// Actual and minimum steps from end to end, for ways with two ends.
    steps: (usize, usize),
}

pub(crate) fn find(ask: &Ask<'_>, part: &Part) -> Option<Fit> {
    let middle = middle(ask, part);
    let ways = Ways::of(ask, middle.as_ref().unwrap_or(part), middle.is_some())?;
    let part = middle.as_ref().unwrap_or(part);
    let ends = Ends::of(ask, part, &ways);
    let bits = ends.bits + ways.bits(part.n_all(), ends.n_at);
    let mut drafts = if ways.is_winding() && ways.width == 1 {
        winding::drafts(ask, part, &ways)
    } else {
        joined::drafts(ask, part, &ways, &ends)
    };
    drafts.append(ask.drafts(part, Vec::new()));
    Some(Fit::of(bits, 0, drafts))
}

/// The cells in the middle of a way of width three, if it is one.
fn middle(ask: &Ask<'_>, part: &Part) -> Option<Part> {
    let scene = ask.scene;
    let cells = scene.cells_that(|cell| {
        let mut around = AROUND.into_iter().filter_map(|step| scene.step(cell, step));
        part.cells.contains(cell) && around.all(|neighbor| part.cells.contains(neighbor))
    });
    let wide = part.cells.ones().filter(|&cell| {
        let mut around = AROUND.into_iter().filter_map(|step| scene.step(cell, step));
        cells.contains(cell) || around.any(|neighbor| cells.contains(neighbor))
    });
    let n_wide = wide.count();
    let is_most = n_wide as f64 >= WIDE_MIN * part.n_cells() as f64;
    (is_most && !cells.is_clear()).then(|| Part { cells, ..part.clone() })
}

impl Ways {
    /// `None` if some drawing has anything but one thin piece. For ways of width three, `part` is
    /// the middle.
    fn of(ask: &Ask<'_>, part: &Part, is_middle: bool) -> Option<Self> {
        let scene = ask.scene;
        let pieces = scene.pieces(&part.cells, &PLUS);
        let is_one = pieces.len() == scene.frames.len();
        let hub = if is_one { None } else { hub(ask, part, &pieces) };
        let is_everywhere = scene.counts(&part.cells).iter().all(|&n| n >= N_CELLS_MIN);
        // Walls that continue other walls are not ways.
        let mut beside = part.cells.ones().flat_map(|cell| scene.neighbors(cell));
        if !is_one && hub.is_none()
            || !is_everywhere
            || beside.any(|neighbor| ask.canvas[neighbor] == ask.tile)
        {
            return None;
        }
        let [n_blocks, n_large] = [2, 3].map(|side| {
            let blocks = part.cells.ones().filter(|&cell| {
                let mut steps = (0..side * side).map(|at| (at % side, at / side));
                steps.all(|step| scene.leads_into(cell, step, &part.cells))
            });
            blocks.count()
        });
        let n_cells = part.n_cells();
        let is_wide = 20 * n_blocks > n_cells;
        let is_doubtful = is_middle || hub.is_some() || 10 * n_blocks < 3 * n_cells;
        if 20 * n_large > n_cells || is_wide && is_doubtful {
            return None;
        }
        let mut ways = Self {
            ends: vec![Vec::new(); scene.frames.len()],
            width: if is_middle { 3 } else { 1 + usize::from(is_wide) },
            hub,
            n_cells,
            n_turns: 0,
            n_junctions: 0,
            n_loops: 0,
            steps: (0, 0),
        };
        if is_wide {
            ways.look_at_edges(ask, part);
        } else {
            ways.look_at_cells(ask, part, n_blocks, pieces.len());
        }
        let is_closed = ways.n_loops >= scene.frames.len() || ways.hub.is_some();
        if ways.ends.iter().any(Vec::is_empty) && !is_closed {
            return None;
        }
        for ends in ways.ends.iter().filter(|ends| !ends.is_empty()) {
            let (start, end) = (scene.cells[ends[0]], scene.cells[ends[ends.len() - 1]]);
            ways.steps.1 += start.x.abs_diff(end.x) + start.y.abs_diff(end.y) + 1;
        }
        ways.steps.0 = ways.n_cells;
        Some(ways)
    }

    /// Ends, turns and junctions of ways of width one, by the neighbors of each cell.
    fn look_at_cells(&mut self, ask: &Ask<'_>, part: &Part, n_blocks: usize, n_pieces: usize) {
        let scene = ask.scene;
        let mut n_beside = 0;
        for cell in part.cells.ones() {
            let beside = PLUS.map(|step| scene.leads_into(cell, step, &part.cells));
            let mut tiles = scene.neighbors(cell).map(|neighbor| ask.canvas[neighbor]);
            let n = beside.iter().filter(|&&is_way| is_way).count();
            n_beside += n;
            match n {
                0 | 1 if tiles.any(|tile| self.hub == Some(tile)) => (),
                0 | 1 => self.ends[scene.cells[cell].frame].push(cell),
                2 => self.n_turns += usize::from(beside[0] != beside[2]),
                _ => self.n_junctions += 1,
            }
        }
        // A tree has one connection less than cells; each block has one more without being a loop.
        let n_more = (n_beside / 2 + n_pieces).saturating_sub(self.n_cells);
        self.n_loops = n_more.saturating_sub(n_blocks);
    }

    /// Ends of ways of width two at the edge, and turns, which have two corners each.
    fn look_at_edges(&mut self, ask: &Ask<'_>, part: &Part) {
        let scene = ask.scene;
        let mut edge = scene.none();
        part.cells.ones().filter(|&cell| scene.is_at_edge(cell)).for_each(|cell| edge.insert(cell));
        for piece in scene.pieces(&edge, &PLUS) {
            self.ends[scene.cells[piece[0]].frame].push(piece[piece.len() / 2]);
        }
        let window = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let n_corners = (0..scene.len()).filter(|&cell| {
            let cells = window.map(|step| scene.step(cell, step));
            let n = cells.iter().flatten().filter(|&&cell| part.cells.contains(cell)).count();
            cells.iter().all(Option::is_some) && n % 2 == 1
        });
        self.n_turns = n_corners.count() / 2;
        self.n_junctions = self.ends.iter().map(|ends| ends.len().saturating_sub(2)).sum();
    }

    /// Whether each drawing has one way from end to end with detours.
    fn is_winding(&self) -> bool {
        let has_branches = self.n_junctions + self.n_loops > 0 || self.hub.is_some();
        let is_single = !has_branches && self.ends.iter().all(|ends| ends.len() == 2);
        is_single && self.steps.0 as f64 >= WINDING * self.steps.1 as f64
    }

    /// The sides that have an end at most one cell away in all drawings.
    fn sides(&self, ask: &Ask<'_>) -> Vec<usize> {
        let sides = (0..4).filter(|&side| {
            self.ends.iter().all(|ends| ends.iter().any(|&end| ask.scene.to_side(end, side) <= 1))
        });
        sides.collect()
    }

    /// Whether all ends lie at the edge, or one cell away from it.
    fn is_from_edge(&self, ask: &Ask<'_>) -> bool {
        self.ends.iter().flatten().all(|&end| ask.scene.to_outside(end) <= 2)
    }

    /// Minimum number of cells between ways and the outside, except at ends.
    fn far(&self, ask: &Ask<'_>, part: &Part) -> usize {
        let mut inner = part.clone();
        match self.width {
            1 => self.ends.iter().flatten().for_each(|&end| inner.cells.remove(end)),
            2 => return 0, // it leads to the edge
            _ => (),
        }
        let most = if self.width == 1 { 1 } else { FAR_MAX };
        ask.far_from_outside(&inner).min(most)
    }

    /// Bits to encode the ways: a way from somewhere, then branches from its cells to somewhere or
    /// back to it, each by its turns and its length. The beginnings of `n_begun` are free.
    fn bits(&self, n_all: usize, n_begun: usize) -> f64 {
        let length = if self.width == 2 { self.n_cells / 2 } else { self.n_cells };
        // A loop has two junctions, another branch has one.
        let n_branches = self.n_junctions.saturating_sub(self.n_loops);
        let n_runs = (self.n_turns + n_branches + self.ends.len()).min(length);
        let n_begins = self.ends.len() + n_branches;
        let begins = self.ends.len() as f64 * bits::of_one(n_all)
            + n_branches as f64 * (bits::of_one(length) + 1.0);
        let bits = begins * (n_begins.saturating_sub(n_begun) as f64 / n_begins as f64)
            + bits::of_choice(n_runs, length)
            + self.n_turns as f64;
        JOINED * bits
    }

    /// Mean number in a drawing.
    fn mean(&self, n: usize) -> usize {
        (n as f64 / self.ends.len() as f64).round() as usize
    }
}

/// A tile that connects the pieces of ways of each drawing.
fn hub(ask: &Ask<'_>, part: &Part, pieces: &[Vec<usize>]) -> Option<Tile> {
    let scene = ask.scene;
    let is_short =
        pieces.iter().filter(|piece| piece.len() < N_CELLS_MIN).count() * 4 > pieces.len();
    let candidates =
        ask.canvas_tiles.iter().copied().filter(|tile| ![ask.on, ask.tile].contains(tile));
    candidates.filter(|_| !is_short).find(|hub| {
        let both = scene.cells_that(|cell| part.cells.contains(cell) || ask.canvas[cell] == *hub);
        let mut pieces = scene.pieces(&both, &PLUS);
        pieces.retain(|piece| piece.iter().any(|&cell| part.cells.contains(cell)));
        pieces.len() == scene.frames.len()
    })
}
