//! A summary of a run's results, with advice.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use marahel_config::Config;
use marahel_evolution::{
    FrontMember, Nearest, Outcome, Picture, RunStatus, Sample, Shortfall, Unmet, best_member,
    lacks_of_script, listed, picture_of_script,
};
use marahel_problem::Problem;
use marahel_statistics::{column_width, to_left};

use super::ready::{program, quoted};
use super::sample_lines::{N_EXPLAINED, alike, are_alike, lacking, measure_rows};
use super::verdict::{Verdict, named_lacks};
use crate::terminal::{counted, read_named_script};

/// Maximum number of unmet cases to print.
const N_UNMET: usize = 5;

/// Prints the results, the quality of the best generator, and the next steps.
pub(super) fn print_findings(
    output: &mut impl Write,
    outcome: &Outcome,
    config: &Config,
    problem: &Problem,
    folder: &Path,
) -> anyhow::Result<()> {
    if let Some(interruption) = RunStatus::of(config, outcome).interruption() {
        writeln!(output, "{interruption}; this is what was found so far; to go on:")?;
        writeln!(output, "  {} resume {}\n", program("evolve"), quoted(folder))?;
    }
    let best = best_member(&outcome.front, problem.objectives());
    let ending = best.map(|best| Ending::of(best, config, problem, folder)).transpose()?;
    if let Some(ending) = &ending {
        print_verdict(output, ending, outcome, problem, folder)?;
    }
    print_front(output, outcome)?;
    print_objectives(output, outcome, problem)?;
    match &ending {
        Some(ending) => print_best(output, ending, problem, folder)?,
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
    if !outcome.unmet.is_empty() {
        writeln!(output)?;
        for line in told_unmet(&outcome.unmet) {
            writeln!(output, "{line}")?;
        }
    }
    writeln!(output, "\nrun folder: {}", folder.display())?;
    writeln!(output, "front:      {}", folder.join("front.csv").display())?;
    Ok(())
}

/// The best generator of a run, and what is known of it.
struct Ending<'f> {
    best: &'f FrontMember,
    /// The measured levels in each reading of the problem.
    samples: Vec<(Problem, &'f Sample)>,
    verdict: Verdict,
    are_alike: bool,
    /// How its good levels differ, if there are enough.
    picture: Option<Picture>,
    /// How similar its levels are to the drawings, relative to these, if there are any.
    likeness: Option<f64>,
    /// The sample of the reading with fewer good levels.
    worst: &'f Sample,
    /// What its levels lack, and the most frequent of it with the explorers in charge.
    lacks: Vec<Shortfall>,
    named: Vec<String>,
}

impl<'f> Ending<'f> {
    fn of(
        best: &'f FrontMember,
        config: &Config,
        problem: &Problem,
        folder: &Path,
    ) -> anyhow::Result<Self> {
        let samples = [&best.validation, &best.validation_other];
        let samples = problem.in_each_reading().zip(samples);
        let samples: Vec<(Problem, &Sample)> =
            samples.filter_map(|(problem, sample)| Some((problem, sample.as_ref()?))).collect();
        let (problem, worst) = samples
            .iter()
            .min_by(|(_, left), (_, right)| left.good().total_cmp(&right.good()))
            .cloned()
            .context("the best generator was not measured")?;
        let problem = &problem;
        let are_alike = samples.iter().any(|(_, sample)| are_alike(sample));
        let drawn = samples.iter().filter(|(_, sample)| sample.likeness.n() > 0);
        let likeness = drawn.map(|(_, sample)| sample.likeness.mean()).reduce(f64::min);
        let script = read_named_script(&folder.join("best.json"))?;
        // A rare level that costs too much is no reason to lose the rest.
        let picture = picture_of_script(&script, problem, config, N_EXPLAINED).ok().flatten();
        let verdicts =
            samples.iter().map(|(_, sample)| Verdict::of_sample(sample, picture.as_ref()));
        let verdict = verdicts.max().unwrap_or(Verdict::NotUsable);
        let (mut lacks, mut named) = (Vec::new(), Vec::new());
        if verdict != Verdict::Ready {
            let config = Config { maps: worst.n_maps, ..config.clone() };
            lacks = lacks_of_script(&script, problem, &config)?;
            named = named_lacks(&lacks, &script, problem);
        }
        Ok(Self { best, samples, verdict, are_alike, picture, likeness, worst, lacks, named })
    }
}

/// What the best generator is worth, why, and what to do next.
fn print_verdict(
    output: &mut impl Write,
    ending: &Ending<'_>,
    outcome: &Outcome,
    problem: &Problem,
    folder: &Path,
) -> anyhow::Result<()> {
    let Ending { verdict, worst, named, are_alike, picture, .. } = ending;
    let good = 100.0 * worst.good();
    writeln!(output, "{}: {good:.1} % of the levels of best.json are good", verdict.word())?;
    let passed = &worst.passed;
    if passed.n() > 0 {
        let n = (passed.n() as f64 * passed.mean()).round();
        writeln!(output, "  the judge from outside passes {n} of its first {}", passed.n())?;
    }
    if *are_alike {
        writeln!(output, "  its levels are one picture")?;
    }
    for line in picture.iter().flat_map(|picture| picture.lines(problem, *are_alike)) {
        writeln!(output, "  {line}")?;
    }
    for lack in named {
        writeln!(output, "  levels lack: {lack}")?;
    }
    let never: Vec<&str> =
        outcome.unmet.iter().filter(|unmet| unmet.best == 0.0).map(|unmet| &*unmet.text).collect();
    if !never.is_empty() && *verdict == Verdict::NotUsable {
        writeln!(output, "  no level of any script met: {}", listed(&never))?;
    }
    let problem = problem_word(folder, problem);
    let evolve = program("evolve");
    let file = |name: &str| quoted(&folder.join(name)).into_owned();
    let of_problem = format!("--problem {}", quoted(&problem));
    writeln!(output, "  {}", verdict.next())?;
    let mut commands = Vec::new();
    match verdict {
        Verdict::Ready => {}
        Verdict::Alike => commands.push(format!("{evolve} draft {of_problem}")),
        Verdict::Nearly => {
            let (marahel, best) = (program("marahel"), file("best.json"));
            let out = file("good.png");
            commands.push(format!(
                "{marahel} generate {best} {of_problem} --good --count 16 --out {out}"
            ));
            commands.push(format!("{evolve} improve {best} {of_problem}"));
        }
        Verdict::NotUsable => {
            commands.push(format!("{evolve} draft {of_problem}"));
            if let Some(Nearest { standing, .. }) = &outcome.nearest {
                writeln!(output, "  nearest.json {standing}")?;
                commands.push(format!("{evolve} improve {} {of_problem}", file("nearest.json")));
            }
        }
    }
    for command in commands {
        writeln!(output, "    {command}")?;
    }
    Ok(writeln!(output)?)
}

/// The problem of a run folder for a command: its file, unless it is built in.
fn problem_word(folder: &Path, problem: &Problem) -> PathBuf {
    let file = Some(folder.join(marahel_evolution::PROBLEM)).filter(|file| file.exists());
    file.unwrap_or_else(|| problem.name().into())
}

/// Demands that no script meets, and how near the best one is to each, in lines.
pub(super) fn told_unmet(unmet: &[Unmet]) -> Vec<String> {
    let mut lines = vec![UNMET.to_owned()];
    let shown = unmet.iter().take(N_UNMET);
    lines.extend(shown.map(|case| format!("  {:>5.1} %  {}", 100.0 * case.best, case.text)));
    if unmet.len() > N_UNMET {
        lines.push(format!("  and {} more", unmet.len() - N_UNMET));
    }
    lines
}

/// The first line of these.
const UNMET: &str =
    "what no script meets so far, and how near the best one for it comes (100 % meets it):";

fn print_front(output: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    let front = &outcome.front;
    let is_first = |member: &&FrontMember| member.script.is_some() && member.id == member.script_id;
    let n_different = front.iter().filter(is_first).count();
    let members = counted(front.len(), "member");
    writeln!(output, "front: {members}, {}", counted(n_different, "different generator"))?;
    if outcome.n_validated > 0 {
        let n_still = front.iter().filter(|member| member.is_still_non_dominated).count();
        let n_maps = outcome.n_validated as usize;
        let is_whole = |member: &&FrontMember| {
            member.validation.as_ref().is_some_and(|sample| sample.n_maps as usize == n_maps)
        };
        let n_whole = front.iter().filter(is_whole).count();
        let levels = counted(n_maps, "fresh level");
        let levels = if n_whole < front.len() {
            format!("{levels} (the best {n_whole}; the others on fewer)")
        } else {
            format!("{levels} each")
        };
        writeln!(output, "validated on {levels}: {n_still} of them still non-dominated")?;
    }
    Ok(())
}

/// A row for each objective: its best generator, with both values.
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
    let names = problem.objectives().iter().map(|objective| objective.name.as_str());
    let width = column_width(names.chain(["objective   "]));
    writeln!(
        output,
        "{} {:>17}  {:>8}  {:>8}  generator",
        to_left("objective", width),
        "validated",
        "searched",
        "playable"
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
            "{} {validated:>17}  {:>8.3}  {playable:>8}  {}",
            to_left(&objective.name, width),
            best.objectives[index],
            best.script_file().unwrap_or_else(|| "-".to_owned()),
        )?;
    }
    Ok(())
}

fn best_at(front: &[FrontMember], objective: usize) -> Option<&FrontMember> {
    let is_validated = front.iter().any(|member| member.validation.is_some());
    let value = |member: &FrontMember| match &member.validation {
        Some(sample) => sample.scores[objective].mean(),
        None if is_validated => 0.0, // it has no levels
        None => member.objectives[objective],
    };
    // Of equals the first, which is better in the other objectives.
    front.iter().rev().max_by(|left, right| value(left).total_cmp(&value(right)))
}

/// The generator of the highest worth, its measurements, and the next commands.
fn print_best(
    output: &mut impl Write,
    ending: &Ending<'_>,
    problem: &Problem,
    folder: &Path,
) -> anyhow::Result<()> {
    let Ending { best, samples, verdict, are_alike, likeness, worst, lacks, .. } = ending;
    let script = best.script_file().unwrap_or_default();
    let advice = if *verdict == Verdict::Ready { ", ready to take" } else { " so far" };
    writeln!(output, "\nbest generator{advice}: best.json, from {script}, on fresh levels:")?;
    if samples.len() > 1 {
        let names = samples
            .iter()
            .map(|(problem, _)| format!("{:>18}", format!("reading {}", problem.reading())));
        writeln!(output, "{:<12}{}", "", names.collect::<String>())?;
    }
    let of_rows: Vec<&Sample> = samples.iter().map(|(_, sample)| *sample).collect();
    for row in measure_rows(&of_rows, problem) {
        writeln!(output, "{row}")?;
    }
    if *are_alike {
        writeln!(output, "{}", alike(problem))?;
    }
    if let Some(likeness) = likeness {
        let percent = 100.0 * likeness;
        writeln!(
            output,
            "its levels are {percent:.0} % as similar to the drawings as these are to each other; look at them"
        )?;
    }
    if !lacks.is_empty() {
        for line in lacking(worst.playable(), worst.good(), lacks) {
            writeln!(output, "{line}")?;
        }
    }
    let (marahel, json) = (program("marahel"), folder.join("best.json"));
    let (json, picture) = (quoted(&json).into_owned(), folder.join("best.png"));
    writeln!(output, "\nlook at its levels, take one to Tiled, write the whole report:")?;
    // The look of tiles comes from the problem.
    let of_problem = problem_word(folder, problem);
    let generate = format!("{marahel} generate {json} --problem {}", quoted(&of_problem));
    writeln!(output, "  {generate} --count 16 --out {}", quoted(&picture))?;
    writeln!(output, "  {generate} --out level.tmj")?;
    writeln!(output, "  {} report {}", program("evolve"), quoted(folder))?;
    Ok(())
}
