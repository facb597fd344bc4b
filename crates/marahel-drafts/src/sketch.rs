//! [`Sketch`]: a draft while it is written: ground first, then what stands on it.

use marahel_breeding::parts::script_of;
use marahel_level::{Role, Tile, TileSet};
use marahel_script::{Condition, Estimator, Explorer, Neighborhood, Regions, Script, Spelling};

use crate::choices::Choices;
use crate::facts::{Along, Facts, Placement};
use crate::words::{everywhere, here, opposite, rectangle, tiles_in, write};
use crate::{ground, marks, things, ways};

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
    /// The tile from which marked cells can be reached, and those that cannot be reached from it.
    pub(crate) marked: Option<(Tile, TileSet)>,
    neighborhoods: Vec<(String, Neighborhood)>,
}

/// What each tile of a draft becomes.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// Straight lines across the level.
    pub(crate) lines: Vec<Tile>,
    /// Grounds that cover much.
    pub(crate) grounds: Vec<Tile>,
    /// For a ground, the tile beside it.
    pub(crate) shores: Vec<(Tile, Tile)>,
    /// Ways, each with the tiles that it joins.
    pub(crate) ways: Vec<(Tile, TileSet)>,
    /// Tiles where a way crosses something.
    pub(crate) bridges: Vec<(Tile, TileSet)>,
    /// Between two grounds.
    pub(crate) fences: Vec<(Tile, TileSet, TileSet)>,
    /// Closed loops, each around another tile.
    pub(crate) loops: Vec<(Tile, Tile)>,
    /// What stands on the ground.
    pub(crate) things: Vec<Tile>,
}

/// A tile with a smaller share of the level is a thing, not a ground.
const GROUND: f64 = 0.025;
const GROUND_CELLS: f64 = 12.0;
/// Pieces of more cells are grounds.
pub(crate) const PIECE: f64 = 40.0;

/// A script to complete, and how much of a level each tile covers in its levels.
pub(crate) struct Layout {
    pub(crate) script: Script,
    /// The tiles that cover much, with their mean numbers of cells.
    pub(crate) grounds: Vec<(f64, Tile)>,
}

/// Writes the draft of some choices. `grounds` are layouts to begin with, in the tiles of the problem;
/// a layout of the user stays as it is.
pub(crate) fn draft(
    facts: &Facts,
    choices: &mut Choices,
    grounds: &[Script],
    layout: Option<&Layout>,
) -> Script {
    let base = match layout {
        Some(layout) => choices.weighted("base", &layout.grounds),
        None => base(facts, choices),
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
        marked: None,
        neighborhoods: Vec::new(),
    };
    if let Some(layout) = layout {
        sketch.continue_from(&layout.script);
        let parts = parts(&mut sketch);
        stand(&mut sketch, &parts, Some(layout));
        things::repair(&mut sketch);
        return sketch.finish();
    }
    ground::begin(&mut sketch, grounds);
    let parts = parts(&mut sketch);
    ground::divide(&mut sketch);
    for &(tile, inner) in &parts.loops {
        ground::closed_loop(&mut sketch, tile, inner);
    }
    for &tile in &parts.lines {
        ground::line(&mut sketch, tile, &parts);
    }
    for &tile in &parts.grounds {
        if sketch.below != Some(tile) && !sketch.written.contains(tile) {
            ground::lay(&mut sketch, tile);
            if let Some(&(_, shore)) = parts.shores.iter().find(|(ground, _)| *ground == tile) {
                ground::shore(&mut sketch, tile, shore);
            }
        }
    }
    stand(&mut sketch, &parts, None);
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
    let given = layout.map_or(TileSet::EMPTY, |_| sketch.written);
    let things = parts.things.iter().map(|&tile| Part::Thing(tile));
    let ways = parts.ways.iter().map(|&(tile, ends)| Part::Way(tile, ends));
    // What a user laid out is not laid out again.
    let grounds = parts.grounds.iter().filter(|_| layout.is_some()).map(|&tile| Part::Thing(tile));
    let mut left: Vec<Part> = things.chain(ways).chain(grounds).collect();
    left.retain(|part| !given.contains(part.tile()));
    let ends = parts.ways.iter().fold(TileSet::EMPTY, |all, (_, ends)| all.union(*ends));
    while !left.is_empty() {
        let mut keyed: Vec<(usize, f64, Part)> = Vec::new();
        for &part in &left {
            let depends = sketch.depends(part, parts);
            // A way leads around the ends of others, too.
            let of_way = if matches!(part, Part::Way(..)) { ends } else { TileSet::EMPTY };
            let depends = depends.union(of_way);
            let before = left
                .iter()
                .filter(|&&other| other.tile() != part.tile() && depends.contains(other.tile()));
            let order = sketch.choices.share(&format!("order of {}", part.tile()));
            let n_before = before.count();
            // A way waits for all of its ends.
            let has_ways = left.iter().any(|other| matches!(other, Part::Way(..)));
            let waits = match part {
                Part::Way(..) if n_before > 0 => N_WAITS,
                // What is no end of a way would stand in its way.
                Part::Thing(tile) if has_ways && !ends.contains(tile) => 1,
                _ => 0,
            };
            keyed.push((n_before + waits, order, part));
        }
        let next = keyed
            .into_iter()
            .min_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)));
        let Some((_, _, part)) = next else { break };
        left.retain(|&other| other != part);
        if let Some(layout) = layout {
            sketch.base =
                sketch.choices.weighted(&format!("base of {}", part.tile()), &layout.grounds);
        }
        match part {
            Part::Thing(tile) if layout.is_some() && parts.grounds.contains(&tile) => {
                ground::lay(sketch, tile);
            }
            Part::Way(tile, ends) => ways::join_ends(sketch, tile, ends, parts),
            Part::Thing(tile) if sketch.written.contains(tile) => (),
            Part::Thing(tile) => {
                things::stand(sketch, tile, parts);
                marks::mark_from(sketch, tile);
            }
        }
    }
    marks::clear(sketch);
}

/// More than there are parts.
const N_WAITS: usize = 100;

/// The ground of a level: a large share, or what nothing counts.
fn base(facts: &Facts, choices: &mut Choices) -> Tile {
    let area = facts.area();
    let known: f64 = (0..facts.kinds.len() as Tile).filter_map(|tile| facts.bulk(tile)).sum();
    let rest = (area - known).max(area * 0.05);
    let weigh = |tile: Tile| {
        let kind = facts.kind(tile);
        let is_ground = matches!(kind.role, Role::Floor | Role::Wall | Role::Decoration);
        match facts.bulk(tile) {
            _ if facts.is_thin(tile) => 0.0,
            Some(n) if kind.border.0 < 0.5 => n * n,
            Some(n) => n * n / 10.0,
            None if kind.role == Role::Floor => 2.0 * rest * rest,
            None if is_ground => rest * rest,
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

/// Decides what each tile becomes.
fn parts(sketch: &mut Sketch<'_>) -> Parts {
    let facts = sketch.facts;
    let (base, area) = (sketch.base, facts.area());
    let all: Vec<Tile> = (0..facts.kinds.len() as Tile).filter(|&tile| tile != base).collect();
    let most = |tile: Tile| facts.kind(tile).cells.map_or(0.0, |(_, high)| high.min(area));
    let least = |tile: Tile| facts.kind(tile).cells.map_or(0.0, |(low, _)| low);
    let mut parts = Parts::default();
    parts.lines = all
        .iter()
        .copied()
        .filter(|&tile| {
            let kind = facts.kind(tile);
            kind.along == Some(Along::Rows)
                && kind.pieces.is_some_and(|(_, high)| high <= 1.0)
                && least(tile) >= 0.6 * facts.width as f64
        })
        .collect();
    // A way is made of what ends are joined by; a bridge is counted together with a way.
    let is_bridge = |tile: Tile| {
        let mates = facts.mates[usize::from(tile)];
        let is_few = facts.kind(tile).cells.is_none_or(|(low, _)| low <= 1.0);
        let is_few = is_few
            && (facts.is_called_a_bridge(tile)
                || !mates.iter().any(|mate| facts.is_called_a_bridge(mate)));
        is_few
            && !mates.is_empty()
            && !matches!(facts.kind(tile).role, Role::Loot | Role::Decoration)
    };
    let mut ways: Vec<(Tile, TileSet)> = Vec::new();
    // Ways of one tile with common ends are one; others are apart.
    let mut add_way = |way: Tile, ends: TileSet| {
        let mut own = ways.iter_mut();
        match own.find(|(tile, own)| *tile == way && !own.is_disjoint(ends)) {
            Some((_, own)) => *own = own.union(ends),
            None => ways.push((way, ends)),
        }
    };
    for (&river, &ends) in &facts.rivers {
        if river != base {
            add_way(river, ends);
        }
    }
    let by_bulk = |tiles: Vec<Tile>| {
        let mut tiles = tiles;
        tiles.sort_by(|&left, &right| {
            let is_floor = |tile| facts.kind(tile).role == Role::Floor;
            let bulk = |tile| facts.bulk(tile).filter(|_| most(tile) < area).unwrap_or(0.0);
            is_floor(right).cmp(&is_floor(left)).then(bulk(right).total_cmp(&bulk(left)))
        });
        tiles
    };
    for link in &facts.links {
        if link.over.contains(base) || link.ends.contains(base) || link.over.is_empty() {
            continue;
        }
        let over: Vec<Tile> = link
            .over
            .iter()
            .filter(|tile| all.contains(tile) && !parts.lines.contains(tile))
            .collect();
        let plain: Vec<Tile> = over.iter().copied().filter(|&tile| !is_bridge(tile)).collect();
        let over = by_bulk(if plain.is_empty() { over } else { plain });
        if let Some(&way) = over.first() {
            add_way(way, link.ends);
        }
    }
    for &tiles in &facts.networks {
        if tiles.contains(base) {
            continue;
        }
        let members: Vec<Tile> = tiles.iter().filter(|tile| all.contains(tile)).collect();
        let once: Vec<Tile> =
            members.iter().copied().filter(|&tile| 0.0 < most(tile) && most(tile) <= 1.5).collect();
        let ends = if once.len() > 1 {
            once
        } else {
            let is_few = |&tile: &Tile| most(tile) > 0.0 && most(tile) <= area * 0.05;
            members.iter().copied().filter(is_few).collect()
        };
        let over: Vec<Tile> = members
            .iter()
            .copied()
            .filter(|&tile| {
                let is_run = facts.kind(tile).along.is_some();
                !ends.contains(&tile)
                    && facts.kind(tile).size.is_none()
                    && !is_bridge(tile)
                    && !parts.lines.contains(&tile)
                    && !is_run
            })
            .collect();
        let ends: TileSet =
            ends.into_iter().filter(|&tile| facts.kind(tile).size.is_none()).collect();
        if let (Some(&way), false) = (by_bulk(over).first(), ends.is_empty()) {
            add_way(way, ends);
        }
    }
    parts.ways = ways;
    let way_tiles: TileSet = parts.ways.iter().map(|(tile, _)| *tile).collect();
    for &tile in &all {
        let mates = facts.mates[usize::from(tile)];
        if is_bridge(tile) && !way_tiles.contains(tile) && !mates.is_disjoint(way_tiles) {
            parts.bridges.push((tile, mates));
        }
    }
    let bridges: TileSet = parts.bridges.iter().map(|(tile, _)| *tile).collect();
    for (&ground, &between) in &facts.shores {
        let shores: Vec<Tile> = between
            .iter()
            .filter(|&tile| tile != base && !way_tiles.contains(tile) && !bridges.contains(tile))
            .collect();
        if ground == base || shores.is_empty() {
            continue;
        }
        let chosen = sketch.choices.whole(&format!("shore of {ground}"), 0, shores.len() as i64);
        if let Some(&shore) = shores.get(chosen as usize) {
            parts.shores.push((ground, shore));
        }
    }
    for &(inner, outer, between) in &facts.fences {
        let between: Vec<Tile> = between.iter().filter(|&tile| tile != base).collect();
        if !between.is_empty() && !parts.shores.iter().any(|(ground, _)| outer.contains(*ground)) {
            let tile =
                *sketch.choices.pick(&format!("fence around {}", inner.iter().count()), &between);
            parts.fences.push((tile, inner, outer));
        }
    }
    let shores: TileSet = parts.shores.iter().map(|(_, tile)| *tile).collect();
    let fences: TileSet = parts.fences.iter().map(|(tile, ..)| *tile).collect();
    let lines: TileSet = parts.lines.iter().copied().collect();
    let is_free =
        |tile: Tile| !way_tiles.contains(tile) && !lines.contains(tile) && !bridges.contains(tile);
    for &tile in all.iter().filter(|&&tile| facts.is_loop(tile) && is_free(tile)) {
        let inner: Vec<Tile> = all
            .iter()
            .copied()
            .filter(|&inner| {
                inner != tile && is_free(inner) && most(inner) > 7.0 && least(inner) < area / 4.0
            })
            .collect();
        if !inner.is_empty() {
            let inner = *sketch.choices.pick(&format!("inside of {tile}"), &inner);
            parts.loops.push((tile, inner));
        }
    }
    let loops: TileSet = parts.loops.iter().flat_map(|&(tile, inner)| [tile, inner]).collect();
    let taken = loops.union(way_tiles).union(bridges).union(shores).union(fences).union(lines);
    for &tile in all.iter().filter(|&&tile| !taken.contains(tile)) {
        let kind = facts.kind(tile);
        if most(tile) <= 0.0 && !(kind.cells.is_none() && kind.role == Role::Wall) {
            continue;
        }
        let is_piece = kind.size.is_some_and(|(_, high)| high <= PIECE)
            && (kind.along.is_some()
                || kind.pieces.map_or(
                    kind.size.is_some_and(|(low, high)| low >= high / 2.0),
                    |(_, high)| high <= 8.0,
                ));
        let hosted =
            facts.networks.iter().filter(|network| !network.contains(base)).any(|network| {
                network.contains(tile) && kind.size.is_some() && !network.is_disjoint(way_tiles)
            });
        let bulk = facts.bulk(tile).unwrap_or(0.0);
        let is_placed = facts.placements.iter().any(|placement| {
            let named = placement.lists.iter().flatten().map(tiles_in);
            let named = named.fold(TileSet::EMPTY, TileSet::union);
            let others = named
                .iter()
                .filter(|&other| usize::from(other) < facts.kinds.len() && other != base);
            placement.is_each && placement.tiles.contains(tile) && others.count() > 0
        });
        let is_ground = !is_placed
            && bulk >= area * GROUND
            && most(tile) > GROUND_CELLS
            && !is_piece
            && !hosted
            && kind.grid.is_none();
        if is_ground { parts.grounds.push(tile) } else { parts.things.push(tile) }
    }
    let mut keyed: Vec<(f64, Tile)> = parts
        .grounds
        .iter()
        .map(|&tile| {
            let order = sketch.choices.number(&format!("order of {tile}"), 0.5, 1.5);
            let is_border = facts.kind(tile).border.0 > 0.5;
            let early = if is_border { 4.0 } else { 1.0 };
            (-facts.bulk(tile).unwrap_or(0.0) * order * early, tile)
        })
        .collect();
    keyed.sort_by(|left, right| left.0.total_cmp(&right.0));
    parts.grounds = keyed.into_iter().map(|(_, tile)| tile).collect();
    parts
}

impl Sketch<'_> {
    /// Adds an explorer with its description, mirrored as the problem asks.
    pub(crate) fn put(&mut self, description: &str, explorer: Explorer) {
        let mirror = self.facts.mirror;
        self.put_once(description, Explorer { mirror, ..explorer });
    }

    /// Adds an explorer that writes no images.
    pub(crate) fn put_once(&mut self, description: &str, explorer: Explorer) {
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
        self.choices.number(&format!("amount of {tile}"), low + margin, high - margin).max(1.0)
    }

    /// The mirrors of an explorer make so many cells of one.
    pub(crate) fn n_images(&self) -> f64 {
        self.facts.mirror.map_or(1.0, |mirror| mirror.n_images_max() as f64 + 1.0).min(4.0)
    }

    /// Conditions that keep a tile from where it is a fault, and those that ask for its like beside
    /// it, which the first of them cannot meet.
    pub(crate) fn guards(&mut self, tile: Tile) -> (Vec<Condition>, Vec<Condition>) {
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

    /// The conditions of places where a tile must stand, as alternatives.
    pub(crate) fn places(&mut self, tile: Tile) -> Vec<Vec<Condition>> {
        let mut alternatives = vec![Vec::new()];
        for (index, Placement { tiles, lists, is_each }) in self.facts.placements.iter().enumerate()
        {
            if !tiles.contains(tile) {
                continue;
            }
            let others = self.facts.placements.iter();
            let is_sure = *is_each
                || others.filter(|other| !other.is_each && other.tiles.contains(tile)).count() == 1;
            if !is_sure && !self.choices.chance(&format!("place {index} of {tile}"), 0.4) {
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
        let named = places.iter().flatten().map(tiles_in).fold(TileSet::EMPTY, TileSet::union);
        let (guards, _) = self.guards(tile);
        let asked = guards.iter().filter(|guard| asks_for(guard)).map(tiles_in);
        let mut depends = asked.fold(named, TileSet::union);
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
                let runs = network.iter().filter(|&other| {
                    self.facts.kind(other).along.is_some() && self.facts.kind(tile).along.is_none()
                });
                depends = depends.union(runs.collect());
                depends = depends.union(network.iter().filter(|&way| ways.contains(way)).collect());
            }
        }
        depends.difference(TileSet::only(tile))
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
        let all = touching.fold(all, |all, (_, others)| all.union(*others));
        all.iter().filter(|&other| self.written.contains(other)).collect()
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
        if !self.neighborhoods.iter().any(|(_, known)| *known == cells) {
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
        Condition::Bare(_) => true,
        Condition::Compare(Estimator::Distance(_), is, Estimator::Number(n)) => !is.holds(99.0, *n),
        Condition::Compare(Estimator::Neighborhood(..), is, Estimator::Number(n)) => {
            !is.holds(0.0, *n)
        }
        Condition::Compare(..) => !matches!(opposite(condition), Condition::Bare(_)),
    }
}
