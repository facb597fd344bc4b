//! What each wish says of the tiles that it names.

use marahel_breeding::parts::compare;
use marahel_level::{Mirror, Role, Tile, TileSet};
use marahel_problem::{Problem, Wish, Wished};
use marahel_script::{Condition, Edge, Estimator, Operator};

use super::{
    ALL, Along, FEW, FEW_AT_BORDER, Facts, Fault, HELD_APART, Link, MUCH, NEAR, Placement, SHORT,
    SPAN, Union, along, as_number, as_others, as_touching, fault_of, grid_of, is_long, list_of,
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
            &Wished::Tied(tiles, partners) => {
                self.ties.extend(tiles.single().zip(partners.single()));
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
            &Wished::Nearest(tiles, targets) => self.note_nearest(tiles, targets, min, max),
            &Wished::Touching(tiles, partners, _) => self.touching.push((tiles, partners)),
            Wished::Cells(lists) if max <= FEW && min <= 0.0 => {
                let all = self.all;
                let lists = lists.iter().map(|list| {
                    list.iter().map(|condition| as_others(condition, all)).collect::<Vec<_>>()
                });
                for Fault { tiles, conditions } in lists.filter_map(|list| fault_of(&list)) {
                    self.note_free_edge(tiles, &conditions);
                    let conditions = conditions.into_iter().map(as_number);
                    let conditions = conditions.map(|condition| as_touching(condition, tiles, all));
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

    /// Where no floor may stand at the border, or in the last row, the other tiles fill it; so does the one
    /// tile that may stand at some places.
    fn note_free_edge(&mut self, tiles: TileSet, conditions: &[Condition]) {
        let border = self.all.difference(tiles);
        let is_floor = |&tile: &Tile| self.kind(tile).role == Role::Floor;
        let is_last_row = |condition: &Condition| {
            [Operator::Equal, Operator::LessEqual]
                .into_iter()
                .any(|is| *condition == place(Edge::Bottom, is, 0))
                || *condition == place(Edge::Bottom, Operator::Less, 1)
        };
        let is_border = |condition: &Condition| *condition == from_edge(Operator::Equal, 1);
        match conditions {
            [at] if is_border(at) || is_last_row(at) => {
                let has_floor = border.iter().any(|tile| is_floor(&tile));
                if !border.is_empty() && !has_floor {
                    self.note_edge(border, 1.0, 1.0, is_border(at));
                }
            }
            _ if border.len() == 1 => {
                let lists = [[conditions, &[crate::words::here(border)]].concat()];
                let n = self.n_cells(&[conditions.to_vec()]).unwrap_or(0.0);
                if n > 0.0 {
                    self.note_places(&lists, n, n);
                }
            }
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
        if let Some(tile) = tiles.single() {
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
        let Some(tile) = tiles.single() else {
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
    pub(super) fn note_held(
        &mut self,
        things: TileSet,
        pieces: (f64, f64),
        (low, high): (f64, f64),
    ) {
        if let Some(tile) = things.single() {
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

    fn note_too_near(&mut self, tiles: TileSet, neighbors: TileSet, steps: f64) {
        let near = Estimator::Distance(list_of(neighbors));
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
    fn note_nearest(&mut self, tiles: TileSet, targets: TileSet, min: f64, max: f64) {
        if min > 1.0 && min.is_finite() {
            self.note_too_near(tiles, targets, min);
        }
        if max > 1.0 && max < NEAR * (self.width + self.height) as f64 {
            let near = compare(Estimator::Distance(list_of(targets)), Operator::LessEqual, max);
            let (lists, most) = (vec![vec![near]], self.area());
            self.placements.push(Placement { tiles, lists, is_each: false, least: 1.0, most });
        } else if max == 1.0 && tiles.len() == 1 {
            for tile in tiles.iter() {
                let ends = self.rivers.entry(tile).or_default();
                *ends = ends.union(targets);
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
        if let Some(tile) = tiles.single() {
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
            if let Some(tile) = tiles.single() {
                let kind = &mut self.kinds[usize::from(tile)];
                kind.cells = kind.cells.or(Some((min, max)));
            }
            if let [condition] = &conditions[..]
                && let Some((mirror, partner)) = image_in(condition)
            {
                // What stands at the image of another has it at its own image.
                let image = Estimator::Image(mirror, list_of(tiles));
                let lists = vec![vec![compare(image, Operator::Greater, 0.0)]];
                let of_other =
                    Placement { tiles: partner, lists, is_each: false, least: min, most: max };
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
}

/// The mirror and the tiles of a condition that asks for an image.
pub(super) fn image_in(condition: &Condition) -> Option<(Mirror, TileSet)> {
    match condition {
        Condition::Bare(Estimator::Image(mirror, list)) => Some((*mirror, list.tiles())),
        Condition::Compare(Estimator::Image(mirror, list), is, Estimator::Number(n)) => {
            (!is.holds(0.0, *n)).then(|| (*mirror, list.tiles()))
        }
        _ => None,
    }
}
