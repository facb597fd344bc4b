//! Warns of objectives that no level meets together.
//!
//! Only certain contradictions are reported: disjoint ranges of one value, and numbers of cells
//! that do not fit into one level.

use std::ops::Range;

use level::TileSet;
use script::Severity;
use toml::de::DeTable;

use super::super::table_reader::TableReader;
use crate::Objective;
use crate::formulas::{Formulas, Node};
use crate::measure::{Call, Measure};

/// Warns of objectives that contradict each other.
pub(in crate::definition) fn tell(
    reader: &mut TableReader<'_>,
    document: &DeTable<'_>,
    objectives: &[Objective],
    formulas: &Formulas,
    sizes: &[(usize, usize)],
) {
    let table = document.get("objectives").and_then(|value| value.get_ref().as_table());
    let placed = |goal| Some(Goal { goal, range: table?.get(&*goal.name)?.span() });
    let mut goals: Vec<Goal<'_>> = objectives.iter().filter_map(placed).collect();
    goals.sort_by_key(|one| one.range.start);
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

    /// Its name and line, and its range.
    fn told(&self, reader: &TableReader<'_>) -> String {
        let line = reader.line_of(&self.range);
        format!("`{}` (line {line}) requires {}", self.goal.name, self.goal.band.in_words())
    }
}

/// Warns of pairs of objectives that want the same value in disjoint ranges.
fn disjoint_ranges(reader: &mut TableReader<'_>, goals: &[Goal<'_>], formulas: &Formulas) {
    for (index, one) in goals.iter().enumerate() {
        let value = value_of(&one.goal.node, formulas);
        let is_against = |other: &&Goal<'_>| {
            let (one, band) = (&one.goal.band, &other.goal.band);
            let is_disjoint = one.min() > band.max() || band.min() > one.max();
            is_disjoint && value_of(&other.goal.node, formulas) == value
        };
        if let Some(other) = goals[..index].iter().find(is_against) {
            let message = format!(
                "no level meets this and another: {}, and {} of the same value",
                other.told(reader),
                one.told(reader)
            );
            let help = "let the ranges overlap, or leave one of them out";
            reader.tell(Severity::Warning, one.range.clone(), &one.place(), message, help);
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

/// The number of cells that an objective requires.
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
    let mut asked: Vec<Cells<'_>> =
        goals.iter().filter_map(|goal| cells_of(goal, formulas, n_cells)).collect();
    // The most demanding ones come first, and are preferred among those with common tiles.
    asked.sort_by(|one, other| other.least.total_cmp(&one.least));
    let is_same_value = |one: &Cells<'_>, other: &Cells<'_>| {
        let [one, other] = [one, other].map(|cells| value_of(&cells.of.goal.node, formulas));
        one == other
    };
    // Disjoint sets of tiles within one set, the most demanding first. Two ranges of one value are
    // reported elsewhere.
    let within = |limit: Option<&Cells<'_>>| {
        let mut taken = TileSet::EMPTY;
        let mut chosen: Vec<&Cells<'_>> = Vec::new();
        for one in asked.iter().filter(|one| one.least > 0.0) {
            let is_within = limit.is_none_or(|limit| {
                limit.tiles.is_superset(one.tiles) && !is_same_value(one, limit)
            });
            if is_within && one.tiles.is_disjoint(taken) {
                taken = taken.union(one.tiles);
                chosen.push(one);
            }
        }
        chosen
    };
    let sum = |chosen: &[&Cells<'_>]| chosen.iter().map(|one| one.least).sum::<f64>();
    let mut found: Vec<(&Cells<'_>, String)> = Vec::new();
    let named = |chosen: &[&Cells<'_>]| {
        let mut goals: Vec<&Goal<'_>> = chosen.iter().map(|one| one.of).collect();
        goals.sort_by_key(|goal| goal.range.start);
        goals.into_iter().map(|goal| goal.told(reader)).collect::<Vec<_>>().join(", ")
    };
    for limit in &asked {
        let others = within(Some(limit));
        if !others.is_empty() && sum(&others) > limit.most {
            let message = format!(
                "no level of {width}x{height} meets this and others: it allows {} cells, and {} are needed, for {}",
                limit.most,
                sum(&others),
                named(&others)
            );
            found.push((limit, message));
        }
    }
    let all = within(None);
    if let Some(last) = all.iter().max_by_key(|one| one.of.range.start)
        && all.len() > 1
        && sum(&all) > n_cells
    {
        let message = format!(
            "no level of {width}x{height} meets this and others: {} cells are needed, and it has {n_cells}; {}",
            sum(&all),
            named(&all)
        );
        found.push((last, message));
    }
    let is_found = !found.is_empty();
    for (at, message) in found {
        let (range, place) = (at.of.range.clone(), at.of.place());
        reader.tell(Severity::Warning, range, &place, message, "change the ranges");
    }
    is_found
}

/// The number of cells that an objective requires, if it is about the number or the share of tiles.
fn cells_of<'g>(goal: &'g Goal<'g>, formulas: &Formulas, n_cells: f64) -> Option<Cells<'g>> {
    let Node::Measure(index) = value_of(&goal.goal.node, formulas) else { return None };
    let Call { measure, arguments } = &formulas.measures[*index];
    let unit = match measure {
        Measure::Count => 1.0,
        Measure::Share => n_cells,
        _ => return None,
    };
    // A share is a quotient, so it can be slightly off a whole number of cells.
    let band = &goal.goal.band;
    let (least, most) = ((band.min() * unit - 1e-6).ceil(), (band.max() * unit + 1e-6).floor());
    Some(Cells { of: goal, tiles: arguments.tiles[0], least: least.max(0.0), most })
}
