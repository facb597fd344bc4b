//! The report of a study, in Markdown.

use std::fmt::Write as _;

use crate::claims::markdown_row;
use crate::{Checked, Verdict, count};

use super::figures::{best, values};
use super::problems::names;
use super::tables::{all_runs, run_row};
use super::{Size, Study, StudyFamily, StudyFigure, check};

/// The report on a study. The figures lie beside it; `figures` are those of each family, and
/// `command` reproduces the report.
pub fn report(study: &Study, figures: &[Vec<StudyFigure>], command: &str) -> String {
    let checked: Vec<Vec<Checked>> = study.families.iter().map(check).collect();
    let mut report = introduction(study, command);
    report += &verdicts(study, &checked);
    for ((runs, checked), figures) in study.families.iter().zip(&checked).zip(figures) {
        report += &family(runs, checked, figures);
    }
    report + &runs(study)
}

fn introduction(study: &Study, command: &str) -> String {
    let Size { population, generations, maps, validation_maps, published_maps } = study.size;
    let runs = match study.n_runs() {
        (1, 1) => "one run of each problem in each family".to_owned(),
        (least, most) if least == most => format!("{most} runs of each problem in each family"),
        (least, most) => {
            format!("{least} to {most} runs of each problem in each family, as listed at the end")
        }
    };
    let scale = if study.size == Size::FULL {
        "as in the paper"
    } else {
        "smaller than in the paper, so that its numbers cannot be expected to come out"
    };
    format!(
        "\
# The FDG'20 study

NSGA-II on three problems: population {population}, {generations} generations, {maps} levels for each evaluation, {scale};
{runs}. `{command}` makes all of this again.

*As searched* is what a search saw of a generator: the mean of {maps} levels, by which it was kept. *Validated* is the mean of
{validation_maps} levels that the search never saw, the same ones for all generators of a run, for the last front and for the {population} random
generators that each run begins with, which are the baseline. The printed generators were measured on {published_maps} levels. Behind ± stands one standard error.
A printed value that only the noise of the paper's 50 levels reconciles with ours is *consistent with* it.
A claim about runs holds if it does in each of them, and cannot be decided if it holds in some; the columns say how each
is tested. The verdict is that of the validated values where there are some; but what the paper says of its own searched values, and of random
generators, which nothing selected, is judged as searched, with the validated values beside it.

Where our searches get further than the paper's, this may be why: in the released code the runner that spreads a search over
several processes stops the random numbers after the first generation, so that all offspring are copies of one individual. It is not known
whether the figures of the paper come from it.

Source: A. Khalifa and J. Togelius: Multi-Objective Level Generator Generation with Marahel. FDG 2020, section 4.

"
    )
}

fn verdicts(study: &Study, checked: &[Vec<Checked>]) -> String {
    let titles: Vec<&str> = study.families.iter().map(|found| found.family.title).collect();
    let mut text = "## What holds\n\n".to_owned();
    text += &markdown_row(&[&["where", "claim", "published"], &*titles].concat());
    text += &markdown_row(&vec!["---"; 3 + titles.len()]);
    for (index, first) in checked[0].iter().enumerate() {
        let claim = [first.place, first.claim, first.published].map(str::to_owned);
        let verdicts = checked.iter().map(|family| in_short(&family[index]));
        text += &markdown_row(&claim.into_iter().chain(verdicts).collect::<Vec<_>>());
    }
    text += "\n";
    for (title, family) in titles.into_iter().zip(checked) {
        let [holds, consistent, fails, undecided] =
            [Verdict::Holds, Verdict::Consistent, Verdict::Fails, Verdict::Undecided]
                .map(|verdict| count(family, verdict));
        writeln!(
            text,
            "- {title}: of {} claims {holds} hold, {consistent} are consistent with what was measured, {fails} do not hold, {undecided} cannot be decided.",
            family.len()
        )
        .expect("text can be added to");
    }
    text + "\n"
}

/// The verdict, and that of the search if it differs.
fn in_short(checked: &Checked) -> String {
    match &checked.findings {
        [Some(searched), Some(_)] if searched.verdict != checked.verdict => {
            format!("{}; as searched: {}", checked.verdict, searched.verdict)
        }
        _ => checked.verdict.to_string(),
    }
}

fn family(family_runs: &StudyFamily, checked: &[Checked], figures: &[StudyFigure]) -> String {
    let family = family_runs.family;
    let mut text = format!("## {}\n\n{}\n\n", capitalized(family.title), family.description);
    text += "| where | claim | published | as searched | validated | verdict | why, and what else to know | test |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for claim in checked {
        let [searched, validated] = claim.findings.each_ref().map(|finding| {
            finding.as_ref().map_or("-".to_owned(), |finding| finding.measured.clone())
        });
        let verdict = format!("**{}**", claim.verdict);
        let Checked { place, claim, published, test, why, .. } = claim;
        let cells = [place, claim, published, &*searched, &validated, &verdict, why, test];
        text += &markdown_row(&cells);
    }
    text += "\nThe best generators, by path or solution length on levels that no search saw:\n\n";
    for problem in names() {
        let (run, member) = best(family_runs, problem);
        let playable = member
            .playable
            .map_or(String::new(), |share| format!("; {:.1} % playable", 100.0 * share));
        let values = values(problem, member);
        writeln!(text, "- {problem}, seed {}: {values}{playable}", run.seed)
            .expect("text can be added to");
    }
    text += "\n";
    for StudyFigure { stem, caption, .. } in figures {
        write!(text, "{caption}:\n\n![{caption}]({stem}.svg)\n\n").expect("text can be added to");
    }
    text
}

fn runs(study: &Study) -> String {
    let mut text = "\
## Runs

The chosen generator is the one with the highest path or solution length as searched, which the paper would print.
`runs.csv` has the same, `front-*.csv` all members of the last fronts, `random-*.csv` the random generators, `claims.csv` the claims.

| family | problem | seed | fronts | first front | still non-dominated | hypervolume | validated | chosen, as searched | validated | ± | playable |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"
    .to_owned();
    for (run, records) in all_runs(study) {
        text += &markdown_row(&run_row(run, records));
    }
    text
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
