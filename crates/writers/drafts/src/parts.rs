//! [`Parts`]: what each tile of a draft becomes, by what the problem asks of it.

use marahel_level::{Role, Tile, TileSet, UNKNOWN};

use crate::facts::{Facts, Heap};
use crate::sketch::Sketch;
use crate::things;
use crate::words::tiles_in;

/// What each tile of a draft becomes.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// Straight lines across the level.
    pub(crate) lines: Vec<Tile>,
    /// Grounds that cover much, in the order in which they are laid.
    pub(crate) grounds: Vec<Tile>,
    /// For a ground, the tile beside it.
    pub(crate) shores: Vec<(Tile, Tile)>,
    /// For a tile, the tile that is all around it.
    pub(crate) collars: Vec<(Tile, Tile)>,
    /// Ways, each with the tiles that it joins.
    pub(crate) ways: Vec<(Tile, TileSet)>,
    /// Tiles where a way crosses something, each with the ways.
    pub(crate) bridges: Vec<(Tile, TileSet)>,
    /// Tiles between two grounds.
    pub(crate) fences: Vec<(Tile, TileSet, TileSet)>,
    /// Closed loops, each around another tile.
    pub(crate) loops: Vec<(Tile, Tile)>,
    /// A closed wall, and what it shuts in.
    pub(crate) pen: Option<(Tile, TileSet)>,
    /// What stands on the ground.
    pub(crate) things: Vec<Tile>,
}

/// A tile with a smaller share of the level is a thing, not a ground.
const GROUND: f64 = 0.025;
const GROUND_CELLS: f64 = 12.0;
/// Pieces of more cells are grounds.
pub(crate) const PIECE: f64 = 40.0;
/// What covers less of the level than this can be the end of a way.
const END: f64 = 0.05;
/// A closed loop lies around a tile with more cells than this, and less of the level.
const INSIDE_CELLS: f64 = 7.0;
/// A way with more cells than this, and with one end, leads around.
const AROUND: f64 = 16.0;
/// A way joins at least so many things, if it is no floor and has many cells.
const FEW_ENDS: f64 = 2.5;
const INSIDE: f64 = 0.25;
/// What is no floor and covers more of the level is a ground, however many things are in it.
const LAKE: f64 = 0.15;

impl Parts {
    /// Decides what each tile becomes but the base of a sketch.
    pub(crate) fn of(sketch: &mut Sketch<'_>) -> Self {
        let facts = sketch.facts;
        let base = sketch.base;
        // What stands at images of another side comes of itself.
        let is_second = |tile: Tile| facts.twins.iter().any(|twins| twins.second == tile);
        let all = facts.all.iter().filter(|&tile| tile != base && !is_second(tile));
        let all: Vec<Tile> = all.collect();
        let lines = all.iter().copied().filter(|&tile| facts.kind(tile).span.is_some()).collect();
        let mut parts = Self { lines, ..Self::default() };
        parts.ways = ways(facts, base, &parts.lines);
        let ways = parts.way_tiles();
        let bridges = all.iter().filter(|&&tile| is_bridge(facts, tile) && !ways.contains(tile));
        let bridges = bridges.map(|&tile| (tile, bridged(facts, tile)));
        parts.bridges = bridges.filter(|(_, mates)| !mates.is_disjoint(ways)).collect();
        parts.choose_shores(sketch);
        parts.choose_fences(sketch);
        parts.choose_loops(sketch, &all);
        parts.choose_pen(sketch, &all);
        parts.sort(sketch, &all);
        parts
    }

    /// The tiles of ways.
    pub(crate) fn way_tiles(&self) -> TileSet {
        self.ways.iter().map(|(tile, _)| *tile).collect()
    }

    /// Leaves out what the maker of rooms writes, and ways: doors join rooms. What covers no border
    /// stands in the rooms.
    pub(crate) fn leave_out(&mut self, tiles: TileSet, facts: &Facts) {
        let is_thing = |&tile: &Tile| facts.kind(tile).border.0 <= 0.5;
        let ways = std::mem::take(&mut self.ways).into_iter().map(|(way, _)| way);
        let (things, grounds) = std::mem::take(&mut self.grounds).into_iter().partition(is_thing);
        self.grounds = grounds;
        self.things.extend(ways.chain::<Vec<Tile>>(things));
        self.grounds.retain(|tile| !tiles.contains(*tile));
        self.things.retain(|tile| !tiles.contains(*tile));
        self.loops.retain(|(tile, _)| !tiles.contains(*tile));
        self.shores.retain(|(_, shore)| !tiles.contains(*shore));
        self.fences.retain(|(fence, ..)| !tiles.contains(*fence));
    }

    fn choose_shores(&mut self, sketch: &mut Sketch<'_>) {
        let (ways, base) = (self.way_tiles(), sketch.base);
        let bridges: TileSet = self.bridges.iter().map(|(tile, _)| *tile).collect();
        for (&ground, &between) in &sketch.facts.shores {
            let is_free =
                |&tile: &Tile| tile != base && !ways.contains(tile) && !bridges.contains(tile);
            let shores: Vec<Tile> = between.iter().filter(is_free).collect();
            if ground == base || shores.is_empty() {
                continue;
            }
            let chosen =
                sketch.choices.whole(&format!("shore of {ground}"), 0, shores.len() as i64);
            self.shores.extend(shores.get(chosen as usize).map(|&shore| (ground, shore)));
        }
        for (&tile, around) in &sketch.facts.collars {
            let is_free = |&other: &Tile| !ways.contains(other) && !bridges.contains(other);
            let around: Vec<Tile> = around.iter().filter(is_free).collect();
            if !around.is_empty() && !around.contains(&base) {
                let shore = *sketch.choices.pick(&format!("around {tile}"), &around);
                self.collars.push((tile, shore));
            }
        }
    }

    fn choose_fences(&mut self, sketch: &mut Sketch<'_>) {
        for &(inner, outer, between) in &sketch.facts.fences {
            let between: Vec<Tile> = between.iter().filter(|&tile| tile != sketch.base).collect();
            let has_shore = self.shores.iter().any(|(ground, _)| outer.contains(*ground));
            if !between.is_empty() && !has_shore {
                let name = format!("fence around {}", inner.len());
                self.fences.push((*sketch.choices.pick(&name, &between), inner, outer));
            }
        }
    }

    fn choose_loops(&mut self, sketch: &mut Sketch<'_>, all: &[Tile]) {
        let facts = sketch.facts;
        let ways = self.way_tiles();
        let is_free = |tile: Tile| {
            let is_bridge = self.bridges.iter().any(|(bridge, _)| *bridge == tile);
            !ways.contains(tile) && !self.lines.contains(&tile) && !is_bridge
        };
        let mut loops = Vec::new();
        for &tile in all.iter().filter(|&&tile| facts.is_loop(tile) && is_free(tile)) {
            let is_inside = |&inner: &Tile| {
                let is_small = facts.least(inner) < facts.area() * INSIDE;
                inner != tile && is_free(inner) && facts.most(inner) > INSIDE_CELLS && is_small
            };
            let inside: Vec<Tile> = all.iter().copied().filter(is_inside).collect();
            if !inside.is_empty() {
                let name = format!("inside of {tile}");
                loops.push((tile, *sketch.choices.pick(&name, &inside)));
            }
        }
        // A way of many cells that joins one thing alone leads around.
        for &(way, ends) in &self.ways {
            let is_single = ends.iter().map(|end| facts.most(end)).sum::<f64>() < 2.0;
            if is_single && (facts.least(way) >= AROUND || facts.has_no_ends(way)) {
                loops.push((way, UNKNOWN));
            }
        }
        self.loops = loops;
    }

    /// Things that nobody must reach can be shut in by a wall that lies nowhere else.
    fn choose_pen(&mut self, sketch: &mut Sketch<'_>, all: &[Tile]) {
        let facts = sketch.facts;
        let is_thing = |tile: Tile| facts.most(tile) > 0.0 && facts.most(tile) < PIECE;
        let mut sealed = facts.sealed.iter().map(|(_, to)| *to);
        let Some(inside) = sealed.find(|to| to.iter().all(is_thing)) else { return };
        let is_wall = |tile: &Tile| {
            let kind = facts.kind(*tile);
            kind.role == Role::Wall && kind.border.0 <= 0.0 && kind.apart.is_none()
        };
        let walls: Vec<Tile> = all.iter().copied().filter(is_wall).collect();
        let is_possible = sketch.rooms.is_none() && facts.pieces_with(sketch.base).is_none();
        if is_possible && !walls.is_empty() && sketch.choices.chance("pen", 0.8) {
            self.pen = Some((*sketch.choices.pick("wall of the pen", &walls), inside));
        }
    }

    /// Sorts what is left into grounds and things.
    fn sort(&mut self, sketch: &mut Sketch<'_>, all: &[Tile]) {
        let facts = sketch.facts;
        let shores = self.shores.iter().map(|(_, tile)| *tile);
        let fences = self.fences.iter().map(|(tile, ..)| *tile);
        let loops = self.loops.iter().flat_map(|&(tile, inner)| [tile, inner]);
        let bridges = self.bridges.iter().map(|(tile, _)| *tile);
        let lines = self.lines.iter().copied();
        let collars = self.collars.iter().map(|(_, tile)| *tile);
        let taken = shores.chain(fences).chain(loops).chain(bridges).chain(lines);
        let pen = self.pen.iter().map(|(wall, _)| *wall);
        let heap = facts.heap.as_ref().filter(|heap| !heap.holds(sketch.base));
        let heaped = heap.map_or(TileSet::EMPTY, Heap::written);
        let taken: TileSet = taken.chain(collars).chain(pen).chain(heaped.iter()).collect();
        let ways = self.way_tiles();
        let taken = taken.union(ways);
        for &tile in all.iter().filter(|&&tile| !taken.contains(tile)) {
            let kind = facts.kind(tile);
            let is_wanted = facts.most(tile) > 0.0 || facts.filled(tile).is_some();
            let is_free_wall = kind.cells.is_none() && kind.role == Role::Wall;
            if !is_wanted && !is_free_wall {
                continue;
            }
            let networks = facts.networks.iter().filter(|network| !network.contains(sketch.base));
            let is_hosted = kind.size.is_some()
                && networks
                    .clone()
                    .any(|network| network.contains(tile) && !network.is_disjoint(ways));
            let is_thing = is_hosted
                || kind.grid.is_some()
                || is_piece(facts, tile)
                || things::crossing(sketch, tile).is_some()
                || stands_beside_others(facts, tile, sketch.base);
            let bulk = facts.bulk(tile).unwrap_or(0.0);
            let is_large = bulk >= facts.area() * GROUND
                && facts.most(tile) > GROUND_CELLS
                && kind.apart.is_none();
            let is_ground = is_large && !is_thing || facts.filled(tile).is_some();
            if is_ground { self.grounds.push(tile) } else { self.things.push(tile) }
        }
        let mut keyed: Vec<(f64, Tile)> = Vec::new();
        for &tile in &self.grounds {
            let order = sketch.choices.number(&format!("order of {tile}"), 0.5, 1.5);
            let early = if facts.kind(tile).border.0 > 0.5 { 4.0 } else { 1.0 };
            keyed.push((-facts.bulk(tile).unwrap_or(0.0) * order * early, tile));
        }
        keyed.sort_by(|left, right| left.0.total_cmp(&right.0));
        self.grounds = keyed.into_iter().map(|(_, tile)| tile).collect();
    }
}

/// The ways that lead over a bridge: what is counted with it, or walked with it.
fn bridged(facts: &Facts, tile: Tile) -> TileSet {
    let walked = facts.links.iter().map(|link| link.over).filter(|over| over.contains(tile));
    let mates = facts.mates[usize::from(tile)];
    walked.fold(mates, TileSet::union).difference(TileSet::only(tile))
}

/// Whether a tile can be where a way crosses something: it is counted together with a way.
fn is_bridge(facts: &Facts, tile: Tile) -> bool {
    let (kind, mates) = (facts.kind(tile), facts.mates[usize::from(tile)]);
    let is_few = kind.cells.is_none_or(|(low, _)| low <= 1.0);
    let is_called_so =
        facts.is_called_a_bridge(tile) || !mates.iter().any(|mate| facts.is_called_a_bridge(mate));
    let is_thing = matches!(kind.role, Role::Loot | Role::Decoration);
    is_few && is_called_so && !mates.is_empty() && !is_thing
}

/// Whether a tile comes in pieces of some cells.
fn is_piece(facts: &Facts, tile: Tile) -> bool {
    let kind = facts.kind(tile);
    let Some((low, high)) = kind.size else { return false };
    let are_few = kind.pieces.map_or(low >= high / 2.0, |(_, high)| high <= 8.0);
    high <= PIECE && (kind.along.is_some() || are_few)
}

/// Whether each cell of a tile must stand beside another tile than the base.
fn stands_beside_others(facts: &Facts, tile: Tile, base: Tile) -> bool {
    facts.placements.iter().any(|placement| {
        let named = placement.lists.iter().flatten().map(tiles_in);
        let named = named.fold(TileSet::EMPTY, TileSet::union);
        let is_other = |other: Tile| facts.all.contains(other) && other != base;
        placement.is_each && placement.tiles.contains(tile) && named.iter().any(is_other)
    })
}

/// Ways, each with its ends: rivers, what paths lead over, and what makes things one piece.
fn ways(facts: &Facts, base: Tile, lines: &[Tile]) -> Vec<(Tile, TileSet)> {
    let mut ways: Vec<(Tile, TileSet)> = Vec::new();
    // Ways of one tile with common ends are one; others are apart.
    let mut add = |way: Tile, ends: TileSet| {
        let mut own = ways.iter_mut();
        match own.find(|(tile, own)| *tile == way && !own.is_disjoint(ends)) {
            Some((_, own)) => *own = own.union(ends),
            None => ways.push((way, ends)),
        }
    };
    for (&river, &ends) in facts.rivers.iter().filter(|(river, _)| **river != base) {
        add(river, ends);
    }
    for link in &facts.links {
        if link.over.contains(base) || link.ends.contains(base) {
            continue;
        }
        let is_free = |tile: &Tile| !lines.contains(tile) && facts.filled(*tile).is_none();
        let over: Vec<Tile> = link.over.iter().filter(is_free).collect();
        let plain: Vec<Tile> =
            over.iter().copied().filter(|&tile| !is_bridge(facts, tile)).collect();
        if let Some(way) = first_way(facts, if plain.is_empty() { over } else { plain }) {
            add(way, link.ends);
        }
    }
    for tiles in facts.networks.iter().filter(|tiles| !tiles.contains(base)) {
        let ends = ends_of(facts, *tiles);
        let is_over = |&tile: &Tile| {
            let kind = facts.kind(tile);
            let is_run = kind.along.is_some() || kind.size.is_some();
            !ends.contains(tile) && !is_run && !is_bridge(facts, tile) && !lines.contains(&tile)
        };
        let over: Vec<Tile> = tiles.iter().filter(is_over).collect();
        let ends: TileSet = ends.iter().filter(|&tile| facts.kind(tile).size.is_none()).collect();
        let collared =
            facts.collars.iter().map(|(&tile, around)| around.union(TileSet::only(tile)));
        let ends = collared.filter(|all| tiles.is_superset(*all)).fold(ends, TileSet::union);
        let n_ends: f64 = ends.iter().map(|end| facts.most(end)).sum();
        // A lake with a few things in it is a ground.
        let is_way = |way: &Tile| {
            let cells = facts.least(*way);
            facts.kind(*way).role == Role::Floor
                || n_ends > FEW_ENDS && cells < facts.area() * LAKE
                || cells < AROUND
        };
        if let (Some(way), false) = (first_way(facts, over).filter(is_way), ends.is_empty()) {
            add(way, ends);
        }
    }
    ways
}

/// The things of tiles that are one piece: what is there once, or else what there is little of.
fn ends_of(facts: &Facts, tiles: TileSet) -> TileSet {
    let up_to = |most: f64| -> TileSet {
        let is_end = |&tile: &Tile| {
            0.0 < facts.most(tile) && facts.most(tile) <= most && !facts.is_called_a_bridge(tile)
        };
        tiles.iter().filter(is_end).collect()
    };
    let once = up_to(1.5);
    if once.len() > 1 { once } else { up_to(facts.area() * END) }
}

/// The tile that a way is made of: a floor if there is one, and what there is most of.
fn first_way(facts: &Facts, tiles: Vec<Tile>) -> Option<Tile> {
    let key = |tile: Tile| {
        let bulk = facts.bulk(tile).filter(|_| facts.most(tile) < facts.area());
        (facts.kind(tile).role == Role::Floor, bulk.unwrap_or(0.0))
    };
    tiles.into_iter().reduce(|best, tile| {
        let ((is_floor, bulk), (is_best_floor, best_bulk)) = (key(tile), key(best));
        let order = is_floor.cmp(&is_best_floor).then(bulk.total_cmp(&best_bulk));
        if order.is_gt() { tile } else { best }
    })
}
