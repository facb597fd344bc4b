//! Figures of the main generators of a run.

use std::path::Path;

use marahel_config::{EvolutionError, Problems, problem_of};
use marahel_evolution::{config_of_run, example_levels};
use marahel_search::{Objectives, knee};
use marahel_system::files::FileKind;

use crate::ReportError;
use crate::figure::Figure;
use crate::figures::{FigureName, script_beside_levels, stem};
use crate::page::front::Front;
use crate::records::{Member, Records};

#[cfg(test)]
mod tests;

const N_LEVELS: u64 = 10;

/// The figure of the best member in one objective.
const BEST: FigureName = FigureName {
    name: "generator-X",
    about: "script and levels of the generator that is best in the last objective",
};

/// The figure of the knee of the front, which some runs lack.
pub const KNEE: FigureName = FigureName {
    name: "generator-knee",
    about: "script and levels of the best compromise (knee), if it is another generator",
};

/// The figures of generators of each run, in their order.
pub const GENERATOR_FIGURES: [FigureName; 2] = [BEST, KNEE];

/// The [`GENERATOR_FIGURES`] of the run in `folder`, each a script beside ten of its levels: file
/// names without extensions, and figures.
///
/// Members are judged by their validated values, or as searched if none was validated. The last
/// objective is the hardest one in all problems: a long path, a long solution. Besides the tables
/// this reads `config.toml` and the scripts of the two. A front without scripts has no such
/// figures.
///
/// Source: Khalifa 2020, Figures 3, 5 and 7.
pub fn generator_figures(
    problems: Problems,
    folder: &Path,
) -> Result<Vec<(String, Figure)>, ReportError> {
    let records = Records::read(folder)?;
    let front = Front::read(folder, &records)?;
    let config = config_of_run(problems, folder)?;
    let problem = problem_of(&config);
    let generators = front.generators();
    let mut figures = Vec::new();
    for (member, name, distinction) in best_and_knee(&records) {
        let script = member.script.as_deref().unwrap_or_default();
        let path = folder.join(script);
        let text = FileKind::SCRIPT.text(&path)?;
        let levels = match example_levels(&text, N_LEVELS, &config, &problem) {
            Err(EvolutionError::Script { source, .. }) => {
                return Err(ReportError::Script { path, source });
            }
            levels => levels?,
        };
        let note = match &levels {
            Some(_) => "Levels of seeds 0 to 9.",
            None => "A level costs more than one may.",
        };
        let worth = front.describe(&generators[script]).replace("; ", ",\n");
        let caption = format!("{}, {distinction}: {script}\n{worth}\n{note}", config.problem);
        // Scripts of runs are JSON; an edited one with comments is not.
        let script = serde_json::from_str(&text).unwrap_or_default();
        let figure = script_beside_levels(&script, &levels.unwrap_or_default(), &caption);
        figures.push((name, figure));
    }
    Ok(figures)
}

/// Members of the front, the names of their figures, and descriptions.
fn best_and_knee(records: &Records) -> Vec<(&Member, String, String)> {
    let is_validated = records.front.iter().any(|member| member.validated.is_some());
    let with_script = records.front.iter().filter(|member| member.script.is_some());
    let candidates: Vec<&Member> =
        with_script.filter(|member| member.validated.is_some() || !is_validated).collect();
    let last = records.objectives.len() - 1;
    // Of equals the first, which is better in the other objectives.
    let best = candidates.iter().copied().rev();
    let Some(best) = best.max_by(|a, b| values(a)[last].total_cmp(&values(b)[last])) else {
        return Vec::new();
    };

    let name = &records.objectives[last];
    let mut members = vec![(best, BEST.name.replace('X', &stem(name)), format!("best in {name}"))];
    let still: Vec<&Member> =
        candidates.into_iter().filter(|member| member.is_still_non_dominated).collect();
    let rows: Vec<Vec<f64>> = still.iter().copied().map(values).collect();
    let rows = Objectives::from_rows(last + 1, rows.iter().map(Vec::as_slice));
    let knee = knee(&rows.expect("objectives are in 0..=1")).map(|row| still[row]);
    if let Some(knee) = knee.filter(|knee| knee.script != best.script) {
        members.push((knee, KNEE.name.to_owned(), "the knee of the front".to_owned()));
    }
    members
}

/// The objectives of a member as validated, or else as searched.
fn values(member: &Member) -> Vec<f64> {
    member.validated_means().unwrap_or_else(|| member.searched.clone())
}
