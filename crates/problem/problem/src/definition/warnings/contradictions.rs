//! Warns of objectives that no level meets together.
//!
//! Only certain contradictions are reported: disjoint ranges of one value, and numbers of cells
//! that do not fit into one level.

use std::ops::Range;

use marahel_level::TileSet;

use super::super::keys::FileKeys;
use super::super::reader::Faults;
use crate::Objective;
use crate::case::Demanded;
use crate::formulas::{Call, Formulas, Node};

/// Warns of objectives that contradict each other.
pub(in crate::definition) fn tell(
    file: &FileKeys,
    text: &str,
    objectives: &[Objective],
    formulas: &Formulas,
    sizes: &[(usize, usize)],
    faults: &mut Faults,
) {
    let entries = file.objectives.iter().flatten().flat_map(|entries| &entries.all);
    let goals = objectives.iter().filter_map(|objective| {
        let entry = entries.clone().find(|entry| entry.name == objective.name)?;
        let line = 1 + text[..entry.range.start].matches('\n').count();
        Some(Goal { objective, range: entry.range.clone(), line })
    });
    let mut goals: Vec<Goal<'_>> = goals.collect();
    goals.sort_by_key(|goal| goal.range.start);
    disjoint_ranges(&goals, formulas, faults);
    // One size is enough.
    let _ = sizes.iter().any(|&size| too_many_cells(&goals, formulas, size, faults));
}

struct Goal<'o> {
    objective: &'o Objective,
    range: Range<usize>,
    /// Where it begins, from 1.
    line: usize,
}

impl Goal<'_> {
    fn place(&self) -> String {
        format!("objective `{}`", self.objective.name)
    }

    fn in_words(&self) -> String {
        let Self { objective, line, .. } = self;
        format!("`{}` (line {line}) requires {}", objective.name, objective.band.in_words())
    }
}

/// Warns of pairs of objectives that want the same value in disjoint ranges.
fn disjoint_ranges(goals: &[Goal<'_>], formulas: &Formulas, faults: &mut Faults) {
    for (index, goal) in goals.iter().enumerate() {
        let value = value_of(&goal.objective.node, formulas);
        let opposed = goals[..index].iter().find(|earlier| {
            let (own, band) = (&goal.objective.band, &earlier.objective.band);
            let is_disjoint = own.min() > band.max() || band.min() > own.max();
            is_disjoint && value_of(&earlier.objective.node, formulas) == value
        });
        if let Some(earlier) = opposed {
            let message = format!(
                "no level meets this and another: {}, and {} of the same value",
                earlier.in_words(),
                goal.in_words()
            );
            let help = "let the ranges overlap, or leave one of them out";
            fault!(faults, Hopeless, goal.range.clone(), goal.place(), message, help);
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
    goals: &[Goal<'_>],
    formulas: &Formulas,
    (width, height): (usize, usize),
    faults: &mut Faults,
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
                in_words(&parts)
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
            in_words(&all)
        );
        warnings.push((last, message));
    }
    let is_found = !warnings.is_empty();
    for (at, message) in warnings {
        let (range, place) = (at.of.range.clone(), at.of.place());
        fault!(faults, Hopeless, range, place, message, "change the ranges");
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
            let [own, value] =
                [amount, limit].map(|cells| value_of(&cells.of.objective.node, formulas));
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

fn in_words(amounts: &[&Cells<'_>]) -> String {
    let mut goals: Vec<&Goal<'_>> = amounts.iter().map(|amount| amount.of).collect();
    goals.sort_by_key(|goal| goal.range.start);
    goals.into_iter().map(Goal::in_words).collect::<Vec<_>>().join(", ")
}

/// The number of cells that an objective requires, if it is about the number or the share of tiles.
fn cells_of<'g>(goal: &'g Goal<'g>, formulas: &Formulas, n_cells: f64) -> Option<Cells<'g>> {
    let Node::Measure(index) = value_of(&goal.objective.node, formulas) else { return None };
    let Call { entry, arguments } = &formulas.measures[*index];
    let unit = match entry.demanded? {
        Demanded::Count => 1.0,
        Demanded::Share => n_cells,
        _ => return None,
    };
    // A share is a quotient, so it can be slightly off a whole number of cells.
    let band = &goal.objective.band;
    let (least, most) = ((band.min() * unit - 1e-6).ceil(), (band.max() * unit + 1e-6).floor());
    Some(Cells { of: goal, tiles: arguments.tiles[0], least: least.max(0.0), most })
}
