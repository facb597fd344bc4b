//! [`Sketch`]: a draft while it is written: ground first, then what stands on it.

use std::collections::BTreeMap;

use marahel_breeding::parts::script_of;
use marahel_level::{Role, Tile, TileSet};
use marahel_script::{Condition, Estimator, Explorer, Neighborhood, Regions, Script, Spelling};

use crate::choices::Choices;
use crate::contest::Known;
use crate::facts::{Facts, Placement};
use crate::parts::Parts;
use crate::rooms::{self, Rooms};
use crate::words::{everywhere, here, rectangle, shorten, tiles_in, write};
use crate::{ground, groups, heaps, lines, marks, sides, things, ways};

/// A draft while it is written.
pub(crate) struct Sketch<'f> {
    pub(crate) facts: &'f Facts,
    pub(crate) choices: &'f mut Choices,
    pub(crate) explorers: Vec<Explorer>,
    /// The ground that is everywhere at first.
    pub(crate) base: Tile,
    /// The ground below a line across the level, if there is one.
    pub(crate) below: Option<Tile>,
    /// The tiles that some explorer writes.
    pub(crate) written: TileSet,
    /// About as many cells as still have the base.
    pub(crate) n_free: f64,
    pub(crate) regions: Option<Regions>,
    /// What rooms are made of, if there are some.
    pub(crate) rooms: Option<Rooms>,
    /// The tile from which marked cells can be reached, and those that cannot be reached from it.
    pub(crate) marked: Option<(Tile, TileSet)>,
    /// A closed wall, and what alone stands on the marks within.
    pub(crate) pen: Option<(Tile, TileSet)>,
    /// For a thing, those that are written together with it.
    pub(crate) members: BTreeMap<Tile, TileSet>,
    neighborhoods: Vec<(String, Neighborhood)>,
}

/// A script to complete, and how much of a level each tile covers in its levels.
pub(crate) struct Layout {
    pub(crate) script: Script,
    /// The tiles that cover much, with their mean numbers of cells.
    pub(crate) grounds: Vec<(f64, Tile)>,
}

/// Writes the draft of some choices. It may begin with a known layout; a layout of the user stays as
/// it is.
pub(crate) fn draft(
    facts: &Facts,
    choices: &mut Choices,
    known: &Known,
    layout: Option<&Layout>,
) -> Script {
    let rooms = if layout.is_some() { None } else { rooms::plan(facts, choices) };
    let base = match (layout, rooms) {
        (Some(layout), _) => choices.weighted("base", &layout.grounds),
        (None, Some(rooms)) => rooms.base(facts),
        (None, None) => base(facts, choices),
    };
    let mut sketch = Sketch {
        facts,
        choices,
        explorers: Vec::new(),
        base,
        below: None,
        written: TileSet::only(base),
        n_free: facts.area(),
        regions: None,
        rooms,
        marked: None,
        pen: None,
        members: BTreeMap::new(),
        neighborhoods: Vec::new(),
    };
    if let Some(layout) = layout {
        sketch.continue_from(&layout.script);
        let parts = Parts::of(&mut sketch);
        stand(&mut sketch, &parts, Some(layout));
        things::repair(&mut sketch);
        let Script { explorers, regions, neighborhoods, .. } = sketch.finish();
        return Script { explorers, regions, neighborhoods, ..layout.script.clone() };
    }
    ground::begin(&mut sketch, known);
    let mut parts = Parts::of(&mut sketch);
    if let Some(rooms) = rooms {
        parts.leave_out(rooms.tiles(), facts);
    }
    lines::divide(&mut sketch);
    if let Some((wall, inside)) = parts.pen {
        lines::pen(&mut sketch, wall, inside);
    }
    for &(tile, inner) in &parts.loops {
        lines::closed_loop(&mut sketch, tile, inner);
    }
    for &tile in &parts.lines {
        lines::line(&mut sketch, tile, &parts);
    }
    if let Some(heap) = facts.heap.as_ref().filter(|heap| !heap.holds(sketch.base)) {
        heaps::raise(&mut sketch, heap);
    }
    for &tile in &parts.grounds {
        if sketch.below != Some(tile) && !sketch.written.contains(tile) {
            ground::lay(&mut sketch, tile);
            sides::answer(&mut sketch);
            ground::collar(&mut sketch, tile, &parts);
            if let Some(&(_, shore)) = parts.shores.iter().find(|(ground, _)| *ground == tile) {
                ground::shore(&mut sketch, tile, shore);
            }
        }
    }
    if let Some(rooms) = rooms {
        rooms::build(&mut sketch, rooms);
    }
    ways::open(&mut sketch, &parts);
    stand(&mut sketch, &parts, None);
    ways::clear_ways(&mut sketch, &parts);
    for &(tile, inner, outer) in &parts.fences {
        ground::fence(&mut sketch, tile, inner, outer);
    }
    things::repair(&mut sketch);
    sketch.finish()
}

/// What stands on the ground: a thing, or a way with its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Thing(Tile),
    Way(Tile, TileSet),
}

impl Part {
    fn tile(self) -> Tile {
        let (Self::Thing(tile) | Self::Way(tile, _)) = self;
        tile
    }
}

/// The things and ways, each after what it depends on.
fn stand(sketch: &mut Sketch<'_>, parts: &Parts, layout: Option<&Layout>) {
    let facts = sketch.facts;
    let laid_out = layout.map_or(TileSet::EMPTY, |_| sketch.written);
    let things = parts.things.iter().map(|&tile| Part::Thing(tile));
    let ways = parts.ways.iter().map(|&(tile, ends)| Part::Way(tile, ends));
    // What a user laid out is not laid out again.
    let grounds = parts.grounds.iter().filter(|_| layout.is_some()).map(|&tile| Part::Thing(tile));
    let mut left: Vec<Part> = things.chain(ways).chain(grounds).collect();
    left.retain(|part| !laid_out.contains(part.tile()));
    let ends = parts.ways.iter().fold(TileSet::EMPTY, |all, (_, ends)| all.union(*ends));
    loop {
        sides::answer(sketch);
        let mut keyed: Vec<(usize, f64, Part)> = Vec::new();
        for &part in &left {
            let depends = sketch.depends(part, parts);
            // A way leads around the ends of others, too.
            let of_way = if matches!(part, Part::Way(..)) { ends } else { TileSet::EMPTY };
            let depends = depends.union(of_way);
            let before = left.iter().filter(|&&waiting| {
                waiting.tile() != part.tile() && depends.contains(waiting.tile())
            });
            let order = sketch.choices.share(&format!("order of {}", part.tile()));
            let n_before = before.count();
            // A way waits for all of its ends.
            let has_ways = left.iter().any(|waiting| matches!(waiting, Part::Way(..)));
            let waits = match part {
                Part::Way(..) if n_before > 0 => N_WAITS,
                Part::Thing(tile) if things::crossing(sketch, tile).is_some() => 0,
                // What comes later would break the ground around it.
                Part::Thing(tile) if !ends.contains(tile) && sketch.is_alone_on_ground(tile) => 3,
                // What is no end of a way would stand in its way.
                Part::Thing(tile) if has_ways && !ends.contains(tile) => 2,
                _ => 1,
            };
            keyed.push((n_before + waits, order, part));
        }
        let next = keyed
            .into_iter()
            .min_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)));
        let Some((_, _, part)) = next else { break };
        // Of things that need each other, one is written with the others.
        let head = head_of(sketch.facts, part, sketch.written);
        let part = head.filter(|head| left.contains(head)).unwrap_or(part);
        left.retain(|&waiting| waiting != part);
        if let Some(layout) = layout {
            sketch.base =
                sketch.choices.weighted(&format!("base of {}", part.tile()), &layout.grounds);
        }
        match part {
            Part::Thing(tile) if layout.is_some() && parts.grounds.contains(&tile) => {
                ground::lay(sketch, tile);
                ground::collar(sketch, tile, parts);
            }
            Part::Way(tile, ends) => ways::join_ends(sketch, tile, ends, parts),
            Part::Thing(tile) if sketch.written.contains(tile) => (),
            Part::Thing(tile) => {
                let base = sketch.base;
                sketch.base = facts.replaced(tile).unwrap_or(base);
                things::stand(sketch, tile, parts);
                ground::collar(sketch, tile, parts);
                marks::mark_from(sketch, tile);
                sketch.base = base;
            }
        }
    }
    marks::clear(sketch);
}

/// The thing that is written together with another, and comes first.
fn head_of(facts: &Facts, part: Part, written: TileSet) -> Option<Part> {
    let Part::Thing(tile) = part else { return None };
    facts.head_of(tile).filter(|&head| !written.contains(head)).map(Part::Thing)
}

/// A way over so few tiles is a road, not all that one walks on.
const FEW_TILES: usize = 2;

/// What may cover no more than this share of the level is no ground.
const FEW_CELLS: f64 = 0.05;

/// More than there are parts.
const N_WAITS: usize = 100;

/// The ground of a level: a large share, or what nothing counts.
fn base(facts: &Facts, choices: &mut Choices) -> Tile {
    let area = facts.area();
    let known: f64 = (0..facts.kinds.len() as Tile).filter_map(|tile| facts.bulk(tile)).sum();
    let free = (area - known).max(area * 0.05);
    // What some way must be made of is not everywhere, if another ground can be.
    let is_for_ways = |tile: Tile| {
        let mut narrow = facts.links.iter().filter(|link| link.over.len() <= FEW_TILES);
        narrow.any(|link| link.over.contains(tile))
    };
    let mut floors = (0..facts.kinds.len() as Tile).filter(|&tile| {
        facts.kind(tile).role == Role::Floor && facts.bulk(tile).is_none() && !is_for_ways(tile)
    });
    let has_floor = floors.next().is_some();
    let is_heaped = |tile: Tile| facts.heap.as_ref().is_some_and(|heap| heap.holds(tile));
    let weigh = |tile: Tile| {
        let kind = facts.kind(tile);
        let is_ground = matches!(kind.role, Role::Floor | Role::Wall | Role::Decoration);
        match facts.bulk(tile) {
            _ if is_heaped(tile) => 0.0,
            // Things, and what is thin, are a ground where nothing else can be.
            Some(n) if facts.most(tile) < area * FEW_CELLS => 1e-9 * n * n,
            _ if facts.is_thin(tile) => 1e-3 * free * free,
            Some(n) if kind.border.0 < 0.5 => n * n,
            Some(n) => n * n / 10.0,
            None if kind.role == Role::Floor && has_floor && is_for_ways(tile) => 0.0,
            // What is asked for is more often there than what is not.
            None if kind.role == Role::Floor && kind.pieces.is_some() => 6.0 * free * free,
            None if kind.role == Role::Floor => 2.0 * free * free,
            None if is_ground => free * free,
            None => 1.0,
        }
    };
    let mut weights: Vec<(f64, Tile)> =
        (0..facts.kinds.len() as Tile).map(|tile| (weigh(tile), tile)).collect();
    weights.sort_by(|left, right| right.0.total_cmp(&left.0));
    // What is at a hundredth of the best is no ground.
    weights.retain(|&(weight, _)| weight > 0.0);
    if weights.is_empty() {
        return 0;
    }
    let least = weights[0].0 / 30.0;
    weights.retain(|&(weight, _)| weight >= least);
    choices.weighted("base", &weights)
}

impl Sketch<'_> {
    /// Adds an explorer with its description, mirrored as the problem asks.
    pub(crate) fn put(&mut self, description: &str, explorer: Explorer) {
        let is_mirrored =
            explorer.written().iter().any(|tile| self.facts.mirror_of(tile).is_some());
        let mirror = self.facts.mirror.filter(|_| is_mirrored);
        self.put_once(description, Explorer { mirror, ..explorer });
    }

    /// Adds an explorer that writes no images.
    pub(crate) fn put_once(&mut self, description: &str, mut explorer: Explorer) {
        for rule in &mut explorer.rules {
            shorten(&mut rule.conditions);
        }
        self.written = self.written.union(explorer.written());
        self.explorers.push(Explorer { description: Spelling::of(description), ..explorer });
    }

    pub(crate) fn name(&self, tile: Tile) -> String {
        self.facts.name(tile).to_owned()
    }

    pub(crate) fn is_base(&self) -> TileSet {
        TileSet::only(self.base)
    }

    /// A number of cells in the range that the problem asks for, halved if a mirror doubles it.
    pub(crate) fn amount(&mut self, tile: Tile) -> f64 {
        let (low, high) = self.facts.kind(tile).cells.unwrap_or((1.0, 3.0));
        let high = high.min(self.facts.area()).min(if low == 0.0 {
            self.facts.area() / 2.0
        } else {
            high
        });
        // Ends of a range are missed by chance.
        let margin = if high - low > 12.0 { (high - low) * 0.15 } else { 0.0 };
        let first = self.facts.first_tied(tile);
        self.choices.number(&format!("amount of {first}"), low + margin, high - margin).max(1.0)
    }

    /// The mirrors of an explorer make so many cells of one.
    pub(crate) fn n_images(&self, tile: Tile) -> f64 {
        self.facts.mirror_of(tile).map_or(1.0, |mirror| mirror.n_images_max() as f64 + 1.0).min(4.0)
    }

    /// Conditions that keep a tile from where it is a fault, and those that ask for its like beside
    /// it, which the first of them cannot meet. Without those that ask for what stands nowhere yet.
    pub(crate) fn guards(&mut self, tile: Tile) -> (Vec<Condition>, Vec<Condition>) {
        let (mut first, later) = self.all_guards(tile);
        first.retain(|guard| {
            things::can_hold(guard, tile, self.written)
                || groups::asks(guard, tile, self.facts.members(tile, self.written))
        });
        (first, later)
    }

    fn all_guards(&mut self, tile: Tile) -> (Vec<Condition>, Vec<Condition>) {
        let choices = &mut *self.choices;
        let guards = self.facts.guards(tile, |index, n| {
            if n == 1 {
                0
            } else {
                choices.whole(&format!("guard {index}"), 0, n as i64 - 1) as usize
            }
        });
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for guard in guards {
            match before_writing(&guard, tile, self.written) {
                Timing::Now(guard) => first.push(guard),
                Timing::Later(guard) => later.push(guard),
            }
        }
        (first, later)
    }

    /// Conditions for each cell of a ground: its guards, and often one of its places.
    pub(crate) fn sites(&mut self, tile: Tile) -> Vec<Condition> {
        let mut conditions = self.guards(tile).0;
        if self.keeps_to_places(tile) {
            let places = self.places_of(tile, |_, _| false);
            let place = self.choices.pick(&format!("site of {tile}"), &places);
            conditions.extend(place.iter().cloned());
        }
        conditions
    }

    /// Whether each cell of a ground has its place, and the draft keeps to it.
    pub(crate) fn keeps_to_places(&mut self, tile: Tile) -> bool {
        let mut placements = self.facts.placements.iter();
        placements.any(|placement| placement.is_each && placement.tiles.contains(tile))
            && self.choices.chance(&format!("{tile} keeps to its places"), 0.6)
    }

    /// The conditions of places where a tile must stand, as alternatives.
    pub(crate) fn places(&mut self, tile: Tile) -> Vec<Vec<Condition>> {
        let facts = self.facts;
        let mut is_own = facts.placements.iter().filter(|place| {
            let is_own = !place.is_each && place.tiles.contains(tile);
            is_own && !facts.is_filled_by_another(place, tile)
        });
        let is_only = is_own.next().is_some() && is_own.next().is_none();
        self.places_of(tile, |index, choices| {
            if facts.is_filled_by_another(&facts.placements[index], tile) {
                return choices.chance(&format!("{tile} at place {index}"), 0.15);
            }
            let is_of_all = facts.placements[index].least >= facts.most(tile);
            is_only || is_of_all || choices.chance(&format!("place {index} of {tile}"), 0.4)
        })
    }

    /// The numbers of a tile at several places, each with the conditions there, and those for the
    /// rest; `None` if the problem does not ask for numbers that add up, or for one that is fewer
    /// than all.
    pub(crate) fn quotas(&mut self, tile: Tile) -> Option<Vec<(f64, Vec<Vec<Condition>>)>> {
        let placements = self.facts.placements.iter().enumerate();
        let several: Vec<(usize, f64, f64)> = placements
            .filter(|(_, place)| place.tiles == TileSet::only(tile) && place.least >= 1.0)
            .map(|(index, place)| (index, place.least, place.most))
            .collect();
        let total: f64 = several.iter().map(|(_, least, _)| least).sum();
        let are_fewer = several.iter().any(|&(_, _, most)| most < self.facts.least(tile));
        if several.is_empty() || several.len() < 2 && !are_fewer || total > self.facts.most(tile) {
            return None;
        }
        let n_left = self.amount(tile).round() - total;
        let places = several.into_iter().map(Some).chain((n_left >= 1.0).then_some(None));
        let quotas = places.map(|place| match place {
            Some((own, least, _)) => (least, self.places_of(tile, |index, _| index == own)),
            None => (n_left, self.places_of(tile, |_, _| false)),
        });
        Some(quotas.collect())
    }

    /// The conditions of places where each cell of a tile must stand, and of the chosen others.
    fn places_of(
        &mut self,
        tile: Tile,
        mut is_chosen: impl FnMut(usize, &mut Choices) -> bool,
    ) -> Vec<Vec<Condition>> {
        let mut alternatives = vec![Vec::new()];
        let placements = self.facts.placements.iter().enumerate();
        for (index, Placement { tiles, lists, is_each, .. }) in placements {
            if !tiles.contains(tile) || !is_each && !is_chosen(index, self.choices) {
                continue;
            }
            let lists = if alternatives.len() * lists.len() > 4 {
                vec![self.choices.pick(&format!("alternative {index} of {tile}"), lists).clone()]
            } else {
                lists.clone()
            };
            alternatives = alternatives
                .iter()
                .flat_map(|before: &Vec<Condition>| {
                    lists.iter().map(move |list| [&before[..], &list[..]].concat())
                })
                .collect();
        }
        alternatives
    }

    /// Whether nothing but its ground may be on some sides of a thing.
    fn is_alone_on_ground(&mut self, tile: Tile) -> bool {
        let base = self.base;
        let places = self.places(tile).concat();
        self.guards(tile).0.iter().chain(&places).filter_map(Condition::cell_count).any(|count| {
            let most = count.n_cells() - usize::from(count.cells.offsets().contains(&(0, 0)));
            count.tiles == TileSet::only(base) && most >= 2 && !count.holds(most - 1)
        })
    }

    /// The tiles that must stand before a tile.
    fn depends(&mut self, part: Part, parts: &Parts) -> TileSet {
        let tile = part.tile();
        if let Part::Way(_, ends) = part {
            let crosses = parts.bridges.iter().any(|(_, mates)| mates.contains(tile));
            let rivers =
                self.facts.rivers.keys().copied().filter(|&river| crosses && river != tile);
            return ends.union(rivers.collect()).difference(TileSet::only(tile));
        }
        if let Some((first, last)) = marks::pair_of(self)
            && tile != first
            && (tile == last || self.facts.reached.iter().any(|(_, to)| to.contains(tile)))
        {
            return TileSet::only(first);
        }
        let places = self.places(tile);
        // What is there already can be what it stands beside.
        let named = places.iter().flatten().map(tiles_in);
        let named = named.filter(|tiles| tiles.is_disjoint(self.written));
        let named = named.fold(TileSet::EMPTY, TileSet::union);
        let (guards, _) = self.all_guards(tile);
        let around = guards.iter().filter(|guard| asks_for(guard)).map(tiles_in);
        let mut depends = around.fold(named, TileSet::union);
        depends = depends.union(self.facts.soils[usize::from(tile)]);
        for &(way, _) in &parts.ways {
            let mut links = self.facts.links.iter().filter(|link| !link.over.contains(self.base));
            if way != tile && links.any(|link| link.over.contains(way) && link.over.contains(tile))
            {
                depends = depends.union(TileSet::only(way));
            }
        }
        if self.facts.kind(tile).size.is_some() {
            let ways: TileSet = parts.ways.iter().map(|(way, _)| *way).collect();
            for network in self.joined_networks(tile) {
                let runs = network.iter().filter(|&run| {
                    self.facts.kind(run).along.is_some() && self.facts.kind(tile).along.is_none()
                });
                depends = depends.union(runs.collect());
                depends = depends.union(network.iter().filter(|&way| ways.contains(way)).collect());
            }
        }
        depends.difference(TileSet::only(tile))
    }

    /// The written grounds that a thing comes in pieces with, if there are some.
    pub(crate) fn soil(&self, tile: Tile) -> Option<TileSet> {
        let soils = self.facts.soils[usize::from(tile)].iter();
        let soils: TileSet = soils.filter(|&soil| self.written.contains(soil)).collect();
        (!soils.is_empty()).then_some(soils)
    }

    /// The tiles with which a tile is one piece, in sets; not where the ground joins all.
    pub(crate) fn joined_networks(&self, tile: Tile) -> Vec<TileSet> {
        let networks = self.facts.networks.iter().copied();
        networks.filter(|network| network.contains(tile) && !network.contains(self.base)).collect()
    }

    /// The written tiles with which a tile is one piece.
    pub(crate) fn joined_to(&self, tile: Tile) -> TileSet {
        let networks = self.joined_networks(tile).into_iter();
        let all = networks.fold(TileSet::EMPTY, TileSet::union).difference(TileSet::only(tile));
        let touching = self.facts.touching.iter().filter(|(tiles, _)| tiles.contains(tile));
        let all = touching.fold(all, |all, (_, partners)| all.union(*partners));
        all.iter().filter(|&partner| self.written.contains(partner)).collect()
    }

    /// A rectangle with its name.
    pub(crate) fn block(&mut self, size: (i64, i64)) -> Neighborhood {
        self.named(&format!("box_{}x{}", size.0, size.1), rectangle(size, 0))
    }

    /// The cells around a rectangle, with their name.
    pub(crate) fn rim(&mut self, size: (i64, i64), margin: i64) -> Neighborhood {
        let name = format!("around_{}x{}", size.0, size.1);
        let name = if margin == 1 { name } else { format!("{name}_by_{margin}") };
        self.named(&name, rectangle(size, margin))
    }

    /// Names a neighborhood.
    pub(crate) fn named(&mut self, name: &str, cells: Neighborhood) -> Neighborhood {
        if !self.neighborhoods.iter().any(|(_, shape)| *shape == cells) {
            self.neighborhoods.push((name.to_owned(), cells.clone()));
        }
        cells
    }

    /// The names of neighborhoods of another script.
    pub(crate) fn adopt_names(&mut self, names: &[(String, Neighborhood)]) {
        self.neighborhoods.extend_from_slice(names);
    }

    /// Takes over the explorers of a script as they are.
    fn continue_from(&mut self, script: &Script) {
        self.explorers.clone_from(&script.explorers);
        self.regions.clone_from(&script.regions);
        self.adopt_names(&script.neighborhoods.0);
        let written = script.explorers.iter().map(Explorer::written);
        self.written = written.fold(TileSet::EMPTY, TileSet::union);
        self.n_free = self.facts.area() / 2.0;
    }

    fn finish(mut self) -> Script {
        let mut script = script_of(&self.facts.task, std::mem::take(&mut self.explorers));
        script.regions = self.regions.take();
        let donors = [&self.neighborhoods[..], &self.facts.task.neighborhoods];
        marahel_breeding::name_neighborhoods(&mut script, donors);
        script
    }

    /// All cells that nothing wrote get the ground.
    pub(crate) fn fill(&mut self) {
        let name = self.name(self.base);
        let unset = TileSet::only(marahel_level::UNKNOWN);
        let rule = write(vec![here(unset)], self.base);
        self.put_once(&format!("{name} everywhere else"), everywhere(vec![rule]));
    }
}

/// When a condition about a finished level can be tested.
enum Timing {
    /// Before the cell is written, in these words.
    Now(Condition),
    /// Only once some of its like stand: it holds for those that join them.
    Later(Condition),
}

/// A condition for a cell with a tile, as a condition for the cell before it is written.
fn before_writing(condition: &Condition, tile: Tile, written: TileSet) -> Timing {
    let Condition::Compare(Estimator::Neighborhood(cells, list), is, Estimator::Number(n)) =
        condition
    else {
        return Timing::Now(condition.clone());
    };
    if !list.tiles().contains(tile) {
        return Timing::Now(condition.clone());
    }
    let n = if cells.offsets().contains(&(0, 0)) { n - 1.0 } else { *n };
    let estimator = Estimator::Neighborhood(cells.clone(), list.clone());
    let before = marahel_breeding::parts::compare(estimator, *is, n);
    let others = list.tiles().difference(TileSet::only(tile));
    if is.holds(0.0, n) || !others.is_disjoint(written) {
        Timing::Now(before)
    } else {
        Timing::Later(before)
    }
}

/// Whether a condition asks for tiles, instead of keeping away from them.
fn asks_for(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(Estimator::Distance(_), is, Estimator::Number(n)) => !is.holds(99.0, *n),
        Condition::Compare(Estimator::Neighborhood(..), is, Estimator::Number(n)) => {
            !is.holds(0.0, *n)
        }
        Condition::Bare(_) | Condition::Compare(..) => true,
    }
}
