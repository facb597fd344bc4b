//! Wishes: what a problem asks of levels, in the few forms for which explorers can be written.
//!
//! A problem file says how to measure a level. [`Problem::wishes`] reads from its formulas what a
//! person would read: `count(seat) - cells("self(seat), plus(belt) > 0")` in the range 0 to 0 is
//! *each seat touches the belt*. The crate `drafts` has a maker for each form.

mod reading;

use marahel_level::{Mirror, TileSet};
use marahel_script::Condition;

use crate::Problem;
use crate::measure::Arguments;
use reading::Reading;

/// Something that a problem asks of levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// The name of the objective, or the text of the condition, that asks for it.
    pub text: String,
    /// What is measured.
    pub of: Wished,
    /// The least good value; can be infinite.
    pub min: f64,
    /// The greatest good value; can be infinite.
    pub max: f64,
}

/// What a [`Wish`] is about. Movements are indices of
/// [`Definition::movements`](crate::Definition::movements).
#[derive(Clone, Debug, PartialEq)]
pub enum Wished {
    /// The number of cells with these tiles.
    Count(TileSet),
    /// The share of the border that they have.
    Border(TileSet),
    /// The share of the last row that they have.
    Bottom(TileSet),
    /// The number of their pieces.
    Pieces(TileSet, usize),
    /// The mean number of cells of their pieces.
    Size(TileSet, usize),
    /// The number of cells of the smallest piece.
    Smallest(TileSet, usize),
    /// The number of cells of the largest piece.
    Largest(TileSet, usize),
    /// The number of their pieces that have so many cells, at least and at most.
    Sized(TileSet, usize, f64, f64),
    /// The number of pieces of the first tiles that hold so many of the second, at least and at most.
    Holding(TileSet, TileSet, usize, f64, f64),
    /// The least distance of two of them.
    Apart(TileSet),
    /// The least distance between the first and the second tiles.
    Nearest(TileSet, TileSet),
    /// The number of cells where all conditions of one of these lists hold.
    Cells(Vec<Vec<Condition>>),
    /// All conditions of one of these lists hold for each cell with the tiles.
    Each(TileSet, Vec<Vec<Condition>>),
    /// There are as many cells with the first tiles as pieces of the second.
    AsMany(TileSet, TileSet, usize),
    /// There are as many cells with the first tiles as with the second.
    Tied(TileSet, TileSet),
    /// A cell with the tiles has none of its like beside it by this movement.
    Lone(TileSet, usize),
    /// Each piece of the first tiles has one of the second beside it.
    Touching(TileSet, TileSet, usize),
    /// The steps of a way that begins at the first of these tiles, passes each, and ends at the last.
    Way(Vec<TileSet>, usize),
    /// The number of cells with the second tiles that can be reached from the first.
    Reached(TileSet, TileSet, usize),
    /// The steps of a way from the first column to the last, or if true, from the last row to the
    /// first.
    Across(usize, bool),
    /// The share of the cells that equal their mirror images, by any mirror if there is none: of the
    /// cells with these tiles, or of all cells if there are no tiles.
    Mirrored(Option<Mirror>, TileSet),
    /// Something for which this list has no form.
    Other,
}

/// The form of a measure, for its row in the catalogue.
pub(crate) type WishedBy = fn(&Arguments) -> Wished;

impl Problem {
    /// What it asks of levels: the wishes of each objective, then those of `playable` and of `whole`.
    /// What has no form is an [`Other`](Wished::Other) with its text.
    pub fn wishes(&self) -> Vec<Wish> {
        let problem = self.clone().with_named_parts();
        let (width, height) = problem.sizes()[0];
        let formulas = &problem.definition.formulas;
        let mut reading = Reading {
            formulas,
            area: (width * height) as f64,
            text: String::new(),
            wishes: Vec::new(),
        };
        for objective in problem.own_objectives() {
            reading.text.clone_from(&objective.name);
            reading.value(&objective.node, objective.band.min(), objective.band.max());
        }
        for part in problem.parts.iter().flatten() {
            part.text().clone_into(&mut reading.text);
            reading.holds(&part.node, true);
        }
        reading.wishes
    }
}
#[cfg(test)]
mod tests;
