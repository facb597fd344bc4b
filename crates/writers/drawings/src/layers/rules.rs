//! The parts of scripts in few words: conditions, rules and explorers.

use marahel_level::{OUT, Tile};
use marahel_script::{
    Condition, Cost, Edge, EntityList, Estimator, Executer, Explorer, Neighborhood, Operator, Rule,
    Spelling, Walk,
};

/// The place of a cell relative to the current one: columns to the right, and rows down.
pub(crate) type Offset = (i32, i32);

/// An offset, or the one with columns and rows exchanged.
pub(crate) fn transposed((x, y): Offset, is_transposed: bool) -> Offset {
    if is_transposed { (y, x) } else { (x, y) }
}

/// The neighborhoods of every script.
pub(crate) const HERE: &[Offset] = &[(0, 0)];
pub(crate) const ALL: &[Offset] =
    &[(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
pub(crate) const CROSS: &[Offset] = &[(0, 0), (-1, 0), (0, -1), (1, 0), (0, 1)];
pub(crate) const HORZ: &[Offset] = &[(-1, 0), (1, 0)];
pub(crate) const VERT: &[Offset] = &[(0, -1), (0, 1)];
pub(crate) const LEFT: &[Offset] = &[(-1, 0)];
pub(crate) const UP: &[Offset] = &[(0, -1)];
pub(crate) const RIGHT: &[Offset] = &[(1, 0)];
pub(crate) const DOWN: &[Offset] = &[(0, 1)];

/// The four directions.
pub(crate) const DIRECTIONS: [&[Offset]; 4] = [LEFT, UP, RIGHT, DOWN];

/// The cell two steps away in each direction, with a name for it.
pub(crate) const TWO_STEPS: [(&str, &[Offset]); 4] =
    [("left2", &[(-2, 0)]), ("up2", &[(0, -2)]), ("right2", &[(2, 0)]), ("down2", &[(0, 2)])];

/// The sides of a level from which columns and rows are counted.
pub(crate) const EDGES: [Edge; 4] = [Edge::Left, Edge::Top, Edge::Right, Edge::Bottom];

/// What a condition compares with a number.
pub(crate) trait Compared {
    fn is(self, number: usize) -> Condition;
    fn above(self, number: usize) -> Condition;
    fn below(self, number: usize) -> Condition;
}

impl Compared for Estimator {
    fn is(self, number: usize) -> Condition {
        compare(self, Operator::Equal, number as f64)
    }

    fn above(self, number: usize) -> Condition {
        compare(self, Operator::Greater, number as f64)
    }

    fn below(self, number: usize) -> Condition {
        compare(self, Operator::Less, number as f64)
    }
}

pub(crate) fn compare(estimator: Estimator, operator: Operator, number: f64) -> Condition {
    Condition::Compare(estimator, operator, Estimator::Number(number))
}

/// True with a probability.
pub(crate) fn chance(probability: f64) -> Condition {
    compare(Estimator::Random, Operator::Less, probability)
}

/// All cells of a neighborhood are of these tiles.
pub(crate) fn has(cells: &[Offset], tiles: impl IntoIterator<Item = Tile>) -> Condition {
    Condition::Bare(count(cells, tiles))
}

/// The number of cells of a neighborhood that are of these tiles.
pub(crate) fn count(cells: &[Offset], tiles: impl IntoIterator<Item = Tile>) -> Estimator {
    Estimator::Neighborhood(neighborhood(cells), list(tiles))
}

/// The steps to the nearest cell of a tile.
pub(crate) fn distance(tile: Tile) -> Estimator {
    Estimator::Distance(list([tile]))
}

/// The cells between a cell and the edge, and one more.
pub(crate) fn to_outside() -> Estimator {
    distance(OUT)
}

/// The columns or rows from an edge.
pub(crate) fn place(edge: Edge) -> Estimator {
    Estimator::Place(edge, None)
}

pub(crate) fn list(tiles: impl IntoIterator<Item = Tile>) -> EntityList {
    EntityList { members: tiles.into_iter().map(|tile| (tile, 1)).collect() }
}

fn neighborhood(cells: &[Offset]) -> Neighborhood {
    Neighborhood::from_offsets(cells.to_vec()).expect("it is declared, or one of every script")
}

/// A rule that writes a tile to the current cell.
pub(crate) fn rule(conditions: impl IntoIterator<Item = Condition>, tile: Tile) -> Rule {
    rule_at(conditions, [(HERE, tile)])
}

/// A rule that writes tiles to neighborhoods.
pub(crate) fn rule_at<'c>(
    conditions: impl IntoIterator<Item = Condition>,
    written: impl IntoIterator<Item = (&'c [Offset], Tile)>,
) -> Rule {
    let executers = written.into_iter().map(|(cells, tile)| Executer {
        neighborhood: neighborhood(cells),
        entities: list([tile]),
        dialled: Vec::new(),
    });
    Rule {
        text: Spelling::default(),
        conditions: conditions.into_iter().collect(),
        executers: executers.collect(),
    }
}

/// Rules that open a wall between two cells.
pub(crate) fn openings(wall: Tile, floor: Tile) -> Vec<Rule> {
    let sides = [(HORZ, VERT), (VERT, HORZ)];
    Vec::from(sides.map(|(along, across)| {
        let between = [count(across, [wall]).is(2), count(along, [floor]).is(2)];
        rule([has(HERE, [wall])].into_iter().chain(between), floor)
    }))
}

/// An explorer that visits every cell, row by row.
pub(crate) fn all(description: impl AsRef<str>, rules: Vec<Rule>) -> Explorer {
    explorer("horz", description, rules)
}

/// An explorer that visits every cell in random order.
pub(crate) fn shuffled(description: impl AsRef<str>, rules: Vec<Rule>) -> Explorer {
    explorer("rorder", description, rules)
}

/// An explorer that visits cells in random order and stops after some changes.
pub(crate) fn some(description: impl AsRef<str>, changes: usize, rules: Vec<Rule>) -> Explorer {
    Explorer { changes: Some(changes as u64), ..shuffled(description, rules) }
}

/// An explorer that joins the pieces of some tiles, by the cheapest ways.
pub(crate) fn joining(
    description: impl AsRef<str>,
    tiles: impl IntoIterator<Item = Tile>,
    prices: Vec<Estimator>,
    rules: Vec<Rule>,
) -> Explorer {
    let mut explorer = explorer("connect", description, rules);
    if let Walk::TurtleConnect { entities, costs, .. } = &mut explorer.walk {
        *entities = list(tiles);
        *costs = prices.into_iter().map(Cost::from).collect();
    }
    explorer
}

pub(crate) fn explorer(kind: &str, description: impl AsRef<str>, rules: Vec<Rule>) -> Explorer {
    let explorer = Explorer::named(kind, rules).expect("a type of the language");
    Explorer { description: Spelling::of(description.as_ref()), ..explorer }
}

pub(crate) fn repeated(number: usize, explorer: Explorer) -> Explorer {
    Explorer { repeats: number as u64, ..explorer }
}

/// Whether an explorer can act differently each time.
pub(crate) fn is_random(explorer: &Explorer) -> bool {
    let conditions = explorer.rules.iter().flat_map(|rule| &rule.conditions);
    !matches!(explorer.walk, Walk::NarrowHorz | Walk::NarrowVert)
        || conditions.flat_map(Condition::estimators).any(Estimator::draws)
}
