//! The figures of the paper, from the runs of a study.

use std::path::Path;

use marahel_config::problem_of;
use marahel_evolution::{config_of_run, example_levels};
use marahel_report::{
    Figure, Front, FrontPair, Hypervolumes, Member, Records, Series, front_pair,
    fronts_over_generations, hypervolume, objective_distributions,
};
use marahel_system::files::FileKind;

use super::evidence::validated;
use super::problems::{PROBLEMS, objective_index, objectives, problem_index};
use super::script_beside_levels::script_beside_levels;
use super::{BUILT_IN, Run, StudyError, StudyFamily, StudyProblem};

/// Levels beside a script.
const N_LEVELS: u64 = 10;

#[derive(Debug)]
pub struct StudyFigure {
    /// Name of its files, without the extension.
    pub stem: String,
    pub caption: String,
    pub figure: Figure,
}

pub fn figures(family_runs: &StudyFamily, folder: &Path) -> Result<Vec<StudyFigure>, StudyError> {
    let family = family_runs.family.name;
    let mut figures = vec![StudyFigure {
        stem: format!("figure-1-{family}"),
        caption: "Figure 1: number of Pareto fronts, a line for each run".to_owned(),
        figure: fronts(family_runs),
    }];
    for (StudyProblem { name: problem, pairs, .. }, runs) in PROBLEMS.iter().zip(&family_runs.runs)
    {
        let (run, records) = &runs[0];
        for (number, names) in *pairs {
            let [a, b] = names.map(|name| objective_index(problem, name));
            let caption = format!(
                "Figure {number}: {problem}, {} and {}; the run of seed {}",
                names[0], names[1], run.seed
            );
            // As in the paper, without the other fronts.
            let pair = FrontPair { dominated: Vec::new(), ..FrontPair::of(records, a, b) };
            let (stem, figure) = (format!("figure-{number}-{family}"), front_pair(&pair));
            figures.push(StudyFigure { stem, caption, figure });
        }
    }
    for &StudyProblem { name: problem, generator_figure: number, .. } in &PROBLEMS {
        let (run, member) = best(family_runs, problem);
        let figure = generator(&run.folder(folder), problem, member)?;
        let caption = format!(
            "Figure {number}: the {problem} generator of all runs that is best on levels that no search saw (seed {})",
            run.seed
        );
        figures.push(StudyFigure { stem: format!("figure-{number}-{family}"), caption, figure });
    }
    for (StudyProblem { name: problem, .. }, runs) in PROBLEMS.iter().zip(&family_runs.runs) {
        let volumes: Vec<Hypervolumes> =
            runs.iter().map(|(_, records)| Hypervolumes::of(records)).collect();
        let caption = format!("Hypervolume on {problem}, as searched and as validated, each run");
        let stem = format!("hypervolume-{problem}-{family}");
        figures.push(StudyFigure { stem, caption, figure: hypervolume(&volumes) });
        let (run, records) = &runs[0];
        let caption = format!(
            "Objectives of random and evolved {problem} generators; the run of seed {}",
            run.seed
        );
        let stem = format!("distributions-{problem}-{family}");
        figures.push(StudyFigure { stem, caption, figure: objective_distributions(records) });
    }
    Ok(figures)
}

/// The script of a member beside ten of its levels.
fn generator(folder: &Path, problem: &str, member: &Member) -> Result<Figure, StudyError> {
    let records = Records::read(folder)?;
    let front = Front::read(folder, &records)?;
    let config = config_of_run(BUILT_IN, folder)?;
    let file = member.script.as_deref().unwrap_or_default();
    let text = FileKind::SCRIPT.text(&folder.join(file))?;
    let levels = example_levels(&text, N_LEVELS, &config, &problem_of(&config))?;
    let note = match &levels {
        Some(_) => "Levels of seeds 0 to 9.",
        None => "A level costs more than one may.",
    };
    let worth = front.describe(&front.generators()[file]).replace("; ", ",\n");
    let objective = objectives(problem).last().expect("a problem has objectives");
    let caption = format!("{}, best in {objective}: {file}\n{worth}\n{note}", config.problem);
    // Scripts of runs are JSON; an edited one with comments is not.
    let script = serde_json::from_str(&text).unwrap_or_default();
    Ok(script_beside_levels(&script, &levels.unwrap_or_default(), &caption))
}

fn fronts(family_runs: &StudyFamily) -> Figure {
    let series = family_runs.runs.iter().flatten();
    let series: Vec<Series> =
        series.map(|(run, records)| Series::of_fronts(run.problem, records)).collect();
    fronts_over_generations(&series)
}

/// The member of all fronts of a problem with the highest path or solution length on levels that no
/// search saw, and its run; of equals the first.
pub(crate) fn best<'s>(family_runs: &'s StudyFamily, problem: &str) -> (&'s Run, &'s Member) {
    let runs = &family_runs.runs[problem_index(problem)];
    let last = objectives(problem).len() - 1;
    let members = runs.iter().flat_map(|(run, records)| {
        let members = records.front.iter().filter(|member| member.script.is_some());
        members.map(move |member| (run, member, validated(member, last).value))
    });
    let members = members.collect::<Vec<_>>().into_iter().rev();
    let best = members.max_by(|(.., left), (.., right)| left.total_cmp(right));
    best.map(|(run, member, _)| (run, member)).expect("a front has a generator")
}

/// The objectives of a member as searched and as validated, in a line.
pub(crate) fn values(problem: &str, member: &Member) -> String {
    let each = objectives(problem).iter().enumerate().map(|(index, name)| {
        let searched = member.searched[index];
        format!("{name} {searched:.3}, validated {}", validated(member, index))
    });
    each.collect::<Vec<_>>().join("; ")
}
