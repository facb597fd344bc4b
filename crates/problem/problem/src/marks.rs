//! [`Mark`]: the cells of a level that a missed requirement is about.

#[cfg(test)]
mod tests;

use marahel::CellCounter;
use marahel_level::View;
use marahel_script::Condition;

use crate::Meter;
use crate::definition::DemandedCells;
use crate::formulas::Node;

/// Cells that a missed requirement is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The name of the objective, or the missed part of `playable` or `whole`.
    pub text: String,
    /// What the cells have in common.
    pub what: &'static str,
    /// The cells in row-major order; at least one.
    pub cells: Vec<usize>,
}

impl Mark {
    /// Whether it is about so few of a number of cells that drawing it shows something.
    pub fn is_drawn(&self, n_cells: usize) -> bool {
        self.cells.len() <= n_cells.div_ceil(DRAWN)
    }
}

/// A mark on more than one cell of so many hides the level.
const DRAWN: usize = 3;

impl Meter<'_> {
    /// The [marks](Self::marks) for somebody to look at: for each requirement and what is wrong, one.
    pub fn marks_to_show(&mut self, level: View<'_>) -> Vec<Mark> {
        let mut shown: Vec<Mark> = Vec::new();
        for mark in self.marks(level) {
            let same = |alike: &&mut Mark| (&alike.text, alike.what) == (&mark.text, mark.what);
            match shown.iter_mut().find(same) {
                Some(alike) => {
                    alike.cells.extend_from_slice(&mark.cells);
                    alike.cells.sort_unstable();
                    alike.cells.dedup();
                }
                None => shown.push(mark),
            }
        }
        shown
    }

    /// The cells that the requirements missed by the last judged level are about: those that a measure counts and
    /// should not, those that it should count and does not, all pieces but the largest where
    /// pieces are measured, and what is too small or too near to its like. Parts of `playable` and
    /// `whole` are told if they
    /// [have names](crate::Problem::with_named_parts).
    pub fn marks(&mut self, level: View<'_>) -> Vec<Mark> {
        let problem = self.problem;
        let n_own = problem.own_objectives().len();
        // Each with the least good value.
        let mut missed: Vec<(&str, &Node, f64)> = Vec::new();
        let objectives = problem.own_objectives().iter().zip(&self.scores()[..n_own]);
        let objectives = objectives.filter(|&(_, &score)| score < 1.0);
        missed.extend(
            objectives
                .map(|(objective, _)| (&*objective.name, &objective.node, objective.band.min())),
        );
        let parts = problem.parts.iter().flatten();
        let parts = parts.filter(|part| !self.evaluator.holds(&part.node, level));
        missed.extend(parts.map(|part| (part.text(), &part.node, f64::NEG_INFINITY)));
        let formulas = &problem.definition.formulas;
        let demanded = problem.definition.demanded_cells();
        let (mut marks, mut marked) = (Vec::new(), Vec::new());
        for (text, node, min) in missed {
            let mut measures = Vec::new();
            formulas.each_measure(node, &mut |measure| measures.push(measure));
            for measure in measures {
                if marked.contains(&measure) {
                    continue;
                }
                marked.push(measure);
                let call = &formulas.measures[measure];
                let (what, cells) = if let Some(marked) = call.entry.marked {
                    let value = self.evaluator.value(&Node::Measure(measure), level);
                    let min =
                        if formulas.first_measure(node) == Some(measure) { min } else { value };
                    // What has the value itself is told at least.
                    let least = min.max(value + 1.0);
                    marked(&mut self.evaluator.instruments, &call.arguments, level, least)
                } else {
                    let demanded = demanded.iter().find(|cells| cells.measure == measure);
                    demanded.map(|demanded| counted(demanded, level)).unwrap_or_default()
                };
                if !cells.is_empty() {
                    marks.push(Mark { text: text.to_owned(), what, cells });
                }
            }
        }
        marks
    }
}

/// The cells that a measure counts. If they are wanted: those with the same tiles that it does not
/// count, or those in the right place that lack the tiles, whichever are fewer, unless these are
/// more.
fn counted(demanded: &DemandedCells, level: View<'_>) -> (&'static str, Vec<usize>) {
    let conditions = &demanded.conditions;
    let is_here =
        |condition: &Condition| condition.estimators().any(|own| own.counted_here().is_some());
    let here = conditions.iter().position(is_here);
    let tiles = here.map_or(&[][..], |index| &conditions[index..=index]);
    let mut place = conditions.clone();
    here.map(|index| place.remove(index));
    let mut counter = CellCounter::new([&conditions[..], tiles, &place[..]]);
    counter.load(level);
    let inside = counter.cells(0);
    if !demanded.is_wanted || tiles.is_empty() {
        return ("counted", inside);
    }
    let mut but_inside = |set: usize| -> Vec<usize> {
        let cells = counter.cells(set).into_iter();
        cells.filter(|cell| inside.binary_search(cell).is_err()).collect()
    };
    let (uncounted, gaps) =
        (but_inside(1), if demanded.is_implied { but_inside(2) } else { vec![] });
    let is_told = |cells: &Vec<usize>| (1..=inside.len()).contains(&cells.len());
    if is_told(&gaps) && (uncounted.is_empty() || gaps.len() < uncounted.len()) {
        return ("missing", gaps);
    }
    if inside.is_empty() || is_told(&uncounted) {
        return ("not counted", uncounted);
    }
    ("counted", inside)
}
