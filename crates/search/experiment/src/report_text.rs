//! The report of an experiment in Markdown.

use std::fmt::Write as _;

use crate::figures::Drawn;
use crate::merge::dotted;
use crate::round::p_text;
use crate::{Comparison, Design, Results};

pub(crate) fn report(
    design: &Design,
    results: &Results,
    comparisons: &[Comparison],
    figures: &[Drawn],
    command: &str,
) -> String {
    let n_planned = design.seeds.len() * design.problems.len() * design.file.settings.len();
    let n_done = results.runs.len();
    let settings = counted(design.file.settings.len(), "setting");
    let problems = counted(design.problems.len(), "problem");
    let (seeds, runs) = (counted(design.seeds.len(), "seed"), counted(n_done, "run"));
    let mut text = format!(
        "# {}\n\n    {command}\n\ngives this again. {settings}, {problems} and {seeds}: {runs}",
        design.name()
    );
    if n_done < n_planned {
        let _ = write!(text, " of {n_planned}; the others are not done");
    }
    text += ".\n\n## Settings\n\n| setting | what it changes | why |\n| --- | --- | --- |\n";
    for (index, setting) in design.file.settings.iter().enumerate() {
        let changes = dotted(&setting.set).into_iter();
        let changes = changes.map(|(key, value)| format!("`{key} = {value}`"));
        let changes = changes.collect::<Vec<_>>().join(", ");
        let baseline = if index == design.baseline { " (baseline)" } else { "" };
        text += &line(&[&format!("{}{baseline}", setting.name), &changes, &setting.why]);
    }
    text += "
`experiment.toml` has what they share, `runs.csv` every run, `curves.csv` the curves, `tests.csv` the tests without rounding.

A setting is told by the median of its runs and, in brackets, their quartiles. A12 is the chance that a run of it ends higher than
one of the baseline. The p-value is that of the two-sided rank test of Mann and Whitney, exact unless a ~ says that it is that of a
normal distribution; Holm's is adjusted for all tests of the measure, of all settings and problems.
";
    for problem in &design.problems {
        let _ = writeln!(text, "\n## {problem}");
        let of_problem: Vec<&Comparison> =
            comparisons.iter().filter(|comparison| comparison.problem == *problem).collect();
        for same in of_problem.chunk_by(|a, b| a.measure == b.measure) {
            text += &table(&same[0].measure, same);
        }
        for drawn in figures.iter().filter(|drawn| drawn.problem == *problem) {
            let Drawn { caption, stem, .. } = drawn;
            let _ = writeln!(text, "\n![{caption}]({stem}.svg)\n\n{caption}.");
        }
    }
    text
}

/// The final results of the settings in one measure.
fn table(measure: &str, comparisons: &[&Comparison]) -> String {
    let mut text = format!(
        "\n### {measure}\n\n| setting | runs | median [quartiles] | A12 | p | p (Holm) |\n| --- | ---: | ---: | ---: | ---: | ---: |\n"
    );
    for comparison in comparisons {
        let n = comparison.values.len();
        let tested = match &comparison.against {
            None => [const { String::new() }; 3],
            Some(against) => {
                let about = if against.test.is_exact { "" } else { "~" };
                let [p, p_holm] =
                    [against.test.p, against.p_holm].map(|p| format!("{about}{}", p_text(p)));
                [format!("{:.2}", against.a12), p, p_holm]
            }
        };
        let [a12, p, p_holm] = &tested;
        text += &line(&[&comparison.setting, &n.to_string(), &comparison.text(), a12, p, p_holm]);
    }
    text
}

/// A row of a table; `|` is escaped.
fn line(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
