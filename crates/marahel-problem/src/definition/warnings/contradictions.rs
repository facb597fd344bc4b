//! Warns of objectives that no level meets together.
//!
//! Only certain contradictions are reported: disjoint ranges of one value, and numbers of cells
//! that do not fit into one level.

use std::ops::Range;

use marahel_level::TileSet;
use marahel_script::Severity;

use super::super::table_reader::TableReader;
use crate::Objective;
use crate::case::Demanded;
use crate::formulas::{Call, Formulas, Node};

/// Warns of objectives that contradict each other.
pub(in crate::definition) fn tell(
    reader: &mut TableReader<'_>,
    objectives: &[Objective],
    formulas: &Formulas,
    sizes: &[(usize, usize)],
) {
    let table = reader.get("objectives").and_then(|value| value.get_ref().as_table());
    let goals = objectives.iter();
    let goals =
        goals.filter_map(|goal| Some(Goal { goal, range: table?.get(&*goal.name)?.span() }));
    let mut goals: Vec<Goal<'_>> = goals.collect();
    goals.sort_by_key(|goal| goal.range.start);
    disjoint_ranges(reader, &goals, formulas);
    // One size is enough.
    let _ = sizes.iter().any(|&size| too_many_cells(reader, &goals, formulas, size));
}

struct Goal<'o> {
    goal: &'o Objective,
    range: Range<usize>,
}

impl Goal<'_> {
    fn place(&self) -> String {
        format!("objective `{}`", self.goal.name)
    }

    fn in_words(&self, reader: &TableReader<'_>) -> String {
        let line = reader.line_of(&self.range);
        format!("`{}` (line {line}) requires {}", self.goal.name, self.goal.band.in_words())
    }
}

/// Warns of pairs of objectives that want the same value in disjoint ranges.
fn disjoint_ranges(reader: &mut TableReader<'_>, goals: &[Goal<'_>], formulas: &Formulas) {
    for (index, goal) in goals.iter().enumerate() {
        let value = value_of(&goal.goal.node, formulas);
        let opposed = goals[..index].iter().find(|earlier| {
            let (own, band) = (&goal.goal.band, &earlier.goal.band);
            let is_disjoint = own.min() > band.max() || band.min() > own.max();
            is_disjoint && value_of(&earlier.goal.node, formulas) == value
        });
        if let Some(earlier) = opposed {
            let message = format!(
                "no level meets this and another: {}, and {} of the same value",
                earlier.in_words(reader),
                goal.in_words(reader)
            );
            let help = "let the ranges overlap, or leave one of them out";
            reader.tell(Severity::Hopeless, goal.range.clone(), &goal.place(), message, help);
        }
    }
}

/// The expression behind a name, or behind several.
fn value_of<'p>(node: &'p Node, formulas: &'p Formulas) -> &'p Node {
    match node {
        Node::Named(index) => value_of(&formulas.named[*index], formulas),
        _ => node,
    }
}

struct Cells<'g> {
    of: &'g Goal<'g>,
    tiles: TileSet,
    least: f64,
    most: f64,
}

/// Warns of objectives that require more cells than a level has, or than another one allows;
/// returns whether there are some.
fn too_many_cells(
    reader: &mut TableReader<'_>,
    goals: &[Goal<'_>],
    formulas: &Formulas,
    (width, height): (usize, usize),
) -> bool {
    let n_cells = (width * height) as f64;
    let mut amounts: Vec<Cells<'_>> =
        goals.iter().filter_map(|goal| cells_of(goal, formulas, n_cells)).collect();
    // The most demanding ones come first, and are preferred among those with common tiles.
    amounts.sort_by(|left, right| right.least.total_cmp(&left.least));
    let mut warnings: Vec<(&Cells<'_>, String)> = Vec::new();
    for limit in &amounts {
        let parts = within(&amounts, Some(limit), formulas);
        if !parts.is_empty() && sum(&parts) > limit.most {
            let message = format!(
                "no level of {width}x{height} meets this and others: it allows {} cells, and {} are needed, for {}",
                limit.most,
                sum(&parts),
                in_words(&parts, reader)
            );
            warnings.push((limit, message));
        }
    }
    let all = within(&amounts, None, formulas);
    if let Some(last) = all.iter().max_by_key(|amount| amount.of.range.start)
        && all.len() > 1
        && sum(&all) > n_cells
    {
        let message = format!(
            "no level of {width}x{height} meets this and others: {} cells are needed, and it has {n_cells}; {}",
            sum(&all),
            in_words(&all, reader)
        );
        warnings.push((last, message));
    }
    let is_found = !warnings.is_empty();
    for (at, message) in warnings {
        let (range, place) = (at.of.range.clone(), at.of.place());
        reader.tell(Severity::Hopeless, range, &place, message, "change the ranges");
    }
    is_found
}

/// Disjoint sets of tiles within one set, the most demanding first. Two ranges of one value are
/// reported elsewhere.
fn within<'a>(
    amounts: &'a [Cells<'_>],
    limit: Option<&Cells<'_>>,
    formulas: &Formulas,
) -> Vec<&'a Cells<'a>> {
    let mut tiles_before = TileSet::EMPTY;
    let mut chosen: Vec<&Cells<'_>> = Vec::new();
    for amount in amounts.iter().filter(|amount| amount.least > 0.0) {
        let is_within = limit.is_none_or(|limit| {
            let [own, value] = [amount, limit].map(|cells| value_of(&cells.of.goal.node, formulas));
            limit.tiles.is_superset(amount.tiles) && own != value
        });
        if is_within && amount.tiles.is_disjoint(tiles_before) {
            tiles_before = tiles_before.union(amount.tiles);
            chosen.push(amount);
        }
    }
    chosen
}

fn sum(amounts: &[&Cells<'_>]) -> f64 {
    amounts.iter().map(|amount| amount.least).sum()
}

fn in_words(amounts: &[&Cells<'_>], reader: &TableReader<'_>) -> String {
    let mut goals: Vec<&Goal<'_>> = amounts.iter().map(|amount| amount.of).collect();
    goals.sort_by_key(|goal| goal.range.start);
    goals.into_iter().map(|goal| goal.in_words(reader)).collect::<Vec<_>>().join(", ")
}

/// The number of cells that an objective requires, if it is about the number or the share of tiles.
fn cells_of<'g>(goal: &'g Goal<'g>, formulas: &Formulas, n_cells: f64) -> Option<Cells<'g>> {
    let Node::Measure(index) = value_of(&goal.goal.node, formulas) else { return None };
    let Call { entry, arguments } = &formulas.measures[*index];
    let unit = match entry.demanded? {
        Demanded::Count => 1.0,
        Demanded::Share => n_cells,
        _ => return None,
    };
    // A share is a quotient, so it can be slightly off a whole number of cells.
    let band = &goal.goal.band;
    let (least, most) = ((band.min() * unit - 1e-6).ceil(), (band.max() * unit + 1e-6).floor());
    Some(Cells { of: goal, tiles: arguments.tiles[0], least: least.max(0.0), most })
}
