//! The ends of ways: at things, at the edge, or anywhere.

use marahel_level::Tile;

use crate::layers::ask::{Ask, Part};
use crate::layers::bits;
use crate::layers::draft::Drafts;
use crate::layers::feature::FeatureKind;
use crate::layers::rules::{
    Compared, EDGES, HERE, all, distance, has, place, rule, some, to_outside,
};
use crate::layers::ways::Ways;

/// The sides of a level in words.
pub(super) const SIDES: [&str; 4] = ["left", "top", "right", "bottom"];

/// Minimum share of ends for which a condition counts as true.
const NEARLY_ALL: f64 = 0.9;

/// Minimum number of ends of a way, and maximum number of additional ones for loops, which lead
/// past them.
const N_MIN: usize = 2;
const N_LOOPS_MAX: usize = 3;

pub(super) struct Ends {
    /// The condition at which all ways begin, such as beside doors.
    at: Option<Part>,
    /// Number of such ends in all drawings.
    pub(super) n_at: usize,
    groups: Vec<Group>,
    /// Number of cells between inner ends and the outside.
    far: usize,
    /// Bits of the conditions, minus those that they save.
    pub(super) bits: f64,
}

/// Ends with common properties.
struct Group {
    part: Part,
    /// Number in a drawing.
    number: usize,
    /// The side at which they are.
    side: Option<usize>,
    is_at_edge: bool,
}

impl Ends {
    pub(super) fn of(ask: &Ask<'_>, part: &Part, ways: &Ways) -> Self {
        let mut left = part.clone();
        left.cells.clear();
        left.cells.extend(ways.ends.iter().flatten().copied());
        let far = if ways.width == 3 { ways.far(ask, part) } else { 0 };
        let mut ends = Self { at: None, n_at: 0, groups: Vec::new(), far, bits: 0.0 };
        ends.begin_at_things(ask, part, ways, &mut left);
        if ends.at.is_none() {
            for side in ways.sides(ask) {
                take_nearest(ask, &mut left, side);
                let part = Part { cells: ask.scene.none(), ..left.clone() };
                ends.groups.push(Group { part, number: 1, side: Some(side), is_at_edge: true });
            }
        }
        let mut inner = left.clone();
        left.cells.ones().filter(|&end| is_outer(ask, end)).for_each(|end| inner.cells.remove(end));
        left.cells.difference_with(&inner.cells);
        for (part, is_at_edge) in [(left, true), (inner, false)] {
            let number = ways.mean(part.n_cells());
            if number > 0 {
                let part = ends.narrowed(ask, part);
                ends.groups.push(Group { part, number, side: None, is_at_edge });
            }
        }
        let n: usize = ends.groups.iter().map(|group| group.number).sum();
        // The detour of a wide way leads through one more place.
        let n_detours = usize::from(ways.width == 3 && ways.is_winding());
        let n_loops = ways.mean(ways.n_loops).min(N_LOOPS_MAX);
        let n_min = if ways.hub.is_some() { 0 } else { N_MIN + n_loops + n_detours };
        if ends.at.is_none() && n < n_min {
            let part = Part { cells: ask.scene.none(), ..part.clone() };
            let number = n_min - n;
            ends.groups.push(Group { part, number, side: None, is_at_edge: false });
        }
        ends
    }

    /// Begins ways at the condition about one thing that most ends meet and that holds nowhere
    /// else.
    fn begin_at_things(&mut self, ask: &Ask<'_>, part: &Part, ways: &Ways, left: &mut Part) {
        let n_drawings = ask.scene.frames.len();
        let every_end = left.clone();
        for (index, question) in ask.questions.iter().enumerate() {
            if !question.is_about_a_thing(ask.on) || part.questions.contains(&index) {
                continue;
            }
            let mut universe = part.universe.clone();
            universe.intersect_with(&question.cells);
            let mut cells = universe.clone();
            cells.intersect_with(&part.cells);
            let (n, n_asked) = (cells.count_ones(..), universe.count_ones(..));
            let is_of_way = n as f64 >= NEARLY_ALL * n_asked as f64 && 3 * n <= ways.n_cells;
            if !is_of_way || n < n_drawings || ask.scene.counts(&cells).contains(&0) {
                continue;
            }
            let begun = every_end.cells.ones().filter(|&end| {
                cells.contains(end) || ask.scene.neighbors(end).any(|cell| cells.contains(cell))
            });
            let mut remainder = every_end.clone();
            begun.for_each(|end| remainder.cells.remove(end));
            // A beginning within the way determines a place that it must pass.
            let n_at = n.max(every_end.n_cells() - remainder.n_cells());
            let bits = question.bits + (n_asked - n) as f64 * bits::of_one(n_asked);
            if (n_at, -bits) > (self.n_at, -self.bits) {
                let questions = part.questions.iter().copied().chain([index]).collect();
                self.at = Some(Part { questions, cells, universe });
                (self.n_at, self.bits) = (n_at, bits);
                *left = remainder;
            }
        }
    }

    /// The part with the common property of all ends that saves the most bits, if there is one.
    fn narrowed(&mut self, ask: &Ask<'_>, part: Part) -> Part {
        let property = ask.in_common(&part, |question| {
            question.is_about_place() || question.is_about_a_thing(ask.on)
        });
        let Some((narrow, saved)) = property else { return part };
        self.bits -= saved;
        narrow
    }

    /// Explorers that write the ends.
    pub(super) fn drafts(&self, ask: &Ask<'_>) -> Drafts {
        let name = ask.name(ask.tile);
        let mut drafts = Drafts::default();
        if let Some(at) = &self.at {
            let begins = rule(ask.conditions(at), ask.tile);
            let begins = all(format!("{name} begins{}", ask.place(at)), vec![begins]);
            drafts.append(ask.drafts(at, vec![begins]));
        }
        for Group { part, number, side, is_at_edge } in &self.groups {
            let mut conditions = ask.conditions(part);
            let place_words = ask.place(part);
            if *is_at_edge {
                // Tiles along the border, such as cliffs, open for a way.
                conditions[0] = has(HERE, at_edge(ask));
                conditions.push(to_outside().is(1));
            }
            let description = if let Some(side) = side {
                conditions.push(place(EDGES[*side]).is(0));
                conditions.push(distance(ask.tile).above(2));
                format!("an end of the {name} at the {}{place_words}", SIDES[*side])
            } else {
                let mut kinds = part.questions.iter().map(|&index| ask.questions[index].kind);
                let is_far = kinds.any(|kind| kind == FeatureKind::Outside);
                if self.far > 0 && !*is_at_edge && !is_far {
                    conditions.push(to_outside().above(self.far));
                }
                conditions.push(distance(ask.tile).above(3));
                let at_edge = if *is_at_edge { " at the edge" } else { "" };
                format!("where {name} ends{at_edge}, {number} more{place_words}")
            };
            let ends = some(description, *number, vec![rule(conditions, ask.tile)]);
            drafts.append(ask.drafts(part, vec![ends]));
        }
        drafts
    }
}

/// Removes the end nearest to a side from each drawing.
fn take_nearest(ask: &Ask<'_>, left: &mut Part, side: usize) {
    for frame in 0..ask.scene.frames.len() {
        let ends = left.cells.ones().filter(|&end| ask.scene.cells[end].frame == frame);
        if let Some(nearest) = ends.min_by_key(|&end| ask.scene.to_side(end, side)) {
            left.cells.remove(nearest);
        }
    }
}

/// Whether an end is at most one cell from the edge.
fn is_outer(ask: &Ask<'_>, end: usize) -> bool {
    ask.scene.to_outside(end) <= 2
}

/// The ground of the way, and another tile if it is more common at the edge.
fn at_edge(ask: &Ask<'_>) -> impl Iterator<Item = Tile> + use<> {
    let edge = (0..ask.scene.len()).filter(|&cell| ask.scene.is_at_edge(cell));
    let mut counts = vec![0_usize; ask.scene.names.len()];
    edge.for_each(|cell| counts[usize::from(ask.canvas[cell])] += 1);
    let candidates =
        ask.canvas_tiles.iter().copied().filter(|tile| ![ask.on, ask.tile].contains(tile));
    let rival =
        candidates.map(|tile| (counts[usize::from(tile)], tile)).max_by_key(|rival| rival.0);
    let rival = rival.filter(|(n, _)| *n > counts[usize::from(ask.on)]).map(|(_, tile)| tile);
    [Some(ask.on), rival].into_iter().flatten()
}
