//! Makers of rooms: rectangles a wall apart from each other, a corridor, and doors in the walls.

use marahel_level::{Role, Tile, TileSet};
use marahel_script::{Condition, Cost, Edge, Estimator, Explorer};

use crate::choices::Choices;
use crate::facts::{Facts, list_of};
use crate::sketch::Sketch;
use crate::words::{
    Equal, Greater, GreaterEqual, LessEqual, all_of, at_once, everywhere, from_edge, here, join,
    number, number_in, place, some, sometimes, stamp, write,
};
use marahel_breeding::parts::cells;

/// What rooms are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rooms {
    soil: Tile,
    wall: Tile,
    door: Tile,
    /// The ground of the corridor, if that is another.
    hall: Option<Tile>,
    /// The first and last row, or column, of a corridor of the same ground.
    corridor: Option<(Edge, i64, i64)>,
}

/// Probability that a draft has rooms where the problem asks for such pieces and for doors.
const CHOSEN: f64 = 0.8;
/// The fewest pieces of a ground that are rooms, and the most.
const FEW: f64 = 3.0;
const MANY: f64 = 30.0;
/// Cells of a room if nothing says how many.
const CELLS: (f64, f64) = (6.0, 30.0);
/// Sides of rooms.
const SIDES: (i64, i64) = (2, 8);
/// What a way through a wall costs where no door may be, and the most ways to say where that is.
const DEAR: f64 = 9.0;
const N_WRONG: usize = 12;

/// Whether a draft has rooms, and of what: of a ground in several pieces, where there are doors and
/// walls.
pub(crate) fn plan(facts: &Facts, choices: &mut Choices) -> Option<Rooms> {
    let with_role = |role: Role| {
        let may_be = |&tile: &Tile| {
            let kind = facts.kind(tile);
            kind.role == role && kind.cells.is_none_or(|(_, high)| high >= 1.0)
        };
        facts.all.iter().find(may_be)
    };
    let (door, wall) = (with_role(Role::Door)?, with_role(Role::Wall)?);
    let is_soil = |&tile: &Tile| {
        let kind = facts.kind(tile);
        let are_rooms = |(_, many): (f64, f64)| (FEW..=MANY).contains(&many);
        kind.role == Role::Floor && kind.pieces.is_some_and(are_rooms) && kind.along.is_none()
    };
    let soil = facts.all.iter().find(is_soil)?;
    // A corridor is the other ground beyond a door, or one that is in one piece.
    let is_floor = |&tile: &Tile| facts.kind(tile).role == Role::Floor && tile != soil;
    let is_whole = |&tile: &Tile| facts.kind(tile).pieces.is_some_and(|(_, many)| many < 2.0);
    let beyond = facts.beyond_a_door(soil).filter(is_floor);
    let hall = beyond.or_else(|| facts.all.iter().filter(is_floor).find(is_whole));
    choices.chance("rooms", CHOSEN).then_some(Rooms { soil, wall, door, hall, corridor: None })
}

impl Rooms {
    /// The tile that is everywhere before there are rooms: what must be along the border, or walls.
    pub(crate) fn base(&self, facts: &Facts) -> Tile {
        let is_outside = |&tile: &Tile| facts.kind(tile).border.0 > 0.5;
        facts.all.iter().find(is_outside).unwrap_or(self.wall)
    }

    /// The tiles that rooms and their doors are of.
    pub(crate) fn tiles(&self) -> TileSet {
        [self.door, self.wall].into_iter().collect::<TileSet>().union(self.floors())
    }

    /// What one walks on in rooms and in the corridor.
    pub(crate) fn floors(&self) -> TileSet {
        TileSet::only(self.soil).union(self.hall.map_or(TileSet::EMPTY, TileSet::only))
    }

    /// The ground of the rooms.
    pub(crate) fn soil(self) -> Tile {
        self.soil
    }

    /// Where a thing stands: in a wall beside a room if it belongs to the border, else on a floor.
    pub(crate) fn hosts(&self, sketch: &mut Sketch<'_>, tile: Tile) -> (TileSet, Vec<Condition>) {
        let facts = sketch.facts;
        let role = facts.kind(tile).role;
        let is_gate = matches!(role, Role::Entrance | Role::Exit)
            && sketch.choices.chance(&format!("{tile} in a wall"), 0.5);
        if is_gate || facts.is_at_border(tile) {
            let walls = sketch.is_base().union(TileSet::only(self.wall));
            let beside_doors = number("all", TileSet::only(self.door), Equal, 0.0);
            return (walls, vec![number("plus", self.floors(), Greater, 0.0), beside_doors]);
        }
        let places = sketch.places(tile);
        let named = places.iter().flatten().map(crate::words::tiles_in);
        let named = named.fold(TileSet::EMPTY, TileSet::union).difference(TileSet::only(self.wall));
        let named: TileSet = named.iter().filter(|&other| facts.all.contains(other)).collect();
        // Beside a room and the outside is a wall; beside neither a floor nor a door is the outside.
        let is_beside_rooms = !named.is_disjoint(self.tiles());
        if is_beside_rooms && named.contains(sketch.base) && sketch.base != self.wall {
            return (TileSet::only(self.wall), Vec::new());
        }
        if !is_beside_rooms && !named.is_empty() {
            return (sketch.is_base(), Vec::new());
        }
        if facts.soils[usize::from(tile)].contains(self.soil) {
            return (TileSet::only(self.soil), Vec::new());
        }
        let floors: TileSet = self.floors().iter().filter(|&floor| named.contains(floor)).collect();
        let floors = if floors.is_empty() { self.floors() } else { floors };
        // What is no part of a room stands in the corridor.
        let is_outside =
            self.corridor.is_some() && sketch.choices.chance("rooms are kept free", 0.7);
        let rows = self.corridor.filter(|_| is_outside);
        let conditions = rows.map_or(Vec::new(), |(edge, first, last)| {
            vec![place(edge, GreaterEqual, first), place(edge, LessEqual, last)]
        });
        (floors, conditions)
    }
}

/// The corridor, the rooms around it, their walls, and doors that join all.
pub(crate) fn build(sketch: &mut Sketch<'_>, rooms: Rooms) {
    let facts = sketch.facts;
    let name = sketch.name(rooms.soil);
    let hall = rooms.hall.unwrap_or(rooms.soil);
    let has_hall = sketch.written.contains(hall)
        || sketch.choices.chance("corridor", if rooms.hall.is_some() { 1.0 } else { 0.6 });
    if has_hall && !sketch.written.contains(hall) {
        if facts.filled(hall).is_some() {
            crate::ground::lay(sketch, hall);
        } else {
            let rows = corridor(sketch, hall);
            if let (Some(rooms), true) = (&mut sketch.rooms, hall == rooms.soil) {
                rooms.corridor = Some(rows);
            }
        }
    }
    let floors = rooms.floors();
    let (few, many) = facts.kind(rooms.soil).pieces.unwrap_or((FEW, FEW));
    // A corridor of the same ground is one piece more, if pieces of any size count.
    let n_halls =
        i64::from(has_hall && rooms.hall.is_none() && facts.kind(rooms.soil).size.is_none());
    let n = sketch.choices.whole("number of rooms", few.max(2.0) as i64, many as i64) - n_halls;
    let sizes = sizes(sketch, rooms.soil);
    // One after the other from a corner they fill the level, in random order they are strewn.
    let order = *sketch.choices.pick("order of rooms", &["horz", "vert", "rorder"]);
    let has_gaps = sketch.choices.chance("rooms have gaps", 0.4);
    let share = sketch.choices.number("gaps between rooms", 0.3, 0.9);
    let near = if rooms.hall.is_some() { TileSet::only(hall) } else { floors };
    let mut rules = Vec::new();
    for (index, &size) in sizes.iter().enumerate() {
        let mut conditions = room_for(sketch, rooms, size);
        let (block, around) = (sketch.block(size), sketch.rim(size, 2));
        if !has_hall && index == 0 {
            let words = format!("a room of {name}");
            let rule = stamp(conditions.clone(), &block, rooms.soil);
            sketch.put(&words, some(1, vec![rule]));
        }
        conditions.push(number_in(&around, near, Greater, 1.0));
        if index + 1 < sizes.len() {
            conditions.push(sometimes(0.5));
        } else if has_gaps {
            conditions.push(sometimes(share));
        }
        rules.push(stamp(conditions, &block, rooms.soil));
    }
    let n = (n - i64::from(!has_hall)).max(1);
    // Where each joins the others, the next pass finds places beside those of this one.
    let repeats = if rooms.hall.is_some() { 2 } else { 3 };
    let changes = Some((n as u64).div_ceil(repeats));
    let explorer =
        Explorer { repeats, changes, ..marahel_breeding::parts::explorer_of(order, rules) };
    sketch.put(&format!("{n} rooms of {name}, a wall apart"), explorer);
    if sketch.base != rooms.wall {
        let rule =
            write(vec![here(sketch.is_base()), number("all", floors, Greater, 0.0)], rooms.wall);
        let words = format!("{} around the rooms", sketch.name(rooms.wall));
        sketch.put(&words, at_once(1, vec![rule]));
    }
    doors(sketch, rooms);
    sketch.n_free = facts.area() / 3.0;
}

/// The conditions for the first cell of a room: all of it and its walls have a place.
fn room_for(sketch: &mut Sketch<'_>, rooms: Rooms, size: (i64, i64)) -> Vec<Condition> {
    let (block, rim) = (sketch.block(size), sketch.rim(size, 1));
    let margin = if sketch.base == rooms.wall { 1 } else { 2 };
    vec![
        all_of(&block, sketch.is_base()),
        number_in(&rim, rooms.floors(), Equal, 0.0),
        from_edge(Greater, margin),
        place(Edge::Right, GreaterEqual, size.0 - 1 + margin),
        place(Edge::Bottom, GreaterEqual, size.1 - 1 + margin),
    ]
}

/// One or two rows, or columns, through most of the level; returns which.
fn corridor(sketch: &mut Sketch<'_>, tile: Tile) -> (Edge, i64, i64) {
    let facts = sketch.facts;
    let is_level = sketch
        .choices
        .chance("corridor level", if facts.width >= facts.height { 0.8 } else { 0.2 });
    let wide = sketch.choices.whole("width of the corridor", 1, 2);
    let margin = sketch.choices.whole("corridor off the edge", 1, 3);
    let (along, across) =
        if is_level { (facts.width, facts.height) } else { (facts.height, facts.width) };
    let first = (across / 2 - 2).max(1) + sketch.choices.whole("place of the corridor", 0, 3);
    let [start, end, from] = if is_level {
        [Edge::Left, Edge::Right, Edge::Top]
    } else {
        [Edge::Top, Edge::Bottom, Edge::Left]
    };
    let conditions = vec![
        place(start, GreaterEqual, margin),
        place(end, GreaterEqual, margin.min(along / 3)),
        place(from, GreaterEqual, first),
        place(from, LessEqual, first + wide - 1),
    ];
    let words = format!("a corridor of {}", sketch.name(tile));
    sketch.put(&words, everywhere(vec![write(conditions, tile)]));
    (from, first, first + wide - 1)
}

/// The sides of rooms: up to three rectangles of as many cells as the problem asks for.
fn sizes(sketch: &mut Sketch<'_>, soil: Tile) -> Vec<(i64, i64)> {
    let facts = sketch.facts;
    let (low, high) = facts.kind(soil).size.unwrap_or(CELLS);
    let (shortest, longest) = SIDES;
    let all: Vec<(i64, i64)> = (shortest..=longest)
        .flat_map(|wide| (shortest..=longest).map(move |tall| (wide, tall)))
        .filter(|&(wide, tall)| {
            let n = (wide * tall) as f64;
            low <= n && n <= high && wide + 2 < facts.width && tall + 2 < facts.height
        })
        .collect();
    if all.is_empty() {
        return vec![(3, 3)];
    }
    let n = sketch.choices.whole("sizes of rooms", 1, 3);
    let mut sizes: Vec<(i64, i64)> =
        (0..n).map(|index| *sketch.choices.pick(&format!("room {index}"), &all)).collect();
    // Large rooms find a place first.
    sizes.sort_by_key(|(wide, tall)| (-wide * tall, *wide));
    sizes.dedup();
    sizes
}

/// Doors that join the rooms, where the problem lets doors be.
fn doors(sketch: &mut Sketch<'_>, rooms: Rooms) {
    let (own, walls) = (TileSet::only(rooms.door), TileSet::only(rooms.wall));
    let written = sketch.written.union(own);
    let can_hold = |condition: &&Condition| crate::things::can_hold(condition, rooms.door, written);
    let mut places: Vec<Vec<Condition>> = Vec::new();
    for list in sketch.places(rooms.door) {
        let mut list: Vec<Condition> = list.iter().filter(can_hold).cloned().collect();
        for condition in &mut list {
            crate::things::count_the_host(condition, walls);
        }
        places.push(list);
    }
    if places.iter().any(Vec::is_empty) {
        places = vec![vec![number("plus", rooms.floors(), Greater, 1.0)]];
    }
    // A wall where no door may be is dear: one condition of each place does not hold there.
    let mut wrong = vec![vec![here(walls)]];
    for list in &places {
        let more = wrong.iter().flat_map(|before| {
            list.iter().map(|condition| [&before[..], &[condition.opposite()]].concat())
        });
        wrong = more.take(N_WRONG).collect();
    }
    let mut costs: Vec<Cost> = wrong
        .into_iter()
        .map(|conditions| Cost { conditions, estimator: Estimator::Number(DEAR) })
        .collect();
    let count = |name, tiles| Estimator::Neighborhood(cells(name), list_of(tiles));
    costs.push(count("self", walls).into());
    costs.push(Cost {
        conditions: vec![number("all", own, Greater, 0.0)],
        estimator: Estimator::Number(3.0),
    });
    let rules =
        places.into_iter().map(|list| write([vec![here(walls)], list].concat(), rooms.door));
    let words = format!("{} joins the rooms", sketch.name(rooms.door));
    let rules = rules.collect();
    sketch.put(&words, join(rooms.floors().union(own), &costs, rules));
}
