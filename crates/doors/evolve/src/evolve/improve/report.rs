//! What improving a script did, in words.

use marahel_config::Config;
use marahel_improve::{Figures, Improved, Progress, WorthyEdit};
use marahel_problem::Problem;
use marahel_statistics::Estimate;

use crate::evolve::verdict::Verdict;
use crate::terminal::counted;

/// Number of failing demands to name.
const N_LACKS: usize = 5;

pub(super) fn progress(progress: &Progress) -> String {
    let Progress { n_levels, budget, good, met } = progress;
    format!(
        "{:>3.0} %: {n_levels} levels, {:.1} % good, {met:.1} demands met",
        (100.0 * *n_levels as f64 / (*budget).max(1) as f64).min(100.0),
        100.0 * good
    )
}

/// The figures before and after, and the edits.
pub(in crate::evolve) fn text(
    improved: &Improved,
    config: &Config,
    problem: &Problem,
) -> anyhow::Result<String> {
    let Improved { before, after, differ, edits, is_layout_kept, .. } = improved;
    let row =
        |name: &str, values: [String; 2]| format!("{name:<16}{:>16}{:>16}", values[0], values[1]);
    let met = |figures: &Figures| format!("{:.2} of {}", figures.met.value, figures.n_demands);
    let mut lines = vec![
        verdict(improved, config, problem)?,
        String::new(),
        row("", ["before".to_owned(), "after".to_owned()]),
        row("good levels", [before, after].map(|figures| percent(figures.good))),
        row("demands met", [before, after].map(met)),
    ];
    let differ =
        differ.map(|shares| shares.map(|share| format!("{:.1} % of cells", 100.0 * share)));
    lines.extend(differ.map(|shares| row("two differ in", shares)));
    let lacks = after.lacks.iter().take(N_LACKS);
    lines.extend(lacks.map(|(demand, share)| {
        let open = if is_open(problem, demand) { " (good levels may lack it)" } else { "" };
        format!("  met in {:>5.1} % of the levels: {demand}{open}", 100.0 * share)
    }));
    if after.lacks.len() > N_LACKS {
        lines.push(format!("  and {} more", after.lacks.len() - N_LACKS));
    }
    if !is_layout_kept && !edits.is_empty() {
        lines.push("the layout of your text could not be kept".to_owned());
    }
    lines.push(String::new());
    if edits.len() > 1 {
        lines.push("each edit beside all others, on other levels:".to_owned());
    }
    lines.push(self::edits(improved));
    Ok(lines.join("\n"))
}

/// Whether a demand is an open-ended objective, which good levels may lack.
fn is_open(problem: &Problem, demand: &str) -> bool {
    let mut objectives = problem.objectives().iter();
    objectives.any(|objective| objective.name == demand && objective.is_open())
}

/// A smaller budget may be why nothing is found: it took 150,000 levels for twelve explorers by hand.
const ENOUGH: u64 = 100_000;

/// The first lines: what the script is now.
fn verdict(improved: &Improved, config: &Config, problem: &Problem) -> anyhow::Result<String> {
    let (before, after) = (improved.before.good.value, improved.after.good.value);
    let edits = counted(improved.edits.len(), "edit");
    let share =
        format!("{:.1} % of its levels are good, {:.1} % before", 100.0 * after, 100.0 * before);
    let (verdict, same) = Verdict::of_script(after, &improved.text, config, problem)?;
    let word = verdict.word();
    let mut lacks = improved.after.lacks.iter().map(|(demand, _)| demand.as_str());
    let lack = lacks.find(|demand| !is_open(problem, demand)).unwrap_or_default();
    if improved.edits.is_empty() {
        let next = match verdict {
            Verdict::Ready | Verdict::Alike => verdict.next(),
            Verdict::Nearly if improved.n_levels < ENOUGH => {
                "`--budget 150k` looks some seconds longer; `marahel generate --good` makes only its good levels"
            }
            Verdict::Nearly => {
                "`marahel generate --good` makes only its good levels; a rule by hand may meet what they miss"
            }
            Verdict::NotUsable => {
                "`evolve --problem FILE --from SCRIPT --budget 300k` searches on from it, for a minute or two"
            }
        };
        return Ok(format!(
            "nothing better was found; {word}: {:.1} % of its levels are good\n  {next}",
            100.0 * before
        ));
    }
    let more = match verdict {
        Verdict::Ready => String::new(),
        Verdict::Alike => format!("\n  {}\n  {}", same.join("\n  "), verdict.next()),
        _ if lack.is_empty() => String::new(),
        Verdict::Nearly | Verdict::NotUsable => format!("; most often they miss: {lack}"),
    };
    Ok(format!("{edits}; {word}: {share}{more}"))
}

fn percent(share: Estimate) -> String {
    format!("{:.1} ± {:.1} %", 100.0 * share.value, 100.0 * share.error)
}

/// The edits as diffs, in the order in which they are made.
pub(super) fn edits(improved: &Improved) -> String {
    let edits = improved.edits.iter().zip(1..);
    edits.map(|(edit, number)| of_edit(edit, number)).collect::<Vec<_>>().join("\n")
}

fn of_edit(edit: &WorthyEdit, number: usize) -> String {
    let WorthyEdit { good, met, diff, .. } = edit;
    let is_sure = |gain: &Estimate| gain.value > gain.error;
    let gain = if is_sure(good) || !is_sure(met) {
        format!("good levels {:+.1} ± {:.1} %", 100.0 * good.value, 100.0 * good.error)
    } else {
        format!("demands met {:+.2} ± {:.2}", met.value, met.error)
    };
    let doubt = if is_sure(good) || is_sure(met) {
        ""
    } else {
        ": within the error, so look whether you want it"
    };
    format!("edit {number}: {gain}{doubt}\n{diff}")
}

#[cfg(test)]
mod tests {
    use marahel_improve::WorthyEdit;
    use marahel_statistics::Estimate;

    use super::of_edit;

    #[test]
    fn an_edit_within_its_errors_is_doubted() {
        let told = |good: [f64; 2], met: [f64; 2]| {
            let [good, met] = [good, met].map(|[value, error]| Estimate { value, error });
            of_edit(&WorthyEdit { edits: Vec::new(), diff: String::new(), good, met }, 1)
        };
        assert!(told([0.01, 0.02], [0.03, 0.05]).contains("within the error"));
        assert!(!told([0.01, 0.02], [0.3, 0.05]).contains("within the error"));
        assert!(!told([0.2, 0.02], [-0.3, 0.05]).contains("within the error"));
        // A share within its error says nothing where more demands are met.
        assert_eq!(told([0.007, 0.018], [0.04, 0.03]), "edit 1: demands met +0.04 ± 0.03\n");
    }
}
