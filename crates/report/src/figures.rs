//! The figures, one file each; [`draw`] makes those of a run.

mod box_plot;
mod front_pair;
mod heat_map;
mod over_generations;

#[cfg(test)]
mod tests;

pub use box_plot::box_plot;
pub use heat_map::heat_map;

use crate::records::Records;

/// All figures: names of files and their SVG, in the order of
/// [`write_figures`](crate::write_figures).
pub(crate) fn draw(records: &Records) -> Vec<(String, String)> {
    let generations = &records.generations;
    let objectives = &records.objectives;
    let mut figures = vec![
        ("fronts.svg".to_owned(), over_generations::fronts(generations)),
        ("hypervolume.svg".to_owned(), over_generations::hypervolume(generations)),
        ("objectives.svg".to_owned(), over_generations::objectives(generations, objectives)),
    ];
    for a in 0..objectives.len() {
        for b in a + 1..objectives.len() {
            let name = format!("front-{}-{}.svg", stem(&objectives[a]), stem(&objectives[b]));
            figures.push((name, front_pair::front_pair(records, a, b)));
        }
    }
    figures
}

/// The name of an objective as part of the name of a file.
fn stem(objective: &str) -> String {
    objective
        .chars()
        .map(|character| if character.is_alphanumeric() { character } else { '_' })
        .collect()
}
