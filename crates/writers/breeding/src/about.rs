//! Describing an explorer by its parts: what it writes, how many, where, and beside what.

use marahel_level::{OUT, Tile, TileSet, UNKNOWN};
use marahel_script::{
    Condition, Edge, Estimator, Neighborhood, RegionSelector, Replace, Rule, Script, Walk,
};

use crate::reading::EDGES;

/// What an explorer does, in words that hold whatever its rules meet: all that is said of places is
/// true of every rule.
pub(crate) fn about(script: &Script, index: usize) -> String {
    let explorer = &script.explorers[index];
    let name = |tiles: TileSet| names(script, tiles, "and");
    let any = |tiles: TileSet| names(script, tiles, "or");
    let written = explorer.written();
    if let Walk::TurtleConnect { entities, .. } = &explorer.walk {
        let ends = entities.tiles().difference(written);
        let ends = if ends.is_empty() { "its parts".to_owned() } else { name(ends) };
        let mut on = explorer.rules.iter().map(|rule| here(&rule.conditions));
        let first = on.next().unwrap_or_default();
        let on = on.fold(first, TileSet::union).difference(written);
        let on = if on.is_empty() || on.len() > N_NAMED {
            String::new()
        } else {
            format!(" on {}", any(on))
        };
        let images = if explorer.mirror.is_some() { MIRRORED } else { "" };
        return format!("{} joins {ends}{on}{images}", name(written));
    }
    let amount = match (explorer.changes, explorer.dialled.changes) {
        (_, Some(dialled)) => {
            return format!("{}, by the dial {}", name(written), script.dials[dialled.dial].name);
        }
        (Some(1), None) if explorer.repeats == 1 => "one ".to_owned(),
        (Some(n), None) => format!("at most {} ", n.saturating_mul(explorer.repeats)),
        (None, None) => String::new(),
    };
    let mut rules = explorer.rules.iter().map(|rule| Said::of(rule, written, script));
    let mut said = rules.next().expect("an explorer has rules");
    let mut sides = said.places.clone();
    for rule in rules {
        said.keep(&rule);
        sides.extend(rule.places);
    }
    let mut words = format!("{amount}{}", name(written));
    let mut add = |text: &str| {
        words.push(' ');
        words += text;
    };
    if let Some(side) = said.grows {
        add(SIDES[side].grows);
        if explorer.replace == Replace::Buffer && explorer.changes.is_none() && explorer.repeats > 1
        {
            add(&format!("{} times", explorer.repeats));
        }
    }
    match said.shape {
        Shape::Cell => (),
        Shape::Box(..) => add(&sizes(&explorer.rules)),
        Shape::Other if said.grows.is_some() => (),
        Shape::Other => add("in pieces"),
    }
    let on = said.on.difference(written);
    if !on.is_empty() && on.len() <= N_NAMED {
        add(&format!("on {}", any(on)));
    }
    for ((tiles, is_any), side) in said.near.into_iter().zip(said.is_any).zip(SIDES) {
        if tiles == TileSet::only(OUT) {
            add(side.at);
        } else if !tiles.is_empty() && tiles.len() <= N_NAMED {
            add(&format!("{} {}", side.near, if is_any { any(tiles) } else { name(tiles) }));
        }
    }
    if !said.away[BESIDE].is_disjoint(written) {
        add("apart");
    }
    for (index, (away, side)) in said.away.into_iter().zip(SIDES).enumerate() {
        let away = if index == BESIDE { away.difference(written) } else { away };
        if !away.is_empty() && away.len() <= N_NAMED {
            add(&format!("{} {}", side.away, any(away)));
        }
    }
    let in_part = if said.grows.is_some() { "at random" } else { HERE_AND_THERE };
    said.places.iter().for_each(|place| add(if place == HERE_AND_THERE { in_part } else { place }));
    // Rules for a side each, as of a frame.
    let is_frame = said.places.is_empty() && sides.len() == explorer.rules.len();
    if is_frame && sides.iter().all(|place| EDGES.iter().any(|&edge| side(edge) == place)) {
        add(&in_words(&sides.iter().map(String::as_str).collect::<Vec<&str>>(), "and"));
    }
    if explorer.rules.iter().any(|rule| rule.conditions.is_empty()) && explorer.changes.is_none() {
        add(if index == 0 { "everywhere" } else { "everywhere else" });
    }
    match explorer.region[..] {
        [RegionSelector::Map] | [] => (),
        [RegionSelector::All] => add("in each region"),
        _ => add("in some regions"),
    }
    if explorer.mirror.is_some() {
        words += MIRRORED;
    }
    words
}

/// Of what has images.
const MIRRORED: &str = " with mirror images";

/// What chance leaves out.
const HERE_AND_THERE: &str = "here and there";

/// This share of the level, and at most so many cells, from a side are still at it.
const SHARE_NEAR: f64 = 0.25;
const NEAR: f64 = 6.0;

/// Bands of rows or columns of a larger share of the level are not told, inside it and at a side.
const SHARE_BAND: f64 = 0.5;
const SHARE_SIDE: f64 = 0.75;

/// What grows only beside so many of its kind is told so.
const MANY: usize = 3;

/// Steps to the outside that are still near the border.
const NEAR_BORDER: u32 = 3;

/// From so many steps on, things are far from others.
const FAR: f64 = 8.0;

/// Lists of more tiles are not told.
const N_NAMED: usize = 3;

/// Where a cell is, seen from the tiles that a rule asks for.
struct Side {
    near: &'static str,
    away: &'static str,
    /// What is written there if the tiles are of its kind.
    grows: &'static str,
    /// The place where the outside is on this side.
    at: &'static str,
    /// Whether a step from the cell to such a tile is on this side.
    holds: fn((i32, i32)) -> bool,
}

/// A neighborhood is told by the first side on which all its cells are; `beside` holds for any.
const SIDES: [Side; 8] = {
    type Holds = fn((i32, i32)) -> bool;
    const fn of([near, away, grows, at]: [&'static str; 4], holds: Holds) -> Side {
        Side { near, away, grows, at, holds }
    }
    [
        of(["above", "not above", "grows up", "at the bottom"], |(x, y)| x == 0 && y > 0),
        of(["below", "not below", "grows down", "at the top"], |(x, y)| x == 0 && y < 0),
        of(["left of", "not left of", "grows to the left", "at the right side"], |(x, y)| {
            x > 0 && y == 0
        }),
        of(["right of", "not right of", "grows to the right", "at the left side"], |(x, y)| {
            x < 0 && y == 0
        }),
        of(
            ["above or below", "not above or below", "grows up and down", "at the top and bottom"],
            |(x, _)| x == 0,
        ),
        of(
            [
                "left or right of",
                "not left or right of",
                "grows sideways",
                "at the left and right sides",
            ],
            |(_, y)| y == 0,
        ),
        of(["beside", "away from", "grows", "along the border"], |_| true),
        // Of distances.
        of(["near", "away from", "grows", "near the border"], |_| true),
    ]
};
const BESIDE: usize = 6;
const NEAR_BY: usize = 7;

/// What is written at once.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Cell,
    Box(u32, u32),
    Other,
}

/// What conditions are part of.
struct Context<'s> {
    script: &'s Script,
    written: TileSet,
    /// The tiles of the cell itself, if a rule asks for some.
    here: TileSet,
}

/// What conditions of a rule say.
struct Said {
    on: TileSet,
    /// Tiles by [`SIDES`].
    near: [TileSet; SIDES.len()],
    /// Whether any tile of a list will do there.
    is_any: [bool; SIDES.len()],
    away: [TileSet; SIDES.len()],
    places: Vec<String>,
    /// The side of its own kind, as in [`SIDES`].
    grows: Option<usize>,
    shape: Shape,
}

impl Said {
    fn of(rule: &Rule, written: TileSet, script: &Script) -> Self {
        let mut said = Self {
            on: TileSet::EMPTY,
            near: [TileSet::EMPTY; SIDES.len()],
            is_any: [false; SIDES.len()],
            away: [TileSet::EMPTY; SIDES.len()],
            places: border(&rule.conditions).into_iter().map(str::to_owned).collect(),
            grows: None,
            shape: shape(rule),
        };
        let context = Context { script, written, here: here(&rule.conditions) };
        for condition in &rule.conditions {
            said.note(condition, &context);
        }
        let is_fixed = script.min == script.max;
        let (width, height) = match said.shape {
            Shape::Box(width, height) => (width, height),
            Shape::Cell | Shape::Other => (0, 0),
        };
        let columns = ("column", [Edge::Left, Edge::Right], script.max.width, width);
        let rows = ("row", [Edge::Top, Edge::Bottom], script.max.height, height);
        let bands = [columns, rows].map(|axis| band(axis, &rule.conditions, is_fixed));
        said.places.extend(bands.into_iter().flatten());
        said
    }

    fn note(&mut self, condition: &Condition, context: &Context<'_>) {
        match condition {
            own if own.here().is_some() => {
                self.on = self.on.union(own.here().unwrap_or_default());
            }
            Condition::Bare(Estimator::Neighborhood(cells, list)) => {
                let n = cells.offsets().len();
                self.count(cells, list.tiles(), (n, n), context);
            }
            Condition::Compare(Estimator::Neighborhood(cells, list), is, Estimator::Number(n)) => {
                let mut allowed =
                    (0..=cells.offsets().len()).filter(|&count| is.holds(count as f64, *n));
                if let Some(least) = allowed.next() {
                    let most = allowed.next_back().unwrap_or(least);
                    self.count(cells, list.tiles(), (least, most), context);
                }
            }
            Condition::Compare(Estimator::Distance(list), is, Estimator::Number(n)) => {
                // Of a large thing only one corner is known to be apart.
                let length = match self.shape {
                    Shape::Box(width, height) => width.max(height),
                    Shape::Cell | Shape::Other => 1,
                };
                let is_own = context.written.is_superset(list.tiles());
                let is_corner = is_own && f64::from(length) > *n;
                if list.tiles() == TileSet::only(OUT) || is_corner {
                } else if is.holds(*n + 50.0, *n)
                    && *n >= FAR
                    && !is_own
                    && list.members.len() <= N_NAMED
                {
                    self.add_place(&format!(
                        "far from {}",
                        names(context.script, list.tiles(), "or")
                    ));
                } else if is.holds(*n + 50.0, *n) {
                    self.away[BESIDE] = self.away[BESIDE].union(list.tiles());
                } else {
                    let side = if *n <= 1.0 { BESIDE } else { NEAR_BY };
                    self.near(side, list.tiles(), context.written);
                }
            }
            Condition::Compare(Estimator::Place(edge, Some(period)), is, Estimator::Number(n)) => {
                let n_allowed =
                    (0..*period).filter(|&place| is.holds(place as f64, *n)).count() as u64;
                let lines = match edge {
                    Edge::Left | Edge::Right => "column",
                    Edge::Top | Edge::Bottom => "row",
                };
                if n_allowed == 1 {
                    self.add_place(&format!("in every {period}th {lines}"));
                } else if n_allowed + 1 == *period {
                    self.add_place(&format!("but in every {period}th {lines}"));
                }
            }
            Condition::Compare(Estimator::Noise { .. }, ..) => self.add_place("in patches"),
            Condition::Compare(Estimator::Random, ..) => self.add_place(HERE_AND_THERE),
            Condition::Compare(Estimator::Image(_, list), ..) => {
                let of = names(context.script, list.tiles(), "or");
                self.add_place(&format!("at mirror images of {of}"));
            }
            _ => (),
        }
    }

    /// Notes that at least and at most so many of some cells have one of the tiles.
    fn count(
        &mut self,
        cells: &Neighborhood,
        tiles: TileSet,
        (mut least, mut most): (usize, usize),
        &Context { script, written, here }: &Context<'_>,
    ) {
        let (side, mut n) = (side_of(cells), cells.offsets().len());
        // The cell itself says nothing about its neighbors.
        let has_center = cells.offsets().contains(&(0, 0)) && n > 1 && !here.is_empty();
        if has_center && tiles.is_superset(here) {
            (least, most, n) = (least.saturating_sub(1), most.saturating_sub(1), n - 1);
        } else if has_center && tiles.is_disjoint(here) {
            (most, n) = (most.min(n - 1), n - 1);
        }
        let any = names(script, tiles, "or");
        let is_short = tiles.len() <= N_NAMED;
        match (least, most) {
            (_, 0) => self.away[side] = self.away[side].union(tiles),
            (0, _) if most == n || !is_short => (),
            (0, _) => self.add_place(&format!("{} at most {most} {any}", SIDES[side].near)),
            _ if least >= n && cells.offsets().contains(&(0, 0)) => {
                self.on = self.on.union(tiles);
                if let (Shape::Cell, Shape::Box(width, height)) = (self.shape, form(cells)) {
                    self.add_place(&format!("with room for {width} by {height}"));
                }
            }
            (1, _) => self.near(side, tiles, written),
            _ if written.is_superset(tiles) && least >= MANY => {
                self.near(side, tiles, written);
                self.add_place(&format!("where at least {least} are around"));
            }
            _ if written.is_superset(tiles) || !is_short => self.near(side, tiles, written),
            _ if least == n && is_pair(cells) => {
                let is_flat = cells.offsets().iter().all(|&(_, y)| y == 0);
                let sides = if is_flat { "left and right" } else { "above and below" };
                self.add_place(&format!("with {any} {sides}"));
            }
            _ => self.add_place(&format!("{} at least {least} {any}", SIDES[side].near)),
        }
    }

    fn near(&mut self, side: usize, tiles: TileSet, written: TileSet) {
        if written.is_superset(tiles) {
            self.grows =
                Some(if self.grows.is_none_or(|before| before == side) { side } else { BESIDE });
        } else {
            self.near[side] = self.near[side].union(tiles);
            self.is_any[side] |= tiles.len() > 1;
        }
    }

    fn add_place(&mut self, place: &str) {
        if !self.places.iter().any(|before| before == place) {
            self.places.push(place.to_owned());
        }
    }

    /// Keeps what another rule says, too.
    fn keep(&mut self, second: &Self) {
        let keep = |tiles: &mut TileSet, second: TileSet| {
            *tiles = tiles.difference(tiles.difference(second));
        };
        keep(&mut self.on, second.on);
        for side in 0..SIDES.len() {
            keep(&mut self.near[side], second.near[side]);
            keep(&mut self.away[side], second.away[side]);
        }
        self.places.retain(|place| second.places.contains(place));
        let grows = self.grows.zip(second.grows);
        self.grows = grows.map(|(side, second)| if side == second { side } else { BESIDE });
        self.shape = match (self.shape, second.shape) {
            (shape, second) if shape == second => shape,
            (Shape::Cell, _) | (_, Shape::Cell) => Shape::Cell,
            (Shape::Box(width, height), Shape::Box(other_width, other_height)) => {
                Shape::Box(width.max(other_width), height.max(other_height))
            }
            _ => Shape::Other,
        };
    }
}

/// The index in [`SIDES`] of the cells of a neighborhood.
fn side_of(cells: &Neighborhood) -> usize {
    let is_of = |side: &Side| cells.offsets().iter().all(|&step| (side.holds)(step));
    SIDES.iter().position(is_of).unwrap_or(BESIDE)
}

/// The tiles that a cell may have for some conditions; empty if they ask for none.
fn here(conditions: &[Condition]) -> TileSet {
    conditions.iter().filter_map(Condition::here).fold(TileSet::EMPTY, TileSet::union)
}

/// The sizes of what rules write at once.
fn sizes(rules: &[Rule]) -> String {
    let mut sizes: Vec<String> = Vec::new();
    for rule in rules {
        if let Shape::Box(width, height) = shape(rule) {
            sizes.push(format!("{width} by {height}"));
        }
    }
    sizes.dedup();
    in_words(&sizes.iter().map(String::as_str).collect::<Vec<&str>>(), "or")
}

/// Whether these are the cells on both sides of one.
fn is_pair(cells: &Neighborhood) -> bool {
    matches!(cells.offsets(), &[(left, up), (right, down)] if (left, up) == (-right, -down))
}

/// What a rule writes at once.
fn shape(rule: &Rule) -> Shape {
    let mut shapes = rule.executers.iter().map(|executer| form(&executer.neighborhood));
    let first = shapes.next().unwrap_or(Shape::Cell);
    if shapes.all(|shape| shape == first) { first } else { Shape::Other }
}

fn form(cells: &Neighborhood) -> Shape {
    let cells = cells.offsets();
    if cells.len() <= 1 {
        return Shape::Cell;
    }
    let length = |places: Vec<i32>| {
        let ends = places.iter().max().zip(places.iter().min());
        ends.map_or(0, |(last, first)| (last - first + 1).unsigned_abs())
    };
    let width = length(cells.iter().map(|&(x, _)| x).collect());
    let height = length(cells.iter().map(|&(_, y)| y).collect());
    if cells.len() == (width * height) as usize { Shape::Box(width, height) } else { Shape::Other }
}

/// How far from the border conditions keep a cell.
fn border(conditions: &[Condition]) -> Option<&'static str> {
    let is_allowed = |steps: &u32| {
        conditions.iter().all(|condition| match condition {
            Condition::Compare(Estimator::Distance(list), is, Estimator::Number(n))
                if list.tiles() == TileSet::only(OUT) =>
            {
                is.holds(f64::from(*steps), *n)
            }
            _ => true,
        })
    };
    let nearest = (1..=NEAR_BORDER + 1).find(is_allowed)?;
    match (nearest, (NEAR_BORDER + 1..50).any(|steps| is_allowed(&steps))) {
        (1, true) => None,
        (1, false) if !(2..=NEAR_BORDER).any(|steps| is_allowed(&steps)) => {
            Some("along the border")
        }
        (2, false) if !is_allowed(&3) => Some("one cell off the border"),
        (_, false) => Some("near the border"),
        (_, true) => Some("off the border"),
    }
}

/// The rows or columns in which conditions keep a cell, if these are few: of an axis by its name,
/// its edges, the length of a level and of what is written, which needs its room.
fn band(
    (name, [near, far], length, written): (&str, [Edge; 2], u32, u32),
    conditions: &[Condition],
    is_fixed: bool,
) -> Option<String> {
    let is_allowed = |place: &u32| {
        conditions.iter().all(|condition| match condition {
            Condition::Compare(Estimator::Place(edge, None), is, Estimator::Number(n))
                if *edge == near =>
            {
                is.holds(f64::from(*place), *n)
            }
            Condition::Compare(Estimator::Place(edge, None), is, Estimator::Number(n))
                if *edge == far =>
            {
                is.holds(f64::from(length - 1 - place), *n)
            }
            _ => true,
        })
    };
    let first = (0..length).find(is_allowed)?;
    let last = (0..length).rfind(is_allowed)?;
    let is_few = |n: u32| f64::from(n) <= (f64::from(length) * SHARE_NEAR).min(NEAR);
    let sides = if name == "row" { "top and bottom" } else { "left and right sides" };
    let band_max = (f64::from(length) * SHARE_BAND) as u32;
    let room = if written > 0 { written + 1 } else { 0 };
    let is_side =
        |n: u32| is_fixed && f64::from(n) <= f64::from(length) * SHARE_SIDE && length - n > room;
    match (first, length - 1 - last) {
        (0, 0) => None,
        (0, _) if is_few(last) => Some(side(near).to_owned()),
        (_, 0) if is_few(length - 1 - first) => Some(side(far).to_owned()),
        (0, _) if is_side(last + written.max(1)) => {
            Some(format!("in the {} {name}s {}", last + written.max(1), side(near)))
        }
        (_, 0) if is_side(length - first) => {
            Some(format!("in the {} {name}s {}", length - first, side(far)))
        }
        (0, _) | (_, 0) => None,
        (_, beyond) if last - first + 1 > band_max && beyond > room => {
            Some(format!("off the {sides}"))
        }
        _ if !is_fixed || last - first + 1 > band_max => None,
        _ if first == last => Some(format!("in {name} {first}")),
        _ => Some(format!("in {name}s {first} to {last}")),
    }
}

fn side(edge: Edge) -> &'static str {
    match edge {
        Edge::Left => "at the left side",
        Edge::Right => "at the right side",
        Edge::Top => "at the top",
        Edge::Bottom => "at the bottom",
    }
}

fn names(script: &Script, tiles: TileSet, word: &str) -> String {
    let name = |tile: Tile| match tile {
        UNKNOWN => "marks",
        OUT => "the outside",
        tile => script.entities.get(usize::from(tile)).map_or("marks", String::as_str),
    };
    in_words(&tiles.iter().map(name).collect::<Vec<&str>>(), word)
}

/// A list with its last item after a word, such as *and*.
fn in_words(items: &[&str], word: &str) -> String {
    match items {
        [first @ .., last] if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        _ => items.concat(),
    }
}

#[cfg(test)]
mod tests;
