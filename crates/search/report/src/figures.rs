//! The figures, one file each; [`RUN_FIGURES`] lists those of a run.

mod box_plot;
mod boxes;
mod distributions;
mod front_pair;
mod heat_map;
mod over_generations;

#[cfg(test)]
mod tests;

pub use box_plot::box_plot;
pub use distributions::objective_distributions;
pub(crate) use front_pair::N_PAIRED_MAX;
pub use front_pair::{FrontPair, front_pair};
pub use heat_map::heat_map;
pub(crate) use over_generations::validated_hypervolume;
pub use over_generations::{Hypervolumes, Series, fronts_over_generations, hypervolume};

use crate::figure::Figure;
use crate::records::Records;

/// A kind of figure of each run. Its row stands beside the code that draws it.
#[derive(Debug)]
pub(crate) struct RunFigure {
    /// The name of its file without extension. In `front-A-B`, capital letters stand for names of
    /// objectives.
    pub(crate) name: &'static str,
    pub(crate) draw: Draw,
}

/// How figures of a kind are drawn.
#[derive(Debug)]
pub(crate) enum Draw {
    /// The one that a run has, if any.
    One(fn(&Records) -> Option<Figure>),
    /// One for each pair of objectives, with its name.
    Each(fn(&Records) -> Vec<(String, Figure)>),
}

/// The figures of each run, in their order.
pub(crate) const RUN_FIGURES: &[RunFigure] = &[
    over_generations::FRONTS,
    over_generations::HYPERVOLUME,
    over_generations::OBJECTIVES,
    distributions::DISTRIBUTIONS,
    front_pair::FRONT_PAIR,
];

impl RunFigure {
    /// Whether a file may be such a figure, by its name without extension.
    pub(crate) fn fits(&self, stem: &str) -> bool {
        match self.name.find(|character: char| character.is_ascii_uppercase()) {
            Some(end) => stem.starts_with(&self.name[..end]),
            None => stem == self.name,
        }
    }

    /// Those that a run has, with their names.
    pub(crate) fn draw(&self, records: &Records) -> Vec<(String, Figure)> {
        match self.draw {
            Draw::One(draw) => {
                draw(records).into_iter().map(|figure| (self.name.to_owned(), figure)).collect()
            }
            Draw::Each(draw) => draw(records),
        }
    }
}

/// The name of a column as part of a file name.
pub fn stem(column: &str) -> String {
    column
        .chars()
        .map(|character| if character.is_alphanumeric() { character } else { '_' })
        .collect()
}
