//! What follows from several wishes together, and numbers that nothing says.

use marahel_breeding::parts::{cells, compare};
use marahel_level::{OUT, Role, Tile, TileSet};
use marahel_script::{Estimator, Operator};

use super::{
    A_SHARE, Along, Facts, Fault, Kind, LINE, Link, MUCH, ONE_PIECE, Placement, SOME, Union,
    list_of, touched,
};

impl Facts {
    /// What follows from several wishes together.
    pub(super) fn relate(&mut self) {
        self.choose_sides();
        self.take_each(Self::note_company);
        self.rivers.retain(|_, ends| ends.len() > 1);
        for link in &mut self.links {
            let reached = link.over.union(link.ends);
            link.is_across = self
                .crossings
                .iter()
                .any(|&(over, is_upward)| !is_upward && over.is_superset(reached));
        }
        self.keep_nets_apart();
        let is_ground = |kind: &Kind| {
            matches!(kind.role, Role::Floor | Role::Wall | Role::Hazard | Role::Decoration)
        };
        for Fault { tiles, conditions } in self.faults.clone() {
            let [condition] = &conditions[..] else { continue };
            let Some(neighbors) = touched(condition) else { continue };
            if let Some(tile) = tiles.single() {
                let around = self.all.difference(neighbors).difference(tiles);
                if neighbors.contains(OUT) && !around.is_empty() {
                    self.collars.insert(tile, around);
                }
                continue;
            }
            if !tiles.is_disjoint(neighbors) {
                continue;
            }
            let between: TileSet = self.all.difference(tiles.union(neighbors)).iter().collect();
            if let Some(neighbor) = neighbors.single() {
                let ground = between.iter().filter(|&tile| is_ground(self.kind(tile)));
                let ground = ground.collect();
                self.shores.entry(neighbor).or_insert(ground);
            }
            // Of many tiles, those that nothing counts are free to lie between.
            let walls = between.iter().filter(|&tile| {
                self.kind(tile).role == Role::Wall && self.kind(tile).cells.is_none()
            });
            let between = if between.len() > 2 { walls.collect() } else { between };
            if (1..=2).contains(&between.len()) {
                self.fences.push((tiles, neighbors, between));
            }
        }
    }

    /// Guesses the numbers that nothing says.
    pub(super) fn fill_in(&mut self) {
        let area = self.area();
        let n_border = (2 * (self.width + self.height) - 4) as f64;
        self.fill_in_sizes();
        self.choose_heap();
        self.choose_soils();
        self.count_held();
        for (tiles, low, high) in self.groups.clone() {
            // Rows of water with logs are laid as water.
            if let Some(soil) = self.soil_of(tiles)
                && self.kind(soil).cells.is_none()
                && tiles.iter().any(|tile| self.soils[usize::from(tile)].contains(soil))
            {
                self.kinds[usize::from(soil)].cells = Some((low, high));
            }
            let known = tiles.iter().filter_map(|tile| self.bulk(tile)).sum::<f64>();
            let mut free: Vec<Tile> =
                tiles.iter().filter(|&tile| self.kind(tile).cells.is_none()).collect();
            free.sort_by_key(|&tile| self.is_called_a_bridge(tile));
            // A share of the level is of grounds; ports on an island are few.
            let is_ground = |tile: &Tile| {
                let role = self.kind(*tile).role;
                matches!(role, Role::Floor | Role::Wall | Role::Hazard | Role::Decoration)
            };
            if low > area * A_SHARE && free.iter().any(is_ground) {
                free.retain(is_ground);
            }
            for (tile, place) in free.into_iter().zip(0..) {
                let low = if place == 0 { (low - known).max(0.0) } else { 0.0 };
                self.kinds[usize::from(tile)].cells =
                    Some((low, (high - known).max(low).min(area)));
            }
        }
        self.choose_soils();
        self.fill_in_sizes();
        self.choose_spans();
        // What is one piece with a few things is one piece.
        for tiles in self.networks.clone() {
            let mut members: Vec<Tile> = tiles.iter().collect();
            members.sort_by(|&left, &right| {
                let bulk = |tile| self.bulk(tile).unwrap_or(0.0);
                bulk(right).total_cmp(&bulk(left))
            });
            let n_others: f64 = members.iter().skip(1).filter_map(|&tile| self.bulk(tile)).sum();
            if let Some(&largest) = members.first()
                && members.len() > 1
                && self.bulk(largest).is_some_and(|n| n > 3.0 * n_others)
                && members.iter().skip(1).all(|&tile| self.bulk(tile).is_some())
            {
                let pieces = &mut self.kinds[usize::from(largest)].pieces;
                *pieces = pieces.or(Some((1.0, 1.0)));
                if self.kind(largest).role != Role::Floor {
                    self.note_soil(tiles, largest);
                }
            }
        }
        // Of things that stand somewhere together, those that nothing counts share what is left.
        for Placement { tiles, least, .. } in self.placements.clone() {
            let is_free = |&tile: &Tile| {
                let kind = self.kind(tile);
                kind.cells.is_none() && !matches!(kind.role, Role::Floor | Role::Wall)
            };
            let free: Vec<Tile> = tiles.iter().filter(is_free).collect();
            let known: f64 = tiles.iter().map(|tile| self.least(tile)).sum();
            let share = ((least - known) / free.len().max(1) as f64).ceil();
            for tile in free.into_iter().filter(|_| tiles.len() > 1 && share >= 1.0) {
                self.kinds[usize::from(tile)].cells = Some((share, share * 2.0));
            }
        }
        self.count_crossings();
        self.tie_numbers();
        // Of things that must stand somewhere, there are some.
        for Placement { tiles, .. } in self.placements.iter().filter(|placement| placement.is_each)
        {
            if let Some(tile) = tiles.single() {
                let kind = &mut self.kinds[usize::from(tile)];
                if !matches!(kind.role, Role::Floor | Role::Wall) {
                    kind.cells = kind.cells.or(Some((1.0, SOME)));
                }
            }
        }
        for kind in &mut self.kinds {
            let is_thing = matches!(
                kind.role,
                Role::Entrance | Role::Exit | Role::Key | Role::Loot | Role::Foe | Role::LockedDoor
            );
            if kind.cells.is_none() && kind.border.0 > MUCH {
                kind.cells = Some((n_border * kind.border.0, n_border));
            }
            if kind.cells.is_none() && is_thing {
                kind.cells = Some((1.0, 3.0));
            }
            // A floor in one piece, which nothing counts, is a ground.
            let is_ground = |most: f64| kind.role == Role::Floor && most <= ONE_PIECE;
            if let (None, Some((few, many))) = (kind.cells, kind.pieces)
                && !is_ground(many)
            {
                kind.cells = Some((few.max(1.0), many.max(1.0) * 3.0));
            }
        }
    }
}

impl Facts {
    /// What leads from side to side has as many cells as that takes.
    fn count_crossings(&mut self) {
        let floors: TileSet =
            self.all.iter().filter(|&tile| self.kind(tile).role == Role::Floor).collect();
        for (over, is_upward) in self.crossings.clone() {
            let side = if is_upward { self.height } else { self.width } as f64;
            let is_way = |&tile: &Tile| {
                self.kind(tile).cells.is_none()
                    && !self.is_called_a_bridge(tile)
                    && !over.is_superset(floors)
            };
            for tile in over.iter().filter(is_way).collect::<Vec<_>>() {
                self.kinds[usize::from(tile)].cells = Some((side, side * 2.0));
            }
        }
    }

    /// Of things of which there are as many, each has the numbers that suit both.
    fn tie_numbers(&mut self) {
        for (tile, partner) in self.ties.clone() {
            let [left, right] = [tile, partner].map(|tile| self.kind(tile).cells);
            let both = match (left, right) {
                (Some((low, high)), Some((least, most))) => Some((low.max(least), high.min(most))),
                (left, right) => left.or(right),
            };
            for tile in [tile, partner].into_iter().filter(|_| both.is_some_and(|(a, b)| a <= b)) {
                self.kinds[usize::from(tile)].cells = both;
            }
        }
    }

    /// Guesses sizes from numbers of cells, and numbers of cells from sizes.
    fn fill_in_sizes(&mut self) {
        let area = self.area();
        for kind in &mut self.kinds {
            if let (Some((low, high)), Some((_, pieces)), None) =
                (kind.cells, kind.pieces, kind.size)
                && low == high
                && (1.0..=2.0).contains(&pieces)
            {
                kind.size = Some((low / pieces, high));
            }
            if let (Some((low, high)), true) =
                (kind.size, kind.cells.is_none_or(|cells| cells.0 < 1.0))
            {
                let (few, many) = kind.pieces.unwrap_or((1.0, 2.0));
                kind.cells =
                    Some((few.max(1.0) * low, many.clamp(1.0, 8.0) * high.min(area / 8.0)));
            }
        }
    }

    /// Of pieces that are ways with their ends, no end touches the end of another.
    fn keep_nets_apart(&mut self) {
        let of_several = |union: &&Union| union.pieces.is_some_and(|(few, _)| few >= 2.0);
        for Union { tiles, .. } in self.unions.iter().filter(of_several) {
            let is_within = |link: &&Link| tiles.is_superset(link.ends);
            let nets: Vec<TileSet> =
                self.links.iter().filter(is_within).map(|link| link.ends).collect();
            for &own in &nets {
                let apart = nets.iter().filter(|ends| ends.is_disjoint(own));
                let foreign_ends = apart.fold(TileSet::EMPTY, |all, &ends| all.union(ends));
                if !foreign_ends.is_empty() {
                    let beside = Estimator::Neighborhood(cells("all"), list_of(foreign_ends));
                    let conditions = vec![compare(beside, Operator::Greater, 0.0)];
                    self.faults.push(Fault { tiles: own, conditions });
                }
            }
        }
    }

    /// Which ground each union of tiles is about: its pieces are pieces of that ground, and the things
    /// stand on it.
    fn choose_soils(&mut self) {
        let mut unions = self.unions.clone();
        // Of how many cells a piece is says nothing where nothing says how many pieces.
        unions.sort_by_key(|union| union.pieces.is_none());
        for Union { tiles, along, pieces, size } in unions {
            let Some(soil) = self.soil_of(tiles) else { continue };
            if pieces.is_none() && self.kind(soil).pieces.is_none() {
                continue;
            }
            self.note_soil(tiles, soil);
            let kind = &mut self.kinds[usize::from(soil)];
            kind.pieces = kind.pieces.or(pieces);
            kind.size = kind.size.or(size);
            kind.along = kind.along.or(along);
        }
    }

    /// Notes things of which each piece of a ground has some: as many as there are pieces.
    fn count_held(&mut self) {
        for (tiles, things, low, high) in std::mem::take(&mut self.held) {
            let pieces = self.soil_of(tiles).and_then(|soil| self.kind(soil).pieces);
            if let Some(pieces) = pieces {
                self.note_held(things, pieces, (low, high));
            }
        }
    }

    /// Notes that others of these tiles stand on a ground; what a way joins stands at its ends, not on it.
    fn note_soil(&mut self, tiles: TileSet, soil: Tile) {
        let ends = self.links.iter().fold(TileSet::EMPTY, |all, link| all.union(link.ends));
        for tile in tiles.iter().filter(|&tile| tile != soil && !ends.contains(tile)) {
            let soils = &mut self.soils[usize::from(tile)];
            *soils = soils.union(TileSet::only(soil));
        }
    }

    /// The tile of several that others stand on: it alone is not counted, or is a floor, a wall or a
    /// hazard, or there is much more of it than of all others together.
    pub(super) fn soil_of(&self, tiles: TileSet) -> Option<Tile> {
        let is_ground = |&tile: &Tile| {
            matches!(
                self.kind(tile).role,
                Role::Floor | Role::Wall | Role::Hazard | Role::Decoration
            )
        };
        let mut uncounted =
            tiles.iter().filter(|&tile| self.bulk(tile).is_none()).filter(is_ground);
        if let (Some(tile), None) = (uncounted.next(), uncounted.next()) {
            return Some(tile);
        }
        // Of several, the one that others keep from what is outside: jungle within a beach.
        let is_inner = |&tile: &Tile| {
            self.bulk(tile).is_none() && self.fences.iter().any(|(inner, ..)| inner.contains(tile))
        };
        let mut inner = tiles.iter().filter(is_ground).filter(is_inner);
        if let (Some(tile), None) = (inner.next(), inner.next()) {
            return Some(tile);
        }
        let is_plain =
            |&tile: &Tile| matches!(self.kind(tile).role, Role::Floor | Role::Wall | Role::Hazard);
        let mut plain = tiles.iter().filter(is_plain);
        if let (Some(tile), None) = (plain.next(), plain.next()) {
            return Some(tile);
        }
        let bulk = |tile: Tile| self.bulk(tile).unwrap_or(0.0);
        let soil = tiles.iter().max_by(|&left, &right| bulk(left).total_cmp(&bulk(right)))?;
        let n_others: f64 = tiles.iter().filter(|&tile| tile != soil).map(bulk).sum();
        (bulk(soil) > 2.0 * n_others).then_some(soil)
    }

    /// Which tile each straight line is of: the one that nothing counts, or that there is most of.
    fn choose_spans(&mut self) {
        for (tiles, along) in self.spans.clone() {
            let side = if along == Along::Rows { self.width } else { self.height } as f64;
            let key = |tile: Tile| self.bulk(tile).unwrap_or(f64::INFINITY);
            let Some(tile) = tiles.iter().max_by(|&left, &right| key(left).total_cmp(&key(right)))
            else {
                continue;
            };
            let ends = tiles.iter().filter(|&end| end != tile);
            let n_others: f64 = ends.map(|end| self.most(end)).sum();
            let kind = &mut self.kinds[usize::from(tile)];
            kind.span = Some(along);
            kind.cells = kind.cells.or(Some(((side - n_others).max(1.0), side)));
        }
        let width = self.width as f64;
        for kind in &mut self.kinds {
            let is_line = kind.along == Some(Along::Rows)
                && kind.pieces.is_some_and(|(_, high)| high <= 1.0)
                && kind.cells.is_some_and(|(low, _)| low >= LINE * width);
            if is_line {
                kind.span = Some(Along::Rows);
            }
        }
    }
}
