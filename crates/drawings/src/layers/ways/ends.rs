//! The ends of ways: at things, at the edge, or anywhere.

use crate::layers::ask::{Ask, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts};
use crate::layers::feature::Question;
use crate::layers::scene::PLUS;
use crate::layers::ways::Ways;

/// The sides of a level: the place in the language that counts from it, and its words.
pub(super) const SIDES: [(&str, &str); 4] =
    [("column", "left"), ("row", "top"), ("from_right", "right"), ("from_bottom", "bottom")];

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
    others: Vec<Group>,
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
        left.those.clear();
        left.those.extend(ways.ends.iter().flatten().copied());
        let far = if ways.width == 3 { ways.far(ask, part) } else { 0 };
        let mut ends = Self { at: None, n_at: 0, others: Vec::new(), far, bits: 0.0 };
        ends.begin_at_things(ask, part, ways, &mut left);
        if ends.at.is_none() {
            for side in ways.sides(ask) {
                take_nearest(ask, &mut left, side);
                let part = Part { those: ask.scene.none(), ..left.clone() };
                ends.others.push(Group { part, number: 1, side: Some(side), is_at_edge: true });
            }
        }
        let mut inner = left.clone();
        left.those.ones().filter(|&end| is_outer(ask, end)).for_each(|end| inner.those.remove(end));
        left.those.difference_with(&inner.those);
        for (part, is_at_edge) in [(left, true), (inner, false)] {
            let number = ways.mean(part.n_those());
            if number > 0 {
                let part = ends.narrowed(ask, part);
                ends.others.push(Group { part, number, side: None, is_at_edge });
            }
        }
        let n: usize = ends.others.iter().map(|group| group.number).sum();
        // The detour of a wide way leads through one more place.
        let n_detours = usize::from(ways.width == 3 && ways.is_winding());
        let n_loops = ways.mean(ways.n_loops).min(N_LOOPS_MAX);
        let n_min = if ways.hub.is_some() { 0 } else { N_MIN + n_loops + n_detours };
        if ends.at.is_none() && n < n_min {
            let part = Part { those: ask.scene.none(), ..part.clone() };
            let number = n_min - n;
            ends.others.push(Group { part, number, side: None, is_at_edge: false });
        }
        ends
    }

    /// Begins ways at the condition about one thing that most ends meet and that holds nowhere
    /// else.
    fn begin_at_things(&mut self, ask: &Ask<'_>, part: &Part, ways: &Ways, left: &mut Part) {
        let n_drawings = ask.scene.frames.len();
        let all = left.clone();
        for (index, question) in ask.questions.iter().enumerate() {
            if !question.is_about_a_thing(ask.on) || part.asked.contains(&index) {
                continue;
            }
            let mut universe = part.universe.clone();
            universe.intersect_with(&question.cells);
            let mut those = universe.clone();
            those.intersect_with(&part.those);
            let (n, n_asked) = (those.count_ones(..), universe.count_ones(..));
            let is_of_way = n as f64 >= NEARLY_ALL * n_asked as f64 && 3 * n <= ways.n_cells;
            if !is_of_way || n < n_drawings || ask.scene.counts(&those).contains(&0) {
                continue;
            }
            let is_begun = |end: &usize| {
                let mut beside = PLUS.into_iter().filter_map(|step| ask.scene.step(*end, step));
                those.contains(*end) || beside.any(|one| those.contains(one))
            };
            let mut others = all.clone();
            all.those.ones().filter(is_begun).for_each(|end| others.those.remove(end));
            // A beginning within the way determines a place that it must pass.
            let n_at = n.max(all.n_those() - others.n_those());
            let bits = question.bits + (n_asked - n) as f64 * bits::of_one(n_asked);
            if (n_at, -bits) > (self.n_at, -self.bits) {
                let asked = part.asked.iter().copied().chain([index]).collect();
                self.at = Some(Part { asked, those, universe });
                (self.n_at, self.bits) = (n_at, bits);
                *left = others;
            }
        }
    }

    /// The part with the common property of all ends that saves the most bits, if there is one.
    fn narrowed(&mut self, ask: &Ask<'_>, part: Part) -> Part {
        let is_plain = |one: &Question| one.is_about_place() || one.is_about_a_thing(ask.on);
        let Some((narrow, spared)) = ask.in_common(&part, is_plain) else { return part };
        self.bits -= spared;
        narrow
    }

    /// Explorers that write the ends.
    pub(super) fn drafts(&self, ask: &Ask<'_>) -> Drafts {
        let name = ask.name(ask.tile);
        let mut drafts = Drafts::default();
        if let Some(at) = &self.at {
            let rule = format!("{} -> self({name})", ask.conditions(at).join(", "));
            let begins = Draft::all(format!("{name} begins{}", ask.place(at)), vec![rule]);
            drafts.append(ask.drafts(at, vec![begins]));
        }
        for Group { part, number, side, is_at_edge } in &self.others {
            let mut conditions = ask.conditions(part);
            let place = ask.place(part);
            if *is_at_edge {
                // Tiles along the border, such as cliffs, open for a way.
                conditions[0] = format!("self({})", at_edge(ask).join("|"));
                conditions.push("dist(out) == 1".to_owned());
            }
            let description = if let Some(side) = side {
                let (line, words) = SIDES[*side];
                conditions.push(format!("{line} == 0, dist({name}) > 2"));
                format!("an end of the {name} at the {words}{place}")
            } else {
                let says_how_far = conditions.iter().any(|one| one.starts_with("dist(out)"));
                if self.far > 0 && !*is_at_edge && !says_how_far {
                    conditions.push(format!("dist(out) > {}", self.far));
                }
                conditions.push(format!("dist({name}) > 3"));
                let at_edge = if *is_at_edge { " at the edge" } else { "" };
                format!("where {name} ends{at_edge}, {number} more{place}")
            };
            let rule = format!("{} -> self({name})", conditions.join(", "));
            drafts.append(ask.drafts(part, vec![Draft::some(description, *number, vec![rule])]));
        }
        drafts
    }
}

/// Removes the end nearest to a side from each drawing.
fn take_nearest(ask: &Ask<'_>, left: &mut Part, side: usize) {
    for frame in 0..ask.scene.frames.len() {
        let ends = left.those.ones().filter(|&end| ask.scene.cells[end].frame == frame);
        if let Some(nearest) = ends.min_by_key(|&end| ask.scene.to_side(end, side)) {
            left.those.remove(nearest);
        }
    }
}

/// Whether an end is at most one cell from the edge.
fn is_outer(ask: &Ask<'_>, end: usize) -> bool {
    let place = ask.scene.cells[end];
    ask.scene.frames[place.frame].to_outside(place.x, place.y) <= 2
}

/// The ground of the way, and another tile if it is more common at the edge.
fn at_edge<'a>(ask: &Ask<'a>) -> Vec<&'a str> {
    let is_at_edge = |cell: &usize| PLUS.iter().any(|&step| ask.scene.step(*cell, step).is_none());
    let edge = (0..ask.scene.len()).filter(is_at_edge);
    let mut counts = vec![0_usize; ask.scene.names.len()];
    edge.for_each(|cell| counts[usize::from(ask.canvas[cell])] += 1);
    let count = |tile| counts[usize::from(tile)];
    let others = ask.known.iter().copied().filter(|tile| ![ask.on, ask.tile].contains(tile));
    let other = others.max_by_key(|&tile| count(tile)).filter(|&tile| count(tile) > count(ask.on));
    let tiles = [Some(ask.on), other].into_iter().flatten();
    tiles.map(|tile| ask.scene.names[usize::from(tile)].as_str()).collect()
}
