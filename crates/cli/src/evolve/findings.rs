//! What a run found, in a few lines, and what to do with it.

use std::io::{self, Write};
use std::path::Path;

use experiment::{
    Config, FrontMember, MeasureKind, Outcome, RunStatus, Sample, SetMeasured, best_member,
    set_measures,
};
use problem::{Band, Objective, Problem, Tally};

use super::ready::{program, quoted};
use crate::terminal::counted;

/// A generator of which fewer levels are good is not recommended.
const GOOD_ENOUGH: f64 = 0.8;

/// The levels of a generator are alike if they have less of the diversity that its problem asks
/// for.
const DIVERSE_ENOUGH: f64 = 0.5;

/// So many objectives are named that levels miss.
const N_LOWEST: usize = 3;

/// It is said that levels are not whole where at least so many are not.
const BROKEN_ENOUGH: f64 = 0.1;

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
        Some(best) => print_best(output, best, config, problem, folder)?,
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
    problem: &Problem,
    folder: &Path,
) -> io::Result<()> {
    let script = best.script_file().unwrap_or_default();
    let readings = [config.semantics, config.semantics.other()].map(|one| format!("reading {one}"));
    let samples = readings.into_iter().zip([&best.validation, &best.validation_other]);
    let samples: Vec<(String, &Sample)> =
        samples.filter_map(|(reading, sample)| Some((reading, sample.as_ref()?))).collect();
    let is_good = samples.iter().all(|(_, sample)| sample.good() >= GOOD_ENOUGH);
    let are_alike = samples.iter().any(|(_, sample)| {
        // Drawn levels may well be alike.
        sample.likeness.n() == 0 && sample.variety.diversity_share() < DIVERSE_ENOUGH
    });
    let verdict = if is_good && !are_alike { ", ready to take" } else { " so far" };
    writeln!(output, "\nbest generator{verdict}: best.json, from {script}, on fresh levels:")?;
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
    if are_alike {
        writeln!(output, "many of its levels are alike: `evolve judge` says how diverse they are")?;
    }
    if !is_good {
        let worst =
            samples.iter().min_by(|(_, one), (_, other)| one.good().total_cmp(&other.good()));
        if let Some((_, sample)) = worst {
            let means: Vec<f64> = sample.scores.iter().map(Tally::mean).collect();
            for line in lacking(problem, sample.playable(), sample.good(), &means) {
                writeln!(output, "{line}")?;
            }
        }
    }
    let (marahel, json) = (program("marahel"), folder.join("best.json"));
    let (json, picture) = (quoted(&json).into_owned(), folder.join("best.png"));
    writeln!(output, "\nlook at its levels, take one to Tiled, write the whole report:")?;
    // Tiles look as the problem says, which is kept in the folder unless it is built in.
    let file = Some(folder.join(experiment::PROBLEM)).filter(|file| file.exists());
    let of_problem = file.unwrap_or_else(|| problem.name().into());
    let generate = format!("{marahel} generate {json} --problem {}", quoted(&of_problem));
    writeln!(output, "  {generate} --count 16 --out {}", quoted(&picture))?;
    writeln!(output, "  {generate} --out level.tmj")?;
    writeln!(output, "  {} report {}", program("evolve"), quoted(folder))
}

/// What keeps the levels of a generator from being good, in lines, by the shares of them that
/// are playable and good, and their mean score in each objective.
fn lacking(problem: &Problem, playable: f64, good: f64, means: &[f64]) -> Vec<String> {
    let counts = problem.objectives().iter().zip(means.iter().copied());
    let mut counts: Vec<(&Objective, f64)> =
        counts.filter(|(objective, _)| !objective.is_open()).collect();
    counts.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let lowest = counts.iter().filter(|(_, mean)| *mean < 0.9995).take(N_LOWEST);
    let lowest: Vec<String> = lowest
        .map(|(one, mean)| format!("  {} {mean:.3}, {}", one.name, wanted(&one.band)))
        .collect();
    let mut lines = vec![format!(
        "only {:.1} % of its levels are good, {:.1} % playable",
        100.0 * good,
        100.0 * playable
    )];
    if !lowest.is_empty() {
        lines.push("lowest mean scores:".to_owned());
        lines.extend(lowest);
    }
    // Whatever else is amiss, so many levels are not whole.
    let misses: f64 = counts.iter().map(|(objective, mean)| most_misses(objective, *mean)).sum();
    let broken = playable - misses - good;
    if broken >= BROKEN_ENOUGH {
        let broken = 100.0 * broken;
        lines.push(match problem.definition().whole() {
            Some(whole) => format!("`whole` does not hold in {broken:.0} % of them: {whole}"),
            None => format!("{broken:.0} % of them have tiles that were never set"),
        });
    }
    let is_hopeless = playable == 0.0
        || counts.iter().any(|&(_, mean)| mean == 0.0)
        || broken >= BROKEN_ENOUGH && good == 0.0;
    lines.push(if is_hopeless {
        "what no level meets may be impossible: see `evolve score --explain`".to_owned()
    } else {
        "a larger --budget may find better generators".to_owned()
    });
    lines
}

/// The range that a count should be in.
fn wanted(band: &Band) -> String {
    match (band.min(), band.max()) {
        (min, max) if min == max => format!("should be {min}"),
        (f64::NEG_INFINITY, max) => format!("should be at most {max}"),
        (min, max) => format!("should be {min} to {max}"),
    }
}

/// The share of the levels that miss the range of a count at most, given their mean score: one
/// that misses it is off by one or more.
fn most_misses(objective: &Objective, mean: f64) -> f64 {
    let band = &objective.band;
    let widths = [band.min() - band.zero_below(), band.zero_above() - band.max()];
    let width = widths.into_iter().filter(|width| width.is_finite()).fold(1.0, f64::max);
    ((1.0 - mean) * width).min(1.0)
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use problem::{Definition, Problem};

    use super::lacking;

    /// A problem with two counts and a length.
    const CAVE: &str = r#"
        name = "cave"
        size = "9x7"
        playable = "regions() == 1"
        whole = "dead_ends() < 4"
        [tiles]
        wall = {}
        bat = {}
        gem = {}
        [objectives]
        bats = { value = "count(bat)", range = [2, 4], zero_above = 10 }
        gems = { value = "count(gem)", range = [1, 1], zero_above = 5 }
        long = { value = "longest_path()", range = [30, inf] }
    "#;

    /// What is said of levels with such shares and mean scores.
    fn told(playable: f64, good: f64, means: [f64; 3]) -> Vec<String> {
        let definition = Definition::parse(CAVE).expect("sound");
        lacking(&Problem::with_defaults(Arc::new(definition)), playable, good, &means)
    }

    #[test]
    fn what_is_missing_is_said() {
        assert_eq!(
            told(0.6, 0.2, [0.75, 0.625, 0.1]),
            [
                "only 20.0 % of its levels are good, 60.0 % playable",
                "lowest mean scores:",
                "  gems 0.625, should be 1",
                "  bats 0.750, should be 2 to 4",
                "a larger --budget may find better generators",
            ]
        );
    }

    #[test]
    fn more_levels_do_not_help_where_none_meets_a_condition() {
        for (playable, bats) in [(0.0, 1.0), (0.9, 0.0)] {
            let lines = told(playable, 0.0, [bats, 1.0, 0.1]);
            assert!(lines.iter().all(|line| !line.contains("--budget")), "{lines:?}");
            assert!(lines.last().unwrap().contains("score --explain"), "{lines:?}");
        }
    }

    #[test]
    fn whole_is_named_where_it_alone_can_fail() {
        let lines = told(1.0, 0.0, [1.0, 1.0, 0.1]);
        assert_eq!(lines[0], "only 0.0 % of its levels are good, 100.0 % playable");
        assert_eq!(lines[1], "`whole` does not hold in 100 % of them: dead_ends() < 4");
        assert!(!lines[2].contains("--budget"), "{lines:?}");
        // Half of the levels may miss the number of bats, so `whole` may always hold.
        let lines = told(1.0, 0.4, [0.75, 1.0, 0.1]);
        assert!(lines.iter().all(|line| !line.contains("whole")), "{lines:?}");
    }
}
