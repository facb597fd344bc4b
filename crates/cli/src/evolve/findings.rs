//! What a run found, in a few lines, and what to do with it.

use std::io::{self, Write};
use std::path::Path;

use experiment::{
    Config, FrontMember, MeasureKind, Outcome, RunStatus, Sample, SetMeasured, best_member,
    set_measures,
};
use problem::Problem;
use terminal::output::counted;

use super::ready::{program, quoted};

/// A generator of which fewer levels are good is not recommended.
const GOOD_ENOUGH: f64 = 0.5;

/// Says what was found, how good the best of it is, and where to go from there.
pub(super) fn print_findings(
    output: &mut impl Write,
    outcome: &Outcome,
    config: &Config,
    problem: &Problem,
    folder: &Path,
) -> io::Result<()> {
    if let Some(interruption) = RunStatus::of(config, outcome).interruption() {
        writeln!(output, "{interruption}; this is what was found so far; to go on:")?;
        writeln!(output, "  {} resume {}\n", program("evolve"), quoted(folder))?;
    }
    print_front(output, outcome)?;
    print_objectives(output, outcome, problem)?;
    match best_member(&outcome.front, problem.objectives()) {
        Some(best) => print_best(output, best, config, folder)?,
        None if outcome.n_validated > 0 => {
            writeln!(output, "\nnone of them makes levels, so there is no best.json")?;
        }
        None => writeln!(
            output,
            "\nnothing was validated, so there is no best.json; to have one:\n  {} validate {}",
            program("evolve"),
            quoted(folder)
        )?,
    }
    writeln!(output, "\nrun folder: {}", folder.display())?;
    writeln!(output, "front:      {}", folder.join("front.csv").display())
}

/// Says of a search that was stopped in its first generation that it found nothing.
pub(super) fn print_nothing(output: &mut impl Write, folder: &Path) -> io::Result<()> {
    writeln!(output, "interrupted in the first generation; nothing was found yet")?;
    writeln!(output, "run folder: {}", folder.display())
}

fn print_front(output: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    let front = &outcome.front;
    let is_first = |member: &&FrontMember| member.script.is_some() && member.id == member.script_id;
    let n_different = front.iter().filter(is_first).count();
    let members = counted(front.len(), "member");
    writeln!(output, "front: {members}, {}", counted(n_different, "different generator"))?;
    if outcome.n_validated > 0 {
        let n_still = front.iter().filter(|member| member.is_still_non_dominated).count();
        let n_maps = outcome.n_validated as usize;
        writeln!(
            output,
            "validated on {} each: {n_still} of them still non-dominated",
            counted(n_maps, "fresh level")
        )?;
    }
    Ok(())
}

/// A row for each objective: one generator, with both of its values.
fn print_objectives(
    output: &mut impl Write,
    outcome: &Outcome,
    problem: &Problem,
) -> io::Result<()> {
    let by = if outcome.n_validated > 0 { "validated" } else { "searched" };
    writeln!(
        output,
        "\nfor each objective the generator that is best as {by}, and both its values:"
    )?;
    writeln!(
        output,
        "{:<12} {:>17}  {:>8}  {:>8}  generator",
        "objective", "validated", "searched", "playable"
    )?;
    for (index, objective) in problem.objectives().iter().enumerate() {
        let Some(best) = best_at(&outcome.front, index) else { continue };
        let sample = best.validation.as_ref();
        let validated = sample.map_or("-".to_owned(), |sample| {
            let tally = &sample.scores[index];
            let error = tally.standard_error().map(|error| format!(" ± {error:.3}"));
            format!("{:.3}{}", tally.mean(), error.unwrap_or_default())
        });
        let playable =
            sample.map_or("-".to_owned(), |sample| format!("{:.1} %", 100.0 * sample.playable()));
        writeln!(
            output,
            "{:<12} {validated:>17}  {:>8.3}  {playable:>8}  {}",
            objective.name,
            best.objectives[index],
            best.script_file().unwrap_or_else(|| "-".to_owned()),
        )?;
    }
    Ok(())
}

/// The member that is best at an objective: by its validated mean, or as
/// searched where nothing was validated.
fn best_at(front: &[FrontMember], objective: usize) -> Option<&FrontMember> {
    let is_validated = front.iter().any(|member| member.validation.is_some());
    let value = |member: &FrontMember| match &member.validation {
        Some(sample) => sample.scores[objective].mean(),
        None if is_validated => 0.0, // it has no levels
        None => member.objectives[objective],
    };
    // The first of equals, which is the better one in the other objectives.
    front.iter().rev().max_by(|one, other| value(one).total_cmp(&value(other)))
}

/// The generator that is worth most, what its levels are like, and what to do with it.
fn print_best(
    output: &mut impl Write,
    best: &FrontMember,
    config: &Config,
    folder: &Path,
) -> io::Result<()> {
    let script = best.script_file().unwrap_or_default();
    let is_good = [&best.validation, &best.validation_other]
        .into_iter()
        .flatten()
        .all(|sample| sample.good() >= GOOD_ENOUGH);
    let verdict = if is_good { ", ready to take" } else { " so far" };
    writeln!(output, "\nbest generator{verdict}: best.json, from {script}, on fresh levels:")?;
    let readings = [config.semantics, config.semantics.other()];
    let samples = [&best.validation, &best.validation_other];
    let samples: Vec<(String, &Sample)> = readings
        .into_iter()
        .zip(samples)
        .filter_map(|(reading, sample)| Some((format!("reading {reading}"), sample.as_ref()?)))
        .collect();
    if samples.len() > 1 {
        let names = samples.iter().map(|(name, _)| format!("{name:>18}"));
        writeln!(output, "{:<12}{}", "", names.collect::<String>())?;
    }
    for (index, measure) in set_measures(None).iter().enumerate() {
        let values = samples
            .iter()
            .map(|(_, sample)| format!("{:>18}", text_of(set_measures(Some(sample))[index])));
        writeln!(
            output,
            "{:<12}{}  {}",
            measure.name,
            values.collect::<String>(),
            measure.meaning
        )?;
    }
    if !is_good {
        writeln!(output, "few of its levels are good: a larger --budget finds better generators")?;
    }
    let (marahel, json) = (program("marahel"), folder.join("best.json"));
    let (json, picture) = (quoted(&json).into_owned(), folder.join("best.png"));
    writeln!(output, "\nlook at its levels, take one to Tiled, write the whole report:")?;
    let file = Some(folder.join(experiment::PROBLEM)).filter(|file| file.exists());
    let problem = file.map(|file| format!(" --problem {}", quoted(&file))).unwrap_or_default();
    let generate = format!("{marahel} generate {json}{problem}");
    writeln!(output, "  {generate} --count 16 --out {}", quoted(&picture))?;
    writeln!(output, "  {generate} --out level.tmj")?;
    writeln!(output, "  {} report {}", program("evolve"), quoted(folder))
}

/// A measure with its standard error, shares as percentages.
fn text_of(measure: SetMeasured) -> String {
    let Some(value) = measure.value else { return "-".to_owned() };
    let (scale, n_digits, unit) = match measure.kind {
        MeasureKind::Share => (100.0, 1, " %"),
        MeasureKind::Score => (1.0, 3, ""),
        MeasureKind::Levels => (1.0, 1, ""),
    };
    let error =
        measure.error.map_or_else(String::new, |error| format!(" ± {:.n_digits$}", scale * error));
    format!("{:.n_digits$}{error}{unit}", scale * value)
}
