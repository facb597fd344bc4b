//! The figures, one file each; [`draw`] makes those of a run.

mod box_plot;
mod boxes;
mod distributions;
mod dots;
mod front_pair;
mod heat_map;
mod level_grid;
mod over_generations;
mod quartile_curves;
mod script_beside_levels;

#[cfg(test)]
mod tests;

pub use box_plot::box_plot;
pub use distributions::objective_distributions;
pub use dots::{DotGroup, dots};
pub use front_pair::{FrontPair, front_pair};
pub use heat_map::heat_map;
pub use level_grid::{GridCell, level_grid};
pub(crate) use over_generations::validated_hypervolume;
pub use over_generations::{Hypervolumes, Series, fronts_over_generations, hypervolume};
pub use quartile_curves::{QuartileCurve, quartile_curves};
pub(crate) use script_beside_levels::explorers_as_text;
pub(crate) use script_beside_levels::script_beside_levels;

use search::N_VOLUME_OBJECTIVES_MAX;

use crate::figure::Figure;
use crate::records::Records;

/// Maximum number of objectives to draw in pairs: 17 have 136 pairs, 64 have 2016.
pub(crate) const N_PAIRED_MAX: usize = 16;

/// All figures for the tables of a run: file names without extensions, and figures, in the order of
/// [`run_figures`](crate::run_figures).
pub(crate) fn draw(records: &Records) -> Vec<(String, Figure)> {
    let objectives = &records.objectives;
    let mut figures = vec![("fronts".to_owned(), over_generations::fronts(records))];
    if objectives.len() <= N_VOLUME_OBJECTIVES_MAX {
        figures.push(("hypervolume".to_owned(), hypervolume(&[Hypervolumes::of(records)])));
    }
    figures.extend([
        ("objectives".to_owned(), over_generations::objectives(&records.generations, objectives)),
        ("distributions".to_owned(), objective_distributions(records)),
    ]);
    let n_paired = if objectives.len() <= N_PAIRED_MAX { objectives.len() } else { 0 };
    for a in 0..n_paired {
        for b in a + 1..n_paired {
            let name = format!("front-{}-{}", stem(&objectives[a]), stem(&objectives[b]));
            figures.push((name, front_pair(&FrontPair::of(records, a, b))));
        }
    }
    figures
}

/// The name of a column as part of a file name.
pub fn stem(column: &str) -> String {
    let plain = |character: char| if character.is_alphanumeric() { character } else { '_' };
    column.chars().map(plain).collect()
}
