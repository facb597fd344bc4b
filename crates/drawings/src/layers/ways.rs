//! Ways: up to three cells wide, from one place to another, possibly with loops or through other
//! things.

mod ends;
mod joined;
mod winding;

use level::Tile;

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::Drafts;
use crate::layers::scene::{AROUND, PLUS};
use crate::layers::ways::ends::Ends;

/// Cost of a way in bits, in addition to its steps.
const N_BITS: f64 = 16.0;

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

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    if ask.mirror.is_some() {
        return None; // half a way leads nowhere
    }
    let middle = middle(ask, part);
    let ways = Ways::of(ask, middle.as_ref().unwrap_or(part), middle.is_some())?;
    let part = middle.as_ref().unwrap_or(part);
    let ends = Ends::of(ask, part, &ways);
    let bits = bits::SCRIPT * N_BITS + ends.bits + ways.bits(part.n_all(), ends.n_at);
    let mut drafts = if ways.is_winding() && ways.width == 1 {
        let explorers = winding::explorers(ask, part, &ways);
        Drafts { neighborhoods: winding::neighborhoods(), ..Drafts::of(explorers) }
    } else {
        joined::drafts(ask, part, &ways, &ends)
    };
    drafts.neighborhoods.extend(ask.neighborhoods(part));
    Some(Found { bits, breaks: false, has_parts: false, drafts })
}

/// The cells in the middle of a way of width three, if it is one.
fn middle(ask: &Ask<'_>, part: &Part) -> Option<Part> {
    let scene = ask.scene;
    let is_middle = |cell: usize| {
        let mut around = AROUND.into_iter().filter_map(|step| scene.step(cell, step));
        part.those.contains(cell) && around.all(|one| part.those.contains(one))
    };
    let those = scene.cells_that(is_middle);
    let is_wide = |cell: usize| {
        let mut around = AROUND.into_iter().filter_map(|step| scene.step(cell, step));
        those.contains(cell) || around.any(|one| those.contains(one))
    };
    let n_wide = part.those.ones().filter(|&cell| is_wide(cell)).count();
    let is_most = n_wide as f64 >= WIDE_MIN * part.n_those() as f64;
    (is_most && !those.is_clear()).then(|| Part { those, ..part.clone() })
}

impl Ways {
    /// `None` if some drawing has anything but one thin piece. For ways of width three, `part` is
    /// the middle.
    fn of(ask: &Ask<'_>, part: &Part, is_middle: bool) -> Option<Self> {
        let scene = ask.scene;
        let is = |cell: Option<usize>| cell.is_some_and(|cell| part.those.contains(cell));
        let pieces = scene.pieces(&part.those, &PLUS);
        let is_one = pieces.len() == scene.frames.len();
        let hub = if is_one { None } else { hub(ask, part, &pieces) };
        let is_everywhere = scene.counts(&part.those).iter().all(|&n| n >= N_CELLS_MIN);
        // Walls that continue other walls are not ways.
        let goes_on = |cell: usize| {
            let mut beside = PLUS.into_iter().filter_map(|step| scene.step(cell, step));
            beside.any(|one| ask.canvas[one] == ask.tile)
        };
        if !is_one && hub.is_none() || !is_everywhere || part.those.ones().any(goes_on) {
            return None;
        }
        let block = |cell: usize, side: i32| {
            let mut cells = (0..side * side).map(|at| (at % side, at / side));
            cells.all(|step| is(scene.step(cell, step)))
        };
        let n_cells = part.n_those();
        let count = |side: i32| part.those.ones().filter(|&cell| block(cell, side)).count();
        let (n_blocks, n_large) = (count(2), count(3));
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
            let (one, other) = (scene.cells[ends[0]], scene.cells[ends[ends.len() - 1]]);
            ways.steps.1 += one.x.abs_diff(other.x) + one.y.abs_diff(other.y) + 1;
        }
        ways.steps.0 = ways.n_cells;
        Some(ways)
    }

    /// Ends, turns and junctions of ways of width one, by the neighbors of each cell.
    fn look_at_cells(&mut self, ask: &Ask<'_>, part: &Part, n_blocks: usize, n_pieces: usize) {
        let scene = ask.scene;
        let is = |cell: Option<usize>| cell.is_some_and(|cell| part.those.contains(cell));
        let is_at_hub = |cell: usize| {
            let mut beside = PLUS.into_iter().filter_map(|step| scene.step(cell, step));
            self.hub.is_some_and(|hub| beside.any(|one| ask.canvas[one] == hub))
        };
        let mut n_beside = 0;
        for cell in part.those.ones() {
            let beside = PLUS.map(|step| is(scene.step(cell, step)));
            let n = beside.iter().filter(|&&one| one).count();
            n_beside += n;
            match n {
                0 | 1 if is_at_hub(cell) => (),
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
        let is_at_edge = |cell: &usize| PLUS.iter().any(|&step| scene.step(*cell, step).is_none());
        let mut edge = scene.none();
        part.those.ones().filter(is_at_edge).for_each(|cell| edge.insert(cell));
        for piece in scene.pieces(&edge, &PLUS) {
            self.ends[scene.cells[piece[0]].frame].push(piece[piece.len() / 2]);
        }
        let window = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let n_corners = (0..scene.len()).filter(|&cell| {
            let cells = window.map(|step| scene.step(cell, step));
            let n = cells.iter().flatten().filter(|&&one| part.those.contains(one)).count();
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
        let touches = |side: usize| {
            self.ends.iter().all(|ends| ends.iter().any(|&end| ask.scene.to_side(end, side) <= 1))
        };
        (0..4).filter(|&side| touches(side)).collect()
    }

    /// Whether all ends lie at the edge, or one cell away from it.
    fn is_from_edge(&self, ask: &Ask<'_>) -> bool {
        self.ends.iter().flatten().all(|&end| {
            let place = ask.scene.cells[end];
            ask.scene.frames[place.frame].to_outside(place.x, place.y) <= 2
        })
    }

    /// Minimum number of cells between ways and the outside, except at ends.
    fn far(&self, ask: &Ask<'_>, part: &Part) -> usize {
        let mut inner = part.clone();
        match self.width {
            1 => self.ends.iter().flatten().for_each(|&end| inner.those.remove(end)),
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
    let is_joined = |hub: &Tile| {
        let both = scene.cells_that(|cell| part.those.contains(cell) || ask.canvas[cell] == *hub);
        let has_way = |piece: &&Vec<usize>| piece.iter().any(|&cell| part.those.contains(cell));
        scene.pieces(&both, &PLUS).iter().filter(has_way).count() == scene.frames.len()
    };
    let is_short =
        pieces.iter().filter(|piece| piece.len() < N_CELLS_MIN).count() * 4 > pieces.len();
    let others = ask.known.iter().copied().filter(|tile| ![ask.on, ask.tile].contains(tile));
    others.filter(|_| !is_short).find(is_joined)
}
