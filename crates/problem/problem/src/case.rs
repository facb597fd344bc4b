//! Cases: the single requirements on levels.

use marahel_level::{TileSet, UNKNOWN, View};

use marahel_script::{Condition as ScriptCondition, Estimator};

use crate::catalogue::{Counted, Search};
use crate::expression::Operator;
use crate::formulas::{Call, Formulas, Node};
use crate::{Meter, Problem};

/// One requirement on levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The name of the objective, or the text of the condition.
    pub text: String,
    /// The tiles in question.
    pub tiles: TileSet,
    /// The indices of its measures, as in [`DemandedCells`](crate::DemandedCells).
    pub measures: Vec<usize>,
}

/// A simple requirement of a problem on some tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Demand {
    /// The required property.
    pub of: Demanded,
    /// The tiles.
    pub tiles: TileSet,
    /// The least good value.
    pub min: f64,
    /// The greatest good value; can be infinite.
    pub max: f64,
}

/// Properties that can be required of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demanded {
    /// The number of their cells.
    Count,
    /// Their share of the cells.
    Share,
    /// The number of their regions.
    Pieces,
    /// The number of their regions, with steps only to the left and right.
    Rows,
    /// The number of their regions, with steps only up and down.
    Columns,
    /// The mean number of cells of their regions.
    Size,
    /// The number of their cells at certain places; nothing is said about others.
    Placed,
}

impl Case {
    /// The text of the case that all tiles are set, and of the last case, that the levels of a script
    /// differ.
    pub const SET: &str = "a tile in every cell";
    /// See [`SET`](Self::SET).
    pub const DIFFERENT: &str = "levels that differ from each other";
}

impl Problem {
    /// All requirements: each objective; the parts of `playable` and of `whole`, if [they are
    /// named](Self::with_named_parts); that all tiles are set; and that levels differ.
    pub fn cases(&self) -> Vec<Case> {
        let formulas = &self.definition.formulas;
        let objectives = self.objectives.iter();
        let objectives = objectives.map(|goal| formulas.case(&goal.name, &goal.node));
        let parts = self.parts.iter().flatten().map(|part| formulas.case(part.text(), &part.node));
        let all = TileSet::entities(self.palette().len());
        let whole = [Case::SET, Case::DIFFERENT];
        let whole =
            whole.map(|text| Case { text: text.to_owned(), tiles: all, measures: Vec::new() });
        objectives.chain(parts).chain(whole).collect()
    }

    /// Its simple requirements on tiles.
    pub fn demands(&self) -> Vec<Demand> {
        let formulas = &self.definition.formulas;
        let mut demands = Vec::new();
        for objective in self.own_objectives() {
            let (min, max) = (objective.band.min(), objective.band.max());
            demands.extend(formulas.demand(&objective.node, min, max));
        }
        for part in self.parts.iter().flatten() {
            demands.extend(formulas.demand_of_condition(&part.node));
        }
        demands
    }
}

impl Meter<'_> {
    /// Calls `tell` with the index and the result of each case behind the objectives, in the order
    /// of [`Problem::cases`], for the last judged level. Leaves out the last case, which needs
    /// several levels.
    pub fn parts(&mut self, level: View<'_>, mut tell: impl FnMut(usize, bool)) {
        let problem = self.problem;
        let mut n = 0;
        for part in problem.parts.iter().flatten() {
            tell(n, self.evaluator.holds(&part.node, level));
            n += 1;
        }
        tell(n, level.rows().flatten().all(|&tile| tile != UNKNOWN));
    }
}

impl Formulas {
    fn case(&self, text: &str, node: &Node) -> Case {
        let mut measures = Vec::new();
        self.each_measure(node, &mut |index| measures.push(index));
        let tiles = measures.iter().map(|&index| self.tiles_of(&self.measures[index]));
        let tiles = tiles.fold(TileSet::default(), TileSet::union);
        Case { text: text.to_owned(), tiles, measures }
    }

    fn tiles_of(&self, call: &Call) -> TileSet {
        let arguments = &call.arguments;
        let mut tiles = arguments
            .tiles
            .iter()
            .chain(arguments.trip.stops())
            .fold(TileSet::default(), |all, tiles| all.union(*tiles));
        // A search without tiles leads over those of its movement.
        if call.entry.search == Search::Flood && arguments.tiles.is_empty() {
            tiles = tiles.union(self.movements[arguments.by].over);
        }
        if let Counted::Conditions = call.entry.counted {
            let conditions = self.cells[arguments.conditions].iter();
            for estimator in conditions.flat_map(ScriptCondition::estimators) {
                let list = match estimator {
                    Estimator::Distance(list) | Estimator::Image(_, list) => Some(list),
                    _ => estimator.counted().map(|(list, _)| list),
                };
                tiles = list.map_or(tiles, |list| list.tiles().union(tiles));
            }
        }
        tiles
    }

    /// The requirement of an expression with good values from `min` to `max`.
    pub(crate) fn demand(&self, node: &Node, min: f64, max: f64) -> Option<Demand> {
        match node {
            Node::Named(index) => self.demand(&self.named[*index], min, max),
            Node::Measure(index) => {
                let Call { entry, arguments } = &self.measures[*index];
                if matches!(entry.counted, Counted::Conditions) && min > 0.0 {
                    let mut conditions = self.cells[arguments.conditions].iter();
                    let tiles = conditions.find_map(ScriptCondition::here);
                    return Some(Demand { of: Demanded::Placed, tiles: tiles?, min, max });
                }
                let offsets = self.movements[arguments.by].offsets();
                let of = match entry.demanded? {
                    Demanded::Pieces if along(offsets, (1, 0)) => Demanded::Rows,
                    Demanded::Pieces if along(offsets, (0, 1)) => Demanded::Columns,
                    of => of,
                };
                Some(Demand { of, tiles: arguments.tiles[0], min, max })
            }
            Node::Operation(Operator::Over, nodes) => self.demand_of_ratio(nodes, min, max),
            Node::Operation(Operator::Else, nodes) => self.demand(&nodes[0], min, max),
            Node::Operation(Operator::Plus, nodes) => {
                let amount =
                    (0..2).find(|&side| self.is_penalty(&nodes[1 - side], &nodes[side]))?;
                self.demand(&nodes[amount], min, max)
            }
            Node::Operation(Operator::Minus, nodes)
                if min > 0.0 && self.counts_cells(&nodes[1]) =>
            {
                self.demand(&nodes[0], min, max)
            }
            Node::Operation(Operator::Times, nodes) => match &nodes[..] {
                [node, Node::Number(n)] | [Node::Number(n), node] if *n > 0.0 => {
                    self.demand(node, min / n, max / n)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The requirement of a quotient: cells of some tiles divided by the number of their regions.
    fn demand_of_ratio(&self, nodes: &[Node], min: f64, max: f64) -> Option<Demand> {
        let [cells, regions] = nodes else { return None };
        let [cells, regions] = [cells, regions].map(|node| {
            // A multiple is not a plain number.
            self.demand(node, 1.0, 1.0).filter(|demand| (demand.min, demand.max) == (1.0, 1.0))
        });
        let (cells, regions) = (cells?, regions?);
        let are_regions =
            matches!(regions.of, Demanded::Pieces | Demanded::Rows | Demanded::Columns);
        let is_size = cells.of == Demanded::Count && are_regions && cells.tiles == regions.tiles;
        is_size.then_some(Demand { of: Demanded::Size, tiles: cells.tiles, min, max })
    }

    pub(crate) fn demand_of_condition(&self, node: &Node) -> Option<Demand> {
        let (node, min, max) = bounds_of_condition(node)?;
        self.demand(node, min, max)
    }
}

/// The expression that a condition compares with a number, and its least and greatest good value, if
/// it is whole.
pub(crate) fn bounds_of_condition(node: &Node) -> Option<(&Node, f64, f64)> {
    let Node::Operation(operator, nodes) = node else { return None };
    let [node, Node::Number(n)] = &nodes[..] else { return None };
    let (min, max) = match operator {
        Operator::Equal => (*n, *n),
        Operator::Less => (0.0, n - 1.0),
        Operator::AtMost => (0.0, *n),
        Operator::Greater => (n + 1.0, f64::INFINITY),
        Operator::AtLeast => (*n, f64::INFINITY),
        _ => return None,
    };
    Some((node, min, max))
}

/// Whether all steps lead to neighbors on one axis.
fn along(offsets: &[(isize, isize)], (columns, rows): (isize, isize)) -> bool {
    offsets.iter().all(|offset| [(columns, rows), (-columns, -rows)].contains(offset))
}

#[cfg(test)]
mod tests {
    use marahel_level::TileSet;

    use super::{Case, Demand, Demanded};
    use crate::tests::{PIECES, problem};

    const ASKS: &str = r#"
name = "test"
size = "4x2"
playable = "count(key) == 1 and two"
whole = "regions(floor) == 1"
[measures]
two = "count(player) == 2 and share(wall) > 0.1"
far = "regions(wall, by = hop)"
[objectives]
border = { value = "along_border(wall) * 8", range = [4, 8], zero_above = 9 }
floor = { value = "share(floor)", range = [0.25, 0.5], zero_above = 1 }
rooms = { value = "regions(floor) else 0", range = [1, 3], zero_above = 9 }
grid = { value = "far", range = [1, 1], zero_above = 9 }
odd = { value = "count(wall) - count(floor)", range = [1, 1], zero_above = 9 }
rows = { value = "regions(key, by = sideways)", range = [1, 2], zero_above = 9 }
size = { value = "count(key) / regions(key) else 0", range = [2, 4], zero_above = 9 }
[movement.walk]
over = "floor"
[movement.hop]
over = "wall"
steps = [[2, 0], [0, 3]]
[movement.sideways]
over = "any"
steps = [[1, 0]]
"#;

    #[test]
    fn all_that_is_asked_for_is_a_case() {
        let problem = problem(&format!("{ASKS}{PIECES}")).with_named_parts();
        let tile = |name: &str| TileSet::only(problem.palette().tile(name).unwrap());
        let cases = problem.cases();
        let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
        let parts = ["count(key) == 1", "count(player) == 2", "share(wall) > 0.1"];
        let objectives = ["border", "floor", "rooms", "grid", "odd", "rows", "size"];
        let whole = ["regions(floor) == 1", Case::SET, Case::DIFFERENT];
        assert_eq!(texts, [&objectives[..], &parts, &whole].concat());
        assert_eq!(cases[4].tiles, tile("wall").union(tile("floor")));
        assert_eq!(cases[8].tiles, tile("player"));
    }

    #[test]
    fn what_is_asked_of_tiles_is_read_from_objectives_and_conditions() {
        let problem = problem(&format!("{ASKS}{PIECES}")).with_named_parts();
        let tile = |name: &str| TileSet::only(problem.palette().tile(name).unwrap());
        let demand = |of, name, min, max| Demand { of, tiles: tile(name), min, max };
        let demands = problem.demands();
        for wanted in [
            demand(Demanded::Share, "floor", 0.25, 0.5),
            demand(Demanded::Pieces, "floor", 1.0, 3.0),
            demand(Demanded::Count, "key", 1.0, 1.0),
            demand(Demanded::Count, "player", 2.0, 2.0),
            demand(Demanded::Rows, "key", 1.0, 2.0),
            demand(Demanded::Size, "key", 2.0, 4.0),
        ] {
            assert!(demands.contains(&wanted), "{wanted:?} is not in {demands:?}");
        }
    }

    #[test]
    fn amounts_are_read_in_sums_and_where_cells_are_counted() {
        let [sum, less, placed] = [
            "sum = { value = 'count(door) + max(count(key) - 1, 0) + cells(\"self(door), horz(wall) < 2\")', range = [2, 3], zero_above = 9 }",
            "less = { value = 'count(enemy) - 3 * cells(\"self(enemy), plus(wall) > 1\")', range = [4, 6], zero_above = 9 }",
            "placed = { value = 'cells(\"self(crate), dist(out) > 2\")', range = [1, 5], zero_above = 9 }",
        ];
        let asks =
            ASKS.replace("[movement.walk]", &format!("{sum}\n{less}\n{placed}\n[movement.walk]"));
        let problem = problem(&format!("{asks}{PIECES}")).with_named_parts();
        let tile = |name: &str| TileSet::only(problem.palette().tile(name).unwrap());
        let demand = |of, name, min, max| Demand { of, tiles: tile(name), min, max };
        let demands = problem.demands();
        for wanted in [
            demand(Demanded::Count, "door", 2.0, 3.0),
            demand(Demanded::Count, "enemy", 4.0, 6.0),
            demand(Demanded::Placed, "crate", 1.0, 5.0),
        ] {
            assert!(demands.contains(&wanted), "{wanted:?} is not in {demands:?}");
        }
    }

    #[test]
    fn a_level_says_how_it_does_in_each_case() {
        let problem = problem(&format!("{ASKS}{PIECES}")).with_named_parts();
        let level = crate::tests::level(problem.palette(), &["k@@#", "..##"]);
        let mut meter = problem.meter();
        meter.judge(level.view());
        let mut met = Vec::new();
        meter.parts(level.view(), |index, is_met| met.push((index, is_met)));
        assert_eq!(met, [(0, true), (1, true), (2, true), (3, true), (4, true)]);
    }
}
