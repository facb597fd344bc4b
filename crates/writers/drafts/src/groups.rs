//! Groups: things that need each other, such as a table and its chairs, written by one rule. One
//! after the other, each would wait for the other.

use marahel_breeding::parts::{compare, list};
use marahel_level::{Tile, TileSet};
use marahel_script::{Condition, Estimator, Executer, Neighborhood, Operator, Rule};

use crate::facts::{Facts, Placement};
use crate::sketch::Sketch;
use crate::words::{all_of, seen_from, shape, sometimes};

/// What there is more of is a ground, in which a thing finds its place.
const THINGS: f64 = 12.0;

/// What a thing asks for around it.
#[derive(Clone, Debug, PartialEq)]
struct Ask {
    tile: Tile,
    /// Without the cell itself.
    around: Vec<(i32, i32)>,
    /// The least number of these cells that must have the tile.
    least: usize,
}

impl Ask {
    /// What a condition asks for around a tile.
    fn of(condition: &Condition, tile: Tile) -> Option<Self> {
        let (cells, tiles, least) = match (condition, condition.cell_count()) {
            (Condition::Bare(Estimator::Neighborhood(cells, list)), _) => {
                (cells, list.tiles(), cells.offsets().len())
            }
            (_, Some(count)) if !count.holds(0) => {
                let least = (1..=count.n_cells()).find(|&few| count.holds(few))?;
                (count.cells, count.tiles, least)
            }
            _ => return None,
        };
        let other = tiles.single()?;
        let around: Vec<(i32, i32)> =
            cells.offsets().iter().copied().filter(|offset| *offset != (0, 0)).collect();
        (other != tile && least <= around.len()).then_some(Self { tile: other, around, least })
    }

    /// Where so many may stand: opposite cells, as far as there are some, from each cell on.
    fn shapes(&self) -> Vec<Neighborhood> {
        let mut shapes = Vec::new();
        for turn in 0..self.around.len() {
            let mut left = self.around.clone();
            left.rotate_left(turn);
            let mut chosen: Vec<(i32, i32)> = Vec::with_capacity(self.least);
            while chosen.len() < self.least {
                let last = chosen.last().copied();
                let opposite = left.iter().position(|&(x, y)| last == Some((-x, -y)));
                chosen.push(left.remove(opposite.unwrap_or(0)));
            }
            chosen.sort_unstable();
            if !shapes.contains(&chosen) {
                shapes.push(chosen);
            }
        }
        shapes.into_iter().map(shape).collect()
    }
}

impl Facts {
    /// What each cell of a tile needs around it.
    fn asks(&self, tile: Tile) -> Vec<Ask> {
        let of_faults = self.faults.iter().filter_map(|fault| match &fault.conditions[..] {
            [condition] if fault.tiles.contains(tile) => Ask::of(&condition.opposite(), tile),
            _ => None,
        });
        let places = self.placements.iter().filter(|at| at.is_each && at.tiles.contains(tile));
        let lists = places.flat_map(|placement| placement.lists.iter().flatten());
        of_faults.chain(lists.filter_map(|condition| Ask::of(condition, tile))).collect()
    }

    /// Whether two tiles need each other, the first at least as many as the second.
    fn is_head(&self, head: Tile, tile: Tile) -> bool {
        let most = |of: Tile, other: Tile| {
            self.asks(of).iter().filter(|ask| ask.tile == other).map(|ask| ask.least).max()
        };
        match (most(head, tile), most(tile, head)) {
            (Some(many), Some(few)) => many > few || many == few && head < tile,
            (Some(_), None) => self.are_tied(head, tile),
            (None, _) => false,
        }
    }

    /// Notes that one thing has some others around it, which then stand beside it. Returns whether a
    /// condition asks for several: where they stand already, hardly any place has so many.
    pub(crate) fn note_company(&mut self, tiles: TileSet, asked: &Condition) -> bool {
        let Some(tile) = tiles.single() else { return false };
        let Some(Ask { tile: other, around, least }) = Ask::of(asked, tile) else { return false };
        let is_one = (1.0..2.0).contains(&self.most(tile));
        let is_met_by_more = matches!(asked, Condition::Compare(_, is, Estimator::Number(n))
            if is.holds(around.len() as f64, *n));
        let few = least as f64;
        let are_things = self.least(other) >= few && self.most(other) <= THINGS;
        if !is_one || least < 2 || !is_met_by_more || !are_things {
            return false;
        }
        let beside = Estimator::Neighborhood(seen_from(&shape(around)), list([tile]));
        self.placements.push(Placement {
            tiles: TileSet::only(other),
            lists: vec![vec![compare(beside, Operator::Greater, 0.0)]],
            is_each: false,
            least: few,
            most: few,
        });
        true
    }

    /// The tiles that would be written together with a tile if it came next.
    pub(crate) fn members(&self, tile: Tile, written: TileSet) -> TileSet {
        let left = self.all.difference(written);
        left.iter().filter(|&other| other != tile && self.is_head(tile, other)).collect()
    }

    /// The tile that is written together with a tile, and comes first.
    pub(crate) fn head_of(&self, tile: Tile) -> Option<Tile> {
        self.all.iter().find(|&head| head != tile && self.is_head(head, tile))
    }
}

/// The tiles that are written together with a tile: they need it, and it needs them.
pub(crate) fn members(sketch: &mut Sketch<'_>, tile: Tile) -> TileSet {
    let (facts, written) = (sketch.facts, sketch.written);
    *sketch.members.entry(tile).or_insert_with(|| facts.members(tile, written))
}

/// Whether a condition asks for one of these members around a tile.
pub(crate) fn asks(condition: &Condition, tile: Tile, members: TileSet) -> bool {
    Ask::of(condition, tile).is_some_and(|ask| members.contains(ask.tile))
}

/// Rules of a thing whose conditions ask for members: they write the members, too.
pub(crate) fn with_members(
    sketch: &mut Sketch<'_>,
    tile: Tile,
    members: TileSet,
    rules: Vec<Rule>,
    hosts: TileSet,
) -> Vec<Rule> {
    if members.is_empty() {
        return rules;
    }
    let turn = sketch.choices.whole(&format!("turn of {tile}"), 0, 7) as usize;
    let mut grouped = Vec::new();
    for rule in rules {
        let (asks, conditions): (Vec<_>, Vec<_>) =
            rule.conditions.iter().cloned().partition(|condition| asks(condition, tile, members));
        let asks = asks.iter().filter_map(|condition| Ask::of(condition, tile));
        let asks: Vec<(Tile, Vec<Neighborhood>)> =
            asks.map(|ask| (ask.tile, ask.shapes())).collect();
        let has_two = asks.iter().any(|(_, shapes)| shapes.len() > 1);
        for turn in turn..=turn + usize::from(has_two) {
            let mut rule = Rule { conditions: conditions.clone(), ..rule.clone() };
            for (member, shapes) in &asks {
                let neighborhood = shapes[turn % shapes.len()].clone();
                rule.conditions.push(all_of(&neighborhood, hosts));
                let entities = list([*member]);
                rule.executers.push(Executer { neighborhood, entities, dialled: Vec::new() });
            }
            grouped.push(rule);
        }
        // Either shape comes as often.
        if has_two && let [.., first, _] = &mut grouped[..] {
            first.conditions.push(sometimes(0.5));
        }
    }
    grouped
}
