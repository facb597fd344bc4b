//! Rules taught by a judge, who said of some cells whether a tile may stand there.
//!
//! A cell is good where a level gains anything, or where it gains nearly as much as anywhere. A rule is a short conjunction of conditions that hold at the
//! good cells and at few bad ones; of equally precise ones, the widest comes first.

use marahel_level::{Level, OUT, Tile, TileSet};
use marahel_script::{Condition, Estimator, Explorer, Operator, Script};
use rand::{Rng, RngExt};

use crate::breeder::Breeder;
use crate::draw::{below, pick};
use crate::parts::{N_CONDITIONS_MAX, cells, compare, explorer_of, here, is_locked, only, rule};
use crate::reading::{EDGES, Reader, writers};

/// A level, and what a judge said about some of its cells.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The level.
    pub level: Level,
    /// Column and row of each cell, and what the level gains with the tile there; 0 if it gains
    /// nothing, or loses anything.
    pub cells: Vec<((usize, usize), f64)>,
}

/// Minimum number of good cells on one kind of tile.
const N_GOOD_MIN: usize = 2;

/// Maximum number of conditions about what is around a cell.
const N_CONDITIONS: usize = 3;

/// Number of conjunctions that are kept for more conditions.
const N_BEAM: usize = 6;

/// Number of rules read off one lesson for one kind of ground.
const N_RULES: usize = 3;

/// Maximum number of bounds tried for one estimator.
const N_BOUNDS: usize = 10;

/// The share of the largest gain from which on a cell is one of the best.
const BEST: f64 = 0.8;

/// The share of good cells that a condition has to keep.
const KEPT: f64 = 0.15;

/// Weights of precision against the share of good cells: for conjunctions that may grow, and for
/// those that become rules.
const PRECISE_BEFORE: f64 = 0.6;
const PRECISE_AFTER: f64 = 0.7;

/// Numbers of things that an explorer places if the problem says nothing; `None` is no limit.
const NUMBERS: [Option<u64>; 8] =
    [Some(1), Some(2), Some(3), Some(5), Some(8), Some(14), Some(24), None];

/// Probability that things keep a distance from each other, and the distances.
const APART: f64 = 0.4;
const DISTANCES: [f64; 4] = [1.0, 2.0, 4.0, 8.0];

/// What is asked of a cell, and the number of each judged cell.
struct Feature {
    estimator: Estimator,
    numbers: Vec<u32>,
}

/// A condition, and the judged cells that meet it.
struct Literal {
    condition: Condition,
    holds: Vec<bool>,
}

/// A conjunction of literals by their indices, in order.
#[derive(Clone)]
struct Conjunction {
    literals: Vec<usize>,
    holds: Vec<bool>,
    precision: f64,
    recall: f64,
}

impl Breeder {
    /// Explorers that place a tile where a judge said that it may stand. Empty if the lessons show
    /// too few good cells.
    pub fn taught(&self, tile: Tile, lessons: &[Lesson], rng: &mut dyn Rng) -> Vec<Explorer> {
        let gains = lessons.iter().flat_map(|lesson| &lesson.cells).map(|&(_, gain)| gain);
        let largest = gains.fold(0.0, f64::max);
        if largest == 0.0 {
            return Vec::new();
        }
        let mut rules: Vec<(Tile, Vec<Condition>)> = Vec::new();
        for ground in self.task.tiles().filter(|&ground| ground != tile) {
            for bound in [BEST * largest, f64::MIN_POSITIVE] {
                for conditions in conjunctions(ground, lessons, bound, &self.task) {
                    if !rules.contains(&(ground, conditions.clone())) {
                        rules.push((ground, conditions));
                    }
                }
            }
        }
        let explorers = rules
            .into_iter()
            .map(|(ground, conditions)| self.placing_taught(tile, ground, conditions, rng));
        explorers.collect()
    }

    /// A script in which a tile does not come to stand where a taught explorer takes it away: each
    /// rule that writes the tile gets the opposite of the explorer's one condition. `None` if it
    /// has more than one, or no rule writes the tile.
    pub fn narrowed(&self, script: &Script, taught: &Explorer) -> Option<Script> {
        let [rule] = &taught.rules[..] else { return None };
        let [on, condition] = &rule.conditions[..] else { return None };
        let tile = self.task.tiles().find(|&tile| *on == here(tile))?;
        let condition = condition.opposite();
        let mut narrowed = script.clone();
        for explorer in &mut narrowed.explorers {
            for index in writers(&explorer.rules, tile) {
                let is_free = !is_locked(explorer, index);
                let conditions = &mut explorer.rules[index].conditions;
                if is_free
                    && conditions.len() < N_CONDITIONS_MAX
                    && !conditions.contains(&condition)
                {
                    conditions.push(condition.clone());
                }
            }
        }
        self.sound(narrowed).filter(|narrowed| narrowed != script)
    }

    fn placing_taught(
        &self,
        tile: Tile,
        ground: Tile,
        conditions: Vec<Condition>,
        rng: &mut dyn Rng,
    ) -> Explorer {
        let range = self.task.tile(tile).number.or(self.task.tile(tile).cells);
        let changes = match range.filter(|&(min, max)| max > 0 && max < 1000 && min <= max) {
            Some((min, max)) => {
                Some(u64::from(min.max(1)) + below((max - min.min(max)) as usize + 1, rng) as u64)
                    .map(|n| n.min(u64::from(max)))
            }
            None => *pick(&NUMBERS, rng).expect("there are numbers"),
        };
        let mut all = vec![here(ground)];
        all.extend(conditions);
        if changes != Some(1) && rng.random_bool(APART) {
            let distance = *pick(&DISTANCES, rng).expect("there are distances");
            all.push(compare(Estimator::Distance(only(tile)), Operator::Greater, distance));
        }
        Explorer { changes, ..explorer_of("rorder", vec![rule(all, tile)]) }
    }
}

/// Conjunctions that tell the cells on one kind of ground that gain so much from the other ones.
fn conjunctions(
    ground: Tile,
    lessons: &[Lesson],
    gain_min: f64,
    task: &crate::Task,
) -> Vec<Vec<Condition>> {
    let mut judged = Vec::new();
    for (index, lesson) in lessons.iter().enumerate() {
        for &((x, y), gain) in &lesson.cells {
            if lesson.level.get(x, y) == ground {
                judged.push((index, (x, y), gain >= gain_min));
            }
        }
    }
    let is_good: Vec<bool> = judged.iter().map(|&(.., is_good)| is_good).collect();
    let n_good = is_good.iter().filter(|&&is_good| is_good).count();
    if n_good < N_GOOD_MIN {
        return Vec::new();
    }
    if n_good == judged.len() {
        return vec![Vec::new()];
    }
    let literals = literals(&features(lessons, &judged, task), &is_good, n_good);
    let mut kept = vec![Conjunction {
        literals: Vec::new(),
        holds: vec![true; judged.len()],
        precision: n_good as f64 / judged.len() as f64,
        recall: 1.0,
    }];
    let mut all = kept.clone();
    for _ in 0..N_CONDITIONS {
        let mut longer: Vec<Conjunction> = Vec::new();
        for conjunction in &kept {
            for literal in 0..literals.len() {
                if let Some(more) = conjunction.and(literal, &literals, &is_good, n_good)
                    && !longer.iter().any(|formula| formula.holds == more.holds)
                {
                    longer.push(more);
                }
            }
        }
        sort_by_merit(&mut longer, PRECISE_BEFORE);
        longer.truncate(N_BEAM);
        all.extend(longer.iter().cloned());
        kept = longer;
    }
    sort_by_merit(&mut all, PRECISE_AFTER);
    all.truncate(N_RULES);
    let conditions = all.into_iter().map(|conjunction| {
        conjunction.literals.iter().map(|&literal| literals[literal].condition.clone()).collect()
    });
    conditions.collect()
}

fn sort_by_merit(conjunctions: &mut [Conjunction], precise: f64) {
    let merit = |conjunction: &Conjunction| {
        precise * conjunction.precision + (1.0 - precise) * conjunction.recall
    };
    conjunctions.sort_by(|left, right| merit(right).total_cmp(&merit(left)));
}

impl Conjunction {
    /// With one more literal; `None` if that excludes nothing, or too many good cells.
    fn and(
        &self,
        literal: usize,
        literals: &[Literal],
        is_good: &[bool],
        n_good: usize,
    ) -> Option<Self> {
        let (mut n_held, mut n_held_good, mut n_before) = (0, 0, 0);
        let pairs = self.holds.iter().zip(&literals[literal].holds).zip(is_good);
        for ((&before, &holds), &is_good) in pairs {
            n_before += usize::from(before);
            n_held += usize::from(before && holds);
            n_held_good += usize::from(before && holds && is_good);
        }
        let recall = n_held_good as f64 / n_good as f64;
        if n_held == n_before || n_held_good < N_GOOD_MIN || recall < KEPT {
            return None;
        }
        let both = self.holds.iter().zip(&literals[literal].holds);
        Some(Self {
            literals: self.literals.iter().copied().chain([literal]).collect(),
            holds: both.map(|(&before, &holds)| before && holds).collect(),
            precision: n_held_good as f64 / n_held as f64,
            recall,
        })
    }
}

/// What can be asked of the judged cells.
fn features(
    lessons: &[Lesson],
    judged: &[(usize, (usize, usize), bool)],
    task: &crate::Task,
) -> Vec<Feature> {
    let readers: Vec<Reader<'_>> =
        lessons.iter().map(|lesson| Reader { level: lesson.level.view() }).collect();
    let mut features = Vec::new();
    for tile in task.tiles() {
        for name in ["plus", "horz", "vert", "all"] {
            let around = cells(name);
            let numbers = judged.iter().map(|&(index, place, _)| {
                readers[index].n_around(place, &around, TileSet::only(tile))
            });
            let numbers = numbers.collect();
            features
                .push(Feature { estimator: Estimator::Neighborhood(around, only(tile)), numbers });
        }
    }
    for tile in task.tiles().chain([OUT]) {
        let fields: Option<Vec<Vec<u32>>> =
            readers.iter().map(|reader| reader.distances(TileSet::only(tile))).collect();
        let Some(fields) = fields else { continue };
        let numbers = judged
            .iter()
            .map(|&(index, (x, y), _)| fields[index][y * lessons[index].level.width() + x]);
        features.push(Feature {
            estimator: Estimator::Distance(only(tile)),
            numbers: numbers.collect(),
        });
    }
    for edge in EDGES {
        let numbers = judged.iter().map(|&(index, place, _)| readers[index].place(edge, place));
        features
            .push(Feature { estimator: Estimator::Place(edge, None), numbers: numbers.collect() });
    }
    features
}

/// Bounds of the features that keep enough good cells and exclude bad ones.
fn literals(features: &[Feature], is_good: &[bool], n_good: usize) -> Vec<Literal> {
    let mut literals: Vec<Literal> = Vec::new();
    for Feature { estimator, numbers } in features {
        let good = numbers.iter().zip(is_good).filter(|(_, is_good)| **is_good);
        let mut bounds: Vec<u32> = good.map(|(&number, _)| number).collect();
        bounds.sort_unstable();
        bounds.dedup();
        let step = bounds.len().div_ceil(N_BOUNDS).max(1);
        for &bound in bounds.iter().step_by(step).chain(bounds.last()) {
            for operator in [Operator::GreaterEqual, Operator::LessEqual, Operator::Equal] {
                let holds: Vec<bool> = numbers
                    .iter()
                    .map(|&number| operator.holds(number.into(), bound.into()))
                    .collect();
                let n_kept = holds.iter().zip(is_good).filter(|(holds, good)| **holds && **good);
                let is_useful =
                    holds.contains(&false) && n_kept.count() as f64 >= KEPT * n_good as f64;
                if is_useful && !literals.iter().any(|literal| literal.holds == holds) {
                    let condition = compare(estimator.clone(), operator, bound.into());
                    literals.push(Literal { condition, holds });
                }
            }
        }
    }
    literals
}

#[cfg(test)]
mod tests;
