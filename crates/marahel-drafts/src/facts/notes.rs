//! What each wish says of the tiles that it names.

use marahel_breeding::parts::{cells, compare};
use marahel_level::{Mirror, OUT, Role, Tile, TileSet};
use marahel_problem::{Problem, Wish, Wished};
use marahel_script::{Condition, Edge, Estimator, Operator};

use super::{
    A_SHARE, ALL, Along, FEW, FEW_AT_BORDER, Facts, Fault, HELD_APART, Kind, LINE, Link, MUCH,
    NEAR, Placement, SHORT, SOME, SPAN, Union, along, as_others, as_touching, fault_of, grid_of,
    is_long, list_of, touched,
};
use crate::words::{from_edge, place, shape};

impl Facts {
    /// Notes what a wish says.
    pub(super) fn note(&mut self, wish: &Wish, problem: &Problem) {
        let Wish { min, max, .. } = *wish;
        let movements = problem.definition().movements();
        let offsets = |by: usize| movements[by].offsets();
        match &wish.of {
            Wished::Count(tiles) => self.note_cells(*tiles, min, max),
            Wished::Border(tiles) => self.note_edge(*tiles, min, max, true),
            Wished::Bottom(tiles) => self.note_edge(*tiles, min, max, false),
            &Wished::Pieces(tiles, by) => self.note_pieces(tiles, offsets(by), min, max),
            &Wished::Size(tiles, by)
            | &Wished::Smallest(tiles, by)
            | &Wished::Largest(tiles, by) => self.note_size(tiles, offsets(by), min, max),
            &Wished::Sized(tiles, by, low, high) if min > 0.0 => {
                self.note_pieces(tiles, offsets(by), min, max);
                self.note_size(tiles, offsets(by), low, high);
            }
            &Wished::Holding(tiles, things, by, low, high) if min > 0.0 => {
                if max.is_infinite() {
                    self.held.push((tiles, things, low, high));
                } else {
                    self.note_pieces(tiles, offsets(by), min, max);
                    self.note_held(things, (min, max), (low, high));
                }
            }
            &Wished::AsMany(things, pieces, _) => {
                self.held.push((pieces, things, 1.0, 1.0));
            }
            &Wished::Tied(tiles, others) => {
                if let (1, Some(tile), 1, Some(other)) =
                    (tiles.len(), tiles.iter().next(), others.len(), others.iter().next())
                {
                    self.ties.push((tile, other));
                }
            }
            &Wished::Lone(tiles, by) => self.note_lone(tiles, offsets(by)),
            Wished::Apart(tiles) if min > 1.0 && min.is_finite() => {
                for tile in tiles.iter() {
                    self.kinds[usize::from(tile)].apart = Some(min as i64);
                }
                if tiles.len() > 1 {
                    self.note_too_near(*tiles, *tiles, min);
                }
            }
            &Wished::Nearest(tiles, others) => self.note_nearest(tiles, others, min, max),
            &Wished::Touching(tiles, others, _) => self.touching.push((tiles, others)),
            Wished::Cells(lists) if max <= FEW && min <= 0.0 => {
                let all = self.all;
                let lists = lists.iter().map(|list| {
                    list.iter().map(|condition| as_others(condition, all)).collect::<Vec<_>>()
                });
                for Fault { tiles, conditions } in lists.filter_map(|list| fault_of(&list)) {
                    self.note_free_edge(tiles, &conditions);
                    let conditions = conditions.into_iter();
                    let conditions = conditions.map(|other| as_touching(other, tiles, all));
                    self.faults.push(Fault { tiles, conditions: conditions.collect() });
                }
            }
            Wished::Cells(lists) if min > 0.0 => self.note_places(lists, min, max),
            Wished::Each(tiles, lists) => {
                let lists = lists.clone();
                self.placements.push(Placement {
                    tiles: *tiles,
                    lists,
                    is_each: true,
                    least: 0.0,
                    most: 0.0,
                });
            }
            Wished::Way(stops, by) if max > 0.0 => {
                self.note_way(stops, movements[*by].over, min, max);
            }
            Wished::Way(stops, _) => {
                if let [first, .., last] = stops[..] {
                    self.sealed.push((first, last));
                }
            }
            &Wished::Reached(from, to, by) => {
                self.note_span(from.union(to), offsets(by), min);
                (if max <= 0.0 { &mut self.sealed } else { &mut self.reached }).push((from, to));
            }
            &Wished::Across(by, is_upward) if min > 0.0 => {
                let over = movements[by].over;
                self.crossings.push((over, is_upward));
                self.note_mates(over);
            }
            &Wished::Mirrored(mirror, tiles) => {
                self.mirror = self.mirror.or(Some(mirror.unwrap_or(Mirror::LeftRight)));
                let tiles = if tiles.is_empty() { self.all } else { tiles };
                self.mirrored = self.mirrored.union(tiles);
            }
            Wished::Sized(..)
            | Wished::Holding(..)
            | Wished::Apart(_)
            | Wished::Cells(_)
            | Wished::Across(..)
            | Wished::Other => (),
        }
    }

    /// Where no floor may stand at the border, or in the last row, the other tiles fill it.
    fn note_free_edge(&mut self, tiles: TileSet, conditions: &[Condition]) {
        let others = self.all.difference(tiles);
        let is_floor = |&tile: &Tile| self.kind(tile).role == Role::Floor;
        let is_last_row = |condition: &Condition| {
            [Operator::Equal, Operator::LessEqual]
                .into_iter()
                .any(|is| *condition == place(Edge::Bottom, is, 0))
                || *condition == place(Edge::Bottom, Operator::Less, 1)
        };
        if others.is_empty() || others.iter().any(|tile| is_floor(&tile)) {
            return;
        }
        match conditions {
            [at] if *at == from_edge(Operator::Equal, 1) => self.note_edge(others, 1.0, 1.0, true),
            [at] if is_last_row(at) => self.note_edge(others, 1.0, 1.0, false),
            _ => (),
        }
    }

    /// Notes a share of the border, or of the last row.
    fn note_edge(&mut self, tiles: TileSet, min: f64, max: f64, is_border: bool) {
        if min >= ALL {
            (if is_border { &mut self.borders } else { &mut self.bottoms }).push(tiles);
        }
        for tile in tiles.iter() {
            let kind = &mut self.kinds[usize::from(tile)];
            let share = if is_border { &mut kind.border } else { &mut kind.bottom };
            if tiles.len() == 1 || max <= 0.0 {
                *share = (share.0.max(min), share.1.min(max));
            } else if min > MUCH && kind.role == Role::Wall {
                share.0 = share.0.max(min);
            }
        }
        let n_border = (2 * (self.width + self.height) - 4) as f64;
        if is_border && min > 0.0 && min * n_border <= FEW_AT_BORDER {
            let lists = vec![vec![from_edge(Operator::Equal, 1)]];
            self.placements.push(Placement { tiles, lists, is_each: true, least: 0.0, most: 0.0 });
        }
    }

    fn note_pieces(&mut self, tiles: TileSet, offsets: &[(isize, isize)], min: f64, max: f64) {
        let along = along(offsets);
        if let (1, Some(tile)) = (tiles.len(), tiles.iter().next()) {
            let kind = &mut self.kinds[usize::from(tile)];
            if max <= 1.0 && is_long(offsets) {
                kind.grid = grid_of(offsets);
            } else if kind.along.is_none() || along.is_some() {
                kind.pieces = Some((min.max(0.0), max));
                kind.along = along.or(kind.along);
            }
        } else if max <= 1.5 && min > 0.0 && along.is_none() {
            self.networks.push(tiles);
        } else if max.is_finite() {
            let pieces = Some((min.max(0.0), max));
            self.unions.push(Union { tiles, along, pieces, size: None });
        }
        if (2.0..=4.0).contains(&min) && max <= 4.0 && along.is_none() {
            self.halves.push((tiles, min as i64));
        }
    }

    fn note_size(&mut self, tiles: TileSet, offsets: &[(isize, isize)], min: f64, max: f64) {
        if self.note_span(tiles, offsets, min) {
            return;
        }
        let area = self.area();
        let (1, Some(tile)) = (tiles.len(), tiles.iter().next()) else {
            if max < area / 2.0 && !is_long(offsets) {
                let (along, size) = (along(offsets), Some((min.max(1.0), max)));
                self.unions.push(Union { tiles, along, pieces: None, size });
            }
            return;
        };
        let kind = &mut self.kinds[usize::from(tile)];
        if is_long(offsets) {
            kind.grid = grid_of(offsets);
        } else if max < area / 2.0 {
            let (low, high) = kind.size.unwrap_or((1.0, area));
            kind.size = Some((low.max(min), high.min(max)));
            kind.along = along(offsets).or(kind.along);
        }
    }

    /// Notes a straight line from side to side: so many cells on one axis. Returns whether it is one.
    fn note_span(&mut self, tiles: TileSet, offsets: &[(isize, isize)], min: f64) -> bool {
        let Some(along) = along(offsets) else { return false };
        let side = if along == Along::Rows { self.width } else { self.height };
        let is_span = min.is_finite() && min >= SPAN * side as f64;
        if is_span && !self.spans.contains(&(tiles, along)) {
            self.spans.push((tiles, along));
        }
        is_span
    }

    /// Notes things that are so many in each piece of a ground, and so many in all.
    fn note_held(&mut self, things: TileSet, pieces: (f64, f64), (low, high): (f64, f64)) {
        for tile in things.iter().filter(|_| things.len() == 1) {
            let kind = &mut self.kinds[usize::from(tile)];
            if high < 2.0 {
                kind.apart = kind.apart.or(Some(HELD_APART));
            }
            kind.cells = kind.cells.or(Some(((pieces.0 * low).max(1.0), pieces.1 * high)));
        }
    }

    /// Notes that a tile has none of its like beside it on one axis, so that it runs along the other.
    fn note_lone(&mut self, tiles: TileSet, offsets: &[(isize, isize)]) {
        let across = match along(offsets) {
            Some(Along::Rows) => Some(Along::Columns),
            Some(Along::Columns) => Some(Along::Rows),
            None => None,
        };
        let around = offsets.iter().map(|&(x, y)| (x as i32, y as i32)).collect();
        let beside = Estimator::Neighborhood(shape(around), list_of(tiles));
        let conditions = vec![compare(beside, Operator::Greater, 0.0)];
        self.faults.push(Fault { tiles, conditions });
        for tile in tiles.iter() {
            let kind = &mut self.kinds[usize::from(tile)];
            kind.along = kind.along.or(across);
        }
    }

    fn note_too_near(&mut self, tiles: TileSet, others: TileSet, steps: f64) {
        let near = Estimator::Distance(list_of(others));
        let conditions = vec![compare(near, Operator::Less, steps)];
        self.faults.push(Fault { tiles, conditions });
    }

    fn note_way(&mut self, stops: &[TileSet], over: TileSet, min: f64, max: f64) {
        let ends = stops.iter().copied().fold(TileSet::EMPTY, TileSet::union);
        let link = Link { ends, over: over.difference(ends), is_across: false };
        self.reached.extend(stops.windows(2).map(|pair| (pair[0], pair[1])));
        if min.is_finite() {
            self.long_ways.push((ends, min));
        }
        if max < SHORT * (self.width + self.height) as f64 {
            self.short_ways.push((ends, max as i64));
        }
        if !self.links.contains(&link) {
            self.links.push(link);
        }
    }

    /// Notes the least distance between tiles: beside each other, near, or not too near.
    fn note_nearest(&mut self, tiles: TileSet, others: TileSet, min: f64, max: f64) {
        if min > 1.0 && min.is_finite() {
            self.note_too_near(tiles, others, min);
        }
        if max > 1.0 && max < NEAR * (self.width + self.height) as f64 {
            let near = compare(Estimator::Distance(list_of(others)), Operator::LessEqual, max);
            let (lists, most) = (vec![vec![near]], self.area());
            self.placements.push(Placement { tiles, lists, is_each: false, least: 1.0, most });
        } else if max == 1.0 && tiles.len() == 1 {
            for tile in tiles.iter() {
                let ends = self.rivers.entry(tile).or_default();
                *ends = ends.union(others);
            }
        }
    }

    /// Notes two tiles that are counted, or crossed, together alone.
    fn note_mates(&mut self, tiles: TileSet) {
        for tile in tiles.iter().filter(|_| tiles.len() == 2) {
            let mates = &mut self.mates[usize::from(tile)];
            *mates = mates.union(tiles.difference(TileSet::only(tile)));
        }
    }

    fn note_cells(&mut self, tiles: TileSet, min: f64, max: f64) {
        let area = self.area();
        if let (1, Some(tile)) = (tiles.len(), tiles.iter().next()) {
            let kind = &mut self.kinds[usize::from(tile)];
            // *At least four* of a thing is not half of a level.
            let is_ground = matches!(kind.role, Role::Floor | Role::Wall);
            let max = if max.is_finite() || is_ground { max } else { min.max(1.0) * 3.0 };
            let (low, high) = kind.cells.unwrap_or((0.0, area));
            let (low, high) = (low.max(min.ceil()), high.min(max.floor()));
            kind.cells = Some((low.min(high.max(0.0)), high.max(low)));
        } else if max.is_finite() {
            self.groups.push((tiles, min, max));
            self.note_mates(tiles);
        }
    }

    /// Notes that some cells of tiles stand at places.
    fn note_places(&mut self, lists: &[Vec<Condition>], min: f64, max: f64) {
        let mut noted: Vec<Placement> = Vec::new();
        for Fault { tiles, conditions } in lists.iter().filter_map(|list| fault_of(list)) {
            if let (1, Some(tile)) = (tiles.len(), tiles.iter().next()) {
                let kind = &mut self.kinds[usize::from(tile)];
                kind.cells = kind.cells.or(Some((min, max)));
            }
            if let [condition] = &conditions[..]
                && let Some((mirror, other)) = image_in(condition)
            {
                // What stands at the image of another has it at its own image.
                let image = Estimator::Image(mirror, list_of(tiles));
                let lists = vec![vec![compare(image, Operator::Greater, 0.0)]];
                let of_other =
                    Placement { tiles: other, lists, is_each: false, least: min, most: max };
                self.placements.push(of_other);
            }
            match noted.iter_mut().find(|placement| placement.tiles == tiles) {
                Some(placement) => placement.lists.push(conditions),
                None => noted.push(Placement {
                    tiles,
                    lists: vec![conditions],
                    is_each: false,
                    least: min,
                    most: max,
                }),
            }
        }
        self.placements.extend(noted);
    }

    /// What follows from several wishes together.
    pub(super) fn relate(&mut self) {
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
            let Some(others) = touched(condition) else { continue };
            if let (1, Some(tile)) = (tiles.len(), tiles.iter().next()) {
                let around = self.all.difference(others).difference(tiles);
                if others.contains(OUT) && !around.is_empty() {
                    self.collars.insert(tile, around);
                }
                continue;
            }
            if !tiles.is_disjoint(others) {
                continue;
            }
            let between: TileSet = self.all.difference(tiles.union(others)).iter().collect();
            if let (1, Some(other)) = (others.len(), others.iter().next()) {
                let ground = between.iter().filter(|&tile| is_ground(self.kind(tile)));
                let ground = ground.collect();
                self.shores.entry(other).or_insert(ground);
            }
            // Of many tiles, those that nothing counts are free to lie between.
            let walls = between.iter().filter(|&tile| {
                self.kind(tile).role == Role::Wall && self.kind(tile).cells.is_none()
            });
            let between = if between.len() > 2 { walls.collect() } else { between };
            if (1..=2).contains(&between.len()) {
                self.fences.push((tiles, others, between));
            }
        }
    }

    /// Guesses the numbers that nothing says.
    pub(super) fn fill_in(&mut self) {
        let area = self.area();
        let n_border = (2 * (self.width + self.height) - 4) as f64;
        self.fill_in_sizes();
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
            for tile in tiles.iter().filter(|_| tiles.len() == 1) {
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
            if let (None, Some((few, many))) = (kind.cells, kind.pieces) {
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
        for (tile, other) in self.ties.clone() {
            let [one, two] = [tile, other].map(|tile| self.kind(tile).cells);
            let both = match (one, two) {
                (Some((low, high)), Some((least, most))) => Some((low.max(least), high.min(most))),
                (one, two) => one.or(two),
            };
            for tile in [tile, other].into_iter().filter(|_| both.is_some_and(|(a, b)| a <= b)) {
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
                let apart = nets.iter().filter(|other| other.is_disjoint(own));
                let others = apart.fold(TileSet::EMPTY, |all, &other| all.union(other));
                if !others.is_empty() {
                    let beside = Estimator::Neighborhood(cells("all"), list_of(others));
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
        let soil = tiles.iter().max_by(|&one, &other| bulk(one).total_cmp(&bulk(other)))?;
        let n_others: f64 = tiles.iter().filter(|&tile| tile != soil).map(bulk).sum();
        (bulk(soil) > 2.0 * n_others).then_some(soil)
    }

    /// Which tile each straight line is of: the one that nothing counts, or that there is most of.
    fn choose_spans(&mut self) {
        for (tiles, along) in self.spans.clone() {
            let side = if along == Along::Rows { self.width } else { self.height } as f64;
            let key = |tile: Tile| self.bulk(tile).unwrap_or(f64::INFINITY);
            let Some(tile) = tiles.iter().max_by(|&one, &other| key(one).total_cmp(&key(other)))
            else {
                continue;
            };
            let others = tiles.iter().filter(|&other| other != tile);
            let n_others: f64 = others.map(|other| self.most(other)).sum();
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

/// The mirror and the tiles of a condition that asks for an image.
fn image_in(condition: &Condition) -> Option<(Mirror, TileSet)> {
    match condition {
        Condition::Bare(Estimator::Image(mirror, list)) => Some((*mirror, list.tiles())),
        Condition::Compare(Estimator::Image(mirror, list), is, Estimator::Number(n)) => {
            (!is.holds(0.0, *n)).then(|| (*mirror, list.tiles()))
        }
        _ => None,
    }
}
