//! The language read off its documentation, without a thought for speed.
//!
//! Covers what needs no random number but the start of a walk, on the whole
//! map, as documented. It shares nothing with the interpreter but the script.

use std::collections::BTreeSet;

use marahel_level::{Mirror, OUT, Tile};

use marahel_script::{
    Condition, Edge, EntityList, Estimator, Executer, Explorer, Operator, Replace, Rule, Walk,
};

/// Rows of tiles.
pub(super) type Map = Vec<Vec<Tile>>;

/// Column and row, perhaps outside.
pub(super) type Cell = (i32, i32);

/// Whether the walk draws nothing but where it starts, and is walked here.
pub(super) fn knows(walk: &Walk) -> bool {
    match walk {
        Walk::NarrowHorz | Walk::NarrowVert | Walk::TurtleHeur { .. } | Walk::WideHeur { .. } => {
            true
        }
        Walk::NarrowRand
        | Walk::TurtleDrunk { .. }
        | Walk::TurtleConnect { .. }
        | Walk::WideRand
        | Walk::Extension(_) => false,
    }
}

/// Every map that the explorer can make of a map with pinned cells, by where its passes start.
pub(super) fn outcomes(explorer: &Explorer, map: &Map, pinned: &BTreeSet<Cell>) -> BTreeSet<Map> {
    let mut maps = BTreeSet::from([map.clone()]);
    for repeat in 0..explorer.repeats {
        let repeat_share = repeat as f64 / explorer.repeats as f64;
        let pass = |map: &Map| -> Vec<Map> {
            let n_starts = match explorer.walk {
                Walk::WideHeur { .. } => 1, // it has none
                _ => usize::MAX,
            };
            let run = |start| Pass::new(explorer, map, pinned, repeat_share).run(start);
            cells(map).into_iter().take(n_starts).map(run).collect()
        };
        maps = maps.iter().flat_map(pass).collect();
    }
    maps
}

fn cells(map: &Map) -> Vec<Cell> {
    let (width, height) = (map[0].len() as i32, map.len() as i32);
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
}

struct Pass<'a> {
    explorer: &'a Explorer,
    /// What is read, and what is written if that is another.
    front: Map,
    back: Option<Map>,
    pinned: &'a BTreeSet<Cell>,
    repeat_share: f64,
    n_visits: u64,
    n_changes: u64,
    n_visits_max: u64,
    n_changes_max: u64,
}

impl<'a> Pass<'a> {
    fn new(
        explorer: &'a Explorer,
        map: &Map,
        pinned: &'a BTreeSet<Cell>,
        repeat_share: f64,
    ) -> Self {
        let area = cells(map).len() as u64;
        Self {
            explorer,
            front: map.clone(),
            back: (explorer.replace == Replace::Buffer).then(|| map.clone()),
            pinned,
            repeat_share,
            n_visits: 0,
            n_changes: 0,
            n_visits_max: explorer.tiles.unwrap_or(area),
            n_changes_max: explorer.changes.unwrap_or(area),
        }
    }

    fn run(mut self, start: Cell) -> Map {
        let mut left = cells(&self.front);
        let mut cell = match &self.explorer.walk {
            Walk::WideHeur { heuristics } => self.best(heuristics, &left),
            _ => Some(start),
        };
        while let Some(at) = cell {
            if self.n_visits >= self.n_visits_max || self.n_changes >= self.n_changes_max {
                break;
            }
            self.visit(at);
            left.retain(|&other| other != at);
            cell = self.next(at, &left);
        }
        self.back.unwrap_or(self.front)
    }

    fn next(&self, (x, y): Cell, left: &[Cell]) -> Option<Cell> {
        let (width, height) = (self.front[0].len() as i32, self.front.len() as i32);
        match &self.explorer.walk {
            Walk::NarrowHorz if x + 1 < width => Some((x + 1, y)),
            Walk::NarrowHorz => Some((0, (y + 1) % height)),
            Walk::NarrowVert if y + 1 < height => Some((x, y + 1)),
            Walk::NarrowVert => Some(((x + 1) % width, 0)),
            Walk::TurtleHeur { directions, heuristics } => {
                let offsets = directions.offsets().iter();
                let ahead: Vec<Cell> = offsets
                    .map(|&(dx, dy)| (x + dx, y + dy))
                    .filter(|&cell| self.tile(cell) != OUT)
                    .collect();
                self.best(heuristics, &ahead).or(Some((x, y)))
            }
            Walk::WideHeur { heuristics } => self.best(heuristics, left),
            other @ (Walk::NarrowRand
            | Walk::TurtleDrunk { .. }
            | Walk::TurtleConnect { .. }
            | Walk::WideRand
            | Walk::Extension(_)) => panic!("{other:?} is for other tests"),
        }
    }

    /// The cell with the smallest heuristics, which must tell all cells apart.
    fn best(&self, heuristics: &[Estimator], cells: &[Cell]) -> Option<Cell> {
        let key = |cell: &Cell| -> Vec<f64> {
            heuristics
                .iter()
                .map(|heuristic| self.value(heuristic, *cell).unwrap_or(-1.0))
                .collect()
        };
        cells
            .iter()
            .copied()
            .min_by(|one, other| key(one).partial_cmp(&key(other)).expect("no value is NaN"))
    }

    fn visit(&mut self, cell: Cell) {
        let holds =
            |rule: &&Rule| rule.conditions.iter().all(|condition| self.holds(condition, cell));
        let rule = self.explorer.rules.iter().find(holds);
        if let Some(rule) = rule {
            let writes = rule.executers.iter().map(|executer| self.write(executer, cell));
            let has_changed = writes.fold(false, |before, now| before | now);
            self.n_changes += u64::from(has_changed || self.explorer.changes.is_none());
        }
        self.n_visits += 1;
    }
}

impl Pass<'_> {
    fn tile(&self, (x, y): Cell) -> Tile {
        let row = usize::try_from(y).ok().and_then(|y| self.front.get(y));
        let tile = row.and_then(|row| row.get(usize::try_from(x).ok()?));
        tile.copied().unwrap_or(OUT)
    }

    /// Whether a cell counts as one of the list: outside, as its substitute too.
    fn is_listed(&self, cell: Cell, list: &EntityList) -> bool {
        let has = |tile| list.members.iter().any(|&(member, _)| member == tile);
        let tile = self.tile(cell);
        has(tile) || (tile == OUT && self.explorer.out.is_some_and(has))
    }

    fn write(&mut self, executer: &Executer, (x, y): Cell) -> bool {
        let [(tile, _)] = executer.entities.members[..] else {
            panic!("{executer:?} needs random numbers")
        };
        let mut has_changed = false;
        let offsets = executer.neighborhood.offsets().iter();
        let mut written: Vec<Cell> = offsets.map(|(dx, dy)| (x + dx, y + dy)).collect();
        if let Some(mirror) = self.explorer.mirror {
            let inside = written.clone().into_iter().filter(|&cell| self.tile(cell) != OUT);
            written.extend(inside.flat_map(|cell| self.images(mirror, cell)));
        }
        for cell in written {
            if self.tile(cell) != OUT && !self.pinned.contains(&cell) {
                let map = self.back.as_mut().unwrap_or(&mut self.front);
                let was = &mut map[cell.1 as usize][cell.0 as usize];
                has_changed |= *was != tile;
                *was = tile;
            }
        }
        has_changed
    }

    /// Turned and mirrored, as a drawing of the cell would be.
    fn images(&self, mirror: Mirror, (x, y): Cell) -> Vec<Cell> {
        let (width, height) = (self.front[0].len() as i32, self.front.len() as i32);
        let sideways = |(x, y): Cell| (width - 1 - x, y);
        let upside_down = |(x, y): Cell| (x, height - 1 - y);
        let turned = |(x, y): Cell| (height - 1 - y, x);
        match mirror {
            Mirror::LeftRight => vec![sideways((x, y))],
            Mirror::TopBottom => vec![upside_down((x, y))],
            Mirror::Both => {
                vec![sideways((x, y)), upside_down((x, y)), upside_down(sideways((x, y)))]
            }
            Mirror::QuarterTurns if width == height => {
                let once = turned((x, y));
                vec![once, turned(once), turned(turned(once))]
            }
            Mirror::HalfTurn | Mirror::QuarterTurns => vec![upside_down(sideways((x, y)))],
        }
    }

    fn holds(&self, condition: &Condition, cell: Cell) -> bool {
        let (left, operator, right) = match condition {
            Condition::Bare(estimator) => {
                let threshold = match estimator {
                    Estimator::Neighborhood(neighborhood, _) => {
                        neighborhood.offsets().len() as f64 - 1.0
                    }
                    _ => 0.0,
                };
                (self.value(estimator, cell), Operator::Greater, Some(threshold))
            }
            Condition::Compare(left, operator, right) => {
                (self.value(left, cell), *operator, self.value(right, cell))
            }
        };
        let (Some(left), Some(right)) = (left, right) else { return true };
        match operator {
            Operator::Greater => left > right,
            Operator::Less => left < right,
            Operator::GreaterEqual => left >= right,
            Operator::LessEqual => left <= right,
            Operator::Equal => left == right,
            Operator::NotEqual => left != right,
        }
    }

    /// The value of an estimator; none is a distance to nothing.
    fn value(&self, estimator: &Estimator, (x, y): Cell) -> Option<f64> {
        let count = |n: usize| Some(n as f64);
        match estimator {
            Estimator::Number(number) | Estimator::Dial(_, number) => Some(*number),
            Estimator::Percent => Some(self.n_visits as f64 / self.n_visits_max as f64),
            Estimator::ChangePercent => Some(self.n_changes as f64 / self.n_changes_max as f64),
            Estimator::RepeatPercent => Some(self.repeat_share),
            Estimator::Total(list) => {
                let all = cells(&self.front);
                count(all.into_iter().filter(|&cell| self.is_listed(cell, list)).count())
            }
            Estimator::Neighborhood(neighborhood, list) => {
                let places = neighborhood.offsets().iter().map(|(dx, dy)| (x + dx, y + dy));
                count(places.filter(|&cell| self.is_listed(cell, list)).count())
            }
            Estimator::Distance(list) => {
                // One step beyond the edge is all of the outside that can be nearest.
                let (width, height) = (self.front[0].len() as i32, self.front.len() as i32);
                let all = (-1..=height).flat_map(|y| (-1..=width).map(move |x| (x, y)));
                let has = |tile| list.members.iter().any(|&(member, _)| member == tile);
                let targets = all.filter(|&cell| has(self.tile(cell)));
                let nearest = targets.map(|(u, v)| x.abs_diff(u) + y.abs_diff(v)).min();
                nearest.map(f64::from)
            }
            Estimator::Place(edge, divisor) => {
                let (width, height) = (self.front[0].len() as i32, self.front.len() as i32);
                let n = match edge {
                    Edge::Left => x,
                    Edge::Top => y,
                    Edge::Right => width - x - 1,
                    Edge::Bottom => height - y - 1,
                };
                Some(divisor.map_or(f64::from(n), |divisor| (n as u64 % divisor) as f64))
            }
            Estimator::Image(mirror, list) => {
                let images = self.images(*mirror, (x, y));
                count(images.into_iter().filter(|&cell| self.is_listed(cell, list)).count())
            }
            other @ (Estimator::Random | Estimator::Noise { .. } | Estimator::Extension(_)) => {
                panic!("{other:?} is for other tests")
            }
        }
    }
}
